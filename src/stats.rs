//! What authors of variants work out by hand: how well a set-up defends itself, how full the board is, how far men see.
//!
//! All of it is found by asking the interpreter about positions with men added, removed or turned over, so it holds for any movement. Nothing
//! but movement counts: pins, promotion, castling, and whatever else the rules forbid or allow are left out.
//!
//! - A *pawn* is a kind that can promote and never goes back.
//! - *Protection* of a man: how many own men could take an enemy that stood on its square in the position. Of a pawn: men other than pawns.
//! - *Undefended*: a man, not royal, that no own man protects, pawns included.
//! - *Density*: men of both sides for each cell.
//! - *Power lines* of a man that is neither a pawn nor royal: how many squares it reaches standing alone in the middle of the board, by
//!   a move, or by a capture if an enemy stood there. Where the board has two or four middle squares, the average over them. The density of
//!   an army is the sum for all its men in the position, for each cell.
//! - *Mobility* of a kind: how many squares it can go to; standing alone, on average over all cells, and on average over its men in the position,
//!   both as if it were their side's turn.
//! - *Colourbound*: from no cell does it reach a square of the other colour, standing alone.

use ferz_abi::{Form, Move, State, code, has, kind_of, side_of};
use ferz_lang::rules::expr::Cond;
use ferz_lang::rules::{KindId, KindSet, Rules, SquareSet};
use ferz_runtime::{Engine, Position, square_name};
use ferz_spec::Interpreter;
use serde::Serialize;

/// What there is to know of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// How many squares the board has, without holes.
    pub cells: usize,
    /// Men of both sides.
    pub men: usize,
    /// How many kinds they are of.
    pub kinds_present: usize,
    /// Men for each cell.
    pub density: f64,
    /// White's army and Black's.
    pub armies: [Army; 2],
    /// Every kind of the variant, in the order of the file.
    pub kinds: Vec<KindStats>,
}

/// One side's men.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Army {
    /// How many there are.
    pub men: usize,
    /// How many kinds they are of.
    pub kinds: usize,
    /// Its pawns from the a-file on, and how many men protect each.
    pub pawn_protection: Vec<Protection>,
    /// The sum of it.
    pub pawn_protection_total: usize,
    /// The sum of the power lines of its men.
    pub power_lines: f64,
    /// Power lines for each cell.
    pub power_line_density: f64,
    /// Where its undefended men stand.
    pub undefended: Vec<String>,
}

/// How well one square is protected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Protection {
    /// The square.
    pub square: String,
    /// How many men protect it.
    pub by: usize,
}

/// One kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindStats {
    /// Its name.
    pub name: String,
    /// How many of them White and Black have.
    pub men: [usize; 2],
    /// Whether it is a pawn.
    pub pawn: bool,
    /// Whether it stays on one colour.
    pub colourbound: bool,
    /// Squares reached from the middle of the board.
    pub power_lines: f64,
    /// Squares it can go to, alone on the board.
    pub mobility_empty: f64,
    /// Squares its men can go to in the position; `None` if there are no such men.
    pub mobility_position: Option<f64>,
}

/// Works it all out, for a position.
pub fn stats(rules: &Rules, state: &State) -> Stats {
    let board = Board::new(rules, state);
    let cells = board.cells.len();
    let men = board.men(0).chain(board.men(1)).count();
    let kinds: Vec<KindStats> = (0..rules.kinds.len()).map(|kind| board.kind(kind)).collect();
    let present: KindSet = board.men(0).chain(board.men(1)).map(|(_, kind)| kind).collect();
    let armies = [0, 1].map(|side| board.army(side));
    Stats { cells, men, kinds_present: present.len(), density: men as f64 / cells as f64, armies, kinds }
}

/// How many squares each kind of each side can go to from each square, standing alone on the board.
pub fn mobility(rules: &Rules) -> Vec<[Vec<usize>; 2]> {
    let board = Board::new(rules, &State::EMPTY);
    let from = |kind, side, square| {
        if board.cells.contains(&square) { board.targets(&alone(kind, side, square), square).len() } else { 0 }
    };
    let sides = |kind| [0, 1].map(|side| (0..rules.squares()).map(|square| from(kind, side, square)).collect());
    (0..rules.kinds.len()).map(sides).collect()
}

