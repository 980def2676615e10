// Measures which share of their bounds results of float32 kernels use.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "harness/judge/acceptance.h"
#include "harness/judge/tolerance.h"
#include "tests/reference/calls.h"

namespace assay::test {

using Floats = std::vector<float>;

inline Tensor tensor_of_floats(const Floats& x, Shape shape = {}) {
  return tensor_of(DType::kFloat32, Numbers(x.begin(), x.end()),
                   std::move(shape));
}

// Returns the largest share of the bound that results of a call use. Infinite
// and missing numbers use more than all of it.
inline double share_of(const Call& call, const Floats& got) {
  const Answer right = answer(call);
  const auto bits = bits_in(right.tensors[0]);
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto freedom =
        right.freedom.empty() ? Freedom::kNone : right.freedom[i];
    if (freedom == Freedom::kAny) continue;
    const long double exact = exact_value(
        kFormatFloat32, bits[i], right.residue.empty() ? 0 : right.residue[i]);
    const std::int64_t terms = right.terms.empty() ? 1 : right.terms[i];
    const long double bound =
        sum_bound(DType::kFloat32, terms, static_cast<long double>(terms),
                  right.scale.empty() ? 0 : right.scale[i], exact);
    const long double error = std::fabs(got[i] - exact);
    const double share = static_cast<double>(error / bound);
    largest = std::isnan(share) ? HUGE_VAL : std::max(largest, share);
  }
  return largest;
}

inline Attributes with_element(AttributeKey key, float value,
                               Attributes attributes = {}) {
  return attributes.element(key, {encode_real(kFormatFloat32, value), 0});
}

inline Floats drawn(std::size_t count, double spread, std::uint32_t seed,
                    double middle = 0) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> distribution(middle, spread);
  Floats x(count);
  for (float& e : x) e = static_cast<float>(distribution(engine));
  return x;
}

inline Floats mapped(const Floats& x, const std::function<float(float)>& f) {
  Floats y;
  for (float e : x) y.push_back(f(e));
  return y;
}
inline Floats mapped(const Floats& x, const Floats& y,
                     const std::function<float(float, float)>& f) {
  Floats z;
  for (std::size_t i = 0; i < x.size(); ++i) z.push_back(f(x[i], y[i]));
  return z;
}

// Expects a share of the bound that is below 1, but not below a twentieth.
inline void expect_fair(double share, const char* what) {
  EXPECT_LT(share, 1) << what;
  EXPECT_GT(share, 0.05) << what;
  testing::Test::RecordProperty(what, std::to_string(share));
}
inline void expect_beyond(double share, const char* what) {
  EXPECT_GT(share, 1) << what;
  testing::Test::RecordProperty(what, std::to_string(share));
}

// Adds the terms one after the other.
inline float forward(const Floats& terms) {
  float sum = 0;
  for (float term : terms) sum += term;
  return sum;
}

}  // namespace assay::test
