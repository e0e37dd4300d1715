# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The picture in README.md: one lattice folded onto threads in four ways, and the throughput of each (bench/report/tables.py)."""

SIZE, GAP = 11, 2  # of a lattice point
COLUMNS, ROWS = 16, 6
COLOURS = ("#3b76af", "#e07b39", "#5a9e4b", "#8b5fa8")
IDLE = "#e3e6ea"
PANEL = 240  # pixels from one panel to the next
FULL = 5.5  # Tpairs/s of the longest bar

# Title, lines of code, the thread of a point (threads 0 to 3 are coloured), and the row of lattice_sum_device.csv.
FOLDS = (
    (
        "a thread per source",
        ("scatter", "adds atomically to every point"),
        None,
        "1hpv 256x256x4/scatter/interleaved/1/global/16x8/fast",
    ),
    (
        "a thread per point",
        ("gather, read_only", "no atomics"),
        lambda x, y: x + COLUMNS * y,
        "1hpv 256x256x256/gather/interleaved/1/read_only/16x8/fast",
    ),
    (
        "8 points per thread",
        ("coarsen<8>, shared_tile<512>", "interleaved: stores coalesce"),
        lambda x, y: x % 2 + 2 * y,
        "1hpv 256x256x256/gather/interleaved/8/shared:512/16x8/fast",
    ),
    (
        "8 x 6 points per thread",
        ("coarsen<8, 6>, constant", "5 of 16 rsqrt on the FMA pipes"),
        lambda x, y: x % 2,
        "1hpv 256x256x256/gather/interleaved/8x6/constant/32x1/mixed:5/16",
    ),
)


def points(thread_of):
    for y in range(ROWS):
        for x in range(COLUMNS):
            thread = thread_of(x, y) if thread_of else len(COLOURS)
            fill = COLOURS[thread] if thread < len(COLOURS) else IDLE
            place = f'x="{x * (SIZE + GAP)}" y="{y * (SIZE + GAP)}"'
            yield f'    <rect {place} width="{SIZE}" height="{SIZE}" rx="2" fill="{fill}"/>'


def sources():
    """Four sources, one thread each, with arrows to points of the lattice."""
    for n, colour in enumerate(COLOURS):
        x, y = 26 + 52 * n, 39
        for far in (-30, 0, 30):
            for down in (-28, 28):
                yield f'    <path d="M{x} {y} l{far} {down}" stroke="{colour}" stroke-width="1.5"/>'
        yield f'    <circle cx="{x}" cy="{y}" r="7" fill="{colour}"/>'


def panel(number, title, code, thread_of, speed):
    height = ROWS * (SIZE + GAP)
    width = COLUMNS * (SIZE + GAP) - GAP
    yield f'  <g transform="translate({16 + PANEL * number} 34)">'
    yield f'    <text y="-12" font-size="15" font-weight="bold">{title}</text>'
    yield from points(thread_of)
    yield from () if thread_of else sources()
    yield from (f'    <text y="{height + 18 + 17 * n}" font-size="12" fill="#444">{line.replace("<", "&lt;")}</text>' for n, line in enumerate(code))
    yield f'    <rect y="{height + 46}" width="{max(2, width * speed / FULL):.0f}" height="12" rx="2" fill="#555"/>'
    yield f'    <text y="{height + 78}" font-size="16" font-weight="bold">{speed:.2f} Tpairs/s</text>'
    yield "  </g>"


def picture(speed_of):
    """The SVG, given a function from a row of lattice_sum_device.csv to its Tpairs/s."""
    width, height = PANEL * len(FOLDS) + 8, 206
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        "  <title>One lattice folded onto threads in four ways: squares of one colour are the points of one thread</title>",
        '  <rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (title, code, thread_of, key) in enumerate(FOLDS):
        lines += panel(number, title, code, thread_of, speed_of(key))
    return "\n".join([*lines, "</svg>", ""])
