// Implements max pools. Integers of 8 and 16 bits are compared as int32, and
// unsigned ones as signed ones with the highest bit flipped, so that kernels
// have four types.
// Tested by tests/optimized/pooling_test.cc.
#include <limits>
#include <string>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/pooling/largest_places.h"
#include "optimized/pooling/pooling.h"
#include "optimized/pooling/window_folds.h"
#include "optimized/pooling/window_ranges.h"
#include "optimized/resources/parallel.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Windows that are farther apart are folded one by one.
constexpr std::int64_t kLongestStride = 8;

// The type in which elements are compared.
template <typename T>
struct ComparedAs {
  using Type = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
};
template <>
struct ComparedAs<float> {
  using Type = float;
};
template <>
struct ComparedAs<double> {
  using Type = double;
};
template <typename T>
using Compared = typename ComparedAs<T>::Type;

template <typename T>
Compared<T> compared(T x) {
  using C = Compared<T>;
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof(C))
    return static_cast<C>(x ^ (T{1} << (8 * sizeof(T) - 1)));
  else
    return static_cast<C>(x);
}
template <typename T>
T restored(Compared<T> x) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof(x))
    return static_cast<T>(static_cast<T>(x) ^ (T{1} << (8 * sizeof(T) - 1)));
  else
    return static_cast<T>(x);
}

// Returns the maximum of no elements, which is not greater than any element.
template <typename T>
Compared<T> least() {
  if constexpr (std::is_floating_point_v<T>)
    return -std::numeric_limits<T>::infinity();
  else
    return compared<T>(std::numeric_limits<T>::min());
}

// Calls f(compared elements, room for the results) and stores the results.
template <typename T, typename F>
void in_compared_type(const Dense<T>& x, const DenseOut<T>& y, F f) {
  using C = Compared<T>;
  if constexpr (std::is_same_v<T, C>) {
    f(x.data(), y.data());
  } else {
    const Scratch scratch((x.size() + y.size()) * std::int64_t{sizeof(C)});
    C* from = reinterpret_cast<C*>(scratch.bytes());
    C* to = from + x.size();
    for (std::int64_t i = 0; i < x.size(); ++i) from[i] = compared<T>(x[i]);
    f(static_cast<const C*>(from), to);
    for (std::int64_t i = 0; i < y.size(); ++i) y[i] = restored<T>(to[i]);
  }
}

// Calls f(std::type_identity<T>()) with the compute type of a dtype that pools
// have.
template <typename F>
void with_pooled_type(DType dtype, F f) {
  with_compute_type(dtype, [&]<typename T>(std::type_identity<T> type) {
    if constexpr (!kIsComplex<T>) f(type);
  });
}

// Returns `invalid` if an index is neither -1 nor below `count`.
Status check_places(const Dense<std::int32_t>& places, std::int64_t count) {
  const auto limit = static_cast<std::uint32_t>(
      std::min<std::int64_t>(count, std::int64_t{1} << 31));
  std::uint32_t most = 0;  // of index + 1; those below -1 count as 2^31 or more
  for (std::int64_t i = 0; i < places.size(); ++i)
    most = std::max(most, static_cast<std::uint32_t>(places[i]) + 1);
  if (most <= limit) return {};
  Status status =
      Status::invalid("max_pool_backward: an index names none of the " +
                      std::to_string(count) + " positions, and is not -1");
  status.kind = "max_pool_backward.range"_clause;
  return status;
}

// Adds each gradient to the sum at its place, in `count` planes of gx in turn.
// Neighbouring windows often have the same place, and in one plane the next
// addition would wait for the last.
template <int count, typename T>
void add_gradients(const PoolShape& shape, const std::int32_t* places,
                   const T* from, T* sums) {
  // Sums of integers wrap, so they are added as unsigned ones.
  using Sum = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;
  const std::int64_t in = shape.in_plane(), out = shape.out_plane();
  std::fill_n(sums, count * in, T{});
  for (std::int64_t i = 0; i < out; ++i)
#pragma GCC unroll 4
    for (int plane = 0; plane < count; ++plane) {
      const std::int32_t place = places[plane * out + i];
      if (place < 0) continue;
      T& sum = sums[plane * in + place];
      sum = static_cast<T>(static_cast<Sum>(sum) +
                           static_cast<Sum>(from[plane * out + i]));
    }
}

