// Stands before Highway's header of this name. Where the operations of all
// targets are precompiled, only the macros of the target that comes next are
// left to set.
#ifdef ASSAY_PRECOMPILED_KERNELS
#include <hwy/ops/set_macros-inl.h>
#else
#include_next <hwy/highway.h>
#endif
