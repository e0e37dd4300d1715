#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's transpose of a float matrix, eager and compiled, in GB/s. Prints why it is skipped where it cannot run.

Usage: transpose_torch.py [ROWS COLUMNS]
"""
import sys

try:
    import torch
except ImportError:
    sys.exit(print("skipped: PyTorch is not installed"))
if not torch.cuda.is_available():
    sys.exit(print("skipped: PyTorch finds no GPU"))


def milliseconds(work, repetitions=20):
    """The median time of a call, measured by events, after a few that are not counted."""
    times = []
    for repetition in range(repetitions + 3):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        end.synchronize()
        if repetition >= 3:
            times.append(begin.elapsed_time(end))
    return sorted(times)[len(times) // 2]


def transposed(x):
    return x.t().contiguous()


rows, columns = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (16384, 16384)
matrix = torch.rand(rows, columns, device="cuda")
copy = torch.empty_like(matrix)
ways = {
    "copy": lambda: copy.copy_(matrix),
    "eager": lambda: transposed(matrix),
    "torch.compile": lambda f=torch.compile(transposed, mode="max-autotune-no-cudagraphs"): f(matrix),
}
assert torch.equal(ways["torch.compile"](), matrix.t()), "torch.compile's transpose is wrong"
for name, work in ways.items():
    print(f"{name:14} {2 * matrix.nbytes / milliseconds(work) / 1e6:8.1f} GB/s")
