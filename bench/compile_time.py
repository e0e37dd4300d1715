#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times nvcc (seconds of one core) on a user's translation unit with 0, 1, 4 and 16 variants of the lattice sum, and prints a table.

Usage: compile_time.py INCLUDE_FOLDER"""
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

UNIT = """
#include <gridfold/gridfold.hpp>
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


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(include, variants):
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder, "unit.cu")
        unit.write_text(UNIT.format(functions=", ".join(VARIANTS[:variants]) or "nullptr"))
        begin = children_seconds()
        subprocess.run(["nvcc", "-std=c++20", "-O3", "-arch=sm_90", "-I", include, "-c", unit, "-o", unit.with_suffix(".o")],
                       check=True)
        return children_seconds() - begin


def main():
    include = sys.argv[1]
    times = {n: statistics.median(seconds(include, n) for _ in range(3)) for n in (0, 1, 4, 16)}
    print("| variants in the translation unit | nvcc, core seconds | a variant |\n|---:|---:|---:|")
    for n, t in times.items():
        print(f"| {n} | {t:.1f} | {'' if n == 0 else f'{(t - times[0]) / n:.2f}'} |")


main()
