//! `show`: diagrams as text and as pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Folder, SMALL, chv};

/// The pictures of the README: file and arguments.
///
/// With `CHV_BLESS=1` in the environment the test writes them anew.
const PICTURES: &[(&str, &[&str])] = &[
    ("team-mate.svg", &["show", "team-mate"]),
    ("cannon.svg", &["show", "xiangqi", "cannon"]),
    ("lion.svg", &["show", "--movement", "KNADcaKmcabK"]),
];

#[test]
fn pictures_of_the_readme_are_what_the_command_draws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    for (file, arguments) in PICTURES {
        let run = chv(&[arguments, &["--svg", "-"][..]].concat());
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{file}");
        let path = folder.join(file);
        if std::env::var_os("CHV_BLESS").is_some_and(|v| v == "1") {
            fs::write(&path, &run.out).expect("the picture can be written");
        }
        let kept = fs::read_to_string(&path).expect("the picture is there");
        assert!(kept == run.out, "{file} is not what `chv {}` draws; see CHV_BLESS", arguments.join(" "));
    }
}

#[test]
fn text_of_some_pieces() {
    for (arguments, expected) in [
        (
            &["show", "xiangqi", "cannon"][..],
            "\
Cannon: mRcpR (C) in Xiangqi

e5, with own pieces
10  .  .  .  .  x  .  .  .  .
 9  .  .  .  .  x  .  .  .  .
 8  .  .  .  .  x  .  .  .  .
 7  .  .  .  .  P^ .  .  .  .
 6  .  .  .  .  o  .  .  .  .
 5  x  x  P^ o  C  o  P^ x  x
 4  .  .  .  .  o  .  .  .  .
 3  .  .  .  .  P^ .  .  .  .
 2  .  .  .  .  x  .  .  .  .
 1  .  .  .  .  x  .  .  .  .
    a  b  c  d  e  f  g  h  i

  o  moves here
  x  captures here
  ^  jumps what stands here, and needs it
",
        ),
        (
            &["show", "atomic", "knight"],
            "\
Knight: N (N) in Atomic Chess

d4, empty board
 8  . . . . . . . .
 7  . . . . . . . .
 6  . . * . * . . .
 5  . * . . . * . .
 4  . . . N . . . .
 3  . * . . . * . .
 2  . . * . * . . .
 1  . . . . . . . .
    a b c d e f g h

d4, when it captures
 8  .  .  .  .  .  .  .  .
 7  .  #  #  #  .  .  .  .
 6  .  #  p+ #  .  .  .  .
 5  .  #  #  #  .  .  .  .
 4  .  .  .  N  .  .  .  .
 3  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .
 1  .  .  .  .  .  .  .  .
    a  b  c  d  e  f  g  h

  *  moves or captures here
  +  captures here and is destroyed
  #  what stands here is destroyed, unless it is a Pawn
",
        ),
        (
            &["show", "team-mate", "B", "--side", "black"],
            "\
Brute: mFkFbmWbkW (B) in Team-Mate Chess

d4, empty board
 8  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .
 6  .  .  .  .  .  .  .  .
 5  .  .  o$ o$ o$ .  .  .
 4  .  .  .  b  .  .  .  .
 3  .  .  o$ .  o$ .  .  .
 2  .  .  .  .  .  .  .  .
 1  .  .  .  .  .  .  .  .
    a  b  c  d  e  f  g  h

  o  moves here
  $  captures only a royal piece here
",
        ),
        (
            &["show", "--movement", "fcafmF", "--board", "5x5"],
            "\
fcafmF

c3, with enemy pieces
 5  o  .  .  .  o
 4  .  e/ .  e/ .
 3  .  .  A  .  .
 2  .  .  .  .  .
 1  .  .  .  .  .
    a  b  c  d  e

  o  moves here
  /  captures here and ends elsewhere
",
        ),
        (
            &["show", "chess", "--fen", "4k3/8/2p5/8/4N3/6P1/8/4K3 w - - 0 1", "--at", "e4"],
            "\
Knight: N (N) in Chess

e4, in the position
 8  . . . . k . . .
 7  . . . . . . . .
 6  . . p * . * . .
 5  . . * . . . * .
 4  . . . . N . . .
 3  . . * . . . P .
 2  . . . * . * . .
 1  . . . . K . . .
    a b c d e f g h

  *  moves or captures here
",
        ),
    ] {
        let run = chv(arguments);
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{arguments:?}");
        assert_eq!(run.out, expected, "{arguments:?}");
    }
}

