// Tests Threefry-2x32 with the published known answers and with strided
// operands. tests/harness/families/build_arrays_test.cc has a second opinion.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Bits threefry(const Bits& key, const Bits& counter, const Shape& shape) {
  return bits_in(execute(
      call_of("threefry"_op, {tensor_of_bits(DType::kInt32, key, shape),
                              tensor_of_bits(DType::kInt32, counter, shape)})));
}

TEST(RandomTest, KnownAnswers) {
  EXPECT_EQ(
      (Bits{0x6b200159, 0x99ba4efe, 0x1cb996fc, 0xbb002be7, 0xc4923a9c,
            0x483df7a0}),
      threefry({0, 0, 0xffffffff, 0xffffffff, 0x13198a2e, 0x03707344},
               {0, 0, 0xffffffff, 0xffffffff, 0x243f6a88, 0x85a308d3}, {3, 2}));
}

TEST(RandomTest, StridedOperandsAndNone) {
  Tensor key = tensor_of_bits(DType::kInt32, {0x03707344, 0x13198a2e});
  key.view = View({2, 2}, {0, -1}, 1);
  Tensor counter = tensor_of_bits(
      DType::kInt32, {0x243f6a88, 0x243f6a88, 0x85a308d3, 0x85a308d3});
  counter.view = View({2, 2}, {1, 2}, 0);
  EXPECT_EQ((Bits{0xc4923a9c, 0x483df7a0, 0xc4923a9c, 0x483df7a0}),
            bits_in(execute(call_of("threefry"_op, {key, counter}))));
  EXPECT_EQ(Bits{}, threefry({}, {}, {0, 2}));
}

}  // namespace
}  // namespace assay::test
