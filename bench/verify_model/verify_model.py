#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the memory model predicts with what Nsight Compute counts, launch by launch.

Runs verify_model under ncu on this machine's GPU and verify_model_predicted on its processor, and writes into FOLDER:
measured.csv (what ncu counted), verify_model.csv (every launch and counter, predicted, measured and their ratio),
README.md (how many agree, and which do not) and verify_model.png (predicted against measured).

The cases are those that are committed, or with --random as many random ones: variants, element types, layouts and shapes
of every verb, drawn from the seed by bench/verify_model/verify_model_random.hpp and compiled here. With --plain they are plain CUDA
kernels, of examples/textbook and bench/verify_model/plain, in random shapes and sizes from the seed (bench/verify_model/verify_plain_cases.hpp): each
in as many rounds. They are counted as they are written, or with --listing as nvcc has compiled them: give it what
`cuobjdump -xelf all verify_plain; nvdisasm -gi *.cubin` prints of the program that ran on the GPU.

A counter that the model predicts differently for another order of blocks, warps and lanes depends on the order in which
the GPU serves atomic operations. It is counted apart: neither as agreeing nor as differing."""
import argparse
import collections
import concurrent.futures
import csv
import datetime
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

# The comparisons: a column of verify_model_predicted, or the quotient of two, and the counters that measure it.
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
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

def agrees(expected, found, of=0):
    """Within 1%. Conflicts are a part of the wavefronts `of` their accesses: 1% of all of these is the measure."""
    return abs(expected - found) <= TOLERANCE * max(abs(found), abs(expected), of)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="where the results go")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N random cases instead of those committed")
    parser.add_argument("--plain", type=int, default=0, metavar="ROUNDS", help="plain CUDA kernels, each in so many rounds")
    parser.add_argument("--seed", type=int, help="seed of the random cases; without it another one in every run")
    parser.add_argument("--arch", default="native", help="nvcc's -arch for random cases")
    parser.add_argument("--programs", type=pathlib.Path, default=HERE, help="folder of the programs of committed cases")
    parser.add_argument("--measured", type=pathlib.Path, help="a measured.csv from before, instead of running ncu")
    parser.add_argument("--listing", type=pathlib.Path,
                        help="the plain kernels' code as `nvdisasm -gi` prints it, to count as nvcc has compiled them")
    parser.add_argument("--ncu", default="ncu", help="Nsight Compute's command line")
    parser.add_argument("--machine", help="GPU and driver of a measured.csv from before")
    parser.add_argument("--docs", type=pathlib.Path, help="a page whose paragraph on this is to be renewed")
    parser.add_argument("--commit", default="unknown", help="what was measured")
    options = parser.parse_args()
    if options.random and options.plain:
        parser.error("--random and --plain are cases of different programs: give one of them")
    if (options.random or options.plain) and options.seed is None:
        options.seed = random.randrange(1, 1 << 31)
    return options


class Program:
    """Some cases: what predicts them, and what launches them for ncu."""

    def __init__(self, predicted, launched, kernels=("--kernel-name", "regex:kernel_entry"), arguments=(), listing=()):
        self.predicted, self.launched = [str(predicted), *arguments, *listing], [str(launched), *arguments]
        self.kernels = kernels  # ncu's options


def committed_programs(options):
    return [Program(options.programs / "verify_model_predicted", options.programs / "verify_model")]


def plain_programs(options):
    arguments = [str(options.seed), str(options.plain)]
    listing = [str(options.listing)] if options.listing else []
    return [Program(options.programs / "verify_plain_predicted", options.programs / "verify_plain", (), arguments, listing)]


def random_programs(options, folder):
    """Compiles the random cases into as many programs as there are processors."""
    cores = os.cpu_count() or 1
    cccl = subprocess.run([ROOT / ".ci" / "find-cccl"], stdout=subprocess.PIPE, text=True, check=True).stdout
    common = ["-std=c++20", f"-I{ROOT / 'include'}"]
    host = ["g++", "-O1", *common, f"-I{cccl}", "-pthread", HERE / "verify_model_predicted.cpp"]
    device = ["nvcc", f"-arch={options.arch}", *common, HERE / "verify_model.cu"]
    share = -(-options.random // cores)
    programs, commands = [], []
    for first in range(0, options.random, share):
        drawn = [f"-DRANDOM_VARIANTS={options.seed}", f"-DRANDOM_FIRST={first}",
                 f"-DRANDOM_CASES={min(share, options.random - first)}"]
        program = Program(folder / f"predicted_{first}", folder / f"launched_{first}")
        if options.measured is None:
            commands.append([*device, *drawn, "-o", *program.launched])
        commands.append([*host, *drawn, "-o", *program.predicted])
        programs.append(program)
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        for run in pool.map(lambda c: subprocess.run(c, capture_output=True, text=True, check=False), commands):
            if run.returncode != 0:
                sys.exit(f"verify_model: a compiler failed: {' '.join(map(str, run.args))}\n{run.stderr[-3000:]}")
    return programs


def number(text):
    """A cell of ncu's as a number; None where it has none."""
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def count(options, program, counters, log, *more):
    """Runs a program under ncu; its own output, and what ncu wrote."""
    command = [options.ncu, "--clock-control", "none", *program.kernels, "--csv", "--page", "raw", "--print-units", "base",
               "--metrics", ",".join(counters), "--log-file", str(log), "--force-overwrite", *more, *program.launched]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return run.stdout, log.read_text() if log.exists() else ""


