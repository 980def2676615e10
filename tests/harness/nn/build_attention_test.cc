// Tests that the calls of attention cases keep the preconditions, and that
// those which demand exact results show what hides keys.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/nn/attention_rows.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

constexpr Op kAttention = "attention"_op;

// Calls `check` with the drawn calls of a row, in each variant and many
// structures.
template <typename Check>
void each_attention_call(const ClauseCase& row, Check check,
                         std::int64_t extent = 0, std::uint64_t seeds = 24) {
  for (const Variant& variant : spec_of(kAttention).variants)
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      if (!is_applicable(kAttention, variant.name, DType::kFloat16,
                         DType::kFloat16, row.clause))
        continue;
      Structure structure = draw_structure(seed, row.shape, 4);
      structure.choices[kSizeChoice] = kFullSize;
      const CallWish wish{
          .cell = {kAttention, variant.name, DType::kFloat16, DType::kFloat16},
          .row = row,
          .structure = structure,
          .number = static_cast<int>(seed % 8),
          .extent = extent};
      check(wish, draw_attention(wish));
    }
}

Shape result_of(const DrawnCall& call) {
  const auto arguments = given_operands(kAttention, call.attributes);
  EXPECT_EQ(arguments.size(), call.operands.size());
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    types.push_back(
        {arguments[i].role == Role::kBool ? DType::kBool : DType::kFloat16,
         call.operands[i].shape});
  const auto result =
      infer(kAttention, types, call.attributes, DType::kFloat16);
  EXPECT_TRUE(result.ok()) << result.status().message;
  return result ? (*result)[0].shape : Shape{};
}

const ClauseCase& attention_row_of(std::string_view clause) {
  for (const ClauseCase& row : attention_rows())
    if (row.clause == clause) return row;
  ADD_FAILURE() << clause;
  return attention_rows().front();
}

TEST(BuildAttention, KeepsThePreconditionsAndTheVariant) {
  for (const ClauseCase& row : attention_rows())
    for (const std::int64_t extent : {0, 33})
      each_attention_call(
          row,
          [&](const CallWish& wish, const DrawnCall& call) {
            result_of(call);
            EXPECT_EQ(variant_of(kAttention, call.attributes).name,
                      wish.cell.variant)
                << row.clause;
          },
          extent);
}

TEST(BuildAttention, HidesSomeKeysAndNotAll) {
  each_attention_call(attention_row_of("attention.mask_polarity"),
                      [](const CallWish&, const DrawnCall& call) {
                        EXPECT_TRUE(call.demands_exact);
                        EXPECT_GE(element_count(result_of(call)), 16);
                      });
  std::set<std::uint64_t> seen;
  each_attention_call(
      attention_row_of("attention.mask_polarity"),
      [&](const CallWish&, const DrawnCall& call) {
        const DrawnOperand& mask = call.operands[3];
        for (std::int64_t k = 0; k < element_count(mask.shape); ++k)
          seen.insert(mask.element(static_cast<std::size_t>(k)).re);
      });
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1}));
}

// Otherwise a NaN in a key might reach no result, and nothing could be
// compared.
TEST(BuildAttention, SomeQuerySeesTheKeyThatIsNan) {
  int keys = 0;
  each_attention_call(
      attention_row_of("attention.nan"),
      [&](const CallWish&, const DrawnCall& call) {
        if (!call.attributes.flag(AttributeKey::kMasked)) return;
        const DrawnOperand& key = call.operands[1];
        const DrawnOperand& mask = call.operands[3];
        const View pairs(mask.shape);
        std::size_t place = 0;
        for (const Index& at : indices(key.shape)) {
          const auto element = key.element(place++).re;
          if (!std::isnan(decode_real(format_of(DType::kFloat16), element)))
            continue;
          bool is_seen = false;
          for (std::int64_t query = 0; query < mask.shape[2]; ++query) {
            const auto hides = mask.element(static_cast<std::size_t>(
                pairs.linear_index({at[0], at[1], query, at[2]})));
            is_seen |= hides.re == 0;
          }
          EXPECT_TRUE(is_seen);
          ++keys;
        }
      },
      0, 500);
  EXPECT_GT(keys, 0);
}

TEST(BuildAttention, LongCasesAreOnBothSidesOfATile) {
  std::set<std::int64_t> keys;
  std::int64_t most_scores = 0;
  each_attention_call(attention_row_of("attention.long"),
                      [&](const CallWish&, const DrawnCall& call) {
                        const Shape& mask = call.operands[3].shape;
                        keys.insert(mask[3]);
                        most_scores = std::max(most_scores, mask[2] * mask[3]);
                        EXPECT_TRUE(call.demands_exact);
                      });
  EXPECT_EQ(keys, (std::set<std::int64_t>{63, 65, 129, 512}));
  EXPECT_GT(most_scores, 1 << 18);
}

// Keys that a layout repeats have equal scores, so no result need be exact.
TEST(BuildAttention, RepeatedKeysDemandNothingExact) {
  const ClauseCase& row = attention_row_of("attention.strided_operands");
  CallWish wish{.cell = {kAttention, "", DType::kFloat32, DType::kFloat32},
                .row = row,
                .structure = draw_structure(3, row.shape, 4),
                .extent = 17};
  EXPECT_TRUE(draw_attention(wish).demands_exact);
  wish.layout = Layout::kBroadcastTranspose;
  EXPECT_FALSE(draw_attention(wish).demands_exact);
}

TEST(BuildAttention, RepeatedMasksRepeatTheirElements) {
  each_attention_call(
      attention_row_of("attention.repeated_mask"),
      [](const CallWish&, const DrawnCall& call) {
        for (std::size_t i = 3; i < call.operands.size(); ++i) {
          const DrawnOperand& pairs = call.operands[i];
          ASSERT_TRUE(pairs.is_repeated);
          // The first axis longer than 1 repeats the rest.
          std::int64_t block = element_count(pairs.shape);
          std::int64_t times = 1;
          for (const std::int64_t extent : pairs.shape) {
            block /= extent;
            times = extent;
            if (extent > 1) break;
          }
          for (std::int64_t k = block; k < block * times; ++k)
            EXPECT_EQ(pairs.element(static_cast<std::size_t>(k)),
                      pairs.element(static_cast<std::size_t>(k % block)));
        }
      });
}

}  // namespace
}  // namespace assay
