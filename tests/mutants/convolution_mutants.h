// Mutants of conv and conv_transpose: loops over the elements and the taps,
// with one fault.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

enum class ConvolutionFault {
  kFlipsTheFilter,
  kStepsByOne,      // takes stride for 1
  kStaysTogether,   // takes dilation for 1
  kForgetsPadding,  // takes padding for 0
  kPadsBothAlike,   // takes the padding after an axis for that before it
  kForgetsTheBias,
  kHasOneBias,      // adds the first bias to every channel
  kSharesChannels,  // every group sees the channels of the first
  kMixesGroups,     // the output channels of groups alternate
  kDropsTheLastTap,
  kDoublesTheFirstTap,
  kSkipsEveryEighthInput,
  kMultipliesPadding,    // the weight times 0 is a term
  kSkipsZeros,           // leaves products with 0 out, 0·inf too
  kSpreadsNan,           // adds 0 times the next output channel
  kForgetsWhatIsLonger,  // leaves 0 in what output_padding adds
  kKeepsTheLastTerm,     // stores where it must add
  kTransposesChannels,   // takes the weight's channels in the other order
  kLeavesZerosInGaps,    // without the bias
  kAlignsAtTheEnd,       // the last window ends with x
  kRoundsEachStep,       // every sum, to the dtype
  kRoundsProducts,       // to half of the dtype's digits
  kSaturates,            // integers
  kLeavesTheRemainder,   // writes 1 where a gradient has no terms
  kCutsTheFront,         // keeps the last windows of a gradient of x
  kReadsTheShape,        // adds 0 times the operand that lends its shape
};

