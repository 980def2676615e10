// What the function of an op takes: first the out, then the operands, then the
// attributes in the order of the op's row. Operands are tensors, or arrays of
// C++ values; each signature is written down once, for both.
// Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/sdk/array.h"

namespace assay {

// What the elements of an argument are.
enum class Slot : std::uint8_t {
  kNone,     // there is no such argument
  kOperand,  // of the dtype of the cell
  kResult,   // of the result's dtype, where a cell is a pair
  kBool,
  kInt32,
  kMembers,  // a list of arguments, all of the dtype of the cell
};

struct Slots {
  Slot out = Slot::kNone;  // none: the function returns its tensors
  FixedList<Slot, 3> operands;
};

// Returns the slots of a signature. Ops whose result is a view, or several
// tensors, or may be the operand itself, return it; all others have an out,
// which is made for those whose caller gives none.
constexpr Slots slots_of(Signature signature) {
  constexpr Slot x = Slot::kOperand;
  switch (signature) {
    case Signature::kUnary:
    case Signature::kReduction:
    case Signature::kScan:
    case Signature::kSort:
    case Signature::kPad:
    case Signature::kAssign:
    case Signature::kUnfold:
    case Signature::kFold:
    case Signature::kFft:
      return {x, {x}};
    case Signature::kBinary:
    case Signature::kMatmul:
    case Signature::kSolve:
      return {x, {x, x}};
    case Signature::kComparison:
      return {Slot::kBool, {x, x}};
    case Signature::kWhere:
      return {x, {Slot::kBool, x, x}};
    case Signature::kArgReduction:
    case Signature::kArgsort:
      return {Slot::kInt32, {x}};
    case Signature::kCat:
      return {x, {Slot::kMembers}};
    case Signature::kCast:
    case Signature::kRfft:
    case Signature::kIrfft:
      return {Slot::kResult, {x}};
    case Signature::kThreefry:
      return {Slot::kInt32, {Slot::kInt32, Slot::kInt32}};
    case Signature::kGather:
      return {x, {x, Slot::kInt32}};
    case Signature::kScatter:
      return {x, {x, Slot::kInt32, x}};
    case Signature::kMovement:
    case Signature::kCopy:
    case Signature::kFactorization:
      return {Slot::kNone, {x}};
    case Signature::kCreation:
    case Signature::kHost:
    case Signature::kAccessor:
      break;
  }
  return {};
}

// Returns the dtype that selects a call's cell; for pairs, result_dtype_of()
// the other one. The call has passed check_call().
inline DType dtype_of(const Call& call) {
  const Signature signature = spec_of(call.op).signature;
  if (signature == Signature::kCreation) return call.attributes.dtype();
  return call.operands[signature == Signature::kWhere ? 1 : 0].dtype;
}
inline DType result_dtype_of(const Call& call) {
  const Signature signature = spec_of(call.op).signature;
  if (!is_paired(signature)) return dtype_of(call);
  return signature == Signature::kCast ? call.outs[0].dtype
                                       : call.attributes.dtype();
}

// The C++ type of the elements of a slot; X is that of the cell's dtype, Y
// that of the result's.
template <Slot slot, typename X, typename Y>
using SlotElement = std::conditional_t<
    slot == Slot::kBool, bool,
    std::conditional_t<slot == Slot::kInt32, std::int32_t,
                       std::conditional_t<slot == Slot::kResult, Y, X>>>;

// Returns an argument as the function takes it: where X is Tensor, a tensor.
template <Slot slot, typename X, typename Y, typename Memory>
decltype(auto) operand_argument(const Call& call, std::size_t position) {
  if constexpr (slot == Slot::kMembers) {
    if constexpr (std::is_same_v<X, Tensor>) {
      return (call.operands);
    } else {
      std::vector<Array<const X>> members;
      for (const Tensor& tensor : call.operands)
        members.emplace_back(
            reinterpret_cast<const X*>(Memory::storage_of(tensor)),
            tensor.view);
      return members;
    }
  } else {
    const Tensor& tensor = call.operands[position];
    using Element = SlotElement<slot, X, Y>;
    if constexpr (std::is_same_v<X, Tensor>)
      return (tensor);
    else
      return Array<const Element>(
          reinterpret_cast<const Element*>(Memory::storage_of(tensor)),
          tensor.view);
  }
}
template <Slot slot, typename X, typename Y, typename Memory>
decltype(auto) out_argument(const Tensor& out) {
  using Element = SlotElement<slot, X, Y>;
  if constexpr (std::is_same_v<X, Tensor>)
    return (out);
  else
    return Array<Element>(reinterpret_cast<Element*>(Memory::storage_of(out)),
                          out.view);
}

// Returns an attribute as a C++ value; an element as an X, or as its bits where
// operands are tensors. One that a call may leave out is an optional.
template <AttributeKey key, typename X>
decltype(auto) attribute_argument(const Attributes& attributes,
                                  [[maybe_unused]] DType dtype) {
  constexpr AttributeKind kind = spec_of(key).kind;
  if constexpr (is_optional(key)) {
    const auto* found = attributes.find(key);
    return found == nullptr ? std::optional<Attributes::Integers>()
                            : std::optional(*found);
  } else if constexpr (kind == AttributeKind::kElement) {
    if constexpr (std::is_same_v<X, Tensor>) {
      return attributes.value();
    } else {
      X element{};
      store_element(reinterpret_cast<std::byte*>(&element), dtype, 0,
                    attributes.value());
      return element;
    }
  } else {
    const Attributes::Integers& list = attributes.integers(key);
    if constexpr (kind == AttributeKind::kIntegerList) return (list);
    if constexpr (kind == AttributeKind::kInteger) return std::int64_t{list[0]};
    if constexpr (kind == AttributeKind::kBool) return list[0] != 0;
    if constexpr (kind == AttributeKind::kBoolList)
      return std::vector<bool>(list.begin(), list.end());
    if constexpr (kind == AttributeKind::kPairList) {
      std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
      for (std::size_t i = 0; i + 1 < list.size(); i += 2)
        pairs.emplace_back(list[i], list[i + 1]);
      return pairs;
    }
    if constexpr (kind == AttributeKind::kDType)
      return static_cast<DType>(list[0]);
    if constexpr (kind == AttributeKind::kScan)
      return static_cast<Scan>(list[0]);
    if constexpr (kind == AttributeKind::kScatter)
      return static_cast<ScatterMode>(list[0]);
  }
}

// The arguments of the i-th op of the table. Calls and questions name them all
// at once: tuples of them would take most of the time that a backend compiles.
template <std::size_t i, typename X, typename Y, typename Memory>
class Arguments {
 public:
  // Calls f(author, arguments…); `out` is left out where the op has none.
  template <typename F, typename Author>
  static decltype(auto) pass_to(const F& f, Author& author, const Call& call,
                                const Tensor& out) {
    return pass(f, author, call, out, Operands(), Keys());
  }

