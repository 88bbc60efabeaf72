"""Tables written by the program, read with NumPy and Python's zarr.

Every value is computed here a second time: small boxes straight from the definition, a box of
several Zarr chunks with sets of seen values. The first difference ends the script.
"""

import os
import pathlib
import subprocess
import sys

import numpy
import zarr

PROGRAM = os.environ["WYTHOFF"]


def queen(x, y):
    """Options of Wythoff's game."""
    for t in range(1, max(x, y) + 1):
        if t <= x:
            yield x - t, y
        if t <= y:
            yield x, y - t
        if t <= min(x, y):
            yield x - t, y - t


def wyt(a, b):
    """Options of WYT(a, b): remove (e, f) with |e - f| < a or min(e, f) < b."""

    def options(x, y):
        for e in range(x + 1):
            for f in range(y + 1):
                if (e, f) != (0, 0) and (abs(e - f) < a or min(e, f) < b):
                    yield x - e, y - f

    return options


def ended(options, k):
    """The same options, none where x + y <= k."""
    return lambda x, y: options(x, y) if x + y > k else ()


def passing(x, y, p):
    """Options of Wythoff's game with a pass; p = 1 while it may be used, not from (0, 0)."""
    for u, v in queen(x, y):
        yield u, v, p
    if p == 1 and (x, y) != (0, 0):
        yield x, y, 0


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def grundy(values, misere):
    return mex(values) if values else int(misere)


def remoteness(values, misere):
    good = [r for r in values if (r % 2 == 1) == misere]
    return 1 + (min(good) if good else max(values)) if values else 0


def outcome(values, misere):
    """0 for P, 1 for N."""
    return int(0 in values) if values else int(misere)


VALUES = {"grundy": grundy, "remoteness": remoteness, "outcome": outcome}


def from_definition(options, value, shape, misere=False, layers=1):
    """The top layer of a box, cell by cell."""
    of = VALUES[value]
    known = {}
    for x in range(shape[0]):
        for y in range(shape[1]):
            for p in range(layers):
                at = (x, y) if layers == 1 else (x, y, p)
                known[at] = of({known[option] for option in options(*at)}, misere)
    top = () if layers == 1 else (layers - 1,)
    return numpy.array([[known[(x, y, *top)] for y in range(shape[1])] for x in range(shape[0])])


def queen_grundy(shape):
    """Grundy values of Wythoff's game: whole numbers as sets of the values on each line."""
    rows, columns = shape
    down, slanted = [0] * columns, [0] * (rows + columns)
    table = numpy.zeros(shape, dtype=numpy.int64)
    for x in range(rows):
        across = 0
        for y in range(columns):
            seen = across | down[y] | slanted[x - y + columns]
            free = ~seen & (seen + 1)
            across |= free
            down[y] |= free
            slanted[x - y + columns] |= free
            table[x, y] = free.bit_length() - 1
    return table


def fail(message):
    sys.exit(f"read_tables.py: {message}")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def write(rules, value, shape, path):
    size = f"{shape[0]}x{shape[1]}"
    done = run("table", rules, "--value", value, "--size", size, "-o", str(path))
    if done.returncode != 0:
        fail(f"{rules}, {value}, {path.name}: exit {done.returncode}\n{done.stderr}")


def compare(found, expected, what):
    if found.shape != expected.shape:
        fail(f"{what}: shape {found.shape}, expected {expected.shape}")
    if found.dtype.kind != "u":
        fail(f"{what}: type {found.dtype}")
    differences = numpy.argwhere(found != expected)
    if len(differences) > 0:
        x, y = differences[0]
        fail(
            f"{what}: {found[x, y]} at ({x}, {y}), expected {expected[x, y]}; "
            f"{len(differences)} cells differ"
        )


def check(rules, value, expected, bytes_per_cell):
    """Both formats of one table; the type must be the smallest that fits."""
    for ending in ("npy", "zarr"):
        path = pathlib.Path(f"table.{ending}")
        remove(path)
        write(rules, value, expected.shape, path)
        what = f"{rules}, {value}, {ending}"
        if ending == "npy":
            found = numpy.load(path)
        else:
            array = zarr.open_array(path, mode="r")
            noted = {key: array.attrs[key] for key in ("rules", "value", "origin")}
            if noted != {"rules": rules, "value": value, "origin": ["0", "0"]}:
                fail(f"{what}: attributes {noted}")
            found = array[:]
        compare(found, expected, what)
        if found.dtype.itemsize != bytes_per_cell:
            fail(f"{what}: {found.dtype.itemsize} bytes a cell, expected {bytes_per_cell}")
    print(f"{rules}, {value}: {expected.shape[0]} x {expected.shape[1]} cells agree")


def remove(path):
    if path.is_dir():
        for part in sorted(path.rglob("*"), reverse=True):
            part.rmdir() if part.is_dir() else part.unlink()
        path.rmdir()
    elif path.exists():
        path.unlink()


def damaged_chunks_are_refused():
    """A flipped byte: zarr sees it in the chunk's checksum, the program in its own check."""
    path = pathlib.Path("damaged.zarr")
    remove(path)
    write("wythoff", "grundy", (40, 30), path)
    if run("verify", str(path)).returncode != 0:
        fail("verify refuses a sound table")
    chunk = path / "c" / "0" / "0"
    data = bytearray(chunk.read_bytes())
    data[100] ^= 4
    chunk.write_bytes(data)
    try:
        zarr.open_array(path, mode="r")[:]
    except Exception as error:
        print(f"a damaged chunk is refused: {type(error).__name__}")
    else:
        fail("zarr read a damaged chunk")
    if run("verify", str(path)).returncode == 0:
        fail("verify accepts a damaged chunk")


def main():
    box = (21, 34)
    for value in VALUES:
        check("wythoff", value, from_definition(queen, value, box), 1)
        check("wyt(2,3)", value, from_definition(wyt(2, 3), value, box), 1)
        check("wythoff.misere", value, from_definition(queen, value, box, misere=True), 1)
        variant = from_definition(ended(queen, 2), value, box)
        check("wythoff.until(x+y <= 2)", value, variant, 1)
        check("wythoff.pass", value, from_definition(passing, value, box, layers=2), 1)
    check("wythoff", "grundy", queen_grundy((530, 1040)), 2)
    check("wythoff", "grundy", queen_grundy((1040, 530)), 2)
    damaged_chunks_are_refused()


if __name__ == "__main__":
    main()
