//! An opponent to try a variant with: plain alpha-beta over any engine, one ply deeper each time until the time is up.
//!
//! It knows of a variant what its movements tell: a man is worth what it can do on an empty board, a little more where it can do more
//! and, if it is a pawn, a little more the farther it has come. Captures are followed to their end. That is no strong play, and it needs no
//! word about the variant.

use crate::stats;
use ferz_abi::{Move, State, kind_of, side_of};
use ferz_lang::rules::Rules;
use ferz_runtime::{Engine, Game, Position, Random};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Worth more than all men together.
const WON: i32 = 1_000_000;

/// What a pawn is worth; a man that can go to 2.6 squares on average is worth as much.
const PAWN: i32 = 100;

/// How deep captures are followed where the search ends.
const CAPTURES: u32 = 6;

/// How long and how deep to think.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for a move.
    pub time: Duration,
    /// The most moves to look ahead.
    pub depth: u32,
}

/// What the opponent came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// What the position is worth to the side that moves, in hundredths of a pawn.
    pub score: i32,
    /// How many moves were looked ahead.
    pub depth: u32,
}

/// An opponent for one variant.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// What a man of each kind and side is worth on each square.
    worth: Vec<[Vec<i32>; 2]>,
    /// What it is worth in hand.
    in_hand: Vec<i32>,
    random: Random,
}

impl Opponent {
    /// An opponent. The seed decides between moves that look equally good: the same seed, moves and depth give the same game.
    pub fn new(rules: &Rules, seed: u64) -> Opponent {
        let (mobility, pawns) = (stats::mobility(rules), stats::pawns(rules));
        let cells = rules.cells().len().max(1) as f64;
        let (width, height) = (usize::from(rules.board.width).max(1), usize::from(rules.board.height));
        let value = |kind: usize| {
            let most = mobility[kind].iter().map(|squares| squares.iter().sum::<usize>()).max().unwrap_or(0);
            ((most as f64 / cells / 2.6 * f64::from(PAWN)) as i32).max(PAWN)
        };
        let on = |kind: usize, side: usize, square: usize| {
            // Nobody wins or loses a royal man: where it stands is all that counts, and that least.
            let plain = if rules.kinds[kind].royal { 0 } else { value(kind) };
            let rank = if side == 0 { square / width } else { height - 1 - square / width };
            let place = if pawns.has(kind) { 4 * rank } else { 2 * mobility[kind][side][square] };
            plain + if rules.kinds[kind].royal { 0 } else { place as i32 }
        };
        let squares = |kind: usize| [0, 1].map(|side| (0..rules.squares()).map(|s| on(kind, side, s)).collect());
        Opponent {
            worth: (0..rules.kinds.len()).map(squares).collect(),
            in_hand: (0..rules.kinds.len()).map(value).collect(),
            random: Random::new(seed),
        }
    }

    /// A move for the side to move, or none if the game is over. When `stop` becomes true, it answers with what it has.
    pub fn choose(&mut self, game: &Game, limits: Limits, stop: &AtomicBool) -> Option<Choice> {
        let mut moves: Vec<Move> = game.legal().into_iter().map(|(_, m)| m).collect();
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.random.below(last + 1));
        }
        let mut choice = Choice { played: *moves.first()?, score: 0, depth: 0 };
        let mut search = Search {
            opponent: self,
            engine: game.engine(),
            line: game.positions().to_vec(),
            until: Instant::now().checked_add(limits.time),
            stop,
            nodes: 0,
        };
        for depth in 1..=limits.depth.max(1) {
            // Whoever came out best is looked at first: if time runs out, nothing better was found.
            let Some((best, score, done)) = search.root(&moves, depth) else { break };
            moves[..=best].rotate_right(1);
            choice = Choice { played: moves[0], score, depth };
            if !done || score.abs() > WON / 2 || moves.len() == 1 {
                break;
            }
        }
        Some(choice)
    }

    /// What a position is worth to the side to move: the men, and where they stand.
    fn judge(&self, engine: &dyn Engine, state: &State) -> i32 {
        let worth = |(square, &man): (usize, &u8)| match man {
            0 => 0,
            man => self.worth[kind_of(man)][side_of(man)][square] * sign(side_of(man)),
        };
        let squares = self.worth.first().map_or(0, |[white, _]| white.len());
        let board: i32 = state.cells[..squares].iter().enumerate().map(worth).sum();
        let slots = &engine.variant().hand;
        let hand = slots.iter().map(|slot| {
            let [white, black] = slot.vars.map(|var| i32::from(state.vars[var]));
            (white - black) * self.in_hand[slot.kind]
        });
        (board + hand.sum::<i32>()) * sign(state.side.into())
    }

    /// What a move takes, to look at the dearest captures first; a promotion counts what it gains.
    fn gain(&self, state: &State, played: &Move) -> i32 {
        let of = |man: u8| if man == 0 { 0 } else { self.in_hand[kind_of(man)] };
        let enemy = |man: u8| man != 0 && side_of(man) != usize::from(state.side);
        let on_target = Some(state.cells[usize::from(played.to)]).filter(|&man| enemy(man));
        let victims = played.victims().iter().map(|&square| state.cells[usize::from(square)]);
        let taken: i32 = victims.chain(on_target).map(of).sum();
        let promoted = if played.man != played.placed { of(played.placed) - of(played.man) } else { 0 };
        // Of two men that take the same, the cheaper one takes first.
        if taken == 0 { promoted } else { 16 * taken + promoted - of(played.man) / 16 }
    }
}

