// Mutants of dot_general, its update and einsum: axes that are paired, summed
// or placed in the wrong way, and factors that are lost.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "reference/lax/term_walk.h"
#include "spec/dot_axes.h"
#include "tests/mutants/call_mutants.h"
#include "tests/mutants/linear_mutants.h"

namespace assay::mutants::arrays {

inline bool is_einsum(const Call& call) { return call.op == "einsum"_op; }

// Returns the labels of the axes of a call.
inline Subscripts subscripts_of(const Call& call) {
  if (is_einsum(call))
    return *read_subscripts(
        call.attributes.integers(AttributeKey::kSubscripts));
  return dot_subscripts(call.attributes, call.operands[0].view.rank(),
                        call.operands[1].view.rank(), false);
}

inline bool has_elements(const Call& call) {
  return std::all_of(
      call.operands.begin(), call.operands.end(),
      [](const Tensor& operand) { return operand.view.numel() > 0; });
}

// Keeps `count` places of each axis with the label.
inline void keep_places(Call& call, const Subscripts& subscripts,
                        std::int64_t label, std::int64_t count) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    View& view = call.operands[i].view;
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (std::size_t axis = 0; axis < view.rank(); ++axis)
      ranges.emplace_back(
          0, subscripts.inputs[i][axis] == label ? count : view.shape()[axis]);
    view = *view.shrink(ranges);
  }
}
inline std::int64_t extent_with(const Call& call, const Subscripts& subscripts,
                                std::int64_t label) {
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    for (std::size_t axis = 0; axis < subscripts.inputs[i].size(); ++axis)
      if (subscripts.inputs[i][axis] == label)
        return call.operands[i].view.shape()[axis];
  return 0;
}

// Leaves out the terms at the last place of the first summed axis.
class ContractionDropsTheLastTerm : public ChangedCall {
  void change(Call& call) override {
    if (!has_elements(call)) return;
    const Subscripts subscripts = subscripts_of(call);
    const Labels summed = subscripts.summed();
    if (summed.empty()) return;
    const std::int64_t extent = extent_with(call, subscripts, summed[0]);
    if (extent > 1) keep_places(call, subscripts, summed[0], extent - 1);
  }
};

// Sums over the first summed axis alone.
class SumsOneAxis : public ChangedCall {
  void change(Call& call) override {
    if (!has_elements(call)) return;
    const Subscripts subscripts = subscripts_of(call);
    const Labels summed = subscripts.summed();
    for (std::size_t i = 1; i < summed.size(); ++i)
      keep_places(call, subscripts, summed[i], 1);
  }
};

// Takes the first element along labels that one operand alone has.
class TakesTheFirstOfLoneLabels : public ChangedCall {
  void change(Call& call) override {
    if (!has_elements(call)) return;
    const Subscripts subscripts = subscripts_of(call);
    for (const std::int64_t label : subscripts.summed())
      if (subscripts.operands_with(label) == 1)
        keep_places(call, subscripts, label, 1);
  }
};

// Reads the lists of rhs as if they ascended.
class SortsTheLists : public ChangedCall {
  void change(Call& call) override {
    for (const AttributeKey key :
         {AttributeKey::kRhsContracting, AttributeKey::kRhsBatch}) {
      Attributes::Integers list = call.attributes.integers(key);
      std::sort(list.begin(), list.end());
      call.attributes.set(key, list);
    }
  }
};

// Has kernels for some calls alone.
using IsRefused = bool (*)(const Subscripts& subscripts);
template <IsRefused is_refused>
class RefusesLabels : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (is_refused(subscripts_of(call)))
      return Status::invalid("there is no kernel for these axes");
    return Reference::execute(call);
  }
};
inline bool has_no_batch(const Subscripts& subscripts) {
  return std::none_of(
      subscripts.output.begin(), subscripts.output.end(),
      [&](std::int64_t label) { return subscripts.operands_with(label) > 1; });
}
inline bool has_no_free_axis(const Subscripts& subscripts) {
  return std::none_of(
      subscripts.output.begin(), subscripts.output.end(),
      [&](std::int64_t label) { return subscripts.operands_with(label) == 1; });
}
inline bool sums_nothing(const Subscripts& subscripts) {
  return subscripts.summed().empty();
}

// Gives ones where there is nothing to sum.
class GivesOnesForEmptySums : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Subscripts subscripts = subscripts_of(call);
    bool is_empty_sum = false;
    for (const std::int64_t label : subscripts.summed())
      is_empty_sum |= extent_with(call, subscripts, label) == 0;
    if (!is_empty_sum) return;
    for (const Tensor& result : results_of(call, made))
      replace_each(result, [&](const Index&, ElementBits) {
        return ElementBits{1, 0};
      });
  }
};

