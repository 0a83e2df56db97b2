//! Directions: which steps a group of direction letters stands for.
//!
//! Straight and diagonal steps are numbered clockwise from forward: 0 forward, 1 forward right,
//! 2 right, and so on. The eight steps of an oblique leap (2,1) are numbered clockwise from
//! (1,2): number `k` lies between the straight or diagonal directions `k` and `k + 1`.

use super::syntax::{Atom, Group};

/// A set of directions: bit `k` is direction `k`.
pub(crate) type Mask = u8;

const EIGHT: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The directions that are straight.
pub(crate) const STRAIGHT: Mask = 0b0101_0101;
/// The directions that are diagonal.
pub(crate) const DIAGONAL: Mask = 0b1010_1010;

/// What kind of steps an atom has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// Along ranks and files, so many squares a step.
    Straight(u8),
    /// Along diagonals.
    Diagonal(u8),
    /// Both, one square a step.
    Eight,
    /// Neither: the longer and the shorter coordinate.
    Oblique(u8, u8),
}

/// The directions of some letters, in a list of bits.
fn mask(directions: &[u8]) -> Mask {
    directions.iter().fold(0, |all, d| all | 1 << (d & 7))
}

impl Shape {
    /// The shape of an atom; `None` for atoms that have no directions.
    pub(crate) fn of(atom: Atom) -> Option<Self> {
        Some(match atom {
            Atom::Leap(name) => match name.leap() {
                (x, 0) => Self::Straight(x),
                (x, y) if x == y => Self::Diagonal(x),
                (x, y) => Self::Oblique(x, y),
            },
            Atom::StraightRide => Self::Straight(1),
            Atom::DiagonalRide => Self::Diagonal(1),
            Atom::FullRide | Atom::FullStep => Self::Eight,
            Atom::Universal | Atom::Castling | Atom::Imitator => return None,
        })
    }

    pub(crate) fn is_oblique(self) -> bool {
        matches!(self, Self::Oblique(..))
    }

    /// All directions it has.
    pub(crate) fn all(self) -> Mask {
        match self {
            Self::Straight(_) => STRAIGHT,
            Self::Diagonal(_) => DIAGONAL,
            Self::Eight | Self::Oblique(..) => 0xff,
        }
    }

    /// The step in a direction. A straight or diagonal atom has its partner's step in the
    /// directions that are not its own (`W` and `F`, `D` and `A`, and so on).
    pub(crate) fn step(self, direction: u8) -> (i32, i32) {
        let k = usize::from(direction & 7);
        match self {
            Self::Straight(n) | Self::Diagonal(n) => (EIGHT[k].0 * i32::from(n), EIGHT[k].1 * i32::from(n)),
            Self::Eight => EIGHT[k],
            Self::Oblique(long, short) => {
                let (l, s) = (i32::from(long), i32::from(short));
                [(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)][k]
            }
        }
    }

    /// The squares under way of a lame leap in a direction, relative to its start: straight first,
    /// then diagonally.
    pub(crate) fn way(self, direction: u8) -> Vec<(i32, i32)> {
        let (dx, dy) = self.step(direction);
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        let mut at = (0, 0);
        (1..long)
            .map(|step| {
                let diagonal = step > long - short;
                if diagonal || dx.abs() >= dy.abs() {
                    at.0 += dx.signum();
                }
                if diagonal || dy.abs() >= dx.abs() {
                    at.1 += dy.signum();
                }
                at
            })
            .collect()
    }

    /// The directions of a group on the first leg, from White's side; `None` if the group has no
    /// meaning for this shape.
    pub(crate) fn first(self, group: Group) -> Option<Mask> {
        match self {
            Self::Straight(_) => match group.second {
                None => eight_one(group.first),
                Some(second) => Some(eight_one(group.first)? | eight_one(second)?),
            },
            Self::Diagonal(_) => match group.second {
                None => diagonal_one(group.first),
                Some(second) => Some(diagonal_one(group.first)? & diagonal_one(second)?),
            },
            Self::Eight => eight(group),
            Self::Oblique(..) => oblique(group),
        }
    }

