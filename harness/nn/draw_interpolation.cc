// Draws the calls of interpolate and of its gradient. Modes that move elements
// get addresses, so that each result shows from where it was read. Where a case
// of bilinear is about values, ratios are powers of two and elements small
// integers: then every weight and sum is exact in any form of the formula.
// Tested by tests/harness/nn/drawn_resampling_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "harness/case/planned_case.h"
#include "harness/case/scrambled.h"
#include "harness/nn/draw_slices.h"
#include "harness/nn/resampling_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Holds the extents of an axis before and after.
struct AxisSizes {
  std::int64_t in = 1;
  std::int64_t out = 1;
};

// Says which elements the images or the gradients of a case have.
enum class ImageElements {
  kAddresses,  // differ from place to place
  kIntegers,   // other than 0, below 64
  kOneHot,     // one for each channel
  kOnes,
  kConstant,
  kOneStrange,   // one NaN or infinity among integers
  kManyStrange,  // every third is NaN or infinite
  kOfKind,       // by the kind of values of the row
};

class InterpolationDraw {
 public:
  explicit InterpolationDraw(const CallWish& wish)
      : wish_(wish),
        dtype_(wish.cell.dtype),
        aspect_(aspect_of(wish.row.clause)),
        mode_(mode_of(wish.cell.variant)),
        moves_(mode_ == Interpolation::kNearest ||
               mode_ == Interpolation::kNearestExact),
        is_gradient_(wish.cell.op == "interpolate_backward"_op) {
    choose_corners();
    choose_sizes();
    choose_elements();
  }

  DrawnCall call() const {
    DrawnCall drawn;
    drawn.attributes.interpolation(mode_)
        .set(AttributeKey::kOutputSize, {rows_.out, columns_.out})
        .flag(AttributeKey::kAlignCorners, aligns_);
    const Shape x = {batch_, channels_, rows_.in, columns_.in};
    const Shape y = {batch_, channels_, rows_.out, columns_.out};
    if (is_gradient_) {
      const ElementBits nan = {quiet_nan_bits(format_of(dtype_)), 0};
      drawn.operands = {{x, [nan](std::size_t) { return nan; }}, filled(y)};
    } else {
      drawn.operands = {filled(x)};
    }
    drawn.demands_exact = is_exact();
    return drawn;
  }

 private:
  static Interpolation mode_of(std::string_view variant) {
    std::size_t k = 0;
    while (kInterpolationNames[k] != variant) ++k;
    return static_cast<Interpolation>(k);
  }

  std::int64_t choose(std::size_t k, std::int64_t count) const {
    return wish_.choose(k, count);
  }
  bool is_about(std::string_view aspect) const { return aspect_ == aspect; }

  void choose_corners() {
    aligns_ = choose(6, 2) == 1;
    if (is_about("align_corners") || is_about("corners")) aligns_ = true;
    if (is_about("half_pixels") || is_about("border")) aligns_ = false;
    if (is_about("nearest_alike")) aligns_ = wish_.number % 2 == 0;
    if (is_about("value") || is_about("bicubic") || is_about("lanczos3"))
      aligns_ = wish_.number % 2 == 1;
  }

  // Returns extents whose ratio is 2, 4 or 1/2, and so is that of the distances
  // of corners if they meet.
  AxisSizes dyadic(std::size_t k) const {
    const std::int64_t shorter = 2 + choose(k, 3);
    const int way = static_cast<int>((choose(k + 1, 3) + wish_.number) % 3);
    const std::int64_t factor = way == 1 ? 4 : 2;
    const std::int64_t longer =
        aligns_ ? factor * (shorter - 1) + 1 : factor * shorter;
    return way == 2 ? AxisSizes{longer, shorter} : AxisSizes{shorter, longer};
  }

  // Returns whether an element is open along an axis, because its position is
  // an integer and the ratio no dyadic number.
  bool has_breakpoint(AxisSizes axis) const {
    const auto steps =
        static_cast<std::uint64_t>(axis.out / std::gcd(axis.in, axis.out));
    if (!moves_ || std::has_single_bit(steps)) return false;
    const bool is_exact = mode_ == Interpolation::kNearestExact;
    for (std::int64_t o = is_exact ? 0 : 1; o < axis.out; ++o)
      if (is_exact ? (2 * o + 1) * axis.in % (2 * axis.out) == 0
                   : o * axis.in % axis.out == 0)
        return true;
    return false;
  }
  void avoid_breakpoints() {
    while (has_breakpoint(rows_)) ++rows_.out;
    while (has_breakpoint(columns_)) ++columns_.out;
  }
  AxisSizes any_ratio(std::size_t k) const {
    return {1 + choose(k, 6), 1 + choose(k + 1, 9)};
  }

