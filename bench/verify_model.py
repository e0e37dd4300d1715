#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets what the memory model predicts beside what Nsight Compute counts, launch by launch, for every kernel and variant.

Runs verify_model_predicted on this machine and verify_model under ncu on its GPU, and writes into FOLDER: measured.csv
(what ncu said), verify_model.csv (every launch and counter, predicted, measured and their ratio), README.md (how many
agree, and what does not, with the reason where it is known) and verify_model.png (predicted against measured)."""
import argparse
import collections
import csv
import datetime
import os
import pathlib
import shutil
import subprocess
import sys

# What is compared: a column of verify_model_predicted, or the quotient of two, and the counters that measure it.
GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
COUNTERS = {
    "load sectors/request": (("load_sectors", "load_requests"),
                             ["l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"]),
    "store sectors/request": (("store_sectors", "store_requests"),
                              ["l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"]),
    "load requests": (("load_requests",), [GLOBAL.format("requests", "ld")]),
    "load sectors": (("load_sectors",), [GLOBAL.format("sectors", "ld")]),
    "store requests": (("store_requests",), [GLOBAL.format("requests", "st")]),
    "store sectors": (("store_sectors",), [GLOBAL.format("sectors", "st")]),
    "atomic requests": (("atomic_requests",), [GLOBAL.format("requests", "red"), GLOBAL.format("requests", "atom")]),
    "atomic sectors": (("atomic_sectors",), [GLOBAL.format("sectors", "red"), GLOBAL.format("sectors", "atom")]),
    "shared load requests": (("shared_load_requests",), ["smsp__sass_inst_executed_op_shared_ld.sum"]),
    "shared load wavefronts": (("shared_load_wavefronts",), ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"]),
    "shared load conflicts": (("shared_load_conflicts",), ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"]),
    "shared store requests": (("shared_store_requests",), ["smsp__sass_inst_executed_op_shared_st.sum"]),
    "shared store wavefronts": (("shared_store_wavefronts",), ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"]),
    "shared store conflicts": (("shared_store_conflicts",), ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"]),
}
TOLERANCE = 0.01
MARK = "<!-- written by bench/verify_model.py --docs -->\n"



def agrees(expected, found):
    return abs(expected - found) <= TOLERANCE * max(abs(found), abs(expected))


def makes(change):
    """What is true where this change of the predicted value is what was measured."""
    return lambda expected, found: agrees(change(expected), found)


def is_near(expected, found):
    return abs(expected - found) < 0.1 * expected


# Why a counter differs: words that the case's name has, the reason, and by counter what must be true of the values
# predicted and measured for the reason to stand.
REASONS = [
    (["transpose 256x256", "contiguous/4x4/unpadded"],
     "a thread's four stores side by side become one STS.128: a quarter of the instructions, without conflicts",
     {"shared store requests": makes(lambda p: p / 4), "shared store wavefronts": makes(lambda p: p / 4),
      "shared store conflicts": makes(lambda p: 0)}),
    (["transpose 253x131", "contiguous/4x4/unpadded"],
     "the same in the 6 whole tiles of 12: 6 tiles x 8 warps x 4 turns, each 3 instructions and 12 conflicts fewer",
     {"shared store requests": makes(lambda p: p - 6 * 8 * 4 * 3),
      "shared store wavefronts": makes(lambda p: p - 6 * 8 * 4 * 12),
      "shared store conflicts": makes(lambda p: p - 6 * 8 * 4 * 12)}),
    (["neighbors", "gather/interleaved/1/shared"],
     "two points of the tile, 8 bytes each, become one LDS.128 (the loop over 8 points has four)",
     {"shared load requests": makes(lambda p: p / 2)}),
    (["neighbors", "column-major scatter"],
     "which place of its list a neighbour gets, hence its address, is the order of the warps' atomics: not in the text",
     {"store sectors": is_near, "store sectors/request": is_near}),
]


def arguments():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="where the results go")
    parser.add_argument("--programs", type=pathlib.Path, default=here, help="folder of the two programs")
    parser.add_argument("--measured", type=pathlib.Path, help="a measured.csv from before, instead of running ncu")
    parser.add_argument("--ncu", default="ncu", help="Nsight Compute's command line")
    parser.add_argument("--machine", help="GPU and driver of a measured.csv from before")
    parser.add_argument("--docs", type=pathlib.Path, help="a page whose paragraph on this is to be renewed")
    parser.add_argument("--commit", default="unknown", help="what was measured")
    return parser.parse_args()


def number(text):
    """A cell of ncu's as a number; None where it has none."""
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def count(options, counters, log, *more):
    """Runs the program under ncu; its own output, and what ncu wrote."""
    command = [options.ncu, "--clock-control", "none", "--kernel-name", "regex:fold", "--csv", "--page", "raw",
               "--print-units", "base", "--metrics", ",".join(counters), "--log-file", str(log), "--force-overwrite",
               *more, str(options.programs / "verify_model")]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return run.stdout, log.read_text() if log.exists() else ""


