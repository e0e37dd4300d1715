#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that host_headers.py finds what it looks for, in a small build: host_headers_test.py COMPILER..."""
import json
import os
import pathlib
import sys
import tempfile

import host_headers

TOOLKIT = {
    "cuda_runtime_api.h": "#include <driver_types.h>\n",
    "driver_types.h": "enum cudaAccessProperty { normal };\n",
    "cublas_v2.h": "#include <driver_types.h>\n",
}
CCCL = {
    # It takes the toolkit if that is there, and has a part of its own that nothing else may include.
    "cuda/std/span": "#if __has_include(<cuda_runtime_api.h>)\n#include <cuda_runtime_api.h>\n#endif\n"
                     "#define OF_SPAN\n#include <cuda/std/part>\n#undef OF_SPAN\n",
    "cuda/std/part": "#ifndef OF_SPAN\n#error\n#endif\n",
    "cuda/annotated_ptr": "#include <cuda/std/span>\ninline cudaAccessProperty property;\n",
    "cuda/stream": "#include <cuda_runtime_api.h>\n",
}


def write(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def errors_of(compiler, text, more="", options=""):
    """Errors for a source with this text, beside one that is right, on a machine whose compiler finds a toolkit's headers."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {f"toolkit/{name}": text for name, text in TOOLKIT.items()})
        write(folder, {f"tree/.venv/cccl/{name}": text for name, text in CCCL.items()})
        write(folder, {"tree/right.cpp": "#include <vector>\n#include <cuda/std/span>\n", "tree/source.cpp": text, "tree/more.hpp": more,
                       "tree/.ci/setup": "  need g++ 'compiles everything' has_compiler\n"})
        command = f"{' '.join(compiler)} -I{folder}/tree/.venv/cccl -I{folder}/toolkit {options} -std=c++20 -o x.o -c "
        entries = [{"directory": f"{folder}/tree/build", "file": f"../{name}.cpp", "command": f"{command} ../{name}.cpp"}
                   for name in ("right", "source")]
        called = {"cmd": ["/usr/bin/env", *compiler, "-fsyntax-only", "-I", f"{folder}/tree/.venv/cccl", f"{folder}/tree/right.cpp"]}
        write(folder, {"tree/build/compile_commands.json": json.dumps(entries),
                       "tree/build/meson-info/intro-tests.json": json.dumps([called])})
        errors, checked = host_headers.check(f"{folder}/tree", f"{folder}/tree/build", f"{folder}/tree/.venv/cccl")
        assert checked.startswith("3 sources"), checked
        return [error.replace(os.path.realpath(folder), "") for error in errors]


def main():
    compiler = sys.argv[1:]
    os.environ.pop("CI", None)
    assert errors_of(compiler, "#include <cuda/std/span>\n") == []
    assert errors_of(compiler, "#ifdef __CUDACC__\n#include <cuda_runtime_api.h>\n#endif\n") == []
    for name in TOOLKIT:
        [error] = errors_of(compiler, f"#include <string>\n#include <{name}>\n")
        assert error.startswith("/tree/source.cpp") and name in error, error
    for right in ("", "#include <cuda/std/span>\n"):  # g++ 12 passes over what __has_include has not found
        [error] = errors_of(compiler, '#include "more.hpp"\n', more=right + "#include <cuda_runtime_api.h>\n")
        assert "more.hpp" in error and "cuda_runtime_api.h" in error, error
    errors = errors_of(compiler, '#include "more.hpp"\n', more="#include <cuda/annotated_ptr>\n")
    assert len(errors) == 1 and errors[0].startswith("/tree/more.hpp includes <cuda/annotated_ptr>, which does not compile"), errors
    errors = errors_of(compiler, "#include <cuda/stream>\n")
    assert errors and all("stream" in error for error in errors), errors
    doctest = "/usr/include/doctest/doctest.h"
    if host_headers.installed_packages() is not None and host_headers.owners([doctest]):
        [error] = errors_of(compiler, "#include <doctest/doctest.h>\n")
        assert f"includes {doctest} of the package doctest-dev" in error, error
    print("passed")


main()
