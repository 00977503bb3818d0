/*
 * ferz.h: play chess variants that Ferz has compiled.
 *
 * A library (`ferz build chess.ferz -o libchess.so`) exports one symbol, `ferz_variant`, a table. This header says what
 * is in it, and has the functions to play with: it and the library are all that a program needs. It is the same for
 * every variant; the tables say everything in which variants differ.
 *
 *     const ferz_table *table = (const ferz_table *)dlsym(dlopen("./libchess.so", RTLD_NOW), "ferz_variant");
 *     ferz_error error;
 *     ferz_engine chess;
 *     size_t bytes = ferz_scratch_bytes(table, 4);
 *     ferz_position *position = (ferz_position *)malloc(ferz_position_bytes(table));
 *     uint64_t nodes = 0;
 *     if (ferz_open(&chess, table, malloc(bytes), bytes, &error) || ferz_start(&chess, 0, position, &error) ||
 *         ferz_perft(&chess, position, 4, NULL, &nodes, &error))
 *         puts(error.text);
 *
 * What is here, in this order:
 *   1. the layout: positions, moves, the table;
 *   2. errors;
 *   3. opening: ferz_check_file, ferz_check_table, ferz_scratch_bytes, ferz_open;
 *   4. squares and letters: ferz_square_name, ferz_read_square, ferz_letter;
 *   5. positions: ferz_position_bytes, ferz_state_of, ferz_load, ferz_copy, ferz_key, ferz_repetition_key;
 *   6. FEN: ferz_start, ferz_read_fen, ferz_write_fen;
 *   7. moves: ferz_list_moves, ferz_make, ferz_make_checked, ferz_in_check, ferz_attacked, ferz_perft;
 *   8. move text: ferz_read_move, ferz_write_move;
 *   9. how a game stands: ferz_outcome, ferz_claims.
 *
 * Conventions:
 *   - a square is `rank * width + file`, so a1 is 0; no board has more than 256 squares;
 *   - square `s` of a set of squares is bit `s % 64` of word `s / 64`;
 *   - side 0 is White, side 1 is Black;
 *   - the code of a man is `1 + 2 * kind + side`; 0 is an empty square;
 *   - text is UTF-8 and ends with a zero byte;
 *   - a function that can fail returns a ferz_code, which is 0 if it did not, and fills in a ferz_error, unless that is
 *     NULL; what it was to write is then as it was before, unless something else is said;
 *   - names that end with an underscore are not for programs.
 *
 * All memory is the caller's. The functions keep nothing between calls, allocate nothing, and call nothing but memcpy,
 * strlen and their like: any number of threads may use one library at once, each with a ferz_engine and positions of
 * its own. C99 and C++11, 64-bit little-endian machines.
 */
#ifndef FERZ_H
#define FERZ_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "ferz.h: libraries are made for machines that are little-endian"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. The layout ---------------------------------------------------------------------------------------------- */

/* The version of everything in this header. A library of another version must not be used. */
#define FERZ_ABI 4

/* "No square" in ferz_state.ep_victim. */
#define FERZ_NO_SQUARE 0xffffu

/* How a move is carried out: ferz_move.form. */
enum { FERZ_STEP = 0, FERZ_CASTLING = 1, FERZ_DROP = 2, FERZ_ACTION = 3 };

/*
 * The part of a position that means something. Behind it lie sets that the library derives from it: a position takes
 * `ferz_table.shape.position_bytes` bytes, aligned to 8. Positions may be copied and compared as bytes.
 */
typedef struct ferz_state {
    uint8_t side;        /* the side to move */
    uint8_t reserved;    /* zero */
    uint16_t clock;      /* plies since the last capture, drop, or move of a kind that can promote */
    uint16_t number;     /* of the full move, from 1 */
    uint16_t ep_victim;  /* where the man stands that may be taken en passant, or FERZ_NO_SQUARE */
    uint64_t ep[4];      /* the squares open to en passant */
    uint64_t rights[4];  /* castling: the squares of partners with which it is still to be had */
    uint64_t unmoved[4]; /* men that have not moved, where their place does not tell */
    uint8_t vars[64];    /* hands and counters, and what is remembered of the position before */
    uint8_t cells[256];  /* the code of the man on each square */
} ferz_state;

/*
 * A move. A step also removes the men on the first `victims` of `squares`, leaves the next `passed` open to en passant,
 * and takes men along: the next `carried` pairs are the square such a man leaves and the one it reaches.
 * Castling: the partner goes from squares[0] to squares[1]. Action: squares[0] is its number, the others its choices.
 */
typedef struct ferz_move {
    uint8_t from;    /* the square the man leaves; of a drop: the same as `to` */
    uint8_t to;      /* the square it reaches */
    uint8_t man;     /* the code of the man that moves */
    uint8_t placed;  /* the code of the man on `to` afterwards: another one after a promotion */
    uint8_t form;    /* FERZ_STEP, FERZ_CASTLING, FERZ_DROP or FERZ_ACTION */
    uint8_t victims; /* men removed besides the one on `to` */
    uint8_t passed;  /* squares left open to en passant */
    uint8_t carried; /* lower half: pairs of squares of men that are put elsewhere; bit 4 + i: the mover chose in
                        choosings[i] */
    uint8_t squares[8];
} ferz_move;

/* What the library's functions get as their first argument. `shape` says how much memory to work in they need. */
typedef struct ferz_context {
    const volatile uint8_t *stop; /* a byte that is not zero once a long count shall end */
    uint8_t *scratch;             /* memory to work in, aligned to 16 */
    uint8_t *scratch_end;         /* one past its last byte */
    uint64_t asking;              /* zero */
} ferz_context;

/* The library's functions for one side. They check nothing: a position must come from them, and a move from `list`. */
typedef uint64_t (*ferz_make_fn)(ferz_context *, const uint64_t *position, const ferz_move *, uint64_t *after);
typedef ferz_move *(*ferz_list_fn)(ferz_context *, const uint64_t *position, ferz_move *end);
typedef uint64_t (*ferz_perft_fn)(ferz_context *, const uint64_t *position, uint64_t depth);
/* Added to the depth of a count: every leaf is made, not only counted. */
#define FERZ_LEAVES_MADE (UINT64_C(1) << 32)
typedef uint64_t (*ferz_ask_fn)(ferz_context *, const uint64_t *position);
typedef void (*ferz_settle_fn)(uint64_t *position);
typedef void (*ferz_attacked_fn)(void);

typedef struct ferz_entries {
    ferz_make_fn make;         /* writes the position after a legal move over a copy of one of this variant */
    ferz_list_fn list;         /* writes the legal moves, and gives their end */
    ferz_perft_fn perft;       /* counts sequences of legal moves */
    ferz_ask_fn in_check;      /* not zero if this side is in check */
    ferz_attacked_fn attacked; /* (position, square, occupied words...): not zero if this side attacks the square */
    ferz_settle_fn settle;     /* drops squares open to en passant where nobody could take */
    const ferz_ask_fn *holds;  /* for each condition that ends speak of */
} ferz_entries;

/* How large things are. */
typedef struct ferz_shape {
    uint64_t position_bytes;    /* of a position */
    uint32_t words;             /* of a set of squares behind the state: 1, 2 or 4 */
    uint32_t kinds;             /* how many kinds there are */
    uint64_t most_moves;        /* more than any position has */
    uint64_t conditions;        /* that ends speak of */
    uint64_t scratch_bytes;     /* of scratch memory, whatever is asked */
    uint64_t scratch_ply_bytes; /* and besides for each ply of a count; without a count it is one */
    uint64_t most_plies;        /* that the library counts at once */
} ferz_shape;

/* What a library says about itself in its file, in an ELF note called "Ferz seal" (spec/library.md). */
typedef struct ferz_seal {
    uint8_t magic[16];
    uint32_t abi;        /* FERZ_ABI of the library */
    uint32_t machine;    /* 62 is x86-64, 183 aarch64 */
    uint64_t features;   /* what the processor must be able to do */
    uint64_t source;     /* checksum of the rule files */
    uint64_t file_bytes; /* of the whole file */
    uint64_t checksum;   /* of the whole file, with zeros here */
} ferz_seal;

typedef struct ferz_kind {
    const char *name;
    const char *letters[2]; /* as FEN shows White's and Black's; NULL where a side has no such man */
    const char *notation;   /* the movement */
    uint8_t royal;          /* may not be left attacked */
    uint8_t resets_clock;   /* a kind that can promote */
    uint8_t reserved[6];
} ferz_kind;

typedef struct ferz_setup {
    const char *name; /* empty for the only one */
    const char *fen;
} ferz_setup;

typedef struct ferz_castling {
    uint64_t empty[4]; /* squares that must be empty */
    uint64_t safe[4];  /* squares on which the king must not be in check */
    uint8_t side;
    uint8_t wing;          /* 0 towards the last file (K), 1 towards the first (Q) */
    uint8_t king, partner; /* kinds */
    uint8_t king_from, king_to, partner_from, partner_to;
    uint8_t ambiguous; /* written king onto partner */
    uint8_t reserved[7];
} ferz_castling;

typedef struct ferz_unmoved {
    uint64_t homes[4];
    uint8_t code;
    uint8_t reserved[7];
} ferz_unmoved;

/* A move that can leave squares open to en passant. */
typedef struct ferz_marking {
    const uint8_t *passed;
    uint32_t count; /* of the squares passed */
    uint8_t code, from, to;
    uint8_t reserved;
} ferz_marking;

typedef struct ferz_hand {
    uint8_t kind;
    uint8_t vars[2];  /* where each side's number is kept in ferz_state.vars */
    uint8_t start[2]; /* what each side starts with */
    uint8_t reserved[3];
} ferz_hand;

typedef struct ferz_counter {
    const char *name;
    uint8_t vars[2]; /* where each side's number is kept: twice the same for one of the whole game */
    uint8_t start;
    uint8_t reserved[5];
} ferz_counter;

typedef struct ferz_action {
    const char *name;
    uint64_t choices; /* how many are chosen, in the lowest byte; bit 8 + i: choice i is a kind, by the code of a man of
                         the mover's */
} ferz_action;

/* A rule in which the mover chooses something that follows on a move. */
typedef struct ferz_choosing {
    uint64_t first;   /* where in ferz_move.squares the choices stand */
    uint64_t choices; /* as in ferz_action */
} ferz_choosing;

/* ferz_end.when */
enum { FERZ_CHECKMATE = 0, FERZ_STALEMATE = 1, FERZ_REPETITION = 2, FERZ_QUIET = 3, FERZ_HOLDS = 4 };

typedef struct ferz_end {
    const char *rule; /* the rule it stands in */
    uint8_t outcome;  /* for the side that it is about: 0 won, 1 lost, 2 a draw */
    uint8_t claim;    /* 1 if a player must claim it */
    uint8_t when;     /* FERZ_CHECKMATE ... FERZ_HOLDS */
    uint8_t reserved;
    uint32_t number; /* of repetitions, of quiet moves by each side, or of the condition */
} ferz_end;

/* The table, exported as `ferz_variant`. */
typedef struct ferz_table {
    uint8_t magic[16];
    uint32_t abi;   /* FERZ_ABI of the library */
    uint32_t bytes; /* of this table */
    const ferz_seal *seal;
    const char *ferz; /* the version of Ferz that built it */
    const char *name, *author, *year, *about;
    uint64_t holes[4]; /* squares that are no cells */
    uint32_t width, height;
    ferz_shape shape;
    ferz_entries sides[2];
    const ferz_kind *kinds;
    uint64_t kind_count;
    const ferz_setup *setups; /* the default one first */
    uint64_t setup_count;
    const ferz_castling *castlings;
    uint64_t castling_count;
    const ferz_unmoved *unmoved;
    uint64_t unmoved_count;
    const ferz_marking *markings;
    uint64_t marking_count;
    const ferz_hand *hand;
    uint64_t hand_count;
    const ferz_counter *counters;
    uint64_t counter_count;
    const ferz_action *actions;
    uint64_t action_count;
    const ferz_end *ends; /* in the order in which they are asked */
    uint64_t end_count;
    const ferz_choosing *choosings;
    uint64_t choosing_count;
} ferz_table;

/* For programs that are linked with a library. Others look the symbol up. */
extern const ferz_table ferz_variant;

/* The layout is what it says. */
typedef char ferz_assert_state[sizeof(ferz_state) == 424 && offsetof(ferz_state, cells) == 168 ? 1 : -1];
typedef char ferz_assert_move[sizeof(ferz_move) == 16 ? 1 : -1];
typedef char ferz_assert_seal[sizeof(ferz_seal) == 56 ? 1 : -1];
typedef char ferz_assert_table[sizeof(ferz_table) == 440 && offsetof(ferz_table, kinds) == 280 ? 1 : -1];
typedef char ferz_assert_rows[sizeof(ferz_kind) == 40 && sizeof(ferz_castling) == 80 && sizeof(ferz_unmoved) == 40 &&
                                      sizeof(ferz_marking) == 16 && sizeof(ferz_hand) == 8 && sizeof(ferz_end) == 16
                                  ? 1
                                  : -1];

/* ---- 2. Errors -------------------------------------------------------------------------------------------------- */

typedef enum ferz_code {
    FERZ_OK = 0,
    FERZ_ARGUMENT = 1,   /* NULL, or a number out of range */
    FERZ_MEMORY = 2,     /* memory that is too small, or not aligned */
    FERZ_NO_LIBRARY = 3, /* not something that Ferz has built */
    FERZ_VERSION = 4,    /* built for another version of this header */
    FERZ_MACHINE = 5,    /* built for another machine */
    FERZ_PROCESSOR = 6,  /* built for a processor that can do more */
    FERZ_DAMAGED = 7,    /* not the bytes that were built */
    FERZ_POSITION = 8,   /* not a position of this variant */
    FERZ_FEN = 9,        /* not a FEN of this variant */
    FERZ_MOVE = 10,      /* not a move that is legal here */
    FERZ_STOPPED = 11    /* a count was stopped before it was done */
} ferz_code;

typedef struct ferz_error {
    ferz_code code;
    uint32_t reserved;
    size_t start;   /* which bytes of a text are wrong: from this one */
    size_t end;     /* to the one before this; both are 0 where there is no text */
    char text[256]; /* what is wrong, and what to do about it; cut short if it is long */
} ferz_error;

#if defined(__GNUC__)
#define FERZ_PRINTF_(form, first) __attribute__((format(printf, form, first)))
#else
#define FERZ_PRINTF_(form, first)
#endif

