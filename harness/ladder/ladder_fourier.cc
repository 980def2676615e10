// Builds transforms at all lengths. Short ones transform random numbers. Long
// ones transform a few numbers among zeros: the definition evaluates these
// quickly, and still nearly every element of the result differs from zero.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <bit>

#include "harness/families/clause_rows/fourier.h"
#include "harness/ladder/ladder.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/infer.h"
#include "spec/places.h"

namespace assay {
namespace {

// The longest transform in which all numbers differ from zero.
constexpr std::int64_t kDense = 600;
constexpr std::size_t kSamples = 6;

struct Geometry {
  Shape shape;  // of the result if it is real, else of the operand
  std::vector<std::int64_t> axes;
};

bool is_prime(std::int64_t n) {
  for (std::int64_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

// Returns the power of two next to an extent, or the extent itself if the rung
// contains none.
std::int64_t power_of_two(int rung, std::int64_t extent) {
  const auto below = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(extent)));
  if (below >= lowest_size(rung)) return below;
  return 2 * below <= highest_size(rung) ? 2 * below : extent;
}

// Draws any axes of an array with two to five. irfft gets one axis, because
// along several its spectra depend on each other.
Geometry any_axes(const CaseBuilder& builder) {
  ValueStream stream(builder.seed(), 3006);
  const std::size_t rank = 2 + stream.below(4);
  constexpr std::uint64_t kMost[] = {24, 11, 6, 4};
  Geometry geometry;
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    geometry.shape.push_back(
        static_cast<std::int64_t>(2 + stream.below(kMost[rank - 2])));
    axes.push_back(static_cast<std::int64_t>(axis));
  }
  for (std::size_t i = 0; i + 1 < rank; ++i)
    std::swap(axes[i], axes[i + stream.below(rank - i)]);
  const bool is_all = stream.below(2) == 0;
  axes.resize(takes_sizes(spec_of(builder.plan().op)) ? 1
              : is_all                                ? rank
                                                      : 1 + stream.below(rank));
  geometry.axes = axes;
  return geometry;
}

Geometry geometry_of(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const std::int64_t extent = structure.shape[0];
  const std::int64_t few = extent > 5000 ? 1 : 1 + structure.choose(1, 3);
  switch (
      static_cast<TransformWay>(builder.plan().number % kTransformWayCount)) {
    case TransformWay::kFirst:
      return {{extent, few}, {0}};
    case TransformWay::kBatch:
      return {{extent, 2 + structure.choose(2, 15)}, {1}};
    case TransformWay::kPrime: {
      std::int64_t prime = extent;
      while (!is_prime(prime)) ++prime;
      return {{few, prime}, {1}};
    }
    case TransformWay::kColumns:
      return {{2 + structure.choose(2, extent > 65536 ? 4 : 15), extent}, {0}};
    case TransformWay::kAxes:
      return any_axes(builder);
    case TransformWay::kLast:
      break;
  }
  return {{few, power_of_two(builder.plan().rung, extent)}, {1}};
}

}  // namespace

void build_fourier_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Geometry geometry = geometry_of(builder);
  const auto axis = static_cast<std::size_t>(geometry.axes.back());
  const std::int64_t length = geometry.shape[axis];
  const bool is_inverse_real = takes_sizes(spec_of(plan.op));
  Shape shape = geometry.shape;
  if (is_inverse_real) shape[axis] = length / 2 + 1;
  Attributes attributes;
  attributes.axes(geometry.axes);
  if (spec_of(plan.op).signature.is_paired()) attributes.dtype(plan.result);
  if (is_inverse_real) attributes.set(AttributeKey::kSizes, {length});

  ValueStream stream(builder.seed(), 1015);
  const auto samples = edges(shape[axis], kSamples, stream);
  std::vector<bool> is_sample(static_cast<std::size_t>(shape[axis]),
                              length <= kDense);
  for (const std::int64_t at : samples)
    is_sample[static_cast<std::size_t>(at)] = true;
  Strides along(shape.size(), 0);
  along[axis] = 1;
  std::vector<ElementBits> elements;
  for_each_place(View(shape, std::move(along), 0), [&](std::int64_t at) {
    ElementBits bits;
    if (is_sample[static_cast<std::size_t>(at)]) {
      const std::uint64_t word = scrambled(builder.seed(), elements.size());
      bits = small_integer(plan.dtype, static_cast<std::int64_t>(word % 9) - 4);
      if (is_complex(plan.dtype))
        bits.im = small_integer(plan.dtype,
                                static_cast<std::int64_t>(word / 9 % 9) - 4)
                      .re;
      // A real result has no imaginary part at these frequencies.
      if (is_inverse_real && (at == 0 || 2 * at == length)) bits.im = 0;
      if (bits.re == 0 && bits.im == 0) bits = small_integer(plan.dtype, 1);
    }
    elements.push_back(bits);
  });
  builder.add_tensor("x", plan.dtype, shape, builder.layout_of(0),
                     [&](std::size_t k) { return elements[k]; });
  // In every second case the result is written into an out.
  if (builder.structure().choose(6, 2) == 0) {
    const TensorType operand{plan.dtype, shape};
    const auto made = infer(plan.op, {&operand, 1}, attributes, plan.dtype);
    builder.add_out("out", made->front().dtype, made->front().shape);
  }
  builder.add_step(plan.op, {"x"}, attributes, {"out"});
  builder.expect("out");
}

}  // namespace assay
