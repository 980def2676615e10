// Mutants of indexed reads and updates.
#pragma once

#include <map>
#include <set>

#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

inline bool is_embedding_gradient(const Call& call) {
  return call.op == "embedding_backward"_op;
}
inline const Tensor& places_in(const Call& call) {
  return call.operands[is_embedding_gradient(call) ? 2 : 1];
}
inline const Tensor& values_in(const Call& call) {
  return call.operands[is_embedding_gradient(call) ? 1 : 2];
}
inline std::int64_t index_at(const Tensor& places, const Index& at) {
  return static_cast<std::int32_t>(
      static_cast<std::uint32_t>(element_at(places, at).re));
}

// Returns the index in the result of the element that a value meets.
inline Index target_of(const Call& call, const Index& at) {
  const Tensor& places = places_in(call);
  Index to = at;
  if (call.op == "select_update"_op || call.op == "scatter_reduce"_op) {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    to[axis] =
        index_at(places, call.op == "scatter_reduce"_op ? at : Index{at[axis]});
    return to;
  }
  const bool has_rows = call.op == "scatter_nd"_op;
  const auto leading =
      static_cast<std::ptrdiff_t>(places.view.rank()) - (has_rows ? 1 : 0);
  Index row(at.begin(), at.begin() + leading);
  to.assign(at.begin() + leading, at.end());
  if (!has_rows) {
    to.insert(to.begin(), index_at(places, row));
    return to;
  }
  for (std::int64_t k = places.view.shape().back(); k-- > 0;) {
    Index one = row;
    one.push_back(k);
    to.insert(to.begin(), index_at(places, one));
  }
  return to;
}

inline double kept_at(const Call& call, const Index& at) {
  return is_embedding_gradient(call) ? 0 : real_at(call.operands[0], at);
}
inline void put_real(const Tensor& out, const Index& at, double value) {
  put_at(out, at, {encode_real(format_of(out.dtype), value), 0});
}

// Leaves the last place of the list out.
class DropsTheLastUpdate : public ChangedCall {
  void change(Call& call) override {
    const bool is_along = call.op == "select_update"_op;
    const auto axis =
        is_along ? static_cast<std::size_t>(call.attributes.axis()) : 0;
    if (places_in(call).view.numel() == 0 || places_in(call).view.rank() == 0 ||
        (call.op == "scatter_nd"_op && places_in(call).view.rank() < 2))
      return;
    const auto cut = [](Tensor& tensor, std::size_t along) {
      std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
      for (std::int64_t extent : tensor.view.shape())
        ranges.emplace_back(0, extent);
      --ranges[along].second;
      const auto kept = tensor.view.shrink(ranges);
      if (kept) tensor.view = *kept;
    };
    const std::size_t places = is_embedding_gradient(call) ? 2 : 1;
    cut(call.operands[places], 0);
    cut(call.operands[3 - places], axis);
  }
};
// Reads the place once and writes it for each value, so that the last value
// that meets it is the only one.
class LastValueWins : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    for (const Index& at : indices(values_in(call).view.shape())) {
      const Index to = target_of(call, at);
      put_real(call.outs[0], to,
               kept_at(call, to) + real_at(values_in(call), at));
    }
  }
};
// Rounds the sum to its dtype at every value.
class RoundsEachValue : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    for (const Index& at : indices(out.view.shape()))
      put_real(out, at, kept_at(call, at));
    for (const Index& at : indices(values_in(call).view.shape())) {
      const Index to = target_of(call, at);
      put_real(out, to, real_at(out, to) + real_at(values_in(call), at));
    }
  }
};
// Counts the trues that meet a place in a byte.
class CountsTruesInAByte : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    std::map<Index, std::uint8_t> counts;
    for (const Index& at : indices(values_in(call).view.shape()))
      if (element_at(values_in(call), at).re != 0)
        ++counts[target_of(call, at)];
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const auto found = counts.find(at);
      const bool is_met = found != counts.end() && found->second != 0;
      return ElementBits{element_at(call.operands[0], at).re | (is_met ? 1 : 0),
                         0};
    });
  }
};
// Puts the last value in the place of what stood there.
class AssignsValues : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    for (const Index& at : indices(values_in(call).view.shape()))
      put_at(call.outs[0], target_of(call, at),
             element_at(values_in(call), at));
  }
};

// Moves an element out: what is read once is zero the next time.
class MovesOut : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    std::set<Index> read;
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      Index from = at;
      if (call.op == "embedding"_op) {
        const Index word(at.begin(), at.end() - 1);
        from = {index_at(call.operands[1], word), at.back()};
      } else {
        const auto axis = static_cast<std::size_t>(call.attributes.axis());
        from[axis] = index_at(call.operands[1], {at[axis]});
      }
      return read.insert(from).second ? bits : ElementBits{};
    });
  }
};
// Has a kernel for slices alone, not for single elements.
class RefusesSingleElements : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const auto rank = static_cast<std::int64_t>(call.operands[0].view.rank());
    if (call.op == "gather_nd"_op &&
        call.operands[1].view.shape().back() == rank)
      return Status::invalid("there is no kernel for single elements");
    return Reference::execute(call);
  }
};
// Counts the last coordinate along the first axis.
class ReversesTheCoordinates : public ChangedCall {
  void change(Call& call) override {
    View& view = call.operands[1].view;
    std::vector<bool> axes(view.rank(), false);
    axes.back() = true;
    view = *view.flip(axes);
  }
};
// Has a kernel for one list of words alone.
class RefusesBatchesOfWords : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (call.op == "embedding"_op && call.operands[1].view.rank() != 1)
      return Status::invalid("there is no kernel for these axes");
    return Reference::execute(call);
  }
};
// Adds the gradient to the weights.
class AddsToTheWeights : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    for (const Index& at : indices(out.view.shape()))
      put_real(out, at, real_at(out, at) + real_at(call.operands[0], at));
  }
};

}  // namespace assay::mutants::arrays
