// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program gallery: wrong programs that textbooks warn of (Fan, CUDA Programming, ch. 8 and 9), what the tracer
/// says of each without a GPU, and the cures. docs/gallery.md and docs/gallery_counts.md show them.
#include <cstdio>
#include <gridfold/trace/executor.hpp>
#include <numeric>
#include <string>

namespace
{

namespace gf = gridfold;

// --- Sums of 200 ones

constexpr int terms = 200, threads = 100;

struct without_barrier {
  // [no_barrier]
  template <class Block, class X>
  static void add_halves(Block& block, X x)
  {
    block.each_thread([&](gf::thread t) {
      for (int size = threads; size > 1; size = (size + 1) / 2)
        if (t.rank + (size + 1) / 2 < size) x[t.rank] += x[t.rank + (size + 1) / 2];
    });
  }
  // [no_barrier]
};

struct with_barrier {
  // [barrier]
  template <class Block, class X>
  static void add_halves(Block& block, X x)
  {
    for (int size = threads; size > 1; size = (size + 1) / 2)
      block.each_thread([&](gf::thread t) {
        if (t.rank + (size + 1) / 2 < size) x[t.rank] += x[t.rank + (size + 1) / 2];
      });
  }
  // [barrier]
};

struct store_plainly {
  // [plain_store]
  template <class Y>
  static void finish(Y y, float sum_of_block)
  {
    y[0] = sum_of_block;
  }
  // [plain_store]
};

struct add_plainly {
  // [plain_add]
  template <class Y>
  static void finish(Y y, float sum_of_block)
  {
    y[0] += sum_of_block;
  }
  // [plain_add]
};

struct add_atomically {
  // [atomic_add]
  template <class Y>
  static void finish(Y y, float sum_of_block)
  {
    gf::atomically(y[0]) += sum_of_block;
  }
  // [atomic_add]
};

// [reduce]
/// Each block adds up its threads' terms in shared memory; its first thread adds the result to y[0].
template <class Halves, class Finish, class X, class Y>
struct reduce {
  using block_shape = gf::block<threads>;
  struct shared_storage {
    float s_y[threads];
  };
  X x;
  Y y;

  template <class Block>
  void operator()(Block& block) const
  {
    auto&& s_y = block.shared(gf::member<&shared_storage::s_y>{});
    const int first = static_cast<int>(block.index().x) * threads;
    block.each_thread([&](gf::thread t) { s_y[t.rank] = x[first + t.rank]; });
    Halves::add_halves(block, s_y);
    block.first_thread([&](gf::thread) { Finish::finish(y, s_y[0]); });
  }
};
// [reduce]

// --- Neighbours of 100 particles in a row

constexpr int particles = 100, capacity = 4;

struct count_plainly {
  // [plain_count]
  template <class Counts, class Lists>
  static void append(Counts counts, Lists lists, int n, int other)
  {
    const int slot = counts[n];  // NL[n*MN + NN[n]++] = other
    counts[n] = slot + 1;
    lists[n * capacity + slot] = other;
  }
  // [plain_count]
};

struct read_then_count {
  // [late_count]
  template <class Counts, class Lists>
  static void append(Counts counts, Lists lists, int n, int other)
  {
    lists[n * capacity + counts[n]] = other;
    gf::atomically(counts[n]) += 1;
  }
  // [late_count]
};

struct count_atomically {
  // [atomic_count]
  template <class Counts, class Lists>
  static void append(Counts counts, Lists lists, int n, int other)
  {
    const int slot = gf::atomically(counts[n]).fetch_add(1);
    lists[n * capacity + slot] = other;
  }
  // [atomic_count]
};

// [find]
/// Thread n tests particle n with those after it.
template <class Append, class X, class Counts, class Lists>
void find_neighbors(int n, X x, Counts counts, Lists lists)
{
  for (int other = n + 1; other < particles; ++other)
    if (x[other] - x[n] < 1.5f) {
      Append::append(counts, lists, n, other);
      Append::append(counts, lists, other, n);
    }
}
// [find]

// --- Traces

bool as_told = true;

/// Prints a result and the faults.
void print(const char* program, const char* what, int found, int right, bool wrong_program,
           const gf::trace_report& seen)
{
  std::printf("%s: %d %s, %d are right\n", program, found, what, right);
  for (const gf::fault& fault : seen.faults()) std::printf("  %s\n", fault.text().c_str());
  if (seen.faults().empty()) std::printf("  no faults\n");
  as_told = as_told && wrong_program != seen.faults().empty();
}

template <class Halves, class Finish>
void show_sum(const char* program, bool wrong_program)
{
  gf::aligned_vector<float> x(terms, 1), y(1);
  const gf::trace on;
  auto in = on.argument(static_cast<const float*>(x.data()), terms, "x");
  auto out = on.argument(y.data(), 1, "y", gf::role::update);
  using kernel = reduce<Halves, Finish, decltype(in), decltype(out)>;
  on.run(kernel{in, out}, {terms / threads, 1, 1});
  print(program, "terms are in the sum", static_cast<int>(y[0]), terms, wrong_program, on.report());
}

/// Counts are set to zero by a launch of their own, or by each thread as it begins.
template <class Append, bool OwnLaunch = true>
void show_lists(const char* program, bool wrong_program)
{
  gf::aligned_vector<float> x(particles);
  std::iota(x.begin(), x.end(), 0.0f);
  gf::aligned_vector<int> counts(particles, -1), lists(particles * capacity);
  const gf::trace on;
  const auto where = on.argument(static_cast<const float*>(x.data()), particles, "x");
  const auto count = on.argument(counts.data(), particles, "counts", gf::role::output);
  const auto list = on.argument(lists.data(), particles * capacity, "lists", gf::role::scratch);
  const auto for_each_particle = [&](auto f) {
    on.for_each_thread<gf::block<32>>({(particles + 31) / 32, 1, 1}, [&](gf::index3 block, gf::thread t) {
      const int n = static_cast<int>(block.x) * 32 + t.rank;
      if (n < particles) f(n);
    });
  };
  // [zero]
  if (OwnLaunch) for_each_particle([&](int n) { count[n] = 0; });
  for_each_particle([&](int n) {
    if (!OwnLaunch) count[n] = 0;
    find_neighbors<Append>(n, where, count, list);
  });
  // [zero]
  const int found = std::accumulate(counts.begin(), counts.end(), 0);
  print(program, "neighbours are counted", found, 2 * (particles - 1), wrong_program, on.report());
}

}  // namespace

int main()
{
  show_sum<without_barrier, add_atomically>("a sum without barriers", true);
  show_sum<with_barrier, add_atomically>("with barriers", false);
  show_sum<with_barrier, store_plainly>("a store by each block", true);
  show_sum<with_barrier, add_plainly>("an addition by each block", true);
  show_sum<with_barrier, add_atomically>("an atomic addition by each block", false);
  show_lists<count_plainly>("counts without atomics", true);
  show_lists<count_atomically>("atomic counts", false);
  show_lists<read_then_count>("a count that is read, then atomically added to", true);
  show_lists<count_atomically>("the value that the atomic addition returns", false);
  show_lists<count_atomically, false>("counts set to zero while others add", true);
  show_lists<count_atomically, true>("counts set to zero in a launch before", false);
  return as_told ? 0 : 1;
}
