// Adds steps to a program: it infers their types, runs them on the oracle, and
// decides which results other steps may use.
// Tested by tests/fuzz/program_test.cc.
#include "fuzz/program_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/case/case_types.h"
#include "harness/judge/subnormal_answers.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/value_kind.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::int64_t kMaxElements = 512;
constexpr std::size_t kMaxProgramRank = 6;

ValueKind kind_of(Filling filling) {
  switch (filling) {
    case Filling::kTies:
      return ValueKind::kTies;
    case Filling::kPlain:
      return ValueKind::kPlain;
    case Filling::kBoundary:
      return ValueKind::kBoundary;
    case Filling::kNan:
      return ValueKind::kNan;
    default:
      break;
  }
  return ValueKind::kBits;
}

// Returns element `k` of a filling. A bool and a packed integer only get bits
// that they may have.
ElementBits element_of(Filling filling, DType dtype, std::size_t k,
                       ValueStream& stream) {
  if (filling == Filling::kCounting && dtype == DType::kBool) return {k % 2, 0};
  if (filling == Filling::kCounting)
    return address_element(dtype, static_cast<std::int64_t>(k));
  if (filling == Filling::kTerms && dtype != DType::kBool)
    return draw_term(dtype, stream);
  return draw_element(kind_of(filling), dtype, stream);
}

bool is_judged_by_its_bits(const Step& step, Accuracy accuracy) {
  return step.op == "assign"_op ||
         (makes_tensor(step.op) && accuracy == Accuracy::kBits);
}

// Returns whether an element is an integer in each component. A sum of integers
// is exact as long as it is small.
bool is_whole(DType dtype, ElementBits bits) {
  const FloatFormat& format = format_of(dtype);
  const auto whole = [&](std::uint64_t part) {
    const double value = decode_real(format, part);
    return std::isfinite(value) && value == std::trunc(value);
  };
  return whole(bits.re) && (!is_complex(dtype) || whole(bits.im));
}

bool has_nan(DType dtype, const std::vector<ElementBits>& values) {
  return std::any_of(values.begin(), values.end(), [dtype](ElementBits bits) {
    return is_nan_element(dtype, bits);
  });
}

// Returns whether only one sequence of bits is permitted.
bool is_one(const Permitted& permitted) {
  return permitted.interchangeable.empty() && permitted.alternatives.empty() &&
         permitted.bound.empty() && !permitted.slices && !permitted.matrices &&
         std::all_of(permitted.accept.begin(), permitted.accept.end(),
                     [](const Acceptance& accept) {
                       return !accept.any && accept.low == accept.high;
                     });
}

}  // namespace

bool is_small(const Shape& shape) {
  const auto count = checked_element_count(shape);
  return shape.size() <= kMaxProgramRank && count && *count <= kMaxElements;
}

ProgramState::ProgramState(const ProgramRules& rules, std::uint64_t seed)
    : rules_(rules), program_(rules.oracle) {
  case_.seed = seed;
  case_.profile = rules.profile.name;
}

CaseTensor ProgramState::laid_out(
    const TensorType& type, Layout layout,
    const std::function<ElementBits(std::size_t)>& element) {
  LaidOut laid = lay_out(layout, type.shape);
  CaseTensor tensor;
  tensor.name = fmt::format("x{}", given_count_++);
  tensor.dtype = type.dtype;
  ValueStream gaps(case_.seed, streams_++);
  std::vector<ElementBits> storage;
  for (std::int64_t i = 0; i < laid.storage_count; ++i)
    storage.push_back(draw_element(ValueKind::kPlain, type.dtype, gaps));
  std::size_t k = 0;
  for (const Index& at : indices(type.shape))
    storage[static_cast<std::size_t>(laid.view.linear_index(at))] =
        element(k++);
  tensor.view = std::move(laid.view);
  tensor.storage = std::move(storage);
  return tensor;
}