    /// The directions of several groups on the first leg; all where there is none.
    pub(crate) fn first_all(self, groups: impl Iterator<Item = Group>) -> Mask {
        let mut any = false;
        let all = groups.fold(0, |mask, g| {
            any = true;
            mask | self.first(g).unwrap_or(0)
        });
        if any { all } else { self.all() }
    }
}

/// A lone letter among eight directions.
fn eight_one(letter: u8) -> Option<Mask> {
    Some(match letter {
        b'f' => mask(&[0]),
        b'r' => mask(&[2]),
        b'b' => mask(&[4]),
        b'l' => mask(&[6]),
        b'v' => mask(&[0, 4]),
        b's' => mask(&[2, 6]),
        _ => return None,
    })
}

fn diagonal_one(letter: u8) -> Option<Mask> {
    Some(match letter {
        b'f' => mask(&[7, 1]),
        b'r' => mask(&[1, 3]),
        b'b' => mask(&[3, 5]),
        b'l' => mask(&[5, 7]),
        b'v' | b's' => DIAGONAL,
        _ => return None,
    })
}

/// A group among eight directions: a pair is the diagonal between.
pub(crate) fn eight(group: Group) -> Option<Mask> {
    let Some(second) = group.second else { return eight_one(group.first) };
    if second == b'h' {
        let middle = eight_one(group.first)?.trailing_zeros() as u8;
        return Some(mask(&[middle + 7, middle, middle + 1]));
    }
    if group.first == b'h' {
        return None;
    }
    Some(diagonal_one(group.first)? & diagonal_one(second)?)
}

/// The two steepest moves in a named direction.
fn narrow(letter: u8) -> Option<Mask> {
    Some(match letter {
        b'f' => mask(&[7, 0]),
        b'r' => mask(&[1, 2]),
        b'b' => mask(&[3, 4]),
        b'l' => mask(&[5, 6]),
        b'v' => mask(&[7, 0, 3, 4]),
        b's' => mask(&[1, 2, 5, 6]),
        _ => return None,
    })
}

fn wide(letter: u8) -> Option<Mask> {
    Some(match letter {
        b'f' => mask(&[6, 7, 0, 1]),
        b'r' => mask(&[0, 1, 2, 3]),
        b'b' => mask(&[2, 3, 4, 5]),
        b'l' => mask(&[4, 5, 6, 7]),
        _ => return None,
    })
}

/// A group of an oblique leap: in a pair the second letter names the long axis.
pub(crate) fn oblique(group: Group) -> Option<Mask> {
    match (group.first, group.second) {
        (b'h', Some(b'r')) => Some(mask(&[0, 2, 4, 6])),
        (b'h', Some(b'l')) => Some(mask(&[1, 3, 5, 7])),
        (first, Some(b'h')) => wide(first),
        (first, Some(second)) => Some(wide(first)? & narrow(second)?),
        (first, None) => narrow(first),
    }
}

/// A turn from the direction of the last leg, in eighths clockwise, and whether it follows the
/// last bend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// By so much.
    By(u8),
    /// By so much, to the side of the last bend (`true`) or to the other side.
    Bend(u8, bool),
}

/// The turns of a group on a later leg; `None` if it has no meaning there.
pub(crate) fn turns(group: Group) -> Option<Vec<Turn>> {
    let bend = |letter, by| match letter {
        b'q' => Some(Turn::Bend(by, true)),
        b'z' => Some(Turn::Bend(by, false)),
        _ => None,
    };
    if let Some(turn) = bend(group.first, 2) {
        return Some(vec![turn]);
    }
    if let Some(turn) = group.second.and_then(|s| bend(s, if group.first == b'f' { 1 } else { 3 })) {
        return Some(vec![turn]);
    }
    Some(bits(eight(group)?).map(Turn::By).collect())
}

/// The directions of a set in rising order.
pub(crate) fn bits(mask: Mask) -> impl Iterator<Item = u8> {
    (0..8).filter(move |k| mask >> k & 1 != 0)
}

/// All directions of a set turned clockwise.
pub(crate) fn turned(mask: Mask, by: u8) -> Mask {
    mask.rotate_left(u32::from(by & 7))
}
