//! The rules as text, for `--emit rules`: what the words of a file came down to.

use super::expr::Choice;
use super::movement::{Effect, Hop, Landing, Leg, Part, Path, UNLIMITED};
use super::{Kind, KindSet, Place, Rules, SquareSet, Unmoved};
use ferz_abi::{EndWhen, Letter, Outcome, Wing};
use std::fmt::{self, Display, Formatter, Write as _};

const SIDES: [&str; 2] = ["White", "Black"];

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "variant {:?}", self.name)?;
        for (word, text) in [("author", &self.author), ("year", &self.year), ("about", &self.about)] {
            if !text.is_empty() {
                writeln!(f, "{word} {text:?}")?;
            }
        }
        writeln!(f, "board {}x{}", self.board.width, self.board.height)?;
        for kind in 0..self.kinds.len() {
            self.print_kind(f, kind)?;
        }
        for setup in &self.setups {
            let name = if setup.name.is_empty() { String::new() } else { format!(" {}", setup.name) };
            writeln!(f, "\nsetup{name} {:?}", setup.fen)?;
        }
        self.print_promotions(f)?;
        self.print_castlings(f)?;
        self.print_consequences(f)?;
        self.print_ends(f)?;
        if !self.tests.is_empty() {
            writeln!(f, "\ntests {}", self.tests.len())?;
        }
        Ok(())
    }
}

impl Rules {
    fn print_kind(&self, f: &mut Formatter<'_>, index: usize) -> fmt::Result {
        let kind = &self.kinds[index];
        let letters = kind.letters_text();
        let royal = if kind.royal { " royal" } else { "" };
        let stays = if kind.may_stay { " may stay" } else { "" };
        writeln!(f, "\nkind {index} {} {letters}{royal}{stays} = {}", kind.name, kind.notation)?;
        for (side, name) in SIDES.iter().enumerate() {
            let (Unmoved::Place(homes) | Unmoved::Right(homes)) = kind.unmoved[side];
            if !homes.is_empty() {
                let told = match kind.unmoved[side] {
                    Unmoved::Place(_) => "standing there is not having moved",
                    Unmoved::Right(_) => "may come back there",
                };
                writeln!(f, "  {name} at home on {}: {told}", self.squares_text(homes))?;
            }
        }
        for part in &kind.movement[0] {
            self.print_part(f, part)?;
        }
        let mirrored = kind.movement[0].iter().map(|part| part.paths.iter().map(Path::turned).collect::<Vec<_>>());
        let same = mirrored.eq(kind.movement[1].iter().map(|part| part.paths.clone()));
        if !same {
            writeln!(f, "  Black otherwise:")?;
            kind.movement[1].iter().try_for_each(|part| self.print_part(f, part))?;
        }
        Ok(())
    }

    fn print_part(&self, f: &mut Formatter<'_>, part: &Part) -> fmt::Result {
        let mut words = String::new();
        let zones = [("from", part.from), ("to", part.to), ("within", part.within)];
        words.push_str(if part.unmoved { " unmoved" } else { "" });
        words.push_str(if part.marking { " marking" } else { "" });
        for (word, zone) in zones {
            if let Some(zone) = zone {
                write!(words, " {word} {}", self.squares_text(zone))?;
            }
        }
        for (word, kinds) in [("over", part.over), ("taking", part.taking)] {
            if let Some(kinds) = kinds {
                write!(words, " {word} {}", self.kinds_text(kinds))?;
            }
        }
        writeln!(f, "  part{words}")?;
        part.paths.iter().try_for_each(|path| writeln!(f, "    {path}"))
    }

    fn print_promotions(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for promotion in &self.promotions {
            let place = match promotion.place {
                Place::On => "on",
                Place::From => "from",
                Place::FromOrTo => "from or to",
            };
            let optionally = if promotion.optional { " optionally" } else { "" };
            writeln!(f, "\npromotion in rule {}: {}", promotion.rule, self.kinds_text(promotion.kinds))?;
            for (side, name) in SIDES.iter().enumerate() {
                let zone = self.squares_text(promotion.zone[side]);
                let to = match promotion.to.fixed(side) {
                    Some(kinds) => self.kinds_text(kinds),
                    None => self.kind_set_text(&promotion.to),
                };
                writeln!(f, "  {name} {place} {zone}{optionally} to {to}")?;
            }
            if let Some(while_) = &promotion.while_ {
                writeln!(f, "  while {}", self.cond_text(while_))?;
            }
        }
        Ok(())
    }

