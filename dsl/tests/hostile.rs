//! Texts that nobody wrote to be read: none may take long, stop the program, or go unreported.

use std::path::Path;
use std::time::{Duration, Instant};

use chv_dsl::{Compiled, NoFiles, compile_bytes, diagnostics};

/// What no text may take. The figure to keep is a second (and 50 ms for brackets) in a release build;
/// it is measured by hand, because builds and machines for tests differ. What this guards against is
/// work that grows faster than the text: then it would be minutes.
const LONG: Duration = Duration::from_secs(30);

/// 1 MiB, the largest file.
const MIB: usize = 1 << 20;

/// What this thread has computed so far, where the system tells: other programs do not count.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Compiles and renders in all ways; gives the codes and the time that reading took.
fn run(text: &[u8]) -> (Vec<&'static str>, Duration) {
    let (start, clock) = (processor_time(), Instant::now());
    let compiled: Compiled = compile_bytes("hostile.chv", text, &NoFiles, &[]);
    let time = processor_time().zip(start).map_or_else(|| clock.elapsed(), |(end, start)| end - start);
    let Compiled { diagnostics: list, files, variant } = compiled;
    for d in &list {
        assert!(files[d.file].text.get(d.span.clone()).is_some(), "a place cuts a character: {d:?}");
    }
    let human = diagnostics::human(&list, &files, false);
    assert!(human.len() < MIB, "the message is as long as the file");
    assert!(!human.contains(|c: char| c.is_ascii_control() && c != '\n'), "control characters in a message");
    assert_eq!(diagnostics::short(&list, &files).lines().count(), list.len());
    assert_eq!(diagnostics::entries(&list, &files).len(), list.len());
    assert!(variant.is_some() || !list.is_empty(), "no variant and no reason");
    (list.iter().map(|d| d.code).collect(), time)
}

/// A variant with something in its block.
fn variant(inside: &str) -> String {
    format!("variant \"x\" {{ board 16x16\n piece Walker W K\n{inside}\n}}")
}

