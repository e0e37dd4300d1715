#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/defaults writes what the header has.

The speeds of contenders and the numbers of particles are replaced by 1 in a copy of the header; from the tables of
bench/results it gets the same again.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEADER = ROOT / "include" / "gridfold" / "policy" / "defaults.hpp"
TABLES = [ROOT / "bench" / "results" / f"{name}.csv" for name in
          ("transpose_device", "neighbors_device", "neighbors_host", "cutoff_device", "multiply_device", "defaults_device",
           "histogram_device")]
# Numbers that the tables give, with what stands before and behind.
MEASURED = [
    r"(particles_for_cells<(?:device|host_for<[^>]*>)> =\s*)(\d+)(;)",
    r"(counting_contender<binned<[^;]*>,\s*)(\d+)(>;)",
    r"(=\s*contender<gathered<[^;]*?>,\s*)(\d+,\s*\d+)((?:,\s*rsqrt[^;]*)?>;)",
]


def spoilt(text):
    for pattern in MEASURED:
        text = re.sub(pattern, lambda found: found[1] + re.sub(r"\d+", "1", found[2]) + found[3], text)
    return text


def main():
    text = HEADER.read_text(encoding="utf-8")
    if spoilt(text) == text:
        sys.exit(f"{HEADER.name} has no numbers that are measured")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / ".clang-format", folder)
        copy = pathlib.Path(folder) / HEADER.name
        copy.write_text(spoilt(text), encoding="utf-8")
        subprocess.run([ROOT / "bench" / "defaults.py", copy, *TABLES], check=True, stdout=subprocess.DEVNULL)
        if "".join(copy.read_text(encoding="utf-8").split()) != "".join(text.split()):
            sys.exit(f"bench/defaults writes another {HEADER.name} from bench/results: run it, and see git diff")


main()