// Walks a convolution with loops, in double. Integers wrap when they are
// stored, so operands must be small unless nothing but the fault counts.
template <ConvolutionFault fault>
class Convolves : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    const bool is_transposed = name_of(call.op) == "conv_transpose";
    if (name_of(call.op) != "conv" && !is_transposed)
      return Reference::execute(call);
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    const Tensor& out = call.outs[0];
    for (const Index& at : indices(out.view.shape()))
      put(out, at, is_transposed ? scattered(call, at) : gathered(call, at));
    return made;
  }

 protected:
  static constexpr bool has(ConvolutionFault one) { return fault == one; }

  static double value(const Tensor& tensor, const Index& at) {
    const ElementBits bits = element_at(tensor, at);
    if (is_real(tensor.dtype)) return real_at(tensor, at);
    const int unused = 64 - spec_of(tensor.dtype).bits;
    if (category_of(tensor.dtype) == Category::kUnsigned)
      return static_cast<double>(bits.re);
    return static_cast<double>(static_cast<std::int64_t>(bits.re << unused) >>
                               unused);
  }
  static void put(const Tensor& out, const Index& at, double x) {
    if (is_real(out.dtype)) {
      put_at(out, at, {encode_real(format_of(out.dtype), x), 0});
      return;
    }
    const int unused = 64 - spec_of(out.dtype).bits;
    double stored = std::remainder(x, 0x1p64);
    if (has(ConvolutionFault::kSaturates)) {
      const bool is_unsigned = category_of(out.dtype) == Category::kUnsigned;
      const double end = std::ldexp(1.0, 64 - unused - (is_unsigned ? 0 : 1));
      stored = std::clamp(x, is_unsigned ? 0 : -end, end - 1);
    }
    const auto bits = static_cast<std::uint64_t>(
        static_cast<std::int64_t>(std::clamp(stored, -0x1p62, 0x1p62)));
    put_at(out, at, {bits << unused >> unused, 0});
  }

  // The options along one axis, with the fault.
  struct Axis {
    std::int64_t stride;
    std::int64_t dilation;
    std::int64_t before;
  };
  static Axis axis_of(const Call& call, std::size_t i) {
    const Attributes& attributes = call.attributes;
    Axis axis{attributes.integers(AttributeKey::kStride)[i],
              attributes.integers(AttributeKey::kDilation)[i],
              attributes.padding()[i].first};
    if (has(ConvolutionFault::kStepsByOne)) axis.stride = 1;
    if (has(ConvolutionFault::kStaysTogether)) axis.dilation = 1;
    if (has(ConvolutionFault::kForgetsPadding)) axis.before = 0;
    if (has(ConvolutionFault::kPadsBothAlike))
      axis.before = attributes.padding()[i].second;
    if (has(ConvolutionFault::kAlignsAtTheEnd) && name_of(call.op) == "conv") {
      const std::int64_t reach =
          axis.dilation * (call.operands[1].view.shape()[i + 2] - 1) + 1;
      const std::int64_t room = call.operands[0].view.shape()[i + 2] +
                                axis.before + attributes.padding()[i].second -
                                reach;
      axis.before -= room % axis.stride;
    }
    return axis;
  }

  // Adds up the terms of one element.
  class Terms {
   public:
    explicit Terms(DType dtype) : dtype_(dtype) {}
    void add(double x, double w) {
      ++count_;
      if (has(ConvolutionFault::kSkipsZeros) && (x == 0 || w == 0)) return;
      if (has(ConvolutionFault::kSkipsEveryEighthInput) && count_ % 8 == 0)
        return;
      last_ = x * w;
      if (has(ConvolutionFault::kRoundsProducts)) {
        const double unit =
            std::ldexp(std::fabs(last_), -format_of(dtype_).precision / 2);
        if (unit > 0) last_ = std::round(last_ / unit) * unit + unit;
      }
      if (has(ConvolutionFault::kKeepsTheLastTerm)) sum_ = 0;
      sum_ += last_;
      if (has(ConvolutionFault::kDoublesTheFirstTap) && count_ == 1)
        sum_ += last_;
      if (has(ConvolutionFault::kRoundsEachStep) && is_real(dtype_))
        sum_ = decode_real(format_of(dtype_),
                           encode_real(format_of(dtype_), sum_));
    }
    double sum() const {
      return has(ConvolutionFault::kDropsTheLastTap) ? sum_ - last_ : sum_;
    }
    bool empty() const { return count_ == 0; }

   private:
    DType dtype_;
    double sum_ = 0;
    double last_ = 0;
    int count_ = 0;
  };

 private:
  static double bias_of(const Call& call, std::int64_t channel) {
    if (call.operands.size() < 3 || has(ConvolutionFault::kForgetsTheBias))
      return 0;
    if (has(ConvolutionFault::kHasOneBias)) channel = 0;
    return value(call.operands[2], {channel});
  }

  static Index joined(std::int64_t first, std::int64_t second,
                      const Index& rest) {
    Index at = {first, second};
    at.insert(at.end(), rest.begin(), rest.end());
    return at;
  }

  static double gathered(const Call& call, const Index& at) {
    const Tensor& x = call.operands[0];
    const Tensor& weight = call.operands[1];
    const Shape& filter = weight.view.shape();
    const std::int64_t groups =
        call.attributes.integers(AttributeKey::kGroups)[0];
    const std::int64_t outputs = filter[0] / groups;
    std::int64_t group = at[1] / outputs;
    if (has(ConvolutionFault::kSharesChannels)) group = 0;
    if (has(ConvolutionFault::kMixesGroups)) group = at[1] % groups;
    Terms terms(x.dtype);
    double spread = 0;
    for (std::int64_t c = 0; c < filter[1]; ++c)
      for (const Index& k : indices(Shape(filter.begin() + 2, filter.end()))) {
        Index place(k.size());
        bool is_inside = true;
        for (std::size_t i = 0; i < k.size(); ++i) {
          const Axis axis = axis_of(call, i);
          const std::int64_t tap = has(ConvolutionFault::kFlipsTheFilter)
                                       ? filter[i + 2] - 1 - k[i]
                                       : k[i];
          place[i] =
              axis.stride * at[i + 2] + axis.dilation * tap - axis.before;
          is_inside =
              is_inside && place[i] >= 0 && place[i] < x.view.shape()[i + 2];
        }
        const double w = value(weight, joined(at[1], c, k));
        if (!is_inside) {
          if (has(ConvolutionFault::kMultipliesPadding)) terms.add(0, w);
          continue;
        }
        terms.add(value(x, joined(at[0], group * filter[1] + c, place)), w);
        if (has(ConvolutionFault::kSpreadsNan))
          spread += 0 * value(weight, joined((at[1] + 1) % filter[0], c, k));
      }
    return terms.sum() + spread + bias_of(call, at[1]);
  }

  static double scattered(const Call& call, const Index& at) {
    const Tensor& x = call.operands[0];
    const Tensor& weight = call.operands[1];
    const Shape& filter = weight.view.shape();
    const std::int64_t groups =
        call.attributes.integers(AttributeKey::kGroups)[0];
    const std::int64_t inputs = filter[0] / groups;
    std::int64_t group = at[1] / filter[1];
    if (has(ConvolutionFault::kSharesChannels)) group = 0;
    std::int64_t output = at[1] % filter[1];
    if (has(ConvolutionFault::kTransposesChannels))
      output = filter[1] - 1 - output;
    const Shape& longer =
        call.attributes.integers(AttributeKey::kOutputPadding);
    for (std::size_t i = 0; i < longer.size(); ++i)
      if (has(ConvolutionFault::kForgetsWhatIsLonger) &&
          at[i + 2] >= call.outs[0].view.shape()[i + 2] - longer[i])
        return bias_of(call, at[1]);
    Terms terms(x.dtype);
    for (std::int64_t c = group * inputs; c < (group + 1) * inputs; ++c)
      for (const Index& k : indices(Shape(filter.begin() + 2, filter.end()))) {
        Index place(k.size());
        bool is_met = true;
        for (std::size_t i = 0; i < k.size(); ++i) {
          const Axis axis = axis_of(call, i);
          const std::int64_t start =
              at[i + 2] + axis.before - axis.dilation * k[i];
          place[i] = start / axis.stride;
          is_met = is_met && start >= 0 && start % axis.stride == 0 &&
                   place[i] < x.view.shape()[i + 2];
        }
        if (!is_met) continue;
        terms.add(value(x, joined(at[0], c, place)),
                  value(weight, joined(c, output, k)));
      }
    if (has(ConvolutionFault::kLeavesZerosInGaps) && terms.empty()) return 0;
    return terms.sum() + bias_of(call, at[1]);
  }
};

}  // namespace assay::mutants
