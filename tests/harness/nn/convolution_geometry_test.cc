// Tests that the calls of convolution cases keep the preconditions and show
// what each case is about, in every variant.
#include "harness/nn/convolution_geometry.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/families/drawn_families.h"
#include "harness/nn/convolution_rows.h"
#include "reference/elements.h"
#include "reference/reference.h"
#include "spec/infer.h"

namespace assay {
namespace {

constexpr Op kTriedOps[] = {"conv"_op,
                            "conv_transpose"_op,
                            "conv_x_backward"_op,
                            "conv_weight_backward"_op,
                            "conv_transpose_x_backward"_op,
                            "conv_transpose_weight_backward"_op};

// Calls `check` with wishes for a row in many structures.
template <typename Check>
void each_wish(const ClauseCase& row, Check check, std::int64_t extent = 0) {
  for (const Op op : kTriedOps)
    for (const Variant& variant : spec_of(op).variants)
      for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const auto owner = row.clause.substr(0, row.clause.find('.'));
        if (owner != name_of(op) && owner != "convolution") continue;
        if (!row.variant.empty() && row.variant != variant.name) continue;
        Structure structure = draw_structure(seed, row.shape, 3);
        structure.choices[kSizeChoice] = kFullSize;
        check(CallWish{
            .cell = {op, variant.name, DType::kFloat32, DType::kFloat32},
            .row = row,
            .structure = structure,
            .number = static_cast<int>(seed % 6),
            .extent = extent});
      }
}

const ClauseCase& row_of(std::string_view clause) {
  for (const ClauseCase& row : convolution_rows())
    if (row.clause == clause) return row;
  ADD_FAILURE() << clause;
  return convolution_rows().front();
}

TEST(ConvolutionGeometry, KeepsThePreconditions) {
  for (const ClauseCase& row : convolution_rows())
    for (const std::int64_t extent : {0, 33})
      each_wish(
          row,
          [&](const CallWish& wish) {
            const DrawnCall call = draw_convolution(wish);
            std::vector<TensorType> types;
            for (const DrawnOperand& operand : call.operands)
              types.push_back({DType::kFloat32, operand.shape});
            const auto result =
                infer(wish.cell.op, types, call.attributes, DType::kFloat32);
            ASSERT_TRUE(result.ok())
                << row.clause << ": " << result.status().message;
            EXPECT_EQ(wish.cell.variant,
                      variant_of(wish.cell.op, call.attributes).name);
            EXPECT_EQ(convolution_geometry(wish).result(), (*result)[0].shape);
          },
          extent);
}

TEST(ConvolutionGeometry, ShowsWhatTheCaseIsAbout) {
  each_wish(row_of("conv.stride"_clause), [](const CallWish& wish) {
    for (const ConvolutionAxis& axis : convolution_geometry(wish).axes)
      EXPECT_GT(axis.stride, 1);
  });
  each_wish(row_of("conv.window_count"_clause), [](const CallWish& wish) {
    for (const ConvolutionAxis& axis : convolution_geometry(wish).axes)
      EXPECT_NE(0, axis.room() % axis.stride);
  });
  each_wish(row_of("conv.groups"_clause), [](const CallWish& wish) {
    EXPECT_GT(convolution_geometry(wish).groups, 1);
  });
  each_wish(row_of("conv.depthwise"_clause), [](const CallWish& wish) {
    EXPECT_EQ(1, convolution_geometry(wish).inputs);
  });
  each_wish(row_of("conv.padding_is_no_term"_clause), [](const CallWish& wish) {
    EXPECT_GT(convolution_geometry(wish).axes[0].before, 0);
  });
  each_wish(row_of("conv_transpose.output_padding_keeps"_clause),
            [](const CallWish& wish) {
              EXPECT_EQ(1, convolution_geometry(wish).axes[0].longer);
            });
  each_wish(
      row_of("conv_x_backward.remainder"_clause), [](const CallWish& wish) {
        // The last element of x is after the last window.
        for (const auto& axis : convolution_geometry(wish).axes)
          EXPECT_LT(
              (axis.windows() - 1) * axis.stride + axis.reach() - axis.before,
              axis.extent);
      });
  each_wish(row_of("conv_transpose_x_backward.trailing"_clause),
            [](const CallWish& wish) {
              // A convolution of grad would have more windows than x elements.
              for (const auto& axis : convolution_geometry(wish).axes)
                EXPECT_GT((axis.transposed() + axis.before + axis.after -
                           axis.reach()) /
                                  axis.stride +
                              1,
                          axis.extent);
            });
  each_wish(row_of("conv.asymmetric"_clause), [](const CallWish& wish) {
    const ConvolutionAxis axis = convolution_geometry(wish).axes[0];
    EXPECT_NE(axis.before, axis.after);
  });
}

// Elements of a result would spoil it if they were read for their shape alone.
TEST(ConvolutionGeometry, FillsWhatIsNotReadWithNan) {
  each_wish(row_of("conv_x_backward.shape_only"_clause),
            [](const CallWish& wish) {
              const DrawnCall call = draw_convolution(wish);
              EXPECT_EQ(0x7fc0'0000u, call.operands[0].element(0).re);
              EXPECT_FALSE(call.operands[1].element);
            });
  each_wish(row_of("conv_weight_backward.shape_only"_clause),
            [](const CallWish& wish) {
              const DrawnCall call = draw_convolution(wish);
              EXPECT_EQ(0x7fc0'0000u, call.operands[1].element(0).re);
            });
}

// If every address is 1, no element of a result is the sum of two.
TEST(ConvolutionGeometry, ShowsOneAddressInEachElement) {
  for (const ClauseCase& row : convolution_rows()) {
    if (special_of<ConvolutionCase>(row) != ConvolutionCase::kShown) continue;
    each_wish(row, [&](const CallWish& wish) {
      const DrawnCall drawn = draw_convolution(wish);
      Reference reference;
      Call call{wish.cell.op, {}, drawn.attributes, {}};
      std::vector<TensorType> types;
      for (const DrawnOperand& operand : drawn.operands) {
        types.push_back({DType::kFloat32, operand.shape});
        call.operands.push_back(
            *reference.buffer(DType::kFloat32, operand.shape));
        std::size_t k = 0;
        for (const Index& at : indices(operand.shape)) {
          const bool counts = operand.element(k++) != ElementBits{};
          Elements(call.operands.back())
              .store(at, {counts ? 0x3f80'0000u : 0u, 0});
        }
      }
      const auto result =
          infer(call.op, types, call.attributes, DType::kFloat32);
      ASSERT_TRUE(result.ok()) << result.status().message;
      call.outs = {*reference.buffer(DType::kFloat32, (*result)[0].shape)};
      ASSERT_TRUE(reference.execute(call).ok());
      double sum = 0;
      for (const Index& at : indices((*result)[0].shape)) {
        const double count = Elements(call.outs[0]).value<double>(at);
        EXPECT_LE(count, 1) << row.clause;
        sum += count;
      }
      EXPECT_GT(sum, 0) << row.clause;
    });
  }
}

// In every second case each output channel sees one tap, and no two the same
// one until all taps have one.
TEST(ConvolutionGeometry, ShowsEveryTap) {
  each_wish(row_of("conv.value"_clause), [](const CallWish& wish) {
    if (!shows_places_of_x(wish) || wish.cell.op != "conv"_op) return;
    const ConvolutionGeometry geometry = convolution_geometry(wish);
    const DrawnCall call = draw_convolution(wish);
    const std::int64_t taps = geometry.term_count();
    std::set<std::int64_t> shown;
    for (std::int64_t o = 0; o < geometry.outputs; ++o) {
      std::int64_t count = 0;
      for (std::int64_t tap = 0; tap < taps; ++tap) {
        const auto k = static_cast<std::size_t>(o * taps + tap);
        if (call.operands[1].element(k) == ElementBits{}) continue;
        shown.insert(tap);
        ++count;
      }
      EXPECT_EQ(1, count);
    }
    EXPECT_EQ(std::min<std::int64_t>(taps, 64), std::ssize(shown));
  });
}

}  // namespace
}  // namespace assay
