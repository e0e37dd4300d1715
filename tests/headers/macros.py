#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every header compiles after the macros of popular headers: macros.py INCLUDE_FOLDER HEADER... -- COMPILER...

Includes what the HEADERs include of other libraries, defines names as Qt, curses, X11, Windows, <complex.h> and <sys/sysmacros.h> do,
and then includes the HEADERs. Fails if that does not compile.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

split = sys.argv.index("--")
folder, *headers = sys.argv[1:split]
compiler = sys.argv[split + 1:]

QT = {"slots": "", "signals": "public", "emit": "", "foreach": "for", "forever": "for (;;)"}
X11 = {"Status": "int", "None": "0L", "Bool": "int", "True": "1", "False": "0", "Success": "0", "Always": "2", "Above": "0", "Below": "1",
       "Complex": "0", "Convex": "2", "Nonconvex": "1", "GrayScale": "1", "Unsorted": "0", "KeyPress": "2", "FocusIn": "9", "Opposite": "4",
       "CursorShape": "0", "BadRequest": "1", "LineSolid": "0", "InputOnly": "2", "CurrentTime": "0L"}
WINDOWS = {"near": "", "far": "", "small": "char", "interface": "struct", "huge": "", "hyper": "long", "pascal": "", "cdecl": "", "IN": "", "OUT": "",
           "OPTIONAL": "", "ERROR": "0", "NO_ERROR": "0L", "DELETE": "0x00010000L", "STRICT": "1", "TRUE": "1", "FALSE": "0", "CALLBACK": "",
           "VOID": "void", "CONST": "const", "rad1": "0x0420", "rad2": "0x0421", "grp1": "0x0430"}
OTHERS = {"I": "(__extension__ 1.0iF)", "complex": "_Complex", "imaginary": "_Imaginary", "unix": "1", "linux": "1", "DOMAIN": "1", "SING": "2",
          "OVERFLOW": "3", "UNDERFLOW": "4", "PLOSS": "6", "HUGE": "3.4e38f", "PI": "3.14", "YES": "1", "NO": "0", "nil": "0", "OK": "0", "ERR": "(-1)",
          "LINES": "24", "COLS": "80", "DEBUG": "1", "TRACE": "1", "INFO": "0", "LOW": "0", "HIGH": "1", "INPUT": "0", "OUTPUT": "1", "B0": "0", "ECHO": "10"}
FUNCTIONS = ["move(y, x) wmove(stdscr, (y), (x))", "clear() wclear(stdscr)", "erase() werase(stdscr)", "refresh() wrefresh(stdscr)",
             "border(ls, rs, ts, bs, tl, tr, bl, br) wborder(stdscr, ls)", "box(win, v, h) wborder(win, v, v, h, h, 0, 0, 0, 0)", "timeout(delay) wtimeout(stdscr, (delay))",
             "getch() wgetch(stdscr)", "addch(c) waddch(stdscr, (c))", "addstr(s) waddnstr(stdscr, (s), -1)", "scroll(win) wscrl((win), 1)",
             "hline(ch, n) whline(stdscr, (ch), (n))", "vline(ch, n) wvline(stdscr, (ch), (n))", "inch() winch(stdscr)", "instr(s) winstr(stdscr, (s))",
             "attrset(at) wattrset(stdscr, (at))", "delch() wdelch(stdscr)", "insertln() winsdelln(stdscr, 1)", "standout() wstandout(stdscr)",
             "major(dev) gnu_dev_major(dev)", "minor(dev) gnu_dev_minor(dev)", "makedev(maj, min) gnu_dev_makedev(maj, min)",
             "verify(x) x", "require(x, y) if (!(x)) goto y", "roundup(x, y) ((x) + (y))", "howmany(x, y) ((x) / (y))", "powerof2(x) !(x)",
             "MIN(a, b) a", "MAX(a, b) b", "ABS(x) x", "CLAMP(x, a, b) x", "likely(x) x", "unlikely(x) x", "CHECK(x) x", "LOG(x) x", "ASSERT(x) x"]


def included(header, seen):
    """What a header and those of the library's that it includes include of other libraries, in order, and the conditions."""
    if header in seen:
        return []
    seen.add(header)
    found = []
    for line in (pathlib.Path(folder) / header).read_text(encoding="utf-8").splitlines():
        if re.match(r"\s*#\s*(if|el|endif)", line):
            found.append(line)
        elif name := re.match(r"#\s*include <(.*)>", line):
            if name[1].startswith("gridfold needs"):
                continue
            found += included(name[1], seen) if name[1].startswith(("gridfold/", "gridfold_cuda/")) else [line]
    return found if header != "gridfold/core/config.hpp" else []  # its conditions have #errors


seen = set()
lines = ["#include <cuda/std/version>"]
for one in headers:
    lines += included(one, seen)
lines += [f"#undef {name}\n#define {name} {value}" for name, value in (QT | X11 | WINDOWS | OTHERS).items()]
lines += [f"#undef {text.split('(')[0]}\n#define {text}" for text in FUNCTIONS]
lines += [f"#include <{one}>" for one in headers]
with tempfile.TemporaryDirectory() as scratch:
    unit = pathlib.Path(scratch) / "unit.cpp"
    unit.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ended = subprocess.run([*compiler, unit], capture_output=True, text=True, check=False, cwd=scratch)
if ended.returncode != 0:
    sys.exit("\n".join((ended.stdout + ended.stderr).splitlines()[:40]))
