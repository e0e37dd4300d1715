#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fields in every format, values at points by a mesh, and energies against NumPy's sums: fields.py PROGRAM [MPIRUN]

Molecules and lattices are drawn from GRIDFOLD_SEED if it is set. Files are read by numpy, gridData and mrcfile.
"""
import os
import random
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

VOLT = 14.3996454  # 1 e/Å in V
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
seed = int(os.environ.get("GRIDFOLD_SEED") or random.SystemRandom().randrange(2**32))
print(f"GRIDFOLD_SEED={seed}")
draw = np.random.default_rng(seed)
program = os.path.abspath(sys.argv[1])


def run(*words, code=0):
    done = subprocess.run([program, *map(str, words)], check=False, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: {done.returncode} {done.stderr}"
    return done.stdout if code == 0 else done.stderr


def write_atoms(name, atoms):
    with open(name, "w", encoding="ascii") as file:
        for atom in atoms:
            file.write(" ".join(map(repr, map(float, atom))) + "\n")


def random_atoms(count):
    return np.concatenate([draw.uniform(-8, 8, (count, 3)), draw.uniform(-0.8, 0.8, (count, 1))], axis=1)


def exact(atoms, points, kappa=0.0):
    """Potentials and fields in V and V/Å at points, and the root mean squares of both for random signs."""
    apart = points[..., None, :] - atoms[:, :3]
    r = np.linalg.norm(apart, axis=-1)
    near = r < 1e-9  # an atom on a point is left out
    r[near] = 1
    term = np.where(near, 0, atoms[:, 3] * np.exp(-kappa * r) / r)
    by = term * (1 + kappa * r) / r**2
    return (VOLT * term.sum(-1), VOLT * (by[..., None] * apart).sum(-2), VOLT * np.sqrt((term**2).sum(-1)),
            VOLT * np.sqrt(((by * r)**2).sum(-1)))


def rms(x):
    return float(np.sqrt(np.mean(np.square(x))))


def check(values, wanted, scattered, accuracy, said):
    """The root mean square error is at most the accuracy times the values' size, or a quarter of that for random signs."""
    assert values.shape == wanted.shape, f"{said}: {values.shape} {wanted.shape}"
    error, size = rms(values.astype(float) - wanted), max(rms(wanted), 0.25 * rms(scattered))
    assert error <= accuracy * size, f"{said}: error {error} of {size}, GRIDFOLD_SEED={seed}"


class Lattice:
    def __init__(self):
        self.shape = draw.integers(2, 9, 3)
        self.spacing = draw.uniform(0.6, 1.7, 3).round(3)
        # Not near atoms, whose fields in single precision have the rounding of their distance.
        self.origin = draw.uniform(8.5, 9.5, 3).round(2)

    def points(self):
        axes = [o + h * np.arange(n) for o, h, n in zip(self.origin, self.spacing, self.shape)]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)

    def words(self):
        return ["--origin", *self.origin, "--spacing", *self.spacing, "--shape", *self.shape]


def values_of_cube(name, shape):
    with open(name, encoding="ascii") as file:
        lines = file.read().splitlines()
    numbers = [float(word) for line in lines[6 + int(lines[2].split()[0]):] for word in line.split()]
    return np.array(numbers).reshape(shape)


