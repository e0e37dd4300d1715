// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program on several ranks: threads, and processes that mpirun starts.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "atoms.hpp"
#include "program.hpp"

namespace
{

using names = std::vector<std::string>;

/// Spacings that are no binary fractions, so that a slab with an origin of its own would round differently.
const std::string placed = " --origin 0.1 -0.7 0.3 --spacing 0.37 0.41 0.53 --quiet ", shape = "--shape 35 13 29 ",
                  lattice = placed + shape;

/// The program where no GPU is visible.
result run(const scratch& folder, const std::string& arguments, const std::string& before = "")
{
  return run_program(folder, arguments, "CUDA_VISIBLE_DEVICES= OMP_NUM_THREADS=2 " + before);
}

#ifdef MPIRUN
/// Starts mpirun on this machine, however few cores it has.
std::string mpirun(const std::string& ranks)
{
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 '" MPIRUN "' --oversubscribe -n " + ranks;
}

/// Two processes, of which rank 1 runs another command. (mpirun of Open MPI 5.0.7 crashes if it is given two commands.)
std::string mpirun_with_other(const std::string& command)
{
  return mpirun("2") + " sh -c 'if [ \"${OMPI_COMM_WORLD_RANK-$PMI_RANK}\" = 1 ]; then " + command +
         R"(; fi; exec "$0" "$@"')";
}

/// How often the program's own messages begin in a text.
std::size_t messages_in(const std::string& text)
{
  const std::string begin = "potential-map: ";
  std::size_t found = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) ++found;
  return found;
}
#endif

/// Checks that a map has the bytes of one rank's, on threads and on processes; more ranks than planes among them.
void check_same_bytes(const std::string& options, [[maybe_unused]] const names& processes = {"1", "2", "3", "5", "31"},
                      const std::string& points = shape)
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  const std::string arguments = "atoms.txt" + placed + points + options;
  REQUIRE(run(folder, arguments + " -o one.npy").code == 0);
  const std::string one = folder.read("one.npy");
  for (const char* ranks : {"1", "2", "3", "5", "31"}) {
    CAPTURE(ranks);
    const result done = run(folder, arguments + " -o more.npy --ranks " + ranks);
    INFO(done.err);
    CHECK(done.code == 0);
    CHECK(folder.read("more.npy") == one);
  }
#ifdef MPIRUN
  for (const std::string& ranks : processes) {
    CAPTURE(ranks);
    const result done = run(folder, arguments + " -o processes.npy", mpirun(ranks));
    INFO(done.err);
    CHECK(done.code == 0);
    CHECK(folder.read("processes.npy") == one);
  }
#endif
}

}  // namespace

TEST_CASE("a direct sum has the same bytes on any number of ranks")
{
  check_same_bytes("--method direct");
  check_same_bytes("--method direct --precision double --interaction yukawa --kappa 0.2", {"3"});
}

TEST_CASE("a layer across x or y has the same bytes on any number of ranks")
{
  for (const char* layer : {"--shape 1 13 29 ", "--shape 35 1 29 "})
    check_same_bytes("--method direct", {"1", "3"}, layer);
}

TEST_CASE("a sum with a cutoff and a mesh have the same bytes on any number of ranks")
{
  check_same_bytes("--cutoff 3.1", {"2", "5"});
#ifdef HAVE_FFTW
  check_same_bytes("--method mesh --accuracy 1e-4", {"1", "3"});
#endif
}

#ifdef MPIRUN
TEST_CASE("files that processes write together, or send to process 0, have the bytes of one process's")
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  const std::string arguments = "atoms.txt" + lattice + "--singularity infinite ";
  names outputs = {"map.mrc", "map.npy", "map.dx", "map.cube"};
#ifdef HAVE_ZLIB
  for (const char* packed : {"map.mrc.gz", "map.npy.gz", "map.dx.gz", "map.cube.gz"}) outputs.emplace_back(packed);
#endif
  // A format and its packed form have different precisions.
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    const std::string& output = outputs[n];
    const std::string options = arguments + " --precision " + ((n + n / 4) % 2 == 0 ? "single" : "double") + " -o ";
    REQUIRE(run(folder, options + output).code == 0);
    const std::string one = folder.read(output);
    for (const char* ranks : {"2", "5"}) {
      CAPTURE(output);
      CAPTURE(ranks);
      const result done = run(folder, options + output, mpirun(ranks));
      INFO(done.err);
      CHECK(done.code == 0);
      CHECK(folder.read(output) == one);
    }
  }
  for (const std::string suffix : {".npy", ".dx"}) {
    REQUIRE(run(folder, arguments + "-o one" + suffix).code == 0);
    const std::string pipe = "pipe" + suffix;
    const result piped = run_program(
        folder, arguments + "-o " + pipe + " && wait",
        "export CUDA_VISIBLE_DEVICES= OMP_NUM_THREADS=2; mkfifo " + pipe + "; cat " + pipe + " >copy & " + mpirun("3"));
    CHECK(piped.code == 0);
    CHECK(folder.read("copy") == folder.read("one" + suffix));
  }
}

