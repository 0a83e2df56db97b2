//! The longer texts on the codes of movements.

use crate::diagnostics::Explanation;

/// The longer texts on all codes of this module, in order of code; `W` after `E`.
#[must_use]
pub fn explanations() -> &'static [Explanation] {
    EXPLANATIONS
}

const fn on(code: &'static str, title: &'static str, text: &'static str) -> Explanation {
    Explanation { code, title, text }
}

const EXPLANATIONS: &[Explanation] = &[
    on(
        "E0200",
        "a movement is missing",
        "Every piece has a movement after its code, such as `K` (one step in any direction) or `mRcpR` (slides \
         along ranks and files, captures over one piece). A piece that never moves has `none`.",
    ),
    on(
        "E0201",
        "a movement is too long",
        "A movement has at most 512 bytes. What is longer can almost always be said in shorter terms, or with further \
         `move` clauses of the piece.",
    ),
    on(
        "E0202",
        "characters without meaning",
        "A movement is one word of letters, digits, brackets, `-` and `?`, without blanks.",
    ),
    on(
        "E0203",
        "an unknown atom",
        "Upper-case letters say how far a piece goes: W (1,0), F (1,1), D (2,0), N (2,1), A (2,2), H (3,0), C (3,1), \
         Z (3,2), G (3,3); the sliders R, B, Q and K, one step in all eight directions; U to anywhere, O castling. Leaps without a letter are \
         written by their coordinates, `(4,1)`. `L` and `J` mean (3,1) and (3,2) in some programs and the opposite in \
         others, so neither is used here.",
    ),
    on(
        "E0204",
        "a number in the wrong place, or too large",
        "A number after an atom is its range: `W3` is up to three steps, `N0` any number of leaps in one direction. No \
         number stands before an atom, none begins with 0, and 0 alone has no limit.",
    ),
    on(
        "E0205",
        "an unknown modifier",
        "Lower-case letters modify the next atom. Directions: f b l r v s, with h for halves, z and q for rides that \
         bend. What may happen at the end: m (move), c (capture), d (capture a friend), e (en passant), k (a royal \
         only), t (no royal), u (exchange). How it travels: p and g hop, n is lame, j jumps, o crosses the sides, y \
         changes the range of the next leg. `i` is for a piece that has not moved, and `a` begins another leg.",
    ),
    on(
        "E0206",
        "modifiers without an atom",
        "Modifiers belong to the atom after them and to no other: in `mWF` only `W` is without capture. At the end of a \
         movement, or of a leg in brackets, they modify nothing.",
    ),
    on(
        "E0207",
        "a modifier that has no effect",
        "A modifier that cannot change anything where it stands is an error, since something else was meant: `nW` (a \
         step to the next square has no way that could be blocked), `pN` (one leap has no room for a hop; `pNN` has), \
         `zN` (one leap cannot bend; `zNN` can), directions on U, `y` on the last leg.",
    ),
    on(
        "E0208",
        "`h` without a partner",
        "`h` goes with a direction: `fhN` is the four forward moves of `N`, `hrN` and `hlN` are its right-handed \
         and left-handed four.",
    ),
    on(
        "E0209",
        "brackets that do not fit",
        "Brackets hold two or more legs with `-` (go on) or `?` (go on, or stop here) between them, each leg with \
         modifiers, an atom and a range of its own: `[W?fsB]` is one step, then outward along a diagonal.",
    ),
    on(
        "E0210",
        "a repetition that repeats nothing",
        "`x(y)A` stands for `xA`, `xyA`, `xyyA` and so on. `y` must contain an `a`, or it would add no leg; inside \
         brackets there is no repetition.",
    ),
    on(
        "E0211",
        "a leap that no board has",
        "`(x,y)` is a leap by x squares one way and y the other, in every orientation. Neither may be above 15, and they \
         may not both be 0.",
    ),
    on(
        "E0213",
        "a modifier that stands twice",
        "Only `i`, `n`, `p` and `j` may be repeated, and then they mean something else: `ii` one rank in front of the \
         start, `nn` leaves en-passant squares, `pp` hops over any number of pieces, each `j` skips a square more.",
    ),
    on(
        "E0214",
        "not in the subset of Fairy-Stockfish",
        "With `dialect \"fsf\"` movements are read as that program reads them, and it knows no legs, no repetition and \
         no castling atom. Without it they are read as this language means them.",
    ),
    on(
        "E0215",
        "`a` inside brackets",
        "There are two spellings for movements of several legs. With `a` all legs share one atom (`afsW`); in brackets \
         each has its own (`[W-F]`). They cannot be mixed in one term.",
    ),
    on(
        "E0216",
        "castling without a distance",
        "`isO2` is castling to either side by two squares. The number is the exact distance that the piece goes.",
    ),
    on(
        "E0217",
        "an imitator",
        "`I` moves as the piece that the opponent moved last. That depends on the game so far and is said by a clause of \
         the piece, not inside a movement.",
    ),
    on(
        "E0218",
        "a leg that can never be made",
        "Directions of later legs are relative to the leg before: f straight on, fr and fl turned by 45 degrees, r and l \
         by 90, and so on. After a step along a rank or file only a turn by 45 or 135 degrees leads to a diagonal.",
    ),
    on(
        "E0219",
        "a movement with too many paths",
        "A term has at most 64 legs, and what is made of it has a limit. Long chains of legs with limited ranges are the \
         usual cause: without a limit (`0`) they are small.",
    ),
    on(
        "E0220",
        "the spelling of another dialect",
        "Several notations grew from Betza's. Legs in parentheses, `t[..]`, braces, `A/B` and the prefixes hh, cc and ss \
         belong to others, where the same letters partly have other meanings, so they are refused rather than guessed \
         at.",
    ),
    on(
        "W0201",
        "directions that others read differently",
        "On K and Q a direction letter is one of eight directions here: `fK` is one square, `fsK` are two. Other programs \
         take K as WF and give the directions to each half: three squares, and four. Writing the halves (`fWfF`) is clear \
         to everyone.",
    ),
    on(
        "W0202",
        "directions that leave out nothing",
        "Every diagonal goes to a side and up or down at once, so `sF` and `vF` are the same as `F`, and `fsF` is the same \
         as `fF`.",
    ),
    on(
        "W0203",
        "a side after a bend to either side",
        "After `s` or `fs` the path may have turned left or right. A later `l` or `r` turns one of these the same way again \
         and the other back. `q` bends to the same side as before, `z` to the other side.",
    ),
    on(
        "W0204",
        "a range that a leg does not use",
        "`y` and `g` make a rider of a leaper for the next leg, or a leaper of a rider. The range that is written on the \
         atom holds for the other legs only.",
    ),
    on(
        "W0205",
        "what Fairy-Stockfish skips",
        "That program skips letters that it does not know, and gives a piece no move for some atoms and modifiers that it \
         does. What this means is said at each place.",
    ),
];
