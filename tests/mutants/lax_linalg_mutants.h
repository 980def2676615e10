// Mutants of eliminations with pivots, of solves that use them, and of
// triangular solves on either side.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/mutants/linalg_mutants.h"
#include "tests/mutants/textbook_lu.h"

namespace assay::mutants {

// Returns the number of the row and of the column of an element of a matrix.
inline std::pair<std::int64_t, std::int64_t> place_in_matrix(const Index& at) {
  return {at[at.size() - 2], at.back()};
}

inline ElementBits next_larger(DType dtype, ElementBits bits) {
  return {bits.re + 1, is_complex(dtype) ? bits.im : 0};
}

// Adds one unit in the last place to the ones of a permutation.
template <std::size_t result>
class ScalesThePermutation : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const DType dtype = made[result].dtype;
    replace_each(made[result], [&](const Index&, ElementBits bits) {
      return bits.re == 0 ? bits : next_larger(dtype, bits);
    });
  }
};

// Adds one unit in the last place to the diagonal of L.
class ScalesTheDiagonalOfL : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[1], [&](const Index& at, ElementBits bits) {
      const auto [i, j] = place_in_matrix(at);
      return i == j ? next_larger(made[1].dtype, bits) : bits;
    });
  }
};

// Leaves elements of L below the diagonal of U, as packed factors have them.
class KeepsLBelowU : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[2], [&](const Index& at, ElementBits bits) {
      const auto [i, j] = place_in_matrix(at);
      const bool has_l = j < i && i < made[1].view.shape()[at.size() - 2];
      return has_l && j < last_extent(made[1]) ? element_at(made[1], at) : bits;
    });
  }
};

template <std::size_t result>
class NegatesTheParity : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[result], [&](const Index&, ElementBits bits) {
      return scaled(made[result].dtype, bits, -1);
    });
  }
};
// Counts the swaps of rows alone.
class ForgetsTheColumnsInTheParity : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& q = made[3];
    for (const Index& batch : indices(batch_of(q, 2))) {
      int sign = 1;
      std::vector<std::int64_t> places;
      for (std::int64_t i = 0; i < last_extent(q); ++i)
        for (std::int64_t j = 0; j < last_extent(q); ++j)
          if (real_at(q, at(batch, {i, j})) != 0) places.push_back(j);
      for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (places[j] > places[i]) sign = -sign;
      put_at(made[4], batch,
             scaled(made[4].dtype, element_at(made[4], batch), sign));
    }
  }
};
class GivesNoParityToOrderZero : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (last_extent(call.operands[0]) > 0) return;
    replace_each(made[3],
                 [](const Index&, ElementBits) { return ElementBits{}; });
  }
};

// Answers singular where U has a zero on its diagonal.
template <std::size_t u>
class RefusesSingularMatrices : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    const Tensor& factor = (*made)[u];
    for (const Index& here : indices(factor.view.shape())) {
      const auto [i, j] = place_in_matrix(here);
      if (i == j && element_at(factor, here) == ElementBits{})
        return Status{StatusCode::kNumeric, "singular", "a pivot is zero"};
    }
    return made;
  }
};

// Returns L with as many columns as rows.
class ReturnsASquareL : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    Shape shape = made[1].view.shape();
    shape.back() = shape[shape.size() - 2];
    made[1] = *buffer(made[1].dtype, shape);
  }
};

// Changes the last element that is not zero by one unit in the last place.
template <std::size_t result>
class IsOffByAUnit : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& tensor = made[result];
    Index last;
    for (const Index& here : indices(tensor.view.shape()))
      if (element_at(tensor, here).re != 0) last = here;
    if (!last.empty())
      put_at(tensor, last, next_larger(tensor.dtype, element_at(tensor, last)));
  }
};

// Changes the first pivot by one unit in the last place.
class FirstPivotIsOff : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& u = made[2];
    for (const Index& batch : indices(batch_of(u, 2))) {
      if (last_extent(u) == 0) return;
      const Index here = at(batch, {0, 0});
      put_at(u, here, next_larger(u.dtype, element_at(u, here)));
    }
  }
};

