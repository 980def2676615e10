// Implements dot_general_update: the sums of products are computed in the
// compute type, multiplied by alpha and added to beta times the out, which is
// rounded once.
// Tested by tests/optimized/general_contraction_test.cc and the contraction
// family of lax.
#include <algorithm>
#include <complex>
#include <type_traits>

#include "optimized/elementwise/cast.h"
#include "optimized/elementwise/elementwise.h"
#include "optimized/general/dot_general.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "spec/element.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns the operand in the compute type, conjugated if `conj`. Reals stay as
// they are.
Result<Tensor> prepared(Backend& memory, const Tensor& x, bool conj) {
  if (conj && is_complex(x.dtype)) {
    auto made = memory.buffer(x.dtype, x.view.shape());
    if (!made) return made;
    if (Status s = elementwise("conj"_op, *made, {&x}); !s.ok()) return s;
    return made;
  }
  const DType compute = compute_dtype_of(x.dtype);
  if (compute == x.dtype) return x;
  auto made = memory.buffer(compute, x.view.shape());
  if (made) cast(*made, x);
  return made;
}

// Returns an attribute that is an element in the compute type.
template <typename T>
T factor_of(DType dtype, ElementBits bits) {
  alignas(16) std::byte storage[16] = {};
  store_element(storage, dtype, 0, bits);
  T factor{};
  if (is_narrow_real(dtype)) {
    float wide = 0;
    widen(dtype, storage, &wide, 1);
    factor = static_cast<T>(wide);
  } else {
    std::copy_n(storage, sizeof(T), reinterpret_cast<std::byte*>(&factor));
  }
  return factor;
}

template <typename T>
T times(T a, T b) {
  return a * b;
}
// operator* would check for infinities.
template <typename T>
std::complex<T> times(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

// Replaces the sums by alpha · sums + beta · old. Without beta nothing is read
// from `old`.
template <typename T>
void scale_and_add(T* sums, std::int64_t count, T alpha, T beta, const T* old) {
  in_ranges(count, 64, is_worth_threads(3 * count * std::int64_t{sizeof(T)}),
            [&](std::int64_t first, std::int64_t last) {
              if (alpha != T(1))
                for (std::int64_t i = first; i < last; ++i)
                  sums[i] = times(alpha, sums[i]);
              if (beta == T(1))
                for (std::int64_t i = first; i < last; ++i) sums[i] += old[i];
              else if (beta != T(0))
                for (std::int64_t i = first; i < last; ++i)
                  sums[i] += times(beta, old[i]);
            });
}

// Rounds elements of the compute type into a tensor of any strides.
void store_in(const Tensor& out, const std::byte* computed) {
  const std::int64_t count = out.view.numel();
  const auto element = static_cast<std::size_t>(bytes_of(out.dtype));
  Scratch narrowed;
  if (is_narrow_real(out.dtype)) {
    narrowed = Scratch(count * bytes_of(out.dtype));
    narrow(out.dtype, reinterpret_cast<const float*>(computed),
           narrowed.bytes(), count);
    computed = narrowed.bytes();
  }
  strided_copy(HostMemory::storage_of(out), out.view, computed,
               View(out.view.shape()), element);
}

}  // namespace

Status contract_onto(Backend& memory, const Tensor& out, const Tensor& lhs,
                     const ContractionAxes& lhs_axes, const Tensor& rhs,
                     const ContractionAxes& rhs_axes,
                     const UpdateFactors& factors) {
  if (out.view.numel() == 0) return {};
  const auto a = prepared(memory, lhs, factors.lhs_conj);
  if (!a) return a.status();
  const auto b = prepared(memory, rhs, factors.rhs_conj);
  if (!b) return b.status();
  const auto sums =
      memory.buffer(compute_dtype_of(out.dtype), out.view.shape());
  if (!sums) return sums.status();
  if (Status s = contract(memory, *sums, *a, lhs_axes, *b, rhs_axes); !s.ok())
    return s;
  std::byte* storage = HostMemory::storage_of(*sums);
  return with_compute_type(
      out.dtype, [&]<typename T>(std::type_identity<T>) -> Status {
        if constexpr (std::is_integral_v<T>) {
          return Status::internal("no updates of integers");
        } else {
          const T alpha = factor_of<T>(out.dtype, factors.alpha);
          const T beta = factor_of<T>(out.dtype, factors.beta);
          T* elements = reinterpret_cast<T*>(storage);
          const std::int64_t count = out.view.numel();
          if (beta == T(0)) {
            scale_and_add<T>(elements, count, alpha, beta, nullptr);
          } else {
            const Dense<T> old(out);
            scale_and_add(elements, count, alpha, beta, old.data());
          }
          store_in(out, storage);
          return {};
        }
      });
}

}  // namespace assay::optimized
