#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the bonds that graphene wrote, as in Fan, CUDA Programming, ch. 9: graphene_bonds.py FILE PICTURE"""
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.collections import LineCollection  # noqa: E402


def main(file, picture):
    with open(file, encoding="utf-8") as lines:
        words = [line.split() for line in lines]
    atoms = [(float(x), float(y)) for x, y, *_ in words]
    bonds = [(atoms[n], atoms[int(other)]) for n, w in enumerate(words) for other in w[2:] if n < int(other)]
    figure, axes = pyplot.subplots(figsize=(6, 6), layout="constrained")
    axes.add_collection(LineCollection(bonds, colors="black", linewidths=1.5))
    axes.plot(*zip(*atoms), "o", color="tab:orange", markersize=4)
    axes.set(aspect="equal", xlabel="x [Å]", ylabel="y [Å]", title=f"{len(atoms)} atoms, {len(bonds)} bonds")
    figure.savefig(picture, dpi=150)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
