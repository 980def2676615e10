// A textbook's elimination, in the precision of the operand, passes the judge
// in every dtype; with one thing wrong it fails.
#include "harness/judge/inspect_pivoted.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harness/judge/elimination.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/operands/exact_matrices.h"
#include "harness/operands/matrices.h"
#include "spec/op_table.h"
#include "tests/mutants/textbook_lu.h"

namespace assay {
namespace {

using mutants::textbook_bits;
using mutants::textbook_lu;
using mutants::textbook_number;
using mutants::textbook_solution;
using mutants::textbook_transposed_solution;
using mutants::TextbookPivots;
using mutants::with_textbook_type;

constexpr DType kPivotedDTypes[] = {DType::kFloat16,   DType::kBfloat16,
                                    DType::kFloat32,   DType::kFloat64,
                                    DType::kComplex64, DType::kComplex128};

DType real_part_of(DType dtype) {
  if (dtype == DType::kComplex64) return DType::kFloat32;
  return dtype == DType::kComplex128 ? DType::kFloat64 : dtype;
}

FactoredTensor stored(DType dtype, const Matrix& a) {
  FactoredTensor tensor{{dtype, {a.rows(), a.columns()}}, {}};
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      tensor.elements.push_back(element_near(dtype, a(i, j)));
  return tensor;
}

template <typename T>
std::vector<T> numbers_of(const FactoredTensor& tensor) {
  std::vector<T> numbers;
  for (ElementBits bits : tensor.elements)
    numbers.push_back(textbook_number<T>(tensor.type.dtype, bits));
  return numbers;
}

FactoredTensor permutation(DType dtype,
                           const std::vector<std::int64_t>& order) {
  Matrix p(std::ssize(order), std::ssize(order));
  for (std::int64_t i = 0; i < p.rows(); ++i)
    p(i, order[static_cast<std::size_t>(i)]) = 1;
  return stored(dtype, p);
}

constexpr Op kFullPivLu = "full_piv_lu"_op;
constexpr Op kLuFactor = "lu_factor"_op;

// Returns the factors of a textbook as results of the op.
FactoredStep textbook_factors(Op op, DType dtype, const Matrix& a,
                              TextbookPivots pivots) {
  FactoredStep step = factored_by(op, {}, kNx);
  step.operands = {stored(dtype, a)};
  with_textbook_type(dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto lu = textbook_lu(numbers_of<T>(step.operands[0]), a.rows(),
                                a.columns(), pivots);
    const auto inner = static_cast<std::int64_t>(lu.pivots.size());
    FactoredTensor packed = step.operands[0];
    FactoredTensor l{{dtype, {a.rows(), inner}}, {}};
    FactoredTensor u{{dtype, {inner, a.columns()}}, {}};
    packed.elements.clear();
    for (std::int64_t i = 0; i < a.rows(); ++i)
      for (std::int64_t j = 0; j < a.columns(); ++j) {
        packed.elements.push_back(textbook_bits(dtype, lu.at(i, j)));
        if (j < inner)
          l.elements.push_back(textbook_bits(dtype, i == j  ? T(1)
                                                    : j < i ? lu.at(i, j)
                                                            : T(0)));
        if (i < inner)
          u.elements.push_back(
              textbook_bits(dtype, j < i ? T(0) : lu.at(i, j)));
      }
    if (op == kLuFactor) {
      FactoredTensor numbers{{DType::kInt32, {inner}}, {}};
      for (std::int64_t pivot : lu.pivots)
        numbers.elements.push_back({static_cast<std::uint64_t>(pivot), 0});
      step.results = {packed, numbers};
      return;
    }
    step.results = {permutation(dtype, lu.row_order), l, u};
    if (op == kFullPivLu)
      step.results.push_back(permutation(dtype, lu.column_order));
    const DType real = real_part_of(dtype);
    step.results.push_back(
        {{real, {}}, {{encode_real(format_of(real), lu.parity), 0}}});
  });
  return step;
}

struct Judged {
  std::string complaint;
  long double worst = 0;
};
Judged judged(const FactoredStep& step) {
  const ResidualRule rule = residual_rule(step);
  EXPECT_EQ(rule.status, StatusCode::kOk);
  const ResidualJudgement judgement = judge_residual(step, 0, rule.results[0]);
  return {judgement.complaint.value_or(""), judgement.worst};
}

TextbookPivots pivots_of(Op op) {
  return op == "full_piv_lu"_op ? TextbookPivots::kOfAll
                                : TextbookPivots::kOfColumn;
}

TEST(InspectPivoted, ATextbookPasses) {
  long double worst = 0;
  for (Op op : {"lu"_op, "lu_factor"_op, "full_piv_lu"_op})
    for (DType dtype : kPivotedDTypes)
      for (std::int64_t n : {1, 2, 3, 5, 8, 13, 40})
        for (MatrixKind kind :
             {MatrixKind::kRandom, MatrixKind::kIll, MatrixKind::kGraded,
              MatrixKind::kDeficient, MatrixKind::kHilbert, MatrixKind::kKahan,
              MatrixKind::kZero}) {
          ValueStream stream(static_cast<std::uint64_t>(n), 1);
          MatrixMaker maker(dtype, stream);
          const std::int64_t more = op == "full_piv_lu"_op ? 0 : n % 3;
          const Matrix a = maker.general(kind, n + more, n);
          const Judged found =
              judged(textbook_factors(op, dtype, a, pivots_of(op)));
          EXPECT_EQ(found.complaint, "")
              << name_of(op) << " " << name_of(dtype) << " " << n << " kind "
              << static_cast<int>(kind);
          worst = std::max(worst, found.worst);
        }
  RecordProperty("largest_share", std::to_string(static_cast<double>(worst)));
  std::printf("largest share of a bound on factors: %.4f\n",
              static_cast<double>(worst));
  EXPECT_LT(worst, 0.3L);
}

TEST(InspectPivoted, ATextbookIsExactWhereNothingRounds) {
  for (Op op : {"lu"_op, "lu_factor"_op, "full_piv_lu"_op})
    for (DType dtype : kPivotedDTypes)
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        ValueStream stream(seed, 2);
        const Matrix a =
            exactly_eliminated({.dtype = dtype,
                                .rows = 6,
                                .columns = 6,
                                .rank = static_cast<std::int64_t>(seed % 7),
                                .is_complete = op == "full_piv_lu"_op},
                               stream);
        FactoredStep step = textbook_factors(op, dtype, a, pivots_of(op));
        EXPECT_EQ(residual_rule(step).results[0].matrices->residual[0], 0);
        EXPECT_EQ(judged(step).complaint, "") << name_of(op) << " " << seed;
        // One unit in the last place of the first pivot shows.
        if (seed % 7 == 0) continue;
        ++step.results[op == "lu_factor"_op ? 0 : 2].elements[0].re;
        EXPECT_NE(judged(step).complaint, "") << name_of(op) << " " << seed;
      }
}

