//! What the mover chooses: in an action, and in what follows on a move. The section "Choices" of `meaning.md`.

use crate::Interpreter;
use crate::expr::View;
use ferz_abi::{Move, State, code, kind_of};
use ferz_lang::rules::KindId;
use ferz_lang::rules::expr::Choice;

impl Interpreter {
    /// Every way to choose one after the other, in ascending order.
    pub(crate) fn combinations(&self, view: &View, choices: &[Choice]) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for choice in choices {
            let one_more = |chosen: Vec<usize>| {
                let view = View { chosen: &chosen, ..*view };
                let candidates: Vec<usize> = match choice {
                    Choice::Square(set) => self.squares(&view, set).iter().collect(),
                    Choice::Kind(kinds) => {
                        self.kinds(&view, kinds).iter().filter(|&k| self.is_had(k, view.own)).collect()
                    }
                };
                candidates.into_iter().map(|found| chosen.iter().copied().chain([found]).collect()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(one_more).collect();
        }
        all
    }

    /// Whether a side can have such men at all.
    fn is_had(&self, kind: KindId, side: usize) -> bool {
        self.rules.kinds.get(kind).is_some_and(|kind| kind.letters[side].is_some())
    }

    /// These moves with all that can be chosen in what follows on them, rule by rule. Where nothing has to be chosen, the move as it is
    /// stays among them; where something must and nothing can, there is no such move.
    pub(crate) fn with_choices(&self, state: &State, moves: Vec<Move>) -> Vec<Move> {
        let rules = self.rules.choosings();
        let choose = |moves: Vec<Move>, rule: usize| moves.iter().flat_map(|m| self.chosen(state, m, rule)).collect();
        (0..rules.len()).fold(moves, choose)
    }

    /// A move with all that can be chosen in one rule.
    fn chosen(&self, state: &State, played: &Move, rule: usize) -> Vec<Move> {
        let (index, choosing) = &self.rules.choosings()[rule];
        let after = &self.rules.afters[*index];
        let Some(so_far) = self.changed_before(state, played, *index) else { return Vec::new() };
        if !self.matches(&after.event, state, played, &so_far) {
            return vec![*played];
        }
        let happened = self.happened(state, played);
        let view = View { happened: Some(&happened), ..View::new(&so_far, state.side.into()) };
        let without = Some(*played).filter(|_| after.optional);
        let with = self.combinations(&view, &after.choices).into_iter().map(|chosen| {
            let view = View { chosen: &chosen, ..view };
            played.choosing(rule, choosing, written(&after.choices, &view))
        });
        without.into_iter().chain(with).collect()
    }

    /// Two ways to make the same change are one move: of actions, and of one move with different choices, the first stays of those that
    /// lead to the same position.
    pub(crate) fn distinct(&self, state: &State, moves: Vec<Move>) -> Vec<Move> {
        let mut kept: Vec<(Move, Option<State>)> = Vec::new();
        for played in moves {
            let after = alike(&played).map(|_| self.changed(state, &played)).unwrap_or_default();
            let is_known = |(known, there): &(Move, Option<State>)| {
                after.is_some() && alike(known) == alike(&played) && *there == after
            };
            if !kept.iter().any(is_known) {
                kept.push((played, after));
            }
        }
        kept.into_iter().map(|(played, _)| played).collect()
    }
}

/// What moves have in common of which only the choices differ; none for a move without any.
fn alike(played: &Move) -> Option<Move> {
    use ferz_abi::{CHOSE, Form};
    if played.is(Form::Action) {
        return Some(Move { form: Form::Action as u8, ..Move::default() });
    }
    let carried = played.carried % CHOSE;
    (carried != played.carried).then(|| {
        let used = usize::from(played.victims) + usize::from(played.passed) + 2 * usize::from(carried);
        let used = if played.is(Form::Castling) { 2 } else { used };
        let mut bare = Move { carried, squares: [0; 8], ..*played };
        bare.squares[..used].copy_from_slice(&played.squares[..used]);
        bare
    })
}

/// Choices as a move holds them: squares by their numbers, kinds by the codes of the mover's men.
pub(crate) fn written(choices: &[Choice], view: &View) -> Vec<u8> {
    let one = |(choice, &found): (&Choice, &usize)| match choice {
        Choice::Square(_) => found as u8,
        Choice::Kind(_) => code(found, view.own),
    };
    choices.iter().zip(view.chosen).map(one).collect()
}

/// The other way round.
pub(crate) fn read(choices: &[Choice], written: &[u8]) -> Vec<usize> {
    let one = |(choice, &found): (&Choice, &u8)| match choice {
        Choice::Square(_) => found.into(),
        Choice::Kind(_) => kind_of(found.max(1)),
    };
    choices.iter().zip(written).map(one).collect()
}
