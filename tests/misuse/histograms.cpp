// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

inline const vector<int> whole(integers.data(), 1);
inline std::vector<short> few(1);

#ifdef HISTOGRAM_THAT_GATHERS
// gridfold: histogram has no such variant (its threads own inputs and add to counts): give scatter, exchange_shared or
// exchange_global, and input global or read_only
void wrong() { gf::histogram<gf::variant<gf::exchange_shared>>(on, whole, whole, gf::value_bins<1>()); }
#endif

#ifdef COUNTS_OF_FLOATS
// gridfold: the counts are no integers of 4 or 8 bytes (they are added atomically): pass an output of int, unsigned or
// unsigned long long
void wrong() { gf::histogram(on, whole, line, gf::value_bins<1>()); }
#endif

#ifdef SMALL_COUNTS
// gridfold: the counts are no integers of 4 or 8 bytes (they are added atomically): pass an output of int, unsigned or
// unsigned long long
void wrong() { gf::histogram(on, whole, vector<short>(few.data(), 1), gf::value_bins<1>()); }
#endif

#ifdef BINS_OF_OTHER_NUMBERS
// gridfold: the bins cannot be called with an element (they need static constexpr int count and int operator()(value)
// const, for the host and the device): pass value_bins<N> for integers, even_bins<N> for floating-point numbers, or
// your own
void wrong() { gf::histogram(on, line, whole, gf::value_bins<1>()); }
#endif

#ifdef COUNTS_IN_A_VECTOR
// gridfold: these are not the arguments of histogram (executor, input, counts, bins): pass an executor, two mdspans of
// rank 1 and the bins, in this order
void wrong() { gf::histogram(on, whole, integers, gf::value_bins<1>()); }
#endif

#ifdef NUMBER_OF_BINS
// gridfold: the bins cannot be called with an element (they need static constexpr int count and int operator()(value)
// const, for the host and the device): pass value_bins<N> for integers, even_bins<N> for floating-point numbers, or
// your own
void wrong() { gf::histogram(on, whole, whole, 256); }
#endif

#ifdef HISTOGRAM_OF_A_VECTOR
// gridfold: these are not the arguments of histogram (executor, input, counts, bins): pass an executor, two mdspans of
// rank 1 and the bins, in this order
void wrong() { gf::histogram(on, integers, whole, gf::value_bins<1>()); }
#endif

#ifdef BINS_BEYOND_SHARED_MEMORY
// gridfold: the counts of a block are larger than the 227 KiB of shared memory that a block can have: give
// exchange_global, or fewer bins
using in_shared = gf::variant<gf::scatter, gf::exchange_shared>;
void wrong() { gf::histogram<in_shared>(on, whole, whole, gf::value_bins<60000>()); }
#endif
