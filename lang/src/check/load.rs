//! The file and what it uses, joined: later definitions replace earlier ones of the same name.

use crate::diagnostics::{Code, Diagnostic, Span, closest};
use crate::library;
use crate::parse::{ast, parse};
use crate::source::{Resolver, Sources};
use ast::{HeaderField, Item, Name, Node, Standing, Statement, Target};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The longest chain of files that use each other.
const DEEPEST: usize = 32;

/// All that a file says, together with what it brings in.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// `variant`, `author`, `year`, `about` of the file itself.
    pub headers: Vec<(HeaderField, ast::Text)>,
    /// The last `board`.
    pub board: Option<ast::Board>,
    /// The cells that are none.
    pub holes: Option<ast::Expr>,
    /// `zone`, `kinds` and `define`, by name.
    pub defines: Vec<ast::Define>,
    /// The counters by name.
    pub counters: Vec<ast::Counter>,
    /// `hand`, with whose it is if not both sides'.
    pub hands: Vec<(Option<usize>, ast::Hand)>,
    /// The pieces by name: for each the definitions that replaced one another, the one that counts last.
    pub pieces: Vec<Vec<ast::Piece>>,
    /// The set-ups by name.
    pub setups: Vec<ast::Setup>,
    /// The rules by name.
    pub rules: Vec<NamedRule>,
    /// The tests of the file itself.
    pub tests: Vec<ast::Test>,
    /// Whether something could not be read, so that what seems to be missing may have been there.
    pub incomplete: bool,
    /// Whether a `use` failed, so that a name that nobody knows may have come from there.
    pub not_brought: bool,
    /// The name of the variant, or the first line: for what is missing from the file.
    pub start: Span,
}

/// A rule, with where it comes from.
#[derive(Clone, Debug)]
pub struct NamedRule {
    /// Its name.
    pub name: String,
    /// What it holds, with whose it is if not both sides'.
    pub items: Vec<(Option<usize>, Item)>,
    /// The `use` of the file itself that brought it in.
    pub via: Option<Span>,
}

/// Reads the file and everything it uses.
pub fn load(name: &str, text: &str, resolver: &dyn Resolver) -> (Sources, ast::File, Unit, Vec<Diagnostic>) {
    let mut loader = Loader {
        sources: Sources::default(),
        resolver,
        diagnostics: Vec::new(),
        open: Vec::new(),
        done: HashMap::new(),
    };
    let (file, unit) = loader.file(name, text);
    (loader.sources, file, unit, loader.diagnostics)
}

struct Loader<'a> {
    sources: Sources,
    resolver: &'a dyn Resolver,
    diagnostics: Vec<Diagnostic>,
    /// The files being read, outermost first, each with the `use` in it that is being followed.
    open: Vec<(String, Span)>,
    done: HashMap<String, Rc<Unit>>,
}

