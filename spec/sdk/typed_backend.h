// Defines the base class of a backend whose ops are member functions with the
// names of the ops. The functions and the types that they take decide which
// cells the backend claims, so it claims exactly the cells that it can run.
// docs/plugins.md shows one. Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <array>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "spec/checked_results.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"
#include "spec/sdk/op_functions.h"
#include "spec/sdk/op_list.h"
#include "spec/sdk/protocol_functions.h"
#include "spec/sdk/typed_arguments.h"

namespace assay {

// An author's class derives from TypedBackend of itself and has, in public:
//
//   static constexpr std::string_view kName = …, kVersion = …;
//   static constexpr DTypeSet kDTypes = …;  // optional: no other dtypes
//   static constexpr OpFunctionName kFunctions[] = …;  // optional: op_list.h
//   template <std::floating_point T>
//   void add(Array<T> out, Array<const T> a, Array<const T> b);
//
// A function takes out, operands and attributes as typed_arguments.h says and
// returns nothing or a Status. A function that takes arrays is claimed for the
// dtypes that fit its types. One that takes `const Tensor&` instead is claimed
// for all dtypes of the op, or those of kDTypes. Ops that return views, several
// tensors or copies always take tensors, and return a Tensor, Tensors or a
// Result of one. View computes the views. Memory provides memory and the ops
// that only move elements; a device passes a Backend of its own as Memory. A
// call that breaks a precondition is refused before any function is called.
template <typename Author, typename Memory = HostMemory>
class TypedBackend : public Memory {
 public:
  std::string_view name() const override { return Author::kName; }
  std::string_view version() const override { return Author::kVersion; }

  // Returns the claim that follows from the functions. A class that promises
  // less (a lower rank, some layouts, no descending sort) overrides this and
  // narrows the result.
  std::optional<Claim> claim(const Cell& cell) const override {
    const OpSpec& spec = spec_of(cell.op);
    const Variant* variant = variant_named(spec, cell.variant);
    if (variant == nullptr ||
        need_of(cell.op, *variant, cell.dtype, cell.result) == Need::kNone)
      return std::nullopt;
    if (spec.signature.delivery == Delivery::kProtocol &&
        !overrides_functions_of<Author>(spec.name))
      return std::nullopt;
    const bool is_one_cell = variant->dtypes().count() == 1 &&
                             spec.signature.delivery == Delivery::kProtocol;
    if (!is_one_cell && !dtypes().contains(cell.dtype)) return std::nullopt;
    if (spec.signature.is_executed() &&
        !kernel_of(cell.op, cell.dtype, cell.result))
      return std::nullopt;
    return Claim{};
  }

  Result<Tensors> execute(const Call& call) override {
    static_assert(is_any_op_written(),
                  "the class has no public member function of an op's name");
    static_assert(std::is_void_v<decltype(check_list())>);
    try {
      if (!spec_of(call.op).signature.is_executed())
        return missing(call.op, DType::kFloat32);
      std::vector<TensorType> results;
      if (Status s = check_call(call, results); !s.ok()) return s;
      // Views need no elements, so they are made anywhere.
      if constexpr (requires { Memory::check_places(call); })
        if (spec_of(call.op).signature.delivery != Delivery::kView)
          if (Status s = Memory::check_places(call); !s.ok()) return s;
      const Cell cell = cell_of(call);
      const Kernel kernel = dtypes().contains(cell.dtype)
                                ? kernel_of(call.op, cell.dtype, cell.result)
                                : std::nullopt;
      if (!kernel) return missing(call.op, cell.dtype);
      if (!call.operands.empty() &&
          is_empty_extremum(call.op, call.operands[0].view.shape(),
                            call.attributes))
        return Status::invalid("the extremum of no elements");
      return run(*kernel, call, results);
    } catch (const std::bad_alloc&) {
      return Status{StatusCode::kOutOfMemory, "", "the host is out of memory"};
    } catch (const std::exception& exception) {
      return Status::internal(exception.what());
    }
  }

