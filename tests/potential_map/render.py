#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows maps by their script for PyMOL, without a display: the values are unchanged, and both signs are to be seen.

Usage: render.py PROGRAM
"""
import array
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

# A distribution's PyMOL runs with the system's Python, not with that of a virtual environment.
SYSTEM = {**os.environ, "PATH": "/usr/bin:/bin"}
PYMOL = shutil.which("pymol", path=SYSTEM["PATH"])
SHAPE = (25, 21, 23)
LATTICE = ["--origin", "-6", "-5", "-5.5", "--spacing", "0.5", "--shape", *map(str, SHAPE)]
ATOMS = [(-3.1, 0.3, 0.2, -1.0), (3.1, 0.2, -0.3, 1.0)]

PLACE = """
print("EXTENT", *sum(cmd.get_extent("map"), []))
print("OBJECTS", *cmd.get_names())
"""
LOOK = PLACE + """
values = cmd.get_volume_field("map")
print("VALUES", values.min(), values.max(), *values.shape)
cmd.turn("x", 20)
cmd.ray(160, 120)
cmd.png("picture.png")
"""


def skip(why):
    print(f"skipped: {why} (install Debian's pymol)")
    sys.exit(77)


def pixels(path):
    """The pixels (red, green, blue) of a PNG with 8 bits a channel."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed, header = 8, b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        header = data[at + 8:at + 8 + length] if kind == b"IHDR" else header
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colours = struct.unpack(">IIBB", header[:10])
    channels = {2: 3, 6: 4}[colours]
    assert depth == 8
    raw, above, found = zlib.decompress(packed), bytes(width * channels), []
    for row in range(height):
        kind, *line = raw[row * (width * channels + 1):(row + 1) * (width * channels + 1)]
        for i in range(len(line)):
            left, up = (line[i - channels] if i >= channels else 0), above[i]
            corner = above[i - channels] if i >= channels else 0
            nearest = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
        above = line
        found += [tuple(line[i:i + 3]) for i in range(0, len(line), channels)]
    return found


def show(folder, scripts, look=LOOK):
    """What PyMOL prints, by the first word of a line."""
    with open(os.path.join(folder, "look.py"), "w", encoding="ascii") as file:
        file.write(look)
    done = subprocess.run([PYMOL, "-cq", *scripts, "look.py"], cwd=folder, env=SYSTEM, capture_output=True, text=True,
                          check=False, timeout=200)
    said = {words[0]: words[1:] for words in map(str.split, done.stdout.splitlines()) if words}
    assert "OBJECTS" in said, done.stdout + done.stderr
    return said


def check_extent(said):
    assert all(abs(float(a) - b) < 1e-4 for a, b in zip(said["EXTENT"], [-6, -5, -5.5, 6, 5, 5.5])), said


def check_place(program, folder, name):
    """Whether PyMOL places a map where its lattice is."""
    subprocess.run([program, "atoms.pqr", "--device", "host", "--quiet", *LATTICE, "-o", name], cwd=folder, check=True)
    check_extent(show(folder, [], f'cmd.load("{name}", "map")' + PLACE))


def check(program, folder, name, atoms):
    """Writes a map with a script, and looks at both."""
    command = [program, atoms, "--device", "host", "--quiet", *LATTICE]
    subprocess.run([*command, "-o", "out/values.npy"], cwd=folder, check=True)
    with open(os.path.join(folder, "out", "values.npy"), "rb") as file:
        values = array.array("f", file.read()[-4 * SHAPE[0] * SHAPE[1] * SHAPE[2]:])
    subprocess.run([*command, "-o", "out/" + name, "--script", "pymol"], cwd=folder, check=True)
    said = show(folder, ["out/" + name.split(".")[0] + ".pml"])
    low, high, *shape = map(float, said["VALUES"])
    # PyMOL keeps single precision; OpenDX has the shortest digits that are the same number.
    assert abs(low / min(values) - 1) < 1e-6 and abs(high / max(values) - 1) < 1e-6, said
    assert tuple(map(int, shape)) == SHAPE, said
    check_extent(said)
    assert ("molecule" in said["OBJECTS"]) == atoms.endswith(".pqr"), said
    seen = pixels(os.path.join(folder, "picture.png"))
    red = sum(r > 1.3 * max(g, b) for r, g, b in seen)
    blue = sum(b > 1.3 * max(r, g) for r, g, b in seen)
    assert min(red, blue) > len(seen) // 100, f"{red} red and {blue} blue pixels of {len(seen)}"


def main(program):
    if not PYMOL:
        skip("no pymol")
    if subprocess.run([PYMOL, "-cq", "-d", "quit"], env=SYSTEM, capture_output=True, check=False,
                      timeout=200).returncode:
        skip("pymol does not start")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "out"))
        with open(os.path.join(folder, "atoms.pqr"), "w", encoding="ascii") as file:
            for i, (x, y, z, q) in enumerate(ATOMS):
                file.write(f"ATOM {i + 1:6d}  C   LIG A{i + 1:4d}    {x:8.3f}{y:8.3f}{z:8.3f} {q:7.4f} 1.7000\n")
        with open(os.path.join(folder, "atoms.txt"), "w", encoding="ascii") as file:
            file.writelines(f"{x} {y} {z} {q}\n" for x, y, z, q in ATOMS)
        check(program, folder, "map.dx", "atoms.pqr")
        check(program, folder, "map.mrc", "atoms.pqr")
        check(program, folder, "alone.mrc", "atoms.txt")
        check_place(program, folder, "map.ccp4")
    print("PyMOL shows OpenDX and MRC maps with their values, in red and blue, and CCP4 maps at their place")


main(os.path.abspath(sys.argv[1]))
