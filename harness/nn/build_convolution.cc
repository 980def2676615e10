// Draws the calls of the convolution family: groups, strides, dilations and
// paddings of which a wrong one shows, and elements that tell which tap of
// which filter met which element.
// Tested by tests/harness/nn/convolution_geometry_test.cc.
#include <algorithm>

#include "harness/families/drawn_families.h"
#include "harness/nn/convolution_geometry.h"
#include "harness/nn/convolution_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Makes filters one-hot, each channel of the result at another tap of those
// that are added for it.
std::vector<ElementBits> one_tap_each(const CallWish& wish,
                                      const ConvolutionGeometry& geometry) {
  const std::int64_t taps = geometry.term_count();
  const std::int64_t shift = wish.structure.choose(6, taps);
  const bool is_first_added = geometry.adds_over_first_axis();
  const Shape shape = geometry.weight();
  const std::int64_t of_group = shape[0] / geometry.groups;
  return elements_by_index(shape, [&](const Index& at) {
    const std::int64_t first = at[0] % of_group;
    const std::int64_t kept = is_first_added ? at[1] : first;
    std::int64_t tap = is_first_added ? first : at[1];
    for (std::size_t i = 0; i < geometry.axes.size(); ++i)
      tap = tap * geometry.axes[i].kernel + at[i + 2];
    return small_integer(wish.cell.dtype, tap == (kept + shift) % taps ? 1 : 0);
  });
}

// Makes one element of each image count in each group of channels, another one
// in each, of those that meet a tap. For gradients of weight it is one element
// of each channel in all images together, because they add over images.
std::vector<ElementBits> one_place_each(const CallWish& wish,
                                        const ConvolutionGeometry& geometry,
                                        bool is_x, const Shape& shape) {
  const bool adds_images = geometry.is_weight_gradient();
  std::vector<std::vector<std::int64_t>> met;
  std::int64_t places = adds_images ? shape[0] : 1;
  for (const ConvolutionAxis& axis : geometry.axes) {
    const bool is_transposed = geometry.is_transposed();
    met.push_back(axis.met(is_transposed, is_x != is_transposed));
    places *= std::ssize(met.back());
  }
  const std::int64_t of_group = adds_images ? 1 : shape[1] / geometry.groups;
  const std::int64_t channel = wish.structure.choose(5, of_group);
  const std::int64_t shift = wish.structure.choose(6, 64);
  return elements_by_index(shape, [&](const Index& at) {
    const std::int64_t image = adds_images ? 0 : at[0] * 7;
    std::int64_t place = (image + at[1] / of_group * 5 + shift) % places;
    bool is_hot = at[1] % of_group == channel;
    for (std::size_t i = met.size(); i-- > 0;) {
      const auto count = std::ssize(met[i]);
      is_hot = is_hot &&
               at[i + 2] == met[i][static_cast<std::size_t>(place % count)];
      place /= count;
    }
    is_hot = is_hot && (!adds_images || at[0] == place);
    return small_integer(wish.cell.dtype, is_hot ? 1 : 0);
  });
}

// Returns the position of an operand in the signature.
std::size_t place_of(Op op, std::string_view name) {
  const auto& operands = spec_of(op).signature.operands;
  return static_cast<std::size_t>(
      std::find_if(operands.begin(), operands.end(),
                   [&](const Argument& one) { return one.name == name; }) -
      operands.begin());
}

// Fills one operand with addresses and makes the other one-hot. Every element
// of the result is then one address, which shows where a tap read or wrote.
void show_places(const CallWish& wish, const ConvolutionGeometry& geometry,
                 DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const Op op = geometry.op;
  const std::size_t filter =
      place_of(op, geometry.is_weight_gradient() ? "grad" : "weight");
  const std::size_t elements =
      place_of(op, geometry.is_x_gradient() ? "grad" : "x");
  const bool shows_x = shows_places_of_x(wish);
  const std::size_t shown = shows_x ? elements : filter;
  const std::size_t one_hot = shows_x ? filter : elements;
  const auto hot =
      one_hot == place_of(op, "weight")
          ? one_tap_each(wish, geometry)
          : one_place_each(wish, geometry, one_hot == place_of(op, "x"),
                           call.operands[one_hot].shape);
  call.operands[shown].element = [dtype](std::size_t k) {
    return address_element(dtype, static_cast<std::int64_t>(k));
  };
  call.operands[one_hot].element = [hot](std::size_t k) { return hot[k]; };
}

