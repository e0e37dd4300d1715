#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws what mesh-accuracy prints, and puts its table of errors into docs/use/particle_mesh.md.

Usage: mesh-accuracy | mesh_accuracy.py

Writes docs/pictures/particle_mesh.svg. The table is the one after the comment that names this file."""
import csv
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # letters as text: half of the bytes
matplotlib.rcParams["svg.hashsalt"] = "gridfold"  # equal bytes from equal numbers
from matplotlib import pyplot  # noqa: E402

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "use" / "particle_mesh.md"
TABLE = re.compile(r"(<!-- examples/mesh_accuracy\.py -->\n)(?:\|.*\n)+")
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]


def lines_of(rows, what, line, x):
    """{a line's parameter: (x, values)} of the rows of one kind."""
    lines = {}
    for row in rows:
        if row["what"] == what:
            points = lines.setdefault(float(row[line]), ([], []))
            points[0].append(float(row[x]))
            points[1].append(float(row["value"]))
    return lines


def draw_split(axes, split):
    for color, (c, (r, far)) in zip(COLORS, split.items()):
        axes.plot(r, far, color=color, label=f"L, c = {c:g}")
        axes.plot(r, [max(1 / x - y, 0) for x, y in zip(r, far)], color=color, linestyle="--")
    axes.plot(r, [1 / x for x in r], color="black", linewidth=0.8, label="1/r")
    axes.plot([], [], color="grey", linestyle="--", label="S = 1/r − L")
    axes.set(xlim=(0, 2), ylim=(0, 4), xlabel="r, in units of rc at c = 8", title="The two parts of 1/r")


def draw_errors(axes, errors, name, **labels):
    for color, (line, (x, error)) in zip(COLORS, errors.items()):
        axes.plot(x, error, color=color, marker="o", markersize=3, linewidth=1.2, label=f"{name} = {line:g}")
    axes.set(yscale="log", ylim=(1e-12, 1e-2), **labels)


def table_of(errors):
    """Errors by bandwidth, a row each, and by width."""
    yield "| c \\ W |" + "".join(f" {width:g} |" for width in errors)
    yield "|---:|" + "---:|" * len(errors)
    for n, c in enumerate(next(iter(errors.values()))[0]):
        if c % 4 == 0:
            yield f"| {c:g} |" + "".join(f" {values[n]:.0e} |" for _, values in errors.values())


def main():
    rows = list(csv.DictReader(sys.stdin))
    by_c = lines_of(rows, "error by c", "W", "c")
    figure, (split, bandwidth, share) = pyplot.subplots(1, 3, figsize=(11, 3.4), layout="constrained")
    draw_split(split, lines_of(rows, "L", "c", "r"))
    draw_errors(bandwidth, by_c, "W", xlabel="bandwidth c", ylabel="rms error / rms potential", title="80% of the wave numbers")
    draw_errors(share, lines_of(rows, "error by share", "c", "share"), "c", xlabel="share of the mesh's wave numbers",
                title="W = 14")
    for axes in (split, bandwidth, share):
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7.5)
    figure.savefig(DOCS / "pictures" / "particle_mesh.svg", metadata={"Date": None})
    text, tables = TABLE.subn(lambda found: found[1] + "".join(line + "\n" for line in table_of(by_c)),
                              PAGE.read_text(encoding="utf-8"))
    if tables != 1:
        sys.exit(f"{PAGE} has {tables} tables of this program (one was expected): add the comment and a row")
    PAGE.write_text(text, encoding="utf-8")


main()