    fn print_castlings(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in &self.castlings {
            let wing = if c.wing == Wing::King { "king's" } else { "queen's" };
            let square = |s: u8| self.square_text(s.into());
            writeln!(f, "\ncastling of {} on the {wing} wing", SIDES[c.side & 1])?;
            let (king, partner) = (&self.kinds[c.king].name, &self.kinds[c.partner].name);
            writeln!(f, "  {king} {} to {}", square(c.king_from), square(c.king_to))?;
            writeln!(f, "  {partner} {} to {}", square(c.partner_from), square(c.partner_to))?;
            writeln!(f, "  empty {}", self.squares_text(SquareSet(c.empty)))?;
            writeln!(f, "  no check on {}", self.squares_text(SquareSet(c.safe)))?;
            if c.ambiguous {
                writeln!(f, "  written as the king onto its partner")?;
            }
        }
        Ok(())
    }

    /// What is in hand, what counts, what check is, what is forbidden, goes first or follows, and the actions.
    fn print_consequences(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let said = self.drops.len() + self.checks.len() + self.forbids.len() + self.prefers.len() + self.afters.len();
        if said + self.hand.len() + self.counters.len() + self.actions.len() > 0 {
            writeln!(f)?;
        }
        for hand in &self.hand {
            let [white, black] = hand.start;
            writeln!(f, "in hand {}: White starts with {white}, Black with {black}", self.kinds[hand.kind].name)?;
        }
        for drop in &self.drops {
            let (kinds, on) = (self.kind_set_text(&drop.kinds), self.set_text(&drop.on));
            writeln!(f, "drop in rule {}: {kinds} on {on}", drop.rule)?;
        }
        for counter in &self.counters {
            let each = if counter.each_side { " each side" } else { "" };
            writeln!(f, "counter {} = {}{each}", counter.name, counter.start)?;
        }
        for check in &self.checks {
            writeln!(f, "check when {}", self.cond_text(check))?;
        }
        for forbid in &self.forbids {
            let event = forbid.event.as_ref().map_or(String::new(), |event| self.event_text(event) + " when ");
            writeln!(f, "forbid in rule {}: {event}{}", forbid.rule, self.cond_text(&forbid.when))?;
        }
        for event in &self.prefers {
            writeln!(f, "prefer {}", self.event_text(event))?;
        }
        for after in &self.afters {
            let may = if after.optional { ", if the mover likes" } else { "" };
            writeln!(f, "after in rule {}: {}{may}", after.rule, self.event_text(&after.event))?;
            self.print_choices(f, &after.choices)?;
            after.effects.iter().try_for_each(|effect| writeln!(f, "  {}", self.effect_text(effect)))?;
        }
        for action in &self.actions {
            let last = if action.last_resort { ", last resort" } else { "" };
            let when = action.when.as_ref().map_or(String::new(), |when| format!(", when {}", self.cond_text(when)));
            writeln!(f, "action {}{last}{when}", action.name)?;
            self.print_choices(f, &action.choices)?;
            action.effects.iter().try_for_each(|effect| writeln!(f, "  {}", self.effect_text(effect)))?;
        }
        Ok(())
    }

    fn print_choices(&self, f: &mut Formatter<'_>, choices: &[Choice]) -> fmt::Result {
        let mut choices = choices.iter().enumerate();
        choices.try_for_each(|(n, choice)| writeln!(f, "  choice {} in {}", n + 1, self.choice_text(choice)))
    }

    fn print_ends(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for end in &self.ends {
            let outcome = match end.outcome {
                Outcome::Win => "win",
                Outcome::Lose => "lose",
                Outcome::Draw => "draw",
            };
            let when = match end.when {
                EndWhen::Checkmate => "checkmate".to_string(),
                EndWhen::Stalemate => "stalemate".to_string(),
                EndWhen::Repetition(n) => format!("repetition({n})"),
                EndWhen::Quiet(n) => format!("quiet({n})"),
                EndWhen::Holds(n) => self.cond_text(&self.conditions[usize::from(n)]),
            };
            let claim = if end.claim { "claim " } else { "" };
            writeln!(f, "end in rule {}: {claim}{outcome} when {when}", end.rule)?;
        }
        Ok(())
    }

