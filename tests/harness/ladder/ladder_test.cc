// Tests the ladder of sizes: every op meets long axes at every level, sizes
// differ from seed to seed, and a failing size shrinks to the smallest.
#include "harness/ladder/ladder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "harness/generate/build_case.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/operand_pool.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// The most elements that a tensor of the case has.
std::int64_t elements_in(const Case& test_case) {
  std::int64_t most = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    most = std::max(most, tensor.view.numel());
  for (const Step& step : test_case.steps)
    if (step.attributes.find(AttributeKey::kShape) != nullptr)
      most = std::max(most, element_count(step.attributes.shape()));
  return most;
}

// Returns whether an op has a ladder. Accessors, allocations and what surrounds
// calls have no size that could grow.
bool is_climbed(Op op) {
  const Delivery delivery = spec_of(op).signature.delivery;
  return delivery != Delivery::kAccessed && delivery != Delivery::kAllocated &&
         delivery != Delivery::kProtocol;
}

TEST(Ladder, OneStepOfEachOpIsPastEveryVector) {
  std::map<Op, std::int64_t> most;
  for (const auto& [cell, required] : every_cell())
    for (const LadderStep& step : ladder_of(cell, Climb::kOneStep)) {
      std::int64_t& count = most[cell.op];
      if (count > 300) continue;
      count =
          std::max(count, elements_in(build_case(planned_step(cell, step), 7)));
    }
  for (const auto& [op, count] : most) EXPECT_GT(count, 300) << name_of(op);
  for (const auto& [cell, required] : every_cell())
    EXPECT_EQ(is_climbed(cell.op), most.contains(cell.op)) << name_of(cell.op);
}

// Families of other sets than nx are drawn, and climb less high.
TEST(Ladder, EveryFamilyClimbsPast65536) {
  std::set<std::string_view> climbed;
  for (const auto& [cell, required] : every_cell())
    for (const LadderStep& step : ladder_of(cell, Climb::kWhole))
      if (step.rung >= 6 && lowest_size(step.rung) > 65536)
        climbed.insert(family_of(cell.op).name);
  for (const FamilySpec& family : kFamilies) {
    if (family.set != "nx") continue;
    EXPECT_EQ(family.name != "view", climbed.contains(family.name))
        << family.name;
  }
}

TEST(Ladder, StepsOfACellHaveDifferentIds) {
  for (const auto& [cell, required] : every_cell()) {
    std::set<std::string> ids;
    for (const LadderStep& step : ladder_of(cell, Climb::kWhole))
      EXPECT_TRUE(ids.insert(planned_step(cell, step).id()).second)
          << planned_step(cell, step).id();
  }
}

TEST(Ladder, SizesFollowFromTheSeedAndStayOnTheirRung) {
  const Cell cell{"add"_op, "", DType::kInt32, DType::kInt32};
  for (int rung = 1; rung <= kRungCount; ++rung) {
    const PlannedCase plan = planned_step(
        cell, {"elementwise.every_element", Layout::kContiguous, rung, 0});
    std::set<std::int64_t> sizes;
    int beside = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::int64_t size = draw_rung(plan, seed).shape[0];
      EXPECT_GE(size, lowest_size(rung));
      EXPECT_LE(size, highest_size(rung));
      sizes.insert(size);
      for (std::int64_t power = 16; power < size * 2; power *= 2)
        beside += std::abs(size - power) <= 1 ? 1 : 0;
    }
    if (rung == kRungCount) continue;  // three sizes around 2^20
    EXPECT_GT(sizes.size(), rung == 1 ? 20u : 40u) << rung;
    EXPECT_GT(beside, rung > 1 && rung < 6 ? 60 : 0) << rung;
  }
}

TEST(Ladder, OrdersOfMatricesPassTheBlocksOfTheirAlgorithms) {
  const Cell cell{"qr"_op, "", DType::kFloat32, DType::kFloat32};
  std::set<std::int64_t> orders;
  for (int rung = 1; rung <= 3; ++rung)
    orders.insert(
        draw_rung(planned_step(cell, {"qr.value", {}, rung, 0}), 5).shape[0]);
  EXPECT_GT(*orders.begin(), 16);
  EXPECT_GT(*orders.rbegin(), 128);
}

