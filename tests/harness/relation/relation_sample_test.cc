// Tests that sample calls are permitted by the contract, for every op that
// relations call, at all sizes and in every form.
#include "harness/relation/relation_sample.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/relation/relation.h"
#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

std::vector<TensorType> types_of(const SampleCall& sample) {
  std::vector<TensorType> types;
  for (const Array& operand : sample.operands) {
    EXPECT_EQ(static_cast<std::size_t>(element_count(operand.shape)),
              operand.elements.size());
    types.push_back({operand.dtype, operand.shape});
  }
  return types;
}

TEST(RelationSample, IsACallThatTheContractAllows) {
  std::uint64_t seed = 0;
  for (const auto& [cell, required] : every_cell()) {
    if (!is_related(Relation::kLayout, cell)) continue;
    for (const std::int64_t size : {1, 7, 90, 700}) {
      SampleWish wish;
      wish.size = std::min(size, largest_size(cell));
      wish.form = static_cast<SampleForm>(seed % kSampleFormCount);
      wish.batched = seed % 2 == 0;
      wish.is_one_row = seed % 5 == 0;
      wish.equal_operands = seed % 7 == 0;
      wish.shape_seed = ++seed;
      wish.value_seed = seed;
      const SampleCall sample = sample_call(cell, wish, kNx);
      const auto types = types_of(sample);
      const auto results =
          infer(cell.op, types, sample.attributes, cell.result, kNx);
      ASSERT_TRUE(results.ok())
          << name_of(cell.op) << " " << name_of(cell.dtype) << " of size "
          << size << ", seed " << seed << ": " << results.status().message;
    }
  }
}

// The first entries do not depend on whether more entries follow.
TEST(RelationSample, OfABatchBeginsWithTheSameEntries) {
  std::uint64_t seed = 100;
  for (const auto& [cell, required] : every_cell()) {
    if (!is_related(Relation::kOtherDTypes, cell)) continue;
    // A drawn call does not say which axis is the batch.
    if (set_of(cell.op) != "nx") continue;
    SampleWish wish;
    wish.size = 40;
    wish.form = static_cast<SampleForm>(++seed % kSampleFormCount);
    wish.batched = true;
    wish.shape_seed = wish.value_seed = seed;
    const SampleCall few = sample_call(cell, wish, kNx);
    wish.more_entries = 2;
    const SampleCall more = sample_call(cell, wish, kNx);
    ASSERT_EQ(few.operands.size(), more.operands.size());
    for (std::size_t i = 0; i < few.operands.size(); ++i) {
      const Array& a = few.operands[i];
      const Array& b = more.operands[i];
      ASSERT_EQ(a.shape[0] + 2, b.shape[0]) << name_of(cell.op);
      EXPECT_EQ(a.elements, part_of(b, 0, a.shape[0]).elements)
          << name_of(cell.op) << " " << name_of(cell.dtype);
    }
  }
}

// For the same request every dtype has the same shapes.
TEST(RelationSample, HasTheSameShapeOnEveryDtype) {
  for (const Op op : {"add"_op, "reduce_sum"_op, "gather"_op, "unfold"_op,
                      "matmul"_op, "pad"_op, "scatter"_op}) {
    std::set<Shape> shapes;
    for (const auto& [cell, required] : every_cell()) {
      if (cell.op != op) continue;
      SampleWish wish;
      wish.shape_seed = 5;
      wish.value_seed = static_cast<std::uint64_t>(cell.dtype);
      shapes.insert(sample_call(cell, wish, kNx).operands.back().shape);
    }
    EXPECT_EQ(1u, shapes.size()) << name_of(op);
  }
}

TEST(RelationSample, DrawsSizesFromTheWholeRange) {
  ValueStream stream(1, 1);
  int small = 0;
  int large = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t size = draw_size(stream, 10, 1000);
    ASSERT_LE(10, size);
    ASSERT_GE(1000, size);
    (size < 100 ? small : large) += 1;
  }
  EXPECT_LT(400, small);
  EXPECT_LT(400, large);
}

}  // namespace
}  // namespace assay
