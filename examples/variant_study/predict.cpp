// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "predict.hpp"

#include <algorithm>
#include <gridfold/error.hpp>
#include <gridfold/tune/table.hpp>

#include "predictions.hpp"

namespace study
{

std::vector<prediction> predict(const request& what, bool more)
{
  using predicting = std::vector<prediction> (*)(const request&, bool);
  constexpr predicting of[] = {predict_coulomb,  predict_transpose, predict_reduce,
                               predict_multiply, predict_neighbors, predict_copy};
  for (std::size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k] == what.kernel) return of[k](what, more);
  throw gridfold::error("there is no prediction of " + what.kernel + " (the kernels are others): ask for --help");
}

void add(const std::vector<prediction>& predictions, gridfold::table& to)
{
  for (const prediction& p : predictions) {
    const auto known =
        std::find_if(to.rows.begin(), to.rows.end(), [&](const gridfold::row& r) { return r.variant == p.variant; });
    if (known != to.rows.end())
      known->more = p.columns;
    else
      to.rows.push_back({.variant = p.variant,
                         .result = gridfold::outcome::predicted,
                         .reason = "a variant for GPUs",
                         .more = p.columns});
    for (const std::string& fault : p.faults) to.notes.push_back(p.variant + ": " + fault);
  }
  gridfold::rank(to.rows);
}

}  // namespace study
