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
#include "spec/result.h"
#include "spec/view.h"

namespace assay {

// A position in the op table (spec/op_table.h).
enum class Op : std::uint16_t;

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

// Returns what a view shows after a movement, or a status if the attributes do
// not fit it or strides cannot express it.
using ViewRule = Result<View> (*)(const View& view,
                                  const Attributes& attributes);

// How ops of a kind are called. Rows of the table name one of the signatures of
// spec/signatures.h, or write their own.
struct Signature {
  std::string_view name;
  FixedList<Argument, kMaxOperands> operands;
  FixedList<Argument, kMaxResults> results;
  Delivery delivery = Delivery::kWritten;
  TypeRule types = nullptr;
  ViewRule shows = nullptr;  // of an op that returns a view
  int least_rank = 0;        // of the operand that selects the cell
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

  // The signatures that rows share (spec/signatures.h). out, x
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
  // x -> view of x; each op has a view rule of its own
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

}  // namespace assay
