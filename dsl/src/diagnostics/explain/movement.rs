//! The notation of movements.

use super::Entry;

/// Code, title and text.
pub(super) const TABLE: &[Entry] = &[
    (
        "E0200",
        "a movement is missing",
        r#"A movement has at least one atom. A piece that does not move is declared with the word `none`.

    piece Rock X none"#,
    ),
    (
        "E0201",
        "a movement is too long",
        r#"The text of one movement has at most 512 bytes. What it says can be spread over several
movements of the piece.

    piece Walker W K { move N; move AD }"#,
    ),
    (
        "E0202",
        "a character without a meaning",
        r#"The character has no meaning in a movement. Movements are written in ASCII letters, digits and
the signs `[ ] ( ) , - ?`.

    piece Jumper J mN;W        the `;` ends the statement"#,
    ),
    (
        "E0203",
        "no such atom",
        r#"Upper-case letters are atoms: the leaps W F D N A H C Z G, the sliders R B and Q, the king's
step K, and U, O, I. Some letters mean different things in different programs, and are refused
for that; a leap can always be written by its coordinates.

    piece Jumper J L        write: piece Jumper J C    or: (3,1)"#,
    ),
    (
        "E0204",
        "a range that is not one",
        r#"A number after an atom is its range: the most steps it makes. `0` means any number. Each atom
has at most one range.

    R4        a rook of up to four steps
    N0        any number of knight's leaps in one direction"#,
    ),
    (
        "E0205",
        "no such modifier",
        r#"Lower-case letters before an atom modify it: directions (f b l r v s h), modes (m c d e k t u),
ways (p g y n j o z q), `i` for initial, and `a` for another leg.

    fmWfcF        forward without capture, and capture diagonally forward"#,
    ),
    (
        "E0206",
        "modifiers without an atom",
        r#"Lower-case letters modify the next upper-case letter. Here none follows, so it is not said how
far the piece goes.

    fm        write for example: fmW"#,
    ),
    (
        "E0207",
        "a modifier without effect",
        r#"The modifier means nothing with this atom or in this place, so it is probably meant for
something else. For example `n` makes a leap lame, which a step to a neighbour cannot be.

    nD        a leap of two that cannot jump
    nW        nothing stands between"#,
    ),
    (
        "E0208",
        "h without a partner",
        r#"`h` stands for half and belongs to another letter: `fh` is the forward half of an oblique leap,
`hr` and `hl` are its right-handed and left-handed four.

    fhN        the four forward knight's leaps"#,
    ),
    (
        "E0209",
        "brackets that do not fit",
        r#"Brackets hold legs that are made one after the other: `-` goes on, `?` goes on or stops. Each
leg has an atom. Round brackets hold the two coordinates of a leap, or a group of modifiers that
is repeated.

    [W?F]        a step, and perhaps a diagonal one after it
    (4,1)        a leap"#,
    ),
    (
        "E0210",
        "a repetition that does not fit",
        r#"Round brackets among modifiers repeat what is in them any number of times, so they must start
another leg with `a`. They do not go with square brackets.

    afs(afz)W"#,
    ),
    (
        "E0211",
        "a leap that leads nowhere",
        r#"The coordinates of a leap are 0 to 15, and not both 0: boards have at most 16 files and ranks.

    (4,1)"#,
    ),
    (
        "E0213",
        "a modifier once too often",
        r#"The modifier stands more often in one leg than it has a meaning. Most of them are said once;
`i`, `n`, `j` and `p` mean something else when they are doubled.

    mmW        write: mW"#,
    ),
    (
        "E0214",
        "not in that dialect",
        r#"The file reads its movements in the dialect of another program, and that program does not know
this. Leave `dialect` out to use the notation of this language.

    dialect "fsf""#,
    ),
    (
        "E0215",
        "legs in two ways at once",
        r#"Legs are written with `a` before one atom, or in brackets with an atom each, but not both in one
movement.

    afsW        or: [W-fsF]"#,
    ),
    (
        "E0216",
        "castling without a distance",
        r#"`O` is castling, and the number after it says how many squares the piece goes. The partner is
the piece at the edge of the board. The `castling` statement says the same with squares.

    KisO2        a king that castles two squares to either side"#,
    ),
    (
        "E0217",
        "an imitator with conditions",
        r#"`I` moves as the piece that the opponent moved last, by the whole movement on that piece's own
line. Programs differ in what modifiers on it mean, so it has none; and a shot, a push or a
movement outside of a game has nothing that it could imitate.

    piece Joker J I
    piece Joker J FI        a diagonal step, or as that piece"#,
    ),
    (
        "E0218",
        "a leg without directions",
        r#"Directions of a later leg are relative to the leg before: `f` goes straight on, `fs` turns by 45
degrees, `s` by 90. None of those that are left goes the way this atom goes, so the leg can
never be made.

    [F-fsR]        a diagonal step, then straight on outwards"#,
    ),
    (
        "E0219",
        "too many paths",
        r#"A movement is turned into a table of ways, and this one has too many: many legs, each with a
long range. Use fewer legs, or `0` where the limit does not matter."#,
    ),
    (
        "E0220",
        "another dialect",
        r#"The text is written in a dialect of the notation that differs from that of this language. The
note says what the mark means there, and the help line how to write it here.

    t[FR]        write: [F?fsR]"#,
    ),
    (
        "E0221",
        "no such dialect",
        r#"`dialect` says in which spelling the movements of a file are written. Known are `chv`, which is
the default, and `fsf`, that of Fairy-Stockfish. The others differ in ways that cannot be told
from the text.

    dialect "fsf""#,
    ),
    (
        "W0201",
        "read differently by other programs",
        r#"A single direction on K or Q is one direction of eight here, as in the notation of the
Interactive Diagram. Other programs apply it to the two parts of the atom. The help line writes
both out.

    fK        here: one step straight forward
    fWfF        the three steps forward"#,
    ),
    (
        "W0202",
        "a direction that leaves out nothing",
        r#"On a diagonal atom `s` and `v` alone restrict nothing, since every diagonal goes both sideways
and up or down; in pairs programs differ. Name the diagonals instead.

    flFbrF        one diagonal, both ways"#,
    ),
    (
        "W0203",
        "bends of two shapes",
        r#"The leg before may turn to either side, and this one turns to one side only, so that the paths
are not mirror images. `q` bends to the same side as before, `z` to the other.

    afsafzW"#,
    ),
    (
        "W0204",
        "a range that does not hold",
        r#"After `y` or `g` a leg changes between leaping and sliding, and the written range does not hold
for it.

    yafsF        a diagonal step, then a slide"#,
    ),
    (
        "W0205",
        "not what that program does",
        r#"The file reads its movements as another program does, and that program treats this in its own
way. The message says how it is read here.

    dialect "fsf""#,
    ),
    (
        "W0206",
        "a direction twice",
        r#"Direction letters are united, so that one of them says no more when it stands there again. A
doubled letter is that letter alone, parted from the one after it where both would be a pair.

    fW        one step forward, which `ffW` is as well
    ffrrN     the two steepest leaps forward, and the two flattest to the right"#,
    ),
    (
        "W0207",
        "a range that says nothing",
        r#"`R`, `B` and `Q` go any number of steps; neither the letter again nor `0` changes that.

    R         any number of steps along ranks and files
    RB        the same along diagonals, too: `Q`"#,
    ),
    (
        "W0208",
        "a term that is there already",
        r#"A piece may do what any term of its movement allows. A term that allows what one before it does
adds nothing; perhaps another one was meant.

    RN        a slide or a leap; `RNR` is the same"#,
    ),
];