def can_read(options, program, counter, log):
    """Whether ncu knows a counter on this GPU; it refuses to run at all for one that it does not know."""
    _, text = count(options, program, [counter], log, "--launch-count", "1", "--kill", "yes")
    launches = read_log(text, [counter])
    return bool(launches) and launches[0][counter] is not None


def readable_counters(options, program, counters, log):
    _, text = count(options, program, counters, log, "--launch-count", "1", "--kill", "yes")
    if "ERR_NVGPUCTRPERM" in text:
        sys.exit("verify_model: no counter can be read (ERR_NVGPUCTRPERM: this user may not): run as root, or let the "
                 "driver's module parameter NVreg_RestrictProfilingToAdminUsers be 0")
    if read_log(text, counters):
        return counters
    print("verify_model: not all counters can be read at once; trying them one by one", file=sys.stderr)
    return [c for c in counters if can_read(options, program, c, log)]


def measure(options, programs, path):
    """Runs ncu, and writes a row a launch: the case and every counter, empty where it cannot be read."""
    counters = sorted({c for _, names in COUNTERS.values() for c in names})
    if shutil.which(options.ncu) is None:
        sys.exit(f"verify_model: no {options.ncu} (Nsight Compute counts what is compared): name it with --ncu")
    log = path.with_suffix(".log")
    readable = readable_counters(options, programs[0], counters, log)
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case"] + counters)
        for program in programs:
            output, text = count(options, program, readable, log)
            cases = [line for line in output.splitlines() if line and not line.startswith("==")]
            launches = read_log(text, counters)
            if not launches or len(launches) != len(cases):
                sys.exit(f"verify_model: ncu counted {len(launches)} launches of {len(cases)}; its last words:\n"
                         + "\n".join(text.splitlines()[-15:]))
            for case, launch in zip(cases, launches):
                table.writerow([case] + ["" if launch[c] is None else f"{launch[c]:.10g}" for c in counters])
    log.unlink()


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


def predict(programs):
    def output(program):
        run = subprocess.run(program.predicted, stdout=subprocess.PIPE, text=True, check=True)
        return list(csv.DictReader(run.stdout.splitlines()))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [launch for launches in pool.map(output, programs) for launch in launches]


AGREES, DIFFERS, BY_ORDER, UNREADABLE = "", "differs", "depends on the order of atomics", "cannot be read"
Row = collections.namedtuple("Row", "case counter predicted measured verdict")


def value(launch, columns, order=""):
    values = [float(launch[order + c]) for c in columns]
    return values[0] if len(values) == 1 else values[0] / values[1] if values[1] else 0


def depends(launch, columns):
    """Whether a trace in another order of blocks, warps and lanes has another value."""
    orders = [o for o in ("descending_", "scattered_") if o + columns[0] in launch]
    return any(value(launch, columns, o) != value(launch, columns) for o in orders)


def compare(predicted, measured):
    """A Row of every launch and counter that is not zero on both sides."""
    for launch, counted in zip(predicted, measured):
        for counter, (columns, names) in COUNTERS.items():
            expected = value(launch, columns)
            parts = [number(counted[n]) for n in names]
            found = None if any(p is None for p in parts) else sum(parts)
            if expected or found:
                of = value(launch, [columns[0].replace("conflicts", "wavefronts")]) if "conflicts" in counter else 0
                verdict = (UNREADABLE if found is None else BY_ORDER if depends(launch, columns)
                           else AGREES if agrees(expected, found, of) else DIFFERS)
                yield Row(launch["case"], counter, expected, found, verdict)


def write_csv(path, rows):
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["case", "counter", "predicted", "measured", "measured/predicted", "verdict"])
        for row in rows:
            ratio = "" if not row.predicted or row.measured is None else f"{row.measured / row.predicted:.4f}"
            found = "" if row.measured is None else f"{row.measured:.6g}"
            table.writerow([row.case, row.counter, f"{row.predicted:.6g}", found, ratio, row.verdict])


