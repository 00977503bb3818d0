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
    EmptyFile = "empty-file", "The file holds nothing that Ferz could read. The smallest useful file names a variant and uses another one.\n\nExample:\n\n    variant \"My Chess\"\n    use fide\n";
    TooLarge = "too-large", "The file is far larger than any rule file needs to be (128 kilobytes are read), or so tangled that reading it would take too long. Split it into files that `use` each other.\n\nExample:\n\n    use \"common.ferz\"\n";
    TooDeep = "too-deep", "Brackets, or definitions that refer to definitions, are nested more deeply than Ferz follows (32 of either). Give inner parts names of their own, or refer to things directly.\n\nExample:\n\n    zone inner = c3..f6\n    zone ring  = ~inner & b2..g7\n";
    TooMany = "too-many", "More than a hundred things are wrong; the rest is not shown. Often most of them follow from the first few.\n";
    ControlCharacter = "control-character", "A character that no text editor shows stands in the file. It is probably not a rule file, or it was damaged. Remove the character.\n";
    UnclosedText = "unclosed-text", "A text in quotes ends on the line on which it begins. Here the second quote is missing.\n\nExample:\n\n    piece Rook R = \"R      // wrong\n    piece Rook R = \"R\"\n";
    UnclosedBlock = "unclosed-block", "A `{` was opened and not closed before the next statement that cannot stand inside it, or before the end of the file.\n\nExample:\n\n    rule castling { castle King 2 with Rook }\n";
    NumberTooLarge = "number-too-large", "A number is larger than makes sense where it stands. The message says what the limit is.\n";
    ReservedWord = "reserved-word", "A word of the language is used as a name. Words of the language keep their meaning everywhere, so kinds, zones and sets need other names; an upper-case first letter is enough.\n\nExample:\n\n    piece army A = \"N\"     // wrong\n    piece Army A = \"N\"\n";

    // Names and files.
    UnknownName = "unknown-name", "A name is used that nothing defines: no piece, no `zone`, no `kinds`. Often it is a slip of spelling; Ferz suggests the nearest name it knows. Names tell upper from lower case.\n\nExample:\n\n    piece Queen Q = Rok + Bishop      // wrong\n    piece Queen Q = Rook + Bishop\n";
    UnknownLibrary = "unknown-library", "`use` without quotes brings in a part of the standard library: `orthodox`, `fide` or `fairies`. Files stand in quotes.\n\nExample:\n\n    use fide\n    use \"my-common.ferz\"\n";
    UnreadableFile = "unreadable-file", "A file that `use` names cannot be read. Paths are relative to the file that says `use`.\n\nExample:\n\n    use \"azsymchess-common.ferz\"\n";
    UseReplaces = "use-replaces", "A `use` stands below something that the used file has as well: a board, a set-up, a piece or a rule. What stands later counts, so that what this file says itself would be lost. Move the `use` above it.\n\nExample:\n\n    use fide\n    board 9x9        // not the other way round\n";
    UseCycle = "use-cycle", "Files use each other in a circle, so none of them can be read first. Put what they share into a file of its own, and let both use that.\n\nExample:\n\n    use \"common.ferz\"\n";
    UselessWithout = "useless-without", "`without` names a rule or a piece that the used file does not have, so there is nothing to leave out.\n\nExample:\n\n    use orthodox without castling\n";
    Duplicate = "duplicate", "Something is defined twice in one file. A definition may replace one that comes from a file in `use`, but within a file each name is given once.\n\nExample:\n\n    piece Rook R = \"R\"\n    piece Rook R = \"R4\"      // wrong: the second Rook\n";
    DefinitionCycle = "definition-cycle", "Definitions refer to each other in a circle: to know one, the other is needed first. A piece may refer to itself only where it replaces a piece of that name from a file in `use`.\n\nExample:\n\n    piece Rook  R = Queen\n    piece Queen Q = Rook + Bishop      // wrong: each needs the other\n";
    WrongType = "wrong-type", "A set of squares stands where kinds of men are wanted, or the other way round, or a set where a condition is wanted. A name means what its definition says: `piece` and `kinds` are kinds, `zone` is squares.\n\nExample:\n\n    zone camp = ranks 7..8\n    promote Pawn on camp to camp            // wrong: kinds are wanted after `to`\n    promote Pawn on camp to army - King - Pawn\n";

    // Board and squares.
    NoBoard = "no-board", "Nothing says how large the board is. `use fide` brings the 8x8 board; every other variant says it itself.\n\nExample:\n\n    board 10x8\n";
    BoardSize = "board-size", "A board has 1 to 16 files and 1 to 16 ranks, 256 squares at most: so many fit into the code of a square.\n\nExample:\n\n    board 12x10\n";
    OffBoard = "off-board", "A square, rank or file lies beyond the edge of the board. Ranks count from White's side, from 1; files are letters from a.\n\nExample:\n\n    board 8x8\n    zone far = ranks 9..10      // wrong: the board ends at rank 8\n";
    EmptyZone = "empty-zone", "A set of squares holds no square at all, so what depends on it never happens. A range may be written upside down, or two sets that are intersected do not meet. (A warning where it does no harm.)\n\nExample:\n\n    zone nowhere = rank 1 & rank 8\n";

    // Pieces.
    BadLetter = "bad-letter", "A piece has a letter from A to Z in upper case, optionally followed by `'` or `!`, or preceded by `+`. Two letters with a slash between, the second in lower case, are White's and Black's.\n\nExample:\n\n    piece Rook  R   = \"R\"\n    piece Gold  +P  = \"WfF\"\n    piece Horse H'  = \"N\"\n    piece Man   P/s = \"K\"\n";
    BadSymbol = "bad-symbol", "How a piece is drawn where signs are wanted instead of letters is one sign for both sides, or White's and Black's side by side.\n\nExample:\n\n    piece Prince I = \"K\" symbol \"prince\"      // wrong\n    piece Prince I = \"K\" symbol \"♔♚\"\n";
    NoLetter = "no-letter", "A piece without a letter is a movement to refer to, not a kind of men: it cannot stand on the board, be royal, or be promoted to.\n\nExample:\n\n    use fairies\n    promote Pawn on last rank to Gryphon      // wrong: the catalogue's Gryphon has no letter\n    piece Gryphon Y                           // now it is a kind\n";
    LetterTwice = "letter-twice", "Two pieces have the same letter, so a set-up could not tell them apart. Choose another letter for one of them, add a mark (`R'`, `R!`), or leave the letter out where the piece is only a movement to refer to.\n\nExample:\n\n    piece Rook  R = \"R\"\n    piece Royal R = \"K\"      // wrong\n";
    NoMovement = "no-movement", "A piece has no movement. `piece NAME LETTER` without `=` gives a letter to a movement that a file in `use` brings; here there is none of that name.\n\nExample:\n\n    use fairies\n    piece Gryphon Y\n    piece Wizard  W = \"FC\"\n";
    TooManyKinds = "too-many-kinds", "A variant has at most 127 kinds of men: so many fit into the code of a square. Pieces without a letter are movements to refer to, and do not count.\n";
    TooMuchToRemember = "too-much-to-remember", "A position has room for 64 small numbers. Each kind in hand, each counter and each `before(...)` takes two of them, one for each side.\n\nExample: forty kinds in hand are too many.\n";
    TooManyChoices = "too-many-choices", "A move has room for eight squares. An action chooses up to seven times; what follows on moves up to six times, in up to four rules, and less where movements name many squares themselves. A game has up to 255 actions.\n\nExample:\n\n    action gather { choose one in own Pawn choose other in own Pawn remove one | other }\n";
    TooMuchOnTheWay = "too-much-on-the-way", "A move has room for eight squares besides those that it leaves and reaches: for each man taken on the way, two for each man that is put elsewhere, and each square left open to en passant. Take fewer men, or limit the steps of a ride that is `marking`.\n\nExample:\n\n    board 12x12\n    piece Rook R = \"R\" marking      // could pass ten squares\n    piece Rook R = \"R9\" marking     // eight\n";
    TooLongMovement = "too-long-movement", "A movement has more parts than any piece needs (200). Probably sums refer to sums that refer to sums.\n";
    NeverMoves = "never-moves", "A piece has no move from any square of this board (a warning). Its steps are too long for the board, or its `within`, `from` and `to` contradict each other.\n\nExample:\n\n    board 3x3\n    piece Giraffe G = \"Z\"      // three squares are needed for its step\n";
    UselessRestrictor = "useless-restrictor", "A restrictor says something about a part of a movement to which it can never apply (a warning): `over` names the men that are hopped over, `marking` marks the squares that are passed.\n\nExample:\n\n    piece Rook R = \"R\" over Pawn           // a Rook hops over nobody\n    piece Cannon C = \"pR\" over Pawn\n";
    HomesOnSeveralRanks = "homes-on-several-ranks", "A piece with an `i` part (only for a man that has not moved) stands on several ranks in the set-up, so men on each of those ranks may use it (a warning). Say from which rank instead.\n\nExample:\n\n    piece Pawn P = \"fmWfceF\" + \"fmnD\" from rank 2 marking\n";

    // Set-ups.
    NoSetup = "no-setup", "Nothing says how the men stand at the start. `use fide` brings a set-up; every other variant gives one, as FEN or as a picture.\n\nExample:\n\n    setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"\n";
    SetupSize = "setup-size", "A set-up does not fit the board: too few or too many ranks, or a rank with too few or too many squares. In FEN, ranks are separated by `/`, beginning with the last one, and numbers are empty squares.\n\nExample:\n\n    board 8x8\n    setup \"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR\"      // wrong: 9 squares in a rank of 8\n";
    UnknownMan = "unknown-man", "A letter in a set-up or a position belongs to no piece of that side. Upper case is White, lower case is Black.\n\nExample:\n\n    piece Knight N = \"N\"\n    setup \"h7/8/8/8/8/8/8/8\"      // wrong: there is no H\n";
    ManOnHole = "man-on-hole", "A man stands in a set-up where the board has no cell. Holes are written as `*`, or counted into a gap.\n\nExample:\n\n    board 8x8\n    holes a1 h1 a8 h8\n    setup \"*nbqkbn*/pppppppp/8/8/8/8/PPPPPPPP/*NBQKBN*\"\n";
    BadFen = "bad-fen", "A position is not written as FEN: the board, then the side to move (`w` or `b`), castling, en passant, quiet clock and move number. Everything after the board may be left out.\n\nExample:\n\n    position \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n";
    NoRoyal = "no-royal", "A rule speaks of check, checkmate or stalemate, but a side has no royal man in the set-up, so it could never be in check. Mark a piece as `royal`, put one on the board, or leave the rule out.\n\nExample:\n\n    piece King K = \"K\" royal\n";

    // Rules.
    SelfPromotion = "self-promotion", "A kind is among those that it promotes to. Take it out of the set; where staying is allowed, say `optionally`.\n\nExample:\n\n    promote Pawn on last rank to army - King             // wrong: army has Pawns\n    promote Pawn on last rank to army - King - Pawn\n";
    UnreachableZone = "unreachable-zone", "No man of these kinds can ever get to (or, for `from`, start from) a square of the promotion zone, so it can never promote there. Zones are written as White sees them; for Black they are reflected.\n\nExample:\n\n    promote Pawn on rank 1 to Queen      // wrong: Pawns go forward\n";
    NothingToBecome = "nothing-to-become", "A promotion offers nothing to become. (A warning where that is so for one side only: its men cannot make such a move.) `army` holds what a side starts with.\n\nExample:\n\n    promote Pawn on last rank to army & Pawn - Pawn      // wrong: empty\n";
    NeverApplies = "never-applies", "A rule of the file can never have an effect (a warning): a castling for which no set-up has king and partner on one rank with room, an end of the game that an earlier line already decides, a condition that never holds, an action with nothing to choose, a preference for moves that are forbidden. Leave it out, or `use` the other file `without` it.\n\nExample:\n\n    use orthodox without castling\n";
    NothingCanHappen = "nothing-can-happen", "After this statement nothing can happen: a `forbid` that holds after every move, an end that comes with any move, a `check when` that holds all the time, or an effect that can never be done, so that there is no such move. Effects happen in order, each on what the one before has left.\n\nExample:\n\n    after capture { remove to  relocate to to from }      // wrong: nobody is left to be put elsewhere\n    forbid any(a1 | h8)                                   // wrong: there are always such squares; forbid any(own Pawn & (a1 | h8))\n    win when count(own) >= 0                              // wrong: always so\n";
    SameText = "same-text", "Two moves would have one text, so that nobody could say which is meant: two choices behind a move that may both be left out and are of the same kinds, a promotion and a choice of one kind that may both be left out, or two actions that do the same.\n\nExample:\n\n    after move { optionally choose who in hand drop who on from }\n    after move { optionally choose who in hand drop who on a1 }     // wrong: is b1c3h the one or the other?\n";
    BadCastling = "bad-castling", "A castling must say how far the king goes (`castle King 2 with Rook`) or to which files (`castle King to c, g with Rook`), and not both; the king must move, and must not go beyond the board.\n\nExample:\n\n    castle King 2 with Rook\n";
    NoEnd = "no-end", "No end of the game covers a side that cannot move. There must be a line for `checkmate` (if there are royal men) and one for `stalemate`, not merely claimed; `use orthodox` brings both.\n\nExample:\n\n    rule checkmate { lose when checkmate }\n    rule stalemate { draw when stalemate }\n";
    BadLimit = "bad-limit", "`repetition(N)` counts how often a position stands on the board, from 2; `quiet(N)` counts moves by each side, from 1. Both go up to 30000.\n\nExample:\n\n    claim draw when repetition(3)\n    claim draw when quiet(50)\n";
    UnknownCondition = "unknown-condition", "After `when` stands a condition: `checkmate`, `stalemate`, `repetition(N)` or `quiet(N)`.\n\nExample:\n\n    lose when checkmate\n";
    EmptyRule = "empty-rule", "A rule holds nothing, so naming it has no effect but to remove an inherited rule of that name (a warning). Say `without` for that.\n\nExample:\n\n    use orthodox without castling\n";

    NotFixed = "not-fixed", "A set that changes during the game stands where only a fixed one can: the zone of a promotion, a part of a movement, `holes`, `over` and `taking`, and who promotes, castles or is in hand. What depends on the position belongs into `forbid`, `while` or the guard of an action.\n\nExample:\n\n    promote Pawn on empty to Queen              // wrong: which squares are empty changes\n    promote Pawn on last rank to Queen\n";
    MisplacedWord = "misplaced-word", "A word has a meaning, but not at this place: `from`, `to` and `victim` are those of a move and stand only in the effects of `after`; `captured` and `promoted` say what a promotion leads to; `repetition` and `quiet` make up the condition of an end alone.\n\nExample:\n\n    forbid any(victim)                          // wrong\n    after capture { remove victim }\n";
    NotOneKind = "not-one-kind", "One kind of men is needed, and the expression stands for several or for none: `put KIND on SQUARE`, `remembering KIND` and `promoted KIND` name one.\n\nExample:\n\n    action reinforce { choose where in empty & rank 1 put Knight on where }\n";
    NotACounter = "not-a-counter", "`raise` and `lower` change a counter that the file has defined with `counter`.\n\nExample:\n\n    counter checks = 3 each side\n    after check { lower own checks }\n";
    WhoseCounter = "whose-counter", "A counter that each side has must be named with `own` or `enemy`; one for the whole game stands alone.\n\nExample:\n\n    counter checks = 3 each side\n    win when own checks = 0\n";
    NoHand = "no-hand", "A rule speaks of men in hand, but the file has no `hand` line, so there are no hands. Or it drops a kind that can never be in hand.\n\nExample:\n\n    hand\n    after capture { to hand victim }\n    drop Pawn on empty - last rank\n";
    CapturedWithHands = "captured-with-hands", "`captured` and `lost` compare the men on the board with the set-up. In a game with hands men change sides, so that this says nothing.\n\nExample:\n\n    promote Pawn on last rank to captured       // not together with `hand`\n";
    NoPromotedForm = "no-promoted-form", "`to promoted` leads to the promoted form of each kind, and a kind that promotes has none. A promoted form names its plain kind with `promoted`.\n\nExample:\n\n    piece Tokin +P = Gold promoted Pawn\n    promote Pawn from or to ranks 7..9 optionally to promoted\n";
    RemembersTwice = "remembers-twice", "A promoted man can remember one kind only, because `~` behind its letter says no more than that it remembers.\n\nExample:\n\n    promote Pawn on last rank to Queen remembering Pawn\n";
    OptionalChoice = "optional-choice", "`optionally` stands before the `choose` of what follows on a move: who chooses nothing there does without all of it. An action always chooses, for nobody has to play it; and where one `choose` of a rule may be left out, all may.\n\nExample:\n\n    after move from unmoved & rank 1 {\n      optionally choose who in hand, gate in from\n      drop who on gate\n    }\n";
    ExpressionTooLarge = "expression-too-large", "An expression has become too large because definitions refer to definitions that refer to definitions. (More than 1000 operations.) Say it more directly.\n";
    AlsoNothing = "also-nothing", "`also` adds to a rule that a used file brings; here there is none of that name. Leave `also` out.\n\nExample:\n\n    use fide\n    also rule promotion { promote Pawn on rank 7 optionally to Knight }\n";

    // Tests.
    BadTest = "bad-test", "A statement of a test cannot be meant as it stands: a square or a move beyond the board, an empty side, a depth that would never finish.\n\nExample:\n\n    test \"start\" { perft 3 = 8902 }\n";

    // What this version refuses.
    NoLineCaptures = "no-line-captures", "Men are not taken for the line or figure in which they stand: between two enemies, or where lines from two men cross as in Ultima. What is taken lies on the way of a move, or is named by a set of squares in `after`.\n\nExample:\n\n    after move by Pawn { remove between(to, own Pawn) }                             // refused\n    after move by Rook { remove enemy & files(to) & ranks(own King) }               // where two lines cross\n    piece Leaper X = \"[cR-fmW]\"                                                     // takes and lands right behind\n";
    NoCaptureChains = "no-capture-chains", "A move has a known number of legs: none goes on for as long as there is something to take, as in draughts. Chains up to a length are legs, written out.\n\nExample:\n\n    piece Man M = \"(cafmF)*\"                  // refused\n    piece Man M = \"fmFcafmFcafmafcafmF\"       // a step, a jump, or two jumps in a line\n";
    NoAttackThroughEffects = "no-attack-through-effects", "A square is attacked by the movements of men, and not by what would follow on a move (`after`): an explosion gives no check. Say instead what must not come about.\n\nExample:\n\n    check when any(own King & attacked by explosion)     // refused\n    forbid none(own King)                                // nobody may blow up his own King\n    win when none(enemy King)\n";
    NoPerpetualRules = "no-perpetual-rules", "There are no rules about who checks or chases without end, since they would look back over many moves. Repetition can be claimed or decide, and counters count.\n\nExample:\n\n    lose when perpetual check               // refused\n    claim draw when repetition(3)\n    counter checks = 20 each side\n    after check { lower own checks }\n    lose when own checks = 0                // twenty checks in a game are too many\n";
    NoCountingRules = "no-counting-rules", "There are no rules that begin to count moves when a certain position comes about, such as those of Makruk. `quiet` counts moves without captures.\n\nExample:\n\n    draw when counting(64)                  // refused\n    draw when quiet(64)\n    draw when count(enemy) = 1 and count(own) = 2\n";
    NoRandomSetups = "no-random-setups", "Nothing is left to chance. A file has one set-up or several with names; which of them is played is said on the command line, and so may be any position.\n\nExample:\n\n    setup random                            // refused\n    setup      \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"\n    setup second \"bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB\"\n";
    NoSeveralBoards = "no-several-boards", "There is one flat board: no second one to go over to, and no third dimension.\n\nExample:\n\n    board 5x5x5                             // refused\n    board 11x5\n    holes file f                            // two boards of 5x5 side by side\n";
    NoHexagons = "no-hexagons", "The cells of a board are squares. A hexagonal board can be sheared onto squares: of the eight neighbours two are no neighbours then, and the corners are holes.\n\nExample:\n\n    board hexagon 3                         // refused\n    board 5x5\n    holes a1 b1 a2 e4 d5 e5\n    piece Wazir W = \"WflFbrF\"                // six directions\n";
    TwoPlayersOnly = "two-players-only", "Two sides play, White and Black, in turn. They may have different men and rules.\n\nExample:\n\n    for Red { piece Pawn P = \"fmWfceF\" }     // refused\n    for Black { piece Pawn P = \"fmWfceF\" }\n";
    OneMoveATurn = "one-move-a-turn", "A turn is one move of one man, or one action. Several steps of one man are legs of its movement; what happens by itself afterwards is `after`.\n\nExample:\n\n    turn 2 moves                            // refused\n    piece Runner X = \"KaK\"                   // one step or two\n";
    NoNeutralMen = "no-neutral-men", "Every man is White's or Black's; nobody's men, such as the Duck, are not part of this version. Cells that nobody enters are holes.\n\nExample:\n\n    piece Duck D = \"U\" neutral               // refused\n    holes d4 e5\n    piece Stone S = \"\"                       // a man that never moves, and can be taken\n";

    // Movement notation, inside quotes.
    UnknownLetter = "unknown-letter", "A letter in a movement that no notation knows.\n\nExample:\n\n    piece Rook R = \"E\"\n\nThe atoms are W F D N A H C L Z J G and, for several at once, R B Q K. Modifiers are lower-case letters before an atom.\n";
    NotSupportedYet = "not-supported-yet", "A letter or form that Ferz's notation knows, but that this version does not turn into moves. It is refused rather than left out, because a piece without it would be another piece.\n\nExample:\n\n    piece Relay R = \"NmNxaN\"\n\n`x` hands the rest of the move on to another man. Leave the term out for now, or say the same with what is supported.\n";
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
    TooManyWays = "too-many-ways", "Legs that can go more than 512 ways, more than 16 legs, or more than three that go any number of steps. Every leg that may turn anywhere multiplies the ways by seven.\n\nExample:\n\n    piece Wanderer W = \"aaaK\"\n\nSay where the later legs turn: `f` is straight on, `fs` half left and half right, `s` left and right.\n\n    piece Walker W = \"afafsafK\"\n";
    NotationTooLong = "notation-too-long", "A movement of more than a thousand letters.\n\nExample:\n\n    piece Monster M = \"WWWWWWWW... (and so on)\"\n\nMost pieces need fewer than twenty letters. Terms that say the same as others can be left out; long movements can be put together from named pieces with `+`.\n";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Code {
    /// The code with this name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}
