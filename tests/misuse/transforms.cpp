// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

#ifdef TRANSFORM_THAT_SCATTERS
// gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its verb_traits lists
// its axes): leave that policy out
void wrong() { gf::transform<gf::variant<gf::scatter>>(on, cuda::std::tuple(line, line), line, gf::sum{}); }
#endif

#ifdef TRANSFORM_BY_SHARED_MEMORY
// gridfold: transform has no such variant (its threads compute each element of a vector once): give coarsen<X> and
// input global or read_only
void wrong() { gf::transform<gf::variant<gf::shared>>(on, cuda::std::tuple(line, line), line, gf::sum{}); }
#endif

#ifdef INPUTS_WITHOUT_A_TUPLE
// gridfold: these are not the arguments of transform (executor, inputs, output, function): pass an executor,
// cuda::std::tuple(x, y) of mdspans of rank 1, another such mdspan and a function, in this order
void wrong() { gf::transform(on, line, line, line, gf::sum{}); }
#endif

#ifdef A_FUNCTION_OF_TWO_FOR_THREE_INPUTS
// gridfold: transform's function cannot be called with an element of every input, or its result is no element of the
// output: pass one that takes as many elements as there are inputs, on host and device
void wrong() { gf::transform(on, cuda::std::tuple(line, line, line), line, gf::sum{}); }
#endif

#ifdef FUNCTION_OF_THE_HOST
// gridfold: transform's function is no function object (a kernel on the device cannot call a function of the host):
// pass an object with operator(), on host and device
float added(float a, float b) { return a + b; }
void wrong() { gf::transform(on, cuda::std::tuple(line, line), line, added); }
#endif

#ifdef TRANSFORM_OF_A_MATRIX
// gridfold: the output or an input of transform is no vector (element n is computed from element n of every input):
// pass mdspans of rank 1
void wrong() { gf::transform(on, cuda::std::tuple(line, square), line, gf::sum{}); }
#endif

#ifdef PATTERN_OF_ONE_INPUT
// gridfold: the second template argument of transform is no access pattern (it needs static target, source and name):
// give sequential, permuted, offset, strided, broadcast or your own
struct without_input : gf::sequential {
  static std::int64_t source(std::int64_t target) { return target; }
};
void wrong() { gf::transform<gf::variant<>, without_input>(on, cuda::std::tuple(line, line), line, gf::sum{}); }
#endif
