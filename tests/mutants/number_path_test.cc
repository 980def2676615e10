// Mutants that only hard operands tell from a right backend: each is caught at
// level standard, on the cells and by the clauses where it must be.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/plan.h"
#include "harness/generate/build_case.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "tests/mutants/mutant_row.h"
#include "tests/mutants/number_path_mutants.h"

namespace assay::mutants {
namespace {

// The cases of one op at level standard, by cell.
struct CellLess {
  bool operator()(const Cell& a, const Cell& b) const {
    return std::tie(a.variant, a.dtype, a.result) <
           std::tie(b.variant, b.dtype, b.result);
  }
};
using CellCases = std::map<Cell, std::vector<PlannedCase>, CellLess>;

const CellCases& cases_of(Op op) {
  static auto* const known = new std::map<Op, CellCases>();
  CellCases& cells = (*known)[op];
  if (cells.empty())
    for (const PlannedCase& plan :
         plan_cases(Level::kStandard, *Filter::parse(name_of(op))))
      cells[plan.cell()].push_back(plan);
  return cells;
}

// Returns the id of the first case of a cell that the mutant fails; empty if
// it fails none.
std::string first_failure(Maker maker, const Cell& cell,
                          std::uint64_t seed = 0) {
  Reference oracle;
  InProcessSubject mutant(maker());
  for (const PlannedCase& plan : cases_of(cell.op).at(cell)) {
    Case test_case = build_case(plan, seed);
    EXPECT_TRUE(prepare_case(test_case, oracle, kNx).ok()) << plan.id();
    if (is_failure(run_case(test_case, mutant).verdict)) return plan.id();
  }
  return {};
}

TEST(NumberPath, DetoursOfFloatsAreCaught) {
  constexpr DType kDouble = DType::kFloat64;
  constexpr DType kComplex = DType::kComplex128;
  struct Row {
    Maker maker;
    Op op;
    DType dtype;
  };
  for (const Row& row : {
           Row{make<ReducesWithTooLittlePi>, "sin"_op, kDouble},
           Row{make<ReducesWithTooLittlePi>, "cos"_op, kDouble},
           Row{make<ReducesWithTooLittlePi>, "tan"_op, kDouble},
           Row{make<OverflowsWithTheExponential>, "cosh"_op, kDouble},
           Row{make<OverflowsWithTheExponential>, "sinh"_op, kDouble},
           Row{make<OverflowsWithTheExponential>, "cosh"_op, DType::kFloat32},
           Row{make<LosesTheLastBitOfSubnormals>, "exp"_op, kDouble},
           Row{make<LosesTheLastBitOfSubnormals>, "pow"_op, kDouble},
           Row{make<LosesTheLastBitOfSubnormals>, "atan2"_op, kDouble},
           Row{make<LosesTheLastBitOfSubnormals>, "asin"_op, kDouble},
           Row{make<LosesTheLastBitOfSubnormals>, "erf"_op, kDouble},
           Row{make<TakesHugeExponentsForEven>, "pow"_op, kDouble},
           Row{make<RoundsTheModulusBeforeTheLogarithm>, "log"_op, kComplex},
           Row{make<ForgetsTheSideOfMinusOne>, "pow"_op, kComplex},
           Row{make<ForgetsTheSideOfMinusOne>, "log"_op, kComplex},
           Row{make<SquaresTheDivisor>, "div"_op, kComplex},
           Row{make<SquaresTheDivisor>, "recip"_op, kComplex},
       })
    for (std::uint64_t seed : {0, 1})
      EXPECT_NE(
          first_failure(row.maker, {row.op, "", row.dtype, row.dtype}, seed),
          "")
          << name_of(row.op) << " " << name_of(row.dtype) << " seed " << seed;
}

TEST(NumberPath, FewNarrowProductsAreCaught) {
  for (DType dtype : {DType::kFloat16, DType::kBfloat16})
    for (Maker maker : {Maker{make<AccumulatesNarrowly<true>>},
                        Maker{make<AccumulatesNarrowly<false>>}})
      for (std::uint64_t seed : {0, 1, 2})
        EXPECT_NE(first_failure(maker, {"matmul"_op, "", dtype, dtype}, seed),
                  "")
            << name_of(dtype) << " seed " << seed;
}

template <const FloatFormat& between>
void expect_casts_caught(int& pairs) {
  for (const DTypeSpec& from : kDTypes)
    for (const DTypeSpec& to : kDTypes) {
      if (!is_real(to.dtype) || to.format.precision >= between.precision)
        continue;
      const bool is_wider = is_integer(from.dtype)
                                ? from.bits > between.precision
                                : from.format.precision > between.precision;
      // Skip casts for which the format in between loses nothing, or whose
      // result has a larger range than that format.
      if (!is_wider || to.format.max_exponent > between.max_exponent) continue;
      // An unsigned or signed one that is beyond the range of the narrow format
      // before it needs more bits than the one in between.
      if (is_integer(from.dtype) && between.precision > to.format.max_exponent)
        continue;
      ++pairs;
      EXPECT_NE(first_failure(make<CastsThrough<between>>,
                              {"cast"_op, "", from.dtype, to.dtype}),
                "")
          << from.name << " to " << to.name << " through " << between.precision
          << " bits";
    }
}

TEST(NumberPath, CastsThatRoundTwiceAreCaught) {
  int pairs = 0;
  expect_casts_caught<kFormatFloat64>(pairs);
  expect_casts_caught<kFormatFloat32>(pairs);
  expect_casts_caught<kFormatFloat16>(pairs);
  expect_casts_caught<kFormatBfloat16>(pairs);
  EXPECT_GT(pairs, 20);
}

// Returns whether a float gives the right result for every integer. It does for
// the reciprocal and the sign, and for casts to bool, to that float, or to a
// type whose range ends before the float has gaps.
bool is_the_same_in_float(const Cell& cell) {
  if (cell.op == "recip"_op || cell.op == "sign"_op) return true;
  if (cell.op == "scatter"_op) return cell.variant == "set";
  if (cell.op != "cast"_op && cell.op != "convert"_op) return false;
  if (cell.result == DType::kBool) return true;
  const int precision = spec_of(cell.dtype).bits == 64 ? 53 : 24;
  const FloatFormat& format = format_of(cell.result);
  return format.bits > 0 &&
         (format.precision == precision || format.max_exponent < precision);
}

// Ops that take integers and compute with them, in all their variants.
TEST(NumberPath, IntegersInFloatAreCaught) {
  std::string missed;
  int cells = 0;
  for (const auto& [cell, required] : every_cell()) {
    const bool is_long =
        cell.dtype == DType::kInt64 || cell.dtype == DType::kUint64;
    const bool is_word =
        cell.dtype == DType::kInt32 || cell.dtype == DType::kUint32;
    if (!is_long && !is_word) continue;
    const std::string_view family = family_of(cell.op).name;
    const bool computes = family == "elementwise" || family == "reduction" ||
                          family == "sorting" || family == "conversion" ||
                          family == "contraction" || cell.op == "fold"_op ||
                          cell.op == "scatter"_op;
    if (!computes || is_the_same_in_float(cell)) continue;
    // Other pairs are refused.
    if (cell.op == "convert"_op && !required) continue;
    const Maker maker = is_long ? make<ComputesIntegersInFloat<64>>
                                : make<ComputesIntegersInFloat<32>>;
    ++cells;
    if (first_failure(maker, cell).empty())
      missed += fmt::format("{} {} {} {}\n", name_of(cell.op), cell.variant,
                            name_of(cell.dtype), name_of(cell.result));
  }
  EXPECT_EQ(missed, "");
  EXPECT_GT(cells, 100);
}

}  // namespace
}  // namespace assay::mutants
