// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Linked into a traced program: when the program ends, writes its report to the path in trace-cuda's environment.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gridfold/draw.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <string>
#include <vector>

#include "write_report.hpp"

namespace
{

using namespace trace_cuda;

std::string setting(const char* name)
{
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void write(const std::string& file, const std::string& text)
{
  if (file.empty()) return;
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out)
    std::fprintf(stderr, "trace-cuda: cannot write %s (no such folder, or no right to): name another file\n",
                 file.c_str());
}

/// The part of a report about one kernel.
gf::trace_report part_of(const gf::trace_report& report, const std::string& kernel)
{
  std::vector<gf::access_site> sites;
  gf::trace_samples samples;
  samples.units = report.samples().units;
  for (std::size_t n = 0; n < report.sites().size(); ++n) {
    const gf::access_site& s = report.sites()[n];
    if (s.at.kernel != kernel) continue;
    sites.push_back(s);
    samples.requests.push_back(report.samples().requests[n]);
    for (const gf::traced_memory_shape& shape : report.samples().shapes)
      if (shape.view == s.view && shape.memory == s.memory) {
        bool known = false;
        for (const gf::traced_memory_shape& other : samples.shapes) known = known || other.view == s.view;
        if (!known) samples.shapes.push_back(shape);
      }
  }
  return gf::trace_report(sites, {}, samples);
}

std::string as_name(std::string text)
{
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

/// Pictures of each kernel's requests, and of each line with bank conflicts or uncoalesced accesses.
void draw_kernels(const std::string& folder, const std::vector<launches>& kernels, const std::vector<finding>& findings,
                  const gf::trace_report& report)
{
  const auto draw = [&](const std::string& name, auto picture) {
    try {
      picture().write(folder + "/" + name + ".svg");
    } catch (const std::exception& e) {
      std::fprintf(stderr, "trace-cuda: %s\n", e.what());
    }
  };
  for (const launches& k : kernels) draw(as_name(k.kernel), [&] { return gf::draw(part_of(report, k.kernel)); });
  for (const finding& f : findings) {
    const std::string name = as_name(f.site.at.kernel) + "_line_" + std::to_string(f.site.at.line) + "_" +
                             name_of(f.site.does) + "_" + as_name(f.site.view);
    if (f.has_conflicts()) draw(name, [&] { return gf::draw_banks(report, f.site); });
    if (f.is_uncoalesced()) draw(name, [&] { return gf::draw_sectors(report, f.site); });
  }
}

/// The folder in which the program was started; the program may change to another one.
std::string& started_in()
{
  static std::string folder;
  return folder;
}

void write_reports()
{
  static bool done = false;
  if (done) return;
  done = true;
  std::fflush(stdout);
  const gf::tracing::cuda_session& session = gf::tracing::session_of_program();
  const gf::trace_report report = gf::tracing::report_of(session);
  std::vector<launches> kernels;
  for (const gf::tracing::kernel_launches& k : gf::tracing::launches_of(session))
    kernels.push_back({k.kernel, k.launches, k.blocks, k.traced_blocks, k.threads});
  const std::vector<finding> findings = findings_of(report);
  const std::vector<complaint> complaints = complaints_of(findings, report, started_in());
  std::fputs(kernels.empty()
                 ? "\nThe program has launched no kernel.\n"
                 : (text_of(kernels, findings, report) + how_counted(setting("GRIDFOLD_TRACE_ARCHITECTURE"))).c_str(),
             stdout);
  std::fflush(stdout);
  write(setting("GRIDFOLD_TRACE_CSV"), report.csv());
  write(setting("GRIDFOLD_TRACE_SARIF"), sarif_of(complaints));
  if (const std::string folder = setting("GRIDFOLD_TRACE_PICTURES"); !folder.empty())
    draw_kernels(folder, kernels, findings, report);
  const std::string fails = "," + setting("GRIDFOLD_TRACE_FAIL_ON") + ",";
  std::string failed;
  for (const complaint& c : complaints)
    if (fails.find("," + (c.level == "error" ? std::string("faults") : c.rule) + ",") != std::string::npos)
      failed += c.at.file + ":" + std::to_string(c.at.line) + ": " + c.text + "\n";
  write(setting("GRIDFOLD_TRACE_FAILED"), failed);
}

void write_and_die(int signal)
{
  std::signal(signal, SIG_DFL);
  write_reports();
  std::raise(signal);
}

/// The first alarm ends the program after a block of a kernel, the second one immediately.
void end_in_time(int)
{
  constexpr char text[] = "trace-cuda: the program has run for the seconds of --seconds: it ends\n";
  static volatile std::sig_atomic_t again = 0;
  if (again != 0) _exit(124);
  again = 1;
  static_cast<void>(!::write(2, text, sizeof(text) - 1));
  gridfold_cuda::end_program_soon();
  alarm(10);
}
void say_how_to_shrink(int)
{
  constexpr char text[] =
      "trace-cuda: the program has run for 20 seconds (a core runs the threads of all blocks): shrink what it computes "
      "or "
      "repeats, or end it with the report so far by --seconds N\n";
  static_cast<void>(!::write(2, text, sizeof(text) - 1));
}
void set_alarm(int seconds, void (*handler)(int))
{
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  alarm(static_cast<unsigned>(seconds));
}

/// Runs before main, so that the program's own atexit functions run before the report.
[[gnu::constructor]] void begin()
{
  if (setting("GRIDFOLD_TRACE_FAILED").empty()) return;
  started_in() = std::filesystem::current_path().string();
  gf::tracing::cuda_session& session = gf::tracing::session_of_program();
  // About ten seconds of a core; a launch may take a quarter of the rest.
  constexpr std::int64_t default_events = std::int64_t{1} << 29;
  if (const std::string blocks = setting("GRIDFOLD_TRACE_BLOCKS"); blocks.empty())
    gf::tracing::trace_most_events(session, default_events);
  else if (blocks != "all")
    gf::tracing::trace_most_blocks(session, std::atoll(blocks.c_str()));
  if (std::ifstream listing(setting("GRIDFOLD_TRACE_LISTING")); listing)
    gf::tracing::use_compiled_code(session, listing);
  gf::tracing::show_progress(session, isatty(2) != 0);
  const std::string seconds = setting("GRIDFOLD_TRACE_SECONDS");
  if (seconds.empty())
    set_alarm(20, &say_how_to_shrink);
  else
    set_alarm(std::atoi(seconds.c_str()), &end_in_time);
  std::atexit(&write_reports);
  std::signal(SIGABRT, &write_and_die);
}

}  // namespace
