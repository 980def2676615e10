// Calls FFTW in three precisions as one function each. It is a second opinion
// on every transform. Real transforms halve the last axis.
#pragma once

#include <fftw3.h>

#include <complex>
#include <vector>

namespace assay::test {

template <typename T>
using Signal = std::vector<std::complex<T>>;

// The functions of FFTW of one precision.
template <typename T>
struct Fftw;

#define ASSAY_FFTW(T, prefix)                                       \
  template <>                                                       \
  struct Fftw<T> {                                                  \
    using Complex = prefix##_complex;                               \
    using Plan = prefix##_plan;                                     \
    static Plan c2c(int rank, const int* n, Complex* x, Complex* y, \
                    int sign) {                                     \
      return prefix##_plan_dft(rank, n, x, y, sign, FFTW_ESTIMATE); \
    }                                                               \
    static Plan r2c(int rank, const int* n, T* x, Complex* y) {     \
      return prefix##_plan_dft_r2c(rank, n, x, y, FFTW_ESTIMATE);   \
    }                                                               \
    static Plan c2r(int rank, const int* n, Complex* x, T* y) {     \
      return prefix##_plan_dft_c2r(rank, n, x, y, FFTW_ESTIMATE);   \
    }                                                               \
    static void execute_once(Plan plan) {                           \
      prefix##_execute(plan);                                       \
      prefix##_destroy_plan(plan);                                  \
    }                                                               \
  }
ASSAY_FFTW(float, fftwf);
ASSAY_FFTW(double, fftw);
ASSAY_FFTW(long double, fftwl);
#undef ASSAY_FFTW

template <typename T>
typename Fftw<T>::Complex* complexes_of(Signal<T>& signal) {
  return reinterpret_cast<typename Fftw<T>::Complex*>(signal.data());
}

inline std::size_t count_of(const std::vector<int>& n) {
  std::size_t count = 1;
  for (int extent : n) count *= static_cast<std::size_t>(extent);
  return count;
}
// The elements of a half spectrum of n.
inline std::size_t half_count_of(std::vector<int> n) {
  n.back() = n.back() / 2 + 1;
  return count_of(n);
}

// Returns the unscaled transform over every axis; sign is that of the exponent.
template <typename T>
Signal<T> fftw(const std::vector<int>& n, Signal<T> x, int sign) {
  Signal<T> y(x.size());
  const auto rank = static_cast<int>(n.size());
  Fftw<T>::execute_once(
      Fftw<T>::c2c(rank, n.data(), complexes_of(x), complexes_of(y), sign));
  return y;
}
// Returns the half spectrum of a real signal.
template <typename T>
Signal<T> fftw_real(const std::vector<int>& n, std::vector<T> x) {
  Signal<T> y(half_count_of(n));
  Fftw<T>::execute_once(Fftw<T>::r2c(static_cast<int>(n.size()), n.data(),
                                     x.data(), complexes_of(y)));
  return y;
}
// Returns the real signal of a half spectrum.
template <typename T>
std::vector<T> fftw_inverse_real(const std::vector<int>& n, Signal<T> x) {
  std::vector<T> y(count_of(n));
  Fftw<T>::execute_once(Fftw<T>::c2r(static_cast<int>(n.size()), n.data(),
                                     complexes_of(x), y.data()));
  return y;
}

}  // namespace assay::test
