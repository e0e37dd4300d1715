# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gridfold as a Conan 2 package: conan create docs/use/packaging/conan, in a clone of the repository."""
import os
import pathlib
import re

from conan import ConanFile
from conan.tools.files import copy

ROOT = pathlib.Path(__file__).resolve().parents[4]


class Gridfold(ConanFile):
    name = "gridfold"
    license = "Apache-2.0 WITH LLVM-exception"
    description = "Grids of work folded onto GPU threads: one kernel text, every variant, on CUDA and the CPU"
    package_type = "header-library"
    no_copy_source = True

    def set_version(self):
        text = (ROOT / "include" / "gridfold" / "version.hpp").read_text(encoding="utf-8")
        self.version = ".".join(re.search(r" version{(\d+), (\d+), (\d+)};", text).groups())

    def export_sources(self):
        for folder in ("gridfold", "gridfold_cuda"):
            copy(self, folder + "/*", src=str(ROOT / "include"), dst=os.path.join(self.export_sources_folder, "include"))
        copy(self, "LICENSE", src=str(ROOT), dst=self.export_sources_folder)

    def package(self):
        copy(self, "*", src=os.path.join(self.source_folder, "include"), dst=os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_target_name", "gridfold::gridfold")

    def package_id(self):
        self.info.clear()
