// Mutants of layer_norm and batch_norm, and the mutant that rounds every step
// of an op to the dtype.
#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "tests/mutants/activation_mutants.h"

namespace assay::mutants::arrays {

// Says what is wrong with a row that is normalized.
enum class RowFault {
  kNone,
  kForgetsGamma,
  kForgetsBeta,
  kSampleVariance,  // divides by n - 1
  kEpsilonOutside,
  kDropsTheLast,
  kOnePass,  // in float32, or in float64 for that dtype
};

template <RowFault fault>
class NormalizesRows : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const std::int64_t axis = static_cast<std::int64_t>(out.view.rank()) - 1;
    const FloatFormat& format = format_of(out.dtype);
    const double epsilon = attribute_in(call, AttributeKey::kEpsilon);
    const bool is_biased = call.attributes.flag(AttributeKey::kBiased);
    for_each_slice(out, axis, [&](const Index& at) {
      Numbers x;
      for (ElementBits bits : slice_of(call.operands[0], at, axis))
        x.push_back(decode_real(format, bits.re));
      const auto [mean, variance] = statistics_of(x, out.dtype);
      const double root = fault == RowFault::kEpsilonOutside
                              ? std::sqrt(variance) + epsilon
                              : std::sqrt(variance + epsilon);
      std::vector<ElementBits> row;
      for (std::int64_t i = 0; i < std::ssize(x); ++i) {
        double y = (x[static_cast<std::size_t>(i)] - mean) / root;
        if (fault != RowFault::kForgetsGamma)
          y *= real_at(call.operands[1], {i});
        if (is_biased && fault != RowFault::kForgetsBeta)
          y += real_at(call.operands[2], {i});
        row.push_back({encode_real(format, y), 0});
      }
      put_slice(out, at, axis, row);
    });
  }

  struct Statistics {
    double mean = 0;
    double variance = 0;
  };
  static double accumulated(DType dtype, double value) {
    if (dtype == DType::kFloat64) return value;
    return static_cast<double>(static_cast<float>(value));
  }
  static Statistics statistics_of(const Numbers& x, DType dtype) {
    const auto n = static_cast<double>(x.size());
    Statistics found;
    double squares = 0;
    for (double e : x) found.mean += e / n;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double centred = x[i] - found.mean;
      if (fault != RowFault::kDropsTheLast || i + 1 < x.size())
        found.variance += centred * centred / n;
      squares = accumulated(dtype, squares + accumulated(dtype, x[i] * x[i]));
    }
    if (fault == RowFault::kSampleVariance) found.variance *= n / (n - 1);
    if (fault == RowFault::kOnePass)
      found.variance =
          accumulated(dtype, accumulated(dtype, squares / n) -
                                 accumulated(dtype, found.mean * found.mean));
    return found;
  }
};

// Takes the statistics of x itself, as in training.
class ComputesStatistics : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    double mean = 0;
    double count = 0;
    for (const Index& at : indices(out.view.shape())) {
      mean += real_at(call.operands[0], at);
      ++count;
    }
    replace_each(out, [&](const Index& at, ElementBits) {
      const double y = real_at(call.operands[0], at) - mean / count;
      return ElementBits{encode_real(format_of(out.dtype), y), 0};
    });
  }
};

// Takes the parameters of channel 0 for every channel.
class KnowsOneChannel : public ChangedCall {
  void change(Call& call) override {
    for (std::size_t i = 1; i < call.operands.size(); ++i) {
      View& view = call.operands[i].view;
      view = View(view.shape(), {0}, view.offset());
    }
  }
};

class KnowsImagesAlone : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.operands[0].view.rank() != 4)
      return Status::invalid("x has no two spatial axes");
    return Reference::execute(call);
  }
};

// A number that is rounded to a format after every operation.
class Stepped {
 public:
  Stepped(const FloatFormat& format, double value)
      : format_(&format),
        value_(decode_real(format, encode_real(format, value))) {}
  double value() const { return value_; }

  template <typename F>
  Stepped then(F f) const {
    return {*format_, f(value_)};
  }
  Stepped operator+(const Stepped& other) const {
    return {*format_, value_ + other.value_};
  }
  Stepped operator-(const Stepped& other) const {
    return {*format_, value_ - other.value_};
  }
  Stepped operator*(const Stepped& other) const {
    return {*format_, value_ * other.value_};
  }
  Stepped operator/(const Stepped& other) const {
    return {*format_, value_ / other.value_};
  }

 private:
  const FloatFormat* format_;
  double value_;
};

// Rounds every step to the dtype. Ops along an axis begin from their results,
// which are multiplied and divided by rounded sums of the slice.
class RoundsEachStep : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    const auto step = [&](double value) { return Stepped(format, value); };
    const auto square_root = [](double x) { return std::sqrt(x); };
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const Stepped right = step(decode_real(format, bits.re));
      const Stepped x = step(real_at(call.operands[0], at));
      const std::string_view op = name_of(call.op);
      const auto second = [&] { return step(real_at(call.operands[1], at)); };
      const Stepped one = step(1);
      const Stepped half = step(0.5);
      const auto power = [](double e) { return std::exp(e); };
      const auto share = [&](const Stepped& e) {
        return one / (one + (step(0) - e).then(power));
      };
      const Stepped normal = x.then([](double e) { return phi(e); });
      Stepped y = right;
      if (op == "gelu") y = x * half * (normal / half);
      if (op == "gelu_backward")
        y = second() *
            (normal + x * x.then([](double e) { return normal_density(e); }));
      if (op == "sigmoid") y = share(x);
      if (op == "sigmoid_backward") y = second() * x * (one - x);
      if (op == "hard_sigmoid")
        y = (step(attribute_in(call, AttributeKey::kAlpha)) * x +
             step(attribute_in(call, AttributeKey::kBeta)))
                .then([](double e) { return std::clamp(e, 0.0, 1.0); });
      if (op == "log_sigmoid")
        y = share(x).then([](double e) { return std::log(e); });
      if (op == "log_sigmoid_backward") y = second() * share(step(0) - x);
      if (op == "softmax" || op == "softmin" || op == "layer_norm")
        y = right * step(3) / step(3);
      if (op == "log_softmax")
        y = right.then(power).then([](double e) { return std::log(e); });
      if (op == "batch_norm") {
        const auto of_channel = [&](std::size_t k) {
          return step(real_at(call.operands[k], {at[1]}));
        };
        const Stepped root =
            (of_channel(4) + step(attribute_in(call, AttributeKey::kEpsilon)))
                .then(square_root);
        y = (x - of_channel(3)) / root * of_channel(1) + of_channel(2);
      }
      return ElementBits{encode_real(format, y.value()), 0};
    });
  }
};

}  // namespace assay::mutants::arrays
