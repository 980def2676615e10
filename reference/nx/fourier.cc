// Evaluates Fourier transforms by their definition, one axis after the other.
// Elements are rounded to the dtype only after the last axis.
// Tested by tests/reference/fourier_test.cc.
#include <utility>

#include "reference/dft.h"
#include "reference/policy.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

using Axes = std::vector<std::int64_t>;

// Holds elements of a shape in long double, so that they need no rounding
// before the end.
class WideTensor {
 public:
  explicit WideTensor(const Shape& shape)
      : place_(shape), elements_(static_cast<std::size_t>(place_.numel())) {}

  const Shape& shape() const { return place_.shape(); }
  Sample& operator[](const Index& at) {
    return elements_[static_cast<std::size_t>(place_.linear_index(at))];
  }
  const Sample& operator[](const Index& at) const {
    return elements_[static_cast<std::size_t>(place_.linear_index(at))];
  }

 private:
  View place_;
  Samples elements_;
};

WideTensor read(const Evaluation& call) {
  const Elements x = call.operand(0);
  WideTensor wide(x.view().shape());
  for (const Index& at : indices(wide.shape())) {
    const bool real = is_real(x.dtype());
    const Complex z =
        real ? Complex{x.value<double>(at), 0} : x.value<Complex>(at);
    wide[at] = {z.re, z.im};
  }
  return wide;
}

// Rounds each element once and stores it in the out, or in a new tensor if the
// call has none.
Result<Tensors> written(const Evaluation& call, DType dtype,
                        const WideTensor& y, std::size_t divisor = 1) {
  Result<Tensor> out = call.call.outs.empty()
                           ? make_tensor(dtype, y.shape())
                           : Result<Tensor>(call.call.outs[0]);
  if (!out) return out.status();
  const Results results = call.results_in(*out);
  for (const Index& at : indices(y.shape())) {
    const auto n = static_cast<long double>(divisor);
    const Sample z{y[at].re / n, y[at].im / n};
    if (is_complex(dtype))
      results.put(at, ExactComplex{exact(z.re), exact(z.im)});
    else
      results.put(at, exact(z.re));
  }
  return Tensors{*out};
}

// Replaces each slice along the axis by f(slice), of n elements.
template <typename F>
WideTensor along(const WideTensor& x, std::int64_t axis, std::size_t n, F f) {
  Shape shape = x.shape();
  shape[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(n);
  WideTensor y(shape);
  Slices from(x.shape(), {axis});
  Slices to(shape, {axis});
  for (const Index& start : from.starts()) {
    Samples slice;
    for (const Index& step : from.steps())
      slice.push_back(x[from.at(start, step)]);
    const Samples replaced = f(slice);
    std::size_t k = 0;
    for (const Index& step : to.steps()) y[to.at(start, step)] = replaced[k++];
  }
  return y;
}

std::size_t extent(const WideTensor& x, std::int64_t axis) {
  return static_cast<std::size_t>(x.shape()[static_cast<std::size_t>(axis)]);
}

// Returns the complex transform over each of the axes.
WideTensor transformed(WideTensor x, const Axes& axes, Exponent sign) {
  for (std::int64_t axis : axes)
    x = along(x, axis, extent(x, axis),
              [&](const Samples& slice) { return dft(slice, sign); });
  return x;
}

// Returns the Hermitian spectrum of n bins whose first n/2 + 1 bins are given.
// If fewer are given, the missing ones are zeros.
Samples hermitian(Samples half, std::size_t n) {
  half.resize(n / 2 + 1);              // irfft.fitted
  half.front().im = 0;                 // irfft.ignored_parts
  if (n % 2 == 0) half.back().im = 0;  // irfft.ignored_parts
  for (std::size_t k = half.size(); k < n; ++k)
    half.push_back({half[n - k].re, -half[n - k].im});
  return half;
}

// Returns the number by which the profile divides an inverse transform of these
// extents.
std::size_t divisor(const Evaluation& call, const WideTensor& y) {
  std::size_t n = 1;
  if (call.profile.is(kPolicy<"fft.norm=backward">))
    for (std::int64_t axis : call.call.attributes.axes()) n *= extent(y, axis);
  return n;
}

Axes but_the_last(Axes axes) {
  axes.pop_back();
  return axes;
}

}  // namespace

Result<Tensors> evaluate(OpTag<"fft">, const Evaluation& call) {
  const Axes& axes = call.call.attributes.axes();
  const DType dtype = call.call.operands[0].dtype;
  const WideTensor y =
      transformed(read(call), axes, Exponent::kNegative);  // fft.sign
  return written(call, dtype, y);  // fft.value, fft.not_normalised
}

Result<Tensors> evaluate(OpTag<"ifft">, const Evaluation& call) {
  const Axes& axes = call.call.attributes.axes();
  const DType dtype = call.call.operands[0].dtype;
  const WideTensor y =
      transformed(read(call), axes, Exponent::kPositive);  // ifft.sign
  return written(call, dtype, y,
                 divisor(call, y));  // ifft.value, ifft.not_normalised
}

Result<Tensors> evaluate(OpTag<"rfft">, const Evaluation& call) {
  const Axes& axes = call.call.attributes.axes();
  const DType dtype = call.call.attributes.dtype();  // rfft.dtype
  WideTensor y = read(call);
  if (axes.empty()) return written(call, dtype, y);
  const std::size_t bins = extent(y, axes.back()) / 2 + 1;
  y = along(y, axes.back(), bins, [&](const Samples& slice) {
    Samples half = dft(slice, Exponent::kNegative);  // rfft.sign
    half.resize(bins);                               // rfft.half
    return half;
  });
  y = transformed(std::move(y), but_the_last(axes),
                  Exponent::kNegative);  // rfft.last_first
  return written(call, dtype, y);        // rfft.value, rfft.not_normalised
}

Result<Tensors> evaluate(OpTag<"irfft">, const Evaluation& call) {
  const Axes& axes = call.call.attributes.axes();
  const DType dtype = call.call.attributes.dtype();  // irfft.dtype
  WideTensor y = read(call);
  if (axes.empty()) return written(call, dtype, y);
  std::size_t n = 2 * (extent(y, axes.back()) - 1);  // irfft.default_size
  if (const auto* s = call.call.attributes.find(AttributeKey::kSizes))
    n = static_cast<std::size_t>(s->back());  // irfft.sizes
  y = transformed(std::move(y), but_the_last(axes), Exponent::kPositive);
  y = along(y, axes.back(), n, [&](const Samples& half) {
    return dft(hermitian(half, n), Exponent::kPositive);  // irfft.last_last
  });
  return written(call, dtype, y,
                 divisor(call, y));  // irfft.value, irfft.not_normalised
}

}  // namespace assay
