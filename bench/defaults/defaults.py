#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the winners of the tables of variant-study and of benchmarks into the rules of include/gridfold/defaults/, for verbs that
have one default variant, and the number of particles that tables of neighbors_device and neighbors_host give. fit_speeds
writes the speeds by which the others choose; bench/fit_transposes says what the rule of transposes should have, which is by hand.

The winner is the variant that is least behind the fastest one of each workload, among those that were timed on every
workload. It fails after writing if that is more than 10% behind. A default that was not timed on every workload is kept:
nothing shows that another is faster.

Usage: defaults.py FOLDER TABLE.csv..."""
import collections
import csv
import math
import pathlib
import re
import shutil
import subprocess
import sys

from variant_names import VARIANT, policies, said, said_by

VERBS = {"coulomb": "lattice_sum", "transpose": "transpose", "reduce": "reduce", "multiply": "multiply",
         "neighbors": "neighbors", "copy": "transform"}
# Verbs with several default variants on the device.
CHOOSING = {("device", "lattice_sum"), ("device", "transpose")}
# Verbs that only gather, because their results have a fixed order.
GATHERS = ("reduce", "neighbors")
# Shares of the best that differ by less than this are equal, and the default stays.
NOISE = 0.01


def executor_of(row):
    return "device" if row["registers"] else "host_for<SimdBytes, OpenMP>"


def studied_times(rows):
    """(executor, verb), workload, variant and seconds of each row of variant-study's tables."""
    for row in rows:
        if row["result"] == "timed":
            key = executor_of(row), VERBS[row["kernel"]]
            if key not in CHOOSING:
                yield key, row["workload"], row["variant"], float(row["seconds"])


# Verbs with one default variant on the device that a benchmark times: the forms of its rows' workload and name.
BENCHMARKED = [
    ("multiply by columns", r"(?:409[56]|8192)", r"A column-major, B column-major/" + VARIANT),
    ("multiply", r"(?:409[56]|8192)", r"(?:A \S+, )?B \S+/" + VARIANT),
    ("cutoff_sum", r".*", r"(?:tapered|density)/" + VARIANT + r"/cells 1\.00"),
]


def benchmarked_times(rows):
    """The same of the rows of benchmarks; a workload includes what stands before and behind the variant's name."""
    for row in rows:
        for verb, workload, name in BENCHMARKED:
            if re.fullmatch(workload, row["workload"]) and (found := re.fullmatch(name, row["what"])):
                around = row["what"][: found.start(1)] + row["what"][found.end(1) :]
                yield ("device", verb), f"{row['workload']} {around}".strip(), found[1], float(row["median_ms"]) / 1e3
                break


def shares_of_best(times):
    """(executor, verb) -> variant -> workload -> its speed as a share of the fastest variant's; only variants that were
    timed on every workload."""
    seconds = {}
    for key, workload, variant, time in times:
        if key[1] not in GATHERS or variant.startswith("gather/"):
            seconds.setdefault(key, {}).setdefault(workload, {})[variant] = time
    shares = {}
    for key, by_workload in seconds.items():
        best = {workload: min(of.values()) for workload, of in by_workload.items()}
        everywhere = set.intersection(*(set(of) for of in by_workload.values()))
        shares[key] = {v: {w: best[w] / of[v] for w, of in by_workload.items()} for v in sorted(everywhere)}
    return shares


def least_behind(of_variants):
    """The variant whose share of the best is the largest where it is least, that share, and the workload."""
    variant = max(of_variants, key=lambda v: (min(of_variants[v].values()), sum(of_variants[v].values())))
    workload, share = min(of_variants[variant].items(), key=lambda item: item[1])
    return variant, share, workload


def print_shares(rows):
    """The throughput of the default as a share of the fastest variant that can read its sources."""
    reads = {"default by device": lambda what: "/constant" not in what, "default by host": lambda what: "/constant" in what,
             "default by both": lambda what: True}
    for row in rows:
        if row["what"] not in reads:
            continue
        others = [r for r in rows if r["workload"] == row["workload"] and "/" in r["what"] and reads[row["what"]](r["what"])]
        best = max(others, key=lambda r: float(r["per_second"]))
        share = float(row["per_second"]) / float(best["per_second"])
        print(f"{row['workload']:28}{row['what']:20}{float(row['per_second']) / 1e12:6.2f} Tpairs/s {share:6.1%} of {best['what']}")


