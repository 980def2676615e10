// Implements correlations as gathered products. For a block of results, the
// elements of x under it are brought into a frame. Panels of weights are
// multiplied by the elements under every result of the block. They are packed
// once if they are small and there are several blocks, and otherwise just
// before they are used. A result is one chain of sums per part of the terms.
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
        is_worth_(!c.is_alone &&
                  is_worth_threads(0, 2 * c.batch * c.groups * c.outputs *
                                          c.inputs * count_of(c.axes) * taps_)),
        blocks_(c.axes, c.batch, c.inputs, sizeof(T), most_bytes(),
                fewest_blocks()) {
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
    is_reversed_ = c.weight_output == taps_;
    for (std::int64_t t = 0; t < taps_; ++t) {
      const std::int64_t place = weights_[static_cast<std::size_t>(t)];
      is_whole_ = is_whole_ && place == t;
      is_reversed_ = is_reversed_ && place == taps_ - 1 - t;
    }
  }

  void run() {
    const std::int64_t units = blocks_.count() * c_.groups * panels_.count();
    if (blocks_.count() > 1 && weight_bytes() <= kMostPacked) pack_all();
    in_ranges(units, 1, is_worth_, [&](std::int64_t first, std::int64_t last) {
      compute(first, last);
    });
  }

 private:
  // Weights of at most this many bytes are packed once for all blocks.
  static constexpr std::int64_t kMostPacked = std::int64_t{3} << 20;

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
    LineRequests requests;
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
      room.requests.clear();
      request_results(room.requests, block, group, columns);
      const std::int64_t next = unit + 1;
      if (next < last && next % panels_.count() == 0)
        request_elements(room, blocks_[next / panels_.count() / c_.groups],
                         next / panels_.count() % c_.groups);
      if (multiply(room, block, group, columns))
        store(room, block, group, columns);
      else
        correlate_rows(c_, kComputeDType<T>, block,
                       group * c_.outputs + columns.first,
                       group * c_.outputs + columns.first + columns.count);
    }
  }

  // Returns the first element of a group of channels.
  const T* elements_of(std::int64_t group) const {
    return static_cast<const T*>(c_.x) + group * c_.inputs * places_of(c_.axes);
  }
  // Returns the distance of the elements of two images.
  std::int64_t image_step() const {
    return c_.groups * c_.inputs * places_of(c_.axes);
  }

  // Requests the elements of x under a block.
  void request_elements(Room& room, const Block& block,
                        std::int64_t group) const {
    room.frame.add_requests(block, elements_of(group), image_step(), c_.inputs,
                            room.requests);
  }

  void load(Room& room, const Block& block, std::int64_t group) const {
    room.frame.fill(block, elements_of(group), image_step(), c_.inputs);
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
    product.requests = &room.requests;
    // Tiles have at least this many rows, except for the last ones.
    constexpr std::int64_t kRows = 6;
    room.requests.spread(part_count() * ((block.size() + kRows - 1) / kRows));
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
      product.depth = inputs * taps_;
      bool is_finite = true;
      if (is_finite_.empty()) {
        pack(room.panel, group, columns, i, inputs);
        if (room.frame.is_copy())
          is_finite = are_finite(room.panel, product.depth * columns.width);
      } else {
        product.panel = packed(group, columns, i);
        is_finite = is_finite_[part_of(group, columns, i)] != 0;
      }
      if (room.frame.is_copy() && !is_finite) return false;
      product.columns = room.terms.data() + i * taps_;
      multiply_gathered(product);
      product.adds = true;
    }
    return true;
  }

  // Returns how many bytes of x may be under a block. They stay in L2 with the
  // weights and the elements that are requested for the next block, or fill it
  // to read the weights less often.
  std::int64_t most_bytes() const {
    return (weight_bytes() <= kMostPacked / 4 ? 2 : 8) *
           settings().matmul_direct_bytes;
  }
  // Returns how many blocks give each thread enough to do. Two panels of a
  // block for each are enough; weights that blocks share would be packed on
  // one core and read on another.
  std::int64_t fewest_blocks() const {
    const std::int64_t panels = c_.groups * panels_.count();
    if (!is_worth_ || panels >= 2 * settings().threads) return 1;
    return (range_count() + panels - 1) / panels;
  }
  // Returns the bytes of all weights as panels.
  std::int64_t weight_bytes() const {
    return c_.groups * panels_.width() * c_.inputs * taps_ *
           static_cast<std::int64_t>(sizeof(T));
  }
  // Returns how many parts of the inputs are multiplied one after the other.
  std::int64_t part_count() const {
    return (c_.inputs + inputs_at_once_ - 1) / inputs_at_once_;
  }
  // Returns which of all parts of all panels begins with the input.
  std::size_t part_of(std::int64_t group, const PanelColumns& columns,
                      std::int64_t input) const {
    return static_cast<std::size_t>(
        (group * panels_.count() + columns.first / panels_.widest()) *
            part_count() +
        input / inputs_at_once_);
  }
  // Returns where the packed weights of the inputs from `input` on are.
  T* packed(std::int64_t group, const PanelColumns& columns,
            std::int64_t input) const {
    return reinterpret_cast<T*>(packed_.bytes()) +
           ((group * panels_.width() + columns.first) * c_.inputs +
            input * columns.width) *
               taps_;
  }

  // Packs the panels of all groups.
  void pack_all() {
    packed_ = Scratch(weight_bytes());
    const std::int64_t parts = part_count();
    const std::int64_t count = c_.groups * panels_.count() * parts;
    is_finite_.resize(static_cast<std::size_t>(count));
    in_ranges(count, 1, is_worth_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t at = first; at < last; ++at) {
        const std::int64_t panel = at / parts;
        const std::int64_t group = panel / panels_.count();
        const PanelColumns columns = panels_[panel % panels_.count()];
        const std::int64_t input = at % parts * inputs_at_once_;
        const std::int64_t inputs =
            std::min(inputs_at_once_, c_.inputs - input);
        T* to = packed(group, columns, input);
        pack(to, group, columns, input, inputs);
        is_finite_[static_cast<std::size_t>(at)] =
            are_finite(to, inputs * taps_ * columns.width);
      }
    });
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
    if (is_reversed_) {
      for (std::int64_t i = 0; i < inputs; ++i)
        transpose_floats(panel + ((i + 1) * taps_ - 1) * columns.width,
                         -columns.width, from + i * c_.weight_input, taps_,
                         taps_, columns.count);
      return;
    }
    for (std::int64_t i = 0; i < inputs; ++i, from += c_.weight_input)
      for (const std::int64_t tap : weights_) {
        for (std::int64_t o = 0; o < columns.count; ++o)
          panel[o] = from[tap + o * c_.weight_output];
        panel += columns.width;
      }
  }

  // Requests the results of a panel, if they are whole rows.
  void request_results(LineRequests& requests, const Block& block,
                       std::int64_t group, const PanelColumns& columns) const {
    const TapAxis& ay = c_.axes[1];
    const TapAxis& ax = c_.axes[2];
    if (block.count[0] != 1 || block.count[2] != ax.to || ay.to_step != 1)
      return;
    constexpr auto kBytes = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t stored = stored_of(c_.axes);
    for (std::int64_t n = 0; n < block.images; ++n)
      requests.add(
          static_cast<const T*>(c_.out) +
              (((block.image + n) * c_.groups + group) * c_.outputs +
               columns.first) *
                  stored +
              ((c_.axes[0].to_first + c_.axes[0].to_step * block.first[0]) *
                   ay.to +
               ay.to_first + block.first[1]) *
                  ax.to,
          block.count[1] * ax.to * kBytes, stored * kBytes, columns.count);
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
  bool is_worth_;  // several threads
  Blocks blocks_;
  std::vector<std::int64_t> weights_;  // places of the weights of a filter
  bool is_whole_ = false;     // the filters of an output follow each other
  bool is_reversed_ = false;  // those of an input do, from the last tap on
  Scratch packed_;            // all panels, if blocks share them
  std::vector<std::uint8_t> is_finite_;  // of the parts of these panels
};

}  // namespace

void correlate_gathered(const Correlation& sums, bool is_double) {
  if (is_double)
    GatheredCorrelation<double>(sums).run();
  else
    GatheredCorrelation<float>(sums).run();
}

}  // namespace assay::optimized
