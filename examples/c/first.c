/* The shortest way: a program that is linked with the library of its one game. */
#include "ferz.h"

#include <stdlib.h>

int main(void) {
    const ferz_table *table = &ferz_variant;
    size_t bytes = ferz_scratch_bytes(table, 1);
    void *scratch = malloc(bytes);
    ferz_position *before = (ferz_position *)malloc(ferz_position_bytes(table));
    ferz_position *after = (ferz_position *)malloc(ferz_position_bytes(table));
    char fen[200];
    ferz_engine chess;
    ferz_move move;
    ferz_error error;
    int failed =
        scratch == NULL || before == NULL || after == NULL || ferz_open(&chess, table, scratch, bytes, &error) ||
        ferz_start(&chess, 0, before, &error) || ferz_read_move(&chess, before, "e2e4", &move, &error) ||
        ferz_make(&chess, before, &move, after, &error) || ferz_write_fen(&chess, after, fen, sizeof fen, NULL, &error);
    puts(failed ? "something is wrong" : fen);
    free(after);
    free(before);
    free(scratch);
    return failed;
}
