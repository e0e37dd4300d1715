// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// trace-cuda: runs a CUDA program on the CPU and reports what its kernels' source lines do to a GPU's memory.
#include <elf.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rewrite.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace trace_cuda;

constexpr const char* usage = R"(Usage: trace-cuda FILE.cu... [options] [-- the program's arguments]

Compiles a CUDA program for the CPU, runs it, and reports what each source line of its kernels does to a GPU's memory. It needs
g++ or clang++ and no CUDA. The program's output and result are its own.

  --csv FILE          a row for each kernel and source line: kernel,file,line,space,access,bytes,requests,sectors,wavefronts,...
  --sarif FILE        faults, conflicts and uncoalesced accesses for tools of code review
  --fail-on LIST      ends with 1 if there are any of faults,conflicts,uncoalesced, and names the lines
  --picture FOLDER    a picture of each kernel's requests, in SVG
  --blocks N          traces N blocks of each launch, spread over its grid; the others run untraced
  -I DIR, -D NAME     as for the compiler; so are -l, -L and -std
  --help              prints this
)";

struct options {
  std::vector<std::string> sources, flags, libraries, arguments;
  std::string csv, sarif, fail_on, pictures, blocks;
};

[[noreturn]] void fail(const std::string& what)
{
  std::cerr << "trace-cuda: " << what << "\n";
  std::exit(2);
}

options read_options(int count, char** words)
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
      if (o.blocks.empty() || o.blocks.find_first_not_of("0123456789") != std::string::npos || o.blocks == "0")
        fail("--blocks takes a number of 1 or more, not '" + o.blocks + "'");
    } else if (word == "-I" || word == "-D") {
      o.flags.push_back(word + value(i));
    } else if (word.starts_with("-l") || word.starts_with("-L")) {
      o.libraries.push_back(word);
    } else if (word.starts_with("-I") || word.starts_with("-D") || word.starts_with("-std=")) {
      o.flags.push_back(word);
    } else if (word.starts_with("-")) {
      fail("there is no option " + word + ": trace-cuda --help lists them");
    } else {
      o.sources.push_back(word);
    }
  }
  if (o.sources.empty()) fail("no file is named: trace-cuda FILE.cu");
  return o;
}

std::string contents(const fs::path& file)
{
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::is_directory(file))
    fail("cannot read " + file.string() + " (no such file, or no right to): name another one");
  return {std::istreambuf_iterator<char>(in), {}};
}

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

/// Rewrites sources and what they include by quotes from beside them.
class sources {
 public:
  sources(const fs::path& folder, const options& o) : folder_(folder)
  {
    for (const std::string& flag : o.flags)
      if (flag.starts_with("-I")) include_.push_back(flag.substr(2));
  }
  /// The rewritten copy of a source.
  fs::path copy(const fs::path& file)
  {
    const fs::path whole = fs::weakly_canonical(file);
    if (const auto known = copies_.find(whole); known != copies_.end()) return known->second;
    const fs::path to = folder_ / (std::to_string(copies_.size()) + "_" + whole.stem().string() + ".cpp");
    copies_[whole] = to;
    const std::string source = contents(whole);
    std::string text;
    std::size_t copied = 0;
    for (const inclusion& i : inclusions(source)) {
      const fs::path included = find(i.name, whole.parent_path());
      if (included.empty()) continue;
      text += source.substr(copied, i.begin - copied) + "\"" + copy(included).string() + "\"";
      copied = i.end;
    }
    text += source.substr(copied);
    const rewritten out = rewrite(text);
    has_main = has_main || out.has_main;
    has_kernels = has_kernels || out.has_kernels;
    for (const refusal& r : out.refusals)
      refusals.push_back(file.string() + ":" + std::to_string(r.line) + ": " + r.text);
    std::ofstream(to) << "#line 1 \"" << whole.string() << "\"\n" << out.text;
    folders.insert(whole.parent_path().string());
    return to;
  }

  bool has_main = false, has_kernels = false;
  std::vector<std::string> refusals;
  std::set<std::string> folders;

 private:
  [[nodiscard]] fs::path find(const std::string& name, const fs::path& beside) const
  {
    if (fs::is_regular_file(beside / name)) return beside / name;
    for (const std::string& folder : include_)
      if (fs::is_regular_file(fs::path(folder) / name)) return fs::path(folder) / name;
    return {};
  }
  fs::path folder_;
  std::vector<std::string> include_;
  std::map<fs::path, fs::path> copies_;
};

