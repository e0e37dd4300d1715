#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the headers cost a user's build, as CSV.

Usage: compile_time.py INCLUDE_FOLDER           times nvcc (seconds of one core, the median of three) on a file with
                                                <cuda/std/mdspan> alone, with lattice_sum.hpp and one variant of it, and
                                                with gridfold.hpp and 0, 1, 4 and 16 variants of the lattice sum
       compile_time.py --verbs INCLUDE_FOLDER   the same of each verb's header, and a call by a variant and by default
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

# Each verb: its default variant, its arguments' types, and a call with {} for a variant.
FLOATS = "cuda::std::mdspan<{}float, cuda::std::dextents<std::int64_t, {}>>"
IN = {rank: FLOATS.format("const ", rank) for rank in (1, 2)}
OUT = {rank: FLOATS.format("", rank) for rank in (1, 2)}
LATTICE = "cuda::std::span<const gf::source<float>> sources, const gf::lattice& where, float* out"
VERBS = {
    "lattice_sum": ("gather, coarsen<8>, shared_tile<512>, block<8, 8>", LATTICE,
                    "gf::lattice_sum{}(on, sources, where, gf::view_of(out, where.shape), gf::coulomb<>{{}});"),
    "point_sum": ("gather, coarsen<1>, shared_tile<512>, block<128>",
                  "cuda::std::span<const gf::source<float>> sources, const gf::positions<float, 3>& at, cuda::std::span<float> out",
                  "gf::point_sum{}(on, sources, at, out, gf::coulomb<>{{}});"),
    "cutoff_sum": ("coarsen<2, 4>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>",
                   "const gf::cells<gf::source<float>>& cells, const gf::lattice& where, float* out",
                   "gf::cutoff_sum{}(on, cells, where, gf::view_of(out, where.shape), gf::cut(gf::coulomb<>{{}}, 5));"),
    "transpose": ("vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>", f"{IN[2]} in, {OUT[2]} out",
                  "gf::transpose{}(on, in, out);"),
    "transform": ("vectors<4>, coarsen<4>, read_only, block<256>", f"{IN[1]} in, {OUT[1]} out",
                  "gf::transform{}(on, cuda::std::tuple(in, in), out, gf::sum{{}});"),
    "copy": ("vectors<4>, coarsen<4>, read_only, block<256>", f"{IN[1]} in, {OUT[1]} out", "gf::copy{}(on, in, out);"),
    "reduce": ("coarsen<8>, vectors<4>, block<256>", f"{IN[1]} in, float* out",
               "auto room = gf::make_reduce_scratch{for_scratch}(on); "
               "gf::reduce{}(on, in, cuda::std::span<float>(out, 1), gf::sum{{}}, room);"),
    "histogram": ("scatter, coarsen<4, 4>, vectors<4>, read_only, exchange_shared, block<512>",
                  "cuda::std::mdspan<const int, cuda::std::dextents<std::int64_t, 1>> in, "
                  "cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 1>> out",
                  "gf::histogram{}(on, in, out, gf::value_bins<64>{{}});"),
    "multiply": ("coarsen<8, 8>, shared_tile<32>, block<16, 8>, vectors<4>, through_registers, stages<2>, raster<8>, warp<8, 4>",
                 f"{IN[2]} a, {OUT[2]} c", "gf::multiply{}(on, a, a, c);"),
    "neighbors": ("coarsen<1>, shared_tile<1024>, block<64>",
                  "const gf::positions<float, 3>& from, const gf::neighbor_list<>& list", "gf::neighbors{}(on, from, 2, list);"),
}
VERB_UNIT = """
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/{verb}.hpp>
namespace gf = gridfold;
namespace policies {{ using namespace gridfold; using named = variant<{variant}>; }}
void call(const gf::device& on, {parameters}) {{ {call} }}
"""


def verb_units():
    """(verb, "named" or "default") -> the text of a call."""
    units = {}
    for verb, (variant, parameters, call) in VERBS.items():
        for what, argument, scratch in (("named", "<policies::named>", "<policies::named, float>"), ("default", "", "<float>")):
            units[verb, what] = VERB_UNIT.format(verb=verb, variant=variant, parameters=parameters,
                                                 call=call.format(argument, for_scratch=scratch))
    return units


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


def show_seconds(include, units):
    # Side by side on a quarter of the cores, which slows none of them down.
    with concurrent.futures.ThreadPoolExecutor(max(1, os.cpu_count() // 4)) as several:
        runs = [several.map(lambda text: seconds(include, text), units.values()) for _ in range(3)]
        print("workload,what,seconds")
        for (workload, what), *measured in zip(units, *runs):
            print(f"{workload},{what},{statistics.median(measured):.2f}")


def lines(include, cccl, header):
    done = subprocess.run(["g++", "-std=c++20", "-E", "-I", include, "-I", cccl, "-x", "c++", "-"],
                          input=f"#include <{header}>\n", capture_output=True, text=True, check=True)
    return done.stdout.count("\n")


def show_lines(include):
    cccl = subprocess.run([pathlib.Path(__file__).parent.parent.parent / ".ci" / "find-cccl"], capture_output=True, text=True,
                          check=True).stdout.strip()
    headers = sorted(path.relative_to(include).as_posix() for path in pathlib.Path(include).rglob("*.hpp"))
    print("header,lines")
    for header in ["cuda/std/mdspan", *headers]:
        print(f"{header},{lines(include, cccl, header)}", flush=True)


options, folders = [a for a in sys.argv[1:] if a.startswith("-")], [a for a in sys.argv[1:] if not a.startswith("-")]
if len(folders) != 1 or options not in ([], ["--lines"], ["--verbs"]):
    sys.exit(__doc__)
if options == ["--lines"]:
    show_lines(folders[0])
else:
    show_seconds(folders[0], verb_units() if options else UNITS)
