// Tests that the drawn calls of convert have elements that the dtype of out
// has, and that refused pairs are not allowed.
#include <gtest/gtest.h>

#include <set>

#include "harness/lax/draw_elementwise.h"
#include "reference/reference.h"
#include "spec/cells.h"
#include "tests/harness/drawn_calls.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr Op kConvert = "convert"_op;

// Calls check(cell, call) with drawn calls of a clause on every cell that has
// it.
template <typename Check>
void each_conversion(std::string_view clause, Check check) {
  const auto& row = drawn_row_of(lax_conversion_rows(), clause);
  for (const auto& [cell, is_required] : every_cell()) {
    if (cell.op != kConvert ||
        !is_applicable(cell.op, "", cell.dtype, cell.result, clause))
      continue;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const Structure structure = draw_structure(seed, row.shape, 0);
      const CallWish wish{.cell = cell,
                          .row = row,
                          .structure = structure,
                          .number = static_cast<int>(seed)};
      check(cell, draw_lax_conversion(wish));
    }
  }
}

Call call_of_drawn(const Cell& cell, const DrawnCall& drawn) {
  std::vector<ElementBits> elements;
  for (std::int64_t k = 0; k < element_count(drawn.operands[0].shape); ++k)
    elements.push_back(drawn.operands[0].element(static_cast<std::size_t>(k)));
  Tensor x = tensor_of_elements(cell.dtype, elements, {std::ssize(elements)});
  x.view = View(drawn.operands[0].shape);
  return call_of("convert"_op, {x}, {}, drawn.out_dtype.value_or(cell.result));
}

// Under this axis value the reference refuses an element that out lacks.
const Profile kByValue = kNx.with("convert.check=value"_policy);

TEST(DrawnConversion, ValuesAreThoseOfBothDTypes) {
  int pairs = 0;
  each_conversion("convert.value", [&](const Cell& cell,
                                       const DrawnCall& drawn) {
    ++pairs;
    const auto made = Reference(kByValue).execute(call_of_drawn(cell, drawn));
    EXPECT_TRUE(made.ok()) << name_of(cell.dtype) << " to "
                           << name_of(cell.result);
  });
  EXPECT_EQ(135 * 8, pairs);
}

TEST(DrawnConversion, RoundedIntegersAreLost) {
  each_conversion("convert.rounding", [&](const Cell& cell,
                                          const DrawnCall& drawn) {
    if (element_count(drawn.operands[0].shape) < 4) return;
    const auto made = Reference(kByValue).execute(call_of_drawn(cell, drawn));
    EXPECT_FALSE(made.ok());
  });
}

TEST(DrawnConversion, RefusedPairsAreNotAllowed) {
  std::set<std::pair<DType, DType>> refused;
  int lost = 0;
  int kept = 0;
  each_conversion(
      "convert.refused", [&](const Cell& cell, const DrawnCall& drawn) {
        const Call call = call_of_drawn(cell, drawn);
        const DType to = call.outs[0].dtype;
        EXPECT_FALSE(may_convert(cell.dtype, to));
        EXPECT_TRUE(drawn.permits_refusal);
        EXPECT_EQ(cell.dtype == cell.result, drawn.out_dtype.has_value());
        refused.emplace(cell.dtype, to);
        EXPECT_FALSE(Reference().execute(call).ok());
        const bool is_kept = Reference(kByValue).execute(call).ok();
        (is_kept ? kept : lost) += 1;
      });
  EXPECT_EQ(361u - 135u, refused.size());
  EXPECT_LT(400, lost);
  EXPECT_LT(400, kept);
}

}  // namespace
}  // namespace assay::test
