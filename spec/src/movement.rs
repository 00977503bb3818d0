//! How a man goes: along the legs of one of the paths of one of the parts of its movement. The section "Movement" of `meaning.md`.
//!
//! What is found here are *ways*, not yet moves: promotion and the safety of the royals come later.

use crate::Interpreter;
use ferz_abi::{NO_SQUARE, State, has, kind_of, side_of};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Movement, Part, Path, Step};
use ferz_lang::rules::{KindSet, Rules, Unmoved};
use std::ops::ControlFlow;

/// Up to eight squares in a row: as many as a move can hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    squares: [u8; 8],
    len: usize,
}

impl Row {
    /// Adds a square, or says that the row is full.
    fn push(&mut self, square: usize) -> bool {
        let room = self.len < self.squares.len();
        if room {
            self.squares[self.len] = square as u8;
            self.len += 1;
        }
        room
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.squares[..self.len]
    }

    fn holds(&self, square: usize) -> bool {
        self.as_slice().contains(&(square as u8))
    }

    fn pop(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        Some(self.squares[self.len].into())
    }
}

/// A place on the board or beside it, as file and rank.
type Place = (i32, i32);

/// One way for a man to go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// The square where it ends.
    pub to: usize,
    /// Whether a man that stands there is taken.
    pub takes_on_target: bool,
    /// The squares of the men that are taken elsewhere, in the order in which they are taken.
    pub victims: Row,
    /// Where men are lifted and where they are put down again, square by square.
    pub carried: Row,
    /// The squares passed, for a part that leaves them open to en passant.
    pub passed: Row,
    /// The square on which the way took en passant.
    pub en_passant: Option<usize>,
    /// How long the last leg was that could have had another length: a later leg may have to be as long.
    slide: u8,
}

impl Way {
    /// The men that are put elsewhere: from where, and to where.
    pub(crate) fn carries(&self) -> impl Iterator<Item = (usize, usize)> {
        self.carried.as_slice().chunks_exact(2).map(|pair| (pair[0].into(), pair[1].into()))
    }

    /// Where the man came from that was put down on a square.
    fn put_on(&self, square: usize) -> Option<usize> {
        self.carries().find(|&(_, down)| down == square).map(|(lifted, _)| lifted)
    }

    /// Whether the man on a square was lifted.
    fn lifted(&self, square: usize) -> bool {
        self.carries().any(|(lifted, _)| lifted == square)
    }
}

/// What a walking man finds on a square.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    Nothing,
    Friend(usize),
    Enemy(Option<usize>),
}

/// The board as one man finds it who is about to go.
pub(crate) struct Walk<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    /// Where the man stands.
    pub from: usize,
    /// Whose it is. It is that side's turn, whatever the state says.
    pub side: usize,
    /// Whether the squares open to en passant count.
    pub en_passant: bool,
    /// An empty square on which a man of the other side is imagined, whom all can take who take at all.
    pub imagined: Option<usize>,
}

/// Gets every way that is found, and may say that it has seen enough.
pub(crate) type Visit<'v> = dyn FnMut(&Way) -> ControlFlow<()> + 'v;

impl Interpreter {
    /// A walk of the man on this square on the board as it stands.
    pub(crate) fn walk<'a>(&'a self, state: &'a State, from: usize) -> Walk<'a> {
        let side = side_of(state.cells[from]);
        Walk { rules: &self.rules, state, from, side, en_passant: true, imagined: None }
    }
}

