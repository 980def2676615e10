// Implements scatter_general. The windows that are inside of x are combined run
// by run; the few that leave it are clipped first. Updates are taken in order,
// so results do not depend on anything else.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "optimized/general/index_windows.h"
#include "optimized/general/indexing_general.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Windows with more runs than this are walked by their axes.
constexpr std::int64_t kMostRuns = 4096;

// Replaces `place` by `update` if `takes` is true. A branch would often be
// predicted wrongly, so bits are selected.
template <typename T>
void replace_if(bool takes, T& place, T update) {
  if constexpr (std::is_integral_v<T>) {
    place = takes ? update : place;
  } else {
    using Bits =
        std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto old = std::bit_cast<Bits>(place);
    const Bits changes = old ^ std::bit_cast<Bits>(update);
    place = std::bit_cast<T>(old ^ (changes & (Bits{0} - Bits{takes})));
  }
}

// A place in x is no update.
#if defined(__GNUC__) && !defined(__clang__)
#define ASSAY_APART _Pragma("GCC ivdep")
#else
#define ASSAY_APART
#endif

// Calls put(place, update) for elements that follow each other.
template <typename T, typename Put>
void combine_run(T* to, const T* from, std::int64_t count, Put put) {
  ASSAY_APART
  for (std::int64_t j = 0; j < count; ++j) put(to[j], from[j]);
}

// Calls put(x[offsets[i]], from[i · step]) for the offsets in x, in order.
// Reads four updates before it writes, so that these reads need not wait for
// the addresses of writes.
template <typename T, typename Offset, typename Put>
void combine_points(T* x, const Offset* offsets, const T* from,
                    std::int64_t step, std::int64_t count, Put put) {
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const Offset places[4] = {offsets[i], offsets[i + 1], offsets[i + 2],
                              offsets[i + 3]};
    const T updates[4] = {from[i * step], from[(i + 1) * step],
                          from[(i + 2) * step], from[(i + 3) * step]};
    for (int k = 0; k < 4; ++k)
      if (places[k] >= 0) put(x[places[k]], updates[k]);
  }
  for (; i < count; ++i)
    if (offsets[i] >= 0) put(x[offsets[i]], from[i * step]);
}

// Calls put(place, update) for the elements of all windows.
template <typename T, typename Put>
void combine_windows(const IndexWindows& windows, T* x, const T* updates,
                     Put put) {
  const auto combine = [&](const Axes<2>& axes, T* to, const T* from) {
    for_outer(axes, axes.count(), [&](const auto& offsets) {
      put(to[offsets[1]], from[offsets[0]]);
    });
  };
  const std::int64_t run = windows.run();
  const bool is_large = windows.window_size() / run > kMostRuns;
  const auto rows = is_large
                        ? std::vector<std::pair<std::int64_t, std::int64_t>>()
                        : windows.rows();
  const bool is_point = !is_large && run == 1 && rows.size() == 1;
  windows.for_windows(
      windows.batch(), {}, false,
      [&](const auto* offsets, const IndexWindows::Part& part) {
        const auto [some, outer, step, index, batching] = part;
        const T* from = updates + outer;
        if (is_point) {
          combine_points(x, offsets, from, step, some, put);
          return;
        }
        for (std::int64_t i = 0; i < some; ++i, from += step) {
          if (offsets[i] < 0) {
            const auto rest =
                windows.clipped(index + i * windows.index_stride());
            if (!rest.is_empty)
              combine(rest.axes,
                      x + rest.x + batching + i * windows.batching_stride(),
                      from + rest.outer);
          } else if (is_large) {
            combine(windows.window(), x + offsets[i], from);
          } else {
            for (const auto& [row, row_of_x] : rows) {
              combine_run(x + offsets[i] + row_of_x, from + row, run, put);
            }
          }
        }
      });
}

// A call of scatter_general.
struct ScatterCall {
  const Tensor& out;
  const Tensor& x;
  const Tensor& indices;
  const Tensor& updates;
  const WindowDimensions& dimensions;

