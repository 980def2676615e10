// Mutants of dynamic slices, gather_general and scatter_general.
#pragma once

#include <algorithm>
#include <limits>
#include <set>

#include "reference/lax/window_places.h"
#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

// The operands that hold starts or index vectors are the last one of slices and
// the second one of windows.
inline Tensor& starts_in(Call& call) {
  const bool has_updates = call.op == "scatter_general"_op;
  return has_updates ? call.operands[1] : call.operands.back();
}

inline std::int64_t start_at(const Tensor& starts, const Index& at) {
  const std::uint64_t bits = element_at(starts, at).re;
  return starts.dtype == DType::kInt64
             ? static_cast<std::int64_t>(bits)
             : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
}

inline bool has_index_vectors(const Call& call) {
  return call.op == "gather_general"_op || call.op == "scatter_general"_op;
}

inline WindowDimensions window_dimensions(const Call& call) {
  return call.op == "gather_general"_op ? gather_dimensions(call.attributes)
                                        : scatter_dimensions(call.attributes);
}

// Returns the extents of the windows of a call.
inline Shape window_sizes(const Call& call) {
  if (call.op == "dynamic_update_slice"_op)
    return call.operands[1].view.shape();
  if (call.op != "scatter_general"_op)
    return call.attributes.integers(AttributeKey::kSliceSizes);
  const WindowDimensions of = window_dimensions(call);
  const std::size_t rank = call.operands[0].view.rank();
  Shape sizes(rank, 1);
  const auto axes = axes_of_windows(of, rank);
  for (std::size_t i = 0; i < axes.size(); ++i)
    sizes[axes[i]] =
        call.operands[2].view.shape()[static_cast<std::size_t>(of.window[i])];
  return sizes;
}

// Returns the axis of x that an element of the starts counts along.
inline std::size_t axis_of_start(const Call& call, const Index& at) {
  if (!has_index_vectors(call)) return static_cast<std::size_t>(at[0]);
  const WindowDimensions of = window_dimensions(call);
  const auto vector = static_cast<std::size_t>(of.index_vector);
  const auto k = vector < at.size() ? at[vector] : 0;
  return static_cast<std::size_t>(of.index_map[static_cast<std::size_t>(k)]);
}

// Replaces each start by another one.
class ChangedStarts : public ChangedCall {
  void change(Call& call) override {
    Tensor& starts = starts_in(call);
    starts = copy_of(starts);
    const Shape sizes = window_sizes(call);
    replace_each(starts, [&](const Index& at, ElementBits) {
      const std::size_t axis = axis_of_start(call, at);
      const std::int64_t start =
          changed(start_at(starts, at), call.operands[0].view.shape()[axis],
                  sizes[axis], starts.dtype);
      const int unused = 64 - spec_of(starts.dtype).bits;
      return ElementBits{static_cast<std::uint64_t>(start) << unused >> unused,
                         0};
    });
  }
  virtual std::int64_t changed(std::int64_t start, std::int64_t extent,
                               std::int64_t size, DType dtype) const = 0;
};

// Reads 32 bits of each start.
class CutsStartsTo32Bits : public ChangedStarts {
  std::int64_t changed(std::int64_t start, std::int64_t, std::int64_t,
                       DType) const override {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(start));
  }
};
// Adds the size before it compares, in the dtype of the starts. Where the sum
// wraps, the window seems to fit, and this one reads at 0.
class WrapsAtTheEndOfTheDType : public ChangedStarts {
  std::int64_t changed(std::int64_t start, std::int64_t, std::int64_t size,
                       DType dtype) const override {
    const std::int64_t greatest =
        dtype == DType::kInt64 ? std::numeric_limits<std::int64_t>::max()
                               : std::numeric_limits<std::int32_t>::max();
    return start > greatest - std::max<std::int64_t>(size, 1) ? 0 : start;
  }
};
// Counts a negative start from the end.
class WrapsNegativeStarts : public ChangedStarts {
  std::int64_t changed(std::int64_t start, std::int64_t extent, std::int64_t,
                       DType) const override {
    return start < 0 && start >= -extent ? start + extent : start;
  }
};
// Takes starts modulo the number of windows.
class TakesStartsModulo : public ChangedStarts {
  std::int64_t changed(std::int64_t start, std::int64_t extent,
                       std::int64_t size, DType) const override {
    return start > extent - size ? start % (extent - size + 1) : start;
  }
};
// Moves a window that ends after x one place too far.
class LeavesALastPlace : public ChangedStarts {
  std::int64_t changed(std::int64_t start, std::int64_t extent,
                       std::int64_t size, DType) const override {
    const std::int64_t last = extent - size;
    return start > last && last > 0 ? last - 1 : start;
  }
};
// Compares starts also on axes whose window has the extent of x.
class RefusesStartsOfWholeAxes : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call copy = call;
    const Shape sizes = window_sizes(call);
    const Tensor& starts = starts_in(copy);
    for (const Index& at : indices(starts.view.shape())) {
      const std::size_t axis = axis_of_start(call, at);
      if (sizes[axis] == call.operands[0].view.shape()[axis] &&
          start_at(starts, at) != 0)
        return Status::invalid("the window leaves the operand");
    }
    return Reference::execute(call);
  }
};
class RefusesWindowsOutside : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call copy = call;
    const Shape sizes = window_sizes(call);
    const Tensor& starts = starts_in(copy);
    for (const Index& at : indices(starts.view.shape())) {
      const std::size_t axis = axis_of_start(call, at);
      const std::int64_t start = start_at(starts, at);
      if (start < 0 ||
          start > call.operands[0].view.shape()[axis] - sizes[axis])
        return Status::invalid("a window leaves the operand");
    }
    return Reference::execute(call);
  }
};

