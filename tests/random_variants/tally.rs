//! What was tried, and how often each construct stood in a variant and changed something.

use crate::draft::{Draft, Tag};
use crate::trial::{Report, Trial};
use std::collections::BTreeMap;

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
            "{} variants made: {} refused by the language, {} by the compiler, {} compared in {} positions, {} of them ({} %) playable",
            self.made,
            wrong,
            self.unsupported.values().sum::<usize>(),
            self.compared,
            self.positions,
            self.playable,
            self.share_playable()
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
