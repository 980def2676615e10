// Builds products of matrices at all sizes: with one long extent, with three,
// and of a matrix and a vector. All sums are exact.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <bit>

#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"

namespace assay {
namespace {

struct Extents {
  Shape batch;
  std::int64_t rows = 1;
  std::int64_t inner = 1;
  std::int64_t columns = 1;
};

// Draws extents that are each up to a few dozen and sometimes equal. Tiles then
// have an edge in every extent, and all edges meet.
Extents drawn_extents(const CaseBuilder& builder) {
  ValueStream stream(builder.seed(), 3005);
  const auto most =
      static_cast<std::uint64_t>(builder.structure().shape[0] > 66 ? 100 : 40);
  const auto draw = [&](std::uint64_t limit) {
    return static_cast<std::int64_t>(1 + stream.below(limit));
  };
  if (builder.plan().layout == Layout::kSeveral)
    return {stream.below(2) == 0 ? Shape{draw(6)} : Shape{draw(4), draw(3)},
            draw(most / 3), draw(most / 3), draw(most / 3)};
  return {{}, draw(most), draw(most), draw(most)};
}

Extents extents_of(const CaseBuilder& builder) {
  if (builder.plan().layout == Layout::kSeveral) return drawn_extents(builder);
  const Structure& structure = builder.structure();
  const std::int64_t extent = structure.shape[0];
  const std::int64_t most = extent > 1 << 21 ? 1 : extent > 20000 ? 2 : 5;
  const std::int64_t few = 1 + structure.choose(1, most);
  const std::int64_t some = 1 + structure.choose(2, most);
  // One side of a matrix with as many elements as the extent.
  const std::int64_t side = std::min<std::int64_t>(
      33 + structure.choose(3, 64), std::max<std::int64_t>(extent, 1));
  const std::int64_t rest = std::max<std::int64_t>(extent / side, 1);
  switch (static_cast<ProductWay>(builder.plan().number % kProductWayCount)) {
    case ProductWay::kRows:
      return {{}, extent, few, some};
    case ProductWay::kColumns:
      return {{}, few, some, extent};
    case ProductWay::kInner:
      return {{}, few, extent, structure.choose(4, 2) == 0 ? 1 : some};
    case ProductWay::kBatch:
      return {{extent}, few, some, 2};
    case ProductWay::kCube:
      if (structure.choose(5, 3) == 0) return {{}, extent, extent, extent};
      return {{},
              extent,
              std::max<std::int64_t>(extent - structure.choose(5, 4), 1),
              extent + structure.choose(6, 4)};
    case ProductWay::kRowVector:
      return {{}, 1, side, rest};
    case ProductWay::kColumnVector:
      return {{}, rest, side, 1};
    case ProductWay::kTiles:
    case ProductWay::kRemainders:  // consists of several products
      return drawn_extents(builder);
  }
  return {};
}

// Returns a factor for all elements of a. It uses as many bits of the
// significand as exact sums of `inner` terms allow, so that rounding to a
// narrower format shows.
std::int64_t scale_of(DType dtype, std::int64_t inner) {
  const int width = spec_of(dtype).bits;
  if (is_integer(dtype)) return width == 64 ? 0x100000101 : 1;
  const int precision = format_of(dtype).precision;
  if (precision < 24) return 1;
  // A term is at most 6, and a complex product has two terms.
  const int bits =
      precision -
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(12 * inner)));
  return bits > 1 ? (std::int64_t{1} << (bits - 1)) + 1 : 1;
}

// Returns the elements of a; those of b are signs. If b has one column, the
// elements of a lead each running sum of a row from one small number to the
// next. Otherwise they are any small numbers.
std::vector<ElementBits> left_elements(const CaseBuilder& builder,
                                       const Extents& extents,
                                       const std::vector<std::int64_t>& signs) {
  const DType dtype = builder.plan().dtype;
  std::vector<ElementBits> elements;
  const std::int64_t rows = element_count(extents.batch) * extents.rows;
  const std::int64_t scale = scale_of(dtype, extents.inner);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t sum = 0;
    const std::int64_t matrix = row / extents.rows;
    for (std::int64_t k = 0; k < extents.inner; ++k) {
      const std::uint64_t word = scrambled(builder.seed(), elements.size());
      std::int64_t term = static_cast<std::int64_t>(word % 5) - 2;
      if (term == 0) term = 2;
      if (extents.columns == 1) {
        const std::int64_t next =
            (sum + 4 + static_cast<std::int64_t>(word % 6)) % 7 - 3;
        const auto place = static_cast<std::size_t>(matrix * extents.inner + k);
        term = (next - sum) * signs[place];
        sum = next;
      }
      ElementBits bits = small_integer(dtype, term * scale);
      if (is_complex(dtype))
        bits.im = small_integer(dtype, word >> 32 & 1 ? scale : -scale).re;
      elements.push_back(bits);
    }
  }
  return elements;
}

void add_product(CaseBuilder& builder, const Extents& extents,
                 const std::string& number) {
  const DType dtype = builder.plan().dtype;
  const Shape left = matrix_axes(extents.batch, extents.rows, extents.inner);
  const Shape right =
      matrix_axes(extents.batch, extents.inner, extents.columns);
  const Shape out = matrix_axes(extents.batch, extents.rows, extents.columns);
  std::vector<std::int64_t> signs;
  for (std::int64_t k = 0; k < element_count(right); ++k)
    signs.push_back(
        scrambled(builder.seed() + 1, static_cast<std::uint64_t>(k)) >> 63 != 0
            ? 1
            : -1);
  const auto a = left_elements(builder, extents, signs);
  builder.add_tensor("a" + number, dtype, left, builder.layout_of(0),
                     [&](std::size_t k) { return a[k]; });
  builder.add_tensor("b" + number, dtype, right, builder.layout_of(1),
                     [&](std::size_t k) {
                       ElementBits bits = small_integer(dtype, signs[k]);
                       if (is_complex(dtype) && k % 3 == 0)
                         std::swap(bits.re, bits.im);
                       return bits;
                     });
  if (number.empty())
    return builder.add_writing_program({"a", "b"}, {}, dtype, out);
  builder.add_out("out" + number, dtype, out);
  builder.add_step(builder.plan().op, {"a" + number, "b" + number}, {},
                   {"out" + number});
  builder.expect("out" + number);
}

// Adds products with every remainder of rows and columns modulo a tile of 16,
// each pair once.
void add_remainders(CaseBuilder& builder) {
  constexpr std::int64_t kTile = 16;
  const Structure& structure = builder.structure();
  const std::int64_t tiles = structure.shape[0] / kTile;
  const std::int64_t step = 2 * structure.choose(1, 8) + 1;
  for (std::int64_t rows = 0; rows < kTile; ++rows)
    add_product(builder,
                {{},
                 std::max<std::int64_t>(tiles * kTile + rows, 1),
                 1 + (rows + structure.choose(2, 9)) % 9,
                 kTile + (step * rows + structure.choose(3, 16)) % kTile},
                std::to_string(rows));
}

}  // namespace

void build_contraction_rung(CaseBuilder& builder) {
  const bool is_remainders =
      static_cast<ProductWay>(builder.plan().number % kProductWayCount) ==
          ProductWay::kRemainders &&
      builder.plan().layout != Layout::kSeveral;
  if (is_remainders)
    add_remainders(builder);
  else
    add_product(builder, extents_of(builder), "");
  builder.demand_exact();
}

}  // namespace assay
