// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An executor on which verbs without a variant take the remembered one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/choice.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/memory.hpp>
#include <gridfold/tune/tune.hpp>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// An executor for verbs without a variant: they take the variant of a list that is stored for the verb, type and size,
/// else the default. Each verb compiles the default and the list, whose variants it must support.
///
///   const gridfold::tuned_executor on(gridfold::device{stream}, my_variants{}, memory);
///   gridfold::transpose(on, in, out);
///
/// make_reduce_scratch<element, Op>(on) allocates enough for the default and every variant of the list. Refers to the
/// memory; identifies the machine once, at construction.
template <class Executor, class Variants>
class tuned_executor {
 public:
  tuned_executor(const Executor& on, Variants, const tuning_memory& memory)
      : on_(on), here_(machine_of(on)), memory_(memory)
  {
  }

  /// Forwards to the wrapped executor.
  void require_access(const void* pointer, const char* what) const { on_.require_access(pointer, what); }

 private:
  friend defaults::variant_choice<tuned_executor>;
  Executor on_;
  machine here_;
  const tuning_memory& memory_;
};

namespace defaults
{

template <class Executor, class Variants>
inline constexpr bool chooses_variants<tuned_executor<Executor, Variants>> = true;

template <class Executor, class Variants>
struct variant_choice<tuned_executor<Executor, Variants>> {
  using remembers = tuned_executor<Executor, Variants>;

  template <class Verb, class T, class... Others, class Problem, class Call>
  static void choose(const remembers& on, const Problem& problem, const Call& call)
  {
    defaults::with_choice<Executor, Verb, T, Others...>(on.on_, problem, [&]<class Choice>() {
      const auto chosen = recall(on.here_, join<list<typename Choice::type>, Variants>{},
                                 key_of<Verb, T>(items_of(problem)), on.memory_);
      chosen([&]<class V>() { call.template operator()<V>(on.on_); });
    });
  }

  template <class Verb, class... T, class Call>
  static auto among(const remembers& on, const Call& call)
  {
    using offered = join<default_variants<Executor, Verb, T...>, Variants>;
    return call.template operator()<offered>(on.on_);
  }

 private:
  static std::int64_t items_of(std::int64_t items) { return items; }
  template <class Size>
  static std::int64_t items_of(const Size& of)
  {
    return of.items();
  }
};

}  // namespace defaults

}  // namespace gridfold::inline GRIDFOLD_ABI
