// Tests flushing against bit patterns written by hand, and which calls it
// applies to.
#include "spec/subnormal.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"

namespace assay {
namespace {

TEST(Subnormal, BecomesTheZeroOfItsSign) {
  struct Row {
    DType dtype;
    ElementBits bits;
    ElementBits expected;
  };
  const Row rows[] = {
      {DType::kFloat32, {1}, {0}},
      {DType::kFloat32, {0x007fffff}, {0}},
      {DType::kFloat32, {0x00800000}, {0x00800000}},  // the smallest normal
      {DType::kFloat32, {0x807fffff}, {0x80000000}},
      {DType::kFloat32, {0x80000000}, {0x80000000}},
      {DType::kFloat32, {0x7f800001}, {0x7f800001}},  // a signalling NaN
      {DType::kFloat64, {0x000fffffffffffff}, {0}},
      {DType::kFloat16, {0x83ff}, {0x8000}},
      {DType::kBfloat16, {0x0080}, {0x0080}},
      {DType::kFloat8E4m3fn, {0x07}, {0}},
      {DType::kFloat8E5m2, {0x04}, {0x04}},
      {DType::kComplex64, {0x80000001, 0x3f800000}, {0x80000000, 0x3f800000}},
      {DType::kComplex64, {0x3f800000, 0x00000001}, {0x3f800000, 0}},
      {DType::kInt32, {1}, {1}},
      {DType::kBool, {1}, {1}},
  };
  for (const Row& row : rows)
    EXPECT_EQ(flushed(row.dtype, row.bits), row.expected)
        << name_of(row.dtype) << " " << std::hex << row.bits.re;
}

Tensor square(DType dtype) { return {dtype, View(Shape{2, 2}), {}}; }

bool is_governed(Op op, Attributes attributes = {},
                 DType result = DType::kFloat32) {
  const Tensor x = square(DType::kFloat32);
  return is_governed_by_subnormal({op, {x, x, x}, std::move(attributes), {}},
                                  result);
}

TEST(Subnormal, GovernsArithmeticAndNotWhatMovesElements) {
  for (const char* name :
       {"add", "div", "pow", "max", "sign", "sqrt", "exp", "cmplt", "ceil",
        "matmul", "fold", "fft", "argmax", "associative_scan", "hypot", "log1p",
        "leaky_relu", "softmax"})
    EXPECT_TRUE(is_governed(*op_named(name))) << name;
  for (const char* name : {"abs", "neg", "where", "sort", "argsort", "gather",
                           "copy", "permute", "pad", "unfold", "cholesky"})
    EXPECT_FALSE(is_governed(*op_named(name))) << name;
  EXPECT_TRUE(is_governed("reduce_sum"_op, Attributes().axes({0})));
  EXPECT_FALSE(is_governed("reduce_sum"_op, Attributes().axes({})));
  EXPECT_TRUE(is_governed("cast"_op, {}, DType::kFloat64));
  EXPECT_FALSE(is_governed("cast"_op, {}, DType::kFloat32));
  EXPECT_TRUE(is_governed("scatter"_op, Attributes().mode(ScatterMode::kAdd)));
  EXPECT_FALSE(is_governed("scatter"_op, Attributes().mode(ScatterMode::kSet)));
}

}  // namespace
}  // namespace assay