/// The kinds that promote and never go back.
pub fn pawns(rules: &Rules) -> KindSet {
    (0..rules.kinds.len()).filter(|&kind| is_pawn(rules, kind)).collect()
}

/// A position whose men move and do nothing else.
struct Board<'a> {
    rules: &'a Rules,
    engine: Interpreter,
    state: &'a State,
    cells: Vec<usize>,
    pawns: KindSet,
}

impl Board<'_> {
    fn new<'a>(rules: &'a Rules, state: &'a State) -> Board<'a> {
        Board {
            rules,
            engine: Interpreter::new(&movements_only(rules)),
            state,
            cells: rules.cells().iter().collect(),
            pawns: pawns(rules),
        }
    }

    /// The squares of a side's men, with their kinds.
    fn men(&self, side: usize) -> impl Iterator<Item = (usize, KindId)> {
        let men = self.cells.iter().map(|&square| (square, self.state.cells[square]));
        men.filter(move |&(_, man)| man != 0 && side_of(man) == side).map(|(square, man)| (square, kind_of(man)))
    }

    fn army(&self, side: usize) -> Army {
        let men: Vec<(usize, KindId)> = self.men(side).collect();
        let mut pawns: Vec<usize> = men.iter().filter(|(_, kind)| self.pawns.has(*kind)).map(|&(s, _)| s).collect();
        let width = usize::from(self.rules.board.width);
        pawns.sort_by_key(|&square| (square % width, square));
        let name = |square: usize| square_name(&self.rules.board, square);
        let officers = |square: usize| self.protectors(square).filter(|&(_, kind)| !self.pawns.has(kind)).count();
        let pawn_protection: Vec<Protection> =
            pawns.into_iter().map(|square| Protection { square: name(square), by: officers(square) }).collect();
        let counts = |kind: KindId| !self.pawns.has(kind) && !self.rules.kinds[kind].royal;
        let powers: Vec<f64> = (0..self.rules.kinds.len()).map(|kind| self.power_lines(kind, side)).collect();
        let power_lines: f64 = men.iter().filter(|(_, kind)| counts(*kind)).map(|&(_, kind)| powers[kind]).sum();
        let lost = |&&(square, kind): &&(usize, KindId)| {
            !self.rules.kinds[kind].royal && self.protectors(square).next().is_none()
        };
        Army {
            men: men.len(),
            kinds: men.iter().map(|&(_, kind)| kind).collect::<KindSet>().len(),
            pawn_protection_total: pawn_protection.iter().map(|pawn| pawn.by).sum(),
            pawn_protection,
            power_lines,
            power_line_density: power_lines / self.cells.len() as f64,
            undefended: men.iter().filter(lost).map(|&(square, _)| name(square)).collect(),
        }
    }

    fn kind(&self, kind: KindId) -> KindStats {
        let men = [0, 1].map(|side| self.men(side).filter(|&(_, k)| k == kind).count());
        // A kind that only Black has is looked at as Black's.
        let side = usize::from(self.rules.kinds[kind].letters[0].is_none());
        let empty: usize = self.cells.iter().map(|&from| self.targets(&alone(kind, side, from), from).len()).sum();
        let there = |side: usize| {
            let state = State { side: side as u8, ..*self.state };
            self.men(side).filter(|&(_, k)| k == kind).map(move |(from, _)| self.targets(&state, from).len())
        };
        let in_position: usize = there(0).chain(there(1)).sum();
        let all = men[0] + men[1];
        KindStats {
            name: self.rules.kinds[kind].name.clone(),
            men,
            pawn: self.pawns.has(kind),
            colourbound: self.is_colourbound(kind, side),
            power_lines: self.power_lines(kind, side),
            mobility_empty: empty as f64 / self.cells.len() as f64,
            mobility_position: (all > 0).then(|| in_position as f64 / all as f64),
        }
    }

    /// The moves of the side to move.
    fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine.moves(&self.load(state), &mut moves);
        moves.retain(|m| m.is(Form::Step));
        moves
    }

    fn load(&self, state: &State) -> Position {
        self.engine.load(state)
    }

    /// Where the man on this square can go.
    fn targets(&self, state: &State, from: usize) -> SquareSet {
        self.moves(state).iter().filter(|m| usize::from(m.from) == from).map(|m| usize::from(m.to)).collect()
    }

    /// The men that could take back on the square of a man of their own side: those that take it when it is turned over.
    fn protectors(&self, square: usize) -> impl Iterator<Item = (usize, KindId)> {
        let man = self.state.cells[square];
        let (kind, side) = (kind_of(man), side_of(man));
        let mut state = State { side: side as u8, ..*self.state };
        state.cells[square] = code(kind, 1 - side);
        let takes = |m: &&Move| usize::from(m.to) == square || m.victims().contains(&(square as u8));
        let men: SquareSet = self.moves(&state).iter().filter(takes).map(|m| usize::from(m.from)).collect();
        let men: Vec<usize> = men.iter().collect();
        men.into_iter().map(move |from| (from, kind_of(state.cells[from])))
    }

    /// The squares that a man alone on the board reaches, by a move, or by a capture if an enemy stood there.
    fn reached(&self, kind: KindId, side: usize, from: usize) -> SquareSet {
        let state = alone(kind, side, from);
        let position = self.load(&state);
        let attacked = |&&to: &&usize| to != from && self.engine.attacked(&position, to as u8, side);
        let attacks: SquareSet = self.cells.iter().filter(attacked).copied().collect();
        attacks | self.targets(&state, from)
    }

    fn power_lines(&self, kind: KindId, side: usize) -> f64 {
        let middle = self.middle();
        let all: usize = middle.iter().map(|&from| self.reached(kind, side, from).len()).sum();
        all as f64 / middle.len().max(1) as f64
    }

    /// The squares in the middle: one, two or four, unless some are holes.
    fn middle(&self) -> Vec<usize> {
        let (width, height) = (usize::from(self.rules.board.width), usize::from(self.rules.board.height));
        let files = (width - 1) / 2..=width / 2;
        let squares = files.flat_map(|x| ((height - 1) / 2..=height / 2).map(move |y| y * width + x));
        squares.filter(|&square| !has(&self.rules.board.holes, square)).collect()
    }

    fn is_colourbound(&self, kind: KindId, side: usize) -> bool {
        let width = usize::from(self.rules.board.width);
        let colour = |square: usize| (square % width + square / width) % 2;
        let mut moves = false;
        for &from in &self.cells {
            for to in self.reached(kind, side, from).iter() {
                moves = true;
                if colour(to) != colour(from) {
                    return false;
                }
            }
        }
        moves
    }
}

