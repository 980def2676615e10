// Cases of the linalg family are what their clause asks for.
#include <gtest/gtest.h>

#include <string>

#include "harness/generate/build_case.h"
#include "harness/operands/matrix.h"
#include "harness/run/prepare.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr DType kFactorables[] = {DType::kFloat16,   DType::kBfloat16,
                                  DType::kFloat32,   DType::kFloat64,
                                  DType::kComplex64, DType::kComplex128};

Case built(Op op, std::string_view clause, DType dtype, int number = 0,
           Layout layout = {}) {
  return build_case({op, "", dtype, dtype, clause, layout, number}, 0);
}
Case prepared(Op op, std::string_view clause, DType dtype, int number = 0) {
  Reference oracle;
  Case test_case = built(op, clause, dtype, number);
  const Status status = prepare_case(test_case, oracle, kNx);
  EXPECT_TRUE(status.ok()) << test_case.id << ": " << status.message;
  return test_case;
}

// The matrices that operand "a" shows.
std::vector<Matrix> matrices_of_a(const Case& test_case) {
  const CaseTensor& a = *test_case.find("a");
  const Shape& shape = a.view.shape();
  std::vector<ElementBits> elements;
  for (const Index& at : indices(shape))
    elements.push_back(
        (*a.storage)[static_cast<std::size_t>(a.view.linear_index(at))]);
  const Shape batch(shape.begin(), shape.end() - 2);
  return matrices_of(a.dtype, element_count(batch), shape[shape.size() - 2],
                     shape.back(), elements);
}
bool has_nan(const Matrix& a, bool on_diagonal) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      if ((i == j) == on_diagonal && std::isnan(a(i, j).real())) return true;
  return false;
}

// Operands keep the precondition of cholesky in every layout.
TEST(BuildLinalg, OperandsOfCholeskyAreHermitian) {
  for (DType dtype : kFactorables) {
    for (int layout = 0; layout < kLayoutCount; ++layout)
      for (const Matrix& a :
           matrices_of_a(built("cholesky"_op, "linalg.strided_operands", dtype,
                               0, static_cast<Layout>(layout))))
        EXPECT_EQ((a - a.adjoint()).norm(), 0) << name_of(dtype);
    for (std::string_view clause :
         {"linalg.conditions", "linalg.range", "cholesky.value",
          "cholesky.borderline", "cholesky.not_positive_definite"})
      for (int number = 0; number < 6; ++number)
        for (const Matrix& a :
             matrices_of_a(built("cholesky"_op, clause, dtype, number)))
          EXPECT_EQ((a - a.adjoint()).norm(), 0) << clause;
  }
}

TEST(BuildLinalg, StatusesAreThoseOfTheClause) {
  for (DType dtype : kFactorables)
    for (int number = 0; number < 6; ++number) {
      const auto step = [&](Op op, std::string_view clause) {
        return prepared(op, clause, dtype, number).steps[0];
      };
      const Step refused =
          step("cholesky"_op, "cholesky.not_positive_definite");
      EXPECT_EQ(refused.status, StatusCode::kNumeric) << name_of(dtype);
      EXPECT_EQ(refused.kind, "not_positive_definite");
      for (std::string_view clause :
           {"cholesky.positive_definite", "cholesky.value", "cholesky.diagonal",
            "linalg.batched", "linalg.range"}) {
        const Step factored = step("cholesky"_op, clause);
        EXPECT_EQ(factored.status, StatusCode::kOk) << clause;
        EXPECT_EQ(factored.kind, "") << clause << " " << name_of(dtype);
      }
      for (std::string_view clause :
           {"triangular_solve.singular", "linalg.one_fails"})
        EXPECT_EQ(step("triangular_solve"_op, clause).kind, "singular");
      EXPECT_EQ(step("triangular_solve"_op, "linalg.conditions").kind, "");
      EXPECT_EQ(step("qr"_op, "linalg.nonfinite").kind, "any");
    }
  EXPECT_EQ(prepared("cholesky"_op, "cholesky.borderline", DType::kFloat64)
                .steps[0]
                .kind,
            "not_positive_definite");
}

