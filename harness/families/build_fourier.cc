// Builds the cases of the fourier family: lengths, axes and elements of
// transforms.
// Tested by tests/harness/families/build_fourier_test.cc.
#include <algorithm>
#include <numeric>
#include <optional>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/fourier.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

using Axes = std::vector<std::int64_t>;

// Radices 2, 3, 5, 7, 11 and 13 and their products, primes on both sides of a
// power of two, and a prime far from any.
constexpr std::int64_t kLengths[] = {12, 7,  1,   2,   3,   4,   5,   6,  8,
                                     9,  10, 11,  13,  14,  15,  16,  17, 31,
                                     64, 97, 100, 120, 127, 128, 1009};
// In slices of these lengths a one is put in every place in turn; in the
// longest, in some places.
constexpr std::int64_t kOneHotLengths[] = {8,  5,  1,  2,  3,   4,  6,  7,
                                           9,  10, 11, 12, 13,  14, 15, 16,
                                           17, 31, 64, 97, 128, 257};
constexpr std::int64_t kLongestWhole = 256;
constexpr std::int64_t kSampledPlaces = 9;

// Describes a call without its elements.
struct Transform {
  Shape shape;
  Axes axes;
  std::optional<std::int64_t> length;  // the last entry of s, if s is given
};

std::size_t at_axis(std::int64_t axis) {
  return static_cast<std::size_t>(axis);
}

FourierCase fourier_case_of(const CaseBuilder& builder) {
  return special_of<FourierCase>(builder.row());
}

bool is_inverse_real(const CaseBuilder& builder) {
  return takes_sizes(spec_of(builder.plan().op));
}

std::int64_t& last_extent(Transform& transform) {
  return transform.shape[at_axis(transform.axes.back())];
}

// Returns a transform of a batch of slices. A slice has n elements, for irfft
// in the result.
Transform batch(const CaseBuilder& builder, std::int64_t count,
                std::int64_t n) {
  if (!is_inverse_real(builder)) return {{count, n}, {1}, {}};
  return {{count, n / 2 + 1}, {1}, n};
}

// Returns how many slices there are: as many as the structure has elements, but
// from `least` to twelve.
std::int64_t slice_count(const CaseBuilder& builder, std::int64_t least) {
  const std::int64_t count = element_count(builder.structure().shape);
  return std::clamp<std::int64_t>(count, least, 12);
}

// Returns some of the axes in any order, but at least one.
Axes chosen_axes(const Structure& structure, const Axes& from) {
  Axes axes;
  for (std::size_t i = 0; i < from.size(); ++i)
    if ((structure.choices[0] >> (i % 6) & 1) != 0) axes.push_back(from[i]);
  if (axes.empty())
    axes = {from[at_axis(structure.choose(1, std::ssize(from)))]};
  std::rotate(axes.begin(),
              axes.begin() + structure.choose(2, std::ssize(axes)), axes.end());
  if (structure.choices[3] % 2 == 1) std::reverse(axes.begin(), axes.end());
  return axes;
}

