// Implements blocks and frames.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/frame.h"

#include <algorithm>
#include <cstring>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

std::int64_t divided_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Returns the length of the fewest equal parts of at most `most`.
std::int64_t even_part(std::int64_t total, std::int64_t most) {
  return divided_up(total, divided_up(total, most));
}

}  // namespace

std::int64_t reach_of(const TapAxes& axes, const Extents& count) {
  return axes[0].reach(count[0]) * axes[1].reach(count[1]) *
         axes[2].reach(count[2]);
}

Blocks::Blocks(const TapAxes& axes, std::int64_t batch, std::int64_t channels,
               std::int64_t bytes, std::int64_t most_bytes, std::int64_t fewest)
    : batch_(batch) {
  // A panel of weights is read once per block, so blocks are several times as
  // high as the blocks of a product.
  const std::int64_t most_results = std::clamp<std::int64_t>(
      batch * count_of(axes) / fewest, 1, 4 * settings().matmul_rows);
  Extents& count = largest_.count;
  for (std::size_t i = 0; i < 3; ++i) count[i] = total_[i] = axes[i].count;
  const auto bytes_under = [&] {
    return channels * bytes * reach_of(axes, count);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    while (count[i] > 1 &&
           (largest_.plane() > most_results || bytes_under() > most_bytes))
      count[i] = divided_up(count[i], 2);
    count[i] = even_part(total_[i], count[i]);
    along_[i] = divided_up(total_[i], count[i]);
  }
  if (along_ == Extents{1, 1, 1})
    largest_.images = even_part(
        batch,
        std::clamp<std::int64_t>(std::min(most_results / largest_.plane(),
                                          most_bytes / bytes_under()),
                                 1, batch));
  groups_ = divided_up(batch, largest_.images);
}

Block Blocks::operator[](std::int64_t i) const {
  Block block;
  for (std::size_t axis = 3; axis-- > 0;) {
    block.first[axis] = i % along_[axis] * largest_.count[axis];
    block.count[axis] =
        std::min(largest_.count[axis], total_[axis] - block.first[axis]);
    i /= along_[axis];
  }
  block.image = i * largest_.images;
  block.images = std::min(largest_.images, batch_ - block.image);
  return block;
}

template <typename T>
Frame<T>::Frame(const TapAxes& axes, const Block& largest,
                std::int64_t channels)
    : axes_(axes),
      is_copy_(axes[0].is_padded() || axes[1].is_padded() ||
               axes[2].is_padded()) {
  if (is_copy_)
    room_ = Scratch(largest.images * channels * reach_of(axes, largest.count) *
                    static_cast<std::int64_t>(sizeof(T)));
}

template <typename T>
void Frame<T>::fill(const Block& block, const T* x, std::int64_t image,
                    std::int64_t channels) {
  block_ = block;
  const std::int64_t plane = places_of(axes_);
  const T* from = x + block.image * image;
  if (!is_copy_) {
    elements_ = from;
    image_ = image;
    channel_ = plane;
    pitch_ = {axes_[1].in * axes_[2].in, axes_[2].in, 1};
    for (std::size_t i = 0; i < 3; ++i)
      origin_[i] = axes_[i].taps == 0 ? 0 : -axes_[i].place(block.first[i], 0);
    return;
  }
  Extents size;
  for (std::size_t i = 0; i < 3; ++i) {
    size[i] = axes_[i].reach(block.count[i]);
    origin_[i] = 0;
  }
  pitch_ = {size[1] * size[2], size[2], 1};
  channel_ = size[0] * pitch_[0];
  image_ = channels * channel_;
  T* to = reinterpret_cast<T*>(room_.bytes());
  elements_ = to;
  Extents start;
  for (std::size_t i = 0; i < 3; ++i)
    start[i] = axes_[i].place(block.first[i], 0);
  const std::int64_t before = std::clamp<std::int64_t>(-start[2], 0, size[2]);
  const std::int64_t end =
      std::clamp<std::int64_t>(axes_[2].in - start[2], before, size[2]);
  for (std::int64_t n = 0; n < block.images; ++n)
    for (std::int64_t c = 0; c < channels; ++c) {
      const T* channel = from + n * image + c * plane;
      for (std::int64_t z = start[0]; z < start[0] + size[0]; ++z)
        for (std::int64_t y = start[1]; y < start[1] + size[1]; ++y) {
          const bool is_inside = axes_[0].contains(z) && axes_[1].contains(y);
          const std::int64_t first = is_inside ? before : size[2];
          const std::int64_t last = is_inside ? end : size[2];
          for (std::int64_t i = 0; i < first; ++i) to[i] = 0;
          if (last > first)
            std::memcpy(to + first,
                        channel + (z * axes_[1].in + y) * axes_[2].in +
                            start[2] + first,
                        static_cast<std::size_t>(last - first) * sizeof(T));
          for (std::int64_t i = last; i < size[2]; ++i) to[i] = 0;
          to += size[2];
        }
    }
}

template <typename T>
void Frame<T>::add_requests(const Block& block, const T* x, std::int64_t image,
                            std::int64_t channels,
                            LineRequests& requests) const {
  // Rows between those of two planes along the first axis are requested, too.
  std::int64_t first = 0, last = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const TapAxis& axis = axes_[i];
    const std::int64_t from = axis.place(block.first[i], 0);
    first = first * axis.in + std::clamp<std::int64_t>(from, 0, axis.in - 1);
    last = last * axis.in +
           std::clamp<std::int64_t>(from + axis.reach(block.count[i]) - 1, 0,
                                    axis.in - 1);
  }
  const std::int64_t row = axes_[2].in;
  constexpr auto kBytes = static_cast<std::int64_t>(sizeof(T));
  for (std::int64_t n = 0; n < block.images; ++n)
    requests.add(x + (block.image + n) * image + first * row,
                 (last + 1 - first) * row * kBytes, places_of(axes_) * kBytes,
                 channels);
}

template <typename T>
void Frame<T>::list_results(std::vector<std::int64_t>& places) const {
  places.clear();
  for (std::int64_t n = 0; n < block_.images; ++n)
    for (std::int64_t z = 0; z < block_.count[0]; ++z)
      for (std::int64_t y = 0; y < block_.count[1]; ++y) {
        std::int64_t place =
            n * image_ + (axes_[0].stride * z - origin_[0]) * pitch_[0] +
            (axes_[1].stride * y - origin_[1]) * pitch_[1] - origin_[2];
        for (std::int64_t q = 0; q < block_.count[2]; ++q) {
          places.push_back(place);
          place += axes_[2].stride;
        }
      }
}

template <typename T>
void Frame<T>::list_taps(std::vector<std::int64_t>& places) const {
  places.clear();
  for (std::int64_t z = 0; z < axes_[0].taps; ++z)
    for (std::int64_t y = 0; y < axes_[1].taps; ++y)
      for (std::int64_t t = 0; t < axes_[2].taps; ++t)
        places.push_back(axes_[0].dilation * z * pitch_[0] +
                         axes_[1].dilation * y * pitch_[1] +
                         axes_[2].dilation * t);
}

template class Frame<float>;
template class Frame<double>;

}  // namespace assay::optimized