// Is off by the last bit.
class IsOffByOneBit : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    for (const Tensor& result : results_of(call, made))
      replace_each(result, [](const Index&, ElementBits bits) {
        return ElementBits{bits.re ^ 1, bits.im};
      });
  }
};

// Takes the largest integer for every sum whose top bit is set.
class ContractionSaturates : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    for (const Tensor& result : results_of(call, made)) {
      const int bits = spec_of(result.dtype).bits;
      const std::uint64_t top = std::uint64_t{1} << (bits - 1);
      replace_each(result, [&](const Index&, ElementBits element) {
        return (element.re & top) != 0 ? ElementBits{top - 1, 0} : element;
      });
    }
  }
};

// Rounds the elements of the operands to bfloat16.
class ShortensOperands : public ChangedCall {
  void change(Call& call) override {
    for (Tensor& operand : call.operands) {
      const FloatFormat& format = format_of(operand.dtype);
      const auto shorter = [&](std::uint64_t bits) {
        const double short_value = decode_real(
            kFormatBfloat16,
            encode_real(kFormatBfloat16, decode_real(format, bits)));
        return encode_real(format, short_value);
      };
      operand = copy_of(operand);
      replace_each(operand, [&](const Index&, ElementBits bits) {
        bits.re = shorter(bits.re);
        if (is_complex(operand.dtype)) bits.im = shorter(bits.im);
        return bits;
      });
    }
  }
};

// Conjugates lhs.
class ConjugatesTheFirst : public ChangedCall {
  void change(Call& call) override {
    Tensor& lhs = call.operands[0];
    if (!is_complex(lhs.dtype)) return;
    lhs = copy_of(lhs);
    replace_each(lhs, [&](const Index&, ElementBits bits) {
      return ElementBits{bits.re, bits.im ^ sign_bit(format_of(lhs.dtype))};
    });
  }
};

// Adds the products of real operands up in another way.
template <Addition add>
class ContractionAdds : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = results_of(call, made)[0];
    if (!is_real(result.dtype) || call.operands.size() != 2) return;
    const FloatFormat& format = format_of(result.dtype);
    const TermWalk walk(subscripts_of(call), call.operands);
    const auto value = [&](std::size_t operand, std::int64_t place) {
      const Tensor& from = call.operands[operand];
      return decode_real(format,
                         load_element(storage_of(from), from.dtype, place).re);
    };
    for (const Index& values : walk.label_indices()) {
      std::vector<Factors> terms;
      walk.each_term(values, [&](const std::vector<std::int64_t>& places) {
        terms.push_back({value(0, places[0]), value(1, places[1])});
      });
      put_at(result, walk.result_at(values),
             {encode_real(format, add(format, terms)), 0});
    }
  }
};

// Takes 0 for a sum that is NaN.
class TakesZeroForNan : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    for (const Tensor& result : results_of(call, made)) {
      const FloatFormat& format = format_of(result.dtype);
      replace_each(result, [&](const Index&, ElementBits bits) {
        return is_nan_bits(format, bits.re) ? ElementBits{} : bits;
      });
    }
  }
};

// Spreads a NaN to the whole result.
class SpreadsNan : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    for (const Tensor& result : results_of(call, made)) {
      const FloatFormat& format = format_of(result.dtype);
      bool has_nan = false;
      for (const Index& at : indices(result.view.shape()))
        has_nan |= is_nan_bits(format, element_at(result, at).re);
      if (!has_nan) continue;
      replace_each(result, [&](const Index&, ElementBits) {
        return ElementBits{quiet_nan_bits(format), 0};
      });
    }
  }
};

// Changes a factor of the update before it runs.
using ChangeFactor = void (*)(Call& call);
template <ChangeFactor change_factor>
class UpdatesWith : public ChangedCall {
  void change(Call& call) override { change_factor(call); }
};
inline Attributes::Integers integer_element(const Call& call, double value) {
  const FloatFormat& format = format_of(call.operands[0].dtype);
  return {static_cast<std::int64_t>(encode_real(format, value)), 0};
}
inline void ignore_alpha(Call& call) {
  call.attributes.set(AttributeKey::kAlpha, integer_element(call, 1));
}
inline void overwrite_out(Call& call) {
  call.attributes.set(AttributeKey::kBeta, integer_element(call, 0));
}
inline void ignore_flags(Call& call) {
  call.attributes.flag(AttributeKey::kLhsConj, false)
      .flag(AttributeKey::kRhsConj, false);
}
inline void swap_flags(Call& call) {
  const bool lhs = call.attributes.flag(AttributeKey::kLhsConj);
  const bool rhs = call.attributes.flag(AttributeKey::kRhsConj);
  call.attributes.flag(AttributeKey::kLhsConj, rhs)
      .flag(AttributeKey::kRhsConj, lhs);
}