impl Walk<'_> {
    /// Every way that the man can go, by any part of its movement.
    pub(crate) fn ways(&self, visit: &mut Visit) -> ControlFlow<()> {
        let kind = &self.rules.kinds[kind_of(self.state.cells[self.from])];
        self.ways_by(&kind.movement[self.side], kind.unmoved[self.side], visit)
    }

    /// Every way to go from there by this movement, whatever stands there.
    pub(crate) fn ways_by(&self, movement: &Movement, unmoved: Unmoved, visit: &mut Visit) -> ControlFlow<()> {
        for part in movement.iter().filter(|part| self.may_start(part, unmoved)) {
            for path in &part.paths {
                self.leg(part, path, 0, self.place(self.from), Way::default(), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the man may use this part: `i` needs a man that has not moved; `from` and `within` are about the square it leaves.
    fn may_start(&self, part: &Part, unmoved: Unmoved) -> bool {
        let has_not_moved = match unmoved {
            Unmoved::Place(homes) => homes.has(self.from),
            Unmoved::Right(_) => has(&self.state.unmoved, self.from),
        };
        (!part.unmoved || has_not_moved)
            && part.from.is_none_or(|zone| zone.has(self.from))
            && part.within.is_none_or(|zone| zone.has(self.from))
    }

    /// Goes one leg, step by step, and from every square where it may end the legs behind it.
    fn leg(
        &self,
        part: &Part,
        path: &Path,
        index: usize,
        start: Place,
        way: Way,
        visit: &mut Visit,
    ) -> ControlFlow<()> {
        let leg = &path.legs[index];
        let (min, max) = if leg.same_length { (way.slide, way.slide) } else { (leg.min, leg.max) };
        let mut way = way;
        let mut place = start;
        let mut around = false;
        // How many steps ago the leg passed its hurdle.
        let mut hurdle = None;
        for count in 1..=max {
            let vector = leg.steps[usize::from(count - 1) % leg.steps.len()];
            place = self.step(place, vector, leg.wrap, &mut around);
            // Who goes round the board does not go on through the square where he started.
            if around && (place == start || place == self.place(self.from)) {
                break;
            }
            hurdle = hurdle.map(|steps: u8| steps.saturating_add(1));
            let hopped = match leg.hop {
                Hop::None => true,
                Hop::Over => hurdle.is_some(),
                Hop::Beyond => hurdle == Some(1),
            };
            let may_end = count >= min && hopped;
            let slide = if leg.max > leg.min { count } else { way.slide };
            let Some(at) = self.square(place) else {
                // Off the board: no zone lies there, and there is nothing to do but to come back.
                if may_end && leg.off_board && part.within.is_none() {
                    self.on_from(part, path, index, (start, place), Way { slide, ..way }, visit)?;
                }
                break;
            };
            if part.within.is_some_and(|zone| !zone.has(at)) {
                break;
            }
            if may_end {
                self.end_of_leg(part, path, index, (start, at), Way { slide, ..way }, visit)?;
            }
            if count > leg.skip {
                match self.found(at, &way) {
                    Found::Nothing => {}
                    man if leg.hop != Hop::None && hurdle.is_none() && self.may_hop(part, man) => hurdle = Some(0),
                    _ => break,
                }
            }
            if part.marking {
                way.passed.push(at);
            }
        }
        ControlFlow::Continue(())
    }

    /// A leg may end on `at`: the move ends here, or the path goes on, or both.
    fn end_of_leg(
        &self,
        part: &Part,
        path: &Path,
        index: usize,
        (start, at): (Place, usize),
        way: Way,
        visit: &mut Visit,
    ) -> ControlFlow<()> {
        let leg = &path.legs[index];
        if index + 1 == path.legs.len() {
            return self.end_of_move(part, (leg, &leg.ends), (start, at), way, visit);
        }
        if let Some(stop) = &leg.stop {
            self.end_of_move(part, (leg, stop), (start, at), way, visit)?;
        }
        let mut on = way;
        if part.marking {
            on.passed.push(at);
        }
        let takes = part.taking.filter(|_| leg.effect != Effect::Leave);
        if self.admits(takes, &leg.ends, at, &way) && self.pass_on(part, leg, at, &mut on) {
            self.on_from(part, path, index, (start, self.place(at)), on, visit)?;
        }
        if leg.ends.en_passant && self.open_to_en_passant(part, at, &way) {
            let mut on = Way { en_passant: Some(at), ..way };
            if on.victims.push(self.state.ep_victim.into()) {
                self.on_from(part, path, index, (start, self.place(at)), on, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The leg has ended here, and the next one begins.
    fn on_from(
        &self,
        part: &Part,
        path: &Path,
        index: usize,
        (start, place): (Place, Place),
        way: Way,
        visit: &mut Visit,
    ) -> ControlFlow<()> {
        match self.put_down(&path.legs[index], start, way) {
            Some(on) => self.leg(part, path, index + 1, place, on, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// What becomes of a man on the square where a leg ends and the path goes on. False if the path cannot go on.
    fn pass_on(&self, part: &Part, leg: &Leg, at: usize, way: &mut Way) -> bool {
        let man = self.found(at, way);
        match leg.effect {
            _ if man == Found::Nothing => true,
            Effect::Remove => way.put_on(at).is_none() && way.victims.push(at),
            // A man that is left where it stands is a hurdle.
            Effect::Leave => self.may_hop(part, man),
        }
    }

    /// Where the leg asks for it, the man taken last comes back on the square where the leg started. Nothing if it cannot.
    fn put_down(&self, leg: &Leg, start: Place, way: Way) -> Option<Way> {
        let mut way = way;
        if leg.put_down
            && let Some(lifted) = way.victims.pop()
        {
            let down = self.square(start)?;
            // Who comes back where he stood was never away.
            let room = lifted == down
                || self.found(down, &way) == Found::Nothing && way.carried.push(lifted) && way.carried.push(down);
            return room.then_some(way);
        }
        Some(way)
    }

    /// The whole move ends on `at`, if the landing and the part allow it.
    fn end_of_move(
        &self,
        part: &Part,
        (leg, landing): (&Leg, &Landing),
        (start, at): (Place, usize),
        way: Way,
        visit: &mut Visit,
    ) -> ControlFlow<()> {
        if part.to.is_some_and(|zone| !zone.has(at)) {
            return ControlFlow::Continue(());
        }
        if self.admits(part.taking, landing, at, &way) {
            let takes_on_target = self.found(at, &way) != Found::Nothing;
            self.arrive(leg, start, Way { to: at, takes_on_target, ..way }, visit)?;
        }
        if landing.en_passant && self.open_to_en_passant(part, at, &way) {
            let mut taking = Way { to: at, en_passant: Some(at), ..way };
            if taking.victims.push(self.state.ep_victim.into()) {
                self.arrive(leg, start, taking, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The man has arrived; a man that it carries is put down, and nothing may stand on the target then but who is taken there.
    fn arrive(&self, leg: &Leg, start: Place, way: Way, visit: &mut Visit) -> ControlFlow<()> {
        let mut way = way;
        if leg.put_down && way.takes_on_target {
            way.takes_on_target = !way.victims.push(way.to);
        }
        match self.put_down(leg, start, way) {
            Some(way) if way.put_on(way.to).is_none() => visit(&way),
            _ => ControlFlow::Continue(()),
        }
    }

    /// What the man finds on a square on its way. Its own square counts as empty, and so do those of men that it has taken.
    fn found(&self, square: usize, way: &Way) -> Found {
        if self.imagined == Some(square) && !way.victims.holds(square) && !way.lifted(square) {
            return Found::Enemy(None);
        }
        let code = self.state.cells[way.put_on(square).unwrap_or(square)];
        let away = square == self.from || way.victims.holds(square) || way.lifted(square);
        if code == 0 || away && way.put_on(square).is_none() {
            Found::Nothing
        } else if side_of(code) == self.side {
            Found::Friend(kind_of(code))
        } else {
            Found::Enemy(Some(kind_of(code)))
        }
    }

    /// Whether a leg may end on this square by this landing, en passant aside, if only these kinds can be taken.
    fn admits(&self, taking: Option<KindSet>, landing: &Landing, square: usize, way: &Way) -> bool {
        match self.found(square, way) {
            Found::Nothing => landing.empty,
            Found::Friend(kind) => landing.friend && taking.is_none_or(|kinds| kinds.has(kind)),
            Found::Enemy(kind) => {
                let royal = kind.is_none_or(|k| landing.royal.is_none_or(|asked| asked == self.rules.kinds[k].royal));
                let taken = kind.is_none_or(|k| taking.is_none_or(|kinds| kinds.has(k)));
                landing.enemy && royal && taken
            }
        }
    }

    /// Whether the man that passed this square can be taken by landing on it.
    fn open_to_en_passant(&self, part: &Part, square: usize, way: &Way) -> bool {
        self.en_passant
            && self.state.ep_victim != NO_SQUARE
            && has(&self.state.ep, square)
            && self.found(square, way) == Found::Nothing
            && match self.found(self.state.ep_victim.into(), way) {
                Found::Enemy(Some(kind)) => part.taking.is_none_or(|kinds| kinds.has(kind)),
                _ => false,
            }
    }

    /// Whether this man may be passed: `over` says which kinds may be hurdles.
    fn may_hop(&self, part: &Part, man: Found) -> bool {
        match man {
            Found::Friend(kind) | Found::Enemy(Some(kind)) => part.over.is_none_or(|kinds| kinds.has(kind)),
            Found::Nothing | Found::Enemy(None) => true,
        }
    }

    /// One step on. A cylinder's side edges are joined; `around` tells if the man went over them.
    fn step(&self, (x, y): Place, step: Step, wrap: bool, around: &mut bool) -> Place {
        let width = i32::from(self.rules.board.width);
        let (x, y) = (x + i32::from(step.dx), y + i32::from(step.dy));
        let inside = if wrap { x.rem_euclid(width) } else { x };
        *around |= inside != x;
        (inside, y)
    }

    /// The place of a square.
    fn place(&self, square: usize) -> Place {
        let width = usize::from(self.rules.board.width);
        ((square % width) as i32, (square / width) as i32)
    }

    /// The square at a place; none beside the board and on its holes.
    fn square(&self, (x, y): Place) -> Option<usize> {
        self.rules.step(0, x, y)
    }
}
