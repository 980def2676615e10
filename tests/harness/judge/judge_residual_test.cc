// Factorizations as the reference makes them pass; spoiled in one thing they
// fail. Every dtype, every op, several orders.
#include "harness/judge/judge_residual.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harness/judge/tolerance_residual.h"
#include "harness/operands/matrices.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr DType kDTypes16[] = {DType::kFloat16, DType::kBfloat16};
constexpr DType kFactorables[] = {DType::kFloat16,   DType::kBfloat16,
                                  DType::kFloat32,   DType::kFloat64,
                                  DType::kComplex64, DType::kComplex128};
constexpr Op kFactoringOps[] = {"cholesky"_op, "qr"_op,
                                "svd"_op,      "eig"_op,
                                "eigh"_op,     "triangular_solve"_op};

bool is_coarse(DType dtype) {
  return dtype == kDTypes16[0] || dtype == kDTypes16[1];
}

FactoredTensor tensor_of(DType dtype, Shape shape, const Matrix& a) {
  FactoredTensor tensor{{dtype, std::move(shape)}, {}};
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      tensor.elements.push_back(element_near(dtype, a(i, j)));
  return tensor;
}

Tensor on_host(Reference& reference, const FactoredTensor& tensor) {
  const auto count = static_cast<std::int64_t>(tensor.elements.size());
  Bytes bytes(
      static_cast<std::size_t>(storage_bytes(tensor.type.dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), tensor.type.dtype, i,
                  tensor.elements[static_cast<std::size_t>(i)]);
  Tensor made = *reference.from_host(tensor.type.dtype, count, bytes);
  made.view = View(tensor.type.shape);
  return made;
}

// Executes the op on these operands with all flags as given.
FactoredStep executed(Op op, std::vector<FactoredTensor> operands, bool flag) {
  Reference reference;
  FactoredStep step{op, {}, std::move(operands), {}};
  for (AttributeKey key : spec_of(op).attributes)
    step.attributes.flag(key, key == AttributeKey::kUnitDiag ? false : flag);
  std::vector<Tensor> tensors;
  for (const FactoredTensor& operand : step.operands)
    tensors.push_back(on_host(reference, operand));
  const auto made = reference.execute({op, tensors, step.attributes, {}});
  EXPECT_TRUE(made.ok()) << name_of(op) << ": " << made.status().message;
  if (!made) return step;
  for (const Tensor& tensor : *made) {
    const Bytes storage = *reference.to_host(tensor);
    step.results.push_back({{tensor.dtype, tensor.view.shape()}, {}});
    for (std::int64_t i = 0; i < tensor.view.numel(); ++i)
      step.results.back().elements.push_back(
          load_element(storage.data(), tensor.dtype, i));
  }
  return step;
}

// A well-behaved matrix of order n, factored.
FactoredStep factored(Op op, DType dtype, std::int64_t n,
                      std::uint64_t seed = 1, bool flag = true) {
  ValueStream stream(seed, 0);
  MatrixMaker maker(dtype, stream);
  if (op == "triangular_solve"_op) {
    Matrix a = maker.lower_triangular(MatrixKind::kRandom, n);
    if (flag) a = a.adjoint();
    Matrix b(n, 1);
    for (std::int64_t i = 0; i < n; ++i) b(i, 0) = maker.entry();
    return executed(op, {tensor_of(dtype, {n, n}, a), tensor_of(dtype, {n}, b)},
                    flag);
  }
  Matrix a;
  if (op == "cholesky"_op)
    a = maker.hermitian(MatrixKind::kRandom, n, true);
  else if (op == "eigh"_op)
    a = maker.hermitian(MatrixKind::kHermitian, n, false);
  else
    a = maker.general(MatrixKind::kRandom, n, n);
  return executed(op, {tensor_of(dtype, {n, n}, a)}, flag);
}

// The first complaint about any of the results.
std::optional<std::string> complaint(const FactoredStep& step) {
  FactoredStep unknown = step;
  const ResidualRule rule = residual_rule(unknown);
  EXPECT_EQ(rule.status, StatusCode::kOk);
  EXPECT_EQ(rule.results.size(), step.results.size());
  for (std::size_t k = 0; k < rule.results.size(); ++k) {
    if (!rule.results[k].matrices) continue;
    const ResidualJudgement judgement =
        judge_residual(step, k, rule.results[k]);
    EXPECT_GT(judgement.compared, 0);
    if (judgement.complaint) return judgement.complaint;
  }
  return std::nullopt;
}

// The complaint, or nothing at all.
std::string words_of(const FactoredStep& step) {
  return complaint(step).value_or("");
}

std::size_t largest_of(const FactoredTensor& tensor) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < tensor.elements.size(); ++i)
    if (std::abs(entry_of(tensor.type.dtype, tensor.elements[i])) >
        std::abs(entry_of(tensor.type.dtype, tensor.elements[largest])))
      largest = i;
  return largest;
}