TEST(Ladder, ShrinksToTheSmallestSizeThatFails) {
  Structure structure;
  structure.shape = {90001};
  int tried = 0;
  const Structure smallest =
      shrink_rung(structure, 40, [&](const Structure& s) {
        ++tried;
        return s.shape[0] > 4097;
      });
  EXPECT_EQ(smallest.shape[0], 4098);
  EXPECT_LE(tried, 40);
  EXPECT_EQ(shrink_rung(structure, 3, [](const Structure&) { return false; })
                .shape[0],
            90001);
}

TEST(LadderParts, ShapesOfSeveralLayoutsHaveOneToTenAxes) {
  std::set<std::size_t> ranks;
  int squares = 0;
  for (const auto& [cell, required] : every_cell())
    for (const LadderStep& step : ladder_of(cell, Climb::kWhole)) {
      if (step.layout != Layout::kSeveral ||
          family_of(cell.op).name != "elementwise" ||
          spec_of(cell.op).signature.operands.size() != 2 ||
          spec_of(cell.op).signature.gives(Role::kBool))
        continue;
      const Case test_case = build_case(planned_step(cell, step), 1);
      const Shape& shape = test_case.tensors.front().view.shape();
      ranks.insert(shape.size());
      squares += shape.size() == 2 && shape[0] == shape[1] ? 1 : 0;
      EXPECT_LE(element_count(shape), 4 * highest_size(step.rung));
    }
  EXPECT_EQ(ranks.size(), 10u);
  EXPECT_EQ(*ranks.begin(), 1u);
  EXPECT_GT(squares, 5);
}

// A bug may wait for one pair in thousands, such as two subnormal numbers. The
// seed of a case decides which pairs it has.
TEST(LadderElementwise, ClausesAboutValuesMeetThousandsOfBoundaryPairs) {
  const Cell cell{"add"_op, "", DType::kFloat32, DType::kFloat32};
  const Case test_case = build_case(
      planned_step(cell, {"add.value", Layout::kContiguous, 5, 0}), 2);
  const auto& a = *test_case.find("a")->storage;
  const auto& b = *test_case.find("b")->storage;
  std::set<std::pair<std::uint64_t, std::uint64_t>> met;
  for (std::size_t i = 0; i < a.size(); ++i) met.insert({a[i].re, b[i].re});
  const OperandPool& pool = OperandPool::of(cell.op, cell.dtype, cell.result);
  std::uint64_t found = 0;
  const std::uint64_t count = pool.boundary_count("add.value");
  for (std::uint64_t i = 0; i < count; ++i) {
    const OperandTuple tuple = pool.boundary("add.value", i);
    found += met.contains({tuple[0].re, tuple[1].re}) ? 1 : 0;
  }
  EXPECT_GE(found, std::min<std::uint64_t>(count, 4000)) << count;
}

TEST(LadderParts, EdgesHaveBothEndsAndStayInside) {
  ValueStream stream(3, 0);
  for (const std::int64_t count : {1, 2, 3, 17, 1000, 70000})
    for (int i = 0; i < 20; ++i) {
      const auto places = edges(count, 12, stream);
      EXPECT_EQ(places.front(), 0);
      EXPECT_EQ(places.back(), count - 1);
      EXPECT_LE(places.size(), 12u);
      EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
    }
}

// A sum that leaves out any one term, or takes it twice, is another number.
TEST(LadderReduction, EveryTermOfASumCountsAndSumsStaySmall) {
  const Cell cell{"reduce_sum"_op, "", DType::kFloat8E5m2, DType::kFloat8E5m2};
  for (int way = 0; way < 8; ++way) {
    const Case test_case = build_case(
        planned_step(cell,
                     {"reduce_sum.every_term", Layout::kContiguous, 4, way}),
        11);
    const CaseTensor& x = *test_case.find("x");
    EXPECT_GT(x.view.numel(), 500);
    for (const ElementBits& bits : *x.storage) {
      const double term = decode_real(format_of(x.dtype), bits.re);
      EXPECT_NE(term, 0);
      EXPECT_LE(std::fabs(term), 6);
    }
  }
}

}  // namespace
}  // namespace assay
