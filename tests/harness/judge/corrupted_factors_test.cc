// Corruptions of factors whose profile leaves a part of them open.
#include <gtest/gtest.h>

#include "harness/judge/corruption.h"
#include "harness/judge/judge_residual.h"
#include "harness/judge/tolerance_residual.h"
#include "spec/op_table.h"
#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::elements;
using test::f32;

// A control corrupts only the judged triangle of a factor whose other one is
// left open.
TEST(Corruption, OfOpenTrianglesIsRefused) {
  constexpr Profile open = kNx.with("cholesky.triangle=any"_policy);
  for (const bool upper : {false, true})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      FactoredStep step = factored_by(
          "cholesky"_op, Attributes().flag(AttributeKey::kUpper, upper), open);
      const FactoredTensor identity{
          {DType::kFloat32, {2, 3, 3}},
          elements({f32(1), 0, 0, 0, f32(1), 0, 0, 0, f32(1),  //
                    f32(1), 0, 0, 0, f32(1), 0, 0, 0, f32(1)})};
      step.operands = step.results = {identity};
      const Permitted permitted = residual_rule(step).results[0];
      ASSERT_FALSE(judge_residual(step, 0, permitted).complaint.has_value());
      const auto done =
          corrupt_result(step, 0, permitted, seed * 0x9e3779b97f4a7c15u);
      ASSERT_TRUE(done.has_value());
      EXPECT_TRUE(judge_residual(step, 0, permitted).complaint.has_value())
          << *done;
    }
}

}  // namespace
}  // namespace assay
