// Parses intervals and bounds, from lists that are written out or in short
// form, and checks that they fit the result they belong to.
// Tested by tests/harness/case/case_json_residual_test.cc.
#include "harness/case/bounds_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "spec/element_text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Result<Acceptance> parse_acceptance(CaseReader& reader, const Json& json,
                                    DType dtype) {
  if (json == "any") return Acceptance{true, 0, 0};
  if (json.is_array() && json.size() == 2 && json[0].is_string() &&
      json[1].is_string()) {
    const auto low = parse_component(dtype, json[0].get<std::string>());
    const auto high = parse_component(dtype, json[1].get<std::string>());
    if (low && high) return Acceptance{false, *low, *high};
  }
  reader.fail("\"accept\" has " + found_text(json) +
              ", expected [low, high] or \"any\"");
  return reader.status();
}

std::vector<Acceptance> listed_accept(CaseReader& reader, const Json& list,
                                      DType dtype) {
  std::vector<Acceptance> accept;
  if (!list.is_array())
    reader.fail("\"accept\" is " + found_text(list) + ", expected a list");
  if (!reader.status().ok()) return accept;
  for (const Json& entry : list) {
    const bool pair = is_complex(dtype);
    if (pair && (!entry.is_array() || entry.size() != 2))
      reader.fail("\"accept\" has " + found_text(entry) + ", expected a pair");
    if (!reader.status().ok()) return accept;
    for (std::size_t part = 0; part < (pair ? 2u : 1u); ++part) {
      const auto one =
          parse_acceptance(reader, pair ? entry[part] : entry, dtype);
      if (!one) return accept;
      accept.push_back(*one);
    }
  }
  return accept;
}

}  // namespace

Status parse_accept(CaseReader& reader, DType dtype, Permitted& permitted) {
  const auto list = reader.short_list("accept");
  if (!reader.status().ok()) return reader.status();
  if (!list)
    permitted.accept = listed_accept(reader, reader.at("accept"), dtype);
  else if (list->table == nullptr)
    reader.fail("\"accept\" has no table, expected intervals");
  else
    permitted.accept = reader.spread("accept", *list,
                                     listed_accept(reader, *list->table, dtype),
                                     is_complex(dtype) ? 2 : 1);
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
