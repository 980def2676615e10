// Changes the dtypes and shapes of a case's tensors, drops writes, and permits
// refusals.
// Tested by tests/harness/run/prepare_test.cc.
#include "harness/run/profile_fit.h"

#include <algorithm>

#include "harness/case/case_storage.h"
#include "harness/case/case_types.h"
#include "spec/dot_axes.h"
#include "spec/element.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Rounds the elements of a complex tensor to another complex dtype.
void round_complex_to(DType dtype, CaseTensor& tensor) {
  if (tensor.dtype == dtype || !is_complex(tensor.dtype) || !tensor.storage)
    return;
  const FloatFormat& from = format_of(tensor.dtype);
  const FloatFormat& to = format_of(dtype);
  for (ElementBits& bits : *tensor.storage)
    bits = {encode_real(to, decode_real(from, bits.re)),
            encode_real(to, decode_real(from, bits.im))};
  tensor.dtype = dtype;
}

// Gives the tensors assigned to results of eig their dtype, which depends on
// the profile.
void fit_written_eigenvalues(Case& test_case, const Profile& profile) {
  for (const Step& made : test_case.steps) {
    if (made.op != "eig"_op) continue;
    const CaseTensor* a = test_case.find(made.operands[0]);
    if (a == nullptr) continue;
    const TensorType operand{a->dtype, a->view.shape()};
    const auto types = infer(made.op, std::span(&operand, 1), made.attributes,
                             a->dtype, profile);
    if (!types) continue;
    const DType dtype = types->front().dtype;
    for (const Step& write : test_case.steps) {
      const bool is_over_result = write.op == "assign"_op &&
                                  std::find(made.outs.begin(), made.outs.end(),
                                            write.outs[0]) != made.outs.end();
      if (!is_over_result) continue;
      for (CaseTensor& source : test_case.tensors)
        if (source.name == write.operands[0]) round_complex_to(dtype, source);
    }
  }
}

// Resizes the outs of pools, because the profile counts their windows.
void fit_pooled_outs(Case& test_case, const Profile& profile) {
  if (profile.is("pool.ceil=start_inside"_policy)) return;
  for (const Step& step : test_case.steps) {
    if (!spec_of(step.op).has(AttributeKey::kCeilMode)) continue;
    std::vector<TensorType> operands;
    for (const std::string& name : step.operands)
      if (const CaseTensor* operand = test_case.find(name))
        operands.push_back({operand->dtype, operand->view.shape()});
    const auto types =
        infer(step.op, operands, step.attributes, DType::kFloat32, profile);
    if (!types || types->size() != step.outs.size()) continue;
    for (CaseTensor& tensor : test_case.tensors)
      for (std::size_t k = 0; k < step.outs.size(); ++k)
        if (tensor.name == step.outs[k]) tensor.view = View((*types)[k].shape);
  }
}

// Moves the batch axes of outs that dot_general_update reads and writes to
// where the profile has them. Each element keeps its labels.
void fit_updated_outs(Case& test_case, const Profile& profile) {
  if (!has_batch_last(profile)) return;
  for (const Step& step : test_case.steps) {
    if (step.op != "dot_general_update"_op) continue;
    const std::size_t batch =
        step.attributes.integers(AttributeKey::kLhsBatch).size();
    for (CaseTensor& tensor : test_case.tensors) {
      if (tensor.name != step.outs[0]) continue;
      std::vector<std::int64_t> axes;
      for (std::size_t axis = 0; axis < tensor.view.rank(); ++axis)
        axes.push_back(
            static_cast<std::int64_t>((axis + batch) % tensor.view.rank()));
      if (auto moved = tensor.view.permute(axes)) tensor.view = *moved;
    }
  }
}

// Drops the write to the operand of a view that is there to be seen in it. A
// reshape that may copy permits the old elements too, and keeps the write.
void drop_write_under_view(Case& test_case, const Profile& profile) {
  if (profile.is("view.write=shared"_policy) || test_case.steps.size() != 2)
    return;
  const Step& made = test_case.steps[0];
  const Step& write = test_case.steps[1];
  if (!makes_view(made.op, profile) || write.op != "assign"_op ||
      write.outs != made.operands)
    return;
  for (Expectation& expectation : test_case.expect) {
    if (expectation.any_of.size() > 1) return;
    expectation.any_of.clear();
  }
  std::erase_if(test_case.tensors, [&](const CaseTensor& tensor) {
    return tensor.name == write.operands[0];
  });
  test_case.steps.pop_back();
}

// Returns a view of the shape that is stored column by column without gaps.
View by_columns(const Shape& shape) {
  Strides strides;
  std::int64_t step = 1;
  for (const std::int64_t extent : shape) {
    strides.push_back(step);
    step *= extent;
  }
  return View(shape, strides, 0);
}

// Stores the elements of a tensor column by column without gaps.
void store_by_columns(CaseTensor& tensor) {
  if (is_poisoned(tensor)) return;
  const std::vector<ElementBits> elements = shown_elements(tensor);
  const View view = by_columns(tensor.view.shape());
  std::vector<ElementBits> storage(std::max<std::size_t>(elements.size(), 1));
  std::size_t k = 0;
  for (const Index& at : indices(view.shape()))
    storage[static_cast<std::size_t>(view.linear_index(at))] = elements[k++];
  tensor.view = view;
  tensor.storage = std::move(storage);
  tensor.recipe.reset();
}