class EachOp : public testing::TestWithParam<Op> {};

TEST_P(EachOp, PassesAsTheReferenceMakesIt) {
  for (DType dtype : kFactorables)
    for (std::int64_t n : {1, 2, 3, 5, 8, 13, 16})
      for (bool flag : {false, true}) {
        const auto wrong = complaint(factored(GetParam(), dtype, n, 3, flag));
        EXPECT_FALSE(wrong.has_value())
            << name_of(dtype) << " " << n << ": " << *wrong;
      }
}

TEST_P(EachOp, FailsWithANan) {
  for (DType dtype : kFactorables) {
    const FactoredStep good = factored(GetParam(), dtype, 4);
    for (std::size_t k = 0; k < good.results.size(); ++k)
      for (std::size_t i :
           {std::size_t{0}, good.results[k].elements.size() - 1}) {
        FactoredStep bad = good;
        ElementBits& bits = bad.results[k].elements[i];
        bits.re = quiet_nan_bits(format_of(bad.results[k].type.dtype));
        EXPECT_TRUE(complaint(bad).has_value()) << name_of(dtype) << " " << k;
      }
  }
}

// A relative 1e-3 (of 16 bits, a tenth) in the largest entry of any result.
TEST_P(EachOp, FailsWithTheLargestEntryOff) {
  for (DType dtype : kFactorables)
    for (std::int64_t n : {2, 3, 5, 8, 16}) {
      if (is_coarse(dtype) && n > 8) continue;
      const FactoredStep good = factored(GetParam(), dtype, n);
      for (std::size_t k = 0; k < good.results.size(); ++k)
        for (long double sign : {-1, 1}) {
          FactoredStep bad = good;
          FactoredTensor& result = bad.results[k];
          ElementBits& bits = result.elements[largest_of(result)];
          const long double off = is_coarse(dtype) ? 0.1L : 1e-3L;
          bits = element_near(
              result.type.dtype,
              entry_of(result.type.dtype, bits) * (1 + sign * off));
          EXPECT_TRUE(complaint(bad).has_value())
              << name_of(dtype) << " " << n << " result " << k;
        }
    }
}

// Two columns of vectors are exchanged, but not the values that belong to them.
TEST_P(EachOp, FailsWithTwoVectorsSwapped) {
  if (GetParam() == "cholesky"_op) return;
  for (DType dtype : kFactorables)
    for (std::int64_t n : {2, 5, 8}) {
      const FactoredStep good = factored(GetParam(), dtype, n);
      for (std::size_t k = 0; k < good.results.size(); ++k) {
        FactoredStep bad = good;
        FactoredTensor& result = bad.results[k];
        const auto columns = static_cast<std::size_t>(result.type.shape.back());
        const bool is_vector = result.type.shape.size() == 1;
        // eig leaves the order open, but not that of values without vectors.
        const std::size_t rows = is_vector ? 1 : columns;
        for (std::size_t i = 0; i < rows; ++i)
          std::swap(result.elements[i * columns],
                    result.elements[i * columns + columns - 1]);
        EXPECT_TRUE(complaint(bad).has_value())
            << name_of(dtype) << " " << n << " result " << k;
      }
    }
}

