//! Direction letters: which of an atom's directions they select. What they mean depends on the atom's class.
//!
//! Directions are numbered clockwise from straight ahead, as the owner sees the board. For steps and straight leaps 0 is forward,
//! 1 forward-right, 2 right and so on: orthogonal atoms have the even ones, diagonal atoms the odd ones. For oblique atoms 0 is the
//! leap just right of forward, 1 the next one clockwise, up to 7 just left of forward.

/// The king's steps, clockwise from forward: files to the right, ranks ahead.
pub const RING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A set of directions: bit `d` stands for direction `d`.
pub type Directions = u8;

/// The classes of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// W D H R: each letter is one direction, letters add up.
    Orthogonal,
    /// F A G B: each letter is a side, two letters intersect.
    Diagonal,
    /// N C Z: narrow pairs, half planes and their intersections.
    Oblique,
    /// K Q: the eight single directions.
    Eightfold,
}

/// Direction letters that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One letter: f b l r v s; on later legs also z q.
    Single(char),
    /// The same letter twice, which keeps it from pairing with the next.
    Double(char),
    /// A letter of one axis, then one of the other.
    Pair(char, char),
    /// A letter and `h`: half of the directions.
    Half(char),
    /// `hr` or `hl`: every second leap.
    Chiral(char),
    /// `h` with nothing it could halve.
    BareHalf,
}

/// A unit and which of the letters it was made of: `letters[start..end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub unit: Unit,
    /// First letter.
    pub start: usize,
    /// One past its last letter.
    pub end: usize,
}

/// Whether a letter is one of direction.
pub fn is_direction(letter: char) -> bool {
    "fblrvsh".contains(letter)
}

fn vertical(letter: char) -> bool {
    "fbv".contains(letter)
}

/// Whether a letter is one of the turns that later legs make towards the other side than the turn before (z), or the same (q).
pub fn is_turn(letter: char) -> bool {
    "zq".contains(letter)
}

/// The side of the last turn of a path so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// There was no turn yet: `z` and `q` go either way.
    Neither,
    /// To the right.
    Right,
    /// To the left.
    Left,
}

impl Side {
    /// All of them.
    pub const ALL: [Side; 3] = [Side::Neither, Side::Right, Side::Left];

    /// The side of the last turn of a path that went this way.
    pub fn of(headings: &[usize]) -> Side {
        let turns = headings.windows(2).map(|two| (two[1] + 8 - two[0]) % 8);
        turns
            .rev()
            .find(|turn| turn % 4 != 0)
            .map_or(Side::Neither, |turn| if turn < 4 { Side::Right } else { Side::Left })
    }

    /// The unit with its `z` and `q` as plain letters.
    pub fn plain(self, unit: Unit) -> Unit {
        let letter = |a: char| match (self, a) {
            (Side::Neither, 'z' | 'q') => 's',
            (Side::Right, 'z') | (Side::Left, 'q') => 'l',
            (Side::Right, 'q') | (Side::Left, 'z') => 'r',
            _ => a,
        };
        match unit {
            Unit::Single(a) => Unit::Single(letter(a)),
            Unit::Double(a) => Unit::Double(letter(a)),
            Unit::Pair(a, b) => Unit::Pair(letter(a), letter(b)),
            Unit::Half(a) => Unit::Half(letter(a)),
            Unit::Chiral(_) | Unit::BareHalf => unit,
        }
    }
}

/// Pairs up letters that stand side by side, greedily from the left.
pub fn pair_up(letters: &[char]) -> Vec<Placed> {
    let mut units = Vec::new();
    let mut start = 0;
    while start < letters.len() {
        let (first, second) = (letters[start], letters.get(start + 1).copied());
        let four = "fblrzq".contains(first);
        let (unit, length) = match second {
            Some('h') if four => (Unit::Half(first), 2),
            Some(second) if four && second == first => (Unit::Double(first), 2),
            Some(second) if four && second != 'h' && vertical(first) != vertical(second) => {
                (Unit::Pair(first, second), 2)
            }
            Some(second @ ('r' | 'l')) if first == 'h' => (Unit::Chiral(second), 2),
            _ if first == 'h' => (Unit::BareHalf, 1),
            _ => (Unit::Single(first), 1),
        };
        units.push(Placed { unit, start, end: start + length });
        start += length;
    }
    units
}

