#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of bench/results give the numbers of include/gridfold/defaults/: tables.py FIT_SPEEDS

FIT_SPEEDS prints speeds.hpp. In a copy of the other headers the numbers of particles are replaced by 1;
bench/defaults/defaults.py gives the copy what the headers have.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "include" / "gridfold" / "defaults"
RESULTS = ROOT / "bench" / "results"
TABLES = [RESULTS / f"{name}.csv" for name in
          ("neighbors_device", "neighbors_host", "cutoff_device", "multiply_device", "defaults_device")]


def spoilt(text):
    return re.sub(r"(particles_for_cells<(?:device|host_for<[^>]*>)> =\s*)\d+", r"\g<1>1", text)


def same(made, header):
    """Whether two texts are equal but for how clang-format breaks lines."""
    return "".join(made.split()) == "".join(header.split())


def main(fit_speeds):
    fitted = subprocess.run([fit_speeds, RESULTS / "defaults_device.csv", RESULTS / "histogram_device.csv"], check=True,
                            capture_output=True, text=True).stdout
    wrong = []
    if not same(fitted, (RULES / "speeds.hpp").read_text(encoding="utf-8")):
        wrong.append("speeds.hpp")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / ".clang-format", folder)
        copies = {path: pathlib.Path(folder, path.name) for path in RULES.glob("*.hpp")}
        spoiled = 0
        for path, copy in copies.items():
            text = path.read_text(encoding="utf-8")
            copy.write_text(spoilt(text), encoding="utf-8")
            spoiled += spoilt(text) != text
        if spoiled == 0:
            sys.exit("the headers have no numbers that are measured")
        subprocess.run([ROOT / "bench" / "defaults" / "defaults.py", folder, *TABLES], check=True, stdout=subprocess.DEVNULL)
        wrong += [path.name for path, copy in copies.items()
                  if not same(copy.read_text(encoding="utf-8"), path.read_text(encoding="utf-8"))]
    if wrong:
        sys.exit(f"bench/defaults/run writes another {', '.join(wrong)} from bench/results: run it, and see git diff")


main(sys.argv[1])
