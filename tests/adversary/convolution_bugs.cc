// Bugs of convolutions: taps that read the wrong element, axes, groups and
// channels that are confused, tails of channels and of rows.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

bool always(const Convolution&) { return true; }
void rightly(const Convolution&, Tap&) {}

bool all_are(const std::vector<std::int64_t>& list, std::int64_t value) {
  return std::all_of(list.begin(), list.end(),
                     [=](std::int64_t entry) { return entry == value; });
}

// The place that a tap is over with other options on its axes.
void move_taps(const Convolution& call, Tap& tap,
               const std::vector<std::int64_t>& stride,
               const std::vector<std::int64_t>& dilation,
               const std::vector<std::int64_t>& before) {
  for (std::size_t i = 0; i < call.axes(); ++i)
    tap.place[i] = stride[i] * tap.at[i] + dilation[i] * tap.tap[i] - before[i];
}

Fault drops(ConvolutionCondition condition,
            std::function<bool(const Convolution&, const Tap&)> is_lost) {
  return convolved(std::move(condition),
                   [=](const Convolution& call, Tap& tap) {
                     if (is_lost(call, tap)) tap.counts = false;
                   });
}

std::int64_t inputs_of(const Convolution& call) {
  return call.x[1] / call.groups;
}
std::int64_t outputs_of(const Convolution& call) {
  return call.out[1] / call.groups;
}

}  // namespace

