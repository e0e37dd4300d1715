#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a tutorial compiles as shown: joined.py PAGE COMPILER [ARGUMENT…]

Joins the page's blocks of C++ as its reader does: declarations in order, then the statements in order in main. Blocks
that are indented in their source file are statements. A block from a header is a file of that name, which all tutorials
can include.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from snippets import BLOCK, parts_of


def blocks(page):
    """(source file, indentations of its parts there, code) of each block."""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if not (place := re.fullmatch(r"(\S+\.[chp]+) \[(\S+)\]", block["source"] or "")):
            continue
        indented = {part.lstrip("\n").startswith(" ") for part in parts_of(place[1], place[2])}
        yield pathlib.Path(place[1]), indented, block["code"]


page, *compiler = pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for tutorial in sorted(page.parent.glob("*.md")):
        for source, _, code in blocks(tutorial):
            if source.suffix == ".hpp":
                with (folder / source.name).open("a", encoding="utf-8") as header:
                    header.write(code)
    shown = [(indented, code) for source, indented, code in blocks(page) if source.suffix == ".cpp"]
    if mixed := [code for indented, code in shown if len(indented) > 1]:
        sys.exit(f"failed: {page} has a block of both declarations and statements (make it two):\n{mixed[0]}")
    program = "\n".join(code for indented, code in shown if indented == {False})
    if body := "".join(code for indented, code in shown if indented == {True}):
        program += f"\nint main()\n{{\n{body}}}\n"
    file = folder / f"{page.stem}.cpp"
    file.write_text(program, encoding="utf-8")
    if not shown or subprocess.run([*compiler, "-fsyntax-only", file], check=False).returncode:
        sys.exit(f"failed: {page} does not compile as shown:\n{program}")
