// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The results of a trace: access sites, their counts, and faults.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/core/text_fields.hpp>
#include <gridfold/trace/fault.hpp>
#include <gridfold/trace/kept_request.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/source_place.hpp>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The order in which a trace runs the blocks of a grid, the warps of a block and the lanes of a warp: ascending by
/// number, descending, or scattered. Results that differ depend on the order of atomic operations, which a GPU does not
/// guarantee. In a scattered trace of a CUDA kernel, a thread's first load of a word that other threads change at the
/// same time gets the value from before the launch: results that differ depend on time.
enum class running_order { ascending, descending, scattered };

namespace tracing
{

/// The block, warp or lane that runs as number `n` of `count`.
template <class Integer>
[[nodiscard]] constexpr Integer number_in(running_order order, Integer n, Integer count)
{
  if (order == running_order::ascending) return n;
  if (order == running_order::descending) return count - 1 - n;
  constexpr std::int64_t first = 7919, second = 7907;  // primes: one that does not divide the count meets every number
  const std::int64_t step = count % first != 0 ? first : count % second != 0 ? second : 1;
  return static_cast<Integer>((n * step + count / 2) % count);
}

}  // namespace tracing

/// Counts of requests.
struct access_counts {
  std::int64_t requests = 0;      ///< accesses of a warp in one instruction
  std::int64_t accesses = 0;      ///< accesses of single lanes
  std::int64_t addresses = 0;     ///< different addresses per request, summed
  std::int64_t bytes_asked = 0;   ///< number of different addresses in each request, summed
  std::int64_t transactions = 0;  ///< global memory: transfers by the memory rule, by default sectors
  std::int64_t bytes_moved = 0;   ///< bytes of these transfers
  std::int64_t wavefronts = 0;    ///< shared memory: passes over the banks
  std::int64_t conflicts = 0;     ///< wavefronts beyond those without bank conflicts
  std::int64_t collisions = 0;    ///< atomics: accesses beyond the first to an address within a request

  /// The degree of coalescing: bytes asked for / bytes moved; 1 if nothing was moved.
  [[nodiscard]] double degree() const { return bytes_moved == 0 ? 1 : ratio(bytes_asked, bytes_moved); }
  /// Transactions (by default sectors) per request.
  [[nodiscard]] double transactions_per_request() const { return ratio(transactions, requests); }
  [[nodiscard]] double wavefronts_per_request() const { return ratio(wavefronts, requests); }
  [[nodiscard]] double addresses_per_request() const { return ratio(addresses, requests); }
  /// Average number of active lanes per request, of 32.
  [[nodiscard]] double lanes_per_request() const { return ratio(accesses, requests); }

  friend access_counts operator+(const access_counts& a, const access_counts& b) { return combined(a, b, 1); }
  friend access_counts operator-(const access_counts& a, const access_counts& b) { return combined(a, b, -1); }

 private:
  static access_counts combined(const access_counts& a, const access_counts& b, std::int64_t sign)
  {
    return {a.requests + sign * b.requests,         a.accesses + sign * b.accesses,
            a.addresses + sign * b.addresses,       a.bytes_asked + sign * b.bytes_asked,
            a.transactions + sign * b.transactions, a.bytes_moved + sign * b.bytes_moved,
            a.wavefronts + sign * b.wavefronts,     a.conflicts + sign * b.conflicts,
            a.collisions + sign * b.collisions};
  }
  static double ratio(std::int64_t a, std::int64_t b)
  {
    return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
  }
};

/// Why the counts of a GPU may differ from those of an access site.
struct count_doubts {
  bool by_time = false;  ///< other threads change the accessed words meanwhile
  bool rounds = false;   ///< lanes leave a loop after different numbers of rounds, and nvcc may unroll it
  bool vectors = false;  ///< nvcc may merge accesses to neighbouring words of shared memory
  bool apart = false;    ///< lanes leave a loop for the access one after another, and a GPU may bring some together