def check_maps(atoms):
    where = Lattice()
    potential, field, scattered, field_scattered = exact(atoms, where.points())
    length = np.linalg.norm(field, axis=-1)
    for more, accuracy, dtype in ((["--accuracy", "1e-4"], 1e-4, "<f4"), (["--precision", "double"], 1e-8, "<f8")):
        words = ["atoms.txt", "--units", "V", "--quiet", *where.words(), *more]
        run(*words, "-o", "map.npy", "--field", "field.npy")
        vectors = np.load("field.npy")
        assert vectors.dtype == dtype and vectors.flags.c_contiguous
        assert vectors.shape == (*reversed(where.shape), 3), vectors.shape
        check(np.load("map.npy").transpose(), potential, scattered, accuracy, "map.npy")
        check(vectors.transpose(2, 1, 0, 3), field, field_scattered, accuracy, "field.npy")

        run(*words, "--field", "field_{axis}.dx")
        for n, axis in enumerate("xyz"):
            grid = gridData.Grid(f"field_{axis}.dx")
            np.testing.assert_allclose(grid.origin, where.origin)
            np.testing.assert_allclose(grid.delta, where.spacing)
            np.testing.assert_array_equal(grid.grid.astype(vectors.dtype), vectors.transpose(2, 1, 0, 3)[..., n])
        run(*words, "--field", "{axis}.npy")
        for n, axis in enumerate("xyz"):
            np.testing.assert_array_equal(np.load(f"{axis}.npy"), vectors[..., n])

        run(*words, "--field", "length.mrc")
        with mrcfile.open("length.mrc") as file:
            check(file.data.transpose(), length, field_scattered, max(accuracy, 1e-6), "length.mrc")
        run(*words, "--field", "length.dx")
        check(gridData.Grid("length.dx").grid, length, field_scattered, accuracy, "length.dx")
        run(*words, "--field", "length.cube")
        check(values_of_cube("length.cube", where.shape), length, field_scattered, max(accuracy, 1e-5), "length.cube")

        run(*words, "--field", "ranks.npy", "--ranks", "3")
        check(np.load("ranks.npy").transpose(2, 1, 0, 3), field, field_scattered, accuracy, "ranks.npy")
        for mpirun in sys.argv[2:]:
            start = [mpirun, "--oversubscribe", "-n", "3", program, *map(str, words), "--field", "shared.npy"]
            subprocess.run(start, check=True, capture_output=True, env={**os.environ, **AS_ROOT})
            np.testing.assert_array_equal(np.load("shared.npy"), np.load("ranks.npy"))
        for axis in range(3):  # a layer is computed across z, whatever its direction
            flat = Lattice()
            flat.shape[axis] = 1
            run("atoms.txt", "--units", "V", "--quiet", *flat.words(), *more, "--field", "flat.npy")
            _, wanted, _, size = exact(atoms, flat.points())
            check(np.load("flat.npy").transpose(2, 1, 0, 3), wanted, size, accuracy, f"layer across {axis}")
    # Powers of two are exact.
    write_atoms("other.txt", atoms * [1, 1, 1, -4])
    for name in ("atoms", "other"):
        run(f"{name}.txt", "--quiet", *where.words(), "--field", f"{name}.npy")
    np.testing.assert_array_equal(np.load("other.npy"), -4 * np.load("atoms.npy"))


def check_period():
    """In a tilted box the field is minus the gradient of the map, by differences of fourth order, far from all images."""
    angles, lengths = draw.uniform(70, 110, 3).round(2), draw.uniform(11, 14, 3).round(3)
    atoms = random_atoms(6).round(3)
    with open("box.pqr", "w", encoding="ascii") as file:
        file.write("CRYST1" + "".join(f"{x:9.3f}" for x in lengths) + "".join(f"{x:7.2f}" for x in angles))
        file.write(" P 1           1\n")
        for n, (x, y, z, q) in enumerate(atoms):
            file.write(f"ATOM {n + 1:6d}  C   LIG A   1    {x:8.3f}{y:8.3f}{z:8.3f} {q:7.4f} 1.7000\n")
    cosine, sine = np.cos(np.radians(angles)), np.sin(np.radians(angles[2]))
    b = lengths[1] * np.array([cosine[2], sine, 0])
    third = (cosine[0] - cosine[1] * cosine[2]) / sine
    c = lengths[2] * np.array([cosine[1], third, np.sqrt(1 - cosine[1]**2 - third**2)])
    near = [(i, j, k) for i in range(-2, 3) for j in range(-2, 3) for k in range(-2, 3)]
    shifts = np.array(near) @ np.array([[lengths[0], 0, 0], b, c])
    images = (atoms[:, None, :3] + shifts).reshape(-1, 3)
    places = draw.uniform(-4, 4, (400, 3)).round(2)
    distance = np.array([np.linalg.norm(images - p, axis=1).min() for p in places])
    place, step = places[distance.argmax()], 0.1
    run("box.pqr", "--periodic", "--units", "V", "--precision", "double", "--quiet", "--origin", *(place - 2 * step),
        "--spacing", step, "--shape", 5, "-o", "map.npy", "--field", "field.npy")
    values, vectors = np.load("map.npy").transpose(), np.load("field.npy").transpose(2, 1, 0, 3)
    for axis in range(3):
        along = np.moveaxis(values, axis, 0)[:, 2, 2]
        slope = (8 * (along[3] - along[1]) - (along[4] - along[0])) / (12 * step)
        # Fifth derivatives of 1/r are at most 120/r^6.
        error = VOLT * np.abs(atoms[:, 3]).sum() * 120 / distance.max()**6 * step**4 / 30
        differ = abs(slope + vectors[2, 2, 2, axis])
        assert differ < 4 * error + 1e-5, f"{slope} {vectors[2, 2, 2]} {error} GRIDFOLD_SEED={seed}"


