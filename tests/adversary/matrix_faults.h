// Provides the terms in which rows about matrices are written: orders and
// batches, and entries of results by row and column.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <algorithm>

#include "spec/float_codec.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {

inline std::int64_t matrix_rows(const CallSite& site) {
  return extent_of(site.operands[0], -2);
}
inline std::int64_t matrix_columns(const CallSite& site) {
  return extent_of(site.operands[0], -1);
}
inline Condition order_over(std::int64_t bound) {
  return [=](const CallSite& site) {
    return std::min(matrix_rows(site), matrix_columns(site)) > bound;
  };
}
inline Condition k_over(std::int64_t bound) {
  return [=](const CallSite& site) { return matrix_columns(site) > bound; };
}
inline Condition m_over(std::int64_t bound) {
  return [=](const CallSite& site) { return matrix_rows(site) > bound; };
}
inline Condition n_over(std::int64_t bound) {
  return [=](const CallSite& site) {
    return extent_of(site.operands[1], -1) > bound;
  };
}
inline Condition batch_over(std::int64_t bound) {
  return [=](const CallSite& site) {
    return site.operands[0].rank > 2 &&
           batch_count(site.operands[0], 2) > bound;
  };
}

// Drops terms of a product before or after a number.
inline Fault with_terms(
    std::function<std::pair<std::int64_t, std::int64_t>(std::int64_t k)>
        range) {
  return [=](CallSite& site) {
    AssayTensor& a = site.operands[0];
    AssayTensor& b = site.operands[1];
    const auto [first, end] = range(a.shape[a.rank - 1]);
    a.offset += first * a.strides[a.rank - 1];
    b.offset += first * b.strides[b.rank - 2];
    a.shape[a.rank - 1] = end - first;
    b.shape[b.rank - 2] = end - first;
    return site.forward();
  };
}

// Edits of result `i` as matrices: `change` gets row and column.
using Entry = std::function<void(Cells& out, std::int64_t number,
                                 std::int64_t row, std::int64_t column)>;
inline Edit entries(std::size_t which, Entry change) {
  return [=](CallSite& site) {
    if (which >= site.result_count()) return;
    Cells out = site.result_cells(which);
    if (out.shape().size() < 2 || out.count() == 0) return;
    const std::int64_t n = out.shape().back();
    const std::int64_t m = out.shape()[out.shape().size() - 2];
    for (std::int64_t i = 0; i < out.count(); ++i)
      change(out, i, i / n % m, i % n);
  };
}
inline Fault matrix_entries(Condition condition, std::size_t which,
                            Entry change) {
  return after_when(std::move(condition), entries(which, std::move(change)));
}

inline void scale_entry(Cells& out, std::int64_t number, double factor) {
  ElementBits bits = out.get(number);
  const FloatFormat& format = format_of(out.dtype());
  bits.re = encode_real(format, decode_real(format, bits.re) * factor);
  if (is_complex(out.dtype()))
    bits.im = encode_real(format, decode_real(format, bits.im) * factor);
  out.set(number, bits);
}

// Exchanges two columns of a result's matrices.
inline void exchange_last_columns(CallSite& site, std::size_t which) {
  Cells out = site.result_cells(which);
  const std::int64_t n = out.shape().back();
  for (std::int64_t i = n - 1; i < out.count(); i += n) {
    const ElementBits held = out.get(i);
    out.set(i, out.get(i - 1));
    out.set(i - 1, held);
  }
}

// A matrix of a batch takes the results of the one before it.
inline Edit repeats_matrix(std::int64_t at) {
  return [=](CallSite& site) {
    for (std::size_t which = 0; which < site.result_count(); ++which) {
      Cells out = site.result_cells(which);
      const std::int64_t batch = batch_count(site.operands[0], 2);
      const std::int64_t size = out.count() / batch;
      const std::int64_t matrix = at < 0 ? batch - 1 : at;
      if (matrix < 1 || matrix >= batch) continue;
      for (std::int64_t i = 0; i < size; ++i)
        out.set(matrix * size + i, out.get((matrix - 1) * size + i));
    }
  };
}

// The matrix is read with rows and columns exchanged.
inline int read_transposed(CallSite& site, std::size_t which) {
  AssayTensor& a = site.operands[which];
  std::swap(a.strides[a.rank - 1], a.strides[a.rank - 2]);
  return site.forward();
}

inline const std::string kFactorizations = "cholesky,qr,svd,eigh,eig";

}  // namespace assay::adversary
