// Derives the types of the results of conv and conv_transpose, and checks what
// they and their gradients require.
// Tested by tests/spec/infer_convolution_test.cc.
#include <algorithm>

#include "spec/convolution_rule.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether n is positive and no larger than the elements of a case.
bool is_extent(std::int64_t n) {
  return n >= 1 && checked_element_count({n}).has_value();
}

}  // namespace

ConvolutionRule::ConvolutionRule(const CallTypes& call, const Shape& x,
                                 const Shape& weight)
    : call_(call),
      x_(x),
      weight_(weight),
      stride_(call.attributes.integers(AttributeKey::kStride)),
      dilation_(call.attributes.integers(AttributeKey::kDilation)),
      padding_(call.attributes.padding()),
      groups_(call.attributes.integers(AttributeKey::kGroups)[0]),
      longer_(call.attributes.find(AttributeKey::kOutputPadding)) {}

Status ConvolutionRule::check_options() const {
  if (Status s = check_lengths(); !s.ok()) return s;
  if (weight_.size() != axes() + 2)
    return reject("convolution.rank"_clause,
                  fmt::format("weight has rank {}, where {} spatial axes need "
                              "{}",
                              weight_.size(), axes(), axes() + 2));
  if (Status s = check_same_dtype(call_.op, "convolution.same_dtype"_clause,
                                  call_.operands);
      !s.ok())
    return s;
  if (Status s = check_positive(); !s.ok()) return s;
  return check_output_padding();
}

Status ConvolutionRule::check_lengths() const {
  constexpr std::string_view kLengths = "convolution.lengths"_clause;
  if (axes() < 1 || axes() > 3)
    return reject(kLengths, fmt::format("stride has {} entries, not one to "
                                        "three",
                                        axes()));
  if (dilation_.size() != axes() || padding_.size() != axes())
    return reject(kLengths,
                  fmt::format("stride, dilation and padding have {}, {} and {} "
                              "entries",
                              axes(), dilation_.size(), padding_.size()));
  if (longer_ != nullptr && longer_->size() != axes())
    return reject(kLengths, fmt::format("output_padding has {} entries for {} "
                                        "spatial axes",
                                        longer_->size(), axes()));
  return {};
}

Status ConvolutionRule::check_positive() const {
  constexpr std::string_view kPositive = "convolution.positive"_clause;
  if (!is_extent(groups_))
    return reject(kPositive, fmt::format("groups is {}", groups_));
  for (std::size_t i = 0; i < weight_.size(); ++i)
    if (!is_extent(weight_[i]))
      return reject(kPositive, fmt::format("axis {} of weight has extent {}", i,
                                           weight_[i]));
  for (std::size_t i = 0; i < axes(); ++i) {
    // The product is bounded too, so that later ones cannot overflow.
    if (!is_extent(stride_[i]) || !is_extent(dilation_[i]) ||
        !checked_element_count({dilation_[i], weight_[i + 2]}))
      return reject(kPositive, fmt::format("stride {} or dilation {} is not "
                                           "positive, or too large",
                                           stride_[i], dilation_[i]));
    const auto [before, after] = padding_[i];
    if (!checked_element_count({before}) || !checked_element_count({after}))
      return reject(kPositive,
                    fmt::format("padding [{}, {}] is negative or too large",
                                before, after));
    const bool may_differ = axes() == 2 && longer_ == nullptr;
    if (before != after && !may_differ)
      return reject("convolution.symmetric"_clause,
                    fmt::format("padding [{}, {}] differs", before, after));
  }
  return {};
}

Status ConvolutionRule::check_output_padding() const {
  if (longer_ == nullptr) return {};
  for (std::size_t i = 0; i < axes(); ++i) {
    if (longer(i) < 0)
      return reject("convolution.positive"_clause,
                    fmt::format("output_padding is {}", longer(i)));
    const bool is_short =
        longer(i) <
        std::max(stride_[i],
                 dilation_[i]);  // conv_transpose.short_output_padding,
    // conv_transpose_x_backward.short_output_padding,
    // conv_transpose_weight_backward.short_output_padding
    if (!is_short)
      return reject_own(
          "short_output_padding",
          fmt::format("output_padding {} is not less than the larger of stride "
                      "{} and dilation {}",
                      longer(i), stride_[i], dilation_[i]));
  }
  return {};
}

