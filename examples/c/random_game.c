/*
 * Plays a game of random moves: random_game LIBRARY [SEED [PLIES]]
 *
 * Every move goes the long way on purpose: listed, written as text, read again, and made.
 */
#include "open.h"

/* SplitMix64 (Steele, Lea and Flood, 2014): the same games everywhere. */
static uint64_t next_random(uint64_t *state) {
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

static void must(ferz_code code, const ferz_error *error) {
    if (code != FERZ_OK) give_up("unexpected", error->text);
}

/* Prints the position as FEN, however long that is. */
static void print_fen(const ferz_engine *engine, const ferz_position *position) {
    ferz_error error;
    size_t length = 0;
    char *text;
    (void)ferz_write_fen(engine, position, NULL, 0, &length, NULL);
    text = (char *)take(length + 1);
    must(ferz_write_fen(engine, position, text, length + 1, NULL, &error), &error);
    printf("%s\n", text);
    free(text);
}

/* Plays one of the legal moves, and says which. */
static void play_one(const ferz_engine *engine, const ferz_position *position, uint64_t *seed, ferz_position *after) {
    size_t room = (size_t)engine->table->shape.most_moves, count = 0;
    ferz_move *moves = (ferz_move *)take(room * sizeof *moves), played;
    ferz_error error;
    char text[256];
    must(ferz_list_moves(engine, position, moves, room, &count, &error), &error);
    if (count == 0) give_up("unexpected", "the game goes on, and nobody can move");
    must(ferz_write_move(engine, position, &moves[next_random(seed) % count], text, sizeof text, NULL, &error), &error);
    must(ferz_read_move(engine, position, text, &played, &error), &error);
    must(ferz_make(engine, position, &played, after, &error), &error);
    printf("%s ", text);
    free(moves);
}

int main(int count, char **arguments) {
    void *library;
    const ferz_table *table;
    ferz_engine engine;
    ferz_error error;
    ferz_ending ending;
    ferz_position *position, *after, *before;
    uint64_t seed, *earlier;
    size_t bytes, plies = 0, most;
    int check = 0;
    if (count < 2 || count > 4) give_up("usage", "random_game LIBRARY [SEED [PLIES]]");
    if (strchr(arguments[1], '/') == NULL) give_up(arguments[1], "write the path with a slash, such as ./libchess.so");
    table = open_library(arguments[1], &library);
    seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    most = count > 3 ? (size_t)strtoul(arguments[3], NULL, 10) % 100000 : 200;
    bytes = ferz_scratch_bytes(table, 1);
    must(ferz_open(&engine, table, take(bytes), bytes, &error), &error);
    position = (ferz_position *)take(ferz_position_bytes(table));
    after = (ferz_position *)take(ferz_position_bytes(table));
    earlier = (uint64_t *)take(most * sizeof *earlier);
    printf("%s, by Ferz %s, from rules %016llx\n", table->name, table->ferz, (unsigned long long)table->seal->source);
    must(ferz_start(&engine, 0, position, &error), &error);
    print_fen(&engine, position);
    for (;;) {
        must(ferz_outcome(&engine, position, earlier, plies, &ending, &error), &error);
        if (ending.end != NULL || plies == most) break;
        play_one(&engine, position, &seed, after);
        /* What counts for repetition is kept by the program. */
        earlier[plies++] = ferz_repetition_key(table, position);
        before = position;
        position = after;
        after = before;
    }
    putchar('\n');
    print_fen(&engine, position);
    must(ferz_in_check(&engine, position, &check, &error), &error);
    if (ending.end != NULL)
        printf("%s by %s after %lu plies\n",
               ending.winner < 0    ? "draw"
               : ending.winner == 0 ? "White wins"
                                    : "Black wins",
               ending.end->rule, (unsigned long)plies);
    else
        printf("%s after %lu plies\n", check ? "check" : "ongoing", (unsigned long)plies);
    free(position);
    free(after);
    free(earlier);
    free(engine.scratch);
    dlclose(library);
    return 0;
}