// Signs and phases are free; a factor that is not unitary is not.
TEST(JudgeResidual, PhasesAreFree) {
  for (DType dtype : {DType::kFloat32, DType::kComplex128}) {
    const Entry phase = is_complex(dtype) ? Entry(0, 1) : Entry(-1);
    for (Op op : {"eig"_op, "eigh"_op}) {
      FactoredStep step = factored(op, dtype, 5);
      FactoredTensor& v = step.results[1];
      for (std::size_t i = 0; i < 5; ++i) {
        ElementBits& bits = v.elements[5 * i + 2];
        bits = element_near(v.type.dtype,
                            times(entry_of(v.type.dtype, bits), phase));
      }
      EXPECT_FALSE(complaint(step).has_value());
    }
    FactoredStep step = factored("qr"_op, dtype, 5);
    for (std::size_t i = 0; i < 5; ++i) {
      ElementBits& q = step.results[0].elements[5 * i + 2];
      ElementBits& r = step.results[1].elements[5 * 2 + i];
      q = element_near(dtype, times(entry_of(dtype, q), phase));
      r = element_near(dtype, times(entry_of(dtype, r), std::conj(phase)));
    }
    EXPECT_FALSE(complaint(step).has_value());
  }
}

TEST(JudgeResidual, SaysHowFarBeyondItsBoundANormIs) {
  FactoredStep step = factored("qr"_op, DType::kFloat64, 5);
  ElementBits& bits = step.results[0].elements[0];
  bits = element_near(DType::kFloat64, entry_of(DType::kFloat64, bits) + 1.0L);
  const std::string text = complaint(step).value_or("");
  EXPECT_TRUE(text.starts_with("matrix 0: ‖Qᴴ·Q - I‖ is ")) << text;
  EXPECT_NE(text.find(", allowed "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" times)")) << text;
}

// The eigenvalues may come in any order, with their vectors.
TEST(JudgeResidual, EigenvaluesComeInAnyOrder) {
  FactoredStep step = factored("eig"_op, DType::kFloat64, 6, 1, false);
  std::reverse(step.results[0].elements.begin(),
               step.results[0].elements.end());
  EXPECT_FALSE(complaint(step).has_value());
  // One of them occurs twice, another not at all.
  step.results[0].elements[1] = step.results[0].elements[0];
  EXPECT_TRUE(complaint(step).has_value());
}

// 1, 5, 6 have the sum and the sum of squares of 2, 3, 7: the traces do not
// tell them apart, nor does the residual, as all are eigenvalues.
TEST(JudgeResidual, EachEigenvalueComesOnce) {
  const int diagonal[] = {1, 5, 6, 2, 3, 7};
  Matrix a(6, 6);
  for (std::int64_t i = 0; i < 6; ++i) a(i, i) = diagonal[i];
  FactoredStep step =
      executed("eig"_op, {tensor_of(DType::kFloat64, {6, 6}, a)}, false);
  FactoredTensor& values = step.results[0];
  for (std::size_t i = 0; i < 6; ++i)
    values.elements[i] = element_near(values.type.dtype, diagonal[5 - i]);
  EXPECT_EQ(words_of(step), "");
  for (std::size_t i = 0; i < 6; ++i)
    values.elements[i] = element_near(values.type.dtype, diagonal[i % 3]);
  EXPECT_NE(words_of(step).find("cannot be paired"), std::string::npos);
}

TEST(JudgeResidual, EigenvectorsHaveLengthOne) {
  FactoredStep step = factored("eig"_op, DType::kFloat64, 3);
  FactoredTensor& v = step.results[1];
  for (std::size_t i = 0; i < 3; ++i) {
    ElementBits& bits = v.elements[3 * i];
    bits = element_near(v.type.dtype, entry_of(v.type.dtype, bits) / 2.0L);
  }
  EXPECT_NE(words_of(step).find("‖v‖"), std::string::npos);
}

