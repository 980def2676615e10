// Finds the places of a pool's windows. Window p of a call has one position for
// each k of the kernel, which is inside of the operand, in its padding, or
// beyond both. Tested by tests/reference/pooling_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/evaluation.h"
#include "spec/infer.h"
#include "spec/pool_windows.h"

namespace assay {

// Returns `first` followed by `second`.
inline Index followed_by(const Index& first, const Index& second) {
  Index at;
  at.reserve(first.size() + second.size());
  at.insert(at.end(), first.begin(), first.end());
  at.insert(at.end(), second.begin(), second.end());
  return at;
}

// Holds the geometry of a call. Its windows slide over the spatial axes of
// operand 0.
class PoolWindows {
 public:
  explicit PoolWindows(const Evaluation& call)
      : PoolWindows(call, call.call.operands[0].view.shape()) {}

  // The axes N and C.
  const Shape& leading() const { return leading_; }
  const Shape& spatial() const { return spatial_; }
  const Shape& kernel() const { return kernel_; }
  const Shape& counts() const { return counts_; }

  // Returns position k of window p, which is stride·p + dilation·k - before on
  // each axis.
  Index place(const Index& k, const Index& p) const {
    Index at(p.size());
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = stride_[i] * p[i] + dilation_[i] * k[i] - padding_[i].first;
    return at;
  }
  // Returns whether a position is inside of the operand.
  bool is_inside(const Index& at) const {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] < 0 || at[i] >= spatial_[i]) return false;
    return true;
  }
  // Returns whether a position is inside of the operand or its padding.
  bool is_padded(const Index& at) const {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] < -padding_[i].first ||
          at[i] >= spatial_[i] + padding_[i].second)
        return false;
    return true;
  }

 private:
  PoolWindows(const Evaluation& call, const Shape& shape)
      : leading_(shape.begin(), shape.begin() + 2),
        spatial_(shape.begin() + 2, shape.end()),
        kernel_(call.call.attributes.integers(AttributeKey::kKernelSize)),
        stride_(call.call.attributes.integers(AttributeKey::kStride)),
        dilation_(kernel_.size(), 1),
        padding_(call.call.attributes.padding()),
        counts_(pool_counts(  // pooling.count, pooling.ceil_mode,
                              // pooling.ceil_start
            spatial_, call.call.attributes, call.profile)) {
    const auto* dilation = call.call.attributes.find(AttributeKey::kDilation);
    if (dilation != nullptr) dilation_ = *dilation;
  }

  Shape leading_;
  Shape spatial_;
  Shape kernel_;
  Shape stride_;
  Shape dilation_;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding_;
  Shape counts_;
};

// Refuses a call whose windows have no extent or do not move.
inline Status refused_windows(const Evaluation& call) {
  return Status::invalid(std::string(name_of(call.call.op)) +
                         ": a kernel_size or stride is 0");
}
inline bool refuses_windows(const Evaluation& call) {
  return is_empty_extremum(call.call.op, call.call.operands[0].view.shape(),
                           call.call.attributes);
}

}  // namespace assay
