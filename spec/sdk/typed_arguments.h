// What the function of an op takes: first the out, then the operands, then the
// attributes in the order of the op's row. Operands are tensors, or arrays of
// C++ values; each signature is written down once, for both. An optional
// operand that a call leaves out has no elements. Tested by
// tests/spec/typed_backend_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/cells.h"
#include "spec/op_table.h"
#include "spec/sdk/array.h"

namespace assay {

// Returns how many outs the author's function gets; they are made for it if the
// caller gives none. Ops that make a tensor of nothing, and those whose result
// is a view, or several tensors, or may be the operand itself, or has an extent
// that elements decide, return it instead.
constexpr std::size_t out_count(const Signature& signature) {
  const bool returns =
      (signature.operands.empty() && signature.returns_tensor()) ||
      signature.delivery == Delivery::kView ||
      signature.delivery == Delivery::kShared || signature.is_counted ||
      signature.results[0].is_list;
  return returns ? 0 : signature.results.size();
}

// The C++ type of the elements of an argument of a role; X is that of the
// cell's dtype, Y that of the result's.
template <Role role, typename X, typename Y>
struct RoleElement {
  using Type = X;
};
template <typename X, typename Y>
struct RoleElement<Role::kPaired, X, Y> {
  using Type = Y;
};
template <typename X, typename Y>
struct RoleElement<Role::kBool, X, Y> {
  using Type = bool;
};
template <typename X, typename Y>
struct RoleElement<Role::kInt32, X, Y> {
  using Type = std::int32_t;
};
template <typename X, typename Y>
struct RoleElement<Role::kFloat32, X, Y> {
  using Type = float;
};

// Returns an operand of the signature, which other optional operands of a call
// may precede or not. One that the call leaves out is a tensor without
// elements.
inline const Tensor& operand_of(const Call& call, const Signature& signature,
                                std::size_t number) {
  static const Tensor kAbsent{
      .dtype = {}, .view = View(Shape{0}), .buffer = {}};
  if (!is_given(signature.operands[number], call.attributes)) return kAbsent;
  std::size_t position = 0;
  for (std::size_t i = 0; i < number; ++i)
    position += is_given(signature.operands[i], call.attributes) ? 1 : 0;
  return call.operands[position];
}

// Returns an argument as the function takes it: where X is Tensor, a tensor.
// The operand `number` of the signature is given unless it is a list.
template <Role role, bool is_list, typename X, typename Y, typename Memory>
decltype(auto) operand_argument(const Call& call, const Signature& signature,
                                std::size_t number) {
  if constexpr (is_list) {
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
    const Tensor& tensor = operand_of(call, signature, number);
    using Element = typename RoleElement<role, X, Y>::Type;
    if constexpr (std::is_same_v<X, Tensor>) {
      return (tensor);
    } else {
      const auto* storage =
          tensor.buffer == nullptr ? nullptr : Memory::storage_of(tensor);
      if constexpr (role == Role::kIndex)
        return IndexArray(storage, tensor.dtype, tensor.view);
      else
        return Array<const Element>(reinterpret_cast<const Element*>(storage),
                                    tensor.view);
    }
  }
}
template <Role role, typename X, typename Y, typename Memory>
decltype(auto) out_argument(const Tensor& out) {
  using Element = typename RoleElement<role, X, Y>::Type;
  if constexpr (std::is_same_v<X, Tensor>)
    return (out);
  else
    return Array<Element>(reinterpret_cast<Element*>(Memory::storage_of(out)),
                          out.view);
}

// The C++ type of an attribute that is a choice: an enumeration in the order of
// its names, or the position where there is none.
template <AttributeKey key>
struct ChoiceType {
  using Type = std::int64_t;
};
template <>
struct ChoiceType<AttributeKey::kOp> {
  using Type = Scan;
};
template <>
struct ChoiceType<AttributeKey::kMode> {
  using Type = ScatterMode;
};
template <>
struct ChoiceType<AttributeKey::kInterpolation> {
  using Type = Interpolation;
};
template <>
struct ChoiceType<AttributeKey::kPaddingMode> {
  using Type = PaddingMode;
};
template <>
struct ChoiceType<AttributeKey::kUpdate> {
  using Type = UpdateMode;
};
template <>
struct ChoiceType<AttributeKey::kTransposeA> {
  using Type = TransposeA;
};

// Returns an attribute as a C++ value; an element as an X, or as its bits where
// operands are tensors. One that a call may leave out is an optional.
template <AttributeKey key, typename X>
decltype(auto) attribute_argument(const Call& call) {
  const Attributes& attributes = call.attributes;
  constexpr AttributeKind kind = spec_of(key).kind;
  if constexpr (kind == AttributeKind::kElement) {
    const auto read = [&] {
      if constexpr (std::is_same_v<X, Tensor>) {
        return attributes.element(key);
      } else {
        X element{};
        store_element(reinterpret_cast<std::byte*>(&element),
                      element_dtype(call), 0, attributes.element(key));
        return element;
      }
    };
    if constexpr (spec_of(key).is_optional)
      return attributes.find(key) == nullptr ? std::nullopt
                                             : std::optional(read());
    else
      return read();
  } else if constexpr (spec_of(key).is_optional) {
    const auto* found = attributes.find(key);
    return found == nullptr ? std::optional<Attributes::Integers>()
                            : std::optional(*found);
  } else {
    const Attributes::Integers& list = attributes.integers(key);
    if constexpr (kind == AttributeKind::kIntegerList ||
                  kind == AttributeKind::kSubscripts)
      return (list);
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
    if constexpr (kind == AttributeKind::kChoice)
      return static_cast<typename ChoiceType<key>::Type>(list[0]);
  }
}

// The arguments of the i-th op of the table. Calls and questions name them all
// at once: tuples of them would take most of the time that a backend compiles.
template <std::size_t i, typename X, typename Y, typename Memory>
class Arguments {
 public:
  // Calls f(author, arguments…); `outs` are as many as out_count() says.
  template <typename F, typename Author>
  static decltype(auto) pass_to(const F& f, Author& author, const Call& call,
                                const Tensors& outs) {
    return pass(f, author, call, outs, Outs(), Operands(), Keys());
  }
  // Whether there is such a call.
  template <typename F, typename Author>
  static constexpr bool are_taken_by() {
    return are_taken<F, Author>(Outs(), Operands(), Keys());
  }

