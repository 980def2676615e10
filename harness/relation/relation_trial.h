// The subject of a relation and what it answered: calls on elements, results
// as elements, and the first difference that no relation allows.
// Tested by tests/harness/relation/relation_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/case/planned_case.h"
#include "harness/case/seed.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/relation/live_call.h"
#include "harness/relation/relation_sample.h"
#include "harness/run/run_case.h"
#include "harness/subject/claim_reach.h"

namespace assay {

// What is left open between two elements that are to be the same; the payload
// of a NaN always is.
struct Sameness {
  bool zero_sign = false;
};

// Returns an element that is the same as none that these bits are the same as:
// what live controls put in place of a result.
ElementBits unlike(DType dtype, ElementBits bits);

// Returns whether two elements are the same.
bool is_same(DType dtype, ElementBits a, ElementBits b, Sameness open);

class RelationTrial {
 public:
  // The plan, the subject and the profile must outlive it. `repeats` is how
  // many calls the relation repeat makes where it makes many. With `controls`,
  // the first comparison that holds is made again with a corrupted result,
  // which it must refuse.
  RelationTrial(const PlannedCase& plan, std::uint64_t seed, Subject& subject,
                const Profile& profile, int repeats = kDefaultRepeats,
                ControlCount* controls = nullptr)
      : plan_(plan),
        seed_(seed),
        subject_(subject),
        profile_(profile),
        repeats_(repeats),
        controls_(controls) {}

  // Makes a call. Nothing where the subject does not answer ok, and the trial
  // has ended then; or where the call is beyond the claim on its cell, and the
  // subject is not asked.
  std::optional<Array> call(Op op, const std::vector<Array>& operands,
                            const Attributes& attributes, DType requested);
  // The same for the op of the plan.
  std::optional<Array> call(const std::vector<Array>& operands,
                            const Attributes& attributes = {}) {
    return call(plan_.op, operands, attributes, plan_.result);
  }

  // Makes a sample call on tensors of its own, half of them in guarded memory,
  // and returns all results. Results of factorizations must also keep the
  // bounds that follow from the operand.
  std::optional<Arrays> call(const SampleCall& sample);

  // Stores the operands of a sample call in the subject or another context of
  // it, for calls that are made several times on the same tensors.
  std::optional<LiveCall> place(const SampleCall& sample,
                                OperandMemory memory = OperandMemory::kNone,
                                Backend* backend = nullptr);
  // Makes such a call and returns its results, judged like those of call().
  std::optional<Arrays> run(const LiveCall& live);
  // Makes such a call and leaves its results in the subject.
  std::optional<Tensors> leave(const LiveCall& live);
  // Reads results that were left there.
  std::optional<Arrays> read(const LiveCall& live, const Tensors& results);

  // Judges what a factorization or solve gave by its operands.
  void judge_factors(const SampleCall& sample, const Arrays& results);

  // Demands that the first entries of `expected` are `got`: bit for bit where
  // the contract gives the bits, else within the bounds that both must keep.
  void demand_agreement(const SampleCall& sample, const Arrays& expected,
                        const Arrays& got, const std::string& how);
  // Demands the very bits of every result.
  void demand_bits(const SampleCall& sample, const Arrays& expected,
                   const Arrays& got, const std::string& how);

  // Demands that `got` from element `first` on is `expected`; positions that
  // are `open` may differ. `how` says how the two came about.
  void demand_same(const Array& expected, std::size_t first, const Array& got,
                   Sameness sameness, const std::string& how,
                   const std::vector<bool>& open = {});
  // Demands that an error is within a bound; a NaN on either side is not.
  void demand_within(long double error, long double bound,
                     const std::string& what);
  // Takes an error that is measured and no difference of elements.
  void note(double tightness, std::string measured, bool holds);

  // Ends the trial with a failure.
  void fail(std::string message);
  // Ends the trial, after which the process is not what it was.
  void find_change(std::string message);
  // Ends the trial, which the subject cannot be put to.
  void decline(std::string kind, std::string message);

  Subject& subject() const { return subject_; }
  int repeats() const { return repeats_; }
  bool ended() const { return outcome_.verdict != Verdict::kPass; }
  const PlannedCase& plan() const { return plan_; }
  const Profile& profile() const { return profile_; }
  // A stream of random words of its own per number.
  ValueStream stream(std::uint32_t number) const { return {seed_, number}; }
  // Returns what came of it; an `ok` that compared nothing is ours to answer
  // for.
  CaseOutcome finish();

 private:
  void end(Verdict verdict, std::string message);
  // Counts a live control, the first one alone.
  bool wants_control() const { return controls_ != nullptr && !ended(); }
  void control(bool is_refused, const char* what);
  // Returns whether the claim on its cell reaches a call, and keeps what it
  // lacks where it does not.
  bool is_reached(const Call& call, std::span<const TensorType> results);
  // Ends the trial where a call was not answered ok.
  void refuse(Op op, const Status& status, const Call& call, Backend& backend);
  const PlannedCase& plan_;
  std::uint64_t seed_;
  Subject& subject_;
  const Profile& profile_;
  int repeats_;
  ControlCount* controls_;
  std::uint64_t calls_ = 0;
  CaseOutcome outcome_;
  std::optional<BeyondClaim> beyond_;  // of the first call that was not made
  // The factorization that was judged last, and what follows from its operands.
  std::optional<SampleCall> factored_;
  ResidualRule rule_;
};

// Runs the case of a plan that has a relation: the same for the same plan, run
// seed and subject.
CaseOutcome run_relation(const PlannedCase& plan, std::uint64_t run_seed,
                         Subject& subject, const Profile& profile,
                         int repeats = kDefaultRepeats,
                         ControlCount* controls = nullptr);

// The parts of run_relation().
void relate_elementwise(RelationTrial& trial);
void relate_arrays(RelationTrial& trial);
void relate_round_trip(RelationTrial& trial);
void relate_accuracy(RelationTrial& trial);
void relate_layouts(RelationTrial& trial);
void relate_state(RelationTrial& trial);
void relate_contexts(RelationTrial& trial);
void relate_threads(RelationTrial& trial);

}  // namespace assay
