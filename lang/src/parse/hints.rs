//! What helps somebody whose line could not be read: what was probably meant, or how such a line looks.

/// What to write instead of a token that people bring from other languages and from rulebooks. `before` is what stands before it
/// in the same statement.
pub fn slip(found: &str, before: &str) -> Option<String> {
    let head = words(before).next().unwrap_or("");
    let last = words(before).last().unwrap_or("");
    let doubled = |sign: char| before.ends_with(sign);
    let help = match found {
        "at" | "onto" => "the word is `on`",
        "if" | "unless" => "a condition follows on `when`",
        "when" if head == "promote" => "under which condition a man promotes is said by `while`, at the end",
        "when" if head == "prefer" => "`prefer` knows no condition; `forbid EVENT when CONDITION` does",
        "when" if head == "after" => "`after` knows no condition: say of which moves, as in `after capture by Pawn`",
        "while" if head == "promote" => "`while` stands at the end: promote Pawn on last rank to Queen while check",
        "optionally" => "`optionally` stands before `to`: promote Pawn on rank 7 optionally to Queen",
        "&" if doubled('&') => "conditions are joined by `and`",
        "|" if doubled('|') => "conditions are joined by `or`",
        "=" if doubled('=') => "a comparison has one `=`",
        "=" if head == "piece" => {
            "what is true of the whole piece stands behind its movement: piece King K = \"K\" royal"
        }
        ">" | "<" if doubled('=') => "the comparisons are `=`, `!=`, `<`, `<=`, `>` and `>=`",
        "except" | "but" | "without" if head != "use" => "`-` takes away: `all - Pawn`, `rank 1 - e1`",
        "!" => "what is not so is said by `not`, what is not in a set by `~`",
        "not" if head == "legal" || head == "test" || head.is_empty() => {
            "moves that are not legal are named by `illegal`"
        }
        "not" => "what is not in a set is said by `~`: `own King & ~attacked`",
        "," if head == "perft" => "numbers have no commas: perft 4 = 197281",
        "," if head == "use" => "write a line for each: use orthodox",
        "," if matches!(head, "author" | "variant" | "year" | "about") => "put it all between the same quotes",
        "," => "sets are joined by |: `Bishop | Knight`, `a1 | h1`; squares also stand side by side: `a1 h1`",
        ":" if matches!(head, "define" | "zone" | "kinds" | "counter" | "piece") => {
            "`=` stands between a name and what it means"
        }
        ":" if head == "perft" => "`=` stands between the depth and the count: perft 3 = 8902",
        "'" => "whose men they are stands before their kind, without an apostrophe: `own King`, `enemy King`",
        "White" | "Black" if last == "own" => "which side that is is asked by `own is White` and `own is Black`",
        "White" | "Black" if matches!(head, "win" | "lose" | "draw") => {
            "who wins is whose condition it is: `win when ...` is said of either side, as `own`; for one side alone: for White { win when ... }"
        }
        "White" | "Black" => {
            "rules are said as each side sees them: `own`, `enemy`; for one side alone: for White { ... }"
        }
        "." if head == "use" => "files stand in quotes: use \"common.ferz\"",
        "." => "moves are written without numbers: play e2e4 e7e5",
        "-" if matches!(head, "legal" | "illegal" | "play") => "the two squares of a move stand side by side: e2e4",
        "O" | "0" => "castling is written as the king's move: e1g1",
        "and" if head == "castle" => "a castling says how far the king goes, and with whom: castle King 2 with Rook",
        "and" if head == "swap" => "a comma stands between the two: swap own King, heir",
        "Both" | "both" | "All" if head == "for" => "what is for both sides stands without `for ... { }`",
        "royal" => "`royal` stands behind the movement: piece King K = \"K\" royal",
        "symbol" => "`symbol` stands behind the movement: piece King K = \"K\" royal symbol \"♔♚\"",
        "last" => "`last resort` stands in an action: action succession { last resort ... }",
        "absolute" | "turned" => "it stands before the set: `absolute ranks 4..5`",
        "marking" | "within" | "over" | "taking" => {
            "it stands behind a part of a movement: piece Guard G = \"K\" within d1..f3"
        }
        "from" if last == "promoted" => "the plain kind follows at once: piece Tokin +P = Gold promoted Pawn",
        "rank" | "ranks" | "file" | "files" if last == "marking" => {
            "`marking` stands alone: it marks every square that is passed"
        }
        "(" => return called(last),
        "own" | "enemy" if last.starts_with(char::is_uppercase) => {
            "whose men they are stands before their kind: `own King`"
        }
        "own" | "enemy" if last.is_empty() => "a counter is changed by `raise own NAME` and `lower own NAME by 2`",
        "men" if matches!(last, "own" | "enemy") => "`own` and `enemy` are men already; `men` are those of both sides",
        "lost" => {
            "`lost(KINDS)` counts own losses, and a line about them holds for either side: `lose when lost(Pawn) > 3`"
        }
        "to" if last.is_empty() => "the only effect of that kind is `to hand victim`",
        "move" if last.is_empty() || matches!(head, "choose" | "when" | "remove" | "swap" | "put" | "relocate") => {
            "a man is moved by `relocate own King to e4`"
        }
        "kill" | "capture" | "take" | "destroy" | "delete" => "men are taken off the board by `remove SQUARES`",
        "add" | "place" | "create" => "a man is put on the board by `put KIND on SQUARE`",
        "exchange" | "switch" => "two men change places by `swap A, B`",
        "increase" | "increment" => "a counter goes up by `raise NAME`",
        "decrease" | "decrement" => "a counter goes down by `lower NAME`",
        _ if head == "hand" && number(found) => "the number stands before the kind: hand 2 Queen",
        _ if head == "board" && number(last) => "the size is one word: board 8x8",
        _ if last == "ranks" && found == "-" => "a range has two dots: `ranks 7..8`",
        _ if before.trim_end().ends_with("attacked by enemy") || before.trim_end().ends_with("attacked by own") => {
            "`attacked` is by anybody; by certain men only: `any(reach(\"fcF\", own Queen) & enemy Pawn)`"
        }
        _ => return None,
    };
    Some(help.to_string())
}

