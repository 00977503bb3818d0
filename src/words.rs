//! Rules in words: what a resolved variant says, for people to read.

mod expr;

use ferz_abi::{Board, End, EndWhen, Outcome};
use ferz_lang::rules::{KindSet, Place, Promotion, Rules, SquareSet};
use ferz_runtime::square_name;
use serde::Serialize;

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Saying {
    /// Its name.
    pub rule: String,
    /// A sentence about it without a full stop, from White's side where the sides differ.
    pub says: String,
}

/// What all rules of a variant say, in the order in which they are asked.
pub fn sayings(rules: &Rules) -> Vec<Saying> {
    let promotions = rules.promotions.iter().map(|p| Saying { rule: p.rule.clone(), says: promotion(rules, p) });
    let castlings = castling(rules).map(|says| Saying { rule: "castling".to_owned(), says });
    let ends = rules.ends.iter().map(|e| Saying { rule: e.rule.clone(), says: end(rules, e) });
    promotions.chain(castlings).chain(hands(rules)).chain(restraints(rules)).chain(doings(rules)).chain(ends).collect()
}

fn say(rule: &str, says: String) -> Saying {
    Saying { rule: rule.to_owned(), says }
}

/// Hands, drops and counters.
fn hands(rules: &Rules) -> Vec<Saying> {
    let mut all = Vec::new();
    if !rules.hand.is_empty() {
        let kinds = kinds(rules, rules.hand.iter().map(|held| held.kind).collect());
        all.push(say("hand", format!("each side may have in hand {kinds}")));
    }
    for drop in &rules.drops {
        let (kinds, on) = (expr::kinds(rules, &drop.kinds), expr::squares(rules, &drop.on));
        all.push(say(&drop.rule, format!("from the hand {kinds} may be dropped on {on}")));
    }
    for counter in &rules.counters {
        let each = if counter.each_side { " for each side" } else { "" };
        all.push(say(&counter.name, format!("a number that starts at {}{each}", counter.start)));
    }
    all
}

/// What check is, what is forbidden, and what goes first.
fn restraints(rules: &Rules) -> Vec<Saying> {
    let mut all: Vec<Saying> = Vec::new();
    all.extend(rules.checks.iter().map(|check| say("check", format!("check is when {}", expr::cond(rules, check)))));
    for forbid in &rules.forbids {
        let what = forbid.event.as_ref().map_or("a move".to_owned(), |event| expr::event(rules, event));
        all.push(say(&forbid.rule, format!("{what} is illegal if after it {}", expr::cond(rules, &forbid.when))));
    }
    all.extend(rules.prefers.iter().map(|e| say("prefer", format!("{} goes before all else", expr::event(rules, e)))));
    all
}

/// Actions, and what follows on moves.
fn doings(rules: &Rules) -> Vec<Saying> {
    let mut all = Vec::new();
    for action in &rules.actions {
        let resort = if action.last_resort { "if there is no other move: " } else { "" };
        let when = action.when.as_ref().map_or(String::new(), |when| format!("when {}: ", expr::cond(rules, when)));
        let choices = expr::choices(rules, &action.choices);
        let effects = expr::effects(rules, &action.effects);
        all.push(say(&action.name, format!("{resort}{when}{choices}{effects}")));
    }
    for after in &rules.afters {
        let (event, effects) = (expr::event(rules, &after.event), expr::effects(rules, &after.effects));
        let may = if after.optional { "the mover may choose: " } else { "" };
        let choices = expr::choices(rules, &after.choices);
        all.push(say(&after.rule, format!("after {event}: {may}{choices}{effects}")));
    }
    all
}

fn promotion(rules: &Rules, promotion: &Promotion) -> String {
    let place = match promotion.place {
        Place::On => "on",
        Place::From => "leaving",
        Place::FromOrTo => "leaving or reaching",
    };
    let may = if promotion.optional { "may become" } else { "becomes" };
    let zones = promotion.zone.map(|zone| squares(&rules.board, zone));
    let options = [0, 1].map(|side| match promotion.to.fixed(side) {
        Some(to) => kinds(rules, to),
        None => format!("a {}", expr::kinds(rules, &promotion.to)),
    });
    let when = promotion.while_.as_ref().map_or(String::new(), |when| format!(" when {}", expr::cond(rules, when)));
    let side = |side: usize| format!("{place} {} {may} {}{when}", zones[side], options[side]);
    let who = kinds(rules, promotion.kinds);
    format!("{who} {} (Black: {})", side(0), if options[0] == options[1] { zones[1].clone() } else { side(1) })
}

