#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a program prints what its page shows: output.py PROGRAM PAGE

The page shows it in the blocks after <!-- output -->; for a page without one the program only has to succeed.
"""
import pathlib
import re
import subprocess
import sys

program, page = sys.argv[1:]
shown = re.findall(r"^<!-- output -->\n```\w*\n(.*?)^```$", pathlib.Path(page).read_text(encoding="utf-8"),
                   flags=re.MULTILINE | re.DOTALL)
done = subprocess.run([program], capture_output=True, text=True, check=False)
print(done.stdout, done.stderr, sep="")
if done.returncode:
    sys.exit(f"failed: exit status {done.returncode}")
if shown and done.stdout != "".join(shown):
    sys.exit(f"failed: {page} says\n{''.join(shown)}")
