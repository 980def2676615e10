// Mutants of reductions and scans: terms left out or counted twice, narrow or
// saturating accumulators, other axes, ties, orders that vary.
#pragma once

#include <cmath>
#include <vector>

#include "spec/op_table.h"
#include "tests/mutants/integer_mutants.h"

namespace assay::mutants {

inline bool is_product(const Call& call) {
  return call.op == "reduce_prod"_op || (call.op == "associative_scan"_op &&
                                         call.attributes.op() == Scan::kProd);
}
inline bool is_sum(const Call& call) {
  return call.op == "reduce_sum"_op || (call.op == "associative_scan"_op &&
                                        call.attributes.op() == Scan::kSum);
}
// The axis that is worked along; the first of several, none of an empty set.
inline std::int64_t axis_of(const Call& call) {
  if (call.attributes.find(AttributeKey::kAxis) != nullptr)
    return call.attributes.axis();
  const auto& axes = call.attributes.axes();
  return axes.empty() ? -1 : axes.front();
}
// Returns the index in the result to which the operand's element at `at`
// contributes.
inline Index reduced_index(const Call& call, const Index& at) {
  if (call.op == "associative_scan"_op) return at;
  const bool keepdims = call.attributes.keepdims();
  std::vector<bool> reduced(at.size(), false);
  if (const auto* axes = call.attributes.find(AttributeKey::kAxes))
    for (std::int64_t axis : *axes)
      reduced[static_cast<std::size_t>(axis)] = true;
  else
    reduced[static_cast<std::size_t>(call.attributes.axis())] = true;
  Index place;
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    if (!reduced[axis]) place.push_back(at[axis]);
    if (reduced[axis] && keepdims) place.push_back(0);
  }
  return place;
}
// A neutral element: 1 of products, else 0.
inline ElementBits neutral_of(const Call& call, DType dtype) {
  if (!is_product(call)) return {};
  if (!is_real(dtype) && !is_complex(dtype)) return {1};
  return {encode_real(format_of(dtype), 1)};
}

// Reads one element along the axis as another: the last, a middle one or the
// first of slices that are long enough, so that a term is lost.
class LosesATerm : public MisreadOperands {
 protected:
  // Returns the position that is lost, or -1 for none.
  virtual std::int64_t lost(std::int64_t extent) = 0;

 private:
  void misread_call(Call& call) final {
    const std::int64_t along = axis_of(call);
    if (along < 0) return;
    const auto axis = static_cast<std::size_t>(along);
    Tensor& x = call.operands[0];
    const std::int64_t position = lost(x.view.shape()[axis]);
    if (position < 0 || x.view.strides()[axis] == 0) return;
    x = copy_of(x);
    const ElementBits neutral = neutral_of(call, x.dtype);
    replace_each(x, [&](const Index& at, ElementBits bits) {
      return at[axis] == position ? neutral : bits;
    });
  }
};
class LosesTheLastTerm : public LosesATerm {
  std::int64_t lost(std::int64_t extent) override { return extent - 1; }
};
class LosesTheFirstTerm : public LosesATerm {
  std::int64_t lost(std::int64_t) override { return 0; }
};
// Blocks of eight, of which the first element of the second is skipped.
class LosesATermBetweenBlocks : public LosesATerm {
  std::int64_t lost(std::int64_t extent) override {
    return extent > 8 ? 8 : -1;
  }
};
// Reads the last element again in place of the first one if the extent of the
// axis is not a multiple of eight.
class CountsATermTwice : public MisreadOperands {
  void misread_call(Call& call) override {
    const std::int64_t along = axis_of(call);
    if (along < 0) return;
    const auto axis = static_cast<std::size_t>(along);
    const Tensor x = call.operands[0];
    const std::int64_t extent = x.view.shape()[axis];
    if (extent < 2 || x.view.strides()[axis] == 0) return;
    call.operands[0] = copy_of(x);
    replace_each(call.operands[0], [&](const Index& at, ElementBits bits) {
      if (at[axis] != 0) return bits;
      Index last = at;
      last[axis] = extent - 1;
      return element_at(x, last);
    });
  }
};

// Uses one accumulator of the dtype, rounded at every step, for sums and
// products of floats.
class AccumulatesInTheDType : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const Tensor& x = call.operands[0];
    if (!is_real(out.dtype) || !(is_sum(call) || is_product(call))) return;
    if (x.view.numel() > 1 << 20) return;
    const FloatFormat& format = format_of(out.dtype);
    const bool is_scan = call.op == "associative_scan"_op;
    const double start = is_product(call) ? 1 : 0;
    std::vector<double> sums(
        static_cast<std::size_t>(std::max<std::int64_t>(1, x.view.numel())),
        start);
    for (const Index& at : indices(x.view.shape())) {
      Index place = reduced_index(call, at);
      Index key = place;
      if (is_scan) key[static_cast<std::size_t>(axis_of(call))] = 0;
      double& sum = sums[static_cast<std::size_t>(out.view.linear_index(key))];
      const double term = real_at(x, at);
      sum = decode_real(
          format,
          encode_real(format, is_product(call) ? sum * term : sum + term));
      put_at(out, place, {encode_real(format, sum)});
    }
  }
};