TEST_CASE("text that processes write together has the bytes of one process's, wherever slabs and lines end")
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  const auto check = [&](const std::string& options, const names& counts) {
    REQUIRE(run(folder, "atoms.txt -o one.dx " + options).code == 0);
    const std::string one = folder.read("one.dx");
    for (const std::string& ranks : counts) {
      CAPTURE(options);
      CAPTURE(ranks);
      const result done = run(folder, "atoms.txt -o map.dx " + options, mpirun(ranks));
      INFO(done.err);
      CHECK(done.code == 0);
      CHECK(folder.read("map.dx") == one);
    }
  };
  // By a cutoff, slabs are of whole tiles of 8 planes: with five processes one slab is empty.
  check(lattice + std::string("--cutoff 3.1"), {"1", "2", "3", "4", "5"});
  check("--origin 0 --shape 1 2 5 --spacing 1 --quiet", {"3", "5"});
  // More than a process gets at a time.
  check("--origin 0 --shape 211 173 127 --spacing 0.07 --quiet --method direct", {"2"});
}

TEST_CASE("values that are not finite end all processes with one message and no file")
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", "0.15 -0.7 0.3 5e35\n");
  const result done = run(folder, "atoms.txt -o map.npy" + lattice, mpirun("3"));
  INFO(done.err);
  CHECK(done.code != 0);
  CHECK(messages_in(done.err) == 2);
  CHECK(contains(done.err, "potential-map: warning: atoms.txt:1: a charge is beyond 1000 e"));
  CHECK(contains(done.err, "values of the map are not finite"));
  CHECK(folder.names() == names{"atoms.txt"});
}
#endif

TEST_CASE("points on atoms are counted once on any number of ranks")
{
  const scratch folder;
  // On points of planes 0, 3 and 4, a pair of them at one point.
  const auto file = folder.file("atoms.txt", "0 0 0 1\n1 2 3 1\n2 2 4 1\n2 2 4 -2\n0.5 0.5 0.5 1\n");
  const std::string arguments = "atoms.txt --origin 0 --shape 3 3 7 --spacing 1 ";
  names methods = {"direct"};
#ifdef HAVE_FFTW
  methods.emplace_back("mesh");
#endif
  for (const std::string& method : methods) {
    CAPTURE(method);
    CHECK(contains(run(folder, arguments + "-o map.npy --ranks 3 --method " + method).out, "left out  4 pairs"));
    CHECK(contains(run(folder, arguments + "-o map.npy --ranks 3 --singularity infinite --method " + method).out,
                   "infinite  3 points"));
#ifdef MPIRUN
    CHECK(contains(run(folder, arguments + "-o map.npy --method " + method, mpirun("3")).out, "left out  4 pairs"));
#endif
  }
}

TEST_CASE("ranks that cannot be had are refused")
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  const auto refusal = [&](const std::string& options, int code) {
    const result done = run(folder, "atoms.txt -o map.npy" + lattice + options);
    CHECK(done.code == code);
    return done.err;
  };
  CHECK(contains(refusal("--gpus 2", 1), "a GPU was asked for, but"));
  CHECK(contains(refusal("--gpus all", 1), "a GPU was asked for, but"));
  CHECK(contains(refusal("--gpus some", 2), "--gpus"));
  CHECK(contains(refusal("--ranks 0", 2), "--ranks"));
  CHECK(contains(refusal("--ranks 2 --gpus 2", 2), "excludes"));
  CHECK(contains(refusal("--gpus 2 --device host", 2), "--gpus has no effect here"));
  CHECK(contains(refusal("--ranks 2 --device cuda", 2), "--ranks has no effect here"));
  CHECK(contains(refusal("--gpus 2 --threads 2", 2), "--threads has no effect here"));
  CHECK(folder.names() == names{"atoms.txt"});
}

#ifdef MPIRUN
TEST_CASE("a process that fails ends all with one message and no file")
{
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  const std::string arguments = "atoms.txt -o map.npy" + lattice;
  const auto check = [&](const result& done, const std::string& words) {
    INFO(done.err);
    CHECK(done.code != 0);
    CHECK(messages_in(done.err) == 1);
    CHECK(contains(done.err, words));
    CHECK(folder.names() == names{"atoms.txt"});
  };
  const std::string program = R"(exec "$0" )";
  check(run(folder, arguments, mpirun_with_other(program + arguments + " --threads 1000000")),
        "potential-map: rank 1: 1000000 threads are too many");
  check(run(folder, arguments, mpirun_with_other(program + "atoms.txt --unknown")),
        "potential-map: rank 1: '--unknown'");
  check(run(folder, "missing.txt -o map.npy", mpirun("3")), "potential-map: cannot open missing.txt");
  check(run(folder, "--unknown", mpirun("3")), "potential-map: '--unknown' is not understood");
  check(run(folder, arguments + "--ranks 2", mpirun("2")), "mpirun has started 2 processes");
  const result killed = run(folder, arguments, mpirun_with_other("kill -9 $$"));
  CHECK(killed.code != 0);
  CHECK(folder.names() == names{"atoms.txt"});
}

TEST_CASE("only process 0 answers")
{
  const scratch folder;
  const result done = run(folder, "--version", mpirun("3"));
  CHECK(done.code == 0);
  CHECK(done.out.starts_with("potential-map "));
  CHECK(done.out.find('\n') + 1 == done.out.size());
  CHECK(messages_in(done.err) == 0);  // MPI may write to stderr too
}
#endif