  friend bool operator==(const count_doubts&, const count_doubts&) = default;

  /// A clause for each.
  [[nodiscard]] std::vector<std::string> sentences() const
  {
    std::vector<std::string> all;
    if (by_time) all.push_back("other threads change these words meanwhile, so the count depends on time");
    if (rounds) all.push_back("lanes run the loop in different numbers of rounds, and nvcc may unroll it");
    if (vectors) all.push_back("nvcc may merge neighbouring words of shared memory into vectors");
    if (apart) all.push_back("lanes leave a loop one after another, and the hardware may bring some of them together");
    return all;
  }
  /// The names "time", "rounds", "vectors" and "apart", with blanks between them.
  [[nodiscard]] std::string words() const
  {
    const std::string all = std::string(by_time ? " time" : "") + (rounds ? " rounds" : "") +
                            (vectors ? " vectors" : "") + (apart ? " apart" : "");
    return all.substr(all.empty() ? 0 : 1);
  }
};

/// An access site: a view, a kind of access and its width in bytes; for CUDA kernels also the source line
/// (trace_cuda.hpp). Two loads of one view by a kernel of this library are one site; to separate them, trace the memory
/// under two names.
struct access_site : access_counts {
  std::string view;
  access_kind does = access_kind::load;
  memory_kind memory = memory_kind::in_global;
  int bytes = 0;
  source_place at{};
  count_doubts may_differ{};

  [[nodiscard]] std::string name() const
  {
    return at.text() + view + " (" + name_of(does) + ", " + std::to_string(bytes) + " bytes)";
  }
};

/// The requests and shapes that a trace keeps for pictures, see kept_request.hpp.
struct trace_samples {
  std::vector<traced_memory_shape> shapes{};
  std::vector<std::vector<kept_request>> requests{};  ///< the first requests of each site, in the order of the sites
  memory_units units{};
};

/// The results of a trace.
class trace_report {
 public:
  trace_report(std::vector<access_site> sites, std::vector<fault> faults, trace_samples samples = {})
      : sites_(gridfold::core::moved(sites)),
        faults_(gridfold::core::moved(faults)),
        samples_(gridfold::core::moved(samples))
  {
  }

  [[nodiscard]] const std::vector<access_site>& sites() const& { return sites_; }
  [[nodiscard]] std::vector<access_site> sites() && { return gridfold::core::moved(sites_); }

  /// The only site of a view. Throws `error` with a list of sites if it has none or several.
  [[nodiscard]] access_site site(const std::string& view) const
  {
    return only(view, [](const access_site&) { return true; });
  }
  /// The only site of a view with this kind of access. Throws `error` like site(view).
  [[nodiscard]] access_site site(const std::string& view, access_kind does) const
  {
    return only(view, [=](const access_site& s) { return s.does == does; });
  }
  /// The only site of a view with this kind and width of access. Throws `error` like site(view).
  [[nodiscard]] access_site site(const std::string& view, access_kind does, int bytes) const
  {
    return only(view, [=](const access_site& s) { return s.does == does && s.bytes == bytes; });
  }

  /// The sum over all sites of a source line, of all kernels. Throws `error` if it has none.
  [[nodiscard]] access_counts line(int number) const
  {
    const access_counts all = sum([&](const access_site& s) { return s.at.line == number; });
    if (all.requests == 0) fail("line " + std::to_string(number), "no site");
    return all;
  }

  /// The sum over all sites for which `chosen` returns true.
  template <class Chosen>
  [[nodiscard]] access_counts sum(Chosen chosen) const
  {
    access_counts all;
    for (const access_site& s : sites_)
      if (chosen(s)) all = all + s;
    return all;
  }
  /// The sum over all sites of a view. Throws `error` if it has none.
  [[nodiscard]] access_counts view(const std::string& name) const
  {
    const access_counts all = sum([&](const access_site& s) { return s.view == name; });
    if (all.requests == 0) fail(name, "no site");
    return all;
  }

