#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/ lists every public name with the first sentence of its comment: reference.py [--write]

docs/reference/README.md names its pages, one for each group of docs/reference/groups.dox. A name is public if it is in namespace gridfold or in one of
PUBLIC below. Fails where a page is not what the headers say, where a public name has no comment, where a namespace is neither public
nor one of the library's own, and where a folder with public names is no group or one that the main page of docs/reference/groups.dox does not
link to. --write writes the pages.

Headers are formatted by clang-format: what is declared in a namespace, and nothing else, begins in the first column.
"""
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEADERS = ROOT / "include" / "gridfold"
REFERENCE = ROOT / "docs" / "reference"

PUBLIC = ["boundary", "pairs", "rsqrt", "singularity", "units", "units::codata", "verb", "axis"]
OWN = ["detail", "archetype", "core", "policy", "math", "view", "exec", "defaults", "kernel", "launch", "verbs", "electrostatics", "distributed", "model", "tracing", "drawing", "tuning"]
BY_HAND = ["stability"]
GROUPS = (REFERENCE / "groups.dox").read_text(encoding="utf-8")
INTRO = """# Public names

What a program may call, by group; all of it is in namespace `gridfold`. `#include <gridfold/gridfold.hpp>` has the verbs, lattices, policies,
interactions, electrostatics, views and executors; `trace.hpp`, `draw.hpp`, `model.hpp`, `tune.hpp` and `distributed.hpp` have the rest. A
header's path is below `gridfold/`. Namespaces of rooms (`core`, `kernel`, `launch`, `defaults`, `exec`, `view`, `math`, `policy`, `verbs`, `electrostatics`, `distributed`, `model`, `tracing`, `drawing`, `tuning`) and `detail`
are the library's own: they change without notice. `tests/docs/reference.py --write` writes these pages from the headers' comments.
`mkdir -p build/docs && OUT=build/docs doxygen docs/reference/Doxyfile` makes `build/docs/html/index.html`, which has the whole comments by the same groups.

| group | folder | |
|---|---|---|
"""
PARENTHESES = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
TYPE = re.compile(r"^(?:struct|class|enum class|concept)\s+(?:alignas" + PARENTHESES + r"\s+)?([\w:]+)(?P<arguments><)?")
OTHER = re.compile(r"([\w:]+)(?P<arguments><.*>)?\s*(?:\(|=|\{|;|$)")


def name_of(line):
    """What a line declares; None for a specialisation, a member's definition and what has no name."""
    if line.startswith(("static_assert", "extern ", "friend ", "NV_")) or " operator" in line or re.match(r"using [^=]*;", line):
        return None
    found = TYPE.search(line) or re.match(r"using (\w+)()(?P<arguments><)? =", line) or OTHER.search(line)
    if not found:
        sys.exit(f"tests/docs/reference.py cannot read the name of this declaration (is it formatted?): {line}")
    return None if found["arguments"] or "::" in found[1] else found[1]


def sentence(comment):
    """The first sentence: a comment's text ends at an empty line, a command of Doxygen's or an indented list."""
    text = " ".join(itertools.takewhile(lambda line: line and not line.startswith((" ", "\\")), comment)).split(" \\")[0]
    text = re.split(r"(?<=\.)\s+(?=[A-Z`(])", text)[0].rstrip(":").replace("|", "\\|")
    return "".join(re.sub("<", "&lt;", part) if part[:1] != "`" else part for part in re.split(r"(`[^`]*`)", text))


def declarations(path):
    """(namespace, name, comment) of what a header declares in namespaces. A comment serves all declarations up to an empty line."""
    spaces, comment, continued, commenting = [], [], False, False
    for line in path.read_text(encoding="utf-8").splitlines():
        was_continued, continued = continued, line.endswith("\\")
        was_commenting, commenting = commenting, line.startswith("///")
        line, _, behind = line.partition("  ///< ")
        line = line.replace("namespace gridfold::inline GRIDFOLD_ABI", "namespace gridfold")
        line = re.sub(r"^requires" + PARENTHESES + r"\s*", "", line)
        if commenting:
            comment = [*(comment if was_commenting else []), line[4:]]
        elif line.startswith("namespace "):
            spaces, comment = [*spaces, *line.split()[1].split("::")], []
        elif line.startswith("}  // namespace"):
            spaces = spaces[: -1 - line.count("::")]
        elif not line:
            comment = []
        elif not was_continued and not re.match(r"[# {})]|//|template\b", line) and spaces[:1] == ["gridfold"]:
            if name := name_of(line):
                yield "::".join(spaces[1:]), name, [behind] if behind else comment


def group_of(header):
    """A header's folder; `verbs` for the root."""
    return header.rpartition("/")[0] or "verbs"


def pages():
    """The text of each page, by its name in docs/reference/, and what is wrong with the headers."""
    found, wrong = {}, []
    # A verb with overloads for ranks is listed in its own group, not among those of ranks.
    for path in sorted(HEADERS.rglob("*.[hc]*"), key=lambda path: (path.parent.name == "distributed", path)):
        header = path.relative_to(HEADERS).as_posix()
        for space, name, comment in declarations(path):
            if space.split("::")[0] in OWN or "detail" in space.split("::"):
                continue
            if space and space not in PUBLIC:
                wrong.append(f"{header}: namespace {space} is unknown: name it in PUBLIC or OWN of tests/docs/reference.py")
            full = f"{space}::{name}" if space else name
            if full not in found or not found[full][1]:
                found[full] = header, sentence(comment)
    wrong += [f"{header}: {name} is public and has no comment: write one, or move it into its room's namespace" for name, (header, text) in found.items() if not text]
    groups = re.findall(r"^\\defgroup (\w+) (.*)\n\\brief (.*)$", GROUPS, re.MULTILINE)
    wrong += [f"{group}/ has public names and no group: write a \\defgroup for it in docs/reference/groups.dox"
              for group in sorted({group_of(header) for header, _ in found.values()} - {group for group, *_ in groups})]
    wrong += [f"docs/reference/groups.dox: the main page does not link to the group {group}: add \\ref {group}"
              for group, *_ in groups if f"\\ref {group} " not in GROUPS]
    texts = {"README.md": INTRO + "".join(f"| [{title}]({group}.md) | `gridfold/{group.removesuffix('verbs')}` | {what} |\n" for group, title, what in groups)}
    for group, title, _ in groups:
        rows = "".join(f"| `{name}` | `{header}` | {what} |\n" for name, (header, what) in found.items() if group_of(header) == group)
        texts[f"{group}.md"] = f"# {title}: public names\n\nOther groups: [public names](README.md).\n\n| name | header | |\n|---|---|---|\n{rows}"
    return texts, wrong


texts, problems = pages()
old = {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md") if path.stem not in BY_HAND}
if "--write" in sys.argv:
    for name, text in texts.items():
        (REFERENCE / name).write_text(text, encoding="utf-8")
    for name in old.keys() - texts.keys():
        (REFERENCE / name).unlink()
else:
    problems += [f"docs/reference/{name} is not what the headers say: tests/docs/reference.py --write" for name in sorted({*old, *texts}) if old.get(name) != texts.get(name)]
print("\n".join(problems))
sys.exit(bool(problems))
