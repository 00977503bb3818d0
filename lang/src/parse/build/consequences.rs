//! Rules about moves: what is illegal, what goes first, actions, and what follows.

use super::exprs::whose;
use super::*;
use crate::rules::expr::Happening;

impl Builder<'_> {
    pub(super) fn drop(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let [kinds, on] = <[Expr; 2]>::try_from(self.sets(pair)).ok()?;
        Some(Item::Drop(Drop { kinds, on, span }))
    }

    pub(super) fn check(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let condition = pair.into_inner().find(|p| p.as_rule() == Rule::expression)?;
        Some(Item::Check(Check { condition: self.expr(condition), span }))
    }

    pub(super) fn forbid(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let (mut event, mut when) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::event => event = Some(self.event(part)?),
                Rule::when_part => when = self.when(part),
                Rule::expression => when = Some(self.expr(part)),
                _ => {}
            }
        }
        Some(Item::Forbid(Forbid { event, when, span }))
    }

    pub(super) fn prefer(&mut self, pair: Pair) -> Option<Item> {
        let event = pair.into_inner().find(|p| p.as_rule() == Rule::event)?;
        Some(Item::Prefer(self.event(event)?))
    }

    pub(super) fn action(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.new_name(&inner.next()?);
        let span = Span { end: name.span.end, ..span };
        let mut action =
            Action { name, last_resort: false, when: Vec::new(), choices: Vec::new(), effects: Vec::new(), span };
        let mut previous = None;
        for part in inner {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::open_brace => continue,
                Rule::last_resort => action.last_resort = true,
                Rule::when_part => action.when.extend(self.when(part)),
                Rule::choose => {
                    let (optionally, choices) = self.choices(part);
                    action.choices.extend(choices);
                    if let Some(span) = optionally {
                        let problem = Diagnostic::error(Code::OptionalChoice, span, "a choice cannot be left out here");
                        let help = "an action that is not to be had for nothing is not played; or write two actions";
                        self.diagnostics.push(problem.label("not optional").help(help));
                    }
                }
                Rule::bad_effect => self.bad(&part, Context::Action, previous),
                Rule::closing => self.closing(&part),
                _ => action.effects.extend(self.effect(part)),
            }
            previous = Some(start);
        }
        Some(Item::Action(action))
    }

    pub(super) fn after(&mut self, pair: Pair, span: Span) -> Option<Item> {
        let (mut event, mut effects, mut previous) = (None, Vec::new(), None);
        let (mut optionally, mut choices, mut compulsory) = (None, Vec::new(), None);
        for part in pair.into_inner() {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::event => {
                    event = Some(self.event(part)?);
                    continue;
                }
                Rule::after_kw | Rule::open_brace => continue,
                Rule::choose => {
                    let span = self.span(&part);
                    let (may, more) = self.choices(part);
                    choices.extend(more);
                    optionally = optionally.or(may);
                    compulsory = compulsory.or(may.is_none().then_some(span));
                }
                Rule::bad_effect => self.bad(&part, Context::After, previous),
                Rule::closing => self.closing(&part),
                _ => effects.extend(self.effect(part)),
            }
            previous = Some(start);
        }
        if let (Some(may), Some(must)) = (optionally, compulsory) {
            let message = "what follows on a move is chosen all together, or not at all";
            let problem = Diagnostic::error(Code::OptionalChoice, may, message).label("this may be left out");
            let help = "say `optionally` of each `choose`, or write an `after` of its own for each";
            self.diagnostics.push(problem.also(must, "and this may not").help(help));
        }
        Some(Item::After(After { event: event?, optionally, choices, effects, span }))
    }

    fn when(&mut self, pair: Pair) -> Option<Expr> {
        pair.into_inner().find(|p| p.as_rule() == Rule::expression).map(|p| self.expr(p))
    }

    /// What is chosen, and where it says that it may be left out.
    fn choices(&mut self, pair: Pair) -> (Option<Span>, Vec<(Name, ChosenFrom)>) {
        let (mut optionally, mut choices) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::optionally_kw => optionally = Some(self.span(&part)),
                Rule::choice => {
                    let mut inner = part.into_inner();
                    let Some(name) = inner.next().map(|p| self.new_name(&p)) else { continue };
                    for part in inner {
                        match part.as_rule() {
                            Rule::set => choices.push((name.clone(), ChosenFrom::Set(self.expr(part)))),
                            Rule::hand_word => {
                                choices.push((name.clone(), ChosenFrom::Hand(self.span(&part))));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        (optionally, choices)
    }

    fn effect(&mut self, pair: Pair) -> Option<Effect> {
        let span = self.span(&pair);
        let which = pair.as_rule();
        let what = match which {
            Rule::to_hand => EffectKind::ToHand,
            Rule::change => self.change(pair)?,
            _ => {
                let mut sets = self.sets(pair).into_iter();
                match (which, sets.next()?, sets.next()) {
                    (Rule::remove, squares, None) => EffectKind::Remove(squares),
                    (Rule::swap, one, Some(other)) => EffectKind::Swap(one, other),
                    (Rule::relocate, from, Some(to)) => EffectKind::Relocate(from, to),
                    (Rule::put, kind, Some(on)) => EffectKind::Put(kind, on),
                    (Rule::drop_effect, kind, Some(on)) => EffectKind::Drop(kind, on),
                    _ => return None,
                }
            }
        };
        Some(Effect { what, span })
    }

    fn change(&mut self, pair: Pair) -> Option<EffectKind> {
        let (mut up, mut who, mut name, mut by) = (false, None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::raise_kw => up = true,
                Rule::own_kw | Rule::enemy_kw => who = Some(whose(Some(part))),
                Rule::name => name = Some(self.name(&part)),
                Rule::number => by = Some(self.number(&part)),
                _ => {}
            }
        }
        Some(EffectKind::Change(up, who, name?, by))
    }

    /// An event with its parts; each part may be said once.
    fn event(&mut self, pair: Pair) -> Option<Event> {
        let span = self.span(&pair);
        let mut event = Event { what: Happening::Move, by: None, of: None, from: None, to: None, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::happening => {
                    event.what = match part.into_inner().next()?.as_rule() {
                        Rule::capture_kw => Happening::Capture,
                        Rule::promotion_kw => Happening::Promotion,
                        Rule::castling_kw => Happening::Castling,
                        Rule::check_kw => Happening::Check,
                        _ => Happening::Move,
                    }
                }
                Rule::drop_event => {
                    event.what = Happening::Drop;
                    event.by = self.sets(part).into_iter().next();
                }
                _ => {
                    let span = self.span(&part);
                    let mut inner = part.into_inner();
                    let word = inner.next()?;
                    let set = self.expr(inner.next()?);
                    let place = match word.as_rule() {
                        Rule::by_kw => &mut event.by,
                        Rule::of_kw => &mut event.of,
                        Rule::from_kw => &mut event.from,
                        _ => &mut event.to,
                    };
                    if place.replace(set).is_some() {
                        let message = format!("`{}` is said twice of these moves", word.as_str());
                        let problem = Diagnostic::error(Code::Duplicate, span, message).label("again here");
                        self.diagnostics.push(problem.help("join the two with | or &"));
                    }
                }
            }
        }
        Some(event)
    }

    /// The sets directly inside a pair.
    fn sets(&mut self, pair: Pair) -> Vec<Expr> {
        pair.into_inner().filter(|p| p.as_rule() == Rule::set).map(|p| self.expr(p)).collect()
    }
}
