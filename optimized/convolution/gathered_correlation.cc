// Implements correlations as gathered products. For a block of results, the
// elements of x under it are brought into a frame. Panels of weights are packed
// one after the other, and each is multiplied by the elements under every
// result of the block. A result is one chain of sums per part of the terms.
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

template <typename T>
class GatheredCorrelation {
 public:
  explicit GatheredCorrelation(const Correlation& c)
      : c_(c),
        taps_(taps_of(c.axes)),
        panels_(c.outputs, sizeof(T) == 8),
        inputs_at_once_(
            std::clamp<std::int64_t>(panels_.most_rows() / taps_, 1, c.inputs)),
        blocks_(c.axes, c.batch, c.inputs, sizeof(T)) {
    for (std::int64_t z = 0; z < c.axes[0].taps; ++z)
      for (std::int64_t y = 0; y < c.axes[1].taps; ++y)
        for (std::int64_t t = 0; t < c.axes[2].taps; ++t) {
          std::int64_t at = 0;
          const std::int64_t tap[] = {z, y, t};
          for (std::size_t i = 0; i < 3; ++i)
            at += c.axes[i].weight_first + c.axes[i].weight_step * tap[i];
          weights_.push_back(at);
        }
    is_whole_ = c.weight_input == taps_;
    for (std::int64_t t = 0; t < taps_; ++t)
      is_whole_ = is_whole_ && weights_[static_cast<std::size_t>(t)] == t;
  }

  void run() {
    const std::int64_t units = blocks_.count() * c_.groups * panels_.count();
    const std::int64_t flops = 2 * c_.batch * c_.groups * c_.outputs *
                               c_.inputs * count_of(c_.axes) * taps_;
    in_ranges(
        units, 1, is_worth_threads(0, flops),
        [&](std::int64_t first, std::int64_t last) { compute(first, last); });
  }

 private:
  // The memory of a thread.
  struct Room {
    explicit Room(const GatheredCorrelation& of)
        : frame(of.c_.axes, of.blocks_.largest(), of.c_.inputs),
          memory((of.inputs_at_once_ * of.taps_ * of.panels_.widest() +
                  of.blocks_.largest().size() * of.panels_.widest() +
                  of.blocks_.largest().plane() * of.panels_.widest()) *
                 static_cast<std::int64_t>(sizeof(T))) {
      panel = reinterpret_cast<T*>(memory.bytes());
      sums = panel + of.inputs_at_once_ * of.taps_ * of.panels_.widest();
      turned = sums + of.blocks_.largest().size() * of.panels_.widest();
    }
    Frame<T> frame;
    Scratch memory;
    T* panel;
    T* sums;
    T* turned;
    std::vector<std::int64_t> rows;
    std::vector<const T*> terms;  // of a result, under the first tap
  };

  void compute(std::int64_t first, std::int64_t last) const {
    Room room(*this);
    std::int64_t in_frame = -1;
    for (std::int64_t unit = first; unit < last; ++unit) {
      const std::int64_t part = unit / panels_.count();
      const std::int64_t group = part % c_.groups;
      const Block block = blocks_[part / c_.groups];
      if (part != in_frame) load(room, block, group);
      in_frame = part;
      const PanelColumns columns = panels_[unit % panels_.count()];
      if (multiply(room, block, group, columns))
        store(room, block, group, columns);
      else
        correlate_rows(c_, kComputeDType<T>, block,
                       group * c_.outputs + columns.first,
                       group * c_.outputs + columns.first + columns.count);
    }
  }

  void load(Room& room, const Block& block, std::int64_t group) const {
    const std::int64_t plane = places_of(c_.axes);
    room.frame.fill(block,
                    static_cast<const T*>(c_.x) + group * c_.inputs * plane,
                    c_.groups * c_.inputs * plane, c_.inputs);
    room.frame.list_results(room.rows);
    std::vector<std::int64_t> taps;
    room.frame.list_taps(taps);
    room.terms.clear();
    for (std::int64_t i = 0; i < c_.inputs; ++i)
      for (const std::int64_t tap : taps)
        room.terms.push_back(room.frame.elements() + i * room.frame.channel() +
                             tap);
  }

