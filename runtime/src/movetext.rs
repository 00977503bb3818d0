//! Moves as text: `a2a4`, `a9a10q`, `e1g1`.
//!
//! Which text a move has can depend on the other legal ones, so both directions work on the whole list.

use crate::square::{leading_square, parse_square};
use crate::{Engine, Position, man_letter, square_name};
use ferz_abi::{Choice, Form, Move, Variant, code, kind_of, side_of};

/// Every legal move of a position with its text, sorted bytewise by text (`a10` before `a2`).
pub fn legal_moves(engine: &dyn Engine, position: &Position) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    name_moves(engine.variant(), &moves)
}

/// The texts of all these moves, which are those legal in one position; sorted bytewise by text.
pub fn name_moves(variant: &Variant, legal: &[Move]) -> Vec<(String, Move)> {
    let mut named: Vec<(String, Move)> = legal.iter().map(|m| (base_text(variant, m), *m)).collect();
    named.sort();
    let mut start = 0;
    while start < named.len() {
        let same = named[start..].iter().take_while(|(text, _)| *text == named[start].0).count();
        if same > 1 {
            for (text, m) in &mut named[start..start + same] {
                *text += &distinction(variant, m);
            }
        }
        start += same;
    }
    named.sort();
    named
}

/// The text of one of the legal moves of a position.
pub fn move_text(variant: &Variant, legal: &[Move], played: &Move) -> String {
    let base = base_text(variant, played);
    let alone = legal.iter().filter(|m| base_text(variant, m) == base).count() < 2;
    if alone { base } else { base + &distinction(variant, played) }
}

/// What the text says besides where squares and letters do not tell: whom a man takes and carries; the mark of what it becomes; which
/// action it is, with what else was chosen.
fn distinction(variant: &Variant, m: &Move) -> String {
    if m.is(Form::Action) {
        let Some(action) = variant.actions.get(usize::from(m.squares[0])) else { return String::new() };
        let squares = made(&action.choices, &m.squares[1..], Choice::Square);
        let following = chosen(variant, m, Choice::Square);
        return format!("={}{}{}", action.name, listed(variant, squares), listed(variant, following));
    }
    let remembered = man_letter(variant, m.placed).ends_with('~') && m.placed != m.man;
    let mark = if remembered { "~" } else { "" };
    format!("{mark}{}{}", victims_text(variant, m), listed(variant, chosen(variant, m, Choice::Square)))
}

/// Squares behind commas.
fn listed(variant: &Variant, squares: impl IntoIterator<Item = u8>) -> String {
    squares.into_iter().map(|square| format!(",{}", square_name(&variant.board, square.into()))).collect()
}

/// Those of some choices that are squares, or kinds.
fn made<'a>(choices: &'a [Choice], made: &'a [u8], what: Choice) -> impl Iterator<Item = u8> + Clone + 'a {
    choices.iter().zip(made).filter(move |(choice, _)| **choice == what).map(|(_, &made)| made)
}

/// What was chosen in what follows on a move: the squares, or the codes of kinds.
fn chosen(variant: &Variant, m: &Move, what: Choice) -> Vec<u8> {
    let rules = variant.choosings.iter().enumerate();
    let all = rules.filter_map(|(rule, choosing)| m.chosen(rule, choosing).map(|found| (choosing, found)));
    all.flat_map(|(choosing, found)| made(&choosing.choices, found, what).collect::<Vec<_>>()).collect()
}

/// The letters of the kinds that were chosen, of an action too.
fn chosen_letters(variant: &Variant, m: &Move) -> String {
    let mut kinds = chosen(variant, m, Choice::Kind);
    if m.is(Form::Action)
        && let Some(action) = variant.actions.get(usize::from(m.squares[0]))
    {
        kinds.extend(made(&action.choices, &m.squares[1..], Choice::Kind));
    }
    kinds.into_iter().map(|man| man_letter(variant, man).to_ascii_lowercase()).collect()
}