// Returns the elements of a reshape, in row-major order, from those of its
// operand, if both list them in one column-major order.
std::vector<ElementBits> reshaped_by_columns(
    const std::vector<ElementBits>& elements, const Shape& from,
    const Shape& to) {
  const View columns = by_columns(from);
  std::vector<ElementBits> listed(elements.size());
  std::size_t k = 0;
  for (const Index& at : indices(from))
    listed[static_cast<std::size_t>(columns.linear_index(at))] = elements[k++];
  const View reshaped = by_columns(to);
  std::vector<ElementBits> result;
  for (const Index& at : indices(to))
    result.push_back(
        listed[static_cast<std::size_t>(reshaped.linear_index(at))]);
  return result;
}

// Where reshapes list elements column by column, gives those that must be views
// an operand that is stored so, and reorders elements that a case demands.
void fit_reshapes(Case& test_case, const Profile& profile) {
  if (profile.is("reshape.order=row"_policy)) return;
  for (const Step& step : test_case.steps) {
    if (step.op != "reshape"_op) continue;
    const auto x =
        std::find_if(test_case.tensors.begin(), test_case.tensors.end(),
                     [&](const CaseTensor& tensor) {
                       return tensor.name == step.operands[0];
                     });
    if (x == test_case.tensors.end()) continue;
    if (test_case.clause == "reshape.zero_copy"_clause) store_by_columns(*x);
    for (Expectation& expectation : test_case.expect)
      if (expectation.tensor == step.outs[0])
        for (Permitted& permitted : expectation.any_of)
          permitted.values = reshaped_by_columns(
              permitted.values, x->view.shape(), step.attributes.shape());
  }
}

// Returns whether a tensor of integers has an element below 0, or, if `zeros`,
// an element that is 0.
bool has_integer(const CaseTensor* tensor, bool zeros) {
  if (tensor == nullptr || !is_integer(tensor->dtype) || is_poisoned(*tensor))
    return false;
  const auto shown = shown_elements(*tensor);
  return std::any_of(shown.begin(), shown.end(), [&](const ElementBits& bits) {
    return zeros ? bits == ElementBits{}
                 : category_of(tensor->dtype) == Category::kSigned &&
                       signed_value(tensor->dtype, bits) < 0;
  });
}

// Returns whether the profile lets a subject refuse a call that may return
// anything, or that it may lack: an integer divided by 0 or raised to a
// negative power, an extremum over nothing, or a broadcast to axes that do not
// ascend.
bool may_return_anything(const Case& test_case, const Step& step,
                         const Profile& profile) {
  if ((step.op == "div"_op && profile.is("div.integer_zero=any"_policy)) ||
      (step.op == "mod"_op && profile.is("mod.integer_zero=any"_policy)))
    return has_integer(test_case.find(step.operands[1]), true);
  if (step.op == "pow"_op && profile.is("pow.negative_exponent=any"_policy))
    return has_integer(test_case.find(step.operands[1]), false);
  if (step.op == "broadcast_in_dim"_op &&
      profile.is("broadcast_in_dim.order=increasing"_policy)) {
    const auto& dims = step.attributes.integers(AttributeKey::kBroadcastDims);
    return !std::is_sorted(dims.begin(), dims.end());
  }
  if (!profile.is("max.empty=any"_policy) ||
      (step.op != "reduce_max"_op && step.op != "reduce_min"_op))
    return false;
  const CaseTensor* x = test_case.find(step.operands[0]);
  return x != nullptr &&
         is_empty_extremum(step.op, x->view.shape(), step.attributes);
}

void permit_refusals(Case& test_case, const Profile& profile) {
  for (Step& step : test_case.steps)
    if (step.status == StatusCode::kOk &&
        may_return_anything(test_case, step, profile))
      step.kind = kRefusal;
}

// Takes the permission to refuse a conversion from a profile under which the
// elements alone decide.
void demand_conversions(Case& test_case, const Profile& profile) {
  if (!profile.is("convert.check=value"_policy)) return;
  for (Step& step : test_case.steps)
    if (step.op == "convert"_op && step.kind == kRefusal) step.kind.clear();
}

// Drops the demand that a session changes no bit, or that fewer outputs of a
// plan have the same ones, where the profile does not make it.
void fit_same_bits(Case& test_case, const Profile& profile) {
  const bool is_bounded = profile.is("session.bits=bounded"_policy) &&
                          test_case.clause.starts_with("session.");
  const bool is_contracted =
      profile.is("fusion.contract=allowed"_policy) &&
      test_case.clause == "fusion.outputs_independent"_clause;
  if (is_bounded || is_contracted)
    for (Expectation& expectation : test_case.expect)
      expectation.same_bits_as.clear();
}

}  // namespace

void fit_to_profile(Case& test_case, const Profile& profile) {
  // The other changes are to cases of one call and a write.
  if (uses_protocol(test_case)) return fit_same_bits(test_case, profile);
  fit_written_eigenvalues(test_case, profile);
  fit_pooled_outs(test_case, profile);
  fit_reshapes(test_case, profile);
  fit_updated_outs(test_case, profile);
  drop_write_under_view(test_case, profile);
  permit_refusals(test_case, profile);
  demand_conversions(test_case, profile);
}

}  // namespace assay
