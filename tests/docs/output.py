#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a program prints what its pages show: output.py PROGRAM PAGE...

The pages show it in the blocks after <!-- output -->; for pages without one the program only has to succeed.
"""
import pathlib
import re
import subprocess
import sys

program, *pages = sys.argv[1:]
text = "".join(pathlib.Path(page).read_text(encoding="utf-8") for page in pages)
shown = re.findall(r"^<!-- output -->\n```\w*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
done = subprocess.run([program], capture_output=True, text=True, check=False)
print(done.stdout, done.stderr, sep="")
if done.returncode:
    sys.exit(f"failed: exit status {done.returncode}")
if shown and done.stdout != "".join(shown):
    sys.exit(f"failed: {', '.join(pages)} say\n{''.join(shown)}")
