//! Every code that a diagnostic can carry, with what `ferz explain` says about it.

macro_rules! codes {
    ($($variant:ident = $name:literal, $explanation:literal;)*) => {
        /// What is wrong, as a name that stays the same when the wording changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Code {
            /// All of them, in the order of this table.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The code as it is shown and asked for: lower case words joined by hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// What it means and what to do, with an example: several sentences of Markdown.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$variant => $explanation,)* }
            }
        }
    };
}

codes! {
    // The text of a file.
    Syntax = "syntax", "The text is not formed as Ferz expects at this place.\n\nExample:\n\n    piece Rook R \"R\"\n\nAn `=` is missing between the letter and the movement:\n\n    piece Rook R = \"R\"\n";

    // Movement notation, inside quotes.
    UnknownLetter = "unknown-letter", "A letter in a movement that no notation knows.\n\nExample:\n\n    piece Rook R = \"E\"\n\nThe atoms are W F D N A H C L Z J G and, for several at once, R B Q K. Modifiers are lower-case letters before an atom.\n";
    NotSupportedYet = "not-supported-yet", "A letter or form that Ferz's notation knows, but that this version does not turn into moves. It is refused rather than left out, because a piece without it would be another piece.\n\nExample:\n\n    piece Rose O = \"qN\"\n\n`q` bends the ride into a circle. Leave the term out for now, or say the same with what is supported.\n";
    MisplacedLetter = "misplaced-letter", "A letter or sign that has a meaning, but not where it stands.\n\nExample:\n\n    piece Gryphon G = \"F?R\"\n\nThe sign `?` joins legs, and legs with atoms of their own stand in brackets:\n\n    piece Gryphon G = \"[F?R]\"\n";
    MissingAtom = "missing-atom", "Modifiers, or a place in brackets, without an atom. Atoms are capital letters; modifiers stand before the atom that they change.\n\nExample:\n\n    piece Soldier S = \"Wfm\"\n\nThe modifiers `fm` belong to nothing. Forward without capturing is\n\n    piece Soldier S = \"fmW\"\n";
    BadCount = "bad-count", "A number of steps that cannot be. `W3` is up to three steps, `W0` and `WW` any number, `W{3}` exactly three, `W{3..}` three or more, `W{2..4}` two to four.\n\nExample:\n\n    piece Charger C = \"W03\"\n\nOther dialects mean exactly three by this; here that is\n\n    piece Charger C = \"W{3}\"\n";
    UnclosedBracket = "unclosed-bracket", "A `[` without its `]`.\n\nExample:\n\n    piece Gryphon G = \"[F?R\"\n\nThe bracket is closed behind the last leg:\n\n    piece Gryphon G = \"[F?R]\"\n";
    ImpossibleDirection = "impossible-direction", "Direction letters that mean nothing with this atom.\n\nExample:\n\n    piece Silver S = \"fsF\"\n\nEach diagonal goes to a side as well as forward or backward, so `s` and `v` choose nothing on diagonal atoms (F A G B). Both forward diagonals are\n\n    piece Silver S = \"fF\"\n\nThe letter `h` (half) belongs to oblique atoms (N C Z) and to K and Q, and follows f, b, l or r.\n";
    RedundantDirection = "redundant-direction", "Direction letters that change nothing (a warning).\n\nExample:\n\n    piece Wazir W = \"vsW\"\n\nThese are all four directions that W has, so they can be left out:\n\n    piece Wazir W = \"W\"\n";
    AmbiguousDirection = "ambiguous-direction", "Direction letters that programs and people read in different ways (a warning).\n\nExample:\n\n    piece Guard G = \"fK\"\n\nFerz follows XBoard: a single letter on K or Q is straight ahead only. Others read all three forward steps. Write the one or the other without K:\n\n    piece Guard G = \"fW\"\n    piece Guard G = \"fWfF\"\n\nOn oblique atoms the last letter names the longer side: `frN` goes two to the right and one forward.\n";
    RedundantLetter = "redundant-letter", "A modifier that changes nothing (a warning).\n\nExample:\n\n    piece Rook R = \"nR\"\n\nThe letter `n` forbids jumping, and a rook never jumps:\n\n    piece Rook R = \"R\"\n";
    ContradictoryLetters = "contradictory-letters", "Modifiers that exclude each other.\n\nExample:\n\n    piece Elephant E = \"njA\"\n\nThe letter `n` asks for an empty square on the way, `j` for an occupied one. Keep one of them.\n";
    NothingToHop = "nothing-to-hop", "A hopper without a square on which a hurdle could stand.\n\nExample:\n\n    piece Cannon C = \"pW\"\n\nA hopper (`p`, `g`) and a ski-slider (`j`) pass a square, so it needs two steps at least:\n\n    piece Cannon C = \"pR\"\n";
    UndefinedPath = "undefined-path", "Lameness (`n`) or a jump (`j`) where nobody has settled which squares lie between.\n\nExample:\n\n    piece Camel C = \"nC\"\n\nA camel's leap may be walked in several ways. Say which with legs, as in `[W-W-F]`.\n";
    UnsettledNotation = "unsettled-notation", "A combination of letters for which there is no settled meaning.\n\nExample:\n\n    piece Gryphon G = \"f[F?R]\"\n\nThe path forward is clear, but not whether the stops on the other diagonals remain. Say it with more terms:\n\n    piece Gryphon G = \"Ff[F-R]\"\n";
    TooManyWays = "too-many-ways", "Legs that can go more than 512 ways. Every leg that may turn anywhere multiplies them by seven.\n\nExample:\n\n    piece Wanderer W = \"aaaK\"\n\nSay where the later legs turn: `f` is straight on, `fs` half left and half right, `s` left and right.\n\n    piece Walker W = \"afafsafK\"\n";
    NotationTooLong = "notation-too-long", "A movement of more than a thousand letters.\n\nExample:\n\n    piece Monster M = \"WWWWWWWW... (and so on)\"\n\nMost pieces need fewer than twenty letters. Terms that say the same as others can be left out; long movements can be put together from named pieces with `+`.\n";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
