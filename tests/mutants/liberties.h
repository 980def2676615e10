// Defines liberties. Each is the reference with one thing changed that an
// unspecified clause leaves open, and counts how often that made a difference.
#pragma once

#include <algorithm>
#include <memory>

#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

class Liberty : public Reference {
 public:
  using Reference::Reference;

  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    Tensors results = call.outs.empty() ? *made : call.outs;
    Status status = take(call, results);
    if (!status.ok()) return status;
    return call.outs.empty() ? Result<Tensors>(std::move(results)) : made;
  }
  int taken() const { return taken_; }

 protected:
  // Changes results, or answers a status in their place.
  virtual Status take(const Call& call, Tensors& results) = 0;

  // Counts a liberty that changes no element of a result.
  void note() { ++taken_; }

  void put(const Tensor& tensor, const Index& at, ElementBits bits) {
    if (bits == element_at(tensor, at)) return;
    put_at(tensor, at, bits);
    ++taken_;
  }

  // Puts any value where the answer says that all is open.
  Status answer_anything_where_open(const Call& call, Tensors& results) {
    const auto answered = Reference::answer(call);
    if (!answered || answered->freedom.empty()) return {};
    std::size_t i = 0;
    for (const Index& at : indices(results[0].view.shape()))
      if (answered->freedom[i++] == Freedom::kAny)
        put(results[0], at, strange(results[0].dtype));
    return {};
  }

  // A value that no case of a U clause expects.
  static ElementBits strange(DType dtype) {
    if (!is_real(dtype) && !is_complex(dtype)) return {1, 0};
    const std::uint64_t seven = encode_real(format_of(dtype), 7);
    return {seven, is_complex(dtype) ? seven : 0};
  }

 private:
  int taken_ = 0;
};

// Returns any value in every element of every result.
class AnswersAnything : public Liberty {
  Status take(const Call&, Tensors& results) override {
    for (const Tensor& result : results)
      for (const Index& at : indices(result.view.shape()))
        put(result, at, strange(result.dtype));
    return {};
  }
};

// Returns any value where the answer says that all is open.
class AnswersAnythingWhereOpen : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    return answer_anything_where_open(call, results);
  }
};

// Returns any value in the slices that are not finite.
class AnswersAnythingWhereNotFinite : public Liberty {
  Status take(const Call&, Tensors& results) override {
    const Tensor& y = results[0];
    const FloatFormat& format = format_of(y.dtype);
    for (const Index& at : indices(y.view.shape())) {
      const ElementBits bits = element_at(y, at);
      if (!std::isfinite(decode_real(format, bits.re)) ||
          !std::isfinite(decode_real(format, bits.im)))
        put(y, at, strange(y.dtype));
    }
    return {};
  }
};

// Returns the last of the other elements that are accepted at a position.
class TakesAlternatives : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    const auto answered = Reference::answer(call);
    if (!answered) return answered.status();
    const View places(results[0].view.shape());
    for (const Index& at : indices(results[0].view.shape()))
      for (const Alternatives& others : answered->alternatives)
        if (others.position == places.linear_index(at))
          put(results[0], at, others.elements.back());
    return {};
  }
};

// The other zero.
class FlipsZeroSigns : public Liberty {
  Status take(const Call&, Tensors& results) override {
    const std::uint64_t sign = sign_bit(format_of(results[0].dtype));
    const bool has_parts = is_complex(results[0].dtype);
    for (const Index& at : indices(results[0].view.shape())) {
      ElementBits bits = element_at(results[0], at);
      if ((bits.re & ~sign) == 0) bits.re ^= sign;
      if (has_parts && (bits.im & ~sign) == 0) bits.im ^= sign;
      put(results[0], at, bits);
    }
    return {};
  }
};

// The other zero, in sums and where the answer leaves it open.
class FlipsOpenZeroSigns : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    const auto answered = Reference::answer(call);
    if (!answered) return answered.status();
    const bool is_sum = variant_of(call.op, call.attributes).name == "sum";
    const std::uint64_t sign = sign_bit(format_of(results[0].dtype));
    std::size_t i = 0;
    for (const Index& at : indices(results[0].view.shape())) {
      const bool open = is_sum || (!answered->freedom.empty() &&
                                   answered->freedom[i] == Freedom::kZeroSign);
      ++i;
      ElementBits bits = element_at(results[0], at);
      if (open && (bits.re & ~sign) == 0) bits.re ^= sign;
      put(results[0], at, bits);
    }
    return {};
  }
};

// Exchanges equal neighbours in the results of a sort, of values, indices or
// both.
class SwapsEqualNeighbours : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    const bool is_argsort = call.op == "argsort"_op;
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    const Tensor& y = results[0];
    const auto value_of = [&](const Index& at) {
      if (!is_argsort) return element_at(y, at);
      Index from = at;
      from[axis] = static_cast<std::int64_t>(element_at(y, at).re);
      return element_at(call.operands[0], from);
    };
    for (const Index& at : indices(y.view.shape())) {
      if (at[axis] % 2 == 0) continue;
      Index before = at;
      --before[axis];
      const DType dtype = call.operands[0].dtype;
      if (!are_equal(dtype, value_of(before), value_of(at))) continue;
      for (const Tensor& result : results) {
        const ElementBits first = element_at(result, before);
        put(result, before, element_at(result, at));
        put(result, at, first);
      }
    }
    return {};
  }
  static bool are_equal(DType dtype, ElementBits a, ElementBits b) {
    if (!is_real(dtype)) return a == b;
    const FloatFormat& format = format_of(dtype);
    return decode_real(format, a.re) == decode_real(format, b.re);
  }
};

