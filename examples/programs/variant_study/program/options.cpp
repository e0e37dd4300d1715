// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/options.hpp"

#include <CLI/CLI.hpp>

namespace study
{

namespace
{

void declare(CLI::App& app, options& asked)
{
  app.add_option("kernel", asked.kernels, "what to study: " + CLI::detail::join(kernels, ", ") + ", or all")
      ->check(CLI::IsMember(kernels) | CLI::IsMember({"all"}));
  app.add_option("--device", asked.device, "auto (the GPU if there is one), cuda or host")
      ->check(CLI::IsMember({"auto", "cuda", "host"}))
      ->capture_default_str();
  app.add_option("--size", asked.what.size,
                 "points along x and y (coulomb), rows (transpose, multiply), elements (reduce, copy), particles "
                 "(neighbors)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  app.add_option("--filter", asked.what.filter, "only variants with this in their name; more than once: with all")
      ->allow_extra_args(false);
  app.add_option("--seconds", asked.what.seconds, "time a variant for so long at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  auto* search = app.add_flag("--search", asked.what.search, "look for the best alone, in a fraction of the time");
  app.add_flag("--energy", asked.what.energy, "measure the energy of a run on the GPU, in half a second a variant more")
      ->excludes(search);
  app.add_flag_callback(
      "--trace", [&] { asked.trace = true; },
      "predict how each variant's accesses coalesce and conflict on a GPU (unless told, where there is none)");
  app.add_flag_callback(
      "--no-trace", [&] { asked.trace = false; }, "predict nothing");
  app.add_option("--csv", asked.csv, "write the table to this file too");
  app.add_option("--json", asked.json, "write the table to this file too");
  app.add_option("--html", asked.html,
                 "write a page of HTML with this table, to sort and filter, and a picture of each variant");
  app.add_option("--plot", asked.plot, "draw coarsening factors against speed into this file (needs matplotlib)");
}

}  // namespace

bool read_options(int argc, char** argv, options& asked, int& status)
{
  CLI::App app("Every variant of a kernel: is it right, and how fast is it?", "variant-study");
  declare(app, asked);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    status = app.exit(e);
    if (status != 0) status = 2;
    return false;
  }
  if (asked.kernels == std::vector<std::string>{"all"}) asked.kernels = kernels;
  return true;
}

}  // namespace study
