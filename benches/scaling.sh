#!/bin/sh
# What a leaf costs as boards and armies grow: instructions counted by callgrind, less those of the same run a ply shallower.
#
#   benches/scaling.sh boards     the army of chess on boards from 8x8 to 16x16, depth 4
#   benches/scaling.sh kinds      5 to 40 kinds on a board of 12x12, depth 3
#
# `cargo build --release` comes first. The rule files are written to a temporary folder, and left there if KEEP says where.
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
dir=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$dir"' EXIT

# An army of chess in the middle of its ranks.
board() {
    awk -v n="$1" 'BEGIN {
        printf "variant \"board %d\"\nboard %dx%d\nuse orthodox without castling\nsetup {\n", n, n, n
        split("r n b q k b n r", men, " ")
        left = int((n - 8) / 2)
        for (rank = n; rank >= 1; rank--) {
            printf "  %d |", rank
            for (file = 1; file <= n; file++) {
                at = file - left
                inside = at >= 1 && at <= 8
                if (!inside) c = "."
                else if (rank == n) c = men[at]
                else if (rank == n - 1) c = "p"
                else if (rank == 2) c = "P"
                else if (rank == 1) c = toupper(men[at])
                else c = "."
                printf " %s", c
            }
            print ""
        }
        print "}"
    }'
}

# So many kinds, Kings and Pawns among them: one of each a side, and as many Pawns as files.
kinds() {
    awk -v n="$1" 'BEGIN {
        split("R B N W F D A C", simple, " ")
        count = 0
        for (i = 1; i <= 8; i++) movement[++count] = simple[i]
        for (i = 1; i <= 8; i++) for (j = i + 1; j <= 8; j++) movement[++count] = simple[i] simple[j]
        movement[++count] = "RBN"
        movement[++count] = "RBC"
        split("Q R B N A C D E F G H I J L M O S T U V W X Y Z", letter, " ")
        printf "variant \"%d kinds\"\nboard 12x12\nrule ends { lose when checkmate draw when stalemate }\npiece King K = \"K\" royal\npiece Pawn P = \"mfWcfF\"\n", n
        for (k = 1; k <= n - 2; k++) {
            name = k <= 24 ? letter[k] : "+" letter[k - 24]
            names[k] = name
            printf "piece Man%s %s = \"%s\"\n", (k <= 24 ? letter[k] : letter[k - 24] "x"), name, movement[k]
        }
        print "setup {"
        for (rank = 12; rank >= 1; rank--) {
            printf "  %d |", rank
            row = rank > 6 ? 13 - rank : rank
            for (file = 1; file <= 12; file++) {
                at = (row - 1) * 12 + file
                if (row == 4) c = "P"
                else if (row > 4) c = "."
                else if (at == 7) c = "K"
                else { k = at - (at > 7); c = k <= n - 2 ? names[k] : "." }
                printf " %s", (rank > 6 ? tolower(c) : c)
            }
            print ""
        }
        print "}"
    }'
}

counted() {
    $one valgrind --tool=callgrind --callgrind-out-file=/dev/null "$ferz" perft "$1" "$2" 2>&1 |
        awk '/Collected/ { i = $NF } /^[0-9]+$/ { n = $1 } END { print i, n }'
}

row() {
    deep=$(counted "$1" "$3")
    less=$(counted "$1" $(($3 - 1)))
    echo "$2 $deep $less" | awk '{ printf "%-10s %12d leaves %8.1f instructions a leaf\n", $1, $3, ($2 - $4) / $3 }'
}

case ${1:-} in
boards)
    for n in 8 9 10 11 12 13 14 15 16; do
        board $n >"$dir/board-$n.ferz"
        row "$dir/board-$n.ferz" "${n}x$n" 4
    done
    ;;
kinds)
    for n in 5 10 15 20 25 30 35 40; do
        kinds $n >"$dir/kinds-$n.ferz"
        row "$dir/kinds-$n.ferz" "$n" 3
    done
    ;;
*)
    echo "say \`boards\` or \`kinds\`" >&2
    exit 2
    ;;
esac