impl Loader<'_> {
    fn file(&mut self, name: &str, text: &str) -> (ast::File, Unit) {
        let number = self.sources.add(name, text);
        let mut parsed = parse(number, text);
        let unread = parsed.diagnostics.iter().any(Diagnostic::is_error);
        self.diagnostics.append(&mut parsed.diagnostics);
        let first_line = text.lines().next().map_or(0, str::len);
        let start = Span { file: number, start: 0, end: first_line };
        let mut unit = Unit { start, incomplete: unread, ..Unit::default() };
        let mut own = Own::default();
        self.open.push((name.to_string(), Span::default()));
        for statement in &parsed.file.statements {
            match statement {
                Statement::Use(using) => match self.used(name, using) {
                    Some(used) => {
                        self.diagnostics.extend(own.replaced(&used, using));
                        self.bring(&mut unit, &used, using);
                    }
                    None => (unit.incomplete, unit.not_brought) = (true, true),
                },
                other => self.diagnostics.extend(unit.add(other, None, &mut own)),
            }
        }
        self.open.pop();
        if let Some((_, name)) = unit.headers.iter().find(|(field, _)| *field == HeaderField::Variant) {
            unit.start = name.span;
        }
        (parsed.file, unit)
    }

    /// The unit that a `use` names.
    fn used(&mut self, from: &str, using: &ast::Use) -> Option<Rc<Unit>> {
        let (name, text, span) = match &using.target {
            Target::Library(library) => {
                let Some(text) = library::text(&library.text) else {
                    self.unknown_library(library);
                    return None;
                };
                (format!("<{}>", library.text), text.to_string(), library.span)
            }
            Target::File(path) => match self.resolver.read(from, &path.value) {
                Ok((name, text)) => (name, text, path.span),
                Err(reason) => {
                    let message = format!("\"{}\" cannot be read: {reason}", path.value);
                    let help = "the path is taken from where this file lies; parts of the standard library stand without quotes";
                    self.diagnostics.push(Diagnostic::error(Code::UnreadableFile, path.span, message).help(help));
                    return None;
                }
            },
        };
        if let Some(unit) = self.done.get(&name) {
            return Some(unit.clone());
        }
        if let Some(at) = self.open.iter().position(|(open, _)| *open == name) {
            let mut problem = Diagnostic::error(Code::UseCycle, span, format!("{name} uses itself through this"));
            for (file, via) in self.open.iter().skip(at).take(self.open.len() - at - 1) {
                problem = problem.also(*via, format!("{file} goes on to the next file here"));
            }
            let problem = problem.label("this leads back").help("put what both need into a third file, and use that");
            self.diagnostics.push(problem);
            return None;
        }
        if self.open.len() >= DEEPEST {
            let message = format!("files use each other more than {DEEPEST} deep");
            self.diagnostics.push(Diagnostic::error(Code::TooDeep, span, message).help("use what is needed directly"));
            return None;
        }
        if let Some(last) = self.open.last_mut() {
            last.1 = span;
        }
        let (_, unit) = self.file(&name, &text);
        let unit = Rc::new(unit);
        self.done.insert(name, unit.clone());
        Some(unit)
    }

    fn unknown_library(&mut self, library: &Name) {
        let message = format!("the standard library has no `{}`", library.text);
        let help = match closest(&library.text, library::names()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => {
                let names: Vec<&str> = library::names().collect();
                format!("it has {}; files stand in quotes: use \"{}.ferz\"", names.join(", "), library.text)
            }
        };
        self.diagnostics.push(Diagnostic::error(Code::UnknownLibrary, library.span, message).help(help));
    }

    /// Brings what a file has into the unit of the one that uses it.
    fn bring(&mut self, unit: &mut Unit, used: &Unit, using: &ast::Use) {
        for name in &using.without {
            let rules = used.rules.iter().map(|rule| rule.name.as_str());
            let pieces = used.pieces.iter().flatten().map(|piece| piece.name.text.as_str());
            let counters = used.counters.iter().map(|counter| counter.name.text.as_str());
            let defines = used.defines.iter().map(|define| define.name.text.as_str());
            let names: Vec<&str> = rules.chain(pieces).chain(defines).chain(counters).collect();
            if !names.contains(&name.text.as_str()) {
                let message = format!("there is no rule or piece `{}` to leave out", name.text);
                let help = match closest(&name.text, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if used.rules.is_empty() => "remove it from the list".to_string(),
                    None => {
                        let rules: Vec<&str> = used.rules.iter().map(|rule| rule.name.as_str()).collect();
                        format!("its rules are {}", rules.join(", "))
                    }
                };
                self.diagnostics.push(Diagnostic::error(Code::UselessWithout, name.span, message).help(help));
            }
        }
        let kept = |name: &str| using.without.iter().all(|w| w.text != name);
        unit.board = used.board.or(unit.board);
        unit.incomplete |= used.incomplete;
        unit.not_brought |= used.not_brought;
        unit.holes = used.holes.clone().or(unit.holes.take());
        if !used.hands.is_empty() {
            unit.hands = used.hands.clone();
        }
        for counter in used.counters.iter().filter(|c| kept(&c.name.text)) {
            unit.counter(counter.clone());
        }
        used.defines.iter().filter(|d| kept(&d.name.text)).for_each(|define| unit.define(define.clone()));
        for piece in used.pieces.iter().flatten() {
            // Without such men the movement is still there for others to refer to.
            let movement = || ast::Piece {
                letters: None,
                royal: false,
                symbol: None,
                may_stay: false,
                promoted: None,
                ..piece.clone()
            };
            unit.piece(if kept(&piece.name.text) { piece.clone() } else { movement() });
        }
        used.setups.iter().for_each(|setup| unit.setup(setup.clone()));
        for rule in used.rules.iter().filter(|r| kept(&r.name)) {
            unit.rule(NamedRule { via: Some(using.span), ..rule.clone() });
        }
    }
}

