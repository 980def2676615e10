// The op table: every family's rows joined, and looked up in constant
// expressions, mostly by literals ("add"_op, "sort.nan_last"_clause). What only
// looks rows up at run time includes spec/op_lookup.h instead, because the rows
// take long to compile. Tested by tests/spec/op_table_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/op.h"
#include "spec/op_lookup.h"
#include "spec/op_name.h"
#include "spec/op_sets.h"
#include "spec/sets/lax/contraction.h"
#include "spec/sets/lax/conversion.h"
#include "spec/sets/lax/elementwise.h"
#include "spec/sets/lax/indexing.h"
#include "spec/sets/lax/linalg.h"
#include "spec/sets/lax/movement.h"
#include "spec/sets/nn/activation.h"
#include "spec/sets/nn/attention.h"
#include "spec/sets/nn/convolution.h"
#include "spec/sets/nn/convolution_gradients.h"
#include "spec/sets/nn/linear.h"
#include "spec/sets/nn/normalization.h"
#include "spec/sets/nn/ordering.h"
#include "spec/sets/nn/pointwise.h"
#include "spec/sets/nn/pooling.h"
#include "spec/sets/nn/quantization.h"
#include "spec/sets/nn/resampling.h"
#include "spec/sets/nn/selection.h"
#include "spec/sets/nn/statistics.h"
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
#include "spec/sets/protocol/protocol.h"

