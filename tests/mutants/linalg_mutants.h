// Mutants of factorizations and solves.
#pragma once

#include <algorithm>

#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Each matrix of a batch starts at one of these.
inline Shape batch_of(const Tensor& tensor, std::size_t inner) {
  const Shape& shape = tensor.view.shape();
  return Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(inner));
}
inline Index at(Index batch, std::initializer_list<std::int64_t> rest) {
  batch.insert(batch.end(), rest);
  return batch;
}
inline std::int64_t last_extent(const Tensor& tensor) {
  return tensor.view.shape().back();
}
inline bool has_matrices(const Call& call, const Tensor& result) {
  return result.view.rank() == call.operands[0].view.rank();
}

inline void swap_elements(const Tensor& tensor, const Index& a,
                          const Index& b) {
  const ElementBits bits = element_at(tensor, a);
  put_at(tensor, a, element_at(tensor, b));
  put_at(tensor, b, bits);
}
// Multiplies an element by a real factor.
inline ElementBits scaled(DType dtype, ElementBits bits, double factor) {
  const FloatFormat& format = format_of(dtype);
  const auto times = [&](std::uint64_t x) {
    return encode_real(format, decode_real(format, x) * factor);
  };
  return {times(bits.re), is_complex(dtype) ? times(bits.im) : 0};
}
inline ElementBits conjugated(DType dtype, ElementBits bits) {
  if (is_complex(dtype)) bits.im ^= sign_bit(format_of(dtype));
  return bits;
}

class ReturnsNan : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    for (const Tensor& tensor : made)
      replace_each(tensor, [&](const Index&, ElementBits) {
        return ElementBits{quiet_nan_bits(format_of(tensor.dtype)), 0};
      });
  }
};

// Exchanges the first and the last column of the last result.
class SwapsTwoVectors : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& v = call.op == "svd"_op ? made.front() : made.back();
    const std::int64_t last = last_extent(v) - 1;
    for (const Index& batch : indices(batch_of(v, 1)))
      if (last > 0) swap_elements(v, at(batch, {0}), at(batch, {last}));
  }
};

// Changes the largest entry of one result by a thousandth.
template <std::size_t result>
class IsOffByAThousandth : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& tensor = made[result];
    Index largest;
    for (const Index& here : indices(tensor.view.shape()))
      if (largest.empty() || std::fabs(real_at(tensor, here)) >
                                 std::fabs(real_at(tensor, largest)))
        largest = here;
    if (!largest.empty())
      put_at(tensor, largest,
             scaled(tensor.dtype, element_at(tensor, largest), 1.001));
  }
};

class KeepsTheOtherTriangle : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const bool upper = call.attributes.flag(AttributeKey::kUpper);
    replace_each(made[0], [&](const Index& here, ElementBits bits) {
      const std::int64_t i = here[here.size() - 2];
      const std::int64_t j = here.back();
      return (upper ? j < i : j > i) ? element_at(call.operands[0], here)
                                     : bits;
    });
  }
};
class ConjugatesTheFactor : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[0], [&](const Index&, ElementBits bits) {
      return conjugated(made[0].dtype, bits);
    });
  }
};
class NegatesTheFactor : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[0], [&](const Index&, ElementBits bits) {
      return scaled(made[0].dtype, bits, -1);
    });
  }
};

// Returns zeros instead of a failure.
class NeverFails : public Reference {
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made.status().code != StatusCode::kNumeric) return made;
    const Tensor& like = call.operands.back();
    return Tensors{*buffer(like.dtype, like.view.shape())};
  }
};
// Refuses a matrix as not positive definite if it is near a singular one.
class FailsEarly : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    const Tensor& l = (*made)[0];
    for (const Index& here : indices(l.view.shape()))
      if (here.back() == here[here.size() - 2] &&
          std::fabs(real_at(l, here)) < 0.1)
        return Status{StatusCode::kNumeric, "not_positive_definite", "near"};
    return made;
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

// Calls the reference with one flag set to something else.
template <AttributeKey key, bool value>
class Forces : public Reference {
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    changed.attributes.flag(key, value);
    return Reference::execute(changed);
  }
};

class ReturnsVInsteadOfItsAdjoint : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& vh = made[2];
    const std::size_t rank = vh.view.rank();
    if (last_extent(vh) != vh.view.shape()[rank - 2]) return;
    for (const Index& batch : indices(batch_of(vh, 2)))
      for (std::int64_t i = 0; i < last_extent(vh); ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
          swap_elements(vh, at(batch, {i, j}), at(batch, {j, i}));
          for (const Index& here : {at(batch, {i, j}), at(batch, {j, i})})
            if (i != j || here == at(batch, {i, j}))
              put_at(vh, here, conjugated(vh.dtype, element_at(vh, here)));
        }
  }
};

// Named here, as clang 14 cannot link a literal within a template.
inline constexpr Op kSvd = "svd"_op;

// Reverses a vector of values, and what goes with it.
template <std::size_t values>
class ReversesTheOrder : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const std::int64_t n = last_extent(made[values]);
    for (const Tensor& tensor : made) {
      const bool by_rows = call.op == kSvd && &tensor == &made[2];
      const std::int64_t rows = by_rows ? last_extent(tensor) : 0;
      for (const Index& batch : indices(batch_of(tensor, by_rows ? 2 : 1)))
        for (std::int64_t i = 0; 2 * i < n - 1; ++i)
          for (std::int64_t k = 0; k < std::max<std::int64_t>(rows, 1); ++k)
            swap_elements(
                tensor, by_rows ? at(batch, {i, k}) : at(batch, {i}),
                by_rows ? at(batch, {n - 1 - i, k}) : at(batch, {n - 1 - i}));
    }
  }
};