/// What the file itself has said so far, and where.
#[derive(Default)]
struct Own {
    names: HashMap<String, Span>,
    rules: HashMap<String, (Span, bool)>,
    setups: HashMap<String, Span>,
    headers: HashMap<&'static str, Span>,
    board: Option<Span>,
    holes: Option<Span>,
    hands: HashMap<Option<usize>, Span>,
}

impl Own {
    /// What stands later counts: so a `use` must stand above everything of the file's own that it has as well.
    fn replaced(&self, used: &Unit, using: &ast::Use) -> Option<Diagnostic> {
        let kept = |name: &&str| using.without.iter().all(|without| without.text != *name);
        let pieces = used.pieces.iter().flatten().map(|piece| piece.name.text.as_str());
        let defines = used.defines.iter().map(|define| define.name.text.as_str());
        let counters = used.counters.iter().map(|counter| counter.name.text.as_str());
        let names: BTreeSet<&str> = pieces.chain(defines).chain(counters).filter(kept).collect();
        let keys =
            names.into_iter().flat_map(|name| [name.to_string(), format!("{name} for 0"), format!("{name} for 1")]);
        let named = keys.filter_map(|key| self.names.get(&key)).copied();
        let rules = used.rules.iter().map(|rule| rule.name.as_str()).filter(kept);
        let rules = rules.filter_map(|name| self.rules.get(name)).map(|(span, _)| *span);
        let setups = used.setups.iter().map(|setup| setup.name.as_ref().map_or("", |name| &name.text));
        let setups = setups.filter_map(|name| self.setups.get(name)).copied();
        let board = self.board.filter(|_| used.board.is_some());
        let holes = self.holes.filter(|_| used.holes.is_some());
        let hands = self.hands.values().copied().filter(|_| !used.hands.is_empty());
        let mut lost: Vec<Span> = named.chain(rules).chain(setups).chain(board).chain(holes).chain(hands).collect();
        lost.sort_unstable_by_key(|span| span.start);
        lost.first()?;
        let message = "what stands above this `use` would be replaced by it";
        let mut problem = Diagnostic::error(Code::UseReplaces, using.span, message).label("brings its own");
        for span in lost {
            problem = problem.also(span, "and this would be lost");
        }
        Some(problem.help("what stands later counts: move the `use` above these lines"))
    }
}

impl Unit {
    /// Whether this is a part for other files to use: no variant, for it has neither a name nor a set-up.
    pub fn is_part(&self) -> bool {
        self.setups.is_empty() && self.headers.iter().all(|(field, _)| *field != HeaderField::Variant)
    }

    /// Adds a statement of the file itself.
    fn add(&mut self, statement: &Statement, side: Option<usize>, own: &mut Own) -> Vec<Diagnostic> {
        if let Statement::For(block) = statement {
            return block.statements.iter().flat_map(|inner| self.add(inner, Some(block.side), own)).collect();
        }
        self.add_one(statement, side, own).into_iter().collect()
    }

