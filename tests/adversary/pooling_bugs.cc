// Bugs of pools: what counts in a window, by what a sum is divided, which
// position an index names.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

constexpr double kLowest = -std::numeric_limits<double>::infinity();
constexpr const char* kMaxPools = "max_pool,max_pool_with_indices";
using Member = PoolWindow::Member;

// Stores the largest of those members for which the function is true, the
// first of equal ones.
void take_largest(PoolWindow& window,
                  const std::function<bool(const Member&)>& counts) {
  const Member* largest = nullptr;
  for (const Member& member : window.members) {
    if (!counts(member)) continue;
    if (largest != nullptr && std::isnan(largest->value)) continue;
    if (largest == nullptr || std::isnan(member.value) ||
        member.value > largest->value)
      largest = &member;
  }
  window.value = largest != nullptr ? largest->value : kLowest;
  window.index = largest != nullptr ? largest->position : -1;
}

bool has_nan(const PoolWindow& window) {
  return std::any_of(window.members.begin(), window.members.end(),
                     [](const Member& m) { return std::isnan(m.value); });
}
bool is_clipped(const PoolWindow& window) {
  return std::ssize(window.members) < window.kernel_count();
}
bool all_are_one(const Shape& list) {
  return std::all_of(list.begin(), list.end(),
                     [](std::int64_t entry) { return entry == 1; });
}

void divide_by(PoolWindow& window, std::int64_t divisor) {
  if (divisor > 0) window.value = window.sum() / static_cast<double>(divisor);
}

std::int64_t width_of(const PoolWindow& window) {
  return window.extents.back();
}

}  // namespace

