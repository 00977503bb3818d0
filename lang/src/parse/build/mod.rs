//! From pest's pairs to the tree: statements. Rules, tests, sets and movements are in the submodules.

use super::Rule;
use super::ast::*;
use super::errors::{self, Context, shortened};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::rules::Place;
use ferz_abi::Outcome;

mod claims;
mod consequences;
mod exprs;
mod pieces;
mod rules;

pub(super) type Pair<'a> = pest::iterators::Pair<'a, Rule>;

/// Builds the tree of one file.
pub struct Builder<'a> {
    /// The number of the file.
    pub file: usize,
    /// Its text.
    pub text: &'a str,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// The whole file.
    pub fn file(&mut self, pair: Pair) -> File {
        let mut statements = Vec::new();
        let mut previous = None;
        for pair in pair.into_inner() {
            let start = pair.as_span().start();
            match pair.as_rule() {
                Rule::bad => self.bad(&pair, Context::File, previous),
                Rule::stray => {
                    let problem = Diagnostic::error(Code::Syntax, self.span(&pair), "this `}` closes nothing");
                    self.diagnostics.push(problem.help("remove it, or look for a `{` missing above"));
                }
                Rule::EOI => {}
                _ => statements.extend(self.statement(pair)),
            }
            previous = Some(start);
        }
        File { statements }
    }

    fn statement(&mut self, pair: Pair) -> Option<Statement> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::header => self.header(pair)?,
            Rule::board => Statement::Board(self.board(pair)?),
            Rule::use_library => Statement::Use(self.use_library(pair, span)?),
            Rule::zone => Statement::Define(self.define(pair, Definition::Zone)?),
            Rule::kinds => Statement::Define(self.define(pair, Definition::Kinds)?),
            Rule::define => Statement::Define(self.define(pair, Definition::Any)?),
            Rule::holes => {
                Statement::Holes(pair.into_inner().find(|p| p.as_rule() == Rule::set).map(|p| self.expr(p))?)
            }
            Rule::hand => Statement::Hand(self.hand(pair, span)),
            Rule::counter => Statement::Counter(self.counter(pair)?),
            Rule::for_side => Statement::For(self.for_side(pair, span)),
            Rule::also => {
                let added = pair.into_inner().nth(1)?;
                match added.as_rule() {
                    Rule::rule => Statement::Also(self.rule(added)?),
                    _ => Statement::AlsoItem(Box::new(self.item(added)?)),
                }
            }
            Rule::piece => Statement::Piece(self.piece(pair, span)?),
            Rule::setup => Statement::Setup(self.setup(pair, span)?),
            Rule::rule => Statement::Rule(self.rule(pair)?),
            Rule::test => Statement::Test(self.test(pair)?),
            _ => Statement::Item(Box::new(self.item(pair)?)),
        })
    }

    fn header(&mut self, pair: Pair) -> Option<Statement> {
        let mut inner = pair.into_inner();
        let field = match inner.next()?.as_rule() {
            Rule::variant_kw => HeaderField::Variant,
            Rule::author_kw => HeaderField::Author,
            Rule::year_kw => HeaderField::Year,
            _ => HeaderField::About,
        };
        let value = inner.next()?;
        let text = match value.as_rule() {
            Rule::text => self.text(value),
            _ => Text { value: value.as_str().to_string(), span: self.span(&value) },
        };
        Some(Statement::Header(field, text))
    }

    fn board(&mut self, pair: Pair) -> Option<Board> {
        let size = pair.into_inner().find(|p| p.as_rule() == Rule::size)?;
        let span = self.span(&size);
        let mut sides = size.into_inner();
        Some(Board { width: self.number(&sides.next()?), height: self.number(&sides.next()?), span })
    }

    fn use_library(&mut self, pair: Pair, span: Span) -> Option<Use> {
        let (mut target, mut without) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::text => target = Some(Target::File(self.text(part))),
                Rule::word => target = Some(Target::Library(self.name(&part))),
                Rule::without => without = self.names(part, Rule::word),
                _ => {}
            }
        }
        Some(Use { target: target?, without, span })
    }

    fn define(&mut self, pair: Pair, what: Definition) -> Option<Define> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.new_name(&inner.next()?);
        let value = inner.find(|p| p.as_rule() == Rule::expression)?;
        Some(Define { what, name, value: self.expr(value) })
    }

    fn hand(&mut self, pair: Pair, span: Span) -> Hand {
        let mut content = Vec::new();
        for handful in pair.into_inner().filter(|p| p.as_rule() == Rule::handful) {
            let (mut number, mut kinds) = (None, None);
            for part in handful.into_inner() {
                match part.as_rule() {
                    Rule::number => number = Some(self.number(&part)),
                    _ => kinds = Some(self.expr(part)),
                }
            }
            content.extend(kinds.map(|kinds| (number, kinds)));
        }
        Hand { content, span }
    }

    fn counter(&mut self, pair: Pair) -> Option<Counter> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.new_name(&inner.next()?);
        let start = inner.find(|p| p.as_rule() == Rule::number).map(|p| self.number(&p))?;
        Some(Counter { name, start, each_side: inner.any(|p| p.as_rule() == Rule::each_side) })
    }

    fn for_side(&mut self, pair: Pair, span: Span) -> For {
        let mut whole = For { side: 0, statements: Vec::new(), span };
        let mut previous = None;
        for part in pair.into_inner() {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::for_kw | Rule::open_brace => continue,
                Rule::white_kw | Rule::black_kw => {
                    whole.side = usize::from(part.as_rule() == Rule::black_kw);
                    whole.span.end = self.span(&part).end;
                    continue;
                }
                Rule::bad_inner => self.bad(&part, Context::Side, previous),
                Rule::closing => self.closing(&part),
                _ => whole.statements.extend(self.statement(part)),
            }
            previous = Some(start);
        }
        whole
    }

    fn setup(&mut self, pair: Pair, span: Span) -> Option<Setup> {
        let (mut name, mut board) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::word => name = Some(self.new_name(&part)),
                Rule::text => board = Some(SetupBoard::Fen(self.text(part))),
                Rule::diagram => board = Some(SetupBoard::Diagram(self.diagram(part))),
                _ => {}
            }
        }
        Some(Setup { name, board: board?, span })
    }

    fn diagram(&mut self, pair: Pair) -> Vec<Row> {
        let mut rows = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::row => {
                    let span = self.span(&part);
                    let mut inner = part.into_inner();
                    if let Some(rank) = inner.next() {
                        let rank = self.number(&rank);
                        let cells = inner.filter(|p| p.as_rule() == Rule::cell).map(|p| self.name(&p)).collect();
                        rows.push(Row { rank, cells, span });
                    }
                }
                Rule::closing => self.closing(&part),
                _ => {}
            }
        }
        rows
    }

    /// Where a pair stands, without the blanks that the grammar may have skipped behind it.
    fn span(&self, pair: &Pair) -> Span {
        fn end(pair: &Pair) -> usize {
            pair.clone().into_inner().last().map_or(pair.as_span().end(), |last| end(&last))
        }
        let start = pair.as_span().start();
        let end = end(pair).max(start);
        Span { file: self.file, start, end: start + self.text[start..end].trim_end().len() }
    }

    fn name(&self, pair: &Pair) -> Name {
        Name { text: pair.as_str().to_string(), span: self.span(pair) }
    }

    /// A name that is being defined: it must not be a word of the language.
    fn new_name(&mut self, pair: &Pair) -> Name {
        let name = self.name(pair);
        if super::is_keyword(&name.text) {
            let message = format!("`{}` is a word of the language and cannot be a name", name.text);
            let help = format!("choose another name, for instance `my_{}`", name.text);
            self.diagnostics.push(Diagnostic::error(Code::ReservedWord, name.span, message).help(help));
        }
        name
    }

    fn names(&self, pair: Pair, wanted: Rule) -> Vec<Name> {
        pair.into_inner().filter(|p| p.as_rule() == wanted).map(|p| self.name(&p)).collect()
    }

    fn number(&mut self, pair: &Pair) -> Number {
        let span = self.span(pair);
        let value = pair.as_str().parse().unwrap_or_else(|_| {
            let message = format!("the number {} is too large", shortened(pair.as_str()));
            let problem = Diagnostic::error(Code::NumberTooLarge, span, message);
            self.diagnostics.push(problem.help("no number of a rule file has more than 19 digits"));
            u64::MAX
        });
        Number { value, span }
    }

    fn text(&mut self, pair: Pair) -> Text {
        let whole = self.span(&pair);
        let mut text = Text { value: String::new(), span: whole };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::inner => {
                    text.value = part.as_str().to_string();
                    text.span = Span { file: self.file, start: part.as_span().start(), end: part.as_span().end() };
                }
                Rule::unclosed => {
                    let quote = Span { end: whole.start + 1, ..whole };
                    let problem = Diagnostic::error(Code::UnclosedText, quote, "this quote is not closed on its line");
                    self.diagnostics.push(problem.label("opened here").help("write a second `\"` where the text ends"));
                }
                _ => {}
            }
        }
        text
    }

    /// The end of a block: reports a missing brace.
    fn closing(&mut self, pair: &Pair) {
        if pair.clone().into_inner().any(|p| p.as_rule() == Rule::unclosed) {
            let at = self.text[..pair.as_span().start()].trim_end().len();
            let found = &self.text[pair.as_span().start()..];
            let found = found[..found.find(char::is_whitespace).unwrap_or(found.len())].to_string();
            let message = match found.as_str() {
                "" => "a `}` is missing at the end of the file".to_string(),
                _ => format!("expected a `}}` before `{}`", shortened(&found)),
            };
            let span = Span { file: self.file, start: at, end: at };
            let problem = Diagnostic::error(Code::UnclosedBlock, span, message);
            let help = match found.as_str() {
                "" => "close the block that is open here".to_string(),
                _ => format!("close the block that is open here: `{}` cannot stand in it", shortened(&found)),
            };
            self.diagnostics.push(problem.label("`}` is missing here").help(help));
        }
    }

    fn bad(&mut self, pair: &Pair, context: Context, previous: Option<usize>) {
        let span = self.span(pair);
        let problem = errors::explain(self.file, self.text, span.start, pair.as_span().end(), context, previous);
        self.diagnostics.push(problem);
    }
}
