// Enumerates the terms of a contraction: for each element of the result, the
// places of the elements that are multiplied.
// Tested by tests/reference/lax_contraction_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "spec/subscripts.h"
#include "spec/tensor.h"

namespace assay {

class TermWalk {
 public:
  // The subscripts fit the operands.
  TermWalk(const Subscripts& subscripts, const Tensors& operands)
      : subscripts_(subscripts), summed_(subscripts.summed()) {
    std::map<std::int64_t, std::int64_t> extents;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const View& view = operands[i].view;
      starts_.push_back(view.offset());
      for (std::size_t axis = 0; axis < view.rank(); ++axis)
        extents[subscripts.inputs[i][axis]] = view.shape()[axis];
    }
    for (const std::int64_t label : subscripts.output) {
      shape_.push_back(extents[label]);
      if (Subscripts::count_in(outer_, label) == 0) outer_.push_back(label);
    }
    for (const std::int64_t label : outer_)
      outer_shape_.push_back(extents[label]);
    for (const std::int64_t label : summed_) {
      summed_shape_.push_back(extents[label]);
      term_count_ *= extents[label];
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
      outer_steps_.push_back(
          steps(outer_, subscripts.inputs[i], operands[i].view));
      summed_steps_.push_back(
          steps(summed_, subscripts.inputs[i], operands[i].view));
    }
  }

  // Returns the shape of the result.
  const Shape& shape() const { return shape_; }
  // Returns how many terms each element has.
  std::int64_t term_count() const { return term_count_; }
  // Returns whether there is a label to sum over, also one of extent 1.
  bool sums() const { return !summed_.empty(); }

  // Returns the values of the labels of the result, each once. If none of them
  // stands twice there, these are the indices of the result.
  IndexSpace label_indices() const { return indices(outer_shape_); }
  // Returns the index of the result at which its labels have these values.
  Index result_at(const Index& values) const {
    Index at;
    for (const std::int64_t label : subscripts_.output)
      at.push_back(values[static_cast<std::size_t>(
          std::find(outer_.begin(), outer_.end(), label) - outer_.begin())]);
    return at;
  }

  // Calls take(places) for each term of an element; places has the place of the
  // factor of each operand.
  template <typename Take>
  void each_term(const Index& values, Take take) const {
    std::vector<std::int64_t> start = starts_;
    for (std::size_t i = 0; i < start.size(); ++i)
      for (std::size_t k = 0; k < values.size(); ++k)
        start[i] += values[k] * outer_steps_[i][k];
    std::vector<std::int64_t> places(start.size());
    for (const Index& summed : indices(summed_shape_)) {
      for (std::size_t i = 0; i < start.size(); ++i) {
        places[i] = start[i];
        for (std::size_t k = 0; k < summed.size(); ++k)
          places[i] += summed[k] * summed_steps_[i][k];
      }
      take(places);
    }
  }

 private:
  // Returns the step of an operand along each of the labels: the strides of all
  // axes with the label, so that a label twice walks along the diagonal.
  static Strides steps(const Labels& labels, const Labels& of_operand,
                       const View& view) {
    Strides found;
    for (const std::int64_t label : labels) {
      found.push_back(0);
      for (std::size_t axis = 0; axis < of_operand.size(); ++axis)
        if (of_operand[axis] == label) found.back() += view.strides()[axis];
    }
    return found;
  }

  Subscripts subscripts_;
  Labels summed_;
  Labels outer_;
  Shape shape_;
  Shape outer_shape_;
  Shape summed_shape_;
  std::int64_t term_count_ = 1;
  std::vector<std::int64_t> starts_;
  std::vector<Strides> outer_steps_;
  std::vector<Strides> summed_steps_;
};

}  // namespace assay
