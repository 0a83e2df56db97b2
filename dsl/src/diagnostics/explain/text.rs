//! The text of a file and the shape of its statements.

use super::Entry;

/// Code, title and text.
pub(super) const TABLE: &[Entry] = &[
    (
        "E0001",
        "the file is too large",
        r#"A file has at most 1 MiB (1048576 bytes) and at most 10000 statements, and one statement has at
most 32768 bytes. Rules of a game, its tests included, take a small part of that. A file beyond
it is not read at all. Split it with `extends` if it really is one game, and look whether it is
the file that was meant.

    variant "Small" {
      extends "large"
    }"#,
    ),
    (
        "E0002",
        "the file is not UTF-8",
        r#"A file is text in UTF-8. The message names the first byte that belongs to no character. This
happens when a file was saved in an older encoding such as Latin-1 or UTF-16, or is no text at
all. Save it again as UTF-8; a byte-order mark at the start does no harm."#,
    ),
    (
        "E0003",
        "an invisible character",
        r#"Of the control characters only tabs and line ends may stand in a file: others cannot be seen in
an editor and mean nothing. The message says which character it is and where. Delete it;
retyping the line is often quickest.

    piece Walker?W K        the ? is where a control character stands"#,
    ),
    (
        "E0004",
        "nested too deep",
        r#"Brackets of all kinds (`{`, `(`, `[`) nest at most 64 deep. No rule needs that many. Most often
a bracket is opened again and again by mistake, or one is never closed.

    region a = ((rank 1))        two deep is fine"#,
    ),
    (
        "E0005",
        "a block is not closed",
        r#"A `{` has no `}` that closes it before the file ends. Only the innermost open block is named,
since a missing `}` leaves those around it open as well.

    setup {
      1 W3
    }                  <- this was missing"#,
    ),
    (
        "E0006",
        "a brace closes nothing",
        r#"There is a `}` with no open block. Either it is one too many, or a `{` before it is missing.

    end checkmate loses }        write: end { checkmate loses }"#,
    ),
    (
        "E0007",
        "text in quotes is not closed",
        r#"Text in quotes begins and ends with `"` on one line, and holds no `"` of its own. The rest of
the line up to a brace is taken as the text, so that the statements after it are still read.

    author "Somebody        write: author "Somebody""#,
    ),
    (
        "E0008",
        "no variant in the file",
        r#"A file declares one variant. An empty file, or one of comments only, declares none.

    variant "Example" {
      board 8x8
    }"#,
    ),
    (
        "E0009",
        "a second variant",
        r#"A file declares one variant, and the name of the file is the name by which programs know it.
Give each variant a file of its own; what they share goes into a third file that both extend.

    variant "Second" {
      extends "first"
    }"#,
    ),
    (
        "E0010",
        "a statement does not read on as expected",
        r#"The words of a statement were understood up to the marked place, and then something else came
than what can stand there. The message lists what is possible. If a word is nearly one of these,
the help line says so. A statement ends with its line, at `;` or with its block; a line that
ends in a comma goes on on the next one.

    checkmate looses        write: checkmate loses"#,
    ),
    (
        "E0011",
        "an unknown statement",
        r#"The first word of a statement says what it is, and which words there are depends on the block it
stands in. The message names the nearest known word, or all of them.

    peice Walker W K        write: piece Walker W K"#,
    ),
    (
        "E0012",
        "a block is missing",
        r#"This statement says something only together with the block after it.

    castling Walker        write: castling Walker { with Tower e1 > g1, h1 > f1 }"#,
    ),
    (
        "E0013",
        "a block is not wanted",
        r#"This statement is complete without a block, so what stands in the block would mean nothing.

    author "Somebody" { ... }        write: author "Somebody""#,
    ),
    (
        "E0014",
        "a block without words before it",
        r#"A block belongs to the statement before its `{`. Here nothing stands before it: perhaps a `;` or
a `}` came too early.

    setup; { 1 W3 }        write: setup { 1 W3 }"#,
    ),
    (
        "E0015",
        "further mistakes are not shown",
        r#"After a hundred mistakes the rest is only counted. Mend the first ones and check again: often
many follow from one."#,
    ),
    (
        "E0016",
        "a number out of range",
        r#"The number is larger (or smaller) than anything it could mean here. Counts of moves, limits and
distances have bounds that the message names.

    clock 99999999999 moves draws        write: clock 50 moves draws"#,
    ),
    (
        "E0017",
        "override in the wrong place",
        r#"`override` stands before a whole statement of the variant, which then replaces the one that the
extended file declares. Inside a block there is nothing to override: the block is replaced as a
whole.

    override piece Walker W K { royal }"#,
    ),
    (
        "E0018",
        "said twice",
        r#"The same thing is said twice in one place. The second one would change nothing, so one of them
is probably meant to be something else.

    piece Walker W K { royal; royal }"#,
    ),
    (
        "W0019",
        "a comment describes nothing",
        r#"A comment with three strokes, `///`, describes the statement after it, and comes out in the
texts made from the file. Here no statement follows. A comment of two strokes can stand
anywhere.

    /// Moves like nothing else.
    piece Walker W K"#,
    ),
    (
        "E0020",
        "outside of the variant",
        r#"All rules stand in the block of the variant. This one stands before or after it; perhaps a `}`
came too early.

    variant "Example" {
      board 8x8
    }"#,
    ),
];
