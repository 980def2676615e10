// The op table: every family's rows joined, looked up by literals at compile
// time ("add"_op, "sort.nan_last"_clause) and by name at run time.
// Tested by tests/spec/op_table_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/op.h"
#include "spec/ops/contraction.h"
#include "spec/ops/conversion.h"
#include "spec/ops/elementwise.h"
#include "spec/ops/fourier.h"
#include "spec/ops/indexing.h"
#include "spec/ops/linalg.h"
#include "spec/ops/memory.h"
#include "spec/ops/movement.h"
#include "spec/ops/random.h"
#include "spec/ops/reduction.h"
#include "spec/ops/sorting.h"
#include "spec/ops/view.h"
#include "spec/ops/windows.h"

namespace assay {

// Points to each row of the given arrays, in order.
template <std::size_t... n>
constexpr auto join_rows(const OpSpec (&... rows)[n]) {
  std::array<const OpSpec*, (n + ...)> joined{};
  std::size_t i = 0;
  (
      [&] {
        for (const OpSpec& row : rows) joined[i++] = &row;
      }(),
      ...);
  return joined;
}

inline constexpr auto kElementwiseRows =
    join_rows(kArithmeticOps, kLogicOps, kRoundingOps, kFunctionOps);
inline constexpr auto kReductionRows = join_rows(kReductionOps);
inline constexpr auto kSortingRows = join_rows(kSortingOps);
inline constexpr auto kMovementRows = join_rows(kMovementOps);
inline constexpr auto kConversionRows = join_rows(kConversionOps);
inline constexpr auto kMemoryRows = join_rows(kMemoryOps);
inline constexpr auto kRandomRows = join_rows(kRandomOps);
inline constexpr auto kIndexingRows = join_rows(kIndexingOps);
inline constexpr auto kWindowsRows = join_rows(kWindowsOps);
inline constexpr auto kContractionRows = join_rows(kContractionOps);
inline constexpr auto kFourierRows = join_rows(kFourierOps);
inline constexpr auto kLinalgRows = join_rows(kLinalgOps);

inline constexpr FamilySpec kFamilies[] = {
    {"elementwise", kElementwiseRows.data(), kElementwiseRows.size(),
     kElementwiseClauses},
    {"reduction", kReductionRows.data(), kReductionRows.size(),
     kReductionClauses},
    {"sorting", kSortingRows.data(), kSortingRows.size(), kSortingClauses},
    {"movement", kMovementRows.data(), kMovementRows.size(), kMovementClauses},
    {"conversion", kConversionRows.data(), kConversionRows.size(),
     kConversionClauses},
    {"memory", kMemoryRows.data(), kMemoryRows.size(), kMemoryClauses},
    {"random", kRandomRows.data(), kRandomRows.size(), kRandomClauses},
    {"indexing", kIndexingRows.data(), kIndexingRows.size(), kIndexingClauses},
    {"windows", kWindowsRows.data(), kWindowsRows.size(), kWindowsClauses},
    {"contraction", kContractionRows.data(), kContractionRows.size(),
     kContractionClauses},
    {"fourier", kFourierRows.data(), kFourierRows.size(), kFourierClauses},
    {"linalg", kLinalgRows.data(), kLinalgRows.size(), kLinalgClauses},
    {"view", nullptr, 0, kViewClauses},
};

inline constexpr auto kOps = join_rows(
    kArithmeticOps, kLogicOps, kRoundingOps, kFunctionOps, kReductionOps,
    kSortingOps, kMovementOps, kConversionOps, kMemoryOps, kRandomOps,
    kIndexingOps, kWindowsOps, kContractionOps, kFourierOps, kLinalgOps);

// A position in kOps; it never leaves the process (names and ids do).
enum class Op : std::uint16_t {};

constexpr const OpSpec& spec_of(Op op) {
  return *kOps[static_cast<std::size_t>(op)];
}
constexpr std::string_view name_of(Op op) { return spec_of(op).name; }

consteval Op operator""_op(const char* text, std::size_t size) {
  for (std::size_t i = 0; i < kOps.size(); ++i)
    if (kOps[i]->name == std::string_view(text, size))
      return static_cast<Op>(i);
  throw "spec/op_table.h has no op of this name";
}

constexpr std::optional<Op> op_named(std::string_view name) {
  for (std::size_t i = 0; i < kOps.size(); ++i)
    if (kOps[i]->name == name) return static_cast<Op>(i);
  return std::nullopt;
}

// Positions in kFamilies of the families of kOps, whose order is theirs.
inline constexpr auto kFamilyOfOp = [] {
  std::array<std::uint8_t, kOps.size()> places{};
  std::size_t op = 0;
  for (std::size_t family = 0; family < std::size(kFamilies); ++family)
    for (std::size_t i = 0; i < kFamilies[family].op_count; ++i)
      places[op++] = static_cast<std::uint8_t>(family);
  return places;
}();

constexpr const FamilySpec& family_of(Op op) {
  return kFamilies[kFamilyOfOp[static_cast<std::size_t>(op)]];
}

// Returns the clause of an id, the op's own or its family's. An optional, since
// sanitized builds cannot compare a pointer with null at compile time.
constexpr std::optional<const Clause*> find_clause(std::string_view id) {
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses)
      if (clause.id == id) return &clause;
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses)
      if (clause.id == id) return &clause;
  return std::nullopt;
}

