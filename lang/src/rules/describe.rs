//! What of the rules those need to know who show and store positions: the one place where [`Rules`] becomes a [`Variant`].

use super::expr::{Action, Choice, Counter, Kinds};
use super::movement::{Part, Path};
use super::{InHand, Kind, KindSet, Place, Promotion, Rules, SquareSet, Unmoved};
use ferz_abi::{CounterSlot, HandSlot, Marking, Variant, code};

impl Rules {
    /// Every square that is a cell.
    pub fn cells(&self) -> SquareSet {
        let all: SquareSet = (0..self.squares()).collect();
        all - SquareSet(self.board.holes)
    }

    /// Number of squares, holes included.
    pub fn squares(&self) -> usize {
        usize::from(self.board.width) * usize::from(self.board.height)
    }

    /// The square so many steps away, if the board has it and it is a cell.
    pub fn step(&self, square: usize, dx: i32, dy: i32) -> Option<usize> {
        let (width, height) = (i32::from(self.board.width), i32::from(self.board.height));
        let (x, y) = (square as i32 % width + dx, square as i32 / width + dy);
        let on_board = (0..width).contains(&x) && (0..height).contains(&y);
        let target = (y * width + x) as usize;
        (on_board && !ferz_abi::has(&self.board.holes, target)).then_some(target)
    }

    /// Whether men of this kind can ever promote, for either side.
    pub fn promotes(&self, kind: usize) -> bool {
        self.promotions.iter().any(|p| p.kinds.has(kind))
    }

    /// The description for those who know nothing of movement.
    pub fn describe(&self) -> Variant {
        Variant {
            name: self.name.clone(),
            author: self.author.clone(),
            year: self.year.clone(),
            about: self.about.clone(),
            board: self.board,
            kinds: self.kinds.iter().enumerate().map(|(k, kind)| self.describe_kind(k, kind)).collect(),
            setups: self.setups.iter().map(|s| ferz_abi::Setup { name: s.name.clone(), fen: s.fen.clone() }).collect(),
            castlings: self.castlings.clone(),
            unmoved: self.rights_of_the_unmoved(),
            markings: self.markings(),
            hand: self.hand_slots(),
            counters: self.counter_slots(),
            actions: self.actions.iter().map(describe_action).collect(),
            choosings: self.choosings().into_iter().map(|(_, choosing)| choosing).collect(),
            ends: self.ends.clone(),
        }
    }

    /// Counters come first in the numbers of a position, two each; a counter of the whole game uses the first of its two.
    pub fn counter_slots(&self) -> Vec<CounterSlot> {
        let slot = |(i, c): (usize, &Counter)| CounterSlot {
            name: c.name.clone(),
            vars: if c.each_side { [2 * i, 2 * i + 1] } else { [2 * i; 2] },
            start: c.start,
        };
        self.counters.iter().enumerate().map(slot).collect()
    }

    /// Hands come behind the counters, two numbers for each kind.
    pub fn hand_slots(&self) -> Vec<HandSlot> {
        let first = 2 * self.counters.len();
        let slot = |(i, h): (usize, &InHand)| HandSlot {
            kind: h.kind,
            vars: [first + 2 * i, first + 2 * i + 1],
            start: h.start,
        };
        self.hand.iter().enumerate().map(slot).collect()
    }

    /// Where a memory is kept for each owner: behind the hands. One more number, behind the memories, says that the last move changed nothing.
    pub fn memory_slots(&self, memory: usize) -> [usize; 2] {
        let first = 2 * (self.counters.len() + self.hand.len() + memory);
        [first, first + 1]
    }

    /// Whether some move can change nothing: an action without effects, or that of a man who may stay. What was the last move is remembered then.
    pub fn remembers_passing(&self) -> bool {
        self.actions.iter().any(|action| action.effects.is_empty()) || self.kinds.iter().any(|kind| kind.may_stay)
    }

    /// The `after` rules in which the mover chooses, by their places in [`Rules::afters`], and where a move holds what was chosen: at the
    /// end of its squares, one rule behind the other.
    pub fn choosings(&self) -> Vec<(usize, ferz_abi::Choosing)> {
        let rules = self.afters.iter().enumerate().filter(|(_, after)| !after.choices.is_empty());
        let mut first = self.squares_of_a_move();
        rules
            .map(|(index, after)| {
                let choosing =
                    ferz_abi::Choosing { first, choices: after.choices.iter().map(describe_choice).collect() };
                first += choosing.choices.len();
                (index, choosing)
            })
            .collect()
    }

    /// How many squares a move can hold, but for those that hold what was chosen.
    pub fn squares_of_a_move(&self) -> usize {
        let chosen: usize = self.afters.iter().map(|after| after.choices.len()).sum();
        ferz_abi::Move::default().squares.len().saturating_sub(chosen)
    }

    fn describe_kind(&self, index: usize, kind: &Kind) -> ferz_abi::Kind {
        ferz_abi::Kind {
            name: kind.name.clone(),
            letters: kind.letters,
            royal: kind.royal,
            resets_clock: self.promotes(index),
        }
    }

