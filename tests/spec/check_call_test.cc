// Tests whole calls: outs that fit and outs that do not, empty extrema,
// variants.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Tensor float_tensor(const Shape& shape) {
  return {DType::kFloat32, View(shape), {}};
}

void expect_invalid(const Call& call) {
  const Status status = check_call(call);
  EXPECT_EQ(status.code, StatusCode::kInvalid) << name_of(call.op);
  EXPECT_FALSE(status.message.empty());
}
void expect_ok(const Call& call) {
  const Status status = check_call(call);
  EXPECT_TRUE(status.ok()) << name_of(call.op) << ": " << status.message;
}

TEST(CheckCall, NeedsOneOutOfTheResultsType) {
  const Tensor x = float_tensor({2, 3});
  expect_ok({"exp"_op, {x}, {}, {float_tensor({2, 3})}});
  expect_invalid({"exp"_op, {x}, {}, {}});
  expect_invalid(
      {"exp"_op, {x}, {}, {float_tensor({2, 3}), float_tensor({2, 3})}});
  expect_invalid({"exp"_op, {x}, {}, {float_tensor({3, 2})}});
  expect_invalid({"exp"_op, {x}, {}, {float_tensor({6})}});
  expect_invalid(
      {"exp"_op, {x}, {}, {{DType::kFloat64, View(Shape{2, 3}), {}}}});
  expect_ok({"cmpeq"_op, {x, x}, {}, {{DType::kBool, View(Shape{2, 3}), {}}}});
  expect_invalid({"cmpeq"_op, {x, x}, {}, {float_tensor({2, 3})}});
}

TEST(CheckCall, NeedsMatricesThatFitAndAnOutOfTheirProduct) {
  const auto product = [](const Shape& a, const Shape& b, const Shape& out) {
    return Call{"matmul"_op,
                {float_tensor(a), float_tensor(b)},
                {},
                {float_tensor(out)}};
  };
  expect_ok(product({2, 3}, {3, 4}, {2, 4}));
  expect_ok(product({5, 2, 3}, {5, 3, 4}, {5, 2, 4}));
  expect_ok(product({5, 2, 0}, {5, 0, 4}, {5, 2, 4}));
  expect_invalid(product({2, 3}, {3, 4}, {2, 3}));
  expect_invalid(product({2, 3}, {3, 4}, {3, 4}));
  expect_invalid(product({2, 3}, {4, 4}, {2, 4}));
  expect_invalid(product({2, 3}, {5, 3, 4}, {2, 4}));
  expect_invalid(product({3}, {3}, {}));
  expect_invalid(product({5, 2, 3}, {6, 3, 4}, {5, 2, 4}));
  expect_invalid(product({5, 2, 3}, {5, 3, 4}, {6, 2, 4}));
  expect_invalid(product({-1, 3}, {3, 4}, {-1, 4}));
  Call of_two = product({2, 3}, {3, 4}, {2, 4});
  of_two.operands[1].dtype = DType::kFloat64;
  expect_invalid(of_two);
  Call other = product({2, 3}, {3, 4}, {2, 4});
  other.outs[0].dtype = DType::kFloat64;
  expect_invalid(other);
}

TEST(CheckCall, NeedsAContiguousOut) {
  const Tensor x = float_tensor({2, 3});
  const Tensor offset = {DType::kFloat32, View({2, 3}, {3, 1}, 1), {}};
  const Tensor transposed = {DType::kFloat32, View({2, 3}, {1, 2}, 0), {}};
  for (const Tensor& out : {offset, transposed}) {
    expect_invalid({"exp"_op, {x}, {}, {out}});
    // assign writes through strides; any op reads through them.
    expect_ok({"assign"_op, {x}, {}, {out}});
    expect_ok({"exp"_op, {out}, {}, {x}});
  }
}

TEST(CheckCall, AnOutOfCastDecidesItsDType) {
  const Tensor x = float_tensor({2});
  expect_ok({"cast"_op, {x}, {}, {{DType::kInt4, View(Shape{2}), {}}}});
  expect_invalid({"cast"_op, {x}, {}, {{DType::kInt4, View(Shape{3}), {}}}});
}

TEST(CheckCall, OpsThatReturnTensorsTakeNoOut) {
  const Tensor x = float_tensor({2, 3});
  const Attributes shape = Attributes().shape({6});
  expect_ok({"reshape"_op, {x}, shape, {}});
  expect_invalid({"reshape"_op, {x}, shape, {float_tensor({6})}});
  expect_ok({"copy"_op, {x}, {}, {}});
  expect_invalid({"copy"_op, {x}, {}, {float_tensor({2, 3})}});
}

