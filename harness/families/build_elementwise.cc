// Builds the cases of the elementwise and conversion families. Their operands
// are tuples that the clause of the case governs, so that a failure names the
// broken clause.
// Tested by tests/harness/generate/build_case_test.cc.
#include <algorithm>

#include "harness/families/case_builder.h"
#include "harness/families/hard_share.h"
#include "spec/cells.h"

namespace assay {
namespace {

// A case with more elements than this has room for hard operands.
constexpr std::size_t kFewElements = 12;

// Draws tuples of operands that one clause governs: boundary values at even
// places; at odd places hard operands as long as there are any, then random
// ones.
std::vector<OperandTuple> draw_tuples(const CaseBuilder& builder,
                                      std::size_t count) {
  const PlannedCase& plan = builder.plan();
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const bool is_own = pool.has(plan.clause);
  const std::string_view clause =
      is_own ? plan.clause : plain_clause(plan.op, plan.dtype, plan.result);
  ValueStream stream(builder.seed(), 1000);
  std::vector<OperandTuple> tuples;
  const std::uint64_t start = stream.next();
  for (std::size_t i = 0; i < count; ++i)
    tuples.push_back(!is_own      ? pool.plain(clause, stream)
                     : i % 2 == 0 ? pool.boundary(clause, start + i / 2)
                                  : pool.draw(clause, stream));
  const auto hard = is_own && count > kFewElements
                        ? hard_share(plan)
                        : std::vector<OperandTuple>{};
  // Starts at the end, so that the last element, which is in a tail, is a hard
  // one.
  for (std::size_t k = 0; k < std::min(hard.size(), count / 2); ++k)
    tuples[count - 1 - 2 * k] = hard[(start + k) % hard.size()];
  return tuples;
}

}  // namespace

void build_elementwise(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape = builder.fitted_shape();
  const auto tuples =
      draw_tuples(builder, static_cast<std::size_t>(element_count(shape)));
  const Signature& signature = spec_of(plan.op).signature;
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < signature.operands.size(); ++i) {
    operands.emplace_back(signature.operands[i].name);
    builder.add_tensor(
        operands[i], dtype_by(signature.operands[i].role, plan.cell()), shape,
        builder.layout_of(i), [&](std::size_t k) { return tuples[k][i]; });
  }
  builder.add_writing_program(
      operands, {}, dtype_by(signature.results[0].role, plan.cell()), shape);
}

}  // namespace assay
