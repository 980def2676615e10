// Tested by tests/harness/case_json_residual_test.cc.
#include "harness/bounds_parse.h"

#include <algorithm>
#include <iterator>

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

}  // namespace assay
