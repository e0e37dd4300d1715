// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

inline const vector<const float> const_line(numbers.data(), 1);
inline const matrix<const float> const_square(numbers.data(), 1, 1);
inline const matrix<double> double_square(doubles.data(), 1, 1);
inline const matrix<int> integer_square(integers.data(), 1, 1);
inline const matrix<std::string> word_square(words.data(), 1, 1);

#ifdef COPY_HAS_NO_SUCH_VARIANT
// gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its verb_traits lists
// its axes): leave that policy out
void wrong() { gf::copy<gf::variant<gf::scatter>>(on, line, line); }
#endif

#ifdef COPY_BY_POLICY
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::copy<gf::gather>(on, line, line); }
#endif

#ifdef COPY_BY_NO_PATTERN
// gridfold: the second template argument of copy is no access pattern (it needs static target, source and name): give
// sequential, permuted, offset, strided, broadcast or your own
void wrong() { gf::copy<gf::variant<>, gf::interleaved>(on, line, line); }
#endif

#ifdef COPY_OF_CONTAINERS
// gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two mdspans of rank 1,
// such as cuda::std::mdspan(data, size), in this order
void wrong() { gf::copy(on, constants, numbers); }
#endif

#ifdef COPY_OF_POINTERS
// gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two mdspans of rank 1,
// such as cuda::std::mdspan(data, size), in this order
void wrong() { gf::copy<gf::variant<>>(on, constants.data(), numbers.data()); }
#endif

#ifdef COPY_OF_MATRICES
// gridfold: copy's input and output are no vectors of one type (it moves elements as they are): pass mdspans of rank 1
// with the same value_type
void wrong() { gf::copy(on, square, square); }
#endif

#ifdef COPY_TO_CONST
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::copy(on, line, const_line); }
#endif

#ifdef COPY_OF_TWO_TYPES
// gridfold: copy's input and output are no vectors of one type (it moves elements as they are): pass mdspans of rank 1
// with the same value_type
void wrong() { gf::copy(on, line, vector<double>(doubles.data(), 1)); }
#endif

#ifdef COPY_BY_CONTAINER
// gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two mdspans of rank 1,
// such as cuda::std::mdspan(data, size), in this order
void wrong() { gf::copy(numbers, line, line); }
#endif

#ifdef COPY_WITHOUT_EXECUTOR
// gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two mdspans of rank 1,
// such as cuda::std::mdspan(data, size), in this order
void wrong() { gf::copy(line, line); }
#endif

#ifdef COPY_WITH_EXECUTOR_LAST
// gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two mdspans of rank 1,
// such as cuda::std::mdspan(data, size), in this order
void wrong() { gf::copy<gf::variant<>>(line, line, on); }
#endif

#ifdef TRANSPOSE_HAS_NO_SUCH_VARIANT
// gridfold: transpose has no such variant (it reads each element once; aligned and fitted tiles own rows of the
// output): give input global, read_only or prefetching, gather and interleaved with aligned_tile or fitted_tile, a
// raster with aligned_tile only
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::shared>;
void wrong() { gf::transpose<fold>(on, square, square); }
#endif

#ifdef FITTED_TILE_OF_FEW_ITEMS
// gridfold: a block has too few or too many items for a fitted tile (it has to hold a vector of 64 rows): give block
// and coarsen 2,048 to 32,767 items
void wrong() { gf::transpose<gf::variant<gf::fitted_tile, gf::block<64>>>(on, square, square); }
#endif

#ifdef SWIZZLED_TILE_OF_48_COLUMNS
// gridfold: a tile cannot have its layout (a swizzled one has a power of two of columns, as xor would leave another
// row): choose block::x*coarsen::x so, or padded<1>
void wrong() { gf::transpose<gf::variant<gf::tile<gf::swizzled>, gf::block<48, 4>>>(on, square, square); }
#endif

#ifdef LARGE_TILE
// gridfold: a block's tile is larger than the 227 KiB of shared memory that a block can have: choose a smaller block or
// coarsening factor
using fold = gf::variant<gf::tile<gf::padded<1>>, gf::coarsen<8, 8>, gf::block<32, 32>>;
void wrong() { gf::transpose<fold>(on, square, square); }
#endif

#ifdef TRANSPOSE_BY_POLICY
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::transpose<gf::contiguous>(on, square, square); }
#endif

#ifdef TRANSPOSE_OF_CONTAINERS
// gridfold: these are not the arguments of transpose (executor, input, output): pass an executor and two mdspans of
// (row, column) or (batch, row, column), in this order
void wrong() { gf::transpose(on, constants, numbers); }
#endif

#ifdef TRANSPOSE_OF_TWO_RANKS
// gridfold: input and output are no matrices (their ranks are not both 2, or both 3 for a batch): pass mdspans of (row,
// column) or (batch, row, column)
void wrong() { gf::transpose<gf::variant<>>(on, square, map.view()); }
#endif

