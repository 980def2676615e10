// Fills the operands of contractions by the labels of their axes.
// Tested by tests/harness/lax/contraction_labels_test.cc.
#include "harness/lax/contraction_labels.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Stands for the value of a label that an operand does not have.
constexpr std::int64_t kAbsent = -1;

// Holds the values of all labels at an element of an operand.
struct LabelValues {
  std::vector<std::int64_t> values;
  bool is_on_diagonal = true;  // of labels that stand twice
};

LabelValues values_at(const LabelledCall& labelled, std::size_t operand,
                      const Index& at) {
  LabelValues found{
      std::vector<std::int64_t>(labelled.extents.size(), kAbsent)};
  const Labels& labels = labelled.subscripts.inputs[operand];
  for (std::size_t axis = 0; axis < labels.size(); ++axis) {
    std::int64_t& value = found.values[static_cast<std::size_t>(labels[axis])];
    found.is_on_diagonal &= value == kAbsent || value == at[axis];
    value = at[axis];
  }
  return found;
}

// Returns an operand whose elements are f(k, values of labels).
template <typename F>
DrawnOperand filled(const LabelledCall& labelled, std::size_t operand, F f) {
  const Shape shape = labelled.shape_of(operand);
  std::int64_t k = 0;
  const auto elements = std::make_shared<const std::vector<ElementBits>>(
      elements_by_index(shape, [&](const Index& at) {
        return f(k++, values_at(labelled, operand, at));
      }));
  return {shape, [elements](std::size_t at) { return (*elements)[at]; }};
}

// Says at which value of each summed label the factors are not 0.
class HotValues {
 public:
  HotValues(const LabelledCall& labelled, std::size_t shown, std::int64_t step)
      : labelled_(labelled), shown_(shown), step_(step) {}

  // Returns whether each summed label of the operand has its value.
  bool are_at(std::size_t operand, const LabelValues& found) const {
    for (const std::int64_t label : labelled_.subscripts.summed()) {
      const std::int64_t value = found.values[static_cast<std::size_t>(label)];
      if (value != kAbsent && value != hot_value(label, operand, found))
        return false;
    }
    return true;
  }

 private:
  // The value depends on a label of the result if no other operand has to agree
  // with it.
  std::int64_t hot_value(std::int64_t label, std::size_t operand,
                         const LabelValues& found) const {
    const Subscripts& subscripts = labelled_.subscripts;
    const std::int64_t extent =
        labelled_.extents[static_cast<std::size_t>(label)];
    const bool is_shown = has(shown_, label);
    const bool agrees = subscripts.operands_with(label) > (is_shown ? 2 : 1) ||
                        operand == shown_;
    std::int64_t sum = label + 1;
    if (!agrees)
      for (const std::int64_t kept : subscripts.output)
        if (has(operand, kept))
          sum += step_ * found.values[static_cast<std::size_t>(kept)];
    return sum % extent;
  }
  bool has(std::size_t operand, std::int64_t label) const {
    return Subscripts::count_in(labelled_.subscripts.inputs[operand], label) >
           0;
  }

  const LabelledCall& labelled_;
  std::size_t shown_;
  std::int64_t step_;
};

// Returns whether the shown operand is 0 where a label has not the hot value.
// It is if no other operand has the label.
bool is_hidden(const LabelledCall& labelled, std::size_t shown,
               const LabelValues& found) {
  LabelValues lone = found;
  for (std::size_t label = 0; label < lone.values.size(); ++label)
    if (labelled.subscripts.operands_with(static_cast<std::int64_t>(label)) > 1)
      lone.values[label] = kAbsent;
  return found.is_on_diagonal &&
         !HotValues(labelled, shown, 0).are_at(shown, lone);
}

ElementBits signed_integer(DType dtype, std::int64_t most,
                           ValueStream& stream) {
  const auto magnitude = static_cast<std::int64_t>(
      1 + stream.below(static_cast<std::uint64_t>(most)));
  const std::uint64_t turn = stream.below(4);
  const ElementBits bits =
      small_integer(dtype, turn % 2 == 0 ? magnitude : -magnitude);
  if (!is_complex(dtype) || turn < 2) return bits;
  return {bits.im, bits.re};
}

}  // namespace

Shape LabelledCall::shape_of(std::size_t operand) const {
  Shape shape;
  for (const std::int64_t label : subscripts.inputs[operand])
    shape.push_back(extents[static_cast<std::size_t>(label)]);
  return shape;
}

