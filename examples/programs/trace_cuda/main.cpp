// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// trace-cuda: runs a CUDA program on the CPU and reports the GPU memory accesses of its kernels' source lines.
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "compile.hpp"
#include "list_code.hpp"
#include "options.hpp"
#include "run.hpp"
#include "sources.hpp"

namespace
{

using namespace trace_cuda;

/// A folder that is removed at the end.
struct scratch {
  fs::path path;
  scratch()
  {
    std::string name = (fs::temp_directory_path() / "trace-cuda-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      fail("cannot make a folder in " + fs::temp_directory_path().string() + ": set TMPDIR to another");
    path = name;
  }
  ~scratch()
  {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

int trace(const options& o)
{
  const scratch folder;
  sources from(folder.path, o);
  std::vector<fs::path> copies;
  const auto copy_all = [&] {
    copies.clear();
    for (const std::string& source : o.sources) copies.push_back(from.copy(source));
  };
  copy_all();
  if (from.launches_by_address) {
    from = sources(folder.path, o, true);
    copy_all();
  }
  if (!from.refusals.empty()) {
    for (const std::string& refusal : from.refusals) std::cerr << refusal << "\n";
    return 2;
  }
  if (!from.has_main)
    fail(o.sources[0] + (from.has_kernels ? " has kernels" : " has no kernel") +
         " but no main (a trace runs a program): add a main that allocates arrays and launches them, or name the file "
         "that has it, too");
  const parts of;
  const std::string cxx = compiler();
  std::vector<std::string> link = {cxx.substr(0, cxx.find(' ')), "-o", (folder.path / "program").string()};
  if (const std::size_t space = cxx.find(' '); space != std::string::npos)
    link = {"sh", "-c", cxx + " \"$@\"", "sh", "-o", (folder.path / "program").string()};
  std::set<std::string> dynamic;
  for (const fs::path& copy : copies) {
    const fs::path object = copy.string() + ".o";
    compile(cxx, of, o, from, copy, object);
    dynamic.merge(dynamic_arrays(contents(object)));
    link.push_back(object.string());
  }
  link.insert(link.end(), {"-Wl,--whole-archive", of.library.string(), "-Wl,--no-whole-archive"});
  for (const std::string& name : dynamic) link.push_back("-Wl,--defsym=" + name + "=gridfold_dynamic_shared");
  link.insert(link.end(), o.both.begin(), o.both.end());
  for (const std::string& library : o.libraries)
    if (library != "-lcudart" && library != "-lcuda") link.push_back(library);
  if (run(link) != 0)
    fail(
        "it does not link (the linker's first error says why): name all files of the program, its "
        "libraries by -l, and -fopenmp if it uses OpenMP");
  const fs::path failed = folder.path / "failed";
  const auto set = [](const char* name, const std::string& value) { setenv(name, value.c_str(), 1); };
  const auto absolute = [](const std::string& file) { return file.empty() ? file : fs::absolute(file).string(); };
  set("GRIDFOLD_TRACE_CSV", absolute(o.csv));
  set("GRIDFOLD_TRACE_SARIF", absolute(o.sarif));
  set("GRIDFOLD_TRACE_PICTURES", absolute(o.pictures));
  set("GRIDFOLD_TRACE_BLOCKS", o.blocks);
  set("GRIDFOLD_TRACE_SECONDS", o.seconds);
  set("GRIDFOLD_TRACE_FAIL_ON", o.fail_on);
  set("GRIDFOLD_TRACE_ARCHITECTURE", o.architecture);
  set("GRIDFOLD_TRACE_LISTING", o.architecture.empty() ? "" : list_code(o, from, folder.path).string());
  set("GRIDFOLD_TRACE_FAILED", failed.string());
  set("OMP_THREAD_LIMIT", "1");  // the trace is of one thread of the host
  if (!o.pictures.empty()) fs::create_directories(o.pictures);
  std::vector<std::string> program = {(folder.path / "program").string()};
  program.insert(program.end(), o.arguments.begin(), o.arguments.end());
  int signal = 0;
  const int status = run(program, {}, &signal);
  if (signal != 0)
    std::cerr << "trace-cuda: the program was ended by signal " << signal
              << (signal == SIGSEGV && o.arguments.empty() ? ": if it needs arguments, give them after --\n" : "\n");
  const std::string complaints = fs::exists(failed) ? contents(failed) : "";
  if (complaints.empty()) return status;
  std::cerr << complaints;
  return 1;
}

}  // namespace

int main(int count, char** words)
{
  try {
    return trace(read_options(count, words));
  } catch (const std::exception& e) {
    std::cerr << "trace-cuda: " << e.what() << "\n";
    return 2;
  }
}
