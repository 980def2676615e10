// Bugs of activations: overflow on the way, formulas that hold for most
// arguments alone, slices whose end is left out.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

double largest_of(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return decode_real(format, largest_finite_bits(format));
}

// Makes e^x infinite where the accumulator overflows.
double narrow_exp(double x) { return x > 88.7 ? kInf : std::exp(x); }
double normal_distribution(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

// Changes each slice along the axis of the call: the elements of the operand
// become those of the result.
using Slice = std::vector<double>;
Fault sliced(std::function<bool(const CallSite&, const Slice&)> condition,
             std::function<void(const CallSite&, Slice&)> compute) {
  return after([=](CallSite& site) {
    Cells out = site.result_cells();
    const Cells x = site.operand_cells();
    for_slices(out.shape(), static_cast<std::size_t>(site.axis()),
               [&](const std::vector<std::int64_t>& numbers) {
                 Slice slice;
                 for (std::int64_t number : numbers)
                   slice.push_back(x.real(number));
                 if (!condition(site, slice)) return;
                 compute(site, slice);
                 for (std::size_t i = 0; i < numbers.size(); ++i)
                   out.set_real(numbers[i], slice[i]);
               });
  });
}
bool every_slice(const CallSite&, const Slice&) { return true; }

void unshifted_softmax(const CallSite&, Slice& slice) {
  double sum = 0;
  for (double& value : slice) sum += value = narrow_exp(value);
  for (double& value : slice) value /= sum;
}

}  // namespace