// Returns -s with -u for every other triple.
class HasNegativeSingularValues : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    for (std::size_t k : {std::size_t{0}, std::size_t{1}})
      replace_each(made[k], [&](const Index& here, ElementBits bits) {
        const bool kept = here.back() >= last_extent(made[1]);
        return kept ? bits : scaled(made[k].dtype, bits, -1);
      });
  }
};

template <std::size_t result, DType dtype>
class ReturnsTheDType : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    made[result] = *buffer(dtype, made[result].view.shape());
  }
};

class ScalesTheVectors : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    if (made.size() < 2) return;
    replace_each(made[1], [&](const Index&, ElementBits bits) {
      return scaled(made[1].dtype, bits, 2);
    });
  }
};

// Squares singular values on the way: small ones drown.
class LosesSmallSingularValues : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& s = made[1];
    for (const Index& batch : indices(batch_of(s, 1)))
      for (std::int64_t i = 0; i < last_extent(s); ++i) {
        const double least = 1e-4 * real_at(s, at(batch, {0}));
        const Index here = at(batch, {i});
        if (real_at(s, here) < least)
          put_at(s, here, {encode_real(format_of(s.dtype), least), 0});
      }
  }
};

// Reads the upper triangle (of real matrices).
class ReadsTheUpperTriangle : public Reference {
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    std::vector<std::int64_t> axes;
    const auto rank = static_cast<std::int64_t>(call.operands[0].view.rank());
    for (std::int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    Tensor& a = changed.operands[0];
    a.view = *a.view.permute(axes);
    return Reference::execute(changed);
  }
};

// Adds zero times what must not be read: what is NaN there shows.
template <bool diagonal>
class ReadsWhatItMustNot : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const bool upper = call.attributes.flag(AttributeKey::kUpper);
    for (const Index& here : indices(call.operands[0].view.shape())) {
      const std::int64_t i = here[here.size() - 2];
      const std::int64_t j = here.back();
      const bool unread = diagonal ? i == j : upper ? j < i : j > i;
      if (unread && std::isnan(real_at(call.operands[0], here)))
        replace_each(made[0], [&](const Index&, ElementBits) {
          return ElementBits{quiet_nan_bits(format_of(made[0].dtype)), 0};
        });
    }
  }
};

// Solves with Aᵀ where Aᴴ is asked for: by conjugates on both sides.
class SolvesThePlainTranspose : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (!call.attributes.flag(AttributeKey::kTranspose))
      return Reference::execute(call);
    Call changed = call;
    for (Tensor& operand : changed.operands) {
      const Tensor from = operand;
      operand = *buffer(from.dtype, from.view.shape());
      replace_each(operand, [&](const Index& here, ElementBits) {
        return &operand == &changed.operands[0]
                   ? conjugated(from.dtype, element_at(from, here))
                   : element_at(from, here);
      });
    }
    return Reference::execute(changed);
  }
};

// Factors only the first matrix of a batch.
class FactorsTheFirstMatrix : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    for (const Tensor& tensor : made) {
      const std::size_t inner =
          tensor.view.rank() + 2 - call.operands[0].view.rank();
      for (const Index& here : indices(tensor.view.shape())) {
        Index first = here;
        std::fill(first.begin(),
                  first.end() - static_cast<std::ptrdiff_t>(inner), 0);
        put_at(tensor, here, element_at(tensor, first));
      }
    }
  }
};

// The last extents of the operand are n: the call fails.
template <std::int64_t n>
class RefusesTheOrder : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (last_extent(call.operands[0]) == n)
      return Status::invalid("a matrix of this order");
    return Reference::execute(call);
  }
};
class RefusesEmptyBatches : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.operands[0].view.numel() == 0 && last_extent(call.operands[0]) > 0)
      return Status::invalid("no matrices");
    return Reference::execute(call);
  }
};

// Squares of entries overflow or vanish: norms without scaling.
class SquaresWithoutScaling : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& a = call.operands[0];
    const FloatFormat& format = format_of(a.dtype);
    double largest = 0;
    for (const Index& here : indices(a.view.shape()))
      largest = std::max(largest, std::fabs(real_at(a, here)));
    const double square =
        decode_real(format, encode_real(format, largest * largest));
    if (largest == 0 || (std::isfinite(square) && square > 0)) return;
    replace_each(made[0], [&](const Index&, ElementBits) {
      return ElementBits{quiet_nan_bits(format_of(made[0].dtype)), 0};
    });
  }
};

class FactorsInPlace : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (made[0].view.shape() != call.operands[0].view.shape()) return;
    replace_each(call.operands[0], [&](const Index& here, ElementBits) {
      return element_at(made[0], here);
    });
  }
};

class NondeterministicFactor : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    if (++calls_ % 2 == 1) return;
    const Index first(made[0].view.rank(), 0);
    if (made[0].view.numel() == 0) return;
    ElementBits bits = element_at(made[0], first);
    put_at(made[0], first, {bits.re ^ 1, bits.im});
  }
  int calls_ = 0;
};

class EndsInAnInvalidCall : public Reference {
  Result<Tensors> execute(const Call& call) override {
    for (const Index& here : indices(call.operands[0].view.shape()))
      if (!std::isfinite(real_at(call.operands[0], here)))
        return Status::invalid("not a number");
    return Reference::execute(call);
  }
};

// Leaves the steps that only serve, as assign, to the reference.
template <typename T>
class OfLinalg : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (family_of(call.op).name != "linalg") return Reference::execute(call);
    return static_cast<Backend&>(mutant_).execute(call);
  }
  T mutant_;
};

}  // namespace assay::mutants
