// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The counting executor: runs kernels on the host, one thread after another, and counts their operations on counted
/// numbers.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/model/counted.hpp>
#include <gridfold/model/counting_scope.hpp>
#include <gridfold/model/operation_counts.hpp>
#include <gridfold/view/chunk.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// An accessor that counts reads of elements.
template <class Accessor>
struct tallying_accessor : Accessor {
  using offset_policy = tallying_accessor;

  GRIDFOLD_HD typename Accessor::reference access(typename Accessor::data_handle_type p, std::size_t i) const
  {
    model::tally(&kernel_counts::reads);
    return Accessor::access(p, i);
  }
};

/// A chunk of sources that counts reads.
template <class T, int Items>
struct tallying_chunk : view::chunk<T, Items> {
  GRIDFOLD_HD const T& operator()(int i) const
  {
    model::tally(&kernel_counts::reads);
    return view::chunk<T, Items>::operator()(i);
  }
};

template <class T, int Items>
tallying_chunk<T, Items> tallied(const view::chunk<T, Items>& inputs)
{
  return {inputs};
}
template <class T, class Extents, class Layout, class Accessor>
auto tallied(const cuda::std::mdspan<T, Extents, Layout, Accessor>& inputs)
{
  if constexpr (std::is_const_v<T>)
    return cuda::std::mdspan<T, Extents, Layout, tallying_accessor<Accessor>>(inputs.data_handle(), inputs.mapping(),
                                                                              {});
  else
    return inputs;
}

}  // namespace detail

/// Runs kernels as the device would, without SIMD, and counts operations: use `counted<float>` or `counted<double>` as
/// the verb's number type. Synchronous. Reads are counted for lattice_sum and multiply.
///
///   gf::counting on;
///   gf::lattice_sum<V>(on, atoms, where, out, gf::coulomb<gf::rsqrt::ieee>{});   // atoms: source<counted<float>>
///   on.counts().in_float.divisions;
///
/// Use one executor per thread of the program.
class counting : public host_for<0, false> {
 public:
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = true;

  counting() : host_for<0, false>{1} {}

  template <kernel_type Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    const model::counting_scope scope(counts_);
    host_for<0, false>::run(kernel, grid);
  }

  /// For a view of const elements, a view that counts reads; other views unchanged.
  template <class View>
  auto argument(const View& view, const char* /*name*/, role /*as*/) const
  {
    return detail::tallied(view);
  }
  template <class T>
  T* argument(T* data, std::int64_t /*size*/, const char* /*name*/, role /*as*/) const
  {
    return data;
  }

  /// The counts of all kernels that this executor has run.
  [[nodiscard]] const kernel_counts& counts() const { return counts_; }

 private:
  mutable kernel_counts counts_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
