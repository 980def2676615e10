// Computes spectra with Eigen. It is the only file that includes Eigen, because
// Eigen compiles slowly.
// Tested by tests/harness/judge/judge_residual_test.cc.
#include "harness/judge/spectra.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace assay {
namespace {

using EigenMatrix = Eigen::Matrix<Entry, Eigen::Dynamic, Eigen::Dynamic>;

EigenMatrix eigen_matrix(const Matrix& a) {
  EigenMatrix copy(a.rows(), a.columns());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j) copy(i, j) = a(i, j);
  return copy;
}

template <typename T, typename Values>
std::vector<T> list_of(const Values& values) {
  std::vector<T> list;
  for (Eigen::Index i = 0; i < values.size(); ++i) list.push_back(values(i));
  return list;
}

}  // namespace

std::vector<long double> singular_values(const Matrix& a) {
  if (a.rows() == 0 || a.columns() == 0) return {};
  return list_of<long double>(
      Eigen::JacobiSVD<EigenMatrix>(eigen_matrix(a)).singularValues());
}

std::vector<long double> hermitian_eigenvalues(const Matrix& a) {
  if (a.rows() == 0) return {};
  return list_of<long double>(Eigen::SelfAdjointEigenSolver<EigenMatrix>(
                                  eigen_matrix(a), Eigen::EigenvaluesOnly)
                                  .eigenvalues());
}

std::vector<Entry> eigenvalues(const Matrix& a) {
  if (a.rows() == 0) return {};
  return list_of<Entry>(
      Eigen::ComplexEigenSolver<EigenMatrix>(eigen_matrix(a), false)
          .eigenvalues());
}

}  // namespace assay
