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

// Makes filters one-hot, each output channel of a group at another tap.
std::vector<ElementBits> one_tap_each(const CallWish& wish,
                                      const ConvolutionGeometry& geometry) {
  const std::int64_t taps = geometry.taps_of_filter();
  const std::int64_t shift = wish.structure.choose(6, taps);
  return elements_by_index(geometry.weight(), [&](const Index& at) {
    const bool is_transposed = geometry.is_transposed;
    const std::int64_t output =
        is_transposed ? at[1] : at[0] % geometry.outputs;
    const std::int64_t input = is_transposed ? at[0] % geometry.inputs : at[1];
    std::int64_t tap = input;
    for (std::size_t i = 0; i < geometry.axes.size(); ++i)
      tap = tap * geometry.axes[i].kernel + at[i + 2];
    const bool is_hot = tap == (output + shift) % taps;
    return small_integer(wish.cell.dtype, is_hot ? 1 : 0);
  });
}

// Makes one element of x count in each group, another one in each.
std::vector<ElementBits> one_place_each(const CallWish& wish,
                                        const ConvolutionGeometry& geometry) {
  const Shape shape = geometry.x();
  std::int64_t places = 1;
  for (const ConvolutionAxis& axis : geometry.axes) places *= axis.extent;
  const std::int64_t input = wish.structure.choose(5, geometry.inputs);
  const std::int64_t shift = wish.structure.choose(6, places);
  return elements_by_index(shape, [&](const Index& at) {
    std::int64_t place = 0;
    for (std::size_t i = 0; i < geometry.axes.size(); ++i)
      place = place * geometry.axes[i].extent + at[i + 2];
    const std::int64_t group = at[1] / geometry.inputs;
    const bool is_hot = at[1] % geometry.inputs == input &&
                        place == (at[0] * 7 + group * 5 + shift) % places;
    return small_integer(wish.cell.dtype, is_hot ? 1 : 0);
  });
}

// Fills one operand with addresses and makes the other one-hot. Every element
// of the result is then one address, which shows where a tap read or wrote.
void show_places(const CallWish& wish, const ConvolutionGeometry& geometry,
                 DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const bool shows_x = shows_places_of_x(wish);
  const auto hot =
      shows_x ? one_tap_each(wish, geometry) : one_place_each(wish, geometry);
  call.operands[shows_x ? 0 : 1].element = [dtype](std::size_t k) {
    return address_element(dtype, static_cast<std::int64_t>(k));
  };
  call.operands[shows_x ? 1 : 0].element = [hot](std::size_t k) {
    return hot[k];
  };
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
      static_cast<std::size_t>(geometry.taps_of_filter() / geometry.inputs);
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
  DrawnCall call{{{geometry.x()}, {geometry.weight()}}, geometry.attributes()};
  if (geometry.is_biased) call.operands.push_back({geometry.bias()});
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
  return call;
}

void add_convolution_rows(const Cell& cell, RobustnessRows& rows) {
  const ConvolutionGeometry one = plain_convolution(cell);
  const auto sample_of = [&](const ConvolutionGeometry& geometry) {
    Sample sample{
        {of(cell.dtype, geometry.x()), of(cell.dtype, geometry.weight())},
        geometry.attributes()};
    if (geometry.is_biased)
      sample.operands.push_back(of(cell.dtype, geometry.bias()));
    return sample;
  };
  const Sample control = sample_of(one);
  const auto add = [&](std::string_view aspect, auto change) {
    Sample broken = control;
    change(broken);
    rows.push_back({clause_of(cell.op, aspect), std::move(broken), control});
  };
  const auto set = [](AttributeKey key, std::size_t place, std::int64_t value) {
    return [=](Sample& sample) {
      Attributes::Integers list = sample.attributes.integers(key);
      list[place] = value;
      sample.attributes.set(key, std::move(list));
    };
  };
  add("lengths", [](Sample& sample) {
    Attributes::Integers list =
        sample.attributes.integers(AttributeKey::kDilation);
    list.push_back(1);
    sample.attributes.set(AttributeKey::kDilation, std::move(list));
  });
  add("rank",
      [](Sample& sample) { sample.operands[1].type.shape.push_back(1); });
  add("rank",
      [](Sample& sample) { sample.operands[2].type.shape.push_back(1); });
  add("positive", set(AttributeKey::kStride, 0, 0));
  add("positive", set(AttributeKey::kDilation, 0, -1));
  add("positive", set(AttributeKey::kGroups, 0, 0));
  add("positive", [](Sample& sample) {
    sample.attributes.set(
        AttributeKey::kPadding,
        Attributes::Integers(sample.attributes.padding().size() * 2, -1));
  });
  add("positive",
      [](Sample& sample) { sample.operands[0].type.shape.back() = 0; });
  if (cell.op == "conv_transpose"_op || one.axes.size() != 2)
    add("symmetric", set(AttributeKey::kPadding, 1, 1));
  // Three input channels are not shared out to two groups.
  add("whole_groups", [](Sample& sample) {
    sample.operands[0].type.shape[1] = 3;
    sample.operands[1].type.shape[0] = 3;
    sample.attributes.set(AttributeKey::kGroups, {2});
  });
  add("channels", [&](Sample& sample) {
    ++sample.operands[1].type.shape[one.is_transposed ? 0 : 1];
  });
  add("channels", [](Sample& sample) { ++sample.operands[2].type.shape[0]; });
  if (one.is_transposed)
    add("short_output_padding", set(AttributeKey::kOutputPadding, 0, 1));
  else
    add("fits", [](Sample& sample) { sample.operands[1].type.shape[2] = 9; });
  add("same_dtype", [&](Sample& sample) {
    sample.operands[1].type.dtype = another(cell.dtype);
  });
  add_out_rows(cell, "convolution.out"_clause, control,
               {cell.dtype, one.result()}, rows);
}

}  // namespace assay
