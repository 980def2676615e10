// Tests preconditions on every cell: a call that breaks one of them is rejected
// with its clause, and the control, which differs in that one thing, is
// accepted.
#include <gtest/gtest.h>

#include <set>

#include "harness/case/layout.h"
#include "harness/generate/robustness_rows.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

class OneBuffer : public Buffer {};

// Plans and transfers are no calls, so infer() does not see them;
// tests/spec/plan_test.cc breaks the preconditions of plans.
bool is_no_call(const OpSpec& op) {
  return op.signature.delivery == Delivery::kProtocol;
}

std::vector<Cell> cells() {
  std::vector<Cell> found;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (is_no_call(spec_of(op))) continue;
    for (const Variant& variant : spec_of(op).variants)
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes)
          if (need_of(op, variant, from.dtype, to.dtype) != Need::kNone)
            found.push_back({op, variant.name, from.dtype, to.dtype});
  }
  return found;
}

Tensor tensor_of(const SampleTensor& sample) {
  const auto& [dtype, shape] = sample.type;
  return {dtype,
          sample.has_gaps ? lay_out(Layout::kSlice, shape).view : View(shape),
          std::make_shared<OneBuffer>()};
}

// Puts the operands that share a buffer with out there.
void share(Sharing sharing, Call& call) {
  if (sharing == Sharing::kNone) return;
  const Tensor& out = call.outs[0];
  const std::int64_t offset = sharing == Sharing::kApart ? out.view.numel() : 1;
  for (Tensor& operand : call.operands)
    if (operand.dtype == out.dtype)
      operand = {out.dtype, View(out.view.shape(), {1}, offset), out.buffer};
}

Status status_of(const Cell& cell, const RobustnessRow& row,
                 const Sample& sample) {
  Call call{cell.op, {}, sample.attributes, {}};
  for (const SampleTensor& operand : sample.operands)
    call.operands.push_back(tensor_of(operand));
  for (const SampleTensor& out : sample.outs)
    call.outs.push_back(tensor_of(out));
  if (sample.outs.empty() && !spec_of(cell.op).signature.returns_tensor())
    for (const TensorType& type : result_types(cell, row))
      call.outs.push_back(tensor_of({.type = type}));
  share(sample.sharing, call);
  return check_call(call);
}

// Preconditions about elements, which types say nothing of: the reference
// rejects what breaks them.
const std::set<std::string_view> kAboutElements = {
    "gather.range"_clause,          "scatter.range"_clause,
    "linalg.hermitian"_clause,      "max_pool_backward.range"_clause,
    "selection.range"_clause,       "quantization.positive"_clause,
    "gather_general.sorted"_clause, "scatter_general.sorted"_clause,
    "scatter_general.unique"_clause};

TEST(Precondition, BrokenInIsolationIsRejectedWithItsClause) {
  for (const Cell& cell : cells())
    for (const RobustnessRow& row : robustness_rows(cell)) {
      if (kAboutElements.contains(row.clause)) continue;
      const Status status = status_of(cell, row, row.broken);
      EXPECT_EQ(status.code, StatusCode::kInvalid)
          << name_of(cell.op) << " " << row.clause;
      EXPECT_EQ(status.kind, row.clause)
          << name_of(cell.op) << ": " << status.message;
      EXPECT_FALSE(status.message.empty()) << row.clause;
    }
}

TEST(Precondition, ControlIsAccepted) {
  for (const Cell& cell : cells())
    for (const RobustnessRow& row : robustness_rows(cell)) {
      const Status status = status_of(cell, row, row.control);
      EXPECT_TRUE(status.ok())
          << name_of(cell.op) << " " << row.clause << ": " << status.message;
      EXPECT_FALSE(result_types(cell, row).empty()) << row.clause;
    }
}

// The very operand as out is allowed; another view of its memory is not, from
// either side, backwards or forwards.
TEST(Precondition, PartialOverlapIsRejected) {
  const auto buffer = std::make_shared<OneBuffer>();
  const Tensor x{DType::kFloat32, View({4}), buffer};
  const Tensor apart{DType::kFloat32, View({4}, {1}, 4), buffer};
  const Tensor shifted{DType::kFloat32, View({4}, {1}, 1), buffer};
  const Tensor flipped{DType::kFloat32, View({4}, {-1}, 3), buffer};
  const auto neg = [&](const Tensor& operand) {
    return check_call({"neg"_op, {operand}, {}, {x}});
  };
  EXPECT_TRUE(neg(x).ok());
  EXPECT_TRUE(neg(apart).ok());
  EXPECT_EQ(neg(shifted).kind, "elementwise.partial_overlap");
  EXPECT_EQ(neg(flipped).kind, "elementwise.partial_overlap");
}

TEST(Precondition, EveryOneHasARow) {
  std::set<std::string_view> tried, stated;
  for (const Cell& cell : cells())
    for (const RobustnessRow& row : robustness_rows(cell))
      tried.insert(row.clause);
  const auto collect = [&](const Clause& clause) {
    if (clause.enforced_by == EnforcedBy::kInfer) stated.insert(clause.id);
  };
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses)
      if (!is_no_call(*op)) collect(clause);
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses) collect(clause);
  EXPECT_EQ(tried, stated);
}

TEST(Precondition, OfAnOpHasARowOnEachOfItsCells) {
  for (const Cell& cell : cells()) {
    std::set<std::string_view> tried;
    for (const RobustnessRow& row : robustness_rows(cell))
      tried.insert(row.clause);
    for (const Clause& clause : spec_of(cell.op).clauses)
      EXPECT_EQ(tried.contains(clause.id),
                clause.enforced_by == EnforcedBy::kInfer)
          << clause.id << " " << name_of(cell.dtype);
  }
}

}  // namespace
}  // namespace assay
