#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws from which numbers of atoms and points on a particle mesh is faster than a direct sum.

Usage: break_even.py particle_mesh_device.csv PICTURE

Left the time of both against points, a color for each number of atoms; right, by atoms and points, how many times as
fast the mesh is. Direct sums that were not measured are left out."""
import csv
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # letters as text: half of the bytes
matplotlib.rcParams["svg.hashsalt"] = "gridfold"  # equal bytes from equal numbers
from matplotlib import colors, pyplot  # noqa: E402

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
WORKLOAD = re.compile(r"break-even (\d+) atoms (\d+)\^3$")


def times_of(path):
    """(times of the mesh, times of the direct sum), each milliseconds by (atoms, points along an axis)."""
    mesh, direct = {}, {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if found := WORKLOAD.match(row["workload"]):
                times = direct if row["what"] == "direct" else mesh
                times[int(found[1]), int(found[2])] = float(row["median_ms"])
    return mesh, direct


def draw_times(axes, mesh, direct):
    for color, count in zip(COLORS, sorted({count for count, _ in mesh})):
        for times, dash, mark in ((mesh, "-", "o"), (direct, "--", "s")):
            sides = sorted(side for c, side in times if c == count)
            axes.plot([side**3 for side in sides], [times[count, side] for side in sides], color=color, linestyle=dash,
                      marker=mark, markersize=3.5, linewidth=1.2, label=f"{count:,} atoms" if times is mesh else None)
    axes.plot([], [], color="grey", linestyle="--", marker="s", markersize=3.5, label="direct sum")
    axes.set(xscale="log", yscale="log", xlabel="points", ylabel="ms", title="mesh and direct sum")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7.5)


def draw_ratios(axes, mesh, direct):
    counts, sides = (sorted({key[n] for key in mesh}) for n in (0, 1))
    ratios = [[direct[count, side] / mesh[count, side] if (count, side) in direct else float("nan") for side in sides]
              for count in counts]
    axes.imshow(ratios, origin="lower", aspect="auto", cmap="RdYlBu", norm=colors.LogNorm(1 / 100, 100))
    for row, values in enumerate(ratios):
        for column, ratio in enumerate(values):
            if ratio == ratio:
                axes.text(column, row, f"{ratio:.2g}", ha="center", va="center", fontsize=8)
    axes.set(xticks=range(len(sides)), xticklabels=[f"{side}³" for side in sides], yticks=range(len(counts)),
             yticklabels=[f"{count:,}" for count in counts], xlabel="points", ylabel="atoms",
             title="time of the direct sum / time of the mesh")


def main(path, picture):
    mesh, direct = times_of(path)
    if not mesh or not direct:
        sys.exit(f"{path} has no rows of break-even (there is nothing to draw): measure particle_mesh_device")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    draw_times(left, mesh, direct)
    draw_ratios(right, mesh, direct)
    figure.savefig(picture, metadata={"Date": None})


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
