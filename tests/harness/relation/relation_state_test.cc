// Relations of state: the reference keeps them on every op, and a subject that
// remembers what it should not is found by the very relation that is about it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "spec/cells.h"
#include "tests/mutants/mutant.h"

namespace assay {
namespace {

using mutants::element_at;
using mutants::put_at;

PlannedCase state_plan(Relation relation, Op op, DType dtype, int number = 0) {
  PlannedCase plan{.op = op, .dtype = dtype, .result = dtype};
  plan.relation = relation;
  plan.number = number;
  return plan;
}

const Tensor& made_by(const Call& call, const Tensors& made) {
  return made.empty() ? call.outs.front() : made.front();
}

void nudge(const Tensor& tensor) {
  const Index at(tensor.view.rank(), 0);
  ElementBits bits = element_at(tensor, at);
  bits.re ^= 1;
  put_at(tensor, at, bits);
}

std::vector<ElementBits> elements_in(const Tensor& tensor) {
  std::vector<ElementBits> elements;
  for (const Index& at : indices(tensor.view.shape()))
    elements.push_back(element_at(tensor, at));
  return elements;
}

void fill(const Tensor& tensor, const std::vector<ElementBits>& elements) {
  std::size_t next = 0;
  for (const Index& at : indices(tensor.view.shape()))
    put_at(tensor, at, elements[next++]);
}

// Every hundredth call is wrong.
class WrongNowAndThen : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    if (++calls_ % 100 == 0) nudge(made_by(call, made));
  }

 private:
  int calls_ = 0;
};

// Keeps plans for 64 sizes. The next one overwrites the first plan, whose key
// stays.
class SmallCache : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = made_by(call, made);
    const std::int64_t count = result.view.numel();
    const bool is_known =
        std::find(keys_.begin(), keys_.end(), count) != keys_.end();
    if (is_overwritten_ && count == keys_.front()) nudge(result);
    if (is_known) return;
    if (keys_.size() < 64)
      keys_.push_back(count);
    else
      is_overwritten_ = true;
  }

 private:
  std::vector<std::int64_t> keys_;
  bool is_overwritten_ = false;
};

// Returns the elements that the last call with operands of these shapes gave.
class CachedByShape : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = made_by(call, made);
    const auto [known, is_first] =
        cache_.try_emplace(result.view.shape(), elements_in(result));
    if (!is_first) fill(result, known->second);
  }

 private:
  std::map<Shape, std::vector<ElementBits>> cache_;
};

// Packs its last operand once for each buffer.
class StaleOperand : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    constexpr Op kMatmul = "matmul"_op;
    if (call.op != kMatmul) return Reference::execute(call);
    const Tensor& b = call.operands.back();
    const auto [packed, is_first] =
        packed_.try_emplace(b.buffer.get(), elements_in(b));
    Call changed = call;
    if (!is_first && std::ssize(packed->second) == b.view.numel()) {
      changed.operands.back() =
          (*Reference::execute({"copy"_op, {b}, {}, {}}))[0];
      fill(changed.operands.back(), packed->second);
    }
    kept_.push_back(b.buffer);
    return Reference::execute(changed);
  }

 private:
  std::map<const Buffer*, std::vector<ElementBits>> packed_;
  std::vector<std::shared_ptr<Buffer>> kept_;  // so that no address comes again
};

// Takes the second operand for the first one's neighbour where they share a
// buffer, as if its offset did not count.
class OneBufferOneOperand : public mutants::ChangedCall {
 protected:
  void change(Call& call) override {
    if (call.operands.size() < 2 ||
        call.operands[0].buffer != call.operands[1].buffer)
      return;
    call.operands[1] = call.operands[0];
  }
};

// Doubles an operand that is given twice.
class TwiceTheSame : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    if (call.operands.size() > 1 &&
        call.operands[0].buffer == call.operands[1].buffer &&
        call.operands[0].view == call.operands[1].view)
      nudge(made_by(call, made));
  }
};

// Takes a difference of a tensor and itself for 0, and so of infinities.
class SelfDifferenceIsZero : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    if (call.operands.size() != 2 ||
        call.operands[0].buffer != call.operands[1].buffer ||
        !(call.operands[0].view == call.operands[1].view))
      return;
    const Tensor& result = made_by(call, made);
    fill(result, std::vector<ElementBits>(elements_in(result).size()));
  }
};

// Keeps a kernel by the shape and forgets the dtype that it was made for.
class KernelOfAnotherDtype : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands.front();
    const auto [known, is_first] =
        kernels_.try_emplace(x.view.shape(), x.dtype);
    if (!is_first && known->second != x.dtype) nudge(made_by(call, made));
  }

 private:
  std::map<Shape, DType> kernels_;
};

// Returns tensors from a pool of two, one after the other.
class SharedPool : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok() || call.op != "pad"_op) return made;
    const Tensor& result = made->front();
    auto& slots = pool_[result.view.shape()];
    if (slots.size() < 2) {
      slots.push_back(result);
      return made;
    }
    std::swap(slots[0], slots[1]);
    fill(slots[1], elements_in(result));
    return Tensors{slots[1]};
  }

 private:
  std::map<Shape, std::vector<Tensor>> pool_;
};

CaseOutcome state_outcome(const PlannedCase& plan,
                          std::unique_ptr<Backend> backend,
                          int repeats = kDefaultRepeats) {
  InProcessSubject subject(std::move(backend));
  return run_relation(plan, 0, subject, kNx, repeats);
}

