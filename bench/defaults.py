#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the winners of variant-study's tables into the header of shipped defaults.

Usage: defaults.py HEADER TABLE.csv..."""
import csv
import pathlib
import re
import shutil
import subprocess
import sys

VERBS = {"coulomb": "lattice_sum", "transpose": "transpose", "reduce": "reduce", "multiply": "multiply",
         "neighbors": "neighbors", "copy": "copy"}
# Their results come in one order only if every output has one owner.
GATHERS = ("reduce", "neighbors")


def policy(name, kind):
    """The C++ type of a policy by its name: "8x4" -> coarsen<8, 4>, "shared:512" -> shared_tile<512>."""
    if kind in ("coarsen", "block"):
        x, _, y = name.partition("x")
        return f"{kind}<{x}>" if y in ("", "1") else f"{kind}<{x}, {y}>"
    base, _, number = name.partition(":")
    if kind == "space" and re.match(r"unpadded|padded:|swizzled", name):
        return tile(name)
    named = {"constant": "constant_chunk", "shared": "shared_tile"}.get(base, base)
    return f"{named}<{number}>" if number else base


def tile(name):
    layout, *rest = name.split("+")
    parts = [re.sub(r":(\d+)", r"<\1>", layout)]
    rest = dict(part.split(":") for part in rest)
    if rest:
        parts.append(f"aligned_rows<{rest['rows']}>" if "rows" in rest else "straight")
    if "squares" in rest:
        parts.append(f"square_by_square<{rest['squares']}>")
    return f"tile<{', '.join(parts)}>"


def policies(variant):
    kinds = ("decomposition", "assignment", "coarsen", "space", "block", "accumulation")
    return ", ".join(policy(name, kind) for name, kind in zip(variant.split("/"), kinds))


def winners(tables):
    """(executor, verb) -> variant, of the fastest ranked row."""
    best = {}
    for table in tables:
        with open(table, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                verb = VERBS[row["kernel"]]
                if row["result"] != "timed" or (verb in GATHERS and not row["variant"].startswith("gather/")):
                    continue
                executor = "device" if row["registers"] else "host_for<SimdBytes>"
                seconds = float(row["seconds"])
                if seconds < best.get((executor, verb), (seconds + 1,))[0]:
                    best[executor, verb] = seconds, row["variant"]
    return {key: variant for key, (_, variant) in best.items()}


def main(header, *tables):
    path = pathlib.Path(header)
    text = path.read_text(encoding="utf-8")
    for (executor, verb), variant in winners(tables).items():
        place = re.compile(rf"(default_variant<{re.escape(executor)}, verb::{verb}>\s*: shipped<).*?(> \{{)", re.S)
        text, found = place.subn(lambda m, v=variant: m[1] + policies(v) + m[2], text)
        if found != 1:
            sys.exit(f"{header} has no default of {verb} for {executor} (it was edited): mend one of the two")
        print(f"{executor:20}{verb:14}{variant}")
    path.write_text(text, encoding="utf-8")
    if shutil.which("clang-format"):
        subprocess.run(["clang-format", "-i", path], check=True)


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
