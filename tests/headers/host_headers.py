#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what the host's compiler compiles depends only on headers of the source tree, of CCCL, and of the packages
that .ci/setup installs: host_headers.py SOURCE BUILD CCCL

Reads BUILD's compile database and tests, and hides the headers of a CUDA Toolkit: the compiler of this machine may find them, that of
another machine does not. Then it preprocesses all sources that nvcc does not compile, those with equal options together, and
compiles the headers of CCCL that they include. dpkg says which package each other header belongs to. A header of no package
is an error only where CI is set, since users may install libraries by hand.
"""
import collections
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# The headers of a toolkit's include folder, in which other headers may lie too. CCCL's folders are none of them.
TOOLKIT = re.compile(r"(cuda?[A-Z_].*\.h(pp)?|cuda\.h|cuda(GL|VDPAU)\w*\.h|cu(blas|fft|rand|solver|sparse)\w*\.h|crt|fatbinary_section\.h|"
                     r"(builtin|device|driver|library|surface|texture|vector)_(types|functions)\w*\.h(pp)?|"
                     r"(channel_descriptor|common_functions|host_config|host_defines|device_atomic_functions|math_constants|"
                     r"math_functions|mma|sm_\w+|surface_indirect_functions|texture_indirect_functions)\.h(pp)?|nvrtc\.h|nvToolsExt\w*\.h)")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH")}


class Search:
    """Options that make a compiler search the folders of its own, and those that a command names, without a toolkit's headers."""

    def __init__(self, shadows, words):
        self.shadows = pathlib.Path(shadows)
        self.words = os.path.realpath(words)  # the tree's own headers of the names of a toolkit's
        self.shadow_of = {}
        self.own = {}

    def without_toolkit(self, folder):
        """The folder, or one of links to what it has but a toolkit's headers."""
        if not os.path.exists(os.path.join(folder, "cuda_runtime_api.h")) or os.path.realpath(folder) == self.words:
            return folder
        if folder not in self.shadow_of:
            shadow = self.shadows / str(len(self.shadow_of))
            shadow.mkdir()
            for entry in os.scandir(folder):
                if not TOOLKIT.fullmatch(entry.name):
                    (shadow / entry.name).symlink_to(entry.path)
            self.shadow_of[folder] = str(shadow)
        return self.shadow_of[folder]

    def of_compiler(self, compiler):
        if compiler not in self.own:
            told = subprocess.run([*compiler, "-x", "c++", "-E", "-v", "-"], input="", capture_output=True, text=True, check=True,
                                  env=os.environ | {"LC_ALL": "C"}).stderr
            folders = re.search(r"#include <\.\.\.> search starts here:\n(.*?)End of search list", told, re.DOTALL)[1].split("\n")
            self.own[compiler] = ["-nostdinc", "-nostdinc++"]
            for folder in filter(None, map(str.strip, folders)):
                self.own[compiler] += ["-isystem", self.without_toolkit(folder)]
        return self.own[compiler]


def options_of(command, folder, search):
    """(compiler, options) that the headers of a source depend on; None for nvcc's."""
    words = shlex.split(command)
    start = 1 if pathlib.Path(words[0]).name == "ccache" else 0
    if "nvcc" in pathlib.Path(words[start]).name:
        return None
    options, rest = [], iter(words[start + 1:])
    for word in rest:
        if word in ("-I", "-isystem"):
            word += next(rest)
        if named := re.match(r"(-I|-isystem)(.+)", word):
            if not named[2].endswith(".p"):  # a target's own, which differs from target to target
                options.append(named[1] + search.without_toolkit(os.path.normpath(os.path.join(folder, named[2]))))
        elif re.match(r"-[DUmf]|-std", word):
            options.append(word)
    return (words[start],), tuple(options)


def compile_together(compiler, options, files, search):
    """What the compiler says of sources or headers that include files, and those that make it fail, with its first error."""
    files, failed = list(files), {}
    while True:
        text = "".join(f'#include "{file}"\n' for file in files)
        done = subprocess.run([*compiler, *options, *search.of_compiler(compiler), "-fdiagnostics-color=never", "-x", "c++", "-"],
                              input=text, capture_output=True, text=True, check=False, env=ENVIRONMENT | {"LC_ALL": "C"})
        if done.returncode == 0:
            return done, failed
        culprit = re.search(r"from <stdin>:(\d+)", done.stderr)
        error = re.search(r"^(\S+?):\d+:\d+: (?:fatal )?error: (.*)", done.stderr, re.MULTILINE)
        if not culprit or not error:
            sys.exit(f"cannot compile {files}: {done.stderr[-2000:]}")
        failed[files.pop(int(culprit[1]) - 1)] = f"{os.path.basename(error[1])}: {error[2]}"


def preprocess(compiler, options, sources, search):
    """({(file, header as it is written)} of what is included, {file}, {source that fails: error})."""
    done, failed = compile_together(compiler, (*options, "-E", "-dI"), sources, search)
    included, files, file = set(), set(), ""
    for marker, header in re.findall(r'^# \d+ "(.*?)"|^#include\s*[<"](.*?)[>"]', done.stdout, re.MULTILINE):
        if marker:
            file = marker
            files.add(file)
        else:
            included.add((file, header))
    return included, {file for file in files if os.path.isfile(file)}, failed


def installed_packages():
    """The name of each of Debian's installed packages, and what it depends on."""
    try:
        listed = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Depends}, ${Pre-Depends}\t${Provides}\n"], capture_output=True,
                                text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    depends = collections.defaultdict(set)
    for line in listed.splitlines():
        name, needed, provided = line.split("\t")
        depends[name] |= set(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]*)", needed))
        for other in re.findall(r"(?:^|,)\s*([a-z0-9][a-z0-9.+-]*)", provided):
            depends[other].add(name)
    return depends


