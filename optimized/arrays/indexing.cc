// Implements gather and scatter. Both walk the shape of the indices with one
// offset per tensor. Along the axis the indexed tensor has stride 0 in this
// walk, and each index adds its own offset. Axes along which the indices are
// repeated are walked innermost, as runs.
// Tested by tests/optimized/indexing_test.cc and the indexing family of the
// suite.
#include "optimized/arrays/indexing.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <type_traits>

#include "optimized/layout/axes.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/index_vectors.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/strided_copy.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Ranges of elements begin at multiples of this many.
constexpr std::int64_t kUnit = 64;

// Returns the highest index along an axis that an int32 can be.
std::int64_t highest_index(std::int64_t extent) {
  constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
  return std::min(extent - 1, kHighest);
}

// A walk over the indices. Each axis has the strides of the indices, of the
// tensor of their shape (out or updates), and of the indexed tensor.
struct Walk {
  Axes<3> axes;
  const std::int32_t* indices;
  IndexComponent along;  // the indexed axis, in the indexed tensor

  Walk(const Tensor& index_tensor, const View& valued, const View& indexed,
       std::int64_t axis)
      : axes(axes_of(index_tensor.view, valued, indexed, axis)),
        indices(reinterpret_cast<const std::int32_t*>(
                    HostMemory::storage_of(index_tensor)) +
                index_tensor.view.offset()),
        along{highest_index(indexed.shape()[static_cast<std::size_t>(axis)]),
              indexed.strides()[static_cast<std::size_t>(axis)]} {}

  static Axes<3> axes_of(const View& index_view, const View& valued,
                         const View& indexed, std::int64_t axis) {
    Strides strides = indexed.strides();
    strides[static_cast<std::size_t>(axis)] = 0;
    const View rest(index_view.shape(), strides, 0);
    return Axes<3>({&index_view, &valued, &rest});
  }
};

// Returns whether every index is in [0, extent). Repeated indices are checked
// once.
bool are_within(const Tensor& indices, std::int64_t extent) {
  Shape shape = indices.view.shape();
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (indices.view.strides()[i] == 0)
      shape[i] = std::min<std::int64_t>(shape[i], 1);
  const View once(shape, indices.view.strides(), indices.view.offset());
  if (once.numel() == 0) return true;
  const auto* first =
      reinterpret_cast<const std::int32_t*>(HostMemory::storage_of(indices)) +
      once.offset();
  Axes<1> axes({&once});
  if (axes.count() == 0) axes.add({1, {0}});
  const IndexComponent component{highest_index(extent), 0};
  std::atomic<bool> within = extent > 0;
  in_axis_ranges(
      axes, kUnit, is_worth_threads(4 * once.numel()),
      [&](const Axes<1>& part, const auto& begin) {
        const Axis<1>& inner = part[part.count() - 1];
        for_outer(part, part.count() - 1, [&](const auto& offsets) {
          if (within && !are_in_range({.first = first + begin[0] + offsets[0],
                                       .step = inner.strides[0],
                                       .components = &component,
                                       .component_count = 1},
                                      inner.extent))
            within = false;
        });
      });
  return within;
}

Status check_indices(const Tensor& indices, const Tensor& indexed,
                     std::int64_t axis, std::string_view clause) {
  const std::int64_t extent =
      indexed.view.shape()[static_cast<std::size_t>(axis)];
  if (are_within(indices, extent)) return {};
  Status status = Status::invalid(
      fmt::format("an index is outside [0, {}) along axis {}", extent, axis));
  status.kind = clause;
  return status;
}

// Calls run(count, strides, index, valued, indexed) for the runs of the last
// axis, with the offsets at which each begins.
template <typename F>
void for_runs(Walk& walk, F run) {
  if (walk.axes.count() == 0) walk.axes.add({1, {}});
  const std::size_t outer = walk.axes.count() - 1;
  const Axis<3> inner = walk.axes[outer];
  for_outer(walk.axes, outer,
            [&](const auto& offsets) { run(inner, offsets); });
}

