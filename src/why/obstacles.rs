//! What can stand against a move, how the rules are without it, and how it is said.

use super::{Why, goes, is_legal, place};
use ferz_abi::{Form, Move, State, code, kind_of, side_of, with};
use ferz_lang::rules::Rules;
use ferz_lang::rules::expr::{Cond, Squares};
use ferz_lang::rules::movement::Part;
use ferz_runtime::{Engine, Game, legal_moves};
use ferz_spec::Interpreter;
use std::sync::Arc;

/// Something that can stand against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The mover would be in check.
    Check,
    /// This `forbid`.
    Forbid(usize),
    /// Moves that go first.
    Prefer,
    /// The game is over.
    Ends,
    /// The man must promote and cannot.
    Promotion,
    /// What follows on moves cannot be done: this `after`.
    After(usize),
    /// King or partner have moved.
    Right,
    /// A square of the king's way is attacked.
    Safe,
    /// Something stands between.
    Between,
    /// The condition of this action.
    When(usize),
    /// This action is the last resort.
    LastResort(usize),
    /// The squares of this `drop`.
    DropOn(usize),
    /// What is said about the parts of a movement.
    Unmoved,
    From,
    To,
    Within,
    Over,
    Taking,
}

use Obstacle::*;

impl Why<'_> {
    /// All that can stand against a move of anybody.
    pub(super) fn everywhere(&self) -> impl Iterator<Item = Obstacle> {
        let rules = self.rules;
        let forbids = (0..rules.forbids.len()).map(Forbid);
        [Ends, Check].into_iter().chain(forbids).chain([Prefer]).chain((0..rules.afters.len()).map(After))
    }

    /// All that can stand against a move of the man on this square, in the order in which it is tried.
    pub(super) fn obstacles(&self, state: &State, from: u8) -> Vec<Obstacle> {
        let mut all: Vec<Obstacle> = self.everywhere().collect();
        all.push(Promotion);
        if state.cells[usize::from(from)] != 0 {
            all.extend([Between, Safe, Right, Unmoved, From, To, Within, Over, Taking]);
        }
        all.extend((0..self.rules.actions.len()).flat_map(|action| [LastResort(action), When(action)]));
        all
    }

    /// The fewest obstacles without which a move would be legal; none if it still were not without all of them.
    pub(super) fn against(&self, state: &State, base: &str, from: u8) -> Vec<Obstacle> {
        self.least(state, self.obstacles(state, from), &|rules, state| is_legal(rules, state, base))
    }

    /// Takes all these obstacles away, puts back each one that does no harm, and gives those that do.
    pub(super) fn least(
        &self,
        state: &State,
        mut away: Vec<Obstacle>,
        legal: &dyn Fn(&Rules, &State) -> bool,
    ) -> Vec<Obstacle> {
        let possible = |away: &[Obstacle]| {
            let (rules, state) = self.without(state, away);
            legal(&rules, &state)
        };
        if !possible(&away) {
            return Vec::new();
        }
        let mut index = 0;
        while index < away.len() {
            let obstacle = away.remove(index);
            if !possible(&away) {
                away.insert(index, obstacle);
                index += 1;
            }
        }
        away
    }

    /// The rules and the position without these obstacles.
    pub(super) fn without(&self, state: &State, away: &[Obstacle]) -> (Rules, State) {
        let (mut rules, mut state) = (Rules { tests: Vec::new(), ..self.rules.clone() }, *state);
        for obstacle in away {
            match *obstacle {
                Check => rules.checks = vec![Cond::Const(false)],
                Forbid(i) => rules.forbids[i].when = Cond::Const(false),
                Prefer => rules.prefers.clear(),
                Ends => rules.ends.clear(),
                Promotion => rules.promotions.clear(),
                After(i) => rules.afters[i].effects.clear(),
                Right => {
                    let at_home = |c: &ferz_abi::Castling| {
                        let stands = |square: u8, kind: usize| state.cells[usize::from(square)] == code(kind, c.side);
                        stands(c.king_from, c.king) && stands(c.partner_from, c.partner)
                    };
                    let squares: Vec<usize> =
                        rules.castlings.iter().filter(|c| at_home(c)).map(|c| c.partner_from.into()).collect();
                    squares.into_iter().for_each(|square| state.rights = with(state.rights, square));
                }
                Safe => rules.castlings.iter_mut().for_each(|castling| castling.safe = [0; 4]),
                Between => rules.castlings.iter_mut().for_each(|castling| castling.empty = [0; 4]),
                When(i) => rules.actions[i].when = None,
                LastResort(i) => rules.actions[i].last_resort = false,
                DropOn(i) => rules.drops[i].on = Squares::Empty,
                Unmoved => each_part(&mut rules, |part| part.unmoved = false),
                From => each_part(&mut rules, |part| part.from = None),
                To => each_part(&mut rules, |part| part.to = None),
                Within => each_part(&mut rules, |part| part.within = None),
                Over => each_part(&mut rules, |part| part.over = None),
                Taking => each_part(&mut rules, |part| part.taking = None),
            }
        }
        (rules, state)
    }

    /// An obstacle in words.
    pub(super) fn says(&self, state: &State, base: &str, obstacle: &Obstacle, from: u8) -> String {
        let rule = |name: &str| match place(self.compiled, name) {
            Some(place) => format!("rule `{name}` ({place})"),
            None => format!("rule `{name}`"),
        };
        let man = || self.man(state, from);
        match *obstacle {
            Check => self.says_check(state, base, from),
            Forbid(i) => format!("{} forbids it", rule(&self.rules.forbids[i].rule)),
            Prefer => "another move goes first: a rule prefers it".to_owned(),
            Ends => {
                let engine: Arc<dyn Engine> = Arc::new(Interpreter::new(self.rules));
                let position = engine.load(state);
                match Game::from_position(engine, position).outcome() {
                    Some(ending) => format!("the game is over: {ending}, by {}", rule(&ending.rule)),
                    None => "the game is over".to_owned(),
                }
            }
            Promotion => {
                let kind = kind_of(state.cells[usize::from(from)]);
                let name = self.rules.promotions.iter().find(|p| p.kinds.has(kind)).map(|p| rule(&p.rule));
                format!(
                    "{} must promote there, and there is nothing it could become: {}",
                    man(),
                    name.unwrap_or_default()
                )
            }
            After(i) => format!("what follows on it cannot be done: {}", rule(&self.rules.afters[i].rule)),
            Right => "the men that castle must not have moved, and one has".to_owned(),
            Safe => "the King may castle neither out of check, nor over or onto an attacked square"
                .replace("the King", &man()),
            Between => "something stands between the men that castle".to_owned(),
            When(i) => format!("the condition of {} does not hold", rule(&self.rules.actions[i].name)),
            LastResort(i) => {
                format!("{} is the last resort, and there are other moves", rule(&self.rules.actions[i].name))
            }
            DropOn(i) => format!("{} allows no such man there", rule(&self.rules.drops[i].rule)),
            Unmoved => format!("{} may go so only as long as it has not moved", man()),
            From => format!("{} may go so only from other squares (`from`)", man()),
            To => format!("{} may go so only to other squares (`to`)", man()),
            Within => format!("{} may not leave its part of the board (`within`)", man()),
            Over => format!("{} may not jump over that man (`over`)", man()),
            Taking => format!("{} may not take that man (`taking`)", man()),
        }
    }

    /// Who would attack which royal man after the move.
    pub(super) fn says_check(&self, state: &State, base: &str, from: u8) -> String {
        let general = || match self.rules.checks.is_empty() {
            true => "it leaves a royal man attacked".to_owned(),
            false => "it leaves the mover in check".to_owned(),
        };
        let away: Vec<Obstacle> =
            self.obstacles(state, from).into_iter().filter(|o| matches!(o, Check | Ends | Prefer)).collect();
        let (rules, _) = self.without(state, &away);
        let free = Interpreter::new(&rules);
        let position = free.load(state);
        let played = legal_moves(&free, &position).into_iter().find(|(text, _)| goes(text, base));
        let Some((_, played)) = played else { return general() };
        let after = *free.make(&position, &played).state();
        let own = usize::from(state.side);
        let mut replies = Vec::new();
        free.moves(&free.load(&State { side: 1 - own as u8, ..after }), &mut replies);
        let royal = |square: u8| {
            let man = after.cells[usize::from(square)];
            man != 0 && side_of(man) == own && self.rules.kinds[kind_of(man)].royal
        };
        let hits = |m: &&Move| m.is(Form::Step) && (royal(m.to) || m.victims().iter().any(|&v| royal(v)));
        match replies.iter().find(hits) {
            Some(hit) => {
                let square = if royal(hit.to) {
                    hit.to
                } else {
                    hit.victims().iter().copied().find(|&v| royal(v)).unwrap_or(hit.to)
                };
                format!("it leaves {} attacked by {}", self.man(&after, square), self.man(&after, hit.from))
            }
            None => general(),
        }
    }
}

fn each_part(rules: &mut Rules, change: impl Fn(&mut Part)) {
    rules.kinds.iter_mut().flat_map(|kind| &mut kind.movement).flatten().for_each(change);
}
