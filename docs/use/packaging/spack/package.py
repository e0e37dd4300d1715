# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gridfold as a Spack package, for a repository of your own: packages/gridfold/package.py. GRIDFOLD_GIT names a clone."""
import os

from spack.package import *


class Gridfold(MesonPackage):
    """Grids of work folded onto GPU threads: one kernel text, every variant, on CUDA and the CPU."""

    git = os.environ.get("GRIDFOLD_GIT", "")

    license("Apache-2.0 WITH LLVM-exception")
    version("0.2.0", tag="v0.2.0")
    version("main", branch="main")

    depends_on("cxx", type="build")
    depends_on("meson@1.4:", type="build")
    depends_on("cccl@2.8:")

    def meson_args(self):
        return ["-Dheaders_only=true"]
