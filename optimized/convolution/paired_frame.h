// Gives the kernel of tile_sums.h the elements of bfloat16 under a range of
// rows of results, with zeros around them. Two inputs share a word. Places that
// are a stride apart are neighbours, so that the elements under neighbouring
// results are neighbours for every tap.
// Tested by tests/optimized/tile_convolution_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/convolution/correlation.h"

namespace assay::optimized {

// Says where a frame has the elements. A plane of a frame has the places of one
// phase: those at `phase` + stride · i along each axis.
class PairedFrame {
 public:
  // Describes the frame of `rows` rows of results along axis y.
  PairedFrame(const TapAxis& y, const TapAxis& x, std::int64_t inputs,
              std::int64_t rows);

  std::int64_t words() const { return phases_ * pairs_ * plane_ + kSlack; }
  std::int64_t plane() const { return plane_; }            // in words
  std::int64_t row() const { return row_; }                // in words
  std::int64_t chunks() const { return pairs_ / kPairs; }  // of 32 inputs

  // Returns where the elements of the first 32 inputs are that a tap has under
  // the first result.
  std::int64_t place(std::int64_t tap_y, std::int64_t tap_x) const;
  // Returns how much further those of the next 32 inputs are.
  std::int64_t chunk() const { return kPairs * plane_; }

  // Stores the elements under the results from row `first` on. x has a plane
  // for each input.
  void fill(const std::uint16_t* x, std::int64_t first,
            std::uint32_t* to) const;

 private:
  static constexpr std::int64_t kPairs = 16;  // of a register
  static constexpr std::int64_t kSlack = 64;  // words after the last place

  TapAxis y_, x_;
  std::int64_t inputs_, pairs_;
  std::int64_t phases_x_, phases_;
  std::int64_t rows_, row_, plane_;
};

// Stores the weights of up to 32 outputs in the order of the kernel: for each
// tap and each 32 inputs, 16 rows of 16 pairs, once or twice. The weights of an
// output are in the order of inputs and of taps.
void pair_weights(const std::uint16_t* weights, std::int64_t outputs,
                  std::int64_t inputs, std::int64_t taps, std::uint32_t* to);

}  // namespace assay::optimized
