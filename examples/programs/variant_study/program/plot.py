#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws tables of variant-study: items per thread against speed, a line for each decomposition, assignment and
choice of memory, and the floor.

Usage: plot.py TABLE.csv PICTURE"""
import collections
import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # letters as text: half of the bytes
from matplotlib import pyplot, ticker  # noqa: E402

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
MARKS = {"contiguous": ("s", "--"), "interleaved": ("o", "-")}


def items_of(kernel, coarsening, others):
    """Items per thread: what the coarsening counts, which in a reduction is vectors."""
    factor = math.prod(int(extent) for extent in coarsening.split("x"))
    return factor * next((int(p.split(":")[1]) for p in others if p.startswith("vectors:") and kernel == "reduce"), 1)


def line_of(decomposition, assignment, memory, others):
    """The name of a line: all policies but coarsening and block, the input only if no other policy names a memory."""
    others = [policy.replace("tile:", "").replace("exchange:", "exchange in ") for policy in others]
    return ", ".join([decomposition, assignment, *([] if memory == "global" and others else [memory]), *others])


def lines_of(rows):
    """(name of a line, its decomposition, assignment) -> {items per thread: best speed}."""
    lines = collections.defaultdict(dict)
    for row in rows:
        decomposition, assignment, coarsening, memory, _, *others = row["variant"].split("/")
        line = lines[line_of(decomposition, assignment, memory, others), decomposition, assignment]
        count = items_of(row["kernel"], coarsening, others)
        line[count] = max(float(row["per_second"]), line.get(count, 0))
    # With one item per thread all assignments are equal, and the variant has one name; the curves of the other
    # assignments begin at its point, too.
    for (name, decomposition, assignment), line in lines.items():
        one = lines.get((name.replace("contiguous", "interleaved"), decomposition, "interleaved"), {}).get(1)
        if assignment == "contiguous" and one:
            line.setdefault(1, one)
    return lines


def memory_of(line):
    """What lines of one colour have in common: the end of their names."""
    return line[0].split(", ", 2)[2]


def scale_of(rows):
    most = max(float(row["per_second"]) for row in rows)
    return next((10.0**e, letter) for e, letter in ((12, "T"), (9, "G"), (6, "M"), (0, "")) if most >= 10.0**e or e == 0)


def draw(axes, rows):
    size, letter = scale_of(rows)
    lines = lines_of(rows)
    memories = list(dict.fromkeys(memory_of(line) for line in sorted(lines)))
    for line, speeds in sorted(lines.items()):
        name, decomposition, assignment = line
        mark, dash = MARKS.get(assignment, ("^", ":"))
        color = COLORS[memories.index(memory_of(line)) % len(COLORS)]
        points = sorted(speeds.items())
        axes.plot([x for x, _ in points], [y / size for _, y in points], marker=mark, linestyle=dash, color=color,
                  fillstyle="none" if decomposition == "scatter" else "full", markersize=4.5, linewidth=1.2,
                  label=name)
    floors = [float(row["per_second"]) / float(row["share_of_floor"]) for row in rows if row["share_of_floor"]]
    if floors:
        axes.axhline(floors[0] / size, color="grey", linewidth=1, linestyle="-.", label="the floor of time")
    axes.set(xscale="log", yscale="log", xlabel="items per thread", ylabel=f"{letter}{rows[0]['unit']}",
             title=f"{rows[0]['kernel']}, {rows[0]['workload']}\n{rows[0]['processor']}")
    axes.xaxis.set_major_locator(ticker.LogLocator(base=2))
    axes.xaxis.set_major_formatter(ticker.FormatStrFormatter("%d"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_minor_locator(ticker.LogLocator(subs=(2, 5)))
    for formatter in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
        formatter(ticker.FuncFormatter(lambda y, _: f"{y:g}"))
    axes.tick_params(axis="y", which="minor", labelsize=7)
    axes.grid(which="both", linewidth=0.3)
    axes.title.set_fontsize(10)
    axes.legend(fontsize=6, loc="center left", bbox_to_anchor=(1, 0.5))


def main(table, picture):
    with open(table, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["result"] == "timed"]
    kernels = list(dict.fromkeys(row["kernel"] for row in rows))
    if not kernels:
        sys.exit(f"{table} has no variant that was timed (there is nothing to draw): see the reasons in it")
    figure, axes = pyplot.subplots(len(kernels), 1, figsize=(8.5, 4.2 * len(kernels)), squeeze=False)
    for kernel, ax in zip(kernels, axes[:, 0]):
        draw(ax, [row for row in rows if row["kernel"] == kernel])
    figure.tight_layout()
    figure.savefig(picture, dpi=150)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
