// Draws the shapes and positions that several families of the ladder use.
// Tested by tests/harness/ladder/ladder_test.cc.
#include "harness/ladder/ladder_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "spec/float_codec.h"
#include "spec/op_sets.h"

namespace assay {
namespace {

struct Ranks {
  std::int64_t low;
  std::int64_t high;
};

// Above this total number of elements only one slice is long.
constexpr std::int64_t kManyElements = 20000;
// On this rung a transposed and sliced operand is a square.
constexpr int kSquareRung = 2;
// An extent above this is the total number of elements, because the case must
// fit into memory several times.
constexpr std::int64_t kMostElements = std::int64_t{1} << 21;

std::int64_t draw_between(ValueStream& stream, std::int64_t low,
                          std::int64_t high) {
  if (high <= low) return low;
  return low + static_cast<std::int64_t>(
                   stream.below(static_cast<std::uint64_t>(high - low + 1)));
}

}  // namespace

std::int64_t elements_along(const CaseBuilder& builder, std::int64_t others) {
  const std::int64_t extent = builder.structure().shape[0];
  return extent > kMostElements ? extent / others : extent;
}

LongAxis long_axis(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  // Odd numbers of slices leave tails across slices too. A single slice would
  // have no stride to vary.
  const bool is_strided = builder.plan().layout != Layout::kContiguous;
  const std::int64_t few = structure.shape[0] > kManyElements
                               ? (is_strided ? 2 : 1) + structure.choose(1, 2)
                               : 2 + structure.choose(1, 4);
  const std::int64_t extent = elements_along(builder, few);
  const auto place =
      static_cast<AxisPlace>(builder.plan().number % kAxisPlaceCount);
  switch (place) {
    case AxisPlace::kLast:
      return {{few, extent}, 1};
    case AxisPlace::kFirst:
      return {{extent, few}, 0};
    case AxisPlace::kMiddle:
      return {{2, elements_along(builder, 2), extent > kManyElements ? 1 : 2},
              1};
    case AxisPlace::kAlone:
      return {{structure.shape[0]}, 0};
    case AxisPlace::kManyRows:
      return {{extent, few}, 1};
    case AxisPlace::kManyColumns:
      break;
  }
  return {{few, extent}, 0};
}

int place_among_sets(Op op) {
  static const std::vector<int> kPlaces = [] {
    std::vector<int> places(every_op().size());
    int next = 0;
    for (const OpSet& set : kOpSets)
      for (std::size_t i = 0; i < places.size(); ++i)
        if (is_owned_by(static_cast<Op>(i), set)) places[i] = next++;
    return places;
  }();
  return kPlaces[static_cast<std::size_t>(op)];
}

bool is_about_orders(Op op, int number) {
  if (family_of(op).name == "linalg")
    return static_cast<MatrixWay>(number % kMatrixWayCount) ==
           MatrixWay::kOrder;
  return family_of(op).name == "contraction" && spec_of(op).set.empty() &&
         static_cast<ProductWay>(number % kProductWayCount) ==
             ProductWay::kCube;
}

bool concerns(const Cell& cell, std::string_view clause) {
  const std::string_view owner = clause.substr(0, clause.find('.'));
  return owner == name_of(cell.op) || owner == family_of(cell.op).name;
}

bool is_cast(const Cell& cell) {
  return has_pool(cell.op) && spec_of(cell.op).signature.is_paired();
}

bool is_function(const Cell& cell) {
  const Accuracy accuracy =
      tolerance_of(*variant_named(spec_of(cell.op), cell.variant), cell.dtype)
          .accuracy;
  return accuracy == Accuracy::kUlp ||
         (accuracy == Accuracy::kNormwise &&
          spec_of(cell.op).signature.operands.size() == 1);
}

Shape block_shape(const CaseBuilder& builder, std::uint32_t stream_number) {
  const Structure& structure = builder.structure();
  const std::int64_t extent = structure.shape[0];
  ValueStream stream(builder.seed(), stream_number);
  // Only a short axis can have a far stride.
  if (builder.plan().layout == Layout::kFar) {
    const std::int64_t few = draw_between(stream, 2, 5);
    Shape shape = {few, (extent + few - 1) / few};
    if (stream.below(2) == 0) std::swap(shape[0], shape[1]);
    return shape;
  }
  // Every op gets a transposed square, in which the strides can be confused
  // without leaving the storage.
  const bool is_square = builder.plan().layout == Layout::kSliceTranspose &&
                         builder.plan().rung == kSquareRung;
  const std::size_t rank = is_square ? 2 : 2 + stream.below(3);
  const auto root = std::max<std::int64_t>(
      static_cast<std::int64_t>(std::pow(static_cast<double>(extent),
                                         1.0 / static_cast<double>(rank))),
      1);
  // Has at least as many elements as asked for, however they are divided.
  if (is_square || stream.below(3) == 0)
    return Shape(rank,
                 element_count(Shape(rank, root)) < extent ? root + 1 : root);
  // The outer extents are small, so that the last one is long.
  Shape shape;
  std::int64_t rest = extent;
  for (std::size_t axis = 0; axis + 1 < rank; ++axis) {
    const std::int64_t most =
        std::max<std::int64_t>(std::min<std::int64_t>(rest / 51, 2 * root), 1);
    shape.push_back(
        draw_between(stream, std::min<std::int64_t>(2, most), most));
    rest = (rest + shape.back() - 1) / shape.back();
  }
  shape.push_back(rest);
  // Half of the time the long axis moves to a random position.
  if (stream.below(2) == 0) std::swap(shape.back(), shape[stream.below(rank)]);
  return shape;
}

Shape varied_shape(const CaseBuilder& builder) {
  const std::int64_t extent = builder.structure().shape[0];
  ValueStream stream(builder.seed(), 3003);
  constexpr Ranks kRanks[] = {{2, 2}, {3, 3}, {4, 6}, {7, 10}};
  const int number = builder.plan().number % 4;
  if (number < 2 && stream.below(3) == 0) return {extent};
  const Ranks& ranks = kRanks[number];
  const auto rank =
      static_cast<std::size_t>(draw_between(stream, ranks.low, ranks.high));
  const bool is_square = stream.below(3) == 0;
  Shape shape;
  std::int64_t rest = extent;
  for (std::size_t left = rank; left > 0; --left) {
    const double root =
        std::pow(static_cast<double>(rest), 1 / static_cast<double>(left));
    const auto side = std::max<std::int64_t>(std::llround(root), 1);
    shape.push_back(is_square ? side
                    : left > 1
                        ? draw_between(stream, 1, std::min(2 * side, rest))
                        : rest);
    rest = std::max<std::int64_t>(rest / shape.back(), 1);
  }
  if (is_square) return shape;
  for (std::size_t i = 0; i + 1 < rank; ++i)
    std::swap(shape[i], shape[i + stream.below(rank - i)]);
  return shape;
}

std::vector<std::int64_t> edges(std::int64_t count, std::size_t most,
                                ValueStream& stream) {
  std::set<std::int64_t> places;
  const auto add = [&](std::int64_t place) {
    if (place >= 0 && place < count && places.size() < most)
      places.insert(place);
  };
  add(count - 1);
  add(0);
  add(count - 2);
  for (int i = 0; i < 4 * static_cast<int>(most); ++i) {
    const std::int64_t block = std::int64_t{4} << stream.below(12);
    const std::int64_t multiple =
        block *
        draw_between(stream, 1, std::max<std::int64_t>(count / block, 1));
    add(i % 3 == 2 ? draw_between(stream, 0, count - 1)
                   : multiple - static_cast<std::int64_t>(stream.below(2)));
  }
  return {places.begin(), places.end()};
}

ElementBits draw_wild(DType dtype, ValueStream& stream) {
  const bool is_boundary = !is_complex(dtype) && stream.below(4) == 0;
  const ElementBits bits = draw_element(
      is_boundary ? ValueKind::kBoundary : ValueKind::kBits, dtype, stream);
  const bool has_sign = is_real(dtype) || is_complex(dtype);
  const bool is_minus_zero = has_sign && bits.re == sign_bit(format_of(dtype));
  return is_minus_zero || is_nan_element(dtype, bits) ? ElementBits{} : bits;
}

}  // namespace assay