def can_read(options, counter, log):
    """Whether ncu knows a counter on this GPU; it refuses to run at all for one that it does not know."""
    _, text = count(options, [counter], log, "--launch-count", "1", "--kill", "yes")
    launches = read_log(text, [counter])
    return bool(launches) and launches[0][counter] is not None


def measure(options, path):
    """Runs ncu, and writes a row a launch: the case and every counter, empty where it cannot be read."""
    counters = sorted({c for _, names in COUNTERS.values() for c in names})
    if shutil.which(options.ncu) is None:
        sys.exit(f"verify_model: no {options.ncu} (Nsight Compute counts what is compared): name it with --ncu")
    log = path.with_suffix(".log")
    output, text = count(options, counters, log)
    if "ERR_NVGPUCTRPERM" in text:
        sys.exit("verify_model: no counter can be read (ERR_NVGPUCTRPERM: this user may not): run as root, or let the "
                 "driver's module parameter NVreg_RestrictProfilingToAdminUsers be 0")
    if not read_log(text, counters):
        print("verify_model: not all counters can be read at once; trying them one by one", file=sys.stderr)
        readable = [c for c in counters if can_read(options, c, log)]
        output, text = count(options, readable, log)
    cases = [line for line in output.splitlines() if line and not line.startswith("==")]
    launches = read_log(text, counters)
    if not launches or len(launches) != len(cases):
        sys.exit(f"verify_model: ncu counted {len(launches)} launches of {len(cases)}; its last words:\n"
                 + "\n".join(text.splitlines()[-15:]))
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case"] + counters)
        for case, launch in zip(cases, launches):
            table.writerow([case] + ["" if launch[c] is None else f"{launch[c]:.10g}" for c in counters])


