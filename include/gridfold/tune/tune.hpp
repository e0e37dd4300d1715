// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tuning: finds the best variant of a list once and remembers it.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/choice.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/memory.hpp>
#include <gridfold/tune/search.hpp>
#include <gridfold/tune/sweep.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The result of tuning.
template <class Variants>
struct tuned {
  choice<Variants> winner;
  /// The measurements; without rows if the winner was remembered.
  table measured;
};

namespace detail
{

/// The row of the best variant in a table. Throws `error` if there is none.
inline const row& best_row_of(const table& measured)
{
  if (const row* best = measured.best()) return *best;
  throw error(measured.rows.empty() ? "there is no variant to choose from (the filter takes none): take another filter"
                                    : "no variant can be chosen (" + measured.rows.front().variant + ": " +
                                          measured.rows.front().reason + "): see the other rows by a sweep");
}

template <class Search, class... V>
tuned<list<V...>> tune_by(list<V...>, const tuning_key& key, const machine& here, tuning_memory& memory, Search search)
{
  tuned<list<V...>> result;
  const auto known = memory.find_exactly(key, here);
  if (known && result.winner.take(*known)) return result;
  result.measured = search();
  const row& best = best_row_of(result.measured);
  result.winner.take(best.variant);
  if (best.seconds > 0) memory.remember(key, here, best.variant, best.seconds);  // 0 if the clock is too coarse
  return result;
}

}  // namespace detail

/// Returns the best variant of a list for a key on this machine: the remembered one, else the winner of a sweep, which
/// is then remembered.
///
/// \param on, variants, call, options as for sweep
/// \param key the problem that the variants solve
/// \param memory where winners are stored; to tune again, pass one without this key
///
/// Throws `error` if no variant can be ranked.
template <class... V, class Executor, class Call>
tuned<list<V...>> tune(const Executor& on, list<V...> variants, const tuning_key& key, const Call& call,
                       const sweep_options& options, tuning_memory& memory)
{
  return detail::tune_by(variants, key, machine_of(on), memory,
                         [&] { return gridfold::sweep(on, variants, call, options); });
}

/// Returns the best variant like the call above, but by a search instead of a sweep.
/// \param most the budget; when it is used up, the search returns the best so far
template <class... V, class Executor, class Call>
tuned<list<V...>> tune(const Executor& on, list<V...> variants, const tuning_key& key, const Call& call,
                       const sweep_options& options, tuning_memory& memory, const budget& most)
{
  return detail::tune_by(variants, key, machine_of(on), memory,
                         [&] { return gridfold::search(on, variants, call, options, most); });
}

/// The variant stored for a key, without measuring: by this machine's exact name, else by its capability, else the
/// first of the list. Put the default variant first.
template <class... V>
choice<list<V...>> recall(const machine& here, list<V...>, const tuning_key& key, const tuning_memory& memory)
{
  choice<list<V...>> chosen;
  if (const auto known = memory.find(key, here)) chosen.take(*known);
  return chosen;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
