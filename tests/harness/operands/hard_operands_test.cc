// Tests hard operands: they are finite, many, and next to what they are made
// for, and the cases of a cell use every one of them.
#include "harness/operands/hard_operands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "harness/generate/build_case.h"
#include "harness/operands/governing_clause.h"
#include "harness/operands/near_multiples.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr Op kFunctions[] = {"exp"_op,  "log"_op,  "sin"_op,  "cos"_op,
                             "tan"_op,  "asin"_op, "acos"_op, "atan"_op,
                             "sinh"_op, "cosh"_op, "tanh"_op, "erf"_op,
                             "pow"_op,  "atan2"_op};

template <typename T>
T value_of(Op op, T x, T y) {
  static constexpr Op kAdd = "add"_op, kSub = "sub"_op, kMul = "mul"_op;
  static constexpr Op kDiv = "div"_op, kRecip = "recip"_op;
  if (op == kAdd) return x + y;
  if (op == kSub) return x - y;
  if (op == kMul) return x * y;
  if (op == kDiv) return x / y;
  return op == kRecip ? 1 / x : std::sqrt(x);
}

TEST(HardOperands, OfArithmeticShowRoundingTwice) {
  if (std::numeric_limits<long double>::digits != 64)
    GTEST_SKIP() << "long double has not 64 significand bits";
  for (Op op :
       {"add"_op, "sub"_op, "mul"_op, "div"_op, "recip"_op, "sqrt"_op}) {
    int shown = 0;
    for (const OperandTuple& operands :
         hard_operands(op, DType::kFloat64, DType::kFloat64)) {
      const auto x = std::bit_cast<double>(operands[0].re);
      const auto y = std::bit_cast<double>(operands[1].re);
      const double once = value_of<double>(op, x, y);
      const auto twice = static_cast<double>(value_of<long double>(op, x, y));
      shown += once != twice ? 1 : 0;
    }
    EXPECT_GE(shown, 2) << name_of(op);
  }
}

TEST(HardOperands, OfFunctionsAreManyAndFinite) {
  for (Op op : kFunctions)
    for (DType dtype : {DType::kFloat32, DType::kFloat64}) {
      const auto operands = hard_operands(op, dtype, dtype);
      EXPECT_GE(operands.size(), 64u) << name_of(op) << " " << name_of(dtype);
      std::set<std::string_view> clauses;
      for (const OperandTuple& tuple : operands) {
        for (int k : {0, 1})
          EXPECT_TRUE(std::isfinite(decode_real(
              format_of(dtype), tuple[static_cast<std::size_t>(k)].re)))
              << name_of(op);
        clauses.insert(governing_clause(op, dtype, tuple));
      }
      EXPECT_TRUE(clauses.contains(std::string(name_of(op)) + ".value"));
    }
}

// The worst cases of float64 are nearer to a multiple of pi/2 than 2^-55.
TEST(HardOperands, AreNextToMultiplesOfHalfPi) {
  if (std::numeric_limits<long double>::digits < 64)
    GTEST_SKIP() << "long double has fewer than 64 significand bits";
  const auto table = near_multiples_of_half_pi(kFormatFloat64);
  EXPECT_EQ(std::bit_cast<double>(table[0]),
            std::ldexp(6381956970095103.0, 797));
  int near = 0;
  for (std::uint64_t bits : table) {
    const long double x = std::bit_cast<double>(bits);
    const long double distance =
        std::min(std::fabs(std::sin(x)), std::fabs(std::cos(x)));
    near += distance < 0x1p-55L ? 1 : 0;
  }
  EXPECT_GE(near, 20);
  const auto operands =
      hard_operands("cos"_op, DType::kFloat64, DType::kFloat64);
  for (std::uint64_t bits : table)
    EXPECT_TRUE(std::any_of(
        operands.begin(), operands.end(),
        [&](const OperandTuple& tuple) { return tuple[0].re == bits; }));
}

// An implementation may take the limit of tanh for its value some octaves
// early.
TEST(HardOperands, HaveAnArgumentInEachOctaveBelowSaturation) {
  for (DType dtype : {DType::kFloat32, DType::kFloat64}) {
    const FloatFormat& format = format_of(dtype);
    std::set<int> octaves;
    for (const OperandTuple& tuple : hard_operands("tanh"_op, dtype, dtype)) {
      const long double x = decode_real(format, tuple[0].re);
      if (x > 1)
        octaves.insert(std::ilogb(1 - std::tanh(x)) + format.precision);
    }
    for (int octave = 1; octave <= 10; ++octave)
      EXPECT_TRUE(octaves.contains(octave)) << octave;
  }
}