// Leaves a rounding error in the last row of U where it is zero.
class LeavesARestInU : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor& u = made[2];
    const std::int64_t last = last_extent(u) - 1;
    if (last < 0) return;
    for (const Index& batch : indices(batch_of(u, 2))) {
      const Index here = at(batch, {last, last});
      if (element_at(u, here) == ElementBits{})
        put_at(u, here, {encode_real(format_of(u.dtype), 0x1p-12), 0});
    }
  }
};

// Counts pivots from one, as LAPACK does.
class CountsPivotsFromOne : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[1], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re + 1, 0};
    });
  }
};

// Factors with other pivots, in the precision of the operand.
template <TextbookPivots pivots>
class FactorsWithPivots : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    with_textbook_type(call.operands[0].dtype, [&](auto zero) {
      for (const Index& batch : indices(batch_of(call.operands[0], 2)))
        factor<decltype(zero)>(call.operands[0], batch, made);
    });
  }

  template <typename T>
  void factor(const Tensor& a, const Index& batch, Tensors& made) {
    const std::int64_t rows = a.view.shape()[a.view.rank() - 2];
    std::vector<T> numbers;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < last_extent(a); ++j)
        numbers.push_back(
            textbook_number<T>(a.dtype, element_at(a, at(batch, {i, j}))));
    const auto lu = textbook_lu(numbers, rows, last_extent(a), pivots);
    const auto put = [&](const Tensor& out, std::int64_t i, std::int64_t j,
                         T x) {
      put_at(out, at(batch, {i, j}), textbook_bits(out.dtype, x));
    };
    const auto inner = static_cast<std::int64_t>(lu.pivots.size());
    const bool is_packed = made.size() == 2;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < lu.columns; ++j) {
        if (is_packed) put(made[0], i, j, lu.at(i, j));
        if (is_packed) continue;
        if (j < inner)
          put(made[1], i, j, i == j ? T(1) : j < i ? lu.at(i, j) : T(0));
        if (i < inner) put(made[2], i, j, j < i ? T(0) : lu.at(i, j));
      }
    if (is_packed) {
      for (std::int64_t i = 0; i < inner; ++i)
        put_at(
            made[1], at(batch, {i}),
            {static_cast<std::uint64_t>(lu.pivots[static_cast<std::size_t>(i)]),
             0});
      return;
    }
    put_permutation<T>(made[0], batch, lu.row_order);
    if (made.size() == 5) put_permutation<T>(made[3], batch, lu.column_order);
    const Tensor& parity = made.back();
    put_at(parity, batch, {encode_real(format_of(parity.dtype), lu.parity), 0});
  }

  template <typename T>
  void put_permutation(const Tensor& p, const Index& batch,
                       const std::vector<std::int64_t>& order) {
    for (std::int64_t i = 0; i < last_extent(p); ++i)
      for (std::int64_t j = 0; j < last_extent(p); ++j)
        put_at(
            p, at(batch, {i, j}),
            textbook_bits(p.dtype, T(order[static_cast<std::size_t>(i)] == j)));
  }
};

// Solves with the pivots of columns, in the precision of the operand.
class SolvesWithPivotsOfColumns : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    with_textbook_type(call.operands[0].dtype, [&](auto zero) {
      for (const Index& batch : indices(batch_of(call.operands[0], 2)))
        solve<decltype(zero)>(call, batch, made[0]);
    });
  }

  template <typename T>
  void solve(const Call& call, const Index& batch, const Tensor& x) {
    const Tensor& a = call.operands[0];
    const Tensor& b = call.operands[1];
    const bool transposed = call.attributes.flag(AttributeKey::kTranspose);
    const std::int64_t n = last_extent(a);
    std::vector<T> numbers;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        numbers.push_back(
            textbook_number<T>(a.dtype, element_at(a, at(batch, {i, j}))));
    const auto lu = textbook_lu(numbers, n, n, TextbookPivots::kOfColumn);
    const bool is_vector = b.view.rank() < a.view.rank();
    for (std::int64_t k = 0; k < (is_vector ? 1 : last_extent(b)); ++k) {
      const auto place = [&](std::int64_t i) {
        return is_vector ? at(batch, {i}) : at(batch, {i, k});
      };
      std::vector<T> side;
      for (std::int64_t i = 0; i < n; ++i)
        side.push_back(textbook_number<T>(b.dtype, element_at(b, place(i))));
      const std::vector<T> found = transposed
                                       ? textbook_transposed_solution(lu, side)
                                       : textbook_solution(lu, side);
      for (std::int64_t i = 0; i < n; ++i)
        put_at(x, place(i),
               textbook_bits(x.dtype, found[static_cast<std::size_t>(i)]));
    }
  }
};

