// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The owners of a view's elements, and their picture, like Figs. 18.8 and 18.9 of Kirk, Hwu and El Hajj, 4th ed.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/draw/style.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/trace/report.hpp>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::drawing
{

/// The thread that owns an element of a view: the only thread that accesses it in the recorded requests.
struct element_owner {
  static constexpr int several = -1;  ///< more than one thread accesses the element
  int thread = several;               ///< its rank in its block
  index3 block{0, 0, 0};
  int item = 0;  ///< how many elements of the view it has accessed before
};

/// The owners of a view's elements, by their position in its memory. Elements that no kept request accesses are absent.
inline std::map<std::int64_t, element_owner> owners_of(const trace_report& report, const traced_memory_shape& of)
{
  std::map<std::int64_t, element_owner> owners;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, int> items;
  const auto touch = [&](std::int64_t element, const kept_request& r, int lane) {
    const int thread = r.first_thread + lane;
    const auto [found, is_new] = owners.try_emplace(element, element_owner{thread, r.block, 0});
    element_owner& owner = found->second;
    if (is_new) owner.item = items[{r.block.x, r.block.y, r.block.z, thread}]++;
    const bool same = owner.thread == thread && owner.block.x == r.block.x && owner.block.y == r.block.y &&
                      owner.block.z == r.block.z;
    if (!same) owner.thread = element_owner::several;
  };
  for (std::size_t n = 0; n < report.samples().requests.size(); ++n) {
    if (report.sites()[n].view != of.view) continue;
    for (const kept_request& r : report.samples().requests[n])
      for (int lane = 0; lane < warp_threads; ++lane) {
        if (!r.has(lane) || r.address[lane] < of.begin || r.address[lane] - of.begin >= of.bytes) continue;
        const std::uint64_t first = r.address[lane] - of.begin, last = first + static_cast<std::uint64_t>(r.bytes) - 1;
        for (std::uint64_t e = first / of.element_bytes; e <= last / of.element_bytes; ++e)
          touch(static_cast<std::int64_t>(e), r, lane);
      }
  }
  return owners;
}

/// The part of a view that is drawn: its last index runs across, the one before it runs down, other indices are 0.
class view_window {
 public:
  /// Limits of a drawing: columns, elements, and lines of a vector.
  static constexpr std::int64_t most_columns = 64, most_elements = 512, row_of_elements = 32, most_lines = 8;

  explicit view_window(const traced_memory_shape& of) : extents_(of.extents), strides_(of.strides)
  {
    const std::size_t rank = extents_.size();
    if (strides_.empty()) {
      strides_.assign(rank, 1);
      for (std::size_t r = rank; r-- > 1;) strides_[r - 1] = strides_[r] * extents_[r];
    }
    all_columns = rank > 0 ? extents_[rank - 1] : 1;
    across_ = rank > 0 ? strides_[rank - 1] : 1;
    is_wrapped = rank < 2;
    if (is_wrapped) {
      elements = all_columns;
      all_rows = (elements + row_of_elements - 1) / row_of_elements;
      all_columns = std::min(elements, row_of_elements);
      down_ = across_ * row_of_elements;
    } else {
      all_rows = extents_[rank - 2];
      down_ = strides_[rank - 2];
      elements = all_rows * all_columns;
    }
    for (std::size_t r = 0; r + 2 < rank; ++r) is_slice = is_slice || extents_[r] > 1;
    columns = std::min(all_columns, most_columns);
    rows = std::min(all_rows, is_wrapped ? most_lines : most_elements / std::max<std::int64_t>(32, columns));
  }
  /// The position of an element in the view's memory; -1 past the end of a wrapped row.
  [[nodiscard]] std::int64_t position(std::int64_t row, std::int64_t column) const
  {
    if (is_wrapped && row * row_of_elements + column >= elements) return -1;
    return row * down_ + column * across_;
  }
  /// The index of an element as text: "7" in a vector, "(row, column)" in a matrix, "(slice, row, column)" in a batch.
  [[nodiscard]] std::string name_of(std::int64_t position) const
  {
    std::vector<std::size_t> order(extents_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides_[a] > strides_[b]; });
    std::vector<std::int64_t> index(extents_.size());
    for (const std::size_t r : order) {
      // An extent of 1 may have any stride.
      index[r] = std::min(position / std::max<std::int64_t>(1, strides_[r]), extents_[r] - 1);
      position -= index[r] * strides_[r];
    }
    if (is_wrapped) return std::to_string(index.empty() ? 0 : index[0]);
    std::string name;
    for (std::size_t r = 0; r < index.size(); ++r)
      if (r + 2 >= index.size() || is_slice) name += (name.empty() ? "(" : ", ") + std::to_string(index[r]);
    return name + ")";
  }
  /// A sentence that says which part is drawn.
  [[nodiscard]] std::string words() const
  {
    const bool all = rows == all_rows && columns == all_columns && !is_slice;
    if (is_wrapped)
      return all ? "" : "Drawn: the first " + grouped(rows * columns) + " of " + grouped(elements) + " elements";
    return all ? ""
               : "Drawn: " + std::to_string(columns) + " of " + counted(all_columns, "column") + ", " +
                     std::to_string(rows) + " of " + counted(all_rows, "row") + (is_slice ? ", the first slice" : "");
  }

  std::int64_t rows, columns, all_rows, all_columns, elements;
  bool is_wrapped, is_slice = false;

 private:
  std::vector<std::int64_t> extents_, strides_;
  std::int64_t across_, down_;
};

