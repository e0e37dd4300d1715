#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the statistics of the program time-average: time_average.py PROGRAM

The average potential of infinitely many frames is computed here by integrating 1/r over each ion's normal distribution,
and the standard deviation by integrating 1/r². The ions are independent, so their variances add.
"""
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

SIGMA, HEIGHT, INDEPENDENT = 0.35, 1.5, 1000 / 3  # of 1,000 frames with a correlation of 0.5
SITES = [(2.8 * i, 2.8 * j, 1 if (i + j) % 2 == 0 else -1) for j in range(4) for i in range(4)]


def mean_of_power(d, power):
    """The mean of r^power, r the distance from a normal distribution in space whose centre is at distance d."""
    steps, end = 4000, d + 8 * SIGMA
    total = 0
    for n in range(steps):
        r = (n + 0.5) * end / steps
        near, far = (math.exp(-(r - s * d)**2 / (2 * SIGMA**2)) for s in (1, -1))
        total += r**(power + 1) * (near - far)
    return total * end / steps / (d * SIGMA * math.sqrt(2 * math.pi))


def expected(x, y):
    mean = variance = 0
    for i, j, charge in SITES:
        d = math.dist((x, y, HEIGHT), (i, j, 0))
        one = mean_of_power(d, -1)
        mean += charge * one
        variance += mean_of_power(d, -2) - one**2
    return mean, math.sqrt(variance)


with tempfile.TemporaryDirectory() as folder:
    picture = pathlib.Path(folder, "average.svg")
    done = subprocess.run([sys.argv[1], picture], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, sep="")
    if done.returncode:
        sys.exit(f"failed: exit status {done.returncode}")
    shown = len(xml.dom.minidom.parse(str(picture)).getElementsByTagName("text"))
if shown != 2:
    sys.exit(f"failed: the picture shows {shown} maps")

rows = re.findall(r"^ *(-?\d+\.\d) +(-?\d+\.\d) +(-?\d+\.\d{5}) +(-?\d+\.\d{5}) +(\d+\.\d{5})$", done.stdout, re.MULTILINE)
if len(rows) != 18:
    sys.exit(f"failed: {len(rows)} points are printed")
for x, y, average, exact, deviation in (map(float, row) for row in rows):
    mean, spread = expected(x, y)
    if not abs(exact - mean) <= 1e-5:
        sys.exit(f"failed: the exact average at ({x}, {y}) is {mean}, not {exact}")
    if not abs(average - mean) <= 4 * spread / math.sqrt(INDEPENDENT):
        sys.exit(f"failed: the average at ({x}, {y}) is {average}, and {mean} of infinitely many frames")
    # The standard error of a deviation of normal numbers is 4%; those of 1/r have longer tails.
    if not abs(deviation / spread - 1) <= 0.2:
        sys.exit(f"failed: the deviation at ({x}, {y}) is {deviation}, and {spread} of infinitely many frames")
