// Mutants of sorts with indices and of largest elements.
#pragma once

#include <algorithm>

#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

// Changes the values and the indices of each slice.
class SpoilsPairs : public Mutant {
 protected:
  using Elements = std::vector<ElementBits>;
  // `x` are the operand's elements of the slice.
  virtual void spoil_pairs(const Call& call, const Elements& x,
                           Elements& values, Elements& places) = 0;

 private:
  void spoil(const Call& call, Tensors&) final {
    if (call.outs.size() != 2) return;  // a gather that checks the indices
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(call.outs[0], axis, [&](const Index& at) {
      Elements values = slice_of(call.outs[0], at, axis);
      Elements places = slice_of(call.outs[1], at, axis);
      spoil_pairs(call, slice_of(call.operands[0], at, axis), values, places);
      put_slice(call.outs[0], at, axis, values);
      put_slice(call.outs[1], at, axis, places);
    });
  }
};

class ExchangesTheFirstTwo : public SpoilsPairs {
  void spoil_pairs(const Call&, const Elements&, Elements& values,
                   Elements& places) override {
    if (values.size() < 2) return;
    std::swap(values[0], values[1]);
    std::swap(places[0], places[1]);
  }
};
class CountsIndicesFromOne : public SpoilsPairs {
  void spoil_pairs(const Call&, const Elements&, Elements&,
                   Elements& places) override {
    for (ElementBits& place : places) ++place.re;
  }
};
// Names the last of equal elements first, and each of them once.
class TakesTheLastTie : public SpoilsPairs {
  void spoil_pairs(const Call&, const Elements& x, Elements& values,
                   Elements& places) override {
    std::vector<bool> is_taken(x.size(), false);
    for (std::size_t k = 0; k < values.size(); ++k)
      for (std::size_t i = x.size(); i-- > 0;)
        if (!is_taken[i] && x[i] == values[k]) {
          places[k] = {i};
          is_taken[i] = true;
          break;
        }
  }
};
// Puts NaN before every number.
class PutsNanPairsFirst : public SpoilsPairs {
  void spoil_pairs(const Call& call, const Elements& x, Elements& values,
                   Elements& places) override {
    const FloatFormat& format = format_of(call.operands[0].dtype);
    std::size_t next = 0;
    for (std::size_t i = 0; i < x.size() && next < values.size(); ++i)
      if (is_nan_bits(format, x[i].re)) {
        values[next] = x[i];
        places[next++] = {i};
      }
  }
};
class RepeatsTheFirst : public SpoilsPairs {
  void spoil_pairs(const Call&, const Elements&, Elements& values,
                   Elements& places) override {
    if (values.size() < 2) return;
    values[1] = values[0];
    places[1] = places[0];
  }
};
// Compares unsigned elements as signed ones.
class ComparesSigned : public SpoilsPairs {
  void spoil_pairs(const Call& call, const Elements&, Elements& values,
                   Elements& places) override {
    const int bits = spec_of(call.operands[0].dtype).bits;
    const auto is_low = [bits](const ElementBits& e) {
      return e.re >> (bits - 1) != 0;
    };
    const auto turn = [&](Elements& all, std::size_t from) {
      std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from),
                  all.end());
    };
    std::size_t from = 0;
    while (from < values.size() && is_low(values[from]) == is_low(values[0]))
      ++from;
    turn(values, from % std::max<std::size_t>(values.size(), 1));
    turn(places, from % std::max<std::size_t>(places.size(), 1));
  }
};
// Sorts indices on their own, so that they no longer name the values.
class SortsIndicesToo : public SpoilsPairs {
  void spoil_pairs(const Call&, const Elements&, Elements&,
                   Elements& places) override {
    std::sort(
        places.begin(), places.end(),
        [](const ElementBits& a, const ElementBits& b) { return a.re < b.re; });
  }
};
// Always works along the last axis.
class OrdersTheLastAxis : public ChangedCall {
  void change(Call& call) override {
    const auto last =
        static_cast<std::int64_t>(call.operands[0].view.rank()) - 1;
    const auto& shape = call.operands[0].view.shape();
    const auto* k = call.attributes.find(AttributeKey::kK);
    if (k == nullptr ||
        shape.back() == shape[static_cast<std::size_t>(call.attributes.axis())])
      call.attributes.axis(last);
  }
};
// Writes indices of another width into the out.
class WritesHalfIndices : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[1];
    if (out.dtype != DType::kInt64) return;
    replace_each(out, [](const Index&, ElementBits bits) {
      return ElementBits{bits.re | std::uint64_t{1} << 32, 0};
    });
  }
};

}  // namespace assay::mutants::arrays