def particles(rows):
    """The power of two that is nearest to the number of particles with 30 neighbours each from which cells are faster
    than all pairs. Between the sizes of the table the ratio of times is a power of the number."""
    times = {}
    for row in rows:
        if found := re.fullmatch(r"table of (\d+), 30 neighbours", row["workload"]):
            times.setdefault(int(found[1]), {})[row["what"]] = float(row["median_ms"])
    gains = sorted((math.log2(count), math.log(of["all pairs"] / of["cells"])) for count, of in times.items())
    for (x, gain), (more, larger) in zip(gains, gains[1:]):
        if gain < 0 <= larger:
            return 2 ** round(x + (more - x) * gain / (gain - larger))
    sys.exit("cells become faster than all pairs at no size of the table: measure fewer or more particles")


class Headers:
    """The texts of the headers of a folder, of which some are changed."""

    def __init__(self, folder):
        self.texts = {path: path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).glob("*.hpp"))}
        self.changed = set()

    def find(self, pattern, what):
        """The header with the first match of a pattern, and the match."""
        for path, text in self.texts.items():
            if found := re.search(pattern, text, re.S):
                return path, found
        sys.exit(f"the headers have no {what} (one was edited): mend them or bench/defaults/defaults.py")

    def replace(self, path, match, group, new):
        text = self.texts[path]
        self.texts[path] = text[: match.start(group)] + new + text[match.end(group) :]
        self.changed.add(path)

    def write(self):
        for path in sorted(self.changed):
            path.write_text(self.texts[path], encoding="utf-8")
            if shutil.which("clang-format"):
                subprocess.run(["clang-format", "-i", path], check=True)


def rule_of(executor, verb):
    """A pattern of the rule of a verb with one default: its policies are group 1."""
    types = {"multiply": r"T(?:\.\.\.|, Layout)", "multiply by columns": r"T, defaults::by_columns"}.get(verb, r"T(?:\.\.\.)?")
    return rf"struct default_rule<{re.escape(executor)}, verb::{verb.split()[0]}, {types}>\s*: shipped<(.*?)> \{{"


def with_particles(headers, executor, rows):
    """Sets particles_for_cells of an executor."""
    found = headers.find(rf"particles_for_cells<{executor}(?:<[^>]*>)?> =\s*(\d+)", f"particles_for_cells of {executor}")
    headers.replace(*found, 1, str(particles(rows)))


def with_defaults(headers, times):
    """Sets the variant of each verb to that which is least behind the best; returns whether one of them is more than 10%
    behind."""
    behind = False
    for (executor, verb), shares in shares_of_best(times).items():
        path, found = headers.find(rule_of(executor, verb), f"default of {verb} for {executor}")
        if said(found[1]) not in {said_by(variant) for variant in shares}:
            print(f"{executor:20}{verb:20}kept: the tables have no time of today's default on every workload")
            continue
        variant, share, workload = least_behind(shares)
        today = next(v for v in shares if said_by(v) == said(found[1]))
        if min(shares[today].values()) >= share - NOISE:
            variant, share, workload = least_behind({today: shares[today]})
        else:
            headers.replace(path, found, 1, ", ".join(policies(variant)))
        print(f"{executor:20}{verb:20}{variant}: {share:.1%} of the best at least ({workload})")
        behind = behind or share < 0.9
    return behind


def kind(table, first):
    """What a table is from, by its name and its first row."""
    if table.stem.startswith("neighbors"):
        return table.stem
    if "kernel" in first:
        return "studied"
    if first["what"].startswith("default by"):
        return "choosing"
    return "timed"


def tables_by_kind(tables):
    of = collections.defaultdict(list)
    for table in map(pathlib.Path, tables):
        with open(table, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        of[kind(table, rows[0])] += rows
    return of


def main(folder, *tables):
    of = tables_by_kind(tables)
    headers = Headers(folder)
    for executor, rows in (("device", of["neighbors_device"]), ("host_for", of["neighbors_host"])):
        if rows:
            with_particles(headers, executor, rows)
    print_shares(of["choosing"])
    behind = with_defaults(headers, [*studied_times(of["studied"]), *benchmarked_times(of["timed"])])
    headers.write()
    if behind:
        sys.exit("a default is more than 10% behind (no variant of the list is fast for every size): add one that is, or "
                 "choose by the size")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
