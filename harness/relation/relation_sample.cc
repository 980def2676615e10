// Draws the shape and the elements of sample calls.
// Tested by tests/harness/relation/relation_sample_test.cc.
#include "harness/relation/relation_sample.h"

#include <algorithm>
#include <cmath>

#include "harness/families/accumulation.h"
#include "harness/families/clause_cases.h"
#include "harness/families/drawn_families.h"
#include "harness/operands/boundary_values.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/governing_clause.h"
#include "harness/operands/operand_pool.h"
#include "spec/call_attributes.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// A product of this many factors is still exact in float32.
constexpr std::uint64_t kMostFactors = 200;

ElementBits any_boundary(DType dtype, ValueStream& stream) {
  const auto& values = boundary_values(dtype);
  ElementBits bits;
  bits.re = values[stream.below(values.size())].bits;
  return bits;
}

Accuracy accuracy_class_of(const Cell& cell) {
  return tolerance_of(*variant_named(spec_of(cell.op), cell.variant),
                      cell.dtype)
      .accuracy;
}

}  // namespace

std::int64_t draw_size(ValueStream& stream, std::int64_t low,
                       std::int64_t high) {
  const double from = std::log(static_cast<double>(low));
  const double to = std::log(static_cast<double>(high) + 1);
  const double size = std::exp(from + (to - from) * stream.unit());
  return std::clamp(static_cast<std::int64_t>(size), low, high);
}

std::int64_t largest_size(const Cell& cell) {
  switch (accuracy_class_of(cell)) {
    case Accuracy::kUlp:
    case Accuracy::kNormwise:
      return 400;
    case Accuracy::kResidual:
      return 900;
    case Accuracy::kFft:
      return 1500;
    default:
      return 5000;
  }
}

Array part_of(const Array& from, std::int64_t first, std::int64_t count) {
  Array part{from.dtype, from.shape, {}, from.layout};
  part.shape.front() = count;
  const std::int64_t row =
      element_count(part.shape) / std::max<std::int64_t>(count, 1);
  const auto begin = from.elements.begin() + first * row;
  part.elements.assign(begin, begin + count * row);
  return part;
}

ElementBits element_of(DType dtype, std::int64_t number) {
  if (is_real(dtype) || is_complex(dtype))
    return {encode_real(format_of(dtype), static_cast<double>(number)), 0};
  const int bits = spec_of(dtype).bits;
  if (dtype == DType::kBool) return {number != 0 ? 1u : 0u, 0};
  return {static_cast<std::uint64_t>(number) & (UINT64_MAX >> (64 - bits)), 0};
}

SampleCall sample_call(const Cell& cell, const SampleWish& wish,
                       const Profile& profile) {
  return SampleMaker(cell, wish, profile).make();
}

Result<std::vector<TensorType>> types_of_results(const SampleCall& sample,
                                                 const Profile& profile) {
  std::vector<TensorType> operands;
  for (const Array& operand : sample.operands)
    operands.push_back({operand.dtype, operand.shape});
  auto types =
      infer(sample.op, operands, sample.attributes, sample.requested, profile);
  if (!types || !spec_of(sample.op).signature.is_counted) return types;
  const auto& mask = sample.operands.back().elements;
  const auto count = std::count_if(
      mask.begin(), mask.end(), [](const ElementBits& e) { return e.re != 0; });
  for (TensorType& type : *types) type.shape.front() = count;
  return types;
}

bool is_fixed(const SampleCall& sample, std::size_t operand) {
  const auto arguments = given_operands(sample.op, sample.attributes);
  return set_of(sample.op) != "nx" && operand < arguments.size() &&
         (arguments[operand].role == Role::kInt32 ||
          arguments[operand].role == Role::kIndex);
}

// Draws two or three axes, one of them long. The first axis is long only if it
// is not a batch.
SampleMaker::SampleMaker(const Cell& cell, const SampleWish& wish,
                         const Profile& profile)
    : cell_(cell), wish_(wish), profile_(profile), stream_(wish.shape_seed, 1) {
  const std::int64_t first = 1 + choose(4);
  const std::int64_t second = 1 + choose(4);
  const std::int64_t size = std::max<std::int64_t>(wish.size, 1);
  const std::int64_t rest = std::max<std::int64_t>(size / first, 1);
  const std::int64_t length = std::max<std::int64_t>(rest / second, 1);
  const bool is_flat = choose(2) == 0;
  switch (wish.form) {
    case SampleForm::kLast:
      shape_ = is_flat ? Shape{first, rest} : Shape{first, second, length};
      break;
    case SampleForm::kFirst:
      shape_ = is_flat ? Shape{rest, first} : Shape{length, first, second};
      break;
    case SampleForm::kMiddle:
      shape_ = {first, length, second};
      break;
  }
  if (wish.is_one_row) shape_ = {1, size};
  if (wish.batched) shape_[0] += wish.more_entries;
  const auto rank = static_cast<std::int64_t>(shape_.size());
  const bool keeps_first = wish.batched || wish.is_one_row;
  axis_ = static_cast<std::size_t>(keeps_first ? 1 + choose(rank - 1)
                                               : choose(rank));
}

