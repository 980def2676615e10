// Defines a call that is being evaluated, and finds scalar evaluators by the
// name of the op. An evaluator gets the profile as its first argument if the op
// has a policy axis.
#pragma once

#include <cstdint>

#include "reference/elements.h"
#include "spec/backend.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

// Holds a call that has passed every check. Its results go into call.outs or
// are returned. `answer` is null for execute().
struct Evaluation {
  const Call& call;
  const Profile& profile;
  Answer* answer;

  Elements operand(std::size_t i) const {
    return Elements(call.operands[i],
                    flushes_input(profile) && is_governed_by_subnormal());
  }
  Results results() const { return results_in(call.outs[0]); }
  // Returns the writer of one result. An answer is not flushed, because the
  // judge does so after it has applied the bound.
  Results results_in(const Tensor& out, std::size_t result = 0) const {
    return Results(out, answer == nullptr ? nullptr : &answer->about(result),
                   answer == nullptr && flushes_output(profile) &&
                       is_governed_by_subnormal());
  }
  bool is_governed_by_subnormal() const {
    const Tensor& first = call.outs.empty() ? call.operands[0] : call.outs[0];
    return assay::is_governed_by_subnormal(call, first.dtype);
  }
};

// Returns the op's scalar evaluator applied to the operands.
template <OpName op, typename... X>
requires requires(X... x) { evaluate(OpTag<op>{}, x...); }
auto apply(OpTag<op> tag, const Profile&, X... x) {
  return evaluate(tag, x...);
}
template <OpName op, typename... X>
requires requires(const Profile& p, X... x) { evaluate(OpTag<op>{}, p, x...); }
auto apply(OpTag<op> tag, const Profile& profile, X... x) {
  return evaluate(tag, profile, x...);
}

}  // namespace assay
