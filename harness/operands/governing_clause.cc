// Finds the governing clause of an op: asks the op's function of aspect_rows.h
// for the aspect, and looks up the clause of that aspect in the op row.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include "harness/operands/governing_clause.h"

#include <fmt/format.h>

#include <cstdlib>

#include "harness/operands/aspect_rows.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

ComplexNumber complex_value(const FloatFormat& format, ElementBits bits) {
  return {decode_real(format, bits.re), decode_real(format, bits.im)};
}

// Returns the aspect for operands of the cell's dtype, or an empty string if
// the op has no cells of that dtype.
std::string_view aspect_of(const AspectRow& row, DType dtype, ElementBits x,
                           ElementBits y) {
  const FloatFormat& format = format_of(dtype);
  if (is_real(dtype) && row.real)
    return (*row.real)(format, decode_real(format, x.re),
                       decode_real(format, y.re));
  if (is_complex(dtype) && row.complex)
    return (*row.complex)(format, complex_value(format, x),
                          complex_value(format, y));
  if ((is_integer(dtype) || dtype == DType::kBool) && row.integer)
    return (*row.integer)(dtype, integer_value(dtype, x),
                          integer_value(dtype, y));
  return {};
}

bool is_signaling_nan(const FloatFormat& format, std::uint64_t bits) {
  return format.has_infinity && is_nan_bits(format, bits) &&
         (bits & quiet_nan_bits(format)) != quiet_nan_bits(format);
}

}  // namespace

std::string_view governing_clause(Op op, DType dtype,
                                  std::span<const ElementBits> operands) {
  const std::size_t first = spec_of(op).signature.cell_operand();
  const ElementBits x = operands[first];
  const ElementBits y =
      operands.size() > first + 1 ? operands[first + 1] : ElementBits{};
  const std::string_view aspect = aspect_of(aspects_of(op), dtype, x, y);
  for (const Clause& clause : spec_of(op).clauses)
    if (clause.id.substr(name_of(op).size() + 1) == aspect) return clause.id;
  fmt::print(stderr,
             "harness/operands/aspect_rows.h gives {} on {} the aspect \"{}\", "
             "of which the op has no clause.\n",
             name_of(op), name_of(dtype), aspect);
  std::abort();
}

bool is_left_open(Op op, DType dtype, std::span<const ElementBits> operands) {
  if (!aspects_of(op).leaves_signaling_nan_open || !is_real(dtype))
    return false;
  for (std::size_t i = 0; i < spec_of(op).signature.operands.size(); ++i)
    if (is_signaling_nan(format_of(dtype), operands[i].re)) return true;
  return false;
}

}  // namespace assay