// Every list of up to three axes, right or wrong, into outs of every shape.
TEST(CheckCall, AReductionNeedsTheOutThatInferGives) {
  const std::vector<Shape> outs = {
      {}, {2}, {3}, {4}, {2, 3}, {2, 4}, {3, 4}, {3, 2}, {2, 3, 4}, {2, 1, 4}};
  const TensorType x = {DType::kFloat32, {2, 3, 4}};
  int accepted = 0;
  for (int word = 0; word < 1000; ++word) {
    std::vector<std::int64_t> axes;  // the digits, of which 0 stands for none
    for (int rest = word; rest > 0; rest /= 10)
      if (rest % 10 != 0) axes.push_back(rest % 10 - 2);
    for (bool keepdims : {false, true}) {
      const auto attributes = Attributes().axes(axes).keepdims(keepdims);
      const auto types = infer("reduce_sum"_op, {&x, 1}, attributes, x.dtype);
      for (const Shape& out : outs) {
        const Status status = check_call({"reduce_sum"_op,
                                          {float_tensor(x.shape)},
                                          attributes,
                                          {float_tensor(out)}});
        EXPECT_EQ(types.ok() && (*types)[0].shape == out, status.ok())
            << word << ' ' << keepdims << ' ' << shape_text(out);
        accepted += status.ok() ? 1 : 0;
      }
      expect_invalid({"reduce_sum"_op,
                      {float_tensor(x.shape)},
                      attributes,
                      {{DType::kFloat64, View(Shape{3, 4}), {}}}});
    }
  }
  EXPECT_LT(20, accepted);
}

// Transforms over right and wrong axes, from and to every dtype and shape.
TEST(CheckCall, ATransformNeedsTheOutThatInferGives) {
  const std::vector<Shape> shapes = {{},     {4},    {5, 4}, {4, 5}, {5, 3},
                                     {3, 4}, {5, 6}, {5, 0}, {0, 4}, {5, 1}};
  const std::vector<std::vector<std::int64_t>> lists = {
      {}, {0}, {1}, {0, 1}, {1, 0}, {2}, {-1}, {1, 2}};
  constexpr DType kTypes[] = {DType::kFloat64, DType::kComplex64,
                              DType::kComplex128, DType::kInt32};
  const auto attributes_of = [](Op op, const std::vector<std::int64_t>& axes,
                                DType dtype) {
    auto attributes = Attributes().axes(axes);
    return op == "fft"_op ? attributes : attributes.dtype(dtype);
  };
  for (const Op op : {"fft"_op, "rfft"_op, "irfft"_op}) {
    int accepted = 0;
    for (const Shape& shape : shapes)
      for (const auto& axes : lists)
        for (const DType from : kTypes)
          for (const DType to : kTypes) {
            const TensorType x{from, shape};
            const auto attributes = attributes_of(op, axes, to);
            const auto types = infer(op, {&x, 1}, attributes, to);
            for (const Shape& out : shapes)
              for (const DType dtype : kTypes) {
                const bool is_right =
                    types.ok() && (*types)[0] == TensorType{dtype, out};
                const Status status = check_call({op,
                                                  {{from, View(shape), {}}},
                                                  attributes,
                                                  {{dtype, View(out), {}}}});
                EXPECT_EQ(is_right, status.ok())
                    << name_of(op) << ' ' << shape_text(shape) << ' '
                    << shape_text(axes) << ' ' << shape_text(out) << ' '
                    << name_of(from) << ' ' << name_of(to) << ' '
                    << name_of(dtype);
                accepted += is_right ? 1 : 0;
              }
          }
    EXPECT_LT(20, accepted) << name_of(op);
  }
}

TEST(CheckCall, RejectsWhatInferRejects) {
  expect_invalid({"add"_op,
                  {float_tensor({2}), float_tensor({3})},
                  {},
                  {float_tensor({2})}});
}

TEST(EmptyExtremum, IsAnExtremumOverAnAxisOfExtentZero) {
  const auto axis = [](std::int64_t value) {
    return Attributes().axis(value).keepdims(false);
  };
  const auto axes = [](std::vector<std::int64_t> value) {
    return Attributes().axes(std::move(value)).keepdims(false);
  };
  for (Op op : {"argmax"_op, "argmin"_op}) {
    EXPECT_TRUE(is_empty_extremum(op, {2, 0}, axis(1)));
    EXPECT_TRUE(is_empty_extremum(op, {0, 0}, axis(1)));
    EXPECT_FALSE(is_empty_extremum(op, {2, 0}, axis(0)));
  }
  for (Op op : {"reduce_max"_op, "reduce_min"_op}) {
    EXPECT_TRUE(is_empty_extremum(op, {2, 0}, axes({0, 1})));
    EXPECT_FALSE(is_empty_extremum(op, {2, 0}, axes({0})));
    EXPECT_FALSE(is_empty_extremum(op, {2, 0}, axes({})));
  }
  EXPECT_FALSE(is_empty_extremum("reduce_sum"_op, {2, 0}, axes({1})));
  EXPECT_FALSE(is_empty_extremum("exp"_op, {2, 0}, {}));
}

TEST(Variant, IsChosenByTheAttributes) {
  const auto chosen = [](Op op, const Attributes& attributes) {
    return variant_of(op, attributes).name;
  };
  EXPECT_EQ(chosen("add"_op, {}), "");
  EXPECT_EQ(chosen("associative_scan"_op, Attributes().op(Scan::kSum)), "sum");
  EXPECT_EQ(chosen("associative_scan"_op, Attributes().op(Scan::kProd)),
            "prod");
  EXPECT_EQ(chosen("associative_scan"_op, Attributes().op(Scan::kMax)), "max");
  EXPECT_EQ(chosen("associative_scan"_op, Attributes().op(Scan::kMin)), "min");
  EXPECT_EQ(chosen("sort"_op, Attributes().descending(false)), "");
  EXPECT_EQ(chosen("argsort"_op, Attributes().descending(true)), "descending");
}

}  // namespace
}  // namespace assay
