#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the winners of the tables of variant-study and of benchmarks into the header of shipped defaults, with the
speeds of contenders that tables of defaults_device and histogram_device have, and the number of particles that tables of
neighbors_device and neighbors_host give.

The winner is the variant that is least behind the fastest one of each workload, among those that were timed on every
workload. It fails after writing if that is more than 10% behind. A default that was not timed on every workload is kept:
nothing shows that another is faster.

Usage: defaults.py HEADER TABLE.csv..."""
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
# Only gathers: their results have a fixed order.
GATHERS = ("reduce", "neighbors")
# Overhead of a call in nanoseconds: the launch of an empty kernel and the events around it.
CALL = 6000
# Steps of a source that adding up a slice takes, as in contender::nanoseconds.
SLICE = 6
# Shares of the best that differ by less are equal: then a default stays.
NOISE = 0.01


def executor_of(row):
    return "device" if row["registers"] else "host_for<SimdBytes, OpenMP>"


def studied_times(rows):
    """(executor, verb), workload, variant and seconds of each row of variant-study's tables."""
    for row in rows:
        if row["result"] == "timed":
            yield (executor_of(row), VERBS[row["kernel"]]), row["workload"], row["variant"], float(row["seconds"])


# Verbs with one default on the device whose variants a benchmark times: the forms of its rows' workload and name. That of
# transposes is for matrices of 10,000 to 99,999 rows and at least 1,000 columns.
BENCHMARKED = [
    ("transpose", r"\d{5}x\d{4,}x4B", VARIANT),
    ("multiply_by_columns", r"(?:409[56]|8192)", r"A column-major, B column-major/" + VARIANT),
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


def lattice_of(row):
    """Shape, sources and type of a workload: "64x64x64 x 1000 double"; of a list of points: "1000 points x 2000"."""
    shape, count, *number = re.fullmatch(r"([\dx]+)(?: points)? x (\d+)(?: (double))?", row["workload"]).groups()
    return ([int(extent) for extent in shape.split("x")] + [1, 1])[:3], int(count), number[0] or "float"


def parts_of(what):
    """The variant's policies in the name of a row, and its reciprocal square root, which may hold a slash."""
    variant, root = re.fullmatch(r"(.*)/(fast|mixed:.*)", what).groups()
    return variant.split("/"), root


def slices_of(variant):
    return next((int(part.removeprefix("slices:")) for part in variant if part.startswith("slices:")), 1)


def points_done(variant, shape, launches):
    """The points of the blocks of all launches, as many for each of 132 multiprocessors: see contender."""
    coarsening, block = (([int(n) for n in part.split("x")] + [1])[:2] for part in (variant[2], variant[4]))
    block[1] //= slices_of(variant)
    tile = [c * b for c, b in zip(coarsening, block)]
    blocks = math.prod(-(-extent // along) for extent, along in zip(shape, tile)) * shape[2] * launches
    return -(-blocks // 132) * 132 * math.prod(tile)


def sources_per_launch(space):
    """sources_per_launch of policy/input.hpp."""
    name, _, number = space.partition(":")
    return int(number or 1000) if name == "constant" else 1024


def contender(what):
    """The C++ text of a contender before and after its speed."""
    variant, root = parts_of(what)
    coarsening, space, *threads = policies("/".join(variant))[2:]
    behind = "" if root == "fast" else re.sub(r"mixed:(\d+)/(\d+)", r", rsqrt::mixed<\1, \2>", root)
    return f"contender<gathered<{coarsening}, {space}, {', '.join(threads)}>", behind


def modelled(row, latency, rate):
    """The estimate of contender::nanoseconds for a row, without the overhead of a call."""
    each, done = row
    return CALL + math.hypot(latency * each, done / rate)


def fitted(rows):
    """The latency [ns] and rate [pairs/ns] whose model is off by the least factors. rows: (sources of a launch, pairs
    that are done, nanoseconds)."""
    least = min((time - CALL) / each for each, _, time in rows)
    most = max(done / time for _, done, time in rows)

    def off(speed):
        return sum(abs(math.log(modelled(row[:2], *speed) / row[2])) for row in rows)

    return min(((least * step / 50, most * part / 100) for step in range(10, 90) for part in range(20, 110)), key=off)


def speeds(rows):
    """(type, contender) -> (latency, rate): picoseconds and pairs a nanosecond."""
    timed = {}
    for row in rows:
        if not row["what"].startswith("default"):
            shape, count, number = lattice_of(row)
            variant, _ = parts_of(row["what"])
            launches = -(-count // sources_per_launch(variant[3]))
            slices = slices_of(variant)
            steps = count / launches + (SLICE * slices if slices > 1 else 0)
            timed.setdefault((number, row["what"]), []).append(
                (steps, points_done(variant, shape, launches) * steps, float(row["median_ms"]) * 1e6))
    return {key: (round(1000 * latency), round(rate)) for key, sums in timed.items() for latency, rate in [fitted(sums)]}


def written(text, number, what, speed):
    """The header's text with the speed of a contender for sums of a type."""
    before, behind = (r"\s*".join(re.escape(part) for part in re.split(r"\s+", side)) for side in contender(what))
    start = text.index(f"struct sums<{number}> {{")
    end = text.index("};", start)
    part, count = re.subn(rf"({before},\s*)\d+,\s*\d+({behind}>)", rf"\g<1>{speed[0]}, {speed[1]}\2", text[start:end])
    return text[:start] + part + text[end:], count


def counting_rates(rows):
    """(bytes of an element, start of a contender's C++ text) -> elements per nanosecond."""
    rates = {}
    for row in rows:
        how, _, variant = row["what"].partition("/")
        if how == "uniform" and variant.startswith("scatter/"):
            _, _, coarsening, _, block, vectors, _ = policies(variant)
            text = f"counting_contender<binned<{coarsening}, {vectors}, {block}>, "
            size = {"bytes": 1, "floats": 4}[row["workload"]]
            rates[size, text] = round(float(row["per_second"]) / size / 1e9)
    return rates


def with_counting_rates(text, rows):
    """The header's text with the speeds of histogram's contenders."""
    rates = counting_rates(rows)

    def section(match):
        def rate(found):
            return found[1] + str(rates[int(match[2]), re.sub(r"\s+", " ", found[1])])
        return match[1] + re.sub(r"(counting_contender<binned<[^;]*?>,\s)\d+(?=>;)", rate, match[3])
    return re.sub(r"(struct counts<(\d)> \{)(.*?\};)", section, text, flags=re.S)


def print_shares(rows):
    """The throughput of the default as a share of the fastest contender that can read its sources."""
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


def with_particles(text, executor, rows):
    """The header's text with particles_for_cells of an executor."""
    return re.sub(rf"(particles_for_cells<{executor}(?:<[^>]*>)?> =\s*)\d+", rf"\g<1>{particles(rows)}", text)


def with_defaults(header, text, times):
    """The header's text with the variant of each verb that is least behind the best, and whether one of them is more
    than 10% behind."""
    behind = False
    for (executor, verb), shares in shares_of_best(times).items():
        place = re.compile(rf"(default_variant<{re.escape(executor)}, verb::{verb}>\s*: shipped<)(.*?)(> \{{)", re.S)
        found = place.search(text)
        if not found:
            sys.exit(f"{header} has no default of {verb} for {executor} (it was edited): mend one of the two")
        if said(found[2]) not in {said_by(variant) for variant in shares}:
            print(f"{executor:20}{verb:20}kept: the tables have no time of today's default on every workload")
            continue
        variant, share, workload = least_behind(shares)
        today = next(v for v in shares if said_by(v) == said(found[2]))
        if min(shares[today].values()) >= share - NOISE:
            variant, share, workload = least_behind({today: shares[today]})
        else:
            text = text[: found.start(2)] + ", ".join(policies(variant)) + text[found.end(2) :]
        print(f"{executor:20}{verb:20}{variant}: {share:.1%} of the best at least ({workload})")
        behind = behind or share < 0.9
    return text, behind


def kind(table, first):
    """What a table is from, by its name and its first row."""
    if table.stem.startswith("neighbors"):
        return table.stem
    if "kernel" in first:
        return "studied"
    if first["workload"] == "bytes":
        return "counted"
    if first["what"].startswith("default by"):
        return "contending"
    return "timed"


def tables_by_kind(tables):
    of = collections.defaultdict(list)
    for table in map(pathlib.Path, tables):
        with open(table, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        of[kind(table, rows[0])] += rows
    return of


def with_measured(header, text, of):
    """The header's text with the speeds of contenders and the numbers of particles that tables have."""
    for (number, what), speed in speeds(of["contending"]).items():
        text, count = written(text, number, what, speed)
        if not count:
            sys.exit(f"{header} has no contender {what} for {number} (it was edited): mend one of the two")
    if of["counted"]:
        text = with_counting_rates(text, of["counted"])
    for executor, rows in (("device", of["neighbors_device"]), ("host_for", of["neighbors_host"])):
        if rows:
            text = with_particles(text, executor, rows)
    return text


def main(header, *tables):
    path = pathlib.Path(header)
    of = tables_by_kind(tables)
    text = with_measured(header, path.read_text(encoding="utf-8"), of)
    print_shares(of["contending"])
    timed = [*studied_times(of["studied"]), *benchmarked_times(of["timed"])]
    text, behind = with_defaults(header, text, timed)
    path.write_text(text, encoding="utf-8")
    if shutil.which("clang-format"):
        subprocess.run(["clang-format", "-i", path], check=True)
    if behind:
        sys.exit("a default is more than 10% behind (no variant of the list is fast for every size): add one that is, or "
                 "choose by the size")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
