#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that registers.cu's kernels have no more registers than registers.hpp says: registers.py FOLDER NVCC...

They may have up to a fifth fewer. A kernel that has still fewer leaves room for more warps than tests count with.
Other releases of nvcc than 13.0 allocate otherwise: skipped.
"""
import pathlib
import re
import subprocess
import sys

KERNELS = {r"gather_sum.*coarsenILi(\d+)E": r"factor_\1", r"14cenergy_gather": "figure_18_6",
           r"18cenergy_contiguous": "figure_18_8", r"19cenergy_interleaved": "figure_18_10"}

folder, *nvcc = sys.argv[1:]
if "release 13.0" not in subprocess.run([*nvcc, "--version"], capture_output=True, text=True, check=True).stdout:
    print("skipped: nvcc is not 13.0")
    sys.exit(77)
folder = pathlib.Path(folder)
done = subprocess.run([*nvcc, "-arch=sm_90", "-Xptxas=-v", "-cubin", "-o", "/dev/null", str(folder / "registers.cu")],
                      capture_output=True, text=True, check=False)
if done.returncode:
    sys.exit(done.stdout + done.stderr)
found = {}
for kernel, count in re.findall(r"entry function '(\S+)'.*?Used (\d+) registers", done.stderr, re.DOTALL):
    for pattern, name in KERNELS.items():
        if match := re.search(pattern, kernel):
            found[match.expand(name)] = int(count)
said = {name: int(count) for name, count in re.findall(r"(\w+) = (\d+)", (folder / "registers.hpp").read_text("utf-8"))}
print(found)
right = found.keys() == said.keys() and all(0.8 * said[name] <= count <= said[name] for name, count in found.items())
sys.exit(None if right else f"registers.hpp says {said}")
