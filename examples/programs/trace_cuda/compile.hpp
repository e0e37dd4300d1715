// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compiles the copies of a CUDA program's files for a trace.
#pragma once

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "run.hpp"
#include "sources.hpp"

namespace trace_cuda
{

/// The names of thread-local variables that an object file needs but lacks: `extern __shared__` arrays.
inline std::set<std::string> dynamic_arrays(const std::string& object)
{
  std::set<std::string> names;
  Elf64_Ehdr header;
  if (object.size() < sizeof(header)) return names;
  std::memcpy(&header, object.data(), sizeof(header));
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (header.e_shoff + sections.size() * sizeof(Elf64_Shdr) > object.size()) return names;
  std::memcpy(sections.data(), object.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_type != SHT_SYMTAB) continue;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= s.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, object.data() + s.sh_offset + at, sizeof(symbol));
      const std::string name = object.data() + sections[s.sh_link].sh_offset + symbol.st_name;
      if (symbol.st_shndx == SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_TLS && name != "gridfold_dynamic_shared")
        names.insert(name);
    }
  }
  return names;
}

/// The folders of this program's headers and library: beside it if installed, or in the build folder.
struct parts {
  fs::path include = GRIDFOLD_INCLUDE, library;
  parts()
  {
    const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
    if (fs::is_regular_file(here.parent_path() / "include/gridfold_cuda/words.hpp"))
      include = here.parent_path() / "include";
    for (const fs::path& folder : {here, here.parent_path() / GRIDFOLD_LIBRARY_FOLDER})
      if (fs::is_regular_file(folder / "libgridfold_trace_cuda.a")) library = folder / "libgridfold_trace_cuda.a";
    if (library.empty() || !fs::is_directory(include))
      fail("its library is not found beside " + here.string() + ": install it again");
  }
};

/// A sentence for a header that is missing.
inline void explain(const std::string& errors)
{
  const std::size_t missing = errors.find(": No such file or directory");
  for (const char* name : {"thrust/", "cub/", "cublas", "curand", "cufft", "cusparse", "cudnn", "cusolver", "nvrtc",
                           "cuda/", "cutlass", "nccl"})
    if (errors.find(std::string("fatal error: ") + name) != std::string::npos ||
        errors.find(std::string("error: '") + name) != std::string::npos) {
      std::cerr << "trace-cuda: the library of <" << name
                << "> is not traced (its kernels are compiled by nvcc): leave out what calls it\n";
      return;
    }
  if (missing != std::string::npos)
    std::cerr
        << "trace-cuda: a header is neither beside the file nor in an include folder above it: name its folder by "
           "-I, as the project's build does\n";
}

/// Compiles a source; ends the program if that fails.
inline void compile(const std::string& cxx, const parts& of, const options& o, const sources& from,
                    const fs::path& source, const fs::path& object)
{
  const bool clang = cxx.find("clang") != std::string::npos;
  std::vector<std::string> words = {"-std=c++20",
                                    "-O1",
                                    "-g",
                                    "-w",
                                    "-fsanitize=thread",
                                    "-fsanitize=return",
                                    "-fsanitize-coverage=trace-pc",
                                    "-D__CUDACC_TRACED__",
                                    "-D__TRACE_CUDA__"};
  if (clang)
    words.insert(words.end(), {"-fsanitize-coverage=no-prune", "-mllvm", "-tsan-instrument-read-before-write=1",
                               "-mllvm", "-tsan-distinguish-volatile=1", "-Wno-everything"});
  else
    words.insert(words.end(), {"--param=tsan-distinguish-volatile=1", "-fno-reorder-blocks", "-fno-thread-jumps",
                               "-fno-extern-tls-init", "-fcode-hoisting", "-fno-tree-sink", "-fno-tree-cselim",
                               "--param=sccvn-max-alias-queries-per-access=0", "-fpermissive"});
  std::stringstream split(cxx);
  std::vector<std::string> command;
  for (std::string word; split >> word;) command.push_back(word);
  command.insert(command.end(), words.begin(), words.end());
  command.insert(command.end(), {"-I" + (of.include / "gridfold_cuda").string(), "-I" + of.include.string()});
  for (const std::string& folder : from.folders) command.insert(command.end(), {"-iquote", folder, "-I" + folder});
  command.insert(command.end(), o.flags.begin(), o.flags.end());
  command.insert(command.end(), o.both.begin(), o.both.end());
  command.insert(command.end(),
                 {"-include", "gridfold_cuda/words.hpp", "-x", "c++", "-c", source.string(), "-o", object.string()});
  const fs::path errors = object.string() + ".errors";
  const int status = run(command, errors);
  const std::string text = contents(errors);
  std::cerr << text;
  if (status == 0) return;
  explain(text);
  fail("it does not compile on the CPU (the compiler's first error says why)");
}

}  // namespace trace_cuda
