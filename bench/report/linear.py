#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the time of sorting, of sums with a cutoff and of neighbour lists against the number of atoms.

Usage: linear.py cutoff_device.csv PICTURE

A grey line beside each is proportional to the atoms, through the largest number."""
import csv
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # letters as text: half of the bytes
matplotlib.rcParams["svg.hashsalt"] = "gridfold"  # equal bytes from equal numbers
from matplotlib import pyplot  # noqa: E402

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]
WORKLOAD = re.compile(r"linear (\d+)$")


def times_of(path):
    """Milliseconds by what was timed and by the number of atoms."""
    times = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if found := WORKLOAD.match(row["workload"]):
                times.setdefault(row["what"], {})[int(found[1])] = float(row["median_ms"])
    return times


def main(path, picture):
    times = times_of(path)
    if not times:
        sys.exit(f"{path} has no rows of linear times (there is nothing to draw): measure cutoff_device")
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    for color, (what, of_atoms) in zip(COLORS, sorted(times.items())):
        atoms = sorted(of_atoms)
        axes.plot(atoms, [of_atoms[n] for n in atoms], color=color, marker="o", markersize=4, linewidth=1.3, label=what)
        axes.plot(atoms, [of_atoms[atoms[-1]] * n / atoms[-1] for n in atoms], color="grey", linewidth=0.7, linestyle=":")
    axes.set(xscale="log", yscale="log", xlabel="atoms, at 0.1 per Å³", ylabel="ms")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(picture, metadata={"Date": None})


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