impl Class {
    /// All directions of the class.
    pub fn all(self) -> Directions {
        match self {
            Class::Orthogonal => 0b0101_0101,
            Class::Diagonal => 0b1010_1010,
            Class::Oblique | Class::Eightfold => 0b1111_1111,
        }
    }

    /// The directions that a unit selects; nothing if it has no meaning in this class.
    pub fn select(self, unit: Unit) -> Option<Directions> {
        match self {
            Class::Orthogonal => match unit {
                Unit::Single(a) | Unit::Double(a) => straight(a),
                Unit::Pair(a, b) => Some(straight(a)? | straight(b)?),
                Unit::Half(_) | Unit::Chiral(_) | Unit::BareHalf => None,
            },
            Class::Diagonal => match unit {
                Unit::Single(a) | Unit::Double(a) => Some(side(a)? & self.all()),
                Unit::Pair(a, b) => Some(side(a)? & side(b)? & self.all()),
                Unit::Half(_) | Unit::Chiral(_) | Unit::BareHalf => None,
            },
            Class::Oblique => match unit {
                Unit::Single(a) | Unit::Double(a) => narrow(a),
                Unit::Half(a) => half(a),
                Unit::Pair(a, b) => Some(half(a)? & narrow(b)?),
                Unit::Chiral('r') => Some(0b0101_0101),
                Unit::Chiral(_) => Some(0b1010_1010),
                Unit::BareHalf => None,
            },
            Class::Eightfold => match unit {
                Unit::Single(a) | Unit::Double(a) => straight(a),
                Unit::Half(a) => side(a),
                Unit::Pair(a, b) => Some(across(a)? & across(b)? & Class::Diagonal.all()),
                Unit::Chiral(_) | Unit::BareHalf => None,
            },
        }
    }
}

/// The straight directions of a letter.
fn straight(letter: char) -> Option<Directions> {
    Some(match letter {
        'f' => 1,
        'r' => 1 << 2,
        'b' => 1 << 4,
        'l' => 1 << 6,
        'v' => 1 | 1 << 4,
        's' => 1 << 2 | 1 << 6,
        _ => return None,
    })
}

/// The three king's steps on a side; none for letters of two sides.
fn side(letter: char) -> Option<Directions> {
    Some(match letter {
        'f' => 0b1000_0011,
        'r' => 0b0000_1110,
        'b' => 0b0011_1000,
        'l' => 0b1110_0000,
        _ => return None,
    })
}

/// The king's steps that have a part along the axis of the letter.
fn across(letter: char) -> Option<Directions> {
    match letter {
        'v' => Some(side('f')? | side('b')?),
        's' => Some(side('l')? | side('r')?),
        _ => side(letter),
    }
}

/// The oblique leaps whose longer side goes this way.
fn narrow(letter: char) -> Option<Directions> {
    Some(match letter {
        'f' => 0b1000_0001,
        'r' => 0b0000_0110,
        'b' => 0b0001_1000,
        'l' => 0b0110_0000,
        'v' => 0b1001_1001,
        's' => 0b0110_0110,
        _ => return None,
    })
}

/// The oblique leaps that go this way at all.
fn half(letter: char) -> Option<Directions> {
    Some(match letter {
        'f' => 0b1100_0011,
        'r' => 0b0000_1111,
        'b' => 0b0011_1100,
        'l' => 0b1111_0000,
        _ => return None,
    })
}

