#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fills measured figures into README.md, docs/ and docs/pictures/folds.svg: tables.py [--write [FOLDER]]

A table after <!-- bench/report/tables.md [NAME] --> is that section of bench/report/tables.md, in which each {WORKLOAD/WHAT; FORMAT}
stands for one row of the section's CSV file and {FILE> WORKLOAD/WHAT; FORMAT} for one row of FILE. Rows of
variant_study.csv are named KERNEL/VARIANT. FORMAT is a unit and a number of digits:

    T2, G0      throughput in 10^12 or 10^9 a second
    s1 ms3 us1  time
    %1          throughput as a share of the reciprocal square root unit's
    floor0      throughput as a share of the model's floor, in percent (variant_study.csv)
    e1 w1       the columns error and largest_error
    J1          energy of one call
    x2          {A over B; x2}: throughput of A divided by that of B, which may be FILE> WORKLOAD/WHAT
    p0 t0       {A over B; p0}: the same in percent; {A over B; t0}: time of A in percent of B's

The figures are those of bench/results. Without --write the docs are compared with them. --write fills in the docs; with
a FOLDER, which bench/run has made, that replaces bench/results first. If the docs need a row or a file that is missing,
nothing is written. What bench/run does not make everywhere stays unless FOLDER has it, too (KEPT). The tables in h100/ are
the files NAME_h100.
"""
import csv
import difflib
import pathlib
import re
import shutil
import sys
import tempfile

import folds
import report

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "bench" / "results"
KEPT = ["h100", "mesh_passes", "transpose_cudax_device.csv", "verify_model", "verify_model_random", "verify_plain"]
PICTURE = ROOT / "docs" / "pictures" / "folds.svg"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TABLE = re.compile(r"^<!-- bench/report/tables\.md \[(?P<name>[\w ]+)\] -->\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)
VALUE = re.compile(r"\{(?:(?P<file>\w+)> )?(?P<key>[^{};]+); (?P<unit>[A-Za-z%]+)(?P<digits>\d?)\}")
LINK = re.compile(r"\]\((?:\.\./)*bench/results/([^)#]+)")
SUFFIXES = {"%": "%", "floor": "%", "p": "%", "t": "%"}
# By unit: the columns of a row to try in order, with the unit of each.
COLUMNS = {
    "%": [("share_of_mufu", 1)],
    "floor": [("share_of_floor", 1e-2)],
    "e": [("error", 1)],
    "w": [("largest_error", 1)],
    "s": [("seconds", 1), ("median_ms", 1e3)],
    "ms": [("median_ms", 1), ("seconds", 1e-3)],
    "x": [("per_second", 1)],
    "p": [("per_second", 1)],
    "t": [("median_ms", 1)],
    "T": [("per_second", 1e12)],
    "G": [("per_second", 1e9)],
    "us": [("per_second", 1)],
    "J": [("joules", 1)],
}


def name_of(row):
    return f"{row['kernel']}/{row['variant']}" if "variant" in row else f"{row['workload']}/{row['what']}"


class Results:
    """The rows of a folder's CSV files, or of those of KEPT that it lacks, and the sentences about rows that were asked for
    in vain."""

    def __init__(self, folder):
        self.rows, self.missing = {}, []
        for root in (RESULTS, folder):
            kept = [path for name in KEPT for path in [root / name] if path.suffix == ".csv" and path.exists()]
            for path in [*kept, *(folder.glob("*.csv") if root == folder else []), *root.glob("h100/*.csv")]:
                with path.open(encoding="utf-8", newline="") as file:
                    name = path.stem + ("_h100" if path.parent.name == "h100" else "")
                    self.rows[name] = {name_of(row): row for row in csv.DictReader(file)}

    def figure(self, file, key, unit):
        """A row's number in a unit; 1 if the row is missing or empty."""
        row = self.rows.get(file, {}).get(key, {})
        for column, one in COLUMNS[unit]:
            if row.get(column):
                return float(row[column].rstrip("%")) / one
        self.missing.append(f"{file}.csv: {key}" + (f" (it has no {column})" if row else self.near(file, key)))
        return 1

    def near(self, file, key):
        if file not in self.rows:
            return " (there is no such file)"
        found = difflib.get_close_matches(key, self.rows[file], 1)
        return f"\n    is there as {found[0]}?" if found else ""

    def number(self, file, key, unit):
        if unit in "xpt":
            over, under = key.split(" over ")
            other, _, row = under.rpartition("> ")
            ratio = self.figure(file, over, unit) / self.figure(other or file, row, unit)
            return ratio if unit == "x" else 100 * ratio
        number = self.figure(file, key, unit)
        return 1e6 / number if unit == "us" else number


