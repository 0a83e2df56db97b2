//! Board, pieces, set-up, special moves and ends.

use super::Entry;

/// Code, title and text.
pub(super) const TABLE: &[Entry] = &[
    (
        "E0301",
        "no board",
        r#"A variant says how large its board is: files first, then ranks.

    board 8x8"#,
    ),
    (
        "E0302",
        "a board of an impossible size",
        r#"Each side of a board has 1 to 16 squares, and not all of them are holes.

    board 16x16"#,
    ),
    (
        "E0303",
        "a square that is not on the board",
        r#"Files are letters from `a`, ranks are numbers from 1, as White sees them. The note says how far
the board goes. A hole is no square.

    board 4x4
    region home = ranks 1..2"#,
    ),
    (
        "E0304",
        "a range that runs backwards",
        r#"A range of files or ranks goes from the lower to the higher one.

    ranks 3..1        write: ranks 1..3"#,
    ),
    (
        "W0305",
        "a region without squares",
        r#"The region is empty: no square fulfils all that is asked. Rules that depend on it never apply.

    rank 1 and rank 2        write: ranks 1..2"#,
    ),
    (
        "E0306",
        "no pieces",
        r#"A variant declares at least one kind of piece.

    piece Walker W K"#,
    ),
    (
        "E0307",
        "a piece that cannot move",
        r#"From no square of the board does this piece reach another, so the movement is not what was
meant: perhaps its leap is longer than the board, or `within` shuts out every target. A piece
that is meant to stand still is declared with `none`.

    piece Rock X none"#,
    ),
    (
        "E0308",
        "a piece that reverts to itself",
        r#"`reverts to` names what a promoted piece is in the hand of whoever captures it: another kind.

    piece Lord +T FR { reverts to Tower }"#,
    ),
    (
        "E0309",
        "a shot or a push that takes nothing",
        r#"`shoots` is for capturing without moving, `pushes` for moving a piece on: the movement says which
pieces can be taken. A movement without captures takes none, and a leap to any square goes in no
direction.

    piece Slinger S W { shoots R }"#,
    ),
    (
        "W0310",
        "what can never happen",
        r#"The rule is well formed, but no position of this variant lets it happen. The message says why. A
common reason is a set-up that does not have the piece that a rule speaks of.

    piece Runner R fWifD { initial on ranks 1..2 }"#,
    ),
    (
        "W0311",
        "a piece that never comes into the game",
        r#"The kind is declared, and neither the set-up nor any promotion, drop or effect puts one on the
board.

    promotion Plodder on rank 8 { to Runner }"#,
    ),
    (
        "E0312",
        "a clause about hops for what does not hop",
        r#"`hops over` says what a movement hops over, and how many; the movement itself says that it hops,
by `p`, `pp` or `g`. Terrain can be hopped over if it blocks.

    piece Vaulter V mRcpR { hops over pieces except Vaulter }"#,
    ),
    (
        "E0313",
        "lines that are not there",
        r#"A movement `along` lines makes only steps that are drawn, from the one end to the other. They are
drawn in the block of the board, each from square to square, for both sides.

    board 9x10 { lines palace = d1-e2-f3, f1-e2-d3 }"#,
    ),
    (
        "W0314",
        "what is said twice",
        r#"The same square, or the same line, stands in a list twice, or two words of a piece mean the same,
or it is given a movement that it has. Once is enough; perhaps another one was meant.

    holes d4 d4        write: holes d4"#,
    ),
    (
        "E0315",
        "a phase that cannot be played",
        r#"A phase says one thing that each player does before play, and what may be said of it. Pieces are
arranged on as many squares as there are pieces, which are empty in the set-up.

    phase royals {
      each arranges 4 of A, B, C, D, E on d1 e1 f1 g1
      the one left is guard
    }"#,
    ),
    (
        "E0316",
        "a field that there is not",
        r#"A piece that moves as another needs a field that says as which: a phase sets it, or it is the kind
that the opponent moved last. What players hide is declared as hidden.

    piece Guard G none { moves as guard }
    piece Jester J none { moves as last moved of opponent }
    hidden mines"#,
    ),
    (
        "E0317",
        "terrain that nothing enters",
        r#"No piece comes to terrain that blocks, so nothing can go on from there.

    terrain Portal portals { joins slides }"#,
    ),
    (
        "E0318",
        "en passant without squares",
        r#"`leaving en passant` is for a movement of several steps: the squares that it goes over may be
entered by captures en passant in the next turn. `captures A en passant` is for a piece whose own
movement captures: where it could, it takes an A that has passed the square.

    piece Plodder P fmWfcF {
      move fmW3 from rank 2 leaving en passant
      captures Plodder en passant
    }"#,
    ),
    (
        "W0319",
        "what is so anyway",
        r#"The rule is well formed and changes nothing: the game would be the same without it. A turn, for
example, is one move if nothing else is said.

    turn { 2 moves; may end early }"#,
    ),
    (
        "E0320",
        "no set-up",
        r#"A variant says where the pieces stand at the start: a line for each rank that has any, in the
letters of FEN.

    setup {
      8 w3
      1 W3
    }"#,
    ),
    (
        "E0321",
        "no such rank",
        r#"The line of a set-up begins with the number of its rank, and the board has no such rank.

    setup {
      1 W3
    }"#,
    ),
    (
        "E0322",
        "a row of the wrong width",
        r#"The pieces and empty squares of a row are as many as the board has files. A number stands for so
many empty squares; on boards of more than nine files two digits are read as one number.

    board 4x4
    setup { 1 W3 }"#,
    ),
    (
        "E0323",
        "an unknown letter",
        r#"The row (or hand) has a letter that no piece has as its code. Upper case is White's piece, lower
case is Black's.

    piece Walker W K
    setup { 4 w3; 1 W3 }"#,
    ),
    (
        "E0324",
        "holes and pieces do not fit",
        r#"A hole is no square: nothing stands there. A row may count holes among its empty squares, or
show each as `*`.

    board 4x4 { holes a1 }
    setup { 1 *W2 }"#,
    ),
    (
        "E0325",
        "a hand that cannot be",
        r#"A hand holds pieces of its own side, and a variant with hands has `drops`, since nothing else
can be done with them.

    drops
    setup { hand white PP }"#,
    ),
    (
        "W0326",
        "the sides seem to be exchanged",
        r#"White is in upper case and begins on the low ranks: its pieces move up the board. In this set-up
they stand on the far side, or one side has no pieces. If it is meant so, nothing is wrong.

    setup {
      4 w3
      1 W3
    }"#,
    ),
    (
        "E0327",
        "over at the start",
        r#"A side that has none of these pieces has lost (or won) by this rule, and at the start one has
none.

    no Plodder loses        each side needs a Plodder in the set-up"#,
    ),
    (
        "E0401",
        "castling squares that do not fit",
        r#"A castling names where the piece and its partner stand at the start and where they go, as White
sees it; Black's squares follow. Both must stand there in the set-up, and each goes along a rank
or a file, so that it is clear which squares must be empty.

    castling Walker {
      with Tower e1 > g1, h1 > f1
    }"#,
    ),
    (
        "E0402",
        "letters of castling rights",
        r#"Positions write the rights to castle as letters: K if the partner stands to the right of the
piece, else Q, and `as` gives another. White's are upper case. Each letter means one right, and
a right is held only where its pieces stand.

    with Tower e1 > b1, a1 > c1 as A"#,
    ),
    (
        "W0403",
        "only one side can castle",
        r#"The pieces of one side stand where this castling needs them, and those of the other do not, so
that side can never castle. If the set-up is not symmetric this may be meant."#,
    ),
    (
        "E0410",
        "a promotion without choices",
        r#"A promotion says what the piece becomes.

    promotion Plodder on rank 8 { to Tower, Runner }"#,
    ),
    (
        "E0411",
        "which piece promotes",
        r#"The pieces that promote are named either after `promotion`, for all lines of the block, or at
the start of each line, but not both.

    promotion Plodder on rank 8 { to Tower }
    promotion on rank 8 { Plodder to Tower }"#,
    ),
    (
        "E0412",
        "two pieces on one square",
        r#"The promoted piece stands on the target of the move, so a second piece cannot. It can be put on
the square that the move came from.

    to Guard and Guard at origin"#,
    ),
    (
        "E0413",
        "choices that look the same",
        r#"Moves name the choice of a promotion by the letter of the piece. Two choices with the same
letters could not be told apart.

    to Tower, Tower        name it once"#,
    ),
    (
        "W0414",
        "a promotion out of reach",
        r#"None of the pieces can get to where it would promote, from where they are in the set-up.

    piece Plodder P fW
    promotion Plodder on rank 8 { to Tower }"#,
    ),
    (
        "E0420",
        "a sign that cannot stand for terrain",
        r#"Terrain has a sign of its own in positions. Letters, digits, brackets and some other signs have
a meaning there already.

    terrain Wall * { blocks }"#,
    ),
    (
        "E0421",
        "nothing happens",
        r#"A reaction without effects says nothing.

    after capture { destroy captor }"#,
    ),
    (
        "E0422",
        "two squares to choose",
        r#"One reaction lets the mover choose one square. A second choice is a reaction of its own, which
comes after it.

    after move { place Wall on an empty square }"#,
    ),
    (
        "E0423",
        "a hook without a Rust type",
        r#"A hook names the Rust type that implements it, by its path as the crate that includes the
compiled game knows it.

    hook restless "crate::hooks::Restless""#,
    ),
    (
        "W0430",
        "no ends",
        r#"Nothing says how the game ends, so it goes on until there are no moves, and then nobody has won.
A file says everything: also that checkmate loses.

    end {
      checkmate loses
      stalemate draws
    }"#,
    ),
    (
        "E0431",
        "checkmate without a royal piece",
        r#"Checkmate is about a royal piece, and no piece of this variant is royal.

    piece Walker W K { royal }"#,
    ),
    (
        "W0432",
        "a royal piece without checkmate",
        r#"A piece is royal, so a side may have no legal move while it is in check; and nothing says what
the result is then.

    end { checkmate loses }"#,
    ),
    (
        "E0433",
        "a side without a royal piece",
        r#"Each side needs a royal piece at the start: what would be in check otherwise? The notes name the
royal kinds.

    setup {
      4 w3
      1 W3
    }"#,
    ),
    (
        "W0440",
        "a test that shows nothing",
        r#"A test has steps: moves that are legal or not, positions that come out, results. This one has
none, so it can never fail.

    test "the first move" {
      legal e2e4
    }"#,
    ),
];
