// Has the member functions of the optimized backend for the ops of
// op set lax.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/elementwise/elementwise.h"
#include "optimized/elementwise/general.h"
#include "optimized/elimination/lu.h"
#include "optimized/general/dot_general.h"
#include "optimized/general/dynamic_slices.h"
#include "optimized/general/einsum.h"
#include "optimized/general/indexing_general.h"
#include "optimized/general/structure.h"
#include "spec/backend.h"
#include "spec/op_table.h"

namespace assay::optimized {

template <typename Author>
class General {
  using List = std::vector<std::int64_t>;

 public:
  // Elementwise.
  Status conj(const Tensor& out, const Tensor& x) {
    constexpr Op kOp = "conj"_op;
    return elementwise(kOp, out, {&x});
  }
  Status rsqrt(const Tensor& out, const Tensor& x) {
    constexpr Op kOp = "rsqrt"_op;
    return elementwise(kOp, out, {&x});
  }
  Status expm1(const Tensor& out, const Tensor& x) {
    constexpr Op kOp = "expm1"_op;
    return elementwise(kOp, out, {&x});
  }
  Status cmpgt(const Tensor& out, const Tensor& a, const Tensor& b) {
    constexpr Op kOp = "cmpgt"_op;
    return elementwise(kOp, out, {&a, &b});
  }
  Status cmpge(const Tensor& out, const Tensor& a, const Tensor& b) {
    constexpr Op kOp = "cmpge"_op;
    return elementwise(kOp, out, {&a, &b});
  }
  Status abs_real(const Tensor& out, const Tensor& x) {
    return optimized::abs_real(out, x);
  }
  Status clamp_general(const Tensor& out, const Tensor& x, const Tensor& lower,
                       const Tensor& upper) {
    return optimized::clamp_general(out, x, lower, upper);
  }
  Status select_general(const Tensor& out, const Tensor& pred,
                        const Tensor& on_true, const Tensor& on_false) {
    return optimized::select_general(out, pred, on_true, on_false);
  }
  Status convert(const Tensor& out, const Tensor& x) {
    return optimized::convert(out, x);
  }

  // Structure.
  Result<Tensor> broadcast_in_dim(const Tensor& x, const List& shape,
                                  const List& dims) {
    return optimized::broadcast_in_dim(x, shape, dims);
  }
  Result<Tensor> slice_general(const Tensor& x, const List& starts,
                               const List& limits, const List& strides) {
    return optimized::slice_general(x, starts, limits, strides);
  }
  Result<Tensor> extract_diagonal(const Tensor& x, std::int64_t axis_a,
                                  std::int64_t axis_b) {
    return optimized::extract_diagonal(x, axis_a, axis_b);
  }
  void pad_general(const Tensor& out, const Tensor& x, const List& low,
                   const List&, const List& interior, ElementBits value) {
    optimized::pad_general(out, x, low, interior, value);
  }
  void embed_diagonal(const Tensor& out, const Tensor& x, std::int64_t axis_a,
                      std::int64_t axis_b) {
    optimized::embed_diagonal(out, x, axis_a, axis_b);
  }
  void tril(const Tensor& out, const Tensor& x, std::int64_t k) {
    lower_triangle(out, x, k);
  }
  void triu(const Tensor& out, const Tensor& x, std::int64_t k) {
    upper_triangle(out, x, k);
  }

  // Indexing.
  void dynamic_slice(const Tensor& out, const Tensor& x, const Tensor& starts,
                     const List&) {
    optimized::dynamic_slice(out, x, starts);
  }
  void dynamic_update_slice(const Tensor& out, const Tensor& x,
                            const Tensor& update, const Tensor& starts) {
    optimized::dynamic_update_slice(out, x, update, starts);
  }
  void gather_general(const Tensor& out, const Tensor& x, const Tensor& indices,
                      const List& offset_dims, const List& collapsed,
                      const List& index_map, std::int64_t index_vector,
                      const List& sizes, const List& batching,
                      const List& of_indices, bool) {
    optimized::gather_general(
        out, x, indices,
        {offset_dims, collapsed, index_map, index_vector, batching, of_indices},
        sizes);
  }
  void scatter_general(const Tensor& out, const Tensor& x,
                       const Tensor& indices, const Tensor& updates,
                       ScatterMode mode, const List& window_dims,
                       const List& inserted, const List& index_map,
                       std::int64_t index_vector, const List& batching,
                       const List& of_indices, bool, bool) {
    optimized::scatter_general(
        out, x, indices, updates, mode,
        {window_dims, inserted, index_map, index_vector, batching, of_indices});
  }

  // Contractions.
  Status dot_general(const Tensor& out, const Tensor& lhs, const Tensor& rhs,
                     const List& lhs_contracting, const List& rhs_contracting,
                     const List& lhs_batch, const List& rhs_batch) {
    return contract(
        self(), out, lhs,
        contraction_axes(lhs_contracting, lhs_batch, lhs.view.rank()), rhs,
        contraction_axes(rhs_contracting, rhs_batch, rhs.view.rank()));
  }
  Status dot_general_update(const Tensor& out, const Tensor& lhs,
                            const Tensor& rhs, const List& lhs_contracting,
                            const List& rhs_contracting, const List& lhs_batch,
                            const List& rhs_batch, bool lhs_conj, bool rhs_conj,
                            ElementBits alpha, ElementBits beta) {
    return contract_onto(
        self(), out, lhs,
        contraction_axes(lhs_contracting, lhs_batch, lhs.view.rank()), rhs,
        contraction_axes(rhs_contracting, rhs_batch, rhs.view.rank()),
        {lhs_conj, rhs_conj, alpha, beta});
  }
  Status einsum(const Tensor& out, const std::vector<Tensor>& operands,
                const List& subscripts) {
    return optimized::einsum(self(), out, operands, subscripts);
  }

  // Linear algebra.
  Status lu(const Tensor& p, const Tensor& l, const Tensor& u,
            const Tensor& parity, const Tensor& a) {
    return optimized::lu(p, l, u, parity, a);
  }
  Status lu_factor(const Tensor& packed, const Tensor& pivots,
                   const Tensor& a) {
    return optimized::lu_factor(packed, pivots, a);
  }
  Status full_piv_lu(const Tensor& p, const Tensor& l, const Tensor& u,
                     const Tensor& q, const Tensor& parity, const Tensor& a) {
    return optimized::full_piv_lu(p, l, u, q, parity, a);
  }
  Status full_piv_lu_solve(const Tensor& x, const Tensor& a, const Tensor& b,
                           bool transpose) {
    return optimized::full_piv_lu_solve(x, a, b, transpose);
  }
  Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
    return optimized::solve(x, a, b);
  }
  Status triangular_solve_general(const Tensor& x, const Tensor& a,
                                  const Tensor& b, bool left_side, bool lower,
                                  TransposeA transpose_a, bool unit_diag) {
    return optimized::triangular_solve_general(x, a, b, left_side, lower,
                                               transpose_a, unit_diag);
  }

 private:
  Backend& self() { return static_cast<Author&>(*this); }
};

}  // namespace assay::optimized
