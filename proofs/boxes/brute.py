#!/usr/bin/env python3
"""Values on 12 x 12 boxes from the definitions alone, written as CSV files.

The first line of each file is the ruleset in the project's notation, the second the value, then a
header and one row a cell. A position lists its options; a value is computed from the values of
the options; nothing else is known here. Run with --check to compare with the files at hand.
"""
import pathlib
import sys
from functools import lru_cache

SIZE = 12
HERE = pathlib.Path(__file__).parent


def removals(a, b):
    """WYT(a, b): remove (e, f), not both zero, with |e - f| < a or min(e, f) < b."""
    def options(s):
        x, y = s
        return {(x - e, y - f) for e in range(x + 1) for f in range(y + 1)
                if e + f > 0 and (abs(e - f) < a or min(e, f) < b)}
    return options


def until(options, k):
    """Every position with x + y <= k is terminal."""
    return lambda s: set() if s[0] + s[1] <= k else options(s)


def with_pass(options):
    """A third coordinate, 1 while the pass is unused; no pass from a terminal position."""
    def passing(s):
        x, y, p = s
        here = options((x, y))
        kept = {(u, v, p) for u, v in here}
        return kept | {(x, y, 0)} if p and here else kept
    return passing


def mex(values):
    return next(v for v in range(len(values) + 1) if v not in values)


def smith(values):
    """Remoteness: 1 + least even value, else 1 + greatest value, else 0."""
    if not values:
        return 0
    even = [v for v in values if v % 2 == 0]
    return 1 + (min(even) if even else max(values))


def valued(options, step):
    @lru_cache(maxsize=None)
    def value(s):
        return step({value(t) for t in options(s)})
    return value


WYTHOFF = removals(1, 1)
TABLES = [
    ("wythoff", "wythoff", WYTHOFF, ()),
    ("wyt_2_3", "wyt(2,3)", removals(2, 3), ()),
    ("wyt_3_2", "wyt(3,2)", removals(3, 2), ()),
    ("pass", "wythoff.pass", with_pass(WYTHOFF), (1,)),
    ("until_2", "wythoff.until(x+y<=2)", until(WYTHOFF, 2), ()),
]
STEPS = {"remoteness": smith, "grundy": mex}


def files():
    for name, rules, options, rest in TABLES:
        for value_name, step in STEPS.items():
            if value_name == "grundy" and name.startswith("wyt_"):
                continue
            value = valued(options, step)
            rows = [f"{x},{y},{value((x, y) + rest)}" for x in range(SIZE) for y in range(SIZE)]
            head = [f"# {rules}", f"# {value_name}", "x,y,value"]
            yield f"{name}_{value_name}.csv", "\n".join(head + rows) + "\n"


def main():
    wrong = 0
    for name, text in files():
        path = HERE / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                print(f"{path}: not what the definitions give", file=sys.stderr)
                wrong = 1
        else:
            path.write_text(text)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
