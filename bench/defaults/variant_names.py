# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of variants in tables of measurements, and the C++ types of their policies."""
import re

VARIANT = r"((?:gather|scatter)/\w+/[\dx]+/[\w:]+/[\dx]+(?:/(?:by \w+|[\w:+]+))*?)"


def policy(name):
    """The C++ type of a policy by its name: "shared:512" -> shared_tile<512>, "exchange:shared" -> exchange_shared."""
    if name in ("tile:fitted", "tile:aligned"):
        return f"{name.removeprefix('tile:')}_tile"
    if name.startswith("tile:"):
        return tile(name.removeprefix("tile:"))
    if name == "raster:columns":
        return "raster_by_columns"
    if name.startswith("warp:"):
        return extents("warp", name.removeprefix("warp:"), always=True)
    if name.startswith("by "):
        return "cull_" + name.replace(" ", "_")
    base, _, parameter = name.partition(":")
    if base == "exchange":
        return f"exchange_{parameter}"
    if name == "shared":
        return "shared_tile<256>"
    named = {"constant": "constant_chunk", "shared": "shared_tile", "bins": "source_bins"}.get(base, base)
    return f"{named}<{parameter}>" if parameter else base


def extents(kind, name, always=False):
    """"8x4" -> coarsen<8, 4>; always: "32x1" -> warp<32, 1>."""
    x, _, y = name.partition("x")
    return f"{kind}<{x}>" if y in ("", "1") and not always else f"{kind}<{x}, {y}>"


def tile(name):
    """"padded:1" -> tile<padded<1>>. Starts and orders of rows in old tables stay in the name."""
    layout = re.sub(r":(\d+)", r"<\1>", name)
    return f"tile<{layout}>"


def policies(variant):
    """The C++ types of all policies in a variant's name, in the order of the name."""
    decomposition, assignment, coarsening, space, block, *others = variant.split("/")
    return [decomposition, assignment, extents("coarsen", coarsening), policy(space), extents("block", block),
            *(policy(name) for name in others)]


# Policies that lists omit, because they are the defaults of their axes.
UNSAID = {"gather", "interleaved", "coarsen<1>", "vectors<1>", "global", "exchange_registers", "untiled", "corner_turning",
          "stages<1>", "raster<1>", "slices<1>", "planes<1>", "cull_by_block", "warp_by_rows", "plain"}


def parts_of_list(listed):
    """The parts of a C++ list, without spaces."""
    parts, depth = [""], 0
    for c in re.sub(r"\s", "", listed):
        depth += {"<": 1, ">": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def said(listed):
    """The policies of a C++ list that are not their axis' default, however the list is ordered and spaced."""
    return frozenset(parts_of_list(listed)) - UNSAID


def said_by(variant):
    """The same of a variant's name."""
    return said(", ".join(policies(variant)))