  IndexWindows windows() const {
    const Shape& shape = x.view.shape();
    std::vector<std::int64_t> sizes(shape.size(), 1);
    const auto axes = axes_of_windows(dimensions, shape.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
      sizes[axes[i]] =
          updates.view.shape()[static_cast<std::size_t>(dimensions.window[i])];
    return {shape,      row_major_strides(shape),
            indices,    updates.view.shape(),
            dimensions, sizes};
  }
};

void set_windows(const ScatterCall& call) {
  const ElementsIn base(call.x);
  ElementsOut to(call.out);
  strided_copy(to.storage(), View(call.out.view.shape()), base.storage(),
               base.view(), to.bytes());
  if (call.updates.view.numel() != 0) {
    const ElementsIn from(call.updates, true);
    with_bits_of(to.bytes(), [&]<typename T>(T) {
      combine_windows(call.windows(), reinterpret_cast<T*>(to.storage()),
                      from.first<T>(),
                      [](T& place, const T& update) { place = update; });
    });
  }
  to.store();
}

// Rounds sums or extrema into a narrow float. An element that no update changed
// keeps its bits, which widening may have changed if it is a NaN.
void store_changed(const Tensor& out, const Tensor& x, const float* computed) {
  const ElementsIn base(x, true);
  ElementsOut to(out);
  const auto element = static_cast<std::int64_t>(to.bytes());
  const std::byte* old = base.storage() + base.view().offset() * element;
  const std::int64_t count = out.view.numel();
  constexpr std::int64_t kSome = 512;
  float before[kSome];
  for (std::int64_t i = 0; i < count; i += kSome) {
    const std::int64_t some = std::min(kSome, count - i);
    std::byte* place = to.storage() + i * element;
    widen(x.dtype, old + i * element, before, some);
    narrow(out.dtype, computed + i, place, some);
    for (std::int64_t j = 0; j < some; ++j)
      if (std::memcmp(before + j, computed + i + j, sizeof(float)) == 0)
        std::memcpy(place + j * element, old + (i + j) * element, to.bytes());
  }
}

// Combines in the compute type, where put(place, update) combines two elements.
template <typename T, typename Put>
void combine_by(const ScatterCall& call, Put put) {
  const Dense<T> from(call.updates);
  const auto combine = [&](T* to) {
    const Dense<T> base(call.x);
    std::copy_n(base.data(), base.size(), to);
    if (from.size() != 0) combine_windows(call.windows(), to, from.data(), put);
  };
  if constexpr (std::is_same_v<T, float>)
    if (is_narrow_real(call.out.dtype)) {
      const Scratch wide(call.out.view.numel() * std::int64_t{sizeof(float)});
      auto* sums = reinterpret_cast<float*>(wide.bytes());
      combine(sums);
      return store_changed(call.out, call.x, sums);
    }
  DenseOut<T> to(call.out);
  combine(to.data());
  to.store();
}

}  // namespace

void scatter_general(const Tensor& out, const Tensor& x, const Tensor& indices,
                     const Tensor& updates, ScatterMode mode,
                     const WindowDimensions& dimensions) {
  if (out.view.numel() == 0) return;
  const ScatterCall call{out, x, indices, updates, dimensions};
  if (mode == ScatterMode::kSet) return set_windows(call);
  with_compute_type(out.dtype, [&]<typename Compute>(
                                   std::type_identity<Compute>) {
    if (mode == ScatterMode::kAdd) {
      using T = Summand<Compute>;
      return combine_by<T>(call, [](T& place, const T& update) {
        place = static_cast<T>(place + update);
      });
    }
    if constexpr (!kIsComplex<Compute>) {
      // A NaN update is taken, and a NaN place is not replaced.
      if (mode == ScatterMode::kMin)
        return combine_by<Compute>(call, [](Compute& place, Compute update) {
          replace_if((update < place) | (update != update), place, update);
        });
      combine_by<Compute>(call, [](Compute& place, Compute update) {
        replace_if((update > place) | (update != update), place, update);
      });
    }
  });
}

}  // namespace assay::optimized
