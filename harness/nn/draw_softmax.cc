// Draws the calls of softmax, softmin and log_softmax. Slices of which a power
// of two elements are equal and the others far below have results that are
// exact in any order of summation, so a term that is left out shows bit for
// bit.
// Tested by tests/harness/nn/drawn_activations_test.cc.
#include <bit>
#include <cmath>
#include <limits>

#include "harness/case/planned_case.h"
#include "harness/families/drawn_families.h"
#include "harness/nn/draw_slices.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// How far below others an element is that adds nothing to a sum, in any dtype.
constexpr double kOutOfReach = 1024;

// Returns whether the place is one of `count` neighbours, which begin elsewhere
// in each slice.
bool is_on_top(const SlicePlace& place, std::int64_t count,
               std::int64_t begin) {
  const std::int64_t from_begin = place.along - begin - place.slice;
  const std::int64_t around =
      (from_begin % place.extent + place.extent) % place.extent;
  return around < count;
}

}  // namespace

SlicePlace slice_place(const Shape& shape, std::int64_t axis, std::size_t k) {
  std::int64_t inner = 1;
  for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size();
       ++i)
    inner *= shape[i];
  const std::int64_t extent = shape[static_cast<std::size_t>(axis)];
  const auto at = static_cast<std::int64_t>(k);
  return {.slice = at / (inner * extent) * inner + at % inner,
          .along = at / inner % extent,
          .extent = extent};
}

ElementBits nearest_element(DType dtype, double value) {
  return {encode_real(format_of(dtype), value), 0};
}

Shape wished_shape(const CallWish& wish) {
  Shape shape = wish.structure.shape;
  if (wish.extent > 0) {
    const Shape kWays[] = {
        {3, wish.extent}, {wish.extent, 3}, {wish.extent}, {2, wish.extent, 2}};
    shape = kWays[wish.number % 4];
  }
  if (wish.row.shape == CaseShape::kHighRank)
    shape = with_high_rank(shape, wish.number);
  if (wish.row.shape == CaseShape::kEmpty) {
    const auto place =
        wish.structure.choose(7, static_cast<std::int64_t>(shape.size()) + 1);
    shape.insert(shape.begin() + place, 0);
  }
  return shape;
}

std::int64_t telling_axis(const Shape& shape, std::int64_t wanted) {
  const auto rank = std::ssize(shape);
  for (std::int64_t step = 0; step < rank; ++step) {
    const std::int64_t axis = (wanted + step) % rank;
    if (shape[static_cast<std::size_t>(axis)] > 1) return axis;
  }
  return wanted;
}

DrawnCall draw_softmax(const CallWish& wish) {
  const std::string_view aspect = aspect_of(wish.row.clause);
  const DType dtype = wish.cell.dtype;
  Shape shape = wished_shape(wish);
  const bool has_many = wish.extent > 0 && wish.number % 4 == 2;
  const bool is_outer = wish.extent % 2 == 0;
  if (has_many)
    shape = is_outer ? Shape{wish.extent, 3} : Shape{3, wish.extent};
  const auto rank = static_cast<std::int64_t>(shape.size());
  // On a rung one slice is long, or in every fourth case there are many.
  const std::int64_t axis =
      has_many          ? (is_outer ? 1 : 0)
      : wish.extent > 0 ? std::min<std::int64_t>(rank - 1, wish.number % 4 != 1)
                        : telling_axis(shape, wish.structure.choose(0, rank));
  std::int64_t& extent = shape[static_cast<std::size_t>(axis)];
  if (wish.row.shape == CaseShape::kAny && extent < 2) extent = 2;
  DrawnCall call{{{shape}}, Attributes().axis(axis)};
  const std::int64_t begin = wish.structure.choose(1, 64);
  const bool is_mirrored = wish.cell.op == "softmin"_op;
  const bool is_logarithm = wish.cell.op == "log_softmax"_op;
  const double sign = is_mirrored ? -1 : 1;
  const auto use = [&](auto f) {
    call.operands[0] = by_place(
        dtype, shape, axis,
        [f, sign](const SlicePlace& place) { return sign * f(place); });
  };
  if (aspect == "every_term") {
    const int most =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(extent))) -
        1;
    // The largest power of two, one element, and two.
    const int exponent = wish.number % 3 == 0   ? most
                         : wish.number % 3 == 1 ? 0
                                                : std::min(most, 1);
    const std::int64_t count = std::int64_t{1} << exponent;
    const double base = wish.number % 2 == 0 ? 0 : 2 * kOutOfReach;
    use([=](const SlicePlace& place) {
      return is_on_top(place, count, begin) ? base : base - kOutOfReach;
    });
    call.demands_exact = !is_logarithm || count == 1;
  } else if (aspect == "shifted") {
    const double base = wish.number % 2 == 0 ? kOutOfReach : -kOutOfReach;
    use([=](const SlicePlace& place) {
      return base + 8 * static_cast<double>((3 * place.along + begin) % 4);
    });
  } else if (aspect == (is_mirrored ? "infinity" : "negative_infinity")) {
    use([=](const SlicePlace& place) {
      const bool is_alone = place.slice % 3 == 2 || wish.number % 5 == 4;
      const bool is_hidden = is_alone || (place.along + begin) % 2 == 0;
      return is_hidden ? -HUGE_VAL : static_cast<double>(place.along % 5);
    });
  } else if (aspect == "slices_apart") {
    use([=](const SlicePlace& place) {
      const bool is_spoiled = (place.slice + begin) % 2 == 0;
      return is_spoiled && place.along == 0
                 ? (wish.number % 2 == 0
                        ? std::numeric_limits<double>::quiet_NaN()
                        : HUGE_VAL)
                 : static_cast<double>(place.along % 4);
    });
  } else if (aspect == "nan" && wish.number % 3 == 1) {
    use([=](const SlicePlace& place) {
      return place.along == begin % place.extent && place.slice % 2 == 0
                 ? HUGE_VAL
                 : static_cast<double>(place.along % 3);
    });
  } else if (aspect == "unit_range" || aspect == "below_zero") {
    // All but one element far enough below that the result is nearly 1.
    use([=](const SlicePlace& place) {
      return is_on_top(place, 1, begin)
                 ? 0
                 : -6 - 3 * static_cast<double>(place.along % 12);
    });
  }
  return call;
}

}  // namespace assay
