// Tests that each alteration changes what is expected in the way that its
// mistake changes an answer, on small calls whose results are plain to see.
#include "harness/cause/alteration.h"

#include <gtest/gtest.h>

#include "harness/record/mistake.h"
#include "harness/run/prepare.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

ElementBits bits_of(DType dtype, double value) {
  if (!is_real(dtype)) return {static_cast<std::uint64_t>(value), 0};
  return {encode_real(format_of(dtype), value), 0};
}

CaseTensor operand(const char* name, DType dtype, View view,
                   const std::vector<double>& storage) {
  CaseTensor tensor{
      name, dtype, std::move(view), std::vector<ElementBits>(), {}};
  for (const double value : storage)
    tensor.storage->push_back(bits_of(dtype, value));
  return tensor;
}

// Returns a case with one call of `op` on the operands, into `out`.
Case call(Op op, std::vector<CaseTensor> operands, DType dtype, Shape shape,
          Attributes attributes = {}) {
  Case test_case;
  Step step;
  step.op = op;
  step.attributes = std::move(attributes);
  for (CaseTensor& tensor : operands) {
    step.operands.push_back(tensor.name);
    test_case.tensors.push_back(std::move(tensor));
  }
  test_case.tensors.push_back({"out", dtype, View(std::move(shape)), {}, {}});
  step.outs = {"out"};
  test_case.steps = {std::move(step)};
  Expectation expectation;
  expectation.tensor = "out";
  test_case.expect = {std::move(expectation)};
  return test_case;
}

// Returns what is expected under a mistake; empty if it makes no difference.
std::vector<ElementBits> expected(const Case& test_case, const char* name) {
  const Alteration& alteration = *alteration_named(name);
  Case altered = test_case;
  if (!alteration.alter(altered)) return {};
  Reference oracle;
  const Status status = prepare_case(altered, oracle, kNx);
  EXPECT_TRUE(status.ok()) << status.message;
  EXPECT_TRUE(alteration.restore(test_case, altered));
  EXPECT_EQ(test_case.tensors.back().dtype, altered.expect[0].dtype);
  return altered.expect[0].any_of[0].values;
}

constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;

TEST(Alteration, EveryMistakeHasOne) {
  for (const Mistake& mistake : kMistakes)
    EXPECT_NE(nullptr, alteration_named(mistake.name)) << mistake.name;
  EXPECT_EQ(nullptr, alteration_named("none"));
}

TEST(Alteration, SwapsOperands) {
  const Case sub = call(
      "sub"_op,
      {operand("a", kF32, View({1}), {5}), operand("b", kF32, View({1}), {3})},
      kF32, {1});
  EXPECT_EQ(bits_of(kF32, -2), expected(sub, "operands=swapped").at(0));
}

TEST(Alteration, ReadsStridedOperandsAsContiguous) {
  const Case neg =
      call("neg"_op, {operand("a", kF32, View({2}, {2}, 1), {1, 2, 3, 4})},
           kF32, {2});
  const auto values = expected(neg, "strides=ignored");
  EXPECT_EQ(bits_of(kF32, -2), values.at(0));
  EXPECT_EQ(bits_of(kF32, -3), values.at(1));
  EXPECT_EQ(bits_of(kF32, -1), expected(neg, "offset=ignored").at(0));
  const Case plain =
      call("neg"_op, {operand("a", kF32, View({1}), {1})}, kF32, {1});
  EXPECT_TRUE(expected(plain, "strides=ignored").empty());
}

TEST(Alteration, TakesTheLastTie) {
  Attributes attributes;
  attributes.axis(0).keepdims(false);
  const Case argmax =
      call("argmax"_op, {operand("x", kF32, View({4}), {1, 7, 7, 2})},
           DType::kInt32, {}, attributes);
  EXPECT_EQ(2u, expected(argmax, "ties=last").at(0).re);
}

