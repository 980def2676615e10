// Implements correlations in tile registers. Weights are brought into the order
// of the kernel once. For each block of rows of results, the elements of x
// under it are brought into a frame, whose rows follow each other with the
// padding between them, so that a tile of results may go from one row to the
// next. What is computed for the places of the padding is left out. A sum is
// one chain over taps and inputs, so blocks do not change it. Tested by
// tests/optimized/convolution_test.cc.
#include "optimized/convolution/tile_correlation.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "optimized/convolution/paired_frame.h"
#include "optimized/convolution/tile_sums.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/dense.h"
#include "optimized/product/grouped.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/resources/tile_registers.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

constexpr std::int64_t kTileOutputs = 32;
constexpr std::int64_t kTilePlaces = 32;
constexpr std::int64_t kMostWeights = std::int64_t{6} << 20;  // bytes
constexpr std::int64_t kMostFrame = std::int64_t{2} << 20;    // bytes

// Returns the exponent and the fraction of a bfloat16 as a float.
float widened(std::uint16_t x) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(x) << 16);
}

// The registers take a subnormal sum for zero. Returns whether the sum of this
// term and multiples of the smallest normal float cannot be subnormal.
bool suits_as_start(std::uint16_t x) {
  constexpr int kFraction = 7;  // bits
  return (x & 0x7fff) == 0 || (x & 0x7f80) >> kFraction > kFraction;
}

class TileCorrelation {
 public:
  TileCorrelation(const Correlation& c, const std::uint16_t* x,
                  const std::uint16_t* weight, const std::uint16_t* bias,
                  std::uint16_t* out)
      : c_(c),
        y_(c.axes[1]),
        x_axis_(c.axes[2]),
        x_(x),
        bias_(bias),
        out_(out),
        taps_(taps_of(c.axes)),
        panels_((c.outputs + kTileOutputs - 1) / kTileOutputs),
        rows_(rows_of_block()),
        blocks_((y_.count + rows_ - 1) / rows_),
        frame_(y_, x_axis_, c.inputs, rows_),
        panel_words_(taps_ * frame_.chunks() * kTileOutputs * kRow),
        weights_(c.groups * panels_ * panel_words_ * 4) {
    for (std::int64_t ty = 0; ty < y_.taps; ++ty)
      for (std::int64_t tx = 0; tx < x_axis_.taps; ++tx)
        for (std::int64_t chunk = 0; chunk < frame_.chunks(); ++chunk)
          places_.push_back(frame_.place(ty, tx) + chunk * frame_.chunk());
    pack(weight);
  }

  void run() const {
    in_ranges(c_.batch * c_.groups * blocks_, 1, is_worth(),
              [&](std::int64_t first, std::int64_t last) {
                const Scratch room(frame_.words() * 4);
                auto* words = reinterpret_cast<std::uint32_t*>(room.bytes());
                const TileRegisters registers(true);
                for (std::int64_t unit = first; unit < last; ++unit)
                  compute(unit, words);
              });
  }

 private:
  static constexpr std::int64_t kRow = 16;  // words of a row of a register

  // A run of results of a tile, which are neighbours in a row.
  struct Run {
    std::int64_t first, count;  // in the tile
    std::int64_t to;            // the place in a plane of results
  };

  bool is_worth() const {
    return is_worth_threads(0, 2 * c_.batch * c_.groups * c_.outputs *
                                   c_.inputs * count_of(c_.axes) * taps_);
  }

  // A frame is a small part of L2. There are several blocks for each thread.
  std::int64_t rows_of_block() const {
    constexpr std::int64_t kFrame = std::int64_t{512} << 10;  // bytes
    std::int64_t rows = y_.count;
    const std::int64_t matrices = c_.batch * c_.groups;
    const std::int64_t needed =
        is_worth() ? (range_count() + matrices - 1) / matrices : 1;
    while (rows > 1 &&
           (PairedFrame(y_, x_axis_, c_.inputs, rows).words() * 4 > kFrame ||
            (y_.count + rows - 1) / rows < needed))
      rows = (rows + 1) / 2;
    return rows;
  }

  std::uint32_t* panel(std::int64_t group, std::int64_t i) const {
    return reinterpret_cast<std::uint32_t*>(weights_.bytes()) +
           (group * panels_ + i) * panel_words_;
  }