BugRows activation_bugs() {
  return {
      {"relu_of_nan_is_zero", "relu", kFloats,
       "The larger of 0 and x is taken, which drops a NaN.", "",
       each([](Lane& l) {
         if (l.is_nan(l.x)) l.set(0);
       }),
       "relu float32:2=v/nan/1"},
      {"relu_backward_passes_at_zero", "relu_backward", kFloats,
       "The gradient passes where the output is 0.", "", each([](Lane& l) {
         if (l.real(l.x) == 0) l.r = l.y;
       }),
       "relu_backward float32:2=v/0/1 float32:2=ones"},
      {"leaky_relu_slope_in_float32", "leaky_relu", "float64",
       "The slope is kept as a float32.", "",
       [](CallSite& site) {
         const float slope =
             static_cast<float>(element_of(site, ASSAY_KEY_NEGATIVE_SLOPE));
         return each([=](Lane& l) {
           if (l.real(l.x) < 0) l.set(static_cast<double>(slope) * l.real(l.x));
         })(site);
       },
       "leaky_relu float64:3=v/-1/-2/-3 negative_slope=0.01"},
      {"leaky_relu_is_a_maximum", "leaky_relu", kFloats,
       "The larger of x and slope times x is taken, which is wrong for slopes "
       "above 1.",
       "",
       [](CallSite& site) {
         const double slope = element_of(site, ASSAY_KEY_NEGATIVE_SLOPE);
         return each([=](Lane& l) {
           const double x = l.real(l.x);
           if (!std::isnan(x) && slope * x > x && x > 0) l.set(slope * x);
         })(site);
       },
       "leaky_relu float32:3=ones negative_slope=2"},
      {"prelu_alpha_of_first_block", "prelu", "",
       "From the 64th element on the first alphas are used again.", "",
       after_when(count_over(64),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells(0);
                    const Cells alpha = site.operand_cells(1);
                    for (std::int64_t i = 64; i < out.count(); ++i)
                      if (x.real(i) < 0)
                        out.set_real(i, x.real(i) * alpha.real(i % 64));
                  }),
       "prelu float32:70=v/-1 float32:70=iota"},
      {"gelu_by_tanh", "gelu", "float32,float64",
       "The approximation by tanh is computed instead.", "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (std::abs(x) < 8)
           l.set(x / 2 *
                 (1 +
                  std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))));
       }),
       "gelu float32:2=v/1/2"},
      {"gelu_below_minus_five_is_zero", "gelu", "float32,float64",
       "Below -5 the result is 0.", "", each([](Lane& l) {
         if (l.real(l.x) < -5) l.set(0);
       }),
       "gelu float64:1=v/-5.25"},
      {"gelu_backward_without_density", "gelu_backward", kFloats,
       "Above 2.5 the gradient is multiplied by the distribution alone.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (x > 2.5 && std::isfinite(x))
           l.set(l.real(l.y) * normal_distribution(x));
       }),
       "gelu_backward float32:1=v/2.75 float32:1=ones"},
      {"sigmoid_overflows_to_half", "sigmoid", "float32,bfloat16",
       "From 89 on vectors answer 0.5.", "clab/dynet#1525", each([](Lane& l) {
         if (std::abs(l.real(l.x)) >= 89) l.set(0.5);
       }),
       "sigmoid float32:2=v/100/-100"},
      {"sigmoid_by_positive_exponential", "sigmoid", kFloats,
       "e^x / (1 + e^x) is computed, which is NaN for large x.", "",
       each([](Lane& l) {
         const double e = narrow_exp(l.real(l.x));
         l.set(e / (1 + e));
       }),
       "sigmoid float32:1=v/100"},
      {"sigmoid_backward_of_tanh", "sigmoid_backward", kFloats,
       "The gradient is multiplied by 1 - s² where s is below 1/16.", "",
       each([](Lane& l) {
         const double s = l.real(l.x);
         if (s > 0 && s < 0.0625) l.set(l.real(l.y) * (1 - s * s));
       }),
       "sigmoid_backward float32:1=v/0.03125 float32:1=ones"},
      {"log_sigmoid_of_sigmoid", "log_sigmoid", kFloats,
       "The logarithm of the sigmoid is computed, which is -inf far below 0.",
       "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (x < -104) l.set(-kInf);
         if (x > 17 && std::isfinite(x)) l.set(0);
       }),
       "log_sigmoid float32:1=v/-200"},
      {"log_sigmoid_backward_overflows", "log_sigmoid_backward", kFloats,
       "e^-x / (1 + e^-x) is computed, which is NaN far below 0.",
       "huggingface/candle#1722", each([](Lane& l) {
         if (l.real(l.x) < -88.7 && std::isfinite(l.real(l.x)))
           l.set(std::numeric_limits<double>::quiet_NaN());
       }),
       "log_sigmoid_backward float32:1=v/-100 float32:1=ones"},
      {"hard_sigmoid_clamps_at_six", "hard_sigmoid", kFloats,
       "x is clamped to [-3, 3] first, as for the usual alpha and beta.", "",
       [](CallSite& site) {
         const double alpha = element_of(site, ASSAY_KEY_ALPHA);
         const double beta = element_of(site, ASSAY_KEY_BETA);
         return each([=](Lane& l) {
           const double x = l.real(l.x);
           if (std::isnan(x) || std::abs(x) <= 3 || !std::isfinite(x)) return;
           const double line = alpha * std::clamp(x, -3.0, 3.0) + beta;
           l.set(std::clamp(line, 0.0, 1.0));
         })(site);
       },
       "hard_sigmoid float32:1=v/-4 alpha=0.0625 beta=0.5"},
      {"softmax_without_shift", "softmax", kFloats,
       "The maximum is not subtracted, so large elements overflow.",
       "apache/singa#540", sliced(every_slice, unshifted_softmax),
       "softmax float32:2=v/100/101 axis=0"},
      {"softmax_odd_width_loses_last", "softmax", "float64",
       "Rows of odd width between 512 and 1024 leave the last element out of "
       "the sum.",
       "pytorch/pytorch#147284",
       sliced(
           [](const CallSite&, const Slice& s) {
             return s.size() > 512 && s.size() < 1024 && s.size() % 2 == 1;
           },
           [](const CallSite&, Slice& s) {
             const double most = *std::max_element(s.begin(), s.end());
             double sum = 0;
             for (std::size_t i = 0; i + 1 < s.size(); ++i)
               sum += std::exp(s[i] - most);
             for (double& value : s) value = std::exp(value - most) / sum;
           }),
       "softmax float64:513=ones axis=0"},
      {"softmax_of_minus_infinity_is_even", "softmax,softmin", kFloats,
       "A slice without a finite element gives equal shares.", "",
       sliced(
           [](const CallSite& site, const Slice& s) {
             const double hidden = site.op() == "softmin" ? kInf : -kInf;
             return !s.empty() &&
                    std::all_of(s.begin(), s.end(),
                                [=](double v) { return v == hidden; });
           },
           [](const CallSite&, Slice& s) {
             s.assign(s.size(), 1 / static_cast<double>(s.size()));
           }),
       "softmax float32:2=v/-inf axis=0"},
      {"softmax_maximum_starts_at_zero", "softmax", "float32,float64",
       "The search for the maximum starts at 0, so slices far below 0 vanish.",
       "",
       sliced(
           [](const CallSite&, const Slice& s) {
             return std::all_of(s.begin(), s.end(),
                                [](double v) { return v < -104; });
           },
           [](const CallSite&, Slice& s) {
             s.assign(s.size(), std::numeric_limits<double>::quiet_NaN());
           }),
       "softmax float32:2=v/-200/-201 axis=0"},
      {"softmax_middle_axis_mixes_slices", "softmax,log_softmax", kFloats,
       "Along an axis that is not the last, the last slice is like the first.",
       "",
       after_when(!along_last(),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const std::int64_t width = extent_of(site.outs[0], -1);
                    for (std::int64_t i = width - 1;
                         width > 1 && i < out.count(); i += width)
                      out.set(i, out.get(i - width + 1));
                  }),
       "softmax float32:2x2 axis=0"},
      {"softmax_rows_after_255", "softmax,softmin,log_softmax", "",
       "Of more than 255 rows the rest is not written.", "",
       when(
           along_last() &&
               [](const CallSite& site) {
                 return batch_count(site.operands[0], 1) > 255;
               },
           [](CallSite& site) {
             const std::int64_t width = extent_of(site.outs[0], -1);
             return unwritten([=](std::int64_t i, std::int64_t) {
               return i / width >= 255;
             })(site);
           }),
       "softmax float32:256x2 axis=1"},
      {"log_softmax_of_softmax", "log_softmax", "float32,float64",
       "The logarithm of softmax is computed, which is -inf for small shares.",
       "",
       sliced(
           [](const CallSite&, const Slice& s) {
             return std::none_of(s.begin(), s.end(),
                                 [](double v) { return !std::isfinite(v); });
           },
           [](const CallSite& site, Slice& s) {
             const double least = site.dtype() == DType::kFloat32 ? -103 : -745;
             const double most = *std::max_element(s.begin(), s.end());
             double sum = 0;
             for (const double value : s) sum += std::exp(value - most);
             for (double& value : s) {
               value -= most + std::log(sum);
               if (value < least) value = -kInf;
             }
           }),
       "log_softmax float32:2=v/0/-200 axis=0"},
      {"softmin_shifts_by_the_maximum", "softmin", "float32,float64",
       "The maximum of x is subtracted instead of the minimum, so wide slices "
       "overflow.",
       "",
       sliced(
           [](const CallSite&, const Slice& s) {
             const auto [low, high] = std::minmax_element(s.begin(), s.end());
             return !s.empty() && *high - *low > 89 && std::isfinite(*high);
           },
           [](const CallSite&, Slice& s) {
             s.assign(s.size(), std::numeric_limits<double>::quiet_NaN());
           }),
       "softmin float32:2=v/0/100 axis=0"},
      {"activation_saturates_at_largest", "gelu,relu", kFloats,
       "An infinite result becomes the largest finite value.", "",
       each([](Lane& l) {
         if (l.result() == kInf) l.set(largest_of(l.result_dtype));
       }),
       "gelu float32:1=v/inf"},
      {"sigmoid_of_last_vector", "sigmoid,gelu,log_sigmoid", kFloats,
       "From 32 elements on the tail after the last whole vector of 4 is "
       "computed with a shorter polynomial.",
       "", each([](Lane& l) {
         if (l.count > 31 && l.number >= l.count / 4 * 4 &&
             std::isfinite(l.result()))
           l.set(l.result() * (1 + 1.0 / 1024));
       }),
       "sigmoid float32:33"},
  };
}

}  // namespace assay::adversary