#[test]
fn a_game_is_shown_whole_and_every_mark_is_explained() {
    let run = chv(&["show", "team-mate"]);
    let (_, legend) = run.out.rsplit_once("\n\n").expect("a legend");
    let explained: BTreeSet<&str> = legend.lines().map(|l| l.trim().split_once("  ").unwrap().0).collect();
    assert_eq!(explained, BTreeSet::from(["*", "o", "x", "1", "$", ":", "/", "%"]));
    for piece in ["King (K)  K, royal", "Cobra (C)  [N?fW]", "Brute (B)  mFkFbmWbkW"] {
        assert!(run.out.contains(piece), "{piece}: {}", run.out);
    }
    // Pieces without movement are named as well.
    let folder = Folder::new();
    let path = folder.file("small.chv", SMALL.replacen("piece ", "piece Rock O none\n  piece ", 1));
    let still = chv(&["show", &path]);
    assert!(still.out.contains("Rock (O)  does not move"), "{still:?}");
    let alone = chv(&["show", &path, "rock"]);
    assert!(alone.out.contains("It does not move."), "{alone:?}");
}

/// Titles and legends say how pieces travel and push, and as what they move.
#[test]
fn strange_pieces_are_told_whole() {
    for (piece, parts) in [
        ("Sumo", &["Sumo: mQ2, pushes Q2 (S)", ", pushing\n", "what is pushed comes here"][..]),
        ("TimeMachine", &["travels Q for 3 turns (T)", "leaves the board, to land here 3 turns later"]),
        ("Fool", &["moves as the piece that the opponent moved last", "h8, for example as a Knight\n"]),
        ("Rookie", &["fmWscW, fmW5 from rank 3", "moves here, only from some squares"]),
    ] {
        let run = chv(&["show", "deicide", piece]);
        for part in parts {
            assert!(run.out.contains(part), "{piece}: {part}: {}", run.out);
        }
        assert!(!run.out.contains("first move"), "{piece}: {}", run.out);
    }
    let guard = chv(&["show", "16chess", "Guard"]).out;
    for kind in ["a Queen", "a Cardinal", "a Marshall", "a Duke", "a Sovereign"] {
        assert!(guard.contains(&format!(", as {kind}\n")), "{kind}: {guard}");
    }
    let terrain = chv(&["show", "deicide", "Bishop", "--option", "terrain=on"]).out;
    assert!(terrain.contains("  p  Portal\n") && terrain.contains("  c  Cathedral\n"), "{terrain}");
}

