// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

/// It forgets the charge.
struct inverse {
  GRIDFOLD_HD float operator()(float r2) const { return 1 / r2; }
};

/// What many programs have in place of gridfold::source.
struct own_atom {
  float x, y, z, charge;
};

#ifdef NO_SUCH_VARIANT
// gridfold: lattice_sum has no such scatter (its threads own whole sources and add atomically) or slices (they are
// added plainly, of equal rows of threads): give a scatter coarsen<X>, plain accumulation and an input other than
// shared, or gather; give slices<N> a block<X, Y> with Y a multiple of N, and plain
using fold = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::shared>;
void wrong() { gf::lattice_sum<fold>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef RING_OUTSIDE_SHARED_MEMORY
// gridfold: a sum has no such stages (only tiles of sources in shared memory form a ring): give shared_tile<...>, or
// leave stages out
void wrong() { gf::lattice_sum<gf::variant<gf::stages<2>>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef BINS_OF_UNSORTED_SOURCES
// gridfold: this verb has no bins to read from (source_bins are of sources sorted into cells): give another input, or
// call cutoff_sum
void wrong() { gf::lattice_sum<gf::variant<gf::source_bins<8>>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef LARGE_TILE_OF_SOURCES
// gridfold: the tiles of sources are larger than the 227 KiB of shared memory that a block can have (with what slices
// add up): give shared_tile fewer items, stages fewer tiles, or fewer slices
void wrong() { gf::lattice_sum<gf::variant<gf::shared_tile<20000>>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef LARGE_CHUNK
// gridfold: the kernel's parameters are larger than 32,764 bytes (a constant chunk is passed by value): give
// constant_chunk fewer items
void wrong() { gf::lattice_sum<gf::variant<gf::constant_chunk<3000>>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef POLICY_FOR_VARIANT
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::lattice_sum<gf::gather>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef INTERACTION_OF_DISTANCE
// gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or operator()(source, dx, dy, dz)
// const, for the host and the device): write one of the two
void wrong() { gf::lattice_sum<gf::variant<>>(on, atoms, where, map.view(), inverse{}); }
#endif

#ifdef INTERACTION_OF_STRING
// gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or operator()(source, dx, dy, dz)
// const, for the host and the device): write one of the two
void wrong()
{
  gf::lattice_sum(on, atoms, where, map.view(), [](float, float) { return std::string(); });
}
#endif

#ifdef FIELD_FOR_VIEW
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
void wrong() { gf::lattice_sum<gf::variant<>>(on, atoms, where, map, gf::coulomb<>{}); }
#endif

#ifdef FIELD_FOR_VIEW_BY_DEFAULT
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
void wrong() { gf::potential_map(on, atoms, where, map); }
#endif

#ifdef VECTOR_FOR_VIEW
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
void wrong() { gf::potential_map(on, atoms, where, map.values); }
#endif

#ifdef OUTPUT_OF_ONE_EXTENT
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
void wrong() { gf::potential_map(on, atoms, where, line); }
#endif

#ifdef CONST_OUTPUT
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::potential_map(on, atoms, where, std::as_const(map).view()); }
#endif

#ifdef CONST_OUTPUT_OF_SCATTER
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong()
{
  gf::lattice_sum<gf::variant<gf::scatter>>(on, atoms, where, std::as_const(map).view(), gf::coulomb<>{});
}
#endif

#ifdef INTEGER_OUTPUT
// gridfold: the output's elements are integers (a sum of real numbers would be truncated): pass an output of float or
// double
void wrong() { gf::potential_map(on, atoms, where, gf::view_of(integers.data(), where.shape)); }
#endif

#ifdef OWN_ATOMS
// gridfold: the sources are no container or span of source<float> or source<double> (an atom is a source<float>): pass
// a vector, span or device_buffer, after the executor
void wrong() { (void)gf::potential_map(on, std::vector<own_atom>(), where); }
#endif

#ifdef ONE_ATOM
// gridfold: the sources are no container or span of source<float> or source<double> (an atom is a source<float>): pass
// a vector, span or device_buffer, after the executor
void wrong() { gf::lattice_sum(on, gf::atom(), where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef POINTER_TO_ATOMS
// gridfold: the sources are no container or span of source<float> or source<double> (an atom is a source<float>): pass
// a vector, span or device_buffer, after the executor
void wrong() { (void)gf::potential_map(atoms.data(), where); }
#endif

#ifdef INTEGER_SOURCES
// gridfold: the sources are no container or span of source<float> or source<double> (an atom is a source<float>): pass
// a vector, span or device_buffer, after the executor
void wrong() { gf::lattice_sum(on, std::vector<gf::source<int>>(), where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef SOURCES_BEFORE_EXECUTOR
// gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, interaction): pass these
// five, in this order
void wrong() { gf::lattice_sum<gf::variant<>>(atoms, on, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef SOURCES_BEFORE_EXECUTOR_BY_DEFAULT
// gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, interaction): pass these
// five, in this order
void wrong() { gf::lattice_sum(atoms, on, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef LATTICE_BEFORE_SOURCES
// gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, interaction): pass these
// five, in this order
void wrong() { gf::lattice_sum(on, where, atoms, map.view(), gf::coulomb<>{}); }
#endif

#ifdef NO_INTERACTION
// gridfold: these are not the arguments of lattice_sum (executor, sources, lattice, output, interaction): pass these
// five, in this order
void wrong() { gf::lattice_sum<gf::variant<>>(on, atoms, where, map.view()); }
#endif

#ifdef LATTICE_BEFORE_ATOMS
// gridfold: these are not the arguments of potential_map (executor, atoms, lattice, output): pass these four in this
// order, or an executor, atoms and a lattice, or atoms and a lattice
void wrong() { (void)gf::potential_map(where, atoms); }
#endif

#ifdef NO_SUCH_VARIANT_AT_POINTS
// gridfold: point_sum has no such variant (points are one-dimensional, and each has one owner): give gather, coarsen<X>
// and block<X>, or slices<N> and block<X, N>
void wrong() { gf::point_sum<gf::variant<>>(on, atoms, points, numbers, gf::coulomb<>{}); }
#endif

#ifdef POLICY_FOR_VARIANT_AT_POINTS
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::point_sum<gf::gather>(on, atoms, points, numbers, gf::coulomb<>{}); }
#endif

#ifdef VIEW_AT_POINTS
// gridfold: the output is no container or span of numbers (a list of points has one number per point): pass a vector,
// span or device_buffer of as many numbers as points
void wrong() { gf::point_sum(on, atoms, points, map.view(), gf::coulomb<>{}); }
#endif

#ifdef FIELD_AT_POINTS
// gridfold: the output is no container or span of numbers (a list of points has one number per point): pass a vector,
// span or device_buffer of as many numbers as points
void wrong() { gf::point_sum(on, atoms, points, map, gf::coulomb<>{}); }
#endif

#ifdef CONST_OUTPUT_AT_POINTS
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::point_sum(on, atoms, points, constants, gf::coulomb<>{}); }
#endif

#ifdef POINTS_IN_A_PLANE
// gridfold: these are not the arguments of point_sum (executor, sources, positions of x, y and z, output, interaction):
// pass these five, in this order
void wrong() { gf::point_sum(on, atoms, gf::positions(numbers, numbers), numbers, gf::coulomb<>{}); }
#endif

#ifdef VECTOR_OF_POINTS
// gridfold: these are not the arguments of point_sum (executor, sources, positions of x, y and z, output, interaction):
// pass these five, in this order
void wrong() { gf::point_sum(on, atoms, std::vector<gf::vec3>(), numbers, gf::coulomb<>{}); }
#endif

#ifdef VECTOR_FOR_POINTER
// gridfold: these are not the arguments of view_of (pointer, shape): pass the data() of what holds the values, or call
// the view() of a field
void wrong() { gf::potential_map(on, atoms, where, gf::view_of(numbers, where.shape)); }
#endif

#ifdef FIELD_TO_ADD_TO
// gridfold: what add_to is given is no output of a sum (it is neither an mdspan nor a container or span of numbers):
// pass what the sum would overwrite, such as the view() of a field
void wrong() { gf::potential_map(on, atoms, where, gf::add_to(map)); }
#endif

#ifdef NUMBER_TO_ADD_TO
// gridfold: what add_to is given is no output of a sum (it is neither an mdspan nor a container or span of numbers):
// pass what the sum would overwrite, such as the view() of a field
void wrong() { (void)gf::add_to(3.0f); }
#endif

#ifdef ADD_TO_TWICE
// gridfold: what add_to is given is no output of a sum (it is neither an mdspan nor a container or span of numbers):
// pass what the sum would overwrite, such as the view() of a field
void wrong() { (void)gf::add_to(gf::add_to(map.view())); }
#endif

#ifdef ADD_TO_VECTOR_FOR_VIEW
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
void wrong() { gf::potential_map(on, atoms, where, gf::add_to(map.values)); }
#endif

#ifdef ADD_TO_VIEW_AT_POINTS
// gridfold: the output is no container or span of numbers (a list of points has one number per point): pass a vector,
// span or device_buffer of as many numbers as points
void wrong() { gf::point_sum(on, atoms, points, gf::add_to(map.view()), gf::coulomb<>{}); }
#endif

#ifdef ADD_TO_CONST_OUTPUT
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::lattice_sum(on, atoms, where, gf::add_to(std::as_const(map).view()), gf::coulomb<>{}); }
#endif

#ifdef ADD_TO_INTEGERS
// gridfold: the output's elements are integers (a sum of real numbers would be truncated): pass an output of float or
// double
void wrong() { gf::point_sum(on, atoms, points, gf::add_to(integers), gf::coulomb<>{}); }
#endif
