#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rooms of include/gridfold: rooms.py [--draw]

Fails if a header includes a header of a room that ROOMS does not allow for its own room, or declares a type of such a
room, if a verb includes another verb, if a folder is no room, or if docs/pictures/rooms.svg is not drawn from ROOMS.
--draw draws it. SUBJECTS does for the folders of kernel/ what ROOMS does for rooms.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEADERS = ROOT / "include" / "gridfold"
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

# From the bottom up: a room includes those below it in the same column of arrows, never one above.
# name, what is in it, the rooms that it may include beside itself
ROOMS = [
    ("core", "lattice, source, positions, neighbor_list, error", []),
    ("math", "packs, rsqrt, interactions", ["core"]),
    ("view", "mdspan accessors and layouts, vector loads", ["core", "math"]),
    ("exec", "executor, block and kernel; host, device", ["core", "math", "view"]),
    ("policy", "axes and the policies on each, variant, lists", ["core", "math", "view", "exec"]),
    ("defaults", "what a verb runs if no variant is named", ["core", "math", "exec", "policy"]),
    ("kernel", "sum ← cells ← neighbors, mesh; transpose, product, reduce, elements", ["core", "math", "view", "exec", "policy"]),
    ("launch", "launches that several verbs share", ["core", "math", "view", "exec", "policy", "kernel"]),
    ("verbs", "lattice_sum, transpose, reduce, ...", ["core", "math", "view", "exec", "policy", "defaults", "kernel", "launch"]),
    ("electrostatics", "Coulomb, units, potential_map", ["core", "math", "view", "exec", "policy", "kernel", "defaults", "launch", "verbs"]),
    ("distributed", "ranks, partition, transports", ["core", "math", "view", "exec", "policy", "kernel", "defaults", "launch", "verbs", "electrostatics"]),
    ("trace", "what a GPU's memory would do", ["core", "math", "view", "exec", "policy"]),
    ("trace_cuda", "CUDA kernels as they are written", ["core", "exec", "trace"]),
    ("draw", "pictures of a trace", ["core", "trace"]),
    ("model", "operations, floors, occupancy", ["core", "math", "view", "exec", "policy", "verbs"]),
    ("tune", "sweep, search, remember", ["core", "math", "exec", "policy", "defaults"]),
]
DOORS = {"gridfold.hpp", "tune.hpp", "trace.hpp", "trace_cuda.hpp", "draw.hpp", "model.hpp", "electrostatics.hpp", "distributed.hpp"}  # they include their rooms
# The folders of kernel/, each a kernel with its parts, and the folders that it may include beside itself.
SUBJECTS = {
    "sum": [],
    "cells": ["sum"],
    "neighbors": ["sum", "cells"],
    "mesh": ["sum", "cells"],
    "transpose": [],
    "product": [],
    "reduce": [],
    "elements": [],
}
# What is made of verbs and includes them. No verb includes another one, but for a part of its own.
MADE_OF_VERBS = {"neighbors.hpp", "values.hpp", "verlet_list.hpp"}
PARTS = {("reduce.hpp", "reduce_scratch.hpp"), ("sort_into_cells_cub.cuh", "sort_into_cells.hpp")}
MAY = {name: set(below) | {name} for name, _, below in ROOMS}
INCLUDE = re.compile(r'^\s*#include <gridfold/([^>]+)>', re.MULTILINE)


def room_of(header):
    """The folder of a header; the verbs' have none."""
    return header.split("/")[0] if "/" in header else "verbs"


def subject_of(header):
    """The folder of a header of kernel/."""
    return header.split("/")[1]


def arrows_between_subjects(header, text):
    """The includes of a header of kernel/ that SUBJECTS does not allow."""
    if subject_of(header) not in SUBJECTS:
        yield f"{header} is of no subject: name its folder in tests/headers/rooms.py, and what it may include"
        return
    for included in INCLUDE.findall(text):
        below = room_of(included) == "kernel" and subject_of(included)
        if below and below not in [subject_of(header), *SUBJECTS[subject_of(header)]]:
            yield f"{header} includes {included}: {subject_of(header)} may not include {below}"


def arrows_back():
    found = []
    for path in sorted(HEADERS.rglob("*.[hc]*")):
        header = path.relative_to(HEADERS).as_posix()
        if header in DOORS:
            continue
        if room_of(header) not in MAY:
            found.append(f"{header} is in no room: name its folder in tests/headers/rooms.py, and what it may include")
            continue
        text = path.read_text(encoding="utf-8")
        if room_of(header) == "kernel":
            found += arrows_between_subjects(header, text)
        for included in INCLUDE.findall(text):
            if included != "version.hpp" and room_of(included) not in MAY[room_of(header)]:
                found.append(f"{header} includes {included}: {room_of(header)} may not include {room_of(included)}")
            if room_of(header) == room_of(included) == "verbs" and header not in MADE_OF_VERBS | {included} and \
                    included not in DOORS | {"version.hpp"} and (header, included) not in PARTS:
                found.append(f"{header} includes {included}: a verb includes no verb (what both need is in launch/)")
    return found


