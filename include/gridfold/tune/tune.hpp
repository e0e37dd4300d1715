// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tuning: the best variant of a list, found once and remembered.
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

namespace gridfold
{

/// What tuning came to.
template <class Variants>
struct tuned {
  choice<Variants> winner;
  /// What was measured; without rows if the winner was remembered.
  table measured;
};

namespace detail
{

/// The name of the best variant in a table. Throws `error` if there is none.
inline const row& best_of(const table& measured)
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
  const row& best = best_of(result.measured);
  result.winner.take(best.variant);
  if (best.seconds > 0) memory.remember(key, here, best.variant, best.seconds);  // else the clock was too coarse
  return result;
}

}  // namespace detail

/// The best variant of a list for a key on this machine: the one that is remembered, else the best of a sweep, which
/// is remembered then.
///
/// `on`, `variants`, `call` and `options` are sweep's. \param key what the variants are for \param memory where winners
/// are remembered; to tune again, pass one that does not know the key
/// Throws `error` if no variant can be ranked.
template <class... V, class Executor, class Call>
tuned<list<V...>> tune(const Executor& on, list<V...> variants, const tuning_key& key, const Call& call,
                       const sweep_options& options, tuning_memory& memory)
{
  return detail::tune_by(variants, key, machine_of(on), memory, [&] { return sweep(on, variants, call, options); });
}

/// The same by a search: successive halving, which finds a variant about as good in a fraction of the time. \param most
/// what it may spend; a search that runs out of it takes the best so far
template <class... V, class Executor, class Call>
tuned<list<V...>> tune(const Executor& on, list<V...> variants, const tuning_key& key, const Call& call,
                       const sweep_options& options, tuning_memory& memory, const budget& most)
{
  return detail::tune_by(variants, key, machine_of(on), memory,
                         [&] { return search(on, variants, call, options, most); });
}

/// What is remembered for a key, without measuring: for a machine by its exact name, then its capability, else the
/// first of the list: put the shipped default there (defaults.hpp).
template <class... V>
choice<list<V...>> recall(const machine& here, list<V...>, const tuning_key& key, const tuning_memory& memory)
{
  choice<list<V...>> chosen;
  if (const auto known = memory.find(key, here)) chosen.take(*known);
  return chosen;
}

}  // namespace gridfold
