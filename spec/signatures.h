// Defines the signatures that rows of the op table share, and declares the type
// rules that they name. An op that is called in another way has its own
// signature in its row, and its own type rule if none of these fits. Tested by
// tests/spec/signature_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/signature.h"

namespace assay {

// The type rules: each derives the types of the results from the operands and
// attributes, or rejects the call (spec/type_rules*.cc).
Result<std::vector<TensorType>> types_alike(const CallTypes& call);
Result<std::vector<TensorType>> types_unchanged(const CallTypes& call);
Result<std::vector<TensorType>> types_reduced(const CallTypes& call);
Result<std::vector<TensorType>> types_arg_reduced(const CallTypes& call);
Result<std::vector<TensorType>> types_scanned(const CallTypes& call);
Result<std::vector<TensorType>> types_sorted(const CallTypes& call);
Result<std::vector<TensorType>> types_moved(const CallTypes& call);
Result<std::vector<TensorType>> types_reshaped(const CallTypes& call);
Result<std::vector<TensorType>> types_padded(const CallTypes& call);
Result<std::vector<TensorType>> types_concatenated(const CallTypes& call);
Result<std::vector<TensorType>> types_cast(const CallTypes& call);
Result<std::vector<TensorType>> types_created(const CallTypes& call);
Result<std::vector<TensorType>> types_of_words(const CallTypes& call);
Result<std::vector<TensorType>> types_gathered(const CallTypes& call);
Result<std::vector<TensorType>> types_scattered(const CallTypes& call);
Result<std::vector<TensorType>> types_unfolded(const CallTypes& call);
Result<std::vector<TensorType>> types_folded(const CallTypes& call);
Result<std::vector<TensorType>> types_contracted(const CallTypes& call);
Result<std::vector<TensorType>> types_transformed(const CallTypes& call);
Result<std::vector<TensorType>> types_half_spectrum(const CallTypes& call);
Result<std::vector<TensorType>> types_of_half_spectrum(const CallTypes& call);
Result<std::vector<TensorType>> types_square(const CallTypes& call);
Result<std::vector<TensorType>> types_qr(const CallTypes& call);
Result<std::vector<TensorType>> types_svd(const CallTypes& call);
Result<std::vector<TensorType>> types_eig(const CallTypes& call);
Result<std::vector<TensorType>> types_eigh(const CallTypes& call);
Result<std::vector<TensorType>> types_solved(const CallTypes& call);

inline constexpr Argument kOut{.name = "out"};

inline constexpr Signature Signature::kUnary{.name = "unary",
                                             .operands = {{.name = "x"}},
                                             .results = {kOut},
                                             .types = types_alike,
                                             .is_by_element = true};
inline constexpr Signature Signature::kBinary{
    .name = "binary",
    .operands = {{.name = "a"}, {.name = "b"}},
    .results = {kOut},
    .types = types_alike,
    .is_by_element = true};
inline constexpr Signature Signature::kComparison{
    .name = "comparison",
    .operands = {{.name = "a"}, {.name = "b"}},
    .results = {{.name = "out", .role = Role::kBool}},
    .types = types_alike,
    .is_by_element = true};
inline constexpr Signature Signature::kWhere{
    .name = "where",
    .operands = {{.name = "condition", .role = Role::kBool},
                 {.name = "if_true"},
                 {.name = "if_false"}},
    .results = {kOut},
    .types = types_alike,
    .is_by_element = true};
inline constexpr Signature Signature::kReduction{.name = "reduction",
                                                 .operands = {{.name = "x"}},
                                                 .results = {kOut},
                                                 .types = types_reduced};
inline constexpr Signature Signature::kArgReduction{
    .name = "arg_reduction",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kInt32}},
    .types = types_arg_reduced,
    .least_rank = 1};
inline constexpr Signature Signature::kScan{.name = "scan",
                                            .operands = {{.name = "x"}},
                                            .results = {kOut},
                                            .types = types_scanned,
                                            .least_rank = 1};
inline constexpr Signature Signature::kSort{.name = "sort",
                                            .operands = {{.name = "x"}},
                                            .results = {kOut},
                                            .types = types_sorted,
                                            .least_rank = 1};
inline constexpr Signature Signature::kArgsort{
    .name = "argsort",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kInt32}},
    .types = types_sorted,
    .least_rank = 1};

// The view rules of the movement ops.
Result<View> view_expanded(const View& view, const Attributes& attributes);
Result<View> view_reshaped(const View& view, const Attributes& attributes);
Result<View> view_permuted(const View& view, const Attributes& attributes);
Result<View> view_shrunk(const View& view, const Attributes& attributes);
Result<View> view_flipped(const View& view, const Attributes& attributes);

// Returns the signature of a movement op with this view rule.
constexpr Signature movement_by(ViewRule shows, TypeRule types = types_moved,
                                int least_rank = 0) {
  return {.name = "movement",
          .operands = {{.name = "x"}},
          .results = {{.name = "y"}},
          .delivery = Delivery::kView,
          .types = types,
          .shows = shows,
          .least_rank = least_rank};
}
inline constexpr Signature Signature::kExpand = movement_by(view_expanded);
inline constexpr Signature Signature::kReshape =
    movement_by(view_reshaped, types_reshaped);
inline constexpr Signature Signature::kPermute = movement_by(view_permuted);
inline constexpr Signature Signature::kShrink = movement_by(view_shrunk);
inline constexpr Signature Signature::kFlip = movement_by(view_flipped);

