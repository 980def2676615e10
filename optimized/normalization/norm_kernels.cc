// Provides the kernels of layer_norm and batch_norm. A row is read three times:
// for its mean, for the squares of its centred elements, and for the result.
// Rows of usual lengths stay in L1 meanwhile.
// Tested by tests/optimized/normalization_test.cc, and the suite on every
// target.
#include "optimized/normalization/norm_kernels.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/normalization/norm_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Returns the sum over a row of term(i), a vector, where the tail is
// last(i, rest). Four sums take turns, because each addition waits for the
// previous one.
template <class D, typename Term, typename Last>
HWY_INLINE hn::TFromD<D> sum_of(D d, std::int64_t count, Term term, Last last) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto a = hn::Zero(d), b = hn::Zero(d), c = hn::Zero(d), e = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    a = hn::Add(a, term(i));
    b = hn::Add(b, term(i + lanes));
    c = hn::Add(c, term(i + 2 * lanes));
    e = hn::Add(e, term(i + 3 * lanes));
  }
  for (; i + lanes <= count; i += lanes) a = hn::Add(a, term(i));
  if (i < count) b = hn::Add(b, last(i, count - i));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
}

// Holds the mean and the variance of the elements of a row times `by`.
template <typename T>
struct Moments {
  T by;
  T mean;
  T variance;
};
template <typename T>
Moments<T> moments_of(const T* x, std::int64_t count, T by) {
  const hn::ScalableTag<T> d;
  const auto factor = hn::Set(d, by);
  const T mean = sum_of(
                     d, count,
                     [&](std::int64_t i) HWY_ATTR {
                       return hn::Mul(hn::LoadU(d, x + i), factor);
                     },
                     [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
                       return hn::Mul(load_first(d, x + i, rest), factor);
                     }) /
                 static_cast<T>(count);
  const auto center = hn::Set(d, mean);
  const auto square = [&](auto e) HWY_ATTR {
    const auto z = hn::Sub(hn::Mul(e, factor), center);
    return hn::Mul(z, z);
  };
  const T variance =
      sum_of(
          d, count,
          [&](std::int64_t i) HWY_ATTR { return square(hn::LoadU(d, x + i)); },
          [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
            return hn::IfThenElseZero(
                hn::FirstN(d, static_cast<std::size_t>(rest)),
                square(load_first(d, x + i, rest)));
          }) /
      static_cast<T>(count);
  return {by, mean, variance};
}

// The squares of elements this much smaller are finite, and so is their sum.
template <typename T>
constexpr T kShrunk = sizeof(T) == 4 ? T(0x1p-80) : static_cast<T>(0x1p-600);

template <typename T>
void row(const RowNorm<T>& norm, const T* x, T* out) {
  const hn::ScalableTag<T> d;
  const std::int64_t count = norm.count;
  Moments<T> moments = moments_of(x, count, T(1));
  if (HWY_UNLIKELY(!std::isfinite(moments.variance)))
    moments = moments_of(x, count, kShrunk<T>);
  const T epsilon = norm.epsilon * moments.by * moments.by;
  const auto by = hn::Set(d, moments.by);
  const auto center = hn::Set(d, moments.mean);
  const auto factor = hn::Set(d, T(1) / std::sqrt(moments.variance + epsilon));
  const auto result = [&](auto e, auto gamma, auto beta) HWY_ATTR {
    const auto z = hn::Mul(hn::Sub(hn::Mul(e, by), center), factor);
    return hn::MulAdd(z, gamma, beta);
  };
  const auto zero = hn::Zero(d);
  for_vectors(
      d, count,
      [&](std::int64_t i) HWY_ATTR {
        const auto beta =
            norm.beta == nullptr ? zero : hn::LoadU(d, norm.beta + i);
        hn::StoreU(
            result(hn::LoadU(d, x + i), hn::LoadU(d, norm.gamma + i), beta), d,
            out + i);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        const auto beta =
            norm.beta == nullptr ? zero : load_first(d, norm.beta + i, rest);
        store_first(d,
                    result(load_first(d, x + i, rest),
                           load_first(d, norm.gamma + i, rest), beta),
                    out + i, rest);
      });
}

