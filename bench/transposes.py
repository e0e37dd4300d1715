# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The contenders for the default of transpose in policy/transpose_defaults.hpp, their speeds from a table of the benchmark
transpose_device, and which of them the header chooses for a matrix."""
import math
import re
import typing

from variant_names import VARIANT, parts_of_list, said, said_by

# Bytes from which throughput decides the time of a transpose, and not the launch.
LARGE = 1 << 26
# Tiles that the matrix fills by this share show the speed of whole tiles.
FULL = 0.75
# Bytes of a matrix that the L2 cache holds with its transpose.
CACHED = 1 << 24


# Bytes of the L2 cache of the GPUs whose speeds the header has, in the order of their columns. A GPU with a cache of more
# than LARGE_CACHE has those of the first one.
CACHES = {"H200": 60 << 20, "H100": 50 << 20}
LARGE_CACHE = 55 << 20


class Matrix(typing.NamedTuple):
    """The header's transpose_problem."""

    batches: int
    rows: int
    columns: int
    bytes: int  # of an element
    cache: int = CACHES["H200"]

    @property
    def count(self):
        return self.batches * self.rows * self.columns

    @property
    def is_cached(self):
        return self.bytes * self.count <= CACHED


def small_or_thin(of, elements, columns, rows):
    size = of.rows * of.columns
    return of.columns <= columns or of.rows <= rows or size <= elements and of.batches > 132 * elements // size


def rows_kept(rows, cache):
    return rows * min(cache / (50 << 20), 1)


def beyond_cache(of, rows, columns, most_rows=math.inf, most_columns=math.inf):
    return not of.is_cached and rows < of.rows <= rows_kept(most_rows, of.cache) and columns < of.columns <= most_columns


def is_aligned(of):
    return of.rows * of.bytes % 16 == 0 and of.columns * of.bytes % 16 == 0


# The header's conditions: whether a variant is for a matrix.
SUITS = {
    "any_matrix": lambda of: True,
    "small_or_thin": small_or_thin,
    "rows_between": lambda of, least, most: least <= of.rows <= most,
    "tall_between": lambda of, least, most: least <= of.columns <= most and of.rows // 16 >= of.columns,
    "in_cache": lambda of: of.is_cached,
    "beyond_cache": beyond_cache,
    "high_beyond_cache": lambda of, columns:
        not of.is_cached and of.rows > rows_kept(24576, of.cache) and of.columns > columns,
    "unaligned_beyond_cache": lambda of, *limits: not is_aligned(of) and beyond_cache(of, *limits),
}


