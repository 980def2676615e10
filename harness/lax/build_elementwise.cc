// Joins the elementwise ops of lax whose calls are drawn: draws those of
// abs_real and select_general, and lists the calls that break preconditions.
// Tested by tests/harness/lax/drawn_elementwise_test.cc.
#include <cmath>
#include <limits>

#include "harness/families/drawn_families.h"
#include "harness/lax/draw_elementwise.h"
#include "harness/lax/elementwise_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/cells.h"

namespace assay {
namespace {

// Longer extents stand alone. Those of level deep have 10^7 elements, and three
// times as many would take more memory than a worker has.
constexpr std::int64_t kLongest = std::int64_t{1} << 21;

constexpr double kWithoutEnd = std::numeric_limits<double>::infinity();

struct Parts {
  double re = 0;
  double im = 0;
};

Parts with_drawn_signs(Parts z, ValueStream& stream) {
  if (stream.below(2) == 0) z.re = -z.re;
  if (stream.below(2) == 0) z.im = -z.im;
  return z;
}

// Returns 3·2^k and 4·2^k in either order: near both ends of the normal range,
// where squares leave it, or somewhere between.
Parts right_triangle(const FloatFormat& format, std::size_t place,
                     ValueStream& stream) {
  const int near = static_cast<int>(stream.below(4));
  const int lowest = format.min_exponent - 1;   // 3·2^lowest is normal
  const int highest = format.max_exponent - 2;  // 5·2^highest is finite
  const int half = static_cast<int>(stream.below(2)) == 0
                       ? format.max_exponent / 2
                       : format.min_exponent / 2;
  const int kExponents[] = {lowest + near, highest - near, half + near - 2,
                            highest, lowest};
  const double unit = std::ldexp(1.0, kExponents[place % 5]);
  const bool is_swapped = stream.below(2) == 0;
  return is_swapped ? Parts{4 * unit, 3 * unit} : Parts{3 * unit, 4 * unit};
}

// Returns parts of any size whose ratio is moderate, so that both count.
Parts ordinary_parts(const FloatFormat& format, std::size_t place,
                     ValueStream& stream) {
  const double ratio =
      std::ldexp(1 + stream.unit(), -static_cast<int>(place % 16));
  const int spread = place % 4 == 0 ? format.max_exponent - 4 : 6;
  const int exponent =
      static_cast<int>(stream.below(2 * static_cast<unsigned>(spread))) -
      spread;
  const double large = std::ldexp(1 + stream.unit(), exponent);
  return stream.below(2) == 0 ? Parts{large, large * ratio}
                              : Parts{large * ratio, large};
}

Parts drawn_parts(std::string_view clause, const FloatFormat& format,
                  std::size_t place, ValueStream& stream) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Parts plain = ordinary_parts(format, place, stream);
  if (clause == "abs_real.no_overflow"_clause)
    return right_triangle(format, place, stream);
  if (clause == "abs_real.infinity"_clause) {
    const Parts kInfinite[] = {{kWithoutEnd, plain.im},
                               {plain.re, kWithoutEnd},
                               {kWithoutEnd, kWithoutEnd},
                               {kWithoutEnd, 0}};
    return kInfinite[place % 4];
  }
  if (clause == "abs_real.axis"_clause) {
    const double largest = decode_real(format, largest_finite_bits(format));
    const double smallest = decode_real(format, 1);
    const double kOnAxis[] = {plain.re, plain.im,
                              largest,  smallest,
                              0,        std::ldexp(1.0, format.min_exponent)};
    return {kOnAxis[place % 6], 0};
  }
  if (clause == "abs_real.nan"_clause) {
    const Parts kNans[] = {{nan, plain.im}, {plain.re, nan}, {nan, nan}};
    return kNans[place % 3];
  }
  if (clause == "abs_real.inf_nan"_clause)
    return place % 2 == 0 ? Parts{kWithoutEnd, nan} : Parts{nan, kWithoutEnd};
  return plain;
}

// Returns which operand the predicate of an element chooses: in runs, so that
// whole vectors choose alike, and one by one.
bool drawn_choice(const CallWish& wish, std::size_t place) {
  const auto run = static_cast<std::size_t>(wish.number % 3) * 4;
  if (run > 0 && place % 64 < 32) return place / run % 2 == 0;
  ValueStream stream = stream_at(wish, place);
  return stream.below(2) == 0;
}

std::size_t lax_place(const CallWish& wish, std::size_t k) {
  return wish.extent > 0 ? k % kLaxPeriod : k;
}

// Adds the calls that break the preconditions of clamp_general and
// select_general about shapes and dtypes.
void add_shape_rows(const Cell& cell, const Sample& control,
                    RobustnessRows& rows) {
  const bool clamps = cell.op == "clamp_general"_op;
  const std::string_view shape =
      clamps ? "clamp_general.shape"_clause : "select_general.shape"_clause;
  const auto add = [&](std::string_view clause, std::size_t operand,
                       const SampleTensor& tensor) {
    Sample broken = control;
    broken.operands[operand] = tensor;
    rows.push_back({clause, broken, control});
  };
  const std::size_t first = clamps ? 1 : 0;
  for (std::size_t i = first; i < control.operands.size(); ++i) {
    const DType dtype = control.operands[i].type.dtype;
    for (const Shape& wrong : {Shape{3, 2}, Shape{1, 3}, Shape{3}, Shape{1}})
      add(shape, i, of(dtype, wrong));
  }
  add("elementwise.same_dtype"_clause, 2,
      of(another(cell.dtype), control.operands[2].type.shape));
  if (!clamps)
    add("select_general.pred"_clause, 0,
        of(DType::kInt32, control.operands[0].type.shape));
}

}  // namespace