/* Whether a byte of UTF-8 goes on with a character. */
static inline int ferz_goes_on_(char byte) { return ((unsigned char)byte & 0xc0u) == 0x80u; }

/* Fills in an error that is about bytes of a text; with `field`, about those of this field of a FEN. */
FERZ_PRINTF_(6, 7)
static inline ferz_code ferz_fail_in_(ferz_error *error, ferz_code code, const char *field, size_t start, size_t end,
                                      const char *form, ...) {
    if (error != NULL) {
        va_list parts;
        int said = 0, length;
        va_start(parts, form);
        memset(error, 0, sizeof *error);
        error->code = code;
        error->start = start;
        error->end = end;
        if (field != NULL)
            said = snprintf(error->text, sizeof error->text, "in %s of this FEN, at character %lu: ", field,
                            (unsigned long)start + 1);
        length = vsnprintf(error->text + said, sizeof error->text - (size_t)said, form, parts);
        va_end(parts);
        if (length < 0 || (size_t)(said + length) >= sizeof error->text) {
            size_t kept = sizeof error->text - 4;
            while (kept > 0 && ferz_goes_on_(error->text[kept])) kept--;
            memcpy(error->text + kept, "...", 4);
        }
    }
    return code;
}

#define ferz_fail_at_(error, code, start, end, ...) ferz_fail_in_(error, code, NULL, start, end, __VA_ARGS__)
#define ferz_fail_(error, code, ...) ferz_fail_at_(error, code, 0, 0, __VA_ARGS__)

/* A text that is being written; `length` also counts what found no room. */
typedef struct ferz_text_ {
    char *start;
    size_t room, length;
} ferz_text_;

static inline ferz_text_ ferz_text_at_(char *start, size_t room) {
    ferz_text_ text;
    text.start = start;
    text.room = start == NULL ? 0 : room;
    text.length = 0;
    if (text.room > 0) start[0] = '\0';
    return text;
}

static inline void ferz_put_bytes_(ferz_text_ *text, const char *bytes, size_t count) {
    if (text->length < text->room) {
        size_t left = text->room - 1 - text->length;
        size_t kept = count < left ? count : left;
        memcpy(text->start + text->length, bytes, kept);
        text->start[text->length + kept] = '\0';
    }
    text->length += count;
}

static inline void ferz_put_(ferz_text_ *text, const char *part) { ferz_put_bytes_(text, part, strlen(part)); }

static inline void ferz_put_char_(ferz_text_ *text, char part) { ferz_put_bytes_(text, &part, 1); }

static inline void ferz_put_number_(ferz_text_ *text, unsigned number) {
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%u", number);
    ferz_put_bytes_(text, digits, (size_t)length);
}

/* What separates one thing from the next. */
static inline void ferz_put_between_(ferz_text_ *text, const char *separator) {
    if (text->length > 0) ferz_put_(text, separator);
}

/* Hands a text over: how long it is, and whether it found room. */
static inline ferz_code ferz_written_(const ferz_text_ *text, size_t *length, ferz_error *error) {
    if (length != NULL) *length = text->length;
    if (text->length < text->room) return FERZ_OK;
    return ferz_fail_(error, FERZ_MEMORY,
                      "the text takes %lu bytes with its end, and there is room for %lu; give it more",
                      (unsigned long)text->length + 1, (unsigned long)text->room);
}

/* A part of a text: `count` bytes of it from `start` on. */
typedef struct ferz_part_ {
    const char *text;
    size_t start, count;
} ferz_part_;

static inline char ferz_char_(ferz_part_ part, size_t at) {
    return at < part.count ? part.text[part.start + at] : '\0';
}

static inline ferz_part_ ferz_from_(ferz_part_ part, size_t at) {
    part.start += at;
    part.count -= at;
    return part;
}

static inline ferz_part_ ferz_first_(ferz_part_ part, size_t count) {
    part.count = count;
    return part;
}

static inline ferz_part_ ferz_whole_(const char *text) {
    ferz_part_ part;
    part.text = text;
    part.start = 0;
    part.count = strlen(text);
    return part;
}

static inline int ferz_says_(ferz_part_ part, const char *text) {
    return part.count == strlen(text) && memcmp(part.text + part.start, text, part.count) == 0;
}

/* How many bytes the first character has. */
static inline size_t ferz_char_bytes_(ferz_part_ part) {
    size_t count = 1;
    while (count < part.count && count < 4 && ferz_goes_on_(ferz_char_(part, count))) count++;
    return count;
}

static inline int ferz_find_(ferz_part_ part, char wanted, size_t *at) {
    for (*at = 0; *at < part.count; ++*at)
        if (ferz_char_(part, *at) == wanted) return 1;
    return 0;
}

static inline int ferz_is_digit_(char c) { return c >= '0' && c <= '9'; }
static inline int ferz_is_lower_(char c) { return c >= 'a' && c <= 'z'; }
static inline int ferz_is_upper_(char c) { return c >= 'A' && c <= 'Z'; }
static inline char ferz_lower_(char c) { return ferz_is_upper_(c) ? (char)(c - 'A' + 'a') : c; }
static inline char ferz_upper_(char c) { return ferz_is_lower_(c) ? (char)(c - 'a' + 'A') : c; }

/* The number that all of a part is, up to `most`; -1 if it is none. */
static inline long ferz_number_(ferz_part_ part, long most) {
    long number = 0;
    size_t i;
    for (i = 0; i < part.count; i++) {
        if (!ferz_is_digit_(ferz_char_(part, i))) return -1;
        number = 10 * number + (ferz_char_(part, i) - '0');
        if (number > most) return -1;
    }
    return part.count > 0 ? number : -1;
}

/* What an error quotes of a part, which may be long: for "%.*s%s". */
static inline int ferz_quoted_(ferz_part_ part) {
    size_t count = part.count < 60 ? part.count : 60;
    while (count < part.count && count > 0 && ferz_goes_on_(ferz_char_(part, count))) count--;
    return (int)count;
}

#define FERZ_QUOTE_(part) \
    ferz_quoted_(part), (part).text + (part).start, (part).count > (size_t)ferz_quoted_(part) ? "..." : ""

/* ---- 3. Opening ------------------------------------------------------------------------------------------------- */

/* A variant with memory to work in, filled in by ferz_open. It owns nothing: closing is to forget it. */
typedef struct ferz_engine {
    const ferz_table *table;
    uint8_t *scratch;
    uint64_t scratch_bytes;
} ferz_engine;

static inline uint64_t ferz_word_(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* What a processor can do: bit `i` of ferz_seal.features, for x86-64. */
#if defined(__x86_64__) && defined(__GNUC__)
static inline uint64_t ferz_processor_(void) {
    /* For each feature: leaf and subleaf of CPUID, the register (EAX is 0) and the bit; the registers that the system
     * must save for it, as XGETBV tells: 6 for those of AVX, 0xe6 for those of AVX-512. The order is that of the seal. */
    static const struct {
        uint32_t leaf, subleaf;
        uint8_t place, bit, saved;
    } features[] = {
        {1, 0, 2, 0, 0},           /* sse3 */
        {1, 0, 2, 9, 0},           /* ssse3 */
        {1, 0, 2, 19, 0},          /* sse4.1 */
        {1, 0, 2, 20, 0},          /* sse4.2 */
        {1, 0, 2, 13, 0},          /* cmpxchg16b */
        {1, 0, 2, 23, 0},          /* popcnt */
        {1, 0, 2, 28, 6},          /* avx */
        {7, 0, 1, 5, 6},           /* avx2 */
        {1, 0, 2, 12, 6},          /* fma */
        {7, 0, 1, 3, 0},           /* bmi1 */
        {7, 0, 1, 8, 0},           /* bmi2 */
        {0x80000001u, 0, 2, 5, 0}, /* lzcnt */
        {7, 0, 2, 12, 0xe6},       /* avx512bitalg */
        {7, 0, 1, 17, 0xe6},       /* avx512dq */
        {7, 0, 1, 16, 0xe6},       /* avx512f */
        {7, 0, 2, 1, 0xe6},        /* avx512vbmi */
        {7, 0, 1, 31, 0xe6},       /* avx512vl */
        {7, 1, 0, 4, 6},           /* avxvnni */
        {7, 0, 2, 11, 0xe6},       /* avx512vnni */
    };
    uint64_t found = 0;
    uint32_t saved = 0, r[4] = {0, 0, 0, 0};
    size_t i;
    if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3]) && (r[2] >> 27 & 1u) != 0) {
        uint32_t high;
        __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
        (void)high;
    }
    for (i = 0; i < sizeof features / sizeof features[0]; i++) {
        if (!__get_cpuid_count(features[i].leaf, features[i].subleaf, &r[0], &r[1], &r[2], &r[3])) continue;
        if ((r[features[i].place] >> features[i].bit & 1u) != 0 && (saved & features[i].saved) == features[i].saved)
            found |= UINT64_C(1) << i;
    }
    return found;
}
#define FERZ_MACHINE_ 62u
#elif defined(__x86_64__) || defined(_M_X64)
static inline uint64_t ferz_processor_(void) { return 0; }
#define FERZ_MACHINE_ 62u
#elif defined(__aarch64__) || defined(_M_ARM64)
static inline uint64_t ferz_processor_(void) { return 0; }
#define FERZ_MACHINE_ 183u
#else
#error "ferz.h: libraries are made for x86-64 and aarch64"
#endif

/* Where in a file the seal starts; `size` if it has none. */
static inline size_t ferz_find_seal_(const uint8_t *file, size_t size) {
    static const uint8_t magic[16] = {0x89, 'F', 'e', 'r', 'z', ' ', 's', 'e', 'a', 'l', '\r', '\n', 0x1a, 0, 0, 0};
    size_t at;
    for (at = 0; at + sizeof(ferz_seal) <= size; at += 8)
        if (memcmp(file + at, magic, sizeof magic) == 0) return at;
    return size;
}

/* The checksum of a file, with zeros in eight bytes of it: a word is xor-ed in, multiplied, and turned. */
static inline uint64_t ferz_checksum_(const uint8_t *file, size_t size, size_t zeros) {
    uint64_t sum = size;
    size_t at;
    for (at = 0; at < size; at += 8) {
        uint64_t word = 0;
        if (at != zeros) memcpy(&word, file + at, size - at < 8 ? size - at : 8);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum = sum << 29 | sum >> 35;
    }
    return sum;
}

/*
 * Looks at the bytes of a library's file: whether it is one, whole and undamaged, and can run here. To be asked before
 * it is loaded, for nothing of it is executed. `seal` may be NULL; it is written if the library could be used.
 */