    fn add_one(&mut self, statement: &Statement, side: Option<usize>, own: &mut Own) -> Option<Diagnostic> {
        match statement {
            Statement::Header(field, text) => {
                let word = match field {
                    HeaderField::Variant => "variant",
                    HeaderField::Author => "author",
                    HeaderField::Year => "year",
                    HeaderField::About => "about",
                };
                let problem = twice(&format!("`{word}`"), text.span, own.headers.insert(word, text.span));
                if problem.is_none() {
                    self.headers.push((*field, text.clone()));
                }
                problem.map(|problem| {
                    problem.help(format!("a file is one variant and has one `{word}`: remove one of the two"))
                })
            }
            Statement::Board(board) => {
                self.board = Some(*board);
                twice("the board", board.span, own.board.replace(board.span))
                    .map(|problem| problem.help("remove one of the two: there is one board"))
            }
            Statement::Define(define) => {
                self.define(define.clone());
                twice_named(&define.name, &mut own.names)
            }
            Statement::Holes(squares) => {
                self.holes = Some(squares.clone());
                twice("`holes`", squares.span, own.holes.replace(squares.span))
                    .map(|problem| problem.help("write all of them in one line: holes a1 h1 a8 h8"))
            }
            Statement::Hand(hand) => {
                if own.hands.is_empty() {
                    self.hands.clear();
                }
                self.hands.push((side, hand.clone()));
                twice("`hand`", hand.span, own.hands.insert(side, hand.span))
            }
            Statement::Counter(counter) => {
                self.counter(counter.clone());
                twice_named(&counter.name, &mut own.names)
            }
            Statement::Piece(piece) => {
                // Each side may have its own movement for a piece; to say it for both and for one is allowed too.
                let name = piece.name.text.clone();
                let key = side.map_or(name.clone(), |side| format!("{name} for {side}"));
                let problem = twice(&format!("`{name}`"), piece.name.span, own.names.insert(key, piece.name.span));
                if problem.is_none() {
                    self.piece(ast::Piece { side, ..piece.clone() });
                }
                problem
            }
            Statement::Setup(setup) => {
                self.setup(setup.clone());
                let name = setup.name.as_ref().map_or(String::new(), |name| name.text.clone());
                twice("this set-up", setup.span, own.setups.insert(name, setup.span))
            }
            Statement::Also(rule) => {
                let named = named_rule(&rule.name.text, &rule.items, side);
                self.also(named, rule.name.span)
            }
            Statement::AlsoItem(item) => {
                let (name, span) = implicit_rule(item)?;
                self.also(named_rule(name, [&**item], side), span)
            }
            Statement::Rule(rule) => {
                let earlier = own.rules.insert(rule.name.text.clone(), (rule.name.span, side.is_none()));
                let named = named_rule(&rule.name.text, &rule.items, side);
                match earlier {
                    Some((_, false)) => self.extend_rule(named),
                    _ => self.rule(named),
                }
                let earlier = earlier.filter(|(_, block)| *block).map(|(span, _)| span);
                twice(&format!("the rule `{}`", rule.name.text), rule.name.span, earlier).or_else(|| {
                    let help = format!("to leave out an inherited rule: use ... without {}", rule.name.text);
                    rule.items.is_empty().then(|| {
                        let message = format!("the rule `{}` holds nothing", rule.name.text);
                        Diagnostic::warning(Code::EmptyRule, rule.name.span, message).help(help)
                    })
                })
            }
            Statement::Item(item) => {
                let (name, span) = implicit_rule(item)?;
                let named = named_rule(name, [&**item], side);
                match own.rules.contains_key(name) {
                    true => self.extend_rule(named),
                    false => {
                        own.rules.insert(name.to_string(), (span, false));
                        self.rule(named);
                    }
                }
                None
            }
            Statement::Test(test) => {
                self.tests.push(test.clone());
                None
            }
            Statement::Use(_) | Statement::For(_) => None,
        }
    }

    /// Adds to a rule that a used file brings.
    fn also(&mut self, rule: NamedRule, span: Span) -> Option<Diagnostic> {
        if !self.incomplete && !self.rules.iter().any(|old| old.name == rule.name) {
            let message = format!("there is no rule `{}` to add to", rule.name);
            let near = closest(&rule.name, self.rules.iter().map(|old| old.name.as_str()));
            let help = near.map_or("leave out `also`".to_string(), |near| format!("did you mean `{near}`?"));
            let problem = Diagnostic::error(Code::AlsoNothing, span, message).label("nothing to add to");
            self.rules.push(rule);
            return Some(problem.help(help));
        }
        self.extend_rule(rule);
        None
    }

