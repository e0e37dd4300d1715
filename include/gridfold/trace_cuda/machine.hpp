// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The machine that runs CUDA kernels in a trace: the state shared by all launches of a program.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <gridfold/trace_cuda/debug_types.hpp>
#include <gridfold/trace_cuda/device_memory.hpp>
#include <gridfold/trace_cuda/line_table.hpp>
#include <gridfold/trace_cuda/program_image.hpp>
#include <gridfold/trace_cuda/scoped_names.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <gridfold/trace_cuda/source_text.hpp>
#include <gridfold_cuda/interface.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Dynamic shared memory; every `extern __shared__` array refers to it.
extern "C" thread_local char gridfold_dynamic_shared[];

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

using gridfold_cuda::cuda_launch, gridfold_cuda::most_shared_bytes;

/// A recorder, and the launches that it recorded.
struct cuda_session {
  explicit cuda_session(const rule_set& rules) : record(rules, running_order::ascending) {}

  kernel_launches& launches_of(const std::string& kernel)
  {
    for (kernel_launches& k : kernels)
      if (k.kernel == kernel) return k;
    kernels.push_back({kernel});
    return kernels.back();
  }

  recorder record;
  std::vector<kernel_launches> kernels{};
  std::vector<std::uint64_t> registered{};         ///< beginnings of ranges that belong to this session
  running_order order = running_order::ascending;  ///< of blocks, warps and lanes
  std::optional<code_listing> compiled{};          ///< nvcc's machine code of the kernels
  bool shows_progress = false;
  std::int64_t most_blocks = 0;   ///< number of blocks to trace per launch; 0: all
  std::int64_t event_budget = 0;  ///< accesses and basic blocks to trace in total; 0: any number
  std::int64_t traced_events = 0;
  std::int64_t most_events = std::int64_t{1} << 28;  ///< events of a warp between two barriers
};

/// The traced program: its files, lines and variables, its memory as kernels see it, and the sessions that trace it.
class cuda_machine {
 public:
  cuda_machine()
      : lines_(image_.section(".debug_line"), image_.section(".debug_str"), image_.section(".debug_line_str"))
  {
    find_variables();
  }

  [[nodiscard]] cuda_session& session() { return *sessions_.back(); }
  void begin(cuda_session& session)
  {
    sessions_.push_back(&session);
    forget_watches();
  }
  void end(cuda_session& session)
  {
    std::erase_if(sessions_, [&](const cuda_session* s) { return s == &session; });
    for (std::uint64_t begin : session.registered) memory_.remove(begin);
    forget_watches();
  }
  [[nodiscard]] device_memory& memory() { return memory_; }

  /// The "kernel", "file.cu" and line of a code address.
  [[nodiscard]] source_place place_of(const void* code, const std::string& kernel) const
  {
    const line_entry entry = entry_of(code);
    return {kernel, lines_.file(entry.file), entry.line};
  }
  /// The place in the source of a code address, with its column.
  [[nodiscard]] line_entry entry_of(const void* code) const
  {
    return lines_.in_program(reinterpret_cast<std::uint64_t>(code) - image_.base() - 1);
  }
  /// The structs that the function at a code address uses.
  [[nodiscard]] std::vector<struct_shape> structs_near(const void* code)
  {
    if (!types_)
      types_.emplace(image_.section(".debug_info"), image_.section(".debug_abbrev"), image_.section(".debug_addr"));
    return types_->shapes_near(reinterpret_cast<std::uint64_t>(code) - image_.base() - 1);
  }
  [[nodiscard]] const std::string& line_of(const line_entry& entry)
  {
    return text_.line(lines_.file(entry.file), entry.line);
  }
  /// The name of the array that the source accesses at a code address; empty if unknown.
  [[nodiscard]] std::string array_at(const void* code, bool stores)
  {
    const line_entry entry = entry_of(code);
    return accessed_name(line_of(entry), entry.column, stores);
  }
  /// The text from a source place to another one of its file; empty if that is not near behind it.
  [[nodiscard]] std::string text_between(const line_entry& begin, const line_entry& end)
  {
    return begin.file != end.file
               ? std::string()
               : text_.between(lines_.file(begin.file), {begin.line, begin.column}, {end.line, end.column});
  }
  /// The shared array with this name near an address: the kernel's own one; else the one that contains the address;
  /// else another one; nullptr if there is none.
  [[nodiscard]] device_range* shared_array_near(const std::string& name, const std::string& kernel,
                                                std::uint64_t address)
  {
    device_range* best = nullptr;
    const std::string function = short_name(kernel), plain = plain_name(function);
    const auto rank = [&](const device_range& range) {
      return 4 * (range.function == function) + 2 * (plain_name(range.function) == plain) +
             (address >= range.begin && address < range.end);
    };
    memory_.for_each([&](device_range& range) {
      if (range.kind == memory_kind::in_shared && range.name == name && address + device_memory::margin > range.begin &&
          address < range.end + device_memory::margin && (best == nullptr || rank(range) > rank(*best)))
        best = &range;
    });
    return best;
  }
  /// The name of a kernel, such as "transpose<32>", from its address, without unnamed namespaces.
  [[nodiscard]] std::string kernel_name(const void* kernel, const char* text) const
  {
    const program_symbol* const symbol = image_.function_at(kernel);
    if (symbol == nullptr) return text;
    return without_unnamed(without_parameters(demangled(symbol->mangled)));
  }

  /// The function at a code address, such as "void transpose<32>(float*)"; empty if unknown.
  [[nodiscard]] std::string function_at(const void* code) const
  {
    const program_symbol* const symbol = image_.function_at(code);
    return symbol == nullptr ? std::string() : demangled(symbol->mangled);
  }

