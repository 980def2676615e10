// Tested by tests/cli/stored_cases_test.cc.
#include "conformance/case_claim.h"

#include <algorithm>

#include "harness/case_types.h"
#include "harness/robustness_case.h"

namespace assay {
namespace {

// The value of "layout=" in a case id; empty if there is none.
std::string_view layout_in(std::string_view id) {
  constexpr std::string_view kKey = "layout=";
  const std::size_t at = id.find(kKey);
  if (at == std::string_view::npos) return {};
  id.remove_prefix(at + kKey.size());
  return id.substr(0, id.find(','));
}

// The cell that a step asks for.
Cell cell_of(const Step& step, const TensorTypes& types) {
  const std::size_t first = step.op == "where"_op ? 1 : 0;
  Cell cell{step.op, variant_of(step.op, step.attributes).name};
  if (step.operands.size() > first)
    cell.dtype = types.at(step.operands[first]).dtype;
  else
    cell.dtype = step.attributes.dtype();
  cell.result = is_paired(spec_of(step.op).signature)
                    ? types.at(step.outs.front()).dtype
                    : cell.dtype;
  return cell;
}

}  // namespace

CaseClaim claim_on(const Backend& backend, const Case& test_case) {
  const auto types = type_case(test_case);
  if (!types) return CaseClaim::kUnclaimed;
  std::size_t rank = 0;
  for (const auto& [name, type] : *types)
    rank = std::max(rank, type.shape.size());
  const std::string_view layout = layout_in(test_case.id);
  auto found = CaseClaim::kClaimed;
  for (const Step& step : test_case.steps) {
    // What a broken call would give has no type, and so it has no cell.
    if (must_be_refused(step)) continue;
    const auto claim = backend.claim(cell_of(step, *types));
    if (!claim) return CaseClaim::kUnclaimed;
    const auto& layouts = claim->layouts;
    if (static_cast<std::int64_t>(rank) > claim->max_rank ||
        (!layouts.empty() && !layout.empty() &&
         std::find(layouts.begin(), layouts.end(), layout) == layouts.end()))
      found = CaseClaim::kOutside;
  }
  return found;
}

}  // namespace assay
