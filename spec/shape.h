// Shapes, indices and the index space of a shape in row-major order: one index
// for rank 0, none if an extent is zero. Tested by tests/spec/shape_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

// Extents, strides and indices are all lists of one integer per axis. Extents
// are concrete; symbolic extents will take the place of this alias.
using Shape = std::vector<std::int64_t>;
using Strides = std::vector<std::int64_t>;
using Index = std::vector<std::int64_t>;

inline constexpr std::int64_t kMaxRank = 32;

// Returns the number of elements; 1 for rank 0.
std::int64_t element_count(const Shape& shape);

// Returns the number of elements, or nothing where an extent is negative or
// the count exceeds 2^40, more than any case may hold.
std::optional<std::int64_t> checked_element_count(const Shape& shape);

// Returns the row-major strides of a shape, in elements.
Strides row_major_strides(const Shape& shape);

// Returns "[2, 3]".
std::string shape_text(const Shape& shape);

// The indices of a shape, to be walked by a range-for. The Index it yields is
// reused from step to step: copy it to keep it.
class IndexSpace {
 public:
  explicit IndexSpace(const Shape& shape)
      : shape_(shape), count_(element_count(shape)) {}

  class Iterator {
   public:
    Iterator(const Shape* shape, std::int64_t position)
        : shape_(shape), position_(position), at_(shape->size(), 0) {}
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
    const Shape* shape_;
    std::int64_t position_;
    Index at_;
  };

  Iterator begin() const { return {&shape_, 0}; }
  Iterator end() const { return {&shape_, count_}; }

 private:
  Shape shape_;
  std::int64_t count_;
};

inline IndexSpace indices(const Shape& shape) { return IndexSpace(shape); }

}  // namespace assay
