// Carries out fusion plans: all steps of a block of elements before those of
// the next, so that results between steps stay in registers or in L1.
// Tested by tests/optimized/fusion_test.cc and the protocol family of the
// suite.
#pragma once

#include <list>

#include "optimized/fusion/program.h"
#include "spec/backend.h"

namespace assay::optimized {

// Keeps the programs of a session's plans, so that a plan that comes again is
// not translated again.
class SessionPrograms {
 public:
  // Return `invalid` within a session, or outside of one.
  Status begin();
  Status end();

  // Returns the program of a plan (program.h), or null if it has none. It is
  // valid until the next call.
  const Program* find(const PlanSteps& plan, std::uint32_t inputs, bool past);

 private:
  struct Kept {
    PlanSteps plan;
    std::uint32_t inputs;
    bool past;
    std::int64_t group;  // of chains, as the target had them
    std::optional<Program> program;
  };
  bool is_in_session_ = false;
  std::list<Kept> kept_;  // the last one used is the first
};

// Returns the outputs of the plan in new tensors of the backend. Declines plans
// with an op that has no kernel in the plan's dtype.
Result<Tensors> execute_plan(Backend& backend, SessionPrograms& programs,
                             const Plan& plan);

}  // namespace assay::optimized
