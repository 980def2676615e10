// Defines shapes, indices and the index space of a shape. An index space lists
// the indices in row-major order: one for rank 0, none if an extent is zero.
// Tested by tests/spec/shape_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

// Extents, strides and indices are lists with one integer per axis. The extents
// of a Shape are numbers; SymbolicShape has symbolic ones.
using Shape = std::vector<std::int64_t>;
using Strides = std::vector<std::int64_t>;
using Index = std::vector<std::int64_t>;

inline constexpr std::int64_t kMaxRank = 32;

// Returns the number of elements; 1 for rank 0.
std::int64_t element_count(const Shape& shape);

// Returns the number of elements. Returns nothing if an extent is negative or
// the count exceeds 2^40, which is more than any case may hold.
std::optional<std::int64_t> checked_element_count(const Shape& shape);

// Returns the row-major strides of a shape, in elements.
Strides row_major_strides(const Shape& shape);

// Returns "[2, 3]".
std::string shape_text(const Shape& shape);

// Lists the indices of a shape for a range-for. The loop reuses one Index, so a
// caller that wants to keep an index must copy it.
class IndexSpace {
 public:
  explicit IndexSpace(const Shape& shape)
      : shape_(shape), count_(element_count(shape)) {}

  class Iterator {
   public:
    // Makes the iterator of the first index.
    explicit Iterator(const Shape* shape)
        : shape_(shape), at_(shape->size(), 0) {}
    // Makes the end after `count` indices. It has no index.
    explicit Iterator(std::int64_t count) : position_(count) {}
    const Index& operator*() const { return at_; }
    Iterator& operator++() {
      ++position_;
      for (std::size_t axis = at_.size(); axis-- > 0;) {
        if (++at_[axis] < (*shape_)[axis]) break;
        at_[axis] = 0;
      }
      return *this;
    }
    bool operator!=(const Iterator& other) const {
      return position_ != other.position_;
    }

   private:
    const Shape* shape_ = nullptr;
    std::int64_t position_ = 0;
    Index at_;
  };

  Iterator begin() const { return Iterator(&shape_); }
  Iterator end() const { return Iterator(count_); }

 private:
  Shape shape_;
  std::int64_t count_;
};

inline IndexSpace indices(const Shape& shape) { return IndexSpace(shape); }

}  // namespace assay