/// Runs a program; returns its exit status, or 128 and the signal that ended it.
int run(const std::vector<std::string>& words, const fs::path& errors_to = {})
{
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // what is run ends with trace-cuda, if that is ended
    if (!errors_to.empty() && std::freopen(errors_to.c_str(), "w", stderr) == nullptr) _exit(127);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool can_run(const std::string& program)
{
  return run({"sh", "-c", "command -v " + program + " >/dev/null 2>&1"}) == 0;
}

std::string compiler()
{
  if (const char* const asked = std::getenv("CXX"); asked != nullptr && *asked != '\0') return asked;
  for (const char* name : {"g++", "clang++"})
    if (can_run(name)) return name;
  fail("no C++ compiler is found: install g++ or clang++, or name one by CXX=");
}

/// The names of thread-local variables that an object file needs and does not have: arrays `extern __shared__`.
std::set<std::string> dynamic_arrays(const std::string& object)
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

/// Where this program's headers and library are: beside it as installed, or where it was built.
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
void explain(const std::string& errors)
{
  for (const char* name : {"thrust/", "cub/", "cublas", "curand", "cufft", "cusparse", "cudnn", "cusolver", "nvrtc",
                           "mma.h", "cuda/", "cutlass", "nccl"})
    if (errors.find(std::string("fatal error: ") + name) != std::string::npos ||
        errors.find(std::string("error: '") + name) != std::string::npos) {
      std::cerr << "trace-cuda: the library of <" << name
                << "> is not traced (its kernels are compiled by nvcc): leave out what calls it\n";
      return;
    }
}

/// Compiles a source; ends the program if that fails.
void compile(const std::string& cxx, const parts& of, const options& o, const sources& from, const fs::path& source,
             const fs::path& object)
{
  const bool clang = cxx.find("clang") != std::string::npos;
  std::vector<std::string> words = {
      "-std=c++20",      "-O1", "-g", "-w", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-D__CUDACC_TRACED__",
      "-D__TRACE_CUDA__"};
  if (clang)
    words.insert(words.end(), {"-mllvm", "-tsan-instrument-read-before-write=1", "-Wno-everything"});
  else
    words.insert(words.end(), {"-fno-reorder-blocks", "-fno-extern-tls-init", "-fpermissive"});
  std::stringstream split(cxx);
  std::vector<std::string> command;
  for (std::string word; split >> word;) command.push_back(word);
  command.insert(command.end(), words.begin(), words.end());
  command.insert(command.end(), {"-I" + (of.include / "gridfold_cuda").string(), "-I" + of.include.string()});
  for (const std::string& folder : from.folders) command.insert(command.end(), {"-iquote", folder, "-I" + folder});
  command.insert(command.end(), o.flags.begin(), o.flags.end());
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

int trace(const options& o)
{
  const scratch folder;
  sources from(folder.path, o);
  std::vector<fs::path> copies;
  for (const std::string& source : o.sources) copies.push_back(from.copy(source));
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
  for (const std::string& library : o.libraries)
    if (library != "-lcudart" && library != "-lcuda") link.push_back(library);
  if (run(link) != 0) fail("it does not link (the linker's first error says why): name all files of the program");
  const fs::path failed = folder.path / "failed";
  const auto set = [](const char* name, const std::string& value) { setenv(name, value.c_str(), 1); };
  const auto absolute = [](const std::string& file) { return file.empty() ? file : fs::absolute(file).string(); };
  set("GRIDFOLD_TRACE_CSV", absolute(o.csv));
  set("GRIDFOLD_TRACE_SARIF", absolute(o.sarif));
  set("GRIDFOLD_TRACE_PICTURES", absolute(o.pictures));
  set("GRIDFOLD_TRACE_BLOCKS", o.blocks);
  set("GRIDFOLD_TRACE_FAIL_ON", o.fail_on);
  set("GRIDFOLD_TRACE_FAILED", failed.string());
  if (!o.pictures.empty()) fs::create_directories(o.pictures);
  std::vector<std::string> program = {(folder.path / "program").string()};
  program.insert(program.end(), o.arguments.begin(), o.arguments.end());
  const int status = run(program);
  if (status > 128) std::cerr << "trace-cuda: the program was ended by signal " << status - 128 << "\n";
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
    fail(e.what());
  }
}
