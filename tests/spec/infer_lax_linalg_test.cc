// Tests inference of the linalg ops of lax: the types of every result, and each
// precondition broken once.
#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using test::i32;
using test::Types;

void expect_each_type(Op op, const TensorType& a, const Types& expected,
                      const Profile& profile = kNx) {
  const auto types = infer(op, Types{a}, {}, a.dtype, profile);
  ASSERT_TRUE(types.ok()) << name_of(op) << ": " << types.status().message;
  ASSERT_EQ(types->size(), expected.size()) << name_of(op);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ((*types)[i].dtype, expected[i].dtype) << name_of(op) << " " << i;
    EXPECT_EQ((*types)[i].shape, expected[i].shape)
        << name_of(op) << " " << i << " " << shape_text((*types)[i].shape);
  }
}

Attributes sided(bool left_side, TransposeA op = TransposeA::kNone) {
  return Attributes()
      .flag(AttributeKey::kLeftSide, left_side)
      .flag(AttributeKey::kLower, true)
      .flag(AttributeKey::kUnitDiag, false)
      .transpose_a(op);
}
Attributes plain() {
  return Attributes().flag(AttributeKey::kTranspose, false);
}

TEST(InferLaxLinalg, LuHasFourResults) {
  expect_each_type("lu"_op, f32({4, 3}),
                   {f32({4, 4}), f32({4, 3}), f32({3, 3}), f32({})});
  expect_each_type("lu"_op, f32({2, 3, 4}),
                   {f32({2, 3, 3}), f32({2, 3, 3}), f32({2, 3, 4}), f32({2})});
  expect_each_type("lu"_op, f32({5, 0, 2}),
                   {f32({5, 0, 0}), f32({5, 0, 0}), f32({5, 0, 2}), f32({5})});
}

TEST(InferLaxLinalg, ParityIsRealUnlessTheProfileKeepsTheDType) {
  const TensorType a{DType::kComplex64, {2, 2}};
  const TensorType real{DType::kFloat32, {}};
  expect_each_type("lu"_op, a, {a, a, a, real});
  expect_each_type("lu"_op, a, {a, a, a, {DType::kComplex64, {}}}, kTenferro);
  expect_each_type("full_piv_lu"_op, a, {a, a, a, a, real}, kTenferro);
  const TensorType wide{DType::kComplex128, {3, 1, 1}};
  expect_each_type("lu"_op, wide, {wide, wide, wide, {DType::kFloat64, {3}}});
}

TEST(InferLaxLinalg, LuFactorIsPacked) {
  expect_each_type("lu_factor"_op, f32({4, 3}), {f32({4, 3}), i32({3})});
  expect_each_type("lu_factor"_op, f32({7, 2, 5}),
                   {f32({7, 2, 5}), i32({7, 2})});
}

TEST(InferLaxLinalg, SolvesKeepTheRightSides) {
  expect_type("solve"_op, {f32({3, 3}), f32({3})}, {}, f32({3}));
  expect_type("solve"_op, {f32({2, 3, 3}), f32({2, 3, 5})}, {}, f32({2, 3, 5}));
  expect_type("full_piv_lu_solve"_op, {f32({2, 3, 3}), f32({2, 3})}, plain(),
              f32({2, 3}));
  constexpr Op kTriangular = "triangular_solve_general"_op;
  expect_type(kTriangular, {f32({3, 3}), f32({3, 5})}, sided(true),
              f32({3, 5}));
  expect_type(kTriangular, {f32({3, 3}), f32({5, 3})},
              sided(false, TransposeA::kAdjoint), f32({5, 3}));
}

TEST(InferLaxLinalg, BrokenCallsNameTheirClause) {
  for (Op op : {"lu"_op, "lu_factor"_op, "full_piv_lu"_op})
    expect_broken(op, {f32({3})}, {}, "linalg.rank");
  expect_broken("full_piv_lu"_op, {f32({3, 2})}, {}, "linalg.square");
  expect_broken("solve"_op, {f32({3, 2}), f32({3})}, {}, "linalg.square");
  expect_broken("solve"_op, {f32({3, 3}), {DType::kFloat64, {3}}}, {},
                "solve.same_dtype");
  for (const Shape& b : {Shape{}, Shape{2}, Shape{1, 3}, Shape{3, 1, 1}})
    expect_broken("solve"_op, {f32({3, 3}), f32(b)}, {}, "solve.right_sides");
  expect_broken("full_piv_lu_solve"_op, {f32({2, 3, 3}), f32({3, 3})}, plain(),
                "full_piv_lu_solve.right_sides");
  constexpr Op kTriangular = "triangular_solve_general"_op;
  constexpr std::string_view kSides = "triangular_solve_general.right_sides";
  expect_broken(kTriangular, {f32({3, 3}), f32({3})}, sided(true), kSides);
  expect_broken(kTriangular, {f32({3, 3}), f32({3, 5})}, sided(false), kSides);
  expect_broken(kTriangular, {f32({2, 3, 3}), f32({1, 3, 5})}, sided(true),
                kSides);
}

}  // namespace
}  // namespace assay