// Holds one fault of a factorization, and what the judge says of it.
struct Fault {
  Op op;
  std::function<void(FactoredStep&)> spoil;
  std::string says;
};

TEST(InspectPivoted, OneFaultFails) {
  const auto negate = [](std::size_t result, std::size_t at) {
    return [=](FactoredStep& step) {
      FactoredTensor& tensor = step.results[result];
      tensor.elements[at].re ^= sign_bit(format_of(tensor.type.dtype));
    };
  };
  const auto put = [](std::size_t result, std::size_t at, double x) {
    return [=](FactoredStep& step) {
      FactoredTensor& tensor = step.results[result];
      tensor.elements[at] = {
          is_integer(tensor.type.dtype)
              ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x))
              : encode_real(format_of(tensor.type.dtype), x),
          0};
    };
  };
  const auto turned = [](FactoredStep& step) {
    std::rotate(step.results[0].elements.begin(),
                step.results[0].elements.begin() + 5,
                step.results[0].elements.end());
  };
  const Fault faults[] = {
      {"lu"_op, put(0, 0, 0.5), "P is not a permutation matrix"},
      {"lu"_op, put(1, 1, 1e-30), "L is not zero above its diagonal"},
      {"lu"_op, put(1, 0, 1.0 + 0x1p-20), "the diagonal of L is not 1"},
      {"lu"_op, put(1, 5, 1.01), "so a larger pivot was there"},
      {"lu"_op, put(2, 5, 1e-30), "U is not zero below its diagonal"},
      {"lu"_op, put(2, 24, 9), "‖P·A - L·U‖"},
      {"lu"_op, negate(3, 0), "parity is not"},
      {"lu"_op, turned, ""},
      {"lu"_op, put(2, 3, std::nan("")), "U has NaN or infinity"},
      {"lu_factor"_op, put(1, 2, 1), "a pivot is out of range"},
      {"lu_factor"_op, put(1, 4, 5), "a pivot is out of range"},
      {"lu_factor"_op, put(0, 20, 1.5), "so a larger pivot was there"},
      {"lu_factor"_op, put(0, 4, HUGE_VAL), "packed has NaN or infinity"},
      {"full_piv_lu"_op, put(3, 0, 2), "Q is not a permutation matrix"},
      {"full_piv_lu"_op, negate(4, 0), "parity is not"},
      {"full_piv_lu"_op, put(2, 4, 99), "is larger than the pivot of its row"},
      {"full_piv_lu"_op,
       [](FactoredStep& step) { ++step.results[2].elements[0].re; },
       "the first pivot is not the largest element"},
  };
  for (const Fault& fault : faults) {
    ValueStream stream(9, 1);
    MatrixMaker maker(DType::kFloat32, stream);
    const Matrix a = maker.general(MatrixKind::kRandom, 5, 5);
    FactoredStep step =
        textbook_factors(fault.op, DType::kFloat32, a, pivots_of(fault.op));
    ASSERT_EQ(judged(step).complaint, "");
    fault.spoil(step);
    const std::string complaint = judged(step).complaint;
    EXPECT_NE(complaint, "") << fault.says;
    EXPECT_NE(complaint.find(fault.says), std::string::npos) << complaint;
  }
}

