// Implements copies between layouts: merges and orders the axes, then copies
// runs, transposes tiles, or moves single elements, whichever the strides
// allow.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/layout/strided_copy.h"

#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

#include "optimized/layout/element_bits.h"
#include "optimized/layout/gather_runs.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/spread_run.h"
#include "optimized/layout/transpose.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Runs of at least this many elements are worth a call of the vector loop.
constexpr std::int64_t kLongRun = 32;
// Runs of at least this many bytes are worth a call of the copy.
constexpr std::int64_t kLongBytes = 2048;

// Stores to[i * to_stride] = from[i * from_stride].
template <typename T>
void copy_run(T* to, std::int64_t to_stride, const T* from,
              std::int64_t from_stride, std::int64_t count, bool past = false) {
  constexpr std::int64_t kBytes = sizeof(T);
  if (to_stride == 1 && from_stride == 1) {
    const std::int64_t bytes = count * kBytes;
    auto* const target = reinterpret_cast<std::byte*>(to);
    const auto* const source = reinterpret_cast<const std::byte*>(from);
    // If an assignment overlaps itself, the values stored are unspecified.
    if (past && bytes >= settings().stream_run)
      copy_past_caches(target, source, bytes);
    else if (bytes >= kLongBytes)
      in_alternating_order(
          bytes, 2 * bytes,
          [&](std::int64_t first, std::int64_t last) {
            copy_bytes(target + first, source + first, last - first);
          },
          long_copy_bytes());
    else
      std::memmove(target, source, static_cast<std::size_t>(bytes));
  } else if (to_stride == 1 && from_stride == 0) {
    const T element = *from;
    fill_run(reinterpret_cast<std::byte*>(to),
             reinterpret_cast<const std::byte*>(&element), sizeof(T), count);
  } else if (to_stride == 1 && count >= kLongRun) {
    gather_runs(reinterpret_cast<std::byte*>(to),
                reinterpret_cast<const std::byte*>(from),
                {.stride = from_stride, .count = count}, sizeof(T));
  } else if (to_stride > 1 && from_stride == 1 && count >= kLongRun) {
    spread_elements(reinterpret_cast<std::byte*>(to),
                    reinterpret_cast<const std::byte*>(from), to_stride, count,
                    sizeof(T));
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      to[i * to_stride] = from[i * from_stride];
  }
}

// Copies two axes where the target is contiguous along the inner one and the
// source along the outer one, in square tiles whose lines stay in L1.
template <typename T>
void copy_transposed(T* to, const T* from, const Axis<2>& outer,
                     const Axis<2>& inner) {
  if constexpr (sizeof(T) <= 8)
    if (inner.strides[0] == 1 && outer.strides[1] == 1)
      return transpose(to, outer.strides[0], from, inner.strides[1],
                       outer.extent, inner.extent);
  constexpr std::int64_t kTile = std::max<std::int64_t>(64 / sizeof(T), 8);
  for (std::int64_t i = 0; i < outer.extent; i += kTile) {
    const std::int64_t rows = std::min(kTile, outer.extent - i);
    for (std::int64_t j = 0; j < inner.extent; j += kTile) {
      const std::int64_t columns = std::min(kTile, inner.extent - j);
      for (std::int64_t r = 0; r < rows; ++r) {
        T* row = to + (i + r) * outer.strides[0] + j * inner.strides[0];
        const T* column =
            from + (i + r) * outer.strides[1] + j * inner.strides[1];
        copy_run(row, inner.strides[0], column, inner.strides[1], columns);
      }
    }
  }
}

// Makes the axis along which the target moves least the innermost one, and puts
// the one along which the source moves least before it.
void order_axes(Axes<2>& axes) {
  // The few axes are sorted without memory.
  for (std::size_t i = 1; i < axes.count(); ++i)
    for (std::size_t j = i; j > 0 && std::abs(axes[j - 1].strides[0]) <
                                         std::abs(axes[j].strides[0]);
         --j)
      std::swap(axes[j - 1], axes[j]);
  if (axes.count() < 3) return;
  auto nearest = axes.begin();
  for (auto axis = axes.begin(); axis != axes.end(); ++axis)
    if (std::abs(axis->strides[1]) <= std::abs(nearest->strides[1]))
      nearest = axis;
  if (nearest + 1 != axes.end())
    std::rotate(nearest, nearest + 1, axes.end() - 1);
}

// Returns whether every element of the target has a place of its own, apart
// from all of the source, because a step along an axis leads beyond the axes
// inside it.
template <typename T>
bool is_disjoint(const T* out, const T* in, Axes<2> axes) {
  std::sort(axes.begin(), axes.end(), [](const Axis<2>& a, const Axis<2>& b) {
    return std::abs(a.strides[0]) < std::abs(b.strides[0]);
  });
  std::int64_t low[2] = {}, high[2] = {};
  for (const Axis<2>& axis : axes) {
    if (std::abs(axis.strides[0]) <= high[0] - low[0]) return false;
    for (std::size_t t = 0; t < 2; ++t) {
      const std::int64_t reach = axis.strides[t] * (axis.extent - 1);
      (reach < 0 ? low : high)[t] += reach;
    }
  }
  const std::less<const T*> is_before;
  return is_before(out + high[0], in + low[1]) ||
         is_before(in + high[1], out + low[0]);
}

// Returns whether the two innermost axes are rows for copy_rows().
template <typename T>
bool has_short_rows(const Axes<2>& axes, bool past) {
  if (axes.count() < 2) return false;
  const Axis<2>& inner = axes[axes.count() - 1];
  const std::int64_t bytes = inner.extent * std::int64_t{sizeof(T)};
  constexpr std::int64_t kShortest = 16;
  return inner.strides[0] == 1 && inner.strides[1] == 1 && bytes >= kShortest &&
         bytes < kLongBytes && !(past && bytes >= settings().stream_run);
}