BugRows convolution_bugs() {
  return {
      {"conv_loses_tail_of_channels", "conv", kFloats,
       "Input channels are summed in blocks of 8 from 9 on, and the rest is "
       "lost.",
       "",
       drops([](const Convolution& c) { return inputs_of(c) > 8; },
             [](const Convolution& c, const Tap& t) {
               return t.filter_input >= inputs_of(c) / 8 * 8;
             }),
       "conv float32:1x9x3=ones float32:1x9x1=ones groups=1"},
      {"conv_fifth_tap_of_a_row_is_lost", "conv", kFloats,
       "Rows of filters are kept in a register of 4 taps.", "",
       drops(always,
             [](const Convolution&, const Tap& t) { return t.tap.back() > 3; }),
       "conv float32:1x1x6=ones float32:1x1x5=ones groups=1"},
      {"conv_first_dilation_for_all_axes", "conv", kFloats,
       "The kernel is given the dilation of the first axis for each axis.",
       "tracel-ai/burn#4466",
       convolved(
           [](const Convolution& c) {
             return !all_are(c.dilation, c.dilation[0]);
           },
           [](const Convolution& c, Tap& t) {
             move_taps(c, t, c.stride,
                       std::vector<std::int64_t>(c.axes(), c.dilation[0]),
                       c.before);
           }),
       "conv float32:1x1x3x5 float32:1x1x2x2 groups=1 dilation=1/2 "
       "padding=0-0/0-0 stride=1/1"},
      {"conv_first_stride_for_all_axes", "conv", kFloats,
       "Windows of each axis are moved by the stride of the first.", "",
       convolved(
           [](const Convolution& c) { return !all_are(c.stride, c.stride[0]); },
           [](const Convolution& c, Tap& t) {
             move_taps(c, t, std::vector<std::int64_t>(c.axes(), c.stride[0]),
                       c.dilation, c.before);
           }),
       "conv float32:1x1x3x5 float32:1x1x2x2 groups=1 stride=1/2 "
       "padding=0-0/0-0 dilation=1/1"},
      {"conv_last_padding_for_all_axes", "conv", kFloats,
       "The padding of the last axis is taken for the first one, too.", "",
       convolved(
           [](const Convolution& c) { return c.before[0] != c.before.back(); },
           [](const Convolution& c, Tap& t) {
             auto before = c.before;
             before[0] = before.back();
             move_taps(c, t, c.stride, c.dilation, before);
           }),
       "conv float32:1x1x3x3 float32:1x1x2x2 groups=1 stride=1/1 "
       "padding=1-1/0-0 dilation=1/1"},
      {"conv_padding_after_is_before", "conv", kFloats,
       "Asymmetric padding is put on the other side.", "",
       convolved([](const Convolution& c) { return c.before != c.after; },
                 [](const Convolution& c, Tap& t) {
                   move_taps(c, t, c.stride, c.dilation, c.after);
                 }),
       "conv float32:1x1x3x3 float32:1x1x2x2 groups=1 stride=1/1 "
       "padding=1-0/0-0 dilation=1/1"},
      {"conv_flips_long_filters", "conv", kFloats,
       "Filters of more than 3 taps go through a routine of true convolution.",
       "",
       convolved(
           [](const Convolution& c) {
             return *std::max_element(c.weight.begin() + 2, c.weight.end()) > 3;
           },
           [](const Convolution& c, Tap& t) {
             for (std::size_t i = 0; i < c.axes(); ++i)
               t.tap[i] = c.weight[i + 2] - 1 - t.tap[i];
           }),
       "conv float32:1x1x6 float32:1x1x4 groups=1"},
      {"conv_groups_are_interleaved", "conv", kFloats,
       "With more than 2 groups, output channel o belongs to group o modulo "
       "the number of groups.",
       "",
       convolved([](const Convolution& c) { return c.groups > 2; },
                 [](const Convolution& c, Tap& t) {
                   const std::int64_t group = t.output % c.groups;
                   t.input = group * inputs_of(c) + t.filter_input;
                 }),
       "conv float32:1x3x4 float32:6x1x2 groups=3"},
      {"conv_depthwise_multiplier_is_outer", "conv", kFloats,
       "With two filters for each channel, the second filters of all channels "
       "are thought to follow the first ones.",
       "",
       convolved(
           [](const Convolution& c) {
             return c.is_depthwise() && outputs_of(c) == 2;
           },
           [](const Convolution& c, Tap& t) {
             t.filter_output = t.output % 2 * c.groups + t.output / 2;
           }),
       "conv float32:1x3x4 float32:6x1x2 groups=3"},
      {"conv_dilation_in_the_boundary_check", "conv", kFloats,
       "A dilated tap over one of the last elements is taken for padding.",
       "tensorflow/tfjs#5500",
       drops(always,
             [](const Convolution& c, const Tap& t) {
               for (std::size_t i = 0; i < c.axes(); ++i)
                 if (c.dilation[i] > 1 &&
                     t.place[i] + c.dilation[i] > c.x[i + 2])
                   return true;
               return false;
             }),
       "conv float32:1x1x4=ones float32:1x1x2=ones groups=1 dilation=2"},
      {"conv_depthwise_dilated_is_bias", "conv", kFloats,
       "A depthwise convolution with dilation leaves what the result was "
       "initialized to.",
       "Tencent/ncnn#315",
       drops(
           [](const Convolution& c) {
             return c.is_depthwise() && !all_are(c.dilation, 1);
           },
           [](const Convolution&, const Tap&) { return true; }),
       "conv float32:1x2x4=ones float32:2x1x2=ones groups=2 dilation=2"},
      {"conv_bias_of_the_first_group", "conv", kFloats,
       "Every group adds the bias of the first group.", "",
       [](CallSite& site) {
         const Convolution call(site);
         if (!call.is_biased || call.groups == 1) return site.forward();
         const AssayTensor bias = site.copy_of(site.operands[2]);
         Cells cells = site.cells(bias);
         const std::int64_t outputs = outputs_of(call);
         for (std::int64_t i = outputs; i < cells.count(); ++i)
           cells.set(i, cells.get(i % outputs));
         site.operands[2] = bias;
         return site.forward();
       },
       "conv float32:1x2x3 float32:2x1x2 float32:2=iota groups=2 biased=1"},
      {"conv_bias_of_channels_after_four", "conv", kFloats,
       "From the fifth output channel on the bias is not added.", "",
       convolved([](const Convolution& c) { return c.is_biased; }, rightly,
                 [](const Convolution&, std::int64_t o) { return o < 4; }),
       "conv float32:1x1x3 float32:5x1x2 float32:5=ones groups=1 biased=1"},
      {"conv_pointwise_ignores_stride", "conv", kFloats,
       "A filter of one tap becomes a matrix product that does not regard the "
       "stride.",
       "",
       convolved(
           [](const Convolution& c) {
             return all_are(Shape(c.weight.begin() + 2, c.weight.end()), 1) &&
                    all_are(c.before, 0);
           },
           [](const Convolution&, Tap& t) { t.place = t.at; }),
       "conv float32:1x1x5=iota float32:1x1x1=ones groups=1 stride=2"},
      {"conv_right_padding_wraps", "conv", kFloats,
       "A tap to the right of a row reads the first elements of the next row.",
       "",
       convolved([](const Convolution& c) { return c.axes() == 2; },
                 [](const Convolution& c, Tap& t) {
                   if (t.place[1] < c.x[3] || t.place[0] + 1 >= c.x[2]) return;
                   t.place[1] -= c.x[3];
                   ++t.place[0];
                 }),
       "conv float32:1x1x3x3=ones float32:1x1x2x2=ones groups=1 stride=1/1 "
       "padding=0-0/1-1 dilation=1/1"},
      {"conv_third_sample_reads_second", "conv", kFloats,
       "Samples after the second one are computed from the second.", "",
       convolved([](const Convolution& c) { return c.x[0] > 2; },
                 [](const Convolution&, Tap& t) {
                   t.sample = std::min<std::int64_t>(t.sample, 1);
                 }),
       "conv float32:3x1x3 float32:1x1x2 groups=1"},
      {"conv_columns_after_64", "conv", "",
       "Results after the 64th column of a row are not written.", "",
       when(
           [](const CallSite& site) {
             return extent_of(site.outs[0], -1) > 64;
           },
           [](CallSite& site) {
             const std::int64_t width = extent_of(site.outs[0], -1);
             return unwritten([=](std::int64_t i, std::int64_t) {
               return i % width >= 64;
             })(site);
           }),
       "conv float32:1x1x66=ones float32:1x1x1=ones groups=1"},
      {"conv_planes_after_the_second", "conv", kFloats,
       "Filters of three axes with more than 2 planes lose those after the "
       "second.",
       "",
       drops([](const Convolution& c) { return c.axes() == 3; },
             [](const Convolution&, const Tap& t) { return t.tap[0] > 1; }),
       "conv float32:1x1x3x1x1=ones float32:1x1x3x1x1=ones groups=1 "
       "stride=1/1/1 dilation=1/1/1 padding=0-0/0-0/0-0"},
      {"conv_height_and_width_of_the_filter_swapped", "conv", kFloats,
       "Square filters are transposed.", "",
       convolved(
           [](const Convolution& c) {
             return c.axes() == 2 && c.weight[2] == c.weight[3];
           },
           [](const Convolution&, Tap& t) { std::swap(t.tap[0], t.tap[1]); }),
       "conv float32:1x1x3x3 float32:1x1x2x2 groups=1 stride=1/1 "
       "padding=0-0/0-0 dilation=1/1"},
      {"conv_transpose_output_padding_is_zero", "conv_transpose", kFloats,
       "What output_padding adds is filled with zeros.", "Tencent/ncnn#1122",
       after([](CallSite& site) {
         const auto longer = site.integers(ASSAY_KEY_OUTPUT_PADDING);
         const Convolution call(site);
         Cells out = site.result_cells();
         for (std::int64_t i = 0; i < out.count(); ++i) {
           const Shape at = index_of(call.out, i);
           for (std::size_t axis = 0; axis < longer.size(); ++axis)
             if (at[axis + 2] >= call.out[axis + 2] - longer[axis])
               out.set(i, {});
         }
       }),
       "conv_transpose float32:1x1x2=ones float32:1x1x3=ones groups=1 stride=2 "
       "output_padding=1 padding=1-1"},
      {"conv_transpose_uncovered_without_bias", "conv_transpose", kFloats,
       "Places that no tap reaches stay 0 instead of the bias.", "",
       after([](CallSite& site) {
         const Convolution call(site);
         if (!call.is_biased) return;
         Cells out = site.result_cells();
         const Cells bias = site.operand_cells(2);
         for (std::int64_t i = 0; i < out.count(); ++i) {
           const Shape at = index_of(call.out, i);
           for (std::size_t axis = 0; axis < call.axes(); ++axis)
             if (call.stride[axis] > call.weight[axis + 2] &&
                 call.dilation[axis] == 1 &&
                 (at[axis + 2] + call.before[axis]) % call.stride[axis] >=
                     call.weight[axis + 2])
               out.set(i, {});
         }
       }),
       "conv_transpose float32:1x1x2=ones float32:1x1x1=ones float32:1=ones "
       "groups=1 stride=2 biased=1"},
      {"conv_transpose_last_writer_wins", "conv_transpose", kFloats,
       "Where windows overlap along the last axis, the last one is stored "
       "instead of added.",
       "",
       drops(always,
             [](const Convolution& c, const Tap& t) {
               const std::size_t last = c.axes() - 1;
               return t.tap[last] >= c.stride[last] && c.dilation[last] == 1 &&
                      t.place[last] + 1 < c.x[last + 2];
             }),
       "conv_transpose float32:1x1x3=ones float32:1x1x2=ones groups=1"},
      {"conv_transpose_filters_of_the_first_group", "conv_transpose", kFloats,
       "Every group uses the filters of the first group.", "",
       convolved([](const Convolution& c) { return c.groups > 1; },
                 [](const Convolution& c, Tap& t) {
                   t.filter_input %= inputs_of(c);
                 }),
       "conv_transpose float32:1x2x3 float32:2x1x2 groups=2"},
      {"conv_transpose_flips_at_stride_1", "conv_transpose", kFloats,
       "At stride 1 the filter is used as conv uses it.", "",
       convolved(
           [](const Convolution& c) {
             return all_are(c.stride, 1) && all_are(c.dilation, 1);
           },
           [](const Convolution& c, Tap& t) {
             for (std::size_t i = 0; i < c.axes(); ++i)
               t.tap[i] = c.weight[i + 2] - 1 - t.tap[i];
           }),
       "conv_transpose float32:1x1x3 float32:1x1x2 groups=1"},
      {"conv_transpose_padding_of_the_operand", "conv_transpose", kFloats,
       "Padding is put around the operand, so that elements at the border are "
       "lost.",
       "Samsung/TICO#420",
       drops([](const Convolution& c) { return !all_are(c.before, 0); },
             [](const Convolution& c, const Tap& t) {
               for (std::size_t i = 0; i < c.axes(); ++i)
                 if (t.place[i] < c.before[i]) return true;
               return false;
             }),
       "conv_transpose float32:1x1x3=ones float32:1x1x3=ones groups=1 "
       "padding=1-1"},
      {"conv_transpose_one_channel_after_seven", "conv_transpose", kFloats,
       "Output channels from the eighth on repeat the eighth.", "",
       convolved([](const Convolution& c) { return outputs_of(c) > 8; },
                 [](const Convolution&, Tap& t) {
                   t.filter_output = std::min<std::int64_t>(t.filter_output, 7);
                 }),
       "conv_transpose float32:1x1x2 float32:1x9x1 groups=1"},
      {"conv_nan_spreads_to_all_channels", "conv", kFloats,
       "A NaN in one filter makes all channels NaN at each place.", "",
       after([](CallSite& site) {
         const Convolution call(site);
         Cells out = site.result_cells();
         const std::int64_t places =
             out.count() == 0 ? 0 : out.count() / (call.out[0] * call.out[1]);
         for (std::int64_t n = 0; n < call.out[0]; ++n)
           for (std::int64_t p = 0; p < places; ++p) {
             bool has_nan = false;
             for (std::int64_t o = 0; o < call.out[1]; ++o)
               has_nan |=
                   std::isnan(out.real((n * call.out[1] + o) * places + p));
             for (std::int64_t o = 0; has_nan && o < call.out[1]; ++o)
               out.set_real((n * call.out[1] + o) * places + p, NAN);
           }
       }),
       "conv float32:1x1x3=ones float32:2x1x1=v/nan/1 groups=1"},
      {"conv_sums_in_16_bits", "conv,conv_transpose", "float16,bfloat16",
       "Sums of more than 16 terms are rounded to 16 bits at each step.", "",
       [](CallSite& site) {
         const int code = site.forward();
         const Convolution call(site);
         if (code != ASSAY_OK || call.is_transposed) return code;
         const DType dtype = site.dtype();
         const auto x = numbers_of(site.operand_cells(0));
         const auto weight = numbers_of(site.operand_cells(1));
         const std::int64_t terms = element_count(call.weight) /
                                    std::max<std::int64_t>(call.weight[0], 1);
         const std::int64_t places = element_count(call.x) /
                                     std::max<std::int64_t>(call.x[0], 1) /
                                     call.x[1];
         // Only the case that needs no geometry: one tap.
         if (terms <= 16 || terms != call.weight[1] || call.is_biased ||
             !all_are(call.stride, 1) || !all_are(call.before, 0) ||
             call.groups != 1)
           return code;
         Cells out = site.result_cells();
         for (std::int64_t i = 0; i < out.count(); ++i) {
           const std::int64_t n = i / (call.out[1] * places);
           const std::int64_t o = i / places % call.out[1];
           double sum = 0;
           for (std::int64_t c = 0; c < terms; ++c)
             sum = rounded(
                 dtype,
                 sum + x[static_cast<std::size_t>((n * terms + c) * places +
                                                  i % places)] *
                           weight[static_cast<std::size_t>(o * terms + c)]);
           out.set_real(i, sum);
         }
         return code;
       },
       "conv float16:1x40x2 float16:1x40x1 groups=1"},
  };
}

}  // namespace assay::adversary
