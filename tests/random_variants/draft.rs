//! A variant as a list of statements that can be left out one by one: to make a failure small, and to see what a construct changes.

use ferz_lang::notation;

/// The name of a construct, as the table at the end shows it.
pub type Tag = &'static str;

/// A piece of a statement that can be left out: a term of a movement, a line of a rule.
#[derive(Clone, Debug)]
pub struct Part {
    pub text: String,
    pub tags: Vec<Tag>,
}

impl Part {
    pub fn new(text: impl Into<String>, tags: Vec<Tag>) -> Part {
        Part { text: text.into(), tags }
    }
}

/// A statement: what stands before its parts, between them, and behind.
#[derive(Clone, Debug, Default)]
pub struct Statement {
    pub head: String,
    pub parts: Vec<Part>,
    pub joint: &'static str,
    pub tail: String,
    pub tags: Vec<Tag>,
}

impl Statement {
    /// A statement without parts.
    pub fn plain(text: impl Into<String>, tags: Vec<Tag>) -> Statement {
        Statement { head: text.into(), tags, ..Statement::default() }
    }

    /// Whether its parts are a movement.
    fn is_piece(&self) -> bool {
        self.head.starts_with("piece") || self.head.contains("{ piece")
    }

    fn text(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        format!("{}{}{}", self.head, parts.join(self.joint), self.tail)
    }
}

/// A start position: letters as White's, lower case for Black, a dot for nobody and a star for a hole; rank 1 first.
#[derive(Clone, Debug)]
pub struct Setup {
    pub name: String,
    pub cells: Vec<Vec<String>>,
    pub diagram: bool,
    /// What stands behind the board of a FEN.
    pub rest: String,
}

impl Setup {
    fn text(&self) -> String {
        if self.diagram {
            let rows = self.cells.iter().enumerate().rev();
            let rows: Vec<String> = rows.map(|(rank, row)| format!("  {} | {}", rank + 1, row.join(" "))).collect();
            return format!("setup {} {{\n{}\n}}", self.name, rows.join("\n"));
        }
        format!("setup {} \"{}{}\"", self.name, board_field(&self.cells), self.rest)
    }
}

/// The board of a FEN.
pub fn board_field(cells: &[Vec<String>]) -> String {
    let rank = |row: &Vec<String>| {
        let (mut text, mut gap) = (String::new(), 0);
        for cell in row {
            if cell == "." {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text += cell;
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    };
    cells.iter().rev().map(rank).collect::<Vec<_>>().join("/")
}

/// A whole variant.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub statements: Vec<Statement>,
    pub setups: Vec<Setup>,
    /// Constructs that no single statement makes, and that cannot be left out.
    pub notes: Vec<Tag>,
}

impl Draft {
    /// The variant as a file.
    pub fn text(&self) -> String {
        let lines = self.statements.iter().map(Statement::text).chain(self.setups.iter().map(Setup::text));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    }

    /// Every construct in it, once for each time it stands there.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        let inner = |statement: &Statement| -> Vec<Tag> {
            let parts = statement.parts.iter().flat_map(|part| part.tags.iter().copied());
            statement.tags.iter().copied().chain(parts).collect()
        };
        self.statements.iter().flat_map(inner).chain(self.notes.iter().copied())
    }

    /// The draft with each tagged piece left out, and the tags of that piece: to see whether it makes a difference.
    pub fn ablations(&self) -> Vec<(Draft, Vec<Tag>)> {
        let mut found = Vec::new();
        for (index, statement) in self.statements.iter().enumerate() {
            let without = |change: &dyn Fn(&mut Vec<Statement>)| {
                let mut draft = self.clone();
                change(&mut draft.statements);
                draft
            };
            if !statement.tags.is_empty() {
                found.push((without(&|s| drop(s.remove(index))), statement.tags.clone()));
            }
            for (at, part) in statement.parts.iter().enumerate().filter(|(_, part)| !part.tags.is_empty()) {
                let draft = match statement.parts.len() {
                    1 if statement.is_piece() => without(&|s| s[index].parts[at].text = "\"\"".into()),
                    1 => without(&|s| drop(s.remove(index))),
                    _ => without(&|s| drop(s[index].parts.remove(at))),
                };
                found.push((draft, part.tags.clone()));
            }
        }
        found
    }

    /// The draft with every movement in its one spelling.
    pub fn canonical(&self) -> Draft {
        let mut draft = self.clone();
        for statement in draft.statements.iter_mut().filter(|statement| statement.is_piece()) {
            for part in &mut statement.parts {
                let quoted = part.text.split('"').enumerate();
                let spelt = |(index, text): (usize, &str)| match index % 2 {
                    0 => text.to_string(),
                    _ => format!("\"{}\"", notation::canonical(&notation::read(text).0)),
                };
                part.text = quoted.map(spelt).collect();
            }
        }
        draft
    }

    /// Every draft that is this one but for one thing: a statement, a part, a set-up, a man.
    pub fn smaller(&self) -> Vec<Draft> {
        let mut found = Vec::new();
        let mut push = |change: &dyn Fn(&mut Draft)| {
            let mut draft = self.clone();
            change(&mut draft);
            found.push(draft);
        };
        for (index, statement) in self.statements.iter().enumerate().skip(2) {
            push(&|draft| drop(draft.statements.remove(index)));
            for at in (0..statement.parts.len()).filter(|_| statement.parts.len() > 1) {
                push(&|draft| drop(draft.statements[index].parts.remove(at)));
            }
        }
        for (index, setup) in self.setups.iter().enumerate() {
            if self.setups.len() > 1 {
                push(&|draft| drop(draft.setups.remove(index)));
            }
            let men = setup.cells.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
            for (x, y) in men.filter(|&(x, y)| ![".", "*"].contains(&setup.cells[y][x].as_str())) {
                push(&|draft| draft.setups[index].cells[y][x] = ".".into());
            }
        }
        found
    }
}