TEST(InspectPivoted, OtherPivotsFail) {
  ValueStream stream(3, 1);
  MatrixMaker maker(DType::kFloat64, stream);
  const Matrix a = maker.general(MatrixKind::kRandom, 8, 8);
  EXPECT_NE(judged(textbook_factors("lu"_op, DType::kFloat64, a,
                                    TextbookPivots::kNotZero))
                .complaint,
            "");
  EXPECT_NE(judged(textbook_factors("full_piv_lu"_op, DType::kFloat64, a,
                                    TextbookPivots::kOfColumn))
                .complaint,
            "");
}

TEST(InspectPivoted, AZeroColumnHasAZeroPivot) {
  ValueStream stream(4, 1);
  MatrixMaker maker(DType::kFloat32, stream);
  Matrix a = maker.general(MatrixKind::kRandom, 5, 5);
  for (std::int64_t i = 0; i < 5; ++i) a(i, 2) = 0;
  FactoredStep step =
      textbook_factors("lu"_op, DType::kFloat32, a, TextbookPivots::kOfColumn);
  EXPECT_EQ(judged(step).complaint, "");
  step.results[2].elements[12] = {1, 0};  // the least subnormal
  EXPECT_NE(judged(step).complaint.find("column 2 is zero"), std::string::npos);
}

// Returns a textbook's solutions of op(A)·x = b as the result of the op.
FactoredStep textbook_solutions(Op op, DType dtype, const Matrix& a,
                                const Matrix& b, bool transpose,
                                TextbookPivots pivots) {
  Attributes attributes;
  if (op == "full_piv_lu_solve"_op)
    attributes.flag(AttributeKey::kTranspose, transpose);
  FactoredStep step = factored_by(op, attributes, kNx);
  step.operands = {stored(dtype, a), stored(dtype, b)};
  FactoredTensor x = step.operands[1];
  with_textbook_type(dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto lu = textbook_lu(numbers_of<T>(step.operands[0]), a.rows(),
                                a.rows(), pivots);
    const std::vector<T> sides = numbers_of<T>(step.operands[1]);
    const auto columns = static_cast<std::size_t>(b.columns());
    for (std::size_t k = 0; k < columns; ++k) {
      std::vector<T> side;
      for (std::size_t i = k; i < sides.size(); i += columns)
        side.push_back(sides[i]);
      const std::vector<T> found = transpose
                                       ? textbook_transposed_solution(lu, side)
                                       : textbook_solution(lu, side);
      for (std::size_t i = 0; i < found.size(); ++i)
        x.elements[i * columns + k] = textbook_bits(dtype, found[i]);
    }
  });
  step.results = {x};
  return step;
}