fn castling(rules: &Rules) -> Option<String> {
    let white: Vec<String> = rules
        .castlings
        .iter()
        .filter(|castling| castling.side == 0)
        .map(|castling| {
            let [from, to, partner_from, partner_to] =
                [castling.king_from, castling.king_to, castling.partner_from, castling.partner_to]
                    .map(|square| square_name(&rules.board, square.into()));
            let (king, partner) = (&rules.kinds[castling.king].name, &rules.kinds[castling.partner].name);
            format!("{king} {from} to {to} with {partner} {partner_from} to {partner_to}")
        })
        .collect();
    (!white.is_empty()).then(|| white.join("; "))
}

fn end(rules: &Rules, end: &End) -> String {
    let outcome = match end.outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    };
    let claim = if end.claim { "a player may claim a " } else { "" };
    let when = match end.when {
        EndWhen::Checkmate => "on checkmate".to_owned(),
        EndWhen::Stalemate => "on stalemate".to_owned(),
        EndWhen::Repetition(times) => format!("when a position stands for the {} time", ordinal(times)),
        EndWhen::Quiet(moves) => {
            format!("after {moves} moves by each side without a capture or a move of a kind that can promote")
        }
        EndWhen::Holds(condition) => match rules.conditions.get(usize::from(condition)) {
            Some(condition) => format!("when {}", expr::cond(rules, condition)),
            None => "when its condition holds".to_owned(),
        },
    };
    format!("{claim}{outcome} {when}")
}

fn ordinal(number: u16) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// The names of kinds, with "or" before the last.
pub fn kinds(rules: &Rules, set: KindSet) -> String {
    let names: Vec<&str> = set.iter().filter_map(|k| rules.kinds.get(k)).map(|kind| kind.name.as_str()).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}

/// Words one after the other, or another word if there are none.
pub fn list(words: impl Iterator<Item = String>, none: &str) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { none.to_owned() } else { words.join(" ") }
}

/// Squares in words: whole ranks as such, others by name.
pub fn squares(board: &Board, set: SquareSet) -> String {
    let width = usize::from(board.width);
    let rank =
        |y: usize| -> SquareSet { (y * width..(y + 1) * width).filter(|&s| !ferz_abi::has(&board.holes, s)).collect() };
    let full: Vec<usize> =
        (0..usize::from(board.height)).filter(|&y| !rank(y).is_empty() && rank(y) - set == SquareSet::EMPTY).collect();
    let rest = full.iter().fold(set, |rest, &y| rest - rank(y));
    let mut words = match full.as_slice() {
        [] => Vec::new(),
        [y] => vec![format!("rank {}", y + 1)],
        [first, .., last] if last - first + 1 == full.len() => vec![format!("ranks {} to {}", first + 1, last + 1)],
        several => {
            vec![format!("ranks {}", several.iter().map(|y| (y + 1).to_string()).collect::<Vec<_>>().join(", "))]
        }
    };
    words.extend(rest.iter().map(|square| square_name(board, square)));
    if words.is_empty() { "no square".to_owned() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_ranks_are_called_so() {
        let board = Board { width: 3, height: 4, holes: [0; 4] };
        let named = |squares_: &[usize]| squares(&board, squares_.iter().copied().collect());
        assert_eq!(named(&[]), "no square");
        assert_eq!(named(&[9, 10, 11]), "rank 4");
        assert_eq!(named(&[3, 4, 5, 6, 7, 8]), "ranks 2 to 3");
        assert_eq!(named(&[0, 1, 2, 9, 10, 11]), "ranks 1, 4");
        assert_eq!(named(&[0, 1, 2, 5]), "rank 1 c2");
    }

    #[test]
    fn numbers_have_their_endings() {
        for (number, text) in [(1, "1st"), (2, "2nd"), (3, "3rd"), (5, "5th"), (11, "11th"), (22, "22nd")] {
            assert_eq!(ordinal(number), text);
        }
    }
}
