#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/pictures/ has the pictures that programs draw: pictures.py [--write] PROGRAM...

Each program is run with a folder as its argument, into which it draws. Fails if a picture is not what docs/pictures/
has, is no XML, or is shown by no page. --write copies them there.
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"


def differences(folder, write):
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    drawn = sorted(folder.glob("*.svg"))
    if not drawn:
        yield "the programs have drawn nothing"
    for new in drawn:
        xml.etree.ElementTree.parse(new)
        old = DOCS / "pictures" / new.name
        if write:
            old.write_bytes(new.read_bytes())
        elif not old.is_file() or old.read_bytes() != new.read_bytes():
            yield f"docs/pictures/{new.name} is not what is drawn: tests/docs/pictures.py --write {' '.join(programs)}"
        if f"pictures/{new.name})" not in pages:
            yield f"docs/pictures/{new.name} is on no page of docs/: show it, or draw it no more"


programs = [argument for argument in sys.argv[1:] if argument != "--write"]
with tempfile.TemporaryDirectory() as name:
    for program in programs:
        subprocess.run([program, name], check=True, stdout=subprocess.DEVNULL)
    sys.exit("\n".join(differences(pathlib.Path(name), "--write" in sys.argv)) or None)