// Calls work(planes) for ranges of planes on all threads.
template <typename F>
void in_planes(const PoolShape& shape, std::int64_t element_bytes, F work) {
  const std::int64_t bytes =
      shape.planes * (shape.in_plane() + shape.out_plane()) * element_bytes;
  in_ranges(shape.planes, 1, is_worth_threads(bytes),
            [&](std::int64_t first, std::int64_t last) {
              work(Span{first, last});
            });
}

}  // namespace

void max_pool(const Tensor& y, const Tensor& x, const PoolWindows& windows,
              const AxisIntegers& dilation) {
  if (y.view.numel() == 0) return;
  const PoolShape shape =
      pool_shape(x.view.shape(), y.view.shape(), windows.kernel, windows.stride,
                 windows.padding, dilation);
  with_pooled_type(x.dtype, [&]<typename T>(std::type_identity<T>) {
    const Dense<T> from(x);
    DenseOut<T> to(y);
    in_compared_type(from, to, [&]<typename C>(const C* in, C* out) {
      if (shape.axes[2].stride <= kLongestStride) {
        in_planes(shape, sizeof(C), [&](Span planes) {
          largest_of_windows(shape, least<T>(), in, out, planes);
        });
      } else {
        const RangeShape ranges = ranges_of_windows(shape);
        in_planes(shape, sizeof(C), [&](Span planes) {
          largest_of_ranges(ranges, least<T>(), in, out, planes);
        });
      }
    });
    to.store();
  });
}

void max_pool_with_indices(const Tensor& y, const Tensor& indices,
                           const Tensor& x, const PoolWindows& windows,
                           const AxisIntegers& dilation) {
  if (y.view.numel() == 0) return;
  const PoolShape shape =
      pool_shape(x.view.shape(), y.view.shape(), windows.kernel, windows.stride,
                 windows.padding, dilation);
  std::byte* places = HostMemory::storage_of(indices) +
                      indices.view.offset() * bytes_of(indices.dtype);
  with_pooled_type(x.dtype, [&]<typename T>(std::type_identity<T>) {
    const Dense<T> from(x);
    DenseOut<T> to(y);
    in_compared_type(from, to, [&]<typename C>(const C* in, C* out) {
      in_planes(shape, sizeof(C), [&](Span planes) {
        largest_places(shape, least<T>(), in, out, places, indices.dtype,
                       planes);
      });
    });
    to.store();
  });
}

Status max_pool_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                         const Tensor& indices) {
  if (gx.view.numel() == 0) return {};
  const PoolShape shape =
      pool_shape(x.view.shape(), grad.view.shape(), {}, {}, {});
  const std::int64_t in = shape.in_plane(), out = shape.out_plane();
  const Dense<std::int32_t> places(indices);
  if (Status status = check_places(places, in); !status.ok()) return status;
  with_pooled_type(gx.dtype, [&]<typename T>(std::type_identity<T>) {
    // The planes that are summed together stay in L1.
    constexpr int kTogether = 4;
    constexpr std::int64_t kHeld = std::int64_t{24} << 10;
    const Dense<T> from(grad);
    DenseOut<T> to(gx);
    in_planes(shape, sizeof(T), [&](Span planes) {
      std::int64_t plane = planes.first;
      const auto add = [&]<int count>(std::integral_constant<int, count>) {
        for (; plane + count <= planes.last; plane += count)
          add_gradients<count>(shape, places.data() + plane * out,
                               from.data() + plane * out,
                               to.data() + plane * in);
      };
      if (kTogether * in * std::int64_t{sizeof(T)} <= kHeld)
        add(std::integral_constant<int, kTogether>());
      add(std::integral_constant<int, 1>());
    });
    to.store();
  });
  return {};
}

}  // namespace assay::optimized
