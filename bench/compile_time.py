#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the headers cost a user's build, as CSV.

Usage: compile_time.py INCLUDE_FOLDER           times nvcc (seconds of one core, the median of three) on a file with
                                                <cuda/std/mdspan> alone, with lattice_sum.hpp and one variant of it, and
                                                with gridfold.hpp and 0, 1, 4 and 16 variants of the lattice sum
       compile_time.py --lines INCLUDE_FOLDER   counts the lines of each header after preprocessing by g++
"""
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

MDSPAN = "#include <cuda/std/mdspan>\n"
ONE_VERB = """
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/lattice_sum.hpp>
"""
EVERY_VERB = "#include <gridfold/gridfold.hpp>\n"
LAUNCHERS = """
namespace gf = gridfold;
template <class V>
void sum(cudaStream_t stream, const gf::source<float>* sources, int count, const gf::lattice& where, float* out)
{{
  gf::lattice_sum<V>(gf::device{{stream}}, cuda::std::span(sources, static_cast<std::size_t>(count)), where,
                     gf::view_of(out, where.shape), gf::coulomb<>{{}});
}}
using signature = void (*)(cudaStream_t, const gf::source<float>*, int, const gf::lattice&, float*);
extern const signature launchers[];
const signature launchers[] = {{{functions}}};
"""
VARIANTS = [f"sum<gf::variant<gf::gather, gf::interleaved, gf::coarsen<{x}>, gf::{space}, gf::block<32, 4>>>"
            for x in (8, 4, 2, 1) for space in ("shared", "read_only", "global", "constant")]


def with_variants(includes, count):
    return includes + LAUNCHERS.format(functions=", ".join(VARIANTS[:count]) or "nullptr")


UNITS = {("cuda/std/mdspan", "alone"): MDSPAN, ("lattice_sum.hpp", "1 variants"): with_variants(ONE_VERB, 1)} | {
    ("gridfold.hpp", f"{count} variants"): with_variants(EVERY_VERB, count) for count in (0, 1, 4, 16)}


def seconds(include, text):
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder, "unit.cu")
        unit.write_text(text)
        nvcc = subprocess.Popen(["nvcc", "-std=c++20", "-O3", "-arch=sm_90", "-I", include, "-c", unit, "-o", unit.with_suffix(".o")])
        _, status, used = os.wait4(nvcc.pid, 0)
        nvcc.returncode = os.waitstatus_to_exitcode(status)
        if nvcc.returncode:
            sys.exit(f"nvcc failed on this file (it says why above):\n{text}")
        return used.ru_utime + used.ru_stime


def show_seconds(include):
    # Side by side on a quarter of the cores, which slows none of them down.
    with concurrent.futures.ThreadPoolExecutor(max(1, os.cpu_count() // 4)) as several:
        runs = [several.map(lambda text: seconds(include, text), UNITS.values()) for _ in range(3)]
        print("workload,what,seconds")
        for (workload, what), *measured in zip(UNITS, *runs):
            print(f"{workload},{what},{statistics.median(measured):.2f}")


def lines(include, cccl, header):
    done = subprocess.run(["g++", "-std=c++20", "-E", "-I", include, "-I", cccl, "-x", "c++", "-"],
                          input=f"#include <{header}>\n", capture_output=True, text=True, check=True)
    return done.stdout.count("\n")


def show_lines(include):
    cccl = subprocess.run([pathlib.Path(__file__).parent.parent / ".ci" / "find-cccl"], capture_output=True, text=True,
                          check=True).stdout.strip()
    headers = sorted(path.relative_to(include).as_posix() for path in pathlib.Path(include).rglob("*.hpp"))
    print("header,lines")
    for header in ["cuda/std/mdspan", *headers]:
        print(f"{header},{lines(include, cccl, header)}", flush=True)


options, folders = [a for a in sys.argv[1:] if a.startswith("-")], [a for a in sys.argv[1:] if not a.startswith("-")]
if len(folders) != 1 or options not in ([], ["--lines"]):
    sys.exit(__doc__)
(show_lines if options else show_seconds)(folders[0])
