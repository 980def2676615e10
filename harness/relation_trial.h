// The subject of a relation and what it answered: calls on elements, results
// as elements, and the first difference that no relation allows.
// Tested by tests/harness/relation_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/planned_case.h"
#include "harness/run_case.h"
#include "harness/seed.h"

namespace assay {

// A tensor by its elements, and how it is to lie in storage.
struct Array {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<ElementBits> elements;
  Layout layout = Layout::kContiguous;
};

// What is left open between two elements that are to be the same; the payload
// of a NaN always is.
struct Sameness {
  bool zero_sign = false;
};

// Returns whether two elements are the same.
bool is_same(DType dtype, ElementBits a, ElementBits b, Sameness open);

// Returns `count` entries along the first axis, from `first` on.
Array part_of(const Array& from, std::int64_t first, std::int64_t count);

// Returns a number as an element; it is exact in the dtype.
ElementBits element_of(DType dtype, std::int64_t number);

class RelationTrial {
 public:
  // The plan, the subject and the profile must outlive it.
  RelationTrial(const PlannedCase& plan, std::uint64_t seed, Subject& subject,
                const Profile& profile)
      : plan_(plan), seed_(seed), subject_(subject), profile_(profile) {}

  // Makes a call. Nothing where the subject does not answer ok: the trial has
  // ended then.
  std::optional<Array> call(Op op, const std::vector<Array>& operands,
                            const Attributes& attributes, DType requested);
  // The same for the op of the plan.
  std::optional<Array> call(const std::vector<Array>& operands,
                            const Attributes& attributes = {}) {
    return call(plan_.op, operands, attributes, plan_.result);
  }

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

  const PlannedCase& plan_;
  std::uint64_t seed_;
  Subject& subject_;
  const Profile& profile_;
  std::uint64_t calls_ = 0;
  CaseOutcome outcome_;
};

// Runs the case of a plan that has a relation: the same for the same plan, run
// seed and subject.
CaseOutcome run_relation(const PlannedCase& plan, std::uint64_t run_seed,
                         Subject& subject, const Profile& profile);

// The parts of run_relation().
void relate_elementwise(RelationTrial& trial);
void relate_arrays(RelationTrial& trial);
void relate_round_trip(RelationTrial& trial);
void relate_accuracy(RelationTrial& trial);

}  // namespace assay
