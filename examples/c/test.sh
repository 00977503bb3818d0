#!/usr/bin/env bash
# Runs the programs in every flavour, and in valgrind where it is installed. `make test` builds them first.
set -euo pipefail

fail() {
    echo "$*" >&2
    exit 1
}

# What runs a program, the folder of its flavour, and how many games are played.
try() {
    local runner=$1 programs=$FERZ_OUT/$2 games=$3 counted seed library
    # Counts that other programs have published or computed: those of tests/data/perft.jsonl and of the rule files.
    while read -r game depth nodes fen; do
        # shellcheck disable=SC2086
        counted=$($runner "$programs/perft" "$FERZ_OUT/lib$game.so" "$depth" ${fen:+"$fen"})
        [[ $counted == "$nodes" ]] || fail "perft $depth of $game: $counted, and not $nodes"
    done <<'COUNTS'
chess 0 1
chess 3 8902
chess 3 97862 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
azsymchess-2 3 143293
shogi 2 900
seirawan 3 24830
COUNTS
    for library in "$FERZ_OUT"/lib*.so; do
        for ((seed = 1; seed <= games; seed++)); do
            $runner "$programs/random_game" "$library" "$seed" 120 >"$FERZ_OUT/played.$2"
            # The same seed gives the same game, however the program was built.
            if [[ -e $FERZ_OUT/played.$(basename "$library").$seed ]]; then
                cmp "$FERZ_OUT/played.$2" "$FERZ_OUT/played.$(basename "$library").$seed"
            else
                mv "$FERZ_OUT/played.$2" "$FERZ_OUT/played.$(basename "$library").$seed"
            fi
        done
    done
    # What is wrong is said, and is no crash: the exit status is 1.
    local chess=$FERZ_OUT/libchess.so
    refused "its end is missing" $runner "$programs/perft" "$FERZ_OUT/short" 1
    refused "no library" $runner "$programs/perft" ./perft.c 1
    refused "cannot be read" $runner "$programs/perft" ./nowhere.so 1
    refused "the board has 8" $runner "$programs/perft" "$chess" 1 "8/8 w - -"
    refused "not at home" $runner "$programs/perft" "$chess" 1 "4k3/8/8/8/8/8/8/4K3 w Q -"
    refused "no depth" $runner "$programs/perft" "$chess" x
}

# The words that an error must have in it, and what must fail.
refused() {
    local words=$1 status=0
    shift
    "$@" >"$FERZ_OUT/said" 2>&1 || status=$?
    [[ $status == 1 ]] || fail "status $status, and not 1: $*"
    grep --quiet "$words" "$FERZ_OUT/said" || fail "$* did not say \"$words\": $(cat "$FERZ_OUT/said")"
}

rm -f "$FERZ_OUT"/played.*
head -c 100000 "$FERZ_OUT/libchess.so" >"$FERZ_OUT/short"
[[ $("$FERZ_OUT/first") == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" ]] || fail "the linked program"
[[ $("$FERZ_OUT/readme") == "Orthodox Chess: 197281" ]] || fail "the program in the README"
for flavour in plain cpp sanitized; do
    try "" "$flavour" 3
    echo "as C, $flavour: good"
done
if valgrind --version >/dev/null 2>&1; then
    try "valgrind -q --error-exitcode=9 --leak-check=full" plain 1
    echo "in valgrind: good"
else
    echo "valgrind is not installed: NOT tried in it" >&2
fi
