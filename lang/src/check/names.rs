//! What the names of a file mean, and the order in which the parts of a variant are resolved.

use super::load::Unit;
use super::types::{Place, Value};
use super::{
    castling, claims, consequences, ends, hands, promotions, room, same_text, setups, symbols, unmoved, vacuous,
};
use crate::diagnostics::{Code, Diagnostic, Severity, Span, closest};
use crate::parse::ast::{self, Definition, HeaderField};
use crate::rules::expr::Cond;
use crate::rules::{Kind, KindId, KindSet, Rules, Setup, SquareSet};
use crate::source::Sources;
use ferz_abi::{Board, Letter};
use std::collections::HashMap;

/// Room for small numbers in a position: `State::vars`.
const MOST_NUMBERS: usize = 64;

/// Words that stand for sets and conditions: what somebody may have misspelt who is told that nothing is called so.
const EXPRESSIVE: &[&str] = &[
    "absolute",
    "turned",
    "army",
    "captured",
    "promoted",
    "enemy",
    "empty",
    "attacked",
    "home",
    "victim",
    "passed",
    "ranks",
    "files",
    "near",
    "reach",
    "count",
    "before",
    "check",
    "checkmate",
    "stalemate",
];

/// Definitions that refer to each other more deeply than this are refused.
pub const DEEPEST_DEFINITIONS: usize = 32;

/// A set of squares, for each side.
pub type Squares = [SquareSet; 2];

/// A set of kinds, for each side.
pub type Kinds = [KindSet; 2];

/// A kind, before its movement is known.
#[derive(Clone, Debug)]
pub struct Man {
    /// Its name.
    pub name: String,
    /// Where its letter is given.
    pub span: Span,
    /// Its letter in each army.
    pub letters: [Option<Letter>; 2],
    /// Whether it is royal.
    pub royal: bool,
    /// Whether going out and back without taking anybody is a move of its.
    pub may_stay: bool,
    /// Which of the pieces of the unit it is.
    pub piece: usize,
    /// What it counts as once it is taken, if not as itself.
    pub plain: Option<KindId>,
    /// Whether it is a kind of its own only because such men remember what they were: the kind that it is otherwise.
    pub shadow_of: Option<KindId>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What this definition says.
    Define(usize),
    /// This counter.
    Counter(usize),
    /// A piece: this one of the unit.
    Piece(usize),
}

/// The state of checking a unit.
pub struct Checker<'a> {
    /// What is checked.
    pub unit: &'a Unit,
    /// The texts.
    pub sources: &'a Sources,
    /// What has been found wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The board, or a likely one if the file gives none.
    pub board: Board,
    /// The kinds, in order: pieces with a letter.
    pub men: Vec<Man>,
    /// The set-ups, those that could be read.
    pub setups: Vec<Setup>,
    /// The kinds in each side's first set-up.
    pub army: Kinds,
    meanings: HashMap<&'a str, Meaning>,
    /// Definitions already resolved, with how many operations they are; `None` for those with errors.
    pub values: HashMap<usize, Option<(Value, usize)>>,
    /// How many operations the expression has that is being resolved.
    pub weight: usize,
    /// Which words have a meaning where the expression stands.
    pub place: Place,
    /// Conditions of which the position remembers how they stood.
    pub memories: Vec<Cond>,
    /// The definitions being resolved, outermost first.
    pub open: Vec<(Meaning, usize)>,
    /// Movements already resolved, by piece and by which of its definitions.
    pub movements: HashMap<(usize, usize), Option<crate::check::pieces::Resolved>>,
}