inline constexpr Signature Signature::kPad{.name = "pad",
                                           .operands = {{.name = "x"}},
                                           .results = {{.name = "y"}},
                                           .delivery = Delivery::kReturned,
                                           .types = types_padded};
inline constexpr Signature Signature::kCopy{.name = "copy",
                                            .operands = {{.name = "x"}},
                                            .results = {{.name = "y"}},
                                            .delivery = Delivery::kShared,
                                            .types = types_unchanged};
inline constexpr Signature Signature::kCat{
    .name = "cat",
    .operands = {{.name = "members", .is_list = true}},
    .results = {kOut},
    .types = types_concatenated,
    .least_rank = 1};
inline constexpr Signature Signature::kCast{
    .name = "cast",
    .operands = {{.name = "x"}},
    .results = {{.name = "out", .role = Role::kPaired}},
    .types = types_cast,
    .is_by_element = true};
inline constexpr Signature Signature::kAssign{.name = "assign",
                                              .operands = {{.name = "x"}},
                                              .results = {kOut},
                                              .delivery = Delivery::kKept,
                                              .types = types_unchanged};
inline constexpr Signature Signature::kAllocation{
    .name = "creation",
    .results = {{.name = "y"}},
    .delivery = Delivery::kAllocated,
    .types = types_created};
inline constexpr Signature Signature::kCreation{.name = "creation",
                                                .results = {{.name = "y"}},
                                                .delivery = Delivery::kReturned,
                                                .types = types_created};
inline constexpr Signature Signature::kHost{.name = "host",
                                            .operands = {{.name = "x"}},
                                            .results = {{.name = "y"}},
                                            .delivery = Delivery::kHosted,
                                            .types = types_unchanged};
inline constexpr Signature Signature::kAccessor{.name = "accessor",
                                                .operands = {{.name = "x"}},
                                                .results = {{.name = "y"}},
                                                .delivery = Delivery::kAccessed,
                                                .types = types_unchanged};
inline constexpr Signature Signature::kProtocol{.name = "protocol",
                                                .operands = {{.name = "x"}},
                                                .results = {{.name = "y"}},
                                                .delivery = Delivery::kProtocol,
                                                .types = types_unchanged};
inline constexpr Signature Signature::kThreefry{
    .name = "threefry",
    .operands = {{.name = "key", .role = Role::kInt32},
                 {.name = "counter", .role = Role::kInt32}},
    .results = {{.name = "out", .role = Role::kInt32}},
    .types = types_of_words};
inline constexpr Signature Signature::kGather{
    .name = "gather",
    .operands = {{.name = "data"}, {.name = "indices", .role = Role::kInt32}},
    .results = {kOut},
    .types = types_gathered,
    .least_rank = 1};
inline constexpr Signature Signature::kScatter{
    .name = "scatter",
    .operands = {{.name = "template"},
                 {.name = "indices", .role = Role::kInt32},
                 {.name = "updates"}},
    .results = {{.name = "y"}},
    .delivery = Delivery::kReturned,
    .types = types_scattered,
    .least_rank = 1};
inline constexpr Signature Signature::kUnfold{.name = "unfold",
                                              .operands = {{.name = "x"}},
                                              .results = {{.name = "y"}},
                                              .delivery = Delivery::kReturned,
                                              .types = types_unfolded,
                                              .least_rank = 1};
inline constexpr Signature Signature::kFold{.name = "fold",
                                            .operands = {{.name = "x"}},
                                            .results = {{.name = "y"}},
                                            .delivery = Delivery::kReturned,
                                            .types = types_folded,
                                            .least_rank = 1};
inline constexpr Signature Signature::kMatmul{
    .name = "matmul",
    .operands = {{.name = "a"}, {.name = "b"}},
    .results = {kOut},
    .types = types_contracted,
    .least_rank = 2};

// Returns the signature of a transform, which returns its result or writes it
// into an out.
constexpr Signature transform_by(std::string_view name, Role role,
                                 TypeRule types) {
  return {.name = name,
          .operands = {{.name = "x"}},
          .results = {{.name = "out", .role = role}},
          .delivery = Delivery::kOffered,
          .types = types};
}
inline constexpr Signature Signature::kFft =
    transform_by("fft", Role::kCell, types_transformed);
inline constexpr Signature Signature::kRfft =
    transform_by("rfft", Role::kPaired, types_half_spectrum);
inline constexpr Signature Signature::kIrfft =
    transform_by("irfft", Role::kPaired, types_of_half_spectrum);

// Returns the signature of a factorization, which takes matrices and returns
// several tensors, whose dtypes may differ.
constexpr Signature factorization_by(TypeRule types) {
  return {
      .name = "factorization",
      .operands = {{.name = "a"}},
      .results = {{.name = "factors", .role = Role::kDerived, .is_list = true}},
      .delivery = Delivery::kReturned,
      .types = types,
      .least_rank = 2};
}
inline constexpr Signature Signature::kCholesky =
    factorization_by(types_square);
inline constexpr Signature Signature::kQr = factorization_by(types_qr);
inline constexpr Signature Signature::kSvd = factorization_by(types_svd);
inline constexpr Signature Signature::kEig = factorization_by(types_eig);
inline constexpr Signature Signature::kEigh = factorization_by(types_eigh);
inline constexpr Signature Signature::kSolve{
    .name = "solve",
    .operands = {{.name = "a"}, {.name = "b"}},
    .results = {{.name = "y"}},
    .delivery = Delivery::kReturned,
    .types = types_solved,
    .least_rank = 2};

}  // namespace assay
