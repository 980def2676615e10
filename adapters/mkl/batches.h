// Shows the matrices of a batch one after the other as LAPACK takes them, and
// chooses the function of LAPACK for a dtype.
#pragma once

#include <algorithm>
#include <cstring>

#include "adapters/mkl/matrices.h"
#include "adapters/mkl/mkl_calls.h"

namespace assay_mkl {

template <typename N>
N* first_of(const Tensor& tensor) {
  return reinterpret_cast<N*>(HostMemory::storage_of(tensor)) +
         tensor.view.offset();
}

// Returns f.operator()<N>() for the type N of a float or complex dtype.
template <typename F>
Status with_type(DType dtype, const F& f) {
  switch (dtype) {
    case DType::kFloat32:
      return f.template operator()<float>();
    case DType::kFloat64:
      return f.template operator()<double>();
    case DType::kComplex64:
      return f.template operator()<std::complex<float>>();
    case DType::kComplex128:
      return f.template operator()<std::complex<double>>();
    default:
      return Status::unsupported("dtype", std::string(name_of(dtype)));
  }
}

// Returns the one of four functions that is for type N.
template <typename N, typename S, typename D, typename C, typename Z>
auto pick([[maybe_unused]] S s, [[maybe_unused]] D d, [[maybe_unused]] C c,
          [[maybe_unused]] Z z) {
  if constexpr (std::same_as<N, float>)
    return s;
  else if constexpr (std::same_as<N, double>)
    return d;
  else if constexpr (std::same_as<N, std::complex<float>>)
    return c;
  else
    return z;
}

template <typename N>
struct RealOf {
  using Type = N;
};
template <typename N>
struct RealOf<std::complex<N>> {
  using Type = N;
};

inline DType real_of(DType dtype) {
  if (dtype == DType::kComplex64) return DType::kFloat32;
  return dtype == DType::kComplex128 ? DType::kFloat64 : dtype;
}
inline DType complex_of(DType dtype) {
  if (dtype == DType::kFloat32) return DType::kComplex64;
  return dtype == DType::kFloat64 ? DType::kComplex128 : dtype;
}

// Holds the number of matrices, and their extents.
struct Batch {
  explicit Batch(const Tensor& x) {
    const Shape& shape = x.view.shape();
    rows = narrow(shape[shape.size() - 2]);
    columns = narrow(shape.back());
    for (std::size_t i = 0; i + 2 < shape.size(); ++i) count *= shape[i];
  }
  std::int64_t size() const { return std::int64_t{rows} * columns; }

  std::int64_t count = 1;
  MKL_INT rows = 0, columns = 0;
};

// Returns the shape of a batch with other last extents.
inline Shape with_last(const Tensor& x,
                       std::initializer_list<std::int64_t> last) {
  const Shape& shape = x.view.shape();
  Shape changed(shape.begin(), shape.end() - 2);
  changed.insert(changed.end(), last);
  return changed;
}

// Returns a leading dimension that LAPACK accepts.
inline MKL_INT leading(MKL_INT columns) {
  return std::max<MKL_INT>(1, columns);
}

inline Status numeric(std::string kind, MKL_INT result) {
  return {assay::StatusCode::kNumeric, std::move(kind),
          "LAPACK returns " + std::to_string(result)};
}
// Is the status of a negative result. All arguments but the elements are valid,
// so the interface in C has found a NaN among these.
inline Status refused(MKL_INT result) {
  return numeric("no_convergence", result);
}

// Copies a row-major tensor to where LAPACK overwrites it.
template <typename N>
void copy_to(N* to, const Tensor& x) {
  std::copy_n(first_of<N>(x), x.view.numel(), to);
}

// Makes tensors of the given types, fills them with f, and returns them.
template <typename F>
Result<Tensors> made(HostMemory& memory,
                     const std::vector<std::pair<DType, Shape>>& types,
                     const F& f) {
  Tensors tensors;
  for (const auto& [dtype, shape] : types) {
    Result<Tensor> tensor = memory.buffer(dtype, shape);
    if (!tensor) return tensor.status();
    tensors.push_back(*std::move(tensor));
  }
  if (Status s = f(tensors); !s.ok()) return s;
  return tensors;
}

}  // namespace assay_mkl
