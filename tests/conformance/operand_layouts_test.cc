// Tests that every op of lax with several operands is asked with one that is
// stored column by column and one that is contiguous.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "conformance/plan.h"
#include "harness/generate/build_case.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

// Returns whether the elements are stored column by column without gaps, and
// in another order than row by row.
bool is_column_major(const View& view) {
  if (view.offset() != 0 || view.is_row_major()) return false;
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    if (view.shape()[axis] > 1 && view.strides()[axis] != stride) return false;
    stride *= view.shape()[axis];
  }
  return true;
}

TEST(LaxOperandLayouts, PairColumnMajorWithContiguousOperands) {
  std::set<std::string> wanted;
  for (const OpSpec* op : every_op())
    if (op->set == "lax" && op->signature.operands.size() > 1)
      wanted.insert(std::string(op->name));
  ASSERT_FALSE(wanted.empty());
  std::string filter;
  for (const std::string& op : wanted)
    filter += (filter.empty() ? "" : ",") + op;
  const auto parsed = Filter::parse(filter);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message;
  for (const PlannedCase& plan : plan_cases(Level::kStandard, *parsed)) {
    if (plan.layout != Layout::kTranspose || plan.rung > 0) continue;
    const Case test_case = build_case(plan, 1);
    bool has_columns = false;
    bool has_rows = false;
    for (const std::string& name : test_case.steps.front().operands) {
      const View& view = test_case.find(name)->view;
      has_columns = has_columns || is_column_major(view);
      has_rows = has_rows || view.is_c_contiguous();
    }
    if (has_columns && has_rows) wanted.erase(std::string(name_of(plan.op)));
  }
  EXPECT_EQ(wanted, std::set<std::string>());
}

}  // namespace
}  // namespace assay
