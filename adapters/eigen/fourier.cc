// Has Fourier transforms along one axis: complex ones by Eigen's tensors, real
// ones by Eigen's module FFT.
#include <unsupported/Eigen/FFT>

#include "adapters/eigen/dispatch.h"

namespace assay_eigen {
namespace {

template <typename T>
using TakesComplex = std::bool_constant<Complex<T>>;
template <typename T>
using TakesReals = std::bool_constant<std::floating_point<T>>;

}  // namespace

Status fft(const Tensor& out, const Tensor& x, std::int64_t axis,
           bool is_inverse) {
  return with_type<TakesComplex>(x.dtype, [&]<typename N>() {
    const std::array<int, 1> axes{1};
    if (is_inverse)
      around<N>(out, axis) =
          around<N>(x, axis).template fft<Eigen::BothParts, Eigen::FFT_REVERSE>(
              axes);
    else
      around<N>(out, axis) =
          around<N>(x, axis).template fft<Eigen::BothParts, Eigen::FFT_FORWARD>(
              axes);
    return Status{};
  });
}

Status rfft(const Tensor& out, const Tensor& x, std::int64_t axis) {
  return with_type<TakesReals>(x.dtype, [&]<typename N>() {
    using Z = std::complex<N>;
    const auto from = around<N>(x, axis);
    auto to = around<Z>(out, axis);
    Eigen::FFT<N> transform;
    transform.SetFlag(Eigen::FFT<N>::HalfSpectrum);
    std::vector<N> line(static_cast<std::size_t>(from.dimension(1)));
    std::vector<Z> spectrum;
    for (Eigen::Index i = 0; i < from.dimension(0); ++i)
      for (Eigen::Index k = 0; k < from.dimension(2); ++k) {
        for (Eigen::Index j = 0; j < from.dimension(1); ++j)
          line[static_cast<std::size_t>(j)] = from(i, j, k);
        transform.fwd(spectrum, line);
        for (Eigen::Index j = 0; j < to.dimension(1); ++j)
          to(i, j, k) = spectrum[static_cast<std::size_t>(j)];
      }
    return Status{};
  });
}

}  // namespace assay_eigen
