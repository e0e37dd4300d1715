// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/text_slabs.hpp"

#include <algorithm>
#include <cstddef>
#include <gridfold/core/ceil_div.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/shared_draft.hpp"
#include "formats/z_fastest.hpp"
#include "output/file_part.hpp"
#include "output/in_order.hpp"

namespace potential_map
{

namespace
{

using gridfold::shape3;

/// The ranges of a file's values that processes receive, round by round.
class rounds {
 public:
  /// \param each number of values per process and round, a multiple of the piece that texts can begin at
  /// \param shared whether all processes receive values, or only process 0
  rounds(std::int64_t count, std::int64_t each, int processes, bool shared)
      : count_(count), each_(each), processes_(processes), sharing_(shared ? processes : 1)
  {
  }

  [[nodiscard]] std::int64_t size() const { return gridfold::ceil_div(count_, each_ * sharing_); }
  /// The range of each process.
  [[nodiscard]] std::vector<value_interval> operator[](std::int64_t round) const
  {
    std::vector<value_interval> ranges(static_cast<std::size_t>(processes_), {count_, count_});
    for (int rank = 0; rank < sharing_; ++rank) {
      const std::int64_t first = (round * sharing_ + rank) * each_;
      ranges[static_cast<std::size_t>(rank)] = {std::min(first, count_), std::min(first + each_, count_)};
    }
    return ranges;
  }

 private:
  std::int64_t count_, each_;
  int processes_, sharing_;
};

/// Number of values per process and round: its share, up to a limit for the memory of values and text.
std::int64_t values_of_round(map_format format, const shape3& shape, int processes, bool shared)
{
  constexpr std::int64_t most = 1 << 21;
  const std::int64_t step = shared ? values_of_text(format, shape) : values_of_text_piece(format, shape);
  const std::int64_t wanted =
      shared ? std::min(gridfold::ceil_div(shape.count(), std::int64_t{processes}), most) : most;
  return std::max(shared ? gridfold::ceil_div(wanted, step) : wanted / step, std::int64_t{1}) * step;
}

template <class T>
class text_writer {
 public:
  text_writer(const outcome& mine, const processes& by, map_format format, int threads)
      : map_(std::get<gridfold::field<T>>(mine.map)), by_(by), format_(format), threads_(threads), begin_{0}
  {
    for (const std::int64_t planes : mine.planes_of) begin_.push_back(begin_.back() + planes);
    shape_ = {map_.where.shape.x, map_.where.shape.y, begin_.back()};
  }

  /// Process 0 writes the values that it receives.
  void write_through(output_file* to)
  {
    const rounds all(shape_.count(), values_of_round(format_, shape_, by_.size(), false), by_.size(), false);
    for (std::int64_t round = 0; round < all.size(); ++round) {
      exchange(all[round]);
      by_.together([&] {
        if (to != nullptr) to->write_pieces(pieces(), [&](std::int64_t n) { return text_of_piece(n); });
      });
    }
    by_.together([&] {
      if (to != nullptr) to->write(text_footer(format_));
    });
  }

  /// Each process writes its values after the text of earlier processes. Returns the bytes of all text.
  std::uint64_t write_parts(const shared_draft& file, std::uint64_t first)
  {
    const rounds all(shape_.count(), values_of_round(format_, shape_, by_.size(), true), by_.size(), true);
    std::uint64_t at = first;
    for (std::int64_t round = 0; round < all.size(); ++round) {
      exchange(all[round]);
      std::string text;
      by_.together([&] {
        in_order(
            pieces(), threads_, [&](std::int64_t n) { return text_of_piece(n); },
            [&](const std::string& piece) { text += piece; });
        if (mine_.size() > 0 && mine_.last == shape_.count()) text += text_footer(format_);
      });
      const std::vector<std::uint64_t> bytes = by_.all(static_cast<std::uint64_t>(text.size()));
      const auto own = bytes.begin() + by_.rank();
      // One machine's text must be on the disk before another machine writes beside it.
      const bool finish = by_.machines() > 1 || round + 1 == all.size();
      by_.machine_by_machine([&] {
        if (text.empty()) return;
        file_part part(file.draft, file.path, std::accumulate(bytes.begin(), own, at));
        part.write(text);
        if (finish) part.finish();
      });
      at = std::accumulate(bytes.begin(), bytes.end(), at);
    }
    return at - first;
  }

 private:
  /// Receives the values of this process's range from the planes of all processes.
  void exchange(const std::vector<value_interval>& ranges)
  {
    const auto own = static_cast<std::size_t>(by_.rank());
    mine_ = ranges[own];
    std::vector<std::vector<T>> parts;
    std::vector<gridfold::const_bytes> bytes;
    std::vector<std::int64_t> counts;
    std::vector<T> got;
    by_.together([&] {
      for (const value_interval& range : ranges) {
        parts.push_back(take_planes(map_, range, shape_.z, begin_[own], begin_[own + 1]));
        bytes.emplace_back(reinterpret_cast<const std::byte*>(parts.back().data()), parts.back().size() * sizeof(T));
      }
      for (std::size_t r = 0; r + 1 < begin_.size(); ++r)
        counts.push_back(count_of_planes(mine_, shape_.z, begin_[r], begin_[r + 1]) * std::int64_t{sizeof(T)});
      got.resize(static_cast<std::size_t>(mine_.size()));
      values_.resize(got.size());
    });
    by_.exchange(bytes, counts, reinterpret_cast<std::byte*>(got.data()));
    const T* from = got.data();
    for (std::size_t r = 0; r + 1 < begin_.size(); ++r) {
      put_planes(from, mine_, shape_.z, begin_[r], begin_[r + 1], values_.data());
      from += counts[r] / std::int64_t{sizeof(T)};
    }
  }

  [[nodiscard]] std::int64_t pieces() const
  {
    return gridfold::ceil_div(mine_.size(), values_of_text_piece(format_, shape_));
  }
  [[nodiscard]] std::string text_of_piece(std::int64_t n) const
  {
    const std::int64_t piece = values_of_text_piece(format_, shape_), first = n * piece;
    const std::int64_t last = std::min(first + piece, mine_.size());
    return text_of_values(format_, shape_, mine_.first + first,
                          std::vector<T>(values_.begin() + first, values_.begin() + last));
  }

  const gridfold::field<T>& map_;
  const processes& by_;
  map_format format_;
  int threads_;
  std::vector<std::int64_t> begin_;  ///< first plane of each process, then the number of planes
  shape3 shape_{};                   ///< of the whole map
  value_interval mine_{};            ///< in this round
  std::vector<T> values_;            ///< of it
};

}  // namespace

void write_text_slabs(const outcome& mine, const processes& by, map_format format, output_file* to, bool in_parts,
                      std::uint64_t first, int threads)
{
  const std::optional<shared_draft> file = in_parts ? share_draft(to, by) : std::nullopt;
  std::visit(
      [&]<class T>(const gridfold::field<T>& /*map*/) {
        text_writer<T> writer(mine, by, format, threads);
        if (!file) return writer.write_through(to);
        const std::uint64_t bytes = writer.write_parts(*file, first);
        if (to != nullptr) to->count(bytes);
      },
      mine.map);
}

}  // namespace potential_map
