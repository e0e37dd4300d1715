#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the program's maps with the usual packages, and compares them with a sum computed here.

Usage: read_back.py PROGRAM
"""
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import gridData
    import mrcfile
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (install numpy, mrcfile and GridDataFormats)")
    sys.exit(77)

ORIGIN = np.array([-2.5, 1.5, -3.0])
ORIGIN_IN_POINTS = [-5, 2, -3]
SPACING = np.array([0.5, 0.75, 1.0])
SHAPE = np.array([7, 5, 4])
VOLT = 14.3996454  # 1 e/Å in V
ATOMS = np.array([[0.1, 2.2, -1.3, 0.8], [-1.7, 3.1, 0.4, -0.5], [0.6, 1.9, -2.6, 1.1]])


def expected():
    """The Coulomb potential in V at every point, as (x, y, z)."""
    axes = [o + h * np.arange(n) for o, h, n in zip(ORIGIN, SPACING, SHAPE)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    distances = np.linalg.norm(points[..., None, :] - ATOMS[:, :3], axis=-1)
    return VOLT * (ATOMS[:, 3] / distances).sum(axis=-1)


def run(program, folder, name, *more):
    numbers = [str(x) for key, xs in (("--origin", ORIGIN), ("--spacing", SPACING), ("--shape", SHAPE))
               for x in (key, *xs)]
    subprocess.run([program, "atoms.pqr", "-o", name, "--units", "V", "--quiet", *numbers, *more],
                   cwd=folder, check=True)
    return os.path.join(folder, name)


def packs(program, folder):
    """Whether the program compresses: it is built with zlib."""
    command = [program, "atoms.pqr", "-o", "small.dx.gz", "--shape", "2", "--quiet"]
    return subprocess.run(command, cwd=folder, check=False, stderr=subprocess.DEVNULL).returncode == 0


def check_dx(path, tolerance):
    grid = gridData.Grid(path)
    assert grid.grid.dtype == np.float64
    np.testing.assert_allclose(grid.grid, expected(), rtol=tolerance)
    np.testing.assert_allclose(grid.origin, ORIGIN)
    np.testing.assert_allclose(grid.delta, SPACING)


def check_mrc(path, tolerance, in_points=False):
    assert mrcfile.validate(path)
    with mrcfile.open(path) as file:
        np.testing.assert_allclose(file.data.transpose(), expected(), rtol=tolerance)
        size, origin, header = file.voxel_size, file.header.origin, file.header
        np.testing.assert_allclose([size.x, size.y, size.z], SPACING, rtol=1e-6)
        start = [header.nxstart, header.nystart, header.nzstart]
        np.testing.assert_allclose(start, ORIGIN_IN_POINTS if in_points else 0)
        np.testing.assert_allclose([origin.x, origin.y, origin.z], 0 if in_points else ORIGIN, rtol=1e-6)
        np.testing.assert_allclose([header.dmin, header.dmax, header.dmean, header.rms],
                                   [expected().min(), expected().max(), expected().mean(), expected().std()], rtol=1e-5)


def check_cube(path, tolerance):
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    words = [line.split() for line in lines[2:9]]
    bohr = 0.529177210903
    assert words[0][0] == "3" and [int(line[0]) for line in words[1:4]] == list(SHAPE)
    np.testing.assert_allclose([float(word) * bohr for word in words[0][1:]], ORIGIN)
    np.testing.assert_allclose([[float(word) * bohr for word in line[1:]] for line in words[1:4]], np.diag(SPACING))
    np.testing.assert_allclose([[float(word) * bohr for word in line[2:]] for line in words[4:]], ATOMS[:, :3])
    np.testing.assert_allclose([float(line[1]) for line in words[4:]], ATOMS[:, 3])
    values = np.array([float(word) for line in lines[9:] for word in line.split()])
    np.testing.assert_allclose(values.reshape(SHAPE), expected(), rtol=max(tolerance, 5e-6))


def check_npy(path, tolerance, dtype):
    values = np.load(path)
    assert values.dtype == dtype and values.flags.c_contiguous
    np.testing.assert_allclose(values.transpose(), expected(), rtol=tolerance)


def values_of_cube(path, shape):
    """The values of a cube file, whose words are numbers with blanks between them: 6 in a line, and less at the end of a
    column along z."""
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    atoms = int(lines[2].split()[0])
    lines = lines[6 + atoms:]
    per_column = -(-shape[2] // 6)
    assert len(lines) == shape[0] * shape[1] * per_column, path
    for n, line in enumerate(lines):
        words = line.split()
        assert line[0] == " " and all(re.fullmatch(r"-?\d\.\d{5}e[+-]\d{2,3}|-?inf", word) for word in words), line
        assert len(words) == min(6, shape[2] - 6 * (n % per_column)), line
    return np.array([float(word) for line in lines for word in line.split()]).reshape(shape)


def check_sizes(program, folder):
    """Values of every size that the number type has, from denormal ones on, are read back from every format."""
    seed = int(os.environ.get("GRIDFOLD_SEED") or random.SystemRandom().randrange(2**32))
    print(f"GRIDFOLD_SEED={seed}")
    draw = random.Random(seed)
    for round_ in range(16):
        double = round_ % 4 > 0
        smallest, largest = (-310, 304) if double else (-43, 34)
        power = draw.choice([-100, 100, draw.randint(smallest, largest)]) if double else draw.randint(smallest, largest)
        shape = [draw.randint(1, 9) for _ in range(3)]
        with open(os.path.join(folder, "sizes.txt"), "w", encoding="ascii") as file:
            for _ in range(draw.randint(1, 3)):
                at = [draw.uniform(-3, 3) for _ in range(3)]
                charge = draw.choice([-1, 1]) * draw.uniform(0.1, 1) * 10.0**power
                file.write(" ".join(map(repr, [*at, charge])) + "\n")
        words = ["sizes.txt", "--units", "e/A", "--quiet", "--origin", "-3.7", "2.2", "1.1", "--spacing", "1.3", "--shape",
                 *map(str, shape), *(["--precision", "double"] if double else [])]

        def made(name, code=0):
            done = subprocess.run([program, *words, "-o", name], cwd=folder, check=False, capture_output=True, text=True)
            assert done.returncode == code, f"{name} 1e{power}: {done.stderr} GRIDFOLD_SEED={seed}"
            return os.path.join(folder, name)

        values = np.load(made("sizes.npy")).transpose()
        assert np.isfinite(values).all(), f"1e{power} GRIDFOLD_SEED={seed}"
        said = f"1e{power} GRIDFOLD_SEED={seed}"
        tiny = 5e-324
        np.testing.assert_allclose(values_of_cube(made("sizes.cube"), shape), values.astype(float), rtol=5.001e-6, atol=tiny, err_msg=said)
        # In single precision the shortest digits are those of the single number.
        np.testing.assert_array_equal(gridData.Grid(made("sizes.dx")).grid.astype(values.dtype), values, err_msg=said)
        most = np.abs(values).max()
        in_range = most == 0 or float(np.finfo(np.float32).tiny) <= most <= float(np.finfo(np.float32).max)
        path = made("sizes.mrc", 0 if in_range else 1)
        if in_range:
            with mrcfile.open(path) as file:
                np.testing.assert_array_equal(file.data.transpose(), values.astype(np.float32), err_msg=said)
                assert np.isfinite([file.header.dmean, file.header.rms]).all(), said
            os.remove(path)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "atoms.pqr"), "w", encoding="ascii") as file:
            for i, (x, y, z, q) in enumerate(ATOMS):
                file.write(f"ATOM {i + 1:6d}  C   LIG A   1    {x:8.3f}{y:8.3f}{z:8.3f} {q:7.4f} 1.7000\n")
        # Single precision: a few roundings, and a hardware reciprocal square root. Double: what VOLT is known to.
        for more, tolerance, dtype in (([], 2e-5, "<f4"), (["--precision", "double"], 1e-8, "<f8")):
            check_dx(run(program, folder, "map.dx", *more), tolerance)
            check_mrc(run(program, folder, "map.mrc", *more), max(tolerance, 1e-6))
            check_mrc(run(program, folder, "map.ccp4", *more), max(tolerance, 1e-6), in_points=True)
            check_cube(run(program, folder, "map.cube", *more), tolerance)
            check_npy(run(program, folder, "map.npy", *more), tolerance, dtype)
            if packs(program, folder):
                check_dx(run(program, folder, "packed.dx.gz", *more), tolerance)
                check_mrc(run(program, folder, "packed.mrc.gz", *more), max(tolerance, 1e-6))
        check_sizes(program, folder)
    print("OpenDX, MRC, CCP4, cube and npy hold the values, the origin and the spacing")


main(os.path.abspath(sys.argv[1]))
