// Reads elements of a tensor by index, and stores elements of a result. A
// result is rounded once, when it is stored, and its residue and freedom go
// into the Answer.
// Tested by tests/reference/reduction_test.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "reference/exact_complex.h"
#include "reference/exact_real.h"
#include "reference/host_buffer.h"
#include "reference/scalar.h"
#include "spec/backend.h"
#include "spec/subnormal.h"

namespace assay {

// Holds a value and how much of it U clauses or the profile leave open.
template <typename T>
struct Open {
  T value;
  Freedom freedom = Freedom::kNone;
};

// Reads and writes the elements of a tensor of this backend. The tensor must
// outlive it, and its view must be within its buffer. If it `flushes`,
// subnormal elements are read as zeros; bits() still returns their bits.
class Elements {
 public:
  explicit Elements(const Tensor& tensor, bool flushes = false)
      : storage_(host_buffer_of(tensor)->storage()),
        dtype_(tensor.dtype),
        view_(&tensor.view),
        flushes_(flushes) {}

  DType dtype() const { return dtype_; }
  const View& view() const { return *view_; }

  ElementBits bits(const Index& at) const {
    return load_element(storage_, dtype_, view_->linear_index(at));
  }
  // Returns the same for a linear index.
  ElementBits bits_at(std::int64_t place) const {
    return load_element(storage_, dtype_, place);
  }
  template <typename T>
  T value(const Index& at) const {
    return value_at<T>(view_->linear_index(at));
  }
  // Returns the same for a list in braces, which needs no memory.
  template <typename T>
  T value(std::initializer_list<std::int64_t> at) const {
    return value_at<T>(view_->linear_index(at));
  }
  // Returns the same for a linear index, which a walk over places yields.
  template <typename T>
  T value_at(std::int64_t place) const {
    const ElementBits bits = load_element(storage_, dtype_, place);
    return decode<T>(dtype_, flushes_ ? flushed(dtype_, bits) : bits);
  }
  void store(const Index& at, ElementBits bits) const {
    store_element(storage_, dtype_, view_->linear_index(at), bits);
  }

 private:
  std::byte* storage_;
  DType dtype_;
  const View* view_;
  bool flushes_;
};

// Stores the elements of a result and notes facts about them in `answer`, which
// is null if only the elements are needed. A list of the answer stays empty
// until one entry differs from the default. If it `flushes`, subnormal values
// are stored as zeros.
class Results {
 public:
  Results(const Tensor& out, Answer* answer, bool flushes = false)
      : elements_(out),
        answer_(answer),
        flushes_(flushes),
        format_(format_of(out.dtype)),
        parts_(is_complex(out.dtype) ? 2 : 1),
        place_(out.view.shape()) {}

  // Returns whether there is an answer. If not, its facts need not be computed.
  bool recording() const { return answer_ != nullptr; }

  void put(const Index& at, ElementBits bits) const { store(at, bits); }
  void put(const Index& at, bool x) const { put_scalar(at, x); }
  void put(const Index& at, double x) const { put_scalar(at, x); }
  void put(const Index& at, Complex x) const { put_scalar(at, x); }
  template <Integer T>
  void put(const Index& at, T x) const {
    put_scalar(at, x);
  }
  void put(const Index& at, const ExactReal& x) const {
    const Rounded rounded = round_once(format_, x);
    store(at, {rounded.bits, 0});
    note_residue(at, 0, rounded.residue);
  }
  void put(const Index& at, const ExactComplex& z) const {
    const Rounded re = round_once(format_, z.re);
    const Rounded im = round_once(format_, z.im);
    store(at, {re.bits, im.bits});
    note_residue(at, 0, re.residue);
    note_residue(at, 1, im.residue);
  }
  template <typename T>
  void put(const Index& at, const Open<T>& x) const {
    put(at, x.value);
    note_freedom(at, x.freedom);
  }

  void note_freedom(const Index& at, Freedom freedom) const {
    if (answer_ == nullptr || freedom == Freedom::kNone) return;
    entry(answer_->freedom, 1, at, 0) = freedom;
  }
  // Notes the scale B = Σ|terms| of one part.
  void note_scale(const Index& at, int part, double scale) const {
    if (answer_ == nullptr || scale == 0) return;
    entry(answer_->scale, parts_, at, part) = scale;
  }
  void note_terms(const Index& at, std::int64_t count) const {
    if (answer_ == nullptr || count == 1) return;
    entry(answer_->terms, 1, at, 0, std::int64_t{1}) = count;
  }
  // Notes how many roundings a term of the element may meet. Needed only if
  // this differs from the number of terms.
  void note_roundings(const Index& at, std::int64_t count) const {
    if (answer_ == nullptr) return;
    entry(answer_->roundings, 1, at, 0, std::int64_t{-1}) = count;
  }
  // Notes another element that is accepted there.
  void note_alternative(const Index& at, ElementBits bits) const {
    if (answer_ == nullptr) return;
    const std::int64_t position = place_.linear_index(at);
    auto& list = answer_->alternatives;
    const auto before = std::find_if(list.rbegin(), list.rend(),
                                     [position](const Alternatives& other) {
                                       return other.position <= position;
                                     });
    if (before != list.rend() && before->position == position)
      before->elements.push_back(bits);
    else
      list.insert(before.base(), {position, {bits}});
  }

 private:
  template <typename T>
  void put_scalar(const Index& at, T x) const {
    store(at, encode(elements_.dtype(), x));
  }
  void store(const Index& at, ElementBits bits) const {
    elements_.store(at, flushes_ ? flushed(elements_.dtype(), bits) : bits);
  }
  void note_residue(const Index& at, int part, double residue) const {
    if (answer_ == nullptr || residue == 0) return;
    entry(answer_->residue, parts_, at, part) = residue;
  }
  // Returns the entry of one part of an element. Entries are in row-major
  // order.
  template <typename T>
  T& entry(std::vector<T>& list, int parts, const Index& at, int part,
           T initial = {}) const {
    if (list.empty())
      list.resize(static_cast<std::size_t>(place_.numel() * parts), initial);
    const std::int64_t position = place_.linear_index(at) * parts + part;
    return list[static_cast<std::size_t>(position)];
  }

  Elements elements_;
  Answer* answer_;
  bool flushes_;
  const FloatFormat& format_;
  int parts_;
  View place_;  // row-major, whatever the layout of the tensor
};

}  // namespace assay
