// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The choice: one of the compiled variants of a list, selected at run time.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/policy/variants.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// One of the compiled variants of a list, selected at run time.
template <class Variants>
class choice;

/// Initially the first variant of the list.
template <class... V>
class choice<list<V...>> {
  static_assert(sizeof...(V) > 0,
                "gridfold: there is nothing to choose from (the list of variants is empty): name one");

 public:
  /// Selects the variant of this name. Returns false and changes nothing if the list has none.
  bool take(const std::string& name)
  {
    std::size_t n = 0;
    const bool found = ((V::name() == name || (++n, false)) || ...);
    if (found) index_ = n;
    return found;
  }

  [[nodiscard]] std::string name() const
  {
    std::string chosen;
    (*this)([&]<class Chosen>() { chosen = Chosen::name(); });
    return chosen;
  }

  /// Calls `f.template operator()<Chosen>()`.
  template <class F>
  void operator()(F&& f) const
  {
    std::size_t n = 0;
    (void)((n++ == index_ && (f.template operator()<V>(), true)) || ...);
  }

 private:
  std::size_t index_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
