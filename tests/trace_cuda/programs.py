#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole CUDA programs by trace-cuda: programs.py TRACE_CUDA"""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom

trace_cuda = pathlib.Path(sys.argv[1]).resolve()
programs = pathlib.Path(__file__).resolve().parent / "programs"


def run(*arguments):
    return subprocess.run([trace_cuda, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=programs.parent)


def expect(condition, what, done):
    if not condition:
        sys.exit(f"failed: {what}\nexit status {done.returncode}\n{done.stdout}\n{done.stderr}")


def whole(scratch):
    done = run(programs / "whole.cu", "--csv", scratch / "lines.csv", "--sarif", scratch / "lines.sarif", "--picture", scratch / "pictures",
               "--", "argument")
    expect(done.returncode == 3, "the program's own exit status", done)
    expect(done.stdout.startswith("total 49146 managed 2 calls 64 argument\n"), "the program's own output", done)
    expect("32-way bank conflict" in done.stdout and "tile<padded<1>>" in done.stdout, "a conflict and its cure", done)
    expect("turn the corner" in done.stdout, "an uncoalesced store and its cure", done)
    rows = list(csv.DictReader((scratch / "lines.csv").open()))
    expect(list(rows[0])[:9] == "kernel,file,line,space,access,bytes,requests,sectors,wavefronts".split(","), "columns", done)
    counted = {(r["kernel"], r["space"], r["access"], r["array"]): (int(r["requests"]), int(r["sectors"]), int(r["wavefronts"])) for r in rows}
    expected = {
        ("transpose<32>", "global", "load", "d_in"): (512, 2048, 0),
        ("transpose<32>", "shared", "load", "tile"): (512, 0, 16384),
        ("columns", "global", "store", "managed"): (512, 16384, 0),
        ("sum", "global", "atomic", "d_total"): (64, 64, 0),
        ("scale_all", "global", "store", "d_out"): (512, 2048, 0),
    }
    for key, numbers in expected.items():
        expect(counted.get(key) == numbers, f"{key}: {numbers}, not {counted.get(key)}", done)
    source = (programs / "whole.cu").read_text().splitlines()
    for row in rows:
        if row["kernel"] == "columns" and row["space"] == "global":
            expect("out[x * n + y]" in source[int(row["line"]) - 1], "the line", done)
    found = json.loads((scratch / "lines.sarif").read_text())["runs"][0]
    expect({r["ruleId"] for r in found["results"]} == {"conflicts", "uncoalesced"}, "SARIF", done)
    expect({r["id"] for r in found["tool"]["driver"]["rules"]} == {"conflicts", "uncoalesced"}, "SARIF's rules", done)
    files = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in found["results"]}
    expect(files == {"programs/whole.cu"}, "SARIF's files, from the folder in which the program starts", done)
    drawn = {picture.stem for picture in (scratch / "pictures").glob("*.svg")}
    corner, column = (next(n for n, text in enumerate(source, 1) if part in text) for part in ("= tile[threadIdx.x]", "out[x * n + y]"))
    kernels = {"transpose_32_", "columns", "sum", "scale_all"}
    costly = {f"transpose_32__line_{corner}_load_tile", f"columns_line_{column}_store_managed"}
    expect(drawn == kernels | costly, "pictures of kernels and of costly lines", done)
    for picture in (scratch / "pictures").glob("*.svg"):
        xml.dom.minidom.parse(str(picture))


def fails_on(scratch):
    done = run(programs / "fault.cu", "--fail-on", "faults")
    expect(done.returncode == 1 and "fault.cu:7: " in done.stderr and "outside" in done.stderr, "a fault with its line", done)
    done = run(programs / "fault.cu", "--fail-on", "conflicts,uncoalesced")
    expect(done.returncode == 0, "no conflicts", done)
    done = run(programs / "whole.cu", "--fail-on", "conflicts")
    expect(done.returncode == 1 and "programs/whole.cu:31: load of tile" in done.stderr, "a conflict with its line", done)


def blocks(scratch):
    done = run(programs / "whole.cu", "--blocks", 4, "--csv", scratch / "few.csv")
    rows = list(csv.DictReader((scratch / "few.csv").open()))
    expect(done.stdout.startswith("total 49146 "), "all blocks run", done)
    expect(sum(int(r["requests"]) for r in rows if r["kernel"] == "scale_all" and r["access"] == "load") == 4 * 8, "4 blocks", done)


