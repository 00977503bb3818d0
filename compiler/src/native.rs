//! A compiled variant, as an engine.

use crate::CompileError;
use crate::jit::Code;
use crate::lower::{Name, Side};
use crate::plan::{Layout, Plan};
use ferz_abi::{Context, Form, Move, State, Variant, side_of};
use ferz_lang::rules::Rules;
use ferz_runtime::{Engine, Position, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How deep generated code counts by itself; beyond that the host makes the moves, so that memory stays small.
const NATIVE_DEPTH: u32 = 12;

/// Room for moves that are written behind those kept, to be tried.
const SPARE_PLIES: usize = 2;

/// The same where a rule looks at the replies to a move: each reply may be one that the rule looks at in turn.
const SPARE_PLIES_FOR_REPLIES: usize = 48;

/// Memory that generated code writes to while it works.
struct Scratch {
    memory: Vec<u128>,
}

impl Scratch {
    fn start(&mut self) -> *mut Move {
        self.memory.as_mut_ptr().cast()
    }

    /// What generated code gets as its first argument. It points into this scratch memory and to `stop`.
    fn context(&mut self, stop: *const u8) -> Context {
        let range = self.memory.as_mut_ptr_range();
        Context { stop, scratch: range.start.cast(), scratch_end: range.end.cast(), asking: 0 }
    }
}

/// A variant as native code.
pub struct Native {
    variant: Variant,
    layout: Layout,
    most_moves: usize,
    spare_plies: usize,
    sides: [Entries; 2],
    // The addresses in `sides` point into this: it must live as long as they do.
    _code: Arc<Code>,
}

type MakeFn = unsafe extern "C" fn(*mut Context, *const u64, *const Move, *mut u64) -> u64;
type ListFn = unsafe extern "C" fn(*mut Context, *const u64, *mut Move) -> *mut Move;
type PerftFn = unsafe extern "C" fn(*mut Context, *const u64, u64) -> u64;
type AskFn = unsafe extern "C" fn(*mut Context, *const u64) -> u64;
type SettleFn = unsafe extern "C" fn(*mut u64);

/// `attacked`, for each number of words a set of squares has.
#[derive(Clone, Copy)]
enum AttackedFn {
    One(unsafe extern "C" fn(*const u64, u64, u64) -> u64),
    Two(unsafe extern "C" fn(*const u64, u64, u64, u64) -> u64),
    Four(unsafe extern "C" fn(*const u64, u64, u64, u64, u64, u64) -> u64),
}

/// The functions of one side that the host calls.
struct Entries {
    make: MakeFn,
    list: ListFn,
    perft: PerftFn,
    in_check: AskFn,
    holds: Vec<AskFn>,
    attacked: AttackedFn,
    settle: SettleFn,
}

impl Native {
    /// Compiles a variant.
    ///
    /// # Errors
    /// A movement that native code does not support yet, or a machine that no code can be generated for.
    pub fn compile(rules: &Rules) -> Result<Native, CompileError> {
        let plan = Plan::new(rules)?;
        let code = Arc::new(Code::new(&plan, &mut ())?);
        Ok(Native {
            variant: rules.describe(),
            layout: plan.layout,
            most_moves: plan.most_moves,
            spare_plies: if plan.looks_at_replies() { SPARE_PLIES_FOR_REPLIES } else { SPARE_PLIES },
            sides: Side::BOTH.map(|side| Entries::of(&code, side, plan.board.words, plan.rules.conditions.len())),
            _code: code,
        })
    }

    fn side(&self, position: &Position) -> &Entries {
        &self.sides[usize::from(position.state().side & 1)]
    }

    /// Scratch memory for so many plies: a position and a list of moves for each.
    fn scratch(&self, plies: usize) -> Scratch {
        let ply = self.layout.position_bytes().div_ceil(16) + self.most_moves;
        Scratch { memory: vec![0; ply * (plies + self.spare_plies)] }
    }

    /// Asks generated code something about a position.
    #[allow(unsafe_code)]
    fn ask(&self, function: AskFn, position: &Position) -> bool {
        let stop = 0u8;
        let mut scratch = self.scratch(1);
        let mut context = scratch.context(&raw const stop);
        // SAFETY: the function is one of this engine's; the position has its layout and is only read; what the rules look at on the
        // way has room in scratch memory.
        unsafe { function(&raw mut context, position.as_ptr()) != 0 }
    }

    /// Writes the bitboards of a state: those of the sides, then one for each code.
    fn derive(&self, state: &State, derived: &mut [u64]) {
        let words = self.layout.words;
        for square in 0..self.squares() {
            let code = state.cells[square];
            if code != 0 {
                for place in [side_of(code), 1 + usize::from(code)] {
                    derived[place * words + square / 64] |= 1 << (square % 64);
                }
            }
        }
    }

    fn squares(&self) -> usize {
        usize::from(self.variant.board.width) * usize::from(self.variant.board.height)
    }

    /// Generated code believes what it reads. Anybody can put a position together, so that what its bounds rest on is looked at here:
    /// one man a square at most, of the variant's kinds, bitboards that say the same, and en passant within the board.
    fn assert_own(&self, position: &Position) {
        let mut derived = vec![0; self.layout.derived_words()];
        self.derive(position.state(), &mut derived);
        assert!(position.derived() == derived, "a position of another engine");
        self.assert_victim(position.state());
    }

    fn assert_victim(&self, state: &State) {
        let victim = usize::from(state.ep_victim);
        assert!(state.ep == [0; 4] || victim < self.squares(), "an en passant victim off the board");
    }

    /// As [`Native::assert_own`], for a move: its men are of the variant, and its squares on the board.
    fn assert_playable(&self, played: &Move) {
        let number = usize::from(played.is(Form::Action));
        let mut squares = played.squares[number..].iter().chain([&played.from, &played.to]);
        let known = |code: u8| usize::from(code) <= 2 * self.layout.kinds;
        let used = usize::from(played.victims) + usize::from(played.passed) + 2 * usize::from(played.carried);
        let fits = used <= played.squares.len() && squares.all(|&square| usize::from(square) < self.squares());
        assert!(fits && known(played.man) && known(played.placed), "a move of another engine");
    }
}

impl Entries {
    #[allow(unsafe_code)]
    fn of(code: &Code, side: Side, words: usize, conditions: usize) -> Entries {
        // SAFETY: each address is that of the function of that name, which `lower` gave the signature that the type says: all
        // parameters and results are 64 bits wide, in the calling convention of the platform.
        unsafe {
            use std::mem::transmute;
            let attacked = code.address(Name::Attacked(side));
            Entries {
                make: transmute::<*const u8, MakeFn>(code.address(Name::Make(side))),
                list: transmute::<*const u8, ListFn>(code.address(Name::List(side))),
                perft: transmute::<*const u8, PerftFn>(code.address(Name::Perft(side))),
                in_check: transmute::<*const u8, AskFn>(code.address(Name::InCheck(side))),
                holds: (0..conditions)
                    .map(|n| transmute::<*const u8, AskFn>(code.address(Name::Holds(side, n))))
                    .collect(),
                settle: transmute::<*const u8, SettleFn>(code.address(Name::Settle(side))),
                attacked: match words {
                    1 => AttackedFn::One(transmute::<*const u8, unsafe extern "C" fn(*const u64, u64, u64) -> u64>(
                        attacked,
                    )),
                    2 => AttackedFn::Two(
                        transmute::<*const u8, unsafe extern "C" fn(*const u64, u64, u64, u64) -> u64>(attacked),
                    ),
                    _ => AttackedFn::Four(transmute::<
                        *const u8,
                        unsafe extern "C" fn(*const u64, u64, u64, u64, u64, u64) -> u64,
                    >(attacked)),
                },
            }
        }
    }
}

#[allow(unsafe_code)]
impl Engine for Native {
    fn name(&self) -> &'static str {
        "jit"
    }

    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn load(&self, state: &State) -> Position {
        let mut position = Position::new(state, self.layout.derived_words());
        self.assert_victim(state);
        self.derive(state, position.derived_mut());
        let settle = self.side(&position).settle;
        // SAFETY: the position has this engine's layout, and `settle` writes only to its state.
        unsafe { settle(position.as_mut_ptr()) };
        position
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.assert_own(position);
        let stop = 0u8;
        let mut scratch = self.scratch(1);
        let mut context = scratch.context(&raw const stop);
        let start = scratch.start();
        // SAFETY: the position has this engine's layout. `list` writes at most `most_moves` moves and those of one man more from
        // `start` on, which is aligned and has room for them; it gives the end of what it wrote, so that many moves are initialised.
        let moves = unsafe {
            let end = (self.side(position).list)(&raw mut context, position.as_ptr(), start);
            std::slice::from_raw_parts(start, end.offset_from_unsigned(start))
        };
        out.extend_from_slice(moves);
    }

    fn make(&self, position: &Position, played: &Move) -> Position {
        self.assert_own(position);
        self.assert_playable(played);
        let mut after = position.clone();
        let stop = 0u8;
        let mut scratch = self.scratch(1);
        let mut context = scratch.context(&raw const stop);
        // SAFETY: both positions have this engine's layout and are different memory; the move's squares are on the board, and
        // what the rules look at on the way has room in scratch memory.
        unsafe {
            (self.side(position).make)(&raw mut context, position.as_ptr(), &raw const *played, after.as_mut_ptr());
        }
        after
    }

    fn in_check(&self, position: &Position) -> bool {
        self.assert_own(position);
        self.ask(self.side(position).in_check, position)
    }

    fn attacked(&self, position: &Position, square: u8, side: usize) -> bool {
        self.assert_own(position);
        let board = &self.variant.board;
        let on_board = usize::from(square) < usize::from(board.width) * usize::from(board.height);
        let cells = &position.state().cells;
        let own = cells[usize::from(square)] != 0 && side_of(cells[usize::from(square)]) == side;
        // Nobody takes men of the own side.
        if !on_board || ferz_abi::has(&board.holes, square.into()) || own {
            return false;
        }
        let occupied = (0..256).filter(|&s| cells[s] != 0).fold([0; 4], ferz_abi::with);
        let (p, s, o) = (position.as_ptr(), u64::from(square), occupied);
        // SAFETY: the position has this engine's layout and is only read; the square is on the board, so every table has an entry for it.
        unsafe {
            0 != match self.sides[side & 1].attacked {
                AttackedFn::One(f) => f(p, s, o[0]),
                AttackedFn::Two(f) => f(p, s, o[0], o[1]),
                AttackedFn::Four(f) => f(p, s, o[0], o[1], o[2], o[3]),
            }
        }
    }

    fn holds(&self, position: &Position, condition: u16, own: usize) -> bool {
        self.assert_own(position);
        self.ask(self.sides[own & 1].holds[usize::from(condition)], position)
    }

    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        self.assert_own(position);
        if depth == 0 {
            return Ok(1);
        }
        if depth > NATIVE_DEPTH {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            return moves.iter().map(|m| self.perft(&self.make(position, m), depth - 1, stop)).sum();
        }
        let mut scratch = self.scratch(depth as usize);
        let mut context = scratch.context(stop.as_ptr().cast());
        // SAFETY: the position has this engine's layout and is only read. Every ply takes room for a position and at most
        // `most_moves` moves from scratch memory, of which there is enough for `depth` plies and what is tried at the last. `stop` outlives the call and
        // is read as a byte, which an `AtomicBool` is; a read that misses a change is made again at the next position.
        let nodes = unsafe { (self.side(position).perft)(&raw mut context, position.as_ptr(), depth.into()) };
        if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(nodes) }
    }
}
