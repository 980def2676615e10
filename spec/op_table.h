// The op table: every family's rows joined, looked up by literals at compile
// time ("add"_op, "sort.nan_last"_clause) and by name at run time.
// Tested by tests/spec/op_table_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/op.h"
#include "spec/sets/nx/contraction.h"
#include "spec/sets/nx/conversion.h"
#include "spec/sets/nx/elementwise.h"
#include "spec/sets/nx/fourier.h"
#include "spec/sets/nx/indexing.h"
#include "spec/sets/nx/linalg.h"
#include "spec/sets/nx/memory.h"
#include "spec/sets/nx/movement.h"
#include "spec/sets/nx/random.h"
#include "spec/sets/nx/reduction.h"
#include "spec/sets/nx/sorting.h"
#include "spec/sets/nx/view.h"
#include "spec/sets/nx/windows.h"

namespace assay {

// Describes an op set. A set owns rows, and may share rows that another set
// owns, so that no row is written twice.
struct OpSet {
  std::string_view name;
  std::string_view text;  // what it is, in one line
  // Names of rows that other sets own.
  std::span<const std::string_view> shares;
};

// A subject that claims nothing is judged by the first set.
inline constexpr OpSet kOpSets[] = {
    {"nx", "The ops of the Nx backend interface.", {}},
};

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

// The rows of all families, in their order. A position in kOps never leaves the
// process; names and ids do.
inline constexpr auto kOps = [] {
  constexpr std::size_t kCount = [] {
    std::size_t count = 0;
    for (const FamilySpec& family : kFamilies) count += family.op_count;
    return count;
  }();
  std::array<const OpSpec*, kCount> rows{};
  std::size_t at = 0;
  for (const FamilySpec& family : kFamilies)
    for (std::size_t i = 0; i < family.op_count; ++i)
      rows[at++] = family.ops[i];
  return rows;
}();

constexpr const OpSpec& spec_of(Op op) {
  return *kOps[static_cast<std::size_t>(op)];
}
constexpr std::string_view name_of(Op op) { return spec_of(op).name; }

// Positions in kOps by ascending name. A template, so that only what looks
// names up pays for sorting them.
template <typename = void>
inline constexpr auto kOpsByName = [] {
  std::array<Op, kOps.size()> sorted{};
  for (std::size_t i = 0; i < kOps.size(); ++i) sorted[i] = static_cast<Op>(i);
  std::sort(sorted.begin(), sorted.end(),
            [](Op a, Op b) { return name_of(a) < name_of(b); });
  return sorted;
}();

constexpr std::optional<Op> op_named(std::string_view name) {
  const auto& sorted = kOpsByName<>;
  const auto found = std::lower_bound(
      sorted.begin(), sorted.end(), name,
      [](Op op, std::string_view n) { return name_of(op) < n; });
  if (found == sorted.end() || name_of(*found) != name) return std::nullopt;
  return *found;
}

consteval Op operator""_op(const char* text, std::size_t size) {
  const auto op = op_named(std::string_view(text, size));
  if (!op) throw "spec/op_table.h has no op of this name";
  return *op;
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

// Returns the name of the op set that the op belongs to: that of its row, or
// else of its family.
constexpr std::string_view set_of(Op op) {
  const std::string_view own = spec_of(op).set;
  return own.empty() ? family_of(op).set : own;
}

// Returns the clause of an id among those of one owner.
constexpr std::optional<const Clause*> clause_among(
    std::span<const Clause> clauses, std::string_view id) {
  for (const Clause& clause : clauses)
    if (clause.id == id) return &clause;
  return std::nullopt;
}

// Returns the clause of an id, the op's own or its family's: what stands before
// the dot is the owner. An optional, since sanitized builds cannot compare a
// pointer with null at compile time.
constexpr std::optional<const Clause*> find_clause(std::string_view id) {
  const std::string_view owner = id.substr(0, id.find('.'));
  if (const auto op = op_named(owner)) {
    const auto& clauses = spec_of(*op).clauses;
    if (const auto own = clause_among({clauses.begin(), clauses.end()}, id))
      return own;
  }
  for (const FamilySpec& family : kFamilies)  // "view" is an op and a family
    if (family.name == owner) return clause_among(family.clauses, id);
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

// Returns the id of the op's own clause of this aspect, or else of its
// family's; empty if neither has one.
constexpr std::string_view clause_of(Op op, std::string_view aspect) {
  const auto among = [&](std::string_view owner, const auto& clauses) {
    for (const Clause& clause : clauses)
      if (clause.id.substr(owner.size() + 1) == aspect) return clause.id;
    return std::string_view();
  };
  const auto own = among(name_of(op), spec_of(op).clauses);
  return own.empty() ? among(family_of(op).name, family_of(op).clauses) : own;
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

// Returns the need of a variant of an op on a dtype; where cells are pairs,
// also of the result's dtype, which elsewhere is that of the operand.
constexpr Need need_of(Op op, const Variant& variant, DType dtype,
                       DType result) {
  const OpSpec& spec = spec_of(op);
  if (!variant.dtypes().contains(dtype)) return Need::kNone;
  if (!spec.signature.is_paired() && result != dtype) return Need::kNone;
  const Need need =
      variant.required.contains(dtype) ? Need::kRequired : Need::kOptional;
  return spec.pair_need == nullptr ? need : spec.pair_need(dtype, result, need);
}

// Returns the variant that a call's attributes select.
const Variant& variant_of(Op op, const Attributes& attributes);

// Returns whether some dtype of the variant is judged by the class: sums are
// condition-aware in floats, also where integers make them exact.
constexpr bool is_judged_by(const Variant& variant, Accuracy accuracy) {
  for (const Tolerance& tolerance : variant.accuracy)
    if (tolerance.accuracy == accuracy) return true;
  return false;
}

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
