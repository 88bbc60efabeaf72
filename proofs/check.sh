#!/usr/bin/env bash
# Checks the proofs from clean, in a directory of its own: every file compiles; none is longer than
# 400 lines; no statement is assumed; the main theorems of theorems.csv rest on nothing; TABLE.md
# and the boxes are up to date.
#
#   check.sh           all of it
#   check.sh --table   prints the table of TABLE.md and stops
#
# Needs coqc (Debian: apt-get install coq; made with 8.16.1), make and python3.
# Exit: 0 all holds, 1 something does not, 2 a tool is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if [ "${1:-}" = "--table" ]; then
    exec python3 "$here/theorems.py" table
fi
for tool in coqc coq_makefile make python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "check.sh: $tool not found (Debian: apt-get install coq make python3)" >&2
        exit 2
    fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check.sh: $*" >&2; exit 1; }

echo "files"
cd "$here"
listed=$(grep '\.v$' _CoqProject | sort)
present=$(ls ./*.v | sed 's|^\./||' | sort)
[ "$listed" = "$present" ] || fail "_CoqProject does not list exactly the .v files here"
for file in $present; do
    [ "$(wc -l <"$file")" -le 400 ] || fail "$file has more than 400 lines"
done
if grep -nwE 'Axioms?|Admitted|Parameters?|Conjectures?|admit|give_up|bypass_check' ./*.v; then
    fail "a statement is assumed, not proved"
fi

echo "table and boxes"
python3 theorems.py table >"$work/TABLE.md"
diff -u TABLE.md "$work/TABLE.md" || fail "TABLE.md is out of date (check.sh --table >TABLE.md)"
python3 boxes/brute.py --check
python3 boxes/generate.py --check

echo "compiling with $(coqc --print-version | cut -d' ' -f1)"
cp ./*.v _CoqProject "$work"
cd "$work"
coq_makefile -f _CoqProject -o Makefile.coq
TIMEFORMAT='compiled in %R s, %U s of processor time'
time make -f Makefile.coq -j "${JOBS:-1}" >build.log 2>&1 ||
    { tail -20 build.log >&2; fail "does not compile"; }

# All theorems are asked about together; where that fails, each by itself, to name the culprits.
python3 "$here/theorems.py" queries >Assumptions.v
coqc -R . Wythoff Assumptions.v >answers.txt
if ! python3 "$here/theorems.py" judge answers.txt 2>/dev/null; then
    python3 "$here/theorems.py" each >Assumptions.v
    coqc -R . Wythoff Assumptions.v >answers.txt
    python3 "$here/theorems.py" judge answers.txt
fi
