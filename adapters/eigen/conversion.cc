// Has conversions between dtypes, by `cast` of Eigen's tensors.
#include "adapters/eigen/dispatch.h"

namespace assay_eigen {

Status cast(const Tensor& out, const Tensor& x) {
  return with_type<TakesElement>(x.dtype, [&]<typename From>() {
    return with_type<TakesElement>(out.dtype, [&]<typename To>() {
      if constexpr (Complex<From> && !Complex<To>) {
        return no_dtype(out.dtype);
      } else {
        flat<To>(out) = flat<From>(x).template cast<To>();
        return Status{};
      }
    });
  });
}

}  // namespace assay_eigen
