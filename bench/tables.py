#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of measured speeds in README.md and docs/ are what the results say: tables.py [--write FOLDER...]

A table that follows <!-- bench/tables.md [NAME] --> is that section of tables.md with each {WORKLOAD/WHAT; FORMAT}
replaced by that row of the section's CSV file, or of FILE by {FILE> WORKLOAD/WHAT; FORMAT}. Formats are a unit and the
digits after its point (T2, G0, ms3, us1), % (of the reciprocal roots' ceiling), e (the largest error, as a share of the
largest value) or, with {A over B; x2}, how many times as fast. With --write the docs take the results in these folders
and name them, else they are compared with those that docs/performance.md names before its first table. A benchmark that
several of the folders have is the last one's.
"""
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDER = re.compile(r"\]\(\.\./bench/results/([\w.-]+)/README\.md\)")
TABLE = re.compile(r"^<!-- bench/tables\.md \[(?P<name>[\w ]+)\] -->\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)
VALUE = re.compile(r"\{(?:(?P<file>\w+)> )?(?P<key>[^{};]+); (?P<unit>[A-Za-z%]+)(?P<digits>\d?)\}")


class Results:
    def __init__(self, folders):
        self.rows = {}
        for path in (path for folder in folders for path in (ROOT / "bench" / "results" / folder).glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                self.rows[path.stem] = {f"{row['workload']}/{row['what']}": row for row in csv.DictReader(file) if "what" in row}

    def number(self, file, key, unit):
        if unit == "x":
            return self.number(file, key.split(" over ")[0], "") / self.number(file, key.split(" over ")[1], "")
        row = self.rows[file][key]
        if unit == "%":
            return float(row["share_of_mufu"].rstrip("%"))
        if unit in ("ms", "e"):
            return float(row["median_ms" if unit == "ms" else "error"])
        speed = float(row["per_second"])
        return 1e6 / speed if unit == "us" else speed / {"": 1, "T": 1e12, "G": 1e9}[unit]


def sections(text):
    """By name, the CSV file of each section and its table."""
    return {name: (file, table) for name, file, table in re.findall(r"^## ([\w ]+): (\w+)\n\n((?:\|.*\n)+)", text, re.MULTILINE)}


def filled(template, results):
    file, table = template

    def value(place):
        number = results.number(place["file"] or file, place["key"], place["unit"])
        kind, suffix = {"e": ("e", ""), "%": ("f", "%")}.get(place["unit"], ("f", ""))
        return f"{number:,.{place['digits'] or 0}{kind}}{suffix}"

    return VALUE.sub(value, table)


def main():
    write = len(sys.argv) > 2 and sys.argv[1] == "--write"
    if not write and len(sys.argv) != 1:
        sys.exit(__doc__)
    named = FOLDER.findall(TABLE.split((ROOT / "docs" / "performance.md").read_text(encoding="utf-8"))[0])
    folders = [pathlib.Path(folder).resolve().name for folder in sys.argv[2:]] or named
    results = Results(folders)
    outdated = re.compile(rf"bench/results/({'|'.join(map(re.escape, named))})(?![\w.-])")
    templates = sections((ROOT / "bench" / "tables.md").read_text(encoding="utf-8"))

    def folder_for(old):
        return f"bench/results/{folders[min(named.index(old[1]), len(folders) - 1)]}"

    def mend(table):
        return table[0].replace(table["rows"], filled(templates[table["name"]], results))

    wrong = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        mended = TABLE.sub(mend, text)
        if write:
            page.write_text(outdated.sub(folder_for, mended), encoding="utf-8")
        elif mended != text:
            wrong.append(page.name)
    if wrong:
        sys.exit(f"tables of {', '.join(wrong)} are not what {' and '.join(folders)} say: bench/tables.py --write FOLDER...")


main()
