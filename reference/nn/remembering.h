// Computes a slow function once for each operand, because long operands repeat
// their elements. Tested by tests/reference/activation_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>

namespace assay {

// Remembers the values of a function of two numbers, which differ if their bits
// do.
template <typename F>
class Remembering {
 public:
  explicit Remembering(F f) : f_(std::move(f)) {}

  auto operator()(double x, double y) {
    const auto key = std::pair(std::bit_cast<std::uint64_t>(x),
                               std::bit_cast<std::uint64_t>(y));
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    return values_.emplace(key, f_(x, y)).first->second;
  }

 private:
  F f_;
  std::map<std::pair<std::uint64_t, std::uint64_t>,
           std::invoke_result_t<F, double, double>>
      values_;
};

}  // namespace assay