static inline ferz_code ferz_check_file(const void *bytes, size_t size, ferz_seal *seal, ferz_error *error) {
    const uint8_t *file = (const uint8_t *)bytes;
    ferz_seal found;
    size_t at;
    if (file == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the bytes of the file are missing; read it first");
    at = ferz_find_seal_(file, size);
    if (at == size)
        return ferz_fail_(
            error, FERZ_NO_LIBRARY,
            "it is no library that Ferz has built, or it has lost its seal; name a file that `ferz build` has made");
    memcpy(&found, file + at, sizeof found);
    if (found.abi != FERZ_ABI)
        return ferz_fail_(
            error, FERZ_VERSION,
            "it has version %u of the interface, and this program has version %u; build both with one Ferz",
            (unsigned)found.abi, (unsigned)FERZ_ABI);
    if (size < found.file_bytes)
        return ferz_fail_(error, FERZ_DAMAGED, "it has %lu bytes, of %lu: its end is missing; copy or build it again",
                          (unsigned long)size, (unsigned long)found.file_bytes);
    if (size > found.file_bytes || ferz_checksum_(file, size, at + offsetof(ferz_seal, checksum)) != found.checksum)
        return ferz_fail_(error, FERZ_DAMAGED,
                          "it was changed after it was built, or has been damaged; copy or build it again");
    if (found.machine != FERZ_MACHINE_)
        return ferz_fail_(
            error, FERZ_MACHINE,
            "it is for machine %u (by ELF's number), and this is %u; build it for this one, with `--target`",
            (unsigned)found.machine, FERZ_MACHINE_);
    if ((found.features & ~ferz_processor_()) != 0)
        return ferz_fail_(error, FERZ_PROCESSOR,
                          "it needs a processor that can do more than this one, as far as can be told; build it with "
                          "`--cpu baseline`");
    if (seal != NULL) *seal = found;
    return FERZ_OK;
}

/*
 * Looks at a table. `seal` is that of the file, from ferz_check_file, or NULL: a system that still has an older file
 * loaded under the same path gives out that.
 */
static inline ferz_code ferz_check_table(const ferz_table *table, const ferz_seal *seal, ferz_error *error) {
    static const uint8_t magic[16] = {0x89, 'F', 'e', 'r', 'z', ' ',  'l',  'i',
                                      'b',  'r', 'a', 'r', 'y', '\r', '\n', 0x1a};
    uint64_t words;
    if (table == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "there is no table; look up the symbol `ferz_variant` of a library");
    if (memcmp(table->magic, magic, sizeof magic) != 0)
        return ferz_fail_(error, FERZ_NO_LIBRARY, "this is no table; look up the symbol `ferz_variant` of a library");
    if (table->abi != FERZ_ABI || table->bytes < sizeof *table)
        return ferz_fail_(
            error, FERZ_VERSION,
            "the library has version %u of the interface, and this program has version %u; build both with one Ferz",
            (unsigned)table->abi, (unsigned)FERZ_ABI);
    words = 2 * (uint64_t)table->shape.kinds + 2;
    if (table->width < 1 || table->width > 16 || table->height < 1 || table->height > 16 || table->shape.kinds > 127 ||
        (table->shape.words != 1 && table->shape.words != 2 && table->shape.words != 4) ||
        table->width * table->height > 64 * table->shape.words || table->kind_count != table->shape.kinds ||
        table->shape.position_bytes < sizeof(ferz_state) + 8 * words * table->shape.words)
        return ferz_fail_(error, FERZ_DAMAGED, "the table contradicts itself; copy or build the library again");
    if (seal != NULL && memcmp(table->seal, seal, sizeof *seal) != 0)
        return ferz_fail_(
            error, FERZ_DAMAGED,
            "another file than the one on disk is loaded under this path; close it first, or rename the new one");
    return FERZ_OK;
}

/* Bytes of memory to work in, for counts of up to `plies` plies. Everything else needs no more than for one. */
static inline size_t ferz_scratch_bytes(const ferz_table *table, uint32_t plies) {
    if (table == NULL) return 0;
    return (size_t)(table->shape.scratch_bytes + table->shape.scratch_ply_bytes * (plies > 0 ? plies : 1));
}

/*
 * Makes an engine of a table and of memory to work in: ferz_scratch_bytes of it, aligned to 16 as that of malloc is.
 * Both must stay as long as the engine is used, by one thread at a time.
 */
static inline ferz_code ferz_open(ferz_engine *engine, const ferz_table *table, void *scratch, size_t bytes,
                                  ferz_error *error) {
    ferz_code code = ferz_check_table(table, NULL, error);
    if (code != FERZ_OK) return code;
    if (engine == NULL || scratch == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the engine or its memory is NULL; has malloc been asked?");
    if ((uintptr_t)scratch % 16 != 0)
        return ferz_fail_(error, FERZ_MEMORY, "the memory to work in is not aligned to 16 bytes; take it from malloc");
    if (bytes < ferz_scratch_bytes(table, 1))
        return ferz_fail_(error, FERZ_MEMORY,
                          "%lu bytes of memory to work in are too few, of %lu; ask ferz_scratch_bytes",
                          (unsigned long)bytes, (unsigned long)ferz_scratch_bytes(table, 1));
    engine->table = table;
    engine->scratch = (uint8_t *)scratch;
    engine->scratch_bytes = bytes;
    return FERZ_OK;
}

/* ---- 4. Squares and letters ------------------------------------------------------------------------------------- */

static inline int ferz_has_(const uint64_t *set, size_t square) { return (int)(set[square / 64] >> (square % 64) & 1); }

static inline void ferz_add_(uint64_t *set, size_t square) { set[square / 64] |= UINT64_C(1) << (square % 64); }

static inline int ferz_is_empty_(const uint64_t *set) { return (set[0] | set[1] | set[2] | set[3]) == 0; }

static inline size_t ferz_squares_(const ferz_table *table) { return (size_t)table->width * table->height; }

static inline size_t ferz_kind_of_(uint8_t man) { return (size_t)(man - 1) / 2; }

static inline unsigned ferz_side_of_(uint8_t man) { return (man - 1u) % 2; }

static inline uint8_t ferz_code_of_(size_t kind, unsigned side) { return (uint8_t)(1 + 2 * kind + side); }

static inline const char *ferz_side_name_(unsigned side) { return side == 0 ? "White" : "Black"; }

/* Writes the name of a square, such as "e4" or "p16", into four bytes at least; an empty one if the board has no such
 * square. */
static inline char *ferz_square_name(const ferz_table *table, unsigned square, char *name) {
    if (square >= ferz_squares_(table))
        name[0] = '\0';
    else
        snprintf(name, 4, "%c%u", (int)('a' + square % table->width), (square / table->width + 1) % 100);
    return name;
}

/* The square that a part of a text starts with, and how many bytes of it that takes; 0 if it starts with none. */
static inline size_t ferz_leading_square_(const ferz_table *table, ferz_part_ part, uint8_t *square) {
    size_t digits = 0, found;
    unsigned file = (unsigned char)ferz_char_(part, 0);
    long rank;
    if (!ferz_is_lower_(ferz_char_(part, 0))) return 0;
    file -= 'a';
    while (ferz_is_digit_(ferz_char_(part, 1 + digits))) digits++;
    rank = ferz_number_(ferz_first_(ferz_from_(part, 1), digits), (long)table->height);
    if (rank < 1 || ferz_char_(part, 1) == '0' || file >= table->width) return 0;
    found = ((size_t)rank - 1) * table->width + file;
    if (ferz_has_(table->holes, found)) return 0;
    *square = (uint8_t)found;
    return 1 + digits;
}

/* The square with this name. */
static inline ferz_code ferz_read_square(const ferz_table *table, const char *name, uint8_t *square,
                                         ferz_error *error) {
    ferz_part_ part;
    uint8_t found = 0;
    if (table == NULL || name == NULL || square == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the table, the name or the place for the square is NULL");
    part = ferz_whole_(name);
    if (part.count == 0 || ferz_leading_square_(table, part, &found) != part.count)
        return ferz_fail_at_(error, FERZ_ARGUMENT, 0, part.count,
                             "`%.*s%s` is not a square of this board; write a file a-%c and a rank 1-%u",
                             FERZ_QUOTE_(part), (int)('a' + table->width - 1), (unsigned)table->height);
    *square = found;
    return FERZ_OK;
}

/* What stands for a man in a FEN, by his code; "." for an empty square, "?" if there is no such man. */
static inline const char *ferz_letter(const ferz_table *table, uint8_t man) {
    const char *letter = NULL;
    if (man == 0) return ".";
    if (ferz_kind_of_(man) < table->kind_count) letter = table->kinds[ferz_kind_of_(man)].letters[ferz_side_of_(man)];
    return letter != NULL ? letter : "?";
}

/* How many bytes of a part a letter with its plus and its mark takes, whether or not a man has it. */
static inline size_t ferz_leading_letter_(ferz_part_ part) {
    size_t plus = ferz_char_(part, 0) == '+';
    char letter = ferz_char_(part, plus), mark = ferz_char_(part, plus + 1);
    if (!ferz_is_lower_(letter) && !ferz_is_upper_(letter)) return 0;
    return plus + 1 + (mark == '\'' || mark == '!' || mark == '~');
}

static inline unsigned ferz_side_of_letter_(ferz_part_ letter) {
    size_t i;
    for (i = 0; i < letter.count; i++)
        if (ferz_is_lower_(ferz_char_(letter, i))) return 1;
    return 0;
}

/* The man that a letter stands for; 0 if none. */
static inline uint8_t ferz_man_of_(const ferz_table *table, ferz_part_ letter) {
    unsigned side = ferz_side_of_letter_(letter);
    size_t kind;
    for (kind = 0; kind < table->kind_count; kind++) {
        const char *own = table->kinds[kind].letters[side];
        if (own != NULL && ferz_says_(letter, own)) return ferz_code_of_(kind, side);
    }
    return 0;
}

/* ---- 5. Positions ----------------------------------------------------------------------------------------------- */

/*
 * A position: ferz_position_bytes of memory, aligned to 8 as that of malloc is. It has no pointers in it, so that
 * positions may be copied, compared and stored as bytes; to take a move back is to have kept a copy.
 */
typedef struct ferz_position ferz_position;

static inline size_t ferz_position_bytes(const ferz_table *table) {
    return table == NULL ? 0 : (size_t)table->shape.position_bytes;
}

/* What stands where, and whose turn it is. */
static inline const ferz_state *ferz_state_of(const ferz_position *position) {
    return (const ferz_state *)(const void *)position;
}

static inline uint64_t *ferz_words_(ferz_position *position) { return (uint64_t *)(void *)position; }

static inline const uint64_t *ferz_const_words_(const ferz_position *position) {
    return (const uint64_t *)(const void *)position;
}

/* Where sets of squares begin, in words: behind the state. */
#define FERZ_STATE_WORDS_ (sizeof(ferz_state) / 8)

static inline ferz_code ferz_check_memory_(const ferz_engine *engine, const ferz_position *position,
                                           ferz_error *error) {
    if (engine == NULL || engine->table == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the engine is NULL, or was not opened; call ferz_open first");
    if (position == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT,
                          "the position is NULL; ferz_position_bytes says how much memory it takes");
    if ((uintptr_t)position % 8 != 0)
        return ferz_fail_(error, FERZ_MEMORY, "the position is not aligned to 8 bytes; take its memory from malloc");
    return FERZ_OK;
}

/* Whether a state is one of this variant, as far as generated code relies on it. */
static inline ferz_code ferz_check_state_(const ferz_table *table, const ferz_state *state, ferz_error *error) {
    size_t square;
    const char *help = "take positions from ferz_start, ferz_read_fen, ferz_load or ferz_make";
    if (state->side > 1)
        return ferz_fail_(error, FERZ_POSITION, "%u is to move, which is no side; %s", (unsigned)state->side, help);
    for (square = 0; square < 256; square++) {
        unsigned man = state->cells[square];
        int is_cell = square < ferz_squares_(table) && !ferz_has_(table->holes, square);
        if (man > 2 * table->shape.kinds || (man != 0 && !is_cell))
            return ferz_fail_(error, FERZ_POSITION, "man %u cannot stand on square %u of this board; %s", man,
                              (unsigned)square, help);
    }
    if (!ferz_is_empty_(state->ep) && state->ep_victim >= ferz_squares_(table))
        return ferz_fail_(error, FERZ_POSITION, "nobody stands where a man could be taken en passant; %s", help);
    return FERZ_OK;
}

/* Whether the sets behind the state say what it says. */
static inline int ferz_agrees_(const ferz_table *table, const ferz_position *position) {
    const ferz_state *state = ferz_state_of(position);
    const uint64_t *sets = ferz_const_words_(position) + FERZ_STATE_WORDS_;
    size_t words = table->shape.words, count = (table->shape.position_bytes - sizeof(ferz_state)) / 8, i, square,
           men = 0;
    for (square = 0; square < ferz_squares_(table); square++) {
        uint8_t man = state->cells[square];
        if (man == 0) continue;
        if (!ferz_has_(sets + ferz_side_of_(man) * words, square) || !ferz_has_(sets + (1u + man) * words, square))
            return 0;
        men++;
    }
    /* Every man is where he should be, twice; then there must be no more. */
    men *= 2;
    for (i = 0; i < count; i++) {
        uint64_t set;
        for (set = sets[i]; set != 0; set &= set - 1)
            if (men-- == 0) return 0;
    }
    return 1;
}

static inline ferz_code ferz_check_(const ferz_engine *engine, const ferz_position *position, ferz_error *error) {
    ferz_code code = ferz_check_memory_(engine, position, error);
    if (code == FERZ_OK) code = ferz_check_state_(engine->table, ferz_state_of(position), error);
    if (code == FERZ_OK && !ferz_agrees_(engine->table, position))
        code = ferz_fail_(
            error, FERZ_POSITION,
            "it is no position of this variant; take positions from ferz_start, ferz_read_fen, ferz_load or ferz_make");
    return code;
}

/*
 * Makes a position of a state. Squares open to en passant where nobody could take are dropped.
 */
static inline ferz_code ferz_load(const ferz_engine *engine, const ferz_state *state, ferz_position *position,
                                  ferz_error *error) {
    const ferz_table *table;
    ferz_state own;
    size_t square;
    uint64_t *sets;
    ferz_code code = ferz_check_memory_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (state == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the state is NULL; ferz_read_fen makes positions of text");
    table = engine->table;
    code = ferz_check_state_(table, state, error);
    if (code != FERZ_OK) return code;
    own = *state;
    sets = ferz_words_(position) + FERZ_STATE_WORDS_;
    memset(position, 0, (size_t)table->shape.position_bytes);
    memcpy(position, &own, sizeof own);
    for (square = 0; square < ferz_squares_(table); square++) {
        uint8_t man = own.cells[square];
        if (man == 0) continue;
        ferz_add_(sets + ferz_side_of_(man) * table->shape.words, square);
        ferz_add_(sets + (1u + man) * table->shape.words, square);
    }
    table->sides[own.side].settle(ferz_words_(position));
    return FERZ_OK;
}

/* Copies a position. */
static inline void ferz_copy(const ferz_table *table, const ferz_position *position, ferz_position *copy) {
    memmove(copy, position, ferz_position_bytes(table));
}

static inline uint64_t ferz_mix_(uint64_t x) {
    x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ (x >> 32);
}

/* The key of a state with other numbers in place of its own. */
static inline uint64_t ferz_key_of_(const ferz_state *state, const uint8_t *vars, uint64_t seed) {
    uint64_t key = ferz_mix_(seed), place;
    for (place = 0; place < FERZ_STATE_WORDS_; place++) {
        size_t at = (size_t)place * 8;
        uint64_t word;
        if (at == 0) /* Clock and number do not count. */
            word = state->side | (uint64_t)state->reserved << 8 | (uint64_t)state->ep_victim << 48;
        else if (at >= offsetof(ferz_state, vars) && at < offsetof(ferz_state, cells))
            word = ferz_word_(vars + (at - offsetof(ferz_state, vars)));
        else
            word = ferz_word_((const uint8_t *)state + at);
        if (word != 0) key += ferz_mix_(word ^ UINT64_C(0x9e3779b97f4a7c15) * (place + 1));
    }
    return key;
}

/*
 * A key for tables of positions: the same for the same position, and for two others as good as never. The quiet clock
 * and the number of the move do not count. Where they or a depth matter, put them into `seed`, which is 0 otherwise.
 * The same in every program that uses Ferz.
 */
static inline uint64_t ferz_key(const ferz_position *position, uint64_t seed) {
    const ferz_state *state = ferz_state_of(position);
    return ferz_key_of_(state, state->vars, seed);
}

/* A key of what counts for repetition: besides clock and number, what is remembered of the move before does not either.
 */
static inline uint64_t ferz_repetition_key(const ferz_table *table, const ferz_position *position) {
    const ferz_state *state = ferz_state_of(position);
    uint8_t vars[64];
    uint64_t i;
    unsigned side;
    memset(vars, 0, sizeof vars);
    for (side = 0; side < 2; side++) {
        for (i = 0; i < table->hand_count; i++) {
            uint8_t var = table->hand[i].vars[side];
            vars[var % 64] = state->vars[var % 64];
        }
        for (i = 0; i < table->counter_count; i++) {
            uint8_t var = table->counters[i].vars[side];
            vars[var % 64] = state->vars[var % 64];
        }
    }
    return ferz_key_of_(state, vars, 0);
}

/* ---- 6. FEN ----------------------------------------------------------------------------------------------------- */

/*
 * Board, side to move, castling, en passant, counters (where the game has some), quiet clock, number of the move. Where
 * men can be in hand, they stand in brackets right behind the board, or in a field of their own. Fields may be missing
 * from the end.
 */

/* A FEN that is being read, and where to. */
typedef struct ferz_reader_ {
    const ferz_table *table;
    ferz_state *state;
    ferz_error *error;
    const char *field; /* what is being read, for messages */
} ferz_reader_;

#define ferz_wrong_(reader, part, ...) \
    ferz_fail_in_((reader)->error, FERZ_FEN, (reader)->field, (part).start, (part).start + (part).count, __VA_ARGS__)

/* The same blanks as in Rust's `split_ascii_whitespace`. */
static inline int ferz_is_blank_(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

/* Takes the next field off the rest of a text; one of no bytes is none. */
static inline ferz_part_ ferz_field_(ferz_part_ *rest) {
    ferz_part_ field;
    while (rest->count > 0 && ferz_is_blank_(ferz_char_(*rest, 0))) *rest = ferz_from_(*rest, 1);
    field = ferz_first_(*rest, 0);
    while (field.count < rest->count && !ferz_is_blank_(ferz_char_(*rest, field.count))) field.count++;
    *rest = ferz_from_(*rest, field.count);
    return field;
}

/* The letters of one side, for messages. */
static inline void ferz_put_letters_(ferz_text_ *text, const ferz_table *table, unsigned side) {
    size_t kind;
    for (kind = 0; kind < table->kind_count; kind++) {
        const char *letter = table->kinds[kind].letters[side];
        if (letter == NULL) continue;
        ferz_put_between_(text, " ");
        ferz_put_(text, letter);
    }
}

/* A letter that no man of its side has, and perhaps another way to write it that some man has. */
static inline ferz_code ferz_unknown_letter_(ferz_reader_ *r, ferz_part_ letter) {
    unsigned side = ferz_side_of_letter_(letter);
    char bare = ferz_char_(letter, ferz_char_(letter, 0) == '+'), other[2] = {0, 0}, help[24] = "", known[160];
    ferz_text_ letters = ferz_text_at_(known, sizeof known);
    int swapped;
    for (swapped = 0; swapped < 2 && help[0] == '\0'; swapped++) {
        other[0] = !swapped ? bare : side == 0 ? ferz_lower_(bare) : ferz_upper_(bare);
        if (!ferz_says_(letter, other) && ferz_man_of_(r->table, ferz_whole_(other)) != 0)
            snprintf(help, sizeof help, "did you mean `%s`? ", other);
    }
    ferz_put_letters_(&letters, r->table, side);
    return ferz_wrong_(r, letter, "no man of %s has the letter `%.*s%s`; %sits letters are %s", ferz_side_name_(side),
                       FERZ_QUOTE_(letter), help, known);
}

/* One rank of the board, the `y`th from below. */
static inline ferz_code ferz_read_rank_(ferz_reader_ *r, ferz_part_ rank, size_t y) {
    size_t width = r->table->width, x = 0;
    char name[4];
    ferz_part_ rest = rank, what;
    while (rest.count > 0) {
        char first = ferz_char_(rest, 0);
        size_t square = y * width + x, letter = ferz_leading_letter_(rest);
        int is_hole = x < width && ferz_has_(r->table->holes, square);
        what = ferz_first_(rest, letter > 0 ? letter : ferz_char_bytes_(rest));
        if (ferz_is_digit_(first)) {
            /* Digits side by side are one number on every board. */
            long gap;
            for (what.count = 0; ferz_is_digit_(ferz_char_(rest, what.count)); what.count++) continue;
            gap = ferz_number_(what, (long)width);
            if (gap == 0)
                return ferz_wrong_(r, what, "a gap of no squares; a gap is a number from 1 to the number of files");
            if (gap < 0)
                return ferz_wrong_(
                    r, what,
                    "a gap of %.*s%s squares in rank %u, which has %u; gaps side by side are added up into one number",
                    FERZ_QUOTE_(what), (unsigned)y + 1, (unsigned)width);
            x += (size_t)gap;
        } else if (first == '*') {
            if (x < width && !is_hole)
                return ferz_wrong_(r, what, "%s is a cell of the board, not a hole; write a letter or a gap",
                                   ferz_square_name(r->table, (unsigned)square, name));
            x++;
        } else if (letter > 0) {
            uint8_t man = ferz_man_of_(r->table, what);
            if (man == 0) return ferz_unknown_letter_(r, what);
            if (is_hole)
                return ferz_wrong_(
                    r, what,
                    "%s is a hole of the board, no man can stand there; write `*` for it, or count it into a gap",
                    ferz_square_name(r->table, (unsigned)square, name));
            if (x < width) r->state->cells[square] = man;
            x++;
        } else
            return ferz_wrong_(r, what,
                               "`%.*s%s` means nothing here; a rank is made of letters, gaps (numbers), `*` for holes, "
                               "and ends with `/`",
                               FERZ_QUOTE_(what));
        rest = ferz_from_(rest, what.count);
    }
    if (x < width)
        return ferz_wrong_(r, rank, "rank %u has %u files, the board has %u; %u more to go: is a man or a gap missing?",
                           (unsigned)y + 1, (unsigned)x, (unsigned)width, (unsigned)(width - x));
    if (x > width)
        return ferz_wrong_(r, rank, "rank %u has %u files, the board has %u; %u too many", (unsigned)y + 1, (unsigned)x,
                           (unsigned)width, (unsigned)(x - width));
    return FERZ_OK;
}

/* The row of a kind that can be in hand; NULL if it cannot. */
static inline const ferz_hand *ferz_hand_of_(const ferz_table *table, size_t kind) {
    uint64_t i;
    for (i = 0; i < table->hand_count; i++)
        if (table->hand[i].kind == kind) return &table->hand[i];
    return NULL;
}

/* Reads `[PPn]`; `[]` and `[-]` are empty hands. */
static inline ferz_code ferz_read_hands_(ferz_reader_ *r, ferz_part_ field) {
    const ferz_table *table = r->table;
    ferz_part_ rest = field;
    uint64_t i;
    r->field = "the hands";
    if (field.count < 2 || ferz_char_(field, 0) != '[' || ferz_char_(field, field.count - 1) != ']')
        return ferz_wrong_(r, field, "the bracket is not closed; write `[]` for empty hands, or leave it out");
    for (i = 0; i < table->hand_count; i++)
        r->state->vars[table->hand[i].vars[0]] = r->state->vars[table->hand[i].vars[1]] = 0;
    rest = ferz_first_(ferz_from_(field, 1), field.count - 2);
    if (ferz_says_(rest, "-")) rest.count = 0;
    if (rest.count > 0 && table->hand_count == 0)
        return ferz_wrong_(r, field, "this game has no men in hand; leave the brackets out, or empty");
    while (rest.count > 0) {
        size_t bytes = ferz_leading_letter_(rest);
        ferz_part_ letter = ferz_first_(rest, bytes > 0 ? bytes : ferz_char_bytes_(rest));
        uint8_t man = ferz_man_of_(table, letter), *held;
        const ferz_hand *hand = man == 0 ? NULL : ferz_hand_of_(table, ferz_kind_of_(man));
        if (hand == NULL) {
            unsigned side = ferz_side_of_letter_(letter);
            char known[120];
            ferz_text_ letters = ferz_text_at_(known, sizeof known);
            for (i = 0; i < table->hand_count; i++) {
                const char *own = table->kinds[table->hand[i].kind].letters[side];
                if (own == NULL) continue;
                ferz_put_between_(&letters, " ");
                ferz_put_(&letters, own);
            }
            return ferz_wrong_(r, letter,
                               "%s can have no `%.*s%s` in hand; write `[]` for empty hands, or letters of %s",
                               ferz_side_name_(side), FERZ_QUOTE_(letter), known);
        }
        held = &r->state->vars[hand->vars[ferz_side_of_(man)]];
        if (*held == 255)
            return ferz_wrong_(r, letter, "there are more than 255 `%.*s%s` in one hand; take some out",
                               FERZ_QUOTE_(letter));
        ++*held;
        rest = ferz_from_(rest, letter.count);
    }
    return FERZ_OK;
}

/* The first field: the men, rank by rank from the top, and perhaps the hands. */
static inline ferz_code ferz_read_board_(ferz_reader_ *r, ferz_part_ field) {
    size_t end, i, ranks = 1, y = r->table->height;
    ferz_part_ men, rank;
    ferz_code code;
    r->field = "the board";
    (void)ferz_find_(field, '[', &end);
    men = ferz_first_(field, end);
    for (i = 0; i < men.count; i++) ranks += ferz_char_(men, i) == '/';
    if (ranks != y)
        return ferz_wrong_(r, men, "it has %u ranks, the board has %u; %s", (unsigned)ranks, (unsigned)y,
                           ranks < y ? "add the missing ranks, an empty one as its number of files"
                                     : "leave out a rank, or look for a `/` too many");
    while (y-- > 0) {
        size_t count;
        (void)ferz_find_(men, '/', &count);
        rank = ferz_first_(men, count);
        code = ferz_read_rank_(r, rank, y);
        if (code != FERZ_OK) return code;
        men = ferz_from_(men, count < men.count ? count + 1 : count);
    }
    return end == field.count ? FERZ_OK : ferz_read_hands_(r, ferz_from_(field, end));
}

static inline int ferz_castles_at_home_(const ferz_castling *c, const ferz_state *state) {
    return state->cells[c->king_from] == ferz_code_of_(c->king, c->side) &&
           state->cells[c->partner_from] == ferz_code_of_(c->partner, c->side);
}

/* Without a castling field, men on their home squares count as unmoved. */
static inline void ferz_assume_rights_(const ferz_table *table, ferz_state *state) {
    uint64_t i;
    size_t square;
    for (i = 0; i < table->castling_count; i++)
        if (ferz_castles_at_home_(&table->castlings[i], state))
            ferz_add_(state->rights, table->castlings[i].partner_from);
    for (i = 0; i < table->unmoved_count; i++)
        for (square = 0; square < ferz_squares_(table); square++)
            if (ferz_has_(table->unmoved[i].homes, square) && state->cells[square] == table->unmoved[i].code)
                ferz_add_(state->unmoved, square);
}

/* Whether each side has at most one partner on each wing: then `K` and `Q` say all there is to say about castling. */
static inline int ferz_wings_suffice_(const ferz_table *table) {
    uint64_t i, j;
    for (i = 0; i < table->castling_count; i++)
        for (j = 0; j < i; j++) {
            const ferz_castling *a = &table->castlings[i], *b = &table->castlings[j];
            if (a->side == b->side && a->wing == b->wing && a->partner_from != b->partner_from) return 0;
        }
    return 1;
}

/* The first castling of a side with the partner on this square; NULL if there is none. */
static inline const ferz_castling *ferz_castling_from_(const ferz_table *table, unsigned side, size_t square) {
    uint64_t i;
    for (i = 0; i < table->castling_count; i++)
        if (table->castlings[i].side == side && table->castlings[i].partner_from == square) return &table->castlings[i];
    return NULL;
}

/* The first kind of a side whose men on this square can be unmoved; NULL if there is none. */
static inline const ferz_unmoved *ferz_unmoved_on_(const ferz_table *table, unsigned side, size_t square) {
    uint64_t i;
    for (i = 0; i < table->unmoved_count; i++)
        if (ferz_side_of_(table->unmoved[i].code) == side && ferz_has_(table->unmoved[i].homes, square))
            return &table->unmoved[i];
    return NULL;
}

/* Whether a man of this side can have a right on this square. */
static inline int ferz_is_home_(const ferz_table *table, unsigned side, size_t square) {
    return ferz_castling_from_(table, side, square) != NULL || ferz_unmoved_on_(table, side, square) != NULL;
}

/* How the castling field says that the man of this side on this square has not moved. */
static inline void ferz_put_right_(ferz_text_ *text, const ferz_table *table, unsigned side, size_t square,
                                   int castles) {
    size_t width = table->width, other, on_this_file = 0;
    char letter, name[4];
    if (castles && ferz_wings_suffice_(table)) {
        const ferz_castling *castling = ferz_castling_from_(table, side, square);
        letter = castling != NULL && castling->wing == 0 ? 'k' : 'q';
    } else {
        for (other = square % width; other < ferz_squares_(table); other += width)
            on_this_file += (size_t)ferz_is_home_(table, side, other);
        if (width > 10 || on_this_file > 1) {
            ferz_put_(text, ferz_square_name(table, (unsigned)square, name));
            return;
        }
        letter = (char)('a' + square % width);
    }
    ferz_put_char_(text, side == 0 ? ferz_upper_(letter) : letter);
}

static inline void ferz_put_no_man_(ferz_text_ *text, const ferz_table *table, uint8_t man, unsigned square) {
    char name[4];
    ferz_put_(text, "no ");
    ferz_put_(text, ferz_letter(table, man));
    ferz_put_(text, " on ");
    ferz_put_(text, ferz_square_name(table, square, name));
}

/* Who is not at home for a castling. */
static inline void ferz_put_missing_(ferz_text_ *text, const ferz_table *table, const ferz_state *state,
                                     const ferz_castling *c) {
    uint8_t king = ferz_code_of_(c->king, c->side), partner = ferz_code_of_(c->partner, c->side);
    int no_king = state->cells[c->king_from] != king;
    if (no_king) ferz_put_no_man_(text, table, king, c->king_from);
    if (state->cells[c->partner_from] == partner) return;
    if (no_king) ferz_put_(text, ", ");
    ferz_put_no_man_(text, table, partner, c->partner_from);
}

/* What something in the castling field may mean: how many rights, and how many of them can be had; the first of these.
 */
typedef struct ferz_rights_ {
    size_t candidates, present;
    uint8_t square, castles, unmoved;
    ferz_text_ missing, names; /* for messages */
} ferz_rights_;

static inline void ferz_consider_(ferz_rights_ *rights, const ferz_table *table, size_t square, int castles,
                                  int unmoved) {
    char name[4];
    rights->candidates++;
    if (!castles && !unmoved) return;
    if (rights->present++ == 0) {
        rights->square = (uint8_t)square;
        rights->castles = castles != 0;
        rights->unmoved = unmoved != 0;
    }
    ferz_put_between_(&rights->names, " or ");
    ferz_put_(&rights->names, ferz_square_name(table, (unsigned)square, name));
}

/*
 * "The man of this side on this square has not moved." Where `K` and `Q` are for castling, a file or a square is about
 * the man alone, if its movement asks whether it has moved: its king may have moved all the same.
 */
static inline void ferz_consider_square_(ferz_rights_ *rights, ferz_reader_ *r, unsigned side, size_t square,
                                         int alone) {
    const ferz_table *table = r->table;
    const ferz_castling *castling = ferz_castling_from_(table, side, square);
    const ferz_unmoved *unmoved = ferz_unmoved_on_(table, side, square);
    int man_alone = alone || (unmoved != NULL && ferz_wings_suffice_(table)), castles = 0, stays = 0;
    uint64_t i;
    for (i = 0; i < table->castling_count && !man_alone; i++) {
        const ferz_castling *c = &table->castlings[i];
        castles |= c->side == side && c->partner_from == square && ferz_castles_at_home_(c, r->state);
    }
    for (i = 0; i < table->unmoved_count; i++) {
        const ferz_unmoved *u = &table->unmoved[i];
        stays |= ferz_side_of_(u->code) == side && ferz_has_(u->homes, square) && r->state->cells[square] == u->code;
    }
    if (!castles && !stays) {
        int of_castling = castling != NULL && !man_alone;
        if (!of_castling && unmoved == NULL) return;
        ferz_put_between_(&rights->missing, ", or ");
        if (of_castling)
            ferz_put_missing_(&rights->missing, table, r->state, castling);
        else
            ferz_put_no_man_(&rights->missing, table, unmoved->code, (unsigned)square);
    }
    ferz_consider_(rights, table, square, castles, stays);
}

/* `K` and `Q` mean the outermost partner on that wing that is at home with its king. */
static inline void ferz_consider_wing_(ferz_rights_ *rights, ferz_reader_ *r, unsigned side, unsigned wing) {
    const ferz_table *table = r->table;
    size_t width = table->width, step;
    uint64_t count = table->castling_count, i;
    for (step = 0; step < width; step++)
        for (i = 0; i < count; i++) {
            const ferz_castling *c = &table->castlings[wing == 0 ? count - 1 - i : i];
            size_t file = wing == 0 ? width - 1 - step : step;
            if (c->side != side || c->wing != wing || c->partner_from % width != file) continue;
            if (ferz_castles_at_home_(c, r->state)) {
                rights->candidates = rights->present = 0;
                ferz_consider_(rights, table, c->partner_from, 1, 0);
                return;
            }
            ferz_put_between_(&rights->missing, ", or ");
            ferz_put_missing_(&rights->missing, table, r->state, c);
            rights->candidates++;
        }
}

/* Both sides may have a home on a square: then the man that stands there tells. */
static inline void ferz_consider_either_(ferz_rights_ *rights, ferz_reader_ *r, size_t square, int alone) {
    ferz_rights_ black = *rights;
    char missing[80];
    black.missing = ferz_text_at_(missing, sizeof missing);
    black.names = ferz_text_at_(NULL, 0);
    ferz_consider_square_(rights, r, 0, square, alone);
    ferz_consider_square_(&black, r, 1, square, alone);
    if (rights->present == 0 && (black.present > 0 || rights->candidates == 0)) {
        black.names = rights->names;
        rights->missing.length = 0;
        ferz_put_(&rights->missing, missing);
        black.missing = rights->missing;
        *rights = black;
    }
}

static inline void ferz_consider_letter_(ferz_rights_ *rights, ferz_reader_ *r, char letter, int alone) {
    unsigned side = ferz_is_lower_(letter) ? 1 : 0;
    char low = ferz_lower_(letter);
    size_t square;
    if (!alone && (low == 'k' || low == 'q'))
        ferz_consider_wing_(rights, r, side, low == 'q' ? 1 : 0);
    else if (ferz_is_lower_(low) && (size_t)(low - 'a') < r->table->width)
        for (square = (size_t)(low - 'a'); square < ferz_squares_(r->table); square += r->table->width)
            if (ferz_is_home_(r->table, side, square)) ferz_consider_square_(rights, r, side, square, alone);
}

/* Everything the castling field can say, for messages. */
static inline void ferz_put_known_rights_(ferz_text_ *text, const ferz_table *table) {
    unsigned side;
    size_t square;
    for (side = 0; side < 2; side++)
        for (square = 0; square < ferz_squares_(table); square++)
            if (ferz_is_home_(table, side, square)) {
                ferz_put_between_(text, " ");
                ferz_put_char_(text, '`');
                ferz_put_right_(text, table, side, square, ferz_castling_from_(table, side, square) != NULL);
                ferz_put_char_(text, '`');
            }
}

/* Reads `KQkq`, `ABHIabhi` or squares; behind a `-`, they are men alone, whose castling is gone. */
static inline ferz_code ferz_read_rights_(ferz_reader_ *r, ferz_part_ field) {
    ferz_part_ rest = field, what;
    int alone = 0;
    r->field = "the castling field";
    while (rest.count > 0) {
        char missing[160], names[60], known[160], low[8];
        ferz_rights_ rights;
        uint8_t square = 0;
        size_t bytes, i;
        if (ferz_char_(rest, 0) == '-' && !alone) {
            alone = 1;
            rest = ferz_from_(rest, 1);
            continue;
        }
        memset(&rights, 0, sizeof rights);
        rights.missing = ferz_text_at_(missing, sizeof missing);
        rights.names = ferz_text_at_(names, sizeof names);
        /* Digits behind the letter: the name of a square. No such name is longer than three bytes. */
        for (i = 0; i < 7; i++) low[i] = ferz_lower_(ferz_char_(rest, i));
        low[7] = '\0';
        bytes = ferz_leading_square_(r->table, ferz_whole_(low), &square);
        what = ferz_first_(rest, bytes > 0 ? bytes : ferz_char_bytes_(rest));
        if (bytes > 0)
            ferz_consider_either_(&rights, r, square, alone);
        else
            ferz_consider_letter_(&rights, r, ferz_char_(rest, 0), alone);
        if (rights.candidates == 0) {
            ferz_text_ all = ferz_text_at_(known, sizeof known);
            ferz_put_known_rights_(&all, r->table);
            if (all.length == 0)
                return ferz_wrong_(r, what,
                                   "`%.*s%s` is no castling right here; this game has no such rights: write `-`",
                                   FERZ_QUOTE_(what));
            return ferz_wrong_(r, what, "`%.*s%s` is no castling right here; write `-` for none, or any of %s",
                               FERZ_QUOTE_(what), known);
        }
        if (rights.present == 0)
            return ferz_wrong_(r, what,
                               "the men that `%.*s%s` is about are not at home: %s; leave it out, or put the men back",
                               FERZ_QUOTE_(what), missing);
        if (rights.present > 1)
            return ferz_wrong_(r, what, "`%.*s%s` could mean %s; write the square instead", FERZ_QUOTE_(what), names);
        if (rights.castles) ferz_add_(r->state->rights, rights.square);
        if (rights.unmoved) ferz_add_(r->state->unmoved, rights.square);
        rest = ferz_from_(rest, what.count);
    }
    return FERZ_OK;
}

/* The square some files and ranks away; -1 if the board has none. */
static inline int ferz_shifted_(const ferz_table *table, uint8_t square, int files, int ranks) {
    int width = (int)table->width, x = square % width + files, y = square / width + ranks;
    return x >= 0 && x < width && y >= 0 && y < (int)table->height ? y * width + x : -1;
}

/*
 * Where a move lands, made some files and ranks away, if it can have been the last one: its man stands there, the
 * squares passed are empty, and those of the field are among them; with `left`, so is its start. -1 if not.
 */
static inline int ferz_landing_(const ferz_table *table, const ferz_state *state, const ferz_marking *m, int files,
                                int ranks, int left) {
    int to = ferz_shifted_(table, m->to, files, ranks), from = ferz_shifted_(table, m->from, files, ranks);
    uint64_t passed[4] = {0, 0, 0, 0};
    uint32_t i;
    if (to < 0 || state->cells[to] != m->code) return -1;
    for (i = 0; i < m->count; i++) {
        int square = ferz_shifted_(table, m->passed[i], files, ranks);
        if (square < 0 || state->cells[square] != 0) return -1;
        ferz_add_(passed, (size_t)square);
    }
    if (left && from >= 0 && state->cells[from] != 0) return -1;
    for (i = 0; i < 4; i++)
        if ((state->ep[i] & ~passed[i]) != 0) return -1;
    return to;
}

/*
 * Where the man stands that has just passed the squares open to en passant; -1 if nobody can have. Best is one that can
 * have come from where the rules let such a move start. Failing this, a man that could have made such a move from
 * anywhere will do; and where rules put men on the board, its start need not be empty.
 */
static inline int ferz_victim_(const ferz_table *table, const ferz_state *state) {
    int way, first = 0, width = (int)table->width, found;
    uint64_t i;
    while (first < 255 && !ferz_has_(state->ep, (size_t)first)) first++;
    for (way = 0; way < 3; way++)
        for (i = 0; i < table->marking_count; i++) {
            const ferz_marking *m = &table->markings[i];
            uint32_t p, shifts = way == 1 ? m->count : 1;
            if (ferz_side_of_(m->code) == state->side) continue;
            for (p = 0; p < shifts; p++) {
                int from = way == 1 ? m->passed[p] : first;
                found =
                    ferz_landing_(table, state, m, first % width - from % width, first / width - from / width, way < 2);
                if (found >= 0) return found;
            }
        }
    return -1;
}

/* The squares open to en passant, with something between them. */
static inline void ferz_put_passed_(ferz_text_ *text, const ferz_table *table, const uint64_t *set,
                                    const char *separator) {
    unsigned square;
    char name[4];
    for (square = 0; square < ferz_squares_(table); square++)
        if (ferz_has_(set, square)) {
            ferz_put_between_(text, separator);
            ferz_put_(text, ferz_square_name(table, square, name));
        }
}

/* Reads the squares passed by the last move; behind an `x`, where the man stands that passed. */
static inline ferz_code ferz_read_en_passant_(ferz_reader_ *r, ferz_part_ field) {
    ferz_state *state = r->state;
    ferz_part_ rest = field;
    int victim;
    char known[80];
    ferz_text_ squares = ferz_text_at_(known, sizeof known);
    r->field = "the en passant field";
    if (ferz_says_(field, "-")) return FERZ_OK;
    while (rest.count > 0 && (ferz_char_(rest, 0) != 'x' || ferz_is_empty_(state->ep))) {
        uint8_t square = 0;
        size_t bytes = ferz_leading_square_(r->table, rest, &square);
        if (bytes == 0)
            return ferz_wrong_(r, rest,
                               "`%.*s%s` is not a square of this board; write `-`, or a file a-%c and a rank 1-%u",
                               FERZ_QUOTE_(rest), (int)('a' + r->table->width - 1), (unsigned)r->table->height);
        ferz_add_(state->ep, square);
        rest = ferz_from_(rest, bytes);
    }
    if (rest.count > 0) {
        uint8_t square = 0, man = 0;
        rest = ferz_from_(rest, 1);
        if (rest.count > 0 && ferz_leading_square_(r->table, rest, &square) == rest.count) man = state->cells[square];
        victim = man != 0 && ferz_side_of_(man) != state->side ? square : -1;
    } else
        victim = ferz_victim_(r->table, state);
    if (victim < 0) {
        ferz_put_passed_(&squares, r->table, state->ep, " and ");
        return ferz_wrong_(r, field,
                           "no man of %s can have just passed %s; write `-`, or the square that the last move passed",
                           ferz_side_name_(1u - state->side), known);
    }
    state->ep_victim = (uint16_t)victim;
    return FERZ_OK;
}

static inline int ferz_is_shared_(const ferz_counter *counter) { return counter->vars[0] == counter->vars[1]; }

/* Counters as a FEN writes them, with the numbers of a state, or with those of the start. */
static inline void ferz_put_counters_(ferz_text_ *text, const ferz_table *table, const ferz_state *state) {
    uint64_t i;
    for (i = 0; i < table->counter_count; i++) {
        const ferz_counter *counter = &table->counters[i];
        if (i > 0) ferz_put_char_(text, ',');
        if (ferz_is_shared_(counter)) ferz_put_char_(text, '=');
        ferz_put_number_(text, state != NULL ? state->vars[counter->vars[0]] : counter->start);
        if (ferz_is_shared_(counter)) continue;
        ferz_put_char_(text, '+');
        ferz_put_number_(text, state != NULL ? state->vars[counter->vars[1]] : counter->start);
    }
}

/* Whether a field is about counters: the quiet clock, which may stand in its place, is a plain number. */
static inline int ferz_is_about_counters_(const ferz_table *table, ferz_part_ field) {
    size_t at;
    return table->counter_count > 0 &&
           (ferz_find_(field, '+', &at) || ferz_find_(field, '=', &at) || ferz_find_(field, ',', &at));
}

/* Reads the numbers of one counter. */
static inline int ferz_read_counter_(ferz_state *state, const ferz_counter *counter, ferz_part_ part) {
    long white, black;
    size_t plus;
    if (ferz_is_shared_(counter)) {
        if (ferz_char_(part, 0) != '=') return 0;
        white = black = ferz_number_(ferz_from_(part, 1), 255);
    } else {
        if (!ferz_find_(part, '+', &plus)) return 0;
        white = ferz_number_(ferz_first_(part, plus), 255);
        black = ferz_number_(ferz_from_(part, plus + 1), 255);
    }
    if (white < 0 || black < 0) return 0;
    state->vars[counter->vars[0]] = (uint8_t)white;
    state->vars[counter->vars[1]] = (uint8_t)black;
    return 1;
}

/* Reads `3+3` for one of each side, `=5` for one of the whole game, several of them with commas between. */
static inline ferz_code ferz_read_counters_(ferz_reader_ *r, ferz_part_ field) {
    const ferz_table *table = r->table;
    ferz_part_ rest = field;
    char list[80], example[60];
    ferz_text_ names = ferz_text_at_(list, sizeof list), start = ferz_text_at_(example, sizeof example);
    uint64_t i;
    int more = 1, right = 1;
    r->field = "the counters";
    for (i = 0; i < table->counter_count && right; i++) {
        size_t comma;
        int found = ferz_find_(rest, ',', &comma);
        right = more && ferz_read_counter_(r->state, &table->counters[i], ferz_first_(rest, comma));
        more = found;
        rest = ferz_from_(rest, found ? comma + 1 : comma);
    }
    if (right && !more) return FERZ_OK;
    for (i = 0; i < table->counter_count; i++) {
        ferz_put_between_(&names, ", ");
        ferz_put_(&names, table->counters[i].name);
    }
    ferz_put_counters_(&start, table, NULL);
    return ferz_wrong_(r, field,
                       "`%.*s%s` is not what the counters of this game stand at (%s); at the start of the game they "
                       "are written `%s`, each number from 0 to 255",
                       FERZ_QUOTE_(field), list, example);
}

/* The quiet clock, or the number of the move. */
static inline ferz_code ferz_read_clock_(ferz_reader_ *r, ferz_part_ field, const char *which, uint16_t *clock,
                                         long least) {
    long number = ferz_number_(field, 65535);
    size_t i, at;
    int digits = 1;
    r->field = which;
    if (number >= least) {
        *clock = (uint16_t)number;
        return FERZ_OK;
    }
    for (i = 0; i < field.count; i++) digits &= ferz_is_digit_(ferz_char_(field, i)) || ferz_char_(field, i) == '+';
    if (digits && ferz_find_(field, '+', &at))
        return ferz_wrong_(r, field, "this game has no counters; leave this field out");
    return ferz_wrong_(
        r, field,
        "`%.*s%s` is not a number from %ld to 65535; write digits only, or leave this field and all behind it out",
        FERZ_QUOTE_(field), least);
}

static inline ferz_code ferz_read_fields_(ferz_reader_ *r, ferz_part_ rest) {
    const ferz_table *table = r->table;
    ferz_state *state = r->state;
    ferz_part_ all = rest, field = ferz_field_(&rest);
    ferz_code code;
    r->field = "the board";
    if (field.count == 0)
        return ferz_wrong_(
            r, all,
            "there is no text; write the %u ranks of %u files from the top, separated by `/`, then the side to move",
            (unsigned)table->height, (unsigned)table->width);
    code = ferz_read_board_(r, field);
    field = ferz_field_(&rest);
    if (code == FERZ_OK && ferz_char_(field, 0) == '[') {
        code = ferz_read_hands_(r, field);
        field = ferz_field_(&rest);
    }
    if (code != FERZ_OK) return code;
    if (field.count > 0) {
        r->field = "the side to move";
        if (!ferz_says_(field, "w") && !ferz_says_(field, "b"))
            return ferz_wrong_(r, field, "`%.*s%s` is no side; write `w` for White or `b` for Black",
                               FERZ_QUOTE_(field));
        state->side = ferz_char_(field, 0) == 'b';
    }
    field = ferz_field_(&rest);
    if (field.count > 0)
        code = ferz_read_rights_(r, field);
    else
        ferz_assume_rights_(table, state);
    field = ferz_field_(&rest);
    if (code == FERZ_OK && field.count > 0) code = ferz_read_en_passant_(r, field);
    field = ferz_field_(&rest);
    if (code == FERZ_OK && ferz_is_about_counters_(table, field)) {
        code = ferz_read_counters_(r, field);
        field = ferz_field_(&rest);
    }
    if (code == FERZ_OK && field.count > 0) code = ferz_read_clock_(r, field, "the quiet clock", &state->clock, 0);
    field = ferz_field_(&rest);
    if (code == FERZ_OK && field.count > 0) code = ferz_read_clock_(r, field, "the move number", &state->number, 1);
    field = ferz_field_(&rest);
    if (code != FERZ_OK || field.count == 0) return code;
    r->field = "the end";
    return ferz_wrong_(
        r, field, "`%.*s%s` is one field too many; %s: board, side, castling, en passant, %squiet clock, move number",
        FERZ_QUOTE_(field), table->counter_count > 0 ? "this FEN has seven fields" : "a FEN has six fields",
        table->counter_count > 0 ? "counters, " : "");
}

/* The position that a FEN describes. */
static inline ferz_code ferz_read_fen(const ferz_engine *engine, const char *text, ferz_position *position,
                                      ferz_error *error) {
    const ferz_table *table;
    ferz_state state;
    ferz_reader_ reader;
    uint64_t i;
    ferz_code code = ferz_check_memory_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (text == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the FEN is NULL; ferz_start sets up the first position");
    table = engine->table;
    memset(&state, 0, sizeof state);
    state.number = 1;
    state.ep_victim = FERZ_NO_SQUARE;
    for (i = 0; i < table->hand_count; i++) {
        state.vars[table->hand[i].vars[0]] = table->hand[i].start[0];
        state.vars[table->hand[i].vars[1]] = table->hand[i].start[1];
    }
    for (i = 0; i < table->counter_count; i++)
        state.vars[table->counters[i].vars[0]] = state.vars[table->counters[i].vars[1]] = table->counters[i].start;
    reader.table = table;
    reader.state = &state;
    reader.error = error;
    reader.field = NULL;
    code = ferz_read_fields_(&reader, ferz_whole_(text));
    return code == FERZ_OK ? ferz_load(engine, &state, position, error) : code;
}

/* The start position of a set-up: `setups[number]` of the table, 0 for the default one. */
static inline ferz_code ferz_start(const ferz_engine *engine, uint32_t number, ferz_position *position,
                                   ferz_error *error) {
    ferz_code code = ferz_check_memory_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (number >= engine->table->setup_count)
        return ferz_fail_(error, FERZ_ARGUMENT, "there is no set-up %u; the variant has %u, counted from 0",
                          (unsigned)number, (unsigned)engine->table->setup_count);
    return ferz_read_fen(engine, engine->table->setups[number].fen, position, error);
}

static inline void ferz_put_board_(ferz_text_ *text, const ferz_table *table, const ferz_state *state) {
    size_t y = table->height, x;
    while (y-- > 0) {
        unsigned gap = 0;
        for (x = 0; x <= table->width; x++) {
            size_t square = y * table->width + x;
            int hole = x < table->width && ferz_has_(table->holes, square);
            if (x < table->width && state->cells[square] == 0 && !hole) {
                gap++;
                continue;
            }
            if (gap > 0) ferz_put_number_(text, gap);
            gap = 0;
            if (x < table->width) ferz_put_(text, hole ? "*" : ferz_letter(table, state->cells[square]));
        }
        if (y > 0) ferz_put_char_(text, '/');
    }
}

/* Brackets where the game has hands, even if both are empty. */
static inline void ferz_put_hands_(ferz_text_ *text, const ferz_table *table, const ferz_state *state) {
    unsigned side, held;
    uint64_t i;
    if (table->hand_count == 0) return;
    ferz_put_char_(text, '[');
    for (side = 0; side < 2; side++)
        for (i = 0; i < table->hand_count; i++)
            for (held = state->vars[table->hand[i].vars[side]]; held > 0; held--)
                ferz_put_(text, ferz_letter(table, ferz_code_of_(table->hand[i].kind, side)));
    ferz_put_char_(text, ']');
}

/* Whether a castling of this side with the partner on this square has its men at home. */
static inline int ferz_castles_from_(const ferz_table *table, const ferz_state *state, unsigned side, size_t square) {
    uint64_t i;
    for (i = 0; i < table->castling_count; i++) {
        const ferz_castling *c = &table->castlings[i];
        if (c->side == side && c->partner_from == square && ferz_castles_at_home_(c, state)) return 1;
    }
    return 0;
}

/* The men of a side that are unmoved and no partners in castling; `apart`: those whose letter would say that they are.
 */
static inline void ferz_put_unmoved_(ferz_text_ *text, const ferz_table *table, const ferz_state *state, unsigned side,
                                     int apart) {
    int suffice = ferz_wings_suffice_(table);
    size_t s;
    for (s = 0; s < ferz_squares_(table); s++) {
        if (!ferz_has_(state->unmoved, s) || state->cells[s] == 0 || ferz_side_of_(state->cells[s]) != side ||
            !ferz_is_home_(table, side, s))
            continue;
        if (suffice ? apart : ferz_has_(state->rights, s) || ferz_castles_from_(table, state, side, s) != apart)
            continue;
        ferz_put_right_(text, table, side, s, 0);
    }
}

static inline void ferz_put_rights_(ferz_text_ *text, const ferz_table *table, const ferz_state *state) {
    size_t start = text->length, end, squares = ferz_squares_(table), i;
    unsigned side;
    for (side = 0; side < 2; side++) {
        for (i = 0; i < squares; i++) {
            /* By custom the king's wing comes first. */
            size_t s = ferz_wings_suffice_(table) ? squares - 1 - i : i;
            if (ferz_has_(state->rights, s) && state->cells[s] != 0 && ferz_side_of_(state->cells[s]) == side &&
                ferz_is_home_(table, side, s))
                ferz_put_right_(text, table, side, s, 1);
        }
        ferz_put_unmoved_(text, table, state, side, 0);
    }
    end = text->length;
    {
        ferz_text_ apart = ferz_text_at_(NULL, 0);
        for (side = 0; side < 2; side++) ferz_put_unmoved_(&apart, table, state, side, 1);
        if (end == start || apart.length > 0) ferz_put_char_(text, '-');
        for (side = 0; side < 2; side++) ferz_put_unmoved_(text, table, state, side, 1);
    }
}

/* Where the squares alone would make think of another man than the one that passed, `x` and his square follow. */
static inline void ferz_put_en_passant_(ferz_text_ *text, const ferz_table *table, const ferz_state *state) {
    char name[4];
    if (ferz_is_empty_(state->ep)) {
        ferz_put_char_(text, '-');
        return;
    }
    ferz_put_passed_(text, table, state->ep, "");
    if (ferz_victim_(table, state) == state->ep_victim) return;
    ferz_put_char_(text, 'x');
    ferz_put_(text, ferz_square_name(table, state->ep_victim, name));
}

/*
 * Writes a position as FEN. `length` (may be NULL) becomes that of the whole text, even where it finds no room in
 * `room` bytes, the zero at its end included: with `text` NULL and `room` 0 this only asks for it.
 */
static inline ferz_code ferz_write_fen(const ferz_engine *engine, const ferz_position *position, char *text,
                                       size_t room, size_t *length, ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    ferz_text_ fen = ferz_text_at_(text, room);
    const ferz_state *state;
    if (code != FERZ_OK) return code;
    state = ferz_state_of(position);
    ferz_put_board_(&fen, engine->table, state);
    ferz_put_hands_(&fen, engine->table, state);
    ferz_put_(&fen, state->side == 0 ? " w " : " b ");
    ferz_put_rights_(&fen, engine->table, state);
    ferz_put_char_(&fen, ' ');
    ferz_put_en_passant_(&fen, engine->table, state);
    if (engine->table->counter_count > 0) ferz_put_char_(&fen, ' ');
    ferz_put_counters_(&fen, engine->table, state);
    ferz_put_char_(&fen, ' ');
    ferz_put_number_(&fen, state->clock);
    ferz_put_char_(&fen, ' ');
    ferz_put_number_(&fen, state->number);
    return ferz_written_(&fen, length, error);
}

/* ---- 7. Moves --------------------------------------------------------------------------------------------------- */

/*
 * These functions look at the position they are given before they use it. A program that searches can do without: it
 * calls what the table has for the side to move, with a ferz_context of its own, and keeps to what is said there.
 */

/* What the functions of a table get. */
static inline ferz_context ferz_context_(const ferz_engine *engine, const volatile uint8_t *stop) {
    static const uint8_t never = 0;
    ferz_context context;
    context.stop = stop != NULL ? stop : &never;
    context.scratch = engine->scratch;
    context.scratch_end = engine->scratch + engine->scratch_bytes;
    context.asking = 0;
    return context;
}

static inline const ferz_entries *ferz_to_move_(const ferz_engine *engine, const ferz_position *position) {
    return &engine->table->sides[ferz_state_of(position)->side];
}

/* Lists the legal moves in scratch memory, where they stay until the library is called again. */
static inline ferz_move *ferz_list_(const ferz_engine *engine, const ferz_position *position, size_t *count) {
    ferz_context context = ferz_context_(engine, NULL);
    ferz_move *moves = (ferz_move *)(void *)engine->scratch;
    *count = (size_t)(ferz_to_move_(engine, position)->list(&context, ferz_const_words_(position), moves) - moves);
    return moves;
}

/*
 * Writes the legal moves, each once, in no particular order. `count` becomes how many there are; if there is no room
 * for all of them, none is written. There is always room for `shape.most_moves`. A position that is decided has none;
 * what has come before in the game is not known here: see ferz_outcome.
 */
static inline ferz_code ferz_list_moves(const ferz_engine *engine, const ferz_position *position, ferz_move *moves,
                                        size_t room, size_t *count, ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    const ferz_move *found;
    if (code != FERZ_OK) return code;
    if (count == NULL || (moves == NULL && room > 0))
        return ferz_fail_(error, FERZ_ARGUMENT, "the place for the moves or their number is NULL");
    found = ferz_list_(engine, position, count);
    if (*count > room)
        return ferz_fail_(error, FERZ_MEMORY,
                          "there are %lu moves, and room for %lu; `shape.most_moves` of the table is always enough",
                          (unsigned long)*count, (unsigned long)room);
    if (moves != NULL) memcpy(moves, found, *count * sizeof *moves);
    return FERZ_OK;
}

static inline int ferz_same_move_(const ferz_move *a, const ferz_move *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Where a move stands among others; `count` if it does not. */
static inline size_t ferz_place_(const ferz_move *moves, size_t count, const ferz_move *move) {
    size_t i;
    for (i = 0; i < count && !ferz_same_move_(&moves[i], move); i++) continue;
    return i;
}

/* How many things are chosen; and whether one of them is a kind. */
static inline size_t ferz_choices_(uint64_t choices) { return (choices & 0xff) < 8 ? (size_t)(choices & 0xff) : 8; }

static inline int ferz_chooses_kind_(uint64_t choices, size_t i) { return (int)(choices >> (8 + i) & 1); }

static inline const ferz_action *ferz_action_of_(const ferz_table *table, const ferz_move *move) {
    return move->form == FERZ_ACTION && move->squares[0] < table->action_count ? &table->actions[move->squares[0]]
                                                                               : NULL;
}

/* Marks where in the squares of a move kinds stand. */
static inline void ferz_mark_kinds_(uint8_t *kinds, uint64_t first, uint64_t choices) {
    size_t i;
    for (i = 0; i < ferz_choices_(choices) && first + i < 8; i++)
        kinds[first + i] = (uint8_t)ferz_chooses_kind_(choices, i);
}

/* Whether the men of a move are of the variant, and its squares on the board: it can be carried out then, whatever
 * comes of it. */
static inline int ferz_is_playable_(const ferz_table *table, const ferz_move *move) {
    uint8_t kinds[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    const ferz_action *action = ferz_action_of_(table, move);
    size_t squares = ferz_squares_(table), i;
    if (action != NULL) ferz_mark_kinds_(kinds, 1, action->choices);
    for (i = 0; i < table->choosing_count; i++)
        ferz_mark_kinds_(kinds, table->choosings[i].first, table->choosings[i].choices);
    for (i = move->form == FERZ_ACTION; i < 8; i++)
        if (kinds[i] ? move->squares[i] > 2 * table->shape.kinds : move->squares[i] >= squares) return 0;
    return move->form <= FERZ_ACTION && (move->form != FERZ_ACTION || action != NULL) && move->from < squares &&
           move->to < squares && move->victims + move->passed + 2 * (move->carried % 16) <= 8 &&
           move->man <= 2 * table->shape.kinds && move->placed <= 2 * table->shape.kinds;
}

static inline ferz_code ferz_make_(const ferz_engine *engine, const ferz_position *position, const ferz_move *move,
                                   int legal, ferz_position *after, ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    ferz_context context;
    ferz_move own;
    size_t bytes, count;
    if (code == FERZ_OK) code = ferz_check_memory_(engine, after, error);
    if (code != FERZ_OK) return code;
    if (move == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the move is NULL; ferz_read_move finds the one with a text");
    bytes = ferz_position_bytes(engine->table);
    if ((uintptr_t)position < (uintptr_t)after + bytes && (uintptr_t)after < (uintptr_t)position + bytes)
        return ferz_fail_(error, FERZ_MEMORY,
                          "the positions before and after overlap; give the one after memory of its own");
    own = *move;
    if (!ferz_is_playable_(engine->table, &own))
        return ferz_fail_(error, FERZ_MOVE,
                          "this is no move of this variant; take moves from ferz_list_moves or ferz_read_move");
    if (legal) {
        const ferz_move *moves = ferz_list_(engine, position, &count);
        if (ferz_place_(moves, count, &own) == count)
            return ferz_fail_(error, FERZ_MOVE,
                              "this move is not legal here; take moves from ferz_list_moves or ferz_read_move");
    }
    /* The library leaves alone what no square of this board needs. */
    ferz_copy(engine->table, position, after);
    context = ferz_context_(engine, NULL);
    (void)ferz_to_move_(engine, position)->make(&context, ferz_const_words_(position), &own, ferz_words_(after));
    return FERZ_OK;
}

/*
 * Writes the position after a move, which must be one of ferz_list_moves here. Of another one the program gets
 * nonsense, but no harm is done to its memory.
 */
static inline ferz_code ferz_make(const ferz_engine *engine, const ferz_position *position, const ferz_move *move,
                                  ferz_position *after, ferz_error *error) {
    return ferz_make_(engine, position, move, 0, after, error);
}

/* The same for a move from somewhere else: one that is not legal here is refused. It lists the moves, and so takes
 * longer. */
static inline ferz_code ferz_make_checked(const ferz_engine *engine, const ferz_position *position,
                                          const ferz_move *move, ferz_position *after, ferz_error *error) {
    return ferz_make_(engine, position, move, 1, after, error);
}

static inline int ferz_ask_(const ferz_engine *engine, const ferz_position *position, ferz_ask_fn ask) {
    ferz_context context = ferz_context_(engine, NULL);
    return ask(&context, ferz_const_words_(position)) != 0;
}

/* Whether the side to move is in check: 1 or 0. */
static inline ferz_code ferz_in_check(const ferz_engine *engine, const ferz_position *position, int *check,
                                      ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (check == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the place for the answer is NULL");
    *check = ferz_ask_(engine, position, ferz_to_move_(engine, position)->in_check);
    return FERZ_OK;
}

/* Whether a side, to move, could capture a man of the other side on a square (on an empty square: one imagined there):
 * 1 or 0. */
static inline ferz_code ferz_attacked(const ferz_engine *engine, const ferz_position *position, unsigned square,
                                      unsigned side, int *attacked, ferz_error *error) {
    typedef uint64_t (*one_word)(const uint64_t *, uint64_t, uint64_t);
    typedef uint64_t (*two_words)(const uint64_t *, uint64_t, uint64_t, uint64_t);
    typedef uint64_t (*four_words)(const uint64_t *, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    const ferz_table *table;
    const ferz_state *state;
    const uint64_t *words;
    ferz_attacked_fn ask;
    uint64_t o[4] = {0, 0, 0, 0}, found;
    size_t other;
    ferz_code code = ferz_check_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (attacked == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the place for the answer is NULL");
    table = engine->table;
    if (side > 1) return ferz_fail_(error, FERZ_ARGUMENT, "%u is no side; White is 0 and Black is 1", side);
    if (square >= ferz_squares_(table))
        return ferz_fail_(error, FERZ_ARGUMENT, "%u is no square of this board; they are numbered from 0 to %u", square,
                          (unsigned)ferz_squares_(table) - 1);
    state = ferz_state_of(position);
    *attacked = 0;
    /* Nobody takes men of the own side. */
    if (ferz_has_(table->holes, square) || (state->cells[square] != 0 && ferz_side_of_(state->cells[square]) == side))
        return FERZ_OK;
    for (other = 0; other < ferz_squares_(table); other++)
        if (state->cells[other] != 0) ferz_add_(o, other);
    words = ferz_const_words_(position);
    ask = table->sides[side].attacked;
    if (table->shape.words == 1)
        found = ((one_word)ask)(words, square, o[0]);
    else if (table->shape.words == 2)
        found = ((two_words)ask)(words, square, o[0], o[1]);
    else
        found = ((four_words)ask)(words, square, o[0], o[1], o[2], o[3]);
    *attacked = found != 0;
    return FERZ_OK;
}

/* Counts; beyond what the library counts at once, move by move. */
static inline uint64_t ferz_count_(const ferz_engine *engine, ferz_context *context, const uint64_t *position,
                                   uint64_t depth) {
    const ferz_table *table = engine->table;
    const ferz_entries *side = &table->sides[((const ferz_state *)(const void *)position)->side];
    uint8_t *child = context->scratch;
    ferz_move *moves = (ferz_move *)(void *)(child + (table->shape.position_bytes + 15) / 16 * 16), *move, *end;
    uint64_t nodes = 0;
    if (*context->stop != 0) return 0;
    if (depth <= table->shape.most_plies) return side->perft(context, position, depth);
    end = side->list(context, position, moves);
    context->scratch = (uint8_t *)end;
    for (move = moves; move < end; move++) {
        (void)side->make(context, position, move, (uint64_t *)(void *)child);
        nodes += ferz_count_(engine, context, (const uint64_t *)(void *)child, depth - 1);
    }
    context->scratch = child;
    return nodes;
}

/*
 * Counts the sequences of `depth` legal moves. The engine's memory must be what ferz_scratch_bytes says for so many
 * plies. The count ends soon after the byte at `stop` (which may be NULL) is not zero, say from a signal handler or
 * another thread.
 */
static inline ferz_code ferz_perft(const ferz_engine *engine, const ferz_position *position, uint32_t depth,
                                   const volatile uint8_t *stop, uint64_t *nodes, ferz_error *error) {
    ferz_context context;
    uint64_t counted;
    ferz_code code = ferz_check_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (nodes == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the place for the count is NULL");
    if (engine->scratch_bytes < ferz_scratch_bytes(engine->table, depth))
        return ferz_fail_(error, FERZ_MEMORY,
                          "%u plies take %lu bytes of memory to work in, and the engine has %lu; open it with more",
                          (unsigned)depth, (unsigned long)ferz_scratch_bytes(engine->table, depth),
                          (unsigned long)engine->scratch_bytes);
    context = ferz_context_(engine, stop);
    counted = depth == 0 ? 1 : ferz_count_(engine, &context, ferz_const_words_(position), depth);
    if (stop != NULL && *stop != 0) return ferz_fail_(error, FERZ_STOPPED, "the count was stopped before it was done");
    *nodes = counted;
    return FERZ_OK;
}

/* ---- 8. Move text ----------------------------------------------------------------------------------------------- */

/*
 * `e2e4`, `e7e8q`, `N@f3`; what else can be chosen stands behind. Which text a move has can depend on the other legal
 * ones, so both directions work on the whole list.
 */

static inline void ferz_put_square_(ferz_text_ *text, const ferz_table *table, unsigned square) {
    char name[4];
    ferz_put_(text, ferz_square_name(table, square, name));
}

static inline void ferz_put_lower_(ferz_text_ *text, const char *letter) {
    while (*letter != '\0') ferz_put_char_(text, ferz_lower_(*letter++));
}

/* Where in the squares of a move what the mover chose in a rule stands; NULL if nothing was. */
static inline const uint8_t *ferz_chosen_(const ferz_table *table, const ferz_move *move, uint64_t rule) {
    uint64_t first = table->choosings[rule].first, count = ferz_choices_(table->choosings[rule].choices);
    return rule < 4 && (move->carried >> (4 + rule) & 1) != 0 && first + count <= 8 ? move->squares + first : NULL;
}

/* Those of some choices that are kinds, by their letters, or squares, behind commas. */
static inline void ferz_put_choices_(ferz_text_ *text, const ferz_table *table, uint64_t choices, const uint8_t *made,
                                     size_t room, int kinds) {
    size_t i;
    for (i = 0; i < ferz_choices_(choices) && i < room; i++) {
        if (ferz_chooses_kind_(choices, i) != kinds) continue;
        if (kinds)
            ferz_put_lower_(text, ferz_letter(table, made[i]));
        else {
            ferz_put_char_(text, ',');
            ferz_put_square_(text, table, made[i]);
        }
    }
}

/* The same of all that was chosen in what follows on a move. */
static inline void ferz_put_chosen_(ferz_text_ *text, const ferz_table *table, const ferz_move *move, int kinds) {
    uint64_t rule;
    for (rule = 0; rule < table->choosing_count; rule++) {
        const uint8_t *made = ferz_chosen_(table, move, rule);
        if (made != NULL) ferz_put_choices_(text, table, table->choosings[rule].choices, made, 8, kinds);
    }
}

static inline int ferz_chose_square_(const ferz_table *table, const ferz_move *move, uint8_t square) {
    uint64_t rule;
    size_t i;
    for (rule = 0; rule < table->choosing_count; rule++) {
        uint64_t choices = table->choosings[rule].choices;
        const uint8_t *made = ferz_chosen_(table, move, rule);
        for (i = 0; made != NULL && i < ferz_choices_(choices); i++)
            if (!ferz_chooses_kind_(choices, i) && made[i] == square) return 1;
    }
    return 0;
}

/* Whether an ordinary move of this castling's king could have the same text. */
static inline int ferz_is_ambiguous_(const ferz_table *table, const ferz_move *move) {
    uint64_t i;
    for (i = 0; i < table->castling_count; i++) {
        const ferz_castling *c = &table->castlings[i];
        if (c->ambiguous && c->king_from == move->from && c->king_to == move->to && c->partner_from == move->squares[0])
            return 1;
    }
    return 0;
}

/* `+` for the promoted form of what moved, otherwise the letter of what it becomes; that it remembers what it was goes
 * without saying. */
static inline void ferz_put_promotion_(ferz_text_ *text, const ferz_table *table, const ferz_move *move) {
    const char *before = ferz_letter(table, move->man), *after = ferz_letter(table, move->placed);
    size_t count = strlen(after), i;
    while (count > 0 && after[count - 1] == '~') count--;
    if (after[0] == '+' && strlen(before) == count - 1 && memcmp(before, after + 1, count - 1) == 0) count = 1;
    for (i = 0; i < count; i++) ferz_put_char_(text, ferz_lower_(after[i]));
}

/* The text of a move as far as it does not depend on others. */
static inline void ferz_put_base_(ferz_text_ *text, const ferz_table *table, const ferz_move *move) {
    const ferz_action *action = ferz_action_of_(table, move);
    const char *letter;
    if (move->form == FERZ_DROP) {
        for (letter = ferz_letter(table, move->placed); *letter != '\0'; letter++)
            ferz_put_char_(text, ferz_upper_(*letter));
        ferz_put_char_(text, '@');
        ferz_put_square_(text, table, move->to);
    } else if (move->form == FERZ_CASTLING && ferz_chose_square_(table, move, move->squares[0])) {
        /* A man that comes where the partner stood: the partner goes first. */
        ferz_put_square_(text, table, move->squares[0]);
        ferz_put_square_(text, table, move->from);
    } else if (move->form == FERZ_CASTLING && ferz_is_ambiguous_(table, move)) {
        ferz_put_square_(text, table, move->from);
        ferz_put_char_(text, 'x');
        ferz_put_square_(text, table, move->squares[0]);
    } else {
        ferz_put_square_(text, table, move->from);
        ferz_put_square_(text, table, move->to);
        if (move->placed != move->man) ferz_put_promotion_(text, table, move);
    }
    ferz_put_chosen_(text, table, move, 1);
    if (action != NULL) ferz_put_choices_(text, table, action->choices, move->squares + 1, 7, 1);
}

/* What the text says besides, where that does not tell: whom a man takes and carries; the mark of what it becomes;
 * which action it is. */
static inline void ferz_put_distinction_(ferz_text_ *text, const ferz_table *table, const ferz_move *move) {
    const ferz_action *action = ferz_action_of_(table, move);
    const char *placed = ferz_letter(table, move->placed);
    size_t i, end = move->victims < 8 ? move->victims : 8;
    if (move->form == FERZ_ACTION) {
        if (action == NULL) return;
        ferz_put_char_(text, '=');
        ferz_put_(text, action->name);
        ferz_put_choices_(text, table, action->choices, move->squares + 1, 7, 0);
        ferz_put_chosen_(text, table, move, 0);
        return;
    }
    if (move->placed != move->man && placed[strlen(placed) - 1] == '~') ferz_put_char_(text, '~');
    for (i = 0; i < end; i++) {
        ferz_put_char_(text, i == 0 ? 'x' : ',');
        ferz_put_square_(text, table, move->squares[i]);
    }
    if (move->form == FERZ_STEP) {
        size_t pair, start = end + move->passed;
        for (pair = 0; pair < move->carried % 16u && start + 2 * pair + 1 < 8; pair++) {
            ferz_put_char_(text, ':');
            ferz_put_square_(text, table, move->squares[start + 2 * pair]);
            ferz_put_square_(text, table, move->squares[start + 2 * pair + 1]);
        }
    }
    ferz_put_chosen_(text, table, move, 0);
}

/* Longer than any base: two squares, and letters of up to fifteen kinds. */
#define FERZ_BASE_BYTES_ 128

static inline int ferz_same_base_(const ferz_table *table, const ferz_move *move, const char *base) {
    char other[FERZ_BASE_BYTES_];
    ferz_text_ text = ferz_text_at_(other, sizeof other);
    ferz_put_base_(&text, table, move);
    return strcmp(other, base) == 0;
}

/* The text of one of the legal moves. */
static inline void ferz_put_move_(ferz_text_ *text, const ferz_table *table, const ferz_move *moves, size_t count,
                                  const ferz_move *move) {
    char base[FERZ_BASE_BYTES_];
    ferz_text_ own = ferz_text_at_(base, sizeof base);
    size_t i, same = 0;
    ferz_put_base_(&own, table, move);
    ferz_put_(text, base);
    for (i = 0; i < count && same < 2; i++) same += (size_t)ferz_same_base_(table, &moves[i], base);
    if (same > 1) ferz_put_distinction_(text, table, move);
}

/*
 * Writes the text of a move that is legal in a position. `length` (may be NULL) becomes that of the whole text, even
 * where it finds no room in `room` bytes, the zero at its end included.
 */
static inline ferz_code ferz_write_move(const ferz_engine *engine, const ferz_position *position, const ferz_move *move,
                                        char *text, size_t room, size_t *length, ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    ferz_text_ own = ferz_text_at_(text, room);
    const ferz_move *moves;
    size_t count, place;
    if (code != FERZ_OK) return code;
    if (move == NULL) return ferz_fail_(error, FERZ_ARGUMENT, "the move is NULL; take moves from ferz_list_moves");
    moves = ferz_list_(engine, position, &count);
    place = ferz_place_(moves, count, move);
    if (place == count)
        return ferz_fail_(error, FERZ_MOVE, "this move is not legal here; take moves from ferz_list_moves");
    ferz_put_move_(&own, engine->table, moves, count, &moves[place]);
    return ferz_written_(&own, length, error);
}

/* Sorts moves by their squares, so that messages name them in order. */
static inline void ferz_sort_(ferz_move *moves, size_t count) {
    size_t gap, i, j;
    for (gap = count / 2; gap > 0; gap /= 2)
        for (i = gap; i < count; i++) {
            ferz_move moved = moves[i];
            for (j = i; j >= gap && memcmp(&moves[j - gap], &moved, sizeof moved) > 0; j -= gap)
                moves[j] = moves[j - gap];
            moves[j] = moved;
        }
}

/* Whether two texts are the same but for capitals, blanks and hyphens, and for signs that only tell what else is
 * chosen. */
static inline int ferz_alike_(ferz_part_ text, const char *name) {
    size_t i;
    for (i = 0; i < text.count; i++) {
        char c = ferz_lower_(ferz_char_(text, i));
        if (!ferz_is_lower_(c) && !ferz_is_digit_(c) && c != '+' && c != '@') continue;
        if (c != ferz_lower_(*name)) return 0;
        name++;
    }
    return *name == '\0';
}

/* A move that could be meant, for a message. */
static inline void ferz_put_meant_(ferz_text_ *text, const char *separator, const char *name) {
    ferz_put_between_(text, separator);
    ferz_put_char_(text, '`');
    ferz_put_(text, name);
    ferz_put_char_(text, '`');
}

/* Why a text like `P@e5` is not among the legal moves; FERZ_OK if it is not like that. */
static inline ferz_code ferz_explain_drop_(const ferz_table *table, const ferz_state *state, ferz_part_ text,
                                           const char *drops, ferz_error *error) {
    const char *mover = ferz_side_name_(state->side);
    ferz_part_ letter, name;
    uint8_t to = 0;
    uint64_t i;
    size_t at;
    if (!ferz_find_(text, '@', &at)) return FERZ_OK;
    letter = ferz_first_(text, at);
    name = ferz_from_(text, at + 1);
    if (name.count == 0 || ferz_leading_square_(table, name, &to) != name.count) return FERZ_OK;
    for (i = 0; i < table->hand_count; i++) {
        const ferz_hand *hand = &table->hand[i];
        const char *own = ferz_letter(table, ferz_code_of_(hand->kind, state->side));
        size_t same = 0;
        while (same < letter.count && own[same] != '\0' &&
               ferz_lower_(own[same]) == ferz_lower_(ferz_char_(letter, same)))
            same++;
        if (same < letter.count || own[same] != '\0' || state->vars[hand->vars[state->side]] == 0) continue;
        if (state->cells[to] != 0)
            return ferz_fail_at_(error, FERZ_MOVE, 0, text.count,
                                 "`%.*s%s` is not legal: a man stands there already; drops are on empty squares",
                                 FERZ_QUOTE_(text));
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` is not legal; drops that are: %s",
                             FERZ_QUOTE_(text), drops[0] != '\0' ? drops : "none");
    }
    return ferz_fail_at_(error, FERZ_MOVE, 0, text.count,
                         "`%.*s%s` is not legal: %s has no `%.*s%s` in hand; drop what is in hand", FERZ_QUOTE_(text),
                         mover, FERZ_QUOTE_(letter));
}

/* Why a text is not among the legal moves. */
static inline ferz_code ferz_explain_(const ferz_table *table, const ferz_state *state, ferz_move *moves, size_t count,
                                      ferz_part_ text, ferz_error *error) {
    char alike_[120], between_[120], castling_[60], own_[120], drops_[120], first[60] = "", name[60];
    ferz_text_ alike = ferz_text_at_(alike_, sizeof alike_), between = ferz_text_at_(between_, sizeof between_);
    ferz_text_ castling = ferz_text_at_(castling_, sizeof castling_), own = ferz_text_at_(own_, sizeof own_);
    ferz_text_ drops = ferz_text_at_(drops_, sizeof drops_);
    uint8_t from = 0, to = 0, man;
    size_t from_bytes = ferz_leading_square_(table, text, &from), to_bytes = 0, base, i;
    int is_pair;
    ferz_code code;
    if (error == NULL) return FERZ_MOVE;
    if (count == 0)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count,
                             "`%.*s%s` cannot be played: no move is legal here, the game is over", FERZ_QUOTE_(text));
    if (from_bytes > 0) to_bytes = ferz_leading_square_(table, ferz_from_(text, from_bytes), &to);
    base = from_bytes + to_bytes;
    is_pair = to_bytes > 0;
    ferz_sort_(moves, count);
    for (i = 0; i < count; i++) {
        ferz_text_ written = ferz_text_at_(name, sizeof name);
        ferz_put_move_(&written, table, moves, count, &moves[i]);
        if (i == 0) memcpy(first, name, sizeof first);
        if (ferz_alike_(text, name)) ferz_put_meant_(&alike, " or ", name);
        if (is_pair && strncmp(name, text.text, base) == 0 && !ferz_is_digit_(name[base]))
            ferz_put_meant_(&between, " or ", name);
        if (is_pair && moves[i].form == FERZ_CASTLING && moves[i].from == from &&
            (moves[i].to == to || moves[i].squares[0] == to))
            ferz_put_meant_(&castling, " or ", name);
        if (moves[i].form == FERZ_DROP && ferz_lower_(name[0]) == ferz_lower_(ferz_char_(text, 0)))
            ferz_put_meant_(&drops, ", ", name);
        if (is_pair && moves[i].form != FERZ_DROP && moves[i].from == from) ferz_put_meant_(&own, ", ", name);
    }
    if (alike.length > 0)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` is not legal; did you mean %s?",
                             FERZ_QUOTE_(text), alike_);
    code = ferz_explain_drop_(table, state, text, drops_, error);
    if (code != FERZ_OK) return code;
    if (!is_pair)
        return ferz_fail_at_(
            error, FERZ_MOVE, 0, text.count,
            "`%.*s%s` is not how a move is written; write the square a man leaves and the one it goes to, such as `%s`",
            FERZ_QUOTE_(text), first);
    if (between.length > 0 && base == text.count)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` could be several moves: write %s",
                             FERZ_QUOTE_(text), between_);
    if (between.length > 0)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` is not legal; did you mean %s?",
                             FERZ_QUOTE_(text), between_);
    man = state->cells[from];
    if (man == 0)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count,
                             "`%.*s%s` is not legal: no man stands where it starts; `%s` would be", FERZ_QUOTE_(text),
                             first);
    if (ferz_side_of_(man) != state->side)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count,
                             "`%.*s%s` is not legal: the %s there is %s's, and it is %s's turn", FERZ_QUOTE_(text),
                             table->kinds[ferz_kind_of_(man)].name, ferz_side_name_(ferz_side_of_(man)),
                             ferz_side_name_(state->side));
    if (castling.length > 0)
        return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` is not legal; did you mean %s?",
                             FERZ_QUOTE_(text), castling_);
    return ferz_fail_at_(error, FERZ_MOVE, 0, text.count, "`%.*s%s` is not legal: the %s there %s%s", FERZ_QUOTE_(text),
                         table->kinds[ferz_kind_of_(man)].name, own.length > 0 ? "may play " : "has no legal move",
                         own_);
}

/* The legal move with this text. */
static inline ferz_code ferz_read_move(const ferz_engine *engine, const ferz_position *position, const char *text,
                                       ferz_move *move, ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    const ferz_table *table;
    const ferz_move *found = NULL;
    ferz_move *moves;
    ferz_part_ whole;
    size_t count, i, same;
    if (code != FERZ_OK) return code;
    if (text == NULL || move == NULL)
        return ferz_fail_(error, FERZ_ARGUMENT, "the text or the place for the move is NULL");
    table = engine->table;
    whole = ferz_whole_(text);
    moves = ferz_list_(engine, position, &count);
    for (i = 0; i < count; i++) {
        char base[FERZ_BASE_BYTES_];
        ferz_text_ own = ferz_text_at_(base, sizeof base);
        size_t j;
        ferz_put_base_(&own, table, &moves[i]);
        if (own.length > whole.count || memcmp(text, base, own.length) != 0) continue;
        for (j = same = 0; j < count && same < 2; j++) same += (size_t)ferz_same_base_(table, &moves[j], base);
        if (same > 1) {
            /* Where the base ends, the rest must be what tells this move from the others. */
            char rest[FERZ_BASE_BYTES_];
            ferz_text_ distinction = ferz_text_at_(rest, sizeof rest);
            ferz_put_distinction_(&distinction, table, &moves[i]);
            if (whole.count != own.length + distinction.length || distinction.length >= sizeof rest ||
                strcmp(text + own.length, rest) != 0)
                continue;
        } else if (whole.count != own.length)
            continue;
        if (found == NULL || memcmp(&moves[i], found, sizeof *found) < 0) found = &moves[i];
    }
    if (found == NULL) return ferz_explain_(table, ferz_state_of(position), moves, count, whole, error);
    *move = *found;
    return FERZ_OK;
}

/* ---- 9. How a game stands --------------------------------------------------------------------------------------- */

typedef struct ferz_ending {
    const ferz_end *end; /* why: `end->rule` is the name of the rule; NULL while the game goes on */
    int winner;          /* 0 White, 1 Black; -1 if nobody has won */
    int reserved;
} ferz_ending;

/* For which side the condition of an end holds; -1 if it does not. Who has moved is asked before who is to move. */
static inline int ferz_holds_for_(const ferz_engine *engine, const ferz_position *position, const ferz_end *end,
                                  const uint64_t *earlier, size_t earlier_count) {
    const ferz_table *table = engine->table;
    const ferz_state *state = ferz_state_of(position);
    int to_move = state->side, way;
    size_t count, i;
    if (end->when == FERZ_CHECKMATE || end->when == FERZ_STALEMATE) {
        int check = ferz_ask_(engine, position, table->sides[to_move].in_check);
        if (check != (end->when == FERZ_CHECKMATE)) return -1;
        (void)ferz_list_(engine, position, &count);
        return count == 0 ? to_move : -1;
    }
    if (end->when == FERZ_REPETITION) {
        uint64_t key = ferz_repetition_key(table, position), times = 1;
        for (i = 0; i < earlier_count; i++) times += earlier[i] == key;
        return times >= end->number ? to_move : -1;
    }
    if (end->when == FERZ_QUIET) return state->clock >= 2 * (uint64_t)end->number ? to_move : -1;
    for (way = 0; way < 2; way++) {
        int side = way == 0 ? 1 - to_move : to_move;
        if (end->number < table->shape.conditions && ferz_ask_(engine, position, table->sides[side].holds[end->number]))
            return side;
    }
    return -1;
}

static inline ferz_code ferz_check_ends_(const ferz_engine *engine, const ferz_position *position,
                                         const uint64_t *earlier, size_t earlier_count, int has_place,
                                         ferz_error *error) {
    ferz_code code = ferz_check_(engine, position, error);
    if (code != FERZ_OK) return code;
    if (!has_place || (earlier == NULL && earlier_count > 0))
        return ferz_fail_(error, FERZ_ARGUMENT, "the place for the ending or the keys of earlier positions is NULL");
    return FERZ_OK;
}

/* The first end from number `from` on that is there: one that is to be claimed, or one that comes by itself. */
static inline uint64_t ferz_next_end_(const ferz_engine *engine, const ferz_position *position, const uint64_t *earlier,
                                      size_t earlier_count, int claim, uint64_t from, ferz_ending *ending) {
    const ferz_table *table = engine->table;
    for (; from < table->end_count; from++) {
        const ferz_end *end = &table->ends[from];
        int side = end->claim != claim ? -1 : ferz_holds_for_(engine, position, end, earlier, earlier_count);
        if (side < 0) continue;
        ending->end = end;
        ending->winner = end->outcome == 0 ? side : end->outcome == 1 ? 1 - side : -1;
        ending->reserved = 0;
        break;
    }
    return from;
}

/*
 * How the game has ended, if it has. `earlier` are the ferz_repetition_key of the positions before this one, all of the
 * game or those since the last move that cannot be taken back; without them nothing is repeated.
 */
static inline ferz_code ferz_outcome(const ferz_engine *engine, const ferz_position *position, const uint64_t *earlier,
                                     size_t earlier_count, ferz_ending *ending, ferz_error *error) {
    ferz_ending found;
    ferz_code code = ferz_check_ends_(engine, position, earlier, earlier_count, ending != NULL, error);
    if (code != FERZ_OK) return code;
    found.end = NULL;
    found.winner = -1;
    found.reserved = 0;
    (void)ferz_next_end_(engine, position, earlier, earlier_count, 0, 0, &found);
    *ending = found;
    return FERZ_OK;
}

/*
 * What the players may claim: nothing once the game has ended. `count` becomes how many there are, and as many as there
 * is room for are written; there are never more than the table has ends.
 */
static inline ferz_code ferz_claims(const ferz_engine *engine, const ferz_position *position, const uint64_t *earlier,
                                    size_t earlier_count, ferz_ending *endings, size_t room, size_t *count,
                                    ferz_error *error) {
    ferz_ending found;
    uint64_t from = 0;
    ferz_code code = ferz_check_ends_(engine, position, earlier, earlier_count,
                                      count != NULL && (endings != NULL || room == 0), error);
    if (code != FERZ_OK) return code;
    *count = 0;
    if (ferz_next_end_(engine, position, earlier, earlier_count, 0, 0, &found) < engine->table->end_count)
        return FERZ_OK;
    while ((from = ferz_next_end_(engine, position, earlier, earlier_count, 1, from, &found)) <
           engine->table->end_count) {
        if (*count < room) endings[*count] = found;
        ++*count;
        from++;
    }
    return FERZ_OK;
}

#ifdef __cplusplus
}
#endif

#endif
