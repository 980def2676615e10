// Subjects that follow a policy value of factorizations and solves in the way
// in which real libraries do. Tested by tests/mutants/policy_axes_test.cc.
#pragma once

#include "tests/mutants/lax_linalg_mutants.h"

namespace assay::mutants {

// Leaves numbers in the other triangle of a factor.
class FillsTheOtherTriangle : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "cholesky"_op) return;
    const bool upper = call.attributes.flag(AttributeKey::kUpper);
    const DType dtype = made[0].dtype;
    replace_each(made[0], [&](const Index& at, ElementBits bits) {
      const auto [i, j] = place_in_matrix(at);
      return (upper ? j < i : j > i)
                 ? ElementBits{encode_real(format_of(dtype), 7), 0}
                 : bits;
    });
  }
};

class ReadsUnitDiagonals : public ChangedCall {
  void change(Call& call) override {
    if (call.op == "triangular_solve"_op)
      call.attributes.flag(AttributeKey::kUnitDiag, false);
  }
};

class LengthensEigenvectors : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "eig"_op || made.size() < 2) return;
    replace_each(made[1], [&](const Index&, ElementBits bits) {
      return scaled(made[1].dtype, bits, 3);
    });
  }
};

// Factors a matrix that has a column of zeros, and refuses other singular ones.
class RefusesSomeSingularMatrices : public RefusesSingularMatrices<2> {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (call.op != "full_piv_lu"_op || has_zero_column(call.operands[0]))
      return Reference::execute(call);
    return RefusesSingularMatrices::execute(call);
  }

 private:
  static bool has_zero_column(const Tensor& a) {
    for (const Index& batch : indices(batch_of(a, 2)))
      for (std::int64_t j = 0; j < last_extent(a); ++j) {
        bool is_zero = true;
        for (std::int64_t i = 0; i < last_extent(a); ++i)
          is_zero = is_zero && real_at(a, at(batch, {i, j})) == 0;
        if (is_zero) return true;
      }
    return false;
  }
};

}  // namespace assay::mutants