// Multiplies out by beta also where beta is 0.
class ReadsOutForBetaZero : public Reference {
  Result<Tensors> execute(const Call& call) override {
    std::vector<bool> was_nan;
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    for (const Index& at : indices(out.view.shape()))
      was_nan.push_back(is_nan_bits(format, element_at(out, at).re));
    auto made = Reference::execute(call);
    std::size_t k = 0;
    replace_each(out, [&](const Index&, ElementBits bits) {
      return was_nan[k++] ? ElementBits{quiet_nan_bits(format), bits.im} : bits;
    });
    return made;
  }
};

// Returns at once where there is nothing to sum.
class ForgetsBetaForEmptySums : public Reference {
  Result<Tensors> execute(const Call& call) override {
    for (const Tensor& operand : call.operands)
      if (operand.view.numel() == 0) return Tensors{};
    return Reference::execute(call);
  }
};

// Writes zeros between the elements of out.
class ClearsTheGaps : public Reference {
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    const Tensor& out = call.outs[0];
    if (out.view.numel() == 0) return made;
    std::vector<std::int64_t> places;
    for (const Index& at : indices(out.view.shape()))
      places.push_back(out.view.linear_index(at));
    const auto [low, high] = out.view.bounds();
    for (std::int64_t place = low; place <= high; ++place)
      if (std::find(places.begin(), places.end(), place) == places.end())
        store_element(storage_of(out), out.dtype, place, {});
    return made;
  }
};

// Writes out as if it were contiguous.
class TakesOutForContiguous : public ChangedCall {
  void change(Call& call) override {
    View& view = call.outs[0].view;
    const std::int64_t offset =
        std::min(view.offset(), capacity_of(call.outs[0]) - view.numel());
    view = View(view.shape(), row_major_strides(view.shape()), offset);
  }
};

// Takes a row in place of the diagonal of a label that stands twice.
class TakesARowForTheDiagonal : public ChangedCall {
  void change(Call& call) override {
    if (!has_elements(call)) return;
    Subscripts subscripts = subscripts_of(call);
    std::int64_t next = 100;
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      for (std::size_t axis = 1; axis < subscripts.inputs[i].size(); ++axis) {
        Labels& labels = subscripts.inputs[i];
        const auto end = labels.begin() + static_cast<std::ptrdiff_t>(axis);
        if (std::find(labels.begin(), end, labels[axis]) == end) continue;
        View& view = call.operands[i].view;
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        for (const std::int64_t extent : view.shape())
          ranges.emplace_back(0, extent);
        ranges[axis].second = 1;
        view = *view.shrink(ranges);
        labels[axis] = next++;
      }
    call.attributes.set(AttributeKey::kSubscripts,
                        subscript_integers(subscripts));
  }
};

// Leaves ones off the diagonal of a result that has a label twice.
class LeavesOnesOffTheDiagonal : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Subscripts subscripts = subscripts_of(call);
    const Labels& output = subscripts.output;
    replace_each(made[0], [&](const Index& at, ElementBits bits) {
      for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
          if (output[i] == output[k] && at[i] != at[k])
            return ElementBits{1, 0};
      return bits;
    });
  }
};

// Sums a label that three operands have within the last of them.
class ForgetsTheThirdOperand : public ChangedCall {
  void change(Call& call) override {
    Subscripts subscripts = subscripts_of(call);
    if (subscripts.inputs.size() < 3 || !has_elements(call)) return;
    std::int64_t next = 100;
    for (std::int64_t& label : subscripts.inputs.back())
      if (subscripts.operands_with(label) > 2) label = next++;
    call.attributes.set(AttributeKey::kSubscripts,
                        subscript_integers(subscripts));
  }
};

// Gives the elements in the order of ascending labels.
class IgnoresTheOrder : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (!is_einsum(call)) return Reference::execute(call);
    Subscripts subscripts = subscripts_of(call);
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    std::sort(subscripts.output.begin(), subscripts.output.end());
    Call sorted = call;
    sorted.attributes.set(AttributeKey::kSubscripts,
                          subscript_integers(subscripts));
    auto other = Reference::execute(sorted);
    if (!other.ok()) return other;
    (*other)[0].view = View((*made)[0].view.shape());
    return other;
  }
};

}  // namespace assay::mutants::arrays
