// Tests that the drawn calls of the elementwise ops of lax keep the
// preconditions and show what their cases are about.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "harness/lax/draw_elementwise.h"
#include "harness/operands/integer_range.h"
#include "spec/cells.h"
#include "tests/harness/drawn_calls.h"

namespace assay::test {
namespace {

constexpr Op kDrawnOps[] = {"abs_real"_op, "clamp_general"_op,
                            "select_general"_op};

DType result_of(Op op, DType dtype) {
  if (op != "abs_real"_op) return dtype;
  return dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
}

// Calls check(cell, row, call) with the drawn calls of every clause.
template <typename Check>
void each_lax_call(std::string_view clause, DType dtype, Check check,
                   std::int64_t extent = 0) {
  const auto& row = drawn_row_of(lax_elementwise_rows(), clause);
  for (Op op : kDrawnOps) {
    const std::string_view owner = clause.substr(0, clause.find('.'));
    if (owner != name_of(op)) continue;
    for (const Variant& variant : spec_of(op).variants) {
      const Cell cell{op, variant.name, dtype, result_of(op, dtype)};
      if (!variant.dtypes().contains(dtype) ||
          !is_applicable(op, variant.name, dtype, cell.result, clause))
        continue;
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Structure structure = draw_structure(seed, row.shape, 0);
        if (extent > 0) structure.shape = {extent};
        const CallWish wish{.cell = cell,
                            .row = row,
                            .structure = structure,
                            .number = static_cast<int>(seed % 8),
                            .extent = extent};
        check(cell, draw_lax_elementwise(wish));
      }
    }
  }
}

TEST(DrawnLaxElementwise, CallsKeepThePreconditionsAndTheirVariant) {
  for (const ClauseCase& row : lax_elementwise_rows()) {
    if (row.clause.starts_with("cmp")) continue;
    for (DType dtype : {DType::kFloat16, DType::kFloat64, DType::kInt8,
                        DType::kUint64, DType::kBool, DType::kComplex64})
      for (std::int64_t extent : {0, 1000})
        each_lax_call(
            row.clause, dtype,
            [&](const Cell& cell, const DrawnCall& call) {
              std::vector<TensorType> types;
              for (std::size_t i = 0; i < call.operands.size(); ++i)
                types.push_back(
                    {dtype_by(spec_of(cell.op).signature.operands[i].role,
                              cell),
                     call.operands[i].shape});
              const auto result = infer(cell.op, types, {}, cell.result);
              ASSERT_TRUE(result.ok()) << row.clause;
              EXPECT_EQ(cell.variant,
                        cell_of(cell.op, types, {}, cell.result).variant)
                  << row.clause;
            },
            extent);
  }
}

// Counts the elements of clamp's calls by where x is.
struct Places {
  int below = 0;
  int inside = 0;
  int above = 0;
  int at_bound = 0;
  int crossed = 0;
};
Places clamp_places(std::string_view clause, DType dtype) {
  Places places;
  each_lax_call(clause, dtype, [&](const Cell&, const DrawnCall& call) {
    const auto count =
        static_cast<std::size_t>(element_count(call.operands[0].shape));
    const auto value = [&](std::size_t operand, std::size_t k) {
      const DrawnOperand& drawn = call.operands[operand];
      const ElementBits bits = drawn.element(drawn.shape.empty() ? 0 : k);
      return is_real(dtype) ? decode_real(format_of(dtype), bits.re)
                            : static_cast<double>(integer_value(dtype, bits));
    };
    for (std::size_t k = 0; k < count; ++k) {
      const double x = value(0, k);
      const double low = value(1, k);
      const double high = value(2, k);
      places.crossed += low > high ? 1 : 0;
      places.below += x < low ? 1 : 0;
      places.above += x > high ? 1 : 0;
      places.inside += low < x && x < high ? 1 : 0;
      places.at_bound += x == low || x == high ? 1 : 0;
    }
  });
  return places;
}

TEST(DrawnLaxElementwise, ClampsOnAllSidesOfBothBounds) {
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kInt8,
                      DType::kUint32, DType::kInt64}) {
    const Places places = clamp_places("clamp_general.value", dtype);
    EXPECT_LT(50, places.below) << name_of(dtype);
    EXPECT_LT(50, places.above) << name_of(dtype);
    EXPECT_LT(50, places.inside) << name_of(dtype);
    EXPECT_LT(50, places.at_bound) << name_of(dtype);
    EXPECT_EQ(0, places.crossed) << name_of(dtype);
    const Places crossed = clamp_places("clamp_general.crossed", dtype);
    EXPECT_LT(200, crossed.crossed) << name_of(dtype);
  }
  EXPECT_LT(20, clamp_places("clamp_general.crossed", DType::kBool).crossed);
}

TEST(DrawnLaxElementwise, ScalarBoundsAreBothOrOneOfThem) {
  std::map<int, int> shapes;
  each_lax_call("clamp_general.scalar", DType::kFloat32,
                [&](const Cell&, const DrawnCall& call) {
                  const bool low = call.operands[1].shape.empty();
                  const bool high = call.operands[2].shape.empty();
                  ++shapes[(low ? 1 : 0) + (high ? 2 : 0)];
                });
  EXPECT_EQ(0, shapes[0]);
  for (int both = 1; both < 4; ++both) EXPECT_LT(5, shapes[both]) << both;
}

TEST(DrawnLaxElementwise, TrianglesAreAtBothEndsOfTheRange) {
  const FloatFormat& format = kFormatFloat32;
  int near_low = 0;
  int near_high = 0;
  each_lax_call("abs_real.no_overflow", DType::kComplex64,
                [&](const Cell&, const DrawnCall& call) {
                  const auto count = static_cast<std::size_t>(
                      element_count(call.operands[0].shape));
                  for (std::size_t k = 0; k < count; ++k) {
                    const ElementBits bits = call.operands[0].element(k);
                    const double re = decode_real(format, bits.re);
                    const double im = decode_real(format, bits.im);
                    EXPECT_TRUE(has_exact_modulus(DType::kComplex64, {re, im}))
                        << re << " " << im;
                    near_low += std::hypot(re, im) < 0x1p-120 ? 1 : 0;
                    near_high += std::hypot(re, im) > 0x1p120 ? 1 : 0;
                  }
                });
  EXPECT_LT(20, near_low);
  EXPECT_LT(20, near_high);
}

TEST(DrawnLaxElementwise, PredicatesChooseBothAndNothingElseIsNan) {
  int chosen[2] = {};
  each_lax_call(
      "select_general.unread", DType::kFloat32,
      [&](const Cell&, const DrawnCall& call) {
        const auto& pred = call.operands[0];
        const auto count =
            static_cast<std::size_t>(element_count(call.operands[1].shape));
        for (std::size_t k = 0; k < count; ++k) {
          const bool p = pred.element(pred.shape.empty() ? 0 : k).re != 0;
          ++chosen[p ? 1 : 0];
          const auto finite = [&](std::size_t operand) {
            return std::isfinite(decode_real(
                kFormatFloat32, call.operands[operand].element(k).re));
          };
          EXPECT_TRUE(finite(p ? 1 : 2));
          EXPECT_FALSE(finite(p ? 2 : 1));
        }
      });
  EXPECT_LT(50, chosen[0]);
  EXPECT_LT(50, chosen[1]);
}

}  // namespace
}  // namespace assay::test
