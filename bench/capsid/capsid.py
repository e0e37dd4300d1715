#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times potential-map on a structure of 10^7 atoms, from its file to map and field, as Google Benchmark's JSON.

Usage: capsid.py [--atoms N] [--points SIDE] [--check POINTS] [--program-options "..."] POTENTIAL_MAP FOLDER PROTEIN.pqr JSON

FOLDER has the programs make_capsid and check_capsid. The structure is made anew. Stages are what the program's summary says;
memory is the largest resident set. After the first run of map and field as npy, both are compared with direct sums in double
precision at random points of the lattice. Temporary files take 5 GB at full size (TMPDIR).
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ACCURACY = 1e-5
SEED = 1
OUTPUTS = {
    "npy": ("-o", "map.npy", "--field", "field.npy"),
    "mrc": ("-o", "map.mrc", "--field", "field_{axis}.mrc"),
}
STAGES = {
    "reading": re.compile(r"^reading +([\d.e+-]+ \w+)", re.MULTILINE),
    "computing": re.compile(r"^time +([\d.e+-]+ \w+)", re.MULTILINE),
    "mesh": re.compile(r"^time .*?([\d.e+-]+ \w+) of it in the mesh", re.MULTILINE),
    "copying": re.compile(r"^time .*?([\d.e+-]+ \w+) of it copying", re.MULTILINE),
    "writing": re.compile(r"^writing +([\d.e+-]+ \w+)", re.MULTILINE),
}
UNITS = {"s": 1, "min": 60, "h": 3600}


def run(command, folder):
    """The output, seconds and largest resident set [bytes] of a program."""
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    print(output, end="", flush=True)
    if process.returncode:
        sys.exit(f"capsid.py: {command[0]} ended with {process.returncode}")
    return output, time.perf_counter() - begin, 1024 * usage.ru_maxrss


def entry(name, seconds, unit, count, **counters):
    """A row of the report: a time, and its rate in units/s."""
    rate = {f"{unit}/s": count / max(seconds, 1e-9)}
    return {"run_name": name, "aggregate_name": "median", "real_time": 1e3 * seconds, **rate, **counters}


def stages(asked, folder, atoms, spacing, suffix):
    """The rows of one run of the program."""
    source = folder / "capsid.pqr"
    side = asked.points
    first = -0.5 * spacing * (side - 1)
    numbers = (32 if "double" in asked.program_options else 16) * side**3  # bytes of map and field
    command = [asked.program, source, "--shape", str(side), "--spacing", str(spacing), "--origin", f"{first},{first},{first}"]
    command += ["--units", "e/A", "--method", "mesh", "--accuracy", str(ACCURACY)]
    command += [*OUTPUTS[suffix], *asked.program_options.split()]
    output, seconds, memory = run(command, folder)
    counted = {"reading": ("bytes", source.stat().st_size), "computing": ("points", side**3),
               "mesh": ("points", side**3), "copying": ("bytes", numbers), "writing": ("bytes", numbers)}
    name = f"{atoms} atoms {side}^3 {suffix}"
    yield entry(f"{name}/whole run", seconds, "points", side**3, host_bytes=memory)
    for stage, line in STAGES.items():
        if match := line.search(output):
            number, unit = match[1].split()
            yield entry(f"{name}/{stage}", float(number) * UNITS[unit], *counted[stage])


def errors(asked, folder, spacing):
    """The root mean square errors that the check prints, by quantity."""
    output, _, _ = run([asked.programs / "check_capsid", "capsid.pqr", "map.npy", "field.npy", str(spacing), str(asked.check),
                        str(SEED), str(ACCURACY)], folder)
    found = re.findall(r"^(\w+): .*relative to it ([\d.e+-]+)", output, re.MULTILINE)
    return {quantity: float(error) for quantity, error in found}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--atoms", type=int, default=10**7)
    parser.add_argument("--points", type=int, default=600)
    parser.add_argument("--check", type=int, default=10**4)
    parser.add_argument("--program-options", default="")
    for name in ("program", "programs", "protein", "json"):
        parser.add_argument(name, type=pathlib.Path)
    asked = parser.parse_args()
    for name in ("program", "programs", "protein", "json"):
        setattr(asked, name, getattr(asked, name).absolute())
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made, _, _ = run([asked.programs / "make_capsid", asked.protein, str(asked.atoms), str(SEED), "capsid.pqr"], folder)
        atoms, half_width = re.match(r"(\d+) atoms, half width ([\d.]+)", made).groups()
        spacing = round(2 * (float(half_width) + 10) / (asked.points - 1), 3)
        for suffix in OUTPUTS:
            rows += stages(asked, folder, int(atoms), spacing, suffix)
            if suffix == "npy" and asked.check:
                found = errors(asked, folder, spacing)
                next(row for row in rows if row["run_name"].endswith("/computing"))["error"] = max(found.values())
            for file in folder.glob(f"*.{suffix}"):
                file.unlink()
    context = {"date": datetime.date.today().isoformat(), "num_cpus": os.cpu_count()}
    asked.json.write_text(json.dumps({"context": context, "benchmarks": rows}), encoding="utf-8")


main()
