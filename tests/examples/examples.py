#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs an example on a small problem and checks what it prints against figures from elsewhere: examples.py NAME COMMAND..."""
import itertools
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree


def atomics(out):
    expect("lines", out.count("G/s") == 4)


def copy(out):
    expect("five patterns, four variants, four layouts", out.count("GB/s") == 5 + 4 + 4)


def crystals(out):
    """The ions of a cube of 8: three neighbours at 1, three at the root of 2, one at the root of 3."""
    energies = [float(line.split()[1]) for line in out.splitlines()[2:]]
    expect("a cube of 8 ions", abs(energies[0] - (-3 + 3 / math.sqrt(2) - 1 / math.sqrt(3))) < 1e-4)
    expect("larger cubes are nearer to minus Madelung's constant",
           len(energies) == 3 and -1.7476 < energies[2] < energies[1] < energies[0])


def cutoff(out):
    """Ions at 0.1 per cubic Å in a cube of 16 Å. A term passes about 10 roundings and 200 additions, of 6e-8 each."""
    expect("ions", re.search(r"^ +409 ions, +32\^3 points", out, re.MULTILINE))
    expect("the error against float64", float(re.search(r"error (\S+)$", out, re.MULTILINE)[1]) < 1.3e-5)


def floors(out):
    """An H200: 132 SMs at 1.98 GHz, with 16 lanes of MUFU, 128 of FMA, 64 of float64 and 128 of issue per cycle."""
    rows = [line[66:].split() for line in out.splitlines()[1:]]
    expect("variants", len(rows) == 12)
    for mufu, fma, fp64, _, issued, unit, floor in rows:
        time = {"mufu": float(mufu) / 16, "fma": float(fma) / 128, "fp64": float(fp64) / 64, "issue": float(issued) / 128}
        expect(f"{unit} limits", time[unit] == max(time.values()))
        expect(f"floor {floor}", abs(132 * 1.98e-3 / time[unit] - float(floor)) < 0.01 * float(floor))


def graphene(out):
    """6 bonds a cell, less those that the edges cut."""
    columns, rows = 5, 4
    expect("bonds", out.startswith(f"{4 * columns * rows} atoms, {6 * columns * rows - 2 * rows - columns} bonds\n"))
    expect("variants by layouts", len(re.findall("^host .* ms$", out, re.MULTILINE)) == 6)
    atoms = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()]
    ends = 0
    for x, y, *neighbours in atoms:
        for other in neighbours:
            ends += 1
            length = math.dist((float(x), float(y)), [float(at) for at in atoms[int(other)][:2]])
            expect(f"a bond of 1.42 Å, not {length}", abs(length - 1.42) < 1e-4)
    expect("each bond has two ends", ends == 2 * 107)


def madelung(out):
    """The constant by R. E. Crandall and J. P. Buhler, J. Phys. A 20 (1987) 5497."""
    reach, ions, constant, _ = out.splitlines()[-1].split()
    expect("ions", int(reach) == 16 and int(ions) == 33**3)
    expect("the constant", abs(float(constant) - 1.7475645946) < 1e-6)


def multiply(out):
    expect("four variants by two layouts", out.count("Gflop/s") == 8)


def ranks(out):
    """Coulomb's sum over the phosphates, at the points of the lattice."""
    atoms = [(10 * math.cos(math.radians(36 * pair + offset)), 10 * math.sin(math.radians(36 * pair + offset)), 3.4 * pair)
             for pair in range(12) for offset in (0, 154)]
    points = {tuple(origin + 0.7 * (round((at - origin) / 0.7) + step) for origin, at, step in zip((-20, -20, -10), atom, steps))
              for atom in atoms for steps in itertools.product((-1, 0, 1), repeat=3)}
    least = min(-sum(1 / math.dist(point, atom) for atom in atoms) for point in points)
    found = re.match(r"4 ranks on the [CG]PU: the least potential is (\S+) e/Å; every bit and every neighbour is that of one rank$", out)
    expect(f"the least potential is {least}", found and abs(float(found[1]) - least) < 1e-4 * abs(least))


def ranks_mpi(out):
    """Coulomb's sum over both atoms, at all points; the first atom lies on one, at which it adds nothing. A value has an error of some 1e-6."""
    atoms = [((1, 1, 0.5), 1), ((3.2, 2.1, 0.7), -1)]
    points = itertools.product(*([0.5 * n for n in range(size)] for size in (40, 30, 20)))
    least = min(sum(charge / math.dist(point, at) for at, charge in atoms if point != at) for point in points)
    printed = re.fullmatch(r"3 processes: the least potential is (\S+) e/Å\n", out)
    expect("the least potential", printed and abs(float(printed[1]) - least) < 2e-5)


def reduce(out):
    """Relative errors of a sum of positive numbers: as many roundings of 6e-8 as an element passes additions."""
    count = 100003
    rows = dict(re.findall(r"^(\S+) .* GB/s +(\S+)$", out, re.MULTILINE))
    expect("two loops and ten variants", len(rows) == 12)
    unit = 2**-24
    expect("the loop in float loses", unit < float(rows["float"]) < count * unit)
    expect("the loop in double does not", float(rows["double"]) < count * 2**-53)
    for name, error in rows.items():
        if name.endswith(("/compensated", "/wide")):
            expect(name, float(error) <= unit)
        elif "/" in name:
            expect(name, float(error) < 1100 * unit)


def trace(out):
    """1,000 rows of 64 columns by warps of 32 lanes: 31 whole warps and one of 8 lanes."""
    by_rows, by_columns, _, faulty = out.split("\n\n")[:4]
    row = lambda table, view: next(line.split() for line in table.splitlines() if line.startswith(view + " "))
    expect("loads by rows: 32 for each of 64 columns", row(by_rows, "matrix")[4] == str(32 * 64))
    expect("a sector for each lane", row(by_rows, "matrix")[7] == "12.5%")
    expect("by columns", row(by_columns, "matrix")[7] == "100.0%")
    expect("24 threads read beyond the last column", "matrix: 24 accesses outside" in faulty)
    # Each of 24 threads reads and writes its sum 64 times, and reads it once more: outside 129 times.
    expect("and 129 times beyond the last sum", f"sums: {24 * 129} accesses outside" in faulty)
    for picture, words in ("by_rows", "moves 32 sectors of 1,024 bytes"), ("by_columns", "moves 4 sectors of 128 bytes"):
        root = xml.etree.ElementTree.parse(FILE.parent / f"trace_{picture}.svg").getroot()
        expect(f"the picture of {picture}", any(words in (text.text or "") for text in root.iter("{http://www.w3.org/2000/svg}text")))


def transpose(out):
    expect("nine variants and the copy", out.count("GB/s") == 10)


def expect(what, holds):
    if not holds:
        WRONG.append(what)


WRONG = []
with tempfile.TemporaryDirectory() as folder:
    FILE = pathlib.Path(folder) / "bonds"
    ARGUMENTS = {"atomics": [100003], "copy": [1003], "crystals": [8], "cutoff": [32], "graphene": [5, 4, FILE],
                 "madelung": [16], "multiply": [77], "ranks": [4], "reduce": [100003], "trace": ["--picture", folder], "transpose": [100, 70]}
    name, *command = sys.argv[1:]
    done = subprocess.run([*command, *map(str, ARGUMENTS.get(name, []))], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, sep="")
    expect(f"exit status 0, not {done.returncode}", done.returncode == 0)
    expect("no result is WRONG", "WRONG" not in done.stdout)
    globals()[name](done.stdout)
sys.exit("".join(f"failed: {what}\n" for what in WRONG) or None)
