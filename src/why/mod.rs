//! Why a move is legal or not, by name and place of the rule that refuses it.
//!
//! Nothing of the rules is said twice here: the interpreter is asked again and again, about rules from which one thing is missing, or about a
//! board with a man more or less, until it is plain what stands against the move.

mod obstacles;
mod ways;

use ferz_abi::{Move, State, has, kind_of, side_of};
use ferz_lang::Compiled;
use ferz_lang::rules::Rules;
use ferz_runtime::{Engine, legal_moves, parse_move, parse_square, square_name};
use ferz_spec::Interpreter;
use obstacles::Obstacle::{self, *};

/// A variant that can be asked.
pub struct Why<'a> {
    rules: &'a Rules,
    compiled: &'a Compiled,
}

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

    /// A man in words, with its square.
    fn man(&self, state: &State, square: u8) -> String {
        let name = square_name(&self.rules.board, square.into());
        match state.cells[usize::from(square)] {
            0 => format!("the square {name}"),
            man => format!("the {} on {name}", self.rules.kinds[kind_of(man)].name),
        }
    }
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
