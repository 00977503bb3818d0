//! Why a man's movement does not lead somewhere, whatever the rules allow.

use super::{Why, is_legal};
use ferz_abi::{State, code, kind_of, side_of};
use ferz_runtime::square_name;

impl Why<'_> {
    /// Why the man's movement does not lead there, with nothing forbidden: what is in the way, what is missing, or that it moves otherwise.
    pub(super) fn no_such_way(&self, state: &State, base: &str, from: u8, to: u8) -> String {
        let (rules, at_ease) = self.without(state, &self.obstacles(state, from));
        let works = |state: &State| is_legal(&rules, state, base);
        let changed = |square: usize, man: u8| {
            let mut state = at_ease;
            state.cells[square] = man;
            state
        };
        let man = state.cells[usize::from(from)];
        let others: Vec<usize> =
            self.rules.cells().iter().filter(|&s| s != usize::from(from) && s != usize::from(to)).collect();
        let mut blocking = others.iter().filter(|&&s| at_ease.cells[s] != 0 && works(&changed(s, 0)));
        if let Some(&square) = blocking.next() {
            return format!("{} stands in the way", self.man(state, square as u8));
        }
        // Before the target is looked at: a hopper that takes only over a man may move without one.
        let screens: Vec<usize> =
            others.iter().copied().filter(|&s| at_ease.cells[s] == 0 && works(&changed(s, man))).collect();
        if !screens.is_empty() {
            let names = screens.into_iter().map(|s| square_name(&self.rules.board, s));
            return format!("{} needs a man to jump over, on {}", self.man(state, from), in_a_row(names));
        }
        let target = usize::from(to);
        let enemy = code(kind_of(man), 1 - side_of(man));
        if at_ease.cells[target] == 0 && works(&changed(target, enemy)) {
            return format!("{} goes there only to capture", self.man(state, from));
        }
        if at_ease.cells[target] != 0 && works(&changed(target, 0)) {
            return format!("{} does not capture so, it only moves there", self.man(state, from));
        }
        // Several men in the way: all of them gone, it would go.
        let mut bare = at_ease;
        others.iter().for_each(|&square| bare.cells[square] = 0);
        if works(&bare) {
            let on_line = others.iter().filter(|&&square| {
                let mut with_it = bare;
                with_it.cells[square] = at_ease.cells[square];
                at_ease.cells[square] != 0 && !works(&with_it)
            });
            let names = on_line.map(|&square| square_name(&self.rules.board, square));
            return format!("men stand in the way, on {}", in_a_row(names));
        }
        let kind = &self.rules.kinds[kind_of(man)];
        format!("{} does not move so: its movement is {}", self.man(state, from), kind.notation)
    }
}

/// Squares as they are read out: `a2, a3 and a4`.
fn in_a_row(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.split_last() {
        None => "several squares".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}
