// Defines a mutant: the reference with one thing broken on purpose. The suite
// is worth what it does to these; each belongs to a clause that must notice it.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "reference/host_buffer.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::mutants {

// Answers as the reference does, then lets a derived class spoil the result.
class Mutant : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made.ok()) spoil(call, *made);
    return made;
  }

 protected:
  // Changes what was written into call.outs, or the returned tensors.
  virtual void spoil(const Call& call, Tensors& made) = 0;
};

inline std::byte* storage_of(const Tensor& tensor) {
  return host_buffer_of(tensor)->storage();
}
inline std::int64_t capacity_of(const Tensor& tensor) {
  return static_cast<std::int64_t>(host_buffer_of(tensor)->bytes().size()) * 8 /
         spec_of(tensor.dtype).bits;
}
inline ElementBits element_at(const Tensor& tensor, const Index& at) {
  return load_element(storage_of(tensor), tensor.dtype,
                      tensor.view.linear_index(at));
}
inline void put_at(const Tensor& tensor, const Index& at, ElementBits bits) {
  store_element(storage_of(tensor), tensor.dtype, tensor.view.linear_index(at),
                bits);
}
inline double real_at(const Tensor& tensor, const Index& at) {
  return decode_real(format_of(tensor.dtype), element_at(tensor, at).re);
}

// Replaces each element of a tensor by f(its index, its bits).
template <typename F>
void replace_each(const Tensor& tensor, F f) {
  for (const Index& at : indices(tensor.view.shape()))
    put_at(tensor, at, f(at, element_at(tensor, at)));
}

// Calls f(index of the slice's first element) for each slice along an axis.
template <typename F>
void for_each_slice(const Tensor& tensor, std::int64_t axis, F f) {
  Shape starts = tensor.view.shape();
  if (tensor.view.numel() == 0) return;
  starts[static_cast<std::size_t>(axis)] = 1;
  for (const Index& at : indices(starts)) f(at);
}

// Returns the elements of the slice that starts at `at`.
inline std::vector<ElementBits> slice_of(const Tensor& tensor, Index at,
                                         std::int64_t axis) {
  const auto along = static_cast<std::size_t>(axis);
  std::vector<ElementBits> slice;
  for (at[along] = 0; at[along] < tensor.view.shape()[along]; ++at[along])
    slice.push_back(element_at(tensor, at));
  return slice;
}
inline void put_slice(const Tensor& tensor, Index at, std::int64_t axis,
                      const std::vector<ElementBits>& slice) {
  const auto along = static_cast<std::size_t>(axis);
  for (at[along] = 0; at[along] < std::ssize(slice); ++at[along])
    put_at(tensor, at, slice[static_cast<std::size_t>(at[along])]);
}

// Runs the reference on a call that was changed beforehand.
class ChangedCall : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    change(changed);
    return Reference::execute(changed);
  }

 protected:
  virtual void change(Call& call) = 0;

  // Returns a copy of a tensor, to be spoiled without touching the operand.
  Tensor copy_of(const Tensor& tensor) {
    const Call copy{"copy"_op, {tensor}, {}, {}};
    return (*Reference::execute(copy))[0];
  }
};

}  // namespace assay::mutants
