#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From Google Benchmark's JSON to a folder of results: a CSV file for each benchmark, and README.md, which says what was
measured on what and what the folder has. CSV files that the folder has already stay and are listed too."""
import argparse
import csv
import datetime
import json
import pathlib
import platform
import re
import subprocess

FILES = {
    "atomics_device": "`atomic_element` beside CUDA's atomic functions",
    "capsid": "potential-map on 10^7 atoms, from the file to map and field: one run, its stages, memory and rates",
    "compile_time": "nvcc's time for files with 0 to 16 variants of one verb, and for `<cuda/std/mdspan>` alone",
    "copy_device": "copies and additions by access pattern and layout, the textbook's kernels by hand, `cudaMemcpyAsync`",
    "cutoff_device": "sums with a cutoff, a kernel by Parboil's scheme; sorting into cells, CUB's radix sort, neighbours by cells",
    "cutoff_host": "sums with a cutoff on the CPU, beside the direct sum",
    "defaults_device": "potential maps by default beside each variant among which the default chooses",
    "histogram_device": "histograms by how bins are counted, `cub::DeviceHistogram`",
    "launch_device": "what a launch costs the host, with and without checks of pointers, beside `<<<>>>`",
    "lattice_sum_device": "Coulomb and other sums on a lattice, the textbook's kernels, the ceilings of MUFU, FP32 and FP64",
    "lattice_sum_energy": "some potential maps of `lattice_sum_device` with the energy of a call",
    "lattice_sum_host": "Coulomb and other sums on the CPU",
    "lattice_sum_host_avx2": "the fastest variants of `lattice_sum_host`, compiled for AVX2",
    "multiply_device": "matrix products, the textbook's kernels by hand, cuBLAS",
    "neighbors_device": "neighbour lists, Fan's kernels and loop; tables by all pairs and by cells",
    "neighbors_host": "tables of neighbours by all pairs and by cells on the CPU",
    "particle_mesh_device": "particle-mesh potential maps on the device, by accuracy, boundary and how charges are spread; their steps; direct sums",
    "particle_mesh_host": "particle-mesh potential maps on the CPU, by accuracy",
    "particle_mesh_points_device": "particle-mesh potentials and fields at all atoms of water with ions, by spacing of the mesh; their steps",
    "program": "potential-map from its start to the finished file, the median of five runs: the whole, and what its summary says",
    "ranks_device": "direct sums, sums with a cutoff and sums of arrays on 1, 2, 4, ... GPUs, by `local_ranks`; particle meshes, by NCCL",
    "stages_device": "Coulomb sums of sources in one tile and in rings of tiles; matrix products by how rings are filled and by warps, cuBLAS",
    "stencil_host": "a seven-point stencil, a kernel of a user's, on the CPU, beside a plain loop",
    "reduce_device": "sums of arrays, the textbook's kernels by hand, CUB, Thrust",
    "small_device": "small sums: one call, 64 calls, graphs of 64 calls",
    "trace_host": "accesses that the tracer follows per second",
    "transpose_cudax_device": "transposes by CCCL's `cudax::copy`, where MESON_ARGS=-Dcudax=FOLDER names a checkout of CCCL",
    "transpose_device": "transposes, the textbook's kernels by hand, `cudaMemcpyAsync`, CUB, cuBLAS",
    "transpose_torch": "transposes by PyTorch",
    "variant_study": "every variant of six kernels: `variant-study all --trace`",
}

OTHERS = {
    "variant_study.svg": "the picture of variant_study.csv",
    "break_even.svg": "direct sums and particle meshes of particle_mesh_device.csv",
    "linear.svg": "sorting, cut sums and neighbours of cutoff_device.csv against atoms",
    "scaling.svg": "strong and weak scaling of ranks_device.csv",
    "h100": "what was measured on an H100",
    "verify_model": "the memory model beside Nsight Compute's counters",
    "verify_model_random": "the same on random cases; at another commit",
    "transpose_cudax_device.csv": "peers of transpose_device that bench/run measures where a checkout of CCCL is to be had; at another commit",
    "mesh_passes": "particle meshes before and after their passes over the mesh were merged, and before and after a warp culled for parts of its points: one run each",
    "verify_plain": "traces of plain CUDA kernels beside Nsight Compute's counters",
    "transpose_rule": "how far the default transposes are behind the best of four, on random shapes",
}

# Counters of some benchmarks; each gets a column if a row has it.
OPTIONAL = ["plan_bytes", "largest_error", "joules", "host_bytes"]

COLUMNS = """## Columns

| column | meaning |
|---|---|
| workload, what | problem; variant or peer, with other parameters where several rows have the same variant |
| median_ms | median of the repetitions, of which there are five or more, in milliseconds |
| spread | standard deviation of the repetitions, as a share of their mean |
| per_second, unit | throughput, in the unit of that column |
| share_of_mufu | throughput as a share of the MUFU ceiling, which holds for one reciprocal square root per pair in hardware |
| error | largest error, as a share of the largest value; of particle meshes the root mean square error, as a share of that of the values |
| plan_bytes | device memory that a plan adds to that in use: too little, or 0, where freed memory of an earlier plan served; in particle_mesh_device.csv |
| largest_error | of particle meshes the largest error at 10^5 points, as a share of the root mean square of the values there |
| host_bytes | largest resident set of the program, on the host; in capsid.csv |
| joules | energy of one call, the whole board's, where ENERGY=1 asked for it |
| seconds | in compile_time.csv core seconds; in variant_study.csv the median time, whose spread is the middle half's width as a share |