/// TRAP 167, and the list of inputs that the language page names.
#[test]
fn hostile_texts_are_refused_in_time() {
    let deep = |n: usize, open: &str, close: &str| {
        variant(&format!("region a = {}rank 1{}", open.repeat(n), close.repeat(n)))
    };
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("empty", Vec::new(), "E0008"),
        ("byte-order mark alone", b"\xef\xbb\xbf".to_vec(), "E0008"),
        ("blanks alone", b" \t\r\n\r\n".to_vec(), "E0008"),
        ("a comment alone", b"// nothing".to_vec(), "E0008"),
        ("no character", b"variant \"\xff\"".to_vec(), "E0002"),
        ("half a character", "variant \"é".as_bytes()[..10].to_vec(), "E0002"),
        ("NUL in the middle", b"variant \"x\" {\0}".to_vec(), "E0003"),
        ("NUL everywhere", vec![0; MIB], "E0003"),
        ("NUL between letters", b"\0a".repeat(1000), "E0003"),
        ("too large", vec![b'a'; MIB + 1], "E0001"),
        ("1 MiB in one word", vec![b'a'; MIB], "E0001"),
        ("1 MiB of letters of three bytes", "将".repeat(MIB / 3).into_bytes(), "E0001"),
        ("1 MiB of blanks", vec![b' '; MIB], "E0008"),
        ("1 MiB of line ends", vec![b'\n'; MIB], "E0008"),
        ("1 MiB of quotes", vec![b'"'; MIB], "E0001"),
        ("1 MiB of semicolons", vec![b';'; MIB], "E0008"),
        ("1 MiB of short statements on a line", b"a;".repeat(MIB / 2), "E0001"),
        ("1 MiB of comment", [b"//".as_slice(), &vec![b'x'; MIB - 2]].concat(), "E0008"),
        ("1 MiB of comments", b"//\n".repeat(MIB / 3), "E0008"),
        ("1 MiB of descriptions", b"///\n".repeat(MIB / 4), "E0008"),
        ("a comma and 1 MiB of line ends", [b"a,".as_slice(), &vec![b'\n'; MIB - 2]].concat(), "E0011"),
        ("closing braces", b"}".repeat(100_000), "E0001"),
        ("some closing braces", b"}".repeat(9_000), "E0015"),
        ("many blocks", b"a{}".repeat(4_000), "E0015"),
        ("quotes and braces", b"\"{".repeat(30), "E0011"),
        ("a name list", variant(&format!("alias {}", "a,".repeat(300_000))).into_bytes(), "E0001"),
        ("a long list", variant(&format!("alias {}", "a,".repeat(16_000))).into_bytes(), "E0010"),
        (
            "a long region",
            variant(&format!("region a = rank 1{}", " or rank 2".repeat(3_000))).into_bytes(),
            "E0320",
        ),
        ("many nots", variant(&format!("region a = {}rank 1", "not ".repeat(8_000))).into_bytes(), "E0320"),
        ("a long movement", variant(&format!("piece A A {}", "W".repeat(30_000))).into_bytes(), "E0201"),
        ("a long chain", variant(&format!("piece A A {}W", "afs".repeat(10_000))).into_bytes(), "E0201"),
        ("a deep movement", variant(&format!("piece A A {}W", "(".repeat(60))).into_bytes(), "E0220"),
        ("many pieces", variant(&"piece A A W\n".repeat(9_900)).into_bytes(), "E0101"),
        ("many regions", variant(&"region a = light or not rank 2\n".repeat(9_900)).into_bytes(), "E0101"),
        (
            "many movements",
            variant(&format!("piece A A W {{{}}}", "move QNN\n".repeat(9_900))).into_bytes(),
            "E0104",
        ),
        (
            "many castlings",
            variant(&format!("castling Walker {{{}}}", "with Walker a1 > b1, c1 > d1\n".repeat(9_900)))
                .into_bytes(),
            "E0320",
        ),
        (
            "many promotions",
            variant(&"promotion Walker on rank 8 { to Walker }\n".repeat(4_900)).into_bytes(),
            "E0320",
        ),
        ("a long row", variant(&format!("setup {{ 1 {} }}", "W".repeat(30_000))).into_bytes(), "E0322"),
        (
            "a full hand",
            variant(&format!("setup {{ hand white {} }}", "W".repeat(30_000))).into_bytes(),
            "E0325",
        ),
        (
            "an option of many values",
            variant(&format!(
                "option a = {}",
                (0..3_000).map(|n| format!("v{n}")).collect::<Vec<_>>().join("|")
            ))
            .into_bytes(),
            "E0118",
        ),
        ("many captures", variant(&format!("piece A A {}mcK", "mpca".repeat(12))).into_bytes(), "E0219"),
        (
            "many captures by a ride",
            variant(&format!("piece A A [cR{}]", "-fscQ".repeat(8))).into_bytes(),
            "E0219",
        ),
        ("a large board", b"variant \"x\" { board 99999999999999999999x8 }".to_vec(), "E0302"),
        ("a large year", variant("year 99999999999999999999").into_bytes(), "E0016"),
        ("61 parentheses", deep(61, "(", ")").into_bytes(), "E0320"),
        ("64 parentheses", deep(64, "(", ")").into_bytes(), "E0004"),
        ("open parentheses", deep(60, "(", "").into_bytes(), "E0010"),
        (
            "400 brackets in a movement",
            variant(&format!("piece A A {}", "[".repeat(400))).into_bytes(),
            "E0004",
        ),
    ];
    for (name, text, code) in cases {
        let (codes, time) = run(&text);
        assert!(codes.contains(&code), "{name}: {codes:?} has no {code}");
        assert!(time < LONG, "{name}: {time:?}");
    }
}

