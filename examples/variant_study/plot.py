#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws tables of variant-study: coarsening factor against speed, a line for each space and assignment, and the floor.

Usage: plot.py TABLE.csv PICTURE"""
import collections
import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
MARKS = {"contiguous": ("s", "--"), "interleaved": ("o", "-")}


def items(coarsening):
    return math.prod(int(factor) for factor in coarsening.split("x"))


def lines_of(rows):
    """(decomposition, assignment, space) -> {items a thread: best speed}."""
    lines = collections.defaultdict(dict)
    for row in rows:
        decomposition, assignment, coarsening, space = row["variant"].split("/")[:4]
        line, speed = lines[decomposition, assignment, space], float(row["per_second"])
        line[items(coarsening)] = max(speed, line.get(items(coarsening), 0))
    # One item a thread is the same in every assignment, and has the name of one: the others begin there too.
    for (decomposition, assignment, space), line in lines.items():
        one = lines.get((decomposition, "interleaved", space), {}).get(1)
        if assignment == "contiguous" and one:
            line.setdefault(1, one)
    return lines


def scale_of(rows):
    most = max(float(row["per_second"]) for row in rows)
    return next((10.0**e, letter) for e, letter in ((12, "T"), (9, "G"), (6, "M"), (0, "")) if most >= 10.0**e or e == 0)


def draw(axes, rows):
    size, letter = scale_of(rows)
    lines = lines_of(rows)
    spaces = list(dict.fromkeys(space for _, _, space in sorted(lines)))
    for (decomposition, assignment, space), line in sorted(lines.items()):
        mark, dash = MARKS.get(assignment, ("^", ":"))
        color = COLORS[spaces.index(space) % len(COLORS)]
        points = sorted(line.items())
        axes.plot([x for x, _ in points], [y / size for _, y in points], marker=mark, linestyle=dash, color=color,
                  fillstyle="none" if decomposition == "scatter" else "full", markersize=4.5, linewidth=1.2,
                  label=f"{decomposition}, {assignment}, {space}")
    floors = [float(row["per_second"]) / float(row["share_of_floor"]) for row in rows if row["share_of_floor"]]
    if floors:
        axes.axhline(floors[0] / size, color="grey", linewidth=1, linestyle="-.", label="the floor of time")
    axes.set(xscale="log", yscale="log", xlabel="items a thread", ylabel=f"{letter}{rows[0]['unit']}",
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
