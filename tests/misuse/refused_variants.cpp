// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with variants drawn at random that their verbs do not support, for tests/misuse/one_sentence.
#include "../random/any_variant.hpp"

[[deprecated("refused")]] inline void refuse() {}

template <class Case>
void call(std::mt19937& generator)
{
  if constexpr (!Case::value) {
    refuse();
    (void)Case::run(generator);
  }
}

void call_all(std::mt19937& generator)
{
  test::for_each_drawn<DRAWN_VARIANTS>([&]<class Case>(const char* /*verb*/) { call<Case>(generator); });
}