  // Ops that return views. They move no element.
  Result<Tensor> expand(const Tensor& x, const Shape& shape) {
    return shown(x, x.view.expand(shape));
  }
  Result<Tensor> permute(const Tensor& x,
                         const std::vector<std::int64_t>& axes) {
    return shown(x, x.view.permute(axes));
  }
  Result<Tensor> shrink(
      const Tensor& x,
      const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
    return shown(x, x.view.shrink(ranges));
  }
  Result<Tensor> flip(const Tensor& x, const std::vector<bool>& axes) {
    return shown(x, x.view.flip(axes));
  }

 private:
  // Is a function that runs an op on a pair of dtypes, if there is one. It
  // writes to made[0], or to call.outs[0] if `made` is empty, or it makes the
  // tensors. It is an optional because sanitized builds cannot compare a
  // pointer with null at compile time.
  using Kernel = std::optional<Status (*)(Author& author, const Call& call,
                                          Tensors& made)>;
  template <std::size_t i>
  using Function = OpFunction<OpTag<op_name_at<i>()>>;

  static constexpr DTypeSet dtypes() {
    if constexpr (requires { Author::kDTypes; })
      return Author::kDTypes;
    else
      return kEveryDType;
  }

  static Result<Tensor> shown(const Tensor& x, Result<View> view) {
    if (!view) return view.status();
    return Tensor{x.dtype, *std::move(view), x.buffer};
  }

  template <std::size_t i, typename X, typename Y>
  static constexpr bool takes() {
    return Arguments<i, X, Y, Memory>::template are_taken_by<Function<i>,
                                                             Author>();
  }

  // Carries out a call with a kernel: makes outs of the types `results` if they
  // are needed, and returns the tensors that were made.
  Result<Tensors> run(Kernel kernel, const Call& call,
                      const std::vector<TensorType>& results) {
    auto& author = static_cast<Author&>(*this);
    const Signature& signature = spec_of(call.op).signature;
    Tensors made;
    if (out_count(signature) != 0 && signature.returns_tensor()) {
      made = call.outs;
      if (made.empty())
        if (Status s = make_outs(author, results, made); !s.ok()) return s;
    }
    if (Status s = (*kernel)(author, call, made); !s.ok()) return s;
    return made;
  }

  static Status check_buffers(const Call& call) {
    for (const auto* tensors : {&call.operands, &call.outs})
      for (const Tensor& tensor : *tensors)
        if (Memory::storage_of(tensor) == nullptr)
          return Status::invalid("a tensor's buffer is of another backend");
    return {};
  }

  // Calls the function of the i-th op with arrays of X (and Y), or with tensors
  // if X is Tensor.
  template <std::size_t i, typename X, typename Y>
  static Status call_function(Author& author, const Call& call, Tensors& made) {
    if constexpr (!std::is_same_v<X, Tensor>)
      if (Status s = check_buffers(call); !s.ok()) return s;
    const auto called = [&](const Tensors& outs) -> decltype(auto) {
      return Arguments<i, X, Y, Memory>::pass_to(Function<i>(), author, call,
                                                 outs);
    };
    using Returned = decltype(called(std::declval<const Tensors&>()));
    if constexpr (out_count(kOps[i]->signature) != 0) {
      constexpr bool is_right =
          std::is_void_v<Returned> || std::is_same_v<Returned, Status>;
      demand<
          typename Function<i>::template Returns<void, Returned, is_right>>();
      const Tensors& outs = made.empty() ? call.outs : made;
      if constexpr (std::is_same_v<Returned, Status>)
        return called(outs);
      else
        called(outs);
      return {};
    } else if constexpr (std::is_convertible_v<Returned, Result<Tensors>>) {
      Result<Tensors> tensors = called(made);
      if (!tensors) return tensors.status();
      made = *std::move(tensors);
      return {};
    } else {
      constexpr bool is_right = std::is_convertible_v<Returned, Result<Tensor>>;
      demand<
          typename Function<i>::template Returns<Tensor, Returned, is_right>>();
      if constexpr (is_right) {
        Result<Tensor> tensor = called(made);
        if (!tensor) return tensor.status();
        made.push_back(*std::move(tensor));
      }
      return {};
    }
  }