Shape elementwise_shape_of(const CallWish& wish) {
  Shape shape = wish.structure.shape;
  if (wish.extent > 0) {
    const Shape kWays[] = {
        {3, wish.extent}, {wish.extent, 3}, {wish.extent}, {2, wish.extent, 2}};
    shape =
        wish.extent > kLongest ? Shape{wish.extent} : kWays[wish.number % 4];
  }
  if (wish.row.shape == CaseShape::kLadder && wish.extent == 0)
    shape = wish.number % 3 == 2 ? Shape{3, ladder_size(wish.number)}
                                 : Shape{ladder_size(wish.number)};
  if (wish.row.shape == CaseShape::kHighRank)
    shape = with_high_rank(shape, wish.number);
  if (wish.row.shape == CaseShape::kEmpty) {
    const auto place =
        wish.structure.choose(7, static_cast<std::int64_t>(shape.size()) + 1);
    shape.insert(shape.begin() + place, 0);
  }
  return shape;
}

ValueStream stream_at(const CallWish& wish, std::size_t place) {
  return ValueStream(static_cast<std::uint64_t>(wish.number) << 40 |
                         static_cast<std::uint64_t>(wish.choose(4, 64)) << 32 |
                         place,
                     1091);
}

DrawnCall draw_modulus(const CallWish& wish) {
  DrawnOperand x{elementwise_shape_of(wish)};
  x.element = [wish](std::size_t k) {
    const std::size_t place = lax_place(wish, k);
    ValueStream stream = stream_at(wish, place);
    const FloatFormat& format = format_of(wish.cell.dtype);
    const Parts z = with_drawn_signs(
        drawn_parts(wish.row.clause, format,
                    place + static_cast<std::size_t>(wish.number), stream),
        stream);
    return ElementBits{encode_real(format, z.re), encode_real(format, z.im)};
  };
  return {.operands = {std::move(x)}, .attributes = {}};
}

DrawnCall draw_select_general(const CallWish& wish) {
  const bool is_scalar = wish.cell.variant == "scalar";
  Shape shape = elementwise_shape_of(wish);
  if (is_scalar && shape.empty()) shape = {1};
  const bool shows_unread = wish.row.clause == "select_general.unread"_clause;
  const auto chooses = [wish, is_scalar](std::size_t place) {
    return is_scalar ? wish.number % 2 == 0 : drawn_choice(wish, place);
  };
  DrawnOperand pred{is_scalar ? Shape{} : shape};
  pred.element = [=](std::size_t k) {
    return ElementBits{chooses(lax_place(wish, k)) ? 1u : 0u, 0};
  };
  const auto branch = [&](bool taken_if) {
    DrawnOperand operand{shape};
    if (wish.row.values != ValueKind::kPlain && !shows_unread) return operand;
    operand.element = [=](std::size_t k) {
      const std::size_t place = lax_place(wish, k);
      const DType dtype = wish.cell.dtype;
      if (shows_unread && chooses(place) != taken_if) {
        const FloatFormat& format = format_of(dtype);
        const std::uint64_t bits =
            place % 2 == 0 ? quiet_nan_bits(format) : overflow_bits(format);
        return ElementBits{bits, is_complex(dtype) ? bits : 0};
      }
      // Both operands hold addresses, and never the same at one place.
      return address_element(
          dtype, static_cast<std::int64_t>(2 * place + (taken_if ? 1 : 0)));
    };
    return operand;
  };
  return {.operands = {std::move(pred), branch(true), branch(false)},
          .attributes = {}};
}

std::span<const ClauseCase> lax_elementwise_rows() {
  return rows_of("elementwise", kLaxElementwiseClauseCases);
}

DrawnCall draw_lax_elementwise(const CallWish& wish) {
  if (wish.cell.op == "abs_real"_op) return draw_modulus(wish);
  if (wish.cell.op == "clamp_general"_op) return draw_clamp_general(wish);
  return draw_select_general(wish);
}

void add_lax_elementwise_rows(const Cell& cell, RobustnessRows& rows) {
  const Signature& signature = spec_of(cell.op).signature;
  const bool is_scalar = cell.variant == "scalar";
  const bool clamps = cell.op == "clamp_general"_op;
  Sample control;
  for (std::size_t i = 0; i < signature.operands.size(); ++i) {
    const bool may_be_scalar = clamps ? i > 0 : i == 0;
    control.operands.push_back(
        of(dtype_by(signature.operands[i].role, cell),
           is_scalar && may_be_scalar ? Shape{} : Shape{2, 3}));
  }
  if (signature.operands.size() == 3) add_shape_rows(cell, control, rows);
  const TensorType out = {dtype_by(signature.results[0].role, cell), {2, 3}};
  add_out_rows(cell, "elementwise.out"_clause, control, out, rows);
}

}  // namespace assay
