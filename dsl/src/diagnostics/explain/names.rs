//! Names, files that extend others, options.

use super::Entry;

/// Code, title and text.
pub(super) const TABLE: &[Entry] = &[
    (
        "E0101",
        "declared twice",
        r#"Two things of one sort have the same name (or a list names something twice). Each name means one
thing. The second label shows where it was declared first.

    piece Walker W K
    piece Walker V F        give this one another name"#,
    ),
    (
        "E0102",
        "a code is taken",
        r#"Each kind of piece and of terrain has a code of its own in positions. White's is upper case, and
the same in lower case is Black's, so two codes that differ in case only are the same code.
Where letters run out, a code may have several, in brackets.

    piece Walker  W    K
    piece Warrior [Wa] F"#,
    ),
    (
        "E0103",
        "no code of a piece",
        r#"The code of a piece is an upper-case letter from A to Z, `+` and such a letter (for promoted
pieces), or two to four letters in brackets, the first in upper case. It is White's; Black's is
the same in lower case.

    piece Walker w K        write: piece Walker W K
    piece Walker Wa K       write: piece Walker [Wa] K"#,
    ),
    (
        "E0104",
        "too many kinds",
        r#"A variant has at most 64 kinds of piece and 64 of terrain, and a piece at most 32 movements.
Several movements can be written as one: movements that stand together are united.

    piece Walker W K { move N; move D }        is the same as: piece Walker W KND"#,
    ),
    (
        "E0105",
        "no file to extend",
        r#"`extends` names the stem of a file beside this one: its name without folder and without `.chv`.
There is no such file.

    extends "base"        reads base.chv in the same folder"#,
    ),
    (
        "E0106",
        "files extend each other in a circle",
        r#"A file extends itself, directly or through others, or the chain of files is longer than 16.
Nothing could be said to come first.

    a.chv: extends "b"
    b.chv: extends "a"        take one of them away"#,
    ),
    (
        "E0107",
        "nothing to replace or remove",
        r#"`override` and `remove` speak of what the extended file declares. There is nothing of that sort
and name there. Without `extends` neither of them has a meaning.

    extends "base"
    override piece Walker W Q        base.chv must declare piece Walker"#,
    ),
    (
        "E0108",
        "declared by the extended file",
        r#"All rules of the extended file hold here too. What is declared there can be replaced, but that
must be said, so that nobody replaces a rule without knowing. Other statements, such as
reactions and promotions, are added to those that are there.

    override end {
      checkmate loses
    }"#,
    ),
    (
        "E0109",
        "given twice",
        r#"Of this there is one in a variant (or in the block). The second one is refused, since it is not
clear which of them is meant.

    board 8x8
    board 9x9        take one of them away"#,
    ),
    (
        "E0110",
        "no such version of the language",
        r#"`language 1` says for which version of the language a file was written. This program knows
version 1. A file without the line is read as the newest version that the program knows.

    language 1"#,
    ),
    (
        "E0111",
        "no such option",
        r#"A condition asks for an option that is not declared.

    option speed = slow | fast
    piece Glider G B when speed = fast"#,
    ),
    (
        "E0112",
        "no such value",
        r#"A condition asks for a value that the option does not have. The second label shows the values.

    option speed = slow | fast
    piece Glider G B when speed = fats        write: fast"#,
    ),
    (
        "E0113",
        "an option that was asked for is not there",
        r#"A value was asked for from outside, for example with `--option speed=fast`, and the variant has
no such option, or the option has no such value. The notes list what there is.

    option speed = slow | fast        allows --option speed=slow and --option speed=fast"#,
    ),
    (
        "E0114",
        "no such piece",
        r#"A rule names a kind of piece that is not declared. Kinds may be declared before or after they
are named; upper and lower case matter.

    piece Plodder P fW
    promotion Ploder on rank 8 { ... }        write: Plodder"#,
    ),
    (
        "E0115",
        "no such terrain",
        r#"A rule names terrain that is not declared.

    terrain Wall * { blocks }
    after move { place Wall on an empty square }"#,
    ),
    (
        "E0116",
        "no such region",
        r#"A rule names a region that is not declared, or that is declared only later: a region is declared
before it is used. The words `board`, `light` and `dark` are regions without being declared.

    region home = ranks 1..2
    piece Guard G W { within home }"#,
    ),
    (
        "W0117",
        "never used",
        r#"A region that no rule names, or an option that no condition asks for, changes nothing. Perhaps a
rule was forgotten.

    option speed = slow | fast
    piece Glider G B when speed = fast"#,
    ),
    (
        "E0118",
        "too many values",
        r#"All options of a variant together have at most 64 values: a check of the file looks at the game
with each of them. An option is a choice between a few games, not a number."#,
    ),
];
