// Alters operands and steps. Shapes stay as they are, so that expectations of
// the altered case fit the results of the original one.
// Tested by tests/harness/cause/alteration_test.cc.
#include "harness/cause/alteration.h"

#include <algorithm>
#include <iterator>

#include "harness/cause/case_parts.h"
#include "harness/cause/traversal.h"
#include "harness/record/mistake.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Calls `change` on every operand with elements of the case's own, and returns
// whether one call returned true.
template <typename Change>
bool change_operands(Case& test_case, Change change) {
  bool changed = false;
  for (const Step& step : test_case.steps)
    for (const std::string& name : step.operands)
      if (CaseTensor* operand = tensor_of(test_case, name);
          operand != nullptr && operand->storage)
        changed = change(*operand) || changed;
  return changed;
}

bool keep_expectations(const Case&, Case&) { return true; }

bool swap_operands(Case& test_case) {
  bool changed = false;
  for (Step& step : test_case.steps) {
    if (step.operands.size() != 2) continue;
    const CaseTensor* a = test_case.find(step.operands[0]);
    const CaseTensor* b = test_case.find(step.operands[1]);
    if (a == nullptr || b == nullptr || a->dtype != b->dtype ||
        a->view.shape() != b->view.shape())
      continue;
    std::swap(step.operands[0], step.operands[1]);
    changed = true;
  }
  return changed;
}

// Reads every operand as if it were contiguous, from its own offset on or, if
// the storage ends before, from the start.
bool ignore_strides(Case& test_case) {
  return change_operands(test_case, [](CaseTensor& operand) {
    if (operand.view.is_c_contiguous()) return false;
    const View plain(operand.view.shape());
    const std::int64_t stored = std::ssize(*operand.storage);
    const std::int64_t start = operand.view.offset() + plain.numel() <= stored
                                   ? operand.view.offset()
                                   : 0;
    if (start + plain.numel() > stored) return false;
    operand.view = View(plain.shape(), plain.strides(), start);
    return true;
  });
}

bool ignore_offset(Case& test_case) {
  return change_operands(test_case, [](CaseTensor& operand) {
    if (operand.view.offset() == 0) return false;
    const View moved(operand.view.shape(), operand.view.strides(), 0);
    if (moved.bounds().first < 0) return false;
    operand.view = moved;
    return true;
  });
}

// Uses the first entry of a batch for all of them.
bool repeat_first_batch(Case& test_case) {
  return change_operands(test_case, [](CaseTensor& operand) {
    const View& view = operand.view;
    if (view.rank() < 3 || view.shape()[0] < 2 || view.strides()[0] == 0)
      return false;
    Strides strides = view.strides();
    strides[0] = 0;
    operand.view = View(view.shape(), strides, view.offset());
    return true;
  });
}

// Looks for the position along the reversed axis.
bool reverse_axis(Case& test_case) {
  Step* step = only_step(test_case);
  if (step == nullptr) return false;
  CaseTensor* operand = gives_positions(step->op)
                            ? tensor_of(test_case, step->operands.front())
                            : nullptr;
  if (operand == nullptr) return false;
  const auto axis = static_cast<std::size_t>(step->attributes.axis());
  if (axis >= operand->view.rank()) return false;
  std::vector<bool> flips(operand->view.rank(), false);
  flips[axis] = true;
  auto flipped = operand->view.flip(flips);
  if (!flipped) return false;
  operand->view = *std::move(flipped);
  return true;
}
bool reverse_positions(const Case& original, Case& prepared) {
  const Step& step = original.steps.front();
  const CaseTensor* operand = original.find(step.operands.front());
  const std::int64_t last =
      operand->view.shape()[static_cast<std::size_t>(step.attributes.axis())] -
      1;
  for (Expectation& expectation : prepared.expect)
    for (Permitted& permitted : expectation.any_of) {
      if (!permitted.accept.empty()) return false;
      for (ElementBits& bits : permitted.values)
        bits.re = static_cast<std::uint64_t>(last) - bits.re;
    }
  return true;
}

// Returns a dtype in which a library may compute in place of `dtype`, or
// `dtype` itself if `real` is no narrower format.
DType narrowed(DType dtype, DType real) {
  if (dtype == DType::kComplex128 && real == DType::kFloat32)
    return DType::kComplex64;
  const bool is_narrower =
      is_real(dtype) && format_of(real).precision < format_of(dtype).precision;
  return is_narrower ? real : dtype;
}

