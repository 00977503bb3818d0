/*
 * libferz.h: play chess variants that Ferz has compiled, through a library.
 *
 * `libferz` opens any library that `ferz build` has made. It is for languages that call C but cannot read `ferz.h`, and for
 * everybody who wants every pointer, text and move looked at before it is used. Who wants speed takes the functions of `ferz.h`.
 * Made of runtime/c by cbindgen: change that, and run `cargo run --manifest-path runtime/c/header/Cargo.toml`.
 *
 * All functions follow the same rules:
 *   - What they answer with is a number from 0 on, or below zero one of the codes LIBFERZ_NULL to LIBFERZ_BUG. Functions that
 *     make or do something answer with 0.
 *   - `text` and `size` are memory of the caller's: it gets the text that was asked for, and on an error what is wrong, in
 *     words. Texts are UTF-8 and end with a zero byte. `text` may be NULL if `size` is 0.
 *   - A text that was asked for is written as a whole or not at all. The answer is its length in any case, without the zero byte:
 *     with an answer of `size` or more there is an empty text, and the call can be made again with more memory. What is wrong
 *     is cut to what fits. Arrays go the same way.
 *   - A handle that goes out is NULL if there was an error. NULL in place of a handle, a text or memory is an error too.
 *   - Squares, sides and codes of men are those of `ferz.h`.
 *   - Any number of threads may use a library at once, and look at a game at once. One that changes a game (the functions that take
 *     a `libferz_game *`) must be the only one that uses it then.
 *
 * What nobody can check is up to the caller: handles that are open and of the right kind, texts that end, memory as large as it is said to be.
 */


#ifndef LIBFERZ_H
#define LIBFERZ_H

#include <stddef.h>
#include <stdint.h>
#include "ferz.h"

/**
 * A pointer is null that must not be.
 */
#define LIBFERZ_NULL -1

/**
 * A number is out of its range, or a text is not UTF-8.
 */
#define LIBFERZ_ARGUMENT -2

/**
 * A file is no variant library that can be used here.
 */
#define LIBFERZ_LIBRARY -3

/**
 * A FEN cannot be read.
 */
#define LIBFERZ_FEN -4

/**
 * A move is not legal.
 */
#define LIBFERZ_MOVE -5

/**
 * A count was stopped.
 */
#define LIBFERZ_STOPPED -6

/**
 * Something happened that must not: a bug in Ferz, or a library that lies about itself.
 */
#define LIBFERZ_BUG -7

/**
 * No count may be deeper.
 */
#define LIBFERZ_MOST_DEPTH 1000

/**
 * The game goes on.
 */
#define LIBFERZ_ONGOING 0

/**
 * White has won.
 */
#define LIBFERZ_WHITE_WINS 1

/**
 * Black has won.
 */
#define LIBFERZ_BLACK_WINS 2

/**
 * Nobody has won.
 */
#define LIBFERZ_DRAW 3

/**
 * A position with its past. Threads may look at one at once, and `libferz_stop` it, as long as none changes it.
 */
typedef struct libferz_game libferz_game;

/**
 * A variant library that is open. It does not change: any number of threads may use one at once.
 */
typedef struct libferz_library libferz_library;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the layout that libraries must have: FERZ_ABI.
 */
int libferz_abi(void);

/**
 * Opens a library that `ferz build` has made, and writes its handle to `library`: null if it cannot be opened.
 *
 * The file is read first, and refused if it is none, is damaged, or is for another version, machine or processor, before
 * anything of it is executed.
 */
int64_t libferz_open(const char *path,
                     libferz_library **library,
                     char *text,
                     size_t size);

/**
 * Closes a library. Games of it can still be played: the last one that is freed takes the code with it. Null is nothing to close.
 */
void libferz_close(libferz_library *library);

/**
 * What the variant is called.
 */
int64_t libferz_name(const libferz_library *library, char *text, size_t size);

/**
 * Who made it up; may be empty.
 */
int64_t libferz_author(const libferz_library *library, char *text, size_t size);

/**
 * When; may be empty.
 */
int64_t libferz_year(const libferz_library *library, char *text, size_t size);

/**
 * A remark of the rule file about itself; may be empty.
 */
int64_t libferz_about(const libferz_library *library, char *text, size_t size);

/**
 * The version of Ferz that built the library.
 */
int64_t libferz_built_by(const libferz_library *library, char *text, size_t size);

/**
 * The checksum of the rule files it was built from, as `ferz build` shows it: 16 hexadecimal digits.
 */
int64_t libferz_source(const libferz_library *library, char *text, size_t size);

/**
 * The number of files of the board.
 */
int64_t libferz_width(const libferz_library *library);

/**
 * The number of ranks of the board.
 */
int64_t libferz_height(const libferz_library *library);

/**
 * 1 if this square is a cell of the board, 0 if it is a hole.
 */
int64_t libferz_is_cell(const libferz_library *library, int square);

/**
 * The name of a square, such as `e4`.
 */
int64_t libferz_square_name(const libferz_library *library, int square, char *text, size_t size);

/**
 * The square of this name. LIBFERZ_ARGUMENT if there is none, or it is a hole.
 */
int64_t libferz_square(const libferz_library *library, const char *name);

/**
 * The number of kinds of men. They are numbered from 0 on; the code of a man is `1 + 2 * kind + side`.
 */
