// Leaves some values of a long enumeration out under the sanitizers, which take
// ten times as long. Sanitizers check the code, and some values reach all of
// it. The build without sanitizers tries all values.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace assay::test {

#ifdef ASSAY_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// Returns every seventh of a list under the sanitizers, else the whole list.
template <typename T>
std::vector<T> sampled(std::vector<T> all) {
  if (!kIsSanitized) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < all.size(); i += 7)
    some.push_back(std::move(all[i]));
  return some;
}

}  // namespace assay::test