CaseTensor ProgramState::drawn(const TensorType& type, Layout layout,
                               Filling filling) {
  ValueStream stream(case_.seed, streams_++);
  return laid_out(type, layout, [&](std::size_t k) {
    return element_of(filling, type.dtype, k, stream);
  });
}

CaseTensor ProgramState::drawn_below(const TensorType& type, Layout layout,
                                     std::int64_t limit, Filling filling) {
  ValueStream stream(case_.seed, streams_++);
  const auto count =
      static_cast<std::uint64_t>(std::max<std::int64_t>(limit, 1));
  return laid_out(type, layout, [&](std::size_t) {
    const std::uint64_t value =
        filling == Filling::kCounting ? 0 : stream.below(count);
    return small_integer(type.dtype, static_cast<std::int64_t>(value));
  });
}

bool ProgramState::place(const CaseTensor& tensor) {
  const std::vector<ElementBits> elements = storage_of(tensor);
  const auto count = std::ssize(elements);
  Bytes bytes(static_cast<std::size_t>(storage_bytes(tensor.dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), tensor.dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  auto made = rules_.oracle.from_host(tensor.dtype, count, bytes);
  if (!made) return false;
  program_.name_tensor(tensor.name, {tensor.dtype, tensor.view, made->buffer});
  return true;
}

void ProgramState::add_given(const CaseTensor& tensor) {
  if (is_small(tensor.view.shape()) && place(tensor)) keep_given(tensor);
}

void ProgramState::keep_given(const CaseTensor& tensor) {
  case_.tensors.push_back(tensor);
  known_.push_back(
      {tensor.name, {tensor.dtype, tensor.view.shape()}, known_.size(), true});
  is_ambiguous_.push_back(false);
}

bool ProgramState::is_asked_for(const Draft& draft,
                                std::span<const TensorType> operands,
                                const TensorType& result) const {
  const Variant& variant = variant_of(draft.op, draft.attributes);
  const Cell cell = cell_of(draft.op, operands, draft.attributes, result.dtype);
  return need_of(cell.op, variant, cell.dtype, cell.result) != Need::kNone &&
         rules_.is_claimed(cell);
}

// Returns whether every partial sum is exact: the terms are integers, and their
// sum is below 2^p.
bool ProgramState::is_exact_sum(const Step& step, DType type,
                                const Answer& answer) const {
  const Tolerance tolerance =
      tolerance_of(variant_of(step.op, step.attributes), type);
  if (tolerance.accuracy != Accuracy::kConditionAware || tolerance.bound > 0)
    return false;
  for (const std::string& name : step.operands) {
    const auto values = program_.read(name, false);
    if (!values) return false;
    const DType dtype = program_.find(name)->dtype;
    if (is_integer(dtype)) continue;  // indices
    for (const ElementBits bits : *values)
      if (!is_whole(dtype, bits)) return false;
  }
  const double limit = std::ldexp(1.0, format_of(type).precision);
  return std::all_of(answer.scale.begin(), answer.scale.end(),
                     [limit](double scale) { return scale <= limit; });
}

ProgramState::Foresight ProgramState::foresee(const Step& step, DType type) {
  const Call call = program_.call_of(step);
  const Accuracy accuracy =
      tolerance_of(variant_of(step.op, step.attributes), cell_of(call).dtype)
          .accuracy;
  const bool may_have_alternatives =
      step.op == "scatter"_op &&
      rules_.profile.is("scatter.duplicates=any"_policy);
  if (is_judged_by_its_bits(step, accuracy) && !may_have_alternatives)
    return {true, false};
  const auto answer = rules_.oracle.answer(call);
  if (!answer) return {};
  OperandValues operands;
  for (const std::string& name : step.operands) {
    auto values = program_.read(name, false);
    if (!values) return {};
    operands.push_back(*std::move(values));
  }
  const auto storage = rules_.oracle.to_host(answer->tensors.front());
  if (!storage) return {};
  const auto values = elements_of(answer->tensors.front(), *storage);
  Foresight foresight;
  foresight.is_exact = is_exact_sum(step, type, *answer);
  Permitted permitted = foresight.is_exact
                            ? exactly_permitted(type, values, *answer)
                            : permitted_answer(call, type, values, *answer,
                                               operands, rules_.profile);
  if (!foresight.is_exact &&
      !permit_flushed_operands(call, type, operands, rules_.oracle,
                               rules_.profile, permitted)
           .ok())
    return {};
  // A computed NaN may have any payload.
  foresight.is_determined = is_one(permitted) && (accuracy == Accuracy::kBits ||
                                                  !has_nan(type, values));
  return foresight;
}

bool ProgramState::add_step(const Draft& draft) {
  for (const CaseTensor& tensor : draft.given)
    if (!is_small(tensor.view.shape()) || !place(tensor)) return false;
  std::vector<TensorType> operands;
  for (const std::string& name : draft.operands) {
    const Tensor* tensor = program_.find(name);
    operands.push_back({tensor->dtype, tensor->view.shape()});
  }
  const auto types = infer(draft.op, operands, draft.attributes,
                           draft.requested, rules_.profile);
  if (!types || types->size() != 1) return false;
  const TensorType& type = types->front();
  if (!is_small(type.shape) || !is_asked_for(draft, operands, type))
    return false;

  Step step;
  step.op = draft.op;
  step.operands = draft.operands;
  step.attributes = draft.attributes;
  const bool assigns = draft.op == "assign"_op;
  step.outs = {assigns ? draft.destination
                       : fmt::format("y{}", case_.steps.size())};
  CaseTensor out{step.outs[0], type.dtype, View(type.shape), {}, {}};
  const bool writes = !makes_tensor(draft.op) && !assigns;
  if (writes && !place(out)) return false;
  const Foresight foresight = foresee(step, type.dtype);
  if (!program_.run(step).ok()) return false;
  for (const CaseTensor& tensor : draft.given) keep_given(tensor);
  if (writes) case_.tensors.push_back(std::move(out));
  keep(step, type, foresight);
  return true;
}

void ProgramState::keep(const Step& step, const TensorType& type,
                        Foresight foresight) {
  case_.steps.push_back(step);
  const std::string& name = step.outs.front();
  if (step.op == "assign"_op) return;
  Expectation expectation;
  expectation.tensor = name;
  expectation.exact = foresight.is_exact;
  case_.expect.push_back(std::move(expectation));
  const bool moves = spec_of(step.op).signature.delivery == Delivery::kView ||
                     step.op == "contiguous"_op;
  std::size_t root = known_.size();
  if (moves) {
    const auto from = std::find_if(known_.begin(), known_.end(),
                                   [&](const KnownTensor& known) {
                                     return known.name == step.operands.front();
                                   });
    root = from->root;
    // These may copy or not.
    const bool may_copy =
        step.op == "contiguous"_op ||
        (step.op == "reshape"_op &&
         !program_.find(from->name)->view.reshape(type.shape).ok());
    if (may_copy) is_ambiguous_[root] = true;
  }
  if (!foresight.is_determined) return;
  known_.push_back({name, type, root, false});
  is_ambiguous_.push_back(false);
}

bool ProgramState::may_be_assigned(const KnownTensor& tensor) const {
  if (!known_[tensor.root].is_given || is_ambiguous_[tensor.root]) return false;
  const View& view = program_.find(tensor.name)->view;
  std::set<std::int64_t> places;
  for (const Index& at : indices(view.shape()))
    if (!places.insert(view.linear_index(at)).second) return false;
  return true;
}

Case ProgramState::finish() && {
  std::set<std::string> used;
  for (const Step& step : case_.steps) {
    used.insert(step.operands.begin(), step.operands.end());
    used.insert(step.outs.begin(), step.outs.end());
  }
  std::erase_if(case_.tensors, [&](const CaseTensor& tensor) {
    return !used.contains(tensor.name);
  });
  return std::move(case_);
}

}  // namespace assay
