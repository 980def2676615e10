// How a call of an op looks, as data: the operands and results with their
// roles, who holds the results, and the rule by which their types follow.
// Whoever handles calls reads it, so that an op with other operands is a row
// and no new code. Tested by tests/spec/signature_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay {

// A position in the op table (spec/op_table.h).
enum class Op : std::uint16_t;

template <typename T>
class Result;
struct Profile;
struct TensorType;

// A list with inline storage, so that rows are plain braced lists. Too many
// items do not compile.
template <typename T, std::size_t capacity>
struct FixedList {
  T items[capacity]{};
  std::size_t count = 0;

  constexpr FixedList() = default;
  constexpr FixedList(std::initializer_list<T> list) {
    for (const T& item : list) items[count++] = item;
  }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + count; }
  constexpr std::size_t size() const { return count; }
  constexpr bool empty() const { return count == 0; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
};

// How many operands and results a call has at most.
inline constexpr std::size_t kMaxOperands = 8;
inline constexpr std::size_t kMaxResults = 8;

// Which dtype an operand or result has, by the cell of the call.
enum class Role : std::uint8_t {
  kCell,    // that of the cell; the first such operand selects the cell
  kSame,    // that of the cell, which another operand selects
  kPaired,  // of a result: the second dtype of a cell that is a pair
  kBool,
  kInt32,
  kFloat32,
  kDerived,  // of a result: what the type rule says, by cell and profile
};

// One operand or result of a call.
struct Argument {
  std::string_view name;
  Role role = Role::kCell;
  // Of operands, one or more tensors; of results, as many as the rule gives.
  bool is_list = false;
  // The operand is there if this attribute, a bool, says so.
  AttributeKey given_by = kNoAttribute;
  // Only the operand's shape counts; its elements are never read.
  bool is_shape_only = false;
};

// Returns whether a call with these attributes has the operand.
inline bool is_given(const Argument& operand, const Attributes& attributes) {
  if (operand.given_by == kNoAttribute) return true;
  const auto* flag = attributes.find(operand.given_by);
  return flag != nullptr && !flag->empty() && flag->front() != 0;
}

// Who holds the results of a call.
enum class Delivery : std::uint8_t {
  kWritten,    // the caller's outs; every element is written
  kKept,       // the caller's out; what its view does not show is kept
  kReturned,   // fresh tensors that the op returns
  kOffered,    // returned; written into an out if the caller gives one
  kView,       // returned: a view of the operand, or a copy, as clauses say
  kShared,     // returned: a fresh tensor, or the operand itself
  kHosted,     // moved between host and backend by functions of Backend
  kAllocated,  // made by a function of Backend, without operands
  kAccessed,   // no tensor: a property of the operand
};

// What infer() knows of a call.
struct CallTypes {
  Op op;
  std::span<const TensorType> operands;
  const Attributes& attributes;
  DType requested;  // the dtype of out, where the caller gives one
  const Profile& profile;
};

// Returns the types of the results, or `invalid` with the clause that the call
// breaks as the kind. The operands' count and roles are right, and the
// attributes are those of the row.
using TypeRule = Result<std::vector<TensorType>> (*)(const CallTypes& call);

// The type rules, one for each way in which results follow from operands
// (spec/type_rules*.cc).
Result<std::vector<TensorType>> types_alike(const CallTypes& call);
Result<std::vector<TensorType>> types_unchanged(const CallTypes& call);
Result<std::vector<TensorType>> types_reduced(const CallTypes& call);
Result<std::vector<TensorType>> types_arg_reduced(const CallTypes& call);
Result<std::vector<TensorType>> types_scanned(const CallTypes& call);
Result<std::vector<TensorType>> types_sorted(const CallTypes& call);
Result<std::vector<TensorType>> types_expanded(const CallTypes& call);
Result<std::vector<TensorType>> types_reshaped(const CallTypes& call);
Result<std::vector<TensorType>> types_permuted(const CallTypes& call);
Result<std::vector<TensorType>> types_shrunk(const CallTypes& call);
Result<std::vector<TensorType>> types_flipped(const CallTypes& call);
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

// How ops of a kind are called. Rows of the table name one of those below, or
// write their own.
struct Signature {
  std::string_view name;
  FixedList<Argument, kMaxOperands> operands;
  FixedList<Argument, kMaxResults> results;
  Delivery delivery = Delivery::kWritten;
  TypeRule types = nullptr;
  int least_rank = 0;  // of the operand that selects the cell
  // Each element of the result depends on the elements of the operands at its
  // place alone, and all have one shape.
  bool is_by_element = false;

