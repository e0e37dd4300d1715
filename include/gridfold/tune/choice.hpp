// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The choice: one variant of a list that is compiled, made when the program runs.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/policy/variants.hpp>
#include <string>

namespace gridfold
{

template <class Variants>
class choice;

/// One variant of a list. It starts as the first.
template <class... V>
class choice<list<V...>> {
  static_assert(sizeof...(V) > 0,
                "gridfold: there is nothing to choose from (the list of variants is empty): name one");

 public:
  /// Takes the variant of this name; false, and the choice stays, if the list has none.
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

}  // namespace gridfold
