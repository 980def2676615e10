// Reproduces findings about xtensor 0.24.3 without Assay.
//   g++ -std=c++20 -O2 -I. adapters/xtensor/findings/reproduce.cc \
//     -o build/reproduce_xtensor
#include "adapters/reproduce/reproduce.h"

#include <cmath>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>

namespace {

std::string quotient_by_zero() {
  const xt::xarray<int> a{1}, b{0};
  const xt::xarray<int> quotient = a / b;
  return std::to_string(quotient(0));
}
std::string place_in_vector() {
  const xt::xarray<double> x{1, 3, 2};
  const xt::xarray<std::size_t> place = xt::argmax(x, 0);
  return std::to_string(place());
}
std::string sign_of_zero() {
  const xt::xarray<float> x{-0.0F};
  const xt::xarray<float> sign = xt::sign(x);
  return std::signbit(sign(0)) ? "-0" : "0";
}

std::string least_infinity() {
  const xt::xarray<float> x{INFINITY, INFINITY};
  const float least = xt::amin(x)();
  return std::isinf(least) ? "inf" : std::to_string(least);
}

constexpr reproduce::Finding kFindings[] = {
    {"quotient of an integer and 0", quotient_by_zero, "any value",
     "killed by signal 8"},
    {"argmax(x, 0) of a vector", place_in_vector, "1", "0"},
    {"amin of infinities", least_infinity, "inf",
     "340282346638528859811704183484516925440.000000"},
    {"sign(-0)", sign_of_zero, "0", "-0"},
};

}  // namespace

int main() { return reproduce::reproduce(kFindings); }
