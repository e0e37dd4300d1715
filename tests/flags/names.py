#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The namespace of the flags differs where the compiler's macros differ: names.py INCLUDE_FOLDER COMPILER...

Draws sets of instruction set extensions and of other flags, from GRIDFOLD_SEED if it is set.
"""
import os
import random
import re
import subprocess
import sys

folder, *compiler = sys.argv[1:]
seed = int(os.environ.get("GRIDFOLD_SEED", random.randrange(2**31)))
print(f"GRIDFOLD_SEED={seed}")
draw = random.Random(seed)

X86 = """sse3 ssse3 sse4.1 sse4.2 sse4a popcnt lzcnt bmi bmi2 movbe avx avx2 fma f16c fma4 xop tbm gfni avx512f avx512cd avx512bw avx512dq
avx512vl avx512vnni avx512vbmi avx512vbmi2 avx512ifma avx512bitalg avx512vpopcntdq avx512bf16 avx512fp16 avxvnni""".split()
OTHERS = ["-fopenmp", "-DNDEBUG", "-ffast-math", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-D__CUDA_ARCH_LIST__=800", "-D__CUDA_ARCH_LIST__=800,900,1000"]


def preprocessed(text, *flags):
    return subprocess.run([*compiler, "-std=c++20", "-I", folder, *flags, "-E", "-x", "c++", "-"], input=text, capture_output=True, text=True, check=False)


def known(flag):
    return preprocessed("", flag).returncode == 0


is_x86 = "__x86_64__" in preprocessed("", "-dM").stdout
extensions = [f"-m{name}" for name in X86 if is_x86 and known(f"-m{name}")]
drawn = [[]] + [draw.sample(extensions, min(len(extensions), draw.choice([1, 1, 2, 5]))) + draw.sample(OTHERS[:4], draw.choice([0, 0, 1, 2])) + draw.sample(OTHERS[4:], draw.choice([0, 0, 1]))
                for _ in range(60)]
macros_of, flags_of = {}, {}
for flags in drawn:
    macros = frozenset(re.findall(r"^#define (.*)", preprocessed("", *flags, "-dM").stdout, re.MULTILINE))
    name = preprocessed("#include <gridfold/core/abi.hpp>\nGRIDFOLD_ABI\n", *flags).stdout.splitlines()[-1]
    if not re.fullmatch(r"[a-z]\w*", name):
        sys.exit(f"{flags}: {name} is no identifier")
    if macros_of.setdefault(name, macros) != macros:
        sys.exit(f"{flags} and {flags_of[name]} are both {name}, and differ in {sorted(macros_of[name] ^ macros)}")
    flags_of.setdefault(name, flags)
print(len(macros_of), "names of", len(drawn), "sets of flags")
