// Makes MKL a backend: vector mathematics in high accuracy, BLAS, LAPACK and
// Fourier transforms, without threads. The table of ops and MKL's functions is
// in README.md.
#include <string>
#include <string_view>

#include "adapters/mkl/matrices.h"
#include "adapters/mkl/vector_math.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace {

using assay::Result;
using assay::Status;
using assay::Tensor;
using assay::Tensors;
using assay_mkl::Axes;

class Mkl : public assay::TypedBackend<Mkl>, public assay_mkl::VectorMath {
 public:
  static constexpr std::string_view kName = "mkl";
  static constexpr std::string_view kVersion = "unknown";

  Mkl() {
    mkl_set_interface_layer(MKL_INTERFACE_LP64);
    mkl_set_threading_layer(MKL_THREADING_SEQUENTIAL);
    vmlSetMode(VML_HA | VML_FTZDAZ_OFF | VML_ERRMODE_IGNORE);
    MKLVersion version;
    mkl_get_version(&version);
    version_ = std::to_string(version.MajorVersion) + "." +
               std::to_string(version.MinorVersion) + "." +
               std::to_string(version.UpdateVersion);
  }

  std::string_view version() const override { return version_; }

  std::optional<assay::Claim> claim(const assay::Cell& cell) const override {
    auto claim = assay::TypedBackend<Mkl>::claim(cell);
    return claim ? assay_mkl::narrowed(cell, *claim) : claim;
  }

  Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
    return assay_mkl::matmul(out, a, b);
  }
  Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                          bool upper, bool transpose, bool unit_diag) {
    return assay_mkl::triangular_solve(y, a, b, upper, transpose, unit_diag);
  }
  Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
    return assay_mkl::solve(x, a, b);
  }
  Status lu_factor(const Tensor& packed, const Tensor& pivots,
                   const Tensor& a) {
    return assay_mkl::lu_factor(packed, pivots, a);
  }
  Result<Tensors> cholesky(const Tensor& a, bool upper) {
    return assay_mkl::cholesky(*this, a, upper);
  }
  Result<Tensors> qr(const Tensor& a, bool reduced) {
    return assay_mkl::qr(*this, a, reduced);
  }
  Result<Tensors> svd(const Tensor& a, bool full_matrices) {
    return assay_mkl::svd(*this, a, full_matrices);
  }
  Result<Tensors> eig(const Tensor& a, bool vectors) {
    return assay_mkl::eig(*this, a, vectors);
  }
  Result<Tensors> eigh(const Tensor& a, bool vectors) {
    return assay_mkl::eigh(*this, a, vectors);
  }

  Status fft(const Tensor& out, const Tensor& x, const Axes& axes) {
    return assay_mkl::transform(out, x, axes, false);
  }
  Status ifft(const Tensor& out, const Tensor& x, const Axes& axes) {
    return assay_mkl::transform(out, x, axes, true);
  }
  Status rfft(const Tensor& out, const Tensor& x, const Axes& axes,
              assay::DType) {
    return assay_mkl::transform(out, x, axes, false);
  }

 private:
  std::string version_;
};

}  // namespace

ASSAY_EXPORT_BACKEND(Mkl)
