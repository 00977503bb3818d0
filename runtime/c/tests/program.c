/* A program in C that plays through libferz: `program CHESS.so`. It says what is wrong and ends with 1, or ends with 0. */

#include "libferz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                           \
    do {                                                                                                                           \
        if (!(condition)) {                                                                                                        \
            fprintf(stderr, "%s:%d: not so: %s (last text: `%s`)\n", __FILE__, __LINE__, #condition, text);                        \
            exit(1);                                                                                                               \
        }                                                                                                                          \
    } while (0)

static char text[4096];

static int says(const char *expected) { return strcmp(text, expected) == 0; }

static void describes(const libferz_library *chess)
{
    int64_t king = -1, pawns = 0;
    CHECK(libferz_abi() == FERZ_ABI);
    CHECK(libferz_name(chess, text, sizeof text) > 0);
    CHECK(libferz_width(chess) == 8 && libferz_height(chess) == 8 && libferz_kinds(chess) == 6);
    for (int kind = 0; kind < 6; kind++) {
        if (libferz_is_royal(chess, kind) == 1)
            king = kind;
        CHECK(libferz_letter(chess, 1 + 2 * kind, text, sizeof text) == 1);
        pawns += says("P");
    }
    CHECK(king >= 0 && pawns == 1);
    CHECK(libferz_letter(chess, (int)(2 + 2 * king), text, sizeof text) == 1 && says("k"));
    CHECK(libferz_notation(chess, (int)king, text, sizeof text) == 3 && says("\"K\""));
    CHECK(libferz_square(chess, "e4") == 28 && libferz_square_name(chess, 63, text, sizeof text) == 2 && says("h8"));
    CHECK(libferz_is_cell(chess, 0) == 1 && libferz_is_cell(chess, 64) == LIBFERZ_ARGUMENT);
    CHECK(libferz_setups(chess) >= 1);
}

/* Fool's mate. */
static void mates(const libferz_library *chess)
{
    libferz_game *game = NULL;
    const char *moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    CHECK(libferz_start(chess, 0, &game, text, sizeof text) == 0);
    for (size_t i = 0; i < 4; i++) {
        CHECK(libferz_outcome(game) == LIBFERZ_ONGOING && libferz_in_check(game) == 0);
        CHECK(libferz_side(game) == (int64_t)i % 2);
        CHECK(libferz_play(game, moves[i], text, sizeof text) == 0);
    }
    CHECK(libferz_in_check(game) == 1 && libferz_outcome(game) == LIBFERZ_BLACK_WINS);
    CHECK(libferz_outcome_rule(game, text, sizeof text) > 0);
    CHECK(libferz_fen(game, text, sizeof text) > 0 && says("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"));
    CHECK(libferz_legal(game, NULL, 0) == 0 && libferz_legal_texts(game, text, sizeof text) == 0);
    CHECK(libferz_play(game, "a2a3", text, sizeof text) == LIBFERZ_MOVE && strlen(text) > 0);
    CHECK(libferz_undo(game) == 1 && libferz_legal(game, NULL, 0) == 30);
    libferz_free(game);
}

static void counts(const libferz_library *chess)
{
    const uint64_t known[] = {1, 20, 400, 8902, 197281};
    libferz_game *game = NULL;
    uint64_t nodes;
    CHECK(libferz_start(chess, 0, &game, text, sizeof text) == 0);
    for (int depth = 0; depth < 5; depth++)
        CHECK(libferz_perft(game, depth, &nodes, text, sizeof text) == 0 && nodes == known[depth]);
    CHECK(libferz_stop(game) == 0);
    CHECK(libferz_perft(game, 9, &nodes, text, sizeof text) == LIBFERZ_STOPPED && nodes == 0);
    CHECK(libferz_perft(game, 1, &nodes, text, sizeof text) == 0 && nodes == 20);
    libferz_free(game);
}

static void moves(const libferz_library *chess)
{
    ferz_move all[64], again;
    ferz_state state;
    libferz_game *game = NULL, *copy = NULL;
    uint64_t before, after;
    CHECK(libferz_from_fen(chess, "k7/6P1/8/8/8/8/8/K7 w - - 0 1", &game, text, sizeof text) == 0);
    /* Three steps of the king, and the pawn may become any of four. */
    CHECK(libferz_legal(game, all, 6) == 7 && libferz_legal(game, all, 64) == 7);
    for (int i = 0; i < 7; i++) {
        CHECK(libferz_move_text(game, &all[i], text, sizeof text) >= 4);
        CHECK(libferz_parse(game, text, &again, NULL, 0) == 0 && memcmp(&again, &all[i], sizeof again) == 0);
    }
    CHECK(libferz_legal_texts(game, text, sizeof text) > 0 && says("a1a2\na1b1\na1b2\ng7g8b\ng7g8n\ng7g8q\ng7g8r"));
    CHECK(libferz_key(game, 0, &before) == 0 && libferz_copy(game, &copy) == 0);
    CHECK(libferz_make(game, &all[5]) == 0 && libferz_in_check(game) == 1);
    CHECK(libferz_make(game, &all[0]) == LIBFERZ_MOVE);
    CHECK(libferz_key(game, 0, &after) == 0 && after != before);
    CHECK(libferz_key(copy, 0, &after) == 0 && after == before);
    CHECK(libferz_state(game, &state, sizeof state) == (int64_t)sizeof state && state.side == 1);
    CHECK(libferz_man(game, 62) == state.cells[62] && libferz_man(game, 54) == 0);
    libferz_free(game);
    libferz_free(copy);
}

/* Knights go out and back until the position has stood three times: that may be claimed. */
static void repeats(const libferz_library *chess)
{
    const char *dance[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    libferz_game *game = NULL;
    CHECK(libferz_start(chess, 0, &game, text, sizeof text) == 0);
    for (int i = 0; i < 8; i++) {
        CHECK(libferz_claim(game, 0) == LIBFERZ_ONGOING);
        CHECK(libferz_play(game, dance[i % 4], text, sizeof text) == 0);
    }
    CHECK(libferz_repetitions(game) == 3 && libferz_claim(game, 0) == LIBFERZ_DRAW && libferz_claim(game, 1) == 0);
    CHECK(libferz_claim_rule(game, 0, text, sizeof text) > 0);
    libferz_free(game);
}

int main(int argc, char **argv)
{
    const char *fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    libferz_library *chess = NULL;
    libferz_game *game = NULL;
    if (argc != 2)
        return 2;
    CHECK(libferz_open("no-such-file.so", &chess, text, sizeof text) == LIBFERZ_LIBRARY && chess == NULL);
    CHECK(libferz_open(argv[1], &chess, text, sizeof text) == 0 && chess != NULL);
    describes(chess);
    mates(chess);
    counts(chess);
    moves(chess);
    repeats(chess);
    /* A game outlives its library's handle. */
    CHECK(libferz_start(chess, 0, &game, text, sizeof text) == 0);
    libferz_close(chess);
    CHECK(libferz_play(game, "e2e4", text, sizeof text) == 0);
    CHECK(libferz_fen(game, text, 10) == (int64_t)strlen(fen) && says(""));
    CHECK(libferz_fen(game, text, sizeof text) == (int64_t)strlen(fen) && says(fen));
    libferz_free(game);
    puts("played");
    return 0;
}