// Returns the function that makes the calls of the op's family. A family whose
// ops differ in their operands tells them apart in its function.
SampleMaker::Maker SampleMaker::maker_of(Op op) {
  struct FamilyMaker {
    std::string_view family;
    Maker maker;
  };
  static constexpr FamilyMaker kMakers[] = {
      {"elementwise", &SampleMaker::elementwise},
      {"reduction", &SampleMaker::reduction},
      {"sorting", &SampleMaker::along_axis},
      {"movement", &SampleMaker::movement},
      {"conversion", &SampleMaker::cast},
      {"memory", &SampleMaker::copied},
      {"random", &SampleMaker::threefry},
      {"indexing", &SampleMaker::indexing},
      {"windows", &SampleMaker::windows},
      {"contraction", &SampleMaker::matmul},
      {"fourier", &SampleMaker::fourier},
      {"linalg", &SampleMaker::linalg},
  };
  static_assert(has_every_family(kMakers, is_drawn),
                "a family of the op table has no sample calls");
  static_assert(
      [] {
        for (const FamilySpec& family : kFamilies)
          for (std::size_t i = 0; i < family.op_count; ++i) {
            bool is_free = !family.ops[i]->has(Law::kBatches);
            for (const FamilyMaker& row : kMakers)
              is_free = is_free || row.family == family.name;
            if (!is_free) return false;
          }
        return true;
      }(),
      "samples of an op with the law kBatches need a function, because drawn "
      "calls do not say which axis is the batch");
  const FamilyMaker* row = builder_row(op, kMakers);
  return row != nullptr ? row->maker : &SampleMaker::drawn_call;
}

SampleCall SampleMaker::make() {
  SampleCall call;
  call.op = cell_.op;
  call.cell = cell_;
  call.requested = cell_.result;
  (this->*maker_of(cell_.op))(call);
  if (wish_.equal_operands) make_equal(call);
  return call;
}

// Makes operands of the same type equal, unless a drawn call gives one of them
// its elements, such as indices.
void SampleMaker::make_equal(SampleCall& call) const {
  const auto is_free = [this](std::size_t i) {
    return i >= has_elements_.size() || !has_elements_[i];
  };
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    for (std::size_t k = 0; k < call.operands.size(); ++k) {
      Array& operand = call.operands[i];
      const Array& other = call.operands[k];
      if (operand.dtype != other.dtype || operand.shape != other.shape ||
          !is_free(i) || !is_free(k))
        continue;
      operand.elements = other.elements;
      break;
    }
}

Array SampleMaker::any_bits(const Shape& shape) {
  return drawn(cell_.dtype, shape, [this](ValueStream& stream) {
    return draw_element(ValueKind::kBits, cell_.dtype, stream);
  });
}

Array SampleMaker::numbers(const Shape& shape) {
  const bool is_float = is_real(cell_.dtype) || is_complex(cell_.dtype);
  const ValueKind kind = is_float ? ValueKind::kPlain : ValueKind::kLarge;
  return drawn(cell_.dtype, shape, [this, kind](ValueStream& stream) {
    return draw_element(kind, cell_.dtype, stream);
  });
}

Array SampleMaker::terms(const Shape& shape) {
  return drawn(cell_.dtype, shape, [this](ValueStream& stream) {
    return draw_term(cell_.dtype, stream);
  });
}

// Returns a limited number of powers of two if the dtype is a float, and
// otherwise ones of both signs, so that products of any length stay in range.
Array SampleMaker::factors(const Shape& shape) {
  const auto count = static_cast<std::uint64_t>(wish_.size) + 1;
  const bool is_signed = category_of(cell_.dtype) != Category::kUnsigned;
  return drawn(cell_.dtype, shape, [&](ValueStream& stream) {
    if (is_integer(cell_.dtype) || stream.below(count) < kMostFactors)
      return draw_factor(cell_.dtype, stream);
    return element_of(cell_.dtype, is_signed && stream.below(2) == 0 ? -1 : 1);
  });
}

Array SampleMaker::fractions(const Shape& shape) {
  const FloatFormat& format = format_of(cell_.dtype);
  return drawn(cell_.dtype, shape, [&](ValueStream& stream) {
    ElementBits bits;
    bits.re = encode_real(format, 2 * stream.unit() - 1);
    if (is_complex(cell_.dtype))
      bits.im = encode_real(format, 2 * stream.unit() - 1);
    return bits;
  });
}

