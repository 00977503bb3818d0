//! Compiled code as an engine, wherever it comes from.

use crate::{Engine, Position, Stopped};
use ferz_abi::{
    AskFn, Attacked, CHOSE, Choice, Context, Entries, Form, LEAVES_MADE, ListFn, MakeFn, Move, PerftFn, SettleFn,
    Shape, State, Variant, side_of,
};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A variant as compiled code. Whatever holds one as [`AsRef`] is an [`Engine`].
pub struct Compiled {
    name: &'static str,
    variant: Variant,
    shape: Shape,
    sides: [Functions; 2],
    pool: Pool,
    /// The addresses in `sides` point into this: it must live as long as they do.
    _code: Arc<dyn Any + Send + Sync>,
}

/// The functions of one side.
struct Functions {
    make: MakeFn,
    list: ListFn,
    perft: PerftFn,
    in_check: AskFn,
    holds: Vec<AskFn>,
    attacked: Attacked,
    settle: SettleFn,
}

impl Functions {
    /// # Safety
    /// As [`Compiled::new`].
    #[allow(unsafe_code)]
    unsafe fn of(entries: &Entries, shape: &Shape) -> Functions {
        let conditions = shape.conditions as usize;
        // SAFETY: the caller says that `holds` points to so many functions, and that `attacked` takes as many words as sets have.
        unsafe {
            use std::mem::transmute;
            type One = unsafe extern "C" fn(*const u64, u64, u64) -> u64;
            type Two = unsafe extern "C" fn(*const u64, u64, u64, u64) -> u64;
            type Four = unsafe extern "C" fn(*const u64, u64, u64, u64, u64, u64) -> u64;
            let attacked = entries.attacked;
            Functions {
                make: entries.make,
                list: entries.list,
                perft: entries.perft,
                in_check: entries.in_check,
                holds: (0..conditions).map(|n| *entries.holds.add(n)).collect(),
                attacked: match shape.words {
                    1 => Attacked::One(transmute::<unsafe extern "C" fn(), One>(attacked)),
                    2 => Attacked::Two(transmute::<unsafe extern "C" fn(), Two>(attacked)),
                    _ => Attacked::Four(transmute::<unsafe extern "C" fn(), Four>(attacked)),
                },
                settle: entries.settle,
            }
        }
    }
}

/// Memory that generated code writes to while it works. It is kept for the next call: to clear it takes longer than most calls do.
struct Scratch<'p> {
    memory: Vec<u128>,
    pool: &'p Pool,
}

/// Scratch memory that no call uses right now: at most as many pieces as there ever were calls at a time.
type Pool = Mutex<Vec<Vec<u128>>>;

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // Whatever happened to a thread that held the lock, the list is whole.
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        pool.push(std::mem::take(&mut self.memory));
    }
}

impl Scratch<'_> {
    fn start(&mut self) -> *mut Move {
        self.memory.as_mut_ptr().cast()
    }

    /// What generated code gets as its first argument. It points into this scratch memory and to `stop`.
    fn context(&mut self, stop: *const u8) -> Context {
        let range = self.memory.as_mut_ptr_range();
        Context { stop, scratch: range.start.cast(), scratch_end: range.end.cast(), asking: 0 }
    }
}

impl Compiled {
    /// An engine of the functions of each side.
    ///
    /// # Safety
    /// The functions must be what [`Entries`] says, made for this variant and this shape, and stay where they are as long as `code` lives.
    #[allow(unsafe_code)]
    pub unsafe fn new(
        name: &'static str,
        variant: Variant,
        shape: Shape,
        entries: &[Entries; 2],
        code: Arc<dyn Any + Send + Sync>,
    ) -> Compiled {
        // SAFETY: the caller vouches for it.
        let sides = [0, 1].map(|side| unsafe { Functions::of(&entries[side], &shape) });
        Compiled { name, variant, shape, sides, pool: Pool::default(), _code: code }
    }

    /// How large its positions and its scratch memory are.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    fn side(&self, position: &Position) -> &Functions {
        &self.sides[usize::from(position.state().side & 1)]
    }

    /// Scratch memory for so many plies.
    fn scratch(&self, plies: u32) -> Scratch<'_> {
        let needed = self.shape.scratch_for(plies.into()).div_ceil(16) as usize;
        let kept = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let memory = kept.filter(|memory| memory.len() >= needed).unwrap_or_else(|| vec![0; needed]);
        Scratch { memory, pool: &self.pool }
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
        let words = self.shape.words as usize;
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
        let mut derived = vec![0; self.shape.derived_words()];
        self.derive(position.state(), &mut derived);
        assert!(position.derived() == derived, "a position of another engine");
        self.assert_victim(position.state());
    }

    fn assert_victim(&self, state: &State) {
        let victim = usize::from(state.ep_victim);
        assert!(state.ep == [0; 4] || victim < self.squares(), "an en passant victim off the board");
    }

    /// As [`Compiled::assert_own`], for a move: its men are of the variant, and its squares on the board.
    fn assert_playable(&self, played: &Move) {
        let known = |code: u8| usize::from(code) <= 2 * self.shape.kinds as usize;
        let used = usize::from(played.victims) + usize::from(played.passed) + 2 * usize::from(played.carried % CHOSE);
        let mut kinds = vec![false; played.squares.len()];
        let action = self.variant.actions.get(usize::from(played.squares[0])).filter(|_| played.is(Form::Action));
        let acting = action.map(|action| (1, &action.choices));
        let following = self.variant.choosings.iter().map(|choosing| (choosing.first, &choosing.choices));
        for (first, choices) in acting.into_iter().chain(following) {
            let places = kinds.iter_mut().skip(first);
            places.zip(choices).for_each(|(place, choice)| *place = *choice == Choice::Kind);
        }
        let number = usize::from(played.is(Form::Action));
        let named = played.squares.iter().zip(&kinds).skip(number);
        let mut squares = named.filter(|(_, kind)| !**kind).map(|(square, _)| square).chain([&played.from, &played.to]);
        let fits = used <= played.squares.len() && squares.all(|&square| usize::from(square) < self.squares());
        assert!(fits && known(played.man) && known(played.placed), "a move of another engine");
    }
}

