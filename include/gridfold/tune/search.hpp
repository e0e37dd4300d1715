// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The search: finds the best variant in a fraction of a sweep's time, by successive halving.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/core/moved.hpp>
#include <gridfold/tune/sweep.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Successive halving: every candidate runs once, and those not much slower than the best are timed. The best third is
/// timed twice as often, and so on, until one is left or the number of runs is that of a sweep. A winner with a wrong
/// result is removed, and the search continues.
class halving {
 public:
  halving(timer& with, const sweep_options& options, const budget& most)
      : with_(with), options_(options), most_(most), by_(with, options), begin_(with.now())
  {
  }

  table search(std::vector<tuning::candidate> all)
  {
    std::vector<tuning::trial> tried = tuning::trials_of(gridfold::core::moved(all));
    std::vector<tuning::trial*> right = start(tried);
    tuning::trial* winner = nullptr;
    while (!right.empty() && !is_right(*(winner = best_of(right))))
      std::erase_if(right, [](const tuning::trial* t) { return !t->alive(); });
    for (tuning::trial& t : tried)
      if (t.alive() && &t != winner) give_up(t);
    table result = tuning::table_of(by_, tried, options_);
    const auto is_open = [](const tuning::trial& t) { return t.found.result == outcome::slow && !t.checked; };
    if (options_.error && std::any_of(tried.begin(), tried.end(), is_open))
      result.notes.push_back("Of the slow variants, results were not checked where the error is missing.");
    return result;
  }

 private:
  /// Removes a candidate whose first run takes more than `hopeless` times the best one, plus `loading` seconds for
  /// loading its kernel.
  static constexpr double hopeless = 1.15, loading = 0.001;
  /// Removes a candidate with a timed run of more than `too_slow` times the best one.
  static constexpr double too_slow = 1.1;

  static void give_up(tuning::trial& t)
  {
    t.found.result = outcome::slow;
    if (t.found.reason.empty()) t.found.reason = "others were faster";
  }

  [[nodiscard]] bool spent() const { return by_.runs() >= most_.runs || with_.now() - begin_ >= most_.seconds; }

  std::vector<tuning::trial*> start(std::vector<tuning::trial>& tried)
  {
    std::vector<tuning::trial*> left = first_runs(tried);
    sort(left);
    while (!left.empty() && !is_right(*left.front())) left = std::vector(left.begin() + 1, left.end());
    if (left.empty()) return left;
    const double most = hopeless * left.front()->seconds() + loading;
    for (tuning::trial* t : left) {
      if (t->seconds() > most) {
        t->found.reason = "its first run took too long";
      } else if (!spent()) {
        t->times = {};
        by_.time_once(*t);
      }
    }
    std::erase_if(left, [](const tuning::trial* t) { return !t->alive() || !t->found.reason.empty(); });
    return left;
  }

  /// Runs every candidate once; returns those that did not fail.
  std::vector<tuning::trial*> first_runs(std::vector<tuning::trial>& tried)
  {
    std::vector<tuning::trial*> left;
    const tuning::progress_report progress(with_, options_, tried.size());
    by_.wake(tried);
    for (tuning::trial& t : tried) {
      if (!left.empty() && spent()) {
        t.found.reason = "the budget was spent before its turn";
        continue;
      }
      progress.report(static_cast<std::size_t>(&t - tried.data()), t.of.variant);
      by_.time_once(t);
      if (t.alive()) left.push_back(&t);
    }
    progress.report(tried.size(), "");
    return left;
  }

  bool is_right(tuning::trial& t)
  {
    if (t.alive() && !t.checked) by_.check(t);
    return t.alive();
  }

  static void sort(std::vector<tuning::trial*>& all)
  {
    std::stable_sort(all.begin(), all.end(),
                     [](const tuning::trial* a, const tuning::trial* b) { return a->seconds() < b->seconds(); });
  }

  /// The best candidate, found by timing ever fewer candidates ever more often.
  tuning::trial* best_of(std::vector<tuning::trial*> left)
  {
    for (int runs = 1; keep_best_third(left) > 1 && runs < options_.least_runs && !spent(); runs *= 2)
      for (tuning::trial* t : left)
        for (int n = 0; n < runs && t->alive() && !spent(); ++n) by_.time_once(*t);
    return left.front();
  }

  /// Moves the fastest third of the candidates to the front; returns its size.
  static std::size_t keep_best_third(std::vector<tuning::trial*>& left)
  {
    sort(left);
    const double most = too_slow * left.front()->seconds();
    left.resize((left.size() + 2) / 3);
    std::erase_if(left, [most](const tuning::trial* t) { return t->seconds() > most; });
    return left.size();
  }

  timer& with_;
  const sweep_options& options_;
  const budget& most_;
  tuning::trials by_;
  double begin_;
};

}  // namespace detail

/// Like sweep, but finds only the best variant, or one about as fast, in a fraction of the time. Rows of other variants
/// are `slow`, with the times of their few runs; a note says that their results are not checked.
///
/// \param most the budget; when it is used up, the best so far wins
template <class... V, class Executor, class Call>
table search(const Executor& on, list<V...> variants, const Call& call, const sweep_options& options,
             const budget& most = {})
{
  timer_of<Executor> with(on);
  return detail::halving(with, options, most).search(tuning::candidates(variants, call, with.on(), options.filter));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
