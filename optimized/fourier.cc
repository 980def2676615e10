// Operands are brought into row-major order at aligned places, as the plans of
// the library expect them; transforms over the same axis twice are two passes.
// Tested by tests/optimized/fourier_test.cc and the fourier family.
#include "optimized/fourier.h"

#include <algorithm>
#include <complex>
#include <span>

#include "optimized/dense.h"
#include "optimized/fourier_plans.h"
#include "optimized/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {

#ifdef ASSAY_FFTW

namespace {

using Axes = std::vector<std::int64_t>;

// The elements of an operand at an aligned place, in the precision T.
template <typename T, typename Stored>
class Aligned {
 public:
  explicit Aligned(const Tensor& x) : dense_(x) {
    const std::int64_t count = dense_.size();
    if constexpr (std::is_same_v<T, Stored>) {
      if (is_aligned_for_plans(dense_.data())) {
        elements_ = dense_.data();
        return;
      }
    }
    copy_ = Scratch(count * static_cast<std::int64_t>(sizeof(T)));
    auto* to = reinterpret_cast<T*>(copy_.bytes());
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(dense_[i]);
    elements_ = to;
  }
  const T* data() const { return elements_; }

 private:
  Dense<Stored> dense_;
  Scratch copy_;
  const T* elements_;
};

// Room for a result at an aligned place, in the precision T.
template <typename T, typename Stored>
class AlignedOut {
 public:
  explicit AlignedOut(const Tensor& out) : out_(out) {
    if constexpr (std::is_same_v<T, Stored>) {
      if (is_aligned_for_plans(out_.data())) {
        elements_ = out_.data();
        return;
      }
    }
    room_ = Scratch(out_.size() * static_cast<std::int64_t>(sizeof(T)));
    elements_ = reinterpret_cast<T*>(room_.bytes());
  }
  T* data() const { return elements_; }
  void store() {
    if (room_.bytes() == nullptr) return;
    for (std::int64_t i = 0; i < out_.size(); ++i)
      out_[i] = static_cast<Stored>(elements_[i]);
  }

 private:
  DenseOut<Stored> out_;
  Scratch room_;
  T* elements_;
};

// Transforms y in place over axes that may occur more than once.
template <typename T>
void transform_in_place(std::complex<T>* y, const Shape& shape,
                        std::span<const std::int64_t> axes, bool inverse) {
  while (!axes.empty()) {
    std::size_t distinct = 1;
    while (distinct < axes.size() &&
           std::find(axes.begin(), axes.begin() + std::ptrdiff_t(distinct),
                     axes[distinct]) == axes.begin() + std::ptrdiff_t(distinct))
      ++distinct;
    transform_complex(
        y, y, shape,
        Axes(axes.begin(), axes.begin() + std::ptrdiff_t(distinct)), inverse);
    axes = axes.subspan(distinct);
  }
}

template <typename T>
void fft_of(const Tensor& out, const Tensor& x, const Axes& axes,
            bool inverse) {
  using C = std::complex<T>;
  const Aligned<C, C> from(x);
  AlignedOut<C, C> to(out);
  const Shape& shape = x.view.shape();
  Axes sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  const bool is_distinct =
      std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (is_distinct && !axes.empty() && from.data() != to.data()) {
    transform_complex(from.data(), to.data(), shape, sorted, inverse);
  } else {
    std::copy_n(from.data(), x.view.numel(), to.data());
    transform_in_place(to.data(), shape, axes, inverse);
  }
  to.store();
}

template <typename T, typename Real, typename Bins>
void rfft_of(const Tensor& out, const Tensor& x, const Axes& axes) {
  const Aligned<T, Real> from(x);
  AlignedOut<std::complex<T>, Bins> to(out);
  if (axes.empty()) {
    std::copy_n(from.data(), x.view.numel(), to.data());
  } else {
    transform_real(from.data(), to.data(), x.view.shape(), axes.back());
    transform_in_place(to.data(), out.view.shape(),
                       std::span(axes).first(axes.size() - 1), false);
  }
  to.store();
}

// The bins of a real array of `count` elements: those of the operand, as far
// as there are any, and zeros.
template <typename T, typename Bins>
Scratch fitted(const Tensor& x, const Shape& shape, std::size_t axis) {
  using C = std::complex<T>;
  const std::int64_t count = element_count(shape);
  Scratch bins(count * static_cast<std::int64_t>(sizeof(C)));
  auto* to = reinterpret_cast<C*>(bins.bytes());
  std::vector<std::pair<std::int64_t, std::int64_t>> kept;
  for (std::size_t i = 0; i < shape.size(); ++i)
    kept.emplace_back(0, std::min(shape[i], x.view.shape()[i]));
  const Tensor part{x.dtype, *x.view.shrink(kept), x.buffer};
  const View place(part.view.shape(), row_major_strides(shape), 0);
  if (shape[axis] > kept[axis].second) std::fill_n(to, count, C(0));
  if constexpr (std::is_same_v<C, Bins>) {
    strided_copy(bins.bytes(), place, HostMemory::storage_of(part), part.view,
                 sizeof(C));
  } else {
    const Aligned<C, Bins> converted(part);
    strided_copy(bins.bytes(), place,
                 reinterpret_cast<const std::byte*>(converted.data()),
                 View(part.view.shape()), sizeof(C));
  }
  return bins;
}

// Makes the imaginary parts of a bin zero in every slice along the axis.
template <typename T>
void drop_imaginary(std::complex<T>* bins, const Shape& shape, std::size_t axis,
                    std::int64_t bin) {
  const std::int64_t inner = row_major_strides(shape)[axis];
  const std::int64_t slices = shape[axis] * inner;
  const std::int64_t count = element_count(shape);
  for (std::int64_t i = bin * inner; i < count; i += slices)
    for (std::int64_t j = i; j < i + inner; ++j) bins[j] = {bins[j].real(), 0};
}

template <typename T, typename Bins, typename Real>
void irfft_of(const Tensor& out, const Tensor& x, const Axes& axes) {
  AlignedOut<T, Real> to(out);
  if (axes.empty()) {
    const Dense<Bins> from(x);
    for (std::int64_t i = 0; i < from.size(); ++i)
      to.data()[i] = static_cast<T>(from[i].real());
    return to.store();
  }
  const auto last = static_cast<std::size_t>(axes.back());
  Shape shape = out.view.shape();
  const std::int64_t n = shape[last];
  shape[last] = n / 2 + 1;
  const Scratch room = fitted<T, Bins>(x, shape, last);
  auto* bins = reinterpret_cast<std::complex<T>*>(room.bytes());
  transform_in_place(bins, shape, std::span(axes).first(axes.size() - 1), true);
  drop_imaginary(bins, shape, last, 0);
  if (n % 2 == 0) drop_imaginary(bins, shape, last, n / 2);
  transform_to_real(bins, to.data(), out.view.shape(), axes.back());
  to.store();
}

}  // namespace

