#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/defaults writes what the headers have, and estimates transposes as they do: defaults.py TRANSPOSE_CHOICES

The speeds of contenders and the numbers of particles are replaced by 1 in copies of the headers; from the tables of
bench/results they get the same again. The program TRANSPOSE_CHOICES says what the headers choose for a matrix.
"""
import csv
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import transposes  # noqa: E402
from variant_names import said_by  # noqa: E402

HEADERS = [ROOT / "include" / "gridfold" / "policy" / name for name in ("defaults.hpp", "transpose_defaults.hpp")]
TABLES = [ROOT / "bench" / "results" / f"{name}.csv" for name in
          ("transpose_device", "transpose_device_h100", "reduce_device", "neighbors_device", "neighbors_host", "cutoff_device", "multiply_device",
           "defaults_device", "histogram_device")]
# Numbers that the tables give, with what stands before and behind.
MEASURED = [
    r"(particles_for_cells<(?:device|host_for<[^>]*>)> =\s*)(\d+)(;)",
    r"(reading_contender<reduced<[^;]*>,\s*)(\d+,\s*\d+)(>;)",
    r"(counting_contender<binned<[^;]*>,\s*)(\d+)(>;)",
    r"(=\s*contender<gathered<[^;]*?>,\s*)(\d+,\s*\d+)((?:,\s*rsqrt[^;]*)?>;)",
    r"(\btransposing_speeds<)(\d+,\s*\d+)(>,\s*[a-z])",
]


def spoilt(text):
    for pattern in MEASURED:
        text = re.sub(pattern, lambda found: found[1] + re.sub(r"\d+", "1", found[2]) + found[3], text)
    return text


def unlike_written():
    """The headers that bench/defaults.py writes otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / ".clang-format", folder)
        copies = [pathlib.Path(folder) / header.name for header in HEADERS]
        for header, copy in zip(HEADERS, copies):
            text = header.read_text(encoding="utf-8")
            copy.write_text(spoilt(text), encoding="utf-8")
            if spoilt(text) == text:
                yield f"{header.name} has no numbers that are measured"
        subprocess.run([ROOT / "bench" / "defaults.py", copies[0], *TABLES], check=True, stdout=subprocess.DEVNULL)
        for header, copy in zip(HEADERS, copies):
            new, old = ("".join(of.read_text(encoding="utf-8").split()) for of in (copy, header))
            if new != old:
                yield f"bench/defaults writes another {header.name} from bench/results: run it, and see git diff"


def matrices():
    """All that are measured, and others."""
    with open(TABLES[0], newline="", encoding="utf-8") as file:
        for workload in transposes.measured(csv.DictReader(file)):
            yield from (transposes.matrix_of(workload, gpu) for gpu in transposes.CACHES)
    few, many = range(1, 70), [96, 100, 128, 255, 256, 333, 500, 1000, 1024, 2047, 2048, 65537]
    many += [limit + near for limit in (4095, 21845, 24576, 36864) for near in (0, 1)]
    any_of = random.Random(1)
    for _ in range(5000):
        rows, columns = (any_of.choice(any_of.choice([few, many])) for _ in range(2))
        yield transposes.Matrix(any_of.choice([1, 100, 30000]), rows, columns, any_of.choice([1, 2, 4, 8, 16]),
                                any_of.choice([6 << 20, transposes.LARGE_CACHE, *transposes.CACHES.values()]))


def unlike_chosen(program):
    """The matrices for which the headers choose another variant than bench/transposes.py."""
    of = list(matrices())
    lines = "".join(f"{m.bytes} {m.batches} {m.rows} {m.columns} {m.cache}\n" for m in of)
    names = subprocess.run([program], input=lines, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    header = HEADERS[1].read_text(encoding="utf-8")
    among = {size: list(transposes.contenders(header, size)) for size in transposes.sizes(header)}
    for matrix, name in zip(of, names, strict=True):
        contender = transposes.chosen(among[matrix.bytes], matrix)
        if contender.variant != said_by(name):
            yield f"transpose of {matrix}: {name}, but bench/transposes.py says {contender.name}"


sys.exit("\n".join([*unlike_written(), *unlike_chosen(sys.argv[1])]) or None)
