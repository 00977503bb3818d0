/*
 * Plays by the C header what it is told line by line, and answers each line with one: for tests that compare the
 * answers with those of the Rust side. Texts come in hexadecimal digits, so that anything can be in them.
 *
 *     fen TEXT     set up a position            -> ok, or an error
 *     read TEXT    the move with this text      -> its bytes, or an error
 *     play TEXT    the same, and make it        -> ok, or an error
 *     show         the position                 -> FEN, keys, check, outcome, claims, moves with their texts
 *     attacks      what both sides attack       -> sets of squares
 *     perft DEPTH  count                        -> the number
 *
 * All memory is as large as it must be and no larger, so that valgrind and sanitizers see what goes beyond.
 */
#include "load.h"

/* Far more positions than any game of these tests has. */
#define MOST_PLIES 1000

static const ferz_table *table;
static ferz_position *position, *next;
static uint64_t earlier[MOST_PLIES];
static size_t plies;

static void *take(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void complain(const ferz_error *error) {
    printf("error %d %lu %lu %s\n", (int)error->code, (unsigned long)error->start, (unsigned long)error->end,
           error->text);
}

/* What must go well. */
static void must(ferz_code code, const ferz_error *error) {
    if (code == FERZ_OK) return;
    fprintf(stderr, "unexpected: %s\n", error->text);
    exit(2);
}

static ferz_engine open_for(uint32_t depth) {
    ferz_engine engine;
    ferz_error error;
    size_t bytes = ferz_scratch_bytes(table, depth);
    must(ferz_open(&engine, table, take(bytes), bytes, &error), &error);
    return engine;
}

/* A text out of hexadecimal digits, in memory of its own length. */
static char *unhex(const char *digits) {
    size_t count = strspn(digits, "0123456789abcdef") / 2, i;
    char *text = (char *)take(count + 1);
    for (i = 0; i < count; i++) {
        unsigned byte = 0;
        sscanf(digits + 2 * i, "%2x", &byte);
        text[i] = (char)byte;
    }
    text[count] = '\0';
    return text;
}

static void put_hex(const void *bytes, size_t count) {
    size_t i;
    for (i = 0; i < count; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}

static void put_ending(const ferz_ending *ending) {
    if (ending->end == NULL)
        fputs("-", stdout);
    else
        printf("%d %s;", ending->winner, ending->end->rule);
}

static void show(const ferz_engine *engine) {
    ferz_error error;
    ferz_ending ending, *claims;
    size_t length = 0, count = 0, i;
    char *text;
    int check = 0;
    ferz_move *moves;
    if (ferz_write_fen(engine, position, NULL, 0, &length, &error) != FERZ_MEMORY) must(error.code, &error);
    text = (char *)take(length + 1);
    must(ferz_write_fen(engine, position, text, length + 1, NULL, &error), &error);
    must(ferz_in_check(engine, position, &check, &error), &error);
    printf("%s\t%016llx\t%016llx\t%d\t", text, (unsigned long long)ferz_key(position, 7),
           (unsigned long long)ferz_repetition_key(table, position), check);
    free(text);
    must(ferz_outcome(engine, position, earlier, plies, &ending, &error), &error);
    put_ending(&ending);
    putchar('\t');
    must(ferz_claims(engine, position, earlier, plies, NULL, 0, &count, &error), &error);
    claims = (ferz_ending *)take(count * sizeof *claims);
    must(ferz_claims(engine, position, earlier, plies, claims, count, &count, &error), &error);
    for (i = 0; i < count; i++) put_ending(&claims[i]);
    free(claims);
    putchar('\t');
    if (ferz_list_moves(engine, position, NULL, 0, &count, &error) != FERZ_MEMORY && count > 0)
        must(error.code, &error);
    moves = (ferz_move *)take(count * sizeof *moves);
    must(ferz_list_moves(engine, position, moves, count, &count, &error), &error);
    for (i = 0; i < count; i++) {
        ferz_write_move(engine, position, &moves[i], NULL, 0, &length, &error);
        text = (char *)take(length + 1);
        must(ferz_write_move(engine, position, &moves[i], text, length + 1, NULL, &error), &error);
        printf("%s ", text);
        free(text);
        put_hex(&moves[i], sizeof moves[i]);
        putchar(';');
    }
    free(moves);
    putchar('\n');
}

static void attacks(const ferz_engine *engine) {
    unsigned side, square;
    ferz_error error;
    int attacked = 0;
    for (side = 0; side < 2; side++) {
        for (square = 0; square < table->width * table->height; square++) {
            must(ferz_attacked(engine, position, square, side, &attacked, &error), &error);
            putchar('0' + attacked);
        }
        putchar(' ');
    }
    putchar('\n');
}

static void perft(uint32_t depth) {
    ferz_engine engine = open_for(depth);
    ferz_error error;
    uint64_t nodes = 0;
    must(ferz_perft(&engine, position, depth, NULL, &nodes, &error), &error);
    printf("%llu\n", (unsigned long long)nodes);
    free(engine.scratch);
}

static void read_text(const ferz_engine *engine, const char *text, int play) {
    ferz_error error;
    ferz_move move;
    ferz_position *before = position;
    if (ferz_read_move(engine, position, text, &move, &error) != FERZ_OK) {
        complain(&error);
    } else if (play) {
        must(ferz_make_checked(engine, position, &move, next, &error), &error);
        if (plies < MOST_PLIES) earlier[plies++] = ferz_repetition_key(table, position);
        position = next;
        next = before;
        puts("ok");
    } else {
        put_hex(&move, sizeof move);
        putchar('\n');
    }
}

static void obey(const ferz_engine *engine, const char *line) {
    ferz_error error;
    const char *argument = strchr(line, ' ');
    char *text = unhex(argument == NULL ? "" : argument + 1);
    if (strncmp(line, "fen ", 4) == 0) {
        plies = 0;
        if (ferz_read_fen(engine, text, position, &error) == FERZ_OK)
            puts("ok");
        else
            complain(&error);
    } else if (strncmp(line, "read ", 5) == 0 || strncmp(line, "play ", 5) == 0) {
        read_text(engine, text, line[0] == 'p');
    } else if (strncmp(line, "show", 4) == 0) {
        show(engine);
    } else if (strncmp(line, "attacks", 7) == 0) {
        attacks(engine);
    } else if (strncmp(line, "perft ", 6) == 0) {
        perft((uint32_t)strtoul(line + 6, NULL, 10));
    } else {
        puts("what?");
    }
    free(text);
}

int main(int count, char **arguments) {
    static char line[1 << 16];
    ferz_error error;
    ferz_engine engine;
    if (count != 2) {
        fputs("usage: driver LIBRARY < COMMANDS\n", stderr);
        return 2;
    }
    table = load(arguments[1], &error);
    if (table == NULL) {
        fprintf(stderr, "%s: %s\n", arguments[1], error.text);
        return 2;
    }
    engine = open_for(1);
    position = (ferz_position *)take(ferz_position_bytes(table));
    next = (ferz_position *)take(ferz_position_bytes(table));
    must(ferz_start(&engine, 0, position, &error), &error);
    while (fgets(line, sizeof line, stdin) != NULL) obey(&engine, line);
    free(engine.scratch);
    free(position);
    free(next);
    return 0;
}