impl Compiled {
    /// Counts, with what is `added` to the depth.
    #[allow(unsafe_code)]
    fn count(&self, position: &Position, depth: u32, added: u64, stop: &AtomicBool) -> Result<u64, Stopped> {
        self.assert_own(position);
        if depth == 0 {
            return Ok(1);
        }
        if u64::from(depth) > self.shape.most_plies {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            return moves.iter().map(|m| self.count(&self.make(position, m), depth - 1, added, stop)).sum();
        }
        let mut scratch = self.scratch(depth);
        let mut context = scratch.context(stop.as_ptr().cast());
        // SAFETY: the position has this engine's layout and is only read. Every ply takes room for a position and at most
        // `most_moves` moves from scratch memory, of which there is enough for `depth` plies and what is tried at the last. `stop` outlives the call and
        // is read as a byte, which an `AtomicBool` is; a read that misses a change is made again at the next position.
        let nodes =
            unsafe { (self.side(position).perft)(&raw mut context, position.as_ptr(), u64::from(depth) + added) };
        if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(nodes) }
    }
}

impl AsRef<Compiled> for Compiled {
    fn as_ref(&self) -> &Compiled {
        self
    }
}

#[allow(unsafe_code)]
impl<C: AsRef<Compiled> + Send + Sync> Engine for C {
    fn name(&self) -> &'static str {
        self.as_ref().name
    }

    fn variant(&self) -> &Variant {
        &self.as_ref().variant
    }

    fn load(&self, state: &State) -> Position {
        let code = self.as_ref();
        let mut position = Position::new(state, code.shape.derived_words());
        code.assert_victim(state);
        code.derive(state, position.derived_mut());
        let settle = code.side(&position).settle;
        // SAFETY: the position has this engine's layout, and `settle` writes only to its state.
        unsafe { settle(position.as_mut_ptr()) };
        position
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let code = self.as_ref();
        code.assert_own(position);
        let stop = 0u8;
        let mut scratch = code.scratch(1);
        let mut context = scratch.context(&raw const stop);
        let start = scratch.start();
        // SAFETY: the position has this engine's layout. `list` writes at most `most_moves` moves and those of one man more from
        // `start` on, which is aligned and has room for them; it gives the end of what it wrote, so that many moves are initialised.
        let moves = unsafe {
            let end = (code.side(position).list)(&raw mut context, position.as_ptr(), start);
            std::slice::from_raw_parts(start, end.offset_from_unsigned(start))
        };
        out.extend_from_slice(moves);
    }

    fn make(&self, position: &Position, played: &Move) -> Position {
        let code = self.as_ref();
        code.assert_own(position);
        code.assert_playable(played);
        let mut after = position.clone();
        let stop = 0u8;
        let mut scratch = code.scratch(1);
        let mut context = scratch.context(&raw const stop);
        // SAFETY: both positions have this engine's layout and are different memory; the move's squares are on the board, and
        // what the rules look at on the way has room in scratch memory.
        unsafe {
            (code.side(position).make)(&raw mut context, position.as_ptr(), &raw const *played, after.as_mut_ptr());
        }
        after
    }

    fn in_check(&self, position: &Position) -> bool {
        let code = self.as_ref();
        code.assert_own(position);
        code.ask(code.side(position).in_check, position)
    }

    fn attacked(&self, position: &Position, square: u8, side: usize) -> bool {
        let code = self.as_ref();
        code.assert_own(position);
        let board = &code.variant.board;
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
            0 != match code.sides[side & 1].attacked {
                Attacked::One(f) => f(p, s, o[0]),
                Attacked::Two(f) => f(p, s, o[0], o[1]),
                Attacked::Four(f) => f(p, s, o[0], o[1], o[2], o[3]),
            }
        }
    }

    fn holds(&self, position: &Position, condition: u16, own: usize) -> bool {
        let code = self.as_ref();
        code.assert_own(position);
        code.ask(code.sides[own & 1].holds[usize::from(condition)], position)
    }

    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        self.as_ref().count(position, depth, 0, stop)
    }

    fn perft_made(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        self.as_ref().count(position, depth, LEAVES_MADE, stop)
    }
}
