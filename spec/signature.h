// Describes as data how an op is called: its operands and results with their
// roles, the delivery of the results, and the rule that derives their types.
// All code that handles calls reads this description, so a new op needs a row
// but no code there. Tested by tests/spec/signature_test.cc.
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

// Stores a list inline, so that constexpr rows can contain braced lists. A list
// with too many items does not compile.
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

// The largest number of operands, and of results, that a call may have.
inline constexpr std::size_t kMaxOperands = 8;
inline constexpr std::size_t kMaxResults = 8;

// Says which dtype an operand or result has in a call of a given cell.
enum class Role : std::uint8_t {
  kCell,    // the cell's dtype; the first such operand selects the cell
  kSame,    // the cell's dtype, but this operand does not select the cell
  kPaired,  // for results: the second dtype of a cell that is a pair
  kBool,
  kInt32,
  kIndex,  // int64 if the cell's variant is or ends in "int64", else int32
  kFloat32,
  kDerived,  // for results: the type rule decides, by cell and profile
};

// Describes one operand or result of a call.
struct Argument {
  std::string_view name;
  Role role = Role::kCell;
  // True if this stands for several tensors: one or more operands, or as many
  // results as the type rule returns.
  bool is_list = false;
  // If set, a bool attribute that says whether the call has the operand.
  AttributeKey given_by = kNoAttribute;
  // True if the op uses only the operand's shape and never reads its elements.
  bool is_shape_only = false;
};

// Returns whether a call with these attributes has the operand.
inline bool is_given(const Argument& operand, const Attributes& attributes) {
  if (operand.given_by == kNoAttribute) return true;
  const auto* flag = attributes.find(operand.given_by);
  return flag != nullptr && !flag->empty() && flag->front() != 0;
}

// Says how an op delivers its results.
enum class Delivery : std::uint8_t {
  kWritten,    // writes every element of the caller's outs
  kKept,       // writes what the view of the caller's out shows; keeps the rest
  kReturned,   // returns fresh tensors
  kOffered,    // returns a tensor, or writes into an out if one is given
  kView,       // returns a view of the operand, or a copy, as the clauses say
  kShared,     // returns a fresh tensor, the operand itself or a view of it
  kHosted,     // functions of Backend move it between host and backend
  kAllocated,  // a function of Backend makes it, without operands
  kAccessed,   // no tensor, but a property of the operand
  kProtocol,   // no call; functions of Backend carry it out around calls
};

// Holds what a type rule may use about a call.
struct CallTypes {
  Op op;
  std::span<const TensorType> operands;
  const Attributes& attributes;
  DType requested;  // the dtype of out, if the caller gives one
  const Profile& profile;
};

// Returns the types of the results, or `invalid` with the broken clause as the
// kind. infer() has already checked the number and the roles of the operands,
// and that the call has the attributes of the row.
using TypeRule = Result<std::vector<TensorType>> (*)(const CallTypes& call);

// Returns the view after a movement, or a status if the attributes do not fit
// the view or strides cannot express the result.
using ViewRule = Result<View> (*)(const View& view,
                                  const Attributes& attributes);

// Describes how ops of one kind are called. A row of the op table names one of
// the signatures of spec/signatures.h, or defines its own.
struct Signature {
  std::string_view name;
  FixedList<Argument, kMaxOperands> operands;
  FixedList<Argument, kMaxResults> results;
  Delivery delivery = Delivery::kWritten;
  TypeRule types = nullptr;
  ViewRule shows = nullptr;  // set if the op returns a view
  int least_rank = 0;        // for the operand that selects the cell
  // True if operands and results have the same shape, and each element of the
  // result depends only on the operand elements at the same place.
  bool is_by_element = false;
  // True if elements decide how many entries the first axis of each result has.
  // The type rule gives the most there can be.
  bool is_counted = false;

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
  // Returns whether execute() carries the op out. The other ops are functions
  // of Backend, or properties that a tensor has.
  constexpr bool is_executed() const {
    return delivery != Delivery::kHosted && delivery != Delivery::kAllocated &&
           delivery != Delivery::kAccessed && delivery != Delivery::kProtocol;
  }
  // Returns whether the op returns tensors instead of writing into those that
  // the caller provides.
  constexpr bool returns_tensor() const {
    return delivery == Delivery::kReturned || delivery == Delivery::kOffered ||
           delivery == Delivery::kView || delivery == Delivery::kShared ||
           delivery == Delivery::kAllocated;
  }
  // Returns whether the op returns its result but may also be given an out.
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
  // Returns whether the first result has this role.
  constexpr bool gives(Role role) const {
    return !results.empty() && results[0].role == role;
  }

  // The signatures that rows share, each after the operands, results and
  // attributes of its calls. spec/signatures.h defines them. out, x
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
  // x -> view of x; each op has its own view rule
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
  // what surrounds calls
  static const Signature kProtocol;
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