def machine():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(query, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def tally(rows):
    return collections.Counter(row.verdict for row in rows)


def tally_by_verb(rows):
    """A tally of each verb, whose name a case begins with."""
    verbs = sorted({row.case.split()[0] for row in rows})
    return {verb: tally(row for row in rows if row.case.split()[0] == verb) for verb in verbs}


def outcome(rows):
    """How many counters agree, in words."""
    found = tally(rows)
    compared = found[AGREES] + found[DIFFERS]
    text = f"{found[AGREES]:,} of {compared:,} counters agree within 1% ({found[AGREES] / max(1, compared):.2%})"
    if found[BY_ORDER]:
        near = sum(row.verdict == BY_ORDER and agrees(row.predicted, row.measured) for row in rows)
        text += f"; {found[BY_ORDER]} more depend on the order of atomics, {near} of them within 1%"
    if found[UNREADABLE]:
        text += f"; {found[UNREADABLE]} cannot be read"
    return text


def which_cases(options):
    if options.plain:
        how = "as nvcc has compiled them" if options.listing else "as they are written"
        return f"plain CUDA kernels, {how}, in {options.plain} rounds of seed {options.seed} (`bench/verify_model/verify_plain_cases.hpp`)"
    if options.random:
        return f"{options.random} random cases of seed {options.seed} (`bench/verify_model/verify_model_random.hpp`)"
    return "every case of `bench/verify_model/verify_model_committed.hpp`"


def markdown(rows, options):
    yield "# The memory model against the hardware\n"
    yield f"GPU and driver: {options.machine or machine()}; commit {options.commit}; {datetime.date.today()}. Made by `bench/verify_model/verify_model.py`."
    yield f"Every launch of {which_cases(options)}; every value is in `verify_model.csv`.\n"
    yield f"{outcome(rows)}.\n"
    yield "| counter | launches | within 1% | differ | depend on the order of atomics | cannot be read |\n|---|---:|---:|---:|---:|---:|"
    for counter in COUNTERS:
        found = tally(row for row in rows if row.counter == counter)
        yield f"| {counter} | {sum(found.values())} | {found[AGREES]} | {found[DIFFERS]} | {found[BY_ORDER]} | {found[UNREADABLE]} |"
    yield f"\n| {'kernel' if options.plain else 'verb'} | counters | within 1% |\n|---|---:|---:|"
    for verb, found in tally_by_verb(rows).items():
        yield f"| {verb} | {found[AGREES] + found[DIFFERS]} | {found[AGREES]} |"
    for verdict, title in ((DIFFERS, "What differs"), (BY_ORDER, "What depends on the order of atomics")):
        listed = [row for row in rows if row.verdict == verdict]
        if listed:
            yield f"\n## {title}\n\n| case | counter | predicted | measured |\n|---|---|---:|---:|"
        for row in listed:
            yield f"| {row.case} | {row.counter} | {row.predicted:g} | {row.measured:g} |"


def write_docs(rows, options):
    """Renews the paragraph after the mark, which there is one of for committed, random and plain cases each."""
    kind = " --random" if options.random else " --plain" if options.plain else ""
    mark = f"<!-- written by bench/verify_model/verify_model.py --docs{kind} -->\n"
    before, after = options.docs.read_text().split(mark)
    _, rest = after.split("\n\n", 1)
    results = os.path.relpath(options.folder / "README.md", options.docs.parent)
    text = (f"On {options.machine or machine()} (GPU, driver; commit {options.commit}), over {which_cases(options)}:\n"
            f"{outcome(rows)} ([results]({results})).\n")
    options.docs.write_text(before + mark + text + "\n" + rest)


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
        points = [(r.predicted, r.measured) for r in rows if r.counter == counter and r.measured and r.predicted]
        if points:
            axes.scatter(*zip(*points), s=14, alpha=0.6, label=counter)
    axes.set(xscale="log", yscale="log", xlabel="predicted", ylabel="measured", title="Predicted and counted, a point a launch")
    axes.axline((1, 1), (10, 10), color="black", linewidth=0.8)
    axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def run(options, programs):
    path = options.measured or options.folder / "measured.csv"
    if options.measured is None:
        measure(options, programs, path)
    with path.open() as file:
        measured = list(csv.DictReader(file))
    predicted = predict(programs)
    if [p["case"] for p in predicted] != [m["case"] for m in measured]:
        sys.exit("verify_model: predicted and measured cases differ: build both programs from the same sources, and "
                 "give a measured.csv of the same seed and number")
    rows = list(compare(predicted, measured))
    write_csv(options.folder / "verify_model.csv", rows)
    (options.folder / "README.md").write_text("\n".join(markdown(rows, options)) + "\n")
    draw(options.folder / "verify_model.png", rows)
    if options.docs:
        write_docs(rows, options)
    print(f"{outcome(rows)}; see {options.folder}")


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.plain:
        print(f"verify_model: plain kernels in {options.plain} rounds of --seed {options.seed}", flush=True)
        run(options, plain_programs(options))
        return
    if not options.random:
        run(options, committed_programs(options))
        return
    print(f"verify_model: {options.random} random cases of --seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run(options, random_programs(options, pathlib.Path(folder)))


if __name__ == "__main__":
    main()
