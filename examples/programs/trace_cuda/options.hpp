// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options of trace-cuda.
#pragma once

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace trace_cuda
{

inline constexpr const char* usage = R"(Usage: trace-cuda FILE.cu... [options] [-- the program's arguments]

Compiles a CUDA program for the CPU, runs it, and reports what each source line of its kernels does to a GPU's memory. It needs
g++ or clang++ and no CUDA. The program's output and result are its own.

  --csv FILE          a row for each kernel and source line: kernel,file,line,space,access,bytes,requests,sectors,wavefronts,...
  --sarif FILE        faults, conflicts and uncoalesced accesses for tools of code review (file names from this folder on)
  --fail-on LIST      ends with 1 if there are any of faults,conflicts,uncoalesced, and names the lines
  --picture FOLDER    pictures in SVG: of each kernel's requests, and of each line that conflicts or is not coalesced
  --blocks N          traces N blocks of each launch, spread over its grid; the others run untraced. "all" traces all blocks.
                      The default is all blocks of small programs, and of others what takes about half a minute.
  --as-compiled ARCH  counts as nvcc compiles the kernels for a GPU's architecture (sm_90, ...), not as they are written:
                      needs nvcc and nvdisasm of the CUDA Toolkit
  --seconds N         ends the program after N seconds, with the report so far and exit status 124
  -I DIR, -D NAME     as for the compiler; so are -l, -L, -std, -pthread, -f... and -m...
  -fopenmp            OpenMP on the host, also as -Xcompiler -fopenmp: with one thread, because a trace has one
  --help              prints this
)";

struct options {
  std::vector<std::string> sources, flags, libraries, arguments;
  std::vector<std::string> both{};  ///< for the compiler and the linker
  std::string csv, sarif, fail_on, pictures, blocks, seconds, architecture;
};

/// Ends the program with exit code 2 and a sentence, after removing its temporary folder.
[[noreturn]] inline void fail(const std::string& what) { throw std::runtime_error(what); }

/// Reads an option of the host's compiler; returns false if it is none.
inline bool read_compiler_option(options& o, const std::string& word)
{
  const auto is = [&](const char* start) { return word.starts_with(start); };
  if (is("-l") || is("-L"))
    o.libraries.push_back(word);
  else if (is("-I") || is("-D") || is("-std="))
    o.flags.push_back(word);
  else if (is("-f") || is("-m") || word == "-pthread")
    o.both.push_back(word);
  else
    return false;
  return true;
}

inline options read_options(int count, char** words)
{
  options o;
  const auto value = [&](int& i) -> std::string {
    if (i + 1 >= count) fail(std::string(words[i]) + " lacks its value: trace-cuda --help shows it");
    return words[++i];
  };
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--") {
      o.arguments.assign(words + i + 1, words + count);
      break;
    }
    if (word == "--help" || word == "-h") {
      std::cout << usage;
      std::exit(0);
    }
    if (word == "--csv") {
      o.csv = value(i);
    } else if (word == "--sarif") {
      o.sarif = value(i);
    } else if (word == "--fail-on") {
      o.fail_on = value(i);
      std::stringstream list(o.fail_on);
      for (std::string part; std::getline(list, part, ',');)
        if (part != "faults" && part != "conflicts" && part != "uncoalesced")
          fail("--fail-on knows no '" + part + "': give one or more of faults,conflicts,uncoalesced");
    } else if (word == "--picture") {
      o.pictures = value(i);
    } else if (word == "--blocks") {
      o.blocks = value(i);
      const bool is_number = !o.blocks.empty() && o.blocks.find_first_not_of("0123456789") == std::string::npos;
      if ((!is_number || o.blocks == "0") && o.blocks != "all")
        fail("--blocks takes a number of 1 or more, or 'all', not '" + o.blocks + "'");
    } else if (word == "--as-compiled") {
      o.architecture = value(i);
      if (!o.architecture.starts_with("sm_") ||
          o.architecture.find_first_not_of("0123456789af", 3) != std::string::npos)
        fail("--as-compiled takes an architecture such as sm_90, not '" + o.architecture + "'");
    } else if (word == "--seconds") {
      o.seconds = value(i);
      if (o.seconds.find_first_not_of("0123456789") != std::string::npos || std::atoi(o.seconds.c_str()) < 1)
        fail("--seconds takes a number of 1 or more, not '" + o.seconds + "'");
    } else if (word == "-I" || word == "-D") {
      o.flags.push_back(word + value(i));
    } else if (word == "-Xcompiler" || word.starts_with("-Xcompiler=")) {
      // What is left out are warnings and optimization, which the trace decides.
      std::stringstream list(word == "-Xcompiler" ? value(i) : word.substr(word.find('=') + 1));
      for (std::string part; std::getline(list, part, ',');) read_compiler_option(o, part);
    } else if (word.starts_with("-") && !read_compiler_option(o, word)) {
      fail("there is no option " + word + ": trace-cuda --help lists them");
    } else if (!word.starts_with("-")) {
      o.sources.push_back(word);
    }
  }
  if (o.sources.empty()) fail("no file is named: trace-cuda FILE.cu");
  return o;
}

}  // namespace trace_cuda
