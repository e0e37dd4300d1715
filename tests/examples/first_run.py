#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs examples/run from nothing, and configures build folders: first_run.py MESON OPTIONS OPTIONS...

examples/run gets the first options of 'meson setup'; with each of the others a folder is configured, and nothing is built.
Folders have a space in their names. No network is needed.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
script = root / "examples" / "run"


def output_of(*command, **env):
    print("$", *command, flush=True)
    done = subprocess.run(command, check=False, env=os.environ | env, stdout=subprocess.PIPE, text=True)
    print(done.stdout, flush=True)
    if done.returncode:
        sys.exit(f"failed: exit status {done.returncode}")
    return done.stdout


def expect(what, holds):
    if not holds:
        sys.exit(f"failed: {what}")


meson, of_script, *configured = sys.argv[1:]
with tempfile.TemporaryDirectory(prefix="gridfold first run ") as scratch:
    by_script = {
        "GRIDFOLD_OFFLINE": "1",
        "GRIDFOLD_BUILD": f"{scratch}/build",
        "MESON_ARGS": of_script,
        "PATH": f"{pathlib.Path(meson).parent}:{os.environ['PATH']}",
    }
    expect("its help", output_of(script, "--help", **by_script).startswith("Usage: examples/run "))
    names = output_of(script, "--list", **by_script).split()
    expect("its list", {"madelung", "potential-map", "4-why-is-it-slow"} < set(names))
    page = (root / "examples" / "README.md").read_text(encoding="utf-8")
    missing = [name for name in names if f"`{name}`" not in page and not name[0].isdigit()]
    expect(f"examples/README.md has {missing}", not missing)
    first = output_of(script, "madelung", "4", **by_script)
    result = output_of(script, "madelung", "4", **by_script)
    expect("a second run prints what the program does", result.splitlines()[-1].split()[:2] == ["4", str(9**3)])
    expect("and the first run ends with that", first.endswith(result) and first != result)
    for number, options in enumerate(configured):
        log = output_of(meson, "setup", *options.split(), f"{scratch}/{number}", root)
        expect("the least Meson named suffices", "features which were added in newer versions" not in log)
