/*
 * Calls everything in ferz.h in ways it must not be called, and looks whether each is refused with the code that is due
 * and a text: wrong LIBRARY. For a variant without holes on 8x8 squares.
 */
#include "load.h"

static int failures;

static void expect(ferz_code wanted, ferz_code code, const ferz_error *error, const char *call) {
    if (code == wanted && (code == FERZ_OK || (error->code == wanted && strlen(error->text) > 10))) return;
    failures++;
    printf("%s: %d, and not %d\n", call, (int)code, (int)wanted);
}

/* The call, what it must give, and once more without a place for the error. */
#define EXPECT(wanted, call)                                                               \
    do {                                                                                   \
        ferz_error error_, *error = &error_;                                               \
        memset(error, 0, sizeof *error);                                                   \
        expect(wanted, (call), error, #call);                                              \
        error = NULL;                                                                      \
        if ((call) != (wanted)) expect(wanted, FERZ_OK, &error_, "without error: " #call); \
    } while (0)

static void *take(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (memory == NULL) exit(2);
    return memory;
}

/* Changed bytes, ends cut off or added: the file is refused before anything of it is executed. */
static void check_files(unsigned char *bytes, size_t size) {
    ferz_seal seal;
    uint64_t random = 1;
    int round;
    unsigned char *longer = (unsigned char *)take(size + 8);
    EXPECT(FERZ_OK, ferz_check_file(bytes, size, &seal, error));
    EXPECT(FERZ_OK, ferz_check_file(bytes, size, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_check_file(NULL, size, &seal, error));
    EXPECT(FERZ_NO_LIBRARY, ferz_check_file(bytes, 0, &seal, error));
    EXPECT(FERZ_NO_LIBRARY,
           ferz_check_file("no library, but a text of some length, longer than a seal is", 58, &seal, error));
    EXPECT(FERZ_DAMAGED, ferz_check_file(bytes, size - 1, &seal, error));
    memcpy(longer, bytes, size);
    EXPECT(FERZ_DAMAGED, ferz_check_file(longer, size + 1, &seal, error));
    free(longer);
    for (round = 0; round < 1000; round++) {
        size_t at;
        unsigned char bit;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        /* Half of them among the headers and the seal. */
        at = (size_t)(random >> 33) % (round % 2 == 0 ? 1024 : size);
        bit = (unsigned char)(1u << (random >> 30 & 7));
        bytes[at] = (unsigned char)(bytes[at] ^ bit);
        if (ferz_check_file(bytes, size, NULL, NULL) == FERZ_OK) {
            failures++;
            printf("a file with byte %lu changed is taken\n", (unsigned long)at);
        }
        bytes[at] = (unsigned char)(bytes[at] ^ bit);
    }
}

static void check_tables(const ferz_table *table) {
    ferz_table copy = *table;
    ferz_seal seal = *table->seal;
    void *scratch = take(ferz_scratch_bytes(table, 1) + 16);
    size_t bytes = ferz_scratch_bytes(table, 1);
    ferz_engine engine;
    EXPECT(FERZ_OK, ferz_check_table(table, NULL, error));
    EXPECT(FERZ_OK, ferz_check_table(table, &seal, error));
    seal.checksum++;
    EXPECT(FERZ_DAMAGED, ferz_check_table(table, &seal, error));
    EXPECT(FERZ_ARGUMENT, ferz_check_table(NULL, NULL, error));
    copy.abi++;
    EXPECT(FERZ_VERSION, ferz_check_table(&copy, NULL, error));
    copy = *table;
    copy.magic[3] ^= 1;
    EXPECT(FERZ_NO_LIBRARY, ferz_check_table(&copy, NULL, error));
    copy = *table;
    copy.width = 17;
    EXPECT(FERZ_DAMAGED, ferz_check_table(&copy, NULL, error));
    copy = *table;
    copy.shape.words = 3;
    EXPECT(FERZ_DAMAGED, ferz_check_table(&copy, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_open(NULL, table, scratch, bytes, error));
    EXPECT(FERZ_ARGUMENT, ferz_open(&engine, table, NULL, bytes, error));
    EXPECT(FERZ_ARGUMENT, ferz_open(&engine, NULL, scratch, bytes, error));
    EXPECT(FERZ_MEMORY, ferz_open(&engine, table, scratch, bytes - 1, error));
    EXPECT(FERZ_MEMORY, ferz_open(&engine, table, (char *)scratch + 8, bytes, error));
    free(scratch);
}

static void check_positions(const ferz_engine *engine, ferz_position *position, ferz_position *other) {
    const ferz_table *table = engine->table;
    size_t bytes = ferz_position_bytes(table), at, length = 0, count = 0;
    char text[8];
    ferz_state state;
    ferz_engine closed;
    memset(&closed, 0, sizeof closed);
    EXPECT(FERZ_ARGUMENT, ferz_start(NULL, 0, position, error));
    EXPECT(FERZ_ARGUMENT, ferz_start(&closed, 0, position, error));
    EXPECT(FERZ_ARGUMENT, ferz_start(engine, 0, NULL, error));
    EXPECT(FERZ_MEMORY, ferz_start(engine, 0, (ferz_position *)(void *)((char *)position + 4), error));
    EXPECT(FERZ_ARGUMENT, ferz_start(engine, (uint32_t)table->setup_count, position, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_fen(engine, NULL, position, error));
    EXPECT(FERZ_FEN, ferz_read_fen(engine, "", position, error));
    EXPECT(FERZ_FEN, ferz_read_fen(engine, "\xff\xfe/\x80", position, error));
    EXPECT(FERZ_MEMORY, ferz_write_fen(engine, position, text, sizeof text, &length, error));
    EXPECT(FERZ_MEMORY, ferz_write_fen(engine, position, NULL, 0, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_list_moves(engine, position, NULL, 0, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_list_moves(engine, position, NULL, 5, &count, error));
    EXPECT(FERZ_MEMORY, ferz_list_moves(engine, position, NULL, 0, &count, error));
    EXPECT(FERZ_ARGUMENT, ferz_load(engine, NULL, other, error));
    state = *ferz_state_of(position);
    EXPECT(FERZ_OK, ferz_load(engine, &state, other, error));
    if (memcmp(position, other, bytes) != 0) failures++, puts("a loaded position is another one");
    state.side = 2;
    EXPECT(FERZ_POSITION, ferz_load(engine, &state, other, error));
    state.side = 0;
    state.cells[64] = 1;
    EXPECT(FERZ_POSITION, ferz_load(engine, &state, other, error));
    state.cells[64] = 0;
    state.cells[30] = (uint8_t)(2 * table->shape.kinds + 1);
    EXPECT(FERZ_POSITION, ferz_load(engine, &state, other, error));
    state.cells[30] = 0;
    state.ep[0] = 1;
    EXPECT(FERZ_POSITION, ferz_load(engine, &state, other, error));
    /* One wrong bit in what is derived from the state, and one wrong man. */
    for (at = sizeof(ferz_state); at < bytes; at++) {
        ferz_copy(table, position, other);
        ((unsigned char *)other)[at] ^= 1;
        EXPECT(FERZ_POSITION, ferz_list_moves(engine, other, NULL, 0, &count, error));
    }
    for (at = 0; at < 64; at++) {
        ferz_copy(table, position, other);
        ((unsigned char *)other)[offsetof(ferz_state, cells) + at] ^= 1;
        EXPECT(FERZ_POSITION, ferz_in_check(engine, other, (int *)text, error));
    }
}

static void check_moves(const ferz_engine *engine, const ferz_position *position, ferz_position *after) {
    const ferz_table *table = engine->table;
    ferz_move move, wrong;
    ferz_ending ending;
    ferz_position *overlapping = (ferz_position *)(void *)((char *)after + 8);
    ferz_position *third = (ferz_position *)take(ferz_position_bytes(table));
    int answer = 0;
    size_t count, at;
    uint64_t nodes;
    uint8_t square, stop = 1;
    char text[3];
    EXPECT(FERZ_ARGUMENT, ferz_read_move(engine, position, NULL, &move, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_move(engine, position, "a2a3", NULL, error));
    EXPECT(FERZ_MOVE, ferz_read_move(engine, position, "", &move, error));
    EXPECT(FERZ_MOVE, ferz_read_move(engine, position, "\xc3", &move, error));
    EXPECT(FERZ_MOVE, ferz_read_move(engine, position,
                                     "a2a33333333333333333333333333333333333333333333333333333333333333333333333333",
                                     &move, error));
    EXPECT(FERZ_OK, ferz_read_move(engine, position, "a2a3", &move, error));
    EXPECT(FERZ_MEMORY, ferz_write_move(engine, position, &move, text, sizeof text, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_write_move(engine, position, NULL, text, sizeof text, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_make(engine, position, NULL, after, error));
    EXPECT(FERZ_ARGUMENT, ferz_make(engine, position, &move, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_make(engine, NULL, &move, after, error));
    EXPECT(FERZ_OK, ferz_make(engine, position, &move, after, error));
    EXPECT(FERZ_MEMORY, ferz_make(engine, after, &move, after, error));
    EXPECT(FERZ_MEMORY, ferz_make(engine, after, &move, overlapping, error));
    /* It is the other side's turn. */
    EXPECT(FERZ_MOVE, ferz_make_checked(engine, after, &move, third, error));
    free(third);
    for (at = 0; at < sizeof move; at++) {
        wrong = move;
        ((unsigned char *)&wrong)[at] = 255;
        EXPECT(FERZ_MOVE, ferz_make(engine, position, &wrong, after, error));
        EXPECT(FERZ_MOVE, ferz_make_checked(engine, position, &wrong, after, error));
        EXPECT(FERZ_MOVE, ferz_write_move(engine, position, &wrong, text, sizeof text, NULL, error));
    }
    EXPECT(FERZ_ARGUMENT, ferz_in_check(engine, position, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_attacked(engine, position, 64, 0, &answer, error));
    EXPECT(FERZ_ARGUMENT, ferz_attacked(engine, position, 0, 2, &answer, error));
    EXPECT(FERZ_ARGUMENT, ferz_attacked(engine, position, 0, 0, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_outcome(engine, position, NULL, 1, &ending, error));
    EXPECT(FERZ_ARGUMENT, ferz_outcome(engine, position, NULL, 0, NULL, error));
    EXPECT(FERZ_ARGUMENT, ferz_claims(engine, position, NULL, 0, NULL, 1, &count, error));
    EXPECT(FERZ_MEMORY, ferz_perft(engine, position, 2, NULL, &nodes, error));
    EXPECT(FERZ_ARGUMENT, ferz_perft(engine, position, 1, NULL, NULL, error));
    EXPECT(FERZ_STOPPED, ferz_perft(engine, position, 1, &stop, &nodes, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_square(table, "i1", &square, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_square(table, "a9", &square, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_square(table, "", &square, error));
    EXPECT(FERZ_ARGUMENT, ferz_read_square(NULL, "a1", &square, error));
    EXPECT(FERZ_OK, ferz_read_square(table, "h8", &square, error));
}

int main(int count, char **arguments) {
    ferz_error why;
    ferz_engine engine;
    const ferz_table *table = count == 2 ? load(arguments[1], &why) : NULL;
    size_t size = 0, bytes;
    unsigned char *file;
    void *scratch;
    ferz_position *position, *other;
    if (table == NULL) {
        puts(count == 2 ? why.text : "usage: wrong LIBRARY");
        return 2;
    }
    file = read_file(arguments[1], &size);
    check_files(file, size);
    free(file);
    check_tables(table);
    bytes = ferz_scratch_bytes(table, 1);
    position = (ferz_position *)take(ferz_position_bytes(table));
    other = (ferz_position *)take(ferz_position_bytes(table) + 16);
    scratch = take(bytes);
    EXPECT(FERZ_OK, ferz_open(&engine, table, scratch, bytes, error));
    EXPECT(FERZ_OK, ferz_start(&engine, 0, position, error));
    check_positions(&engine, position, other);
    check_moves(&engine, position, other);
    free(scratch);
    free(position);
    free(other);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
