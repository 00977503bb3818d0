//! Where rules stand: `Rules` has no places, and messages about a rule want to name one.

use super::{Compiled, load};
use crate::diagnostics::Span;
use crate::parse::ast::{Item, Statement};
use crate::parse::parse;

impl Compiled {
    /// Where the rule (or action) of this name stands: in the file itself, or else in the first one of those it uses that has it.
    pub fn rule_place(&self, rule: &str) -> Option<Span> {
        self.sources.list.iter().enumerate().find_map(|(number, source)| {
            let file = parse(number, &source.text).file;
            file.statements.iter().find_map(|statement| of_statement(statement, rule))
        })
    }
}

fn of_statement(statement: &Statement, rule: &str) -> Option<Span> {
    match statement {
        Statement::Rule(found) | Statement::Also(found) if found.name.text == rule => Some(found.name.span),
        Statement::Rule(found) | Statement::Also(found) => found.items.iter().find_map(|item| of_action(item, rule)),
        Statement::Item(item) | Statement::AlsoItem(item) => {
            load::implicit_rule(item).filter(|(name, _)| *name == rule).map(|(_, span)| span)
        }
        Statement::For(side) => side.statements.iter().find_map(|statement| of_statement(statement, rule)),
        _ => None,
    }
}

/// An action in a rule has a name of its own.
fn of_action(item: &Item, rule: &str) -> Option<Span> {
    match item {
        Item::Action(action) if action.name.text == rule => Some(action.name.span),
        Item::For(_, items) => items.iter().find_map(|item| of_action(item, rule)),
        _ => None,
    }
}
