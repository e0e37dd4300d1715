#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maps of trajectories: their average and deviation, each frame, and what is refused.

Usage: trajectory.py PROGRAM [MPIRUN]

Trajectories are written by the Python package chemfiles, whose library the program reads them with. GRIDFOLD_SEED, which
is printed, repeats the random choices of a run.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

try:
    import chemfiles
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (install numpy and chemfiles)")
    sys.exit(77)

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(os.environ.get("GRIDFOLD_SEED") or random.SystemRandom().randrange(2**32))
RNG = np.random.default_rng(SEED)
VOLT = 14.3996454  # 1 e/Å in V
ORIGIN, SPACING, SHAPE = np.array([-2.5, 1.25, -3.0]), np.array([0.5, 0.75, 1.0]), np.array([7, 5, 4])
LATTICE = ["--units", "V"] + [
    str(word) for key, xs in (("--origin", ORIGIN), ("--spacing", SPACING), ("--shape", SHAPE)) for word in (key, *xs)]
SENTENCE = r"\Apotential-map: [^\n]+ \([^\n]+\): [^\n]+\n\Z"
WARNING = r"potential-map: warning: [^\n]+\n"
FRAMES, ATOMS = 7, 13
# Not at lattice points: a frame's atoms are 0.2 Å or more from them along z.
START = np.array([[-9.1 + 1.3 * i, 2.3 + 0.1 * i, -1.5 + 0.2 * (i % 2)] for i in range(ATOMS)])
CHARGES = np.round(RNG.uniform(-1, 1, ATOMS), 4)


def wobbling(frames=FRAMES, atoms=ATOMS):
    """Positions near the start, in multiples of 0.01 Å."""
    start = START if atoms == ATOMS else np.vstack([START, START + 30])[:atoms]
    return [np.round(start + RNG.uniform(-0.15, 0.15, start.shape), 2) for _ in range(frames)]


def write(path, frames, box=None):
    with chemfiles.Trajectory(path, "w") as file:
        for positions in frames:
            frame = chemfiles.Frame()
            frame.resize(len(positions))
            frame.positions[:] = positions
            if box:
                frame.cell = chemfiles.UnitCell([box, box, box])
            file.write(frame)


def potential(positions):
    axes = [o + h * np.arange(n) for o, h, n in zip(ORIGIN, SPACING, SHAPE)]
    points = np.stack(np.meshgrid(*axes[::-1], indexing="ij")[::-1], axis=-1)
    distances = np.linalg.norm(points[..., None, :] - positions, axis=-1)
    return VOLT * (CHARGES / distances).sum(axis=-1)


def run(folder, words, code=0, **environment):
    done = subprocess.run([PROGRAM, "atoms.pqr", *words.split()], cwd=folder, capture_output=True, text=True,
                          check=False, env={**os.environ, **environment}, timeout=100)
    assert done.returncode == code, f"{words}: {done.returncode} {done.stderr} GRIDFOLD_SEED={SEED}"
    return done


def refused(folder, words, reason, **environment):
    """Checks that a run fails with one sentence, after warnings of chemfiles, and writes nothing."""
    before = sorted(os.listdir(folder))
    done = run(folder, words + " -o out.npy", code=1, **environment)
    said = re.sub(WARNING, "", done.stderr)
    assert re.search(SENTENCE, said) and reason in said, f"{words}: {done.stderr}"
    assert sorted(os.listdir(folder)) == before, f"{words}: files are left"


def close(path, expected, tolerance):
    np.testing.assert_allclose(np.load(path), expected, rtol=0, atol=tolerance, err_msg=f"GRIDFOLD_SEED={SEED}")


def check_maps(folder, suffix):
    """XTC holds multiples of 0.01 Å, the other formats single precision."""
    frames = wobbling()
    write(os.path.join(folder, "md" + suffix), frames, box=60)
    maps = np.array([potential(positions) for positions in frames])
    # |gradient| of a charge at r is VOLT / r²; the nearest atom is 0.2 Å away or more, all others add less.
    moved = 1e-5
    axes = [o + h * np.arange(n) for o, h, n in zip(ORIGIN, SPACING, SHAPE)]
    points = np.stack(np.meshgrid(*axes[::-1], indexing="ij")[::-1], axis=-1)[..., None, :]
    slope = max((VOLT * abs(CHARGES) / np.square(np.linalg.norm(points - at, axis=-1) - moved)).sum(axis=-1).max()
                for at in frames)
    tolerance = slope * moved + 1e-5 * VOLT * ATOMS / 0.2

    words = f"--trajectory md{suffix} " + " ".join(LATTICE)
    done = run(folder, f"{words} -o mean.npy --deviation sd.npy")
    assert "7 frames of md" in done.stdout and "box       periodic (frame 1: 60 x 60 x 60" in done.stdout, done.stdout
    close(os.path.join(folder, "mean.npy"), maps.mean(axis=0), tolerance)
    close(os.path.join(folder, "sd.npy"), maps.std(axis=0), 2 * tolerance)

    run(folder, f"{words} -o each-{{frame}}.npy --first 2 --last 6 --stride 2 --quiet")
    names = sorted(name for name in os.listdir(folder) if name.startswith("each"))
    assert names == ["each-2.npy", "each-4.npy", "each-6.npy"], names
    for name in names:
        close(os.path.join(folder, name), maps[int(name[5]) - 1], tolerance)
    run(folder, f"{words} -o part.npy --first 3 --last 4 --quiet --precision double")
    close(os.path.join(folder, "part.npy"), maps[2:4].mean(axis=0), tolerance)


