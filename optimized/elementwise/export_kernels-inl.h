// Defines ASSAY_EXPORT_KERNELS(name, type, rows), which ends a file of kernels
// that is compiled once per target. It defines the function `name`, which finds
// a kernel among the `rows` of the target that the process uses. Included once
// per target, after foreach_target.h.
#if defined(ASSAY_OPTIMIZED_EXPORT_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXPORT_KERNELS_INL_H_
#undef ASSAY_OPTIMIZED_EXPORT_KERNELS_INL_H_
#else
#define ASSAY_OPTIMIZED_EXPORT_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include "optimized/elementwise/kernel_table.h"

#undef ASSAY_FIND_IN_ROWS
#define ASSAY_FIND_IN_ROWS(name, type, rows)            \
  namespace assay::optimized::HWY_NAMESPACE {           \
  namespace {                                           \
  type name##_here(Op op, DType dtype) {                \
    static constexpr KernelTable kTable(rows);          \
    return kTable.find(op, dtype, settings().accuracy); \
  }                                                     \
  }                                                     \
  }

// Only the last pass over the file sees the functions of all targets.
#undef ASSAY_EXPORT_KERNELS
#if HWY_ONCE
#define ASSAY_EXPORT_KERNELS(name, type, rows)           \
  ASSAY_FIND_IN_ROWS(name, type, rows)                   \
  namespace assay::optimized {                           \
  HWY_EXPORT(name##_here);                               \
  type name(Op op, DType dtype) {                        \
    return HWY_DYNAMIC_DISPATCH(name##_here)(op, dtype); \
  }                                                      \
  }
#else
#define ASSAY_EXPORT_KERNELS(name, type, rows) \
  ASSAY_FIND_IN_ROWS(name, type, rows)
#endif

#endif