  // Makes the outs of an op that returns its results.
  static Status make_outs(Author& author,
                          const std::vector<TensorType>& results,
                          Tensors& made) {
    for (const TensorType& type : results) {
      auto out = author.buffer(type.dtype, type.shape);
      if (!out) return out.status();
      made.push_back(*std::move(out));
    }
    return {};
  }

  // Returns the kernel of the i-th op on a pair of dtypes, or nothing.
  template <std::size_t i>
  static constexpr Kernel kernel_at(DType dtype, DType result) {
    if constexpr (!kOps[i]->signature.is_executed()) {
      return std::nullopt;
    } else {
      if constexpr (!Function<i>::template is_named<Author>)
        return std::nullopt;
      else if constexpr (takes<i, Tensor, Tensor>())
        return &call_function<i, Tensor, Tensor>;
      else
        return array_kernel<i>(dtype, result);
    }
  }

  template <std::size_t i>
  static constexpr Kernel array_kernel(DType dtype, DType result) {
    Kernel kernel;
    if constexpr (takes_arrays<i>()) {
      const auto try_pair = [&]<std::size_t x, std::size_t y>() {
        constexpr auto from = static_cast<DType>(x);
        constexpr auto to = static_cast<DType>(y);
        if constexpr (dtypes().contains(from) && !kPacked.contains(from) &&
                      !kPacked.contains(to)) {
          using X = ElementType<from>;
          using Y = ElementType<to>;
          if constexpr (takes<i, X, Y>())
            if (dtype == from && result == to) kernel = &call_function<i, X, Y>;
        }
      };
      const auto try_all = [&]<std::size_t... x>(std::index_sequence<x...>) {
        const auto try_row = [&]<std::size_t from>() {
          if constexpr (kOps[i]->signature.is_paired())
            (try_pair.template operator()<from, x>(), ...);
          else
            try_pair.template operator()<from, from>();
        };
        (try_row.template operator()<x>(), ...);
      };
      try_all(std::make_index_sequence<kDTypeCount>());
    }
    return kernel;
  }

  // Returns whether the op's function can be called for some dtype. Returns
  // true if there is no such function.
  template <std::size_t i>
  static constexpr bool is_fitting() {
    if constexpr (kOps[i]->signature.is_executed()) {
      if (!Function<i>::template is_named<Author>) return true;
      for (int x = 0; x < kDTypeCount; ++x)
        for (int y = 0; y < kDTypeCount; ++y)
          if (kernel_at<i>(static_cast<DType>(x), static_cast<DType>(y)))
            return true;
      return false;
    }
    return true;
  }

  // Makes the compiler check the static assertion in a class.
  template <typename Demanded>
  static constexpr bool demand() {
    return sizeof(Demanded) > 0;
  }

