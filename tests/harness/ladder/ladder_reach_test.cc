// Tests how large cases of the ladder are: strides and offsets beyond 16 bits,
// strided operands beyond 65536 elements, and every remainder of a tile.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/ladder/ladder_parts.h"
#include "spec/cells.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::uint64_t kReachSeeds[] = {0, 3, 1234567};
constexpr std::int64_t kBeyond16Bits = 1 << 16;

// Calls `f` with each case of the cells that stand for their op whose step is
// wanted, for each seed.
template <typename Wanted, typename F>
void for_cases(Wanted is_wanted, F f) {
  for (const auto& [cell, required] : every_cell()) {
    if (!stands_for_op(cell)) continue;
    for (const LadderStep& step : ladder_of(cell, Climb::kWhole))
      if (is_wanted(cell, step))
        for (const std::uint64_t seed : kReachSeeds)
          f(build_case(planned_step(cell, step), seed), name_of(cell.op), seed);
  }
}

// Ops that work along an axis need it long, so only ops whose shapes are free
// can promise the short axis that a far stride needs.
TEST(LadderReach, OpsOfFreeShapeMeetStridesAndOffsetsBeyond16Bits) {
  struct Farthest {
    std::int64_t stride = 0;
    std::int64_t offset = 0;
  };
  std::map<std::pair<std::string_view, std::uint64_t>, Farthest> farthest;
  for_cases(
      [](const Cell& cell, const LadderStep& step) {
        const std::string_view family = family_of(cell.op).name;
        return step.layout == Layout::kFar &&
               (family == "elementwise" ||
                (family == "movement" && set_of(cell.op) == "nx"));
      },
      [&](const Case& test_case, std::string_view op, std::uint64_t seed) {
        Farthest& most = farthest[{op, seed}];
        for (const CaseTensor& tensor : test_case.tensors) {
          most.offset = std::max(most.offset, tensor.view.offset());
          for (const std::int64_t stride : tensor.view.strides())
            most.stride = std::max(most.stride, std::abs(stride));
        }
      });
  EXPECT_GT(farthest.size(), 100u);
  for (const auto& [which, most] : farthest) {
    EXPECT_GT(most.stride, kBeyond16Bits) << which.first << " " << which.second;
    EXPECT_GT(most.offset, kBeyond16Bits) << which.first << " " << which.second;
  }
}

TEST(LadderReach, StridedOperandsOfTheHighestRungPass65536) {
  int cases = 0;
  for_cases(
      [](const Cell& cell, const LadderStep& step) {
        return step.layout != Layout::kContiguous && step.rung == 6 &&
               family_of(cell.op).name != "windows";
      },
      [&](const Case& test_case, std::string_view, std::uint64_t) {
        std::int64_t most = 0;
        for (const CaseTensor& tensor : test_case.tensors)
          if (!tensor.view.is_c_contiguous())
            most = std::max(most, tensor.view.numel());
        EXPECT_GT(most, kBeyond16Bits) << test_case.id;
        ++cases;
      });
  EXPECT_GT(cases, 100);
}

TEST(LadderReach, ProductsHaveEveryRemainderOfRowsAndColumns) {
  const Cell cell{"matmul"_op, "", DType::kFloat64, DType::kFloat64};
  constexpr auto kWay = static_cast<int>(ProductWay::kRemainders);
  for (const std::uint64_t seed : kReachSeeds) {
    const Case test_case = build_case(
        planned_step(cell, {"matmul.every_term", Layout::kContiguous, 1, kWay}),
        seed);
    std::set<std::int64_t> rows;
    std::set<std::int64_t> columns;
    for (const Step& step : test_case.steps) {
      rows.insert(test_case.find(step.operands[0])->view.shape()[0] % 16);
      columns.insert(test_case.find(step.operands[1])->view.shape()[1] % 16);
    }
    EXPECT_EQ(rows.size(), 16u) << seed;
    EXPECT_EQ(columns.size(), 16u) << seed;
  }
}

TEST(LadderReach, TheFirstTransformOfARungHasAPowerOfTwo) {
  const Cell cell{"fft"_op, "", DType::kComplex64, DType::kComplex64};
  for (int rung = 1; rung <= 5; ++rung)
    for (const std::uint64_t seed : kReachSeeds) {
      const Case test_case = build_case(
          planned_step(cell,
                       {"fourier.any_length", Layout::kContiguous, rung, 0}),
          seed);
      const auto length =
          static_cast<std::uint64_t>(test_case.find("x")->view.shape().back());
      EXPECT_TRUE(std::has_single_bit(length)) << length;
    }
}

}  // namespace
}  // namespace assay
