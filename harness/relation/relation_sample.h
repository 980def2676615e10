// Makes sample calls of every op that relations call. Operands and attributes
// are drawn from a seed, at any size. Operands that are added or multiplied are
// chosen so that every partial result is exact, because then the bits depend on
// no order.
// Tested by tests/harness/relation/relation_sample_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/case/layout.h"
#include "harness/case/seed.h"
#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Holds the elements of a tensor and how it is stored.
struct Array {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<ElementBits> elements;
  Layout layout = Layout::kContiguous;
  // A drawn view; if present it replaces `layout`.
  std::optional<LaidOut> laid_out = std::nullopt;
};

// Holds the results of one call.
using Arrays = std::vector<Array>;

// Returns `count` entries along the first axis, from `first` on.
Array part_of(const Array& from, std::int64_t first, std::int64_t count);

// Returns a number as an element. It must be exact in the dtype.
ElementBits element_of(DType dtype, std::int64_t number);

// Describes a call before its operands are stored in a backend.
struct SampleCall {
  Op op{};
  Cell cell;                          // of the op; auxiliary calls have none
  DType requested = DType::kFloat32;  // the dtype of the result of a cast
  std::vector<Array> operands;
  Attributes attributes;
  // The elements of the result that the contract leaves open; none if empty.
  std::vector<bool> open;
  // How an out that keeps elements is stored; contiguous if empty.
  std::optional<LaidOut> out;
  // The elements that an out that is read has before the call.
  std::optional<Array> kept;
};

// Says which axis of a sample is the long one.
enum class SampleForm : std::uint8_t { kLast, kFirst, kMiddle };
inline constexpr int kSampleFormCount = 3;

// Says what sample is wanted.
struct SampleWish {
  std::int64_t size = 100;  // approximate element count of the first operand
  SampleForm form = SampleForm::kLast;
  // If true, the first axis is a batch of independent entries. It has
  // `more_entries` entries more than otherwise, and the earlier entries do not
  // depend on how many follow.
  bool batched = false;
  std::int64_t more_entries = 0;
  // The shape is a single row of `size` elements.
  bool is_one_row = false;
  // Floats include boundary values if the result stays defined.
  bool has_boundaries = false;
  // Every operand that can be is a copy of the first.
  bool equal_operands = false;
  std::uint64_t shape_seed = 0;
  std::uint64_t value_seed = 0;
};

// Returns a call of a cell's op. The shape depends only on the wish, so that
// calls of one op with several dtypes have the same shape.
SampleCall sample_call(const Cell& cell, const SampleWish& wish,
                       const Profile& profile);

// Returns the types of the results of a sample call. An extent that elements
// decide is the number of true elements of the last operand.
Result<std::vector<TensorType>> types_of_results(const SampleCall& sample,
                                                 const Profile& profile);

// Returns whether an operand has indices whose order or places matter, such as
// coordinates. Those of nx may be exchanged.
bool is_fixed(const SampleCall& sample, std::size_t operand);

// Returns a number from `low` to `high` with a uniformly distributed logarithm.
std::int64_t draw_size(ValueStream& stream, std::int64_t low,
                       std::int64_t high);

// Returns the largest size at which calls of the cell are cheap enough to make
// thousands of them.
std::int64_t largest_size(const Cell& cell);

// Implements sample_call(), with one member function for each family.
class SampleMaker {
 public:
  SampleMaker(const Cell& cell, const SampleWish& wish, const Profile& profile);

  SampleCall make();

 private:
  // Returns an array of this shape with elements drawn from the operand's
  // stream.
  template <typename Draw>
  Array drawn(DType dtype, const Shape& shape, Draw draw) {
    Array array{dtype, shape, {}};
    ValueStream stream(wish_.value_seed, operand_++);
    const std::int64_t count = element_count(shape);
    array.elements.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
      array.elements.push_back(draw(stream));
    return array;
  }
  Array any_bits(const Shape& shape);
  Array numbers(const Shape& shape);    // of different size, never NaN
  Array terms(const Shape& shape);      // terms with exact sums
  Array factors(const Shape& shape);    // factors with exact products
  Array fractions(const Shape& shape);  // from -1 to 1
  void make_equal(SampleCall& call) const;

  using Maker = void (SampleMaker::*)(SampleCall& call);
  static Maker maker_of(Op op);
  Array reduced_operand();

  void elementwise(SampleCall& call);
  void reduction(SampleCall& call);
  void along_axis(SampleCall& call);
  void movement(SampleCall& call);
  void pad(SampleCall& call);
  void cat(SampleCall& call);
  void cast(SampleCall& call);
  void threefry(SampleCall& call);
  void gather(SampleCall& call);
  void scatter(SampleCall& call);
  void windows(SampleCall& call);
  void matmul(SampleCall& call);
  void fourier(SampleCall& call);
  void factorization(SampleCall& call);
  void solve(SampleCall& call);
  void copied(SampleCall& call);
  void indexing(SampleCall& call);
  void linalg(SampleCall& call);
  // Makes the call of a family whose calls are drawn.
  void drawn_call(SampleCall& call);

  // Draws a number below `count` that belongs to the shape.
  std::int64_t choose(std::int64_t count) {
    return static_cast<std::int64_t>(
        stream_.below(static_cast<std::uint64_t>(count)));
  }
  Array indices_below(std::int64_t extent, const Shape& shape);
  Array distinct_indices(std::int64_t extent, const Shape& shape);
  Array matrices(std::int64_t rows, std::int64_t columns);
  std::int64_t batch();
  std::int64_t order_up_to(std::int64_t largest);

  const Cell& cell_;
  const SampleWish& wish_;
  const Profile& profile_;
  ValueStream stream_;  // draws the shape
  std::uint32_t operand_ = 10;
  Shape shape_;
  std::size_t axis_ = 0;
  // Which operands of a drawn call have elements that the call gives them.
  std::vector<bool> has_elements_;
};

}  // namespace assay
