#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From Google Benchmark's JSON to tables: a CSV file a benchmark, and a README.md of what was measured on what."""
import argparse
import csv
import json
import pathlib
import platform
import re
import subprocess

SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1, ""))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", required=True, help="what was measured")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="folder to write into")
    parser.add_argument("json", nargs="+", type=pathlib.Path)
    return parser.parse_args()


def rows_of(report):
    """(workload, what, median ms, spread, rate, unit of the rate, error or None) of each benchmark, in order."""
    rows = {}
    for entry in report["benchmarks"]:
        if entry.get("error_occurred"):
            print(f"warning: {entry['run_name']} was not measured: {entry['error_message']}")
            continue
        name = re.sub(r"/(min_time|repeats|manual_time|real_time|process_time)[^/]*", "", entry["run_name"])
        rows.setdefault(name, {})[entry.get("aggregate_name")] = entry
    for name, aggregates in rows.items():
        median = aggregates["median"] if "median" in aggregates else aggregates[None]  # run once
        spread = aggregates["cv"]["real_time"] if "cv" in aggregates else 0
        unit = next(key for key in median if key.endswith("/s"))
        workload, what = name.split("/", 1)
        yield workload, what, median["real_time"], spread, median[unit], unit, median.get("error")


def ceiling(rows):
    """The rate of the reciprocal square root unit, which no kernel with one of its results a pair can pass."""
    return next((rate for workload, what, _, _, rate, *_ in rows if (workload, what) == ("ceiling", "MUFU.RSQ")), None)


def scaled(rate):
    scale, letter = next(s for s in SCALES if rate >= s[0] or s[0] == 1)
    return f"{rate / scale:.3f} {letter}"


def share(row, most):
    bounded = most and row[5] == "pairs/s" and "double" not in row[0] and "wide" not in row[1]
    return f"{100 * row[4] / most:.1f}%" if bounded else ""


def write_csv(path, rows, most):
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["workload", "what", "median_ms", "spread", "per_second", "unit", "share_of_mufu", "error"])
        for row in rows:
            error = "" if row[6] is None else f"{row[6]:.3g}"
            table.writerow([row[0], row[1], f"{row[2]:.4f}", f"{row[3]:.4f}", f"{row[4]:.5g}", row[5], share(row, most), error])


def markdown(rows, most):
    for workload in dict.fromkeys(row[0] for row in rows):
        yield f"\n### {workload}\n"
        yield "| what | median ms | speed | of the MUFU ceiling |"
        yield "|---|---:|---:|---:|"
        for row in sorted((r for r in rows if r[0] == workload), key=lambda r: -r[4]):
            yield f"| {row[1]} | {row[2]:.3f} | {scaled(row[4])}{row[5]} | {share(row, most)} |"


def driver():
    query = ["nvidia-smi", "--query-gpu=driver_version,clocks.max.sm,clocks.max.mem", "--format=csv,noheader"]
    try:
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return None


def cpu():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())


def environment(context, commit):
    yield "commit", commit
    yield "date", context["date"][:10]
    yield "CPU", f"{cpu()}, {context['num_cpus']} threads"
    if "gpu" in context:
        yield "GPU", f"{context['gpu']}, {context['multiprocessors']} multiprocessors, clocks as found"
        yield "driver, highest clocks", driver() or "unknown"
        yield "CUDA toolkit; driver's CUDA", f"{context['toolkit_cuda']}; {context['driver_cuda']}"


def main():
    given = arguments()
    page = ["# Results\n", "Medians of five repetitions in one run each; made by `./bench/run`.\n", "| | |", "|---|---|"]
    reports = {path.stem: json.loads(path.read_text()) for path in given.json}
    described = dict(pair for report in reports.values() for pair in environment(report["context"], given.commit))
    page += [f"| {key} | {value} |" for key, value in described.items()]
    for name, report in reports.items():
        rows = list(rows_of(report))
        most = ceiling(rows)
        write_csv(given.results / f"{name}.csv", rows, most)
        page += [f"\n## {name}", *markdown(rows, most)]
    (given.results / "README.md").write_text("\n".join(page) + "\n")


main()
