//! Expressions.

use super::*;

impl Builder<'_> {
    /// An expression of any level of the grammar: a chain of operands, or the only one itself.
    pub(super) fn expr(&mut self, pair: Pair) -> Expr {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::expression | Rule::conjunct => {
                let any = pair.as_rule() == Rule::expression;
                let mut all: Vec<Expr> = pair
                    .into_inner()
                    .filter(|p| !matches!(p.as_rule(), Rule::or_kw | Rule::and_kw))
                    .map(|p| self.expr(p))
                    .collect();
                match all.len() {
                    1 => all.remove(0),
                    _ => Expr { node: if any { Node::Or(all) } else { Node::And(all) }, span },
                }
            }
            Rule::negated => {
                let mut inner: Vec<Pair> = pair.into_inner().collect();
                let (negations, last) = (inner.len() - 1, inner.remove(inner.len() - 1));
                let inner = self.expr(last);
                match negations {
                    0 => inner,
                    // Of a row of them only whether it is odd matters.
                    n if n % 2 == 1 => Expr { node: Node::Not(Box::new(inner)), span },
                    _ => {
                        let once = Expr { node: Node::Not(Box::new(inner)), span };
                        Expr { node: Node::Not(Box::new(once)), span }
                    }
                }
            }
            Rule::comparison => self.comparison(pair, span),
            Rule::operand => self.operand(pair, span),
            Rule::sum | Rule::set | Rule::meet => self.chain(pair, span),
            _ => self.primary(pair, span),
        }
    }

    fn comparison(&mut self, pair: Pair, span: Span) -> Expr {
        let mut inner = pair.into_inner();
        let (first, comparator, second) = (inner.next(), inner.next(), inner.next());
        let first = first.map(|p| self.expr(p)).unwrap_or(nothing(span));
        let (Some(comparator), Some(second)) = (comparator, second) else { return first };
        let comparator = match comparator.as_str() {
            "=" => Comparator::Equal,
            "!=" => Comparator::Differs,
            "<" => Comparator::Less,
            "<=" => Comparator::AtMost,
            ">" => Comparator::More,
            _ => Comparator::AtLeast,
        };
        Expr { node: Node::Compare(Box::new(first), comparator, Box::new(self.expr(second))), span }
    }

    fn chain(&mut self, pair: Pair, span: Span) -> Expr {
        let (mut chain, mut operator) = (Vec::new(), Operator::Or);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::bar => operator = Operator::Or,
                Rule::minus => operator = Operator::Minus,
                Rule::ampersand => operator = Operator::And,
                Rule::plus => operator = Operator::Plus,
                Rule::times => operator = Operator::Times,
                _ => chain.push((operator, self.expr(part))),
            }
        }
        match chain.len() {
            1 => chain.remove(0).1,
            _ => Expr { node: Node::Chain(chain), span },
        }
    }

    fn operand(&mut self, pair: Pair, span: Span) -> Expr {
        let (mut prefixes, mut expr) = (Vec::new(), nothing(span));
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prefix => prefixes.extend(part.into_inner().next().map(|p| p.as_rule())),
                _ => expr = self.expr(part),
            }
        }
        // One of each is enough: two complements cancel, the other words do not add up. So no row of prefixes nests deeply.
        prefixes.reverse();
        let complements = prefixes.iter().filter(|&&p| p == Rule::tilde).count();
        if let Some(first) = prefixes.iter().find(|&&p| p != Rule::tilde) {
            let inner = Box::new(expr);
            let node = if *first == Rule::absolute_kw { Node::Absolute(inner) } else { Node::Turned(inner) };
            expr = Expr { node, span };
        }
        if complements % 2 == 1 {
            expr = Expr { node: Node::Complement(Box::new(expr)), span };
        }
        expr
    }

    fn primary(&mut self, pair: Pair, span: Span) -> Expr {
        let node = match pair.as_rule() {
            Rule::paren => return self.inside(pair, span),
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
            Rule::home => Node::Home,
            Rule::call | Rule::hand_count => self.call(pair, span),
            Rule::reach => self.reach(pair, span),
            Rule::before => Node::Before(Box::new(self.inside(pair, span))),
            Rule::counted => {
                let mut inner = pair.into_inner();
                let repetition = inner.next().is_some_and(|p| p.as_rule() == Rule::repetition_kw);
                let number = inner.find(|p| p.as_rule() == Rule::number).map(|p| self.number(&p));
                let number = number.unwrap_or(Number { value: 0, span });
                if repetition { Node::Repetition(number) } else { Node::Quiet(number) }
            }
            Rule::to_move => Node::ToMove,
            Rule::own_is => Node::OwnIs(usize::from(pair.into_inner().any(|p| p.as_rule() == Rule::black_kw))),
            Rule::passed_kw => Node::Passed,
            Rule::owned => self.owned(pair),
            Rule::side_word => side_word(pair),
            Rule::kind_word => match pair.into_inner().next().map(|p| p.as_rule()) {
                Some(Rule::army_kw) => Node::Army,
                Some(Rule::captured_kw) => Node::Captured,
                Some(Rule::promoted_kw) => Node::Promoted,
                _ => Node::All,
            },
            Rule::square_word => square_word(pair),
            Rule::number => Node::Number(self.number(&pair)),
            Rule::text => Node::Notation(self.text(pair)),
            _ => Node::Name(pair.as_str().to_string()),
        };
        Expr { node, span }
    }

    /// The expression that a pair holds between parentheses.
    fn inside(&mut self, pair: Pair, span: Span) -> Expr {
        let inner = pair.into_inner().find(|p| p.as_rule() == Rule::expression);
        inner.map(|p| self.expr(p)).unwrap_or(nothing(span))
    }

    fn call(&mut self, pair: Pair, span: Span) -> Node {
        let word = pair.clone().into_inner().next().map(|p| p.as_rule());
        let function = match word {
            Some(Rule::near_kw) => Function::Near,
            Some(Rule::files_kw) => Function::Files,
            Some(Rule::ranks_kw) => Function::Ranks,
            Some(Rule::any_kw) => Function::Any,
            Some(Rule::none_kw) => Function::None,
            Some(Rule::count_kw) => Function::Count,
            Some(Rule::lost_kw) => Function::Lost,
            _ => Function::Hand,
        };
        Node::Call(function, Box::new(self.inside(pair, span)))
    }

    fn reach(&mut self, pair: Pair, span: Span) -> Node {
        let none = Movement { parts: Vec::new(), span, text: String::new() };
        let (mut movement, mut from) = (none, nothing(span));
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::movement => movement = self.movement(part),
                Rule::expression => from = self.expr(part),
                _ => {}
            }
        }
        Node::Reach(Box::new(movement), Box::new(from))
    }

    fn owned(&mut self, pair: Pair) -> Node {
        let mut inner = pair.into_inner();
        let whose = whose(inner.next());
        Node::Of(whose, inner.next().map(|p| Box::new(self.expr(p))))
    }
}

