// Builds the cases of the contraction family (matmul): extents, layouts of both
// operands, and elements for which a lost or doubled term shows.
// Tested by tests/harness/families/build_arrays_test.cc.
#include <algorithm>
#include <cmath>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/contraction.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

MatmulCase product_case_of(const CaseBuilder& builder) {
  return special_of<MatmulCase>(builder.row());
}

// Holds the shape of the result, with the batch first, and the inner extent.
struct ProductGeometry {
  Shape out;
  std::int64_t inner = 1;

  Shape left() const {
    Shape shape = out;
    shape.back() = inner;
    return shape;
  }
  Shape right() const {
    Shape shape = out;
    shape[shape.size() - 2] = inner;
    return shape;
  }
};

ProductGeometry product_geometry(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  ProductGeometry geometry{structure.shape, 1 + structure.choose(3, 6)};
  Shape& out = geometry.out;
  if (builder.row().shape == CaseShape::kHighRank)
    out = with_high_rank(out, builder.plan().number);
  if (builder.row().shape == CaseShape::kEmpty)
    out[static_cast<std::size_t>(
        structure.choose(7, static_cast<std::int64_t>(out.size())))] = 0;
  switch (product_case_of(builder)) {
    case MatmulCase::kBatched:
      if (out.size() == 2) out.insert(out.begin(), 2);
      out.front() = std::max<std::int64_t>(out.front(), 2);
      break;
    case MatmulCase::kRepeatedBatch:
      out.insert(out.begin(), 2 + structure.choose(4, 2));
      break;
    case MatmulCase::kNothing:
      geometry.inner = 0;
      break;
    case MatmulCase::kLong:
      geometry.inner = shrinkable_size(structure, 260);
      out = {std::min<std::int64_t>(out[0], 3), out[1]};
      break;
    case MatmulCase::kOneRow:
      for (std::size_t axis = out.size() - 2; axis < out.size(); ++axis)
        out[axis] = std::max<std::int64_t>(out[axis], 2);
      break;
    default:
      // With sums of one to three terms almost all error comes from the final
      // rounding, so a kernel that truncates is found.
      if (builder.row().further_cases && builder.plan().number >= 3) {
        geometry.inner = builder.plan().number - 2;
        out = {17, 15};
        break;
      }
      // In every second case the second operand is square, because only then a
      // transposed matrix fits too.
      if (builder.plan().number % 2 == 0) geometry.inner = out.back();
      break;
  }
  return geometry;
}

// Returns the layouts of both operands: those of the plan, or a batch that one
// or both repeat by stride 0.
std::pair<Layout, Layout> layouts_of(const CaseBuilder& builder) {
  if (product_case_of(builder) != MatmulCase::kRepeatedBatch)
    return {builder.layout_of(0), builder.layout_of(1)};
  const int number = builder.plan().number % 3;
  return {number == 1 ? Layout::kContiguous : Layout::kBroadcast,
          number == 0 ? Layout::kContiguous : Layout::kBroadcast};
}

void add_program(CaseBuilder& builder, const ProductGeometry& geometry) {
  builder.add_writing_program({"a", "b"}, {}, builder.plan().dtype,
                              geometry.out);
  if (builder.row().values == ValueKind::kExactSmall) builder.demand_exact();
}

CaseBuilder::Filler terms_of(const CaseBuilder& builder, std::uint32_t number) {
  return [dtype = builder.plan().dtype,
          stream = ValueStream(builder.seed(), 1008 + number)](
             std::size_t) mutable { return draw_term(dtype, stream); };
}

// Builds operands whose sums are exact, except for a NaN or an infinity. It is
// in one row of a or, in every second case, in one column of b, and must not
// spread.
void build_one_row(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  const ProductGeometry geometry = product_geometry(builder);
  const bool is_row = plan.number % 2 == 0;
  const FloatFormat& format = format_of(plan.dtype);
  const bool is_infinite = !is_complex(plan.dtype) && plan.number % 4 >= 2;
  const ElementBits special{
      is_infinite ? overflow_bits(format) : quiet_nan_bits(format), 0};
  const std::size_t rank = geometry.out.size();
  const std::size_t outer = is_row ? rank - 2 : rank - 1;
  const std::size_t inner = is_row ? rank - 1 : rank - 2;
  const std::int64_t line = structure.choose(4, geometry.out[outer]);
  const std::int64_t place = structure.choose(5, geometry.inner);
  const auto fill = [&](const std::string& name, const Shape& shape,
                        bool is_marked, std::uint32_t number) {
    const auto term = terms_of(builder, number);
    const auto elements = elements_by_index(shape, [&](const Index& at) {
      const bool is_special =
          is_marked && at[outer] == line && at[inner] == place;
      return is_special ? special : term(0);
    });
    builder.add_tensor(name, plan.dtype, shape, builder.layout_of(number),
                       [&](std::size_t k) { return elements[k]; });
  };
  fill("a", geometry.left(), is_row, 0);
  fill("b", geometry.right(), !is_row, 1);
  add_program(builder, geometry);
}

