#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces a class's programs and writes a row for each as CSV: grade.py PROGRAM.cu...

A program that checks its own results ends with 0 if they are right. The columns faults, conflicts and uncoalesced count the
findings of trace-cuda, `asked` is the share of the bytes moved by global memory that was asked for. The environment has
TRACE_CUDA, the command (default: trace-cuda), and TIME_LIMIT, the seconds that a program may take (default: 60).
"""
import csv
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

COMMAND = shlex.split(os.environ.get("TRACE_CUDA", "trace-cuda"))
LIMIT = float(os.environ.get("TIME_LIMIT", "60"))
RULES = ("conflicts", "uncoalesced")


def grade(program, folder):
    """What the program ends with, and the numbers of findings."""
    sarif, lines = folder / "findings.sarif", folder / "lines.csv"
    for old in (sarif, lines):
        old.unlink(missing_ok=True)
    try:
        ended = subprocess.run([*COMMAND, program, "--sarif", sarif, "--csv", lines], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=os.environ | {"TMPDIR": str(folder)}, timeout=LIMIT,
                               check=False).returncode
    except subprocess.TimeoutExpired:
        return ["time limit"]
    if not sarif.is_file():
        return ["not traced" if ended == 2 else f"ended by {ended}"]
    found = [result["ruleId"] for result in json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"]]
    with lines.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["space"] == "global" and row["access"] != "atomic"]
    asked, moved = (sum(int(row[column]) for row in rows) for column in ("bytes_asked", "bytes_moved"))
    numbers = [sum(rule not in RULES for rule in found), *(found.count(rule) for rule in RULES)]
    return [ended, *numbers, f"{100 * asked / moved:.0f}%" if moved else ""]


out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["program", "ended", "faults", *RULES, "asked"])
with tempfile.TemporaryDirectory() as name:
    for submission in sys.argv[1:]:
        out.writerow([submission, *grade(submission, pathlib.Path(name))])
        sys.stdout.flush()
