// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// nvcc's machine code for the lines of kernels, from a listing with line information.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/trace_cuda/compiled_line.hpp>
#include <gridfold/trace_cuda/listing_place.hpp>
#include <gridfold/trace_cuda/loop_leavers.hpp>
#include <gridfold/trace_cuda/loop_tails.hpp>
#include <gridfold/trace_cuda/program_image.hpp>
#include <istream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A kernel's lines, by file name (without folder) and number.
class compiled_kernel {
 public:
  [[nodiscard]] const compiled_line* at(const std::string& file, int line) const
  {
    const auto found = lines_.find({file.substr(file.rfind('/') + 1), line});
    return found == lines_.end() ? nullptr : &found->second;
  }
  /// Whether any line of a file accesses memory.
  [[nodiscard]] bool has(const std::string& file) const
  {
    const std::string name = file.substr(file.rfind('/') + 1);
    const auto found = lines_.lower_bound({name, 0});
    return found != lines_.end() && found->first.first == name;
  }
  /// nvcc's global atomic operations.
  [[nodiscard]] const line_atomics& atomics() const { return atomics_; }

 private:
  friend class code_listing;
  line_atomics atomics_{};
  std::map<std::pair<std::string, int>, compiled_line> lines_;
};

/// Reads the output of `nvdisasm -gi` or `-g` for code compiled by nvcc -lineinfo.
class code_listing {
 public:
  explicit code_listing(std::istream& text)
  {
    for (std::string line; std::getline(text, line);) read(line);
    end_kernel();
  }
  /// The kernel named "void f<3>(int*)" or "f<3>"; nullptr if it is not in the listing.
  [[nodiscard]] const compiled_kernel* kernel(const std::string& name) const
  {
    if (const auto found = kernels_.find(name); found != kernels_.end()) return &found->second;
    for (const auto& [function, kernel] : kernels_)
      if (without_parameters(function) == name) return &kernel;
    return nullptr;
  }

 private:
  using place = std::pair<std::string, int>;
  using access = std::pair<place, std::string>;  ///< loads or stores of a line, by memory
  struct basic_block {
    std::vector<std::string> labels{};
    std::string target{};  ///< target of the branch at its end
    std::map<access, int> bytes{};
  };
  /// An innermost loop, or a block outside of loops.
  struct region {
    bool loops;
    int bytes;
    std::map<access, int> accesses;
  };

