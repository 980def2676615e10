// Draws fusion plans whose results have one right sequence of bits each, and
// plans of ops that round.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/seed.h"
#include "spec/plan.h"

namespace assay {

// Says which ops a plan has.
enum class PlanKind : std::uint8_t {
  kArithmetic,  // exact or correctly rounded; zeros have any sign
  kOrder,       // with extrema, which never meet zeros of both signs
  kExactWays,   // functions at operands where they have one answer
  kRounding,    // functions with bounds
};

// Returns the steps of a plan of a dtype that has `inputs` inputs. Later steps
// use recent results, so that a wrong one reaches the end.
std::vector<PlanStep> draw_steps(PlanKind kind, DType dtype,
                                 std::uint32_t inputs, std::size_t count,
                                 ValueStream& stream);

// Returns whether plans of the dtype can be of the kind.
bool has_plans(PlanKind kind, DType dtype);

}  // namespace assay
