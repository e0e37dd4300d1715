#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that pages show what trace-cuda says of their programs: traced.py [--write] TRACE_CUDA

What a page shows of a program or of all programs of a folder follows a comment,

    <!-- trace-cuda examples/gallery/sums.cu [sum_atomically faults] -->

as a block, a table or a picture. In brackets stands

    output           what the program prints
    KERNEL           the kernel's part of the report
    KERNEL faults    its first line, and its faults
    complaints       what --fail-on faults,conflicts,uncoalesced names
    kernels          a table of the kernels of a folder
    picture NAME     a picture of --picture, where NAME may have * for what changes with the source

With --write the pages show it, and docs/pictures/ has the pictures.
"""
import csv
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOWN = re.compile(r"^<!-- trace-cuda (?P<source>\S+) \[(?P<what>[^\]]+)\] -->\n"
                   r"(?P<shown>```text\n.*?^```\n|(?:\|[^\n]*\n)+|!\[[^\]]*\]\((?P<picture>[^)]+)\)\n)", re.MULTILINE | re.DOTALL)
RULE = "faults,conflicts,uncoalesced"

arguments = [word for word in sys.argv[1:] if word != "--write"]
write = len(arguments) < len(sys.argv) - 1
trace_cuda = pathlib.Path(arguments[0]).resolve()


class Traced:
    """A program's output, report, table of lines and pictures."""

    def __init__(self, source):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = subprocess.run([trace_cuda, source, "--csv", folder / "lines.csv", "--picture", folder, "--fail-on", RULE],
                                  capture_output=True, text=True, check=False, cwd=ROOT)
            if done.returncode not in (0, 1) or not (folder / "lines.csv").is_file():
                raise ValueError(f"trace-cuda {source} fails: {done.stdout}{done.stderr}")
            self.lines = list(csv.DictReader((folder / "lines.csv").open(encoding="utf-8")))
            self.pictures = {picture.name: picture.read_bytes() for picture in folder.glob("*.svg")}
        self.complaints = done.stderr
        self.output, *parts, self.note = done.stdout.split("\n\n")
        self.kernels = {part.split(":")[0]: part.splitlines() for part in parts}


traced = functools.lru_cache(maxsize=None)(Traced)


def share(rows, asked, of):
    """The quotient of two columns' sums as text; a dash without rows."""
    whole = sum(int(row[of]) for row in rows)
    return sum(int(row[asked]) for row in rows) / whole if whole else None


def advice(report):
    """What a kernel's part of the report advises: of each line, what is wrong and what helps."""
    found = {}
    for number, line in enumerate(report):
        if not (help_ := re.match(r"\s+-> ([^:,]+)", line)):
            continue
        site = re.match(r"\s+\S+:\d+\s+(\w+) of (\S+) \([^)]*\): (.*)", report[number - 2])
        does, view, how = site.groups()
        how = "conflict" if "conflict" in how else re.sub(r"[:,].*", "", how)
        found.setdefault(f"({how}): {help_[1]}", {})[f"{does} of `{view}`"] = True
    return "; ".join(f"{', '.join(sites)} {what}" for what, sites in found.items())


def table_of_kernels(folder):
    rows = ["| kernel | program | global loads | global stores | shared memory | what trace-cuda advises |", "|---|---|---:|---:|---:|---|"]
    for source in sorted((ROOT / folder).glob("*.cu")):
        of = traced(source.relative_to(ROOT).as_posix())
        for kernel, report in of.kernels.items():
            lines = [line for line in of.lines if line["kernel"] == kernel]
            loads, stores = ([line for line in lines if (line["space"], line["access"]) == ("global", does)] for does in ("load", "store"))
            shared = share([line for line in lines if line["space"] == "shared"], "wavefronts", "requests")
            cells = [f"{100 * asked:.0f}%" if (asked := share(side, "bytes_asked", "bytes_moved")) is not None else "" for side in (loads, stores)]
            cells += [f"{shared:.3g}" if shared is not None else "", advice(report)]
            rows.append(" | ".join([f"| `{kernel}`", f"`{source.name}`", *cells]) + " |")
    return "\n".join(rows) + "\n"


def text_of(of, what):
    if what == "output":
        return of.output + "\n"
    if what == "complaints":
        return of.complaints
    kernel, _, part = what.partition(" ")
    if kernel not in of.kernels or part not in ("", "faults"):
        raise ValueError(f"trace-cuda has no '{what}'; kernels are {', '.join(of.kernels)}")
    report = of.kernels[kernel]
    if part == "faults":
        report = [report[0], *([line for line in report if line.startswith("  fault: ")] or ["  no faults"])]
    return "\n".join(report) + "\n"


def check_picture(page, shown):
    drawn = [name for name in traced(shown["source"]).pictures if pathlib.PurePath(name).match(shown["what"].split()[1] + ".svg")]
    if len(drawn) != 1:
        raise ValueError(f"{shown['what']} is not one picture, but {len(drawn)}: {', '.join(drawn)}")
    file, picture = page.parent / shown["picture"], traced(shown["source"]).pictures[drawn[0]]
    if write:
        file.write_bytes(picture)
    elif not file.is_file() or file.read_bytes() != picture:
        raise ValueError(f"{shown['picture']} is not what trace-cuda draws: tests/docs/traced.py --write TRACE_CUDA")


def check(page):
    text, wrong = page.read_text(encoding="utf-8"), []

    def mend(shown):
        try:
            if shown["picture"]:
                check_picture(page, shown)
                return shown[0]
            if shown["what"] == "kernels":
                new = table_of_kernels(shown["source"])
            else:
                new = f"```text\n{text_of(traced(shown['source']), shown['what'])}```\n"
        except (ValueError, OSError) as problem:
            wrong.append(str(problem))
            return shown[0]
        if new != shown["shown"] and not write:
            wrong.append(f"trace-cuda says of {shown['source']} [{shown['what']}] what the page does not:\n{new}"
                         "tests/docs/traced.py --write TRACE_CUDA writes it")
        return shown[0][:shown.start("shown") - shown.start()] + new

    mended = SHOWN.sub(mend, text)
    if text.count("<!-- trace-cuda ") != len(SHOWN.findall(text)):
        wrong.append("a comment 'trace-cuda FILE [WHAT]' has no block of text, table or picture behind it")
    if write and mended != text:
        page.write_text(mended, encoding="utf-8")
    return [f"{page.relative_to(ROOT)}: {problem}" for problem in wrong]


problems = [problem for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] for problem in check(page)]
print("\n".join(problems))
sys.exit(bool(problems))
