#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the PTX of kernels: instructions.py SOURCE -- NVCC...

In SOURCE, comments "// has REGEX" and "// lacks REGEX" stand before a kernel (extern "C" __global__ void NAME). Some
instruction of its PTX must match the one, and none the other.
"""
import pathlib
import re
import subprocess
import sys

CLAIMS = re.compile(r'^((?:// (?:has|lacks) .*\n)+)extern "C" __global__ void (\w+)', re.MULTILINE)

source, _, *nvcc = sys.argv[1:]
done = subprocess.run([*nvcc, "-ptx", "-o", "-", source], capture_output=True, text=True, check=False)
if done.returncode:
    sys.exit(done.stdout + done.stderr)
# By default nvcc writes "// comments" too.
bodies = dict(re.findall(r"\.entry (\w+)\((.*?)^}$", done.stdout, re.MULTILINE | re.DOTALL))

wrong, count = [], 0
for claims, name in CLAIMS.findall(pathlib.Path(source).read_text(encoding="utf-8")):
    for verb, pattern in re.findall(r"// (has|lacks) (.*)", claims):
        count += 1
        if (re.search(pattern, bodies.get(name, "")) is not None) != (verb == "has") or name not in bodies:
            wrong.append(f"{name} does not {'have' if verb == 'has' else 'lack'} {pattern}:{bodies.get(name, ' no such kernel')}")
if count == 0:
    wrong.append("the source makes no claims: this test checks nothing")
sys.exit("\n".join(wrong) or None)
