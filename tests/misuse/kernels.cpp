// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

struct one_block {
  using block_shape = gf::block<32>;
  using shared_storage = gf::nothing_shared;
};

#ifdef LOOP_OF_A_THREADS_COORDINATES
// gridfold: a loop over items gets a thread's coordinates alone (a trace cannot see from them where lanes reconverge):
// take the thread that the block hands out by `auto t`, not by `thread t`
struct kernel : one_block {
  template <class Block>
  void operator()(Block& block) const
  {
    block.each_thread([](gf::thread t) { gf::unrolled<4>(t, [](int /*item*/) {}); });
  }
};
void wrong() { on.run(kernel{}, {1, 1, 1}); }
#endif

#ifdef HELPER_WITH_A_LOOP_OF_A_THREADS_COORDINATES
// gridfold: a loop over items gets a thread's coordinates alone (a trace cannot see from them where lanes reconverge):
// take the thread that the block hands out by `auto t`, not by `thread t`
struct kernel : one_block {
  static void add(const gf::thread& t, int last)
  {
    each_from_to(t, 0, last, [](int /*item*/) {});
  }
  template <class Block>
  void operator()(Block& block) const
  {
    block.each_thread([](auto t) { add(t, 7); });
  }
};
void wrong() { on.run(kernel{}, {1, 1, 1}); }
#endif
