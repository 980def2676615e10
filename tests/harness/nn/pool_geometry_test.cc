// Tests that the windows and bins of pooling cases keep the preconditions and
// show what each case is about, in every variant.
#include "harness/nn/pool_geometry.h"

#include <gtest/gtest.h>

#include <bit>

#include "harness/families/drawn_families.h"
#include "harness/nn/pooling_rows.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/pool_windows.h"

namespace assay {
namespace {

constexpr std::string_view kVariants[] = {"1d", "2d", "3d", "asymmetric"};
constexpr Op kMax = "max_pool"_op;
constexpr Op kAvg = "avg_pool"_op;
constexpr std::string_view kCounted = "pooling.count"_clause;

// Calls `check` with wishes for a row of many structures.
template <typename Check>
void each_wish(Op op, const ClauseCase& row, Check check,
               std::int64_t extent = 0) {
  for (std::string_view variant : kVariants) {
    if (variant_named(spec_of(op), variant) == nullptr) continue;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Structure structure = draw_structure(seed, row.shape, 3);
      structure.choices[kSizeChoice] = kFullSize;
      if (extent > 0) structure.shape = {extent};
      check(CallWish{.cell = {op, variant, DType::kFloat32, DType::kFloat32},
                     .row = row,
                     .structure = structure,
                     .number = static_cast<int>(seed % 6),
                     .extent = extent});
    }
  }
}

Shape shape_of(const PoolGeometry& geometry) {
  Shape shape = geometry.leading;
  for (const PoolAxis& axis : geometry.axes) shape.push_back(axis.extent);
  return shape;
}

TEST(PoolGeometry, KeepsThePreconditions) {
  for (const ClauseCase& row : pooling_rows())
    for (Op op : {kMax, "max_pool_with_indices"_op, kAvg}) {
      if (row.clause.substr(0, row.clause.find('.')) != name_of(op) &&
          !row.clause.starts_with("pooling."))
        continue;
      each_wish(op, row, [&](const CallWish& wish) {
        const PoolGeometry geometry = pool_geometry(wish);
        const TensorType x{DType::kFloat32, shape_of(geometry)};
        const Attributes attributes =
            geometry.attributes(spec_of(op), DType::kInt32);
        const auto types =
            infer(op, std::span(&x, 1), attributes, DType::kFloat32);
        EXPECT_TRUE(types.ok())
            << row.clause << ": "
            << (types.ok() ? std::string() : types.status().message);
        EXPECT_EQ(wish.cell.variant, variant_of(op, attributes).name)
            << row.clause;
      });
    }
}

TEST(PoolGeometry, ShowsWhatTheCaseIsAbout) {
  const auto special = [](Op op, PoolCase what, auto holds) {
    const ClauseCase row{.clause = kCounted, .special = what};
    const ClauseCase exact{
        .clause = kCounted, .values = kSmallTerms, .special = what};
    for (const ClauseCase* each : {&row, &exact})
      each_wish(op, *each, [&](const CallWish& wish) {
        const PoolGeometry geometry = pool_geometry(wish);
        EXPECT_TRUE(holds(geometry)) << static_cast<int>(what) << " "
                                     << wish.cell.variant << wish.number;
      });
  };
  const auto every = [](auto predicate) {
    return [=](const PoolGeometry& geometry) {
      return std::all_of(geometry.axes.begin(), geometry.axes.end(), predicate);
    };
  };
  for (Op op : {kMax, kAvg}) {
    special(op, PoolCase::kLeftOver,
            every([](const PoolAxis& axis) { return axis.has_rest(); }));
    special(op, PoolCase::kCeilStart,
            every([](const PoolAxis& axis) { return axis.starts_after(); }));
    special(op, PoolCase::kCeil, every([](const PoolAxis& axis) {
              return axis.has_rest() && !axis.starts_after();
            }));
  }
  special(kMax, PoolCase::kDilation, every([](const PoolAxis& axis) {
            return axis.dilation > 1 && axis.kernel > 1;
          }));
  special(kMax, PoolCase::kNoElement, [](const PoolGeometry& geometry) {
    for (const PoolAxis& axis : geometry.axes)
      if (axis.before == 1 && axis.kernel == 2 &&
          axis.extent == axis.dilation - 1)
        return true;
    return false;
  });
}

// A last window that profiles count differently must not decide the shape of a
// gradient.
TEST(PoolGeometry, OfGradientsIsCountedAlikeByEveryProfile) {
  for (const ClauseCase& row : pooling_rows()) {
    if (!row.clause.starts_with("avg_pool_backward.")) continue;
    each_wish("avg_pool_backward"_op, row, [&](const CallWish& wish) {
      const PoolGeometry geometry = pool_geometry(wish);
      const Attributes attributes =
          geometry.attributes(spec_of("avg_pool_backward"_op), DType::kInt32);
      EXPECT_EQ(pool_counts(geometry.spatial(), attributes, kNx),
                pool_counts(geometry.spatial(), attributes,
                            kNx.with("pool.ceil=plain"_policy)));
    });
  }
}

// Returns whether the number of positions of each window that count is a power
// of two.
bool has_exact_divisors(const PoolAxis& axis, bool rounds_up,
                        bool includes_padding) {
  std::int64_t count = axis.room() / axis.stride + 1;
  if (rounds_up && axis.has_rest() && !axis.starts_after()) ++count;
  for (std::int64_t p = 0; p < count; ++p) {
    std::uint64_t inside = 0;
    for (std::int64_t k = 0; k < axis.kernel; ++k) {
      const std::int64_t at = axis.stride * p + k - axis.before;
      inside += includes_padding ? at < axis.extent + axis.after ? 1 : 0
                : at >= 0 && at < axis.extent ? 1
                                              : 0;
    }
    if (!std::has_single_bit(inside)) return false;
  }
  return true;
}

TEST(PoolGeometry, OfExactMeansHasDivisorsThatArePowersOfTwo) {
  for (const std::int64_t extent : {0, 37, 130})
    for (Op op : {kAvg, "avg_pool_backward"_op})
      for (const ClauseCase& row : pooling_rows()) {
        if (row.values != kSmallTerms) continue;
        const bool is_own =
            row.clause.substr(0, row.clause.find('.')) == name_of(op);
        if (!is_own && !row.clause.starts_with("pooling.")) continue;
        each_wish(
            op, row,
            [&](const CallWish& wish) {
              const PoolGeometry geometry = pool_geometry(wish);
              for (const PoolAxis& axis : geometry.axes)
                EXPECT_TRUE(has_exact_divisors(axis, geometry.rounds_up,
                                               geometry.includes_padding))
                    << row.clause << " " << axis.extent << " " << axis.kernel
                    << " " << axis.stride << " " << axis.before;
            },
            extent);
      }
}

TEST(BinGeometry, OfExactMeansHasBinsOfPowersOfTwo) {
  for (const std::int64_t extent : {0, 37, 130})
    each_wish(
        "adaptive_avg_pool"_op,
        {.clause = "adaptive_avg_pool.value"_clause, .values = kSmallTerms},
        [](const CallWish& wish) {
          const BinGeometry bins = bin_geometry(wish);
          for (std::size_t i = 0; i < bins.sizes.size(); ++i)
            for (std::int64_t p = 0; p < bins.sizes[i]; ++p) {
              const std::int64_t in = bins.spatial[i];
              const std::int64_t out = bins.sizes[i];
              const std::int64_t count =
                  ((p + 1) * in + out - 1) / out - p * in / out;
              EXPECT_TRUE(
                  std::has_single_bit(static_cast<std::uint64_t>(count)))
                  << in << " " << out;
            }
        },
        extent);
}

TEST(DrawnPools, NeverFillWhatIsNotReadWithNumbers) {
  for (Op op : {"max_pool_backward"_op, "avg_pool_backward"_op,
                "adaptive_avg_pool_backward"_op})
    each_wish(op, {.clause = "pooling.repeatable"_clause},
              [&](const CallWish& wish) {
                const DrawnCall call = draw_pooling(wish);
                EXPECT_TRUE(is_nan_bits(format_of(DType::kFloat32),
                                        call.operands[0].element(0).re));
              });
}

}  // namespace
}  // namespace assay
