//! The test blocks.

use super::*;

impl Builder<'_> {
    pub(super) fn test(&mut self, pair: Pair) -> Option<Test> {
        let mut inner = pair.into_inner().skip(1);
        let title = self.text(inner.next()?);
        let (mut steps, mut previous) = (Vec::new(), None);
        for part in inner {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::open_brace => continue,
                Rule::bad_step => self.bad(&part, Context::Test, previous),
                Rule::closing => self.closing(&part),
                _ => {
                    let span = self.span(&part);
                    steps.extend(self.claim(part).map(|claim| Step { claim, span }));
                }
            }
            previous = Some(start);
        }
        Some(Test { title, steps })
    }

    fn claim(&mut self, pair: Pair) -> Option<Claim> {
        let what = pair.as_rule();
        let mut inner = pair.into_inner();
        let first = inner.next()?.as_rule();
        Some(match what {
            Rule::position_step => Claim::Position(self.text(inner.next()?)),
            Rule::moves_step => {
                let mut squares = inner.filter(|p| p.as_rule() == Rule::square).map(|p| self.name(&p));
                let from = squares.next()?;
                let to = squares.collect();
                if first == Rule::moves_kw { Claim::Moves(from, to) } else { Claim::Captures(from, to) }
            }
            Rule::legal_step | Rule::play_step => {
                let moves = inner.filter(|p| p.as_rule() == Rule::move_text).map(|p| self.name(&p)).collect();
                match first {
                    Rule::legal_kw => Claim::Legal(moves),
                    Rule::illegal_kw => Claim::Illegal(moves),
                    _ => Claim::Play(moves),
                }
            }
            Rule::status_step => self.status(inner.next()?)?,
            _ => {
                let mut numbers = inner.filter(|p| p.as_rule() == Rule::number).map(|p| self.number(&p));
                Claim::Perft(numbers.next()?, numbers.next()?)
            }
        })
    }

    fn status(&mut self, pair: Pair) -> Option<Claim> {
        let (mut word, mut by) = (StatusWord::Ongoing, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::check_kw => word = StatusWord::Check,
                Rule::checkmate_kw => word = StatusWord::Checkmate,
                Rule::stalemate_kw => word = StatusWord::Stalemate,
                Rule::white_kw => word = StatusWord::Win(0),
                Rule::black_kw => word = StatusWord::Win(1),
                Rule::draw_kw => word = StatusWord::Draw,
                Rule::by_rule => by = part.into_inner().find(|p| p.as_rule() == Rule::word).map(|p| self.name(&p)),
                _ => {}
            }
        }
        Some(Claim::Status(word, by))
    }

    // Tokens.
}