// Returns the clause of an id, or null.
constexpr const Clause* clause_named(std::string_view id) {
  return find_clause(id).value_or(nullptr);
}

consteval std::string_view operator""_clause(const char* text,
                                             std::size_t size) {
  const auto clause = find_clause(std::string_view(text, size));
  if (!clause) throw "no op or family has a clause of this id";
  return (*clause)->id;
}

// Returns whether a clause of the family is put to the test on backends: not
// those of views, which have cases of their own, nor what callers guarantee.
constexpr bool is_judged_of_backends(const FamilySpec& family,
                                     const Clause& clause) {
  return family.op_count > 0 && clause.enforced_by != EnforcedBy::kInfer;
}

// Returns the variant of a name ("" for the unnamed one), or null.
constexpr const Variant* variant_named(const OpSpec& op,
                                       std::string_view name) {
  for (const Variant& variant : op.variants)
    if (variant.name == name) return &variant;
  return nullptr;
}

// How a cell of the table binds: required, optional, or not in it.
enum class Need : std::uint8_t { kNone, kOptional, kRequired };

// Returns the need of a variant of an op on a dtype; for cast, rfft and irfft
// also of the result's dtype, which elsewhere is that of the operand.
constexpr Need need_of(Op op, const Variant& variant, DType dtype,
                       DType result) {
  const Signature signature = spec_of(op).signature;
  if (!variant.dtypes().contains(dtype)) return Need::kNone;
  if (!is_paired(signature) && result != dtype) return Need::kNone;
  const Need need =
      variant.required.contains(dtype) ? Need::kRequired : Need::kOptional;
  if (signature != Signature::kRfft && signature != Signature::kIrfft)
    return need;
  const bool to_complex = signature == Signature::kRfft;
  if (!(to_complex ? kComplexes : kTransformable).contains(result))
    return Need::kNone;
  const int real_bits = spec_of(to_complex ? dtype : result).bits;
  const int complex_bits = spec_of(to_complex ? result : dtype).bits;
  return complex_bits == 2 * real_bits ? need : Need::kOptional;
}

// Returns the variant that a call's attributes select.
const Variant& variant_of(Op op, const Attributes& attributes);

// Returns how exact an op must be on a dtype; the dtype is one of its cells.
constexpr Tolerance tolerance_of(const Variant& variant, DType dtype) {
  for (const Tolerance& tolerance : variant.accuracy)
    if (tolerance.dtypes.contains(dtype)) return tolerance;
  return {};
}

// Returns whether results of the op are judged by residuals, so that there is
// no answer to compare them with.
constexpr bool is_judged_by_residual(Op op) {
  return spec_of(op).variants.begin()->accuracy.begin()->accuracy ==
         Accuracy::kResidual;
}

// A string as a template argument, so that diagnostics show the op's name.
template <std::size_t n>
struct OpName {
  char text[n]{};
  constexpr OpName(const char (&s)[n]) {  // NOLINT
    for (std::size_t i = 0; i < n; ++i) text[i] = s[i];
  }
};
template <OpName name>
struct OpTag {};

template <std::size_t i>
consteval auto op_name_at() {
  constexpr std::string_view name = kOps[i]->name;
  char text[name.size() + 1]{};
  for (std::size_t k = 0; k < name.size(); ++k) text[k] = name[k];
  return OpName<name.size() + 1>(text);
}

}  // namespace assay
