// Compares attention of bfloat16 with that of the same elements as floats, on
// every target, also where elements do not suit tile registers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "optimized/attention/attention.h"
#include "optimized/layout/conversion.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

class TileAttention : public test::SettingsCases {};

// Elements as bfloat16, and the same ones as floats.
struct TwoDtypes {
  explicit TwoDtypes(const Tensor& x)
      : wide(x), narrowed(room(DType::kBfloat16, x.view.shape())) {
    narrow(DType::kBfloat16, elements_of<float>(x),
           HostMemory::storage_of(narrowed), x.view.numel());
    widen(DType::kBfloat16, HostMemory::storage_of(narrowed),
          elements_of<float>(wide), x.view.numel());
  }
  Tensor wide, narrowed;
};

struct TileHeadsCase {
  TileHeadsCase(std::int64_t queries, std::int64_t keys, double scale = 1)
      : query(waves<float>(DType::kFloat32, {2, 2, queries, 64}, 2)),
        key(waves<float>(DType::kFloat32, {2, 2, keys, 64}, 2)),
        value(waves<float>(DType::kFloat32, {2, 2, keys, 32}, scale)) {}

  AttentionCall call(bool is_wide) const {
    if (is_wide) return {query.wide, key.wide, value.wide};
    return {query.narrowed, key.narrowed, value.narrowed};
  }
  TwoDtypes query, key, value;
};

Tensor attended(const AttentionCall& call) {
  Shape shape = call.query.view.shape();
  shape[3] = call.value.view.shape()[3];
  const Tensor out = room(call.query.dtype, shape);
  attention(out, call);
  return out;
}

// Rounding the result to 8 bits is all that may differ; subnormal numbers have
// steps of 2^-133.
void expect_near(const Tensor& wide, const Tensor& narrowed, double scale) {
  for (std::int64_t i = 0; i < wide.view.numel(); ++i) {
    float x = 0;
    widen(DType::kBfloat16, HostMemory::storage_of(narrowed) + 2 * i, &x, 1);
    const float expected = elements_of<float>(wide)[i];
    ASSERT_NEAR(expected, x,
                std::fabs(expected) * 0x1.02p-8 + scale * 0x1p-16 + 0x1p-134)
        << i;
  }
}

TEST_P(TileAttention, EqualsAttentionOfFloats) {
  for (const auto& [queries, keys] :
       {std::pair{300, 500}, {1, 900}, {33, 70}, {260, 130}, {40, 64}}) {
    const TileHeadsCase x(queries, keys);
    for (const bool is_causal : {false, true}) {
      AttentionCall wide = x.call(true), narrowed = x.call(false);
      wide.is_causal = narrowed.is_causal = is_causal;
      expect_near(attended(wide), attended(narrowed), 1);
    }
  }
}

TEST_P(TileAttention, TakesMasksAndBiases) {
  const TileHeadsCase x(130, 450);
  const Shape scores = {2, 2, 130, 450};
  const TwoDtypes bias(waves<float>(DType::kFloat32, scores, 3));
  Tensor mask = room(DType::kBool, scores);
  for (std::int64_t i = 0; i < mask.view.numel(); ++i)
    elements_of<bool>(mask)[i] = i % 3 == 0 || i / 450 == 5;
  const AttentionCall wide{x.query.wide, x.key.wide, x.value.wide, &mask,
                           &bias.wide};
  const AttentionCall narrowed{x.query.narrowed, x.key.narrowed,
                               x.value.narrowed, &mask, &bias.narrowed};
  expect_near(attended(wide), attended(narrowed), 1);
}

// Registers would take these values, or sums of them, for zeros or infinities.
TEST_P(TileAttention, KeepsTinyAndHugeValues) {
  for (const double scale : {0x1p-125, 0x1p123}) {
    const TileHeadsCase x(40, 100, scale);
    expect_near(attended(x.call(true)), attended(x.call(false)), scale);
  }
}

TEST_P(TileAttention, GivesTheSameBitsForAnyLayoutAndThreads) {
  const TileHeadsCase x(300, 500);
  const Tensor once = attended(x.call(false));
  const Tensor key = test::reversed_in_memory<std::uint16_t>(x.key.narrowed);
  Settings use = settings();
  use.threads = 3;
  use.thread_bytes = use.thread_flops = 1;
  use_settings(use);
  const Tensor again = attended({x.query.narrowed, key, x.value.narrowed});
  EXPECT_EQ(0, std::memcmp(HostMemory::storage_of(once),
                           HostMemory::storage_of(again),
                           static_cast<std::size_t>(2 * once.view.numel())));
}

INSTANTIATE_TEST_SUITE_P(Settings, TileAttention,
                         testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