// Updates x and returns it; or returns it only where there is no update.
template <bool only_without_updates>
class UpdatesInX : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    const bool is_slice = call.op == "dynamic_update_slice"_op;
    if (!made.ok() || (!is_slice && call.op != "scatter_general"_op))
      return made;
    const Tensor& updates = call.operands[is_slice ? 1 : 2];
    if (only_without_updates && updates.view.numel() > 0) return made;
    replace_each(call.operands[0], [&](const Index& at, ElementBits) {
      return element_at((*made)[0], at);
    });
    return Tensors{call.operands[0]};
  }
};

// Takes the components of index vectors in the order of the axes.
class IgnoresTheOrderOfTheMap : public ChangedCall {
  void change(Call& call) override {
    const AttributeKey key = call.op == "gather_general"_op
                                 ? AttributeKey::kStartIndexMap
                                 : AttributeKey::kScatterDimsToOperandDims;
    auto map = call.attributes.integers(key);
    std::sort(map.begin(), map.end());
    call.attributes.set(key, map);
  }
};
// Takes each index vector from elements that follow each other.
class TakesVectorsFromTheLastAxis : public ChangedCall {
  void change(Call& call) override {
    const WindowDimensions of = window_dimensions(call);
    const Tensor from = call.operands[1];
    const auto vector = static_cast<std::size_t>(of.index_vector);
    if (vector >= from.view.rank()) return;
    const Tensor all = copy_of(from);
    call.operands[1] = copy_of(from);
    Shape moved = from.view.shape();
    moved.erase(moved.begin() + of.index_vector);
    moved.push_back(from.view.shape()[vector]);
    const View order(moved);
    replace_each(call.operands[1], [&](Index at, ElementBits) {
      const std::int64_t k = at[vector];
      at.erase(at.begin() + of.index_vector);
      at.push_back(k);
      return load_element(storage_of(all), all.dtype, order.linear_index(at));
    });
  }
};
class RefusesVectorsWithoutAnAxis : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (has_index_vectors(call) &&
        window_dimensions(call).index_vector ==
            std::ssize(call.operands[1].view.shape()))
      return Status::invalid("index vectors need an axis");
    return Reference::execute(call);
  }
};
class RefusesVectorsWithoutComponents : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (has_index_vectors(call) && window_dimensions(call).index_map.empty())
      return Status::invalid("index vectors need components");
    return Reference::execute(call);
  }
};
// Leaves all windows out that have no index.
class DropsWindowsWithoutIndex : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (!has_index_vectors(call) || !window_dimensions(call).index_map.empty())
      return;
    replace_each(made[0], [&](const Index& at, ElementBits) {
      return call.op == "gather_general"_op ? ElementBits{}
                                            : element_at(call.operands[0], at);
    });
  }
};
// Takes the index vectors of the first batch for all.
class TakesTheFirstBatchOfVectors : public ChangedCall {
  void change(Call& call) override {
    const WindowDimensions of = window_dimensions(call);
    View& view = call.operands[1].view;
    Strides strides = view.strides();
    for (std::int64_t axis : of.of_indices)
      strides[static_cast<std::size_t>(axis)] = 0;
    view = View(view.shape(), strides, view.offset());
  }
};
// Pairs batching axes in the order of the indices' axes where extents permit.
class PairsBatchingAxesInOrder : public ChangedCall {
  void change(Call& call) override {
    constexpr AttributeKey kKey = AttributeKey::kStartIndicesBatchingDims;
    if (call.attributes.find(kKey) == nullptr) return;
    auto partners = call.attributes.integers(kKey);
    const Shape& extents = call.operands[1].view.shape();
    for (std::int64_t partner : partners)
      if (extents[static_cast<std::size_t>(partner)] !=
          extents[static_cast<std::size_t>(partners[0])])
        return;
    std::sort(partners.begin(), partners.end());
    call.attributes.set(kKey, partners);
  }
};
// Stops before the last element if the hint is given.
template <AttributeKey hint>
class TrustsTheHint : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto* given = call.attributes.find(hint);
    if (given == nullptr || given->front() == 0) return;
    if (made[0].view.numel() == 0) return;
    Index last;
    for (std::int64_t extent : made[0].view.shape()) last.push_back(extent - 1);
    // A gather does not read its last window; a scatter reads all windows.
    if (call.op == "gather_general"_op) return put_at(made[0], last, {});
    replace_each(made[0], [&](const Index& at, ElementBits) {
      return element_at(call.operands[0], at);
    });
  }
};

