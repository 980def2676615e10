// Mutants of sort and argsort: other orders and axes, elements lost, indices
// that do not sort.
#pragma once

#include <algorithm>
#include <numeric>

#include "spec/op_table.h"
#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// Spoils slice by slice along the axis.
class SpoiledSlices : public SpoiledOut {
 protected:
  // `values` are the operand's elements of the slice.
  virtual void spoil_slice(const Call& call,
                           const std::vector<ElementBits>& values,
                           std::vector<ElementBits>& slice) = 0;

 private:
  void spoil_out(const Call& call, const Tensor& out) final {
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(out, axis, [&](const Index& at) {
      auto slice = slice_of(out, at, axis);
      spoil_slice(call, slice_of(call.operands[0], at, axis), slice);
      put_slice(out, at, axis, slice);
    });
  }
};

class SortsTheOtherWay : public MisreadOperands {
  void misread_call(Call& call) override {
    call.attributes.descending(!call.attributes.descending());
  }
};
class SortsTheLastAxis : public MisreadOperands {
  void misread_call(Call& call) override {
    call.attributes.axis(
        static_cast<std::int64_t>(call.operands[0].view.rank()) - 1);
  }
};
// Makes one pass less than needed, so that the first two elements are
// exchanged.
class StopsAPassEarly : public SpoiledSlices {
  void spoil_slice(const Call&, const std::vector<ElementBits>&,
                   std::vector<ElementBits>& slice) override {
    if (slice.size() > 1) std::swap(slice[0], slice[1]);
  }
};
// Puts NaN first, as a descending sort that reverses an ascending one does.
class PutsNanFirst : public SpoiledSlices {
  void spoil_slice(const Call& call, const std::vector<ElementBits>& values,
                   std::vector<ElementBits>& slice) override {
    const DType dtype = call.operands[0].dtype;
    const bool is_argsort = call.op == "argsort"_op;
    std::stable_partition(slice.begin(), slice.end(), [&](ElementBits bits) {
      return is_nan_element(dtype, is_argsort ? values[bits.re] : bits);
    });
  }
};
// A merge that takes the same element twice, and loses the next.
class RepeatsAnElement : public SpoiledSlices {
  void spoil_slice(const Call&, const std::vector<ElementBits>&,
                   std::vector<ElementBits>& slice) override {
    if (slice.size() > 1) slice[1] = slice[0];
  }
};
// The place of each element in the order, instead of the order.
class ReturnsRanks : public SpoiledSlices {
  void spoil_slice(const Call&, const std::vector<ElementBits>&,
                   std::vector<ElementBits>& slice) override {
    const auto order = slice;
    for (std::size_t k = 0; k < order.size(); ++k)
      slice[order[k].re] = ElementBits{k};
  }
};
// Indices that count from 1.
class CountsFromOne : public SpoiledSlices {
  void spoil_slice(const Call&, const std::vector<ElementBits>&,
                   std::vector<ElementBits>& slice) override {
    for (ElementBits& bits : slice) ++bits.re;
  }
};
// Sorts complex elements by their real parts alone.
class SortsByRealParts : public SpoiledSlices {
  void spoil_slice(const Call& call, const std::vector<ElementBits>& values,
                   std::vector<ElementBits>& slice) override {
    const DType dtype = call.operands[0].dtype;
    if (!is_complex(dtype)) return;
    const FloatFormat& format = format_of(dtype);
    const bool descending = call.attributes.descending();
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) {
      const bool nan_i = is_nan_element(dtype, values[i]);
      const bool nan_j = is_nan_element(dtype, values[j]);
      if (nan_i || nan_j) return nan_j && !nan_i;
      const double a = decode_real(format, values[i].re);
      const double b = decode_real(format, values[j].re);
      return descending ? a > b : a < b;
    });
    for (std::size_t k = 0; k < order.size(); ++k)
      slice[k] =
          call.op == "argsort"_op ? ElementBits{order[k]} : values[order[k]];
  }
};

}  // namespace assay::mutants
