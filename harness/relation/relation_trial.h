// Makes the calls of a relation on a subject, returns the results as elements,
// and keeps the first difference that the relation does not allow.
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

// Says what may differ between two elements that count as the same. The payload
// of a NaN always may.
struct Sameness {
  bool zero_sign = false;
};

// Returns an element that no element counts as the same as, if it counts as the
// same as these bits. Live controls put it in place of a result.
ElementBits unlike(DType dtype, ElementBits bits);

// Returns whether two elements count as the same.
bool is_same(DType dtype, ElementBits a, ElementBits b, Sameness open);

// Carries out one case of a relation. The first failure ends the trial.
class RelationTrial {
 public:
  // Prepares a trial. The plan, the subject and the profile must outlive it.
  // `repeats` is the number of calls in the case of repeat that makes many. If
  // `controls` is given, the first comparison that holds is made again with a
  // corrupted result, which it must refuse.
  RelationTrial(const PlannedCase& plan, std::uint64_t seed, Subject& subject,
                const Profile& profile, int repeats = kDefaultRepeats,
                ControlCount* controls = nullptr)
      : plan_(plan),
        seed_(seed),
        subject_(subject),
        profile_(profile),
        repeats_(repeats),
        controls_(controls) {}

  // Makes a call. Returns nothing if the subject does not answer ok, which ends
  // the trial, or if the call is beyond the claim on its cell and is not made.
  std::optional<Array> call(Op op, const std::vector<Array>& operands,
                            const Attributes& attributes, DType requested);
  // Does the same for the op of the plan.
  std::optional<Array> call(const std::vector<Array>& operands,
                            const Attributes& attributes = {}) {
    return call(plan_.op, operands, attributes, plan_.result);
  }

  // Makes a sample call on its own tensors, half of the time in guarded memory,
  // and returns all results. Results of factorizations must also keep the
  // bounds that follow from the operand.
  std::optional<Arrays> call(const SampleCall& sample);

  // Stores the operands of a sample call in the subject, or in another context
  // of it, for calls that are repeated on the same tensors.
  std::optional<LiveCall> place(const SampleCall& sample,
                                OperandMemory memory = OperandMemory::kNone,
                                Backend* backend = nullptr);
  // Makes a placed call and returns its results, judged like those of call().
  std::optional<Arrays> run(const LiveCall& live);
  // Makes a placed call and leaves its results in the subject.
  std::optional<Tensors> leave(const LiveCall& live);
  // Reads results that leave() left in the subject.
  std::optional<Arrays> read(const LiveCall& live, const Tensors& results);

  // Judges the results of a factorization or solve by its operands.
  void judge_factors(const SampleCall& sample, const Arrays& results);

  // Demands that `got` equals the first entries of `expected`: bit for bit if
  // the contract gives the bits, else within the bounds of both.
  void demand_agreement(const SampleCall& sample, const Arrays& expected,
                        const Arrays& got, const std::string& how);
  // Demands the same bits in every result.
  void demand_bits(const SampleCall& sample, const Arrays& expected,
                   const Arrays& got, const std::string& how);

  // Demands that `expected` from element `first` on equals `got`. Elements that
  // are `open` may differ. `how` says how the two results came about.
  void demand_same(const Array& expected, std::size_t first, const Array& got,
                   Sameness sameness, const std::string& how,
                   const std::vector<bool>& open = {});
  // Demands error <= bound. A NaN on either side fails.
  void demand_within(long double error, long double bound,
                     const std::string& what);
  // Records an error that is measured rather than a difference of elements.
  void note(double tightness, std::string measured, bool holds);

  // Ends the trial if the subject broke down, and returns whether it did.
  bool broke_down();
  // Ends the trial with a failure.
  void fail(std::string message);
  // Ends the trial because the subject has changed the process.
  void find_change(std::string message);
  // Ends the trial because the subject cannot be put to it.
  void decline(std::string kind, std::string message);

  Subject& subject() const { return subject_; }
  int repeats() const { return repeats_; }
  bool ended() const { return outcome_.verdict != Verdict::kPass; }
  const PlannedCase& plan() const { return plan_; }
  const Profile& profile() const { return profile_; }
  // Returns the stream of random words with this number.
  ValueStream stream(std::uint32_t number) const { return {seed_, number}; }
  // Returns the outcome. A pass that compared nothing is reported as an error
  // of the harness.
  CaseOutcome finish();

 private:
  void end(Verdict verdict, std::string message);
  // Counts live controls; only the first comparison that holds gets one.
  bool wants_control() const { return controls_ != nullptr && !ended(); }
  void control(bool is_refused, const char* what);
  // Returns whether the claim on its cell covers a call. If not, keeps what the
  // claim lacks.
  bool is_reached(const Call& call, std::span<const TensorType> results);
  // Ends the trial because a call was not answered ok.
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
  // The factorization judged last, and the rule that follows from its operands.
  std::optional<SampleCall> factored_;
  ResidualRule rule_;
};

// Runs the planned case of a relation. The plan, the run seed and the subject
// decide everything.
CaseOutcome run_relation(const PlannedCase& plan, std::uint64_t run_seed,
                         Subject& subject, const Profile& profile,
                         int repeats = kDefaultRepeats,
                         ControlCount* controls = nullptr);

// Implement run_relation(), one function for each group of relations.
void relate_elementwise(RelationTrial& trial);
void relate_arrays(RelationTrial& trial);
void relate_round_trip(RelationTrial& trial);
void relate_accuracy(RelationTrial& trial);
void relate_layouts(RelationTrial& trial);
void relate_state(RelationTrial& trial);
void relate_contexts(RelationTrial& trial);
void relate_threads(RelationTrial& trial);
void relate_contraction(RelationTrial& trial);
void relate_plan(RelationTrial& trial);

}  // namespace assay