// Copies the rows along the innermost axis.
template <typename T>
void copy_each_row(T* out, const T* in, const Axes<2>& axes, bool past) {
  const Axis<2>& inner = axes[axes.count() - 1];
  if (has_short_rows<T>(axes, past)) {
    constexpr std::int64_t kBytes{sizeof(T)};
    const Axis<2>& rows = axes[axes.count() - 2];
    for_outer(axes, axes.count() - 2, [&](const auto& offsets) {
      copy_rows(reinterpret_cast<std::byte*>(out + offsets[0]),
                reinterpret_cast<const std::byte*>(in + offsets[1]),
                {rows.extent, inner.extent * kBytes, rows.strides[0] * kBytes,
                 rows.strides[1] * kBytes});
    });
    return;
  }
  for_outer(axes, axes.count() - 1, [&](const auto& offsets) {
    copy_run(out + offsets[0], inner.strides[0], in + offsets[1],
             inner.strides[1], inner.extent, past);
  });
  if (past) end_past_caches();
}

// Returns whether a copy in rows begins with the last of them this time.
template <typename T>
bool begins_at_end(const Axes<2>& axes, bool past) {
  if (past || axes.count() < 2) return false;
  std::int64_t bytes = 2 * sizeof(T);
  for (std::size_t i = 0; i < axes.count(); ++i) bytes *= axes[i].extent;
  return bytes > l2_bytes() && walks_from_end();
}

template <typename T>
void copy_ordered(T* out, const T* in, const Axes<2>& axes, bool past) {
  const Axis<2>& inner = axes[axes.count() - 1];
  const bool is_transposed =
      axes.count() > 1 && std::abs(inner.strides[1]) > 1 &&
      std::abs(axes[axes.count() - 2].strides[1]) < std::abs(inner.strides[1]);
  if (is_transposed) {
    const Axis<2>& outer = axes[axes.count() - 2];
    for_outer(axes, axes.count() - 2, [&](const auto& offsets) {
      copy_transposed(out + offsets[0], in + offsets[1], outer, inner);
    });
    return;
  }
  if (!begins_at_end<T>(axes, past)) return copy_each_row(out, in, axes, past);
  Axes<2> turned = axes;
  auto& [to_step, from_step] = turned[0].strides;
  out += to_step * (turned[0].extent - 1);
  in += from_step * (turned[0].extent - 1);
  to_step = -to_step;
  from_step = -from_step;
  copy_each_row(out, in, turned, past);
}

template <typename T>
void copy_along(T* out, const T* in, Axes<2>& axes, std::int64_t bytes) {
  if (axes.count() == 0) {
    *out = *in;
    return;
  }
  order_axes(axes);
  const bool may = is_worth_threads(2 * bytes) || goes_past_caches(bytes);
  const bool is_apart = may && is_disjoint(out, in, axes);
  const bool is_worth = is_apart && is_worth_threads(2 * bytes);
  const bool past = is_apart && goes_past_caches(bytes);
  constexpr std::int64_t kTile = 16;
  in_axis_ranges(axes, kTile, is_worth,
                 [&](const Axes<2>& part, const auto& offsets) {
                   copy_ordered(out + offsets[0], in + offsets[1], part, past);
                 });
}

}  // namespace

void strided_copy(std::byte* to, const std::byte* from, Axes<2> axes,
                  std::size_t element_bytes) {
  auto bytes = static_cast<std::int64_t>(element_bytes);
  for (const Axis<2>& axis : axes) bytes *= axis.extent;
  if (bytes == 0) return;
  with_bits_of(element_bytes, [&]<typename T>(T) {
    copy_along(reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from), axes,
               bytes);
  });
}

void strided_copy(std::byte* target, const View& to, const std::byte* source,
                  const View& from, std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  const std::int64_t bytes = to.numel() * element;
  if (bytes == 0) return;
  std::byte* out = target + to.offset() * element;
  const std::byte* in = source + from.offset() * element;
  if (bytes <= settings().copy_run && to.is_row_major() && from.is_row_major())
    std::memmove(out, in, static_cast<std::size_t>(bytes));
  else
    strided_copy(out, in, Axes<2>({&to, &from}), element_bytes);
}

void copy_around(const Box& box, const Shape& shape, std::byte* to,
                 const Strides& to_strides, const std::byte* from,
                 const Strides& from_strides, std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  Box part;  // what is left
  for (std::size_t i = 0; i < shape.size(); ++i) part.extents[i] = shape[i];
  const auto copy = [&](const Box& some) {
    Axes<2> axes;
    std::int64_t to_first = 0, from_first = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (some.extents[i] == 0) return;
      to_first += some.first[i] * to_strides[i];
      from_first += some.first[i] * from_strides[i];
      if (some.extents[i] != 1)
        axes.add({some.extents[i], {to_strides[i], from_strides[i]}});
    }
    strided_copy(to + to_first * element, from + from_first * element, axes,
                 element_bytes);
  };
  std::int64_t step_bytes = element;  // of an axis, in a row-major tensor
  for (const std::int64_t extent : shape) step_bytes *= extent;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return;
    step_bytes /= shape[i];
    // To copy a few bytes of the box takes less than to go around them.
    constexpr std::int64_t kFew = 64;
    if (box.extents[i] * step_bytes < kFew) return copy(part);
    const std::int64_t end = box.first[i] + box.extents[i];
    part.extents[i] = box.first[i];
    copy(part);
    part.first[i] = end;
    part.extents[i] = shape[i] - end;
    copy(part);
    part.first[i] = box.first[i];
    part.extents[i] = box.extents[i];
  }
}

}  // namespace assay::optimized
