#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the relative times of the units of work in electrostatics/mesh_at_points.hpp, fitted to a table of
particle_mesh_points_device: mesh_times.py TABLE.csv

A unit's time is the geometric mean over meshes of the time of its step by its work. Beside it is how far meshes differ from
it, at most. Interpolation's is 6, as in the header. Enter the times there by hand.
"""
import csv
import math
import sys

UNITS = ["tested pairs/s", "mesh nodes/s", "spread nodes/s", "interpolated nodes/s"]
INTERPOLATED = 6


def is_fitted(what):
    """Whether a row is of a plan that gathers charges in float."""
    return "/gather" in what and "double" not in what


def main(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if is_fitted(row["what"])]
    logs = {unit: [-math.log(float(row["per_second"])) for row in rows if row["unit"] == unit] for unit in UNITS}
    if missing := [unit for unit, found in logs.items() if not found]:
        sys.exit(f"{path} has no rows in {', '.join(missing)}: give a table of particle_mesh_points_device")
    means = {unit: sum(found) / len(found) for unit, found in logs.items()}
    for unit, found in logs.items():
        relative = INTERPOLATED * math.exp(means[unit] - means["interpolated nodes/s"])
        off = max(abs(log - means[unit]) for log in found)
        print(f"{unit.removesuffix('/s').replace(' ', '_'):20} {relative:8.3g}   {1e12 * math.exp(means[unit]):8.3g} ps, "
              f"meshes differ by up to {math.expm1(off):.0%}")


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
