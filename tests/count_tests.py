#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts test cases: count_tests.py BUILD/meson-logs/testlog.json

Reads Meson's log of the last run, shows the output of failed tests and prints `N passed, N failed, N skipped`.
A doctest executable counts with each of its test cases, any other test as one. With REQUIRE_GPU=1 a test that was
skipped because there is no GPU has failed.
With --names BUILD OPTION... it prints instead which tests have test cases that doctest selects by these options.
"""
import json
import os
import pathlib
import re
import subprocess
import sys


def is_doctest(word):
    program = pathlib.Path(word)
    return program.is_file() and b"[doctest]" in program.read_bytes()


def doctest_of(command):
    """A doctest executable and its options, without what runs it; empty if the command has none."""
    at = next((n for n, word in enumerate(command) if is_doctest(word)), len(command))
    return command[at:]


def number_of_cases(program, *options):
    """Asks a doctest executable, which lists test cases without running them."""
    out = subprocess.run([program, "--count", *options], capture_output=True, text=True, check=False).stdout
    found = re.search(r"current filters: (\d+)", out)
    return int(found[1]) if found else 1


def lacks_required_gpu(test):
    return os.environ.get("REQUIRE_GPU") == "1" and "skipped: no GPU" in test.get("stdout", "")


def count(test):
    """(passed, failed, skipped) of one test in Meson's log."""
    if test["result"] == "SKIP":
        program = doctest_of(test["command"])
        skipped = number_of_cases(*program) if program else 1
        return (0, skipped, 0) if lacks_required_gpu(test) else (0, 0, skipped)
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    summary = re.search(r"\[doctest\] test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed", test.get("stdout", ""))
    if summary is None:
        return int(good), int(not good), 0
    # What doctest calls skipped are the cases that its options leave out.
    passed, failed = map(int, summary.groups())
    return passed, max(failed, int(not good)), 0


def show_names(build, options):
    tests = json.loads(pathlib.Path(build, "meson-info", "intro-tests.json").read_text(encoding="utf-8"))
    for test in tests:
        program = doctest_of(test["cmd"])
        if program and number_of_cases(*program, *options) > 0:
            print(test["name"])


def show_counts(log):
    tests = [json.loads(line) for line in pathlib.Path(log).read_text(encoding="utf-8").splitlines()]
    total = [0, 0, 0]
    for test in tests:
        counts = count(test)
        total = [t + c for t, c in zip(total, counts)]
        if counts[1]:
            print(f"\n{test['name']}: {test['result']} (exit status {test['returncode']})")
            print(test.get("stdout", ""), test.get("stderr", ""), sep="")
    passed, failed, skipped = total
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0 or passed == 0


if sys.argv[1] == "--names":
    show_names(sys.argv[2], sys.argv[3:])
else:
    sys.exit(show_counts(sys.argv[1]))