/// TRAP 167: 100,000 opening brackets of any kind are refused at once.
#[test]
fn deep_nesting_is_refused_at_once() {
    for bracket in ["{", "(", "[", "a{", "([{"] {
        let (codes, time) = run(bracket.repeat(100_000).as_bytes());
        assert_eq!(codes, ["E0004"], "{bracket}");
        assert!(time < LONG, "{bracket}: {time:?}");
        // In comments and in quotes brackets are only characters.
        let text = format!("// {0}\nvariant \"{0}\" {{ board 8x8 }}", bracket.repeat(100));
        let (codes, _) = run(text.as_bytes());
        assert!(!codes.contains(&"E0004"), "{bracket}");
    }
}

/// Line ends of all kinds, a byte-order mark, tabs and a missing last line end change nothing.
#[test]
fn line_ends_and_blanks_do_not_matter() {
    let text = "variant \"x\" {\n\tboard 2x2\n\tpiece Walker W K { royal }\n\tsetup {\n\t\t2 w1\n\t\t1 1W\n\t}\n\t\
                end {\n\t\tcheckmate loses\n\t}\n}\n";
    let forms = [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        text.trim_end().to_owned(),
        format!("\u{feff}{text}"),
        text.replace('\t', "    "),
        text.replace("\n\t\t2 w1", " 2 w1;").replace("end {\n", "end // the end\n // and more\n {\n"),
    ];
    for form in forms {
        let compiled = compile_bytes("x.chv", form.as_bytes(), &NoFiles, &[]);
        assert_eq!(compiled.diagnostics, [], "{form:?}");
        assert!(compiled.variant.is_some(), "{form:?}");
    }
}

/// TRAP 125, 169: columns count characters, also after letters of several bytes and after a tab.
#[test]
fn columns_count_characters() {
    for (line, column) in
        [("author \"将棋 🦄\" x", 15), ("\tauthor \"é\" x", 13), ("piece A A mNé", 13), ("é", 1), ("\té", 2)]
    {
        let text = format!("variant \"x\" {{\n{line}\nboard 8x8\n}}");
        let compiled = compile_bytes("x.chv", text.as_bytes(), &NoFiles, &[]);
        let entries = diagnostics::entries(&compiled.diagnostics, &compiled.files);
        assert!(entries.iter().any(|e| (e.line, e.column) == (2, column)), "{line}: {entries:?}");
    }
}

/// A small source of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Whatever is done to a good file, reading it ends, says something or gives a variant.
#[test]
fn damaged_files_never_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    let mut texts: Vec<Vec<u8>> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "chv"))
        .map(|p| std::fs::read(p).unwrap())
        .collect();
    texts.sort();
    assert!(texts.len() >= 7);
    let pieces: Vec<Vec<u8>> = texts
        .iter()
        .flat_map(|t| t.split(|b| b.is_ascii_whitespace()).map(<[u8]>::to_vec).collect::<Vec<_>>())
        .chain(
            ["{", "}", "(", ")", "\"", ";", ",", "\n", "..", "é", "\u{0}", "99999999999", "a1", "//", "///"]
                .map(Vec::from),
        )
        .collect();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for round in 0..600 {
        let mut text = texts[numbers.below(texts.len())].clone();
        for _ in 0..=numbers.below(6) {
            let at = numbers.below(text.len().max(1)).min(text.len());
            let end = (at + numbers.below(30)).min(text.len());
            match numbers.below(5) {
                0 => drop(text.drain(at..end)),
                1 => text.insert(at, numbers.below(256) as u8),
                2 => drop(text.splice(at..end, pieces[numbers.below(pieces.len())].clone())),
                3 => drop(text.splice(at..at, pieces[numbers.below(pieces.len())].clone())),
                _ => text.truncate(end),
            }
        }
        let (_, time) = run(&text);
        assert!(time < LONG, "round {round}: {time:?}\n{}", String::from_utf8_lossy(&text));
    }
    // A soup of words.
    for _ in 0..300 {
        let mut text = b"variant \"x\" {\n".to_vec();
        for _ in 0..numbers.below(200) {
            text.extend(&pieces[numbers.below(pieces.len())]);
            text.push(b" \n"[numbers.below(2)]);
        }
        run(&text);
    }
}
