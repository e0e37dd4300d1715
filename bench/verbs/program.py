#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the program potential-map from its start to the finished map on the disk, as Google Benchmark's JSON.

Usage: program.py POTENTIAL_MAP MOLECULE.pqr JSON

Whole runs are timed by the wall clock; sum, copying and writing are what the program's summary says. Each file is removed
before the next run: to replace one takes the time of freeing it, too.
"""
import datetime
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

REPETITIONS = 5
LATTICES = {512: ("npy", "mrc", "dx", "cube", "dx.gz"), 64: ("dx",)}
SUMMARY = {
    "sum": re.compile(r"^time +([\d.e-]+) s", re.MULTILINE),
    "copying": re.compile(r"^time .*?([\d.e-]+) s of it copying", re.MULTILINE),
    "writing": re.compile(r"^writing +([\d.e-]+) s", re.MULTILINE),
}


def seconds(program, molecule, side, output):
    """The times of one run, by name."""
    output.unlink(missing_ok=True)
    spacing = 102.4 / side
    begin = time.perf_counter()
    run = subprocess.run([program, molecule, "--shape", str(side), "--spacing", str(spacing), "-o", output],
                         capture_output=True, text=True, check=True)
    found = {"whole run": time.perf_counter() - begin}
    for name, line in SUMMARY.items():
        if match := line.search(run.stdout):
            found[name] = float(match[1])
    return found


def entries(program, molecule, side, suffix, folder):
    """Two entries, median and spread, for each time of a run."""
    runs = [seconds(program, molecule, side, folder / f"map.{suffix}") for _ in range(REPETITIONS)]
    for name in runs[0]:
        times = [run[name] for run in runs]
        median = statistics.median(times)
        entry = {"run_name": f"{pathlib.Path(molecule).stem} {side}^3 {suffix}/{name}"}
        yield entry | {"aggregate_name": "median", "real_time": 1e3 * median, "points/s": side**3 / median}
        yield entry | {"aggregate_name": "cv", "real_time": statistics.stdev(times) / statistics.mean(times)}


def main():
    program, molecule, to = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        benchmarks = [entry for side, suffixes in LATTICES.items() for suffix in suffixes
                      for entry in entries(program, molecule, side, suffix, pathlib.Path(folder))]
    context = {"date": datetime.date.today().isoformat(), "num_cpus": os.cpu_count()}
    pathlib.Path(to).write_text(json.dumps({"context": context, "benchmarks": benchmarks}), encoding="utf-8")


main()
