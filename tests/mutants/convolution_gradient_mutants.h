// Mutants of the gradients of conv and conv_transpose: loops over the windows
// and the taps that scatter each product, with one fault.
#pragma once

#include <vector>

#include "tests/mutants/convolution_mutants.h"

namespace assay::mutants {

// Walks convolutions as Convolves does, and gradients too.
template <ConvolutionFault fault>
class ConvolvesBack : public Convolves<fault> {
 public:
  Result<Tensors> execute(const Call& call) override {
    const auto roles = roles_in(call);
    if (!roles) return Convolves<fault>::execute(call);
    auto made = Reference::execute(call);
    if (made.ok()) scatter(call, *roles);
    return made;
  }

 private:
  using Forward = Convolves<fault>;
  using typename Forward::Terms;
  static constexpr bool has(ConvolutionFault one) { return fault == one; }

  // The three tensors of a convolution, of which one is the result: window p of
  // the first has tap k over an element of the last.
  struct Roles {
    Tensor windows;
    Tensor weight;
    Tensor places;
    int result;  // which of them
  };

  static std::optional<Roles> roles_in(const Call& call) {
    const std::string_view op = name_of(call.op);
    const auto& all = call.operands;
    if (op == "conv_x_backward") return Roles{all[2], all[1], call.outs[0], 2};
    if (op == "conv_weight_backward")
      return Roles{all[2], call.outs[0], all[0], 1};
    if (op == "conv_transpose_x_backward")
      return Roles{call.outs[0], all[0], all[1], 0};
    if (op == "conv_transpose_weight_backward")
      return Roles{all[0], call.outs[0], all[2], 1};
    return std::nullopt;
  }

  static void scatter(const Call& call, const Roles& roles) {
    const Tensor& out = call.outs[0];
    const View place_of(out.view.shape());
    std::vector<Terms> sums(static_cast<std::size_t>(place_of.numel()),
                            Terms(out.dtype));
    const Shape& filter = roles.weight.view.shape();
    const std::int64_t groups =
        call.attributes.integers(AttributeKey::kGroups)[0];
    for (const Index& p : indices(roles.windows.view.shape()))
      for (const Index& ck : indices(Shape(filter.begin() + 1, filter.end()))) {
        Index w = {p[1]};
        w.insert(w.end(), ck.begin(), ck.end());
        std::int64_t group = p[1] / (filter[0] / groups);
        if (has(ConvolutionFault::kSharesChannels)) group = 0;
        Index at = {p[0], group * filter[1] + ck[0]};
        const bool is_inside = find_place(call, roles, p, w, at);
        if (!is_inside &&
            !(has(ConvolutionFault::kMultipliesPadding) && roles.result != 2))
          continue;
        const auto factor = [&](int role) {
          if (role == 0) return Forward::value(roles.windows, p);
          if (role == 1) return Forward::value(roles.weight, w);
          return is_inside ? Forward::value(roles.places, at) : 0.0;
        };
        const Index& to = roles.result == 0 ? p : roles.result == 1 ? w : at;
        sums[static_cast<std::size_t>(place_of.linear_index(to))].add(
            factor((roles.result + 1) % 3), factor((roles.result + 2) % 3));
      }
    double spoilt = 0;
    const auto& arguments = spec_of(call.op).signature.operands;
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if (has(ConvolutionFault::kReadsTheShape) && arguments[i].is_shape_only &&
          call.operands[i].view.numel() > 0)
        spoilt += 0 * Forward::value(call.operands[i],
                                     Index(call.operands[i].view.rank(), 0));
    for (const Index& at : indices(out.view.shape())) {
      const Terms& sum =
          sums[static_cast<std::size_t>(place_of.linear_index(at))];
      const bool is_left =
          has(ConvolutionFault::kLeavesTheRemainder) && sum.empty();
      Forward::put(out, at, is_left ? 1 : sum.sum() + spoilt);
    }
  }

  // Appends the place under tap w of window p, and returns whether it is
  // inside.
  static bool find_place(const Call& call, const Roles& roles, const Index& p,
                         const Index& w, Index& at) {
    const Shape& filter = roles.weight.view.shape();
    const Attributes& attributes = call.attributes;
    bool is_inside = true;
    for (std::size_t i = 0; i + 2 < p.size(); ++i) {
      const auto axis = Forward::axis_of(call, i);
      std::int64_t window = p[i + 2];
      if (has(ConvolutionFault::kCutsTheFront) && roles.result == 0)
        window += attributes.integers(AttributeKey::kOutputPadding)[i] /
                  attributes.integers(AttributeKey::kStride)[i];
      const std::int64_t tap = has(ConvolutionFault::kFlipsTheFilter)
                                   ? filter[i + 2] - 1 - w[i + 2]
                                   : w[i + 2];
      at.push_back(axis.stride * window + axis.dilation * tap - axis.before);
      is_inside = is_inside && at.back() >= 0 &&
                  at.back() < roles.places.view.shape()[i + 2];
    }
    return is_inside;
  }
};

}  // namespace assay::mutants
