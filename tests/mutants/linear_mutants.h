// Mutants of the linear layer and of its gradients: terms that are lost,
// factors that are skipped, and sums that are rounded or kept in the wrong way.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants::arrays {

// Returns a view without its last place along an axis.
inline View one_less(const View& view, std::size_t axis) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (std::int64_t extent : view.shape()) ranges.emplace_back(0, extent);
  --ranges[axis].second;
  return *view.shrink(ranges);
}

// Leaves out the terms at the last place of an axis that is summed over.
class LinearDropsTheLastTerm : public ChangedCall {
  void change(Call& call) override {
    const auto shrink = [&](std::size_t operand, std::size_t axis) {
      View& view = call.operands[operand].view;
      if (view.shape()[axis] > 1) view = one_less(view, axis);
    };
    for (const Tensor& operand : call.operands)
      if (operand.view.numel() == 0) return;
    if (call.op == "linear"_op) {
      shrink(0, call.operands[0].view.rank() - 1);
      shrink(1, 0);
    } else if (call.op == "linear_x_backward"_op) {
      shrink(0, 1);
      shrink(1, call.operands[1].view.rank() - 1);
    } else if (call.op == "linear_weight_backward"_op) {
      if (call.operands[0].view.rank() < 2) return;
      shrink(0, 0);
      shrink(1, 0);
    } else {
      const auto axis = static_cast<std::size_t>(call.attributes.axis());
      for (std::size_t i = 0; i < call.operands[0].view.rank(); ++i)
        if (i != axis) return shrink(0, i);
    }
  }
};

// Works on matrices alone.
class LinearKnowsMatricesAlone : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const std::size_t operand = call.op == "linear_x_backward"_op ? 1 : 0;
    if (call.operands[operand].view.rank() != 2)
      return Status::invalid("there is a kernel for matrices alone");
    return Reference::execute(call);
  }
};

class LinearForgetsTheBias : public ChangedCall {
  void change(Call& call) override {
    if (call.operands.size() < 3) return;
    call.operands.pop_back();
    call.attributes.flag(AttributeKey::kBiased, false);
  }
};

// Writes nothing where there is nothing to sum.
class LinearSkipsEmptySums : public Reference {
  Result<Tensors> execute(const Call& call) override {
    for (const Tensor& operand : call.operands)
      if (operand.view.numel() == 0) return Tensors{};
    return Reference::execute(call);
  }
};

// Reads weight as (outputs, inputs) where it is square, and in general the
// elements in that order.
class LinearTransposesWeight : public ChangedCall {
  void change(Call& call) override {
    Tensor& weight = call.operands[call.op == "linear"_op ? 1 : 0];
    const Tensor from = weight;
    if (from.view.numel() == 0) return;
    Tensor& copy = weight = copy_of(from);
    const Shape& shape = from.view.shape();
    const Shape turned = {shape[1], shape[0]};
    replace_each(copy, [&](const Index& at, ElementBits) {
      const Index there = {at[1], at[0]};
      std::int64_t k = View(turned).linear_index(there);
      return element_at(from, {k / shape[1], k % shape[1]});
    });
  }
};

// A product of two factors, or a term alone.
struct Factors {
  double left = 0;
  double right = 1;
};

// Returns the factors of the terms of an element of the result.
inline std::vector<Factors> factors_of(const Call& call, const Index& at) {
  std::vector<Factors> terms;
  const auto with = [](Index index, std::int64_t last) {
    index.back() = last;
    return index;
  };
  const Tensor& first = call.operands[0];
  if (call.op == "bias_backward"_op) {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    Shape others = first.view.shape();
    others[axis] = 1;
    for (Index from : indices(others)) {
      from[axis] = at[0];
      terms.push_back({real_at(first, from)});
    }
    return terms;
  }
  const Tensor& second = call.operands[1];
  const Shape& shape = first.view.shape();
  if (call.op == "linear"_op) {
    for (std::int64_t i = 0; i < shape.back(); ++i)
      terms.push_back(
          {real_at(first, with(at, i)), real_at(second, {i, at.back()})});
    if (call.operands.size() == 3)
      terms.push_back({real_at(call.operands[2], {at.back()})});
  } else if (call.op == "linear_x_backward"_op) {
    for (std::int64_t j = 0; j < shape.back(); ++j)
      terms.push_back(
          {real_at(first, {at.back(), j}), real_at(second, with(at, j))});
  } else {
    Shape rows = shape;
    rows.back() = 1;
    for (const Index& row : indices(rows))
      terms.push_back({real_at(first, with(row, at[0])),
                       real_at(second, with(row, at[1]))});
  }
  return terms;
}

// Adds the terms up in another way.
using Addition = double (*)(const FloatFormat& format,
                            const std::vector<Factors>& terms);
template <Addition add>
class LinearAdds : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits) {
      return ElementBits{encode_real(format, add(format, factors_of(call, at))),
                         0};
    });
  }
};

// Rounds every partial sum to the dtype.
inline double rounding_each_step(const FloatFormat& format,
                                 const std::vector<Factors>& terms) {
  double sum = 0;
  for (const Factors& term : terms)
    sum =
        decode_real(format, encode_real(format, sum + term.left * term.right));
  return sum;
}
// Skips the terms of which a factor is 0, and infinite factors of 1.
inline double skipping_zeros(const FloatFormat&,
                             const std::vector<Factors>& terms) {
  double sum = 0;
  for (const Factors& term : terms)
    if (term.left != 0 && term.right != 0) sum += term.left * term.right;
  return sum;
}
inline double in_float32(const FloatFormat&,
                         const std::vector<Factors>& terms) {
  float sum = 0;
  for (const Factors& term : terms)
    sum += static_cast<float>(term.left) * static_cast<float>(term.right);
  return static_cast<double>(sum);
}
// Rounds the factors to bfloat16.
inline double with_short_factors(const FloatFormat&,
                                 const std::vector<Factors>& terms) {
  const auto shorter = [](double x) {
    return decode_real(kFormatBfloat16, encode_real(kFormatBfloat16, x));
  };
  double sum = 0;
  for (const Factors& term : terms)
    sum += shorter(term.left) * shorter(term.right);
  return sum;
}
// Takes a sum that is NaN for 0.
inline double losing_nan(const FloatFormat&,
                         const std::vector<Factors>& terms) {
  double sum = 0;
  for (const Factors& term : terms) sum += term.left * term.right;
  return std::isnan(sum) ? 0 : sum;
}

// Takes the largest integer for every sum whose top bit is set.
class LinearSaturates : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const int bits = spec_of(out.dtype).bits;
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    replace_each(out, [&](const Index&, ElementBits element) {
      return (element.re & top) != 0 ? ElementBits{top - 1, 0} : element;
    });
  }
};

}  // namespace assay::mutants::arrays