impl<'a> Checker<'a> {
    /// A checker that has looked at nothing yet.
    pub fn new(unit: &'a Unit, sources: &'a Sources) -> Checker<'a> {
        let mut meanings = HashMap::new();
        for (index, define) in unit.defines.iter().enumerate() {
            meanings.insert(define.name.text.as_str(), Meaning::Define(index));
        }
        for (index, counter) in unit.counters.iter().enumerate() {
            meanings.insert(counter.name.text.as_str(), Meaning::Counter(index));
        }
        for (index, chain) in unit.pieces.iter().enumerate() {
            meanings.insert(chain[0].name.text.as_str(), Meaning::Piece(index));
        }
        Checker {
            unit,
            sources,
            diagnostics: Vec::new(),
            board: Board { width: 8, height: 8, holes: [0; 4] },
            men: Vec::new(),
            setups: Vec::new(),
            army: [KindSet::EMPTY; 2],
            meanings,
            values: HashMap::new(),
            weight: 0,
            place: Place::default(),
            memories: Vec::new(),
            open: Vec::new(),
            movements: HashMap::new(),
        }
    }

    /// Resolves everything. The rules are complete only if there is no error among the diagnostics.
    pub fn check(&mut self, file: &str) -> Option<Rules> {
        setups::board(self);
        self.find_men();
        setups::holes(self);
        self.setups = setups::setups(self);
        self.army = setups::army(&self.setups);
        if hands::find_remembering(self) {
            // Now that `~` can be read, the men with it are known.
            self.setups = setups::setups(self);
        }
        self.check_definitions();
        let mut rules = Rules {
            name: self.header(HeaderField::Variant).unwrap_or_else(|| stem(file)),
            author: self.header(HeaderField::Author).unwrap_or_default(),
            year: self.header(HeaderField::Year).unwrap_or_default(),
            about: self.header(HeaderField::About).unwrap_or_default(),
            board: self.board,
            kinds: self.kinds(),
            symbols: symbols::symbols(self),
            setups: self.setups.clone(),
            counters: hands::counters(self),
            hand: hands::hand(self),
            ..Rules::default()
        };
        rules.promotions = promotions::promotions(self);
        consequences::fill(self, &mut rules);
        unmoved::fill(self, &mut rules);
        room::check(self, &rules);
        promotions::check_zones(self, &rules);
        rules.castlings = castling::castlings(self, &rules);
        ends::fill(self, &mut rules);
        vacuous::check(self, &rules);
        same_text::check(self, &rules);
        rules.memories = std::mem::take(&mut self.memories);
        let numbers = 2 * (rules.counters.len() + rules.hand.len() + rules.memories.len()) + 1;
        if numbers > MOST_NUMBERS {
            let message =
                format!("a position would have to remember {numbers} numbers, and there is room for {MOST_NUMBERS}");
            let problem = Diagnostic::error(Code::TooMuchToRemember, self.unit.start, message);
            self.report(problem.help("have fewer kinds in hand, counters or `before(...)`: each takes two"));
        }
        rules.tests = claims::tests(self);
        let fine = self.diagnostics.iter().all(|d| d.severity == Severity::Warning);
        (fine && !self.unit.is_part()).then_some(rules)
    }

    fn header(&self, wanted: HeaderField) -> Option<String> {
        self.unit.headers.iter().find(|(field, _)| *field == wanted).map(|(_, text)| text.value.clone())
    }

    /// Reports something.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn find_men(&mut self) {
        for (piece, chain) in self.unit.pieces.iter().enumerate() {
            // For each side the last definition counts that is not the other side's alone.
            let of = |side: usize| chain.iter().rfind(|d| d.side.is_none_or(|s| s == side));
            let definitions = [of(0), of(1)];
            let Some((definition, written)) =
                definitions.iter().flatten().find_map(|d| d.letters.as_ref().map(|letters| (*d, letters)))
            else {
                continue;
            };
            let mut letters = [None, None];
            for (side, letter) in letters.iter_mut().enumerate() {
                let Some(written) = definitions[side].and_then(|d| d.letters.as_ref()) else { continue };
                match super::pieces::letters(written) {
                    Ok(letters) => *letter = Some(letters[side]),
                    Err(problem) => self.report(*problem),
                }
            }
            let royal = definitions.iter().flatten().any(|d| d.royal);
            let may_stay = definitions.iter().flatten().any(|d| d.may_stay);
            let clash =
                self.men.iter().find(|man| (0..2).any(|s| letters[s].is_some() && man.letters[s] == letters[s]));
            if let Some(man) = clash {
                let message = format!("`{}` and `{}` have the same letter", man.name, definition.name.text);
                let problem = Diagnostic::error(Code::LetterTwice, written.span, message).label("taken already");
                let mut help = free_letters(&self.men);
                if man.span.file != written.span.file {
                    help = format!("{help}; or leave the other one out: use ... without {}", man.name);
                }
                self.report(problem.also(man.span, format!("`{}` has it", man.name)).help(help));
            }
            if self.men.len() == ferz_abi::MAX_KINDS {
                let message = format!("more than {} kinds of men", ferz_abi::MAX_KINDS);
                self.report(Diagnostic::error(Code::TooManyKinds, written.span, message).help("leave some out"));
                return;
            }
            let name = definition.name.text.clone();
            let span = written.span;
            self.men.push(Man { name, span, letters, royal, may_stay, piece, plain: None, shadow_of: None });
        }
        for chain in &self.unit.pieces {
            if let Some(definition) = chain.last()
                && definition.promoted.is_some()
                && definition.letters.is_none()
            {
                let message = format!("`{}` is a promoted form but has no letter", definition.name.text);
                let problem = Diagnostic::error(Code::NoLetter, definition.name.span, message);
                self.report(problem.help("give it a letter, for instance that of its plain kind with `+` before it"));
            }
            if let Some(definition) = chain.last()
                && definition.royal
                && definition.letters.is_none()
            {
                let message = format!("`{}` is royal but has no letter", definition.name.text);
                let problem = Diagnostic::error(Code::NoLetter, definition.name.span, message);
                self.report(problem.help("give it a letter after its name: without one it is only a movement"));
            }
        }
    }

    /// What a name stands for, if it stands for anything.
    pub fn known(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    /// What a name stands for; an error if it stands for nothing.
    pub fn meaning(&mut self, name: &str, span: Span) -> Option<Meaning> {
        if let Some(meaning) = self.meanings.get(name) {
            return Some(*meaning);
        }
        if let Some(refusal) = crate::parse::refused::named(name, span) {
            self.report(refusal);
            return None;
        }
        let chosen = self.place.choices.iter().map(|(name, _)| name.as_str());
        let known: std::collections::BTreeSet<&str> = self.meanings.keys().copied().chain(chosen).collect();
        let near = closest(name, known.into_iter().chain(EXPRESSIVE.iter().copied()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.unit.not_brought => return None,
            None if name == "first" => "the first rank is `rank 1`".to_string(),
            None if crate::notation::is_readable(name) && self.man_with_letter(name).is_none() => {
                format!("a movement in notation stands in quotes: \"{name}\"")
            }
            // Whoever writes `Q` where a name should be has the letter of a man in mind.
            None if let Some(man) = self.man_with_letter(name) => {
                format!("did you mean `{}`? Here men have names; `{name}` is its letter", man.name)
            }
            None => {
                "define it with `piece`, `zone`, `kinds`, `define` or `counter`, or bring it in with `use`".to_string()
            }
        };
        let message = format!("nothing is called `{}`", crate::parse::shortened(name));
        self.report(Diagnostic::error(Code::UnknownName, span, message).label("not known").help(help));
        None
    }

    fn man_with_letter(&self, text: &str) -> Option<&Man> {
        let mut chars = text.chars();
        let letter = chars.next().filter(|_| chars.next().is_none())?.to_ascii_uppercase();
        let plain = Letter { letter, plus: false, mark: None };
        self.men.iter().find(|man| man.letters.contains(&Some(plain)))
    }

    /// The kind that a piece is, if it has a letter.
    pub fn kind_of_piece(&self, piece: usize) -> Option<KindId> {
        self.men.iter().position(|man| man.piece == piece)
    }

    /// Reports a definition that leads back to itself, or a chain of definitions that is too long.
    pub fn enter(&mut self, meaning: Meaning, level: usize, name: &str, span: Span) -> bool {
        if self.open.contains(&(meaning, level)) {
            let message = format!("`{name}` is defined by means of itself");
            let problem = Diagnostic::error(Code::DefinitionCycle, span, message).label("this leads back");
            self.report(problem.help("write out one of the definitions, so that the circle is open"));
            return false;
        }
        if self.open.len() >= DEEPEST_DEFINITIONS {
            let message = format!("definitions refer to each other more than {DEEPEST_DEFINITIONS} deep");
            self.report(Diagnostic::error(Code::TooDeep, span, message).help("write some of them out"));
            return false;
        }
        self.open.push((meaning, level));
        true
    }

    /// Resolves every definition, so that errors in those that nothing uses come out too.
    fn check_definitions(&mut self) {
        for (index, define) in self.unit.defines.iter().enumerate() {
            let value = self.definition_value(index, define.name.span);
            if define.what == Definition::Zone
                && let Some(Value::Squares(crate::rules::expr::Squares::Zone(zone))) = value
                && zone[0].is_empty()
            {
                let message = format!("the zone `{}` holds no square", define.name.text);
                let problem = Diagnostic::warning(Code::EmptyZone, define.value.span, message);
                self.report(problem.label("empty on this board").help("ranges go upwards: ranks 1..3, files a..c"));
            }
        }
        for piece in 0..self.unit.pieces.len() {
            let span = self.unit.pieces[piece].last().map_or(Span::default(), |p| p.name.span);
            self.movement_of(piece, None, span);
        }
    }

    fn kinds(&mut self) -> Vec<Kind> {
        let men = self.men.clone();
        men.iter().map(|man| self.kind(man)).collect()
    }

    /// The last definition of a piece.
    pub fn definition(&self, piece: usize) -> Option<&'a ast::Piece> {
        self.unit.pieces.get(piece)?.last()
    }
}

fn free_letters(men: &[Man]) -> String {
    let taken = |c: char| {
        men.iter().flat_map(|man| man.letters).flatten().any(|l| l.letter == c && !l.plus && l.mark.is_none())
    };
    let free: String = ('A'..='Z').filter(|&c| !taken(c)).collect();
    format!("these letters are free: {free}")
}

/// A name for a variant that gives none: that of its file.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".ferz").unwrap_or(name).to_string()
}
