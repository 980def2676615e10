// Tested by tests/conformance/breakdown_test.cc.
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

// What a claim says of a case of this layout, if it has one, and rank.
ClaimReach reach_of(const std::optional<Claim>& claim, std::string_view layout,
                    std::size_t rank) {
  if (!claim) return {};
  const auto& layouts = claim->layouts;
  const auto parts = parts_of_layout(layout);
  const bool layout_inside =
      layouts.empty() ||
      std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
        return std::find(layouts.begin(), layouts.end(), part) != layouts.end();
      });
  const bool rank_inside = static_cast<std::int64_t>(rank) <= claim->max_rank;
  return {true, !layout_inside || !rank_inside};
}

}  // namespace

ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       std::size_t rank) {
  return reach_of(backend.claim(plan.cell()), name_of(plan.layout), rank);
}

ClaimReach claim_reach(const Backend& backend, const Case& stored) {
  const auto types = type_case(stored);
  if (!types) return {};
  std::size_t rank = 0;
  for (const auto& [name, type] : *types)
    rank = std::max(rank, type.shape.size());
  ClaimReach found{.claimed = true};
  for (const Step& step : stored.steps) {
    // The result of a broken call has no type, and so it has no cell.
    if (must_be_refused(step)) continue;
    const ClaimReach reach = reach_of(backend.claim(cell_of(step, *types)),
                                      layout_in(stored.id), rank);
    if (!reach.claimed) return {};
    found.outside = found.outside || reach.outside;
  }
  return found;
}

Cell cell_about(const Case& stored) {
  const auto types = type_case(stored);
  if (!types || stored.steps.empty() || must_be_refused(stored.steps.back()))
    return {};
  return cell_of(stored.steps.back(), *types);
}

}  // namespace assay
