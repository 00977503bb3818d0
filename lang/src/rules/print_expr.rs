//! Expressions, effects and events as text, for `--emit rules`. What differs between the sides is shown as White has it.

use super::expr::{Choice, Comparison, Cond, Effect, Event, Happening, Int, Kinds, Man, Squares, Who};
use super::{Rules, SquareSet};

fn who(who: Who) -> &'static str {
    match who {
        Who::Own => "own",
        Who::Enemy => "enemy",
        Who::Either => "men",
    }
}

impl Rules {
    pub(super) fn set_text(&self, set: &Squares) -> String {
        let both = |a: &Squares, sign: &str, b: &Squares| format!("({} {sign} {})", self.set_text(a), self.set_text(b));
        match set {
            Squares::Zone([white, _]) if *white == self.cells() => "every cell".into(),
            Squares::Zone([white, _]) => format!("[{}]", self.squares_text(SquareSet(white.0))),
            Squares::Men(whose, kinds) => format!("{} {}", who(*whose), self.kind_set_text(kinds)),
            Squares::Empty => "empty".into(),
            Squares::Attacked(Who::Own) => "attacked by own".into(),
            Squares::Attacked(_) => "attacked".into(),
            Squares::Reach(movement, from) => {
                let paths: usize = movement[0].iter().map(|part| part.paths.len()).sum();
                format!("reach(by {paths} paths, {})", self.set_text(from))
            }
            Squares::Near(a) => format!("near({})", self.set_text(a)),
            Squares::Files(a) => format!("files({})", self.set_text(a)),
            Squares::Ranks(a) => format!("ranks({})", self.set_text(a)),
            Squares::Or(a, b) => both(a, "|", b),
            Squares::And(a, b) => both(a, "&", b),
            Squares::Minus(a, b) => both(a, "-", b),
            Squares::Not(a) => format!("~{}", self.set_text(a)),
            Squares::Unmoved => "unmoved".into(),
            Squares::Chosen(n) => format!("choice {}", n + 1),
            Squares::From => "from".into(),
            Squares::To => "to".into(),
            Squares::Victim => "victim".into(),
        }
    }

    pub(super) fn kind_set_text(&self, kinds: &Kinds) -> String {
        let both =
            |a: &Kinds, sign: &str, b: &Kinds| format!("({} {sign} {})", self.kind_set_text(a), self.kind_set_text(b));
        match kinds {
            Kinds::Fixed([white, _]) if white.len() == self.kinds.len() => "of any kind".into(),
            Kinds::Fixed([white, _]) => self.kinds_text(*white),
            Kinds::Captured => "captured".into(),
            Kinds::PromotedForm => "promoted".into(),
            Kinds::InHand => "in hand".into(),
            Kinds::Chosen(n) => format!("choice {}", n + 1),
            Kinds::Or(a, b) => both(a, "|", b),
            Kinds::And(a, b) => both(a, "&", b),
            Kinds::Minus(a, b) => both(a, "-", b),
        }
    }

    fn int_text(&self, int: &Int) -> String {
        match int {
            Int::Const(n) => n.to_string(),
            Int::Count(set) => format!("count({})", self.set_text(set)),
            Int::Lost(kinds) => format!("lost({})", self.kind_set_text(kinds)),
            Int::Counter(n, whose) => format!("{} {}", who(*whose), self.counters[*n].name),
            Int::Hand(kinds, whose) => format!("{} in {} hand", self.kind_set_text(kinds), who(*whose)),
            Int::Add(a, b) => format!("({} + {})", self.int_text(a), self.int_text(b)),
            Int::Sub(a, b) => format!("({} - {})", self.int_text(a), self.int_text(b)),
            Int::Mul(a, b) => format!("({} * {})", self.int_text(a), self.int_text(b)),
        }
    }

    pub(super) fn cond_text(&self, cond: &Cond) -> String {
        let of = |word: &str, whose: Who| format!("{word} of {}", who(whose));
        match cond {
            Cond::Const(true) => "always".into(),
            Cond::Const(false) => "never".into(),
            Cond::Any(set) => format!("any({})", self.set_text(set)),
            Cond::Compare(a, how, b) => {
                let sign = match how {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                };
                format!("{} {sign} {}", self.int_text(a), self.int_text(b))
            }
            Cond::Check(whose) => of("check", *whose),
            Cond::Checkmate(whose) => of("checkmate", *whose),
            Cond::Stalemate(whose) => of("stalemate", *whose),
            Cond::ToMove => "to move".into(),
            Cond::OwnIs(side) => format!("own is {}", if *side == 0 { "White" } else { "Black" }),
            Cond::Before(n) => format!("before({})", self.cond_text(&self.memories[*n])),
            Cond::Passed => "passed".into(),
            Cond::And(a, b) => format!("({} and {})", self.cond_text(a), self.cond_text(b)),
            Cond::Or(a, b) => format!("({} or {})", self.cond_text(a), self.cond_text(b)),
            Cond::Not(a) => format!("not {}", self.cond_text(a)),
        }
    }

    pub(super) fn effect_text(&self, effect: &Effect) -> String {
        match effect {
            Effect::Remove(a) => format!("remove {}", self.set_text(a)),
            Effect::Swap(a, b) => format!("swap {}, {}", self.set_text(a), self.set_text(b)),
            Effect::Relocate(a, b) => format!("relocate {} to {}", self.set_text(a), self.set_text(b)),
            Effect::Put(man, a) => format!("put {} on {}", self.man_text(man), self.set_text(a)),
            Effect::Drop(man, a) => format!("drop {} on {}", self.man_text(man), self.set_text(a)),
            Effect::VictimToHand => "to hand victim".into(),
            Effect::Change(n, whose, by) => format!("{} {} {by:+}", who(*whose), self.counters[*n].name),
        }
    }

    fn man_text(&self, man: &Man) -> String {
        match man {
            Man::Kind(kind) => self.kinds[*kind].name.clone(),
            Man::Chosen(n) => format!("choice {}", n + 1),
        }
    }

    pub(super) fn choice_text(&self, choice: &Choice) -> String {
        match choice {
            Choice::Square(set) => self.set_text(set),
            Choice::Kind(kinds) => self.kind_set_text(kinds),
        }
    }

    pub(super) fn event_text(&self, event: &Event) -> String {
        let mut text = match event.what {
            Happening::Capture => "capture",
            Happening::Move => "move",
            Happening::Drop => "drop",
            Happening::Promotion => "promotion",
            Happening::Castling => "castling",
            Happening::Check => "check",
        }
        .to_string();
        for (word, kinds) in [("by", &event.by), ("of", &event.of)] {
            if let Some(kinds) = kinds {
                text += &format!(" {word} {}", self.kind_set_text(kinds));
            }
        }
        for (word, zone) in [("from", &event.from), ("to", &event.to)] {
            if let Some(zone) = zone {
                text += &format!(" {word} {}", self.set_text(zone));
            }
        }
        text
    }
}
