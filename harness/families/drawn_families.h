// Lists the families whose calls one function draws, and so whose cases need no
// builder. The ladder, robustness mode and the samples of relations use the
// drawn calls too, for a family that is in no table of theirs.
// Tested by tests/harness/families/drawn_call_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "harness/families/drawn_call.h"
#include "harness/families/op_rows.h"
#include "harness/families/robustness_row.h"

namespace assay {

DrawnCall draw_windows(const CallWish& wish);
std::span<const ClauseCase> windows_rows();
void add_window_rows(const Cell& cell, RobustnessRows& rows);
DrawnCall draw_linear(const CallWish& wish);
std::span<const ClauseCase> linear_rows();
void add_linear_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_pooling(const CallWish& wish);
std::span<const ClauseCase> pooling_rows();
void add_pooling_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_convolution(const CallWish& wish);
std::span<const ClauseCase> convolution_rows();
void add_convolution_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_resampling(const CallWish& wish);
std::span<const ClauseCase> resampling_rows();
void add_resampling_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_attention(const CallWish& wish);
std::span<const ClauseCase> attention_rows();
void add_attention_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_activation(const CallWish& wish);
std::span<const ClauseCase> activation_rows();
void add_activation_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_normalization(const CallWish& wish);
std::span<const ClauseCase> normalization_rows();
void add_normalization_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_pointwise(const CallWish& wish);
std::span<const ClauseCase> pointwise_rows();
void add_pointwise_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_statistics(const CallWish& wish);
std::span<const ClauseCase> statistics_rows();
void add_statistics_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_ordering(const CallWish& wish);
std::span<const ClauseCase> ordering_rows();
void add_ordering_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_selection(const CallWish& wish);
std::span<const ClauseCase> selection_rows();
void add_selection_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_pivoted(const CallWish& wish);
std::span<const ClauseCase> pivoted_rows();
void add_pivoted_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_quantization(const CallWish& wish);
std::span<const ClauseCase> quantization_rows();
void add_quantization_rows(const Cell& cell, RobustnessRows& rows);

DrawnCall draw_lax_movement(const CallWish& wish);
std::span<const ClauseCase> lax_movement_rows();
void add_lax_movement_rows(const Cell& cell, RobustnessRows& rows);
DrawnCall draw_lax_elementwise(const CallWish& wish);
std::span<const ClauseCase> lax_elementwise_rows();
void add_lax_elementwise_rows(const Cell& cell, RobustnessRows& rows);
DrawnCall draw_lax_conversion(const CallWish& wish);
std::span<const ClauseCase> lax_conversion_rows();
void add_lax_conversion_rows(const Cell& cell, RobustnessRows& rows);
DrawnCall draw_lax_indexing(const CallWish& wish);
std::span<const ClauseCase> lax_indexing_rows();
void add_lax_indexing_rows(const Cell& cell, RobustnessRows& rows);
DrawnCall draw_lax_contraction(const CallWish& wish);
std::span<const ClauseCase> lax_contraction_rows();
void add_lax_contraction_rows(const Cell& cell, RobustnessRows& rows);

// Describes a family whose calls are drawn, or those of its ops that another
// op set owns.
struct DrawnFamily {
  std::string_view family;
  DrawCall draw;
  std::span<const ClauseCase> (*rows)();
  // Adds the calls that break preconditions of a cell.
  void (*add_robustness_rows)(const Cell& cell, RobustnessRows& rows);
  // If set, the row is about the ops of the family that this op set owns and
  // that take no operands from a pool.
  std::string_view set = {};
};

inline constexpr DrawnFamily kDrawnFamilies[] = {
    {"windows", draw_windows, windows_rows, add_window_rows},
    {"linear", draw_linear, linear_rows, add_linear_rows},
    {"convolution", draw_convolution, convolution_rows, add_convolution_rows},
    {"pooling", draw_pooling, pooling_rows, add_pooling_rows},
    {"resampling", draw_resampling, resampling_rows, add_resampling_rows},
    {"attention", draw_attention, attention_rows, add_attention_rows},
    {"activation", draw_activation, activation_rows, add_activation_rows},
    {"normalization", draw_normalization, normalization_rows,
     add_normalization_rows},
    {"pointwise", draw_pointwise, pointwise_rows, add_pointwise_rows},
    {"statistics", draw_statistics, statistics_rows, add_statistics_rows},
    {"ordering", draw_ordering, ordering_rows, add_ordering_rows},
    {"selection", draw_selection, selection_rows, add_selection_rows},
    {"quantization", draw_quantization, quantization_rows,
     add_quantization_rows},
    {"movement", draw_lax_movement, lax_movement_rows, add_lax_movement_rows,
     "lax"},
    {"elementwise", draw_lax_elementwise, lax_elementwise_rows,
     add_lax_elementwise_rows, "lax"},
    {"conversion", draw_lax_conversion, lax_conversion_rows,
     add_lax_conversion_rows, "lax"},
    {"indexing", draw_lax_indexing, lax_indexing_rows, add_lax_indexing_rows,
     "lax"},
    {"contraction", draw_lax_contraction, lax_contraction_rows,
     add_lax_contraction_rows, "lax"},
    {"linalg", draw_pivoted, pivoted_rows, add_pivoted_rows, "lax"},
};

// Returns the row of an op of the family, or null if its calls are not drawn.
constexpr const DrawnFamily* drawn_family(const FamilySpec& family,
                                          const OpSpec& op) {
  for (const DrawnFamily& row : kDrawnFamilies)
    if (row.family == family.name &&
        (row.set.empty() || (row.set == op.set && !has_pool(op))))
      return &row;
  return nullptr;
}
inline const DrawnFamily* drawn_family(Op op) {
  return drawn_family(family_of(op), spec_of(op));
}

// Returns the row of the op's family in a table of builders, or null if the
// calls of the op are drawn by a row of its op set.
template <typename Row, std::size_t n>
const Row* builder_row(Op op, const Row (&rows)[n]) {
  const DrawnFamily* drawn = drawn_family(op);
  if (drawn != nullptr && !drawn->set.empty()) return nullptr;
  return find_family_row(op, rows);
}

// Returns whether no call names the ops of a family, so that its cases have a
// builder of their own (harness/protocol/), and no sizes and no sample calls.
constexpr bool surrounds_calls(std::string_view family) {
  return family == "protocol";
}
inline bool surrounds_calls(Op op) {
  return spec_of(op).signature.delivery == Delivery::kProtocol;
}

// Returns whether a family needs no row in the tables of builders, of rungs, of
// sample calls and of broken calls: its calls are drawn, or it has none.
constexpr bool is_drawn(std::string_view family) {
  if (surrounds_calls(family)) return true;
  for (const DrawnFamily& row : kDrawnFamilies)
    if (row.family == family && row.set.empty()) return true;
  return false;
}

}  // namespace assay