def read_log(text, counters):
    """The launches of ncu's table, in order, as dictionaries of numbers."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    if rows and "Metric Name" in rows[0]:  # a row a counter
        launches = {}
        for row in rows:
            launches.setdefault(row["ID"], {})[row["Metric Name"]] = row["Metric Value"]
        found = list(launches.values())
    else:  # a row a launch, after one of units
        found = [row for row in rows if row.get("ID", "").isdigit()]
    return [{c: number(launch.get(c)) for c in counters} for launch in found]


def predict(options):
    text = subprocess.run([options.programs / "verify_model_predicted"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return list(csv.DictReader(text.splitlines()))


def compare(predicted, measured):
    """(case, counter, predicted, measured or None) of every launch and counter that is not zero on both sides."""
    for launch, counted in zip(predicted, measured):
        for counter, (columns, names) in COUNTERS.items():
            values = [float(launch[c]) for c in columns]
            expected = values[0] if len(values) == 1 else values[0] / values[1] if values[1] else 0
            parts = [number(counted[n]) for n in names]
            found = None if any(p is None for p in parts) else sum(parts)
            if expected or found:
                yield launch["case"], counter, expected, found


def reason(case, counter, expected, found):
    for words, text, holds in REASONS:
        if all(w in case for w in words) and counter in holds and holds[counter](expected, found):
            return text
    return "not explained"


def write_csv(path, rows):
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case", "counter", "predicted", "measured", "measured/predicted", "reason"])
        for case, counter, expected, found in rows:
            ratio = "" if not expected or found is None else f"{found / expected:.4f}"
            why = "cannot be read" if found is None else "" if agrees(expected, found) else reason(case, counter, expected, found)
            table.writerow([case, counter, f"{expected:.6g}", "" if found is None else f"{found:.6g}", ratio, why])


def machine():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(query, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def markdown(rows, options):
    yield "# The memory model against the hardware\n"
    yield f"GPU and driver: {options.machine or machine()}; commit {options.commit}; {datetime.date.today()}. Made by `bench/verify_model.py`."
    yield "Every launch of every case in `bench/verify_model_cases.hpp`; every value is in `verify_model.csv`.\n"
    yield "| counter | launches | within 1% | cannot be read | furthest, measured/predicted |\n|---|---:|---:|---:|---|"
    for counter in COUNTERS:
        mine = [r for r in rows if r[1] == counter]
        read = [r for r in mine if r[3] is not None]
        good = sum(agrees(r[2], r[3]) for r in read)
        worst = max(read, key=lambda r: abs(r[3] - r[2]) / max(r[3], r[2]), default=None)
        text = "" if worst is None or good == len(read) else f"{worst[3]:g}/{worst[2]:g}: {worst[0]}"
        yield f"| {counter} | {len(mine)} | {good} | {len(mine) - len(read)} | {text} |"
    groups = collections.defaultdict(list)
    for case, counter, expected, found in rows:
        if found is not None and not agrees(expected, found):
            groups[(case.split()[0], counter, reason(case, counter, expected, found))].append((case, expected, found))
    if groups:
        yield "\n## What differs\n\nA reason stands only where the values bear it out, by its arithmetic in the script. Instructions can be counted in"
        yield "`cuobjdump -sass verify_model`.\n\n| verb | counter | launches | for example | predicted | measured | why |"
        yield "|---|---|---:|---|---:|---:|---|"
    for (verb, counter, why), cases in sorted(groups.items()):
        case, expected, found = cases[0]
        yield f"| {verb} | {counter} | {len(cases)} | {case} | {expected:g} | {found:g} | {why} |"


def summary(rows, options):
    """What docs say of it."""
    read = [r for r in rows if r[3] is not None]
    differ = [r for r in read if not agrees(r[2], r[3])]
    unexplained = sum(reason(*r) == "not explained" for r in differ)
    results = os.path.relpath(options.folder / "README.md", options.docs.parent)
    return (f"On {options.machine or machine()} (GPU, driver; commit {options.commit}), over {len({r[0] for r in rows})} cases of every kernel and\n"
            f"variant, {len(read) - len(differ):,} of {len(rows):,} counters agree within 1%. Of the others {len(differ) - unexplained} have a reason that the\n"
            f"values bear out, {unexplained} have none, {len(rows) - len(read)} could not be read: [the results]({results}).\n")


def write_docs(rows, options):
    """Renews the paragraph after the mark."""
    before, after = options.docs.read_text().split(MARK)
    _, rest = after.split("\n\n", 1)
    options.docs.write_text(before + MARK + summary(rows, options) + "\n" + rest)


def draw(path, rows):
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("verify_model: no matplotlib, so no picture", file=sys.stderr)
        return
    figure, axes = pyplot.subplots(figsize=(7, 7))
    for counter in (c for c in COUNTERS if "requests" not in c):
        points = [(r[2], r[3]) for r in rows if r[1] == counter and r[3] and r[2]]
        if points:
            axes.scatter(*zip(*points), s=14, alpha=0.6, label=counter)
    axes.set(xscale="log", yscale="log", xlabel="predicted", ylabel="measured", title="Predicted and counted, a point a launch")
    axes.axline((1, 1), (10, 10), color="black", linewidth=0.8)
    axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.measured or options.folder / "measured.csv"
    if options.measured is None:
        measure(options, path)
    with path.open() as file:
        measured = list(csv.DictReader(file))
    predicted = predict(options)
    if [p["case"] for p in predicted] != [m["case"] for m in measured]:
        sys.exit("verify_model: the two programs launch different cases: build them from the same sources")
    rows = list(compare(predicted, measured))
    write_csv(options.folder / "verify_model.csv", rows)
    (options.folder / "README.md").write_text("\n".join(markdown(rows, options)) + "\n")
    draw(options.folder / "verify_model.png", rows)
    if options.docs:
        write_docs(rows, options)
    read = [r for r in rows if r[3] is not None]
    print(f"{sum(agrees(r[2], r[3]) for r in read)} of {len(rows)} counters within 1%; "
          f"{len(rows) - len(read)} cannot be read; see {options.folder}")


if __name__ == "__main__":
    main()
