#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maps a structure with the installed pdb2pqr, and compares with the sample's PQR file, which pdb2pqr made of it.

Usage: with_pdb2pqr.py PROGRAM SAMPLE.pqr
"""
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile

PROGRAM, SAMPLE = map(os.path.abspath, sys.argv[1:])
SHIFT = -160  # Å: columns of pdb2pqr's PQR file touch below -100 Å

if not shutil.which("pdb2pqr30") and not shutil.which("pdb2pqr"):
    print("skipped: no pdb2pqr (apt install pdb2pqr, or pip install pdb2pqr)")
    sys.exit(77)


def atoms_of(text):
    """Name, residue, chain, number, (x, y, z) and charge of each atom, by columns."""
    return [(line[12:16].strip(), line[17:20], line[21], line[22:26].strip(),
             tuple(float(line[i:i + 8]) for i in (30, 38, 46)), float(line[54:].split()[0]))
            for line in text.splitlines() if line.startswith(("ATOM", "HETATM"))]


def pdb_of(atoms, shift):
    lines = []
    for i, (name, residue, chain, number, (x, y, z), _) in enumerate(atoms):
        lines.append(f"ATOM  {i + 1:5d}  {name:<3s} {residue} {chain}{number:>4s}    "
                     f"{x + shift:8.3f}{y + shift:8.3f}{z + shift:8.3f}  1.00 10.00           {name[0]}\n")
    return "".join(lines) + "END\n"


def cif_of(atoms, shift):
    items = ["group_PDB", "id", "type_symbol", "label_atom_id", "label_alt_id", "label_comp_id", "label_asym_id",
             "auth_asym_id", "auth_seq_id", "Cartn_x", "Cartn_y", "Cartn_z", "occupancy", "B_iso_or_equiv"]
    rows = [f"ATOM {i + 1} {name[0]} {name} . {residue} {chain} {chain} {number} "
            f"{x + shift:.3f} {y + shift:.3f} {z + shift:.3f} 1 10\n"
            for i, (name, residue, chain, number, (x, y, z), _) in enumerate(atoms)]
    return "data_x\nloop_\n" + "".join(f"_atom_site.{item}\n" for item in items) + "".join(rows)


def run(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments, "-o", "map.dx", "--spacing", "4", "--device", "host"], cwd=folder,
                          capture_output=True, text=True, check=False)
    if "built without gemmi" in done.stderr:
        print("skipped: no gemmi (apt install gemmi-dev tao-pegtl-dev)")
        sys.exit(77)
    return done


def charged(folder, name, shift, *more):
    """The atoms that a structure becomes, at their place without the shift, and what was printed."""
    done = run(folder, name, "--pqr", "made.pqr", *more)
    assert done.returncode == 0, done.stderr
    with open(os.path.join(folder, "made.pqr"), encoding="ascii") as file:
        found = [(*ids, tuple(round(x - shift, 3) for x in at), q) for *ids, at, q in atoms_of(file.read())]
    return found, done.stdout


def heavy(atoms):
    return [a for a in atoms if a[0][0] != "H"]


def check_chains(folder, bones):
    """Chains without a letter, which TER separates, become what pdb2pqr makes of the file itself."""
    seed = int(os.environ.get("GRIDFOLD_SEED", random.randrange(2**31)))
    print(f"GRIDFOLD_SEED={seed}")
    draw = random.Random(seed)
    numbers = sorted({int(a[3]) for a in bones if a[2] == "A"})
    text, last = "", 0
    for part in range(draw.randint(2, 4)):
        begin = draw.randrange(len(numbers) - 12)
        taken = numbers[begin:begin + draw.randint(6, 12)]
        first = 1 if draw.random() < 0.5 else last + 1
        atoms = [(a[0], a[1], " ", str(int(a[3]) - taken[0] + first), (a[4][0] + 80 * part, *a[4][1:]), 0)
                 for a in bones if a[2] == "A" and int(a[3]) in taken]
        last = first + taken[-1] - taken[0]
        text += pdb_of(atoms, 0).replace("END", "TER")
    with open(os.path.join(folder, "chains.pdb"), "w", encoding="ascii") as file:
        file.write(text + "END\n")
    found, _ = charged(folder, "chains.pdb", 0)
    program = shutil.which("pdb2pqr30") or shutil.which("pdb2pqr")
    subprocess.run([program, "--ff=AMBER", "--keep-chain", "chains.pdb", "itself.pqr"], cwd=folder, check=True,
                   capture_output=True)
    with open(os.path.join(folder, "itself.pqr"), encoding="ascii") as file:
        itself = atoms_of(file.read())
    assert found == itself, f"{len(found)} atoms, pdb2pqr itself makes {len(itself)}"


def main(folder):
    with open(SAMPLE, encoding="ascii") as file:
        sample = atoms_of(file.read())
    bones = heavy(sample)
    for name, shift, text in (("a.pdb", 0, pdb_of(bones, 0)), ("far.pdb", SHIFT, pdb_of(bones, SHIFT)),
                              ("a.cif", 0, cif_of(bones, 0))):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
        found, said = charged(folder, name, shift)
        assert len(found) == len(sample), f"{name}: {len(found)} atoms"
        # Versions of pdb2pqr place hydrogens differently, not other atoms.
        assert sorted(heavy(found)) == sorted(bones), f"{name}: charges or positions differ"
        assert sorted(a[:4] + a[5:] for a in found) == sorted(a[:4] + a[5:] for a in sample), name
        assert f"{len(sample) - len(bones)} hydrogens and 0 heavy atoms" in said, said
        assert "force field AMBER, usual protonation" in said, said
    with gzip.open(os.path.join(folder, "a.pdb.gz"), "wt", encoding="ascii") as file:
        file.write(pdb_of(bones, 0))
    found, _ = charged(folder, "a.pdb.gz", 0)
    assert sorted(heavy(found)) == sorted(bones)

    check_chains(folder, bones)

    # All acids are neutral in acid, and all 2 histidines charged.
    found, said = charged(folder, "a.pdb", 0, "--ph", "0", "--force-field", "PARSE")
    positive = sum(a[0] == "CA" and a[1] in ("ARG", "LYS", "HIS") for a in found) + 2  # and both N-termini
    assert round(sum(a[5] for a in found)) in (positive, positive - 2), "charge at pH 0"  # C-termini may stay charged
    assert " neutral" in said, said

    with open(os.path.join(folder, "odd.pdb"), "w", encoding="ascii") as file:
        file.write(pdb_of([(n, "XYZ" if number == "25" else r, *rest[:1], number, *rest[1:])
                           for n, r, *rest, number in ((a[0], a[1], a[2], a[4], a[5], a[3]) for a in bones)], 0))
    done = run(folder, "odd.pdb")
    assert done.returncode == 0 and "XYZ A 25, XYZ B 25 have no charges" in done.stderr, done.stderr
    print("pdb2pqr's charges are the sample's")


with tempfile.TemporaryDirectory() as scratch:
    main(scratch)
