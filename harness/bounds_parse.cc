// Tested by tests/harness/case_json_residual_test.cc.
#include "harness/bounds_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "harness/attribute_json.h"
#include "spec/element_text.h"

namespace assay {

using Json = CaseReader::Json;

Status parse_bounds(CaseReader& reader, std::string_view key,
                    std::vector<double>& bounds) {
  if (!reader.list(key)) return reader.status();
  for (const Json& entry : reader.at(key)) {
    if (entry == "any") {
      bounds.push_back(-1);
      continue;
    }
    const auto bits =
        entry.is_string()
            ? parse_component(DType::kFloat64, entry.get<std::string>())
            : Result<std::uint64_t>(Status::invalid(""));
    if (!bits || !(std::bit_cast<double>(*bits) >= 0))
      reader.fail(fmt::format("\"{}\" has {}, expected a hex float or \"any\"",
                              key, found_text(entry)));
    if (!reader.status().ok()) return reader.status();
    bounds.push_back(std::bit_cast<double>(*bits));
  }
  return reader.status();
}

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
    if (Status s = parse_bounds(judge, kKeys[i], *lists[i]); !s.ok()) return s;
  const auto is_given = [](double bound) { return bound >= 0; };
  if (permitted.values.empty() && count > 0 &&
      std::any_of(bounds.spectrum.begin(), bounds.spectrum.end(), is_given))
    judge.fail("\"spectrum\" needs values to be near to");
  return judge.status();
}

}  // namespace assay