    fn square_text(&self, square: usize) -> String {
        let width = usize::from(self.board.width);
        format!("{}{}", char::from(b'a' + (square % width) as u8), square / width + 1)
    }

    pub(super) fn squares_text(&self, squares: SquareSet) -> String {
        let names: Vec<String> = squares.iter().map(|square| self.square_text(square)).collect();
        if names.is_empty() { "no square".to_string() } else { names.join(" ") }
    }

    pub(super) fn kinds_text(&self, kinds: KindSet) -> String {
        let names: Vec<&str> = kinds.iter().filter_map(|k| self.kinds.get(k)).map(|kind| kind.name.as_str()).collect();
        if names.is_empty() { "no kind".to_string() } else { names.join(" ") }
    }
}

impl Rules {
    /// Every kind with its movement, the notation in canonical form.
    pub fn notation(&self) -> String {
        let line = |kind: &Kind| {
            let royal = if kind.royal { " royal" } else { "" };
            format!("piece {} {} = {}{royal}\n", kind.name, kind.letters_text(), canonical_quotes(&kind.notation))
        };
        self.kinds.iter().map(line).collect()
    }
}

impl Kind {
    /// The letters, one for both armies if they share it.
    fn letters_text(&self) -> String {
        let letters = self.letters.map(|letter| letter.map_or("-".to_string(), shown));
        if letters[0] == letters[1] { letters[0].clone() } else { letters.join("/") }
    }
}

/// A movement with the notation between its quotes in canonical form.
fn canonical_quotes(movement: &str) -> String {
    let canonical = |(at, part): (usize, &str)| {
        if at % 2 == 0 {
            part.to_string()
        } else {
            format!("\"{}\"", crate::notation::canonical(&crate::notation::read(part).0))
        }
    };
    movement.split('"').enumerate().map(canonical).collect()
}

fn shown(letter: Letter) -> String {
    let mark = letter.mark.map_or(String::new(), String::from);
    format!("{}{}{mark}", if letter.plus { "+" } else { "" }, letter.letter)
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, leg) in self.legs.iter().enumerate() {
            write!(f, "{}{leg}", if index > 0 { "; then " } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Leg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            write!(f, "({},{})", step.dx, step.dy)?;
        }
        match (self.min, self.max) {
            (1, 1) => {}
            (min, UNLIMITED) => write!(f, " {min}..")?,
            (min, max) if min == max => write!(f, " {min}")?,
            (min, max) => write!(f, " {min}..{max}")?,
        }
        if self.same_length {
            write!(f, " as many as before")?;
        }
        if self.skip > 0 {
            write!(f, " skipping {}", self.skip)?;
        }
        match self.hop {
            Hop::None => {}
            Hop::Over => write!(f, " over one man")?,
            Hop::Beyond => write!(f, " right beyond one man")?,
        }
        if self.wrap {
            write!(f, " round the side edges")?;
        }
        write!(f, " onto {}", self.ends)?;
        match self.effect {
            Effect::Leave => {}
            Effect::Remove => write!(f, ", which is taken")?,
        }
        if self.off_board {
            write!(f, ", or off the board")?;
        }
        if self.put_down {
            write!(f, ", putting down at its start what was taken last")?;
        }
        match self.stop {
            Some(stop) => write!(f, ", or stop on {stop}"),
            None => Ok(()),
        }
    }
}

impl Display for Landing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let enemy = match self.royal {
            None => "enemy",
            Some(true) => "royal enemy",
            Some(false) => "enemy that is not royal",
        };
        let tests =
            [(self.empty, "empty"), (self.enemy, enemy), (self.friend, "friend"), (self.en_passant, "en passant")];
        let words: Vec<&str> = tests.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
        f.write_str(&if words.is_empty() { "nothing".to_string() } else { words.join(" or ") })
    }
}