def check_processes(folder, mpirun):
    """Processes compute the maps of all frames together: the bytes of one process."""
    write(os.path.join(folder, "shared.dcd"), wobbling())
    start = [mpirun, "--oversubscribe", "-n", "3", PROGRAM, "atoms.pqr", "--trajectory", "shared.dcd", "--quiet", *LATTICE]
    # mpirun by its full path puts its own folder before others, where python3 may lack the package.
    environment = {"CHEMFILES_LIBRARY": os.path.join(os.path.dirname(chemfiles.__file__), "libchemfiles.so"),
                   **os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    for name in ("shared.npy", "shared-{frame}.npy"):
        run(folder, f"--trajectory shared.dcd --quiet -o {name} " + " ".join(LATTICE))
        subprocess.run([*start, "-o", "of-" + name], cwd=folder, check=True, env=environment, timeout=100)
    names = [name for name in os.listdir(folder) if re.fullmatch(r"shared.*\.npy", name)]
    assert len(names) == 1 + FRAMES, names
    for name in names:
        with open(os.path.join(folder, name), "rb") as one, open(os.path.join(folder, "of-" + name), "rb") as three:
            assert one.read() == three.read(), f"{name} differs, GRIDFOLD_SEED={SEED}"


def check_refusals(folder):
    path = lambda name: os.path.join(folder, name)
    frames = wobbling()
    for suffix in (".dcd", ".xtc", ".nc"):
        write(path("other" + suffix), wobbling(atoms=ATOMS + 2))
        refused(folder, f"--trajectory other{suffix}", f"frame 1 of other{suffix} has 15 atoms (the molecule has 13)")
        write(path("cut" + suffix), frames)
        with open(path("cut" + suffix), "r+b") as file:
            file.truncate(os.path.getsize(path("cut" + suffix)) - int(RNG.integers(1, 40)))
        refused(folder, f"--trajectory cut{suffix}", "frame 7")
        run(folder, f"--trajectory cut{suffix} --last 6 -o {suffix[1:]}.dx --spacing 4 --quiet")

    for bad in (np.nan, np.inf):
        broken = wobbling()
        broken[4][8, 1] = bad
        write(path("nan.dcd"), broken)
        refused(folder, "--trajectory nan.dcd", "frame 5 of nan.dcd has a coordinate of atom 9 that is not finite")
    run(folder, "--trajectory nan.dcd --last 4 -o nan.dx --spacing 4 --quiet")

    halves = wobbling()
    halves[2][7:, 0] += 40
    write(path("halves.nc"), halves, box=40)
    refused(folder, "--trajectory halves.nc", "frame 3 of halves.nc has atoms 7 and 8 4")
    refused(folder, "--trajectory halves.nc", "trjconv -pbc whole")

    for suffix in (".dcd", ".xtc", ".nc"):
        write(path("good" + suffix), frames)
        done = run(folder, f"--trajectory good{suffix} -o free{suffix[1:]}.dx --spacing 4")
        assert "periodic" not in done.stdout and not done.stderr, done
    refused(folder, "--trajectory good.dcd --first 8", "--first got 8 (good.dcd has 7 whole frames)")
    refused(folder, "--trajectory good.dcd --last 9", "--last got 9")
    refused(folder, "--trajectory missing.dcd", "missing.dcd")
    refused(folder, "--trajectory good.dcd --deviation out.npy", "the standard deviation would replace the map")
    os.symlink("good.nc", path("link.dx"))
    refused(folder, "--trajectory good.nc --deviation link.dx", "the output would replace the input")
    os.symlink("good.nc", path("link5.npy"))
    before = sorted(os.listdir(folder))
    assert "would replace the input" in run(folder, "--trajectory good.nc -o link{frame}.npy", code=1).stderr
    assert sorted(os.listdir(folder)) == before
    refused(folder, "--trajectory atoms.pqr", "the suffix '.pqr'")
    refused(folder, "--trajectory good.xtc", "pip install 'chemfiles>=0.10,<0.11'", CHEMFILES_LIBRARY="/nowhere/libchemfiles.so")
    with open(path("text.dcd"), "w", encoding="ascii") as file:
        file.write("no trajectory at all\n" * 20)
    refused(folder, "--trajectory text.dcd", "text.dcd")


def check_atoms_on_points(folder):
    """Atoms on points of a lattice are left out there, however the file rounds them."""
    for suffix, method, precision in ((s, m, p) for s in (".dcd", ".xtc", ".nc") for m in ("direct", "cut", "mesh")
                                      for p in ("single", "double")):
        origin, spacing, shape = RNG.uniform(-9, 9, 3), RNG.uniform(0.5, 1.1, 3), np.array([ATOMS, 7, 8])
        points = np.stack([np.arange(ATOMS), RNG.integers(0, 7, ATOMS), RNG.integers(0, 8, ATOMS)], axis=-1)
        write(os.path.join(folder, "on" + suffix), [origin + spacing * points])
        words = " ".join(f"--{name} " + " ".join(repr(float(x)) for x in values)
                         for name, values in (("origin", origin), ("spacing", spacing)))
        words += " --shape " + " ".join(map(str, shape)) + f" --precision {precision} "
        words += "--method direct --cutoff 6" if method == "cut" else f"--method {method}"
        # Atoms that follow each other may be far apart: the molecule of ions has no bonds.
        done = subprocess.run([PROGRAM, "ions.pqr", "--trajectory", "on" + suffix, *words.split(), "-o", "on.npy", "--units",
                               "V", "--device", "host"], cwd=folder, capture_output=True, text=True, check=False)
        if "without FFTW" in done.stderr and method == "mesh":
            continue
        assert done.returncode == 0, f"{words}: {done.stderr} GRIDFOLD_SEED={SEED}"
        assert f"left out  {ATOMS} pairs" in done.stdout, f"{suffix} {words}: {done.stdout} GRIDFOLD_SEED={SEED}"
        bound = VOLT * ATOMS / (0.9 * spacing.min())
        largest = np.abs(np.load(os.path.join(folder, "on.npy"))).max()
        assert largest < bound, f"{suffix} {words}: {largest} GRIDFOLD_SEED={SEED}"


def check_whole_files(folder):
    """A frame that fails leaves the maps of frames before it, whole, and nothing of its own."""
    frames = wobbling(12)
    frames[9][3, 2] = np.nan
    write(os.path.join(folder, "late.dcd"), frames)
    before = set(os.listdir(folder))
    run(folder, "--trajectory late.dcd -o late-{frame}.npy --quiet " + " ".join(LATTICE), code=1)
    made = sorted(set(os.listdir(folder)) - before)
    assert made == [f"late-{n:02}.npy" for n in range(1, 10)], made
    for n, name in enumerate(made):
        close(os.path.join(folder, name), potential(frames[n]), 0.01)


def check_failing_writes(folder):
    """A map that cannot be written, in the thread that writes, is an error, and leaves no part of itself."""
    write(os.path.join(folder, "full.dcd"), wobbling())
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))  # bytes, less than a map has
    before = sorted(os.listdir(folder))
    for name in ("full-{frame}.npy", "full.npy"):
        done = subprocess.run([PROGRAM, "atoms.pqr", "--trajectory", "full.dcd", "-o", name, "--quiet", *LATTICE],
                              cwd=folder, capture_output=True, text=True, check=False, preexec_fn=limit, timeout=100)
        assert done.returncode == 1 and re.search(SENTENCE, done.stderr) and "cannot write full" in done.stderr, done
        assert sorted(os.listdir(folder)) == before, "files are left"


def main():
    print(f"GRIDFOLD_SEED={SEED}")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "atoms.pqr"), "w", encoding="ascii") as file:
            for i, ((x, y, z), q) in enumerate(zip(START, CHARGES)):
                file.write(f"ATOM {i + 1:6d}  C   LIG A   1    {x:8.3f}{y:8.3f}{z:8.3f} {q:7.4f} 1.7000\n")
        for suffix in (".dcd", ".xtc", ".nc"):
            check_maps(folder, suffix)
        if len(sys.argv) > 2:
            check_processes(folder, sys.argv[2])
        check_refusals(folder)
        with open(os.path.join(folder, "ions.pqr"), "w", encoding="ascii") as file:
            for i, q in enumerate(CHARGES):
                file.write(f"ATOM {i + 1:6d}  ZN  ZN  A{i + 1:4d}    {9.0 * i:8.3f}{0:8.3f}{0:8.3f} {q:7.4f} 1.7000\n")
        check_atoms_on_points(folder)
        check_whole_files(folder)
        check_failing_writes(folder)
    print("averages, deviations and frames of DCD, XTC and Amber NetCDF are those computed here")


main()