    /// The men whose being unmoved is kept as a right: only where a part of their movement or a rule asks for it.
    fn rights_of_the_unmoved(&self) -> Vec<ferz_abi::Unmoved> {
        let mut rights = Vec::new();
        for (k, kind) in self.kinds.iter().enumerate() {
            for side in 0..2 {
                if let Unmoved::Right(homes) = kind.unmoved[side]
                    && (kind.movement[side].iter().any(|part| part.unmoved) || self.asks_who_is_unmoved())
                    && !homes.is_empty()
                {
                    rights.push(ferz_abi::Unmoved { code: code(k, side), homes: homes.0 });
                }
            }
        }
        rights
    }

    /// Every kind that can be in a set, whatever the position.
    pub fn widest(&self, kinds: &Kinds, side: usize) -> KindSet {
        match kinds {
            Kinds::Fixed(sets) => sets[side],
            Kinds::Captured => self
                .setups
                .iter()
                .flat_map(|setup| setup.cells.iter().flatten())
                .filter(|&&(kind, of)| of == side && !self.kinds[kind].royal)
                .map(|&(kind, _)| kind)
                .collect(),
            Kinds::InHand | Kinds::Chosen(_) => (0..self.kinds.len()).collect(),
            Kinds::PromotedForm => (0..self.kinds.len()).filter(|&kind| self.kinds[kind].plain.is_some()).collect(),
            Kinds::Or(a, b) => self.widest(a, side) | self.widest(b, side),
            Kinds::And(a, b) => self.widest(a, side) & self.widest(b, side),
            Kinds::Minus(a, b) => self.widest(a, side) - b.fixed(side).unwrap_or_default(),
        }
    }

    /// Every move on the empty board that leaves squares open to en passant; those behind which the man is another one come last.
    fn markings(&self) -> Vec<Marking> {
        let (mut markings, mut promoted) = (Vec::new(), Vec::new());
        for (k, kind) in self.kinds.iter().enumerate() {
            for side in 0..2 {
                for part in kind.movement[side].iter().filter(|part| part.marking) {
                    for from in self.cells().iter().filter(|&s| part.starts(kind.unmoved[side], s)) {
                        for path in &part.paths {
                            self.trace(part, path, from, &mut |to, passed| {
                                let passed = passed.iter().map(|&s| s as u8).collect();
                                let marking = Marking { code: code(k, side), from: from as u8, to: to as u8, passed };
                                if markings.contains(&marking) {
                                    return;
                                }
                                let becomes = self.becomes(k, side, from, to);
                                let also = |kind| Marking { code: code(kind, side), ..marking.clone() };
                                promoted.extend(becomes.iter().map(also));
                                markings.push(marking);
                            });
                        }
                    }
                }
            }
        }
        markings.extend(promoted);
        markings
    }

    /// What a man that goes from one square to another may be there.
    fn becomes(&self, kind: usize, side: usize, from: usize, to: usize) -> KindSet {
        let promotes = |p: &&Promotion| {
            let (on, left) = (p.zone[side].has(to), p.zone[side].has(from));
            p.kinds.has(kind)
                && match p.place {
                    Place::On => on,
                    Place::From => left,
                    Place::FromOrTo => on || left,
                }
        };
        let all = self.promotions.iter().filter(promotes);
        all.fold(KindSet::EMPTY, |all, p| all | self.widest(&p.to, side))
    }

    /// Calls `found` with the last square and the squares passed, for every way along a path of straight legs on an empty board.
    fn trace(&self, part: &Part, path: &Path, from: usize, found: &mut dyn FnMut(usize, &[usize])) {
        self.trace_leg(part, path, 0, from, &mut Vec::new(), found);
    }

    fn trace_leg(
        &self,
        part: &Part,
        path: &Path,
        index: usize,
        start: usize,
        passed: &mut Vec<usize>,
        found: &mut dyn FnMut(usize, &[usize]),
    ) {
        let Some(leg) = path.legs.get(index) else { return };
        let allowed = |s: usize| part.within.is_none_or(|zone| zone.has(s));
        let (mut at, depth) = (start, passed.len());
        for step in (0..leg.max).map(|n| leg.steps[usize::from(n) % leg.steps.len()]).zip(1..=u8::MAX) {
            let (vector, count) = step;
            match self.step(at, vector.dx.into(), vector.dy.into()) {
                Some(next) if allowed(next) => at = next,
                _ => break,
            }
            if count >= leg.min {
                if index + 1 == path.legs.len() {
                    if leg.ends.empty && part.to.is_none_or(|zone| zone.has(at)) && !passed.is_empty() {
                        found(at, passed);
                    }
                } else {
                    passed.push(at);
                    self.trace_leg(part, path, index + 1, at, passed, found);
                    passed.pop();
                }
            }
            passed.push(at);
        }
        passed.truncate(depth);
    }
}

fn describe_action(action: &Action) -> ferz_abi::Action {
    ferz_abi::Action { name: action.name.clone(), choices: action.choices.iter().map(describe_choice).collect() }
}

fn describe_choice(choice: &Choice) -> ferz_abi::Choice {
    match choice {
        Choice::Square(_) => ferz_abi::Choice::Square,
        Choice::Kind(_) => ferz_abi::Choice::Kind,
    }
}

impl Part {
    /// Whether a man that has not moved could use this part from this square.
    pub fn starts(&self, unmoved: Unmoved, square: usize) -> bool {
        let (Unmoved::Place(homes) | Unmoved::Right(homes)) = unmoved;
        (!self.unmoved || homes.has(square))
            && self.from.is_none_or(|zone| zone.has(square))
            && self.within.is_none_or(|zone| zone.has(square))
    }
}