  bool has_dyadic_ratios() const {
    if (mode_ != Interpolation::kBilinear) return false;
    constexpr std::string_view kOfAnyRatio[] = {
        "align_corners", "half_pixels", "constant",  "axes_apart",
        "no_antialias",  "border",      "nonfinite", "nonfinite_tap"};
    if (std::find(std::begin(kOfAnyRatio), std::end(kOfAnyRatio), aspect_) !=
        std::end(kOfAnyRatio))
      return false;
    return !is_about("value") || wish_.number % 3 != 2;
  }

  AxisSizes chosen_axis(std::size_t k) const {
    return has_dyadic_ratios() ? dyadic(k) : any_ratio(k);
  }

  void choose_sizes() {
    batch_ = 1 + choose(0, 2);
    channels_ = 1 + choose(1, 3);
    if (wish_.extent > 0) return choose_long_sizes();
    rows_ = chosen_axis(2);
    columns_ = chosen_axis(4);
    adapt_sizes();
    if (!is_about("breakpoint")) avoid_breakpoints();
    if (wish_.row.shape == CaseShape::kEmpty) {
      batch_ = 0;
      return;
    }
    // In a result of few elements a misplaced one may meet equal neighbours.
    // The number is odd, so that a vector has a tail.
    constexpr std::int64_t kFewest = 16;
    const std::int64_t pixels =
        is_gradient_ ? rows_.in * columns_.in : rows_.out * columns_.out;
    if (!is_about("every_term") && !is_about("long"))
      while (batch_ * channels_ * pixels <= kFewest) ++channels_;
  }

  // Changes extents so that they show what the case is about.
  void adapt_sizes() {
    if (is_about("identity") || is_about("zero_weight")) {
      rows_.out = rows_.in += 1;
      columns_.out = columns_.in += 2;
    }
    if (is_about("axes_apart")) {
      rows_ = {3 + choose(2, 3), 1 + choose(3, 2)};
      columns_ = {2 + choose(4, 2), 7 + 2 * choose(5, 2)};
    }
    if (is_about("border")) {
      rows_ = {1 + choose(2, 3), 7};
      columns_ = {2 + choose(4, 2), 11};
    }
    if (is_about("no_antialias")) {
      rows_ = {11 + 2 * choose(2, 3), 2};
      columns_ = {13 + 2 * choose(4, 3), 4};
    }
    if (is_about("nonfinite_tap") || is_about("nonfinite")) {
      rows_ = {2 + choose(2, 2), 7};
      columns_ = {3, 7};
    }
    if (is_about("align_corners") && wish_.number % 4 == 3) rows_.out = 1;
    if (is_about("align_corners") || is_about("half_pixels") ||
        is_about("corners")) {
      ++rows_.in;
      ++columns_.in;
      columns_.out += columns_.out == columns_.in ? 1 : 0;
      if (is_about("corners") && has_dyadic_ratios()) {
        rows_ = dyadic(2);
        columns_ = dyadic(4);
      }
    }
    if (is_about("overlap") || is_about("total")) {
      rows_ = {2 + choose(2, 2), 8};
      columns_ = {4, 7};
      if (has_dyadic_ratios()) {
        rows_ = aligns_ ? AxisSizes{2, 5} : AxisSizes{2, 8};
        columns_ = aligns_ ? AxisSizes{3, 9} : AxisSizes{3, 6};
      }
    }
    if (is_about("uncovered")) {
      aligns_ = false;
      rows_ = {16, 2};
      columns_ = {3, 3};
    }
    if (is_about("every_term")) {
      aligns_ = false;
      const std::int64_t terms = shrinkable_size(wish_.structure, 128);
      rows_ = {2, 2 * terms};
      columns_ = {1, 1 + choose(4, 2)};
      batch_ = channels_ = 1;
    }
    if (is_about("long")) {
      aligns_ = false;
      const std::int64_t side = shrinkable_size(wish_.structure, 48);
      rows_ = columns_ = {1, side};
      batch_ = channels_ = 1;
    }
    if (is_about("breakpoint")) {
      const std::int64_t a = 1 + choose(2, 3);
      rows_ = wish_.number % 2 == 0 ? AxisSizes{2 * a, 3 * a} : AxisSizes{2, 5};
      columns_ = wish_.number % 2 == 1 ? AxisSizes{4 * a, 6 * a}
                                       : AxisSizes{4 + 2 * a, 6 + 3 * a};
    }
  }

  // Makes one extent long: that of rows, of columns, C or N.
  void choose_long_sizes() {
    constexpr std::int64_t kMost = 4200;
    const std::int64_t extent = std::min(wish_.extent, kMost);
    batch_ = channels_ = 1;
    rows_ = {1, 1};
    columns_ = {2, 1};
    switch (wish_.number % 4) {
      case 0:
        columns_ = {std::max<std::int64_t>(extent / 2, 1), 0};
        columns_.out = aligns_ ? 2 * columns_.in - 1 : 2 * columns_.in;
        if (extent > 600) columns_ = {extent, 37};
        break;
      case 1:
        rows_ = {extent, std::min<std::int64_t>(extent, 300)};
        if (has_dyadic_ratios())
          rows_.in = aligns_ ? 2 * rows_.out - 1 : 2 * rows_.out;
        columns_ = {1, 1};
        break;
      case 2:
        channels_ = extent;
        break;
      default:
        batch_ = extent;
        break;
    }
    avoid_breakpoints();
  }