// The out is row-major, so its elements are adjacent along the last axis.
void gather_part(Walk walk, std::byte* out, const std::byte* data,
                 std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  for_runs(walk, [&](const Axis<3>& inner, const auto& offsets) {
    const std::int64_t index_stride = inner.strides[0];
    const std::int64_t data_stride = inner.strides[2];
    const std::int32_t* index = walk.indices + offsets[0];
    std::byte* to = out + offsets[1] * element;
    const std::byte* from = data + offsets[2] * element;
    if (index_stride == 0 && data_stride == 1)
      std::memcpy(to, from + *index * walk.along.stride * element,
                  static_cast<std::size_t>(inner.extent * element));
    else
      gather_placed(to, from, element_bytes,
                    {.first = index,
                     .step = index_stride,
                     .components = &walk.along,
                     .component_count = 1},
                    0, data_stride, inner.extent);
  });
}

void gather_elements(const Walk& walk, std::byte* out, const std::byte* data,
                     std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  std::int64_t count = 1;
  for (std::size_t i = 0; i < walk.axes.count(); ++i)
    count *= walk.axes[i].extent;
  // An element takes longer than its bytes, which follow no order.
  in_axis_ranges(walk.axes, kUnit,
                 is_worth_threads(4 * (4 + 2 * element) * count),
                 [&](const Axes<3>& axes, const auto& begin) {
                   Walk part = walk;
                   part.axes = axes;
                   part.indices += begin[0];
                   gather_part(part, out + begin[1] * element,
                               data + begin[2] * element, element_bytes);
                 });
}

// Calls put(to[index[i] * step], from[i]) for first <= i < last, in order.
// Reads four indices and updates before it writes, so that these reads need not
// wait for addresses of writes. If `ahead` is not 0, asks for the places that
// as many indices later ones name, which exist.
template <std::int64_t ahead, typename T, typename Put>
void scatter_part(T* to, const T* from, const std::int32_t* index,
                  std::int64_t step, std::int64_t first, std::int64_t last,
                  Put put) {
  std::int64_t i = first;
  for (; i + 4 <= last; i += 4) {
    if constexpr (ahead != 0)
      for (int k = 0; k < 4; ++k)
        __builtin_prefetch(to + index[i + ahead + k] * step, 1);
    const std::int64_t places[4] = {index[i] * step, index[i + 1] * step,
                                    index[i + 2] * step, index[i + 3] * step};
    const T updates[4] = {from[i], from[i + 1], from[i + 2], from[i + 3]};
    for (int k = 0; k < 4; ++k) put(to[places[k]], updates[k]);
  }
  for (; i < last; ++i) put(to[index[i] * step], from[i]);
}

// The same for all i < count. Stores are carried out one after the other, so
// each would wait for its cache line by itself. A sum reads its place first,
// and reads overtake each other.
template <typename T, typename Put>
void scatter_line(T* to, const T* from, const std::int32_t* index,
                  std::int64_t step, std::int64_t count, bool asks_ahead,
                  Put put) {
  constexpr std::int64_t kAhead = 32;
  const std::int64_t asked =
      asks_ahead ? std::max(count - kAhead, std::int64_t{0}) : 0;
  scatter_part<kAhead>(to, from, index, step, 0, asked, put);
  scatter_part<0>(to, from, index, step, asked, count, put);
}

// Calls put(place, update) for the place of each update. Asks for places ahead
// if that is worth it.
template <typename T, typename Put>
void scatter_elements(Walk walk, T* out, const T* updates, bool asks_ahead,
                      Put put) {
  const std::int64_t step = walk.along.stride;
  for_runs(walk, [&](const Axis<3>& inner, const auto& offsets) {
    const auto [index_stride, update_stride, out_stride] = inner.strides;
    const std::int32_t* index = walk.indices + offsets[0];
    const T* from = updates + offsets[1];
    T* to = out + offsets[2];
    if (index_stride == 0 && out_stride == 1 && update_stride == 1) {
      to += *index * step;
      for (std::int64_t i = 0; i < inner.extent; ++i) put(to[i], from[i]);
    } else if (index_stride == 1 && out_stride == 0 && update_stride == 1) {
      scatter_line(to, from, index, step, inner.extent, asks_ahead, put);
    } else {
      for (std::int64_t i = 0; i < inner.extent; ++i)
        put(to[i * out_stride + index[i * index_stride] * step],
            from[i * update_stride]);
    }
  });
}

