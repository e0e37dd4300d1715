// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a thread's operations are counted, as long as somebody wants them counted.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/model/operation_counts.hpp>
#include <type_traits>

namespace gridfold::detail
{

/// As long as one lives, the operations of the thread that made it are added to `counts`. The static functions are
/// called by the operations themselves, and do nothing where nobody counts.
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
  /// A multiplication in T; its number, from 1.
  template <class T>
  [[gnu::noinline]] static std::uint32_t tally_multiplication()
  {
    tally<T>(&operation_counts::multiplications);
    return innermost() != nullptr ? innermost()->products_of<T>().add() : 0;
  }
  /// An addition that takes one of two multiplications, by their numbers, into its instruction.
  template <class T>
  [[gnu::noinline]] static void tally_fusion(std::uint32_t one, std::uint32_t other)
  {
    if (innermost() == nullptr) return;
    products& all = innermost()->products_of<T>();
    if (all.fuse(one) || all.fuse(other)) tally<T>(&operation_counts::fusions);
  }

 private:
  /// Multiplications by number, and which of the last 64 are fused, the newest in the lowest bit.
  class products {
   public:
    std::uint32_t add()
    {
      fused_ <<= 1;
      return ++made_;
    }
    /// Whether a multiplication can be fused: not if it is fused already, or none (0).
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

}  // namespace gridfold::detail
