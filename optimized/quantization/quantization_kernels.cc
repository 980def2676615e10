// Implements the loops over runs.
// Tested by tests/optimized/quantization_test.cc.
#include "optimized/quantization/quantization_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/quantization/quantization_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rounds and clamps quotients, and stores the first `count` of them.
template <class D, class V>
HWY_INLINE void put_integers(D d, V v, float low, float high, std::int8_t* q,
                             std::int64_t count) {
  using T = hn::TFromD<D>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto least = hn::Set(d, static_cast<T>(low));
  v = hn::IfThenElse(hn::Eq(v, v), v, least);
  v = hn::Round(hn::Min(hn::Max(v, least), hn::Set(d, static_cast<T>(high))));
#if HWY_TARGET == HWY_SCALAR
  *q = static_cast<std::int8_t>(hn::GetLane(v));
  static_cast<void>(count);
  static_cast<void>(lanes);
#else
  const hn::Rebind<std::int32_t, D> d32;
  const hn::Rebind<std::int8_t, D> d8;
  const auto integers = [&]() HWY_ATTR {
    if constexpr (sizeof(T) == 8)
      return hn::DemoteTo(d8, hn::DemoteTo(d32, v));
    else
      return hn::DemoteTo(d8, hn::ConvertTo(d32, v));
  }();
  if (count >= lanes) {
    hn::StoreU(integers, d8, q);
  } else {
    HWY_ALIGN std::int8_t lane[HWY_MAX_BYTES];
    hn::Store(integers, d8, lane);
    std::copy_n(lane, count, q);
  }
#endif
}

template <typename T>
HWY_INLINE void run(const T* x, float scale, float low, float high,
                    std::int8_t* q, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  // The reciprocal of a very large or small scale may be subnormal.
  if (scale > 0x1p-100F && scale < 0x1p100F) {
    const auto factor = hn::Set(d, T(1) / static_cast<T>(scale));
    for (; i + lanes <= count; i += lanes)
      put_integers(d, hn::Mul(hn::LoadU(d, x + i), factor), low, high, q + i,
                   lanes);
    if (i < count)
      put_integers(d, hn::Mul(load_first(d, x + i, count - i), factor), low,
                   high, q + i, count - i);
    return;
  }
  const auto divisor = hn::Set(d, static_cast<T>(scale));
  for (; i < count; i += lanes)
    put_integers(d, hn::Div(load_first(d, x + i, count - i), divisor), low,
                 high, q + i, count - i);
}

template <typename T>
void all_runs(const T* x, const ScaledRuns& runs, float low, float high,
              std::int8_t* q) {
  for (std::int64_t i = 0; i < runs.count; ++i)
    run(x + i * runs.length, runs.scales[i], low, high, q + i * runs.length,
        runs.length);
}

template <typename T>
void each(const T* x, const float* scales, float low, float high,
          std::int8_t* q, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<float, decltype(d)> df;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t i = 0; i < count; i += lanes) {
    const auto narrow = load_first(df, scales + i, count - i);
    const auto divisor = [&]() HWY_ATTR {
      if constexpr (sizeof(T) == 8)
        return hn::PromoteTo(d, narrow);
      else
        return narrow;
    }();
    put_integers(d, hn::Div(load_first(d, x + i, count - i), divisor), low,
                 high, q + i, count - i);
  }
}

template <typename T>
void back(const std::int8_t* q, const ScaledRuns& runs, T* out) {
  for (std::int64_t r = 0; r < runs.count; ++r) {
    const T scale = static_cast<T>(runs.scales[r]);
    for (std::int64_t i = 0; i < runs.length; ++i)
      out[i] = static_cast<T>(q[i]) * scale;
    q += runs.length;
    out += runs.length;
  }
}
template <typename T>
void back_each(const std::int8_t* q, const float* scales, T* out,
               std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = static_cast<T>(q[i]) * static_cast<T>(scales[i]);
}

template <typename T>
HWY_INLINE T magnitude(const T* x, std::int64_t count, T most) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto a = hn::Set(d, most), b = a;
  // Max() may return either operand beside a NaN, so one is compared.
  const auto see = [&](auto v, auto largest) HWY_ATTR {
    v = hn::Abs(v);
    return hn::IfThenElse(hn::Gt(v, largest), v, largest);
  };
  std::int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    a = see(hn::LoadU(d, x + i), a);
    b = see(hn::LoadU(d, x + i + lanes), b);
  }
  for (; i < count; i += lanes) a = see(load_first(d, x + i, count - i), a);
  return hn::GetLane(hn::MaxOfLanes(d, hn::Max(a, b)));
}

