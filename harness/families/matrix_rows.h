// Lists for each op of the linalg family which matrices it takes and how its
// results are named, so that one builder serves all of them. Tested by
// tests/harness/families/build_linalg_test.cc.
#pragma once

#include <string_view>

#include "harness/families/op_rows.h"
#include "harness/operands/matrices.h"
#include "spec/op_table.h"

namespace assay {

// Says which matrices an op takes.
enum class MatrixForm : std::uint8_t {
  kPositive,   // Hermitian and positive definite
  kHermitian,  // the op reads one triangle
  kTriangular,
  kSquare,
  kOblong,  // square, tall or wide
};

using MatrixKinds = FixedList<MatrixKind, 12>;
inline constexpr MatrixKinds kUsualKinds = {
    MatrixKind::kRandom, MatrixKind::kConditioned, MatrixKind::kClustered};
inline constexpr MatrixKinds kHardKinds = {
    MatrixKind::kIll,        MatrixKind::kDeficient, MatrixKind::kGraded,
    MatrixKind::kKahan,      MatrixKind::kHilbert,   MatrixKind::kClustered,
    MatrixKind::kJordan,     MatrixKind::kZero,      MatrixKind::kPermutation,
    MatrixKind::kOrthogonal, MatrixKind::kDiagonal,  MatrixKind::kConditioned};

struct MatrixRow {
  Op op;
  MatrixForm form;
  // The names of all results. A call without vectors has only the first.
  FixedList<std::string_view, 3> results;
  MatrixKinds kinds = kUsualKinds;
  MatrixKinds hard_kinds = kHardKinds;  // for clauses about conditions
  bool has_open_dtypes = false;         // the profile decides result dtypes
};

inline constexpr MatrixRow kMatrixRows[] = {
    {.op = "cholesky"_op,
     .form = MatrixForm::kPositive,
     .results = {"l"},
     .hard_kinds = {MatrixKind::kConditioned, MatrixKind::kHilbert,
                    MatrixKind::kGraded, MatrixKind::kClustered,
                    MatrixKind::kDiagonal, MatrixKind::kIll}},
    {.op = "qr"_op, .form = MatrixForm::kOblong, .results = {"q", "r"}},
    {.op = "svd"_op,
     .form = MatrixForm::kOblong,
     .results = {"u", "s", "vh"},
     .has_open_dtypes = true},
    {.op = "eig"_op,
     .form = MatrixForm::kSquare,
     .results = {"w", "v"},
     .kinds = {MatrixKind::kRandom, MatrixKind::kCirculant,
               MatrixKind::kHermitian, MatrixKind::kRandom, MatrixKind::kSkew,
               MatrixKind::kDiagonal, MatrixKind::kConditioned,
               MatrixKind::kPermutation}},
    {.op = "eigh"_op,
     .form = MatrixForm::kHermitian,
     .results = {"w", "v"},
     .hard_kinds = {MatrixKind::kIll, MatrixKind::kDeficient,
                    MatrixKind::kClustered, MatrixKind::kHilbert,
                    MatrixKind::kGraded, MatrixKind::kZero,
                    MatrixKind::kDiagonal, MatrixKind::kHermitian},
     .has_open_dtypes = true},
    {.op = "triangular_solve"_op,
     .form = MatrixForm::kTriangular,
     .results = {"x"},
     .hard_kinds = {MatrixKind::kJordan, MatrixKind::kKahan,
                    MatrixKind::kGraded, MatrixKind::kHilbert,
                    MatrixKind::kDiagonal, MatrixKind::kRandom}},
};
static_assert(is_complete("linalg", kMatrixRows));

constexpr const MatrixRow& matrix_row(Op op) {
  return row_for(op, kMatrixRows);
}

// Returns whether the op takes matrices that are not square.
constexpr bool takes_oblong(Op op) {
  if (op == "lu"_op || op == "lu_factor"_op) return true;
  for (const MatrixRow& row : kMatrixRows)
    if (row.op == op) return row.form == MatrixForm::kOblong;
  return false;
}

}  // namespace assay
