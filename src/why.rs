//! Why a move is legal or not, by name and place of the rule that refuses it.
//!
//! Nothing of the rules is said twice here: the interpreter is asked again and again, about rules from which one thing is missing, or about a
//! board with a man more or less, until it is plain what stands against the move.

use crate::words;
use ferz_abi::{Form, Move, State, code, has, kind_of, side_of, with};
use ferz_lang::Compiled;
use ferz_lang::rules::Rules;
use ferz_lang::rules::expr::{Cond, Squares};
use ferz_lang::rules::movement::Part;
use ferz_runtime::{Engine, Game, legal_moves, parse_move, parse_square, square_name};
use ferz_spec::Interpreter;
use std::sync::Arc;

/// A variant that can be asked.
pub struct Why<'a> {
    rules: &'a Rules,
    compiled: &'a Compiled,
}

/// Something that can stand against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
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

/// Where a rule stands: `file:line`, if the file has it.
pub fn place(compiled: &Compiled, rule: &str) -> Option<String> {
    let span = compiled.rule_place(rule)?;
    Some(format!("{}:{}", compiled.sources.name(span), compiled.sources.position(span).line))
}

impl Why<'_> {
    /// Somebody who answers questions about a variant.
    pub fn new<'a>(rules: &'a Rules, compiled: &'a Compiled) -> Why<'a> {
        Why { rules, compiled }
    }

    /// What there is to say about a square or a move, a sentence each.
    pub fn explain(&self, state: &State, text: &str) -> Vec<String> {
        if let Some(square) = parse_square(&self.rules.board, text) {
            return self.explain_man(state, square);
        }
        if is_legal(self.rules, state, text) {
            return vec![format!("`{text}` is legal")];
        }
        let squares = two_squares(self.rules, text);
        match squares {
            Some((from, to)) => self.explain_move(state, text, from, to),
            None => self.explain_other(state, text),
        }
    }

    /// What the man on a square may do, and what stands against the rest of what its movement allows.
    fn explain_man(&self, state: &State, square: u8) -> Vec<String> {
        let name = square_name(&self.rules.board, square.into());
        let Some(man) = Some(state.cells[usize::from(square)]).filter(|&man| man != 0) else {
            return vec![format!("nobody stands on {name}")];
        };
        if side_of(man) != usize::from(state.side) {
            return vec![format!("{} is {}'s, and it is {}'s turn", self.man(state, square), side(man), turn(state))];
        }
        let own = |rules: &Rules, state: &State| -> Vec<String> {
            named(rules, state).into_iter().filter(|(_, m)| m.from == square).map(|(text, _)| text).collect()
        };
        let legal = own(self.rules, state);
        let may =
            if legal.is_empty() { "has no legal move".to_owned() } else { format!("may play {}", legal.join(", ")) };
        let kind = &self.rules.kinds[kind_of(man)];
        let mut says = vec![format!("{} moves as {}, and {may}", self.man(state, square), kind.notation)];
        let (free, at_ease) = self.without(state, &self.obstacles(state, square));
        for text in own(&free, &at_ease) {
            let base = two_squares(self.rules, &text)
                .map(|(a, b)| square_name(&self.rules.board, a.into()) + &square_name(&self.rules.board, b.into()));
            let known = base.as_ref().is_some_and(|base| legal.iter().any(|l| goes(l, base)));
            let restricted = |o: &Obstacle| {
                matches!(
                    o,
                    Unmoved
                        | From
                        | To
                        | Within
                        | Over
                        | Taking
                        | When(_)
                        | DropOn(_)
                        | LastResort(_)
                        | Right
                        | Between
                )
            };
            if known {
                continue;
            }
            let against = self.against(state, &text, square);
            // What its movement does not offer here is nothing that a rule refuses.
            if !against.iter().any(restricted) {
                says.extend(against.iter().map(|o| format!("`{text}`: {}", self.says(state, &text, o, square))));
            }
        }
        says
    }

    fn explain_move(&self, state: &State, text: &str, from: u8, to: u8) -> Vec<String> {
        let (man, target) = (state.cells[usize::from(from)], state.cells[usize::from(to)]);
        let (here, there) = (self.man(state, from), square_name(&self.rules.board, to.into()));
        if man == 0 {
            return vec![format!(
                "`{text}` is not legal: nobody stands on {}",
                square_name(&self.rules.board, from.into())
            )];
        }
        if side_of(man) != usize::from(state.side) {
            return vec![format!("`{text}` is not legal: {here} is {}'s, and it is {}'s turn", side(man), turn(state))];
        }
        let base = square_name(&self.rules.board, from.into()) + &there;
        if is_legal(self.rules, state, &base) {
            // The squares are right: what is written behind them is not.
            return self.explain_other(state, text);
        }
        let against = self.against(state, &base, from);
        if !against.is_empty() {
            return against
                .iter()
                .map(|o| format!("`{text}` is not legal: {}", self.says(state, &base, o, from)))
                .collect();
        }
        if target != 0 && side_of(target) == side_of(man) && from != to {
            return vec![format!("`{text}` is not legal: {} is an own man", self.man(state, to))];
        }
        vec![format!("`{text}` is not legal: {}", self.no_such_way(state, &base, from, to))]
    }

    /// Texts that are not two squares: drops, and what is no move at all.
    fn explain_other(&self, state: &State, text: &str) -> Vec<String> {
        let drops: Vec<Obstacle> = (0..self.rules.drops.len()).map(DropOn).chain(self.everywhere()).collect();
        let (free, at_ease) = self.without(state, &drops);
        if text.contains('@') && is_legal(&free, &at_ease, text) {
            let against = self.least(state, drops, &|rules, state| is_legal(rules, state, text));
            return against
                .iter()
                .map(|o| format!("`{text}` is not legal: {}", self.says(state, text, o, 0)))
                .collect();
        }
        let engine = Interpreter::new(self.rules);
        match parse_move(&engine, &engine.load(state), text) {
            Ok(_) => vec![format!("`{text}` is legal")],
            Err(error) => vec![error.to_string()],
        }
    }

    /// All that can stand against a move of anybody.
    fn everywhere(&self) -> impl Iterator<Item = Obstacle> {
        let rules = self.rules;
        let forbids = (0..rules.forbids.len()).map(Forbid);
        [Ends, Check].into_iter().chain(forbids).chain([Prefer]).chain((0..rules.afters.len()).map(After))
    }

    /// All that can stand against a move of the man on this square, in the order in which it is tried.
    fn obstacles(&self, state: &State, from: u8) -> Vec<Obstacle> {
        let mut all: Vec<Obstacle> = self.everywhere().collect();
        all.push(Promotion);
        if state.cells[usize::from(from)] != 0 {
            all.extend([Between, Safe, Right, Unmoved, From, To, Within, Over, Taking]);
        }
        all.extend((0..self.rules.actions.len()).flat_map(|action| [LastResort(action), When(action)]));
        all
    }

    /// The fewest obstacles without which a move would be legal; none if it still were not without all of them.
    fn against(&self, state: &State, base: &str, from: u8) -> Vec<Obstacle> {
        self.least(state, self.obstacles(state, from), &|rules, state| is_legal(rules, state, base))
    }

    /// Takes all these obstacles away, puts back each one that does no harm, and gives those that do.
    fn least(&self, state: &State, mut away: Vec<Obstacle>, legal: &dyn Fn(&Rules, &State) -> bool) -> Vec<Obstacle> {
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
    fn without(&self, state: &State, away: &[Obstacle]) -> (Rules, State) {
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
    fn says(&self, state: &State, base: &str, obstacle: &Obstacle, from: u8) -> String {
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
    fn says_check(&self, state: &State, base: &str, from: u8) -> String {
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

    /// Why the man's movement does not lead there, with nothing forbidden: what is in the way, what is missing, or that it moves otherwise.
    fn no_such_way(&self, state: &State, base: &str, from: u8, to: u8) -> String {
        let (rules, at_ease) = self.without(state, &self.obstacles(state, from));
        let works = |state: &State| is_legal(&rules, state, base);
        let changed = |square: usize, man: u8| {
            let mut state = at_ease;
            state.cells[square] = man;
            state
        };
        let man = state.cells[usize::from(from)];
        let others: Vec<usize> =
            self.rules.cells().iter().filter(|&s| s != usize::from(from) && s != usize::from(to)).collect();
        let mut blocking = others.iter().filter(|&&s| at_ease.cells[s] != 0 && works(&changed(s, 0)));
        if let Some(&square) = blocking.next() {
            return format!("{} stands in the way", self.man(state, square as u8));
        }
        let target = usize::from(to);
        let enemy = code(kind_of(man), 1 - side_of(man));
        if at_ease.cells[target] == 0 && works(&changed(target, enemy)) {
            return format!("{} goes there only to capture", self.man(state, from));
        }
        if at_ease.cells[target] != 0 && works(&changed(target, 0)) {
            return format!("{} does not capture so, it only moves there", self.man(state, from));
        }
        let screens: Vec<usize> =
            others.iter().copied().filter(|&s| at_ease.cells[s] == 0 && works(&changed(s, man))).collect();
        if !screens.is_empty() {
            let names = screens.into_iter().map(|s| square_name(&self.rules.board, s));
            return format!("{} needs a man to jump over, on {}", self.man(state, from), words::list(names, ""));
        }
        // Several men in the way: all of them gone, it would go.
        let mut bare = at_ease;
        others.iter().for_each(|&square| bare.cells[square] = 0);
        if works(&bare) {
            let on_line = others.iter().filter(|&&square| {
                let mut with_it = bare;
                with_it.cells[square] = at_ease.cells[square];
                at_ease.cells[square] != 0 && !works(&with_it)
            });
            let names = on_line.map(|&square| square_name(&self.rules.board, square));
            return format!("men stand in the way, on {}", words::list(names, "several squares"));
        }
        let kind = &self.rules.kinds[kind_of(man)];
        format!("{} does not move so: its movement is {}", self.man(state, from), kind.notation)
    }

    /// A man in words, with its square.
    fn man(&self, state: &State, square: u8) -> String {
        let name = square_name(&self.rules.board, square.into());
        match state.cells[usize::from(square)] {
            0 => format!("the square {name}"),
            man => format!("the {} on {name}", self.rules.kinds[kind_of(man)].name),
        }
    }
}

fn each_part(rules: &mut Rules, change: impl Fn(&mut Part)) {
    rules.kinds.iter_mut().flat_map(|kind| &mut kind.movement).flatten().for_each(change);
}

fn side(man: u8) -> &'static str {
    ["White", "Black"][side_of(man)]
}

fn turn(state: &State) -> &'static str {
    ["White", "Black"][usize::from(state.side)]
}

fn named(rules: &Rules, state: &State) -> Vec<(String, Move)> {
    let engine = Interpreter::new(rules);
    legal_moves(&engine, &engine.load(state))
}

/// Whether a legal move has this text, or goes from and to these squares.
fn is_legal(rules: &Rules, state: &State, text: &str) -> bool {
    named(rules, state).iter().any(|(name, _)| goes(name, text))
}

/// Whether the text of a move is this one, or this one with a promotion or victims behind it.
fn goes(name: &str, text: &str) -> bool {
    name.strip_prefix(text).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        && (name == text || text.ends_with(|c: char| c.is_ascii_digit()) && text.contains(|c: char| c.is_ascii_digit()))
}

/// The two squares that a text starts with.
fn two_squares(rules: &Rules, text: &str) -> Option<(u8, u8)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at)?;
    let from = parse_square(&rules.board, &text[..second])?;
    let digits = text[second + 1..].bytes().take_while(u8::is_ascii_digit).count();
    let to = parse_square(&rules.board, &text[second..second + 1 + digits])?;
    (!has(&rules.board.holes, to.into())).then_some((from, to))
}
