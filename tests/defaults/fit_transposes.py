#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The limit and the variants that a table shows are found: fit_transposes.py FIT_TRANSPOSES

In a table of random matrices, fitted tiles are the fastest up to some number of rows or columns, and the slowest beyond. One
variant of each place takes half as long as the other. GRIDFOLD_SEED, which is printed, repeats the random choices of a run.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

SEED = int(os.environ.get("GRIDFOLD_SEED") or random.SystemRandom().randrange(2**32))
NAMES = ["a/tile:fitted", "b/tile:padded:1", "c/tile:aligned", "d/tile:aligned/raster:columns"]


def table(size, thin):
    rows = ["seed,bytes,batches,rows,columns,variant,ms,copy_ms"]
    for seed in (1, 2):
        for _ in range(150):
            extents = [random.randrange(8, 400), round(10 ** random.uniform(3, 6))]
            is_thin = extents[0] <= thin
            random.shuffle(extents)
            for name in NAMES:
                time = 1 if ("fitted" in name) == is_thin else 1.2
                where = f"{seed},{size},1,{extents[0]},{extents[1]}"
                rows += [f"{where},slow/{name},{2 * time},1", f"{where},{name},{time},1"]
    return "\n".join(rows) + "\n"


def main(fit):
    print(f"GRIDFOLD_SEED={SEED}")
    random.seed(SEED)
    for size in (1, 2, 4, 8, 16):
        thin = random.choice([24, 32, 48, 64, 96, 128, 192])
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write(table(size, thin))
            file.flush()
            said = subprocess.run([fit, "1", file.name], check=True, capture_output=True, text=True).stdout
        _, limits, names, shares = re.split(r"the fit's: (.*)\n((?:  .*\n){4})", said)
        if names.split() != NAMES:
            sys.exit(f"the fit took other variants than the fastest ones:\n{said}")
        if "mean 1.0000" not in shares.splitlines()[0]:
            sys.exit(f"up to {thin} rows or columns fitted tiles are the fastest, but the fit has {limits}:\n{said}")


main(sys.argv[1])
