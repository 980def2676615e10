// Tests that the calls of resampling cases keep the preconditions, have the
// sizes and positions that the cases are about, and are exact where they say
// so.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/nn/resampling_rows.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kImageOps[] = {"interpolate"_op, "interpolate_backward"_op,
                            "grid_sample_2d"_op};

constexpr DType kImageDTypes[] = {DType::kBfloat16};

template <typename Check>
void each_image_call(const ClauseCase& row, Check check,
                     std::int64_t extent = 0) {
  test::each_drawn_call(kImageOps, kImageDTypes, row, check, extent);
}

const ClauseCase& image_row_of(std::string_view clause) {
  return test::drawn_row_of(resampling_rows(), clause);
}

Shape image_result_of(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  for (const DrawnOperand& operand : call.operands)
    types.push_back({wish.cell.dtype, operand.shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
  return result ? (*result)[0].shape : Shape{};
}

double number_at(const CallWish& wish, const DrawnOperand& operand,
                 std::int64_t k) {
  return decode_real(format_of(wish.cell.dtype),
                     operand.element(static_cast<std::size_t>(k)).re);
}

TEST(DrawnResampling, KeepsThePreconditionsAndTheVariant) {
  for (const ClauseCase& row : resampling_rows())
    for (const std::int64_t extent : {0, 33, 1031})
      each_image_call(
          row,
          [&](const CallWish& wish, const DrawnCall& call) {
            image_result_of(wish, call);
            EXPECT_EQ(variant_of(wish.cell.op, call.attributes).name,
                      wish.cell.variant)
                << row.clause;
          },
          extent);
}

TEST(DrawnResampling, ResultsHaveEnoughElements) {
  each_image_call(image_row_of("interpolate.value"),
                  [](const CallWish& wish, const DrawnCall& call) {
                    EXPECT_GT(element_count(image_result_of(wish, call)), 16);
                  });
}

// Positions that are integers of a ratio that is no dyadic number.
std::int64_t breakpoints(std::int64_t in, std::int64_t out, bool is_exact) {
  const std::int64_t common = std::gcd(in, out);
  std::int64_t steps = out / common;
  while (steps % 2 == 0) steps /= 2;
  std::int64_t count = 0;
  for (std::int64_t o = 0; o < out && steps > 1; ++o) {
    const std::int64_t numerator = is_exact ? (2 * o + 1) * in : o * in;
    const std::int64_t denominator = is_exact ? 2 * out : out;
    count += numerator > 0 && numerator % denominator == 0 ? 1 : 0;
  }
  return count;
}

TEST(DrawnResampling, HasBreakpointsOnlyInCasesAboutThem) {
  for (const ClauseCase& row : resampling_rows()) {
    const bool is_about = row.clause.ends_with(".breakpoint");
    for (const std::int64_t extent : {0, 33, 1031}) {
      if (is_about && extent > 0) continue;
      each_image_call(
          row,
          [&](const CallWish& wish, const DrawnCall& call) {
            if (!wish.cell.variant.starts_with("nearest") ||
                wish.cell.op == "grid_sample_2d"_op)
              return;
            const bool is_exact = wish.cell.variant == "nearest_exact";
            const auto& sizes =
                call.attributes.integers(AttributeKey::kOutputSize);
            const Shape& x = call.operands[0].shape;
            EXPECT_EQ(is_about, breakpoints(x[2], sizes[0], is_exact) +
                                        breakpoints(x[3], sizes[1], is_exact) >
                                    0)
                << row.clause << " " << wish.cell.variant << " "
                << shape_text(x) << shape_text(sizes);
          },
          extent);
    }
  }
}

TEST(DrawnResampling, HasTheSizesOfTheCase) {
  const auto check = [](std::string_view clause, auto holds) {
    each_image_call(image_row_of(clause), [&](const CallWish&,
                                              const DrawnCall& call) {
      const Shape& x = call.operands[0].shape;
      EXPECT_TRUE(holds(x, call.attributes.integers(AttributeKey::kOutputSize)))
          << clause << shape_text(x);
    });
  };
  check("interpolate.identity", [](const Shape& x, const Shape& sizes) {
    return x[2] == sizes[0] && x[3] == sizes[1];
  });
  check("interpolate.no_antialias", [](const Shape& x, const Shape& sizes) {
    return x[2] > 3 * sizes[0] && x[3] > 3 * sizes[1];
  });
  check("interpolate.axes_apart", [](const Shape& x, const Shape& sizes) {
    return x[2] >= sizes[0] && x[3] < sizes[1];
  });
  check(
      "interpolate_backward.uncovered",
      [](const Shape& x, const Shape& sizes) { return x[2] == 8 * sizes[0]; });
  check("interpolate_backward.long", [](const Shape&, const Shape& sizes) {
    return sizes[0] * sizes[1] > 2048;
  });
}

TEST(DrawnResampling, SaysWhichCallsAreExact) {
  std::set<std::string_view> exact;
  for (const ClauseCase& row : resampling_rows())
    each_image_call(row, [&](const CallWish& wish, const DrawnCall& call) {
      if (!call.demands_exact) return;
      exact.insert(wish.cell.variant);
      EXPECT_NE(wish.cell.variant, "lanczos3");
      EXPECT_TRUE(wish.cell.variant != "bicubic" ||
                  row.clause == "interpolate.identity");
    });
  EXPECT_EQ(exact, (std::set<std::string_view>{"nearest", "nearest_exact",
                                               "bilinear", "bicubic"}));
}

TEST(DrawnResampling, GradientsNeverReadX) {
  each_image_call(
      image_row_of("interpolate_backward.value"),
      [](const CallWish& wish, const DrawnCall& call) {
        EXPECT_TRUE(std::isnan(number_at(wish, call.operands[0], 0)));
      });
}

// Returns twice the position that place k of a grid names.
double twice_the_position(const CallWish& wish, const DrawnCall& call,
                          std::int64_t k) {
  const Shape& x = call.operands[0].shape;
  const auto n = static_cast<double>(k % 2 == 0 ? x[3] : x[2]);
  const double g = number_at(wish, call.operands[1], k);
  return call.attributes.flag(AttributeKey::kAlignCorners) ? (g + 1) * (n - 1)
                                                           : (g + 1) * n - 1;
}

TEST(DrawnResampling, GridsNameQuartersExactly) {
  for (const char* clause :
       {"grid_sample_2d.value", "grid_sample_2d.zeros", "grid_sample_2d.tie",
        "grid_sample_2d.reflection", "grid_sample_2d.isolated_nan"}) {
    int halves = 0;
    each_image_call(image_row_of(clause), [&](const CallWish& wish,
                                              const DrawnCall& call) {
      for (std::int64_t k = 0; k < element_count(call.operands[1].shape); ++k) {
        const double twice = twice_the_position(wish, call, k);
        EXPECT_EQ(2 * twice, std::floor(2 * twice)) << clause;
        const bool is_half =
            std::fmod(twice, 2) != 0 && twice == std::floor(twice);
        if (wish.cell.variant == "nearest") halves += is_half ? 1 : 0;
      }
    });
    EXPECT_EQ(halves > 0, std::string_view(clause) == "grid_sample_2d.tie")
        << clause;
  }
}

}  // namespace
}  // namespace assay
