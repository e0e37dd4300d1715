#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails where tests/ does not mirror include/gridfold/, or where a test is compiled by nothing.

The test of a header FOLDER/NAME.hpp is tests/FOLDER/test_NAME.cpp (or .cu). It includes the header before all others, so
that a header that lacks an include does not compile. Headers beside the rooms' folders are the verbs', but for a
room's door, whose test is test_door.cpp. A meson.build of a test's folder, or of one above, names the test.
"""
import pathlib
import re
import sys

from rooms import HEADERS, ROOT, room_of

TESTS = ROOT / "tests"


def test_of(header):
    """Folder and name of a header's test, without the suffix."""
    room = header.removesuffix(".hpp")
    if (HEADERS / room).is_dir():
        return TESTS / room, "test_door"
    folder = pathlib.PurePath(header).parent if "/" in header else room_of(header)
    return TESTS / folder, f"test_{pathlib.PurePath(header).stem}"


def untested():
    for path in sorted(HEADERS.rglob("*.[hc]*")):
        header = path.relative_to(HEADERS).as_posix()
        folder, name = test_of(header)
        found = [test for test in (folder / f"{name}.cpp", folder / f"{name}.cu") if test.is_file()]
        if not found:
            suffix = ".cu" if path.suffix == ".cuh" else ".cpp"
            yield f"{header} has no test: write {folder.relative_to(ROOT)}/{name}{suffix}"
        for test in found:
            first = re.search(r"^#include (.*)", test.read_text(encoding="utf-8"), re.MULTILINE)
            if first is None or first[1] != f"<gridfold/{header}>":
                yield f"{test.relative_to(ROOT)} must include <gridfold/{header}>, which it tests, before all others"


def forgotten():
    for test in sorted(TESTS.rglob("test_*.c*")):
        above = test.relative_to(TESTS).parents
        lists = [TESTS / folder / "meson.build" for folder in above if (TESTS / folder / "meson.build").is_file()]
        if not any(f"{test.relative_to(file.parent).as_posix()}'" in file.read_text(encoding="utf-8") or
                   f"'{test.name}'" in file.read_text(encoding="utf-8") for file in lists):
            yield f"{test.relative_to(ROOT)} is compiled by nothing: name it in {lists[0].relative_to(ROOT)}"


sys.exit("\n".join([*untested(), *forgotten()]) or None)
