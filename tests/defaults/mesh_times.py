#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/defaults/mesh_times.py finds the times of units that a table has, and takes no rows of other plans."""
import csv
import pathlib
import random
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "bench" / "defaults" / "mesh_times.py"
TIMES = {"tested pairs": 3.5, "mesh nodes": 41, "spread nodes": 7.25, "interpolated nodes": 6}


def main():
    picoseconds = random.uniform(1, 9)  # per unit of TIMES
    rows = [["workload", "what", "per_second", "unit"]]
    for plan, factor in (("a/gather", 1.1), ("b/gather", 1 / 1.1), ("a/scatter", 5), ("a/gather/double", 7)):
        rows += [["w", f"{plan}/step", 1e12 / (picoseconds * factor * time), f"{unit}/s"] for unit, time in TIMES.items()]
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as table:
        csv.writer(table).writerows(rows)
        table.flush()
        said = subprocess.run([SCRIPT, table.name], check=True, capture_output=True, text=True).stdout
    found = {line.split()[0].replace("_", " "): float(line.split()[1]) for line in said.splitlines()}
    if found != TIMES or said.count("up to 10%") != len(TIMES):
        sys.exit(f"the table has the times {TIMES}, and meshes differ by 10%, but mesh_times.py says:\n{said}")


main()
