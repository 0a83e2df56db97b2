//! Known traps about files that are no games.

use chv_tests::folder::Folder;

/// What `chv check` says of a text, one line each, and its exit status.
fn check(text: &str) -> (u8, Vec<String>) {
    let folder = Folder::new("definition").expect("a temporary folder can be made");
    let path = folder.write("bad.chv", text).expect("a file can be written");
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let all = ["chv", "check", path.to_str().expect("the path is UTF-8"), "--format", "short"];
    let registry = chv_cli::Registry::library();
    let status = chv_cli::run_with(&registry, all, &mut out, &mut messages, &mut std::io::empty());
    let text = String::from_utf8(out).expect("output is UTF-8");
    let short = |line: &str| line.split_once("bad.chv:").map_or(line, |(_, rest)| rest).to_owned();
    (status, text.lines().map(short).collect())
}

#[test]
fn definitions_that_are_wrong_are_refused_with_the_place() {
    let game = |rules: &str| {
        format!(
            "variant \"Bad\" {{\n  board 5x5\n  piece King K K {{ royal }}\n  setup {{ 5 k4; 1 4K }}\n\
            {rules}\n  end {{ checkmate loses; stalemate draws }}\n}}\n"
        )
    };
    // Line and column where the message points, and words that occur in it.
    let cases: &[(String, &[(&str, &str)])] = &[
        // trap 160: each mistake is reported with its place, none is passed over.
        (game("  stalemateVlaue = loss\n  maxFile = 99"), &[("5:3:", "stalemateVlaue"), ("6:3:", "maxFile")]),
        // trap 161: a wrong word where certain words are allowed.
        (game("  symmetry sideways"), &[("5:12:", "mirror")]),
        // trap 162: one rule and nothing else.
        ("variant \"Bad\" {\n  end { stalemate draws }\n}\n".to_owned(), &[("1:", "board")]),
        // trap 163: one letter for two kinds.
        (game("  piece Knight K N"), &[("5:16:", "`K`")]),
        // trap 76: no such atom.
        (game("  piece Rook R P"), &[("5:16:", "`P`")]),
        // trap 23: set-up and rights that do not fit.
        (game("  castling King { with Rook e1 > c1, a1 > d1 }"), &[("5:", "Rook")]),
        // trap 169: the column counts characters, also after text of several bytes and wide letters.
        ("variant \"将棋 🦄\" ?? {\n}\n".to_owned(), &[("1:16:", "`??`")]),
    ];
    for (text, expected) in cases {
        let (status, lines) = check(text);
        assert_eq!(status, 1, "{text}\n{lines:?}");
        for (place, words) in *expected {
            let found = lines.iter().any(|l| l.starts_with(place) && l.contains(words));
            assert!(found, "{text}\nno message at {place} with {words}: {lines:#?}");
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    // trap 167: in a movement and in a region.
    for (open, shut) in [("[", "]"), ("(", ")")] {
        let movement = format!("  piece Rook R {}W{}", open.repeat(400), shut.repeat(400));
        let region = format!("  region deep = {}light{}", "(".repeat(400), ")".repeat(400));
        for rules in [movement, region] {
            let text = format!("variant \"Deep\" {{\n  board 5x5\n{rules}\n}}\n");
            let (status, lines) = check(&text);
            assert!(
                status == 1 && lines.iter().any(|l| l.contains("nest") || l.contains("deep")),
                "{lines:?}"
            );
        }
    }
}