    fn counter(&mut self, counter: ast::Counter) {
        self.pieces.retain(|chain| chain[0].name.text != counter.name.text);
        self.defines.retain(|define| define.name.text != counter.name.text);
        match self.counters.iter_mut().find(|c| c.name.text == counter.name.text) {
            Some(old) => *old = counter,
            None => self.counters.push(counter),
        }
    }

    fn define(&mut self, define: ast::Define) {
        self.counters.retain(|counter| counter.name.text != define.name.text);
        self.pieces.retain(|chain| chain[0].name.text != define.name.text);
        match self.defines.iter_mut().find(|d| d.name.text == define.name.text) {
            Some(old) => *old = define,
            None => self.defines.push(define),
        }
    }

    fn piece(&mut self, piece: ast::Piece) {
        self.defines.retain(|define| define.name.text != piece.name.text);
        self.counters.retain(|counter| counter.name.text != piece.name.text);
        match self.pieces.iter_mut().find(|chain| chain[0].name.text == piece.name.text) {
            Some(chain) => {
                // The same definition may come by two ways.
                if chain.last() != Some(&piece) {
                    chain.push(piece);
                }
            }
            None => self.pieces.push(vec![piece]),
        }
    }

    fn setup(&mut self, setup: ast::Setup) {
        let name = |setup: &ast::Setup| setup.name.as_ref().map(|name| name.text.clone());
        match self.setups.iter_mut().find(|s| name(s) == name(&setup)) {
            Some(old) => *old = setup,
            None => self.setups.push(setup),
        }
    }

    fn rule(&mut self, rule: NamedRule) {
        self.rules.retain(|old| old.name != rule.name);
        self.rules.push(rule);
    }

    fn extend_rule(&mut self, rule: NamedRule) {
        match self.rules.iter_mut().find(|old| old.name == rule.name) {
            Some(old) => old.items.extend(rule.items),
            None => self.rules.push(rule),
        }
    }
}

/// A rule of the file itself, with whose each part is: `side` if it stands in `for White` or `for Black`.
fn named_rule<'i>(name: &str, items: impl IntoIterator<Item = &'i Item>, side: Option<usize>) -> NamedRule {
    let mut all = Vec::new();
    for item in items {
        match item {
            // For White in for Black would be for nobody; the outer word counts.
            Item::For(inner, items) => all.extend(items.iter().map(|item| (side.or(Some(*inner)), item.clone()))),
            item => all.push((side, item.clone())),
        }
    }
    NamedRule { name: name.to_string(), items: all, via: None }
}

/// The rule that a statement belongs to where it stands in none.
pub(super) fn implicit_rule(item: &Item) -> Option<(&str, Span)> {
    Some(match item {
        Item::Promote(promote) => ("promotion", promote.span),
        Item::Castle(castle) => ("castling", castle.span),
        Item::End(end) => {
            let name = match &end.condition.node {
                Node::Standing(Standing::Checkmate, _) => "checkmate",
                Node::Standing(Standing::Stalemate, _) => "stalemate",
                Node::Repetition(_) => "repetition",
                Node::Quiet(_) => "quiet",
                _ => "end",
            };
            (name, end.span)
        }
        Item::Drop(drop) => ("drops", drop.span),
        Item::Check(check) => ("check", check.span),
        Item::Forbid(forbid) => ("forbid", forbid.span),
        Item::Prefer(event) => ("prefer", event.span),
        Item::Action(action) => (action.name.text.as_str(), action.span),
        Item::After(after) => ("after", after.span),
        Item::For(..) | Item::Refused(_) => return None,
    })
}

fn twice_named(name: &Name, seen: &mut HashMap<String, Span>) -> Option<Diagnostic> {
    twice(&format!("`{}`", name.text), name.span, seen.insert(name.text.clone(), name.span))
}

fn twice(what: &str, span: Span, earlier: Option<Span>) -> Option<Diagnostic> {
    let problem = Diagnostic::error(Code::Duplicate, span, format!("{what} is given twice in this file"));
    Some(
        problem.label("again here").also(earlier?, "first here").help("remove one of the two, or give it another name"),
    )
}
