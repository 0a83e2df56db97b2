//! Rules in Rust: what hooks see, and what they change.

use core::fmt;

use chv_dsl::model::Variant;
use chv_runtime::hooks::{Acted, Board, Change, Footprint, Hook, Library, Offer};
use chv_runtime::{EditView, Outcome, Piece, Set256, Side, Spec, Square, SquareSet};

use crate::act::Deed;
use crate::code;
use crate::game::Game;
use crate::run::Run;
use crate::state::State;

/// The hooks of a game.
#[derive(Default)]
pub(crate) struct Hooks {
    list: Vec<Box<dyn Hook>>,
    /// What any of them uses.
    pub(crate) vetoes: bool,
    pub(crate) threatens: bool,
    changes: bool,
    pub(crate) offers: bool,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").field("count", &self.list.len()).finish()
    }
}

impl Hooks {
    /// Finds the hooks that a variant names.
    ///
    /// # Errors
    /// The names that the library does not know, each with what it knows.
    pub(crate) fn find(variant: &Variant, library: Library<'_>) -> Result<Self, Vec<String>> {
        let mut hooks = Self::default();
        let mut unknown = Vec::new();
        for wanted in &variant.hooks {
            let Some((_, make)) = library.iter().find(|(name, _)| *name == wanted.name) else {
                let known: Vec<String> = library.iter().map(|(name, _)| format!("`{name}`")).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                unknown.push(format!(
                    "line {}: this program has no hook `{}`; it has {known}",
                    wanted.source.line, wanted.name
                ));
                continue;
            };
            let hook = make();
            let Footprint { vetoes, threatens, changes, offers } = hook.footprint();
            hooks.vetoes |= vetoes;
            hooks.threatens |= threatens;
            hooks.changes |= changes;
            hooks.offers |= offers;
            hooks.list.push(hook);
        }
        if unknown.is_empty() { Ok(hooks) } else { Err(unknown) }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What a player can know of what hooks remember.
    pub(crate) fn view(&self, states: &mut [u32], player: Side) {
        for (hook, state) in self.list.iter().zip(states) {
            *state = hook.view(*state, player);
        }
    }

    /// The result, if a hook decides the position.
    pub(crate) fn end(&self, g: &Game, s: &State) -> Option<Outcome> {
        let seen = Seen { g, s };
        self.list.iter().zip(s.more.hooks).find_map(|(hook, state)| hook.end(&seen, state))
    }
}

/// A position as hooks see it.
struct Seen<'a> {
    g: &'a Game,
    s: &'a State,
}

impl Board for Seen<'_> {
    fn spec(&self) -> &Spec {
        &self.g.spec
    }

    fn side(&self) -> Side {
        self.s.side
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        code::unpack(*self.s.board.get(square.index())?)
    }

    fn pieces(&self, side: Side, kind: u8) -> Set256 {
        let code = code::piece(side, kind.min(63));
        self.s.sides[side.index()].squares().filter(|s| self.s.board[s.index()] == code).collect()
    }

    fn terrain(&self, square: Square) -> Option<u8> {
        self.s.terrain.get(square.index())?.checked_sub(1)
    }
}

/// An action as hooks see it.
fn acted(run: &Run<'_>, deed: &Deed) -> Acted {
    let captured = &run.taken[run.taken_base..];
    Acted {
        side: deed.side,
        piece: code::unpack(deed.code),
        from: deed.origin.map(Square),
        to: if deed.stay { deed.origin } else { deed.target }.map(Square),
        captured: captured.iter().filter_map(|&(s, c)| Some((Square(s), code::unpack(c)?))).collect(),
        offer: run.offer.clone(),
    }
}

/// What hooks offer the side to act, each with its text.
pub(crate) fn offers(run: &Run<'_>) -> Vec<(String, Offer)> {
    let g = run.g;
    if !g.hooks.offers {
        return Vec::new();
    }
    let seen = Seen { g, s: run.s };
    let named = g.hooks.list.iter().zip(&g.variant.hooks).zip(run.s.more.hooks);
    let each = named.flat_map(|((hook, named), state)| {
        let offers = hook.offers(&seen, state);
        offers.into_iter().map(|offer| (offer.text(&named.name), offer)).collect::<Vec<_>>()
    });
    each.take(1 << 16).collect()
}

/// Makes an action that a hook offers; `None` if there is no such.
pub(crate) fn take_up(run: &mut Run<'_>, index: u16) -> Option<Deed> {
    let (text, offer) = offers(run).into_iter().nth(usize::from(index))?;
    run.taken_base = run.taken.len();
    run.offer = Some(text);
    for change in offer.changes {
        make(run, change);
    }
    Some(Deed::nothing(run.s.side))
}

/// Whether all hooks allow an action that has been made on the board.
pub(crate) fn allow(run: &Run<'_>, deed: &Deed) -> bool {
    let hooks = &run.g.hooks;
    if !hooks.vetoes {
        return true;
    }
    let (acted, seen) = (acted(run, deed), Seen { g: run.g, s: run.s });
    hooks.list.iter().zip(run.s.more.hooks).all(|(hook, state)| hook.allows(&seen, &acted, state))
}

/// Whether a hook says that a side threatens a square.
pub(crate) fn threaten(run: &Run<'_>, attacker: Side, square: u8) -> bool {
    let hooks = &run.g.hooks;
    let seen = Seen { g: run.g, s: run.s };
    hooks.threatens
        && (0..hooks.list.len())
            .any(|i| hooks.list[i].threatens(&seen, attacker, Square(square), run.s.more.hooks[i]))
}

/// What hooks do after an action: what they remember and change.
pub(crate) fn after(run: &mut Run<'_>, deed: &Deed) {
    let g = run.g;
    if g.hooks.is_empty() {
        return;
    }
    let acted = acted(run, deed);
    for (i, hook) in g.hooks.list.iter().enumerate() {
        let old = run.s.more.hooks[i];
        let (state, changes) = hook.after(&Seen { g, s: run.s }, &acted, old);
        run.remember(i, state);
        for change in changes {
            make(run, change);
        }
    }
}

/// Makes a change; a square that is not on the board is none.
fn make(run: &mut Run<'_>, change: Change) {
    let exists = |s: Square| s.index() < run.g.squares && !run.g.variant.board.holes.has(s);
    let empty = |s: Square| exists(s) && run.at(s.0) == code::EMPTY;
    match change {
        Change::Remove(at) if exists(at) => run.remove(at.0),
        Change::Place(at, piece) if empty(at) && usize::from(piece.kind) < run.g.variant.kinds.len() => {
            run.set(at.0, code::piece(piece.side, piece.kind));
            run.tell(EditView::Place(at, piece));
        }
        Change::Shift(from, to) if exists(from) && empty(to) && code::is_piece(run.at(from.0)) => {
            run.shift(from.0, to.0);
        }
        _ => {}
    }
}