/// The cells of a view's picture.
class owner_cells {
 public:
  owner_cells(const trace_report& report, const traced_memory_shape& of)
      : window_(of), side_(window_.columns > 32 ? 15 : cell), owners_(owners_of(report, of))
  {
  }

  /// Share of the drawn and accessed elements that have one owner.
  [[nodiscard]] double owned_share() const
  {
    std::int64_t accessed = 0, owned = 0;
    for (std::int64_t i = 0; i < window_.rows; ++i)
      for (std::int64_t j = 0; j < window_.columns; ++j)
        if (const element_owner* o = at(i, j); o != nullptr) {
          ++accessed;
          owned += o->thread != element_owner::several;
        }
    return accessed == 0 ? 0 : static_cast<double>(owned) / static_cast<double>(accessed);
  }

  /// Draws the cells, a path for each thread, and the borders of blocks. Returns the height.
  double draw(svg& on, double top) const
  {
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, std::string> paths;
    std::string shared, unseen, borders;
    for (std::int64_t i = 0; i < window_.rows; ++i)
      for (std::int64_t j = 0; j < window_.columns; ++j) {
        if (window_.position(i, j) < 0) continue;
        const std::string box = svg::rectangle(x(j), y(top, i), side_, side_);
        const element_owner* o = at(i, j);
        if (o == nullptr)
          unseen += box;
        else if (o->thread == element_owner::several)
          shared += box;
        else
          paths[{o->block.z, o->block.y, o->block.x, o->thread}] += box;
        if (j > 0 && differ(o, at(i, j - 1))) borders += line(x(j), y(top, i), 'v');
        if (i > 0 && differ(o, at(i - 1, j))) borders += line(x(j), y(top, i), 'h');
      }
    on.path(unseen, "white", frame, 0.5);
    on.path(shared, several, frame, 0.5, "several threads");
    std::vector<svg::titled> owned;
    for (const auto& [key, d] : paths) {
      const auto& [bz, by, bx, thread] = key;
      owned.push_back({d, colour_of(thread), block_name({bx, by, bz}) + ", thread " + std::to_string(thread)});
    }
    on.paths(owned, frame, 0.5);
    on.path(borders, "none", dark, 2);
    label_cells(on, top);
    on.grow(x(window_.columns) + 16, 0);
    return side_ * static_cast<double>(window_.rows) + 6;
  }

  /// A line of text for each of the first threads, with its items.
  [[nodiscard]] std::vector<std::string> first_threads() const
  {
    std::map<int, std::map<int, std::string>> names;
    const element_owner* const first = at(0, 0);
    if (first == nullptr) return {};
    for (const auto& [position, o] : owners_)
      if (o.thread >= 0 && o.thread < 2 && !differ(&o, first)) names[o.thread][o.item] = window_.name_of(position);
    std::vector<std::string> lines;
    for (const auto& [thread, items] : names) {
      lines.push_back("thread " + std::to_string(thread) + " owns");
      int shown = 0;
      for (const auto& [item, name] : items)
        if (shown++ < 8) lines.back() += " " + name;
      if (items.size() > 8) lines.back() += " ...";
    }
    return lines;
  }

  [[nodiscard]] const view_window& window() const { return window_; }

 private:
  [[nodiscard]] double x(std::int64_t column) const { return left + side_ * static_cast<double>(column); }
  [[nodiscard]] double y(double top, std::int64_t row) const { return top + side_ * static_cast<double>(row); }

  [[nodiscard]] const element_owner* at(std::int64_t row, std::int64_t column) const
  {
    const auto found = owners_.find(window_.position(row, column));
    return found == owners_.end() ? nullptr : &found->second;
  }
  /// Whether two elements belong to different blocks.
  static bool differ(const element_owner* a, const element_owner* b)
  {
    if (a == nullptr || b == nullptr || a->thread < 0 || b->thread < 0) return false;
    return a->block.x != b->block.x || a->block.y != b->block.y || a->block.z != b->block.z;
  }
  [[nodiscard]] std::string line(double x, double y, char direction) const
  {
    char text[64];
    std::snprintf(text, sizeof text, "M%g %g%c%g", x, y, direction, side_);
    return text;
  }
  void label_cells(svg& on, double top) const
  {
    cell_labels labels;
    for (std::int64_t i = 0; i < window_.rows; ++i) {
      on.text(left - 8, y(top, i) + side_ / 2 + 4,
              window_.is_wrapped ? window_.name_of(window_.position(i, 0)) : std::to_string(i), 11, svg::anchor::end,
              false, quiet);
      for (std::int64_t j = 0; j < window_.columns; ++j)
        if (const element_owner* o = at(i, j); o != nullptr && o->thread >= 0)
          labels.add(x(j), y(top, i), side_, side_, std::to_string(o->thread));
    }
    labels.draw(on);
  }

  view_window window_;
  double side_;
  std::map<std::int64_t, element_owner> owners_;
};

/// Draws a panel: the owners of a view's elements. Returns its height; 0 if no drawn element has one owner, or the
/// share of elements that have one is less than `least`.
inline double owners_panel(svg& on, double top, const trace_report& report, const traced_memory_shape& of, double least)
{
  const owner_cells cells(report, of);
  if (const double share = cells.owned_share(); share == 0 || share < least) return 0;
  std::vector<std::string> captions = {
      "Numbers: the thread's rank in its block. Thick: blocks. Grey: several threads. White: no access recorded."};
  if (const std::string words = cells.window().words(); !words.empty()) captions.push_back(words + ".");
  for (const std::string& words : cells.first_threads()) captions.push_back(words);
  const double head = heading(on, top, short_name(of.view) + ": the thread that owns each element", captions);
  return head + cells.draw(on, top + head);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::drawing
