#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a call to its kernel in two files: the verb's comment names its kernels, and every file that a comment names exists.

Fails where a verb's header includes a kernel that the comment at its top does not name by its path, and where a comment of
a header names a file that lies neither beside the header nor below include/gridfold/, include/ or the project's
folder. Fails where a page of docs/ names such a header.
"""
import re
import sys

from rooms import HEADERS, INCLUDE, ROOT, room_of

PATH = re.compile(r"[\w./-]*\w\.(?:hpp|cuh|cpp|py|md)\b")


def is_kernel(header):
    return room_of(header) == "kernel" and "void operator()(Block& block) const" in (HEADERS / header).read_text(encoding="utf-8")


def unnamed_kernels(header, text):
    top = text[: text.index("#pragma once")]
    for kernel in INCLUDE.findall(text):
        if is_kernel(kernel) and kernel not in top:
            yield f"{header} includes the kernel {kernel}, and the comment at its top does not name it: say when it runs"


def unknown_files(path, header, text):
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.search(r"//.*", line)
        for name in PATH.findall(comment[0]) if comment and not line.startswith("#include") else []:
            if not any((folder / name).is_file() for folder in (path.parent, HEADERS, HEADERS.parent, ROOT)):
                yield f"{header}:{number}: there is no file {name}: name it from include/gridfold/ or from the project's folder"


def unknown_headers(page, text):
    for name in re.findall(r"`([\w./-]+/\w+\.(?:hpp|cuh))`", text):
        if not any((folder / name).is_file() for folder in (HEADERS, HEADERS.parent, ROOT)):
            yield f"{page}: there is no header {name}: name it from include/gridfold/ or from the project's folder"


def main():
    wrong = []
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        wrong += unknown_headers(page.relative_to(ROOT), page.read_text(encoding="utf-8"))
    for path in sorted(HEADERS.rglob("*.[hc]*")):
        header, text = path.relative_to(HEADERS).as_posix(), path.read_text(encoding="utf-8")
        wrong += unknown_files(path, header, text)
        if room_of(header) == "verbs":
            wrong += unnamed_kernels(header, text)
    sys.exit("\n".join(wrong) or None)


main()
