// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "outputs.hpp"

#include <future>
#include <gridfold/core/error.hpp>
#include <utility>
#include <vector>

#include "engine/parts.hpp"
#include "engine/stopwatch.hpp"
#include "formats/field_file.hpp"
#include "formats/slabs.hpp"
#include "options/units.hpp"
#include "picture/colours.hpp"
#include "picture/picture.hpp"
#include "terminal/summary.hpp"
#include "text/quantity.hpp"
#include "text/text.hpp"
#include "trajectory/frame_range.hpp"
#include "viewer/viewer.hpp"

namespace potential_map
{

namespace
{

std::string script_of(const options& asked)
{
  return asked.script ? script_name(*asked.script, asked.map).string() : "";
}

/// About a million of a map's values.
std::vector<double> sample_of(const any_field& map)
{
  return std::visit(
      [](const auto& field) {
        const std::size_t step = field.values.size() / 1'000'000 + 1;
        std::vector<double> found;
        for (std::size_t i = 0; i < field.values.size(); i += step)
          found.push_back(static_cast<double>(field.values[i]));
        return found;
      },
      map);
}

}  // namespace

outputs::outputs(const options& asked, const std::string& frame) : asked_(asked)
{
  const auto open = [&](std::optional<output_file>& file, const std::string& name) {
    if (!name.empty()) file.emplace(with_frame(name, frame), threads_of_host(asked.what.threads));
  };
  open(map_, asked.map);
  open(deviation_, asked.deviation);
  open(picture_, asked.picture);
  open(script_, script_of(asked));
  for (const std::string& name : names_of_field(asked.field))
    field_.emplace_back(name, threads_of_host(asked.what.threads));
}

void outputs::write(const result& made)
{
  const stopwatch time;
  write_maps(made);
  if (picture_)
    draw_picture(*picture_, made.map, asked_.view, made.whole,
                 {made.name + note(), quantity_of(asked_.what.pair), asked_.shown_in.name, made.atoms});
  if (script_) write_script(made, title_of(made.name));
  each(*this, [](output_file& file) { file.finish(); });
  each(*this, [](output_file& file) { file.publish(); });
  seconds_ = time.seconds();
}

void outputs::write_in_slabs(const outcome& mine, const gridfold::lattice& where, const statistics& values,
                             const molecule& whole, const processes& by)
{
  const stopwatch time;
  const slab_target to{*map_, format_of(map_->path()), where, values, title_of(whole.name), whole.atoms};
  write_slabs(mine, by, threads_of_host(asked_.what.threads), &to);
  map_->finish();
  map_->publish();
  seconds_ = time.seconds();
}

/// The part of a title about the cutoff.
std::string outputs::note() const
{
  const double cutoff = asked_.what.cutoff;
  return cutoff > 0 ? ", shifted to a cutoff of " + gridfold::core::text_of(cutoff) + " A" : "";
}

std::string outputs::title_of(const std::string& name) const
{
  return quantity_of(asked_.what.pair) + " of " + name + " in " + asked_.shown_in.name + note();
}

void outputs::write_maps(const result& made)
{
  const std::string words = title_of(made.name);
  // One thread writes a file, so the files of map and field are written side by side.
  const bool beside = threads_of_host(asked_.what.threads) > 1;
  const auto write_whole_field = [&] {
    const gridfold::lattice where = std::visit([](const auto& map) { return map.where; }, made.map);
    write_field(field_, *made.field, where, "field of " + made.name + " in " + field_unit(asked_.shown_in.name),
                made.whole.atoms);
  };
  std::future<void> field;
  if (!field_.empty())
    field = beside ? std::async(write_whole_field) : std::async(std::launch::deferred, write_whole_field);
  if (map_) write_map(*map_, format_of(map_->path()), made.map, words, made.whole.atoms);
  if (deviation_)
    write_map(*deviation_, format_of(asked_.deviation), *made.deviation, "standard deviation of the " + words,
              made.whole.atoms);
  if (field.valid()) field.get();
}

void outputs::write_script(const result& made, const std::string& title)
{
  // A trajectory's map lies at the frames' positions, not at those in the molecule's file.
  const std::string atoms = asked_.trajectory.empty() ? asked_.atoms : "";
  const double level = asked_.view.range.value_or(colour_range(sample_of(made.map)));
  script_->write(script_for(*asked_.script, {asked_.map, atoms, title, asked_.shown_in.name, level}, script_->path()));
}

bool outputs::take_standard_output() const
{
  bool any = false;
  each(*this, [&](const output_file& file) { any = any || file.is_standard_output(); });
  return any;
}

std::string outputs::summary() const
{
  std::string lines;
  each(*this, [&](const output_file& file) { lines += summary_of(file); });
  return lines.empty() ? lines : lines + entry("writing", duration(seconds_));
}

bool stays_in_slabs(const options& asked, const processes& by)
{
  return by.size() > 1 && asked.picture.empty() && asked.deviation.empty() && asked.field.empty() && !asked.script;
}

void help_to_write(const outcome& mine, const processes& by, int threads)
{
  (void)measure_slabs(mine, by, threads_of_host(threads));
  by.together([] {});  // process 0 reads the values
  write_slabs(mine, by, threads_of_host(threads));
}

void check_distinct(const options& asked, const std::string& frame)
{
  std::vector<std::pair<std::string, const char*>> files{
      {asked.map, "map"},           {asked.deviation, "standard deviation"}, {asked.picture, "picture"},
      {script_of(asked), "script"}, {asked.charges.pqr, "PQR file"},         {asked.charges.log, "log"}};
  for (const std::string& name : names_of_field(asked.field)) files.emplace_back(name, "field");
  const auto refuse_same = [](const std::string& output, const std::string& other, const std::string& why) {
    if (!output.empty() && !other.empty() && same_file(output, other))
      throw gridfold::error(shown(output) + " and " + shown(other) + " are one file (" + why +
                            "): name another output");
  };
  for (auto first = files.begin(); first != files.end(); ++first) {
    const std::string output = with_frame(first->first, frame);
    for (const std::string& input : {asked.atoms, asked.like, asked.at, asked.trajectory, asked.charges.ligand})
      refuse_same(output, input, "the output would replace the input");
    for (auto second = first + 1; second != files.end(); ++second)
      refuse_same(output, with_frame(second->first, frame),
                  std::string("the ") + second->second + " would replace the " + first->second);
  }
}

}  // namespace potential_map