Shape LabelledCall::result_shape() const {
  Shape shape;
  for (const std::int64_t label : subscripts.output)
    shape.push_back(extents[static_cast<std::size_t>(label)]);
  return shape;
}

std::int64_t LabelledCall::term_count() const {
  std::int64_t count = 1;
  for (const std::int64_t label : subscripts.summed())
    count *= extents[static_cast<std::size_t>(label)];
  return count;
}

ValueStream stream_of(const CallWish& wish, std::uint32_t number) {
  std::uint64_t seed = static_cast<std::uint64_t>(wish.number);
  for (std::size_t k = 0; k + 1 < kChoiceCount; ++k)
    seed = seed << 6 | static_cast<std::uint64_t>(wish.choose(k, 64));
  return ValueStream(seed, number);
}

Labels shuffled(Labels list, ValueStream& stream) {
  for (std::size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[stream.below(i)]);
  return list;
}

std::vector<DrawnOperand> plain_operands(const LabelledCall& labelled) {
  std::vector<DrawnOperand> operands;
  for (std::size_t i = 0; i < labelled.subscripts.inputs.size(); ++i)
    operands.push_back({labelled.shape_of(i)});
  return operands;
}

std::vector<DrawnOperand> telling_operands(const LabelledCall& labelled,
                                           DType dtype, std::size_t shown,
                                           std::int64_t step) {
  const HotValues hot(labelled, shown, step);
  std::vector<DrawnOperand> operands;
  for (std::size_t i = 0; i < labelled.subscripts.inputs.size(); ++i)
    operands.push_back(
        filled(labelled, i, [&](std::int64_t k, const LabelValues& found) {
          if (i != shown)  // what is off the diagonal must not be read
            return small_integer(
                dtype, !found.is_on_diagonal || hot.are_at(i, found) ? 1 : 0);
          return is_hidden(labelled, shown, found) ? small_integer(dtype, 0)
                                                   : address_element(dtype, k);
        }));
  return operands;
}

std::vector<DrawnOperand> integer_operands(const LabelledCall& labelled,
                                           DType dtype, std::int64_t most,
                                           ValueStream stream) {
  // Rungs have a million elements, so these are not stored.
  std::vector<DrawnOperand> operands = plain_operands(labelled);
  for (DrawnOperand& operand : operands)
    operand.element = [dtype, most, own = ValueStream(stream.next(), 1044)](
                          std::size_t) mutable {
      return signed_integer(dtype, most, own);
    };
  return operands;
}

std::vector<DrawnOperand> isolated_operands(const LabelledCall& labelled,
                                            DType dtype, std::int64_t most,
                                            ValueStream stream,
                                            std::int64_t label,
                                            std::int64_t value) {
  std::vector<DrawnOperand> operands =
      integer_operands(labelled, dtype, most, stream);
  const std::size_t last = operands.size() - 1;
  auto drawn = operands[last].element;
  operands[last] =
      filled(labelled, last, [&](std::int64_t k, const LabelValues& found) {
        const std::int64_t own = found.values[static_cast<std::size_t>(label)];
        return own == kAbsent || own == value
                   ? drawn(static_cast<std::size_t>(k))
                   : small_integer(dtype, 0);
      });
  return operands;
}

std::vector<DrawnOperand> moderate_operands(const LabelledCall& labelled,
                                            DType dtype, ValueStream stream) {
  const FloatFormat& format = format_of(dtype);
  const auto component = [&] {
    const double magnitude =
        std::ldexp(1 + stream.unit(), stream.below(2) == 0 ? -1 : 0);
    return encode_real(format, stream.below(2) == 0 ? magnitude : -magnitude);
  };
  std::vector<DrawnOperand> operands;
  for (std::size_t i = 0; i < labelled.subscripts.inputs.size(); ++i)
    operands.push_back(
        filled(labelled, i, [&](std::int64_t, const LabelValues&) {
          ElementBits bits{component(), 0};
          if (is_complex(dtype)) bits.im = component();
          return bits;
        }));
  return operands;
}

std::int64_t exact_magnitude(DType dtype, std::int64_t terms, std::size_t n) {
  constexpr std::int64_t kMost = 7;
  if (is_integer(dtype)) return kMost;
  const double room = std::ldexp(1.0, format_of(dtype).precision) /
                      static_cast<double>(std::max<std::int64_t>(terms, 1));
  std::int64_t most = kMost;
  while (most > 0 &&
         std::pow(static_cast<double>(most), static_cast<double>(n)) > room)
    --most;
  return most;
}

}  // namespace assay