def packages_of_setup(source, compilers):
    """The packages that .ci/setup names, those of the compilers, and all that they depend on."""
    depends = installed_packages()
    if depends is None:
        return None
    text = (source / ".ci" / "setup").read_text(encoding="utf-8")
    left = set(re.findall(r"^\s*(?:need|want) '?([a-z0-9.+-]+)", text, re.MULTILINE))
    left |= set(owners([os.path.realpath(subprocess.run(["which", name], capture_output=True, text=True, check=False).stdout.strip())
                        for name in compilers]).values())
    known = set()
    while left:
        name = left.pop()
        known.add(name)
        left |= depends.get(name, set()) - known
    return known


def owners(files):
    """The packages of Debian that files belong to."""
    done = subprocess.run(["dpkg-query", "-S", *files], capture_output=True, text=True, check=False)
    found = {}
    for line in done.stdout.splitlines():
        if not line.startswith("diversion by") and ": " in line:
            names, file = line.split(": ", 1)
            found[file] = re.split("[:,]", names)[0]
    return found


def check_packages(source, headers, compilers):
    known = packages_of_setup(source, compilers)
    if known is None:
        return [], "no package is asked, since there is no dpkg"
    owner = owners(sorted(headers))
    errors = [f"{headers[header]} includes {header} of the package {owner[header]}: name it in .ci/setup, which installs what is needed"
              for header in sorted(headers) if owner.get(header, "") and owner[header] not in known]
    without = sorted(header for header in headers if header not in owner)
    if os.environ.get("CI"):
        errors += [f"{headers[header]} includes {header} of no package: a user's machine may not have it" for header in without]
    return errors, f"{len(headers)} headers of {len(set(owner.values()))} packages" + (f", {len(without)} of none" if without else "")


def commands_of(build):
    """The entries of the compile database, and such entries for tests that are a compiler's call."""
    yield from json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for test in json.loads((build / "meson-info" / "intro-tests.json").read_text(encoding="utf-8")):
        program, *command = test["cmd"]
        if os.path.basename(program) == "env" and command[-1].endswith(".cpp"):
            yield {"directory": str(build), "file": command[-1], "command": shlex.join(command)}


WITHOUT_TOOLKIT = ("g++ finds no header of a CUDA Toolkit on a user's machine: have nvcc compile it, or leave it out for g++"
                   " (#ifdef __CUDACC__)")


def check(source, build, cccl):
    """(errors, what has been checked)."""
    source, build, cccl = (os.path.realpath(folder) for folder in (source, build, cccl))
    errors, count, compilers = [], 0, set()
    headers, of_cccl, mine = {}, {}, set()

    @functools.cache
    def place(file):
        """(the file without links, where it lies)."""
        file = os.path.realpath(file)
        folders = {"CCCL": cccl, "build": build, "tree": source}  # the former may lie in the latter
        return file, next((name for name, folder in folders.items() if file.startswith(folder + os.sep)), "elsewhere")

    @functools.cache
    def cccl_header(name):
        path = os.path.join(cccl, name)
        return path if not name.startswith("/") and os.path.isfile(path) else None

    with tempfile.TemporaryDirectory() as shadows:
        words = os.path.abspath(os.path.join(source, "include", "gridfold_cuda"))
        search = Search(shadows, words)
        units = collections.defaultdict(dict)
        for entry in commands_of(pathlib.Path(build)):
            file = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            options = options_of(entry["command"], entry["directory"], search)
            if options and os.path.exists(file):
                units[options][file] = True
        for (compiler, options), sources in units.items():
            included, files, failed = preprocess(compiler, options, sources, search)
            errors += [f"{file} needs what is missing ({error}): {WITHOUT_TOOLKIT}" for file, error in failed.items()]
            # g++ 12 passes over a header that __has_include has not found before, without an error.
            errors += [f"{os.path.normpath(file)} includes <{header}>: {WITHOUT_TOOLKIT}" for file, header in sorted(included)
                       if TOOLKIT.fullmatch(header.split("/")[0]) and
                       not (f"-I{words}" in options and os.path.isfile(os.path.join(words, header)))]
            count += len(sources)
            compilers |= set(compiler)
            for file, where in map(place, files):
                if where == "elsewhere":
                    headers.setdefault(file, next(iter(sources)))
                elif where != "CCCL":
                    mine.add(file)
            for file, header in included:
                if place(file)[1] in ("tree", "build") and (path := cccl_header(header)):
                    of_cccl.setdefault(path, ((compiler, options), os.path.normpath(file)))
        together = collections.defaultdict(list)
        for path, (unit, _) in of_cccl.items():
            together[unit].append(path)
        for (compiler, options), paths in together.items():
            _, failed = compile_together(compiler, (*options, "-fsyntax-only"), paths, search)
            errors += [f"{of_cccl[path][1]} includes <{os.path.relpath(path, cccl)}>, which does not compile ({error}):"
                       f" {WITHOUT_TOOLKIT}" for path, error in failed.items()]
    wrong, packages = check_packages(pathlib.Path(source), headers, compilers)
    return errors + wrong, (f"{count} sources for the host's compiler, which are made of {len(mine)} files, {len(of_cccl)} headers of CCCL"
                            f" and what these include, and {packages}")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    errors, checked = check(*sys.argv[1:])
    print(f"checked: {checked}")
    for error in errors:
        print(error)
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