Status ConvolutionRule::check_x() const {
  constexpr std::string_view kPositive = "convolution.positive"_clause;
  if (x_.size() != axes() + 2)
    return reject("convolution.rank"_clause,
                  fmt::format("x has rank {}, where {} spatial axes need {}",
                              x_.size(), axes(), axes() + 2));
  // The batch may be empty.
  for (std::size_t i = 1; i < x_.size(); ++i)
    if (!is_extent(x_[i]))
      return reject(kPositive,
                    fmt::format("axis {} of x has extent {}", i, x_[i]));
  for (std::size_t i = 0; i < axes(); ++i)
    if (!checked_element_count({stride_[i], x_[i + 2]}))
      return reject(kPositive, fmt::format("stride {} is too large for an "
                                           "extent of {}",
                                           stride_[i], x_[i + 2]));
  const bool is_transposed = longer_ != nullptr;
  if (x_[1] % groups_ != 0 || (!is_transposed && weight_[0] % groups_ != 0))
    return reject("convolution.whole_groups"_clause,
                  fmt::format("{} groups do not divide {} input channels, or "
                              "the output channels",
                              groups_, x_[1]));
  const std::int64_t given = weight_[is_transposed ? 0 : 1];
  const std::int64_t needed = is_transposed ? x_[1] : x_[1] / groups_;
  if (given != needed)
    return reject(
        "convolution.channels"_clause,
        fmt::format("weight has {} input channels, not {}", given, needed));
  return {};
}

Status ConvolutionRule::check_bias(std::int64_t channels) const {
  if (call_.operands.size() < 3) return {};
  const Shape& bias = call_.operands[2].shape;
  if (bias.size() != 1)
    return reject("convolution.rank"_clause,
                  fmt::format("bias has rank {}, not 1", bias.size()));
  if (bias[0] == channels) return {};
  return reject("convolution.channels"_clause,
                fmt::format("bias has {} elements for {} output channels",
                            bias[0], channels));
}

Status ConvolutionRule::check_gradient(const Shape& grad,
                                       const Shape& result) const {
  if (grad == result) return {};
  return reject("convolution.gradient"_clause,
                fmt::format("grad has shape {}, the convolution gives {}",
                            shape_text(grad), shape_text(result)));
}

Result<Shape> ConvolutionRule::result() const {
  return longer_ == nullptr ? convolved() : transposed();
}

Result<Shape> ConvolutionRule::convolved() const {
  Shape shape = {x_[0], weight_[0]};
  for (std::size_t i = 0; i < axes(); ++i) {
    const std::int64_t room = x_[i + 2] + padded(i) - reach(i);
    if (room < 0)  // conv.fits, conv_x_backward.fits,
                   // conv_weight_backward.fits
      return reject_own(
          "fits", fmt::format("a window of {} does not fit into {}", reach(i),
                              x_[i + 2] + padded(i)));
    shape.push_back(room / stride_[i] + 1);
  }
  return shape;
}

Result<Shape> ConvolutionRule::transposed() const {
  Shape shape = {x_[0], weight_[1] * groups_};
  for (std::size_t i = 0; i < axes(); ++i) {
    const std::int64_t extent =
        (x_[i + 2] - 1) * stride_[i] + reach(i) + longer(i) - padded(i);
    if (extent < 1)
      return reject("convolution.positive"_clause,
                    fmt::format("axis {} of the result would have extent {}",
                                i + 2, extent));
    shape.push_back(extent);
  }
  return shape;
}

std::size_t variant_by_spatial_axes(const Attributes& attributes) {
  const std::size_t axes = attributes.integers(AttributeKey::kStride).size();
  return std::clamp<std::size_t>(axes, 1, 3) - 1;
}

std::size_t variant_of_conv(const Attributes& attributes) {
  const auto padding = attributes.padding();
  const bool differs = std::any_of(
      padding.begin(), padding.end(),
      [](const auto& sides) { return sides.first != sides.second; });
  return differs && padding.size() == 2 ? 3
                                        : variant_by_spatial_axes(attributes);
}

TypesResult types_convolved(const CallTypes& call) {
  const ConvolutionRule rule(call, call.operands[0].shape,
                             call.operands[1].shape);
  if (Status s = rule.check(); !s.ok()) return s;
  const auto shape = rule.result();
  if (!shape) return shape.status();
  if (Status s = rule.check_bias((*shape)[1]); !s.ok()) return s;
  return std::vector<TensorType>{{call.operands[0].dtype, *shape}};
}

TypesResult types_conv_transposed(const CallTypes& call) {
  const ConvolutionRule rule(call, call.operands[0].shape,
                             call.operands[1].shape);
  if (Status s = rule.check(); !s.ok()) return s;
  const auto shape = rule.result();
  if (!shape) return shape.status();
  if (Status s = rule.check_bias((*shape)[1]); !s.ok()) return s;
  return std::vector<TensorType>{{call.operands[0].dtype, *shape}};
}

}  // namespace assay