/// The text as far as it does not depend on other moves.
fn base_text(variant: &Variant, m: &Move) -> String {
    let name = |square: u8| square_name(&variant.board, square.into());
    let letters = chosen_letters(variant, m);
    if m.is(Form::Drop) {
        return format!("{}@{}{letters}", man_letter(variant, m.placed).to_ascii_uppercase(), name(m.to));
    }
    if m.is(Form::Castling) && chosen(variant, m, Choice::Square).contains(&m.squares[0]) {
        // A man that comes where the partner stood: the partner goes first.
        return format!("{}{}{letters}", name(m.squares[0]), name(m.from));
    }
    if m.is(Form::Castling) && is_ambiguous(variant, m) {
        return format!("{}x{}{letters}", name(m.from), name(m.squares[0]));
    }
    let promotion = if m.placed == m.man { String::new() } else { promotion_text(variant, m) };
    format!("{}{}{promotion}{letters}", name(m.from), name(m.to))
}

/// Whether an ordinary move of this castling's king could have the same text.
fn is_ambiguous(variant: &Variant, m: &Move) -> bool {
    variant
        .castlings
        .iter()
        .any(|c| c.ambiguous && (c.king_from, c.king_to, c.partner_from) == (m.from, m.to, m.squares[0]))
}

/// `+` for the promoted form of what moved, otherwise the letter of what it becomes; that it remembers what it was goes without saying.
fn promotion_text(variant: &Variant, m: &Move) -> String {
    let (before, after) = (man_letter(variant, m.man), man_letter(variant, m.placed));
    let after = after.trim_end_matches('~');
    if after.strip_prefix('+') == Some(before.as_str()) { "+".into() } else { after.to_ascii_lowercase() }
}

fn victims_text(variant: &Variant, m: &Move) -> String {
    let names: Vec<String> = m.victims().iter().map(|&v| square_name(&variant.board, v.into())).collect();
    let name = |square: u8| square_name(&variant.board, square.into());
    let carried: String = m.carried().map(|(lifted, down)| format!(":{}{}", name(lifted), name(down))).collect();
    if names.is_empty() { carried } else { format!("x{}{carried}", names.join(",")) }
}

/// A text that is no legal move: why, and what would be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It does not look like a move at all.
    #[error("`{text}` is not how a move is written; write the square a man leaves and the one it goes to{example}")]
    NoMove {
        /// What was to be read.
        text: String,
        /// ", such as `e2e4`", or nothing.
        example: String,
    },
    /// Nobody can move any more.
    #[error("`{text}` cannot be played: no move is legal here, the game is over")]
    Over {
        /// What was to be read.
        text: String,
    },
    /// The square that it starts from is empty.
    #[error("`{text}` is not legal: no man stands on {square}{example}")]
    NoMan {
        /// What was to be read.
        text: String,
        /// The empty square.
        square: String,
        /// "; `e2e4` would be", or nothing.
        example: String,
    },
    /// The man there is the other side's.
    #[error("`{text}` is not legal: the {man} on {square} is {owner}'s, and it is {mover}'s turn")]
    NotYours {
        /// What was to be read.
        text: String,
        /// The man's name.
        man: String,
        /// Its square.
        square: String,
        /// Whose it is.
        owner: &'static str,
        /// Whose turn it is.
        mover: &'static str,
    },
    /// There are several moves between these squares; the text must say which.
    #[error("`{text}` could be several moves: write {}", choices.join(" or "))]
    Which {
        /// What was to be read.
        text: String,
        /// The texts of the moves.
        choices: Vec<String>,
    },
    /// It would be a drop, but not a legal one.
    #[error("`{text}` is not legal: {why}")]
    NoDrop {
        /// What was to be read.
        text: String,
        /// What is missing or in the way.
        why: String,
    },
    /// The man goes there, but not in this way.
    #[error("`{text}` is not legal; did you mean {}?", choices.join(" or "))]
    DidYouMean {
        /// What was to be read.
        text: String,
        /// The texts of the moves.
        choices: Vec<String>,
    },
    /// The man can go elsewhere, but not there.
    #[error("`{text}` is not legal: the {man} on {square} {choices}")]
    NotThere {
        /// What was to be read.
        text: String,
        /// The man's name.
        man: String,
        /// Its square.
        square: String,
        /// "may play a2a3, a2a4", or "has no legal move".
        choices: String,
    },
}

const SIDES: [&str; 2] = ["White", "Black"];

/// The legal move with this text.
pub fn parse_move(engine: &dyn Engine, position: &Position, text: &str) -> Result<Move, MoveError> {
    let named = legal_moves(engine, position);
    match named.iter().find(|(name, _)| name == text) {
        Some((_, found)) => Ok(*found),
        None => Err(explain(engine.variant(), position, &named, text)),
    }
}