def refuses(scratch):
    temporary = scratch / "temporary"
    temporary.mkdir()
    os.environ["TMPDIR"] = str(temporary)
    done = run(programs / "kernel_only.cu")
    expect(done.returncode == 2 and "no main" in done.stderr, "a file without main", done)
    done = run(programs / "kernel_only.cu", programs / "fault.cu")
    expect(done.returncode == 0, "several files", done)
    done = run(programs / "ptx.cu")
    expect(done.returncode == 2 and "ptx.cu:5: inline PTX" in done.stderr, "inline PTX", done)
    for arguments in (["--fail-on", "speed", "x.cu"], ["--colour"], [], ["--blocks", "0", "x.cu"], ["--seconds", "0", "x.cu"], ["no_such.cu"]):
        done = run(*arguments)
        expect(done.returncode == 2 and done.stderr.startswith("trace-cuda: "), "one sentence", done)
    expect(not list(temporary.iterdir()), "no temporary folder is left", done)
    del os.environ["TMPDIR"]


def as_written(scratch):
    done = run(programs / "below" / "twice" / "parted.cu")
    expect(done.returncode == 0 and done.stdout.startswith("sum 992\n"), "a parted launch, and a header in a folder above", done)
    done = run(programs / "no_result.cu")
    expect(done.returncode == 1 and "no_result.cu:2: a function that has a result" in done.stderr, "a result that is missing", done)
    (scratch / "minus.cu").write_text("int main() { return -1; }\n")
    done = run(scratch / "minus.cu")
    expect(done.returncode == 255 and "signal" not in done.stderr, "an exit status of 255, which is no signal", done)
    done = run(programs / "long.cu", "--seconds", 1)
    expect(done.returncode == 124 and "--seconds" in done.stderr and "store of a" in done.stdout, "a time limit", done)
    (scratch / "lost.cu").write_text('#include "no_such_header.cuh"\nint main() {}\n')
    done = run(scratch / "lost.cu")
    expect(done.returncode == 2 and "by -I" in done.stderr, "a header that is missing", done)


def other_headers(scratch):
    """A source with a byte order mark, errors of old toolkits, and a header of tensor cores that nothing uses."""
    source = "\ufeff#include <mma.h>\n#include <cstdio>\n__global__ void one(half* x) { cudaGridDependencySynchronize(); *x = 1; cudaTriggerProgrammaticLaunchCompletion(); }\nint main()\n{\n  half* x;\n" \
        "  cudaMalloc(&x, 4);\n  one<<<1, 1>>>(x);\n  const cudaError_t old[] = {cudaErrorPriorLaunchFailure, cudaErrorApiFailureBase};\n" \
        "  for (cudaError_t e : old) printf(\"%d %s\\n\", e, cudaGetErrorName(e));\n}\n"
    (scratch / "marked.cu").write_text(source, encoding="utf-8")
    done = run(scratch / "marked.cu")
    expect(done.returncode == 0 and done.stdout.startswith("53 cudaErrorPriorLaunchFailure\n10000 cudaErrorApiFailureBase\n") and
           "marked.cu:3  store" in done.stdout, "a byte order mark, old errors and mma.h", done)
    (scratch / "tensors.cu").write_text("#include <mma.h>\n__global__ void k() { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f; }\n"
                                        "int main() { k<<<1, 1>>>(); }\n")
    done = run(scratch / "tensors.cu")
    expect(done.returncode == 2 and "tensors.cu:2: tensor cores are not traced" in done.stderr, "tensor cores", done)


def loads_of_rows(scratch, *options):
    done = run(programs / "rows.cu", "--csv", scratch / "rows.csv", *options)
    expect(done.returncode == 0 and done.stdout.startswith("16\n"), "the program's result", done)
    rows = [r for r in csv.DictReader((scratch / "rows.csv").open()) if (r["space"], r["access"]) == ("shared", "load")]
    return {int(r["bytes"]): int(r["requests"]) for r in rows}, done


def as_compiled(scratch):
    """By tools that print what nvcc and nvdisasm do for this kernel; and by these where they are."""
    counted, done = loads_of_rows(scratch)
    expect(counted == {4: 8 * 16} and "as the source writes them" in done.stdout, "as written", done)
    line = next(n for n, text in enumerate((programs / "rows.cu").read_text().splitlines(), 1) if "sum +=" in text)
    tools, path = scratch / "tools", os.environ["PATH"]
    tools.mkdir()
    loads = "".join(f"        /*0{n}00*/   LDS.128 R{4 * n}, [R2+{16 * n:#x}] ;\n" for n in range(4))
    listing = f'.text._Z8sum_rowsPKfPf:\n\t//## File "{programs}/rows.cu", line {line}\n{loads}'
    for tool, text in (("nvcc", 'case "$*" in *sm_90*) ;; *) echo "no such architecture" >&2; exit 1 ;; esac'),
                       ("nvdisasm", f"cat <<'end'\n{listing}end")):
        (tools / tool).write_text(f"#!/bin/sh\n{text}\n")
        (tools / tool).chmod(0o755)
    os.environ["PATH"] = f"{tools}:{path}"
    counted, done = loads_of_rows(scratch, "--as-compiled", "sm_90")
    expect(counted == {16: 8 * 4} and "compiled them for sm_90" in done.stdout, "as compiled", done)
    done = run(programs / "rows.cu", "--as-compiled", "sm_10")
    expect(done.returncode == 2 and "no such architecture" in done.stderr, "nvcc's words", done)
    done = run(programs / "rows.cu", "--as-compiled", "90")
    expect(done.returncode == 2 and "such as sm_90" in done.stderr, "an architecture", done)
    os.environ["PATH"] = path
    if shutil.which("nvcc") and shutil.which("nvdisasm"):
        counted, done = loads_of_rows(scratch, "--as-compiled", "sm_90")
        expect(counted == {16: 8 * 4}, "as nvcc compiles it", done)


