// Provides the kernels of scans. Columns are scanned row by row. Rows are
// scanned one after the other, those of float32 with a running value in
// float64.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/reduction/scan_kernels.h"

#include <complex>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/scan_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/reduction/extremum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Columns that are scanned side by side; the previous row stays in L1.
constexpr std::int64_t kColumns = 2048;

struct Sums {
  template <typename T>
  static T first(T x) {
    return x;
  }
  template <typename T>
  static T one(T a, T b) {
    return static_cast<T>(a + b);
  }
};

template <typename R>
struct ScannedComplex {
  R re, im;
};

struct Products {
  template <typename T>
  static T first(T x) {
    return x;
  }
  template <typename T>
  static T one(T a, T b) {
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int))
      return static_cast<T>(static_cast<unsigned>(a) * b);
    else
      return a * b;
  }
  template <typename R>
  static ScannedComplex<R> one(ScannedComplex<R> a, ScannedComplex<R> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

template <bool is_max>
struct Extrema : Extremum<is_max> {
  template <typename T>
  static T first(T x) {
    if constexpr (std::is_floating_point_v<T>)
      return Extremum<is_max>::quiet(x);
    else
      return x;
  }
};

template <class F, typename T, typename Running>
void scan_rows(const std::byte* x, std::int64_t row_stride, std::int64_t rows,
               std::int64_t columns, std::byte* out) {
  const T* from = reinterpret_cast<const T*>(x);
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t k = 0; k < rows; ++k) {
    Running running = static_cast<Running>(F::first(from[0]));
    to[0] = static_cast<T>(running);
    for (std::int64_t i = 1; i < columns; ++i) {
      running = F::one(running, static_cast<Running>(from[i]));
      to[i] = static_cast<T>(running);
    }
    from += row_stride;
    to += row_stride;
  }
}

template <class F, typename T, std::int64_t parts = 1>
void scan_columns(const std::byte* x, std::int64_t row_stride,
                  std::int64_t rows, std::int64_t columns, std::byte* out) {
  columns *= parts;
  row_stride *= parts;
  for (std::int64_t left = 0; left < columns; left += kColumns) {
    const std::int64_t width = std::min(kColumns, columns - left);
    const T* from = reinterpret_cast<const T*>(x) + left;
    T* to = reinterpret_cast<T*>(out) + left;
    for (std::int64_t c = 0; c < width; ++c) to[c] = F::first(from[c]);
    for (std::int64_t r = 1; r < rows; ++r) {
      const T* before = to;
      from += row_stride;
      to += row_stride;
      // Every element is read before its place is written, even if x is out.
      // The previous row is stored elsewhere.
      for (std::int64_t c = 0; c < width; ++c)
        to[c] = F::one(before[c], from[c]);
    }
  }
}

// The parts of complex sums are two columns.
template <typename R>
void sum_complex_rows(const std::byte* x, std::int64_t row_stride,
                      std::int64_t rows, std::int64_t columns, std::byte* out) {
  const std::int64_t bytes =
      row_stride * static_cast<std::int64_t>(sizeof(ScannedComplex<R>));
  for (std::int64_t k = 0; k < rows; ++k)
    scan_columns<Sums, R, 2>(x + k * bytes, 1, columns, 1, out + k * bytes);
}

template <class F, typename T, typename Running = T>
ScanKernels kernels_of() {
  return {&scan_rows<F, T, Running>, &scan_columns<F, T>};
}

template <typename R>
ScanKernels complex_scan_kernels(bool is_sum) {
  if (is_sum) return {&sum_complex_rows<R>, &scan_columns<Sums, R, 2>};
  return kernels_of<Products, ScannedComplex<R>>();
}

ScanKernels sum_scans_here(bool is_sum, DType compute) {
  switch (compute) {
    case DType::kFloat32:
      return is_sum ? kernels_of<Sums, float, double>()
                    : kernels_of<Products, float, double>();
    case DType::kFloat64:
      return is_sum ? kernels_of<Sums, double>()
                    : kernels_of<Products, double>();
    case DType::kComplex64:
      return complex_scan_kernels<float>(is_sum);
    case DType::kComplex128:
      return complex_scan_kernels<double>(is_sum);
    case DType::kInt16:
    case DType::kUint16:
      return is_sum ? kernels_of<Sums, std::uint16_t>()
                    : kernels_of<Products, std::uint16_t>();
    case DType::kInt32:
    case DType::kUint32:
      return is_sum ? kernels_of<Sums, std::uint32_t>()
                    : kernels_of<Products, std::uint32_t>();
    case DType::kInt64:
    case DType::kUint64:
      return is_sum ? kernels_of<Sums, std::uint64_t>()
                    : kernels_of<Products, std::uint64_t>();
    default:
      return is_sum ? kernels_of<Sums, std::uint8_t>()
                    : kernels_of<Products, std::uint8_t>();
  }
}

template <bool is_max>
ScanKernels extrema_here(DType compute) {
  switch (compute) {
    case DType::kFloat32:
      return kernels_of<Extrema<is_max>, float>();
    case DType::kFloat64:
      return kernels_of<Extrema<is_max>, double>();
    case DType::kInt8:
      return kernels_of<Extrema<is_max>, std::int8_t>();
    case DType::kInt16:
      return kernels_of<Extrema<is_max>, std::int16_t>();
    case DType::kUint16:
      return kernels_of<Extrema<is_max>, std::uint16_t>();
    case DType::kInt32:
      return kernels_of<Extrema<is_max>, std::int32_t>();
    case DType::kUint32:
      return kernels_of<Extrema<is_max>, std::uint32_t>();
    case DType::kInt64:
      return kernels_of<Extrema<is_max>, std::int64_t>();
    case DType::kUint64:
      return kernels_of<Extrema<is_max>, std::uint64_t>();
    default:
      return kernels_of<Extrema<is_max>, std::uint8_t>();
  }
}

ScanKernels scans_here(Scan op, DType compute) {
  if (op == Scan::kMax) return extrema_here<true>(compute);
  if (op == Scan::kMin) return extrema_here<false>(compute);
  return sum_scans_here(op == Scan::kSum, compute);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(scans_here);

ScanKernels scan_kernels(Scan op, DType compute) {
  return HWY_DYNAMIC_DISPATCH(scans_here)(op, compute);
}

}  // namespace assay::optimized
#endif