def sections(text):
    """By name, the CSV file of each section and its table."""
    return {name: (file, table) for name, file, table in re.findall(r"^## ([\w ]+): (\w+)\n\n((?:\|.*\n)+)", text, re.MULTILINE)}


def filled(template, results):
    file, table = template

    def value(place):
        unit = place["unit"]
        number = results.number(place["file"] or file, place["key"], unit)
        return f"{number:,.{place['digits'] or 0}{'e' if unit in 'ew' else 'f'}}{SUFFIXES.get(unit, '')}"

    return VALUE.sub(value, table)


def figures(results):
    """Each page, and the picture, as the results would have it."""
    templates = sections((ROOT / "bench" / "report" / "tables.md").read_text(encoding="utf-8"))
    tables = {name: filled(template, results) for name, template in templates.items()}
    yield PICTURE, folds.picture(lambda key: results.number("lattice_sum_device", key, "T"))
    for page in PAGES:
        yield page, TABLE.sub(lambda at: at[0].replace(at["rows"], tables[at["name"]]), page.read_text(encoding="utf-8"))


def broken_links(folder):
    """Sentences about files of the results that the docs link to and a folder does not have."""
    for page in PAGES:
        for path in LINK.findall(page.read_text(encoding="utf-8")):
            if not (folder / path).exists() and not (path.split("/")[0] in KEPT and (RESULTS / path).exists()):
                yield f"{path}, to which {page.name} links"


def replace_results(folder):
    """Makes a folder bench/results, with what is kept and the lines of README.md on it."""
    with tempfile.TemporaryDirectory(dir=RESULTS.parent) as made:
        new = pathlib.Path(made, "results")
        shutil.copytree(folder, new)
        kept = [RESULTS / name for name in KEPT if (RESULTS / name).exists() and not (new / name).exists()]
        for path in kept:
            (shutil.copytree if path.is_dir() else shutil.copy)(path, new / path.name)
        page = new / "README.md"
        lines = "".join(report.line_of(path.name) + "\n" for path in kept)
        page.write_text(page.read_text(encoding="utf-8").replace("\n## Columns", lines + "\n## Columns"), encoding="utf-8")
        shutil.rmtree(RESULTS)
        new.rename(RESULTS)


def main():
    write = sys.argv[1:2] == ["--write"]
    if len(sys.argv) > (3 if write else 1):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) == 3 else RESULTS
    results = Results(folder)
    wanted = dict(figures(results))
    if missing := sorted({*results.missing, *broken_links(folder)}):
        sys.exit("\n".join([f"{folder} lacks what the docs show (bench/report/tables.md and bench/report/folds.py name it): measure it, or mend the names", *missing]))
    wrong = [path for path, text in wanted.items() if path.read_text(encoding="utf-8") != text]
    if wrong and not write:
        names = ", ".join(path.name for path in wrong)
        sys.exit(f"figures in {names} are not those of bench/results: bench/report/tables.py --write")
    if folder != RESULTS:
        replace_results(folder)
    for path in wrong:
        path.write_text(wanted[path], encoding="utf-8")


main()