// Solves the conjugate transpose where the plain one is asked for.
class SolvesTheAdjoint : public Reference {
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    Tensor& a = changed.operands[0];
    const Tensor from = a;
    a = *buffer(from.dtype, from.view.shape());
    replace_each(a, [&](const Index& here, ElementBits) {
      return conjugated(from.dtype, element_at(from, here));
    });
    return Reference::execute(changed);
  }
};

class RefusesVectors : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.operands[1].view.rank() < call.operands[0].view.rank())
      return Status::invalid("b has too few axes");
    return Reference::execute(call);
  }
};

// Answers singular if a pivot is smaller than ε·max(1, …), as early releases
// of tenferro did, whatever the units of A.
class ComparesPivotsWithOne : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const Call lu{"lu"_op, {call.operands[0]}, {}, {}};
    const auto factors = Reference::execute(lu);
    if (!factors.ok()) return Reference::execute(call);
    const Tensor& u = (*factors)[2];
    const auto epsilon =
        static_cast<double>(2 * unit_roundoff(format_of(u.dtype)));
    for (const Index& here : indices(u.view.shape())) {
      const auto [i, j] = place_in_matrix(here);
      if (i == j && std::fabs(real_at(u, here)) < epsilon)
        return Status{StatusCode::kNumeric, "singular", "a small pivot"};
    }
    return Reference::execute(call);
  }
};
// Answers singular if a pivot is less than a thousandth of the largest.
class RefusesSmallPivots : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const Call lu{"lu"_op, {call.operands[0]}, {}, {}};
    const auto factors = Reference::execute(lu);
    if (!factors.ok()) return Reference::execute(call);
    const Tensor& u = (*factors)[2];
    double least = HUGE_VAL;
    double largest = 0;
    for (const Index& here : indices(u.view.shape())) {
      const auto [i, j] = place_in_matrix(here);
      if (i != j) continue;
      least = std::min(least, std::fabs(real_at(u, here)));
      largest = std::max(largest, std::fabs(real_at(u, here)));
    }
    if (least < largest / 64)
      return Status{StatusCode::kNumeric, "singular", "a small pivot"};
    return Reference::execute(call);
  }
};

template <TransposeA op>
class TakesTheMatrix : public Reference {
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    changed.attributes.transpose_a(op);
    return Reference::execute(changed);
  }
};

// Gives NaN if a place that must not be read holds NaN.
template <bool diagonal>
class ReadsTheUnreadPart : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& a = call.operands[0];
    const bool lower = call.attributes.flag(AttributeKey::kLower);
    for (const Index& here : indices(a.view.shape())) {
      const auto [i, j] = place_in_matrix(here);
      const bool is_unread = diagonal ? i == j : lower ? j > i : j < i;
      if (is_unread && std::isnan(real_at(a, here)))
        replace_each(made[0], [&](const Index&, ElementBits) {
          return ElementBits{quiet_nan_bits(format_of(made[0].dtype)), 0};
        });
    }
  }
};

// Where x stands on the left, solves with the transpose of the matrix.
class TransposesOnTheRightSide : public Reference {
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    if (!call.attributes.flag(AttributeKey::kLeftSide))
      changed.attributes.transpose_a(call.attributes.transpose_a() ==
                                             TransposeA::kNone
                                         ? TransposeA::kTranspose
                                         : TransposeA::kNone);
    return Reference::execute(changed);
  }
};

}  // namespace assay::mutants