TEST(InspectPivoted, ATextbookSolves) {
  long double worst = 0;
  for (Op op : {"solve"_op, "full_piv_lu_solve"_op})
    for (DType dtype : kPivotedDTypes)
      for (std::int64_t n : {1, 2, 5, 13, 30})
        for (MatrixKind kind : {MatrixKind::kRandom, MatrixKind::kConditioned,
                                MatrixKind::kGraded}) {
          ValueStream stream(static_cast<std::uint64_t>(n), 4);
          MatrixMaker maker(dtype, stream);
          const Matrix a = maker.general(kind, n, n);
          const Matrix b = maker.general(MatrixKind::kRandom, n, 2);
          FactoredStep step =
              textbook_solutions(op, dtype, a, b, false,
                                 op == "solve"_op ? TextbookPivots::kOfColumn
                                                  : TextbookPivots::kOfAll);
          const Judged found = judged(step);
          EXPECT_EQ(found.complaint, "")
              << name_of(op) << " " << name_of(dtype) << " " << n;
          worst = std::max(worst, found.worst);
          if (format_of(dtype).precision < 24 || kind != MatrixKind::kRandom)
            continue;
          for (ElementBits& bits : step.results[0].elements)
            bits.re =
                encode_real(format_of(dtype),
                            1.25 * decode_real(format_of(dtype), bits.re));
          EXPECT_NE(judged(step).complaint, "")
              << name_of(op) << " " << name_of(dtype) << " " << n;
        }
  std::printf("largest share of a bound on solutions: %.4f\n",
              static_cast<double>(worst));
  EXPECT_LT(worst, 0.3L);
}

// Returns the distance of the worst and the best column from its bound, as
// shares, without regard to which fails.
std::pair<long double, long double> shares_of(const FactoredStep& step) {
  const ResidualRule rule = residual_rule(step);
  const long double bound = rule.results[0].matrices->residual[0];
  const Matrix a = matrices_read(step)[0];
  const Matrix b = right_sides(step, step.operands[1])[0];
  const Matrix x = batches_of(step)[0][0];
  long double worst = 0;
  long double best = HUGE_VALL;
  for (std::int64_t k = 0; k < b.columns(); ++k) {
    Matrix rest(b.rows(), 1), side(b.rows(), 1), found(b.rows(), 1);
    const Matrix product = a * x;
    for (std::int64_t i = 0; i < b.rows(); ++i) {
      rest(i, 0) = b(i, k) - product(i, k);
      side(i, 0) = b(i, k);
      found(i, 0) = x(i, k);
    }
    const long double share =
        rest.norm() / (bound * (a.norm() * found.norm() + side.norm()));
    worst = std::max(worst, share);
    best = std::min(best, share);
  }
  return {worst, best};
}

// Rows alone as pivots miss the bound of each right side tenfold; pivots of all
// that is left keep it.
TEST(InspectPivoted, GrowthTellsPartialFromCompletePivoting) {
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kComplex64,
                      DType::kComplex128})
    for (bool transpose : {false, true}) {
      const bool is_double =
          dtype == DType::kFloat64 || dtype == DType::kComplex128;
      const std::int64_t n = is_double ? 60 : 30;
      ValueStream stream(1, 6);
      MatrixMaker maker(dtype, stream);
      // A itself grows, and a textbook factors A for its transpose too.
      const Matrix a = growth_matrix(n, stream);
      const Matrix system = transpose ? a.transposed() : a;
      Matrix x(n, 4);
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = 0; k < 4; ++k) x(i, k) = maker.entry();
      Matrix b = system * x;
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = 2; k < 4; ++k) b(i, k) = maker.entry();
      constexpr Op kOp = "full_piv_lu_solve"_op;
      const FactoredStep partial = textbook_solutions(
          kOp, dtype, a, b, transpose, TextbookPivots::kOfColumn);
      const FactoredStep complete = textbook_solutions(
          kOp, dtype, a, b, transpose, TextbookPivots::kOfAll);
      EXPECT_NE(judged(partial).complaint, "");
      EXPECT_EQ(judged(complete).complaint, "");
      const auto [worst, best] = shares_of(partial);
      EXPECT_GT(best, 10);
      EXPECT_GT(worst, 100);
      const long double growth =
          eliminate(matrices_read(complete)[0], Pivoting::kComplete).growth;
      std::printf(
          "%-10s order %2d transpose %d: rho %.3f, share of complete pivoting "
          "%.5f, of partial pivoting %.3g to %.3g\n",
          std::string(name_of(dtype)).c_str(), static_cast<int>(n),
          static_cast<int>(transpose), static_cast<double>(growth),
          static_cast<double>(judged(complete).worst),
          static_cast<double>(best), static_cast<double>(worst));
    }
}

}  // namespace
}  // namespace assay
