// Implements both in two passes: the first counts the true elements of each
// part of the mask, the second stores what each part has.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/selection/masks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "optimized/layout/element_bits.h"
#include "optimized/resources/parallel.h"
#include "optimized/selection/compress.h"

namespace assay::optimized {
namespace {

// Elements of a part. Its mask stays in L2 between the two passes.
constexpr std::int64_t kMaskPart = std::int64_t{1} << 16;
// Positions that are found before their coordinates are stored.
constexpr std::int64_t kFound = 2048;

// The true elements of a mask in parts of kMaskPart elements.
class MaskParts {
 public:
  MaskParts(const std::uint8_t* mask, std::int64_t count)
      : mask_(mask),
        count_(count),
        starts_(static_cast<std::size_t>((count + kMaskPart - 1) / kMaskPart) +
                1) {
    each([&](std::int64_t part, std::int64_t first, std::int64_t size) {
      starts_[static_cast<std::size_t>(part) + 1] =
          count_true(mask_ + first, size);
    });
    for (std::size_t i = 1; i < starts_.size(); ++i)
      starts_[i] += starts_[i - 1];
  }

  std::int64_t total() const { return starts_.back(); }
  std::int64_t start(std::int64_t part) const {
    return starts_[static_cast<std::size_t>(part)];
  }

  // Calls work(part, first, size) for the elements of each part.
  template <typename F>
  void each(F work) const {
    in_ranges(static_cast<std::int64_t>(starts_.size()) - 1, 1,
              is_worth_threads(4 * count_),
              [&](std::int64_t from, std::int64_t to) {
                for (std::int64_t part = from; part < to; ++part)
                  work(part, part * kMaskPart,
                       std::min(kMaskPart, count_ - part * kMaskPart));
              });
  }

 private:
  const std::uint8_t* mask_;
  std::int64_t count_;
  std::vector<std::int64_t> starts_;  // how many are before each part
};

// Stores coordinates of true elements, one after the other.
template <typename T>
class Coordinates {
 public:
  // Begins with the element at a row-major position.
  Coordinates(const Shape& shape, std::int64_t position, T* to)
      : outer_(shape.size() - 1), shape_(shape), to_(to) {
    place_ = position % shape[outer_];
    std::int64_t rest = position / shape[outer_];
    for (std::size_t i = outer_; i-- > 0; rest /= shape[i])
      at_[i] = rest % shape[i];
  }

  // Returns how many elements are left in the row, the run along the last axis.
  std::int64_t left() const { return shape_[outer_] - place_; }

  // Stores the coordinates of elements that are `positions` after the current
  // one, in its row.
  void store(const std::int32_t* positions, std::int64_t count) {
    const auto place = static_cast<T>(place_);
    T* to = to_;
    if (outer_ == 0) {
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<T>(place + static_cast<T>(positions[i]));
    } else if (outer_ == 1) {
      const auto row = static_cast<T>(at_[0]);
      for (std::int64_t i = 0; i < count; ++i) {
        to[2 * i] = row;
        to[2 * i + 1] = static_cast<T>(place + static_cast<T>(positions[i]));
      }
    } else {
      for (std::int64_t i = 0; i < count; ++i) {
        for (std::size_t axis = 0; axis < outer_; ++axis)
          *to++ = static_cast<T>(at_[axis]);
        *to++ = static_cast<T>(place + static_cast<T>(positions[i]));
      }
    }
    to_ += count * static_cast<std::int64_t>(outer_ + 1);
  }

  // Moves on by elements of the row.
  void pass(std::int64_t count) {
    place_ += count;
    if (place_ < shape_[outer_]) return;
    place_ = 0;
    for (std::size_t i = outer_; i-- > 0; at_[i] = 0)
      if (++at_[i] < shape_[i]) return;
  }

 private:
  std::size_t outer_;  // axes before the last one
  const Shape& shape_;
  T* to_;
  std::int64_t place_;
  std::array<std::int64_t, kMaxRank> at_{};
};

template <typename T>
void store_coordinates(const std::uint8_t* mask, const Shape& shape,
                       const MaskParts& parts, T* to) {
  parts.each([&](std::int64_t part, std::int64_t first, std::int64_t size) {
    const std::int64_t rank = static_cast<std::int64_t>(shape.size());
    Coordinates<T> at(shape, first, to + parts.start(part) * rank);
    std::array<std::int32_t, kFound + kPositionSlack> found;
    for (std::int64_t i = 0; i < size;) {
      const std::int64_t some = std::min({kFound, at.left(), size - i});
      at.store(found.data(),
               true_positions(found.data(), mask + first + i, some, 0));
      at.pass(some);
      i += some;
    }
  });
}

}  // namespace

Result<Tensor> mask_select(Backend& backend, const Tensor& x,
                           const Tensor& mask) {
  const Dense<std::uint8_t> is_kept(mask);
  const MaskParts parts(is_kept.data(), is_kept.size());
  auto made = backend.buffer(x.dtype, {parts.total()});
  if (!made || parts.total() == 0) return made;
  const ElementsIn from(x, true);
  ElementsOut to(*made);
  const auto element = static_cast<std::int64_t>(to.bytes());
  const std::byte* first_element =
      from.storage() + from.view().offset() * element;
  parts.each([&](std::int64_t part, std::int64_t first, std::int64_t size) {
    compress(to.storage() + parts.start(part) * element,
             first_element + first * element, is_kept.data() + first, size,
             to.bytes(), parts.start(part + 1) - parts.start(part));
  });
  to.store();
  return made;
}

Result<Tensor> argwhere(Backend& backend, const Tensor& x, DType index_dtype) {
  const Dense<std::uint8_t> is_kept(x);
  const MaskParts parts(is_kept.data(), is_kept.size());
  const Shape& shape = x.view.shape();
  auto made = backend.buffer(
      index_dtype, {parts.total(), static_cast<std::int64_t>(shape.size())});
  if (!made || parts.total() == 0) return made;
  ElementsOut to(*made);
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    if constexpr (sizeof(T) <= 8)
      store_coordinates(is_kept.data(), shape, parts,
                        reinterpret_cast<T*>(to.storage()));
  });
  return made;
}

}  // namespace assay::optimized
