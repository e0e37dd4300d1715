// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

inline gf::neighbor_list<> found(integers.data(), integers.data(), 1, 1);

#ifdef NO_SUCH_VARIANT
// gridfold: neighbors has no such variant (particles are one-dimensional, and a scatter shares no tiles): give
// coarsen<X>, and input global, read_only or, to gather, shared
void wrong() { gf::neighbors<gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 2>>>(on, points, 1.5); }
#endif

#ifdef POLICY_FOR_VARIANT
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::neighbors<gf::gather>(on, points, 1.5, found); }
#endif

#ifdef COORDINATES_FOR_POSITIONS
// gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in this order, the
// list of memory that the executor writes, or none on host and device
void wrong() { gf::neighbors(on, numbers, 1.5, found); }
#endif

#ifdef LIST_BEFORE_CUTOFF
// gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in this order, the
// list of memory that the executor writes, or none on host and device
void wrong() { gf::neighbors<gf::variant<>>(on, points, found, 1.5); }
#endif

#ifdef CUTOFF_BEFORE_POSITIONS
// gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in this order, the
// list of memory that the executor writes, or none on host and device
void wrong() { (void)gf::neighbors(on, 1.5, points); }
#endif

#ifdef CONTAINER_FOR_LIST
// gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in this order, the
// list of memory that the executor writes, or none on host and device
void wrong() { gf::neighbors(on, points, 1.5, integers); }
#endif

#ifdef NUMBER_FOR_PAIRS
// gridfold: these are not the arguments of neighbors (executor, positions, cutoff, list): pass these in this order, the
// list of memory that the executor writes, or none on host and device
void wrong() { gf::neighbors(on, points, 1.5, found, 2); }
#endif

#ifdef CONSTANT_COUNTS
// gridfold: the counts or the indices of a neighbor_list are no pointers to int (neighbors writes them): pass pointers
// to ints that are not const
const std::vector<int> counts(1);
const gf::neighbor_list<> wrong(counts.data(), nullptr, 1, 0);
#endif

#ifdef REAL_INDICES
// gridfold: the counts or the indices of a neighbor_list are no pointers to int (neighbors writes them): pass pointers
// to ints that are not const
const gf::neighbor_list<> wrong(integers.data(), numbers.data(), 1, 1);
#endif

#ifdef POINTERS_FOR_COORDINATES
// gridfold: the coordinates along an axis are no container or span (positions counts them): pass a vector, span or
// device_buffer for each of x, y and z
const gf::positions wrong(numbers.data(), numbers.data(), numbers.data());
#endif

#ifdef INTEGER_COORDINATES
// gridfold: the coordinates are integers (distances would be truncated): pass float or double
const gf::positions wrong(integers, integers);
#endif

#ifdef COORDINATES_OF_TWO_TYPES
// gridfold: the coordinates along the axes are of different types (positions has one): convert them
const gf::positions wrong(numbers, numbers, doubles);
#endif

#ifdef SORT_WITHOUT_EXECUTOR
// gridfold: the first argument is no executor (it says where a kernel runs): pass host, device or trace first
void wrong() { gf::sort_neighbors(numbers, found); }
#endif