/// Stands where the grammar promises an expression, so that no tree is ever without one.
fn nothing(span: Span) -> Expr {
    Expr { node: Node::Squares(Vec::new()), span }
}

fn side_word(pair: Pair) -> Node {
    let (mut standing, mut who) = (Standing::Check, Whose::Own);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::checkmate_kw => standing = Standing::Checkmate,
            Rule::stalemate_kw => standing = Standing::Stalemate,
            Rule::enemy_kw => who = Whose::Enemy,
            _ => {}
        }
    }
    Node::Standing(standing, who)
}

fn square_word(pair: Pair) -> Node {
    let Some(word) = pair.into_inner().next() else { return Node::Empty };
    match word.as_rule() {
        Rule::attacked => {
            let own = word.into_inner().any(|p| p.as_rule() == Rule::own_kw);
            Node::Attacked(if own { Whose::Own } else { Whose::Enemy })
        }
        Rule::home_kw => Node::Home,
        Rule::unmoved_kw => Node::Unmoved,
        Rule::victim_kw => Node::Victim,
        Rule::from_kw => Node::From,
        Rule::to_kw => Node::To,
        _ => Node::Empty,
    }
}

/// Whose, as a word says.
pub(super) fn whose(word: Option<Pair>) -> Whose {
    match word.map(|p| p.as_rule()) {
        Some(Rule::enemy_kw) => Whose::Enemy,
        Some(Rule::men_kw) => Whose::Men,
        _ => Whose::Own,
    }
}