TEST(BuildLinalg, ExtentsAreThoseOfTheClause) {
  const auto shape_of = [](Op op, std::string_view clause, int number = 0,
                           Layout layout = {}) {
    return built(op, clause, DType::kFloat32, number, layout)
        .find("a")
        ->view.shape();
  };
  for (Op op : {"cholesky"_op, "qr"_op, "svd"_op, "eig"_op, "eigh"_op,
                "triangular_solve"_op})
    for (int number = 0; number < 4; ++number) {
      EXPECT_EQ(shape_of(op, "linalg.order_zero", number).back(), 0);
      EXPECT_EQ(shape_of(op, "linalg.order_one", number).back(), 1);
      EXPECT_GT(shape_of(op, "linalg.batched", number).size(), 2u);
      const Shape empty = shape_of(op, "linalg.empty_batch", number);
      EXPECT_EQ(element_count(empty), 0);
      EXPECT_GT(empty.back(), 0);
      EXPECT_EQ(shape_of(op, "linalg.strided_operands", 0, Layout::kBroadcast)
                    .front(),
                2);
    }
  bool tall = false;
  bool wide = false;
  for (int number = 0; number < 4; ++number) {
    const Shape shape = shape_of("qr"_op, "qr.reduced", number);
    tall = tall || shape[shape.size() - 2] > shape.back();
    wide = wide || shape[shape.size() - 2] < shape.back();
  }
  EXPECT_TRUE(tall && wide);
}

TEST(BuildLinalg, WhatIsNotReadIsNan) {
  for (DType dtype : kFactorables) {
    const auto first = [&](Op op, std::string_view clause) {
      return matrices_of_a(built(op, clause, dtype))[0];
    };
    EXPECT_TRUE(has_nan(first("eigh"_op, "eigh.lower"), false));
    EXPECT_FALSE(has_nan(first("eigh"_op, "eigh.lower"), true));
    const Matrix triangle =
        first("triangular_solve"_op, "triangular_solve.other_triangle");
    EXPECT_TRUE(has_nan(triangle, false));
    EXPECT_FALSE(has_nan(triangle, true));
    EXPECT_TRUE(has_nan(
        first("triangular_solve"_op, "triangular_solve.diagonal_unread"),
        true));
  }
}

TEST(BuildLinalg, FlagsAreThoseOfTheClause) {
  const auto flag = [](Op op, std::string_view clause, AttributeKey key,
                       int number = 0) {
    return built(op, clause, DType::kFloat32, number)
        .steps[0]
        .attributes.flag(key);
  };
  EXPECT_FALSE(flag("eig"_op, "eig.optional_vectors", AttributeKey::kVectors));
  EXPECT_TRUE(flag("eig"_op, "eig.unit_columns", AttributeKey::kVectors));
  EXPECT_TRUE(flag("qr"_op, "qr.reduced", AttributeKey::kReduced, 0));
  EXPECT_FALSE(flag("qr"_op, "qr.reduced", AttributeKey::kReduced, 1));
  EXPECT_FALSE(flag("svd"_op, "svd.thin", AttributeKey::kFullMatrices, 0));
  const Op solve = "triangular_solve"_op;
  EXPECT_TRUE(flag(solve, "triangular_solve.upper", AttributeKey::kUpper));
  EXPECT_TRUE(
      flag(solve, "triangular_solve.transpose", AttributeKey::kTranspose));
  EXPECT_TRUE(
      flag(solve, "triangular_solve.unit_diag", AttributeKey::kUnitDiag));
  EXPECT_FALSE(flag(solve, "triangular_solve.value", AttributeKey::kUpper));
  const auto rank_of_b = [&](int number) {
    return built(solve, "triangular_solve.vector", DType::kFloat32, number)
               .find("b")
               ->view.rank() -
           built(solve, "triangular_solve.vector", DType::kFloat32, number)
               .find("a")
               ->view.rank();
  };
  EXPECT_EQ(rank_of_b(0), static_cast<std::size_t>(-1));
  EXPECT_EQ(rank_of_b(1), 0u);
}

}  // namespace
}  // namespace assay