template <typename Broken>
void expect_found(const PlannedCase& plan, int repeats = kDefaultRepeats) {
  SCOPED_TRACE(plan.id());
  ASSERT_TRUE(is_related(plan.relation, plan.cell()));
  const CaseOutcome right =
      state_outcome(plan, std::make_unique<Reference>(), repeats);
  EXPECT_EQ(Verdict::kPass, right.verdict)
      << (right.failure ? right.failure->message : "");
  EXPECT_GT(right.compared, 0);
  const CaseOutcome wrong =
      state_outcome(plan, std::make_unique<Broken>(), repeats);
  EXPECT_EQ(Verdict::kFail, wrong.verdict);
}

TEST(RelationsOfState, FindWhatASubjectRemembers) {
  constexpr Op kAdd = "add"_op, kMatmul = "matmul"_op, kPad = "pad"_op,
               kExp = "exp"_op, kSum = "reduce_sum"_op, kSort = "sort"_op,
               kQr = "qr"_op;
  const auto f32 = DType::kFloat32;
  for (const Op op : {kAdd, kMatmul, kExp, kSum, kSort, kPad, kQr}) {
    expect_found<WrongNowAndThen>(state_plan(Relation::kRepeat, op, f32, 1));
    expect_found<CachedByShape>(state_plan(Relation::kRepeat, op, f32, 0));
  }
  expect_found<SmallCache>(state_plan(Relation::kRepeat, kAdd, f32, 1));
  expect_found<StaleOperand>(state_plan(Relation::kNewContents, kMatmul, f32));
  expect_found<CachedByShape>(state_plan(Relation::kNewContents, kAdd, f32));
  expect_found<TwiceTheSame>(state_plan(Relation::kSameTensor, kMatmul, f32));
  expect_found<TwiceTheSame>(
      state_plan(Relation::kSameTensor, kAdd, DType::kInt8));
  expect_found<SelfDifferenceIsZero>(
      state_plan(Relation::kSameTensor, "sub"_op, f32));
  expect_found<OneBufferOneOperand>(
      state_plan(Relation::kSameTensor, kAdd, f32));
  for (const Op op : {kAdd, kSort, kPad})
    expect_found<KernelOfAnotherDtype>(
        state_plan(Relation::kOtherDTypes, op, f32));
  expect_found<SharedPool>(state_plan(Relation::kKept, kPad, f32));
}

// A fault of every 150th call is found where that many calls are asked for.
TEST(RelationsOfState, RepeatAsOftenAsAsked) {
  class WrongLater : public mutants::Mutant {
   protected:
    void spoil(const Call& call, Tensors& made) override {
      if (++calls_ % 150 == 0) nudge(made_by(call, made));
    }

   private:
    int calls_ = 0;
  };
  constexpr Op kAdd = "add"_op;
  const PlannedCase plan =
      state_plan(Relation::kRepeat, kAdd, DType::kFloat32, 1);
  EXPECT_EQ(Verdict::kPass,
            state_outcome(plan, std::make_unique<WrongLater>()).verdict);
  expect_found<WrongLater>(plan, 200);
  for (const int repeats : {3, 4, 40})
    EXPECT_EQ(
        Verdict::kPass,
        state_outcome(plan, std::make_unique<Reference>(), repeats).verdict);
}

TEST(RelationsOfState, AreDeclinedWithATypedReason) {
  constexpr Op kAdd = "add"_op;
  for (const auto& [relation, kind] :
       {std::pair{Relation::kContexts, "context"},
        std::pair{Relation::kThreads, "threads"}}) {
    const CaseOutcome outcome =
        state_outcome(state_plan(relation, kAdd, DType::kFloat32),
                      std::make_unique<Reference>());
    EXPECT_EQ(Verdict::kUnsupported, outcome.verdict);
    EXPECT_EQ(kind, outcome.unsupported_kind);
  }
}

// For every op, a trial that holds makes one live control, which is refused.
TEST(RelationsOfState, MakeALiveControl) {
  for (const auto& [cell, required] : every_cell()) {
    if (!is_leading(cell)) continue;
    for (const Relation relation :
         {Relation::kLayout, Relation::kNewContents, Relation::kKept}) {
      if (!is_related(relation, cell)) continue;
      PlannedCase plan = state_plan(relation, cell.op, cell.dtype);
      plan.variant = cell.variant;
      plan.result = cell.result;
      InProcessSubject subject(std::make_unique<Reference>());
      ControlCount controls;
      const CaseOutcome outcome =
          run_relation(plan, 1, subject, kNx, kDefaultRepeats, &controls);
      EXPECT_EQ(Verdict::kPass, outcome.verdict) << plan.id();
      EXPECT_EQ(1, controls.made) << plan.id();
      EXPECT_EQ(1, controls.caught) << controls.missed;
    }
  }
}

// Each clause that binds a relation is one of the op table, and what level
// standard asks of an exact op is bound.
TEST(RelationsOfState, AreBoundByClauses) {
  for (const auto& [cell, required] : every_cell())
    for (int i = 1; i < kRelationCount; ++i) {
      const auto relation = static_cast<Relation>(i);
      if (!is_related(relation, cell) || !is_of_standard(relation)) continue;
      const std::string_view clause = binding_clause(relation, cell, kNx);
      const bool is_bound = !clause.empty();
      // Layouts may choose another order of the steps, within the bound.
      const bool is_free =
          relation == Relation::kPosition ||
          (relation == Relation::kLayout && set_of(cell.op) != "nx");
      EXPECT_TRUE(is_bound || is_free)
          << name_of(relation) << " of " << name_of(cell.op);
      EXPECT_EQ(is_bound, clause_named(clause) != nullptr);
    }
}

}  // namespace
}  // namespace assay