fn sign(side: usize) -> i32 {
    if side == 0 { 1 } else { -1 }
}

/// One search.
struct Search<'a> {
    opponent: &'a Opponent,
    engine: &'a Arc<dyn Engine>,
    /// The positions of the game and of the line looked at.
    line: Vec<Position>,
    /// `None`: there is time without end.
    until: Option<Instant>,
    stop: &'a AtomicBool,
    nodes: u64,
}

/// The time is up.
struct Late;

impl Search<'_> {
    /// The best of these moves, what it is worth, and whether all were looked at; nothing if not even the first one was.
    fn root(&mut self, moves: &[Move], depth: u32) -> Option<(usize, i32, bool)> {
        let mut best = None;
        for (index, played) in moves.iter().enumerate() {
            let alpha = best.map_or(-WON, |(_, score)| score);
            match self.after(played, depth - 1, -WON, -alpha) {
                Ok(score) if best.is_none_or(|(_, b)| score > b) => best = Some((index, score)),
                Ok(_) => {}
                Err(Late) => return best.map(|(index, score)| (index, score, false)),
            }
        }
        best.map(|(index, score)| (index, score, true))
    }

    /// What a move is worth to the side that makes it; `alpha` and `beta` as the other side sees them.
    fn after(&mut self, played: &Move, depth: u32, alpha: i32, beta: i32) -> Result<i32, Late> {
        let next = self.engine.make(self.here(), played);
        self.line.push(next);
        let score = self.node(depth, alpha, beta);
        self.line.pop();
        Ok(-score?)
    }

    fn here(&self) -> &Position {
        &self.line[self.line.len() - 1]
    }

    /// What the position is worth to the side to move.
    fn node(&mut self, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Late> {
        self.look_at_the_clock()?;
        if self.is_repeated() {
            return Ok(0);
        }
        let mut moves = Vec::new();
        self.engine.moves(self.here(), &mut moves);
        if moves.is_empty() {
            return Ok(self.end());
        }
        if depth == 0 {
            return self.captures(moves, CAPTURES, alpha, beta);
        }
        self.sort(&mut moves);
        for played in &moves {
            let score = self.after(played, depth - 1, -beta, -alpha)?;
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    /// Follows captures until there are none, or none that the side to move wants.
    fn captures(&mut self, mut moves: Vec<Move>, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Late> {
        let state = *self.here().state();
        alpha = alpha.max(self.opponent.judge(&**self.engine, &state));
        if depth == 0 || alpha >= beta {
            return Ok(alpha);
        }
        moves.retain(|m| self.opponent.gain(&state, m) > 0);
        self.sort(&mut moves);
        for played in &moves {
            self.look_at_the_clock()?;
            let next = self.engine.make(self.here(), played);
            self.line.push(next);
            let mut replies = Vec::new();
            self.engine.moves(self.here(), &mut replies);
            let score = match replies.is_empty() {
                true => Ok(self.end()),
                false => self.captures(replies, depth - 1, -beta, -alpha),
            };
            self.line.pop();
            alpha = alpha.max(-score?);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    fn sort(&self, moves: &mut [Move]) {
        let state = self.here().state();
        moves.sort_by_cached_key(|m| (-self.opponent.gain(state, m), *m));
    }

    /// What it is worth that the side to move has no move: sooner won is better, sooner lost is worse.
    fn end(&self) -> i32 {
        let here = self.here();
        let side = usize::from(here.state().side);
        let ending = Game::from_position(Arc::clone(self.engine), here.clone()).outcome();
        match ending.and_then(|ending| ending.winner) {
            None => 0,
            Some(winner) if winner == side => WON - self.line.len() as i32,
            Some(_) => self.line.len() as i32 - WON,
        }
    }

    /// Whether the position has been there: going in circles brings nothing. Before the last capture it cannot have been.
    fn is_repeated(&self) -> bool {
        let now = self.here().state();
        let identity = |state: &State| self.engine.variant().identity(state);
        let back = self.line.iter().rev().skip(1).take(now.clock.into());
        let mut alike = back.skip(1).step_by(2).map(Position::state).filter(|earlier| earlier.cells == now.cells);
        alike.any(|earlier| identity(earlier) == identity(now))
    }

    fn look_at_the_clock(&mut self) -> Result<(), Late> {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(64)
            && (self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until));
        if late { Err(Late) } else { Ok(()) }
    }
}
