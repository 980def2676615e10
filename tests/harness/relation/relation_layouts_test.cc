// The relation layout sees faults that begin at a size or in one kind of view,
// on every op that takes views.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "reference/host_buffer.h"
#include "spec/built_in_profiles.h"
#include "spec/cells.h"
#include "tests/mutants/mutant.h"

namespace assay {
namespace {

// Changes the view of operands that are not contiguous.
class WrongView : public Reference {
 public:
  using Fault = bool (*)(const View& view, Strides& strides,
                         std::int64_t& offset);
  explicit WrongView(Fault fault) : fault_(fault) {}

  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    for (Tensor& operand : changed.operands) {
      const View& view = operand.view;
      if (view.is_c_contiguous() && view.offset() == 0) continue;
      Strides strides = view.strides();
      std::int64_t offset = view.offset();
      if (fault_(view, strides, offset))
        operand.view = View(view.shape(), strides, offset);
    }
    return Reference::execute(changed);
  }

 private:
  Fault fault_;
};

// The offset of a view that is not contiguous is ignored as soon as an inner
// axis is longer than 50; where that leaves the buffer, it is kept.
bool ignores_offset(const View& view, Strides& strides, std::int64_t& offset) {
  if (view.is_c_contiguous() || view.rank() == 0) return false;
  if (view.shape().back() <= 50 && view.shape().front() <= 50) return false;
  for (const std::int64_t stride : strides)
    if (stride < 0) return false;
  offset = 0;
  return true;
}

// A stride of 0 is taken for the row-major one, within the first row.
bool repeats_nothing(const View& view, Strides& strides, std::int64_t&) {
  for (std::size_t axis = 0; axis < view.rank(); ++axis)
    if (strides[axis] == 0 && view.shape()[axis] > 1) {
      // Repeats another element, which the buffer has.
      for (std::int64_t& stride : strides) stride = 0;
      return true;
    }
  return false;
}

// Sizes are drawn, so that one seed alone says little of an op of one dtype.
constexpr int kSeeds = 4;

std::set<std::string_view> ops_found(WrongView::Fault fault) {
  std::set<std::string_view> found;
  for (const auto& [cell, required] : every_cell()) {
    if (!is_related(Relation::kLayout, cell) ||
        found.contains(name_of(cell.op)))
      continue;
    PlannedCase plan{.op = cell.op,
                     .variant = cell.variant,
                     .dtype = cell.dtype,
                     .result = cell.result};
    plan.relation = Relation::kLayout;
    for (int i = 0; i < kSeeds * most_cases(plan.relation, cell); ++i) {
      plan.number = i / kSeeds;
      InProcessSubject subject(std::make_unique<WrongView>(fault));
      const auto outcome = run_relation(
          plan, static_cast<std::uint64_t>(i % kSeeds), subject, kNx);
      if (!is_failure(outcome.verdict)) continue;
      found.insert(name_of(cell.op));
      break;
    }
  }
  return found;
}

std::set<std::string_view> callable_ops() {
  std::set<std::string_view> ops;
  for (const auto& [cell, required] : every_cell())
    if (is_related(Relation::kLayout, cell)) ops.insert(name_of(cell.op));
  return ops;
}

TEST(RelationOfLayouts, SeesAnIgnoredOffsetOfLongRowsOnEveryOp) {
  auto missing = callable_ops();
  for (const std::string_view op : ops_found(ignores_offset)) missing.erase(op);
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

TEST(RelationOfLayouts, SeesRepeatedAxes) {
  const auto found = ops_found(repeats_nothing);
  for (const char* op :
       {"add", "exp", "where", "reduce_sum", "sort", "gather", "matmul", "pad",
        "copy", "assign", "cast", "unfold", "fold", "fft"})
    EXPECT_TRUE(found.contains(op)) << op;
}

// A kernel for strided operands that leaves the last element out: the message
// says that it was never written.
class LeavesTheLastOut : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const Tensor& out = call.outs[0];
    const std::int64_t last = out.view.numel() - 1;
    const auto storage = to_host(out);
    auto made = Reference::execute(call);
    if (!made.ok() || !storage.ok() || call.operands[0].view.is_c_contiguous())
      return made;
    store_element(host_buffer_of(out)->storage(), out.dtype, last,
                  load_element(storage->data(), out.dtype, last));
    return made;
  }
};

TEST(RelationOfLayouts, SaysWhichElementWasNeverWritten) {
  PlannedCase plan{
      .op = "exp"_op, .dtype = DType::kFloat32, .result = DType::kFloat32};
  plan.relation = Relation::kLayout;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    InProcessSubject subject(std::make_unique<LeavesTheLastOut>());
    const auto outcome = run_relation(plan, seed, subject, kNx);
    ASSERT_EQ(name_of(outcome.verdict), "fail");
    EXPECT_NE(outcome.failure->message.find("the element was never written"),
              std::string::npos)
        << outcome.failure->message;
    // Nothing of the kind is said of a result that is wrong otherwise.
    InProcessSubject wrong(std::make_unique<WrongView>(
        [](const View& view, Strides& strides, std::int64_t& offset) {
          strides.assign(view.rank(), 0);
          offset = 0;
          return true;
        }));
    const auto other = run_relation(plan, seed, wrong, kNx);
    ASSERT_TRUE(other.failure.has_value());
    EXPECT_EQ(other.failure->message.find("never written"), std::string::npos)
        << other.failure->message;
  }
}

// Results of operands that are not contiguous end in another bit, as those of
// other code may.
class EndsInAnotherBit : public mutants::Mutant {
  void spoil(const Call& call, Tensors&) override {
    for (const Tensor& operand : call.operands) {
      if (operand.view.is_c_contiguous()) continue;
      mutants::replace_each(call.outs[0], [](const Index&, ElementBits bits) {
        return ElementBits{bits.re ^ 1, bits.im};
      });
      return;
    }
  }
};

int failures_by_another_bit(Op op, DType dtype, const Profile& profile) {
  PlannedCase plan{.op = op, .dtype = dtype, .result = dtype};
  plan.relation = Relation::kLayout;
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    InProcessSubject subject(std::make_unique<EndsInAnotherBit>());
    failures +=
        is_failure(run_relation(plan, seed, subject, profile).verdict) ? 1 : 0;
  }
  return failures;
}

TEST(RelationOfLayouts, HoldsResultsToTheBoundWhereAProfileSaysSo) {
  const Profile within = kTenferro.with("layout.bits=within_bound"_policy);
  const Profile same = kTenferro.with("layout.bits=same"_policy);
  for (const auto& [op, dtype] :
       {std::pair{"exp"_op, DType::kFloat32}, {"mul"_op, DType::kComplex64}}) {
    EXPECT_EQ(failures_by_another_bit(op, dtype, within), 0) << name_of(op);
    EXPECT_EQ(failures_by_another_bit(op, dtype, same), 4) << name_of(op);
  }
  // A correctly rounded result may not have other bits.
  EXPECT_EQ(failures_by_another_bit("add"_op, DType::kFloat32, within), 4);
  EXPECT_EQ(failures_by_another_bit("add"_op, DType::kInt32, within), 4);
}

}  // namespace
}  // namespace assay