// Builds a product of addresses and a one-hot operand. Each result element is
// one address of a (or of b), so a wrong element tells which one was read
// instead.
void build_addresses(CaseBuilder& builder, const ProductGeometry& geometry,
                     bool is_left) {
  const PlannedCase& plan = builder.plan();
  const std::size_t row = geometry.out.size() - 2;
  const std::size_t column = geometry.out.size() - 1;
  const std::int64_t step = 1 + builder.structure().choose(5, 3);
  const auto one_hot = [&](const Index& at) {
    const std::size_t outer = is_left ? column : row;
    const std::size_t inner = is_left ? row : column;
    const bool is_hot = (at[outer] * step + 1) % geometry.inner == at[inner];
    return small_integer(plan.dtype, is_hot ? 1 : 0);
  };
  const Shape hot_shape = is_left ? geometry.right() : geometry.left();
  const auto hot = elements_by_index(hot_shape, one_hot);
  const auto add_hot = [&](const std::string& name) {
    builder.add_tensor(name, plan.dtype, hot_shape, Layout::kContiguous,
                       [&](std::size_t k) { return hot[k]; });
  };
  const auto add_addresses = [&](const std::string& name, const Shape& shape) {
    builder.add_tensor(
        name, plan.dtype, shape, Layout::kContiguous, [&](std::size_t k) {
          return address_element(plan.dtype, static_cast<std::int64_t>(k));
        });
  };
  if (is_left) {
    add_addresses("a", geometry.left());
    add_hot("b");
  } else {
    add_hot("a");
    add_addresses("b", geometry.right());
  }
  add_program(builder, geometry);
}

void build_every_product(CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const int number = builder.plan().number;
  const Shape& drawn = structure.shape;
  const auto size = [&](std::int64_t target) {
    return shrinkable_size(structure, target);
  };
  ProductGeometry geometry{{drawn[0], drawn[1]}, 1};
  switch (number % 8) {
    case 0:  // a tail after vectors and blocks of any power-of-two size
      geometry.inner = size(129);
      break;
    case 1:  // so few that even an 8-bit float has a different address for each
      geometry.inner = 2 + structure.choose(3, 4);
      return build_addresses(builder, geometry, true);
    case 2:
      geometry.inner = 2 + structure.choose(3, 4);
      return build_addresses(builder, geometry, false);
    case 3:
      geometry.inner = size(300);
      break;
    case 4:  // many rows and columns, and a batch
      geometry = {{2, size(19), size(17)}, size(33)};
      break;
    case 5:
      geometry = {{1, std::min<std::int64_t>(drawn[1], 2)}, size(4096)};
      break;
    case 6:
      geometry = {{2, size(9), size(5)}, size(7)};
      return build_addresses(builder, geometry, structure.choose(4, 2) == 0);
    default:
      geometry.inner =
          size(ladder_size(static_cast<int>(structure.choose(6, 18))));
      break;
  }
  builder.add_tensor("a", builder.plan().dtype, geometry.left(),
                     Layout::kContiguous, terms_of(builder, 0));
  builder.add_tensor("b", builder.plan().dtype, geometry.right(),
                     Layout::kContiguous, terms_of(builder, 1));
  add_program(builder, geometry);
}

// Builds sums of one to three products in a narrow format. With two products
// the second nearly cancels the first, so if products are rounded to the format
// nothing correct remains. With three, the second and third are each too small
// to change the first in the format, but their sum is not. In some rows only
// the first product counts.
void build_few_products(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const FloatFormat& format = format_of(plan.dtype);
  const double unit = std::ldexp(1.0, 1 - format.precision);
  const int most = std::min(1 << (format.precision / 2 + 1),
                            (1 << (format.precision - 1)) - 1);
  const bool cancels = plan.number % 3 == 1;
  ValueStream stream(builder.seed(), 1012);
  const auto above_one = [&] {
    const auto steps = 1 + stream.below(static_cast<std::uint64_t>(most));
    return 1 + static_cast<double>(steps) * unit;
  };
  const ProductGeometry geometry{{4, 5}, cancels ? 2 : 3};
  const auto add = [&](const std::string& name, const Shape& shape,
                       auto value_at, Layout layout) {
    const auto elements = elements_by_index(shape, [&](const Index& at) {
      return ElementBits{encode_real(format, value_at(at)), 0};
    });
    builder.add_tensor(name, plan.dtype, shape, layout,
                       [&](std::size_t k) { return elements[k]; });
  };
  add(
      "a", geometry.left(),
      [&](const Index& at) {
        if (at[1] == 0) return above_one();
        if (at[0] == 3) return 0.0;
        return cancels ? -1.0 : 0.375 * unit;
      },
      builder.layout_of(0));
  add(
      "b", geometry.right(),
      [&](const Index& at) {
        return cancels ? above_one() : at[0] == 0 ? 1.0 : 0.9375;
      },
      builder.layout_of(1));
  add_program(builder, geometry);
}

}  // namespace

void build_contraction(CaseBuilder& builder) {
  if (builder.plan().clause == "matmul.accumulator"_clause &&
      builder.plan().number % 3 != 0)
    return build_few_products(builder);
  if (product_case_of(builder) == MatmulCase::kEveryTerm)
    return build_every_product(builder);
  if (product_case_of(builder) == MatmulCase::kOneRow)
    return build_one_row(builder);
  const PlannedCase& plan = builder.plan();
  const ProductGeometry geometry = product_geometry(builder);
  const auto [left, right] = layouts_of(builder);
  if (builder.row().values == ValueKind::kExactSmall) {
    builder.add_tensor("a", plan.dtype, geometry.left(), left,
                       terms_of(builder, 0));
    builder.add_tensor("b", plan.dtype, geometry.right(), right,
                       terms_of(builder, 1));
  } else {
    builder.add_operand("a", plan.dtype, geometry.left(), left);
    builder.add_operand("b", plan.dtype, geometry.right(), right);
  }
  add_program(builder, geometry);
}

}  // namespace assay
