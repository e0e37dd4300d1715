#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that code in the docs is compiled code, that tutorials show its includes, and that no page of docs/ is too
long: snippets.py [--write]

A block of C++, CMake, Meson or YAML in README.md or docs/ follows a comment that says where it comes from,

    <!-- examples/tutorials/2_own_interaction.cpp [radial] -->

and is what stands in that file between the lines `// [radial]` (`# [radial]`), without their indentation; or it follows
<!-- a sketch: WHY -->. A table that follows <!-- FILE.md --> is what is in that file. With --write the blocks and tables are made so.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGEST = 400  # lines of a page in docs/
BLOCK = re.compile(r"(?:^<!-- (?P<source>[^\n]*?) -->\n)?^```(?:cpp|cuda|c\+\+|cmake|meson|yaml)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)

TABLE = re.compile(r"^<!-- (?P<source>\S+\.md) -->\n(?P<rows>(?:\|.*\n)*)", re.MULTILINE)


def parts_of(file, name):
    """The texts of a file's regions of this name, with their indentation."""
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
    return ["".join(part) for part in parts]


def region(file, name):
    """The text of a file's region; of all regions of this name, if there are several."""
    return "".join(textwrap.dedent(part) for part in parts_of(file, name))


def expected(source):
    if source is None:
        raise ValueError("a block of code does not say which compiled file it comes from (a comment before it)")
    if re.match(r"a sketch: \S", source):
        return None
    if not (place := re.fullmatch(r"(\S+) \[(\S+)\]", source)):
        raise ValueError(f"'{source}' is no FILE [REGION]")
    return region(place[1], place[2])


def missing_includes(text):
    """Includes of the programs from which a page's code comes that the page does not show."""
    files = {place[1] for place in (re.fullmatch(r"(\S+) \[\S+\]", block["source"] or "") for block in BLOCK.finditer(text)) if place}
    lines = [line for file in sorted(files) for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.startswith("#include") and line not in text.splitlines()]


def check(page, write):
    text = page.read_text(encoding="utf-8")
    wrong = []
    if page.is_relative_to(ROOT / "docs") and (lines := text.count("\n")) > LONGEST:
        wrong.append(f"the page has {lines} lines, more than {LONGEST}: a page is for one subject: make it shorter, or two pages for two subjects")

    if page.parent.name == "tutorials":
        wrong.extend(f"the page does not show {line}" for line in missing_includes(text))

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

    def mend_table(table):
        rows = (ROOT / table["source"]).read_text(encoding="utf-8")
        if rows != table["rows"] and not write:
            wrong.append(f"the table is not what is in {table['source']}: tests/docs/snippets.py --write")
        return f"<!-- {table['source']} -->\n{rows}"

    mended = TABLE.sub(mend_table, BLOCK.sub(mend, text))
    if write and mended != text:
        page.write_text(mended, encoding="utf-8")
    return [f"{page.relative_to(ROOT)}: {problem}" for problem in wrong]


if __name__ == "__main__":
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    problems = [problem for page in pages for problem in check(page, "--write" in sys.argv)]
    print("\n".join(problems))
    sys.exit(bool(problems))
