// Adds up the norms of each slice in long double and derives both bounds from
// them.
// Tested by tests/harness/judge/tolerance_fft_test.cc.
#include "harness/judge/tolerance_fft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "harness/case/slice_numbers.h"
#include "harness/judge/acceptance.h"
#include "spec/infer.h"

namespace assay {
namespace {

using Axes = std::vector<std::int64_t>;

// Holds the numbers from which the bounds of one slice follow.
struct SliceNorms {
  long double sum = 0;         // Σ|x|
  long double squares = 0;     // ‖x‖₂²
  bool integers = true;        // true if every x is an integer
  long double largest = 0;     // max |y|, y exact
  long double rounded_by = 0;  // max |rounded - y|
  long double rounded_squares = 0;
};

std::size_t at_axis(std::int64_t axis) {
  return static_cast<std::size_t>(axis);
}

bool has_repeats(const Axes& axes) {
  return std::set<std::int64_t>(axes.begin(), axes.end()).size() != axes.size();
}

// Returns whether the op transforms a half spectrum into real elements.
bool gives_real(Op op) { return spec_of(op).has(AttributeKey::kSizes); }

// Returns how often a bin of the half spectrum occurs in the whole spectrum of
// n bins.
int occurrences(std::int64_t bin, std::int64_t n) {
  if (bin > n / 2) return 0;  // irfft.fitted
  return bin == 0 || 2 * bin == n ? 1 : 2;
}

// Adds up the transformed elements; for irfft, those of the whole Hermitian
// spectrum.
void add_operand(const Call& call, const Shape& result,
                 const std::vector<ElementBits>& elements,
                 const SliceNumbers& number, std::vector<SliceNorms>& norms) {
  const DType dtype = call.operands[0].dtype;
  const FloatFormat& format = format_of(dtype);
  const Axes& axes = call.attributes.axes();
  std::size_t i = 0;
  for (const Index& at : indices(call.operands[0].view.shape())) {
    const ElementBits bits = elements[i++];
    const long double re = decode_real(format, bits.re);
    long double im = is_complex(dtype) ? decode_real(format, bits.im) : 0;
    int count = 1;
    if (gives_real(call.op)) {
      const std::size_t last = at_axis(axes.back());
      count = occurrences(at[last], result[last]);
      if (count == 0) continue;
      // With several axes, the imaginary parts of these bins take part in the
      // transforms along the other axes, so they are not dropped.
      if (count == 1 && axes.size() == 1) im = 0;  // irfft.ignored_parts
    }
    SliceNorms& slice = norms[number.of(at)];
    slice.sum += count * std::hypot(re, im);
    slice.squares += count * (re * re + im * im);
    slice.integers =
        slice.integers && re == std::nearbyint(re) && im == std::nearbyint(im);
  }
}

void add_result(DType type, const Shape& shape, const Answer& answer,
                const Permitted& permitted, const SliceNumbers& number,
                std::vector<SliceNorms>& norms) {
  const FloatFormat& format = format_of(type);
  const std::size_t parts = is_complex(type) ? 2 : 1;
  std::size_t place = 0;
  for (const Index& at : indices(shape)) {
    SliceNorms& slice = norms[number.of(at)];
    long double value[2] = {0, 0};
    long double off[2] = {0, 0};
    const ElementBits& element = permitted.values[place / parts];
    for (std::size_t part = 0; part < parts; ++part, ++place) {
      const std::uint64_t bits = part == 0 ? element.re : element.im;
      value[part] = exact_value(
          format, bits,
          place < answer.residue.size() ? answer.residue[place] : 0);
      off[part] = value[part] - decode_real(format, bits);
    }
    const long double distance = std::hypot(off[0], off[1]);
    slice.largest = std::max(slice.largest, std::hypot(value[0], value[1]));
    slice.rounded_by = std::max(slice.rounded_by, distance);
    slice.rounded_squares += distance * distance;
  }
}

// Returns the transformed extents: those of the operand, except that the last
// one of irfft is the result's.
std::vector<std::int64_t> lengths_of(const Call& call, const Shape& result) {
  const Axes& axes = call.attributes.axes();
  std::vector<std::int64_t> lengths;
  for (std::int64_t axis : axes)
    lengths.push_back(call.operands[0].view.shape()[at_axis(axis)]);
  if (gives_real(call.op)) lengths.back() = result[at_axis(axes.back())];
  return lengths;
}

// Returns whether every partial sum is an integer that the format holds,
// whatever the algorithm, because all roots of unity are ±1 or ±i.
bool is_exact(const SliceNorms& slice, const FloatFormat& format,
              const std::vector<std::int64_t>& lengths) {
  return slice.integers &&
         slice.sum <= std::ldexp(1.0L, format.precision - 4) &&
         std::all_of(lengths.begin(), lengths.end(),
                     [](std::int64_t n) { return n == 1 || n == 2 || n == 4; });
}

}  // namespace

std::int64_t padded_length(std::int64_t n) {
  std::int64_t rest = n;
  for (std::int64_t factor : {2, 3, 5, 7, 11, 13})
    while (rest % factor == 0) rest /= factor;
  if (rest == 1) return n;
  return static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(2 * n - 1)));
}

