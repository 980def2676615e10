// Derives the dtypes and shapes of the results of conv and conv_transpose, and
// rejects calls that break a precondition.
// Tested by tests/spec/infer_convolution_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Checks one call.
class ConvolutionRule {
 public:
  explicit ConvolutionRule(const CallTypes& call)
      : call_(call),
        x_(call.operands[0].shape),
        weight_(call.operands[1].shape),
        stride_(call.attributes.integers(AttributeKey::kStride)),
        dilation_(call.attributes.integers(AttributeKey::kDilation)),
        padding_(call.attributes.padding()),
        groups_(call.attributes.integers(AttributeKey::kGroups)[0]) {}

  std::size_t axes() const { return stride_.size(); }
  std::int64_t groups() const { return groups_; }
  Shape::value_type stride(std::size_t i) const { return stride_[i]; }
  Shape::value_type dilation(std::size_t i) const { return dilation_[i]; }
  std::int64_t kernel(std::size_t i) const { return weight_[i + 2]; }
  std::int64_t extent(std::size_t i) const { return x_[i + 2]; }
  std::int64_t padded(std::size_t i) const {
    return padding_[i].first + padding_[i].second;
  }
  // Returns how many elements a filter reaches over.
  std::int64_t reach(std::size_t i) const {
    return dilation_[i] * (kernel(i) - 1) + 1;
  }

  Status reject(std::string_view clause, const std::string& what) const {
    return broken(call_.op, clause, what);
  }

  // Checks what conv and conv_transpose require alike.
  Status check() const {
    if (Status s = check_lengths(); !s.ok()) return s;
    if (x_.size() != axes() + 2 || weight_.size() != axes() + 2)
      return reject("convolution.rank"_clause,
                    fmt::format("x has rank {} and weight rank {}, where {} "
                                "spatial axes need {}",
                                x_.size(), weight_.size(), axes(), axes() + 2));
    if (call_.operands.size() == 3 && call_.operands[2].shape.size() != 1)
      return reject("convolution.rank"_clause,
                    fmt::format("bias has rank {}, not 1",
                                call_.operands[2].shape.size()));
    for (const TensorType& operand : call_.operands)
      if (operand.dtype != call_.operands[0].dtype)
        return reject("convolution.same_dtype"_clause,
                      fmt::format("operands have dtypes {} and {}",
                                  name_of(call_.operands[0].dtype),
                                  name_of(operand.dtype)));
    return check_positive();
  }

  // Checks that bias has one element for each output channel.
  Status check_bias(std::int64_t channels) const {
    if (call_.operands.size() < 3 || call_.operands[2].shape[0] == channels)
      return {};
    return reject("convolution.channels"_clause,
                  fmt::format("bias has {} elements for {} output channels",
                              call_.operands[2].shape[0], channels));
  }

 private:
  Status check_lengths() const {
    if (axes() < 1 || axes() > 3)
      return reject(
          "lengths",
          fmt::format("stride has {} entries, not one to three", axes()));
    if (dilation_.size() != axes() || padding_.size() != axes())
      return reject("convolution.lengths"_clause,
                    fmt::format("stride, dilation and padding have {}, {} and "
                                "{} entries",
                                axes(), dilation_.size(), padding_.size()));
    return {};
  }

  Status check_positive() const {
    const auto is_extent = [](std::int64_t n) {
      return n >= 1 && checked_element_count({n}).has_value();
    };
    if (!is_extent(groups_))
      return reject("convolution.positive"_clause,
                    fmt::format("groups is {}", groups_));
    // The batch may be empty.
    for (std::size_t i = 1; i < x_.size(); ++i)
      if (!is_extent(x_[i]))
        return reject("convolution.positive"_clause,
                      fmt::format("axis {} of x has extent {}", i, x_[i]));
    for (std::size_t i = 0; i < weight_.size(); ++i)
      if (!is_extent(weight_[i]))
        return reject(
            "convolution.positive"_clause,
            fmt::format("axis {} of weight has extent {}", i, weight_[i]));
    for (std::size_t i = 0; i < axes(); ++i) {
      // The products are bounded too, so that later ones cannot overflow.
      if (!is_extent(stride_[i]) || !is_extent(dilation_[i]) ||
          !checked_element_count({stride_[i], extent(i)}) ||
          !checked_element_count({dilation_[i], kernel(i)}))
        return reject("convolution.positive"_clause,
                      fmt::format("stride {} or dilation {} is not positive, "
                                  "or too large",
                                  stride_[i], dilation_[i]));
      const auto [before, after] = padding_[i];
      if (!checked_element_count({before}) || !checked_element_count({after}))
        return reject("convolution.positive"_clause,
                      fmt::format("padding [{}, {}] is negative or too large",
                                  before, after));
      const bool may_differ = axes() == 2 && call_.op == "conv"_op;
      if (before != after && !may_differ)
        return reject("convolution.symmetric"_clause,
                      fmt::format("padding [{}, {}] differs", before, after));
    }
    return {};
  }