  void read(const std::string& line)
  {
    if (line.starts_with(".text.") && line.back() == ':') {
      end_kernel();
      name_ = demangled(line.substr(6, line.size() - 7));
      has_voted_ = has_calls_ = false;
      exit_ = {};
      blocks_.emplace_back();
    } else if (listing_place::is_named(line)) {
      named_.read(line);
      place_ = *named_;
    } else if (blocks_.empty()) {
      return;
    } else if (line.starts_with(".L") && line.back() == ':') {
      tails_.read_label(line.substr(0, line.size() - 1));
      leavers_.read_label(line.substr(0, line.size() - 1));
      if (!blocks_.back().bytes.empty() || !blocks_.back().target.empty()) blocks_.emplace_back();
      blocks_.back().labels.push_back(line.substr(0, line.size() - 1));
    } else if (line.find("/*") != std::string::npos && line.find(';') != std::string::npos) {
      read_instruction(line.substr(line.find("*/") + 2));
    }
  }
  void read_instruction(const std::string& text)
  {
    const std::size_t word = text.find_first_not_of(' ');
    std::size_t begin = word;
    if (begin != std::string::npos && text[begin] == '@') begin = text.find_first_not_of(' ', text.find(' ', begin));
    if (begin == std::string::npos) return;
    const std::string name = text.substr(begin, text.find_first_of(" ;", begin) - begin);
    if (name.starts_with("VOTE") || name.starts_with("REDUX")) has_voted_ = true;
    if (name.starts_with("ATOMG") || name.starts_with("REDG")) {
      compiled_kernel& own = kernels_[name_];
      for (line_atomics* const made : {&own.atomics_, &own.lines_[place_].atomics})
        ++(has_voted_ && begin != word ? made->combined : made->single);
    }
    tails_.read_instruction(name, text.substr(begin + name.size()), begin != word);
    if (name.starts_with("EXIT") && begin != word) read_exit();
    leavers_.read_instruction(name, text.substr(begin + name.size()), begin != word);
    // The compiler's own functions, such as of divisions, access no memory.
    if (name.starts_with("CALL") && text.find("$__internal_") == std::string::npos) has_calls_ = true;
    if (name.starts_with("BRA") || name.starts_with("EXIT")) {
      blocks_.back().target = loop_tails::label_in(text);
      blocks_.emplace_back();
      has_voted_ = false;
    } else if (name.starts_with("LDS") || name.starts_with("STS") || name.starts_with("LDG") ||
               name.starts_with("STG") || name.starts_with("ATOM") || name.starts_with("RED")) {
      const int bytes = bytes_of(name);
      blocks_.back().bytes[{place_, name.substr(0, 3)}] += bytes;
      tails_.read_access(place_);
      leavers_.read_access(place_);
      compiled_line& line = kernels_[name_].lines_[place_];
      if (name.starts_with("LD")) line.behind_exit += exit_.first == place_.first && exit_ > place_;
      if (line_accesses* const made = accesses_of(line, name); made != nullptr) made->add(bytes, text);
      if (name.starts_with("LDS")) line.widest_load = std::max(line.widest_load, bytes);
      if (name.starts_with("STS")) line.widest_store = std::max(line.widest_store, bytes);
    }
  }
  /// Reads a conditional end of the kernel.
  void read_exit()
  {
    exit_ = std::max(exit_, place_);
    for (auto& [at, line] : kernels_[name_].lines_)
      if (at.first == place_.first && at < place_) line.is_before_exit = true;
  }
  /// The line's accesses of an instruction's kind; nullptr for atomic operations.
  static line_accesses* accesses_of(compiled_line& line, const std::string& instruction)
  {
    return instruction.starts_with("LDG")   ? &line.global_loads
           : instruction.starts_with("STG") ? &line.global_stores
           : instruction.starts_with("LDS") ? &line.shared_loads
           : instruction.starts_with("STS") ? &line.shared_stores
                                            : nullptr;
  }
  static int bytes_of(const std::string& name)
  {
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    return has(".128") ? 16 : has(".64") ? 8 : has(".U16") || has(".S16") ? 2 : has(".U8") || has(".S8") ? 1 : 4;
  }

