#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code in the docs is code that is compiled: snippets.py [--write]

A block of C++, CMake or Meson in README.md or docs/ follows a comment that says where it comes from,

    <!-- examples/tutorials/2_own_interaction.cpp [radial] -->

and is what stands in that file between the lines `// [radial]` (`# [radial]`), without their indentation; or it follows
<!-- a sketch: WHY -->. With --write the blocks are made so.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"(?:^<!-- (?P<source>[^\n]*?) -->\n)?^```(?:cpp|cuda|c\+\+|cmake|meson)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def region(file, name):
    """What a file has in a region; in all of them, if several have the name."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)
    parts, inside = [], False
    for line in lines:
        if line.strip() in (f"// [{name}]", f"# [{name}]"):
            inside = not inside
            parts += [[]] if inside else []
        elif inside:
            parts[-1].append(line)
    if not parts or inside:
        raise ValueError(f"{file} has no region [{name}]")
    return "".join(textwrap.dedent("".join(part)) for part in parts)


def expected(source):
    if source is None:
        raise ValueError("a block of code does not say which compiled file it comes from (a comment before it)")
    if re.match(r"a sketch: \S", source):
        return None
    if not (place := re.fullmatch(r"(\S+) \[(\S+)\]", source)):
        raise ValueError(f"'{source}' is no FILE [REGION]")
    return region(place[1], place[2])


def check(page, write):
    text = page.read_text(encoding="utf-8")
    wrong = []

    def mend(block):
        try:
            code = expected(block["source"])
        except (ValueError, OSError) as problem:
            wrong.append(f"{problem}")
            return block[0]
        if code is None or code == block["code"]:
            return block[0]
        if not write:
            wrong.append(f"the block from {block['source']} is not what stands there: tests/docs/snippets.py --write")
        begin, end = (place - block.start() for place in block.span("code"))
        return block[0][:begin] + code + block[0][end:]

    mended = BLOCK.sub(mend, text)
    if write and mended != text:
        page.write_text(mended, encoding="utf-8")
    return [f"{page.relative_to(ROOT)}: {problem}" for problem in wrong]


pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
problems = [problem for page in pages for problem in check(page, "--write" in sys.argv)]
print("\n".join(problems))
sys.exit(bool(problems))
