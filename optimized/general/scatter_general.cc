// Implements scatter_general. The windows that are inside of x are combined run
// by run; the few that leave it are clipped first. Updates are taken in order,
// so results do not depend on anything else.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include <algorithm>
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

// The type in which elements of T wrap when they are added.
template <typename T>
struct WrappingSummand {
  using type = T;
};
template <typename T>
requires std::is_integral_v<T>
struct WrappingSummand<T> {
  using type = std::make_unsigned_t<T>;
};

// Windows with more runs than this are walked by their axes.
constexpr std::int64_t kMostRuns = 4096;

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
      [&](const std::int64_t* offsets, std::int64_t some, std::int64_t outer,
          std::int64_t step, std::int64_t index, std::int64_t batching) {
        const T* from = updates + outer;
        if (is_point) {
          for (std::int64_t i = 0; i < some; ++i)
            if (offsets[i] >= 0) put(x[offsets[i]], from[i * step]);
          return;
        }
        for (std::int64_t i = 0; i < some; ++i, from += step) {
          if (offsets[i] < 0) {
            const auto part =
                windows.clipped(index + i * windows.index_stride());
            if (!part.is_empty)
              combine(part.axes,
                      x + part.x + batching + i * windows.batching_stride(),
                      from + part.outer);
          } else if (is_large) {
            combine(windows.window(), x + offsets[i], from);
          } else {
            for (const auto& [row, row_of_x] : rows) {
              T* to = x + offsets[i] + row_of_x;
              for (std::int64_t j = 0; j < run; ++j) put(to[j], from[row + j]);
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
      using T = typename WrappingSummand<Compute>::type;
      return combine_by<T>(call, [](T& place, const T& update) {
        place = static_cast<T>(place + update);
      });
    }
    if constexpr (!kIsComplex<Compute>) {
      // A NaN update is taken, and a NaN place is not replaced.
      if (mode == ScatterMode::kMin)
        return combine_by<Compute>(call, [](Compute& place, Compute update) {
          if (update < place || update != update) place = update;
        });
      combine_by<Compute>(call, [](Compute& place, Compute update) {
        if (update > place || update != update) place = update;
      });
    }
  });
}

}  // namespace assay::optimized
