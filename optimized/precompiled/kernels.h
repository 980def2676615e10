// Precompiled for kernels, once for all of them and all targets: Highway, and
// headers of the library that most of them include.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hwy/highway.h"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// A kernel goes through the targets again, as if for the first time.
#undef HIGHWAY_HWY_FOREACH_TARGET_H_
#undef HWY_HIGHWAY_INCLUDED
#undef HWY_TARGET_TOGGLE
#define ASSAY_PRECOMPILED_KERNELS