/// Every unit that has a meaning somewhere, the plainest first.
const UNITS: [Unit; 28] = [
    Unit::Single('f'),
    Unit::Single('b'),
    Unit::Single('l'),
    Unit::Single('r'),
    Unit::Single('v'),
    Unit::Single('s'),
    Unit::Pair('f', 'l'),
    Unit::Pair('f', 'r'),
    Unit::Pair('b', 'l'),
    Unit::Pair('b', 'r'),
    Unit::Pair('l', 'f'),
    Unit::Pair('l', 'b'),
    Unit::Pair('r', 'f'),
    Unit::Pair('r', 'b'),
    Unit::Pair('f', 's'),
    Unit::Pair('b', 's'),
    Unit::Pair('l', 'v'),
    Unit::Pair('r', 'v'),
    Unit::Half('f'),
    Unit::Half('b'),
    Unit::Half('l'),
    Unit::Half('r'),
    Unit::Chiral('r'),
    Unit::Chiral('l'),
    Unit::Double('f'),
    Unit::Double('b'),
    Unit::Double('l'),
    Unit::Double('r'),
];

/// The canonical spelling of a set of directions: nothing for all of them.
///
/// One unit if one will do; otherwise the largest units that lie within the set until it is covered.
pub fn spell(class: Class, set: Directions) -> String {
    if set == class.all() {
        return String::new();
    }
    let meanings = || UNITS.iter().filter_map(|&unit| Some((unit, class.select(unit)?)));
    if let Some((unit, _)) = meanings().find(|&(_, meaning)| meaning == set) {
        return letters(unit);
    }
    let cover = |halves: bool| {
        let mut within: Vec<_> = meanings().filter(|&(_, meaning)| meaning & !set == 0).collect();
        within.retain(|(unit, _)| halves || !matches!(unit, Unit::Half(_)));
        within.sort_by_key(|&(_, meaning)| std::cmp::Reverse(meaning.count_ones()));
        let mut rest = set;
        within.retain(|(_, meaning)| {
            let new = meaning & rest != 0;
            rest &= !meaning;
            new
        });
        // Pairs first, as in `fsbsffs`; then the order of the table.
        within.sort_by_key(|(unit, _)| (!matches!(unit, Unit::Pair(..)), UNITS.iter().position(|u| u == unit)));
        within.into_iter().map(|(unit, _)| letters(doubled(class, unit))).collect::<String>()
    };
    // Halves of a king's steps have the straight one too, which reads worse.
    let (plain, halved) = (cover(false), cover(class == Class::Oblique));
    if halved.len() < plain.len() { halved } else { plain }
}

/// A single letter that must not pair with the next is doubled. Orthogonal letters never combine.
fn doubled(class: Class, unit: Unit) -> Unit {
    match unit {
        Unit::Single(a) if class != Class::Orthogonal && "fblrzq".contains(a) => Unit::Double(a),
        _ => unit,
    }
}

/// Units of turns as they are written, none of them pairing with the next.
pub fn spell_units(units: &[Unit]) -> String {
    let last = units.len().saturating_sub(1);
    let apart = |(at, &unit): (usize, &Unit)| letters(if at < last { doubled(Class::Eightfold, unit) } else { unit });
    units.iter().enumerate().map(apart).collect()
}

fn letters(unit: Unit) -> String {
    match unit {
        Unit::Single(a) => a.to_string(),
        Unit::Double(a) => format!("{a}{a}"),
        Unit::Pair(a, b) => format!("{a}{b}"),
        Unit::Half(a) => format!("{a}h"),
        Unit::Chiral(a) => format!("h{a}"),
        Unit::BareHalf => "h".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_read_as_it_is_spelled() {
        for class in [Class::Orthogonal, Class::Diagonal, Class::Oblique, Class::Eightfold] {
            for set in (1..=255).filter(|set| set & !class.all() == 0 && *set != class.all()) {
                let text: Vec<char> = spell(class, set).chars().collect();
                let read = pair_up(&text).iter().fold(0, |union, placed| union | class.select(placed.unit).unwrap());
                assert_eq!(read, set, "{class:?}: {text:?}");
            }
        }
        assert_eq!(spell(Class::Eightfold, 0b1110_1111), "fsbsffs");
    }
}