  // Returns the dtype for which compiler messages show an op's function. This
  // and the next functions are templates; otherwise clang++ would instantiate
  // dtypes() while the author's class is not complete.
  template <std::size_t i>
  static constexpr DType shown_dtype() {
    const OpSpec& spec = *kOps[i];
    for (DType dtype :
         {DType::kFloat32, DType::kInt32, DType::kComplex64, DType::kBool})
      for (const Variant& variant : spec.variants)
        if (variant.dtypes().contains(dtype) && dtypes().contains(dtype))
          return dtype;
    return DType::kFloat32;
  }
  template <std::size_t i>
  static constexpr DType shown_result() {
    constexpr DType shown = shown_dtype<i>();
    if (!kOps[i]->signature.is_paired()) return shown;
    for (DType dtype : {DType::kInt32, DType::kComplex64, DType::kFloat32})
      for (const Variant& variant : kOps[i]->variants)
        if (need_of(*kOps[i], variant, shown, dtype) != Need::kNone)
          return dtype;
    return shown;
  }
  template <std::size_t i>
  static constexpr bool takes_arrays() {
    if constexpr (requires(const Tensor& x) { Memory::storage_of(x); })
      return out_count(kOps[i]->signature) != 0;
    else
      return false;
  }
  template <std::size_t i>
  using Expected = typename ExpectedFunction<
      i,
      std::conditional_t<takes_arrays<i>(), ElementType<shown_dtype<i>()>,
                         Tensor>,
      std::conditional_t<takes_arrays<i>(), ElementType<shown_result<i>()>,
                         Tensor>,
      Memory>::Type;

  template <std::size_t i>
  static Kernel checked_kernel_at(DType dtype, DType result) {
    if constexpr (!is_fitting<i>())
      demand<typename Function<i>::template Takes<Expected<i>, false>>();
    return kernel_at<i>(dtype, result);
  }

  static Kernel kernel_of(Op op, DType dtype, DType result) {
    using Finder = Kernel (*)(DType, DType);
    static constexpr auto finders =
        []<std::size_t... i>(std::index_sequence<i...>) {
      return std::array<Finder, sizeof...(i)>{&checked_kernel_at<i>...};
    }
    (std::make_index_sequence<kOps.size()>());
    return finders[static_cast<std::size_t>(op)](dtype, result);
  }

  // Returns whether the author wrote an op that the base class does not have.
  static constexpr bool is_any_op_written() {
    return []<std::size_t... i>(std::index_sequence<i...>) {
      return (is_written<i>() || ...);
    }
    (std::make_index_sequence<kOps.size()>());
  }
  template <std::size_t i>
  static constexpr bool is_written() {
    if constexpr (kOps[i]->signature.is_executed())
      return Function<i>::template is_named<Author> &&
             !Function<i>::template is_named<TypedBackend>;
    return false;
  }

  // check_list() compiles only if the class lists exactly the ops that it has,
  // or has no list. Naming its type makes the compiler check it.
  struct NamedList {
    int kFunctions;
  };
  template <typename Class>
  struct ListedTwice : Class, NamedList {};
  static constexpr auto check_list() {
    // An entry that names no function has already failed to compile.
    if constexpr (requires {
                    typename std::bool_constant<is_listed(Author::kFunctions,
                                                          "")>;
                  })
      []<std::size_t... i>(std::index_sequence<i...>) {
        (check_listing<i>(), ...);
      }
    (std::make_index_sequence<kOps.size()>());
    else static_assert(
        requires { Author::kFunctions; } ||
            requires { &ListedTwice<Author>::kFunctions; },
        "kFunctions stands in the public part of the class");
  }
  template <std::size_t i>
  static constexpr void check_listing() {
    if constexpr (kOps[i]->signature.is_executed()) {
      using F = Function<i>;
      constexpr bool is_in_list = is_listed(Author::kFunctions, F::kName);
      constexpr bool is_there = F::template is_named<Author>;
      demand<typename F::template Listed<is_in_list || !is_written<i>()>>();
      demand<typename F::template Written<is_there || !is_in_list>>();
    }
  }

  // Returns the status that says why there is no kernel.
  static Status missing(Op op, DType dtype) {
    for (int x = 0; x < kDTypeCount; ++x)
      for (int y = 0; y < kDTypeCount; ++y)
        if (kernel_of(op, static_cast<DType>(x), static_cast<DType>(y)))
          return Status::unsupported("dtype", std::string(name_of(op)) +
                                                  " is not there for " +
                                                  std::string(name_of(dtype)));
    return Status::unsupported("op", "there is no " + std::string(name_of(op)));
  }
};

}  // namespace assay
