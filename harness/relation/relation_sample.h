// Sample calls of every op that relations call: operands and attributes drawn
// from a seed, of any size. Operands that are added up or multiplied are chosen
// so that every partial result is exact: the bits then depend on no order.
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

// A tensor by its elements, and how it is stored.
struct Array {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<ElementBits> elements;
  Layout layout = Layout::kContiguous;
  // A drawn view, which stands for the layout where there is one.
  std::optional<LaidOut> laid_out = std::nullopt;
};

// The results of one call.
using Arrays = std::vector<Array>;

// Returns `count` entries along the first axis, from `first` on.
Array part_of(const Array& from, std::int64_t first, std::int64_t count);

// Returns a number as an element; it is exact in the dtype.
ElementBits element_of(DType dtype, std::int64_t number);

// One call, before its operands are stored anywhere.
struct SampleCall {
  Op op{};
  Cell cell;  // of the op; calls that serve another have none
  DType requested = DType::kFloat32;  // the dtype of the result of a cast
  std::vector<Array> operands;
  Attributes attributes;
  // Which elements of the result the contract leaves open; none if empty.
  std::vector<bool> open;
  // How the destination of an assign is stored; contiguous if there is none.
  std::optional<LaidOut> out;
};

// Which axis of a sample is the long one.
enum class SampleForm : std::uint8_t { kLast, kFirst, kMiddle };
inline constexpr int kSampleFormCount = 3;

// What a sample is to be like.
struct SampleWish {
  std::int64_t size = 100;  // about how many elements the first operand has
  SampleForm form = SampleForm::kLast;
  // The first axis is a batch of independent entries, and has this many entries
  // more than otherwise; those before do not depend on how many follow.
  bool batched = false;
  std::int64_t more_entries = 0;
  // The shape is one row of the size.
  bool is_one_row = false;
  // Floats are also boundary values, where that leaves the result defined.
  bool has_boundaries = false;
  // Every operand that can be is a copy of the first one.
  bool equal_operands = false;
  std::uint64_t shape_seed = 0;
  std::uint64_t value_seed = 0;
};

// Returns a call of a cell's op. The shape follows from the wish alone, so that
// calls of one op on several dtypes have the same.
SampleCall sample_call(const Cell& cell, const SampleWish& wish,
                       const Profile& profile);

// Returns a number from `low` to `high`, whose logarithm is evenly spread.
std::int64_t draw_size(ValueStream& stream, std::int64_t low,
                       std::int64_t high);

// Returns the largest size at which calls of the cell are cheap enough to be
// made by the thousand.
std::int64_t largest_size(const Cell& cell);

// The parts of sample_call(): what a family makes of the wish.
class SampleMaker {
 public:
  SampleMaker(const Cell& cell, const SampleWish& wish, const Profile& profile);

  SampleCall make();

 private:
  // An array of the shape, each element drawn from a stream of the operand.
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
  Array numbers(const Shape& shape);    // of different size, no NaN
  Array terms(const Shape& shape);      // whose sums are exact
  Array factors(const Shape& shape);    // whose products are exact
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

  // A number below `count`, of the shape.
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
  ValueStream stream_;  // of the shape
  std::uint32_t operand_ = 10;
  Shape shape_;
  std::size_t axis_ = 0;
};

}  // namespace assay
