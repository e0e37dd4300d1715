#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that including the headers has no side effects: check_text.py INCLUDE_FOLDER COMPILER...

No macro without the prefix GRIDFOLD_ (as the compiler sees them, host part, and as they are written, all parts), no using
namespace, no header of CCCL's before config.hpp has checked that there is a new enough one. Only headers of data that
programs pass between their files (core/, device_buffer.cuh, rates.hpp) open namespace gridfold without GRIDFOLD_ABI. Policies and the concepts of
exec/ include no header that is slow to compile, but for mdspan and what CCCL includes for it.
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


def shared():
    """Namespaces whose code the linker would take for that of a translation unit of other flags."""
    for file in sorted(folder.rglob("*.[hc]*")):
        text = file.read_text(encoding="utf-8")
        opened = re.findall(r"\bnamespace\s+gridfold\b(?!::inline GRIDFOLD_ABI\b).*", re.sub("//.*", "", text))
        if file.parent.name == "core" or file.name in ("version.hpp", "device_buffer.cuh", "rates.hpp"):
            opened = [line for line in opened if line != "namespace gridfold"]
        yield from (f"{file}: {line}: open namespace gridfold::inline GRIDFOLD_ABI" for line in opened)
        if "GRIDFOLD_ABI" in text and file.name not in ("abi.hpp", "config.hpp") and "#include <gridfold/core/config.hpp>" not in text:
            yield f"{file}: GRIDFOLD_ABI without <gridfold/core/config.hpp>"


def preprocessed(headers, *flags):
    text = "".join(f"#include <{header}>\n" for header in headers)
    command = [*compiler, "-std=c++20", "-E", *flags, "-x", "c++", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


def slow():
    """Headers of the standard library that a program of a policy or a kernel of its own should not have to wait for."""
    light = [f"gridfold/policy/{file.name}" for file in sorted((folder / "policy").iterdir())]
    light += [f"gridfold/exec/{concept}.hpp" for concept in ("block", "kernel", "executor")]
    with_mdspan = set(re.findall(r'^# \d+ "(.*)" 1', "\n".join(preprocessed(["cuda/std/mdspan"])), re.MULTILINE))
    markers = [marker.groups() for line in preprocessed(light) if (marker := re.match(r'# \d+ "(.*)"( 1)?', line))]
    for (includer, _), (file, entered) in zip(markers, markers[1:]):
        if entered and file not in with_mdspan and re.search(r"/(string|vector|atomic|functional)$", file):
            yield f"{includer} includes {file}, and a header of policy/ or exec/ includes that one: leave it out, it is slow"
    if not any(file.endswith("policy/variant.hpp") for file, _ in markers):
        yield "the compiler shows no included files: this test sees nothing"


def seen():
    """Macros defined in the library's files."""
    ours = False
    count = 0
    for line in preprocessed(["gridfold/gridfold.hpp"], "-dD"):
        if marker := re.match(r'# \d+ "(.*)"', line):
            ours = pathlib.Path(marker[1]).resolve().is_relative_to(folder)
        elif ours and (macro := re.match(r"#(?:define|undef) (\w+)", line)):
            count += 1
            if not macro[1].startswith("GRIDFOLD_"):
                yield line
    if count == 0:
        yield "the compiler shows no macros: this test sees nothing"


found = [*written(), *unchecked(), *shared(), *slow(), *seen()]
print("\n".join(found))
sys.exit(bool(found))
