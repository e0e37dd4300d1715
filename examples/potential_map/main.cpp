// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program potential-map: from atoms to a map in files. options/ reads the command line and molecule/ the atoms,
/// engine/ computes the map, formats/ writes it and picture/ draws it through output/, which replaces a file in one
/// step. terminal/ prints progress and summary; text/ turns text into numbers and messages.
#include <cerrno>
#include <cstdio>
#include <exception>
#include <gridfold/core/error.hpp>
#include <new>
#include <optional>
#include <string>
#include <system_error>

#include "engine/engine.hpp"
#include "engine/forecast.hpp"
#include "formats/map_file.hpp"
#include "molecule/molecule.hpp"
#include "options/lattice.hpp"
#include "options/limits.hpp"
#include "options/options.hpp"
#include "picture/picture.hpp"
#include "process.hpp"
#include "terminal/progress.hpp"
#include "terminal/summary.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Prints to the standard output, unless the program was started without one (EBADF).
void print(const std::string& text)
{
  if ((std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) || errno == EBADF) return;
  throw gridfold::error("cannot print to the standard output (" + std::generic_category().message(errno) +
                        "): direct it elsewhere, or add --quiet");
}

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

outcome compute(const job& what, bool quiet)
{
  progress_bar bar(!quiet);
  return run(what, [&](double share) { bar.show(share); });
}

void check_finite(const statistics& values, const options& asked, const coincidences& on_atoms)
{
  const std::int64_t overflown = values.not_finite - static_cast<std::int64_t>(on_atoms.infinite);
  if (overflown == 0) return;
  throw gridfold::error(std::to_string(overflown) +
                        " values of the map are not finite (they are beyond the precision's range): " +
                        (asked.what.digits == precision::single ? "add --precision double" : "check the charges"));
}

/// Throws gridfold::error if an output file is also an input, or is written twice.
void check_distinct(const options& asked)
{
  const auto refuse_same = [](const std::string& output, const std::string& other, const char* why) {
    if (!output.empty() && !other.empty() && same_file(output, other))
      throw gridfold::error(shown(output) + " and " + shown(other) + " are one file (" + why +
                            "): name another output");
  };
  for (const std::string& output : {asked.map, asked.picture})
    for (const std::string& input : {asked.atoms, asked.like})
      refuse_same(output, input, "the output would replace the input");
  refuse_same(asked.map, asked.picture, "the picture would replace the map");
}

/// The output files. They are opened before the computation and put in place together when all are complete.
class outputs {
 public:
  explicit outputs(const options& asked) : asked_(asked), map_(asked.map)
  {
    if (!asked.picture.empty()) picture_.emplace(asked.picture);
  }

  void write(const any_field& map, const molecule& whole)
  {
    const std::string quantity = quantity_of(asked_.what.pair);
    const std::string& unit = asked_.shown_in.name;
    const double cutoff = asked_.what.cutoff;
    const std::string note = cutoff > 0 ? ", shifted to a cutoff of " + gridfold::detail::text_of(cutoff) + " A" : "";
    write_map(map_, format_of(asked_.map), map, quantity + " of " + whole.name + " in " + unit + note);
    map_.finish();
    if (picture_) {
      draw_picture(*picture_, map, {whole.name + note, quantity, unit});
      picture_->finish();
    }
    map_.publish();
    if (picture_) picture_->publish();
  }

  /// Whether a map or picture takes the standard output, so that nothing else may be printed there.
  [[nodiscard]] bool take_standard_output() const
  {
    return map_.is_standard_output() || (picture_ && picture_->is_standard_output());
  }

  [[nodiscard]] std::string summary() const { return summary_of(map_) + (picture_ ? summary_of(*picture_) : ""); }

 private:
  const options& asked_;
  output_file map_;
  std::optional<output_file> picture_;
};

void make_map(const options& asked)
{
  if (!asked.picture.empty()) require_pictures();
  check_distinct(asked);
  molecule whole = read_molecule(asked.atoms, asked.of_atoms);
  whole.name = printable(whole.name, 200);
  for (const std::string& warning : whole.warnings)
    std::fprintf(stderr, "potential-map: warning: %s\n", warning.c_str());
  const gridfold::lattice where = choose_lattice(asked, whole);
  check_format(format_of(asked.map), where);
  check_memory(where, asked.what.digits);
  job what = asked.what;
  what.atoms = whole.atoms;
  what.where = where;
  const forecast ahead = foresee(what);
  what.how = ahead.how;
  const double bytes = file_bytes(format_of(asked.map), where, what.digits);
  if (!asked.force) {
    check_time(ahead);
    check_disk(asked.map, bytes, free_bytes(asked.map));
  }
  outputs files(asked);
  const bool quiet = asked.quiet || files.take_standard_output();

  if (!quiet) print(summary_before(whole, where) + summary_of(what, ahead, bytes));
  const outcome done = compute(what, quiet);
  const statistics values = measure(done.map);
  check_finite(values, asked, done.on_atoms);
  if (!quiet) print(summary_after(asked, whole.atoms.size(), done, values));
  files.write(done.map, whole);
  if (!quiet) print(files.summary());
}

void obey(const options& asked)
{
  if (!asked.answer.empty())
    print(asked.answer);
  else if (asked.list_variants)
    list_variants(asked.what.on);
  else
    make_map(asked);
}

}  // namespace

}  // namespace potential_map

int main(int argc, char** argv)
{
  using namespace potential_map;
  prepare_process();
  try {
    obey(read_options({argv + 1, argv + argc}));
    return 0;
  } catch (const usage_error& wrong) {
    return fail(wrong.what(), 2);
  } catch (const gridfold::error& wrong) {
    return fail(wrong.what(), 1);
  } catch (const std::bad_alloc&) {
    return fail("no memory (the molecule or the map is too large for this machine): give a larger --spacing", 1);
  } catch (const std::exception& wrong) {
    return fail("failed (" + printable(wrong.what(), 200) + "): please report how you called it", 1);
  }
}
