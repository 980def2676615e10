// Provides the kernels of sums and products.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include <complex>
#include <type_traits>

#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction_folds.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/reduction_sums.cc"
#include <hwy/foreach_target.h>

#include "optimized/reduction/narrow_folds-inl.h"
#include "optimized/reduction/reduction_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

struct Sum {
  template <typename T>
  static constexpr bool tracks_nan = false;
  template <typename T>
  static T identity() {
    return T(0);
  }
  template <typename T>
  static T one(T a, T b) {
    return static_cast<T>(a + b);
  }
#if HWY_TARGET != HWY_SCALAR
  template <class D, class V>
  static HWY_INLINE V lanes(D, V x, V folded) {
    return hn::Add(folded, x);
  }
#endif
};

struct Product {
  template <typename T>
  static constexpr bool tracks_nan = false;
  template <typename T>
  static T identity() {
    return T(1);
  }
  template <typename T>
  static T one(T a, T b) {
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int))
      return static_cast<T>(static_cast<unsigned>(a) * b);
    else
      return a * b;
  }
#if HWY_TARGET != HWY_SCALAR
  template <class D, class V>
  static HWY_INLINE V lanes(D, V x, V folded) {
    return hn::Mul(folded, x);
  }
#endif
};

template <typename R>
struct Complex {
  R re, im;
};

// Computes products that vectors have no instruction for, in eight lanes.
template <typename T, typename F>
void multiply_rows(const std::byte* x, std::int64_t row_stride,
                   std::int64_t rows, std::int64_t columns, std::byte* out,
                   T one, F multiplied) {
  constexpr std::int64_t kLanes = 8;
  const T* row = reinterpret_cast<const T*>(x);
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t k = 0; k < rows; ++k, row += row_stride) {
    T lanes[kLanes];
    std::fill_n(lanes, kLanes, one);
    std::int64_t i = 0;
    for (; i + kLanes <= columns; i += kLanes)
      for (std::int64_t lane = 0; lane < kLanes; ++lane)
        lanes[lane] = multiplied(lanes[lane], row[i + lane]);
    for (std::int64_t lane = 0; i + lane < columns; ++lane)
      lanes[lane] = multiplied(lanes[lane], row[i + lane]);
    for (std::int64_t half = kLanes / 2; half > 0; half /= 2)
      for (std::int64_t lane = 0; lane < half; ++lane)
        lanes[lane] = multiplied(lanes[lane], lanes[lane + half]);
    to[k] = lanes[0];
  }
}

template <typename T>
void multiply_integers(const std::byte* x, std::int64_t row_stride,
                       std::int64_t rows, std::int64_t columns,
                       std::byte* out) {
  multiply_rows<T>(x, row_stride, rows, columns, out, T(1), &Product::one<T>);
}

template <typename R>
Complex<R> multiplied(Complex<R> a, Complex<R> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <typename R>
void multiply_complex(const std::byte* x, std::int64_t row_stride,
                      std::int64_t rows, std::int64_t columns, std::byte* out) {
  multiply_rows<Complex<R>>(x, row_stride, rows, columns, out, {1, 0},
                            &multiplied<R>);
}

template <typename R>
void multiply_complex_columns(const std::byte* x, std::int64_t row_stride,
                              std::int64_t rows, std::int64_t columns,
                              std::byte* out) {
  const auto* row = reinterpret_cast<const Complex<R>*>(x);
  auto* to = reinterpret_cast<Complex<R>*>(out);
  std::fill_n(to, columns, Complex<R>{1, 0});
  for (std::int64_t k = 0; k < rows; ++k, row += row_stride)
    for (std::int64_t c = 0; c < columns; ++c)
      to[c] = multiplied(to[c], row[c]);
}

template <typename T>
FoldKernels integer_kernels(bool is_sum) {
  FoldKernels kernels = {&fold_rows<Sum, 1, T>, &fold_columns<Sum, 1, T>};
  if (!is_sum) kernels = {&multiply_integers<T>, &fold_columns<Product, 1, T>};
  kernels.is_any_order = true;
  return kernels;
}

template <typename T>
FoldKernels real_kernels(bool is_sum) {
  if (is_sum) {
    FoldKernels kernels = {&fold_rows<Sum, 1, T>, &fold_columns<Sum, 1, T>,
                           &fold_columns_as_rows<Sum, T>};
    kernels.columns_of_memory = &fold_columns<Sum, 1, T, true>;
    return kernels;
  }
  return {&fold_rows<Product, 1, T>, &fold_columns<Product, 1, T>,
          &fold_columns_as_rows<Product, T>};
}

template <typename R>
FoldKernels complex_kernels(bool is_sum) {
  if (is_sum) return {&fold_rows<Sum, 2, R>, &fold_columns<Sum, 2, R>};
  return {&multiply_complex<R>, &multiply_complex_columns<R>};
}

FoldKernels sums_here(Scan op, DType dtype) {
  const bool is_sum = op == Scan::kSum;
  const FoldKernels narrow = is_sum ? narrow_kernels_of<Sum>(dtype)
                                    : narrow_kernels_of<Product>(dtype);
  if (narrow.rows != nullptr) return narrow;
  switch (compute_dtype_of(dtype)) {
    case DType::kFloat32:
      return real_kernels<float>(is_sum);
    case DType::kFloat64:
      return real_kernels<double>(is_sum);
    case DType::kComplex64:
      return complex_kernels<float>(is_sum);
    case DType::kComplex128:
      return complex_kernels<double>(is_sum);
    // Modulo 2^w the sign of the type makes no difference.
    case DType::kInt16:
    case DType::kUint16:
      return integer_kernels<std::uint16_t>(is_sum);
    case DType::kInt32:
    case DType::kUint32:
      return integer_kernels<std::uint32_t>(is_sum);
    case DType::kInt64:
    case DType::kUint64:
      return integer_kernels<std::uint64_t>(is_sum);
    default:
      return integer_kernels<std::uint8_t>(is_sum);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sums_here);

FoldKernels sum_kernels(Scan op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(sums_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