/// Why a text is not among the legal moves.
fn explain(variant: &Variant, position: &Position, named: &[(String, Move)], text: &str) -> MoveError {
    let shown = shorten(text);
    let Some((_, first)) = named.first().map(|(name, m)| (m, name)) else { return MoveError::Over { text: shown } };
    let choices = |keep: &dyn Fn(&str) -> bool| -> Vec<String> {
        named.iter().filter(|(name, _)| keep(name)).map(|(name, _)| format!("`{name}`")).collect()
    };
    // Capital letters, blanks, hyphens: the move is meant, only not written so.
    let plain: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '@'))
        .collect::<String>()
        .to_ascii_lowercase();
    let alike = choices(&|name| name.to_ascii_lowercase() == plain && name != text);
    if !alike.is_empty() {
        return MoveError::DidYouMean { text: shown, choices: alike };
    }
    if let Some(error) = explain_drop(variant, position, named, text) {
        return error;
    }
    let squares = leading_square(&variant.board, text)
        .and_then(|(from, rest)| leading_square(&variant.board, rest).map(|(to, rest)| (from, to, rest)));
    let Some((from, to, rest)) = squares else {
        return MoveError::NoMove { text: shown, example: format!(", such as `{first}`") };
    };
    let base = &text[..text.len() - rest.len()];
    let between =
        choices(&|name| name.starts_with(base) && !name[base.len()..].starts_with(|c: char| c.is_ascii_digit()));
    if !between.is_empty() {
        let which = MoveError::Which { text: shown.clone(), choices: between.clone() };
        return if rest.is_empty() { which } else { MoveError::DidYouMean { text: shown, choices: between } };
    }
    let state = position.state();
    let (man, square) = (state.cells[usize::from(from)], square_name(&variant.board, from.into()));
    let mover = usize::from(state.side);
    if man == 0 {
        return MoveError::NoMan { text: shown, square, example: format!("; `{first}` would be") };
    }
    let name = variant.kinds.get(kind_of(man)).map(|kind| kind.name.clone()).unwrap_or_default();
    if side_of(man) != mover {
        let (owner, mover) = (SIDES[side_of(man)], SIDES[mover]);
        return MoveError::NotYours { text: shown, man: name, square, owner, mover };
    }
    let castling = |m: &Move| m.is(Form::Castling) && m.from == from && (m.to == to || m.squares[0] == to);
    let castlings: Vec<String> =
        named.iter().filter(|(_, m)| castling(m)).map(|(name, _)| format!("`{name}`")).collect();
    if !castlings.is_empty() {
        return MoveError::DidYouMean { text: shown, choices: castlings };
    }
    let own: Vec<&str> = named.iter().filter(|(_, m)| m.from == from).map(|(name, _)| name.as_str()).collect();
    let choices = if own.is_empty() { "has no legal move".into() } else { format!("may play {}", own.join(", ")) };
    MoveError::NotThere { text: shown, man: name, square, choices }
}

/// Why a text like `P@e5` is not among the legal moves; `None` if it is not like that.
fn explain_drop(variant: &Variant, position: &Position, named: &[(String, Move)], text: &str) -> Option<MoveError> {
    let (letter, square) = text.split_once('@')?;
    let to = parse_square(&variant.board, square)?;
    let (state, side) = (position.state(), usize::from(position.state().side));
    let slot = variant.hand.iter().find(|slot| {
        man_letter(variant, code(slot.kind, side)).eq_ignore_ascii_case(letter) && state.vars[slot.vars[side]] > 0
    });
    let why = match slot {
        None => format!("{} has no `{}` in hand", SIDES[side], shorten(letter)),
        Some(_) if state.cells[usize::from(to)] != 0 => format!("a man stands on {square} already"),
        Some(slot) => {
            let name = &variant.kinds[slot.kind].name;
            let drops = named.iter().filter(|(_, m)| m.is(Form::Drop) && kind_of(m.placed) == slot.kind);
            let texts: Vec<&str> = drops.map(|(text, _)| text.as_str()).collect();
            if texts.is_empty() {
                format!("the {name} in hand has no legal drop")
            } else {
                format!("the {name} in hand may be dropped by {}", texts.join(", "))
            }
        }
    };
    Some(MoveError::NoDrop { text: shorten(text), why })
}

/// What is quoted of a long text.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