TEST(Alteration, ComputesInANarrowerFormat) {
  const Case mul = call("mul"_op,
                        {operand("a", kF64, View({1}), {1 + 0x1p-30}),
                         operand("b", kF64, View({1}), {3})},
                        kF64, {1});
  EXPECT_EQ(bits_of(kF64, 3), expected(mul, "computed_in=float32").at(0));
  const Case single = call(
      "mul"_op,
      {operand("a", kF32, View({1}), {1}), operand("b", kF32, View({1}), {3})},
      kF32, {1});
  EXPECT_TRUE(expected(single, "computed_in=float32").empty());
}

TEST(Alteration, RepeatsTheFirstEntryOfABatch) {
  const Case matmul = call("matmul"_op,
                           {operand("a", kF32, View({2, 1, 1}), {2, 5}),
                            operand("b", kF32, View({2, 1, 1}), {3, 7})},
                           kF32, {2, 1, 1});
  EXPECT_EQ(bits_of(kF32, 6), expected(matmul, "batch=first").at(1));
}

// A reduction over one axis of x, without it in the result.
Attributes along(std::int64_t axis) {
  Attributes attributes;
  attributes.axes({axis}).keepdims(false);
  return attributes;
}

TEST(Alteration, WorksAlongAnotherAxis) {
  const CaseTensor x = operand("x", kF32, View({2, 2}), {1, 2, 3, 4});
  const Case sum = call("reduce_sum"_op, {x}, kF32, {2}, along(1));
  EXPECT_EQ(bits_of(kF32, 4), expected(sum, "axis=first").at(0));
  EXPECT_TRUE(expected(sum, "axis=last").empty());
  const Case other = call("reduce_sum"_op, {x}, kF32, {2}, along(0));
  EXPECT_EQ(bits_of(kF32, 3), expected(other, "axis=last").at(0));
  const Case oblong = call(
      "reduce_sum"_op, {operand("x", kF32, View({2, 3}), {1, 2, 3, 4, 5, 6})},
      kF32, {2}, along(1));
  EXPECT_TRUE(expected(oblong, "axis=first").empty());
}

TEST(Alteration, LeavesTheEndOfAnAxisUnread) {
  const Case sum = call("reduce_sum"_op,
                        {operand("x", kF32, View({6}), {1, 2, 4, 8, 16, 32})},
                        kF32, {}, along(0));
  EXPECT_EQ(bits_of(kF32, 31), expected(sum, "last=unread").at(0));
  EXPECT_EQ(bits_of(kF32, 15), expected(sum, "tail_of_4=unread").at(0));
  EXPECT_TRUE(expected(sum, "tail_of_8=unread").empty());
  const Case matmul = call("matmul"_op,
                           {operand("a", kF32, View({1, 2}), {2, 3}),
                            operand("b", kF32, View({2, 1}), {5, 7})},
                           kF32, {1, 1});
  EXPECT_EQ(bits_of(kF32, 10), expected(matmul, "last=unread").at(0));
}

TEST(Alteration, IsOffByOne) {
  Attributes attributes;
  attributes.axis(0).keepdims(false);
  const Case argmax =
      call("argmax"_op, {operand("x", kF32, View({3}), {1, 7, 2})},
           DType::kInt32, {}, attributes);
  EXPECT_EQ(2u, expected(argmax, "index=plus_one").at(0).re);
  EXPECT_EQ(0u, expected(argmax, "index=minus_one").at(0).re);
  Attributes axis;
  axis.axis(0);
  const auto gather = [&](double index) {
    return call("gather"_op,
                {operand("data", kF32, View({3}), {5, 6, 7}),
                 operand("indices", DType::kInt32, View({1}), {index})},
                kF32, {1}, axis);
  };
  EXPECT_EQ(bits_of(kF32, 7), expected(gather(1), "index=plus_one").at(0));
  EXPECT_TRUE(expected(gather(2), "index=plus_one").empty());
}

}  // namespace
}  // namespace assay