  /// Faults of the kernels, each kind once per view; empty if none was found.
  [[nodiscard]] const std::vector<fault>& faults() const& { return faults_; }
  [[nodiscard]] std::vector<fault> faults() && { return gridfold::core::moved(faults_); }

  /// The first requests of each site and the shapes of the views, from which draw.hpp draws.
  [[nodiscard]] const trace_samples& samples() const { return samples_; }

  /// A readable table of all sites and faults.
  [[nodiscard]] std::string table() const
  {
    std::string text =
        "view                 does   memory   bytes   requests  lanes  moved/req  degree  waves/req  addr/req  "
        "collisions\n";
    for (const access_site& s : sites_) text += row(s);
    for (const fault& f : faults_) text += core::printable(f.text()) + "\n";
    return text;
  }

  /// The sites as comma-separated values with a header line. Kernel and file are empty and the line is 0 for kernels of
  /// this library; `sectors` are the transactions of the trace's rule.
  [[nodiscard]] std::string csv() const
  {
    std::string text =
        "kernel,file,line,space,access,bytes,requests,sectors,wavefronts,array,lanes,bytes_asked,bytes_moved,conflicts,"
        "collisions,addresses,may_differ\n";
    const auto add = [&](std::initializer_list<std::int64_t> numbers) {
      for (const std::int64_t number : numbers) text.append(1, ',').append(std::to_string(number));
    };
    for (const access_site& s : sites_) {
      text += core::csv_field(s.at.kernel) + "," + core::csv_field(s.at.file);
      add({s.at.line});
      text.append(1, ',').append(name_of(s.memory)).append(1, ',').append(name_of(s.does));
      add({s.bytes, s.requests, s.transactions, s.wavefronts});
      text += "," + core::csv_field(s.view);
      add({s.accesses, s.bytes_asked, s.bytes_moved, s.conflicts, s.collisions, s.addresses});
      text += "," + s.may_differ.words() + "\n";
    }
    return text;
  }

 private:
  template <class Chosen>
  [[nodiscard]] access_site only(const std::string& view, Chosen chosen) const
  {
    const access_site* found = nullptr;
    for (const access_site& s : sites_) {
      if (s.view != view || !chosen(s)) continue;
      if (found != nullptr) fail(view, "several sites");
      found = &s;
    }
    if (found == nullptr) fail(view, "no site");
    return *found;
  }

  [[noreturn]] void fail(const std::string& view, const char* what) const
  {
    std::string there;
    for (const access_site& s : sites_) there += (there.empty() ? "" : ", ") + s.name();
    throw error("the trace has " + std::string(what) + " '" + view + "' of that description (it has " +
                (there.empty() ? "none at all" : there) +
                "): ask for one of these, by view, access and bytes, or for the view's sum");
  }

  static std::string row(const access_site& s)
  {
    std::string name = core::printable(s.view);
    const auto characters =
        std::count_if(name.begin(), name.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    if (characters < 20) name.append(static_cast<std::size_t>(20 - characters), ' ');
    char numbers[256];  // ten numbers of at most 22 characters
    std::snprintf(numbers, sizeof(numbers), " %-6s %-8s %5d %10lld %6.1f %10.2f %6.1f%% %10.2f %9.2f %11lld",
                  name_of(s.does), name_of(s.memory), s.bytes, static_cast<long long>(s.requests),
                  s.lanes_per_request(), s.transactions_per_request(), 100 * s.degree(), s.wavefronts_per_request(),
                  s.addresses_per_request(), static_cast<long long>(s.collisions));
    return name + numbers + (s.at.line == 0 ? "\n" : "  " + s.at.text() + s.at.kernel + "\n");
  }

  std::vector<access_site> sites_;
  std::vector<fault> faults_;
  trace_samples samples_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