bool has_fourier() { return true; }

Status fft(const Tensor& out, const Tensor& x, const Axes& axes, bool inverse) {
  if (out.view.numel() == 0) return {};
  if (x.dtype == DType::kComplex64)
    fft_of<float>(out, x, axes, inverse);
  else
    fft_of<double>(out, x, axes, inverse);
  return {};
}

Status rfft(const Tensor& out, const Tensor& x, const Axes& axes) {
  if (out.view.numel() == 0) return {};
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  const bool is_single = out.dtype == DType::kComplex64;
  if (x.dtype == DType::kFloat32 && is_single)
    rfft_of<float, float, Single>(out, x, axes);
  else if (x.dtype == DType::kFloat32)
    rfft_of<double, float, Double>(out, x, axes);
  else if (is_single)
    rfft_of<double, double, Single>(out, x, axes);
  else
    rfft_of<double, double, Double>(out, x, axes);
  return {};
}

Status irfft(const Tensor& out, const Tensor& x, const Axes& axes) {
  if (out.view.numel() == 0) return {};
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  const bool is_single = out.dtype == DType::kFloat32;
  if (x.dtype == DType::kComplex64 && is_single)
    irfft_of<float, Single, float>(out, x, axes);
  else if (x.dtype == DType::kComplex64)
    irfft_of<double, Single, double>(out, x, axes);
  else if (is_single)
    irfft_of<double, Double, float>(out, x, axes);
  else
    irfft_of<double, Double, double>(out, x, axes);
  return {};
}

#else

namespace {

Status without_library() {
  return Status::unsupported("op", "this build has no Fourier transforms");
}

}  // namespace

bool has_fourier() { return false; }

Status fft(const Tensor&, const Tensor&, const std::vector<std::int64_t>&,
           bool) {
  return without_library();
}
Status rfft(const Tensor&, const Tensor&, const std::vector<std::int64_t>&) {
  return without_library();
}
Status irfft(const Tensor&, const Tensor&, const std::vector<std::int64_t>&) {
  return without_library();
}

#endif

}  // namespace assay::optimized