template <typename T>
void magnitudes(const T* x, std::int64_t length, std::int64_t count, T* most) {
  for (std::int64_t i = 0; i < count; ++i)
    most[i] = magnitude(x + i * length, length, most[i]);
}

void quantize_runs_float(const float* x, const ScaledRuns& runs, float low,
                         float high, std::int8_t* q) {
  all_runs(x, runs, low, high, q);
}
void quantize_runs_double(const double* x, const ScaledRuns& runs, float low,
                          float high, std::int8_t* q) {
  all_runs(x, runs, low, high, q);
}
void quantize_each_float(const float* x, const float* scales, float low,
                         float high, std::int8_t* q, std::int64_t count) {
  each(x, scales, low, high, q, count);
}
void quantize_each_double(const double* x, const float* scales, float low,
                          float high, std::int8_t* q, std::int64_t count) {
  each(x, scales, low, high, q, count);
}
void dequantize_runs_float(const std::int8_t* q, const ScaledRuns& runs,
                           float* out) {
  back(q, runs, out);
}
void dequantize_runs_double(const std::int8_t* q, const ScaledRuns& runs,
                            double* out) {
  back(q, runs, out);
}
void dequantize_each_float(const std::int8_t* q, const float* scales,
                           float* out, std::int64_t count) {
  back_each(q, scales, out, count);
}
void dequantize_each_double(const std::int8_t* q, const float* scales,
                            double* out, std::int64_t count) {
  back_each(q, scales, out, count);
}
void raise_to_magnitudes_float(const float* x, std::int64_t length,
                               std::int64_t count, float* most) {
  magnitudes(x, length, count, most);
}
void raise_to_magnitudes_double(const double* x, std::int64_t length,
                                std::int64_t count, double* most) {
  magnitudes(x, length, count, most);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(quantize_runs_float);
HWY_EXPORT(quantize_runs_double);
HWY_EXPORT(quantize_each_float);
HWY_EXPORT(quantize_each_double);
HWY_EXPORT(dequantize_runs_float);
HWY_EXPORT(dequantize_runs_double);
HWY_EXPORT(dequantize_each_float);
HWY_EXPORT(dequantize_each_double);
HWY_EXPORT(raise_to_magnitudes_float);
HWY_EXPORT(raise_to_magnitudes_double);

template <>
void quantize_runs(const float* x, const ScaledRuns& runs, float low,
                   float high, std::int8_t* q) {
  HWY_DYNAMIC_DISPATCH(quantize_runs_float)(x, runs, low, high, q);
}
template <>
void quantize_runs(const double* x, const ScaledRuns& runs, float low,
                   float high, std::int8_t* q) {
  HWY_DYNAMIC_DISPATCH(quantize_runs_double)(x, runs, low, high, q);
}
template <>
void quantize_each(const float* x, const float* scales, float low, float high,
                   std::int8_t* q, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(quantize_each_float)(x, scales, low, high, q, count);
}
template <>
void quantize_each(const double* x, const float* scales, float low, float high,
                   std::int8_t* q, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(quantize_each_double)(x, scales, low, high, q, count);
}
template <>
void dequantize_runs(const std::int8_t* q, const ScaledRuns& runs, float* out) {
  HWY_DYNAMIC_DISPATCH(dequantize_runs_float)(q, runs, out);
}
template <>
void dequantize_runs(const std::int8_t* q, const ScaledRuns& runs,
                     double* out) {
  HWY_DYNAMIC_DISPATCH(dequantize_runs_double)(q, runs, out);
}
template <>
void dequantize_each(const std::int8_t* q, const float* scales, float* out,
                     std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(dequantize_each_float)(q, scales, out, count);
}
template <>
void dequantize_each(const std::int8_t* q, const float* scales, double* out,
                     std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(dequantize_each_double)(q, scales, out, count);
}
template <>
void raise_to_magnitudes(const float* x, std::int64_t length,
                         std::int64_t count, float* most) {
  HWY_DYNAMIC_DISPATCH(raise_to_magnitudes_float)(x, length, count, most);
}
template <>
void raise_to_magnitudes(const double* x, std::int64_t length,
                         std::int64_t count, double* most) {
  HWY_DYNAMIC_DISPATCH(raise_to_magnitudes_double)(x, length, count, most);
}

}  // namespace assay::optimized
#endif
