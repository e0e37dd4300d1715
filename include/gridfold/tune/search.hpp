// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The search: the best variant for a fraction of a sweep, by successive halving.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/tune/sweep.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

namespace detail
{

/// Every candidate runs once, and those for which that was not hopeless once more, timed. The best third stays and is
/// timed twice as often as before, and so on, until one is left or they are timed as often as a sweep would. The winner
/// is checked; if it is wrong the others have another go without it.
class halving {
 public:
  halving(timer& with, const sweep_options& options, const budget& most)
      : with_(with), options_(options), most_(most), by_(with, options), begin_(with.now())
  {
  }

  table search(std::vector<candidate> all)
  {
    std::vector<trial> tried = trials_of(std::move(all));
    std::vector<trial*> right = start(tried);
    trial* winner = nullptr;
    while (!right.empty() && !is_right(*(winner = best_of(right))))
      std::erase_if(right, [](const trial* t) { return !t->alive(); });
    for (trial& t : tried)
      if (t.alive() && &t != winner) give_up(t);
    return table_of(by_, tried, options_);
  }

 private:
  /// A first run so many times as long as the best's is hopeless, but for the seconds that loading a kernel may cost.
  static constexpr double hopeless = 1.15, loading = 0.001;
  /// A timed run so many times as long as the best's is.
  static constexpr double far = 1.1;

  static void give_up(trial& t)
  {
    t.found.result = outcome::slow;
    if (t.found.reason.empty()) t.found.reason = "others were faster";
  }

  [[nodiscard]] bool spent() const { return by_.runs() >= most_.runs || with_.now() - begin_ >= most_.seconds; }

  std::vector<trial*> start(std::vector<trial>& tried)
  {
    std::vector<trial*> left = first_runs(tried);
    sort(left);
    while (!left.empty() && !is_right(*left.front())) left.erase(left.begin());
    if (left.empty()) return left;
    const double most = hopeless * left.front()->seconds() + loading;
    for (trial* t : left) {
      if (t->seconds() > most) t->found.reason = "its first run took too long";
      if (t->seconds() <= most && !spent()) {
        t->times.clear();
        by_.time_once(*t);
      }
    }
    std::erase_if(left, [](const trial* t) { return !t->alive() || !t->found.reason.empty(); });
    return left;
  }

  /// Runs every candidate once, and returns those that did not fail.
  std::vector<trial*> first_runs(std::vector<trial>& tried)
  {
    std::vector<trial*> left;
    const teller progress(with_, options_, tried.size());
    by_.wake(tried);
    for (trial& t : tried) {
      if (!left.empty() && spent()) {
        t.found.reason = "the budget was spent before its turn";
        continue;
      }
      progress.tell(static_cast<std::size_t>(&t - tried.data()), t.of.variant);
      by_.time_once(t);
      if (t.alive()) left.push_back(&t);
    }
    progress.tell(tried.size(), "");
    return left;
  }

  bool is_right(trial& t)
  {
    if (t.alive() && !t.checked) by_.check(t);
    return t.alive();
  }

  static void sort(std::vector<trial*>& all)
  {
    std::stable_sort(all.begin(), all.end(),
                     [](const trial* a, const trial* b) { return a->seconds() < b->seconds(); });
  }

  /// The best candidate, by timing ever fewer ever more often.
  trial* best_of(std::vector<trial*> left)
  {
    for (int runs = 1; keep_best_third(left) > 1 && runs < options_.least_runs && !spent(); runs *= 2)
      for (trial* t : left)
        for (int n = 0; n < runs && t->alive() && !spent(); ++n) by_.time_once(*t);
    return left.front();
  }

  /// Leaves a third of the candidates, the fastest first, and returns how many that are.
  static std::size_t keep_best_third(std::vector<trial*>& left)
  {
    sort(left);
    const double most = far * left.front()->seconds();
    left.resize((left.size() + 2) / 3);
    std::erase_if(left, [most](const trial* t) { return t->seconds() > most; });
    return left.size();
  }

  timer& with_;
  const sweep_options& options_;
  const budget& most_;
  trials by_;
  double begin_;
};

}  // namespace detail

/// As sweep, but finds the best variant alone, or one about as good, in a fraction of the time, by successive halving:
/// rows of others are `slow`, with the times of their few runs.
///
/// \param most what it may spend; when that is spent, the best so far wins
template <class... V, class Executor, class Call>
table search(const Executor& on, list<V...> variants, const Call& call, const sweep_options& options,
             const budget& most = {})
{
  timer_of<Executor> with(on);
  return detail::halving(with, options, most).search(candidates(variants, call, with.on(), options.filter));
}

}  // namespace gridfold
