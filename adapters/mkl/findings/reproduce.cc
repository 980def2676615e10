// Reproduces findings about MKL 2026.0 without Assay.
//   g++ -std=c++20 -I. -Ibuild/field/mkl/include \
//     adapters/mkl/findings/reproduce.cc build/field/mkl/lib/libmkl_rt.so.3 \
//     -Wl,-rpath,$PWD/build/field/mkl/lib -o build/reproduce_mkl
#include "adapters/reproduce/reproduce.h"

#include <mkl.h>

#include <cmath>

namespace {

std::string complex_power() {
  vmlSetMode(VML_HA | VML_ERRMODE_IGNORE);
  const MKL_Complex8 zero{0, 0};
  MKL_Complex8 power{};
  vcPow(1, &zero, &zero, &power);
  return std::isnan(power.real) ? "NaN" : std::to_string(power.real);
}
std::string square_root() {
  vmlSetMode(VML_HA | VML_ERRMODE_IGNORE);
  const float x = 0x1.8c80fp-1F;
  float root = 0;
  vsSqrt(1, &x, &root);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%a", double{root});
  return text.data();
}

constexpr reproduce::Finding kFindings[] = {
    {"vcPow(0, 0)", complex_power, "1.000000", "NaN"},
    {"vsSqrt is not correctly rounded", square_root, "0x1.c290fp-1",
     "0x1.c290f2p-1"},
};

}  // namespace

int main() {
  mkl_set_threading_layer(MKL_THREADING_SEQUENTIAL);
  return reproduce::reproduce(kFindings);
}
