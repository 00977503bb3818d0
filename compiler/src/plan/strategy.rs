//! Ways to make a plan.

/// How a plan is made: as it is best, or with a strategy forced, so that each can be tested and measured by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// What is best for each movement.
    #[default]
    Best,
    /// No tables by occupancy: all rides are walked.
    Walking,
    /// Each man by himself, and each kind by code of its own: no kind goes set-wise, none shares the code for a part.
    Apart,
    /// No masks: every move is made and looked at.
    Tried,
    /// As best, and counts the last two plies of a perft from what is known of their parent.
    Reuse,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 5] =
        [Strategy::Best, Strategy::Walking, Strategy::Apart, Strategy::Tried, Strategy::Reuse];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Best => "best",
            Strategy::Walking => "walking",
            Strategy::Apart => "apart",
            Strategy::Tried => "tried",
            Strategy::Reuse => "reuse",
        }
    }
}
