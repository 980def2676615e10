// Bugs of normalizations: moments that lose digits or elements, epsilon and
// channels in the wrong place.
// Tested by tests/adversary/witness_test.cc.
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

// Recomputes layer_norm: `moments` returns the mean and the number that the
// centred elements are multiplied with.
using Moments = std::function<std::pair<double, double>(
    const std::vector<double>& row, double epsilon)>;
Fault normalized(std::function<bool(const std::vector<double>&)> condition,
                 Moments moments) {
  return after([=](CallSite& site) {
    Cells out = site.result_cells();
    const Cells x = site.operand_cells();
    const Cells gamma = site.operand_cells(1);
    const bool is_biased = site.integer(ASSAY_KEY_BIASED) != 0;
    const double epsilon = element_of(site, ASSAY_KEY_EPSILON);
    for_rows(out.shape(), [&](const std::vector<std::int64_t>& numbers) {
      std::vector<double> row;
      for (std::int64_t number : numbers) row.push_back(x.real(number));
      if (!condition(row)) return;
      const auto [mean, factor] = moments(row, epsilon);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const auto k = static_cast<std::int64_t>(i);
        const double shift = is_biased ? site.operand_cells(2).real(k) : 0;
        out.set_real(numbers[i],
                     (row[i] - mean) * factor * gamma.real(k) + shift);
      }
    });
  });
}
double mean_of(const std::vector<double>& row, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += row[i];
  return sum / static_cast<double>(count);
}
double variance_of(const std::vector<double>& row, double mean) {
  double sum = 0;
  for (const double value : row) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(row.size());
}
bool every_row(const std::vector<double>&) { return true; }

}  // namespace

BugRows normalization_bugs() {
  return {
      {"layer_norm_in_one_pass", "layer_norm", "float32",
       "The variance is the mean of squares minus the square of the mean, in "
       "float32.",
       "tracel-ai/burn#5607",
       normalized(every_row,
                  [](const std::vector<double>& row, double epsilon) {
                    float sum = 0, squares = 0;
                    for (const double value : row) {
                      const auto x = static_cast<float>(value);
                      sum += x;
                      squares += x * x;
                    }
                    const auto n = static_cast<float>(row.size());
                    const float mean = sum / n;
                    const float v = squares / n - mean * mean;
                    return std::pair<double, double>(
                        mean, 1 / std::sqrt(static_cast<double>(v) + epsilon));
                  }),
       "layer_norm float32:1x4=v/40000/40001/40002/40003 float32:4=ones "
       "epsilon=0.00001"},
      {"layer_norm_divides_by_one_less", "layer_norm", kFloats,
       "The variance is divided by n - 1.", "",
       normalized([](const auto& row) { return row.size() > 1; },
                  [](const std::vector<double>& row, double epsilon) {
                    const double mean = mean_of(row, row.size());
                    const auto n = static_cast<double>(row.size());
                    return std::pair(
                        mean,
                        1 / std::sqrt(variance_of(row, mean) * n / (n - 1) +
                                      epsilon));
                  }),
       "layer_norm float32:1x4 float32:4=ones epsilon=0.001"},
      {"layer_norm_epsilon_after_the_root", "layer_norm", kFloats,
       "Epsilon is added to the deviation instead of the variance.", "",
       normalized(every_row,
                  [](const std::vector<double>& row, double epsilon) {
                    const double mean = mean_of(row, row.size());
                    return std::pair(
                        mean,
                        1 / (std::sqrt(variance_of(row, mean)) + epsilon));
                  }),
       "layer_norm float32:1x4 float32:4=ones epsilon=0.125"},
      {"layer_norm_mean_of_whole_vectors", "layer_norm", kFloats,
       "The mean of rows of more than 8 elements leaves out what is after the "
       "last whole vector of 8.",
       "",
       normalized([](const auto& row) { return row.size() > 8; },
                  [](const std::vector<double>& row, double epsilon) {
                    const double mean = mean_of(row, row.size() / 8 * 8);
                    return std::pair(
                        mean, 1 / std::sqrt(variance_of(row, mean) + epsilon));
                  }),
       "layer_norm float32:1x9 float32:9=ones epsilon=0.125"},
      {"layer_norm_of_one_element_is_zero", "layer_norm", kFloats,
       "A row of one element gives 0 instead of beta.", "pytorch/pytorch#98075",
       after([](CallSite& site) {
         if (extent_of(site.outs[0], -1) == 1) zero_picked(every_one())(site);
       }),
       "layer_norm float32:2x1 float32:1=ones float32:1=ones biased=1 "
       "epsilon=0.125"},
      {"layer_norm_gamma_of_first_256", "layer_norm", kFloats,
       "From element 256 on gamma starts again.", "",
       [](CallSite& site) {
         const AssayTensor gamma = site.copy_of(site.operands[1]);
         Cells cells = site.cells(gamma);
         for (std::int64_t i = 256; i < cells.count(); ++i)
           cells.set(i, cells.get(i - 256));
         site.operands[1] = gamma;
         return site.forward();
       },
       "layer_norm float32:1x257 float32:257=iota epsilon=0.125"},
      {"batch_norm_last_axis_is_channels", "batch_norm", kFloats,
       "The last axis is taken for the channels if it is as long as they are.",
       "",
       after_when(
           [](const CallSite& site) {
             return site.operands[0].rank > 2 &&
                    extent_of(site.operands[0], 1) ==
                        extent_of(site.operands[0], -1);
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             const Cells x = site.operand_cells();
             const double epsilon = element_of(site, ASSAY_KEY_EPSILON);
             const std::int64_t width = extent_of(site.outs[0], -1);
             for (std::int64_t i = 0; i < out.count(); ++i) {
               const std::int64_t c = i % width;
               const auto of = [&](std::size_t which) {
                 return site.operand_cells(which).real(c);
               };
               out.set_real(
                   i, (x.real(i) - of(3)) / std::sqrt(of(4) + epsilon) * of(1) +
                          of(2));
             }
           }),
       "batch_norm float32:1x2x2 float32:2 float32:2 float32:2 float32:2=ones "
       "epsilon=0.125"},
      {"batch_norm_channels_after_16", "batch_norm", kFloats,
       "Channels from the 17th on are only scaled.", "",
       after_when(extent_over(0, 1, 16),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Shape shape = shape_of(site.outs[0]);
                    for (std::int64_t i = 0; i < out.count(); ++i) {
                      const std::int64_t c = index_of(shape, i)[1];
                      if (c > 15)
                        out.set_real(
                            i, out.real(i) - site.operand_cells(2).real(c));
                    }
                  }),
       "batch_norm float32:1x17 float32:17 float32:17 float32:17 "
       "float32:17=ones epsilon=0.125"},
      {"batch_norm_variance_is_a_deviation", "batch_norm", kFloats,
       "The variance is taken for the deviation.", "",
       after([](CallSite& site) {
         Cells out = site.result_cells();
         const Shape shape = shape_of(site.outs[0]);
         const double epsilon = element_of(site, ASSAY_KEY_EPSILON);
         for (std::int64_t i = 0; i < out.count(); ++i) {
           const std::int64_t c = index_of(shape, i)[1];
           const double beta = site.operand_cells(2).real(c);
           const double v = site.operand_cells(4).real(c);
           if (v > 1)
             out.set_real(i, (out.real(i) - beta) * std::sqrt(v + epsilon) /
                                     (v + epsilon) +
                                 beta);
         }
       }),
       "batch_norm float32:1x1 float32:1=ones float32:1 float32:1 "
       "float32:1=v/4 epsilon=0.125"},
  };
}

}  // namespace assay::adversary