#[test]
fn wrong_usage_says_what_to_do() {
    for (arguments, status, reason) in [
        (&["show"][..], 2, "name a game, or give `--movement`"),
        (&["show", "chess", "quen"], 2, "did you mean `Queen`?"),
        (&["show", "chess", "zzzzzz"], 2, "it has King, "),
        (&["show", "chss"], 2, "did you mean `chess`?"),
        (&["show", "chess", "--movement", "W"], 2, "either a game or `--movement`"),
        (&["show", "chess", "--board", "8x8"], 2, "--movement"),
        (&["show", "--movement", "W", "--board", "3x99"], 2, "from 5x5 to 16x16"),
        (
            &["show", "chess", "K", "--at", "z9"],
            2,
            "`z9` is no square; the squares of this board are a1 to h8",
        ),
        (&["show", "chess", "--at", "a1"], 2, "`--at` needs a piece"),
        (&["show", "chess", "--fen", "4k3/8/8/8/8/8/8/4K3 w", "--at", "a1"], 2, "no piece stands on a1"),
        (&["show", "chess", "Q", "--fen", "4k3/8/8/8/8/8/8/4K3 w"], 2, "White has no Queen in this position"),
        (&["show", "chess", "--fen", "9/8"], 1, "this is no position of chess"),
        (&["show", "--movement", "fJ"], 1, "`Z` for (3,2)"),
        (&["show", "--movement", "I"], 1, "cannot be drawn"),
        (&["show", "chess", "K", "--svg", "/no such folder/a.svg"], 2, "there is no such folder"),
    ] {
        let run = chv(arguments);
        assert_eq!(run.status, status, "{arguments:?}: {run:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.messages.contains(reason), "{arguments:?}: {}", run.messages);
    }
}

#[test]
fn pictures_are_well_formed_and_always_the_same() {
    let folder = Folder::new();
    let strange = folder.file("strange.chv", SMALL.replace("\"Small\"", "\"A < B & 'C' > D\""));
    let mut list: Vec<Vec<&str>> = chv_variants::TEXTS.iter().map(|(name, _)| vec!["show", name]).collect();
    list.push(vec!["show", &strange]);
    for movement in ["FyafsF", "RmasR", "qNN", "zB", "K3pafKcavK", "U", "oR", "udR", "cdW", "KisO2"] {
        list.push(vec!["show", "--movement", movement]);
    }
    for arguments in list {
        let path = folder.0.join("picture.svg");
        let file = path.to_str().unwrap();
        let run = chv(&[&arguments[..], &["--svg", file]].concat());
        assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""), "{arguments:?}");
        let picture = fs::read_to_string(&path).unwrap();
        well_formed(&picture).unwrap_or_else(|reason| panic!("{arguments:?}: {reason}"));
        for part in ["<title id=\"title\">", "<desc id=\"desc\">", "role=\"img\""] {
            assert!(picture.contains(part), "{arguments:?}: no {part}");
        }
        for outside in ["<image", "<script", "@import", "url("] {
            assert!(!picture.contains(outside), "{arguments:?}: {outside}");
        }
        let again = chv(&[&arguments[..], &["--svg", "-"]].concat());
        assert!(again.out == picture, "{arguments:?}: drawn differently the second time");
    }
    let wrong = ["<a>", "<a></b>", "<a x=y></a>", "<a>&nope;</a>", "<a/>b<", "<a x=\"1\" x=\"2\"/>"];
    for text in wrong {
        assert!(well_formed(text).is_err(), "{text}");
    }
}

/// Whether a text is well-formed XML, of the little that the pictures use: elements, attributes in
/// double quotes, and the five entities.
fn well_formed(text: &str) -> Result<(), String> {
    let entities = |text: &str| {
        text.match_indices('&').all(|(i, _)| {
            ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"].iter().any(|e| text[i..].starts_with(e))
        })
    };
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        if !entities(before) || before.contains('>') {
            return Err(format!("stray characters in `{before:.60}`"));
        }
        let (tag, more) = after.split_once('>').ok_or("an open tag at the end")?;
        rest = more;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("`{name}` is closed and is not open"));
            }
            continue;
        }
        let (inside, closed) = tag.strip_suffix('/').map_or((tag, false), |t| (t, true));
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        let mut names = BTreeSet::new();
        let mut left = attributes.trim();
        while !left.is_empty() {
            let (key, value) = left.split_once("=\"").ok_or(format!("no attribute: `{left:.60}`"))?;
            let (value, after) = value.split_once('"').ok_or("an open value")?;
            if !names.insert(key.trim()) || key.trim().contains([' ', '"']) || !entities(value) {
                return Err(format!("attribute `{key}` of `{name}`"));
            }
            left = after.trim();
        }
        if !closed {
            open.push(name);
        }
    }
    if !open.is_empty() || !rest.trim().is_empty() {
        return Err(format!("open at the end: {open:?}"));
    }
    Ok(())
}
