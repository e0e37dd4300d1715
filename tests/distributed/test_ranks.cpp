// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/ranks.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "on_each_rank.hpp"

namespace ranks_tests
{

TEST_CASE("elements of all ranks are gathered in rank order, however many each has")
{
  for (int count = 1; count <= 5; ++count)
    for (const auto& all : on_each_rank(count, [](const auto& on) {
           const gf::buffer mine(on.local(), std::vector<int>(static_cast<std::size_t>(3 * on.rank()), on.rank()));
           auto whole = gf::all_gather(on, mine);
           std::vector<int> copy(whole.size());
           on.local().copy(static_cast<const int*>(whole.data()), copy.data(), copy.size());
           on.local().wait();
           return copy;
         })) {
      std::vector<int> expected;
      for (int r = 0; r < count; ++r) expected.insert(expected.end(), static_cast<std::size_t>(3 * r), r);
      CHECK(all == expected);
    }
}

TEST_CASE("what fails on one rank is thrown on all, and they go on together")
{
  const auto messages = on_each_rank(4, [](const auto& on) {
    const auto fail_on = [&](int rank) {
      return test::message_of([&] {
        on.together([&] {
          if (on.rank() == rank) throw gf::error("the sky falls (gravity): look up");
        });
      });
    };
    return fail_on(2) + "; " + fail_on(-1) + "; " + fail_on(0);
  });
  CHECK(messages == std::vector<std::string>(4,
                                             "rank 2: the sky falls (gravity): look up; ; rank 0: the sky falls "
                                             "(gravity): look up"));
}

}  // namespace ranks_tests