template <typename T>
void rows_of_channels(const ChannelRows& rows, const T* x, T* out,
                      const T* factors, const T* shifts) {
  const hn::ScalableTag<T> d;
  for (std::int64_t row = 0; row < rows.count; ++row) {
    const auto by = hn::Set(d, factors[row]);
    const auto more = hn::Set(d, shifts[row]);
    for_vectors(
        d, rows.length,
        [&](std::int64_t i) HWY_ATTR {
          hn::StoreU(hn::MulAdd(hn::LoadU(d, x + i), by, more), d, out + i);
        },
        [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
          store_first(d, hn::MulAdd(load_first(d, x + i, rest), by, more),
                      out + i, rest);
        });
    x += rows.stride;
    out += rows.length;
  }
}

template <typename T>
void each(const T* x, T* out, std::int64_t count, const T* factor,
          const T* shift) {
  const hn::ScalableTag<T> d;
  for_vectors(
      d, count,
      [&](std::int64_t i) HWY_ATTR {
        hn::StoreU(hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, factor + i),
                              hn::LoadU(d, shift + i)),
                   d, out + i);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        store_first(d,
                    hn::MulAdd(load_first(d, x + i, rest),
                               load_first(d, factor + i, rest),
                               load_first(d, shift + i, rest)),
                    out + i, rest);
      });
}

void norm_of_floats(const RowNorm<float>& norm, const float* x, float* out) {
  row(norm, x, out);
}
void norm_of_doubles(const RowNorm<double>& norm, const double* x,
                     double* out) {
  row(norm, x, out);
}
void rows_of_floats(const ChannelRows& rows, const float* x, float* out,
                    const float* factors, const float* shifts) {
  rows_of_channels(rows, x, out, factors, shifts);
}
void rows_of_doubles(const ChannelRows& rows, const double* x, double* out,
                     const double* factors, const double* shifts) {
  rows_of_channels(rows, x, out, factors, shifts);
}
void each_float(const float* x, float* out, std::int64_t count,
                const float* factor, const float* shift) {
  each(x, out, count, factor, shift);
}
void each_double(const double* x, double* out, std::int64_t count,
                 const double* factor, const double* shift) {
  each(x, out, count, factor, shift);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(norm_of_floats);
HWY_EXPORT(norm_of_doubles);
HWY_EXPORT(rows_of_floats);
HWY_EXPORT(rows_of_doubles);
HWY_EXPORT(each_float);
HWY_EXPORT(each_double);

void normalize_row(const RowNorm<float>& norm, const float* x, float* out) {
  HWY_DYNAMIC_DISPATCH(norm_of_floats)(norm, x, out);
}
void normalize_row(const RowNorm<double>& norm, const double* x, double* out) {
  HWY_DYNAMIC_DISPATCH(norm_of_doubles)(norm, x, out);
}
void shift_rows(const ChannelRows& rows, const float* x, float* out,
                const float* factors, const float* shifts) {
  HWY_DYNAMIC_DISPATCH(rows_of_floats)(rows, x, out, factors, shifts);
}
void shift_rows(const ChannelRows& rows, const double* x, double* out,
                const double* factors, const double* shifts) {
  HWY_DYNAMIC_DISPATCH(rows_of_doubles)(rows, x, out, factors, shifts);
}
void shift_each(const float* x, float* out, std::int64_t count,
                const float* factor, const float* shift) {
  HWY_DYNAMIC_DISPATCH(each_float)(x, out, count, factor, shift);
}
void shift_each(const double* x, double* out, std::int64_t count,
                const double* factor, const double* shift) {
  HWY_DYNAMIC_DISPATCH(each_double)(x, out, count, factor, shift);
}

}  // namespace assay::optimized
#endif
