#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links translation units of different flags, both ways round: link.py UNIT FLAGS... -- COMPILER...

Compiles UNIT by each of FLAGS (a string of arguments). Fails where two of the objects define a function of the library's by one name,
of which the linker would take either. If UNIT is C++, a main compiled by the first FLAGS calls each object: the results agree, and
main catches what they throw.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

split = sys.argv.index("--")
unit, *flags = sys.argv[1:split]
compiler = sys.argv[split + 1:]
MAIN = """#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gridfold/core/error.hpp>
#include <gridfold/core/field.hpp>
#include <vector>
namespace gf = gridfold;
{declarations}
double (*const entries[])(const std::vector<gf::source<float>>&, gf::field<float>&) = {{{names}}};
int main(int count, char** numbers)
{{
  std::vector<gf::source<float>> atoms;
  for (int n = 0; n < 40; ++n) atoms.push_back({{n * .37f, 9 - n * .21f, 3.05f, n % 3 - 1.f}});
  gf::field<float> map({{.origin = {{0, 0, 0}}, .spacing = 0.5, .shape = {{31, 17, 9}}}});
  const double expected = entries[0](atoms, map);
  for (int n = 1; n < count; ++n) {{
    const auto entry = entries[std::atoi(numbers[n])];
    const double found = entry(atoms, map);
    if (!(std::abs(found - expected) < 1e-3 * std::abs(expected)))
      return std::printf("%s: %g, not %g\\n", numbers[n], found, expected), 1;
    try {{
      entry({{}}, map);
      return std::puts("nothing was thrown"), 1;
    }} catch (const gf::error&) {{
    }}
  }}
}}
"""


def run(*command):
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}: {ended.returncode}\n{ended.stdout}{ended.stderr}"[:4000])
    return ended.stdout


def functions(compiled):
    """Functions of the library's that another object may bring too."""
    shared = (line.split(maxsplit=2)[1:] for line in run("nm", "--defined-only", compiled).splitlines())
    ours = {name for kind, name in shared if kind in "WuV" and re.match(r"_Z(?!T[VIS])[A-Z]*8gridfold", name)}
    if len(ours) < 10:
        sys.exit(f"{compiled} defines {len(ours)} functions of the library's: this test sees nothing")
    return ours


def runs_here(given):
    """Whether this processor has the instructions of some flags: those of x86-64-v3 and of less than that, or none."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return "-m" not in given or all(name in cpu for name in ("avx2", "fma", "bmi2", "movbe"))


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    objects = [folder / f"{n}.o" for n in range(len(flags))]
    for n, given in enumerate(flags):
        run(*compiler, *shlex.split(given), f"-DENTRY=entry_{n}", "-c", unit, "-o", objects[n])
    defined = [functions(compiled) for compiled in objects]
    pairs = [(a, b) for b in range(len(flags)) for a in range(b)]
    wrong = [f"{flags[a] or 'no flags'} and {flags[b]}: {name}" for a, b in pairs for name in sorted(defined[a] & defined[b])]
    if wrong:
        sys.exit("\n".join(["one name in two objects:", *wrong[:20]]))
    if not unit.endswith(".cpp"):
        sys.exit()
    names = [f"entry_{n}" for n in range(len(flags))]
    declarations = (f"double {name}(const std::vector<gf::source<float>>&, gf::field<float>&);" for name in names)
    text = MAIN.format(declarations="\n".join(declarations), names=", ".join(names))
    (folder / "main.cpp").write_text(text, encoding="utf-8")
    run(*compiler, *shlex.split(flags[0]), "-c", folder / "main.cpp", "-o", folder / "main.o")
    for order in objects, objects[::-1]:
        run(*compiler, "-fopenmp", folder / "main.o", *order, "-o", folder / "program")
        run(folder / "program", *(str(n) for n, given in enumerate(flags) if runs_here(given)))
