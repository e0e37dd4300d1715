#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes hostile(NAME) for every name that the headers given may call without qualification: hostile_names.py FILE..."""
import pathlib
import re
import sys

KEYWORDS = set("""alignas alignof asm auto bool case catch char class concept const const_cast constexpr decltype default delete do double dynamic_cast
else enum explicit extern false float for friend if inline int long new noexcept operator private protected public requires
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this throw true try typename union
unsigned using void volatile while""".split())

names = set()
for file in sys.argv[1:]:
    text = re.sub(r'//.*|"(\\.|[^"\\])*"|^\s*#.*', "", pathlib.Path(file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    names |= set(re.findall(r"(?<![\w.:>])([a-z][a-z_0-9]*)\s*[(<]", text))
print("\n".join(f"hostile({name})" for name in sorted(names - KEYWORDS)))