#ifdef TRANSPOSE_TO_CONST
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::transpose(on, square, const_square); }
#endif

#ifdef TRANSPOSE_OF_TWO_TYPES
// gridfold: input and output have different elements (a transpose converts nothing): pass two views of one type
void wrong() { gf::transpose(on, square, double_square); }
#endif

#ifdef TRANSPOSE_IN_PLACE
// gridfold: these are not the arguments of transpose (executor, input, output): pass an executor and two mdspans of
// (row, column) or (batch, row, column), in this order
void wrong() { gf::transpose(on, square); }
#endif

#ifdef TRANSPOSE_WITH_EXECUTOR_LAST
// gridfold: these are not the arguments of transpose (executor, input, output): pass an executor and two mdspans of
// (row, column) or (batch, row, column), in this order
void wrong() { gf::transpose(square, square, on); }
#endif

#ifdef MULTIPLY_SCATTERS
// gridfold: multiply does not scatter (one thread adds up all products of an element of c): give gather
void wrong() { gf::multiply<gf::variant<gf::scatter>>(on, square, square, square); }
#endif

#ifdef MULTIPLY_FROM_REGISTERS
// gridfold: multiply has no such variant (constant memory has no room for a matrix, row_by_row loads one tile at a
// time, and through_registers a ring of tiles): give global or read_only, or shared_tile<...>, and with it row_by_row,
// or stages<...> with or without through_registers
using fold = gf::variant<gf::constant>;
void wrong() { gf::multiply<fold>(on, square, square, square); }
#endif

#ifdef MULTIPLY_BY_WARPS_THAT_DO_NOT_FILL_THE_BLOCK
// gridfold: warps do not fill the block of a product (X or Y of warp<X, Y> does not divide that of the block): give a
// block of whole warps, or warp_by_rows
using fold = gf::variant<gf::warp<8, 4>, gf::block<12, 8>>;
void wrong() { gf::multiply<fold>(on, square, square, square); }
#endif

#ifdef MULTIPLY_BY_LARGE_TILES
// gridfold: the tiles of multiply are larger than the 227 KiB of shared memory that a block can have: give shared_tile
// fewer items, stages fewer tiles, or take a smaller block or coarsening
using fold = gf::variant<gf::shared_tile<64>, gf::stages<8>, gf::coarsen<4, 4>, gf::block<32, 8>>;
void wrong() { gf::multiply<fold>(on, square, square, square); }
#endif

#ifdef MULTIPLY_THROUGH_REGISTERS_WITHOUT_A_RING
// gridfold: multiply has no such variant (constant memory has no room for a matrix, row_by_row loads one tile at a
// time, and through_registers a ring of tiles): give global or read_only, or shared_tile<...>, and with it row_by_row,
// or stages<...> with or without through_registers
using fold = gf::variant<gf::shared_tile<16>, gf::through_registers>;
void wrong() { gf::multiply<fold>(on, square, square, square); }
#endif

#ifdef MULTIPLY_BY_POLICY
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::multiply<gf::shared>(on, square, square, square); }
#endif

#ifdef MULTIPLY_BY_VECTOR
// gridfold: an argument of multiply is no matrix (an mdspan of rank 2, layout_right or layout_left): pass a view of two
// extents
void wrong() { gf::multiply(on, square, line, line); }
#endif

#ifdef MULTIPLY_CONTAINERS
// gridfold: these are not the arguments of multiply (executor, a, b, c): pass an executor and three mdspans of rank 2,
// in this order
void wrong() { gf::multiply<gf::variant<>>(on, constants, constants, numbers); }
#endif

#ifdef MULTIPLY_TO_CONST
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::multiply(on, square, square, const_square); }
#endif

#ifdef MULTIPLY_TWO_TYPES
// gridfold: the operands of multiply are of different types (their products have no single type): convert one
void wrong() { gf::multiply(on, square, double_square, double_square); }
#endif

#ifdef MULTIPLY_TO_INTEGERS
// gridfold: the product of multiply has integers as elements (its operands have none, and sums would be truncated):
// pass a c of the operands' type
void wrong() { gf::multiply(on, square, square, integer_square); }
#endif

#ifdef MULTIPLY_WORDS
// gridfold: the elements of multiply are no numbers (they have no products and sums): pass views of numbers
void wrong() { gf::multiply(on, word_square, word_square, word_square); }
#endif

#ifdef MULTIPLY_WITHOUT_C
// gridfold: these are not the arguments of multiply (executor, a, b, c): pass an executor and three mdspans of rank 2,
// in this order
void wrong() { gf::multiply(on, square, square); }
#endif

#ifdef MULTIPLY_WITH_EXECUTOR_LAST
// gridfold: these are not the arguments of multiply (executor, a, b, c): pass an executor and three mdspans of rank 2,
// in this order
void wrong() { gf::multiply(square, square, square, on); }
#endif