// Draws elements that the op's plain clause governs. If the wish asks for
// boundary values, the profile is nx and the dtype is not complex, half of the
// tuples are boundary values.
void SampleMaker::elementwise(SampleCall& call) {
  const OperandPool& pool =
      OperandPool::of(cell_.op, cell_.dtype, cell_.result);
  const std::string_view clause =
      plain_clause(cell_.op, cell_.dtype, cell_.result);
  const bool takes_any = wish_.has_boundaries && profile_.name == kNx.name &&
                         !is_complex(cell_.dtype);
  const Signature& signature = spec_of(cell_.op).signature;
  const std::size_t first = signature.cell_operand();
  const std::size_t operands = signature.operands.size();
  const std::size_t last = operands - 1;
  ValueStream stream(wish_.value_seed, operand_);
  for (std::size_t i = 0; i < operands; ++i)
    call.operands.push_back(
        {dtype_by(signature.operands[i].role, cell_), shape_, {}});
  const std::int64_t count = element_count(shape_);
  for (std::int64_t k = 0; k < count; ++k) {
    OperandTuple tuple = pool.plain(clause, stream);
    if (takes_any && stream.below(2) == 0)
      for (std::size_t i = first; i < operands; ++i)
        tuple[i] = any_boundary(cell_.dtype, stream);
    // Copies the last operand, because exponents and divisors are drawn for
    // that place.
    if (wish_.equal_operands)
      std::fill(tuple.begin() + first, tuple.begin() + last, tuple[last]);
    const std::span<const ElementBits> elements(tuple.data(), operands);
    const Clause* governing =
        clause_named(governing_clause(cell_.op, cell_.dtype, elements));
    call.open.push_back(governing == nullptr ||
                        governing->status == ClauseStatus::kUnspecified);
    for (std::size_t i = 0; i < operands; ++i)
      call.operands[i].elements.push_back(tuple[i]);
  }
}

// Terms of sums and factors of products are such that every partial result is
// exact.
Array SampleMaker::reduced_operand() {
  const Variant& variant = *variant_named(spec_of(cell_.op), cell_.variant);
  if (is_judged_by(variant, Accuracy::kConditionAware)) return terms(shape_);
  if (is_judged_by(variant, Accuracy::kProduct)) return factors(shape_);
  return numbers(shape_);
}

void SampleMaker::reduction(SampleCall& call) {
  if (!spec_of(cell_.op).has(AttributeKey::kAxes)) return along_axis(call);
  Attributes::Integers axes = {static_cast<std::int64_t>(axis_)};
  const auto other = static_cast<std::int64_t>(shape_.size()) - 1;
  if (choose(3) == 0 && other != axes[0]) axes.push_back(other);
  call.attributes.axes(axes).keepdims(choose(2) == 0);
  call.operands = {reduced_operand()};
}

void SampleMaker::along_axis(SampleCall& call) {
  const OpSpec& spec = spec_of(cell_.op);
  const bool keepdims = spec.has(AttributeKey::kKeepdims) && choose(2) == 0;
  call.attributes = attributes_along(
      cell_.op, cell_.variant, {static_cast<std::int64_t>(axis_)}, keepdims);
  call.operands = {reduced_operand()};
}

void SampleMaker::drawn_call(SampleCall& call) {
  constexpr ClauseCase kNoRow{};
  Structure structure{shape_, {}};
  for (std::size_t i = 0; i < kChoiceCount; ++i)
    structure.choices.push_back(static_cast<std::uint32_t>(choose(64)));
  const DrawnCall made = drawn_family(cell_.op)->draw(
      {.cell = cell_,
       .row = kNoRow,
       .structure = structure,
       .number = static_cast<int>(wish_.form),
       .extent = std::max<std::int64_t>(wish_.size, 1)});
  call.attributes = made.attributes;
  const auto arguments =
      listed_operands(cell_.op, made.attributes, made.operands.size());
  const bool has_sums = adds_terms(cell_.op, cell_.variant);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const DType dtype = dtype_by(arguments[i].role, cell_);
    const DrawnOperand& operand = made.operands[i];
    has_elements_.push_back(operand.element != nullptr);
    std::size_t k = 0;
    call.operands.push_back(
        drawn(dtype, operand.shape, [&](ValueStream& stream) {
          if (operand.element) return operand.element(k++);
          return has_sums ? draw_term(dtype, stream)
                          : draw_element(ValueKind::kPlain, dtype, stream);
        }));
  }
  if (spec_of(cell_.op).signature.delivery != Delivery::kKept) return;
  const auto types = types_of_results(call, profile_);
  if (!types) return;
  std::size_t k = 0;
  call.kept = drawn(
      types->front().dtype, types->front().shape, [&](ValueStream& stream) {
        return made.kept ? made.kept(k++)
                         : draw_term(types->front().dtype, stream);
      });
}

void SampleMaker::copied(SampleCall& call) {
  call.operands = {any_bits(shape_)};
}

void SampleMaker::indexing(SampleCall& call) {
  if (spec_of(cell_.op).signature.operands.size() == 3) return scatter(call);
  gather(call);
}

void SampleMaker::linalg(SampleCall& call) {
  if (spec_of(cell_.op).signature.operands.size() == 2) return solve(call);
  factorization(call);
}

void SampleMaker::cast(SampleCall& call) {
  const OperandPool& pool =
      OperandPool::of(cell_.op, cell_.dtype, cell_.result);
  const std::string_view clause =
      plain_clause(cell_.op, cell_.dtype, cell_.result);
  call.operands = {drawn(cell_.dtype, shape_, [&](ValueStream& stream) {
    return pool.plain(clause, stream)[0];
  })};
}

}  // namespace assay
