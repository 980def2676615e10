/* The C header as a C11 compiler reads it: it stands alone, and every struct
 * has in C the size and the offsets that abi_layout_test.cc pins in C++. */
#include "spec/sdk/assay_backend.h"

#define PIN(type, member, offset)                    \
  _Static_assert(offsetof(type, member) == (offset), \
                 #type "." #member " has moved")
#define PIN_SIZE(type, size) \
  _Static_assert(sizeof(type) == (size), #type " has another size")

PIN_SIZE(AssayDType, 4);
PIN_SIZE(AssayStatus, 32);
PIN_SIZE(AssayExtension, 24);
PIN_SIZE(AssayClaimLimits, 48);
PIN_SIZE(AssayClaimLimitsV1, 32);
PIN_SIZE(AssayTensor, 544);
PIN(AssayTensor, strides, 288);
PIN_SIZE(AssayAttribute, 16);
PIN_SIZE(AssayCall, 56);
PIN(AssayCall, next, 48);
PIN_SIZE(AssayResults, 4368);
PIN(AssayResults, tensors, 16);
PIN_SIZE(AssayCell, 24);
PIN_SIZE(AssayHost, 24);
PIN_SIZE(AssayDonation, 32);
PIN_SIZE(AssayPlanStep, 16);
PIN_SIZE(AssayPlanView, 8);
PIN_SIZE(AssayPlan, 80);
PIN(AssayPlan, next, 72);
PIN_SIZE(AssayBackendV1, 216);
PIN(AssayBackendV1, wrap, 144);
PIN(AssayBackendV1, session_begin, 152);
PIN(AssayBackendV1, transfer, 208);
