// Tests that results of one call are judged by what each of them is.
#include <gtest/gtest.h>

#include "harness/judge/tolerance.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// A count beside a sum is exact, although the bound of the row is that of sums.
TEST(ToleranceOfResults, IsNoneForAResultThatIsNotAFloat) {
  const Call call{"reduce_sum"_op,
                  {{DType::kFloat32, View({1}), nullptr}},
                  Attributes().axes({0}).keepdims(true),
                  {}};
  const ElementBits seven{encode_real(format_of(DType::kFloat32), 7), 0};
  const OperandValues operands = {{seven}};
  const Permitted count =
      permitted_answer(call, DType::kInt32, {{7, 0}}, {}, operands, kNx);
  EXPECT_EQ(count.accuracy, Accuracy::kExact);
  EXPECT_TRUE(count.accept.empty());
  const Permitted sum =
      permitted_answer(call, DType::kFloat32, {seven}, {}, operands, kNx);
  EXPECT_EQ(sum.accuracy, Accuracy::kConditionAware);
  EXPECT_FALSE(sum.accept.empty());
}

}  // namespace
}  // namespace assay