  // Returns the position of the operand whose dtype selects the cell; 0 if
  // roles fix every dtype, or if there is no operand.
  constexpr std::size_t cell_operand() const {
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (operands[i].role == Role::kCell) return i;
    return 0;
  }
  // Returns whether a cell is a pair of dtypes: the operand's and the result's.
  constexpr bool is_paired() const {
    for (const Argument& result : results)
      if (result.role == Role::kPaired) return true;
    return false;
  }
  // Returns whether the op is carried out by execute(); the others are
  // functions of Backend, or facts that a tensor holds.
  constexpr bool is_executed() const {
    return delivery != Delivery::kHosted && delivery != Delivery::kAllocated &&
           delivery != Delivery::kAccessed;
  }
  // Returns whether the op hands back tensors of its own instead of writing
  // into those that the caller provides.
  constexpr bool returns_tensor() const {
    return delivery == Delivery::kReturned || delivery == Delivery::kOffered ||
           delivery == Delivery::kView || delivery == Delivery::kShared ||
           delivery == Delivery::kAllocated;
  }
  // Returns whether the op, which returns its result, takes an out all the
  // same.
  constexpr bool takes_optional_out() const {
    return delivery == Delivery::kOffered;
  }
  // Returns whether the op works element by element on operands of one dtype,
  // so that it can be evaluated by a function of scalars.
  constexpr bool is_lifted() const {
    if (!is_by_element || is_paired()) return false;
    for (const Argument& operand : operands)
      if (operand.role != Role::kCell) return false;
    return true;
  }
  // Returns whether the first result has a dtype of its own, whatever the cell.
  constexpr bool gives(Role role) const {
    return !results.empty() && results[0].role == role;
  }

  // out, x
  static const Signature kUnary;
  // out, a, b
  static const Signature kBinary;
  static const Signature kComparison;
  // out, condition, if_true, if_false
  static const Signature kWhere;
  // out, x; axes, keepdims
  static const Signature kReduction;
  static const Signature kArgReduction;
  // out, x; axis
  static const Signature kScan;
  static const Signature kSort;
  static const Signature kArgsort;
  // x -> view of x; each op has a rule of its own
  static const Signature kExpand;
  static const Signature kReshape;
  static const Signature kPermute;
  static const Signature kShrink;
  static const Signature kFlip;
  // x -> new
  static const Signature kPad;
  static const Signature kCopy;
  // out, members…; axis
  static const Signature kCat;
  // out (any dtype), x
  static const Signature kCast;
  // out (destination, kept where not covered), source
  static const Signature kAssign;
  // -> new; dtype, shape
  static const Signature kAllocation;
  static const Signature kCreation;
  // the moves between host and backend, and properties of a tensor
  static const Signature kHost;
  static const Signature kAccessor;
  // out, key, counter
  static const Signature kThreefry;
  // out, data, indices; axis
  static const Signature kGather;
  // template, indices, updates -> new; axis, mode
  static const Signature kScatter;
  // x -> new; windows
  static const Signature kUnfold;
  static const Signature kFold;
  // out, a, b
  static const Signature kMatmul;
  // x -> out or new; axes
  static const Signature kFft;
  static const Signature kRfft;
  static const Signature kIrfft;
  // a -> one to three new
  static const Signature kCholesky;
  static const Signature kQr;
  static const Signature kSvd;
  static const Signature kEig;
  static const Signature kEigh;
  // a, b -> new
  static const Signature kSolve;
};

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

// A movement that returns a view of its operand, by the rule of its op.
constexpr Signature movement_by(TypeRule types) {
  return {.name = "movement",
          .operands = {{.name = "x"}},
          .results = {{.name = "y"}},
          .delivery = Delivery::kView,
          .types = types};
}
inline constexpr Signature Signature::kExpand = movement_by(types_expanded);
inline constexpr Signature Signature::kReshape = movement_by(types_reshaped);
inline constexpr Signature Signature::kPermute = movement_by(types_permuted);
inline constexpr Signature Signature::kShrink = movement_by(types_shrunk);
inline constexpr Signature Signature::kFlip = movement_by(types_flipped);

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

// A transform, which returns its result or writes it into an out.
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

// A factorization: matrices in, several tensors out, whose dtypes may differ.
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