// Sums and products of integers that stop at the ends of the range.
class AccumulatesWithSaturation : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const Tensor& x = call.operands[0];
    if (!is_integer(out.dtype) || !(is_sum(call) || is_product(call))) return;
    const bool is_scan = call.op == "associative_scan"_op;
    const auto count =
        static_cast<std::size_t>(std::max<std::int64_t>(1, x.view.numel()));
    std::vector<ElementBits> sums(count, neutral_of(call, out.dtype));
    for (const Index& at : indices(x.view.shape())) {
      Index place = reduced_index(call, at);
      Index key = place;
      if (is_scan) key[static_cast<std::size_t>(axis_of(call))] = 0;
      ElementBits& sum =
          sums[static_cast<std::size_t>(out.view.linear_index(key))];
      const Wide term = wide_at(x, at);
      const Wide before = category_of(out.dtype) == Category::kSigned
                              ? Wide{signed_value(out.dtype, sum)}
                              : static_cast<Wide>(sum.re);
      sum = is_product(call)
                ? saturated(out.dtype, static_cast<long double>(before) *
                                           static_cast<long double>(term))
                : saturated(out.dtype, before + term);
      put_at(out, place, sum);
    }
  }
};

// A float32 counter stops at 2^24.
class StopsAtTwoToThe24 : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (out.dtype != DType::kFloat32) return;
    replace_each(out, [](const Index&, ElementBits bits) {
      const double sum = decode_real(kFormatFloat32, bits.re);
      return ElementBits{encode_real(kFormatFloat32, std::min(sum, 0x1p24))};
    });
  }
};

// Sums of floats from the first term to the last, and back the next time: what
// threads that race do.
class VariesTheOrder : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const Tensor& x = call.operands[0];
    if (!is_real(out.dtype) || !(is_sum(call) || is_product(call)) ||
        call.op == "associative_scan"_op || x.view.numel() > 1 << 20)
      return;
    const FloatFormat& format = format_of(out.dtype);
    const float start = is_product(call) ? 1 : 0;
    std::vector<float> sums(static_cast<std::size_t>(out.view.numel()), start);
    std::vector<Index> order;
    for (const Index& at : indices(x.view.shape())) order.push_back(at);
    if (++calls_ % 2 == 0) std::reverse(order.begin(), order.end());
    for (const Index& at : order) {
      float& sum = sums[static_cast<std::size_t>(
          out.view.linear_index(reduced_index(call, at)))];
      const auto term = static_cast<float>(real_at(x, at));
      sum = is_product(call) ? sum * term : sum + term;
    }
    std::size_t i = 0;
    replace_each(out, [&](const Index&, ElementBits) {
      return ElementBits{encode_real(format, static_cast<double>(sums[i++]))};
    });
  }
  int calls_ = 0;
};

// The first axis for the one that is asked for, where it is as long.
class ReducesTheFirstAxis : public MisreadOperands {
  void misread_call(Call& call) override {
    const std::int64_t along = axis_of(call);
    if (along < 1) return;
    Tensor& x = call.operands[0];
    const auto axis = static_cast<std::size_t>(along);
    const Tensor from = x;
    x = copy_of(x);
    const Shape& shape = x.view.shape();
    replace_each(x, [&](const Index& at, ElementBits) {
      Index swapped = at;
      swapped[0] = at[axis] % shape[0];
      swapped[axis] = at[0] % shape[axis];
      return element_at(from, swapped);
    });
  }
};
// Reduces only the first of several axes and reads the others at index 0.
class ReducesOneAxisAlone : public MisreadOperands {
  void misread_call(Call& call) override {
    const auto* axes = call.attributes.find(AttributeKey::kAxes);
    if (axes == nullptr || axes->size() < 2) return;
    Tensor& x = call.operands[0];
    Strides strides = x.view.strides();
    for (std::size_t i = 1; i < axes->size(); ++i)
      strides[static_cast<std::size_t>((*axes)[i])] = 0;
    x.view = View(x.view.shape(), strides, x.view.offset());
  }
};

// The opposite extremum.
class TakesTheOtherExtremum : public MisreadOperands {
  void misread_call(Call& call) override {
    if (call.op == "reduce_max"_op)
      call.op = "reduce_min"_op;
    else if (call.op == "reduce_min"_op)
      call.op = "reduce_max"_op;
    else if (call.op == "argmax"_op)
      call.op = "argmin"_op;
    else if (call.op == "argmin"_op)
      call.op = "argmax"_op;
  }
};

// Takes the last of equal elements.
class TakesTheLastTie : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const Tensor& x = call.operands[0];
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    for (const Index& at : indices(x.view.shape())) {
      const Index place = reduced_index(call, at);
      Index chosen = at;
      chosen[axis] = static_cast<std::int64_t>(element_at(out, place).re);
      if (at[axis] > chosen[axis] && element_at(x, at) == element_at(x, chosen))
        put_at(out, place, {static_cast<std::uint64_t>(at[axis])});
    }
  }
};

// Answers zeros, or what stood there, for what has no answer.
class AnswersOverNothing : public Reference {
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made.status().code != StatusCode::kInvalid || !is_computing(call))
      return made;
    replace_each(call.outs[0],
                 [](const Index&, ElementBits) { return ElementBits{}; });
    return Tensors{};
  }
};
// Answers the neutral element of the other op over nothing.
class SwapsTheNeutralElement : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (call.operands[0].view.numel() > 0) return;
    const bool has_parts = is_real(out.dtype) || is_complex(out.dtype);
    replace_each(out, [&](const Index&, ElementBits) {
      if (is_product(call)) return ElementBits{};
      return ElementBits{has_parts ? encode_real(format_of(out.dtype), 1) : 1};
    });
  }
};

// Prefixes without their last term.
class ScansExclusively : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const std::int64_t axis = call.attributes.axis();
    const ElementBits neutral = neutral_of(call, out.dtype);
    for_each_slice(out, axis, [&](const Index& at) {
      auto slice = slice_of(out, at, axis);
      slice.insert(slice.begin(), neutral);
      slice.pop_back();
      put_slice(out, at, axis, slice);
    });
  }
};

}  // namespace assay::mutants