  void pack(const std::uint16_t* weight) const {
    in_ranges(c_.groups * panels_, 1, is_worth(),
              [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t i = first; i < last; ++i) {
                  const std::int64_t group = i / panels_;
                  const std::int64_t output = i % panels_ * kTileOutputs;
                  pair_weights(weight + (group * c_.outputs + output) *
                                            c_.inputs * taps_,
                               std::min(kTileOutputs, c_.outputs - output),
                               c_.inputs, taps_, panel(group, i % panels_));
                }
              });
  }

  // Lists the results among the places [first, first + 32) of a block.
  void list_runs(std::int64_t first, std::int64_t row, std::int64_t rows,
                 std::vector<Run>& runs) const {
    runs.clear();
    const std::int64_t width = frame_.row();
    for (std::int64_t y = first / width;
         y < rows && y * width < first + kTilePlaces; ++y) {
      const std::int64_t begin = std::max(first, y * width);
      const std::int64_t end =
          std::min(first + kTilePlaces, y * width + x_axis_.count);
      if (begin < end)
        runs.push_back({begin - first, end - begin,
                        (row + y) * x_axis_.count + begin - y * width});
    }
  }

  void compute(std::int64_t unit, std::uint32_t* words) const {
    const std::int64_t row = unit % blocks_ * rows_;
    const std::int64_t rows = std::min(rows_, y_.count - row);
    const std::int64_t matrix = unit / blocks_;
    const std::int64_t group = matrix % c_.groups;
    frame_.fill(x_ + matrix * c_.inputs * places_of(c_.axes), row, words);
    const std::int64_t plane = count_of(c_.axes);
    const std::int64_t end = (rows - 1) * frame_.row() + x_axis_.count;
    alignas(64) float start[kTileOutputs * kRow] = {};
    alignas(64) float sums[kTileOutputs * kTilePlaces];
    alignas(64) std::uint16_t rounded[kTileOutputs * kTilePlaces];
    std::vector<Run> runs;
    for (std::int64_t i = 0; i < panels_; ++i) {
      const std::int64_t output = group * c_.outputs + i * kTileOutputs;
      TileSums tile{};
      tile.outputs = std::min(kTileOutputs, c_.outputs - i * kTileOutputs);
      if (bias_ != nullptr)
        for (std::int64_t o = 0; o < tile.outputs; ++o)
          std::fill_n(start + o * kRow, kRow, widened(bias_[output + o]));
      tile.weights = panel(group, i);
      tile.steps = std::ssize(places_);
      tile.places = places_.data();
      tile.plane = frame_.plane();
      tile.start = start;
      tile.sums = sums;
      std::uint16_t* to =
          out_ + (matrix * c_.outputs + i * kTileOutputs) * plane;
      for (std::int64_t first = 0; first < end; first += kTilePlaces) {
        tile.x = words + first;
        sum_tile(tile);
        narrow(DType::kBfloat16, sums, reinterpret_cast<std::byte*>(rounded),
               tile.outputs * kTilePlaces);
        list_runs(first, row, rows, runs);
        for (const Run& run : runs)
          for (std::int64_t o = 0; o < tile.outputs; ++o)
            std::memcpy(to + o * plane + run.to,
                        rounded + o * kTilePlaces + run.first,
                        static_cast<std::size_t>(run.count) * sizeof(*to));
      }
    }
  }

  const Correlation& c_;
  const TapAxis& y_;
  const TapAxis& x_axis_;
  const std::uint16_t* x_;
  const std::uint16_t* bias_;
  std::uint16_t* out_;
  std::int64_t taps_;
  std::int64_t panels_;  // of outputs of a group
  std::int64_t rows_, blocks_;
  PairedFrame frame_;
  std::int64_t panel_words_;
  Scratch weights_;
  std::vector<std::int64_t> places_;  // of the steps
};

// Returns whether tile registers are faster than vectors. This follows from the
// extents and the settings. A step multiplies 32 inputs whether there are as
// many or not.
bool suits_registers(const Correlation& c) {
  if (!uses_tile_registers() || !multiplies_bfloat16()) return false;
  const std::int64_t few = settings().matmul_copy_rows;
  const TapAxis& z = c.axes[0];
  if (z.in != 1 || z.count != 1 || z.taps != 1 || z.start != 0) return false;
  if (2 * c.inputs < few || 2 * c.outputs < few || count_of(c.axes) < few ||
      taps_of(c.axes) == 0)
    return false;
  const std::int64_t steps = (c.inputs + 31) / 32 * taps_of(c.axes);
  const std::int64_t panels = (c.outputs + kTileOutputs - 1) / kTileOutputs;
  return c.groups * panels * steps * 2048 <= kMostWeights &&
         PairedFrame(c.axes[1], c.axes[2], c.inputs, 1).words() * 4 <=
             kMostFrame;
}

}  // namespace

bool correlate_in_tiles(const Tensor& out, const Tensor& x,
                        const Tensor& weight, const Tensor* bias,
                        const Correlation& c) {
  if (!suits_registers(c)) return false;
  const auto bits_of = [](const Tensor& of) {
    return Tensor{DType::kUint16, of.view, of.buffer};
  };
  const Tensor x_bits = bits_of(x), weight_bits = bits_of(weight);
  const Dense<std::uint16_t> from(x_bits), by(weight_bits);
  const ExponentRange elements = exponents_of(from.data(), from.size());
  const ExponentRange weights = exponents_of(by.data(), by.size());
  if (!LowestExponents{elements.lowest, weights.lowest}.suit_bfloat16_kernel())
    return false;
  const bool is_padded = c.axes[1].is_padded() || c.axes[2].is_padded();
  if (is_padded && !weights.is_finite()) return false;
  std::optional<Tensor> bias_bits;
  std::optional<Dense<std::uint16_t>> terms;
  if (bias != nullptr) {
    bias_bits = bits_of(*bias);
    terms.emplace(*bias_bits);
    if (!std::all_of(terms->data(), terms->data() + terms->size(),
                     suits_as_start))
      return false;
  }
  auto* to = reinterpret_cast<std::uint16_t*>(HostMemory::storage_of(out)) +
             out.view.offset();
  TileCorrelation(c, from.data(), by.data(), terms ? terms->data() : nullptr,
                  to)
      .run();
  return true;
}

}  // namespace assay::optimized