/// A board with one man, whose turn it is.
fn alone(kind: KindId, side: usize, square: usize) -> State {
    let mut state = State { side: side as u8, ..State::EMPTY };
    state.cells[square] = code(kind, side);
    state
}

/// The rules as far as they are movement. No check, no ends: what else they say about moves could only hide or add some.
fn movements_only(rules: &Rules) -> Rules {
    Rules {
        promotions: Vec::new(),
        castlings: Vec::new(),
        actions: Vec::new(),
        drops: Vec::new(),
        afters: Vec::new(),
        checks: vec![Cond::Const(false)],
        forbids: Vec::new(),
        prefers: Vec::new(),
        memories: Vec::new(),
        conditions: Vec::new(),
        ends: Vec::new(),
        tests: Vec::new(),
        ..rules.clone()
    }
}

/// Whether men of this kind promote and never go back.
fn is_pawn(rules: &Rules, kind: KindId) -> bool {
    let forwards = [(0, 1), (1, -1)].into_iter().all(|(side, ahead)| {
        let paths = rules.kinds[kind].movement[side].iter().flat_map(|part| &part.paths);
        paths.flat_map(|path| &path.legs).flat_map(|leg| &leg.steps).all(|step| step.dy * ahead >= 0)
    });
    forwards && rules.promotes(kind)
}