Axes every_axis(std::size_t rank) {
  Axes axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

// Chooses the length of irfft's result, which the spectrum leaves open.
void choose_length(const CaseBuilder& builder, Transform& transform) {
  if (!is_inverse_real(builder)) return;
  const Structure& structure = builder.structure();
  const int number = builder.plan().number;
  std::int64_t& bins = last_extent(transform);
  const std::int64_t odd = 2 * bins - 1;
  switch (fourier_case_of(builder)) {
    case FourierCase::kDefaultSize:
    case FourierCase::kRepeatedAxes:
      bins = std::max<std::int64_t>(bins, 2);
      return;
    case FourierCase::kGivenSizes:
    case FourierCase::kIgnoredParts:
      bins = std::max<std::int64_t>(bins, 2);
      transform.length = 2 * bins - 2 + number % 2;
      return;
    case FourierCase::kFitted: {
      bins = std::max<std::int64_t>(bins, 3);
      // Even and odd, shorter and longer lengths alternate. Each dtype starts
      // at another one.
      const int kind = number + static_cast<int>(builder.plan().result);
      const std::int64_t further = 2 * structure.choose(4, bins - 2);
      transform.length = kind % 2 == 0 ? 2 * bins - 4 - further + kind / 2 % 2
                                       : 2 * bins + further + kind / 2 % 2;
      transform.length = std::max<std::int64_t>(*transform.length, 1);
      return;
    }
    default:
      if (bins == 1 || structure.choices[4] % 2 == 1) transform.length = odd;
  }
}

// Returns a transform of one to three axes with extents 1, 2 or 4 after a batch
// axis. Its results are exact for small integers.
Transform exact_transform(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  Transform transform{{slice_count(builder, 1)}, {}, {}};
  const std::int64_t rank = 1 + structure.choose(0, 3);
  constexpr std::int64_t kExact[] = {4, 2, 1};
  for (std::int64_t i = 0; i < rank; ++i) {
    const std::int64_t choice = structure.choose(at_axis(1 + i), 3);
    transform.shape.push_back(kExact[choice]);
    transform.axes.push_back(1 + i);
  }
  if (structure.choices[5] % 2 == 1)
    std::reverse(transform.axes.begin(), transform.axes.end());
  if (is_inverse_real(builder)) {
    transform.length = last_extent(transform);
    last_extent(transform) = *transform.length / 2 + 1;
  }
  return transform;
}

// Returns a transform over some axes of a shape in which another axis is empty.
Transform empty_transform(const CaseBuilder& builder) {
  Shape shape = builder.structure().shape;
  if (shape.size() < 2) shape.resize(2, 2);
  const std::int64_t empty = builder.structure().choose(5, std::ssize(shape));
  shape[at_axis(empty)] = 0;
  Axes others = every_axis(shape.size());
  others.erase(others.begin() + empty);
  return {shape, chosen_axes(builder.structure(), others), {}};
}

Transform free_transform(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const FourierCase special = fourier_case_of(builder);
  Shape shape = structure.shape;
  if (shape.empty()) shape = {1};
  if (special == FourierCase::kSeveralAxes && shape.size() == 1)
    shape.push_back(2);
  if (builder.row().shape == CaseShape::kHighRank)
    shape = with_high_rank(shape, builder.plan().number);
  Transform transform{shape, {}, {}};
  if (special == FourierCase::kSeveralAxes) {
    transform.axes = every_axis(shape.size());
    const std::int64_t turns = 1 + structure.choose(2, std::ssize(shape) - 1);
    std::rotate(transform.axes.begin(), transform.axes.begin() + turns,
                transform.axes.end());
  } else {
    transform.axes = chosen_axes(structure, every_axis(shape.size()));
  }
  std::int64_t least = 1;
  if (special == FourierCase::kTurning) least = 3;
  if (special == FourierCase::kConstant || special == FourierCase::kSeveralAxes)
    least = 2;
  for (std::int64_t axis : transform.axes) {
    std::int64_t& extent = transform.shape[at_axis(axis)];
    extent = std::max(extent, least);
  }
  return transform;
}

// Returns the places that get a one among n elements.
std::vector<std::int64_t> places(const CaseBuilder& builder, std::int64_t n) {
  if (n <= kLongestWhole) return every_axis(at_axis(n));
  std::vector<std::int64_t> sampled = {0, 1, n / 2, n - 2, n - 1};
  ValueStream stream(builder.seed(), 2001);
  while (std::ssize(sampled) < kSampledPlaces)
    sampled.push_back(
        static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(n))));
  return sampled;
}

Transform transform_of(const CaseBuilder& builder) {
  const auto number = static_cast<std::size_t>(builder.plan().number);
  switch (fourier_case_of(builder)) {
    case FourierCase::kLengths:
      return batch(builder, 1, kLengths[number % std::size(kLengths)]);
    case FourierCase::kOneHot: {
      const std::int64_t n = kOneHotLengths[number % std::size(kOneHotLengths)];
      Transform transform = batch(builder, 1, n);
      transform.shape[0] = std::ssize(places(builder, transform.shape[1]));
      return transform;
    }
    case FourierCase::kExactSmall:
      return exact_transform(builder);
    case FourierCase::kIsolated:
    case FourierCase::kNonfinite:
      return batch(builder, slice_count(builder, 3),
                   2 + builder.structure().choose(0, 7));
    default:
      break;
  }
  Transform transform = builder.row().shape == CaseShape::kEmpty
                            ? empty_transform(builder)
                            : free_transform(builder);
  choose_length(builder, transform);
  if (fourier_case_of(builder) == FourierCase::kRepeatedAxes) {
    const std::int64_t axis = transform.axes.back();
    if (!spec_of(builder.plan().op).signature.is_paired()) {
      const bool twice = builder.plan().number % 2 == 1;
      transform.axes = twice ? Axes{axis, axis} : Axes{};
    } else {
      // The last axis decides the shape of a real transform, so another axis is
      // repeated.
      if (transform.shape.size() == 1) transform.shape.push_back(2);
      const std::int64_t other = axis == 0 ? 1 : 0;
      transform.axes = {other, other, axis};
    }
  }
  return transform;
}

Attributes attributes_of(const CaseBuilder& builder,
                         const Transform& transform) {
  Attributes attributes;
  attributes.axes(transform.axes);
  if (spec_of(builder.plan().op).signature.is_paired())
    attributes.dtype(builder.plan().result);
  if (!transform.length) return attributes;
  Shape sizes;
  for (std::int64_t axis : transform.axes)
    sizes.push_back(transform.shape[at_axis(axis)]);
  sizes.back() = *transform.length;
  attributes.set(AttributeKey::kSizes, sizes);
  return attributes;
}