int64_t libferz_kinds(const libferz_library *library);

/**
 * The name of a kind.
 */
int64_t libferz_kind_name(const libferz_library *library, int index, char *text, size_t size);

/**
 * How FEN and moves write a man with this code; empty where that side has no such man.
 */
int64_t libferz_letter(const libferz_library *library, int man, char *text, size_t size);

/**
 * The movement of a kind, as the rule file writes it: notation in quotes, and names of other kinds.
 */
int64_t libferz_notation(const libferz_library *library, int index, char *text, size_t size);

/**
 * 1 if men of this kind may not be left attacked.
 */
int64_t libferz_is_royal(const libferz_library *library, int index);

/**
 * The number of set-ups; the first one is the default.
 */
int64_t libferz_setups(const libferz_library *library);

/**
 * The name of a set-up; empty for the only one.
 */
int64_t libferz_setup_name(const libferz_library *library, int index, char *text, size_t size);

/**
 * A set-up as FEN.
 */
int64_t libferz_setup_fen(const libferz_library *library, int index, char *text, size_t size);

/**
 * Starts a game from a set-up of the library (0 is the default one), and writes its handle to `game`.
 */
int64_t libferz_start(const libferz_library *library, int index, libferz_game **game, char *text, size_t size);

/**
 * Starts a game from the position that a FEN describes, and writes its handle to `game`.
 */
int64_t libferz_from_fen(const libferz_library *library, const char *fen, libferz_game **game, char *text, size_t size);

/**
 * Copies a game with its past, and writes the handle of the copy to `copy`.
 */
int64_t libferz_copy(const libferz_game *game, libferz_game **copy);

/**
 * Ends a game. Null is nothing to end.
 */
void libferz_free(libferz_game *game);

/**
 * The position as FEN.
 */
int64_t libferz_fen(const libferz_game *game, char *text, size_t size);

/**
 * Whose turn it is: 0 is White's, 1 Black's.
 */
int64_t libferz_side(const libferz_game *game);

/**
 * The code of the man on a square; 0 where there is none.
 */
int64_t libferz_man(const libferz_game *game, int square);

/**
 * The position as it lies in memory: a `ferz_state`, if `size` has room for it. Gives how many bytes that is.
 */
int64_t libferz_state(const libferz_game *game, void *state, size_t size);

/**
 * A key of the position for hash tables, written to `key`: what the variant's rules see of it counts, and neither the quiet clock nor the
 * number of the move. Another `seed` gives other keys.
 */
int64_t libferz_key(const libferz_game *game,
                    uint64_t seed,
                    uint64_t *key);

/**
 * The texts of all legal moves, sorted, each behind a line feed but the first. None if the game is over.
 */
int64_t libferz_legal_texts(const libferz_game *game, char *text, size_t size);

/**
 * All legal moves, in the order of their texts, if `most` are as many or more. Gives how many there are.
 */
int64_t libferz_legal(const libferz_game *game, ferz_move *moves, size_t most);

/**
 * The text of a legal move.
 */
int64_t libferz_move_text(const libferz_game *game, const ferz_move *played, char *text, size_t size);

/**
 * The legal move with this text, written to `played`.
 */
int64_t libferz_parse(const libferz_game *game, const char *move_text, ferz_move *played, char *text, size_t size);

/**
 * Plays the move with this text.
 */
int64_t libferz_play(libferz_game *game, const char *move_text, char *text, size_t size);

/**
 * Plays a move, which must be legal: anything else is refused.
 */
int64_t libferz_make(libferz_game *game, const ferz_move *played);

/**
 * Takes the last move back. Gives 1, or 0 if none was played.
 */
int64_t libferz_undo(libferz_game *game);

/**
 * Counts the sequences of `depth` legal moves from the position on (0 to LIBFERZ_MOST_DEPTH), and writes their number to `nodes`.
 * LIBFERZ_STOPPED if `libferz_stop` ended it.
 */
int64_t libferz_perft(const libferz_game *game,
                      int depth,
                      uint64_t *nodes,
                      char *text,
                      size_t size);

/**
 * Ends the count that is going on in this game, or the next one: for another thread, or for a handler of a signal.
 */
int64_t libferz_stop(const libferz_game *game);

/**
 * 1 if the side to move is in check.
 */
int64_t libferz_in_check(const libferz_game *game);

/**
 * How the game has ended: LIBFERZ_ONGOING (0) if it has not, or LIBFERZ_WHITE_WINS, LIBFERZ_BLACK_WINS, LIBFERZ_DRAW.
 */
int64_t libferz_outcome(const libferz_game *game);

/**
 * The name of the rule that has ended the game; empty if it goes on.
 */
int64_t libferz_outcome_rule(const libferz_game *game, char *text, size_t size);

/**
 * What the players may claim, by its number from 0 on, as in `libferz_outcome`; 0 where there is nothing more.
 */
int64_t libferz_claim(const libferz_game *game, int index);

/**
 * The name of the rule by which it may be claimed.
 */
int64_t libferz_claim_rule(const libferz_game *game, int index, char *text, size_t size);

/**
 * How many times the position has stood on the board in this game, this time included.
 */
int64_t libferz_repetitions(const libferz_game *game);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LIBFERZ_H */
