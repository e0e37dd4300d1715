// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frames.hpp"

#include <algorithm>
#include <exception>
#include <gridfold/core/error.hpp>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/engine.hpp"
#include "engine/parts.hpp"
#include "engine/stopwatch.hpp"
#include "outputs.hpp"
#include "picture/colours.hpp"
#include "picture/slice.hpp"
#include "plan.hpp"
#include "terminal/print.hpp"
#include "terminal/progress.hpp"
#include "terminal/summary.hpp"
#include "trajectory/average.hpp"
#include "trajectory/channel.hpp"
#include "trajectory/trajectory.hpp"

namespace potential_map
{

namespace
{

/// A frame and its map.
struct frame_map {
  frame of;
  outcome done;
};

template <class F>
std::jthread started(F work)
{
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error& wrong) {
    throw gridfold::error("cannot start a thread (" + wrong.code().message() +
                          "): end other programs, or raise the limit (ulimit -u)");
  }
}

/// Reads frames, sums them and writes their maps, in three threads. An error of a stage ends the earlier stages; later
/// stages first finish the frames that they have.
template <class Read, class Sum, class Write>
void in_three_stages(Read read, Sum sum, Write write)
{
  channel<frame> frames;
  channel<frame_map> maps;
  std::exception_ptr failure;
  struct stop_reading {
    channel<frame>& frames;
    ~stop_reading() { frames.refuse(); }
  };
  const std::jthread reader = started([&] {
    try {
      for (std::optional<frame> next = read(); next && frames.put(std::move(*next));) next = read();
      frames.end();
    } catch (...) {
      frames.end(std::current_exception());
    }
  });
  const stop_reading before_joining{frames};
  std::jthread writer = started([&] {
    try {
      while (const std::optional<frame_map> next = maps.take()) write(*next);
    } catch (...) {
      failure = std::current_exception();
      maps.refuse();
    }
  });
  try {
    for (std::optional<frame> next = frames.take(); next; next = frames.take()) {
      outcome done = sum(*next);
      if (!maps.put({std::move(*next), std::move(done)})) break;
    }
    maps.end();
  } catch (...) {
    maps.end(std::current_exception());
  }
  writer.join();
  if (failure) std::rethrow_exception(failure);
}

/// A frame's number, padded to the length of the last one, so that names sort.
std::string padded(std::int64_t number, std::int64_t last)
{
  const std::string digits = std::to_string(number);
  return std::string(std::to_string(last).size() - digits.size(), '0') + digits;
}

/// Totals over all maps.
struct totals {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  coincidences on_atoms;
  std::int64_t not_finite = 0;
};

/// Writes the map of each frame, or adds it to the average.
class frame_writer {
 public:
  /// Opens the outputs of an average.
  frame_writer(const options& asked, molecule whole, const trajectory& from)
      : asked_(asked),
        whole_(std::move(whole)),
        from_(from.name()),
        file_(from.file()),
        first_(from.number(0)),
        last_(from.number(from.size() - 1)),
        average_(!asked.deviation.empty())
  {
    if (each()) {
      for (std::int64_t n = 0; n < from.size(); ++n) check_distinct(asked_, padded(from.number(n), last_));
    } else {
      check_distinct(asked_);
      average_files_.emplace(asked_);
    }
  }

  [[nodiscard]] bool takes_standard_output() const { return average_files_ && average_files_->take_standard_output(); }

  void take(const frame_map& next)
  {
    const statistics values = measure(next.done.map, threads_of_host(asked_.what.threads));
    check_finite(values, asked_, next.done.on_atoms, "the map of frame " + std::to_string(next.of.number));
    total_.on_atoms.left_out += next.done.on_atoms.left_out;
    total_.on_atoms.infinite += next.done.on_atoms.infinite;
    total_.not_finite += values.not_finite;
    total_.low = std::min(total_.low, values.low);
    total_.high = std::max(total_.high, values.high);
    if (each())
      write_alone(next);
    else
      average_.add(next.done.map);
  }

  /// Writes the average, if there is one.
  void finish()
  {
    if (each()) return;
    const any_field mean = average_.mean();
    const statistics values = measure(mean, threads_of_host(asked_.what.threads));
    total_.low = values.low;
    total_.high = values.high;
    std::optional<any_field> deviation;
    if (!asked_.deviation.empty()) deviation = average_.deviation();
    average_files_->write({mean, whole_, whole_.name + ", average over " + from_,
                           "the molecule in frame " + std::to_string(first_), deviation ? &*deviation : nullptr});
    written_ = average_files_->summary();
  }

