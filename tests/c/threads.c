/*
 * Many threads use one library at once, each with an engine and positions of its own: threads LIBRARY. Each plays the
 * same games as a thread that is alone, and must find the same on its way.
 */
#include "load.h"

#include <pthread.h>

#define THREADS 8
#define PLIES 60

/* What a thread is given, and what it finds: a number made of everything it has seen. */
typedef struct player {
    const ferz_table *table;
    uint64_t seed, seen;
    const char *wrong;
} player;

static uint64_t next_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void see(player *p, uint64_t number) {
    p->seen = (p->seen ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    p->seen = p->seen << 31 | p->seen >> 33;
}

/* One move, the long way; 0 if there is none, or something is wrong. */
static int play_on(player *p, const ferz_engine *engine, ferz_position *position, ferz_position *after,
                   ferz_move *moves) {
    ferz_error error;
    ferz_move move;
    char text[400];
    size_t count = 0, length = 0;
    uint64_t nodes = 0;
    int check = 0;
    ferz_code code = ferz_write_fen(engine, position, text, sizeof text, &length, &error);
    if (code == FERZ_OK) code = ferz_read_fen(engine, text, after, &error);
    if (code == FERZ_OK && memcmp(position, after, ferz_position_bytes(p->table)) != 0)
        p->wrong = "a position is another one as FEN";
    if (code == FERZ_OK) code = ferz_in_check(engine, position, &check, &error);
    if (code == FERZ_OK) code = ferz_perft(engine, position, 2, NULL, &nodes, &error);
    if (code == FERZ_OK)
        code = ferz_list_moves(engine, position, moves, (size_t)p->table->shape.most_moves, &count, &error);
    see(p, ferz_key(position, 0) + nodes + (uint64_t)check + count + length);
    if (code == FERZ_OK && count == 0) return 0;
    if (code == FERZ_OK)
        code =
            ferz_write_move(engine, position, &moves[next_random(&p->seed) % count], text, sizeof text, NULL, &error);
    if (code == FERZ_OK) code = ferz_read_move(engine, position, text, &move, &error);
    if (code == FERZ_OK) code = ferz_make(engine, position, &move, after, &error);
    if (code == FERZ_OK) ferz_copy(p->table, after, position);
    if (code != FERZ_OK) p->wrong = "a call failed";
    return p->wrong == NULL;
}

static void *play(void *argument) {
    player *p = (player *)argument;
    size_t bytes = ferz_scratch_bytes(p->table, 2), plies = 0;
    void *scratch = malloc(bytes);
    ferz_position *position = (ferz_position *)malloc(ferz_position_bytes(p->table));
    ferz_position *after = (ferz_position *)malloc(ferz_position_bytes(p->table));
    ferz_move *moves = (ferz_move *)malloc((size_t)p->table->shape.most_moves * sizeof *moves);
    ferz_engine engine;
    if (position == NULL || after == NULL || moves == NULL ||
        ferz_open(&engine, p->table, scratch, bytes, NULL) != FERZ_OK ||
        ferz_start(&engine, 0, position, NULL) != FERZ_OK)
        p->wrong = "it does not start";
    else
        while (plies++ < PLIES && play_on(p, &engine, position, after, moves)) continue;
    free(moves);
    free(after);
    free(position);
    free(scratch);
    return NULL;
}

static player player_of(const ferz_table *table, uint64_t seed) {
    player p;
    p.table = table;
    p.seed = seed;
    p.seen = 0;
    p.wrong = NULL;
    return p;
}

int main(int count, char **arguments) {
    ferz_error error;
    const ferz_table *table = count == 2 ? load(arguments[1], &error) : NULL;
    pthread_t threads[THREADS];
    player together[THREADS];
    int i, failures = 0;
    if (table == NULL) {
        puts(count == 2 ? error.text : "usage: threads LIBRARY");
        return 2;
    }
    for (i = 0; i < THREADS; i++) {
        together[i] = player_of(table, (uint64_t)i);
        if (pthread_create(&threads[i], NULL, play, &together[i]) != 0) return 2;
    }
    for (i = 0; i < THREADS; i++) {
        player alone = player_of(table, (uint64_t)i);
        pthread_join(threads[i], NULL);
        play(&alone);
        if (alone.wrong == NULL && together[i].wrong == NULL && alone.seen == together[i].seen) continue;
        failures++;
        printf("thread %d: %s\n", i,
               together[i].wrong != NULL ? together[i].wrong : "it has seen something else than alone");
    }
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
