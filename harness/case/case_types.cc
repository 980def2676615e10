// Infers tensor types with the rules of spec/infer and holds them to the limits
// of a case.
// Tested by tests/harness/case/case_json_test.cc.
#include "harness/case/case_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/case_storage.h"
#include "harness/case/refusal.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Status check_count(const std::string& name, std::int64_t count,
                   std::int64_t most = kMaxCaseElements) {
  if (count <= most) return {};
  return Status::invalid(fmt::format(
      "tensor {}: {} elements, expected at most {}", name, count, most));
}

Status check_tensor(const CaseTensor& tensor) {
  const View& view = tensor.view;
  if (view.shape().size() > static_cast<std::size_t>(kMaxRank) ||
      !checked_element_count(view.shape()))
    return Status::invalid(
        fmt::format("tensor {}: {} is not a shape of rank "
                    "0 to 32 with extents >= 0",
                    tensor.name, shape_text(view.shape())));
  if (Status status =
          check_count(tensor.name, view.numel(),
                      tensor.storage ? kMaxViewElements : kMaxCaseElements);
      !status.ok())
    return status;
  std::int64_t count = view.numel();
  if (tensor.storage)
    count = static_cast<std::int64_t>(tensor.storage->size());
  else if (tensor.recipe)
    count = tensor.recipe->count;
  else if (!view.is_c_contiguous())
    return Status::invalid(fmt::format(
        "tensor {}: without storage it must be contiguous", tensor.name));
  if (Status status = check_count(tensor.name, count); !status.ok())
    return status;
  if (!stays_within_storage(view, count))
    return Status::invalid(fmt::format(
        "tensor {}: its view, of strides {} and offset {}, leaves its storage "
        "of {}",
        tensor.name, shape_text(view.strides()), view.offset(), count));
  return {};
}

Result<std::vector<TensorType>> operand_types(const Step& step,
                                              const TensorTypes& known) {
  std::vector<TensorType> operands;
  for (const std::string& name : step.operands) {
    const auto found = known.find(name);
    if (found == known.end())
      return Status::invalid(
          fmt::format("{}: operand {} is not a tensor of the case",
                      name_of(step.op), name));
    operands.push_back(found->second);
  }
  return operands;
}

// Gives counted results the extent that the elements of the last operand, all
// of them bools, decide. Only those of tensors that no step makes are known.
void count_results(const Step& step, const Case& test_case,
                   std::vector<TensorType>& types) {
  if (!spec_of(step.op).signature.is_counted) return;
  const CaseTensor* mask = test_case.find(step.operands.back());
  if (mask == nullptr || !mask->storage ||
      mask->view.numel() > kMaxCaseElements)
    return;
  const auto elements = shown_elements(*mask);
  const auto count =
      std::count_if(elements.begin(), elements.end(),
                    [](const ElementBits& element) { return element.re != 0; });
  for (TensorType& type : types) type.shape.front() = count;
}

// Types a step that is not a call. What was reclaimed is no tensor any more.
Status type_surroundings(const Step& step,
                         const std::vector<TensorType>& operands,
                         TensorTypes& known) {
  const bool is_session = step.does == StepKind::kSessionBegin ||
                          step.does == StepKind::kSessionEnd;
  const std::size_t wanted_operands = is_session ? 0 : 1;
  const std::size_t wanted_outs = step.does == StepKind::kTransfer ? 1 : 0;
  const std::string_view name =
      kStepKindNames[static_cast<std::size_t>(step.does)];
  if (step.does == StepKind::kPlan) {
    if (!step.plan || step.outs.size() != step.plan->outputs.size())
      return Status::invalid("plan: outs and outputs are not equally many");
    if (must_be_refused(step)) return {};
    Plan plan{*step.plan, {}};
    for (const TensorType& operand : operands)
      plan.inputs.push_back({operand.dtype, View(operand.shape), nullptr});
    if (Status status = check_plan(plan); !status.ok())
      return Status::invalid("plan: " + status.message);
  } else if (operands.size() != wanted_operands ||
             step.outs.size() != wanted_outs) {
    return Status::invalid(fmt::format(
        "{}: {} operands and {} outs where {} and {} are needed", name,
        operands.size(), step.outs.size(), wanted_operands, wanted_outs));
  }
  if (step.status != StatusCode::kOk) return {};
  if (step.does == StepKind::kReclaim) known.erase(step.operands[0]);
  for (const std::string& out : step.outs) {
    const TensorType type = step.does == StepKind::kPlan
                                ? TensorType{step.plan->dtype, step.plan->shape}
                                : operands[0];
    if (Status status = check_count(out, element_count(type.shape));
        !status.ok())
      return status;
    if (!known.emplace(out, type).second)
      return Status::invalid(
          fmt::format("{}: its result {} exists already", name, out));
  }
  return {};
}