// Calls f(index in outer, place in x) for each element that windows inside of x
// have.
template <typename F>
void each_place(const Call& call, const Shape& outer, F f) {
  const Elements indices_of(call.operands[1]);
  const WindowPlaces places(call.operands[0].view.shape(), indices_of,
                            window_dimensions(call), window_sizes(call));
  for (const Index& at : indices(outer)) {
    const Index start = places.start(at);
    const bool is_gather = call.op == "gather_general"_op;
    if (const auto place =
            places.place(at, is_gather ? places.moved_inside(start) : start))
      f(at, *place);
  }
}

// Reads each element of x once; the next time it is zero.
class MovesWindowsOut : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    std::set<Index> read;
    each_place(call, made[0].view.shape(),
               [&](const Index& at, const Index& place) {
                 if (!read.insert(place).second) put_at(made[0], at, {});
               });
  }
};
// Reads the first place of a window along each indexed axis again and again.
class StaysAtTheStart : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Elements indices_of(call.operands[1]);
    const WindowDimensions of = window_dimensions(call);
    const WindowPlaces places(call.operands[0].view.shape(), indices_of, of,
                              window_sizes(call));
    const auto axes = axes_of_windows(of, call.operands[0].view.rank());
    replace_each(made[0], [&](const Index& at, ElementBits) {
      Index stays = at;
      for (std::size_t i = 0; i < axes.size(); ++i)
        if (names_axis(of.index_map, axes[i]))
          stays[static_cast<std::size_t>(of.window[i])] = 0;
      const Index start = places.moved_inside(places.start(at));
      return element_at(call.operands[0], *places.place(stays, start));
    });
  }
};
// Writes the result with the axes of windows last, into the memory of the right
// shape.
class PutsWindowsLast : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    Call last = call;
    auto window = call.attributes.integers(AttributeKey::kOffsetDims);
    const auto rank = std::ssize(made[0].view.shape());
    for (std::size_t i = 0; i < window.size(); ++i)
      window[i] = rank - std::ssize(window) + static_cast<std::int64_t>(i);
    last.attributes.set(AttributeKey::kOffsetDims, window);
    const auto result = Reference::execute(last);
    if (result.ok())
      made[0] = {made[0].dtype, View(made[0].view.shape()),
                 (*result)[0].buffer};
  }
};
// Places the first element of each window alone.
class PlacesOneElementOfAWindow : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const WindowDimensions of = window_dimensions(call);
    each_place(call, call.operands[2].view.shape(),
               [&](const Index& at, const Index& place) {
                 for (std::int64_t axis : of.window)
                   if (at[static_cast<std::size_t>(axis)] != 0)
                     return put_at(made[0], place,
                                   element_at(call.operands[0], place));
               });
  }
};
// Combines the last update with x alone.
class LastUpdateCounts : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (!is_real(made[0].dtype) || call.attributes.mode() != ScatterMode::kAdd)
      return;
    each_place(call, call.operands[2].view.shape(),
               [&](const Index& at, const Index& place) {
                 const double sum = real_at(call.operands[0], place) +
                                    real_at(call.operands[2], at);
                 put_at(made[0], place,
                        {encode_real(format_of(made[0].dtype), sum), 0});
               });
  }
};
// Rounds the sum to its dtype at every update. If it `varies`, every second
// call adds in the other order.
template <bool varies>
class RoundsEachUpdate : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (!is_real(made[0].dtype) || call.attributes.mode() != ScatterMode::kAdd)
      return;
    std::vector<std::pair<Index, Index>> order;
    each_place(call, call.operands[2].view.shape(),
               [&](const Index& at, const Index& place) {
                 order.emplace_back(at, place);
               });
    if (varies && ++calls_ % 2 == 0) std::reverse(order.begin(), order.end());
    const FloatFormat& format = format_of(made[0].dtype);
    for (const auto& [at, place] : order)
      put_at(made[0], place, element_at(call.operands[0], place));
    for (const auto& [at, place] : order)
      put_at(made[0], place,
             {encode_real(format, real_at(made[0], place) +
                                      real_at(call.operands[2], at)),
              0});
  }
  int calls_ = 0;
};
// Adds 0 to the elements that no update reaches.
class AddsZeroToTheRest : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    if (!is_real(made[0].dtype)) return;
    replace_each(made[0], [&](const Index&, ElementBits bits) {
      const FloatFormat& format = format_of(made[0].dtype);
      if (is_nan_bits(format, bits.re)) return bits;
      return ElementBits{
          encode_real(format, decode_real(format, bits.re) + 0.0), 0};
    });
  }
};

}  // namespace assay::mutants::arrays
