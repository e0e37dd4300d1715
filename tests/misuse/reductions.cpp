// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

inline auto scratch = gf::make_reduce_scratch<float>(on);

#ifdef NO_SUCH_VARIANT
// gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its verb_traits lists
// its axes): leave that policy out
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant>;
void wrong() { gf::reduce<fold>(on, constants, numbers, gf::sum{}, scratch); }
#endif

#ifdef NO_SUCH_VARIANT_OF_SCRATCH
// gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its verb_traits lists
// its axes): leave that policy out
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant>;
void wrong() { gf::make_reduce_scratch<fold, float>(on); }
#endif

#ifdef POLICY_FOR_VARIANT
// gridfold: the template argument of this verb is no variant (it says how to fold the work): give variant<...>
void wrong() { gf::reduce<gf::gather>(on, constants, numbers, gf::sum{}, scratch); }
#endif

#ifdef POLICY_FOR_VARIANT_OF_SCRATCH
// gridfold: the template arguments of make_reduce_scratch are no element and operation (the operation needs T
// operator()(T, T) const and T identity<T>() const): give <element, Op>, or <variant, element, Op>
void wrong() { gf::make_reduce_scratch<gf::gather, float>(on); }
#endif

#ifdef STANDARD_OPERATION
// gridfold: the operation does not combine the input's elements (it needs T operator()(T, T) const and T identity<T>()
// const): see math/operation.hpp, or take with_identity(operation, identity)
void wrong() { gf::reduce(on, constants, numbers, std::plus<float>{}, scratch); }
#endif

#ifdef STANDARD_OPERATION_OF_SCRATCH
// gridfold: the template arguments of make_reduce_scratch are no element and operation (the operation needs T
// operator()(T, T) const and T identity<T>() const): give <element, Op>, or <variant, element, Op>
void wrong() { gf::make_reduce_scratch<float, std::plus<float>>(on); }
#endif

#ifdef COMPENSATED_MAXIMUM
// gridfold: this operation supports only plain accumulation (compensated and wide are ways to add): take plain, or sum
void wrong() { gf::make_reduce_scratch<gf::variant<gf::compensated>, float, gf::maximum>(on); }
#endif

#ifdef SCALAR_OUTPUT
// gridfold: the output of reduce is no view, container or span (its size is checked): pass one of one element, such as
// cuda::std::span(&result, 1)
void wrong(float result) { gf::reduce(on, constants, result, gf::sum{}, scratch); }
#endif

#ifdef POINTER_OUTPUT
// gridfold: the output of reduce is no view, container or span (its size is checked): pass one of one element, such as
// cuda::std::span(&result, 1)
void wrong(float result) { gf::reduce(on, constants, &result, gf::sum{}, scratch); }
#endif

#ifdef CONST_OUTPUT
// gridfold: the output's elements are const (a verb writes them): pass a view, span or container of elements that are
// not
void wrong() { gf::reduce(on, numbers, constants, gf::sum{}, scratch); }
#endif

#ifdef POINTER_INPUT
// gridfold: the input of reduce is no view, container or span (it has no elements side by side): pass an mdspan of rank
// 1, a span or a container, after the executor
void wrong() { gf::reduce(on, constants.data(), numbers, gf::sum{}, scratch); }
#endif

#ifdef BITS
// gridfold: the input of reduce is no view, container or span (it has no elements side by side): pass an mdspan of rank
// 1, a span or a container, after the executor
void wrong() { gf::reduce(on, std::vector<bool>(3), numbers, gf::sum{}, scratch); }
#endif

#ifdef FIELD_INPUT
// gridfold: the input of reduce is no view, container or span (it has no elements side by side): pass an mdspan of rank
// 1, a span or a container, after the executor
void wrong() { gf::reduce(on, map, numbers, gf::sum{}, scratch); }
#endif

#ifdef MATRIX_INPUT
// gridfold: a view to reduce, or its output, is not one-dimensional: pass an mdspan of rank 1, a span or a container
void wrong() { gf::reduce(on, map.view(), numbers, gf::sum{}, scratch); }
#endif

#ifdef WORDS
// gridfold: a partial result is not trivially copyable (blocks keep it in bare memory): use a plain struct of numbers
void wrong() { gf::make_reduce_scratch<std::string>(on); }
#endif

#ifdef NO_SCRATCH
// gridfold: these are not the arguments of reduce (executor, input, output, operation, scratch): pass these in this
// order, with a variable that holds what make_reduce_scratch gave
void wrong() { gf::reduce(on, constants, numbers, gf::sum{}); }
#endif

#ifdef NO_SCRATCH_FOR_GATHER
// gridfold: this reduction needs scratch (a gather's blocks leave their results there, and exchange_global its
// threads'): pass make_reduce_scratch<V, element, Op>(executor)
void wrong() { gf::reduce<gf::variant<>>(on, constants, numbers, gf::sum{}); }
#endif

#ifdef NO_OPERATION
// gridfold: these are not the arguments of reduce (executor, input, output, operation, scratch): pass these in this
// order, with a variable that holds what make_reduce_scratch gave
void wrong() { gf::reduce(on, constants, numbers); }
#endif

#ifdef TEMPORARY_SCRATCH
// gridfold: these are not the arguments of reduce (executor, input, output, operation, scratch): pass these in this
// order, with a variable that holds what make_reduce_scratch gave
void wrong() { gf::reduce(on, constants, numbers, gf::sum{}, gf::make_reduce_scratch<float>(on)); }
#endif

#ifdef SCRATCH_OF_ANOTHER
// gridfold: the scratch is of another reduction (it keeps no partial results of this one's type): make it by
// make_reduce_scratch with this variant or a list that has it, element and operation
void wrong() { gf::reduce(on, doubles, numbers, gf::sum{}, scratch); }
#endif

#ifdef INPUT_BEFORE_EXECUTOR
// gridfold: these are not the arguments of reduce (executor, input, output, operation, scratch): pass these in this
// order, with a variable that holds what make_reduce_scratch gave
void wrong() { gf::reduce(constants, on, numbers, gf::sum{}, scratch); }
#endif

#ifdef SCRATCH_WITHOUT_ELEMENT
// gridfold: these are not the arguments of make_reduce_scratch (an executor): call make_reduce_scratch<variant,
// element, operation>(executor)
void wrong() { gf::make_reduce_scratch(on); }
#endif

#ifdef SCRATCH_ON_A_CONTAINER
// gridfold: these are not the arguments of make_reduce_scratch (an executor): call make_reduce_scratch<variant,
// element, operation>(executor)
void wrong() { gf::make_reduce_scratch<gf::variant<>, float>(numbers); }
#endif

#ifdef EXTREMUM_WITHOUT_IDENTITY
// gridfold: minimum and maximum have no identity for this type (numeric_limits names none of its values as the largest
// or the smallest): pass with_identity(minimum{}, value), or specialise cuda::std::numeric_limits
enum class rank { low, high };
inline const std::vector<rank> ranks(1);
inline std::vector<rank> least(1);
void wrong()
{
  auto room = gf::make_reduce_scratch<rank, gf::minimum>(on);
  gf::reduce(on, ranks, least, gf::minimum{}, room);
}
#endif

#ifdef TRUNCATING_SCATTER
// gridfold: the output's elements are integers that the input's do not fit (each block's part would be truncated before
// the parts are combined): pass an output of the input's type, or take gather
void wrong() { gf::reduce<gf::variant<gf::scatter>>(on, constants, integers, gf::sum{}); }
#endif