  /// Adds the closure that holds a kernel's arguments as readable memory.
  void add_arguments(const void* closure, std::size_t bytes)
  {
    const auto begin = reinterpret_cast<std::uint64_t>(closure);
    memory_.add({begin,
                 begin + std::max<std::size_t>(1, bytes),
                 nullptr,
                 memory_kind::in_constant,
                 "parameters",
                 nullptr,
                 role::input,
                 {},
                 true});
  }
  /// The address of a warp's local arrays with a name, for all lanes. No program has memory at such addresses.
  const device_range& local_range(const std::string& name, std::size_t bytes)
  {
    const auto [known, is_new] = local_.try_emplace({name, bytes}, first_local + local_.size() * most_local_bytes);
    if (is_new)
      memory_.add({known->second, known->second + warp_threads * (bytes + 15) / 16 * 16, nullptr, memory_kind::in_local,
                   name, nullptr, role::update});
    return *memory_.find(known->second);
  }
  /// Prepares the program's memory for a launch with `shared` bytes of dynamic shared memory.
  void prepare(std::size_t shared)
  {
    for (const shared_array& array : shared_)
      memory_.add({array.begin, array.begin + array.bytes, nullptr, memory_kind::in_shared, array.name, nullptr,
                   role::scratch, array.function});
    for (const shared_array& array : dynamic_) {
      memory_.remove(array.begin);
      if (shared > 0) memory_.add({array.begin, array.begin + shared, nullptr, memory_kind::in_shared, array.name});
    }
    watched_in_launch_ = {};
    forget_watches(memory_kind::in_shared);
  }
  /// Called when untraced blocks run: from then on all global memory counts as written.
  void assume_written()
  {
    memory_.for_each([](device_range& range) {
      if (range.kind != memory_kind::in_global) return;
      range.as = role::update;
      if (range.memory != nullptr) recorder::assume_filled(*range.memory);
    });
  }
  /// The watched memory of a range; nullptr if it is not watched.
  watched_memory* watch(device_range& range)
  {
    if (range.memory != nullptr || range.is_ignored) return range.memory;
    const std::uint64_t origin = range.kind == memory_kind::in_shared ? dynamic_begin() & ~std::uint64_t{127} : 0;
    std::string name = range.name;
    if (range.kind == memory_kind::in_shared) {
      for (const std::string& known : watched_in_launch_)
        if (known == name) name += "'";
      watched_in_launch_.push_back(name);
    }
    const std::size_t bytes = range.end - range.begin;
    range.memory =
        &session().record.watch(name, range.as,
                                {range.kind, reinterpret_cast<const void*>(range.begin), bytes, 4,
                                 static_cast<std::int64_t>(bytes / 4), reinterpret_cast<const void*>(origin)});
    return range.memory;
  }

 private:
  struct shared_array {
    std::string name, function;
    std::uint64_t begin, bytes;
  };

  static std::uint64_t dynamic_begin() { return reinterpret_cast<std::uint64_t>(&gridfold_dynamic_shared[0]); }

  /// Registers global and constant variables as ranges, and thread-local ones as the shared arrays of kernels.
  void find_variables()
  {
    std::uint64_t here = 0;
    for (const program_symbol& s : image_.symbols())
      if (s.mangled == "gridfold_dynamic_shared") here = s.begin;
    const std::uint64_t storage = dynamic_begin() - here;
    for (const program_symbol& s : image_.symbols()) {
      const std::string name = short_name(demangled(s.mangled));
      if (s.of == program_symbol::kind::thread_local_variable) {
        if (s.mangled == "gridfold_dynamic_shared") continue;
        // Skips the guard of an array whose class has constructors; kernels do not access it themselves.
        if (s.mangled.starts_with("_ZGV")) {
          memory_.add({storage + s.begin,
                       storage + s.begin + s.bytes,
                       nullptr,
                       memory_kind::in_global,
                       name,
                       nullptr,
                       role::update,
                       {},
                       true});
          continue;
        }
        // An array of unknown type extends as far as possible.
        const bool dynamic = s.begin == here || s.bytes + 64 > most_shared_bytes;
        if (dynamic || s.bytes > 0)
          (dynamic ? dynamic_ : shared_)
              .push_back({name, function_of(demangled(s.mangled)), storage + s.begin, s.bytes});
      } else if (s.of == program_symbol::kind::variable || s.of == program_symbol::kind::constant) {
        const bool constant = s.of == program_symbol::kind::constant;
        memory_.add({s.begin,
                     s.begin + s.bytes,
                     nullptr,
                     constant ? memory_kind::in_constant : memory_kind::in_global,
                     name,
                     nullptr,
                     role::update,
                     {},
                     is_builtin(name)});
      }
    }
  }

  /// Forgets all watches: memory that other sessions have watched is watched anew.
  void forget_watches()
  {
    memory_.for_each([](device_range& range) {
      if (range.memory != nullptr && range.kind == memory_kind::in_global) range.as = role::update;
      range.memory = nullptr;
    });
  }
  void forget_watches(memory_kind kind)
  {
    memory_.for_each([=](device_range& range) {
      if (range.kind == kind) range.memory = nullptr;
    });
  }

  program_image image_;
  line_table lines_;
  std::optional<debug_types> types_;  ///< read on first use
  source_text text_;
  device_memory memory_;
  std::vector<shared_array> shared_, dynamic_;
  static constexpr std::uint64_t first_local = std::uint64_t{1} << 47, most_local_bytes = std::uint64_t{1} << 24;
  std::map<std::pair<std::string, std::size_t>, std::uint64_t> local_;  ///< where they begin
  std::vector<std::string> watched_in_launch_;
  std::vector<cuda_session*> sessions_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
