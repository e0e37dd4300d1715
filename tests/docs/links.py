#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links of the Markdown pages lead to files and headings that exist, and pages of docs/ that code names exist: links.py"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / name for name in ("include", "examples", "tests", "bench", "docs", ".ci")]
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAGE = re.compile(r"(?<![\w/.-])docs/[\w/]+\.\w+")


def anchors(page):
    """The anchors that a page's headings have on the usual sites, and those that it sets."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        plain = re.sub(r"\]\([^)]*\)", "", heading.lower())
        found.add(re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-"))
    return found


def broken_links(page):
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{link} leads to no file"
        elif "#" in link and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{link} leads to no heading"


def missing_pages(file):
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for name in PAGE.findall(text):
        if not (ROOT / name).exists():
            yield f"{name} does not exist"


pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
files = [file for folder in FOLDERS for file in folder.rglob("*") if file.is_file() and "results" not in file.parts]
wrong = [f"{page.relative_to(ROOT)}: {what}" for page in pages for what in broken_links(page)]
wrong += [f"{file.relative_to(ROOT)}: {what}" for file in files for what in missing_pages(file)]
print("\n".join(wrong))
sys.exit(bool(wrong))