def launches(scratch):
    done = run(programs / "launches.cu", "--csv", scratch / "launches.csv")
    expect(done.stdout.startswith("refused: 9 9 9 9 9 9 9 9 1 1 1 \ntaken: 0 \nby address: 4, 9\nby pointer: 24 4\n"
                                  "arguments: 20, copies 1, destroyed 1\n"), "error codes, kernels by address, arguments", done)
    times = {"dynamic": 1, "clear": 1, "filters::add": 3, "filters::scale": 2, "fill<float>": 1, "with_default": 1, "changes_argument": 1}
    for kernel, count in times.items():
        expect(f"\n{kernel}: {count} launch" in done.stdout, f"{kernel} by its own name", done)
    named = {r["kernel"] for r in csv.DictReader((scratch / "launches.csv").open())}
    expect(named == set(times), "kernels in the table", done)
    line = 1 + next(n for n, text in enumerate((programs / "launches.cu").read_text().splitlines()) if "(void*)fill<float>" in text)
    done = run(programs / "launches.cu", "--", "by address")
    expect(done.returncode == 1 and f"launches.cu:{line}: cudaLaunchKernel" in done.stderr, "a template's kernel by its address", done)


def local_memory(scratch):
    done = run(programs / "local.cu", "--csv", scratch / "local.csv")
    rows = list(csv.DictReader((scratch / "local.csv").open()))
    found = sorted((r["kernel"], r["array"], r["access"], int(r["bytes"]), int(r["requests"]), int(r["sectors"])) for r in rows if r["space"] == "local")
    # Words of eight lanes share a sector: 4 sectors a request of 4 bytes, 8 of 8 bytes, more if lanes read different words.
    scattered = sum(len({(i * t % 16, t % 32 // 8) for t in range(first, first + 32)}) for i in range(16) for first in (0, 32))
    expected = [("a", "store", 4, 32, 128), ("a", "load", 4, 32, 128), ("a", "load", 4, 32, scattered), ("b", "store", 8, 2, 16), ("b", "load", 8, 2, 16)]
    expect(found == sorted(("in_memory", *e) for e in expected), f"local memory: {found}", done)
    expect("keep it in registers" in done.stdout, "what helps", done)


def queries(scratch):
    done = run(programs / "queries.cu")
    expect(done.stdout.startswith("settings 1 2 4096 0 1\nown 0.5 2 1\nrefused 1 1 1, kept 1\nregistered 2 1 0\ndot 5\n"),
           "queries, a header's own functions, copies to wrong addresses, and registered memory", done)
    expect("fault" not in done.stdout, "registered memory belongs to kernels", done)
    done = run(programs / "driver.cu")
    expect(done.returncode == 2 and "driver's interface is not traced" in done.stderr, "the driver's interface", done)


def openmp(scratch):
    with_openmp = subprocess.run(os.environ.get("CXX", "g++").split() + ["-fopenmp", "-x", "c++", "-", "-o", scratch / "omp"],
                                 input="#include <omp.h>\nint main() { return omp_get_num_threads() - 1; }", capture_output=True, text=True, check=False)
    if with_openmp.returncode != 0:
        return  # this compiler has none
    for options in (["-fopenmp"], ["-Xcompiler", "-O3,-fopenmp"]):
        done = run(programs / "openmp.cu", *options, "--", "argument")
        expect(done.returncode == 0 and done.stdout.startswith("filled 3 a\n"), "OpenMP on the host", done)
    done = run(programs / "openmp.cu", "-fopenmp")
    expect(done.returncode == 139 and "give them after --" in done.stderr, "a program that lacks its arguments", done)


with tempfile.TemporaryDirectory() as folder:
    for check in (whole, fails_on, blocks, refuses, as_written, other_headers, as_compiled, launches, local_memory, queries, openmp):
        check(pathlib.Path(folder))
        print("passed:", check.__name__)