def table(name):
    return np.loadtxt(name, delimiter=",", skiprows=1, ndmin=2)


def check_points(atoms):
    points = draw.uniform(-9, 14, (40, 3)).round(3)
    with open("points.csv", "w", encoding="ascii") as file:
        file.writelines(",".join(map(repr, map(float, p))) + "\n" for p in points)
    kappa = 0.15
    for more, of in (([], 0.0), (["--interaction", "yukawa", "--kappa", kappa], kappa)):
        words = ["atoms.txt", "--units", "V", "--precision", "double", "--quiet", "--method", "mesh", *more]
        for at, places in (("points.csv", points), ("atoms", atoms[:, :3])):
            run(*words, "--at", at, "-o", "values.csv", "--field", "vectors.csv")
            potential, field, scattered, field_scattered = exact(atoms, places, of)
            check(table("values.csv")[:, 3], potential, scattered, 1e-8, f"values at {at}")
            check(table("vectors.csv")[:, 3:], field, field_scattered, 1e-8, f"fields at {at}")
    with open("vectors.csv", encoding="ascii") as file:
        assert file.readline() == "x [A],y [A],z [A],field x [V/A],field y [V/A],field z [V/A]\n"


def check_energy(atoms):
    for more, of in (([], 0.0), (["--interaction", "yukawa", "--kappa", 0.2], 0.2)):
        potential, _, scattered, _ = exact(atoms, atoms[:, :3], of)
        wanted, size = 0.5 * atoms[:, 3] @ potential, np.abs(atoms[:, 3]) @ scattered
        for way in ("direct", "mesh"):
            said = run("atoms.txt", "--energy", "--units", "V", "--precision", "double", "--method", way, *more).split()
            assert said[0] == "energy" and said[2] == "eV,", said
            assert abs(float(said[1]) - wanted) < 2e-8 * size, f"{said} {wanted} GRIDFOLD_SEED={seed}"
    volts, kcal = (float(run("atoms.txt", "--energy", "--units", unit).split()[1]) for unit in ("V", "kcal/mol/e"))
    assert abs(kcal / volts - 23.0605) < 1e-2, (kcal, volts)
    assert run("atoms.txt", "--energy", "--quiet", "--shape", 3, "-o", "map.dx").startswith("energy ")


def check_refusals():
    for words, reason in (
            (["--field", "f.npy", "--method", "direct"], "by a mesh"),
            (["--field", "f.npy", "--cutoff", 5], "full range"),
            (["--field", "f.npy", "--interaction", "gaussian"], "only Coulomb's and Yukawa's"),
            (["--field", "f.npy", "--singularity", "soften"], "softened charges"),
            (["--field", "f.xyz"], "suffix '.xyz'"),
            (["--field", "atoms.txt"], "suffix"),
            (["--field", "f.ply", "--at", "atoms"], "a table"),
            (["--energy", "--cutoff", 5], "all pairs"),
            (["--energy", "--singularity", "soften"], "act on themselves"),
            (["--energy", "--periodic"], "the atoms alone"),
            (["--energy", "--trajectory", "t.dcd", "-o", "m.dx"], "not of frames"),
            (["--at", "atoms", "-o", "v.csv", "--accuracy", "1e-4"], "add --method mesh")):
        said = run("atoms.txt", *words, code=2)
        assert reason in said and said.count("\n") == 1, said
    assert "one file" in run("atoms.txt", "--shape", 3, "-o", "x.npy", "--field", "{axis}.npy", code=1)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for _ in range(2):
        molecule = random_atoms(int(draw.integers(20, 120)))
        write_atoms("atoms.txt", molecule)
        check_maps(molecule)
        check_points(molecule)
        check_energy(molecule)
        check_period()
    check_refusals()
print("fields, values at points and energies are those of sums in float64")
