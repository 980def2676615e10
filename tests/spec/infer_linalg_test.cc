// Tests inference of factorizations and solves: the types of every result, and
// each precondition broken once, with a control call.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::f32;
using test::Types;

TensorType c64(Shape shape) { return {DType::kComplex64, std::move(shape)}; }
TensorType f64(Shape shape) { return {DType::kFloat64, std::move(shape)}; }
TensorType c128(Shape shape) { return {DType::kComplex128, std::move(shape)}; }

Attributes with(AttributeKey key, bool value) {
  return Attributes().flag(key, value);
}
Attributes solve_attributes() {
  return Attributes()
      .flag(AttributeKey::kUpper, false)
      .flag(AttributeKey::kTranspose, false)
      .flag(AttributeKey::kUnitDiag, false);
}

void expect_types(Op op, const Types& operands, const Attributes& attributes,
                  const Types& expected) {
  const auto types = infer(op, operands, attributes, DType::kFloat32);
  ASSERT_TRUE(types.ok()) << name_of(op) << ": " << types.status().message;
  ASSERT_EQ(types->size(), expected.size()) << name_of(op);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ((*types)[i].dtype, expected[i].dtype) << name_of(op) << " " << i;
    EXPECT_EQ((*types)[i].shape, expected[i].shape)
        << name_of(op) << " " << i << " " << shape_text((*types)[i].shape);
  }
}

TEST(InferLinalg, CholeskyKeepsTheType) {
  const auto lower = with(AttributeKey::kUpper, false);
  expect_types("cholesky"_op, {f32({3, 3})}, lower, {f32({3, 3})});
  expect_types("cholesky"_op, {c64({2, 0, 4, 4})}, lower, {c64({2, 0, 4, 4})});
  expect_types("cholesky"_op, {f32({0, 0})}, lower, {f32({0, 0})});
}

TEST(InferLinalg, QrIsReducedOrComplete) {
  const auto reduced = with(AttributeKey::kReduced, true);
  const auto complete = with(AttributeKey::kReduced, false);
  expect_types("qr"_op, {f32({5, 3})}, reduced, {f32({5, 3}), f32({3, 3})});
  expect_types("qr"_op, {f32({5, 3})}, complete, {f32({5, 5}), f32({5, 3})});
  expect_types("qr"_op, {f32({3, 5})}, reduced, {f32({3, 3}), f32({3, 5})});
  expect_types("qr"_op, {f32({3, 5})}, complete, {f32({3, 3}), f32({3, 5})});
  expect_types("qr"_op, {c64({7, 4, 0})}, reduced,
               {c64({7, 4, 0}), c64({7, 0, 0})});
  expect_types("qr"_op, {c64({7, 4, 0})}, complete,
               {c64({7, 4, 4}), c64({7, 4, 0})});
}

TEST(InferLinalg, SvdIsThinOrFull) {
  const auto thin = with(AttributeKey::kFullMatrices, false);
  const auto full = with(AttributeKey::kFullMatrices, true);
  expect_types("svd"_op, {c64({2, 5, 3})}, thin,
               {c64({2, 5, 3}), f64({2, 3}), c64({2, 3, 3})});
  expect_types("svd"_op, {c64({2, 5, 3})}, full,
               {c64({2, 5, 5}), f64({2, 3}), c64({2, 3, 3})});
  expect_types("svd"_op, {f32({3, 5})}, thin,
               {f32({3, 3}), f64({3}), f32({3, 5})});
  expect_types("svd"_op, {f32({3, 5})}, full,
               {f32({3, 3}), f64({3}), f32({5, 5})});
}

TEST(InferLinalg, EigenvaluesComeFirstAndVectorsIfAsked) {
  const auto both = with(AttributeKey::kVectors, true);
  const auto values = with(AttributeKey::kVectors, false);
  expect_types("eig"_op, {f32({2, 3, 3})}, both,
               {c128({2, 3}), c128({2, 3, 3})});
  expect_types("eig"_op, {c64({3, 3})}, values, {c128({3})});
  expect_types("eigh"_op, {c64({2, 3, 3})}, both,
               {f64({2, 3}), c64({2, 3, 3})});
  expect_types("eigh"_op, {f32({3, 3})}, values, {f64({3})});
}

TEST(InferLinalg, ProfilesChooseTheDTypeOfEigenvalues) {
  const auto dtype_of = [](DType operand, const Profile& profile) {
    const Types operands = {{operand, {3, 3}}};
    const auto types =
        infer("eig"_op, operands, with(AttributeKey::kVectors, true), operand,
              profile);
    EXPECT_EQ((*types)[0].dtype, (*types)[1].dtype);
    return (*types)[0].dtype;
  };
  const Profile same = kNx.with("eig.values=same"_policy);
  for (DType narrow : {DType::kFloat16, DType::kBfloat16, DType::kFloat32,
                       DType::kComplex64}) {
    EXPECT_EQ(dtype_of(narrow, kNx), DType::kComplex128) << name_of(narrow);
    EXPECT_EQ(dtype_of(narrow, same), DType::kComplex64) << name_of(narrow);
  }
  for (DType wide : {DType::kFloat64, DType::kComplex128})
    EXPECT_EQ(dtype_of(wide, same), DType::kComplex128) << name_of(wide);
}

TEST(InferLinalg, SolutionsHaveTheTypeOfTheRightSides) {
  const auto attributes = solve_attributes();
  expect_types("triangular_solve"_op, {f32({3, 3}), f32({3})}, attributes,
               {f32({3})});
  expect_types("triangular_solve"_op, {c64({2, 3, 3}), c64({2, 3, 5})},
               attributes, {c64({2, 3, 5})});
  expect_types("triangular_solve"_op, {f32({2, 3, 3}), f32({2, 3})}, attributes,
               {f32({2, 3})});
}

TEST(InferLinalg, MatricesHaveTwoAxes) {
  for (Op op : {"cholesky"_op, "qr"_op, "svd"_op, "eig"_op, "eigh"_op}) {
    const auto attributes = with(spec_of(op).attributes.items[0], true);
    EXPECT_TRUE(infer(op, Types{f32({3, 3})}, attributes, {}).ok());
    expect_broken(op, {f32({3})}, attributes, "linalg.rank");
    expect_broken(op, {f32({})}, attributes, "linalg.rank");
  }
}

TEST(InferLinalg, AllButQrAndSvdNeedSquareMatrices) {
  for (Op op : {"cholesky"_op, "eig"_op, "eigh"_op})
    expect_broken(op, {f32({2, 3})},
                  with(spec_of(op).attributes.items[0], true), "linalg.square");
  expect_broken("triangular_solve"_op, {f32({2, 3}), f32({2})},
                solve_attributes(), "linalg.square");
}

TEST(InferLinalg, RightSidesFitTheMatrices) {
  const auto broken = [](const TensorType& a, const TensorType& b,
                         std::string_view clause) {
    expect_broken("triangular_solve"_op, {a, b}, solve_attributes(), clause);
  };
  broken(f32({3, 3}), f32({2}), "triangular_solve.right_sides");
  broken(f32({3, 3}), f32({}), "triangular_solve.right_sides");
  broken(f32({3, 3}), f32({3, 2, 1}), "triangular_solve.right_sides");
  broken(f32({2, 3, 3}), f32({3, 3}), "triangular_solve.right_sides");
  broken(f32({3, 3}), f64({3}), "triangular_solve.same_dtype");
}

}  // namespace
}  // namespace assay
