// Draws the calls of grid_sample_2d. Positions are quarters of an element on
// axes whose extents let the grid name them exactly, and elements are small
// integers or addresses: then every step is exact in any form of the formula.
// Tested by tests/harness/nn/drawn_resampling_test.cc.
#include <algorithm>
#include <cmath>

#include "harness/case/planned_case.h"
#include "harness/case/scrambled.h"
#include "harness/nn/draw_slices.h"
#include "harness/nn/resampling_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

class GridDraw {
 public:
  explicit GridDraw(const CallWish& wish)
      : wish_(wish),
        dtype_(wish.cell.dtype),
        aspect_(aspect_of(wish.row.clause)),
        is_nearest_(wish.cell.variant == "nearest") {
    choose_options();
    choose_extents();
  }

  DrawnCall call() const {
    DrawnCall drawn;
    drawn.attributes
        .interpolation(is_nearest_ ? Interpolation::kNearest
                                   : Interpolation::kBilinear)
        .padding_mode(padding_)
        .flag(AttributeKey::kAlignCorners, aligns_);
    const GridDraw self = *this;
    DrawnOperand x{{batch_, channels_, height_, width_}};
    if (wish_.row.values == ValueKind::kPlain)
      x.element = [self](std::size_t k) { return self.element(k); };
    DrawnOperand grid{{batch_, rows_, columns_, 2},
                      [self](std::size_t k) { return self.grid_element(k); }};
    drawn.operands = {std::move(x), std::move(grid)};
    drawn.demands_exact = !is_nearest_ && is_exact();
    return drawn;
  }

 private:
  bool is_about(std::string_view aspect) const { return aspect_ == aspect; }
  std::int64_t choose(std::size_t k, std::int64_t count) const {
    return wish_.choose(k, count);
  }
  bool is_reflected() const { return padding_ == PaddingMode::kReflection; }

  void choose_options() {
    padding_ = static_cast<PaddingMode>((choose(5, 3) + wish_.number) % 3);
    aligns_ = choose(6, 2) == 1;
    if (is_about("value")) aligns_ = wish_.number % 2 == 1;
    if (is_about("align_corners")) aligns_ = true;
    if (is_about("half_pixels") || is_about("near_half")) aligns_ = false;
    if (is_about("zeros")) padding_ = PaddingMode::kZeros;
    if (is_about("border")) padding_ = PaddingMode::kBorder;
    if (is_about("reflection") || is_about("lost_position"))
      padding_ = PaddingMode::kReflection;
    if (is_about("reflection") || is_about("single"))
      aligns_ = wish_.number % 2 == 0;
  }

  // Returns an extent of which a grid of few bits names every quarter.
  std::int64_t exact_extent(std::size_t k) const {
    const std::int64_t power = std::int64_t{1} << (1 + choose(k, 3));
    return aligns_ ? power + 1 : power;
  }

  void choose_extents() {
    batch_ = 1 + choose(0, 2);
    channels_ = 1 + choose(1, 2);
    height_ = exact_extent(2);
    width_ = exact_extent(3);
    // An image that is a square may be transposed, so some are.
    if (wish_.number % 3 == 1)
      width_ = height_;
    else if (width_ == height_)
      width_ = aligns_ ? 2 * height_ - 1 : 2 * height_;
    rows_ = 3 + choose(4, 2);
    columns_ = 5;
    if (wish_.extent > 0) return choose_long_extents();
    if (is_about("single")) {
      (wish_.number % 4 < 2 ? height_ : width_) = 1;
      if (wish_.number % 3 == 2) height_ = width_ = 1;
    }
    if (wish_.row.shape == CaseShape::kEmpty) batch_ = 0;
  }

  // Makes one extent long: that of the grid, of the image, C or N.
  void choose_long_extents() {
    constexpr std::int64_t kMost = 4200;
    const std::int64_t extent = std::min(wish_.extent, kMost);
    batch_ = channels_ = rows_ = 1;
    columns_ = 3;
    switch (wish_.number % 4) {
      case 0:
        columns_ = extent;
        break;
      case 1:
        width_ = extent;
        columns_ = std::min<std::int64_t>(extent, 300);
        break;
      case 2:
        channels_ = extent;
        break;
      default:
        batch_ = extent;
        break;
    }
  }

  std::uint64_t word(std::size_t k, std::uint64_t salt) const {
    return scrambled((static_cast<std::uint64_t>(wish_.number) * 64 +
                      wish_.structure.choices[0]) *
                             8 +
                         salt,
                     k);
  }