variant_study.csv has a column for each figure of the program's table; docs/use/study.md explains them. A variant's name is
its policies: decomposition, assignment, coarsening, input and block, then those of other axes that are not the default.
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", required=True, help="what was measured")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="folder to write into")
    parser.add_argument("--cores", type=int, help="threads of the processor that each benchmark had, if fewer than all")
    parser.add_argument("json", nargs="*", type=pathlib.Path)
    return parser.parse_args()


def report_of(path):
    """Google Benchmark's report; of a benchmark that was stopped, what it had finished."""
    text = path.read_text()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        end = text.rfind("\n    }")
        report = json.loads(text[:end] + "\n    }\n  ]\n}" if end >= 0 else '{"benchmarks": []}')
    entries = report["benchmarks"]
    finished = [entry for entry in entries
                if entry["run_name"] != entries[-1]["run_name"] or entries[-1].get("aggregate_name") == "cv"]
    print(f"warning: {path.stem} was stopped: its table has only what was finished")
    return {**report, "benchmarks": finished}


def rows_of(report):
    """(workload, what, median ms, spread, rate, unit of the rate, error, and OPTIONAL's counters or None) of each benchmark,
    in order."""
    rows = {}
    for entry in report["benchmarks"]:
        if entry.get("error_occurred"):
            print(f"warning: {entry['run_name']} was not measured: {entry['error_message']}")
            continue
        name = re.sub(r"/(min_time|iterations|repeats|manual_time|real_time|process_time)[^/]*", "", entry["run_name"])
        rows.setdefault(name, {})[entry.get("aggregate_name")] = entry
    for name, aggregates in rows.items():
        median = aggregates["median"] if "median" in aggregates else aggregates[None]  # run once
        spread = aggregates["cv"]["real_time"] if "cv" in aggregates else 0
        unit = next(key for key in median if key.endswith("/s"))
        workload, what = name.split("/", 1)
        yield workload, what, median["real_time"], spread, median[unit], unit, median.get("error"), *(
            median.get(counter) for counter in OPTIONAL)


def ceiling(rows):
    """The throughput of the reciprocal square root unit, the ceiling of kernels that need one result per pair."""
    return next((rate for workload, what, _, _, rate, *_ in rows if (workload, what) == ("ceiling", "MUFU.RSQ")), None)


def share(row, most):
    bounded = most and row[5] == "pairs/s" and "double" not in row[0] and "wide" not in row[1]
    return f"{100 * row[4] / most:.1f}%" if bounded else ""


def write_csv(path, rows, most):
    more = [n for n in range(len(OPTIONAL)) if any(row[7 + n] is not None for row in rows)]
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        columns = ["workload", "what", "median_ms", "spread", "per_second", "unit", "share_of_mufu", "error"]
        table.writerow(columns + [OPTIONAL[n] for n in more])
        for row in rows:
            error, *others = ("" if value is None else f"{value:.3g}" for value in row[6:])
            cells = [row[0], row[1], f"{row[2]:.4f}", f"{row[3]:.4f}", f"{row[4]:.5g}", row[5], share(row, most), error]
            table.writerow(cells + [others[n] for n in more])


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu(cores):
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())
    threads = sum(line.startswith("processor") for line in lines)
    return f"{name}, {threads} threads" + (f", {cores} for each benchmark" if cores and cores < threads else "")


def environment(commit, contexts, cores):
    yield "commit", commit
    yield "date", max((context["date"][:10] for context in contexts), default=datetime.date.today().isoformat())
    gpu = next((context for context in contexts if "gpu" in context), None)
    if gpu:
        query = output_of("nvidia-smi", "--query-gpu=driver_version,clocks.max.sm,clocks.max.mem", "--format=csv,noheader")
        yield "GPU", f"{gpu['gpu']}, {gpu['multiprocessors']} multiprocessors, clocks as found"
        yield "driver, highest clocks", (query or "unknown").splitlines()[0]
        yield "CUDA toolkit; driver's CUDA", f"{gpu['toolkit_cuda']}; {gpu['driver_cuda']}"
    yield "CPU", cpu(cores)


def line_of(name):
    """The line of README.md on one of OTHERS."""
    return f"| [{name}]({name if '.' in name else name + '/README.md'}) | | {OTHERS[name]} |"


def page(folder, described):
    yield "# Results\n"
    yield "Made by `./bench/run`. The tables in the docs are filled in from these files by `bench/report/tables.py`.\n"
    yield "| | |\n|---|---|"
    yield from (f"| {key} | {value} |" for key, value in described)
    yield "\n## Files\n\n| file | rows | what was timed |\n|---|---:|---|"
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="") as file:
            yield f"| [{path.name}]({path.name}) | {sum(1 for _ in csv.DictReader(file))} | {FILES.get(path.stem, '')} |"
    for name, what in OTHERS.items():
        if (folder / name).exists() and not name.endswith(".csv"):
            yield line_of(name)
    yield "\n" + COLUMNS.rstrip()


def main():
    given = arguments()
    reports = {path.stem: report_of(path) for path in given.json}
    reports = {name: report for name, report in reports.items() if report["benchmarks"]}
    for name, report in reports.items():
        rows = list(rows_of(report))
        write_csv(given.results / f"{name}.csv", rows, ceiling(rows))
    described = environment(given.commit, [report["context"] for report in reports.values()], given.cores)
    (given.results / "README.md").write_text("\n".join(page(given.results, described)) + "\n")


if __name__ == "__main__":
    main()