TEST(JudgeResidual, TrianglesAreExactlyZero) {
  FactoredStep l = factored("cholesky"_op, DType::kFloat64, 4, 1, false);
  l.results[0].elements[1] = element_near(DType::kFloat64, 1e-300L);
  EXPECT_NE(words_of(l).find("other triangle"), std::string::npos);
  FactoredStep r = factored("qr"_op, DType::kFloat64, 4);
  r.results[1].elements[4] = element_near(DType::kFloat64, 1e-300L);
  EXPECT_NE(words_of(r).find("below its diagonal"), std::string::npos);
}

TEST(JudgeResidual, TheDiagonalOfCholeskyIsRealAndPositive) {
  for (DType dtype : {DType::kFloat32, DType::kComplex64}) {
    FactoredStep l = factored("cholesky"_op, dtype, 3, 1, false);
    for (std::size_t i = 0; i < 3; ++i) {  // -L·(-L)ᴴ is A as well
      ElementBits& bits = l.results[0].elements[3 * i];
      bits = element_near(dtype, -entry_of(dtype, bits));
    }
    EXPECT_NE(words_of(l).find("real and positive"), std::string::npos);
  }
}

TEST(JudgeResidual, SingularValuesAreOrderedAndNotNegative) {
  const FactoredStep good = factored("svd"_op, DType::kFloat32, 4);
  FactoredStep swapped = good;
  std::swap(swapped.results[1].elements[0], swapped.results[1].elements[1]);
  EXPECT_TRUE(complaint(swapped).has_value());
  // Equal to rounding, but in the wrong order.
  FactoredStep close =
      executed("svd"_op,
               {tensor_of(DType::kFloat32, {2, 2}, Matrix::identity(2))}, true);
  EXPECT_FALSE(complaint(close).has_value());
  close.results[1].elements[1] = element_near(DType::kFloat64, 1 + 0x1p-40L);
  EXPECT_NE(words_of(close).find("descend"), std::string::npos);
}

// A bound that is exceeded by a hair, and one that is just met.
TEST(JudgeResidual, BoundsAreThoseOfTheList) {
  FactoredStep step = executed(
      "eigh"_op, {tensor_of(DType::kFloat64, {1, 1}, Matrix::identity(1))},
      false);
  Permitted permitted{.values = {element_near(DType::kFloat64, 1)},
                      .accuracy = Accuracy::kResidual};
  permitted.matrices = MatrixBounds{{}, {}, {0x1p-10}};
  step.results[0].elements[0] = element_near(DType::kFloat64, 1 + 0x1p-10L);
  EXPECT_FALSE(judge_residual(step, 0, permitted).complaint.has_value());
  EXPECT_EQ(judge_residual(step, 0, permitted).worst, 1);
  step.results[0].elements[0] =
      element_near(DType::kFloat64, 1 + 0x1p-10L + 0x1p-52L);
  EXPECT_TRUE(judge_residual(step, 0, permitted).complaint.has_value());
  permitted.values.clear();  // nothing is near to nothing
  EXPECT_TRUE(judge_residual(step, 0, permitted).complaint.has_value());
  permitted.matrices = MatrixBounds{{}, {}, {-1}};  // open
  EXPECT_FALSE(judge_residual(step, 0, permitted).complaint.has_value());
  EXPECT_EQ(judge_residual(step, 0, permitted).compared, 0);
}

TEST(JudgeResidual, OnlyResultsWithBoundsAreJudged) {
  const FactoredStep step = factored("qr"_op, DType::kFloat32, 3);
  const ResidualRule rule = residual_rule(step);
  EXPECT_TRUE(judge_residual(step, 1, rule.results[0]).complaint.has_value());
}

std::string name_of_op(const testing::TestParamInfo<Op>& row) {
  return std::string(name_of(row.param));
}
INSTANTIATE_TEST_SUITE_P(Ops, EachOp, testing::ValuesIn(kFactoringOps),
                         name_of_op);

}  // namespace
}  // namespace assay
