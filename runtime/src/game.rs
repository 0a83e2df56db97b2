//! A game in progress: a position with its history.

use core::fmt;

use crate::fen::{self, FenError};
use crate::notation::{self, MoveError};
use crate::position::{Outcome, Position, Rules};

/// A position with everything that led to it: repetition, clocks, results, undo.
///
/// Every position of the game is kept, so taking back a move cannot go wrong and costs nothing to
/// reason about; a search makes and unmakes moves on [`Position`]s instead.
#[derive(Clone)]
pub struct Game<R: Rules> {
    rules: R,
    /// Whether a draw that may be claimed ends the game by itself.
    auto_claim: bool,
    start: State<R::Position>,
    played: Vec<Played<R::Position>>,
}

/// A move and what it led to.
type Played<P> = (<P as Position>::Move, State<P>);

/// A move of a game.
pub type MoveOf<R> = <<R as Rules>::Position as Position>::Move;

/// One position of the game and what repetition asks of it.
#[derive(Clone)]
struct State<P> {
    position: P,
    base_key: u64,
    key: u64,
    /// Whether a turn begins here; only such positions are compared.
    turn: bool,
}

impl<R: Rules> Game<R> {
    /// A game from the start position. Draws by repetition and clock end it at once.
    #[must_use]
    pub fn new(rules: R) -> Self {
        let position = rules.start();
        Self::from_position(rules, position)
    }

    /// A game from any position, which counts as the first occurrence of itself.
    #[must_use]
    pub fn from_position(rules: R, position: R::Position) -> Self {
        let start = State { base_key: position.base_key(), key: position.key(), turn: true, position };
        Self { rules, auto_claim: true, start, played: Vec::new() }
    }

    /// A game from a position as text.
    ///
    /// # Errors
    /// All reasons why the text is no position of the game.
    pub fn from_fen(rules: R, text: &str) -> Result<Self, FenError> {
        let position = fen::read_position(&rules, text)?;
        Ok(Self::from_position(rules, position))
    }

    /// With `false`, no draw by repetition or clock ends the game by itself, whatever the rules say:
    /// [`claim`] says that one is possible, and play may go on.
    ///
    /// [`claim`]: Game::claim
    #[must_use]
    pub fn auto_claim(mut self, auto_claim: bool) -> Self {
        self.set_auto_claim(auto_claim);
        self
    }

    /// The same as [`auto_claim`](Game::auto_claim), for a game in progress.
    pub fn set_auto_claim(&mut self, auto_claim: bool) {
        self.auto_claim = auto_claim;
    }

    /// The game's rules.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &R::Position {
        &self.state().position
    }

    /// The position with which the game began.
    #[must_use]
    pub fn start(&self) -> &R::Position {
        &self.start.position
    }

    fn state(&self) -> &State<R::Position> {
        self.played.last().map_or(&self.start, |(_, state)| state)
    }

    /// The position now as text.
    #[must_use]
    pub fn fen(&self) -> String {
        fen::write(&self.position().record(), self.rules.spec())
    }

    /// The moves played, in order.
    pub fn played(&self) -> impl Iterator<Item = MoveOf<R>> {
        self.played.iter().map(|(m, _)| *m)
    }

    /// The texts of the moves played, in order.
    #[must_use]
    pub fn played_texts(&self) -> Vec<String> {
        let mut before = &self.start;
        let mut texts = Vec::with_capacity(self.played.len());
        for (m, after) in &self.played {
            texts.extend(notation::text(&before.position, *m));
            before = after;
        }
        texts
    }

    /// The legal moves with their texts, sorted bytewise; none when the game is over.
    #[must_use]
    pub fn texts(&self) -> Vec<(MoveOf<R>, String)> {
        if self.outcome().is_some() { Vec::new() } else { notation::texts(self.position()) }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the game is over or the move is not legal; nothing changes then.
    pub fn play(&mut self, m: MoveOf<R>) -> Result<(), MoveError> {
        let refused = |reason: String| MoveError { text: format!("{m:?}"), reason };
        if let Some(outcome) = self.outcome() {
            return Err(refused(over(&outcome)));
        }
        if !self.position().is_legal(m) {
            return Err(refused("the rules do not allow it here".into()));
        }
        self.advance(m);
        Ok(())
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// When the game is over or the text is no legal move; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<MoveOf<R>, MoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveError { text: text.to_owned(), reason: over(&outcome) });
        }
        let m = notation::parse(self.position(), text)?;
        self.advance(m);
        Ok(m)
    }

    fn advance(&mut self, m: MoveOf<R>) {
        let before = self.state();
        let mut position = before.position.clone();
        let mut base_key = before.base_key;
        let turn = before.position.side();
        position.make_keyed(m, &mut base_key);
        let key = base_key ^ position.key_supplement();
        // Whoever acts last before play may be the one to begin it.
        let turn = position.side() != turn || position.phase() != before.position.phase();
        self.played.push((m, State { position, base_key, key, turn }));
    }

    /// Takes back the last move; `None` when there is none.
    pub fn undo(&mut self) -> Option<MoveOf<R>> {
        self.played.pop().map(|(m, _)| m)
    }

    /// The key of the position now.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.state().key
    }

    /// How often the position has occurred at the start of a turn, now included. In the middle of a
    /// turn nothing is compared: 0.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let now = self.state();
        if !now.turn {
            return 0;
        }
        let states = self.played.iter().map(|(_, state)| state).chain([&self.start]);
        states.filter(|s| s.turn && s.key == now.key).count() as u32
    }

    /// The result: by the position, or, unless draws are left to claims, by repetition or clock.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let decided = self.position().outcome();
        if decided.is_some() || !self.auto_claim {
            return decided;
        }
        self.by_history()
    }

    /// The result that may be claimed now by repetition or clock, in a game that is not over: because the
    /// rules leave it to a claim, or the [game](Self::auto_claim) does.
    #[must_use]
    pub fn claim(&self) -> Option<Outcome> {
        let now = self.state();
        if self.outcome().is_some() || !now.turn {
            return None;
        }
        self.by_history()
            .or_else(|| now.position.repetition_claim(self.occurrences()))
            .or_else(|| now.position.clock_claim())
    }

    fn by_history(&self) -> Option<Outcome> {
        let now = self.state();
        if !now.turn {
            return None;
        }
        now.position.repetition_outcome(self.occurrences()).or_else(|| now.position.clock_outcome())
    }
}

