//! Pieces and their movements.

use super::*;

impl Builder<'_> {
    pub(super) fn piece(&mut self, pair: Pair, span: Span) -> Option<Piece> {
        let mut inner = pair.into_inner().skip(1);
        let name = self.new_name(&inner.next()?);
        let (letters, movement) = (None, None);
        let mut piece = Piece {
            name,
            letters,
            movement,
            royal: false,
            promoted: None,
            symbol: None,
            may_stay: false,
            side: None,
            span,
        };
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
                    let mut inner = part.into_inner();
                    match inner.next()?.as_rule() {
                        Rule::royal_kw => piece.royal = true,
                        Rule::symbol_kw => piece.symbol = inner.next().map(|text| self.text(text)),
                        Rule::promoted_kw => piece.promoted = inner.next().map(|name| self.name(&name)),
                        _ => piece.may_stay = true,
                    }
                }
                _ => {}
            }
        }
        Some(piece)
    }

    pub(super) fn movement(&mut self, pair: Pair) -> Movement {
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
        let mut inner = pair.into_inner();
        let first = inner.next()?.as_rule();
        let set = inner.next().map(|set| self.expr(set));
        if first == Rule::marking_kw {
            return Some(Restrictor::Marking);
        }
        Some(match (first, set?) {
            (Rule::from_kw, set) => Restrictor::From(set),
            (Rule::to_kw, set) => Restrictor::To(set),
            (Rule::within_kw, set) => Restrictor::Within(set),
            (Rule::over_kw, set) => Restrictor::Over(set),
            (_, set) => Restrictor::Taking(set),
        })
    }
}