/// Help with a `(` behind a word that takes none.
fn called(word: &str) -> Option<String> {
    Some(match word {
        "attacked" | "empty" | "home" | "own" | "enemy" | "men" => {
            format!("`{word}` is a set of squares by itself: `own Queen & {word}`")
        }
        "board" => "the size stands alone: board 8x8".to_string(),
        _ => return None,
    })
}

/// How a line looks that begins as this one does, or the innermost part of it that looks like something by itself.
pub fn form(before: &str) -> String {
    // What follows on `rule` is a name, whatever it looks like.
    let named = words(before).next() == Some("rule");
    let inner = words(before).skip(1).filter_map(phrase).last().filter(|_| !named);
    let outer = words(before).find_map(statement);
    match (inner, outer) {
        (Some(inner), _) => format!("it is written like this: {inner}"),
        (None, Some(outer)) => format!("such a line looks like this: {outer}"),
        (None, None) => "each statement begins with its word, at the start of a line".to_string(),
    }
}

/// How something looks inside a line.
fn phrase(word: &str) -> Option<&'static str> {
    Some(match word {
        "repetition" => "claim draw when repetition(3)",
        "quiet" => "claim draw when quiet(50)",
        "reach" => "reach(\"Q\", own King)",
        "near" => "near(own King)",
        "any" => "any(own King & attacked)",
        "none" => "none(enemy Queen)",
        "count" => "count(own Pawn) < 3",
        "lost" => "lost(Pawn) > 4",
        "before" => "before(check)",
        "ranks" => "ranks 7..8",
        "files" => "files a..c",
        "check" | "checkmate" | "stalemate" => "check, or check of enemy",
        "promoted" => "piece Tokin +P = Gold promoted Pawn",
        "within" => "piece Guard G = \"K\" within d1..f3",
        "over" => "piece Cannon C = \"mRcpR\" over Pawn | Knight",
        "taking" => "piece Hunter H = \"Q\" taking Pawn",
        "symbol" => "piece King K = \"K\" royal symbol \"♔♚\"",
        "remembering" => "promote Pawn on last rank to Queen remembering Pawn",
        "castle" => "castle King to c, g with Rook",
        "is" => "own is White",
        other => return effect(other),
    })
}

fn effect(word: &str) -> Option<&'static str> {
    Some(match word {
        "choose" => "choose heir in own Joker - attacked",
        "remove" => "remove near(to) | to",
        "swap" => "swap own King, heir",
        "relocate" => "relocate own King to e1",
        "put" => "put Pawn on from",
        "raise" | "lower" => "lower own checks by 1",
        _ => return None,
    })
}

/// How a statement looks that begins with this word.
fn statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "variant" => "variant \"My Chess\"",
        "author" => "author \"Paul Stein and Mark Wells\"",
        "about" => "about \"Chess on a small board\"",
        "year" => "year 2003",
        "board" => "board 8x8",
        "use" => "use orthodox without castling",
        "zone" => "zone camp = ranks 7..8 | a1 h1",
        "kinds" => "kinds strong = Queen | Rook",
        "piece" => "piece Marshal M = Rook + \"N\"",
        "setup" => "setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"",
        "rule" => "rule promotion { promote Pawn on last rank to army - King - Pawn }",
        "promote" => "promote Pawn on last rank to army - King - Pawn",
        "castle" => "castle King 2 with Rook",
        "holes" => "holes a1 h1 a8 h8",
        "define" => "define facing = any(reach(\"Q\", own King) & enemy King)",
        "hand" => "hand, or hand Hawk, 2 Elephant",
        "counter" => "counter checks = 3 each side",
        "for" => "for White { promote Pawn on rank 7 to Queen }",
        "also" => "also rule promotion { promote Pawn on rank 9 to Queen }",
        "drop" => "drop Pawn on empty - last rank",
        "check" => "check when any(own King & attacked)",
        "forbid" => "forbid any(own King & attacked), or forbid drop Pawn when checkmate of enemy",
        "prefer" => "prefer capture",
        "action" => "action trade { choose one in own Rook, other in own Knight swap one, other }",
        "after" => "after capture of Queen { remove near(to) - men Pawn }",
        "when" => "when check",
        "claim" => "claim draw when repetition(3)",
        "win" => "win when any(own King & d4..e5)",
        "lose" => "lose when checkmate",
        "draw" => "draw when stalemate",
        "test" => "test \"start\" { perft 1 = 20 }",
        "position" => "position \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"",
        "moves" | "captures" => "moves e2: e3 e4",
        "legal" | "illegal" => "legal e2e4, e7e8q",
        "play" => "play e2e4 e7e5",
        "status" => "status ongoing, or check, checkmate, stalemate, draw, win White by checkmate",
        "perft" => "perft 3 = 8902",
        other => return effect(other),
    })
}

/// The words and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

fn number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
