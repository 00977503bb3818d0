//! Pieces, movements and sets.

use super::*;

impl Builder<'_> {
    pub(super) fn piece(&mut self, pair: Pair, span: Span) -> Option<Piece> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.new_name(&inner.next()?);
        let mut piece = Piece { name, letters: None, movement: None, royal: false, span };
        for part in inner {
            match part.as_rule() {
                Rule::letters => piece.letters = Some(self.name(&part)),
                Rule::no_equals => {
                    let end = self.text[..part.as_span().start()].trim_end().len();
                    let problem =
                        Diagnostic::error(Code::Syntax, Span { start: end, end, ..span }, "an `=` is missing");
                    self.diagnostics.push(problem.label("here").help("write `=` between the piece and its movement"));
                }
                Rule::movement => piece.movement = Some(self.movement(part)),
                Rule::piece_mark => {
                    let span = self.span(&part);
                    match part.into_inner().next()?.as_rule() {
                        Rule::royal_kw => piece.royal = true,
                        Rule::promoted_kw => self.not_yet(Code::PromotedLater, span, "promoted"),
                        _ => self.not_yet(Code::MayStayLater, span, "may stay"),
                    }
                }
                _ => {}
            }
        }
        Some(piece)
    }

    fn movement(&mut self, pair: Pair) -> Movement {
        let span = self.span(&pair);
        let text = self.text[span.start..span.end].to_string();
        let parts = pair.into_inner().filter(|p| p.as_rule() == Rule::part).filter_map(|p| self.part(p)).collect();
        Movement { parts, span, text }
    }

    fn part(&mut self, pair: Pair) -> Option<Part> {
        let mut inner = pair.into_inner();
        let base = inner.next()?;
        let base = match base.as_rule() {
            Rule::text => Base::Notation(self.text(base)),
            Rule::group => Base::Group(self.movement(base.into_inner().find(|p| p.as_rule() == Rule::movement)?)),
            _ => Base::Piece(self.name(&base)),
        };
        Some(Part { base, restrictors: inner.filter_map(|p| self.restrictor(p)).collect() })
    }

    fn restrictor(&mut self, pair: Pair) -> Option<Restrictor> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let first = inner.next()?.as_rule();
        let set = inner.next().map(|set| self.set(set));
        Some(match (first, set) {
            (Rule::from_kw, Some(set)) => Restrictor::From(set),
            (Rule::to_kw, Some(set)) => Restrictor::To(set),
            (Rule::within_kw, Some(set)) => Restrictor::Within(set),
            (Rule::marking_kw, _) => Restrictor::Marking,
            (Rule::over_kw, _) => {
                self.not_yet(Code::OverLater, span, "over");
                return None;
            }
            _ => {
                self.not_yet(Code::TakingLater, span, "taking");
                return None;
            }
        })
    }

    /// A chain of operands, or the only one itself.
    pub(super) fn set(&mut self, pair: Pair) -> Set {
        let span = self.span(&pair);
        let (mut chain, mut operator) = (Vec::new(), Operator::Or);
        let is_meet = pair.as_rule() == Rule::meet;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::meet => chain.push((operator, self.set(part))),
                Rule::operand => chain.push((operator, self.operand(part))),
                Rule::minus => operator = Operator::Minus,
                Rule::ampersand => operator = Operator::And,
                _ => operator = Operator::Or,
            }
            if is_meet && chain.len() == 1 {
                operator = Operator::And;
            }
        }
        match chain.len() {
            1 => chain.remove(0).1,
            _ => Set { node: Node::Chain(chain), span },
        }
    }

    fn operand(&mut self, pair: Pair) -> Set {
        let span = self.span(&pair);
        let (mut prefixes, mut set) = (Vec::new(), Set { node: Node::Squares(Vec::new()), span });
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => prefixes.extend(part.into_inner().next().map(|p| p.as_rule())),
                Rule::open | Rule::close => {}
                _ => set = self.primary(part),
            }
        }
        // One of each is enough: two complements cancel, the other words do not add up. So no row of prefixes nests deeply.
        prefixes.reverse();
        let complements = prefixes.iter().filter(|&&p| p == Rule::tilde).count();
        if let Some(first) = prefixes.iter().find(|&&p| p != Rule::tilde) {
            let inner = Box::new(set);
            let node = if *first == Rule::absolute_kw { Node::Absolute(inner) } else { Node::Turned(inner) };
            set = Set { node, span };
        }
        if complements % 2 == 1 {
            set = Set { node: Node::Complement(Box::new(set)), span };
        }
        set
    }

    fn primary(&mut self, pair: Pair) -> Set {
        let span = self.span(&pair);
        let node = match pair.as_rule() {
            Rule::set => return self.set(pair),
            Rule::ranks => {
                let numbers: Vec<Number> =
                    pair.into_inner().filter(|p| p.as_rule() == Rule::number).map(|p| self.number(&p)).collect();
                let none = Number { value: 0, span };
                let first = numbers.first().copied().unwrap_or(none);
                Node::Ranks(first, numbers.last().copied().unwrap_or(first))
            }
            Rule::files => {
                let files = self.names(pair, Rule::file_letter);
                let first = files.first().cloned().unwrap_or(Name { text: String::new(), span });
                Node::Files(first.clone(), files.last().cloned().unwrap_or(first))
            }
            Rule::last_rank => Node::LastRank,
            Rule::rectangle => {
                let corners = self.names(pair, Rule::square);
                match <[Name; 2]>::try_from(corners) {
                    Ok([a, b]) => Node::Rectangle(a, b),
                    Err(squares) => Node::Squares(squares),
                }
            }
            Rule::squares => Node::Squares(self.names(pair, Rule::square)),
            Rule::word_set => match pair.into_inner().next() {
                Some(word) if word.as_rule() == Rule::army_kw => Node::Army,
                Some(word) if word.as_rule() == Rule::all_kw => Node::All,
                Some(word) => Node::Later(first_word(word.as_str())),
                None => Node::All,
            },
            Rule::call => Node::Later(first_word(pair.as_str())),
            _ => Node::Name(pair.as_str().to_string()),
        };
        Set { node, span }
    }
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}
