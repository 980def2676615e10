// Makes the attributes of calls of convolutions and of their gradients.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tests/reference/calls.h"

namespace assay::test {

// The options along one spatial axis.
struct ConvolutionOption {
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::int64_t longer = 0;
};
using ConvolutionOptions = std::vector<ConvolutionOption>;

// Leaves out what the op does not have, such as output_padding of conv.
inline Attributes convolution_attributes(Op op,
                                         const ConvolutionOptions& options,
                                         std::int64_t groups, bool is_biased) {
  Shape stride;
  Shape dilation;
  Shape longer;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const ConvolutionOption& option : options) {
    stride.push_back(option.stride);
    dilation.push_back(option.dilation);
    longer.push_back(option.longer);
    padding.emplace_back(option.before, option.after);
  }
  Attributes attributes;
  attributes.padding(padding)
      .set(AttributeKey::kStride, stride)
      .set(AttributeKey::kDilation, dilation)
      .set(AttributeKey::kGroups, {groups});
  if (spec_of(op).has(AttributeKey::kBiased))
    attributes.flag(AttributeKey::kBiased, is_biased);
  if (spec_of(op).has(AttributeKey::kOutputPadding))
    attributes.set(AttributeKey::kOutputPadding, longer);
  return attributes;
}

}  // namespace assay::test
