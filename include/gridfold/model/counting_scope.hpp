// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The scope in which a thread's operations are counted.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/model/operation_counts.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::model
{

/// While an object lives, the operations of its thread are added to `counts`. Operations call the static functions,
/// which do nothing without an object.
class counting_scope {
 public:
  explicit counting_scope(kernel_counts& counts) : counts_(counts), outer_(innermost()) { innermost() = this; }
  counting_scope(const counting_scope&) = delete;
  counting_scope& operator=(const counting_scope&) = delete;
  ~counting_scope() { innermost() = outer_; }

  template <class T>
  [[gnu::noinline]] static void tally(std::int64_t operation_counts::*operation)
  {
    if (innermost() != nullptr) ++(innermost()->counts_.of<T>().*operation);
  }
  [[gnu::noinline]] static void tally(std::int64_t kernel_counts::*event)
  {
    if (innermost() != nullptr) ++(innermost()->counts_.*event);
  }
  /// Counts a multiplication in T; returns its number, from 1.
  template <class T>
  [[gnu::noinline]] static std::uint32_t tally_multiplication()
  {
    tally<T>(&operation_counts::multiplications);
    return innermost() != nullptr ? innermost()->products_of<T>().add() : 0;
  }
  /// Counts an addition that fuses one of its operands, if one is a multiplication; multiplications are given by their
  /// numbers.
  template <class T>
  [[gnu::noinline]] static void tally_fusion(std::uint32_t one, std::uint32_t other)
  {
    if (innermost() == nullptr) return;
    products& all = innermost()->products_of<T>();
    if (all.fuse(one) || all.fuse(other)) tally<T>(&operation_counts::fusions);
  }

 private:
  /// Numbers multiplications, and remembers which of the last 64 are fused, the newest in the lowest bit.
  class products {
   public:
    std::uint32_t add()
    {
      fused_ <<= 1;
      return ++made_;
    }
    /// Marks a multiplication as fused; returns false if it already is, or if its number is 0 (not a multiplication).
    bool fuse(std::uint32_t multiplication)
    {
      const std::uint32_t age = made_ - multiplication;
      const std::uint64_t bit = age < 64 ? std::uint64_t{1} << age : 0;
      const bool fresh = multiplication != 0 && (fused_ & bit) == 0;
      if (fresh) fused_ |= bit;
      return fresh;
    }

   private:
    std::uint32_t made_ = 0;
    std::uint64_t fused_ = 0;
  };

  static counting_scope*& innermost()
  {
    static thread_local counting_scope* scope = nullptr;
    return scope;
  }
  template <class T>
  products& products_of()
  {
    return std::is_same_v<T, float> ? in_float_ : in_double_;
  }

  kernel_counts& counts_;
  counting_scope* outer_;
  products in_float_, in_double_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::model