  const CallTypes& call_;
  const Shape& x_;
  const Shape& weight_;
  const Shape& stride_;
  const Shape& dilation_;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding_;
  std::int64_t groups_;
};

}  // namespace

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
  const ConvolutionRule rule(call);
  if (Status s = rule.check(); !s.ok()) return s;
  const TensorType& x = call.operands[0];
  const Shape& weight = call.operands[1].shape;
  if (x.shape[1] % rule.groups() != 0 || weight[0] % rule.groups() != 0)
    return rule.reject("convolution.whole_groups"_clause,
                       fmt::format("{} groups do not divide {} input and {} "
                                   "output channels",
                                   rule.groups(), x.shape[1], weight[0]));
  if (weight[1] != x.shape[1] / rule.groups())
    return rule.reject("convolution.channels"_clause,
                       fmt::format("weight has {} input channels, where a "
                                   "group has {}",
                                   weight[1], x.shape[1] / rule.groups()));
  if (Status s = rule.check_bias(weight[0]); !s.ok()) return s;
  Shape shape = {x.shape[0], weight[0]};
  for (std::size_t i = 0; i < rule.axes(); ++i) {
    const std::int64_t room = rule.extent(i) + rule.padded(i) - rule.reach(i);
    if (room < 0)
      return rule.reject(
          "conv.fits"_clause,
          fmt::format("a window of {} does not fit into {}", rule.reach(i),
                      rule.extent(i) + rule.padded(i)));
    shape.push_back(room / rule.stride(i) + 1);
  }
  return std::vector<TensorType>{{x.dtype, std::move(shape)}};
}

TypesResult types_conv_transposed(const CallTypes& call) {
  const ConvolutionRule rule(call);
  const Shape& longer = call.attributes.integers(AttributeKey::kOutputPadding);
  if (longer.size() != rule.axes())
    return rule.reject("convolution.lengths"_clause,
                       fmt::format("output_padding has {} entries for {} "
                                   "spatial axes",
                                   longer.size(), rule.axes()));
  if (Status s = rule.check(); !s.ok()) return s;
  const TensorType& x = call.operands[0];
  const Shape& weight = call.operands[1].shape;
  if (x.shape[1] % rule.groups() != 0)
    return rule.reject("convolution.whole_groups"_clause,
                       fmt::format("{} groups do not divide {} input channels",
                                   rule.groups(), x.shape[1]));
  if (weight[0] != x.shape[1])
    return rule.reject("convolution.channels"_clause,
                       fmt::format("weight has {} input channels, x has {}",
                                   weight[0], x.shape[1]));
  const std::int64_t channels = weight[1] * rule.groups();
  if (Status s = rule.check_bias(channels); !s.ok()) return s;
  Shape shape = {x.shape[0], channels};
  for (std::size_t i = 0; i < rule.axes(); ++i) {
    if (longer[i] < 0)
      return rule.reject("convolution.positive"_clause,
                         fmt::format("output_padding is {}", longer[i]));
    if (longer[i] >= std::max(rule.stride(i), rule.dilation(i)))
      return rule.reject(
          "conv_transpose.short_output_padding"_clause,
          fmt::format("output_padding {} is not less than the "
                      "larger of stride {} and dilation {}",
                      longer[i], rule.stride(i), rule.dilation(i)));
    const std::int64_t extent = (rule.extent(i) - 1) * rule.stride(i) +
                                rule.reach(i) + longer[i] - rule.padded(i);
    if (extent < 1)
      return rule.reject("convolution.positive"_clause,
                         fmt::format("axis {} of the result would have extent "
                                     "{}",
                                     i + 2, extent));
    shape.push_back(extent);
  }
  return std::vector<TensorType>{{x.dtype, std::move(shape)}};
}

}  // namespace assay
