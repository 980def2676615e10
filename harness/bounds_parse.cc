// Tested by tests/harness/case_json_residual_test.cc.
#include "harness/bounds_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/factorization.h"

namespace assay {

Status parse_matrices(CaseReader& judge, std::int64_t count,
                      Permitted& permitted) {
  constexpr std::string_view kKeys[] = {"residual", "orthogonality",
                                        "spectrum"};
  const auto given =
      std::count_if(std::begin(kKeys), std::end(kKeys),
                    [&](std::string_view key) { return judge.has(key); });
  if (given == 0) return judge.status();
  if (permitted.accuracy != Accuracy::kResidual)
    judge.fail("bounds of matrices are given, expected class residual");
  if (!judge.status().ok()) return judge.status();
  MatrixBounds& bounds = permitted.matrices.emplace();
  std::vector<double>* lists[] = {&bounds.residual, &bounds.orthogonality,
                                  &bounds.spectrum};
  for (std::size_t i = 0; i < std::size(kKeys); ++i)
    *lists[i] = judge.bounds(kKeys[i]);
  const auto is_given = [](double bound) { return bound >= 0; };
  if (permitted.values.empty() && count > 0 &&
      std::any_of(bounds.spectrum.begin(), bounds.spectrum.end(), is_given))
    judge.fail("\"spectrum\" needs values to be near to");
  return judge.status();
}

Status check_matrices(const Case& test_case, const TensorTypes& types) {
  for (const Expectation& expectation : test_case.expect)
    for (const Permitted& permitted : expectation.any_of) {
      if (!permitted.matrices) continue;
      const auto makes = [&](const Step& step) {
        return is_judged_by_residual(step.op) &&
               std::find(step.outs.begin(), step.outs.end(),
                         expectation.tensor) != step.outs.end();
      };
      const auto step =
          std::find_if(test_case.steps.begin(), test_case.steps.end(), makes);
      if (step == test_case.steps.end())
        return Status::invalid(
            fmt::format("{} has class residual, and no factorization or solve "
                        "makes it",
                        expectation.tensor));
      Shape batch = types.at(step->operands.front()).shape;
      batch.resize(batch.size() - 2);
      const auto wanted = static_cast<std::size_t>(element_count(batch));
      bool is_bounded = false;
      for (const auto* list :
           {&permitted.matrices->residual, &permitted.matrices->orthogonality,
            &permitted.matrices->spectrum}) {
        is_bounded = is_bounded || list->size() == wanted;
        if (!list->empty() && list->size() != wanted)
          return Status::invalid(fmt::format("{} has {} bounds for {} matrices",
                                             expectation.tensor, list->size(),
                                             wanted));
      }
      if (!is_bounded)
        return Status::invalid(fmt::format(
            "{} has no bound for its {} matrices", expectation.tensor, wanted));
    }
  return {};
}

}  // namespace assay