void scatter_set(const Tensor& out, const Tensor& into, const Tensor& indices,
                 const Tensor& updates, std::int64_t axis) {
  const ElementsIn base(into);
  const ElementsIn from(updates);
  ElementsOut to(out);
  const View shown(out.view.shape());
  if (to.storage() != base.storage())
    strided_copy(to.storage(), shown, base.storage(), base.view(), to.bytes());
  constexpr std::int64_t kNear = std::int64_t{32} << 10;  // in L1
  if (indices.view.numel() != 0)
    with_bits_of(to.bytes(), [&]<typename T>(T) {
      scatter_elements(Walk(indices, from.view(), shown, axis),
                       reinterpret_cast<T*>(to.storage()), from.first<T>(),
                       out.view.numel() * std::int64_t{sizeof(T)} > kNear,
                       [](T& place, const T& update) { place = update; });
    });
  to.store();
}

void scatter_add(const Tensor& out, const Tensor& into, const Tensor& indices,
                 const Tensor& updates, std::int64_t axis) {
  with_compute_type(
      out.dtype, [&]<typename Compute>(std::type_identity<Compute>) {
        using T = Summand<Compute>;
        const Dense<T> base(into);
        const Dense<T> from(updates);
        DenseOut<T> to(out);
        if (to.data() != base.data())
          std::copy_n(base.data(), base.size(), to.data());
        if (from.size() != 0)
          scatter_elements(Walk(indices, View(updates.view.shape()),
                                View(out.view.shape()), axis),
                           to.data(), from.data(), false,
                           [](T& place, const T& update) {
                             place = static_cast<T>(place + update);
                           });
        to.store();
      });
}

}  // namespace

Status gather(const Tensor& out, const Tensor& data, const Tensor& indices,
              std::int64_t axis) {
  if (Status s = check_indices(indices, data, axis, "gather.range"_clause);
      !s.ok())
    return s;
  if (out.view.numel() == 0) return {};
  const ElementsIn from(data);
  ElementsOut to(out);
  gather_elements(Walk(indices, View(out.view.shape()), from.view(), axis),
                  to.storage(),
                  from.storage() + from.view().offset() *
                                       static_cast<std::int64_t>(from.bytes()),
                  to.bytes());
  to.store();
  return {};
}

Status scatter(const Tensor& out, const Tensor& into, const Tensor& indices,
               const Tensor& updates, std::int64_t axis, ScatterMode mode) {
  if (Status s = check_indices(indices, into, axis, "scatter.range"_clause);
      !s.ok())
    return s;
  if (out.view.numel() == 0) return {};
  if (mode == ScatterMode::kSet)
    scatter_set(out, into, indices, updates, axis);
  else
    scatter_add(out, into, indices, updates, axis);
  return {};
}

Status scatter_or(const Tensor& out, const Tensor& into, const Tensor& indices,
                  const Tensor& updates, std::int64_t axis) {
  if (Status s = check_indices(indices, into, axis, "selection.range"_clause);
      !s.ok())
    return s;
  if (out.view.numel() == 0) return {};
  const ElementsIn base(into);
  const ElementsIn from(updates);
  ElementsOut to(out);
  const View shown(out.view.shape());
  strided_copy(to.storage(), shown, base.storage(), base.view(), to.bytes());
  if (indices.view.numel() != 0)
    scatter_elements(Walk(indices, from.view(), shown, axis),
                     reinterpret_cast<std::uint8_t*>(to.storage()),
                     from.first<std::uint8_t>(), false,
                     [](std::uint8_t& place, const std::uint8_t& update) {
                       place |= update;
                     });
  return {};
}

}  // namespace assay::optimized