namespace assay {

namespace op_table {
// The rows that lax has in common with nx and nn, of which it has the meaning.
inline constexpr std::string_view kSharedByLax[] = {
    "add",        "sub",        "mul",        "neg",
    "div",        "mod",        "abs",        "sign",
    "max",        "min",        "cmpeq",      "cmpne",
    "cmplt",      "cmple",      "where",      "exp",
    "log",        "sin",        "cos",        "tanh",
    "sqrt",       "pow",        "erf",        "permute",
    "reshape",    "cast",       "reduce_sum", "reduce_prod",
    "reduce_max", "reduce_min", "cat",        "flip",
    "cholesky",   "svd",        "qr",         "eigh",
    "eig",        "fft",        "ifft",       "rfft",
    "irfft",      "buffer",     "full",       "from_host",
    "to_host",    "contiguous", "assign",     "view",
    "dtype",      "context",    "log1p",      "triangular_solve"};
// The op sets, the default one first.
inline constexpr OpSet kSets[] = {
    {"nx", "The ops of the Nx backend interface.", {}},
    {"nn", "The ops of neural networks that Burn's backend traits add.", {}},
    {"lax",
     "The ops of StableHLO, as tenferro's backend protocol and jax.lax "
     "have them.",
     kSharedByLax},
    {"protocol",
     "What surrounds ops: sessions, places, memory that is given up, and fused "
     "plans.",
     {},
     true},
};
}  // namespace op_table

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

inline constexpr auto kElementwiseRows = join_rows(
    kArithmeticOps, kLogicOps, kRoundingOps, kFunctionOps, kLaxElementwiseOps);
inline constexpr auto kReductionRows = join_rows(kReductionOps);
inline constexpr auto kSortingRows = join_rows(kSortingOps);
inline constexpr auto kMovementRows = join_rows(kMovementOps, kLaxMovementOps);
inline constexpr auto kConversionRows =
    join_rows(kConversionOps, kLaxConversionOps);
inline constexpr auto kMemoryRows = join_rows(kMemoryOps);
inline constexpr auto kRandomRows = join_rows(kRandomOps);
inline constexpr auto kIndexingRows =
    join_rows(kIndexingOps, kLaxIndexingOps, kScatterGeneralOps);
inline constexpr auto kWindowsRows = join_rows(kWindowsOps);
inline constexpr auto kContractionRows =
    join_rows(kContractionOps, kLaxContractionOps);
inline constexpr auto kFourierRows = join_rows(kFourierOps);
inline constexpr auto kLinalgRows = join_rows(kLinalgOps, kLaxLinalgOps);
inline constexpr auto kLinearRows = join_rows(kLinearOps);
inline constexpr auto kConvolutionRows =
    join_rows(kConvolutionOps, kConvolutionGradientOps);
inline constexpr auto kPoolingRows = join_rows(kPoolingOps);
inline constexpr auto kResamplingRows = join_rows(kResamplingOps);
inline constexpr auto kAttentionRows = join_rows(kAttentionOps);
inline constexpr auto kActivationRows =
    join_rows(kActivationFunctionOps, kSoftmaxOps);
inline constexpr auto kNormalizationRows = join_rows(kNormalizationOps);
inline constexpr auto kPointwiseRows =
    join_rows(kPointwiseFunctionOps, kPointwiseBitOps);
inline constexpr auto kStatisticsRows = join_rows(kStatisticsOps);
inline constexpr auto kOrderingRows = join_rows(kOrderingOps);
inline constexpr auto kSelectionRows =
    join_rows(kIndexedReadOps, kIndexedUpdateOps, kRegionOps);
inline constexpr auto kQuantizationRows = join_rows(kQuantizationOps);
inline constexpr auto kProtocolRows = join_rows(kProtocolOps);

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
    {"linear", kLinearRows.data(), kLinearRows.size(), kLinearClauses, "nn"},
    {"convolution", kConvolutionRows.data(), kConvolutionRows.size(),
     kConvolutionClauses, "nn"},
    {"pooling", kPoolingRows.data(), kPoolingRows.size(), kPoolingClauses,
     "nn"},
    {"resampling", kResamplingRows.data(), kResamplingRows.size(),
     kResamplingClauses, "nn"},
    {"attention", kAttentionRows.data(), kAttentionRows.size(),
     kAttentionClauses, "nn"},
    {"activation", kActivationRows.data(), kActivationRows.size(),
     kActivationClauses, "nn"},
    {"normalization", kNormalizationRows.data(), kNormalizationRows.size(),
     kNormalizationClauses, "nn"},
    {"pointwise", kPointwiseRows.data(), kPointwiseRows.size(),
     kPointwiseClauses, "nn"},
    {"statistics", kStatisticsRows.data(), kStatisticsRows.size(),
     kStatisticsClauses, "nn"},
    {"ordering", kOrderingRows.data(), kOrderingRows.size(), kOrderingClauses,
     "nn"},
    {"selection", kSelectionRows.data(), kSelectionRows.size(),
     kSelectionClauses, "nn"},
    {"quantization", kQuantizationRows.data(), kQuantizationRows.size(),
     kQuantizationClauses, "nn"},
    {"protocol", kProtocolRows.data(), kProtocolRows.size(), kProtocolClauses,
     "protocol"},
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

// Positions in kFamilies of the families of kOps, whose order is theirs.
inline constexpr auto kFamilyOfOp = [] {
  std::array<std::uint8_t, kOps.size()> places{};
  std::size_t op = 0;
  for (std::size_t family = 0; family < std::size(kFamilies); ++family)
    for (std::size_t i = 0; i < kFamilies[family].op_count; ++i)
      places[op++] = static_cast<std::uint8_t>(family);
  return places;
}();

// Positions in kOps by ascending name. A template, so that only what looks
// names up pays for sorting them.
template <typename = void>
inline constexpr auto kOpsByName = [] {
  std::array<Op, kOps.size()> sorted{};
  for (std::size_t i = 0; i < kOps.size(); ++i) sorted[i] = static_cast<Op>(i);
  std::sort(sorted.begin(), sorted.end(), [](Op a, Op b) {
    return kOps[static_cast<std::size_t>(a)]->name <
           kOps[static_cast<std::size_t>(b)]->name;
  });
  return sorted;
}();

// Has the look-ups that constant expressions need. The functions of
// spec/op_lookup.h with the same names call these at run time. Calls name the
// namespace, because both functions would match otherwise.
namespace op_table {

constexpr const OpSpec& spec_of(Op op) {
  return *kOps[static_cast<std::size_t>(op)];
}

constexpr const FamilySpec& family_of(Op op) {
  return kFamilies[kFamilyOfOp[static_cast<std::size_t>(op)]];
}

constexpr std::string_view set_of(Op op) {
  const std::string_view own = op_table::spec_of(op).set;
  return own.empty() ? op_table::family_of(op).set : own;
}

constexpr std::optional<Op> op_named(std::string_view name) {
  const auto& sorted = kOpsByName<>;
  const auto found = std::lower_bound(
      sorted.begin(), sorted.end(), name, [](Op op, std::string_view wanted) {
        return op_table::spec_of(op).name < wanted;
      });
  if (found == sorted.end() || op_table::spec_of(*found).name != name)
    return std::nullopt;
  return *found;
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
constexpr std::optional<const Clause*> clause_named(std::string_view id) {
  const std::string_view owner = id.substr(0, id.find('.'));
  if (const auto op = op_table::op_named(owner)) {
    const auto& clauses = op_table::spec_of(*op).clauses;
    if (const auto own = clause_among({clauses.begin(), clauses.end()}, id))
      return own;
  }
  for (const FamilySpec& family : kFamilies)  // "view" is an op and a family
    if (family.name == owner) return clause_among(family.clauses, id);
  return std::nullopt;
}

}  // namespace op_table

consteval Op operator""_op(const char* text, std::size_t size) {
  const auto op = op_table::op_named(std::string_view(text, size));
  if (!op) throw "spec/op_table.h has no op of this name";
  return *op;
}

consteval std::string_view operator""_clause(const char* text,
                                             std::size_t size) {
  const auto clause = op_table::clause_named(std::string_view(text, size));
  if (!clause) throw "no op or family has a clause of this id";
  return (*clause)->id;
}

// Returns the name of the op at a position in kOps.
template <std::size_t i>
consteval auto op_name_at() {
  constexpr std::string_view name = kOps[i]->name;
  char text[name.size() + 1]{};
  for (std::size_t k = 0; k < name.size(); ++k) text[k] = name[k];
  return OpName<name.size() + 1>(text);
}

}  // namespace assay