BugRows pooling_bugs() {
  return {
      {"max_pool_keeps_only_a_first_nan", kMaxPools, kFloats,
       "A comparison drops a NaN that is not the first element of its window.",
       "Theano/Theano#3060", pooled([](CallSite&, PoolWindow& w) {
         if (!has_nan(w) || std::isnan(w.members[0].value)) return;
         take_largest(w, [](const Member& m) { return !std::isnan(m.value); });
       }),
       "max_pool float32:1x1x2=v/1/nan kernel=2"},
      {"max_pool_of_nan_is_the_lowest", kMaxPools, kFloats,
       "A window of NaN alone gives the lowest finite value.",
       "pytorch/pytorch#7645", pooled([](CallSite& site, PoolWindow& w) {
         for (const Member& m : w.members)
           if (!std::isnan(m.value)) return;
         if (w.members.empty()) return;
         const FloatFormat& format = format_of(site.dtype());
         w.value = -decode_real(format, largest_finite_bits(format));
       }),
       "max_pool float32:1x1x2=v/nan/nan kernel=2"},
      {"max_pool_padding_counts_as_zero", kMaxPools, kFloats,
       "Padding is 0, so a window of negative elements at the border gives 0.",
       "", pooled([](CallSite&, PoolWindow& w) {
         double largest = kLowest;
         for (const Member& m : w.members) largest = std::max(largest, m.value);
         if (is_clipped(w) && !has_nan(w) && largest < 0) w.value = 0;
       }),
       "max_pool float32:1x1x3=v/-1 kernel=2 padding=1-1"},
      {"max_pool_dilated_start_is_clipped", kMaxPools, kFloats,
       "The start of a dilated window is moved to 0, from where the taps are "
       "counted.",
       "microsoft/onnxruntime#29637", pooled([](CallSite&, PoolWindow& w) {
         const std::size_t last = w.start.size() - 1;
         if (w.dilation[last] == 1 || w.start[last] >= 0) return;
         const std::int64_t width = width_of(w);
         std::vector<Member> moved;
         for (std::int64_t row = 0; row < element_count(w.extents) / width;
              ++row) {
           const bool is_met = std::any_of(
               w.members.begin(), w.members.end(),
               [&](const Member& m) { return m.position / width == row; });
           for (std::int64_t j = 0;
                is_met &&
                j < w.start[last] + (w.kernel[last] - 1) * w.dilation[last] +
                        1 &&
                j < width;
                j += w.dilation[last])
             moved.push_back(
                 {row * width + j,
                  {},
                  (*w.plane)[static_cast<std::size_t>(row * width + j)]});
         }
         w.members = moved;
         take_largest(w, [](const Member&) { return true; });
       }),
       "max_pool float32:1x1x4=v/1/9/2/3 kernel=2 dilation=2 padding=1-1"},
      {"max_pool_first_dilation_for_all_axes", kMaxPools, kFloats,
       "The kernel is given the dilation of the first axis twice.",
       "tracel-ai/burn#4466", pooled([](CallSite&, PoolWindow& w) {
         if (w.dilation.front() == w.dilation.back()) return;
         std::vector<Member> moved;
         for (const Index& k : indices(w.kernel)) {
           Shape place = w.start;
           bool is_in = true;
           for (std::size_t i = 0; i < place.size(); ++i) {
             place[i] += w.dilation[0] * k[i];
             is_in = is_in && place[i] >= 0 && place[i] < w.extents[i];
           }
           if (!is_in) continue;
           const std::int64_t at = number_of(w.extents, place);
           moved.push_back({at, k, (*w.plane)[static_cast<std::size_t>(at)]});
         }
         w.members = moved;
         take_largest(w, [](const Member&) { return true; });
       }),
       "max_pool float32:1x1x2x4 kernel=2/2 dilation=1/2 padding=0-0/0-0 "
       "stride=1/1"},
      {"max_pool_ninth_column_is_lost", kMaxPools, kFloats,
       "Windows of more than 8 columns lose the rest.", "",
       pooled([](CallSite&, PoolWindow& w) {
         if (w.kernel.back() > 8)
           take_largest(w, [](const Member& m) { return m.tap.back() < 8; });
       }),
       "max_pool float32:1x1x9=iota kernel=9"},
      {"max_pool_index_of_padded_plane", "max_pool_with_indices", "",
       "Indices count positions of the padding, too.",
       "tensorflow/tensorflow#10216", pooled([](CallSite& site, PoolWindow& w) {
         const auto index =
             static_cast<std::int64_t>(site.result_cells(1).real(w.number));
         const std::int64_t wider =
             width_of(w) + w.before.back() + w.after.back();
         if (index >= 0)
           w.index = (index / width_of(w)) * wider + index % width_of(w) +
                     w.before.back();
       }),
       "max_pool_with_indices float32:1x1x3 kernel=2 padding=1-1 "
       "index_dtype=int32"},
      {"max_pool_last_tie_wins", "max_pool_with_indices", "",
       "Of equal elements the last one is named.", "",
       pooled([](CallSite&, PoolWindow& w) {
         if (has_nan(w)) return;
         const Member* largest = nullptr;
         for (const Member& m : w.members)
           if (largest == nullptr || m.value >= largest->value) largest = &m;
         if (largest != nullptr) w.index = largest->position;
       }),
       "max_pool_with_indices float32:1x1x2=ones kernel=2 index_dtype=int32"},
      {"max_pool_index_of_the_window", "max_pool_with_indices", "",
       "Indices count within the window if windows do not overlap.", "",
       pooled([](CallSite&, PoolWindow& w) {
         if (w.stride != w.kernel || !all_are_one(w.dilation)) return;
         take_largest(w, [](const Member&) { return true; });
         w.value.reset();
         for (const Member& m : w.members)
           if (m.position == *w.index) {
             w.index = number_of(w.kernel, m.tap);
             return;
           }
       }),
       "max_pool_with_indices float32:1x1x4=iota kernel=2 stride=2 "
       "index_dtype=int32"},
      {"max_pool_index_of_any_equal_element", "max_pool_with_indices", "",
       "The whole plane is searched for the maximum, so an equal element of "
       "another window may be named.",
       "llvm/torch-mlir#518", pooled([](CallSite&, PoolWindow& w) {
         take_largest(w, [](const Member&) { return true; });
         const double largest = *w.value;
         w.value.reset();
         const auto at = std::find(w.plane->begin(), w.plane->end(), largest);
         if (at != w.plane->end()) w.index = at - w.plane->begin();
       }),
       "max_pool_with_indices float32:1x1x4=ones kernel=2 stride=2 "
       "index_dtype=int32"},
      {"max_pool_index_of_negative_infinity", "max_pool_with_indices", kFloats,
       "The index of a window of -inf stays at its initial value.",
       "pytorch/pytorch#1465", pooled([](CallSite&, PoolWindow& w) {
         for (const Member& m : w.members)
           if (m.value != kLowest) return;
         w.index = -1;
       }),
       "max_pool_with_indices float32:1x1x2=v/-inf kernel=2 index_dtype=int32"},
      {"max_pool_last_writer_wins", "max_pool_backward", "",
       "Gradients of windows with one maximum are stored instead of added.", "",
       after([](CallSite& site) {
         Cells out = site.result_cells();
         const Cells grad = site.operand_cells(1);
         const Cells index = site.operand_cells(2);
         const Shape x = shape_of(site.operands[0]);
         const std::int64_t planes = x[0] * x[1];
         if (planes == 0) return;
         const std::int64_t windows = grad.count() / planes;
         for (std::int64_t i = 0; i < grad.count(); ++i) {
           const auto at = static_cast<std::int64_t>(index.real(i));
           if (at >= 0)
             out.set(i / windows * (out.count() / planes) + at, grad.get(i));
         }
       }),
       "max_pool_backward float32:1x1x3 float32:1x1x2=ones int32:1x1x2=ones "
       "kernel=2"},
      {"max_pool_backward_sixth_channel", "max_pool_backward", "",
       "Gradients of channels after the fifth are not written.", "",
       when([](const CallSite& site) { return extent_of(site.outs[0], 1) > 5; },
            [](CallSite& site) {
              const Shape shape = shape_of(site.outs[0]);
              const std::int64_t plane =
                  element_count(Shape(shape.begin() + 2, shape.end()));
              return unwritten([=](std::int64_t i, std::int64_t) {
                return i / plane % shape[1] >= 5;
              })(site);
            }),
       "max_pool_backward float32:1x6x2 float32:1x6x1=ones int32:1x6x1=zeros "
       "kernel=2"},
      {"avg_pool_counts_the_overhang", "avg_pool", kFloats,
       "With count_include_pad a window that ceil_mode adds is divided by the "
       "whole kernel.",
       "robertknight/rten#1456", pooled([](CallSite& site, PoolWindow& w) {
         if (site.integer(ASSAY_KEY_COUNT_INCLUDE_PAD) != 0 &&
             w.padded_count() < w.kernel_count())
           divide_by(w, w.kernel_count());
       }),
       "avg_pool float32:1x1x3=ones kernel=2 stride=2 ceil_mode=1 "
       "count_include_pad=1"},
      {"avg_pool_always_counts_padding", "avg_pool", kFloats,
       "count_include_pad is taken for true.", "",
       pooled([](CallSite& site, PoolWindow& w) {
         if (site.integer(ASSAY_KEY_COUNT_INCLUDE_PAD) == 0 &&
             w.padded_count() > std::ssize(w.members))
           divide_by(w, w.padded_count());
       }),
       "avg_pool float32:1x1x3=ones kernel=2 padding=1-1"},
      {"avg_pool_never_counts_padding", "avg_pool", kFloats,
       "count_include_pad is taken for false where padding is on one side "
       "alone.",
       "", pooled([](CallSite& site, PoolWindow& w) {
         if (site.integer(ASSAY_KEY_COUNT_INCLUDE_PAD) != 0 &&
             w.start.back() >= 0)
           divide_by(w, std::ssize(w.members));
       }),
       "avg_pool float32:1x1x3=ones kernel=2 padding=1-1 "
       "count_include_pad=1"},
      {"avg_pool_sums_in_16_bits", "avg_pool,adaptive_avg_pool",
       "float16,bfloat16", "Sums are kept in 16 bits.", "",
       pooled([](CallSite& site, PoolWindow& w) {
         double sum = 0;
         for (const Member& m : w.members)
           sum = rounded(site.dtype(), sum + m.value);
         const bool counts_all = site.integer(ASSAY_KEY_COUNT_INCLUDE_PAD) != 0;
         const auto count =
             counts_all ? w.padded_count() : std::ssize(w.members);
         if (std::ssize(w.members) > 64)
           w.value = sum / static_cast<double>(count);
       }),
       "avg_pool float16:1x1x4096=ones kernel=4096"},
      {"avg_pool_window_of_64", "avg_pool,adaptive_avg_pool", kFloats,
       "The loop over the columns of a window ends after 64.",
       "flagos-ai/FlagGems#4924", pooled([](CallSite&, PoolWindow& w) {
         if (w.kernel.back() <= 64) return;
         double sum = 0;
         for (const Member& m : w.members)
           if (m.tap.back() < 64) sum += m.value;
         w.value = sum / static_cast<double>(std::ssize(w.members));
       }),
       "avg_pool float32:1x1x65=ones kernel=65"},
      {"avg_pool_gradient_of_whole_kernel", "avg_pool_backward", kFloats,
       "Gradients of clipped windows are divided by the whole kernel.", "",
       [](CallSite& site) {
         // The gradient of a clipped window is made smaller instead.
         const auto padding = site.integers(ASSAY_KEY_PADDING);
         const auto kernel = site.integers(ASSAY_KEY_KERNEL_SIZE);
         if (site.integer(ASSAY_KEY_COUNT_INCLUDE_PAD) != 0 ||
             padding.back() == 0 || kernel.size() != 1)
           return site.forward();
         const double share = static_cast<double>(kernel[0] - padding[0]) /
                              static_cast<double>(kernel[0]);
         const AssayTensor grad = site.copy_of(site.operands[1]);
         Cells cells = site.cells(grad);
         const std::int64_t width = extent_of(grad, -1);
         for (std::int64_t i = 0; i < cells.count(); i += width)
           cells.set_real(i, cells.real(i) * share);
         site.operands[1] = grad;
         return site.forward();
       },
       "avg_pool_backward float32:1x1x3 float32:1x1x4=ones kernel=2 "
       "padding=1-1"},
      {"adaptive_bins_end_at_the_floor", "adaptive_avg_pool", kFloats,
       "Ends of bins are rounded down.", "flagos-ai/FlagGems#4915",
       pooled([](CallSite& site, PoolWindow& w) {
         const Shape sizes = site.integers(ASSAY_KEY_OUTPUT_SIZE);
         const Shape at = index_of(shape_of(site.outs[0]), w.number);
         double sum = 0;
         std::int64_t count = 0;
         for (const Member& m : w.members) {
           bool is_in = true;
           for (std::size_t i = 0; i < sizes.size(); ++i)
             is_in = is_in &&
                     w.start[i] + m.tap[i] <
                         std::max((at[i + 2] + 1) * w.extents[i] / sizes[i],
                                  w.start[i] + 1);
           if (is_in) sum += m.value;
           count += is_in ? 1 : 0;
         }
         if (count < std::ssize(w.members))
           w.value = sum / static_cast<double>(count);
       }),
       "adaptive_avg_pool float32:1x1x5=iota output=2"},
      {"adaptive_bins_of_the_mean_size", "adaptive_avg_pool_backward", kFloats,
       "Gradients are divided by the mean size of a bin instead of its own.",
       "", after([](CallSite& site) {
         const Shape sizes = site.integers(ASSAY_KEY_OUTPUT_SIZE);
         Cells out = site.result_cells();
         const Shape x = shape_of(site.operands[0]);
         if (sizes.size() != 1 || x[2] % sizes[0] == 0 || x[2] < sizes[0])
           return;
         const std::int64_t longest = (x[2] + sizes[0] - 1) / sizes[0];
         for (std::int64_t i = 0; i < out.count(); ++i)
           out.set_real(i, out.real(i) * static_cast<double>(longest) *
                               static_cast<double>(sizes[0]) /
                               static_cast<double>(x[2]));
       }),
       "adaptive_avg_pool_backward float32:1x1x5 float32:1x1x2=ones output=2"},
  };
}

}  // namespace assay::adversary