impl<R: Rules> fmt::Debug for Game<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.played().collect();
        f.debug_struct("Game")
            .field("start", &self.start.position)
            .field("played", &moves)
            .field("auto_claim", &self.auto_claim)
            .finish()
    }
}

fn over(outcome: &Outcome) -> String {
    format!("the game is over ({})", outcome.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Winner;
    use crate::toy::Toy;

    fn play(game: &mut Game<Toy>, moves: &str) {
        for text in moves.split_whitespace() {
            game.play_text(text).unwrap_or_else(|e| panic!("{e}"));
        }
    }

    #[test]
    fn the_first_position_counts_for_repetition() {
        // trap 102, GEN-6: also when it was given as text.
        for mut game in
            [Game::new(Toy::default()), Game::from_fen(Toy::default(), "2w/3/W2 w - - 0 1").unwrap()]
        {
            let mut game2 = game.clone().auto_claim(false);
            play(&mut game, "a1a2 c3c2 a2a1 c2c3");
            assert_eq!((game.occurrences(), game.outcome()), (2, None));
            // Six turns and the third occurrence would come at 6 and 8; the clock is first here.
            play(&mut game, "a1a2 c3c2");
            assert_eq!(game.outcome().unwrap().reason, "six turns");
            assert!(game.texts().is_empty());
            let error = game.play_text("a2a1").unwrap_err();
            assert_eq!(error.to_string(), "`a2a1` is not a legal move: the game is over (six turns)");
            // GEN-6: without automatic claims play goes on, and the claim is reported.
            play(&mut game2, "a1a2 c3c2 a2a1 c2c3 a1a2 c3c2 a2a1 c2c3");
            assert_eq!((game2.outcome(), game2.occurrences()), (None, 3));
            let draw = Outcome { winner: Winner::Draw, reason: "threefold repetition".into() };
            assert_eq!(game2.claim(), Some(draw));
            assert_eq!(game2.fen(), "2w/3/W2 w - - 8 5");
        }
    }

    #[test]
    fn undo_restores_everything() {
        let mut game = Game::new(Toy::default());
        assert_eq!(game.undo(), None);
        let (fen, key) = (game.fen(), game.key());
        play(&mut game, "a1a2 c3c2 a2b2");
        assert_eq!(game.played_texts(), ["a1a2", "c3c2", "a2b2"]);
        assert_eq!(game.key(), game.position().key());
        while game.undo().is_some() {}
        assert_eq!((game.fen(), game.key(), game.occurrences()), (fen, key, 1));
    }

    #[test]
    fn a_capture_ends_the_game() {
        let mut game = Game::from_fen(Toy::default(), "3/Ww1/3 b - - 5 9").unwrap();
        assert!(game.play((crate::Square(0), crate::Square(8))).is_err());
        play(&mut game, "b2a2");
        let won = Outcome { winner: Winner::Side(crate::Side::Black), reason: "taken".into() };
        assert_eq!((game.outcome(), game.claim()), (Some(won), None));
        assert_eq!(game.fen(), "3/w2/3 w - - 0 10");
    }
}
