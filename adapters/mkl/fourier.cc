// Has Fourier transforms by MKL's descriptors: one descriptor with the extents
// and strides of the transformed axes, which is computed at each index of the
// other axes.
#include <set>

#include "adapters/mkl/batches.h"

namespace assay_mkl {
namespace {

// Frees a descriptor when it goes out of scope.
struct Descriptor {
  ~Descriptor() {
    if (handle != nullptr) DftiFreeDescriptor(&handle);
  }
  DFTI_DESCRIPTOR_HANDLE handle = nullptr;
};

// Returns the place of an index of the axes that are not transformed.
std::int64_t place_of(const assay::View& view, const assay::Index& at) {
  std::int64_t place = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    place += at[i] * view.strides()[i];
  return place;
}

template <typename From, typename To>
Status compute(const Tensor& out, const Tensor& x, const Axes& axes,
               bool is_inverse) {
  constexpr auto precision =
      std::same_as<typename To::value_type, float> ? DFTI_SINGLE : DFTI_DOUBLE;
  std::vector<MKL_LONG> lengths, from_strides{0}, to_strides{0};
  Shape others = x.view.shape();
  for (const std::int64_t axis : axes) {
    const auto at = static_cast<std::size_t>(axis);
    lengths.push_back(x.view.shape()[at]);
    from_strides.push_back(x.view.strides()[at]);
    to_strides.push_back(out.view.strides()[at]);
    others[at] = 1;
  }
  Descriptor descriptor;
  const auto domain = Real<From> ? DFTI_REAL : DFTI_COMPLEX;
  const auto rank = static_cast<MKL_LONG>(axes.size());
  // The parentheses keep a macro from rewriting the call.
  MKL_LONG result = rank == 1
                        ? (DftiCreateDescriptor)(&descriptor.handle, precision,
                                                 domain, rank, lengths[0])
                        : (DftiCreateDescriptor)(&descriptor.handle, precision,
                                                 domain, rank, lengths.data());
  const auto set = [&](auto key, auto value) {
    if (result == 0) result = DftiSetValue(descriptor.handle, key, value);
  };
  set(DFTI_PLACEMENT, DFTI_NOT_INPLACE);
  if (Real<From>) set(DFTI_CONJUGATE_EVEN_STORAGE, DFTI_COMPLEX_COMPLEX);
  set(is_inverse ? DFTI_BWD_STRIDES : DFTI_FWD_STRIDES, from_strides.data());
  set(is_inverse ? DFTI_FWD_STRIDES : DFTI_BWD_STRIDES, to_strides.data());
  if (result == 0) result = DftiCommitDescriptor(descriptor.handle);
  for (const assay::Index& at : assay::IndexSpace(others)) {
    if (result != 0) break;
    auto* from = first_of<From>(x) + place_of(x.view, at);
    auto* to = first_of<To>(out) + place_of(out.view, at);
    result = is_inverse ? DftiComputeBackward(descriptor.handle, from, to)
                        : DftiComputeForward(descriptor.handle, from, to);
  }
  return result == 0 ? Status{} : Status::invalid(DftiErrorMessage(result));
}

}  // namespace

Status transform(const Tensor& out, const Tensor& x, const Axes& axes,
                 bool is_inverse) {
  if (std::set<std::int64_t>(axes.begin(), axes.end()).size() != axes.size())
    return Status::invalid("a descriptor has each axis once");
  if (out.view.numel() == 0) return {};
  switch (x.dtype) {
    case DType::kFloat32:
      return compute<float, std::complex<float>>(out, x, axes, false);
    case DType::kFloat64:
      return compute<double, std::complex<double>>(out, x, axes, false);
    case DType::kComplex64:
      return compute<std::complex<float>, std::complex<float>>(out, x, axes,
                                                               is_inverse);
    default:
      return compute<std::complex<double>, std::complex<double>>(out, x, axes,
                                                                 is_inverse);
  }
}

}  // namespace assay_mkl
