//! What was tried, and how often each construct stood in a variant and changed something.

use crate::draft::{Draft, Tag};
use crate::trial::{Report, Trial};
use std::collections::BTreeMap;

/// Everything that variants are made of, with the fewest variants of a run of the tests that must have it, and in which it must have
/// mattered: so that nothing is left out by and by without anybody seeing it.
pub const CONSTRUCTS: [(Tag, usize, usize); 145] = [
    ("a counter changes", 3, 1),
    ("a man put elsewhere", 3, 1),
    ("a movement for one side", 3, 1),
    ("a used piece replaced", 3, 1),
    ("a used rule replaced", 3, 1),
    ("absolute zone", 3, 1),
    ("after", 3, 1),
    ("all kinds", 3, 1),
    ("also", 3, 1),
    ("and", 3, 1),
    ("any", 3, 1),
    ("area move", 3, 1),
    ("arithmetic", 3, 1),
    ("army", 3, 1),
    ("attacked", 3, 1),
    ("attacked by", 3, 1),
    ("before", 3, 1),
    ("bent rider in brackets", 3, 1),
    ("cannon", 3, 1),
    ("castling", 3, 1),
    ("check as a condition", 3, 1),
    ("check when", 3, 1),
    ("choice after a move", 3, 1),
    ("choice at will", 3, 1),
    ("choice from a hand", 3, 1),
    ("choice of a kind", 3, 1),
    ("circular ride", 3, 1),
    ("claim", 3, 0),
    ("comparison", 3, 1),
    ("count", 3, 1),
    ("cylinder", 3, 1),
    ("double step that marks", 3, 1),
    ("drop", 3, 1),
    ("drop as an effect", 3, 1),
    ("empty", 3, 1),
    ("en passant", 3, 1),
    ("event by", 3, 1),
    ("event capture", 3, 1),
    ("event castling", 3, 1),
    ("event check", 3, 1),
    ("event drop", 3, 1),
    ("event from", 3, 1),
    ("event move", 3, 1),
    ("event of", 3, 1),
    ("event promotion", 3, 1),
    ("event to", 3, 1),
    ("explosion", 3, 1),
    ("files of squares", 3, 1),
    ("first move only", 3, 1),
    ("for one side", 3, 1),
    ("forbid", 3, 1),
    ("forbid an event", 3, 1),
    ("forbid an event when", 3, 1),
    ("friend capture", 3, 1),
    ("from", 3, 1),
    ("g hopper", 3, 1),
    ("guard", 3, 1),
    ("holes", 3, 1),
    ("home", 3, 1),
    ("hook move", 3, 1),
    ("hopper of a leaper", 3, 1),
    ("hurdle between legs", 3, 1),
    ("jumping leap", 3, 1),
    ("kinds cut", 3, 1),
    ("kinds joined", 3, 1),
    ("kinds turned inside out", 3, 1),
    ("lame leap", 3, 1),
    ("lame ride", 3, 1),
    ("last resort", 3, 1),
    ("leap", 3, 1),
    ("leaper that rides", 3, 1),
    ("leg off the board", 3, 1),
    ("lion", 3, 1),
    ("list of squares", 3, 1),
    ("locust capture", 3, 1),
    ("longer leap", 3, 1),
    ("lost", 3, 1),
    ("marking", 3, 1),
    ("mate as a condition", 3, 1),
    ("may stay", 3, 1),
    ("men in hand", 3, 1),
    ("minimum ride", 3, 1),
    ("near", 3, 1),
    ("none", 3, 1),
    ("not", 3, 1),
    ("or", 3, 1),
    ("over", 3, 1),
    ("own is", 3, 1),
    ("p hopper", 3, 1),
    ("pass", 3, 1),
    ("passed", 3, 1),
    ("prefer", 3, 1),
    ("promotion at will", 3, 1),
    ("promotion from", 3, 1),
    ("promotion from or to", 3, 1),
    ("promotion on", 3, 1),
    ("promotion remembered", 3, 1),
    ("promotion to captured kinds", 3, 1),
    ("promotion to the promoted form", 3, 1),
    ("promotion while", 3, 1),
    ("put", 3, 1),
    ("quiet", 3, 1),
    ("range toggle", 3, 1),
    ("ranks of squares", 3, 1),
    ("reach", 3, 1),
    ("rectangle", 3, 1),
    ("relocate", 3, 1),
    ("remove", 3, 1),
    ("repeated letters", 3, 1),
    ("rifle capture", 3, 1),
    ("royal capture", 3, 1),
    ("several choices", 3, 1),
    ("several effects", 3, 1),
    ("several legs", 3, 1),
    ("ski-slide", 3, 1),
    ("slide", 3, 1),
    ("squares cut", 3, 1),
    ("squares joined", 3, 1),
    ("squares lessened", 3, 1),
    ("squares of the move", 3, 1),
    ("squares turned inside out", 3, 1),
    ("stop at a bend", 3, 1),
    ("swap", 3, 1),
    ("taking", 3, 1),
    ("tame", 3, 1),
    ("the movement of another piece", 3, 1),
    ("the value of a counter", 3, 1),
    ("to", 3, 1),
    ("to hand", 3, 1),
    ("to move", 3, 1),
    ("turned zone", 3, 1),
    ("turns to the same or the other side", 3, 1),
    ("several set-ups", 3, 0),
    ("no royal man", 3, 0),
    ("one royal man", 3, 0),
    ("several royal men", 3, 0),
    ("unmoved", 3, 1),
    ("win, lose or draw when", 3, 1),
    ("within", 3, 1),
    ("zigzag ride", 3, 1),
    ("zone of the enemy", 3, 1),
    ("zones cut", 3, 1),
    ("zones joined", 3, 1),
    ("zones lessened", 3, 1),
    ("zones turned inside out", 3, 1),
];