void permit_slices(const Call& call, DType type, const Answer& answer,
                   const OperandValues& operands, const Profile& profile,
                   Permitted& permitted) {
  const TensorType operand{call.operands[0].dtype,
                           call.operands[0].view.shape()};
  const auto types = infer(call.op, {&operand, 1}, call.attributes, type);
  if (!types) return;
  const Shape& result = types->front().shape;
  const Axes& axes = call.attributes.axes();
  const SliceNumbers number(result, axes);
  if (axes.empty() || has_repeats(axes)) {  // fourier.repeated_axes
    const std::vector<double> open(number.count(), -1);
    permitted.slices = SliceBounds{axes, open, open};
    return;
  }
  std::vector<SliceNorms> norms(number.count());
  add_operand(call, result, operands[0], number, norms);
  add_result(type, result, answer, permitted, number, norms);

  // Uses the larger unit roundoff of a pair with two dtypes, and the smaller
  // range.
  const FloatFormat& format =
      format_of(type).precision < format_of(operand.dtype).precision
          ? format_of(type)
          : format_of(operand.dtype);
  const long double u = unit_roundoff(format);
  const long double eta = underflow_unit(format, profile);
  const long double range = decode_real(format, largest_finite_bits(format));
  const auto lengths = lengths_of(call, result);
  long double n = 1;
  long double log_n = 0;
  for (std::int64_t length : lengths) {
    n *= static_cast<long double>(length);
    log_n += std::log2(static_cast<long double>(padded_length(length)));
  }
  const long double levels = std::max(1.0L, log_n);
  // If the profile divides the result by n, a backend may also divide the
  // operand.
  const bool is_divided = profile.is("fft.norm=backward"_policy) &&
                          spec_of(call.op).has(Law::kInverts);
  const long double divisor = is_divided ? n : 1;

  SliceBounds bounds{axes, {}, {}};
  for (const SliceNorms& slice : norms) {
    const long double l2 =
        4 * u * levels * std::sqrt(n * slice.squares) / divisor +
        4 * levels * n * eta;
    // If subnormals may be taken as zeros, the errors of n elements may add up.
    const bool kept = profile.is("float.subnormal=kept"_policy);
    const long double max = 8 * u * levels * slice.largest +
                            4 * levels * (kept ? std::sqrt(n) : n) * eta;
    const bool is_judged = slice.sum + max <= range;  // false for NaN
    if (!is_judged) {                                 // fourier.nonfinite
      bounds.l2.push_back(-1);
      bounds.max.push_back(-1);
    } else if (is_exact(slice, format, lengths)) {  // fourier.exact_small
      bounds.l2.push_back(0);
      bounds.max.push_back(0);
    } else {
      // The bounds are applied around the rounded values. They are widened so
      // that they contain everything within the bounds around the exact values.
      bounds.l2.push_back(
          static_cast<double>(l2 + std::sqrt(slice.rounded_squares)));
      bounds.max.push_back(static_cast<double>(max + slice.rounded_by));
    }
  }
  permitted.slices = std::move(bounds);
}

}  // namespace assay
