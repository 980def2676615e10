// Defines more mutants of factorizations and solves: shapes, vectors and
// conditions.
#pragma once

#include <algorithm>

#include "spec/op_table.h"
#include "tests/mutants/call_mutants.h"
#include "tests/mutants/linalg_mutants.h"

namespace assay::mutants::arrays {

// Changes the largest entry of the first result by a hundredth if singular
// values differ by a factor of a hundred.
class IsOffWhereIllConditioned : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    Call svd{"svd"_op, {call.operands[0]}, {}, {}};
    svd.attributes.flag(AttributeKey::kFullMatrices, false);
    const auto factors = Reference::execute(svd);
    if (!factors.ok()) return;
    const Tensor& s = (*factors)[1];
    double largest = 0;
    double smallest = HUGE_VAL;
    for (const Index& here : indices(s.view.shape())) {
      largest = std::max(largest, real_at(s, here));
      smallest = std::min(smallest, real_at(s, here));
    }
    if (largest <= 100 * smallest) return;
    Index worst(made[0].view.rank(), 0);
    for (const Index& here : indices(made[0].view.shape()))
      if (std::fabs(real_at(made[0], here)) >
          std::fabs(real_at(made[0], worst)))
        worst = here;
    put_at(made[0], worst,
           scaled(made[0].dtype, element_at(made[0], worst), 1.01));
  }
};

// Returns a vector as a matrix of one column.
template <std::size_t result>
class ReturnsAColumn : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    Tensor& vector = made[result];
    if (vector.view.rank() >= call.operands[0].view.rank()) return;
    Shape shape = vector.view.shape();
    shape.push_back(1);
    vector.view = *vector.view.reshape(shape);
  }
};

}  // namespace assay::mutants::arrays
