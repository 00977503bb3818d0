//! A variant in the making: what is there already, for later statements to speak of.

use crate::draft::{Draft, Part, Statement, Tag};
use crate::draw::Draw;
use crate::{board, consequences, pieces, rules};
use ferz_runtime::Random;

/// A kind of men.
#[derive(Clone, Debug)]
pub struct Man {
    pub name: String,
    /// Its letter as White's.
    pub letter: String,
    /// Its letter as Black's, where it is another one than White's in lower case.
    pub black: Option<String>,
    pub royal: bool,
    /// Whether it can stand in the set-up.
    pub placed: bool,
}

impl Man {
    /// How a man of this kind stands in a set-up.
    pub fn shown(&self, side: usize) -> String {
        match side {
            0 => self.letter.clone(),
            _ => self.black.clone().unwrap_or(self.letter.to_lowercase()),
        }
    }
}

/// A variant in the making.
pub struct World<'r> {
    pub random: &'r mut Random,
    pub width: usize,
    pub height: usize,
    pub holes: Vec<(usize, usize)>,
    pub men: Vec<Man>,
    /// Whether it begins with the orthodox library.
    pub orthodox: bool,
    pub royal: bool,
    pub castling: bool,
    /// Whether `check when` says what check is.
    pub own_check: bool,
    pub hands: bool,
    /// Names of fixed zones.
    pub zones: Vec<String>,
    /// Names of sets of squares that change.
    pub squares: Vec<String>,
    pub kinds: Vec<String>,
    pub numbers: Vec<String>,
    pub conditions: Vec<String>,
    /// Names of counters, and whether each side has its own.
    pub counters: Vec<(String, bool)>,
    /// What an action has chosen so far.
    pub chosen: Vec<String>,
    /// Whether `from`, `to` and `victim` have a meaning.
    pub of_move: bool,
    /// The constructs of the text that is being made.
    pub tags: Vec<Tag>,
    pub draft: Draft,
    /// Numbers for names.
    pub names: usize,
}

impl World<'_> {
    /// Notes a construct of the text that is being made.
    pub fn tag(&mut self, tag: Tag) {
        if !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }

    /// Notes a construct, and gives its text.
    pub fn with(&mut self, tag: Tag, text: impl Into<String>) -> String {
        self.tag(tag);
        text.into()
    }

    /// A statement that can be left out as a whole.
    pub fn say(&mut self, text: String) {
        let tags = std::mem::take(&mut self.tags);
        self.draft.statements.push(Statement::plain(text, tags));
    }

    /// A part of a statement, with the constructs noted since the last one.
    pub fn part(&mut self, text: String) -> Part {
        Part::new(text, std::mem::take(&mut self.tags))
    }

    /// A name that is not taken.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A statement of rules: alone, in a rule of its own, or for one side.
    pub fn rule(&mut self, stem: &str, items: Vec<Part>) {
        let name = self.name(stem);
        let (head, tail) = match self.random.below(8) {
            0 if stem != "promotion" => {
                let side = self.random.one_of(&["White", "Black"]);
                self.tag("for one side");
                (format!("for {side} {{ rule {name} {{ "), " } }")
            }
            1 if items.len() == 1 => (String::new(), ""),
            _ => (format!("rule {name} {{ "), " }"),
        };
        let mut statement =
            Statement { head, parts: items, joint: " ", tail: tail.into(), tags: std::mem::take(&mut self.tags) };
        // That it is one side's alone changes the whole statement.
        if let Some(first) = statement.parts.first_mut() {
            first.tags.append(&mut statement.tags);
        }
        self.draft.statements.push(statement);
    }
}

/// A random variant.
pub fn variant(random: &mut Random) -> Draft {
    let (width, height) = board::size(random);
    let mut world = World {
        width,
        height,
        holes: Vec::new(),
        men: Vec::new(),
        orthodox: random.chance(1, 4),
        royal: random.chance(6, 7),
        castling: false,
        own_check: false,
        hands: random.chance(1, 5),
        zones: Vec::new(),
        squares: Vec::new(),
        kinds: Vec::new(),
        numbers: Vec::new(),
        conditions: Vec::new(),
        counters: Vec::new(),
        chosen: Vec::new(),
        of_move: false,
        tags: Vec::new(),
        draft: Draft::default(),
        names: 0,
        random,
    };
    world.royal |= world.orthodox;
    world.castling = width >= 6 && world.random.chance(1, 4);
    world.own_check = world.random.chance(1, 8);
    world.say("variant \"Random\"".into());
    world.say(format!("board {width}x{height}"));
    board::holes(&mut world);
    rules::base(&mut world);
    board::zones(&mut world);
    pieces::pieces(&mut world);
    consequences::hands_and_counters(&mut world);
    rules::definitions(&mut world);
    rules::promotions(&mut world);
    rules::castling(&mut world);
    rules::checks(&mut world);
    for _ in 0..world.random.weighted(&[(3, 0), (4, 1), (3, 2), (2, 3)]) {
        let add = world.random.weighted(&ADDITIONS);
        add(&mut world);
    }
    rules::ends(&mut world);
    let setups = board::setups(&mut world);
    world.draft.setups = setups;
    world.draft
}

/// A rule beyond movement: how often, and how.
type Addition = (usize, fn(&mut World));

const ADDITIONS: [Addition; 5] =
    [(6, rules::forbid), (2, rules::prefer), (5, consequences::action), (6, consequences::after), (3, rules::win)];