 private:
  static constexpr const Signature& kSignature = kOps[i]->signature;
  using Outs = std::make_index_sequence<out_count(kOps[i]->signature)>;
  using Operands = std::make_index_sequence<kOps[i]->signature.operands.count>;
  using Keys = std::make_index_sequence<kOps[i]->attributes.count>;
  template <std::size_t k>
  static decltype(auto) result(const Tensors& outs) {
    return out_argument<kSignature.results[k].role, X, Y, Memory>(outs[k]);
  }
  template <std::size_t k>
  static decltype(auto) operand(const Call& call) {
    constexpr const Argument& operand = kSignature.operands[k];
    return operand_argument<operand.role, operand.is_list, X, Y, Memory>(
        call, kSignature, k);
  }
  template <std::size_t k>
  static decltype(auto) attribute(const Call& call) {
    return attribute_argument<kOps[i]->attributes.items[k], X>(call);
  }
  template <typename F, typename Author, std::size_t... o, std::size_t... k,
            std::size_t... a>
  static decltype(auto) pass(const F& f, Author& author, const Call& call,
                             [[maybe_unused]] const Tensors& outs,
                             std::index_sequence<o...>,
                             std::index_sequence<k...>,
                             std::index_sequence<a...>) {
    return f(author, result<o>(outs)..., operand<k>(call)...,
             attribute<a>(call)...);
  }
  template <typename F, typename Author, std::size_t... o, std::size_t... k,
            std::size_t... a>
  static constexpr bool are_taken(std::index_sequence<o...>,
                                  std::index_sequence<k...>,
                                  std::index_sequence<a...>) {
    return std::is_invocable_v<
        F, Author&, decltype(result<o>(std::declval<const Tensors&>()))...,
        decltype(operand<k>(std::declval<const Call&>()))...,
        decltype(attribute<a>(std::declval<const Call&>()))...>;
  }
};

// The function that the i-th op of the table is expected to have, as a type:
// what the compiler shows to authors whose own one is another.
template <std::size_t i, typename X, typename Y, typename Memory,
          typename Outs =
              std::make_index_sequence<out_count(kOps[i]->signature)>,
          typename Operands =
              std::make_index_sequence<kOps[i]->signature.operands.count>,
          typename Keys = std::make_index_sequence<kOps[i]->attributes.count>>
struct ExpectedFunction;
template <std::size_t i, typename X, typename Y, typename Memory,
          std::size_t... o, std::size_t... k, std::size_t... a>
struct ExpectedFunction<i, X, Y, Memory, std::index_sequence<o...>,
                        std::index_sequence<k...>, std::index_sequence<a...>> {
  static constexpr const Signature& kSignature = kOps[i]->signature;
  using Returned =
      std::conditional_t<sizeof...(o) != 0, void,
                         std::conditional_t<kSignature.results[0].is_list,
                                            Result<Tensors>, Result<Tensor>>>;
  template <std::size_t at>
  using Out = decltype(out_argument<kSignature.results[at].role, X, Y, Memory>(
      std::declval<Tensor>()));
  template <std::size_t at>
  using Operand =
      decltype(operand_argument<kSignature.operands[at].role,
                                kSignature.operands[at].is_list, X, Y, Memory>(
          std::declval<const Call&>(), kSignature, at));
  template <std::size_t at>
  using Attribute =
      decltype(attribute_argument<kOps[i]->attributes.items[at], X>(
          std::declval<const Call&>()));
  using Type = Returned(Out<o>..., Operand<k>..., Attribute<a>...);
};

}  // namespace assay
