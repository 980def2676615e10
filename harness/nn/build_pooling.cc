// Draws the calls of the pooling family: addresses that show which element won,
// terms with exact means, and indices for the gradients.
// Tested by tests/harness/nn/pool_geometry_test.cc.
#include <algorithm>
#include <memory>
#include <numeric>

#include "harness/case/scrambled.h"
#include "harness/families/drawn_families.h"
#include "harness/nn/pool_geometry.h"
#include "harness/nn/pooling_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"
#include "spec/pool_windows.h"

namespace assay {
namespace {

using Filler = std::function<ElementBits(std::size_t k)>;

Shape followed_by(Shape first, const Shape& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::uint64_t seed_of(const CallWish& wish) {
  return static_cast<std::uint64_t>(wish.number) * 64 +
         wish.structure.choices[0];
}

// Returns how many consecutive integers from 1 on a dtype tells apart.
std::int64_t distinct_integers(DType dtype) {
  constexpr std::int64_t kEnough = std::int64_t{1} << 24;
  if (is_real(dtype))
    return std::min(kEnough, std::int64_t{1} << format_of(dtype).precision);
  const int bits = spec_of(dtype).bits;
  return std::min(kEnough, (std::int64_t{1} << std::min(bits - 1, 30)) - 1);
}

// Returns integers in shuffled order. They are all negative, or half of them.
Filler shuffled(const CallWish& wish, std::int64_t count, bool is_negative) {
  const DType dtype = wish.cell.dtype;
  const std::uint64_t seed = seed_of(wish);
  auto order = std::make_shared<std::vector<std::int64_t>>(
      static_cast<std::size_t>(count));
  std::iota(order->begin(), order->end(), 0);
  std::sort(order->begin(), order->end(), [&](std::int64_t a, std::int64_t b) {
    return scrambled(seed, static_cast<std::uint64_t>(a)) <
           scrambled(seed, static_cast<std::uint64_t>(b));
  });
  const std::int64_t most = distinct_integers(dtype);
  const std::int64_t shift =
      is_negative ? 1 + std::min(count, most) : count / 2;
  return [=](std::size_t k) {
    const std::int64_t number = (*order)[k] % most - shift;
    return small_integer(dtype, number);
  };
}

// Returns a NaN at one position of each window, at each position in turn, and
// shuffled integers elsewhere. Windows are side by side.
Filler with_nans(const CallWish& wish, const PoolGeometry& geometry,
                 const Shape& shape) {
  const DType dtype = wish.cell.dtype;
  const Filler number = shuffled(wish, element_count(shape), false);
  std::int64_t size = 1;
  for (const PoolAxis& axis : geometry.axes) size *= axis.kernel;
  return [=](std::size_t k) {
    std::int64_t rest = static_cast<std::int64_t>(k);
    std::int64_t window = 0;
    std::int64_t position = 0;
    std::int64_t scale = 1;
    for (std::size_t i = geometry.axes.size(); i-- > 0;) {
      const std::int64_t place = rest % shape[i + 2];
      rest /= shape[i + 2];
      window = 3 * window + place / geometry.axes[i].kernel;
      position += scale * (place % geometry.axes[i].kernel);
      scale *= geometry.axes[i].kernel;
    }
    const bool is_nan = (window + 5 * rest) % size == position;
    return is_nan ? ElementBits{quiet_nan_bits(format_of(dtype)), 0}
                  : number(k);
  };
}

Filler constant(ElementBits bits) {
  return [bits](std::size_t) { return bits; };
}

// Returns -inf everywhere but at every 11th element.
Filler mostly_below(DType dtype) {
  return [dtype](std::size_t k) {
    if (k % 11 == 10) return small_integer(dtype, -3);
    return ElementBits{
        overflow_bits(format_of(dtype)) | sign_bit(format_of(dtype)), 0};
  };
}

// Returns the elements of the operand that is pooled; empty if they are those
// of the row's kind.
Filler pooled_elements(const CallWish& wish, const PoolGeometry& geometry,
                       const Shape& shape) {
  const std::int64_t count = element_count(shape);
  switch (pool_case_of(wish)) {
    case PoolCase::kPadded:
      return shuffled(wish, count,
                      category_of(wish.cell.dtype) != Category::kUnsigned);
    case PoolCase::kNan:
      if (wish.number % 2 == 1) return {};
      return with_nans(wish, geometry, shape);
    case PoolCase::kBelow:
      return mostly_below(wish.cell.dtype);
    case PoolCase::kLong:
      return constant(small_integer(wish.cell.dtype, 1));
    default:
      break;
  }
  const bool is_free = wish.row.values == ValueKind::kPlain ||
                       wish.row.values == ValueKind::kNeighbours ||
                       wish.row.values == kSmallTerms;
  const bool has_addresses =
      is_free && !sums_pools(spec_of(wish.cell.op)) &&
      (wish.number % 2 == 0 || wish.row.values != ValueKind::kNeighbours);
  return has_addresses ? shuffled(wish, count, false) : Filler{};
}

// Returns the elements of an operand of which only the shape counts.
Filler never_read(DType dtype) {
  if (is_real(dtype)) return constant({quiet_nan_bits(format_of(dtype)), 0});
  return constant(small_integer(dtype, -1));
}

// Returns an index for each element of the gradient.
Filler drawn_indices(const CallWish& wish, std::int64_t positions) {
  const PoolCase special = pool_case_of(wish);
  const std::uint64_t seed = seed_of(wish);
  return [=](std::size_t k) {
    const std::uint64_t word = scrambled(seed, k);
    auto place =
        static_cast<std::int64_t>(word % static_cast<std::uint64_t>(positions));
    if (special == PoolCase::kOverlap || special == PoolCase::kManyTerms)
      place %= 2;
    if (special == PoolCase::kGaps) place -= place % 2;
    if (special == PoolCase::kNoElement && word >> 32 & 1) place = -1;
    return small_integer(DType::kInt32, place);
  };
}

DrawnCall draw_windows_of_pool(const CallWish& wish) {
  const OpSpec& op = spec_of(wish.cell.op);
  const PoolGeometry geometry = pool_geometry(wish);
  const Shape shape = followed_by(geometry.leading, geometry.spatial());
  const DType index = wish.number % 2 == 0 ? DType::kInt32 : DType::kInt64;
  DrawnCall call{{}, geometry.attributes(op, index)};
  if (!is_pool_gradient(op)) {
    call.operands.push_back({shape, pooled_elements(wish, geometry, shape)});
    return call;
  }
  const Shape counts = followed_by(
      geometry.leading, pool_counts(geometry.spatial(), call.attributes, kNx));
  call.operands.push_back({shape, never_read(wish.cell.dtype)});
  call.operands.push_back({counts});
  if (op.signature.operands.size() == 3)
    call.operands.push_back(
        {counts, drawn_indices(wish, element_count(geometry.spatial()))});
  return call;
}

DrawnCall draw_bins_of_pool(const CallWish& wish) {
  const BinGeometry bins = bin_geometry(wish);
  DrawnCall call;
  call.attributes.set(AttributeKey::kOutputSize, bins.sizes);
  DrawnOperand x{followed_by(bins.leading, bins.spatial)};
  if (is_pool_gradient(spec_of(wish.cell.op))) {
    x.element = never_read(wish.cell.dtype);
    call.operands = {std::move(x), {followed_by(bins.leading, bins.sizes)}};
    return call;
  }
  if (pool_case_of(wish) == PoolCase::kLong)
    x.element = constant(small_integer(wish.cell.dtype, 1));
  call.operands = {std::move(x)};
  return call;
}

}  // namespace

std::span<const ClauseCase> pooling_rows() {
  return rows_of<PoolCase>("pooling", kPoolingClauseCases);
}

DrawnCall draw_pooling(const CallWish& wish) {
  return has_windows(spec_of(wish.cell.op)) ? draw_windows_of_pool(wish)
                                            : draw_bins_of_pool(wish);
}

}  // namespace assay