  // Whether there is such a call.
  template <typename F, typename Author>
  static constexpr bool are_taken_by() {
    return are_taken<F, Author>(Operands(), Keys());
  }

 private:
  static constexpr Slots kSlots = slots_of(kOps[i]->signature);
  using Operands = std::make_index_sequence<kSlots.operands.count>;
  using Keys = std::make_index_sequence<kOps[i]->attributes.count>;

  template <std::size_t k>
  static decltype(auto) operand(const Call& call) {
    return operand_argument<kSlots.operands.items[k], X, Y, Memory>(call, k);
  }
  template <std::size_t k>
  static decltype(auto) attribute(const Call& call) {
    return attribute_argument<kOps[i]->attributes.items[k], X>(call.attributes,
                                                               dtype_of(call));
  }
  static decltype(auto) result(const Tensor& out) {
    return out_argument<kSlots.out, X, Y, Memory>(out);
  }

  template <typename F, typename Author, std::size_t... k, std::size_t... a>
  static decltype(auto) pass(const F& f, Author& author, const Call& call,
                             [[maybe_unused]] const Tensor& out,
                             std::index_sequence<k...>,
                             std::index_sequence<a...>) {
    if constexpr (kSlots.out == Slot::kNone)
      return f(author, operand<k>(call)..., attribute<a>(call)...);
    else
      return f(author, result(out), operand<k>(call)..., attribute<a>(call)...);
  }

  template <typename F, typename Author, std::size_t... k, std::size_t... a>
  static constexpr bool are_taken(std::index_sequence<k...>,
                                  std::index_sequence<a...>) {
    using Given = const Call&;
    if constexpr (kSlots.out == Slot::kNone)
      return std::is_invocable_v<
          F, Author&, decltype(operand<k>(std::declval<Given>()))...,
          decltype(attribute<a>(std::declval<Given>()))...>;
    else
      return std::is_invocable_v<
          F, Author&, decltype(result(std::declval<const Tensor&>())),
          decltype(operand<k>(std::declval<Given>()))...,
          decltype(attribute<a>(std::declval<Given>()))...>;
  }
};

// The function that the i-th op of the table is expected to have, as a type:
// what the compiler shows to authors whose own one is another.
template <std::size_t i, typename X, typename Y, typename Memory,
          typename Operands = std::make_index_sequence<
              slots_of(kOps[i]->signature).operands.count>,
          typename Keys = std::make_index_sequence<kOps[i]->attributes.count>>
struct ExpectedFunction;

template <std::size_t i, typename X, typename Y, typename Memory,
          std::size_t... k, std::size_t... a>
struct ExpectedFunction<i, X, Y, Memory, std::index_sequence<k...>,
                        std::index_sequence<a...>> {
  static constexpr Slots kSlots = slots_of(kOps[i]->signature);
  using Out =
      decltype(out_argument<kSlots.out, X, Y, Memory>(std::declval<Tensor>()));
  using Returned =
      std::conditional_t<kOps[i]->signature == Signature::kFactorization,
                         Result<Tensors>, Result<Tensor>>;
  template <std::size_t at>
  using Operand =
      decltype(operand_argument<kSlots.operands.items[at], X, Y, Memory>(
          std::declval<const Call&>(), at));
  template <std::size_t at>
  using Attribute =
      decltype(attribute_argument<kOps[i]->attributes.items[at], X>(
          std::declval<const Attributes&>(), DType()));
  using Type = std::conditional_t<kSlots.out == Slot::kNone,
                                  Returned(Operand<k>..., Attribute<a>...),
                                  void(Out, Operand<k>..., Attribute<a>...)>;
};

}  // namespace assay