// Gives the operand that only lends its shape elements that spoil a result in
// which they have a part.
void fill_unread(const CallWish& wish, DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const auto& arguments = spec_of(wish.cell.op).signature.operands;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (!arguments[i].is_shape_only) continue;
    const ElementBits unread =
        is_real(dtype) ? ElementBits{quiet_nan_bits(format_of(dtype)), 0}
                       : small_integer(dtype, 7);
    call.operands[i].element = [unread](std::size_t) { return unread; };
  }
}

// Makes the elements of operands without any 1 and -1 if their exact sums are
// so long that a 16-bit float would round them, and so hide a lost term.
void shorten_terms(const CallWish& wish, const ConvolutionGeometry& geometry,
                   DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const bool is_exact =
      wish.extent > 0 || wish.row.values == ValueKind::kExactSmall;
  const bool is_half = dtype == DType::kFloat16 || dtype == DType::kBfloat16;
  constexpr std::int64_t kShort = 64;
  if (!is_exact || !is_half || geometry.term_count() <= kShort) return;
  std::uint32_t number = 1023;
  for (DrawnOperand& operand : call.operands) {
    if (operand.element) continue;
    ValueStream stream(static_cast<std::uint64_t>(wish.number), number++);
    operand.element = [stream, dtype](std::size_t) mutable {
      return small_integer(dtype, stream.below(2) == 0 ? 1 : -1);
    };
  }
}

// Returns elements that are terms with exact sums, except for one.
std::function<ElementBits(std::size_t)> with_special(const CallWish& wish,
                                                     std::size_t place,
                                                     ElementBits special) {
  const DType dtype = wish.cell.dtype;
  ValueStream stream(static_cast<std::uint64_t>(wish.number), 1019);
  return [=](std::size_t k) mutable {
    const ElementBits term = draw_term(dtype, stream);
    return k == place ? special : term;
  };
}

ElementBits special_element(const CallWish& wish, bool is_nan) {
  const FloatFormat& format = format_of(wish.cell.dtype);
  return {is_nan ? quiet_nan_bits(format) : overflow_bits(format), 0};
}

// Puts a NaN into x or, in every second case, into a filter.
void add_nan(const CallWish& wish, DrawnCall& call) {
  DrawnOperand& operand = call.operands[wish.number % 2 == 0 ? 0 : 1];
  const std::int64_t place =
      wish.structure.choose(6, element_count(operand.shape));
  operand.element = with_special(wish, static_cast<std::size_t>(place),
                                 special_element(wish, true));
}

// Makes the first tap of every filter infinite, or NaN. It is over the padding
// in the first window.
void make_first_taps_special(const CallWish& wish,
                             const ConvolutionGeometry& geometry,
                             DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const auto kernel =
      static_cast<std::size_t>(geometry.term_count() / geometry.inputs);
  const ElementBits special = special_element(wish, wish.number % 2 == 1);
  ValueStream stream(static_cast<std::uint64_t>(wish.number), 1020);
  call.operands[1].element = [=](std::size_t k) mutable {
    const ElementBits term = draw_term(dtype, stream);
    return k % kernel == 0 ? special : term;
  };
}

}  // namespace

std::span<const ClauseCase> convolution_rows() {
  return rows_of<ConvolutionCase>("convolution", kConvolutionClauseCases);
}

DrawnCall draw_convolution(const CallWish& wish) {
  const ConvolutionGeometry geometry = convolution_geometry(wish);
  DrawnCall call{geometry.operands(), geometry.attributes()};
  switch (special_of<ConvolutionCase>(wish.row)) {
    case ConvolutionCase::kShown:
      show_places(wish, geometry, call);
      break;
    case ConvolutionCase::kOneNan:
      add_nan(wish, call);
      break;
    case ConvolutionCase::kInfiniteOverPadding:
      make_first_taps_special(wish, geometry, call);
      break;
    default:
      break;
  }
  fill_unread(wish, call);
  shorten_terms(wish, geometry, call);
  return call;
}

}  // namespace assay
