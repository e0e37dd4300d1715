#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/learn/teachers.md shows what grade.py writes, and its job for CI names lines and fails: graded.py [--write] TRACE_CUDA"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "learn" / "teachers.md"
TEXTBOOK = ROOT / "examples" / "textbook"
trace_cuda = pathlib.Path(sys.argv[-1]).resolve()

SPIN = "#include <cuda_runtime.h>\nint main() { for (volatile int n = 0;; n = n + 1) {} }\n"


def grade(*programs, limit=60):
    environment = os.environ | {"TRACE_CUDA": shlex.quote(str(trace_cuda)), "TIME_LIMIT": str(limit)}
    return subprocess.run([TEXTBOOK / "grade.py", *programs], capture_output=True, text=True, check=True, cwd=ROOT, env=environment).stdout


def shown(text):
    """The page with what grade.py writes of the gallery."""
    programs = sorted(program.relative_to(ROOT).as_posix() for program in (ROOT / "examples" / "gallery").glob("*.cu"))
    rows = grade(*programs)
    return re.sub(r"(<!-- examples/textbook/grade.py examples/gallery -->\n```text\n).*?(?=^```$)", lambda found: found[1] + rows, text, flags=re.MULTILINE | re.DOTALL)


def ends(folder):
    """Whether a program that does not end and one that does not compile are told apart."""
    (folder / "spin.cu").write_text(SPIN, encoding="utf-8")
    (folder / "typo.cu").write_text(SPIN + "int typo = ;\n", encoding="utf-8")
    rows = [grade(folder / program, limit=limit).splitlines()[1] for program, limit in (("spin.cu", 3), ("typo.cu", 60))]
    return [row.split(",")[1] for row in rows] == ["time limit", "not traced"]


def job_fails(folder):
    """Whether the job's options end with 1 for a program with a costly line, and write SARIF."""
    options = re.search(r"trace-cuda src/main.cu (.*)", (TEXTBOOK / "workflow.yml").read_text(encoding="utf-8"))[1].split()
    ended = subprocess.run([trace_cuda, TEXTBOOK / "transpose.cu", *options], cwd=folder, capture_output=True, check=False).returncode
    return ended == 1 and len(json.loads((folder / "trace.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]) > 0


text = PAGE.read_text(encoding="utf-8")
new = shown(text)
if "--write" in sys.argv:
    PAGE.write_text(new, encoding="utf-8")
elif new != text:
    sys.exit(f"docs/learn/teachers.md does not show what grade.py writes (tests/docs/graded.py --write TRACE_CUDA):\n{new}")
with tempfile.TemporaryDirectory() as name:
    if not ends(pathlib.Path(name)):
        sys.exit("grade.py does not tell programs that do not end from those that do not compile")
    if not job_fails(pathlib.Path(name)):
        sys.exit("the job of examples/textbook/workflow.yml does not fail for transpose.cu")
