#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the program's potential in vacuum with that of another program, if that is installed.

Usage: with_others.py PROGRAM SAMPLE.pqr apbs|pymol
"""
import math
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, SAMPLE = map(os.path.abspath, sys.argv[1:3])
OTHER = sys.argv[3]
NEAR = 3.0  # Å from an atom: closer, finite differences show

APBS = """read mol pqr sample.pqr end
elec
  mg-manual
  dime 97 97 97
  glen 96 96 96
  gcent 13.0 20.0 9.0
  mol 1
  lpbe
  bcfl mdh
  pdie 1.0
  sdie 1.0
  srfm mol
  chgm spl2
  sdens 10.0
  srad 0.0
  swin 0.3
  temp 298.15
  calcenergy no
  calcforce no
  write pot dx other
end
quit
"""

PYMOL = """from pymol import cmd
cmd.load("sample.pqr", "sample")
cmd.alter("all", "q = 1")  # charges are weighted by occupancy, which a PQR file lacks
cmd.set("coulomb_units_factor", 560.4593)
cmd.set("coulomb_dielectric", 1.0)
cmd.map_new("other", "coulomb", 3.0, "sample", 6.0)
values = cmd.get_volume_field("other")
(x, y, z), (right, back, top) = cmd.get_extent("other")
step = [(b - a) / (n - 1) for a, b, n in zip((x, y, z), (right, back, top), values.shape)]
with open("other.txt", "w", encoding="ascii") as file:
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            for k in range(values.shape[2]):
                file.write(f"{x + i * step[0]!r} {y + j * step[1]!r} {z + k * step[2]!r} {values[i, j, k]!r}\\n"
                           .replace("np.float32(", "").replace(")", ""))
"""


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=250)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]} {done.stderr[-2000:]}"


def numbers_of(dx):
    """Origin, spacing, shape and values of an OpenDX file as APBS and the program write it."""
    origin, step, shape, values = None, [], None, []
    with open(dx, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words and words[0] == "origin":
                origin = [float(word) for word in words[1:]]
            elif words and words[0] == "delta":
                step.append(float(words[1 + len(step)]))
            elif "gridpositions" in words:
                shape = [int(word) for word in words[-3:]]
            elif words and words[0][0] in "-0123456789":
                values += map(float, words)
    return origin, step, shape, values


def by_apbs(folder):
    """The values of APBS and of the program at the points of APBS."""
    if not shutil.which("apbs"):
        skip("no APBS (apt install apbs)")
    with open(os.path.join(folder, "apbs.in"), "w", encoding="ascii") as file:
        file.write(APBS)
    run(folder, "apbs", "apbs.in")
    made = next(name for name in os.listdir(folder) if name.startswith("other") and name.endswith(".dx"))
    os.rename(os.path.join(folder, made), os.path.join(folder, "other.dx"))  # parallel builds number their files
    run(folder, PROGRAM, "sample.pqr", "-o", "ours.dx", "--like", "other.dx", "--method", "direct", "--device", "host")
    origin, step, (nx, ny, nz), theirs = numbers_of(os.path.join(folder, "other.dx"))
    ours = numbers_of(os.path.join(folder, "ours.dx"))[3]
    assert len(ours) == len(theirs) == nx * ny * nz
    at = [(origin[0] + i * step[0], origin[1] + j * step[1], origin[2] + k * step[2])
          for i in range(nx) for j in range(ny) for k in range(nz)]
    return at, theirs, ours


def by_pymol(folder):
    program = shutil.which("pymol", path="/usr/bin:/usr/local/bin:" + os.environ.get("PATH", ""))
    if not program:
        skip("no PyMOL (apt install pymol)")
    with open(os.path.join(folder, "map.py"), "w", encoding="ascii") as file:
        file.write(PYMOL)
    # PyMOL's script looks for its modules beside the first python3 of the PATH.
    subprocess.run([program, "-cq", "map.py"], cwd=folder, check=False, capture_output=True, timeout=250,
                   env={**os.environ, "PATH": "/usr/bin:/bin:" + os.environ.get("PATH", "")})
    if not os.path.exists(os.path.join(folder, "other.txt")):
        skip("PyMOL makes no map here")
    with open(os.path.join(folder, "other.txt"), encoding="ascii") as file:
        rows = [tuple(map(float, line.split())) for line in file]
    with open(os.path.join(folder, "points.txt"), "w", encoding="ascii") as file:
        file.writelines(f"{x!r} {y!r} {z!r}\n" for x, y, z, _ in rows)
    run(folder, PROGRAM, "sample.pqr", "-o", "ours.csv", "--at", "points.txt", "--device", "host")
    with open(os.path.join(folder, "ours.csv"), encoding="ascii") as file:
        ours = [float(line.rsplit(",", 1)[1]) for line in list(file)[1:]]
    return [row[:3] for row in rows], [row[3] for row in rows], ours


def far_from(atoms):
    """A test whether a point is farther than NEAR from all atoms."""
    cells = {}
    for atom in atoms:
        cells.setdefault(tuple(math.floor(x / NEAR) for x in atom), []).append(atom)

    def is_far(point):
        i, j, k = (math.floor(x / NEAR) for x in point)
        return not any(math.dist(point, atom) < NEAR for a in (i - 1, i, i + 1) for b in (j - 1, j, j + 1)
                       for c in (k - 1, k, k + 1) for atom in cells.get((a, b, c), ()))
    return is_far


def main(folder):
    shutil.copy(SAMPLE, os.path.join(folder, "sample.pqr"))
    at, theirs, ours = {"apbs": by_apbs, "pymol": by_pymol}[OTHER](folder)
    with open(SAMPLE, encoding="ascii") as file:
        atoms = [tuple(float(line[i:i + 8]) for i in (30, 38, 46)) for line in file if line.startswith("ATOM")]
    is_far = far_from(atoms)
    pairs = [(a, b) for point, a, b in zip(at, theirs, ours) if is_far(point)]
    assert len(pairs) > 1000, f"{len(pairs)} points"
    slope = sum(a * b for a, b in pairs) / sum(a * a for a, _ in pairs)
    error = math.sqrt(sum((b - slope * a) ** 2 for a, b in pairs) / sum(b * b for _, b in pairs))
    print(f"{OTHER}: {len(pairs)} points, slope {slope:.6f}, deviation {error:.2e}")
    # APBS has finite differences of 1 Å; both have physical constants of their own.
    assert abs(slope - 1) < 1e-3 and error < 1e-2


with tempfile.TemporaryDirectory() as scratch:
    main(scratch)