// The operand tuples of the first `cases` cases of a clause.
std::vector<OperandTuple> met(Op op, DType dtype, DType result,
                              std::string_view clause, int cases,
                              std::uint64_t seed) {
  std::vector<OperandTuple> tuples;
  for (int number = 0; number < cases; ++number) {
    const Case made =
        build_case({op, "", dtype, result, clause_named(clause)->id,
                    Layout::kContiguous, number},
                   seed);
    const bool is_pair = made.tensors.size() > 2;
    for (std::size_t i = 0; i < made.tensors[0].storage->size(); ++i)
      tuples.push_back(
          {(*made.tensors[0].storage)[i],
           is_pair ? (*made.tensors[1].storage)[i] : ElementBits{}});
  }
  return tuples;
}

struct CellRow {
  Op op;
  DType dtype, result;
  int cases;  // at level standard
};
constexpr CellRow kCells[] = {
    {"sin"_op, DType::kFloat64, DType::kFloat64, 3},
    {"exp"_op, DType::kFloat32, DType::kFloat32, 3},
    {"pow"_op, DType::kFloat64, DType::kFloat64, 3},
    {"sqrt"_op, DType::kFloat64, DType::kFloat64, 3},
    {"log"_op, DType::kComplex128, DType::kComplex128, 3},
    {"div"_op, DType::kComplex64, DType::kComplex64, 3},
    {"max"_op, DType::kInt64, DType::kInt64, 3},
    {"cast"_op, DType::kFloat64, DType::kFloat16, 1},
    {"cast"_op, DType::kInt64, DType::kBfloat16, 1},
    {"cast"_op, DType::kFloat32, DType::kUint8, 1},
    {"cast"_op, DType::kComplex128, DType::kFloat8E4m3fn, 1},
};

TEST(HardOperands, AreAllMetOverTheCasesOfACell) {
  for (const CellRow& row : kCells) {
    const OperandPool& pool = OperandPool::of(row.op, row.dtype, row.result);
    int clauses = 0;
    for (const Clause& clause : spec_of(row.op).clauses) {
      const auto hard = pool.hard(clause.id);
      if (hard.empty()) continue;
      ++clauses;
      const auto tuples =
          met(row.op, row.dtype, row.result, clause.id, row.cases, 5);
      for (const OperandTuple& tuple : hard)
        EXPECT_NE(std::find(tuples.begin(), tuples.end(), tuple), tuples.end())
            << clause.id << " " << name_of(row.dtype) << std::hex << " "
            << tuple[0].re << " " << tuple[1].re;
    }
    EXPECT_GE(clauses, 1) << name_of(row.op) << " " << name_of(row.dtype);
  }
}

TEST(HardOperands, AreAtTheEndAndSeveralInACaseOfLevelQuick) {
  const OperandPool& pool =
      OperandPool::of("sin"_op, DType::kFloat64, DType::kFloat64);
  const auto hard = pool.hard("sin.large");
  const auto is_hard = [&](const OperandTuple& tuple) {
    return std::find(hard.begin(), hard.end(), tuple) != hard.end();
  };
  const auto tuples =
      met("sin"_op, DType::kFloat64, DType::kFloat64, "sin.large", 1, 0);
  EXPECT_TRUE(is_hard(tuples.back()));
  EXPECT_GE(std::count_if(tuples.begin(), tuples.end(), is_hard), 30);
}

TEST(HardOperands, AreNoneWhereAllPatternsAreMetAnyway) {
  EXPECT_TRUE(
      hard_operands("exp"_op, DType::kFloat8E5m2, DType::kFloat8E5m2).empty());
  EXPECT_TRUE(
      hard_operands("where"_op, DType::kFloat64, DType::kFloat64).empty());
  EXPECT_TRUE(hard_operands("add"_op, DType::kInt8, DType::kInt8).empty());
}

// An op that joins this list lost its row in hard_rows.h, or never had one.
TEST(HardOperands, AreMissingForTheseCellsAlone) {
  std::set<std::string> missing;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (!spec_of(op).signature.is_by_element) continue;
    for (DType dtype : {DType::kFloat64, DType::kInt64, DType::kComplex128}) {
      if (!spec_of(op).variants.items[0].dtypes().contains(dtype)) continue;
      if (hard_operands(op, dtype, dtype).empty())
        missing.insert(std::string(name_of(op)) + " " +
                       std::string(name_of(dtype)));
    }
  }
  // All elements of these are equally hard.
  EXPECT_EQ(missing, (std::set<std::string>{"abs float64", "conj float64",
                                            "neg complex128", "neg float64",
                                            "sign float64", "where complex128",
                                            "where float64", "where int64"}));
}

TEST(HardOperands, DoNotComeTwice) {
  for (const CellRow& row : kCells) {
    std::set<std::array<std::uint64_t, 4>> seen;
    for (const OperandTuple& t : hard_operands(row.op, row.dtype, row.result))
      EXPECT_TRUE(seen.insert({t[0].re, t[0].im, t[1].re, t[1].im}).second)
          << name_of(row.op);
  }
}

}  // namespace
}  // namespace assay