Status type_step(const Step& step, const Case& test_case,
                 const Profile& profile, TensorTypes& known) {
  const auto operands = operand_types(step, known);
  if (!operands) return operands.status();
  if (step.does != StepKind::kCall)
    return type_surroundings(step, *operands, known);
  // A call that must be refused makes nothing that a later step could use.
  if (must_be_refused(step) || is_refused(step)) return {};
  const bool makes = makes_tensor(step.op);
  DType requested = DType::kFloat32;
  if (!makes && !step.outs.empty())
    if (const auto out = known.find(step.outs[0]); out != known.end())
      requested = out->second.dtype;
  auto types = infer(step.op, *operands, step.attributes, requested, profile);
  if (!types) return types.status();
  count_results(step, test_case, *types);
  if (step.outs.size() != types->size())
    return Status::invalid(fmt::format("{}: {} outs where {} are needed",
                                       name_of(step.op), step.outs.size(),
                                       types->size()));
  for (std::size_t i = 0; i < types->size(); ++i) {
    const TensorType& type = (*types)[i];
    if (Status status = check_count(
            step.outs[i], element_count(type.shape),
            makes_view(step.op, profile) ? kMaxViewElements : kMaxCaseElements);
        !status.ok())
      return status;
    const auto found = known.find(step.outs[i]);
    const bool is_given_out =
        found != known.end() && spec_of(step.op).signature.takes_optional_out();
    if (makes && !is_given_out) {
      if (found != known.end())
        return Status::invalid(fmt::format("{}: its result {} exists already",
                                           name_of(step.op), step.outs[i]));
      known.emplace(step.outs[i], type);
    } else if (found == known.end()) {
      return Status::invalid(
          fmt::format("{}: out {} is not a tensor of the case",
                      name_of(step.op), step.outs[i]));
    } else if (found->second != type) {
      return Status::invalid(
          fmt::format("{}: out {} is {} {}, the result {} {}", name_of(step.op),
                      step.outs[i], name_of(found->second.dtype),
                      shape_text(found->second.shape), name_of(type.dtype),
                      shape_text(type.shape)));
    }
  }
  return {};
}

}  // namespace

DType fill_dtype(const Case& test_case, const Step& step) {
  if (const auto* dtype = step.attributes.find(AttributeKey::kDType))
    return static_cast<DType>(dtype->front());
  if (step.operands.empty()) return DType::kFloat32;
  const std::string& name = step.operands[0];
  if (const CaseTensor* tensor = test_case.find(name)) return tensor->dtype;
  TensorTypes known;
  for (const CaseTensor& tensor : test_case.tensors) {
    if (!check_tensor(tensor).ok()) return DType::kFloat32;
    known.emplace(tensor.name, TensorType{tensor.dtype, tensor.view.shape()});
  }
  const Profile* profile = profile_named(test_case.profile);
  for (const Step& before : test_case.steps) {
    if (!type_step(before, test_case, profile != nullptr ? *profile : kNx,
                   known)
             .ok())
      break;
    if (const auto made = known.find(name); made != known.end())
      return made->second.dtype;
  }
  return DType::kFloat32;
}

bool stays_within_storage(const View& view, std::int64_t count) {
  if (view.numel() == 0) return true;
  if (view.offset() < 0 || view.offset() >= count) return false;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t steps = view.shape()[axis] - 1;
    const std::int64_t stride = view.strides()[axis];
    // Bounds each axis alone by the storage; then bounds() cannot overflow.
    if (steps == 0) continue;
    if (stride > count / steps || stride < -(count / steps)) return false;
  }
  const auto [low, high] = view.bounds();
  return low >= 0 && high < count;
}

bool makes_view(Op op, const Profile& profile) {
  if (op == "flip"_op) return profile.is("flip.result=view"_policy);
  return spec_of(op).signature.delivery == Delivery::kView;
}

bool uses_protocol(const Case& test_case) {
  return std::any_of(test_case.steps.begin(), test_case.steps.end(),
                     [](const Step& step) {
                       return step.does != StepKind::kCall ||
                              !step.donated.empty() ||
                              !step.message_contains.empty();
                     }) ||
         std::any_of(
             test_case.tensors.begin(), test_case.tensors.end(),
             [](const CaseTensor& tensor) { return !tensor.place.empty(); }) ||
         std::any_of(test_case.expect.begin(), test_case.expect.end(),
                     [](const Expectation& expectation) {
                       return !expectation.place.empty() ||
                              expectation.follows.has_value();
                     });
}

Op op_of(StepKind does) {
  switch (does) {
    case StepKind::kReclaim:
      return "reclaim"_op;
    case StepKind::kTransfer:
      return "placement"_op;
    case StepKind::kPlan:
      return "fusion"_op;
    default:
      return "session"_op;
  }
}

bool makes_tensor(Op op) {
  const Signature& signature = spec_of(op).signature;
  return signature.returns_tensor() || !signature.is_executed();
}

Result<TensorTypes> type_case(const Case& test_case) {
  TensorTypes known;
  for (const CaseTensor& tensor : test_case.tensors) {
    if (Status status = check_tensor(tensor); !status.ok()) return status;
    if (!known
             .emplace(tensor.name,
                      TensorType{tensor.dtype, tensor.view.shape()})
             .second)
      return Status::invalid(
          fmt::format("tensor {} is given twice", tensor.name));
  }
  const Profile* profile = profile_named(test_case.profile);
  if (profile == nullptr)
    return Status::invalid(
        fmt::format("there is no profile \"{}\"", test_case.profile));
  if (test_case.steps.empty()) return Status::invalid("the case has no steps");
  for (const Step& step : test_case.steps)
    if (Status status = type_step(step, test_case, *profile, known);
        !status.ok())
      return status;
  // The judge reads expected tensors element by element, so a view counts with
  // all the elements it shows.
  for (const Expectation& expectation : test_case.expect)
    if (const auto found = known.find(expectation.tensor); found != known.end())
      if (Status status = check_count(expectation.tensor,
                                      element_count(found->second.shape));
          !status.ok())
        return status;
  return known;
}

}  // namespace assay
