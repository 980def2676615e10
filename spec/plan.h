// Defines fusion plans: lists of elementwise ops that a backend carries out in
// one call, and the checks of what their callers guarantee.
// Tested by tests/spec/plan_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spec/op_lookup.h"
#include "spec/profile.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay {

// One op of a plan. The inputs of the plan have the ids from 0 on, and the
// result of step i has the id after them, plus i.
struct PlanStep {
  Op op{};
  std::vector<std::uint32_t> inputs;  // ids
  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

// Says how an input is shown: axis i of the input is axis (*view)[i] of the
// plan. Without a value the input has the shape of the plan. An input of rank 0
// fills the shape, whatever its view is.
using PlanView = std::optional<std::vector<std::int64_t>>;

// Holds a plan without its inputs: all ops work on one dtype and shape.
struct PlanSteps {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<PlanView> views;  // one for each input; or empty, if all are
                                // shown as they are
  std::vector<PlanStep> steps;
  std::vector<std::uint32_t> outputs;  // ids
  friend bool operator==(const PlanSteps&, const PlanSteps&) = default;
};

// Holds a plan with its inputs. The outputs are fresh C-contiguous tensors, one
// for each id, also where two ids are the same or name an input.
struct Plan : PlanSteps {
  std::vector<Tensor> inputs;
};

// Returns the ops that plans may hold.
std::span<const Op> fusible_ops();

// Returns whether a plan of this dtype may hold the op. It holds each op in its
// unnamed variant.
bool is_fusible(Op op, DType dtype);

// Returns the view of an input as the plan shows it, or `invalid` with the
// clause fusion.shape as the kind.
Result<View> shown_input(const PlanSteps& plan, std::size_t input,
                         const View& view);

// Returns ok, or `invalid` with the broken precondition of fusion as the kind.
Status check_plan(const Plan& plan);

}  // namespace assay
