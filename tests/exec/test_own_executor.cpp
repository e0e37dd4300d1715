// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A complete user-defined executor: it satisfies the concept, and verbs run on it.
#include <doctest/doctest.h>

#include <gridfold/gridfold.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

/// A block that runs its threads one after another, the last first.
template <class Kernel>
class backward_block {
 public:
  static constexpr int threads = Kernel::block_shape::threads;
  template <class T, int Items, class Widest = T>
  using lanes = T;
  using shared_storage = typename Kernel::shared_storage;

  explicit backward_block(gf::index3 index) : index_(index) {}

  [[nodiscard]] gf::index3 index() const { return index_; }
  template <class F>
  void each_thread(F f)
  {
    for (int t = threads - 1; t >= 0; --t)
      f(gf::running_thread{{t % Kernel::block_shape::x, t / Kernel::block_shape::x, t}});
  }
  template <class F>
  void first_thread(F f)
  {
    f(gf::running_thread{{0, 0, 0}});
  }
  template <class T>
  struct values {
    std::vector<T> of = std::vector<T>(threads);
    T& operator[](gf::thread t) { return of[static_cast<std::size_t>(t.rank)]; }
  };
  template <class T>
  values<T> per_thread()
  {
    return {};
  }
  template <auto Member>
  auto& shared(gf::member<Member>)
  {
    return shared_.*Member;
  }
  void wait_for_previous_launch() const {}

 private:
  gf::index3 index_;
  shared_storage shared_;
};

/// An executor that runs blocks one after another, the last first.
struct backward : gf::plain_arguments, gf::host_memory {
  static constexpr bool launches_overlap = false, runs_on_host = true;

  template <gf::kernel_type Kernel>
  void run(const Kernel& kernel, gf::shape3 grid) const
  {
    for (std::int64_t b = grid.count() - 1; b >= 0; --b) {
      backward_block<Kernel> block(gf::index_in(grid, b));
      kernel(block);
    }
  }
};

}  // namespace

static_assert(gf::executor<backward>);
static_assert(gf::thread_block<backward_block<gf::archetype::kernel>>);

TEST_CASE("a verb runs on a user-defined executor")
{
  using fold = gf::variant<gf::coarsen<2, 3>, gf::shared, gf::block<7, 5>>;
  const std::vector<gf::atom> atoms = {{1, 2, 3, 1}, {4, 1, 0, -2}};
  const gf::lattice where{.origin = {.1, .2, .3}, .spacing = .7, .shape = {31, 17, 3}};
  gf::field<float> own(where), host(where);
  gf::potential_map<fold>(backward{}, atoms, where, own.view());
  gf::potential_map<fold>(gf::host{}, atoms, where, host.view());
  for (std::size_t n = 0; n < own.values.size(); ++n)
    CHECK(own.values[n] == doctest::Approx(host.values[n]).epsilon(1e-5));
}

TEST_CASE("blocks of a user-defined executor have barriers")
{
  using fold = gf::variant<gf::coarsen<3>, gf::vectors<4>, gf::exchange_shared, gf::block<50>>;
  std::vector<int> numbers(12345), sum(1);
  std::iota(numbers.begin(), numbers.end(), -100);
  const backward on;
  auto scratch = gf::make_reduce_scratch<fold, int>(on);
  gf::reduce<fold>(on, numbers, sum, gf::sum{}, scratch);
  CHECK(sum[0] == std::accumulate(numbers.begin(), numbers.end(), 0));
}