ElementBits converted(DType from, DType to, ElementBits bits) {
  const FloatFormat& source = format_of(from);
  const FloatFormat& target = format_of(to);
  const auto convert = [&](std::uint64_t part) {
    return encode_real(target, decode_real(source, part));
  };
  return {convert(bits.re), is_complex(to) ? convert(bits.im) : 0};
}

template <DType real>
bool narrow_operands(Case& test_case) {
  const bool has_elements = std::any_of(
      test_case.steps.begin(), test_case.steps.end(), [](const Step& step) {
        return step.attributes.find(AttributeKey::kValue) != nullptr ||
               step.attributes.find(AttributeKey::kDType) != nullptr;
      });
  if (has_elements) return false;
  bool changed = false;
  for (CaseTensor& tensor : test_case.tensors) {
    const DType to = narrowed(tensor.dtype, real);
    if (to == tensor.dtype) continue;
    if (tensor.recipe) return false;
    if (tensor.storage)
      for (ElementBits& bits : *tensor.storage)
        bits = converted(tensor.dtype, to, bits);
    tensor.dtype = to;
    changed = true;
  }
  for (Expectation& expectation : test_case.expect) expectation.exact = false;
  return changed;
}

// Gives the expectations of a case whose dtypes are narrower those of the
// original one.
bool widen_expectations(const Case& original, Case& prepared) {
  for (Expectation& expectation : prepared.expect) {
    const CaseTensor* out = original.find(expectation.tensor);
    DType wide = expectation.dtype;
    if (out != nullptr)
      wide = out->dtype;
    else if (is_complex(wide))
      wide = DType::kComplex128;
    else if (is_real(wide))
      wide = DType::kFloat64;
    const DType narrow = expectation.dtype;
    if (wide == narrow) continue;
    const auto widen = [&](ElementBits& bits) {
      bits = converted(narrow, wide, bits);
    };
    const FloatFormat& from = format_of(narrow);
    const FloatFormat& to = format_of(wide);
    expectation.dtype = wide;
    for (Permitted& permitted : expectation.any_of) {
      std::for_each(permitted.values.begin(), permitted.values.end(), widen);
      for (Acceptance& accept : permitted.accept) {
        accept.low = encode_real(to, decode_real(from, accept.low));
        accept.high = encode_real(to, decode_real(from, accept.high));
      }
      for (Alternatives& others : permitted.alternatives)
        std::for_each(others.elements.begin(), others.elements.end(), widen);
      permitted.residue.clear();
    }
  }
  return true;
}

constexpr Alteration kAlterations[] = {
    {"operands=swapped", swap_operands, keep_expectations},
    {"strides=ignored", ignore_strides, keep_expectations},
    {"offset=ignored", ignore_offset, keep_expectations},
    {"batch=first", repeat_first_batch, keep_expectations},
    {"ties=last", reverse_axis, reverse_positions},
    {"axis=first", use_first_axis, keep_expectations},
    {"axis=last", use_last_axis, keep_expectations},
    {"last=unread", skip_last, keep_expectations},
    {"tail_of_4=unread", skip_tail<4>, keep_expectations},
    {"tail_of_8=unread", skip_tail<8>, keep_expectations},
    {"tail_of_16=unread", skip_tail<16>, keep_expectations},
    {"index=plus_one", shift_indices<1>, shift_positions<1>},
    {"index=minus_one", shift_indices<-1>, shift_positions<-1>},
    {"computed_in=float32", narrow_operands<DType::kFloat32>,
     widen_expectations},
    {"computed_in=float16", narrow_operands<DType::kFloat16>,
     widen_expectations},
    {"computed_in=bfloat16", narrow_operands<DType::kBfloat16>,
     widen_expectations},
};
static_assert(std::equal(std::begin(kAlterations), std::end(kAlterations),
                         std::begin(kMistakes), std::end(kMistakes),
                         [](const Alteration& a, const Mistake& mistake) {
                           return a.name == mistake.name;
                         }),
              "every mistake has its alteration, in the order of kMistakes");

}  // namespace

std::span<const Alteration> all_alterations() { return kAlterations; }

const Alteration* alteration_named(std::string_view name) {
  for (const Alteration& alteration : kAlterations)
    if (alteration.name == name) return &alteration;
  return nullptr;
}

}  // namespace assay