def rest_of_sector(row, size):
    """The elements of a sector without one, if not all rows of so many elements of this size begin at sectors."""
    sector = max(32 // size, 1) if size & (size - 1) == 0 else 1
    return sector - 1 if row % sector else 0


def elements_of_fitted(items, of):
    """Two thirds of a fitted tile's time are for the elements that it moves, a third for its room. A tile with a part of the
    columns or rows reads up to a sector more of each row or column, and does not write that."""
    size = of.rows * of.columns
    if size <= items:
        return (2 * of.count + -(-of.batches // (items // size)) * items) / 3
    slack = rest_of_sector(of.rows, of.bytes)
    columns, rows = items // of.rows, items // of.columns - slack
    whole, part, rest = (of.columns, columns, rest_of_sector(of.columns, of.bytes)) if columns >= rows else (of.rows + slack, rows, slack)
    part = max(part, 1)
    return (2 * of.count * (1 + rest / (2 * part)) + of.batches * -(-whole // part) * items) / 3


class Contender(typing.NamedTuple):
    name: str  # in the header
    variant: frozenset  # its policies
    tile: tuple  # its columns and rows
    speeds: tuple  # elements of whole tiles per nanosecond on each GPU
    condition: str  # which matrices it is for, in C++

    def suits(self, matrix):
        name, _, arguments = self.condition.partition("<")
        return SUITS[name](matrix, *map(int, re.findall(r"\d+", arguments)))

    def elements(self, matrix):
        """The elements of all tiles, with those that overhang the matrix. Aligned tiles read the rest of a sector more if the
        output's rows are not aligned."""
        across, down = self.tile
        if "fitted_tile" in self.variant:
            return elements_of_fitted(across * down, matrix)
        across = 1 if "aligned_tile" in self.variant else across
        slack = rest_of_sector(matrix.rows, matrix.bytes) if "aligned_tile" in self.variant else 0
        tiles = matrix.batches * -(-matrix.columns // across) * -(-(matrix.rows + slack) // down)
        return tiles * across * (down + slack)

    def nanoseconds(self, matrix):
        rate = self.speeds[matrix.cache <= LARGE_CACHE]
        return self.elements(matrix) / rate if self.suits(matrix) else math.inf


def tile_of(variant):
    """The columns and rows of a variant's tiles. Without a tile rows that the matrix lacks cost nothing."""
    x, y = 1, 1
    for policy in variant:
        if found := re.fullmatch(r"(?:coarsen|block)<(\d+)(?:,(\d+))?>", policy):
            x, y = x * int(found[1]), y * int(found[2] or 1)
    return x, y if any("tile" in policy for policy in variant) else 1


def section(header, size):
    """The place of the contenders for elements of so many bytes in the header's text."""
    start = header.index(f"struct transposes<{size}> {{")
    return start, header.index("\n};", start)


def contenders(header, size):
    """The contenders for elements of so many bytes, in the order of their list."""
    text = header[slice(*section(header, size))]
    bodies = dict(re.findall(r"using (\w+) =\s*transposing_contender<([^;]*)>;", text))
    for name in parts_of_list(re.search(r"using type =\s*list<([^;]*)>;", text)[1]):
        shipped, speeds, condition = parts_of_list(bodies[name])
        variant = said(shipped[len("shipped<"):-1])
        yield Contender(name, variant, tile_of(variant), tuple(map(int, re.findall(r"\d+", speeds))), condition)


def chosen(among, matrix):
    """The contender with the least estimated time, as with_fastest."""
    return min(among, key=lambda contender: contender.nanoseconds(matrix))


def matrix_of(workload, gpu="H200"):
    """The matrix of a workload on a GPU: "100x500x1000x8B" -> Matrix(100, 500, 1000, 8)."""
    *extents, size = workload.removesuffix("B").split("x")
    return Matrix(*(int(extent) for extent in (["1"] + extents)[-3:]), int(size), CACHES[gpu])


def measured(rows):
    """Workload -> policies of each variant -> nanoseconds, and the variant's name."""
    times = {}
    for row in rows:
        if re.fullmatch(VARIANT, row["what"]):
            times.setdefault(row["workload"], {})[said_by(row["what"])] = float(row["median_ms"]) * 1e6, row["what"]
    return times


def speed(contender, size, times):
    """The least speed of a contender among workloads that it suits and whose tiles are full; without any, among those that it
    does not suit; None if none was measured."""
    suited, others = [], []
    for workload, of in times.items():
        matrix = matrix_of(workload)
        if matrix.bytes == size and size * matrix.count >= LARGE:
            elements = contender.elements(matrix)
            if contender.variant in of and matrix.count >= FULL * elements:
                (suited if contender.suits(matrix) else others).append(elements / of[contender.variant][0])
    return round(min(suited or others)) if suited or others else None


def sizes(header):
    return [int(size) for size in re.findall(r"struct transposes<(\d+)> \{", header)]


def with_speeds(header, rows, gpu):
    """The header's text with the speeds of all contenders that were measured on a GPU."""
    times = measured(rows)
    column = list(CACHES).index(gpu)
    for size in sizes(header):
        for contender in list(contenders(header, size)):
            rate = speed(contender, size, times)
            if rate is None:
                print(f"transposes<{size}>::{contender.name} kept: the tables have no time of it in whole tiles")
                continue
            start, end = section(header, size)
            before = rf"using {contender.name} =[^;]*?\btransposing_speeds<" + r"\d+,\s*" * column
            body = re.sub(rf"({before})\d+", rf"\g<1>{rate}", header[start:end])
            header = header[:start] + body + header[end:]
    return header


def choices(header, rows, gpu):
    """Workload -> nanoseconds of the chosen contender, and nanoseconds and name of the fastest variant. Without matrices that
    a cache holds: their times are those of launches."""
    found = {}
    for workload, of in measured(rows).items():
        matrix = matrix_of(workload, gpu)
        if matrix.is_cached:
            continue
        contender = chosen(list(contenders(header, matrix.bytes)), matrix)
        if contender.variant in of:
            found[workload] = of[contender.variant][0], *min(of.values())
        else:
            print(f"transpose of {workload}: the table has no time of transposes<{matrix.bytes}>::{contender.name}, which is chosen")
    return found
