// Splits the results of a correlation into blocks, and gives kernels the part
// of x under a block with zeros where a tap is over padding, so that no tap
// needs a condition.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "optimized/convolution/correlation.h"
#include "optimized/convolution/line_requests.h"
#include "optimized/layout/dense.h"

namespace assay::optimized {

using Extents = std::array<std::int64_t, 3>;

// Results that are computed together: those of a range of images, and of a
// range along each axis.
struct Block {
  std::int64_t image = 0, images = 1;
  Extents first{}, count{};

  std::int64_t plane() const { return count[0] * count[1] * count[2]; }
  std::int64_t size() const { return images * plane(); }
};

// Blocks that cover all results. Their extents follow from those of the
// correlation and the settings alone. The last block along an axis may be
// shorter.
class Blocks {
 public:
  // Makes blocks of whole planes of several images if planes are small. x has
  // `channels` channels of elements of `bytes` bytes under a block, which are
  // at most `most_bytes` bytes unless a block has a single result. If there are
  // enough results there are at least `fewest` blocks.
  Blocks(const TapAxes& axes, std::int64_t batch, std::int64_t channels,
         std::int64_t bytes, std::int64_t most_bytes, std::int64_t fewest = 1);

  std::int64_t count() const {
    return groups_ * along_[0] * along_[1] * along_[2];
  }
  Block operator[](std::int64_t i) const;
  // Returns the block at the start, which no other exceeds.
  const Block& largest() const { return largest_; }

 private:
  Extents total_{};
  std::int64_t batch_;
  Block largest_;
  std::int64_t groups_ = 1;
  Extents along_{};
};

// Returns the elements of a plane of x under a plane of results.
std::int64_t reach_of(const TapAxes& axes, const Extents& count);

// The elements of x under a block for one group of channels: those of x itself
// if no tap of the correlation is over padding, and otherwise a copy.
template <typename T>
class Frame {
 public:
  // Makes room for a copy of up to `channels` channels, if one is needed.
  Frame(const TapAxes& axes, const Block& largest, std::int64_t channels);

  // Brings `channels` channels into the frame. They are `x`, the first of the
  // first image of the batch, and the following ones; images of x are `image`
  // elements apart.
  void fill(const Block& block, const T* x, std::int64_t image,
            std::int64_t channels);

  // Adds the lines of x that fill() would read to `requests`.
  void add_requests(const Block& block, const T* x, std::int64_t image,
                    std::int64_t channels, LineRequests& requests) const;

  // Return where the elements are, and the distance of channels.
  const T* elements() const { return elements_; }
  std::int64_t channel() const { return channel_; }
  // Stores the places of the first taps of all results of the block.
  void list_results(std::vector<std::int64_t>& places) const;
  // Stores the distances of taps from the first one.
  void list_taps(std::vector<std::int64_t>& places) const;

  bool is_copy() const { return is_copy_; }

 private:
  TapAxes axes_;
  bool is_copy_;
  Scratch room_;
  const T* elements_ = nullptr;
  Block block_;
  std::int64_t image_ = 0, channel_ = 0;
  Extents pitch_{};   // of the axes
  Extents origin_{};  // the places of x at the start of a frame
};

}  // namespace assay::optimized
