#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the ions of the program ion-placement: ion_placement.py PROGRAM

Each ion has to lie on the point of least energy, computed here in float64 with the ions before it. The program's picture
has to show the DNA and the ions.
"""
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

CLOSEST, IONS = 3.7, 24
KT = 560.46 / 80  # of e²/Å at 298.15 K in water, to five digits

phosphates = [(10 * math.cos(math.radians(36 * pair + offset)), 10 * math.sin(math.radians(36 * pair + offset)), 3.4 * pair)
              for pair in range(12) for offset in (0, 154)]
points = [(x - 18, y - 18, z - 8) for z in range(54) for y in range(37) for x in range(37)]


def blocked_or_energy(charge, at, point):
    """The energy of an ion at a point and a charge [e²/Å]; infinite if they touch."""
    r = math.dist(at, point)
    return math.inf if r < CLOSEST else charge / r


with tempfile.TemporaryDirectory() as folder:
    picture = pathlib.Path(folder, "ions.svg")
    done = subprocess.run([sys.argv[1], picture], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, sep="")
    if done.returncode:
        sys.exit(f"failed: exit status {done.returncode}")
    shown = len(xml.dom.minidom.parse(str(picture)).getElementsByTagName("circle"))
if shown != len(phosphates) + IONS:
    sys.exit(f"failed: the picture shows {shown} circles")

ions = [tuple(map(float, line)) for line in re.findall(r"^ *\d+ +(\S+) +(\S+) +(\S+) +(\S+)$", done.stdout, re.MULTILINE)]
if len(ions) != IONS:
    sys.exit(f"failed: {len(ions)} ions are printed")
energy = [sum(blocked_or_energy(-1, at, point) for at in phosphates) for point in points]
for number, (*at, printed) in enumerate(ions, 1):
    here = KT * energy[points.index(tuple(at))]
    least = KT * min(energy)
    # A sum of up to 48 terms in float, whose magnitudes add up to less than 24 kT, and KT's five digits.
    tolerance = 48 * 24 * 2**-23 + 2e-5 * 24
    if not here <= least + tolerance:
        sys.exit(f"failed: ion {number} is at {here} kT, and there is a point of {least} kT")
    if not abs(here - printed) <= tolerance:
        sys.exit(f"failed: ion {number} has {here} kT, not {printed}")
    energy = [before + blocked_or_energy(1, at, point) for before, point in zip(energy, points)]
