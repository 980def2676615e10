// Implements means of floats as sums that are divided, and those of integers by
// adding 32 bits or 64 bits with twice as many.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/reduction/statistics.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/reduction/reduction.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {
namespace {

__extension__ using Int128 = __int128;

// Returns how many elements a result is computed from.
std::int64_t reduced_count(const Shape& shape,
                           const std::vector<std::int64_t>& axes) {
  std::int64_t count = 1;
  for (const std::int64_t axis : axes)
    count *= shape[static_cast<std::size_t>(axis)];
  return count;
}

// Returns x with the reduced axes last.
Tensor with_reduced_last(const Tensor& x,
                         const std::vector<std::int64_t>& axes) {
  std::vector<std::int64_t> order(x.view.rank());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::int64_t axis) {
    return std::find(axes.begin(), axes.end(), axis) == axes.end();
  });
  return permuted(x, order);
}

// Adds enough bits that no sum overflows.
template <typename T>
T exact_mean(const T* x, std::int64_t count) {
  using Sum = std::conditional_t<sizeof(T) == 8, Int128, std::int64_t>;
  Sum sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += x[i];
  return static_cast<T>(sum / count);
}

template <typename T>
void mean_of_integers(const Tensor& out, const Tensor& x,
                      const std::vector<std::int64_t>& axes,
                      std::int64_t count) {
  const Dense<T> rows(with_reduced_last(x, axes));
  DenseOut<T> to(out);
  in_ranges(to.size(), 1,
            is_worth_threads(rows.size() * std::int64_t{sizeof(T)}),
            [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t i = first; i < last; ++i)
                to[i] = exact_mean(rows.data() + i * count, count);
            });
  to.store();
}

template <typename T>
void mean_of_floats(const Tensor& out, const Tensor& x,
                    const std::vector<std::int64_t>& axes, std::int64_t count) {
  DenseOut<T> to(out);
  reduce_into(Folded::kSum, reinterpret_cast<std::byte*>(to.data()), x, axes);
  const T divisor = static_cast<T>(count);
  if (count != 1)
    for (std::int64_t i = 0; i < to.size(); ++i) to[i] /= divisor;
  to.store();
}

// Integers wrap.
template <typename T>
T difference_of_products(T a, T b, T c, T d) {
  if constexpr (std::is_integral_v<T>) {
    using Wide = std::common_type_t<std::make_unsigned_t<T>, std::uint32_t>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) -
                          static_cast<Wide>(c) * static_cast<Wide>(d));
  } else {
    return a * b - c * d;
  }
}

template <typename T>
void cross_of(const Tensor& out, const Tensor& a, const Tensor& b,
              std::int64_t inner) {
  const Dense<T> from_a(a);
  const Dense<T> from_b(b);
  DenseOut<T> to(out);
  // Vectors whose components are neighbours.
  const auto multiply = [&](std::int64_t at, std::int64_t step) {
    const T* x = from_a.data() + at;
    const T* y = from_b.data() + at;
    T* z = to.data() + at;
    const T x0 = x[0], x1 = x[step], x2 = x[2 * step];
    const T y0 = y[0], y1 = y[step], y2 = y[2 * step];
    z[0] = difference_of_products(x1, y2, x2, y1);
    z[step] = difference_of_products(x2, y0, x0, y2);
    z[2 * step] = difference_of_products(x0, y1, x1, y0);
  };
  const std::int64_t bytes = 3 * to.size() * std::int64_t{sizeof(T)};
  in_ranges(to.size() / (3 * inner), 1, is_worth_threads(bytes),
            [&](std::int64_t first, std::int64_t last) {
              if (inner == 1) {
                for (std::int64_t i = first; i < last; ++i) multiply(3 * i, 1);
                return;
              }
              for (std::int64_t outer = first; outer < last; ++outer)
                for (std::int64_t i = 0; i < inner; ++i)
                  multiply(3 * inner * outer + i, inner);
            });
  to.store();
}

}  // namespace

void mean(const Tensor& out, const Tensor& x,
          const std::vector<std::int64_t>& axes) {
  if (out.view.numel() == 0) return;
  const std::int64_t count = reduced_count(x.view.shape(), axes);
  with_compute_type(x.dtype, [&]<typename T>(std::type_identity<T>) {
    if constexpr (std::is_floating_point_v<T>)
      mean_of_floats<T>(out, x, axes, count);
    else if constexpr (std::is_integral_v<T>)
      mean_of_integers<T>(out, x, axes, count);
  });
}

void max_abs(const Tensor& out, const Tensor& x,
             const std::vector<std::int64_t>& axes) {
  if (out.view.numel() == 0) return;
  DenseOutBytes results(out);
  reduce_into(Folded::kLargestMagnitude, results.bytes(), x, axes);
  results.store();
}

void cross(const Tensor& out, const Tensor& a, const Tensor& b,
           std::int64_t axis) {
  if (out.view.numel() == 0) return;
  const Shape& shape = out.view.shape();
  std::int64_t inner = 1;
  for (auto i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i)
    inner *= shape[i];
  with_compute_type(a.dtype, [&]<typename T>(std::type_identity<T>) {
    if constexpr (!kIsComplex<T>) cross_of<T>(out, a, b, inner);
  });
}

}  // namespace assay::optimized
