// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program potential-map: from atoms to a map in files.
#include <cstdio>
#include <exception>
#include <gridfold/error.hpp>
#include <new>
#include <optional>
#include <string>

#include "engine.hpp"
#include "main_progress.hpp"
#include "main_summary.hpp"
#include "map_file.hpp"
#include "molecule.hpp"
#include "options.hpp"
#include "options_lattice.hpp"
#include "picture.hpp"

namespace potential_map
{

namespace
{

void print(const std::string& text)
{
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw gridfold::error("cannot print (the standard output is closed or full): direct it elsewhere, or add --quiet");
}

int fail(const char* message, int code)
{
  std::fprintf(stderr, "potential-map: %s\n", message);
  return code;
}

void list_variants(processor on)
{
  std::string names;
  for (const std::string& name : variant_names(on)) names += name + "\n";
  print(names);
}

outcome compute(const options& asked, const job& what)
{
  progress_bar bar(!asked.quiet);
  return run(what, [&](double share) { bar.show(share); });
}

void check_finite(const statistics& values, const options& asked)
{
  if (values.not_finite == 0 || asked.what.at_atoms == singularity::infinite) return;
  throw gridfold::error(std::to_string(values.not_finite) +
                        " values of the map are not finite (they are beyond the precision's range): " +
                        (asked.what.digits == precision::single ? "add --precision double" : "check the charges"));
}

/// The files that the map goes to. They are opened before the computation, and appear together when all are whole.
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
    write_map(map_, format_of(asked_.map), map, quantity + " of " + whole.name + " in " + unit);
    map_.finish();
    if (picture_) {
      draw_picture(*picture_, map, {whole.name, quantity, unit});
      picture_->finish();
    }
    map_.publish();
    if (picture_) picture_->publish();
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
  molecule whole = read_molecule(asked.atoms, asked.of_atoms);
  for (const std::string& warning : whole.warnings)
    std::fprintf(stderr, "potential-map: warning: %s\n", warning.c_str());
  const gridfold::lattice where = choose_lattice(asked, whole);
  check_format(format_of(asked.map), where);
  check_memory(where, asked.what.digits);
  outputs files(asked);

  if (!asked.quiet) print(summary_before(whole, where));
  job what = asked.what;
  what.atoms = whole.atoms;
  what.where = where;
  const outcome done = compute(asked, what);
  const statistics values = measure(done.map);
  check_finite(values, asked);
  if (!asked.quiet) print(summary_after(asked, whole.atoms.size(), done, values));
  files.write(done.map, whole);
  if (!asked.quiet) print(files.summary());
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
  remove_temporaries_on_signals();
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
    return fail(wrong.what(), 1);
  }
}
