// Subjects that follow a policy value in the way in which real libraries do.
// Tested by tests/mutants/policy_axes_test.cc.
#pragma once

#include <complex>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Keeps what a view showed when it was made: a write to the memory that it
// shows makes a copy first.
class CopiesOnWrite : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok() || spec_of(call.op).signature.delivery != Delivery::kView)
      return made;
    for (const Tensor& view : *made) {
      auto shown = Reference::to_host(view);
      if (!shown) return shown.status();
      kept_.emplace_back(view, *std::move(shown));
    }
    return made;
  }
  Result<Bytes> to_host(const Tensor& tensor) override {
    for (const auto& [view, shown] : kept_)
      if (view.buffer == tensor.buffer && view.view == tensor.view)
        return shown;
    return Reference::to_host(tensor);
  }

 private:
  std::vector<std::pair<Tensor, Bytes>> kept_;
};

// Convolves over one axis by discrete Fourier transforms of planes, in float32.
class ConvolvesByTransforms : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    const bool is_convolved =
        made.ok() && call.op == "conv"_op && is_real(call.outs[0].dtype) &&
        call.attributes.integers(AttributeKey::kStride).size() == 1;
    if (is_convolved) convolve(call);
    return made;
  }

 private:
  using Number = std::complex<float>;
  using Numbers = std::vector<Number>;

  // Returns Σ_t x[t] · e^(sign·2πi·t·f / n) for each f.
  static Numbers transformed(const Numbers& x, int sign) {
    const std::size_t n = x.size();
    Numbers result(n);
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t t = 0; t < n; ++t) {
        const double turn = 2 * std::numbers::pi *
                            static_cast<double>(t * f % n) /
                            static_cast<double>(n);
        const Number root(static_cast<float>(std::cos(turn)),
                          static_cast<float>(sign * std::sin(turn)));
        result[f] += x[t] * root;
      }
    return result;
  }

  // Returns a plane with zeros, whose element k is at first + step·k.
  static Numbers spaced(const Tensor& tensor, Index at, std::size_t length,
                        std::int64_t first, std::int64_t step) {
    Numbers plane(length);
    for (at[2] = 0; at[2] < tensor.view.shape()[2]; ++at[2])
      plane[static_cast<std::size_t>(first + step * at[2])] =
          static_cast<float>(real_at(tensor, at));
    return plane;
  }

  static void convolve(const Call& call) {
    const Tensor& x = call.operands[0];
    const Tensor& weight = call.operands[1];
    const Tensor& out = call.outs[0];
    const Attributes& attributes = call.attributes;
    const auto [before, after] = attributes.padding()[0];
    const auto length =
        static_cast<std::size_t>(before + x.view.shape()[2] + after);
    const std::int64_t stride = attributes.integers(AttributeKey::kStride)[0];
    const std::int64_t inputs = weight.view.shape()[1];
    const std::int64_t of_group =
        weight.view.shape()[0] / attributes.integers(AttributeKey::kGroups)[0];
    for (std::int64_t n = 0; n < out.view.shape()[0]; ++n)
      for (std::int64_t o = 0; o < out.view.shape()[1]; ++o) {
        Numbers sum(length);
        for (std::int64_t c = 0; c < inputs; ++c) {
          const Numbers plane = transformed(
              spaced(x, {n, o / of_group * inputs + c, 0}, length, before, 1),
              -1);
          const Numbers filter = transformed(
              spaced(weight, {o, c, 0}, length, 0,
                     attributes.integers(AttributeKey::kDilation)[0]),
              -1);
          for (std::size_t f = 0; f < length; ++f)
            sum[f] += plane[f] * std::conj(filter[f]);
        }
        const Numbers windows = transformed(sum, 1);
        for (std::int64_t p = 0; p < out.view.shape()[2]; ++p) {
          float y = windows[static_cast<std::size_t>(stride * p)].real() /
                    static_cast<float>(length);
          if (attributes.flag(AttributeKey::kBiased))
            y += static_cast<float>(real_at(call.operands[2], {o}));
          put_at(out, {n, o, p}, {encode_real(format_of(out.dtype), y), 0});
        }
      }
  }
};

// Leaves the last tap out, and transforms planes otherwise.
class TransformsAllButTheLastTap : public ConvolvesByTransforms {
 public:
  using ConvolvesByTransforms::ConvolvesByTransforms;

  Result<Tensors> execute(const Call& call) override {
    if (call.op != "conv"_op) return ConvolvesByTransforms::execute(call);
    Call shorter = call;
    const Call copy{"copy"_op, {call.operands[1]}, {}, {}};
    shorter.operands[1] = (*Reference::execute(copy))[0];
    Index last = shorter.operands[1].view.shape();
    for (std::int64_t& extent : last) --extent;
    put_at(shorter.operands[1], last, {});
    return ConvolvesByTransforms::execute(shorter);
  }
};

// Computes attention with values of 16-bit floats rounded to six bits.
class RoundsValuesCoarsely : public ChangedCall {
 public:
  using ChangedCall::ChangedCall;

 private:
  void change(Call& call) override {
    if (call.op != "attention"_op) return;
    const Tensor values = copy_of(call.operands[2]);
    const int unused = format_of(values.dtype).precision - 6;
    replace_each(values, [unused](const Index&, ElementBits bits) {
      return ElementBits{bits.re >> unused << unused, 0};
    });
    call.operands[2] = values;
  }
};

}  // namespace assay::mutants
