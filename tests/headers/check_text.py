#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that including the headers has no side effects: check_text.py INCLUDE_FOLDER COMPILER...

No macro without the prefix GRIDFOLD_ (as the compiler sees them, host part, and as they are written, all parts), no using
namespace, no header of CCCL's before config.hpp has checked that there is a new enough one.
"""
import pathlib
import re
import subprocess
import sys

folder, *compiler = sys.argv[1:]
folder = pathlib.Path(folder).resolve() / "gridfold"


def written():
    for file in sorted(folder.rglob("*.[hc]*")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"^\s*#\s*(define|undef)\s+(?!GRIDFOLD_)", line) or re.search(r"\busing\s+namespace\b", line):
                yield f"{file}:{number}: {line.strip()}"


def unchecked():
    for file in sorted(folder.rglob("*.[hc]*")):
        included = re.findall(r"^#include <(.*)>", file.read_text(encoding="utf-8"), re.MULTILINE)
        first = next((header for header in included if re.match("(cuda/|cub/|nv/)", header)), None)
        if first and file.name != "config.hpp" and included[0] != "gridfold/core/config.hpp":
            yield f"{file}: <{first}> is included before <gridfold/core/config.hpp>"


def seen():
    """Macros defined in the library's files."""
    command = [*compiler, "-std=c++20", "-E", "-dD", "-x", "c++", "-"]
    out = subprocess.run(command, input="#include <gridfold/gridfold.hpp>\n", capture_output=True, text=True, check=True)
    ours = False
    count = 0
    for line in out.stdout.splitlines():
        if marker := re.match(r'# \d+ "(.*)"', line):
            ours = pathlib.Path(marker[1]).resolve().is_relative_to(folder)
        elif ours and (macro := re.match(r"#(?:define|undef) (\w+)", line)):
            count += 1
            if not macro[1].startswith("GRIDFOLD_"):
                yield line
    if count == 0:
        yield "the compiler shows no macros: this test sees nothing"


found = [*written(), *unchecked(), *seen()]
print("\n".join(found))
sys.exit(bool(found))
