#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of examples/textbook by trace-cuda: textbook.py TRACE_CUDA"""
import collections
import csv
import pathlib
import subprocess
import sys
import tempfile

trace_cuda = pathlib.Path(sys.argv[1]).resolve()
textbook = pathlib.Path(__file__).resolve().parents[2] / "examples" / "textbook"

# What a kernel's accesses of a space cost: sectors or wavefronts of a request.
EXPECTED = {
    ("add", "global", "load"): 4, ("add_offset", "global", "load"): 5, ("add_stride", "global", "load"): 32,
    ("add_broadcast", "global", "load"): 2.5, ("copy_structures", "global", "load"): 12, ("copy_aligned", "global", "load"): 16,
    ("copy_arrays", "global", "load"): 4, ("transpose_bank_conflicts", "shared", "store"): 1,
    ("transpose_no_bank_conflicts", "shared", "load"): 1, ("cenergy_contiguous", "global", "store"): 16,
    ("cenergy_interleaved", "global", "store"): 4,
}


def trace(program, scratch):
    """Traces a program; what its kernels cost. Exits if a result is wrong or the trace reports a fault."""
    lines = scratch / "lines.csv"
    done = subprocess.run([trace_cuda, program, "--csv", lines, "--fail-on", "faults"], capture_output=True, text=True, check=False)
    results = [line.split() for line in done.stdout.split("\n\n")[0].splitlines()]
    if done.returncode != 0 or not results or any(r[-1] != "right" for r in results):
        sys.exit(f"failed: {program.name}\n{done.stdout}\n{done.stderr}")
    rows = list(csv.DictReader(lines.open()))
    missing = {r[0] for r in results} - {row["kernel"] for row in rows}
    if missing:
        sys.exit(f"failed: {program.name}: no lines of {missing}")
    print(f"passed: {program.name}, {len(results)} kernels")
    return rows


requests, cost = collections.Counter(), collections.Counter()
with tempfile.TemporaryDirectory() as folder:
    for program in sorted(textbook.glob("*.cu")):
        for row in trace(program, pathlib.Path(folder)):
            key = row["kernel"], row["space"], row["access"]
            requests[key] += int(row["requests"])
            cost[key] += int(row["sectors" if row["space"] == "global" else "wavefronts"])
for key, expected in EXPECTED.items():
    if cost[key] != expected * requests[key] or requests[key] == 0:
        sys.exit(f"failed: {key}: {cost[key]} of {requests[key]} requests, not {expected} each")
