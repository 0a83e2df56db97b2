//! Games without a type of their own, for programs that choose the game at run time.
//!
//! [`erase`] turns the rules of a game, compiled or interpreted, into [`AnyRules`]; moves are named by
//! their texts. What costs time (node counts) runs in the typed code behind.

use crate::fen::FenError;
use crate::game::Game;
use crate::geometry::{Side, Square};
use crate::moves::MoveDetail;
use crate::notation::{self, MoveError};
use crate::perft;
use crate::position::{Outcome, Position, Rules};
use crate::record::Record;
use crate::spec::Spec;

/// The rules of some game. Threads may share them; each has games of its own.
pub trait AnyRules: Send + Sync {
    /// Facts of the game that text and callers read.
    fn spec(&self) -> &Spec;

    /// A game from the start position.
    fn game(&self) -> Box<dyn AnyGame>;

    /// A game from a position given as text.
    ///
    /// # Errors
    /// All reasons why the text is no position of the game.
    fn game_from_fen(&self, fen: &str) -> Result<Box<dyn AnyGame>, FenError>;
}

/// A game in progress: a [`Game`] of some rules.
pub trait AnyGame {
    /// Facts of the game that text and callers read.
    fn spec(&self) -> &Spec;
    /// The side to act.
    fn side(&self) -> Side;
    /// The phase that the game is in, by its name in the rules.
    fn phase(&self) -> &str;
    /// The game from here on as a player sees it: see [`Position::view`]. It has no history.
    fn view(&self, player: Side) -> Box<dyn AnyGame>;
    /// The position now as text.
    fn fen(&self) -> String;
    /// The position now as neutral data.
    fn record(&self) -> Record;
    /// The key of the position now.
    fn key(&self) -> u64;
    /// How often the position has occurred; see [`Game::occurrences`].
    fn occurrences(&self) -> u32;
    /// The texts of the legal moves, sorted bytewise; none when the game is over.
    fn texts(&self) -> Vec<String>;
    /// The texts of the legal moves of the position, whatever repetition and clock say.
    fn positional_texts(&self) -> Vec<String>;
    /// The legal moves as text and data, sorted bytewise by text; none when the game is over.
    fn detailed(&self) -> Vec<(String, MoveDetail)>;
    /// Plays a move.
    ///
    /// # Errors
    /// Why there is no such legal move; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes back the last move: its text, or `None` when there is none.
    fn undo(&mut self) -> Option<String>;
    /// Number of moves played.
    fn length(&self) -> usize;
    /// The texts of the moves played, in order.
    fn played(&self) -> Vec<String>;
    /// Whether a royal of the side to act is in check.
    fn in_check(&self) -> bool;
    /// The squares of the pieces that give check, rising.
    fn checkers(&self) -> Vec<Square>;
    /// The result, if there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// The result that may be claimed; see [`Game::claim`].
    fn claim(&self) -> Option<Outcome>;
    /// Whether draws by repetition and clock end the game by themselves; see [`Game::auto_claim`].
    fn set_auto_claim(&mut self, auto_claim: bool);
    /// Number of sequences of legal moves from the position; see [`perft::perft`].
    fn perft(&self, depth: u32, bulk: bool) -> u64;
    /// [`perft`](AnyGame::perft) within a limit; see [`perft::perft_within`].
    fn perft_within(&self, depth: u32, most: u64) -> Option<u64>;
    /// The part of [`perft`](AnyGame::perft) that begins with one legal move; `None` if it is none, or
    /// for depth 0.
    fn perft_below(&self, text: &str, depth: u32, bulk: bool) -> Option<u64>;
    /// The parts of [`perft`](AnyGame::perft) by first move, sorted bytewise.
    fn divide(&self, depth: u32, bulk: bool) -> Vec<(String, u64)>;
    /// Checks all that positions promise, here and after each legal move (after some of them, evenly
    /// spread, where there are very many); see [`perft::checked`].
    ///
    /// # Errors
    /// What is wrong.
    fn self_check(&self) -> Result<(), String>;
    /// A copy of the game with its history.
    fn clone_box(&self) -> Box<dyn AnyGame>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// How many moves of a position [`AnyGame::self_check`] follows.
const SOME: usize = 64;

/// Takes the type off the rules of a game.
pub fn erase<R>(rules: R) -> Box<dyn AnyRules>
where
    R: Rules + Send + Sync + 'static,
    R::Position: 'static,
{
    Box::new(Erased(rules))
}

struct Erased<R>(R);

impl<R> AnyRules for Erased<R>
where
    R: Rules + Send + Sync + 'static,
    R::Position: 'static,
{
    fn spec(&self) -> &Spec {
        self.0.spec()
    }

    fn game(&self) -> Box<dyn AnyGame> {
        Box::new(Game::new(self.0.clone()))
    }

    fn game_from_fen(&self, fen: &str) -> Result<Box<dyn AnyGame>, FenError> {
        Ok(Box::new(Game::from_fen(self.0.clone(), fen)?))
    }
}

impl<R> AnyGame for Game<R>
where
    R: Rules + 'static,
    R::Position: 'static,
{
    fn spec(&self) -> &Spec {
        self.rules().spec()
    }

    fn side(&self) -> Side {
        self.position().side()
    }

    fn phase(&self) -> &str {
        self.position().phase()
    }

    fn view(&self, player: Side) -> Box<dyn AnyGame> {
        Box::new(Game::from_position(self.rules().clone(), self.position().view(player)))
    }

    fn fen(&self) -> String {
        self.fen()
    }

    fn record(&self) -> Record {
        self.position().record()
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn occurrences(&self) -> u32 {
        self.occurrences()
    }

    fn texts(&self) -> Vec<String> {
        self.texts().into_iter().map(|(_, text)| text).collect()
    }

    fn positional_texts(&self) -> Vec<String> {
        notation::texts(self.position()).into_iter().map(|(_, text)| text).collect()
    }

    fn detailed(&self) -> Vec<(String, MoveDetail)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        notation::detailed(self.position()).into_iter().map(|(_, detail, text)| (text, detail)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play_text(text).map(|_| ())
    }

    fn undo(&mut self) -> Option<String> {
        let m = self.undo()?;
        notation::text(self.position(), m)
    }

    fn length(&self) -> usize {
        self.played().count()
    }

    fn played(&self) -> Vec<String> {
        self.played_texts()
    }

    fn in_check(&self) -> bool {
        self.position().in_check()
    }

    fn checkers(&self) -> Vec<Square> {
        self.position().checkers()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn claim(&self) -> Option<Outcome> {
        self.claim()
    }

    fn set_auto_claim(&mut self, auto_claim: bool) {
        self.set_auto_claim(auto_claim);
    }

    fn perft(&self, depth: u32, bulk: bool) -> u64 {
        perft::perft(self.position(), depth, bulk)
    }

    fn perft_within(&self, depth: u32, most: u64) -> Option<u64> {
        perft::perft_within(self.position(), depth, most)
    }

    fn perft_below(&self, text: &str, depth: u32, bulk: bool) -> Option<u64> {
        let below = depth.checked_sub(1)?;
        let m = notation::parse(self.position(), text).ok()?;
        let mut child = self.position().clone();
        child.make(m);
        Some(perft::perft(&child, below, bulk))
    }

    fn divide(&self, depth: u32, bulk: bool) -> Vec<(String, u64)> {
        perft::divide(self.position(), depth, bulk)
    }

    fn self_check(&self) -> Result<(), String> {
        perft::check_some(self.rules(), self.position(), 1, SOME).map(|_| ())
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn erased_games_do_what_typed_ones_do() {
        let rules = erase(Toy::default());
        let mut game = rules.game();
        let start = game.clone();
        assert_eq!((game.spec().name.as_ref(), game.phase(), game.length()), ("toy", "play", 0));
        assert_eq!(game.texts(), ["a1a2", "a1b1"]);
        assert_eq!(game.detailed().iter().map(|m| m.0.as_str()).collect::<Vec<_>>(), ["a1a2", "a1b1"]);
        assert_eq!(game.perft(3, true), 12);
        assert_eq!((game.perft_within(3, 12), game.perft_within(3, 11)), (Some(12), None));
        let parts = [game.perft_below("a1a2", 3, true), game.perft_below("a1b1", 3, false)];
        assert_eq!(parts, [Some(6), Some(6)]);
        assert_eq!((game.perft_below("a1c3", 3, true), game.perft_below("a1a2", 0, true)), (None, None));
        assert_eq!(game.divide(2, true), [("a1a2".to_owned(), 2), ("a1b1".to_owned(), 2)]);
        assert_eq!(game.self_check(), Ok(()));
        for text in ["a1a2", "c3c2", "a2b2", "c2b2"] {
            game.play(text).unwrap();
        }
        assert!(game.texts().is_empty() && game.detailed().is_empty());
        assert_eq!(game.outcome().unwrap().reason, "taken");
        assert_eq!(game.played(), ["a1a2", "c3c2", "a2b2", "c2b2"]);
        assert_eq!((game.undo().as_deref(), game.length(), game.claim()), (Some("c2b2"), 3, None));
        assert_eq!((start.fen().as_str(), start.length()), ("2w/3/W2 w - - 0 1", 0));
        assert_ne!(start.key(), game.key());
        let again = rules.game_from_fen(&game.fen()).unwrap();
        assert_eq!((again.key(), again.record()), (game.key(), game.record()));
        assert_eq!(rules.game_from_fen("nonsense").err().unwrap().problems[0].column, 1);
    }

    #[test]
    fn a_draw_by_the_clock_leaves_the_moves_of_the_position() {
        let rules = erase(Toy::default());
        let mut game = rules.game_from_fen("2w/3/W2 w - - 6 4").unwrap();
        assert_eq!((game.texts().len(), game.positional_texts().len(), game.occurrences()), (0, 2, 1));
        game.set_auto_claim(false);
        assert_eq!((game.texts().len(), game.outcome()), (2, None));
        assert_eq!(game.claim().unwrap().reason, "six turns");
    }
}
