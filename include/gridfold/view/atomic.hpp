// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The atomic accessor: an element that many threads add to.
#pragma once

#include <cstddef>
#include <cuda/atomic>
#include <gridfold/config.hpp>

namespace gridfold
{

/// What an atomic view gives for an element: `+=` adds as one indivisible, relaxed operation at device scope (on the
/// host, among all threads). Source: notes 003 (Fig. 18.5) and 004 (atomicAdd).
template <class T>
class atomic_element {
 public:
  GRIDFOLD_HD explicit atomic_element(T& element) : element_(element) {}
  GRIDFOLD_HD void operator+=(T term) const { element_.fetch_add(term, cuda::std::memory_order_relaxed); }

 private:
  cuda::atomic_ref<T, cuda::thread_scope_device> element_;
};

/// An mdspan accessor policy whose references are `atomic_element`s.
template <class T>
struct atomic_accessor {
  using offset_policy = atomic_accessor;
  using element_type = T;
  using reference = atomic_element<T>;
  using data_handle_type = T*;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p[i]); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

}  // namespace gridfold
