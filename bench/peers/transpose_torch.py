#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's transposes of float matrices, eager and compiled: transpose_torch.py OUT.json

Writes medians and spreads in Google Benchmark's format. If PyTorch or a GPU is missing, prints why and ends.
"""
import datetime
import json
import os
import statistics
import sys

try:
    import torch
except ImportError:
    sys.exit(print("transpose_torch is skipped: PyTorch is not installed"))
if not torch.cuda.is_available():
    sys.exit(print("transpose_torch is skipped: PyTorch finds no GPU"))

SHAPES = (16384, 16384), (16381, 8191)


def milliseconds(work, repetitions=20):
    """The times of calls, measured by events, after a warm-up."""
    times = []
    for repetition in range(repetitions + 3):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        end.synchronize()
        if repetition >= 3:
            times.append(begin.elapsed_time(end))
    return times


def transposed(x):
    return x.t().contiguous()


def entries(rows, columns):
    """Two entries, median and spread, for each way to transpose."""
    matrix = torch.rand(rows, columns, device="cuda")
    copy = torch.empty_like(matrix)
    compiled = torch.compile(transposed, mode="max-autotune-no-cudagraphs", dynamic=False)
    ways = {
        "torch copy": lambda: copy.copy_(matrix),
        "torch eager": lambda: transposed(matrix),
        "torch.compile": lambda: compiled(matrix),
    }
    if not torch.equal(compiled(matrix), matrix.t()):
        sys.exit("transpose_torch: torch.compile's transpose is wrong")
    for name, work in ways.items():
        times = milliseconds(work)
        median = statistics.median(times)
        entry = {"run_name": f"{rows}x{columns}x4B/{name}"}
        yield entry | {"aggregate_name": "median", "real_time": median, "B/s": 2e3 * matrix.nbytes / median}
        yield entry | {"aggregate_name": "cv", "real_time": statistics.stdev(times) / statistics.mean(times)}


report = {
    "context": {"date": datetime.date.today().isoformat(), "num_cpus": os.cpu_count()},
    "benchmarks": [entry for shape in SHAPES for entry in entries(*shape)],
}
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(report, file)