  void choose_elements() {
    elements_ = moves_ && !is_gradient_ ? ImageElements::kAddresses
                                        : ImageElements::kIntegers;
    if ((is_about("value") || is_about("border") || is_about("bicubic") ||
         is_about("lanczos3")) &&
        !moves_ && wish_.number % 3 == 2)
      elements_ = ImageElements::kOneHot;
    if (is_about("constant")) elements_ = ImageElements::kConstant;
    if (is_about("long")) elements_ = ImageElements::kOnes;
    if (is_about("nonfinite_tap") || is_about("nonfinite"))
      elements_ = ImageElements::kOneStrange;
    if (is_about("zero_weight")) elements_ = ImageElements::kManyStrange;
    if (is_about("identity") || wish_.row.values != ValueKind::kPlain)
      elements_ = ImageElements::kOfKind;
  }

  // Returns whether every step of the call is exact, whatever its order.
  bool is_exact() const {
    if (elements_ == ImageElements::kOfKind)
      return is_about("identity") && !moves_ &&
             mode_ != Interpolation::kLanczos3;
    const bool has_terms = elements_ == ImageElements::kIntegers ||
                           elements_ == ImageElements::kOnes;
    if (moves_) return is_gradient_ && has_terms && !is_about("breakpoint");
    if (mode_ != Interpolation::kBilinear || !has_terms ||
        !has_dyadic_ratios() || is_about("long"))
      return false;
    return is_dyadic(rows_) && is_dyadic(columns_);
  }
  bool is_dyadic(AxisSizes axis) const {
    if (axis.in == axis.out) return true;
    const std::int64_t less = aligns_ ? 1 : 0;
    if (axis.out == less || axis.in == less) return !aligns_ || axis.out == 1;
    const std::int64_t common = std::gcd(axis.in - less, axis.out - less);
    // Weights with many bits are exact, but their sums are not.
    const std::int64_t steps = (axis.out - less) / common;
    return std::has_single_bit(static_cast<std::uint64_t>(steps)) &&
           steps <= 128;
  }

  std::uint64_t word(std::size_t k) const {
    return scrambled(static_cast<std::uint64_t>(wish_.number) * 64 +
                         wish_.structure.choices[0],
                     k);
  }
  double integer(std::size_t k) const {
    const int most = is_gradient_ ? 7 : 63;
    const int magnitude =
        1 + static_cast<int>(word(k) % static_cast<std::uint64_t>(most));
    return word(k) >> 40 & 1 ? magnitude : -magnitude;
  }
  double strange(std::size_t k) const {
    constexpr double kStrange[] = {NAN, HUGE_VAL, -HUGE_VAL};
    return kStrange[(k + static_cast<std::size_t>(wish_.number)) % 3];
  }

  DrawnOperand filled(const Shape& shape) const {
    if (elements_ == ImageElements::kOfKind) return {shape};
    if (elements_ == ImageElements::kAddresses)
      return {shape, [dtype = dtype_](std::size_t k) {
                return address_element(dtype, static_cast<std::int64_t>(k));
              }};
    const auto pixels = static_cast<std::size_t>(shape[2] * shape[3]);
    return {shape, [self = *this, pixels](std::size_t k) {
              return nearest_element(self.dtype_, self.element(k, pixels));
            }};
  }
  double element(std::size_t k, std::size_t pixels) const {
    const std::size_t channel = k / pixels;
    switch (elements_) {
      case ImageElements::kOneHot:
        return k % pixels == word(channel) % pixels ? 1 : 0;
      case ImageElements::kOnes:
        return 1;
      case ImageElements::kConstant:
        return channel % 2 == 0 ? 5 : -3;
      case ImageElements::kOneStrange:
        return k == word(0) % pixels ? strange(0) : integer(k);
      case ImageElements::kManyStrange:
        return k % 3 == 1 ? strange(k) : integer(k);
      default:
        return integer(k);
    }
  }

  const CallWish wish_;
  DType dtype_;
  std::string_view aspect_;
  Interpolation mode_;
  bool moves_;
  bool is_gradient_;
  bool aligns_ = false;
  std::int64_t batch_ = 1;
  std::int64_t channels_ = 1;
  AxisSizes rows_;
  AxisSizes columns_;
  ImageElements elements_ = ImageElements::kIntegers;
};

}  // namespace

DrawnCall draw_interpolation(const CallWish& wish) {
  return InterpolationDraw(wish).call();
}

}  // namespace assay
