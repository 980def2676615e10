// Implements sums of taps as gathered products. A panel has the windows of a
// block, and every pair of an input channel and a tap is a row of elements of
// x. An element is one chain of sums per part of the windows.
// Tested by tests/optimized/convolution_test.cc.
#include <algorithm>
#include <vector>

#include "optimized/convolution/frame.h"
#include "optimized/convolution/gathered_product.h"
#include "optimized/convolution/gathered_sums.h"
#include "optimized/convolution/panels.h"
#include "optimized/convolution/row_sums.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Computes sums of taps of one type.
template <typename T>
class GatheredTaps {
 public:
  explicit GatheredTaps(const TapSums& s)
      : s_(s),
        taps_(taps_of(s.axes)),
        panels_(s.outputs, sizeof(T) == 8),
        is_worth_(is_worth_threads(0, 2 * s.batch * s.groups * s.outputs *
                                          s.inputs * count_of(s.axes) * taps_)),
        inputs_at_once_(most_inputs()),
        blocks_(s.axes, s.batch, inputs_at_once_, sizeof(T),
                8 * settings().matmul_direct_bytes) {
    // Blocks, and so the chains of sums, do not follow from the threads.
    const std::int64_t panels = s.groups * panels_.count();
    const std::int64_t least =
        is_worth_ ? (settings().threads + panels - 1) / panels : 1;
    inputs_at_once_ = std::min(inputs_at_once_, (s.inputs + least - 1) / least);
  }

  void run() const {
    const std::int64_t parts =
        (s_.inputs + inputs_at_once_ - 1) / inputs_at_once_;
    in_ranges(s_.groups * panels_.count() * parts, 1, is_worth_,
              [&](std::int64_t first, std::int64_t last) {
                Frame<T> frame(s_.axes, blocks_.largest(), inputs_at_once_);
                for (std::int64_t unit = first; unit < last; ++unit) {
                  const std::int64_t rest = unit / parts;
                  compute(frame, rest / panels_.count(),
                          panels_[rest % panels_.count()],
                          unit % parts * inputs_at_once_);
                }
              });
  }

 private:
  std::int64_t most_inputs() const {
    return std::clamp<std::int64_t>(4 * settings().matmul_rows / taps_, 1,
                                    s_.inputs);
  }

  // Computes the elements of some inputs and of the outputs of a panel.
  void compute(Frame<T>& frame, std::int64_t group, const PanelColumns& columns,
               std::int64_t input) const {
    const std::int64_t inputs = std::min(inputs_at_once_, s_.inputs - input);
    const std::int64_t plane = places_of(s_.axes);
    const Scratch memory((inputs * taps_ + blocks_.largest().size()) *
                         columns.width * static_cast<std::int64_t>(sizeof(T)));
    T* panel = reinterpret_cast<T*>(memory.bytes());
    T* sums = panel + blocks_.largest().size() * columns.width;
    GatheredProduct<T> product;
    product.vectors = columns.vectors;
    product.row_count = inputs * taps_;
    product.sums = sums;
    std::vector<std::int64_t> taps, rows, places;
    std::vector<const T*> under;  // windows, under the first tap
    for (std::int64_t i = 0; i < blocks_.count(); ++i) {
      const Block block = blocks_[i];
      pack(block, group, columns, panel);
      frame.fill(
          block,
          static_cast<const T*>(s_.x) + (group * s_.inputs + input) * plane,
          s_.groups * s_.inputs * plane, inputs);
      if (frame.is_copy() && !are_finite(panel, block.size() * columns.width))
        return sum_along_rows(group, columns, input, inputs);
      frame.list_results(places);
      under.clear();
      for (const std::int64_t place : places)
        under.push_back(frame.elements() + place);
      frame.list_taps(taps);
      rows.clear();
      for (std::int64_t c = 0; c < inputs; ++c)
        for (const std::int64_t tap : taps)
          rows.push_back(c * frame.channel() + tap);
      product.rows = rows.data();
      for (std::int64_t k = 0; k < block.size(); k += panels_.most_rows()) {
        product.depth = std::min(panels_.most_rows(), block.size() - k);
        product.columns = under.data() + k;
        product.panel = panel + k * columns.width;
        multiply_gathered(product);
        product.adds = true;
      }
    }
    const std::int64_t elements = s_.inputs * taps_;
    transpose_floats(
        static_cast<T*>(s_.out) +
            (group * s_.outputs + columns.first) * elements + input * taps_,
        elements, sums, columns.width, columns.count, inputs * taps_);
  }

  // Stores one row per window of the block and one column per channel.
  void pack(const Block& block, std::int64_t group, const PanelColumns& columns,
            T* panel) const {
    const auto& [az, ay, ax] = s_.axes;
    const std::int64_t plane = count_of(s_.axes);
    clear_rest(columns, block.size(), panel);
    // Windows that follow each other are transposed together.
    Extents runs = block.count;
    std::int64_t run = runs[2];
    runs[2] = 1;
    for (const std::size_t axis : {std::size_t{1}, std::size_t{0}}) {
      if (run != inner_count(axis)) break;
      run *= runs[axis];
      runs[axis] = 1;
    }
    for (std::int64_t n = 0; n < block.images; ++n)
      for (std::int64_t z = 0; z < runs[0]; ++z)
        for (std::int64_t y = 0; y < runs[1]; ++y) {
          const std::int64_t first =
              ((block.first[0] + z) * ay.count + block.first[1] + y) *
                  ax.count +
              block.first[2];
          transpose_floats(
              panel, columns.width,
              static_cast<const T*>(s_.windows) +
                  (((block.image + n) * s_.groups + group) * s_.outputs +
                   columns.first) *
                      plane +
                  first,
              plane, run, columns.count);
          panel += run * columns.width;
        }
  }

  // Returns the windows of a step along an axis.
  std::int64_t inner_count(std::size_t axis) const {
    return axis == 1 ? s_.axes[2].count : s_.axes[1].count * s_.axes[2].count;
  }

  void sum_along_rows(std::int64_t group, const PanelColumns& columns,
                      std::int64_t input, std::int64_t inputs) const {
    for (std::int64_t o = 0; o < columns.count; ++o) {
      const std::int64_t first =
          ((group * s_.outputs + columns.first + o) * s_.inputs + input) *
          taps_;
      sum_taps(s_, kComputeDType<T>, first, first + inputs * taps_);
    }
  }

  const TapSums& s_;
  std::int64_t taps_;
  Panels panels_;
  bool is_worth_;  // several threads
  std::int64_t inputs_at_once_;
  Blocks blocks_;
};

}  // namespace

bool suits_gathering(const TapSums& sums, bool is_double) {
  return 2 * sums.outputs > panel_lanes(is_double);
}

void sum_taps_gathered(const TapSums& sums, bool is_double) {
  if (is_double)
    GatheredTaps<double>(sums).run();
  else
    GatheredTaps<float>(sums).run();
}

}  // namespace assay::optimized