  void end_kernel()
  {
    mark_loops();
    const std::vector<region> all = regions();
    for (const region& r : all)
      for (const auto& [what, bytes] : r.accesses)
        if (what.second == "STS" || what.second == "LDS") find_words_of(what.first);
    for (std::size_t main = 0; main < all.size(); ++main)
      if (all[main].loops) find_rest(all, main);
    (blocks_.clear)();
    for (const place& line : tails_.end()) kernels_[name_].lines_[line].ends_kernel = true;
    for (const place& line : leavers_.end()) kernels_[name_].lines_[line].is_left_to_apart = true;
  }
  /// Finds the lines beside a line with stores of vectors that have fewer stores, and those beside a line with loads of
  /// vectors that have no loads: their words are in these vectors.
  void find_words_of(const place& of)
  {
    std::map<place, compiled_line>& lines = kernels_[name_].lines_;
    const compiled_line& line = lines[of];
    if (std::max(line.shared_loads.widest, line.shared_stores.widest) <= 4) return;
    for (int beside = -1; beside <= 1; beside += 2) {
      compiled_line& other = lines[{of.first, of.second + beside}];
      if (line.shared_loads.widest > 4 && other.shared_loads.count == 0) other.loaded_by = &line;
      if (line.shared_stores.widest > 4 && other.shared_stores.widest < line.shared_stores.widest &&
          other.shared_stores.count < line.shared_stores.count)
        other.with = &line;
    }
  }
  /// Marks the accesses that are in a loop, innermost or not, or that may be in a function.
  void mark_loops()
  {
    std::map<std::string, std::size_t> at;
    std::vector<bool> loops(blocks_.size(), has_calls_);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      for (const std::string& label : blocks_[b].labels) at[label] = b;
      if (const auto begin = at.find(blocks_[b].target); begin != at.end())
        for (std::size_t in = begin->second; in <= b; ++in) loops[in] = true;
    }
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (const auto& [what, bytes] : blocks_[b].bytes)
        if (line_accesses* const made =
                loops[b] ? accesses_of(kernels_[name_].lines_[what.first], what.second) : nullptr;
            made != nullptr) {
          made->in_loop = true;
          made->bytes_in_loops += bytes;
        }
  }
  [[nodiscard]] std::vector<region> regions() const
  {
    std::map<std::string, std::size_t> at;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (const std::string& label : blocks_[b].labels) at[label] = b;
    std::vector<std::size_t> begin_of_loop(blocks_.size(), blocks_.size());  // by the last block of the loop
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      if (const auto to = at.find(blocks_[b].target); to != at.end() && to->second <= b) begin_of_loop[b] = to->second;
    std::vector<region> all;
    std::vector<std::size_t> block_of;  // where a region begins
    std::size_t last_loop = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      all.push_back({false, 0, blocks_[b].bytes});
      block_of.push_back(b);
      if (begin_of_loop[b] == blocks_.size()) continue;
      if (begin_of_loop[b] >= last_loop) {
        region loop{true, 0, {}};
        for (; !block_of.empty() && block_of.back() >= begin_of_loop[b]; block_of.pop_back(), all.pop_back())
          for (const auto& [what, bytes] : all.back().accesses) loop.accesses[what] += bytes;
        all.push_back(loop);
        block_of.push_back(begin_of_loop[b]);
      }
      last_loop = b + 1;
    }
    std::erase_if(all, [](const region& r) { return r.accesses.empty(); });
    for (region& r : all)
      for (const auto& [what, bytes] : r.accesses) r.bytes += bytes;
    return all;
  }
  /// Whether `rest` is the remainder of the unrolled loop `main`: a loop of one round each, or consecutive copies of a
  /// round.
  void find_rest(const std::vector<region>& all, std::size_t main)
  {
    for (const int copies : {16, 8, 4}) {
      const auto is_rest = [&](const region& r) {
        return &r != &all[main] && are_of_one_loop(r, all[main]) && is_so_many(all[main], r, copies);
      };
      const auto first = std::find_if(all.begin(), all.end(), is_rest);
      if (first == all.end() || (!first->loops && !goes_on(*first, std::next(first), all.end()) &&
                                 std::count_if(all.begin(), all.end(), is_rest) < 2))
        continue;
      for (const auto& [what, bytes] : all[main].accesses) {
        unrolled_loop& loop = kernels_[name_].lines_[what.first].loop;
        if (loop.copies < copies) loop = {copies, first < all.begin() + static_cast<std::ptrdiff_t>(main)};
      }
      return;
    }
  }
  /// Whether a round without a loop goes on with the other two of a remainder, the last of which is predicated. They
  /// may have fewer loads each, of words that all rounds use.
  template <class Iterator>
  static bool goes_on(const region& round, Iterator next, Iterator end)
  {
    return next != end && !next->loops && are_of_one_loop(*next, round) && next->bytes > round.bytes &&
           next->bytes <= 2 * round.bytes;
  }
  static bool are_of_one_loop(const region& a, const region& b)
  {
    return std::all_of(a.accesses.begin(), a.accesses.end(),
                       [&](const auto& l) { return b.accesses.count(l.first) > 0; });
  }
  /// Whether `main` loads the bytes of `copies` times `rest`; merged loads may exceed them by up to a quarter.
  static bool is_so_many(const region& main, const region& rest, int copies)
  {
    return main.bytes >= copies * rest.bytes && 4 * main.bytes <= 5 * copies * rest.bytes;
  }

  std::map<std::string, compiled_kernel> kernels_;
  std::string name_;
  listing_place named_;
  place place_;
  std::vector<basic_block> blocks_;
  bool has_voted_ = false;  ///< whether the basic block has asked which lanes are active
  bool has_calls_ = false;  ///< whether functions are called, perhaps more than once
  place exit_;              ///< the last line with a conditional end of the kernel
  loop_tails tails_;
  loop_leavers leavers_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
