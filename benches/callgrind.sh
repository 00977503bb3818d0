#!/bin/sh
# Instructions per leaf of `ferz perft`, counted by callgrind: the same run at depth 2 is subtracted, so that reading, compiling and
# printing do not count. One thread, every leaf counted on its own.
#
#   benches/callgrind.sh                  every game of the table
#   benches/callgrind.sh chess ccc-1      some of them
#   DEPTH=3 benches/callgrind.sh          a ply less deep, for a quick look
#
# `cargo build --release` comes first. The exit code is 1 if a game is over its limit or counts other leaves than it should.
set -u
cd "$(dirname "$0")/.." || exit 2
ferz=${FERZ:-target/release/ferz}

if ! command -v valgrind >/dev/null 2>&1; then
    echo "skipped: valgrind is not installed, and nothing else counts instructions exactly"
    exit 0
fi
# On two processors it is chance who compiles which function, and the count varies more.
one=
taskset -c 0 true 2>/dev/null && one="taskset -c 0"
if [ ! -x "$ferz" ]; then
    echo "there is no $ferz: run \`cargo build --release\` first" >&2
    exit 2
fi

# Game, depth, leaves at that depth (the generators of tests/data/perft.jsonl count the same), most instructions a leaf.
table="azsymchess-1 4 8684708 50
azsymchess-2 4 7585170 80
azsymchess-3 4 6856982 100
azsymchess-4 4 7424367 100
eurasian 4 8261669 100
chess 5 4865609 60
ccc-1 4 4544744 150
ccc-2 4 5545655 150
ccc-3 4 4580149 150
ccc-4 4 9639916 150
ccc-5 4 4724278 150
conclave-ecumenical 4 1699696 250"

# Instructions and leaves of one run.
counted() {
    out=$($one valgrind --tool=callgrind --callgrind-out-file=/dev/null "$ferz" perft "examples/$1.ferz" "$2" 2>&1) || return 1
    echo "$out" | awk '/Collected/ { i = $NF } /^[0-9]+$/ { n = $1 } END { print i, n }'
}

failed=0
printf '%-22s %5s %12s %14s %8s\n' game depth leaves 'instr. a leaf' limit
echo "$table" | {
    while read -r game depth leaves limit; do
        case "$# $* " in "0 "*) ;; *" $game "*) ;; *) continue ;; esac
        [ -n "${DEPTH:-}" ] && depth=$DEPTH
        set_deep=$(counted "$game" "$depth") && set_two=$(counted "$game" 2) || { echo "$game: the run failed"; failed=1; continue; }
        if [ -z "${DEPTH:-}" ] && [ "${set_deep#* }" != "$leaves" ]; then
            echo "$game: ${set_deep#* } leaves, not $leaves"
            failed=1
            continue
        fi
        echo "$game $depth $set_deep $set_two $limit" | awk '{
            a = ($3 - $5) / $4
            printf "%-22s %5d %12d %14.1f %8d%s\n", $1, $2, $4, a, $7, (a > $7 ? "  over" : "")
            exit a > $7
        }' || failed=1
    done
    exit $failed
}
