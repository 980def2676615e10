// Changes attributes, views and indices of a case with one step.
// Tested by tests/harness/cause/alteration_test.cc.
#include "harness/cause/traversal.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "harness/cause/case_parts.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns the only axis that a step works along, where it names one.
std::optional<std::size_t> only_axis(const Step& step) {
  const Attributes& attributes = step.attributes;
  if (const auto* axis = attributes.find(AttributeKey::kAxis))
    return static_cast<std::size_t>(axis->front());
  const auto* axes = attributes.find(AttributeKey::kAxes);
  if (axes == nullptr || axes->size() != 1) return std::nullopt;
  return static_cast<std::size_t>(axes->front());
}

// Returns whether the result of a step has the shape of its operand, so that
// the axis does not matter for it.
bool keeps_shape(const Case& test_case, const Step& step, const Shape& shape) {
  const CaseTensor* out =
      step.outs.empty() ? nullptr : test_case.find(step.outs.front());
  return out != nullptr && out->view.shape() == shape;
}

// Works along another axis. Shapes must stay as they are.
bool use_axis(Case& test_case, bool last) {
  Step* step = only_step(test_case);
  if (step == nullptr) return false;
  const auto axis = only_axis(*step);
  const CaseTensor* x =
      step->operands.empty() ? nullptr : test_case.find(step->operands.front());
  if (!axis || x == nullptr || *axis >= x->view.rank()) return false;
  const std::size_t other = last ? x->view.rank() - 1 : 0;
  const Shape& shape = x->view.shape();
  if (other == *axis) return false;
  if (shape[other] != shape[*axis] && !keeps_shape(test_case, *step, shape))
    return false;
  const auto number = static_cast<std::int64_t>(other);
  if (step->attributes.find(AttributeKey::kAxis) != nullptr)
    step->attributes.axis(number);
  else
    step->attributes.axes({number});
  return true;
}

// Makes an axis of a view shorter.
bool cut(CaseTensor& tensor, std::size_t axis, std::int64_t extent) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const std::int64_t full : tensor.view.shape())
    ranges.push_back({0, full});
  ranges[axis].second = extent;
  auto shorter = tensor.view.shrink(ranges);
  if (!shorter) return false;
  tensor.view = *std::move(shorter);
  return true;
}

// Templates may not use literals of ops, because clang 14 emits a call to a
// function that does not exist for them.
bool is_matmul(const Step& step) { return step.op == "matmul"_op; }

// Cuts the axis that a reduction or a matrix product sums over to what `kept`
// returns of its extent.
template <typename Kept>
bool cut_summed(Case& test_case, Kept kept) {
  Step* step = only_step(test_case);
  if (step == nullptr) return false;
  const Signature& signature = spec_of(step->op).signature;
  const bool multiplies = is_matmul(*step);
  if (!multiplies && signature.name != Signature::kReduction.name &&
      signature.name != Signature::kArgReduction.name)
    return false;
  CaseTensor* x = tensor_of(test_case, step->operands.front());
  if (x == nullptr || x->view.rank() == 0) return false;
  const auto axis = multiplies ? x->view.rank() - 1 : only_axis(*step);
  if (!axis || *axis >= x->view.rank()) return false;
  const std::int64_t extent = x->view.shape()[*axis];
  const std::int64_t shorter = kept(extent);
  if (shorter <= 0 || shorter == extent) return false;
  if (!multiplies) return cut(*x, *axis, shorter);
  CaseTensor* y = tensor_of(test_case, step->operands.back());
  if (y == nullptr || y->view.rank() == 0 || x == y) return false;
  const std::size_t rows = std::max<std::size_t>(y->view.rank(), 2) - 2;
  return y->view.shape()[rows] == extent && cut(*x, *axis, shorter) &&
         cut(*y, rows, shorter);
}

// Returns the operand that holds indices into the first one, or null.
CaseTensor* indices_of(Case& test_case, const Step& step) {
  const auto& operands = spec_of(step.op).signature.operands;
  for (std::size_t i = 0; i < operands.size() && i < step.operands.size(); ++i)
    if (operands[i].name == "indices")
      return tensor_of(test_case, step.operands[i]);
  return nullptr;
}

}  // namespace

bool use_first_axis(Case& test_case) { return use_axis(test_case, false); }
bool use_last_axis(Case& test_case) { return use_axis(test_case, true); }

bool skip_last(Case& test_case) {
  return cut_summed(test_case, [](std::int64_t extent) { return extent - 1; });
}

template <std::int64_t width>
bool skip_tail(Case& test_case) {
  return cut_summed(
      test_case, [](std::int64_t extent) { return extent - extent % width; });
}
template bool skip_tail<4>(Case&);
template bool skip_tail<8>(Case&);
template bool skip_tail<16>(Case&);

template <std::int64_t difference>
bool shift_indices(Case& test_case) {
  Step* step = only_step(test_case);
  if (step == nullptr || step->operands.empty()) return false;
  if (gives_positions(step->op)) return true;
  CaseTensor* indices = indices_of(test_case, *step);
  const CaseTensor* x = test_case.find(step->operands.front());
  const auto axis = only_axis(*step);
  if (indices == nullptr || !indices->storage || x == nullptr || !axis ||
      *axis >= x->view.rank())
    return false;
  // Outside of the axis there is nothing that could be expected.
  const auto extent = static_cast<std::uint64_t>(x->view.shape()[*axis]);
  for (ElementBits& index : *indices->storage) {
    index.re += static_cast<std::uint64_t>(difference);
    if (index.re >= extent) return false;
  }
  return true;
}
template bool shift_indices<1>(Case&);
template bool shift_indices<-1>(Case&);

template <std::int64_t difference>
bool shift_positions(const Case& original, Case& prepared) {
  if (!gives_positions(original.steps.front().op)) return true;
  for (Expectation& expectation : prepared.expect)
    for (Permitted& permitted : expectation.any_of) {
      if (!permitted.accept.empty()) return false;
      for (ElementBits& bits : permitted.values)
        bits.re = static_cast<std::uint32_t>(
            bits.re + static_cast<std::uint64_t>(difference));
    }
  return true;
}
template bool shift_positions<1>(const Case&, Case&);
template bool shift_positions<-1>(const Case&, Case&);

}  // namespace assay
