/* Counts sequences of legal moves: perft LIBRARY DEPTH [FEN] */
#include "open.h"

/* A plain number from 0 to 64. */
static uint32_t read_depth(const char *text) {
    char *end;
    unsigned long depth = strtoul(text, &end, 10);
    if (end == text || *end != '\0' || text[0] == '-' || depth > 64)
        give_up(text, "is no depth; write a number from 0 to 64");
    return (uint32_t)depth;
}

int main(int count, char **arguments) {
    void *library;
    const ferz_table *table;
    ferz_engine engine;
    ferz_error error;
    ferz_position *position;
    uint64_t nodes = 0;
    size_t bytes;
    uint32_t depth;
    ferz_code code;
    if (count < 3 || count > 4) give_up("usage", "perft LIBRARY DEPTH [FEN]");
    depth = read_depth(arguments[2]);
    /* A name without a slash would be looked for elsewhere. */
    if (strchr(arguments[1], '/') == NULL) give_up(arguments[1], "write the path with a slash, such as ./libchess.so");
    table = open_library(arguments[1], &library);
    bytes = ferz_scratch_bytes(table, depth);
    position = (ferz_position *)take(ferz_position_bytes(table));
    if (ferz_open(&engine, table, take(bytes), bytes, &error) != FERZ_OK) give_up(arguments[1], error.text);
    if (count == 4)
        code = ferz_read_fen(&engine, arguments[3], position, &error);
    else
        code = ferz_start(&engine, 0, position, &error);
    if (code != FERZ_OK) give_up("FEN", error.text);
    if (ferz_perft(&engine, position, depth, NULL, &nodes, &error) != FERZ_OK) give_up("perft", error.text);
    printf("%llu\n", (unsigned long long)nodes);
    free(position);
    free(engine.scratch);
    dlclose(library);
    return 0;
}
