// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program potential-map: from atoms to a map in files. options/ reads the command line, molecule/ the atoms,
/// points/ lists of points and trajectory/ frames; structure/ runs pdb2pqr, which assigns charges. engine/ computes the
/// map. formats/ writes it and picture/ draws it through output/, which replaces a file in one step; viewer/ writes
/// scripts for viewers. terminal/ prints progress and summary; text/ turns text into numbers and messages.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <gridfold/core/error.hpp>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "at_points.hpp"
#include "energy.hpp"
#include "engine/engine.hpp"
#include "engine/parts.hpp"
#include "engine/processes.hpp"
#include "engine/stopwatch.hpp"
#include "engine/woken_devices.hpp"
#include "formats/slabs.hpp"
#include "frames.hpp"
#include "molecule/molecule.hpp"
#include "options/options.hpp"
#include "outputs.hpp"
#include "picture/picture.hpp"
#include "plan.hpp"
#include "process.hpp"
#include "structure/charging.hpp"
#include "terminal/print.hpp"
#include "terminal/progress.hpp"
#include "terminal/summary.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

int fail(const std::string& message, int code)
{
  std::fprintf(stderr, "potential-map: %s\n", message.c_str());
  return code;
}

void list_variants(processor on)
{
  std::string names;
  for (const std::string& name : variant_names(on)) names += name + "\n";
  print(names);
}

outcome compute(const job& what, bool quiet, const processes& by)
{
  progress_bar bar(!quiet);
  return run(
      what, [&](double share) { bar.show(share); }, by);
}

void make_map(const options& asked, const molecule& whole, const processes& by)
{
  const bool in_slabs = stays_in_slabs(asked, by);
  // Slabs of one machine's processes share its memory.
  const double held = in_slabs ? static_cast<double>(by.size_of_machine()) / by.size() : 1;
  run_plan plan = plan_run(asked, whole, by.size(), 1, held);
  plan.what.in_slabs = in_slabs && !is_layer_across_rows(plan.what.where);
  outputs files(asked);
  const bool quiet = asked.quiet || files.take_standard_output();

  if (!quiet) print(summary_before(whole, plan.what.where) + summary_of(plan.what, plan.ahead, plan.bytes));
  const outcome done = compute(plan.what, quiet, by);
  const int threads = threads_of_host(asked.what.threads);
  const statistics values = plan.what.in_slabs ? measure_slabs(done, by, threads) : measure(done.map, threads);
  const auto points = static_cast<double>(plan.what.where.shape.count());
  const std::string of_field = plan.what.with_field ? summary_of(asked, done.field) : "";
  const auto check = [&] {
    check_finite(values, asked, done.on_atoms, "the map");
    if (!quiet) print(summary_after(asked, whole.atoms.size(), points, done, values) + of_field);
  };
  if (plan.what.in_slabs) {
    by.together(check);
    files.write_in_slabs(done, plan.what.where, values, whole, by);
  } else {
    check();
    result made{done.map, whole, whole.name};
    made.field = &done.field;
    files.write(made);
  }
  if (!quiet) print(files.summary());
}

bool has_no_summary(const options& asked)
{
  return asked.quiet || is_stream(asked.map) || is_stream(asked.deviation) || is_stream(asked.picture) ||
         is_stream(asked.field);
}

molecule read_atoms(const options& asked)
{
  const stopwatch time;
  molecule whole = is_structure(asked.atoms)
                       ? read_charged(asked.atoms, asked.of_atoms, asked.charges)
                       : read_molecule(asked.atoms, asked.of_atoms, threads_of_host(asked.what.threads));
  whole.seconds = time.seconds();
  whole.name = printable(whole.name, 200);
  for (const std::string& warning : whole.warnings)
    std::fprintf(stderr, "potential-map: warning: %s\n", warning.c_str());
  // A run without a summary still reports the atoms that it leaves out.
  if (has_no_summary(asked))
    for (const std::string& note : whole.left_out)
      std::fprintf(stderr, "potential-map: %s: took %s\n", shown(asked.atoms).c_str(), note.c_str());
  return whole;
}

/// Prints the energy, where no output goes.
void print_energy(const options& asked, const molecule& whole)
{
  const std::string line = energy_entry(asked, whole);
  if (has_no_summary(asked) && !asked.quiet)
    std::fputs(line.c_str(), stderr);
  else
    print(line);
}

void make_files(const options& asked, const processes& by)
{
  if (!asked.picture.empty()) require_pictures();
  check_distinct(asked);  // before charges are assigned, which writes files, too
  // GPU contexts take longer to create than files to read, so they are created while atoms are read.
  const bool may_use_device = asked.what.on != processor::host && by.size() == 1;
  std::optional<woken_devices> waking(may_use_device ? std::clamp(asked.what.ranks, 1, 64) : 0);
  const molecule whole = read_atoms(asked);
  waking.reset();
  if (asked.energy) print_energy(asked, whole);
  const bool only_energy = asked.map.empty() && asked.field.empty() && asked.picture.empty();
  if (only_energy) return;
  if (!asked.at.empty())
    make_values(asked, whole);
  else if (!asked.trajectory.empty())
    make_frame_maps(asked, whole, by);
  else
    make_map(asked, whole, by);
}

void obey(const options& asked, const processes& by)
{
  if (!asked.answer.empty())
    print(asked.answer);
  else if (asked.list_variants)
    list_variants(asked.what.on);
  else
    make_files(asked, by);
}

/// The work of processes other than the first. Process 0 reports errors of slabs.
int assist(const processes& by, const std::vector<std::string>& arguments)
try {
  const auto read = [&] { return read_options(arguments).what; };
  while (const std::optional<job> what = by.receive(read)) {
    const outcome mine = run(
        *what, [](double) {}, by);
    if (what->in_slabs) help_to_write(mine, by, what->threads);
  }
  return 0;
} catch (const gridfold::agreed_error&) {
  return 1;
}

/// The exit code of work(); errors are reported.
template <class Work>
int report_errors(const Work& work)
try {
  return work();
} catch (const usage_error& wrong) {
  return fail(wrong.what(), 2);
} catch (const gridfold::error& wrong) {
  return fail(wrong.what(), 1);
} catch (const std::bad_alloc&) {
  return fail("no memory (the molecule or the map is too large for this machine): give a larger --spacing", 1);
} catch (const std::exception& wrong) {
  return fail("failed (" + printable(wrong.what(), 200) + "): please report how you called it", 1);
}

}  // namespace

}  // namespace potential_map

int main(int argc, char** argv)
{
  using namespace potential_map;
  prepare_process();
  return report_errors([&] {
    const processes by(argc, argv);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (by.rank() > 0) return assist(by, arguments);
    // Reported before process 0 ends: mpirun kills the other processes when one has failed.
    return report_errors([&] {
      obey(read_options(arguments), by);
      return 0;
    });
  });
}