// Removes the imaginary parts of bins that have none if the result is real.
// With several axes, makes these bins the spectrum of a real signal.
void make_hermitian(const Transform& transform, DType dtype,
                    std::vector<ElementBits>& elements) {
  if (transform.axes.empty()) return;
  const View place(transform.shape);
  const std::size_t last = at_axis(transform.axes.back());
  const std::int64_t n =
      transform.length.value_or(2 * (transform.shape[last] - 1));
  for (const Index& at : indices(transform.shape)) {
    if (at[last] != 0 && 2 * at[last] != n) continue;
    Index mirrored = at;
    for (std::int64_t axis : transform.axes) {
      const std::size_t i = at_axis(axis);
      if (i != last)
        mirrored[i] = (transform.shape[i] - at[i]) % transform.shape[i];
    }
    ElementBits& element = elements[at_axis(place.linear_index(at))];
    if (mirrored == at) element.im = 0;
    if (!(mirrored < at)) continue;
    element = elements[at_axis(place.linear_index(mirrored))];
    element.im ^= sign_bit(format_of(dtype));
  }
}

// Puts a NaN, an infinity or an overflow into a slice, so that its values are
// left open.
void spoil_slice(const CaseBuilder& builder, std::int64_t n, std::int64_t slice,
                 std::vector<ElementBits>& elements) {
  const FloatFormat& format = format_of(builder.plan().dtype);
  const auto first = elements.begin() + slice * n;
  switch ((builder.plan().number + slice) % 3) {
    case 0:
      first[builder.structure().choose(1, n)].re = quiet_nan_bits(format);
      break;
    case 1:
      first[builder.structure().choose(1, n)].re = overflow_bits(format);
      break;
    default:
      std::fill(first, first + n, ElementBits{largest_finite_bits(format), 0});
  }
}

std::vector<ElementBits> elements_of(const CaseBuilder& builder,
                                     const Transform& transform) {
  const DType dtype = builder.plan().dtype;
  const ElementBits one{encode_real(format_of(dtype), 1), 0};
  const FourierCase special = fourier_case_of(builder);
  const std::int64_t count = element_count(transform.shape);
  if (special == FourierCase::kConstant)
    return std::vector<ElementBits>(at_axis(count), one);
  const std::int64_t n = transform.shape.back();
  if (special == FourierCase::kOneHot) {
    std::vector<ElementBits> elements(at_axis(count));
    std::int64_t start = 0;
    for (std::int64_t place : places(builder, n)) {
      elements[at_axis(start + place)] = one;
      start += n;
    }
    return elements;
  }
  std::vector<ElementBits> elements;
  ValueStream values(builder.seed(), 2000);
  for (std::int64_t i = 0; i < count; ++i)
    elements.push_back(draw_element(builder.row().values, dtype, values));
  if (is_inverse_real(builder) && special != FourierCase::kIgnoredParts)
    make_hermitian(transform, dtype, elements);
  if (special == FourierCase::kIsolated) spoil_slice(builder, n, 1, elements);
  if (special == FourierCase::kNonfinite)
    for (std::int64_t slice = 0; slice < transform.shape[0]; ++slice)
      spoil_slice(builder, n, slice, elements);
  return elements;
}

}  // namespace

void build_fourier(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Transform transform = transform_of(builder);
  const std::vector<ElementBits> elements = elements_of(builder, transform);
  const Attributes attributes = attributes_of(builder, transform);
  builder.add_tensor("x", plan.dtype, transform.shape, builder.layout_of(0),
                     [&](std::size_t k) { return elements[k]; });
  if (fourier_case_of(builder) == FourierCase::kGivenOut) {
    const TensorType operand{plan.dtype, transform.shape};
    const auto types = infer(plan.op, {&operand, 1}, attributes, plan.result);
    builder.add_out("out", types->front().dtype, types->front().shape);
  }
  builder.add_step(plan.op, {"x"}, attributes, {"out"});
  if (fourier_case_of(builder) == FourierCase::kRepeatedAxes)
    builder.permit_refusal();  // fourier.repeated_axes
  builder.expect("out");
  const CaseProgram program = builder.row().program;
  if (program != CaseProgram::kTwice && program != CaseProgram::kFresh) return;
  builder.add_step(plan.op, {"x"}, attributes, {"out_again"});
  if (program == CaseProgram::kTwice) {
    builder.expect("out_again").same_bits_as = "out";
    return;
  }
  // Writes to the operand and to the next result must not show in the first.
  const TensorType operand{plan.dtype, transform.shape};
  const auto types = infer(plan.op, {&operand, 1}, attributes, plan.result);
  builder.add_write("x", plan.dtype, transform.shape);
  builder.add_write("out_again", types->front().dtype, types->front().shape);
}

}  // namespace assay
