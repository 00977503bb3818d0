//! Rules and what is in them: promotion, castling, ends. What is about moves is in `consequences`.

use super::*;

impl Builder<'_> {
    pub(super) fn rule(&mut self, pair: Pair) -> Option<crate::parse::ast::Rule> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.name(&inner.next()?);
        Some(crate::parse::ast::Rule { name, items: self.items(inner) })
    }

    /// What stands in a rule, or for one side in a rule.
    pub(super) fn items<'b>(&mut self, inner: impl Iterator<Item = Pair<'b>>) -> Vec<Item> {
        let (mut items, mut previous) = (Vec::new(), None);
        for part in inner {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::open_brace | Rule::for_kw | Rule::white_kw | Rule::black_kw => continue,
                Rule::bad_item => {
                    self.bad(&part, Context::Rule, previous);
                    items.push(Item::Refused(self.span(&part)));
                }
                Rule::closing => self.closing(&part),
                Rule::rule_side => {
                    let side = usize::from(part.clone().into_inner().any(|p| p.as_rule() == Rule::black_kw));
                    let inner = self.items(part.into_inner());
                    items.push(Item::For(side, inner));
                }
                _ => items.extend(self.item(part)),
            }
            previous = Some(start);
        }
        items
    }

    pub(super) fn item(&mut self, pair: Pair) -> Option<Item> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::promote => self.promote(pair, span)?,
            Rule::castle => self.castle(pair, span)?,
            Rule::end => self.end(pair, span)?,
            Rule::drop => self.drop(pair, span)?,
            Rule::check => self.check(pair, span)?,
            Rule::forbid => self.forbid(pair, span)?,
            Rule::prefer => self.prefer(pair)?,
            Rule::action => self.action(pair, span)?,
            _ => self.after(pair, span)?,
        })
    }

    fn promote(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let (mut sets, mut place, mut optional) = (Vec::new(), Place::On, false);
        let (mut remembering, mut while_) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::set => sets.push(self.expr(part)),
                Rule::place => {
                    place = match part.into_inner().next()?.as_rule() {
                        Rule::from_or_to => Place::FromOrTo,
                        Rule::from_kw => Place::From,
                        _ => Place::On,
                    }
                }
                Rule::optionally_kw => optional = true,
                Rule::remembering => remembering = part.into_inner().nth(1).map(|p| self.expr(p)),
                Rule::while_part => while_ = part.into_inner().nth(1).map(|p| self.expr(p)),
                _ => {}
            }
        }
        let [kinds, zone, to] = <[Expr; 3]>::try_from(sets).ok()?;
        Some(Item::Promote(Promote { kinds, place, zone, optional, to, remembering, while_, span }))
    }

    fn castle(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let (mut sets, mut distance, mut files) = (Vec::new(), None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::set => sets.push(self.expr(part)),
                Rule::number => distance = Some(self.number(&part)),
                Rule::castle_to => files = self.names(part, Rule::file_letter),
                _ => {}
            }
        }
        let [king, partners] = <[Expr; 2]>::try_from(sets).ok()?;
        Some(Item::Castle(Castle { king, distance, files, partners, span }))
    }

    fn end(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let (mut claim, mut outcome, mut condition) = (false, Outcome::Draw, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::claim_kw => claim = true,
                Rule::win_kw => outcome = Outcome::Win,
                Rule::lose_kw => outcome = Outcome::Lose,
                Rule::expression => condition = Some(self.expr(part)),
                _ => {}
            }
        }
        Some(Item::End(End { claim, outcome, condition: condition?, span }))
    }
}
