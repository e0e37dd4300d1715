#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws how work scales with GPUs.

Usage: scaling.py ranks_device.csv PICTURE

Left strong scaling: how many times as fast some work is as on one GPU. Right weak scaling, of rows "per GPU", whose work
grows with the GPUs: the time on one GPU as a share of the time on all. Grey lines are what perfect scaling gives. A side
without rows is left out."""
import csv
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"  # letters as text: half of the bytes
matplotlib.rcParams["svg.hashsalt"] = "gridfold"  # equal bytes from equal numbers
from matplotlib import pyplot  # noqa: E402

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933", "#882255"]
GPUS = re.compile(r"(\d+) GPUs$")
WEAK = " per GPU"


def times_of(path):
    """(strong, weak): milliseconds by workload and by the number of GPUs, of what was timed on one GPU and on more."""
    strong, weak = {}, {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if found := GPUS.match(row["what"]):
                times = weak if row["workload"].endswith(WEAK) else strong
                times.setdefault(row["workload"].removesuffix(WEAK), {})[int(found[1])] = float(row["median_ms"])
    scaled = [{work: of for work, of in times.items() if 1 in of and len(of) > 1} for times in (strong, weak)]
    return scaled[0], scaled[1]


def draw(axes, times, perfect, label, title):
    """A line for each workload, of the time on one GPU over that on more, beside perfect(GPUs)."""
    measured = sorted({gpus for of in times.values() for gpus in of})
    axes.plot(measured, [perfect(gpus) for gpus in measured], color="grey", linewidth=0.7, linestyle=":")
    for color, (work, of) in zip(COLORS, times.items()):
        gpus = sorted(of)
        axes.plot(gpus, [of[1] / of[n] for n in gpus], color=color, marker="o", markersize=4, linewidth=1.3,
                  label=work)
    axes.set(xlabel="GPUs", xticks=measured, ylabel=label, title=title)
    axes.set_ylim(0, 1.05 * axes.get_ylim()[1])
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="lower right")


def main(path, picture):
    strong, weak = times_of(path)
    sides = [
        (strong, lambda gpus: gpus, "times as fast as on one GPU", "strong scaling"),
        (weak, lambda _: 1, "time on one GPU / time", "weak scaling: work per GPU"),
    ]
    drawn = [side for side in sides if side[0]]
    if not drawn:
        sys.exit(f"{path} has no rows of one GPU and of more (there is nothing to draw): measure ranks_device on 2 GPUs")
    figure, all_axes = pyplot.subplots(1, len(drawn), figsize=(5 * len(drawn), 3.8), layout="constrained", squeeze=False)
    for axes, (times, perfect, label, title) in zip(all_axes[0], drawn):
        draw(axes, times, perfect, label, title)
    figure.savefig(picture, metadata={"Date": None})


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
