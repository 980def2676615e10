// Checks the calls of the convolution family. The type rules of convolutions
// and of their gradients include this.
// Tested by tests/spec/infer_convolution_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spec/type_rules.h"

namespace assay {

// Checks one call, given the shapes of x and weight.
class ConvolutionRule {
 public:
  ConvolutionRule(const CallTypes& call, const Shape& x, const Shape& weight);

  std::size_t axes() const { return stride_.size(); }
  std::int64_t stride(std::size_t axis) const { return stride_[axis]; }
  std::int64_t padded(std::size_t axis) const {
    return padding_[axis].first + padding_[axis].second;
  }
  // Returns how many elements a filter reaches over.
  std::int64_t reach(std::size_t axis) const {
    return dilation_[axis] * (weight_[axis + 2] - 1) + 1;
  }
  // Returns output_padding, which only transposed convolutions have.
  std::int64_t longer(std::size_t axis) const { return (*longer_)[axis]; }
  std::int64_t groups() const { return groups_; }

  // Rejects the call for a clause, or for the clause of this aspect that its op
  // has.
  Status reject(std::string_view clause, const std::string& what) const {
    return broken(call_.op, clause, what);
  }
  Status reject_own(std::string_view aspect, const std::string& what) const {
    return broken(call_.op, clause_of(call_.op, aspect), what);
  }

  // Checks all but bias and grad.
  Status check() const {
    const Status options = check_options();
    return options.ok() ? check_x() : options;
  }
  // Checks the dtypes, weight and attributes, which do not depend on x.
  Status check_options() const;
  // Checks x, and that it fits weight.
  Status check_x() const;
  // Checks bias, if given, for a result with this many channels.
  Status check_bias(std::int64_t channels) const;
  // Checks that grad has the shape of the convolution's result.
  Status check_gradient(const Shape& grad, const Shape& result) const;

  // Returns the shape of the result of conv or conv_transpose, for a call that
  // has passed check().
  Result<Shape> result() const;

 private:
  Status check_lengths() const;
  Status check_positive() const;
  Status check_output_padding() const;
  Result<Shape> convolved() const;
  Result<Shape> transposed() const;

  const CallTypes& call_;
  const Shape& x_;
  const Shape& weight_;
  const Shape& stride_;
  const Shape& dilation_;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding_;
  std::int64_t groups_;
  const Shape* longer_;  // null for conv and its gradients
};

}  // namespace assay