// Returns eigenvalues, and the columns that belong to them, in the opposite
// order.
class ReversesEigenvalues : public Liberty {
  Status take(const Call&, Tensors& results) override {
    for (const Tensor& result : results) {
      const std::size_t axis = result.view.rank() - 1;
      const std::int64_t n = result.view.shape()[axis];
      std::vector<ElementBits> old;
      for (const Index& at : indices(result.view.shape()))
        old.push_back(element_at(result, at));
      const View place(result.view.shape());
      for (const Index& at : indices(result.view.shape())) {
        Index mirrored = at;
        mirrored[axis] = n - 1 - at[axis];
        put(result, at,
            old[static_cast<std::size_t>(place.linear_index(mirrored))]);
      }
    }
    return {};
  }
};

// Factors where the reference does not: after a shift of the diagonal by some
// units of the norm.
class ShiftsBorderlineMatrices : public Liberty {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made.ok()) return made;
    Call shifted = call;
    const Tensor& a = call.operands[0];
    const FloatFormat& format = format_of(a.dtype);
    double norm = 0;
    for (const Index& at : indices(a.view.shape()))
      norm = std::hypot(norm, real_at(a, at));
    auto copy = Reference::buffer(a.dtype, a.view.shape());
    if (!copy) return copy.status();
    for (const Index& at : indices(a.view.shape())) {
      ElementBits bits = element_at(a, at);
      if (at[at.size() - 1] == at[at.size() - 2])
        bits.re = encode_real(
            format, decode_real(format, bits.re) + norm * shift_of(a.dtype));
      put(*copy, at, bits);
    }
    note();
    shifted.operands = {*copy};
    return Reference::execute(shifted);
  }

 private:
  // Returns a shift relative to the norm, which is within the bound and large
  // enough to be seen.
  static double shift_of(DType dtype) {
    const int units = format_of(dtype).bits == 16 ? 2 : 8;
    return std::ldexp(units, -format_of(dtype).precision);
  }
  Status take(const Call&, Tensors&) override { return {}; }
};

// A numeric error in place of results; solves that end in values do not.
class GivesUp : public Liberty {
 public:
  explicit GivesUp(std::string_view kind) : kind_(kind) {}

 private:
  Status take(const Call& call, Tensors&) override {
    if (call.op == "triangular_solve"_op ||
        call.op == "triangular_solve_general"_op)
      return {};
    note();
    return {StatusCode::kNumeric, std::string(kind_), "given up"};
  }
  std::string_view kind_;
};

// Refuses every call but those that make a view, which cases need first.
class RefusesCalls : public Liberty {
 public:
  explicit RefusesCalls(StatusCode code) : code_(code) {}

 private:
  Status take(const Call& call, Tensors&) override {
    if (spec_of(call.op).signature.delivery == Delivery::kView) return {};
    note();
    return {code_, "", "refused"};
  }
  StatusCode code_;
};

// The operand itself, or always a copy.
class SharesOrCopies : public Liberty {
 public:
  explicit SharesOrCopies(bool shares) : shares_(shares) {}

 private:
  Status take(const Call& call, Tensors& results) override {
    if (call.op != "contiguous"_op) return {};
    note();
    if (shares_)
      results = call.operands;
    else
      results[0].buffer =
          std::make_shared<HostBuffer>(host_buffer_of(results[0])->bytes());
    return {};
  }
  bool shares_;
};

// Writes arbitrary bytes into the memory that a destination spans.
class ScribblesIntoDestinations : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    if (call.op != "assign"_op) return {};
    for (const Index& at : indices(results[0].view.shape()))
      put(results[0], at, strange(results[0].dtype));
    return {};
  }
};

// Returns new buffers that are not zero.
class FillsBuffers : public Liberty {
 public:
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    auto made = Reference::buffer(dtype, shape);
    if (!made) return made;
    for (const Index& at : indices(shape)) put(*made, at, strange(dtype));
    return made;
  }

 private:
  Status take(const Call&, Tensors&) override { return {}; }
};

// Leaves anything in the buffers of donated operands, also of a call that
// fails.
class ScribblesIntoDonations : public Liberty {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Liberty::execute(call);
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if ((call.donated >> i & 1) != 0) {
        const Tensor& given = call.operands[i];
        std::fill_n(storage_of(given), host_buffer_of(given)->bytes().size(),
                    std::byte{0x3c});
        note();
      }
    return made;
  }

 private:
  Status take(const Call&, Tensors&) override { return {}; }
};

// Returns tensors in the memory of a donated operand where they fit.
class AnswersInDonations : public Liberty {
  Status take(const Call& call, Tensors& results) override {
    if (call.donated == 0) return {};
    note();
    if (!call.outs.empty()) return {};
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
      const auto from = host_buffer_of(results[0])->bytes();
      const Tensor& given = call.operands[i];
      if ((call.donated >> i & 1) == 0 ||
          host_buffer_of(given)->bytes().size() < from.size())
        continue;
      std::copy(from.begin(), from.end(), storage_of(given));
      results[0].buffer = given.buffer;
      return {};
    }
    return {};
  }
};

}  // namespace assay::mutants