  // Computes the sums of a block. Returns false if padding would be multiplied
  // by a weight that is not finite.
  bool multiply(Room& room, const Block& block, std::int64_t group,
                const PanelColumns& columns) const {
    GatheredProduct<T> product;
    product.rows = room.rows.data();
    product.row_count = block.size();
    product.panel = room.panel;
    product.vectors = columns.vectors;
    product.sums = room.sums;
    if (c_.bias != nullptr) {
      const T* bias =
          static_cast<const T*>(c_.bias) + group * c_.outputs + columns.first;
      for (std::int64_t r = 0; r < product.row_count; ++r) {
        T* to = room.sums + r * columns.width;
        std::copy_n(bias, columns.count, to);
        std::fill_n(to + columns.count, columns.width - columns.count, T(0));
      }
      product.adds = true;
    }
    for (std::int64_t i = 0; i < c_.inputs; i += inputs_at_once_) {
      const std::int64_t inputs = std::min(inputs_at_once_, c_.inputs - i);
      pack(room.panel, group, columns, i, inputs);
      product.depth = inputs * taps_;
      if (room.frame.is_copy() &&
          !are_finite(room.panel, product.depth * columns.width))
        return false;
      product.columns = room.terms.data() + i * taps_;
      multiply_gathered(product);
      product.adds = true;
    }
    return true;
  }

  // Stores the weights of some inputs, one row per term and one column per
  // channel.
  void pack(T* panel, std::int64_t group, const PanelColumns& columns,
            std::int64_t input, std::int64_t inputs) const {
    const T* from = static_cast<const T*>(c_.weight) + group * c_.weight_group +
                    columns.first * c_.weight_output + input * c_.weight_input;
    clear_rest(columns, inputs * taps_, panel);
    if (is_whole_)
      return transpose_floats(panel, columns.width, from, c_.weight_output,
                              inputs * taps_, columns.count);
    for (std::int64_t i = 0; i < inputs; ++i, from += c_.weight_input)
      for (const std::int64_t tap : weights_) {
        for (std::int64_t o = 0; o < columns.count; ++o)
          panel[o] = from[tap + o * c_.weight_output];
        panel += columns.width;
      }
  }

  // Copies the sums, which have one row per result, to planes.
  void store(Room& room, const Block& block, std::int64_t group,
             const PanelColumns& columns) const {
    const TapAxis& az = c_.axes[0];
    const TapAxis& ay = c_.axes[1];
    const TapAxis& ax = c_.axes[2];
    const std::int64_t channels = c_.groups * c_.outputs;
    const std::int64_t plane = block.plane();
    const std::int64_t stored = stored_of(c_.axes);
    const T* sums = room.sums;
    const bool is_run = block.count[2] == ax.to &&
                        (block.count[0] == 1 || block.count[1] == ay.to);
    for (std::int64_t n = 0; n < block.images; ++n) {
      T* to = static_cast<T*>(c_.out) + ((block.image + n) * channels +
                                         group * c_.outputs + columns.first) *
                                            stored;
      const auto place = [&](std::int64_t z, std::int64_t y) {
        return ((az.to_first + az.to_step * (block.first[0] + z)) * ay.to +
                ay.to_first + ay.to_step * (block.first[1] + y)) *
                   ax.to +
               ax.to_first + ax.to_step * block.first[2];
      };
      if (is_run && az.to_step == 1 && ay.to_step == 1) {
        transpose_floats(to + place(0, 0), stored, sums, columns.width,
                         columns.count, plane);
      } else {
        transpose_floats(room.turned, plane, sums, columns.width, columns.count,
                         plane);
        const T* row = room.turned;
        for (std::int64_t o = 0; o < columns.count; ++o)
          for (std::int64_t z = 0; z < block.count[0]; ++z)
            for (std::int64_t y = 0; y < block.count[1]; ++y) {
              T* line = to + o * stored + place(z, y);
              for (std::int64_t q = 0; q < block.count[2]; ++q)
                line[q * ax.to_step] = row[q];
              row += block.count[2];
            }
      }
      sums += plane * columns.width;
    }
  }

  const Correlation& c_;
  std::int64_t taps_;
  Panels panels_;
  std::int64_t inputs_at_once_;
  Blocks blocks_;
  std::vector<std::int64_t> weights_;  // places of the weights of a filter
  bool is_whole_ = false;              // filters are stored in order
};

}  // namespace

void correlate_gathered(const Correlation& sums, bool is_double) {
  if (is_double)
    GatheredCorrelation<double>(sums).run();
  else
    GatheredCorrelation<float>(sums).run();
}

}  // namespace assay::optimized