/// Counts of one construct.
#[derive(Clone, Copy, Default)]
pub struct Count {
    /// Variants that were compared and have it.
    pub declared: usize,
    /// Variants in which it was looked for and changed a move of the game.
    pub used: usize,
}

/// All counts.
#[derive(Default)]
pub struct Tally {
    pub made: usize,
    /// By the first code: how many, and an example.
    pub wrong: BTreeMap<String, (usize, String)>,
    pub unsupported: BTreeMap<String, usize>,
    pub compared: usize,
    pub playable: usize,
    pub reusing: usize,
    pub positions: usize,
    pub plies: usize,
    pub constructs: BTreeMap<Tag, Count>,
}

impl Tally {
    /// Counts a variant.
    pub fn add(&mut self, draft: &Draft, trial: &Trial) {
        self.made += 1;
        match trial {
            Trial::Wrong(why) => {
                let code = why.split(':').next().unwrap_or_default().to_string();
                self.wrong.entry(code).or_insert_with(|| (0, format!("{why}\n{}", draft.text()))).0 += 1;
            }
            Trial::Unsupported(what) => *self.unsupported.entry(what.clone()).or_default() += 1,
            Trial::Failed(_) => {}
            Trial::Agreed(report) => self.agreed(draft, report),
        }
    }

    fn agreed(&mut self, draft: &Draft, report: &Report) {
        self.compared += 1;
        self.playable += usize::from(report.playable);
        self.reusing += usize::from(report.reusing);
        self.positions += report.positions;
        self.plies += report.plies;
        let unique = |tags: &mut Vec<Tag>| {
            tags.sort_unstable();
            tags.dedup();
        };
        let (mut declared, mut used) = (draft.tags().collect::<Vec<_>>(), report.used.clone());
        unique(&mut declared);
        unique(&mut used);
        declared.into_iter().for_each(|tag| self.constructs.entry(tag).or_default().declared += 1);
        used.into_iter().for_each(|tag| self.constructs.entry(tag).or_default().used += 1);
    }

    /// What there was too little of in a run of the tests: each construct, and variants that can be played.
    pub fn missing(&self) -> Vec<String> {
        let count = |tag: Tag| self.constructs.get(tag).copied().unwrap_or_default();
        let too_few = CONSTRUCTS.iter().filter(|(tag, declared, used)| {
            let count = count(tag);
            count.declared < *declared || count.used < *used
        });
        let mut missing: Vec<String> = too_few.map(|(tag, ..)| format!("too little of `{tag}`")).collect();
        let unknown = self.constructs.keys().filter(|tag| CONSTRUCTS.iter().all(|(known, ..)| known != *tag));
        missing.extend(unknown.map(|tag| format!("`{tag}` is not in the table of constructs")));
        if self.share_playable() < 70 {
            missing.push(format!("only {} % of the variants can be played", self.share_playable()));
        }
        if self.reusing < 3 {
            missing.push(format!("perft can reuse work in only {} variants", self.reusing));
        }
        if 20 * self.compared < 19 * self.made {
            missing.push(format!("only {} of {} variants could be compared", self.compared, self.made));
        }
        missing
    }

    /// The share of variants that can be played among those that were compared, in percent.
    pub fn share_playable(&self) -> usize {
        100 * self.playable / self.compared.max(1)
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wrong: usize = self.wrong.values().map(|(count, _)| count).sum();
        writeln!(
            f,
            "{} variants made: {} refused by the language, {} by the compiler, {} compared in {} positions, {} of them ({} %) playable, {} counted with reuse too",
            self.made,
            wrong,
            self.unsupported.values().sum::<usize>(),
            self.compared,
            self.positions,
            self.playable,
            self.share_playable(),
            self.reusing
        )?;
        for (code, (count, example)) in &self.wrong {
            writeln!(f, "  {count:5} refused by the language: {code}, as in {example}")?;
        }
        for (what, count) in &self.unsupported {
            writeln!(f, "  {count:5} refused by the compiler: {what}")?;
        }
        writeln!(f, "  {:40} {:>8} {:>8}", "construct", "variants", "mattered")?;
        for (tag, count) in &self.constructs {
            writeln!(f, "  {tag:40} {:8} {:8}", count.declared, count.used)?;
        }
        Ok(())
    }
}