  ElementBits element(std::size_t k) const {
    const auto pixels = static_cast<std::size_t>(height_ * width_);
    const bool is_strange =
        (is_about("isolated_nan") && k == word(0, 1) % pixels) ||
        (is_about("zero_weight") && k % 3 == 1);
    if (is_strange) return nearest_element(dtype_, strange(k));
    if (is_nearest_)
      return address_element(dtype_, static_cast<std::int64_t>(k));
    const auto magnitude = static_cast<double>(1 + word(k, 2) % 63);
    return nearest_element(dtype_, word(k, 3) % 2 ? magnitude : -magnitude);
  }
  double strange(std::size_t k) const {
    constexpr double kStrange[] = {NAN, HUGE_VAL, -HUGE_VAL};
    return is_about("isolated_nan") ? NAN : kStrange[k % 3];
  }

  // Returns the position that place k of the grid names, along an axis.
  double position(std::size_t k, std::int64_t extent) const {
    const auto n = static_cast<std::uint64_t>(extent);
    const std::uint64_t draw = word(k, 4);
    double whole = static_cast<double>(draw % n);
    double part = static_cast<double>(draw / n % 4) / 4;
    const bool leaves = is_about("zeros") || is_about("border") ||
                        is_about("reflection") || is_about("value") ||
                        is_about("single");
    if (leaves && draw >> 50 & 1) {
      const double reach = is_reflected() ? 3 : 1;
      const double most = reach * static_cast<double>(extent) + 1;
      whole = std::floor(static_cast<double>(draw >> 20 & 255) / 256 * most);
      whole = draw >> 51 & 1 ? static_cast<double>(extent) - 1 + whole : -whole;
    }
    if (is_about("zero_weight")) part = 0;
    if (is_about("tie")) part = 0.5;
    // Halves are for cases about ties.
    if (is_nearest_ && !is_about("tie") && part == 0.5) part = 0.25;
    return whole + part;
  }

  ElementBits grid_element(std::size_t k) const {
    const std::int64_t extent = k % 2 == 0 ? width_ : height_;
    const auto n = static_cast<double>(extent);
    const double p = position(k, extent);
    double g =
        aligns_ ? (extent == 1 ? p : 2 * p / (n - 1) - 1) : (2 * p + 1) / n - 1;
    if (is_about("far") && word(k, 5) % 2 == 0) g = far(k);
    if (is_about("lost_position") && word(k, 5) % 2 == 0)
      g = dtype_ == DType::kFloat64 ? 0x1p54 : 0x1p26;
    if (is_about("nonfinite_grid") && k % 5 == 2)
      g = (word(k, 5) % 3 == 0) ? NAN
                                : (word(k, 5) % 3 == 1 ? HUGE_VAL : -HUGE_VAL);
    if (is_about("near_half") && word(k, 5) % 2 == 0) g = beside_half(k);
    return nearest_element(dtype_, g);
  }
  // Returns a position far outside of the image. Mirrors are reached by
  // positions that keep their quarters.
  double far(std::size_t k) const {
    const double sign = word(k, 6) % 2 == 0 ? 1 : -1;
    if (is_reflected()) return sign * 48;
    return sign * (dtype_ == DType::kFloat16 ? 6e4 : 1e6);
  }
  // Returns a number beside 0, which names the middle of an axis. As the extent
  // is even, that is halfway between two elements.
  double beside_half(std::size_t k) const {
    const double beside = dtype_ == DType::kFloat64 ? 0x1p-54 : 0x1p-22;
    return word(k, 6) % 2 == 0 ? beside : -beside;
  }

  bool is_exact() const {
    if (wish_.row.values != ValueKind::kPlain || wish_.extent > 0) return false;
    constexpr std::string_view kByBound[] = {
        "far",          "lost_position", "nonfinite_grid",
        "isolated_nan", "near_half",     "zero_weight"};
    return std::find(std::begin(kByBound), std::end(kByBound), aspect_) ==
           std::end(kByBound);
  }

  const CallWish wish_;
  DType dtype_;
  std::string_view aspect_;
  bool is_nearest_;
  PaddingMode padding_ = PaddingMode::kZeros;
  bool aligns_ = false;
  std::int64_t batch_ = 1;
  std::int64_t channels_ = 1;
  std::int64_t height_ = 1;
  std::int64_t width_ = 1;
  std::int64_t rows_ = 1;
  std::int64_t columns_ = 1;
};

}  // namespace

DrawnCall draw_grid_sample(const CallWish& wish) {
  return GridDraw(wish).call();
}

}  // namespace assay
