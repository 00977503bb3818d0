/*
 * ferz.h: play chess variants that Ferz has compiled.
 *
 * A library (`ferz build chess.ferz -o libchess.so`) exports one symbol, `ferz_variant`, a table. This header says what
 * is in it. It is the same for every variant; the tables say everything in which variants differ.
 *
 * Conventions:
 *   - a square is `rank * width + file`, so a1 is 0; no board has more than 256 squares;
 *   - square `s` of a set of squares is bit `s % 64` of word `s / 64`;
 *   - side 0 is White, side 1 is Black;
 *   - the code of a man is `1 + 2 * kind + side`; 0 is an empty square.
 *
 * The functions keep nothing between calls, allocate nothing, and call nothing outside: any number of threads may use one
 * library at once, each with memory of its own. C99 and C++11, 64-bit little-endian machines.
 */
#ifndef FERZ_H
#define FERZ_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of everything in this header. A library of another version must not be used. */
#define FERZ_ABI 4

/* "No square" in ferz_state.ep_victim. */
#define FERZ_NO_SQUARE 0xffffu

/* How a move is carried out: ferz_move.form. */
enum { FERZ_STEP = 0, FERZ_CASTLING = 1, FERZ_DROP = 2, FERZ_ACTION = 3 };

/*
 * The part of a position that means something. Behind it lie sets that the library derives from it: a position takes
 * `ferz_variant.shape.position_bytes` bytes, aligned to 8. Positions may be copied and compared as bytes.
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
    uint8_t carried; /* lower half: pairs of squares of men that are put elsewhere; bit 4 + i: the mover chose in choosings[i] */
    uint8_t squares[8];
} ferz_move;

/* What the library's functions get as their first argument. `shape` says how much memory to work in they need. */
typedef struct ferz_context {
    const uint8_t *stop;  /* a byte that is not zero once a long count shall end */
    uint8_t *scratch;     /* memory to work in, aligned to 16 */
    uint8_t *scratch_end; /* one past its last byte */
    uint64_t asking;      /* zero */
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
    ferz_make_fn make;         /* writes the position after a legal move */
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
    uint8_t wing; /* 0 towards the last file (K), 1 towards the first (Q) */
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
    uint64_t choices; /* how many are chosen, in the lowest byte; bit 8 + i: choice i is a kind, by the code of a man of the mover's */
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
    uint32_t number;  /* of repetitions, of quiet moves by each side, or of the condition */
} ferz_end;

/* The table, exported as `ferz_variant`. */
typedef struct ferz_variant {
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
} ferz_variant;

/* The layout is what it says. */
typedef char ferz_assert_state[sizeof(ferz_state) == 424 && offsetof(ferz_state, cells) == 168 ? 1 : -1];
typedef char ferz_assert_move[sizeof(ferz_move) == 16 ? 1 : -1];
typedef char ferz_assert_seal[sizeof(ferz_seal) == 56 ? 1 : -1];
typedef char ferz_assert_table[sizeof(ferz_variant) == 440 && offsetof(ferz_variant, kinds) == 280 ? 1 : -1];
typedef char ferz_assert_rows[sizeof(ferz_kind) == 40 && sizeof(ferz_castling) == 80 && sizeof(ferz_unmoved) == 40 &&
                                      sizeof(ferz_marking) == 16 && sizeof(ferz_hand) == 8 && sizeof(ferz_end) == 16
                                  ? 1
                                  : -1];

#ifdef __cplusplus
}
#endif

#endif