def spaces_and_types(text):
    """(namespaces, name, whether it is a declaration without a definition) of the types of a header that begin a line."""
    spaces = []
    for line in text.splitlines():
        if found := re.match(r"namespace ([\w:]+)", line):
            spaces.append(found[1].replace("inline ", ""))
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif found := re.match(r"(?:struct|class) (\w+)( final)?(;| ?[{:]|$)", line):
            yield "::".join(spaces), found[1], found[3] == ";"


def declared_above():
    """Declarations of types that a room above defines: arrows up that no include shows."""
    defined, declared = {}, []
    for path in sorted(HEADERS.rglob("*.[hc]*")):
        header = path.relative_to(HEADERS).as_posix()
        for space, name, forward in spaces_and_types(path.read_text(encoding="utf-8")):
            if forward:
                declared.append((header, space, name))
            else:
                defined.setdefault((space, name), set()).add(room_of(header))
    for header, space, name in declared:
        rooms = defined.get((space, name), set())
        if header not in DOORS and not rooms <= MAY[room_of(header)]:
            yield f"{header} declares {name} of {', '.join(sorted(rooms))}, a room above it: move what needs it there"


def picture():
    """A box per room, lower rooms below, and an arrow to the highest of each room's neighbours below."""
    over = {"draw": "trace", "trace_cuda": "trace"}
    top = ["electrostatics", "trace", "model", "tune"]
    beside = {"defaults": "kernel"}
    stack = [name for name, _, _ in reversed(ROOMS) if name not in top and name not in over and name not in beside]
    what = {name: text for name, text, _ in ROOMS}
    width, high, gap = 760, 46, 22
    boxes = {name: (10 + 188 * n, 10 + high + gap, 176) for n, name in enumerate(top)}
    boxes |= {name: (boxes[below][0] + 188 * n, 10, 176) for n, (name, below) in enumerate(over.items())}
    boxes |= {name: (160, 10 + (high + gap) * (n + 2) + 14, 440) for n, name in enumerate(stack)}
    for name, left in beside.items():
        x, y, w = boxes[left]
        boxes |= {left: (x, y, w / 2 - 11), name: (x + w / 2 + 11, y, w / 2 - 11)}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {(high + gap) * (len(stack) + 2) + 30}" '
        'font-family="sans-serif" font-size="14" text-anchor="middle">',
        "  <title>The rooms of gridfold; an arrow means includes</title>",
        '  <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#555"/></marker></defs>',
        '  <rect width="100%" height="100%" fill="#fff"/>',
    ]

    def arrow(above, below):
        (x, y, w), (bx, by, bw) = boxes[above], boxes[below]
        start = min(max(bx + bw / 2, x + 20), x + w - 20) if bw < w else x + w / 2
        end = min(max(start, bx + 20), bx + bw - 20)
        lines.append(f'  <path d="M{start:g} {y + high} L{end:g} {by}" stroke="#555" fill="none" marker-end="url(#tip)"/>')

    for name, below in over.items():
        arrow(name, below)
    for name in top:
        arrow(name, next(below for below in stack if below in MAY[name]))
    for above, below in zip(stack, stack[1:]):
        arrow(above, below)
    for name, left in beside.items():
        arrow(stack[stack.index(left) - 1], name)
        arrow(name, stack[stack.index(left) + 1])
    for name, (x, y, w) in boxes.items():
        lines += [
            f'  <rect x="{x:g}" y="{y}" width="{w:g}" height="{high}" rx="6" fill="#f4f6f8" stroke="#555"/>',
            f'  <text x="{x + w / 2:g}" y="{y + 19}" font-weight="bold">{name}{"" if name == "verbs" else "/"}</text>',
            f'  <text x="{x + w / 2:g}" y="{y + 36}" font-size="11" fill="#444">{what[name]}</text>',
        ]
    return "\n".join(lines + ["</svg>", ""])


def main():
    if sys.argv[1:] == ["--draw"]:
        PICTURE.write_text(picture(), encoding="utf-8")
        return
    wrong = [*arrows_back(), *declared_above()]
    if not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != picture():
        wrong.append("docs/pictures/rooms.svg is not the picture of these rooms: tests/headers/rooms.py --draw")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
