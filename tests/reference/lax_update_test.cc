// Tests dot_general_update by values that can be checked by hand.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

// Returns the lists of a product of two matrices.
Attributes matrix_lists() {
  return Attributes()
      .set(AttributeKey::kLhsContracting, {1})
      .set(AttributeKey::kRhsContracting, {0})
      .set(AttributeKey::kLhsBatch, {})
      .set(AttributeKey::kRhsBatch, {});
}

Attributes update_of(DType dtype, Complex alpha, Complex beta, bool lhs_conj,
                     bool rhs_conj) {
  const auto bits = [&](Complex z) {
    const ElementBits element =
        is_complex(dtype) ? encode(dtype, z) : encode(dtype, z.re);
    return Attributes::Integers{static_cast<std::int64_t>(element.re),
                                static_cast<std::int64_t>(element.im)};
  };
  return matrix_lists()
      .flag(AttributeKey::kLhsConj, lhs_conj)
      .flag(AttributeKey::kRhsConj, rhs_conj)
      .set(AttributeKey::kAlpha, bits(alpha))
      .set(AttributeKey::kBeta, bits(beta));
}

Numbers updated(DType dtype, const Numbers& old, double alpha, double beta,
                std::int64_t inner = 2) {
  Numbers left(static_cast<std::size_t>(2 * inner), 3);
  Numbers right(static_cast<std::size_t>(inner), 5);
  Call call = call_of(
      "dot_general_update"_op,
      {tensor_of(dtype, left, {2, inner}), tensor_of(dtype, right, {inner, 1})},
      update_of(dtype, {alpha, 0}, {beta, 0}, false, false));
  call.outs = {tensor_of(dtype, old, {2, 1})};
  return numbers_in(execute(call));
}

TEST(LaxUpdate, AddsToItsOut) {
  expect_same({61, 62}, updated(DType::kFloat32, {1, 2}, 2, 1));
  expect_same({-30 + 7, -30}, updated(DType::kFloat64, {-7, 0}, -1, -1));
  expect_same({30, 30}, updated(DType::kFloat16, {kNan, kInf}, 1, 0));
  expect_same({2, 4}, updated(DType::kBfloat16, {1, 2}, 9, 2, 0));
}

TEST(LaxUpdate, ConjugatesByItsFlags) {
  constexpr DType kDType = DType::kComplex64;
  const auto result = [&](bool lhs_conj, bool rhs_conj) {
    Call call = call_of("dot_general_update"_op,
                        {tensor_of(kDType, ComplexNumbers{{1, 2}}, {1, 1}),
                         tensor_of(kDType, ComplexNumbers{{3, 5}}, {1, 1})},
                        update_of(kDType, {0, 1}, {1, 0}, lhs_conj, rhs_conj));
    call.outs = {tensor_of(kDType, ComplexNumbers{{100, 0}}, {1, 1})};
    return complexes_in(execute(call))[0];
  };
  using Z = std::complex<double>;
  const Z i(0, 1), a(1, 2), b(3, 5), c(100, 0);
  EXPECT_EQ(result(false, false), i * a * b + c);
  EXPECT_EQ(result(true, false), i * std::conj(a) * b + c);
  EXPECT_EQ(result(false, true), i * a * std::conj(b) + c);
  EXPECT_EQ(result(true, true), i * std::conj(a) * std::conj(b) + c);
}

TEST(LaxUpdate, WritesThroughTheStridesOfItsOut) {
  Call call = call_of("dot_general_update"_op,
                      {tensor_of(DType::kFloat32, Numbers{1, 2}, {2, 1}),
                       tensor_of(DType::kFloat32, Numbers{1, 10}, {1, 2})},
                      update_of(DType::kFloat32, {1, 0}, {1, 0}, false, false));
  Tensor out = tensor_of(DType::kFloat32, Numbers(9, 100), {9});
  const Tensor whole = out;
  out.view = View({2, 2}, {-1, 4}, 3);
  call.outs = {out};
  execute(call);
  expect_same({100, 100, 102, 101, 100, 100, 120, 110, 100}, numbers_in(whole));
  call.outs[0].view = View({2, 2}, {1, 1}, 0);
  EXPECT_EQ(Reference().execute(call).status().kind,
            "dot_general_update.match");
}

TEST(LaxUpdate, AnswersWithItsBound) {
  Call call =
      call_of("dot_general_update"_op,
              {tensor_of(DType::kFloat32, Numbers{1, -2}, {1, 2}),
               tensor_of(DType::kFloat32, Numbers{3, 5}, {2, 1})},
              update_of(DType::kFloat32, {-2, 0}, {3, 0}, false, false));
  call.outs = {tensor_of(DType::kFloat32, Numbers{-7}, {1, 1})};
  const Answer found = answer(call);
  expect_same({-2 * (3 - 10) - 21}, numbers_in(found.tensors[0]));
  EXPECT_EQ(found.scale, (Numbers{2 * 13 + 21}));
  EXPECT_EQ(found.roundings, (std::vector<std::int64_t>{5}));
  // The call has not run.
  expect_same({-7}, numbers_in(call.outs[0]));
}

}  // namespace
}  // namespace assay::test
