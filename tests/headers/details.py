#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is in namespace detail is used in the file that declares it only: details.py [--list]

Fails if a header uses a name of another header's detail. A name that a room shares is in the namespace of the room. --list
prints the names.
"""
import collections
import re
import sys

from rooms import HEADERS

OTHER_WORDS = {"operator", "static_assert", "requires", "sizeof", "decltype", "noexcept", "alignas", "if", "for", "return"}


def lines_in_detail(text):
    """Lines of namespaces detail, and whether they are inside of one."""
    spaces = []
    for line in text.splitlines():
        if found := re.match(r"namespace ([\w: ]+)", line):
            spaces.append(found[1])
        elif line.startswith("}  // namespace"):
            spaces.pop()
        else:
            yield line, bool(spaces) and spaces[-1].split("::")[-1] == "detail"


def declared_by(line):
    """The name that a line without indentation declares, if it declares one."""
    if found := re.match(r"(?:(?:requires\(.*?\)|template <.*>) )?(?:struct|class|concept|using|enum class)\s+(?:alignas\(\w+\)\s+)?(\w+)", line):
        return found[1]
    if line.startswith(("template", "//", "#", " ", "{", "}", "requires")) and not line.startswith("requires("):
        return None
    found = re.match(r"[\w:<>,&*\s\[\]().]*?[\s&*>](\w+)(?:<[^()]*>)?\s*(?:\(|=|\{|;)", line)
    return found[1] if found and found[1] not in OTHER_WORDS else None


def is_type(name, text):
    """Whether a header declares a name as a type or a concept, which is used without parentheses."""
    return re.search(rf"^(?:template <.*> )?(?:struct|class|concept|using|enum class) {name}\b", text, re.MULTILINE)


def declared_in(text):
    return {name for line, inside in lines_in_detail(text) if inside and (name := declared_by(line))}


def used_elsewhere():
    """name -> (headers that declare it in detail, other headers that use it)"""
    texts = {path.relative_to(HEADERS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(HEADERS.rglob("*.[hc]*"))}
    owners = collections.defaultdict(set)
    for header, text in texts.items():
        for name in declared_in(text):
            owners[name].add(header)
    inside = {header: "\n".join(re.sub(r"//.*", "", line) for line, within in lines_in_detail(text) if within) for header, text in texts.items()}
    words = {header: set(re.findall(r"\w+", text)) for header, text in texts.items()}
    found = {}
    for name, headers in sorted(owners.items()):
        qualified = re.compile(rf"\bdetail::(?:template )?{name}\b")
        types = any(is_type(name, texts[header]) for header in headers)
        plain = re.compile(rf"(?<![\w:.>]){name}" + (r"\b(?![;=.(]| [=;])" if types else r"(?:<|\(|::|\{)"))
        others = [header for header, text in texts.items() if header not in headers and name in words[header] and (qualified.search(text) or plain.search(inside[header]))]
        if others:
            found[name] = sorted(headers), others
    return found


def main():
    found = used_elsewhere()
    if sys.argv[1:] == ["--list"]:
        print("\n".join(f"{name} of {', '.join(headers)} in {', '.join(others)}" for name, (headers, others) in found.items()))
    elif found:
        sys.exit(f"{len(found)} names of namespace detail are used by other headers (details.py --list): move a name that a "
                 "room shares to the room's namespace")


main()
