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
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