  [[nodiscard]] const totals& total() const { return total_; }
  [[nodiscard]] const std::string& written() const { return written_; }

 private:
  [[nodiscard]] bool each() const { return has_frame_mark(asked_.map) || has_frame_mark(asked_.picture); }

  /// All pictures have the first one's range, so that colours can be compared.
  void write_alone(const frame_map& next)
  {
    if (!asked_.picture.empty() && !asked_.view.range)
      asked_.view.range = colour_range(slice_at(next.done.map, asked_.view.where).values);
    outputs files(asked_, padded(next.of.number, last_));
    whole_.atoms = next.of.atoms;
    files.write({next.done.map, whole_, whole_.name + ", frame " + std::to_string(next.of.number) + " of " + file_});
    if (next.of.number == first_)
      written_ = files.summary() + (last_ > first_ ? "          and the files of the other frames\n" : "");
  }

  options asked_;
  molecule whole_;
  std::string from_, file_;
  std::int64_t first_, last_;
  map_average average_;
  std::optional<outputs> average_files_;
  totals total_;
  std::string written_;
};

/// Number of maps in memory at once: one is computed, one waits and one is written, beside the sums of an average in
/// double precision.
double maps_held(const options& asked)
{
  if (has_frame_mark(asked.map)) return 3;
  const double sums = asked.deviation.empty() ? 1 : 2;
  return 3 + sums * (asked.what.digits == precision::single ? 2 : 1);
}

bool has_atom_outside(const frame& of, const gridfold::lattice& where)
{
  const auto outside = [](double x, double first, double spacing, std::int64_t points) {
    const double steps = (x - first) / spacing;
    return steps < 0 || steps > static_cast<double>(points - 1);
  };
  const auto& [origin, h, n] = where;
  return std::any_of(of.atoms.begin(), of.atoms.end(), [&](const auto& a) {
    return outside(a.x, origin.x, h.x, n.x) || outside(a.y, origin.y, h.y, n.y) || outside(a.z, origin.z, h.z, n.z);
  });
}

}  // namespace

void make_frame_maps(const options& asked, const molecule& charges, const processes& by)
{
  trajectory from(asked.trajectory, asked.frames, charges, asked.periodic);
  frame first = from.read(0);
  molecule whole = charges;
  whole.atoms = first.atoms;
  whole.rounding = first.rounding;
  whole.cell = first.box;
  whole.notes.push_back("positions from " + from.name());
  run_plan plan = plan_run(asked, whole, by.size(), from.size(), maps_held(asked));
  const double of_lattice = plan.what.rounding - first.rounding;
  frame_writer writer(asked, whole, from);
  const bool quiet = asked.quiet || writer.takes_standard_output();
  if (!quiet) print(summary_before(whole, plan.what.where) + summary_of(plan.what, plan.ahead, plan.bytes));

  // A lattice placed by the user may leave atoms outside.
  const bool placed = asked.shape || !asked.like.empty() || asked.map.empty();
  std::int64_t summed = 0, read = 0, frames_outside = 0;
  std::optional<outcome> last;
  const stopwatch time;
  {
    progress_bar bar(!quiet);
    const auto frames = static_cast<double>(from.size());
    in_three_stages(
        [&]() -> std::optional<frame> {
          if (read == from.size()) return std::nullopt;
          return read++ == 0 ? std::move(first) : from.read(read - 1);
        },
        [&](const frame& next) {
          plan.what.atoms = next.atoms;
          plan.what.rounding = of_lattice + next.rounding;
          plan.what.period = period_of(asked, next.box, "frame " + std::to_string(next.number) + " of " + from.file());
          if (!placed) frames_outside += has_atom_outside(next, plan.what.where);
          outcome done = run(
              plan.what, [&](double share) { bar.show((static_cast<double>(summed) + share) / frames); }, by);
          ++summed;
          last = {gridfold::field<float>(gridfold::lattice{}), done.ran_on, done.variant, 0, 0, {}, done.mesh};
          return done;
        },
        [&](const frame_map& next) { writer.take(next); });
    writer.finish();
  }
  if (quiet) return;
  last->seconds = time.seconds();
  last->on_atoms = writer.total().on_atoms;
  const totals& all = writer.total();
  const double points = static_cast<double>(plan.what.where.shape.count()) * static_cast<double>(from.size());
  print(summary_after(asked, whole.atoms.size(), points, *last, {all.low, all.high, 0, 0, all.not_finite}) +
        summary_of_frames(from.size(), last->seconds, from.box_note(), frames_outside) + writer.written());
}

}  // namespace potential_map
