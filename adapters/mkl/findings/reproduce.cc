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

std::string solution_of_small() {
  float a[] = {0x1.11b11cp-124F, 0x1.c8d90cp-122F,  //
               0x1.048ab8p-125F, 0x1.b4c4c2p-123F};
  float b[] = {-0x1.964ffap-123F, -0x1.844788p-124F};
  MKL_INT pivots[2];
  LAPACKE_sgesv(LAPACK_ROW_MAJOR, 2, 1, a, 2, pivots, b, 1);
  return std::isfinite(b[0]) && std::isfinite(b[1]) ? "finite" : "not finite";
}
std::string factor_of_small() {
  float a[] = {0x1.4c6ea8p-128F, 0x1.957e1p-125F,  //
               0x1.957e1p-125F, 0x1.faee46p-122F};
  return std::to_string(LAPACKE_spotrf(LAPACK_ROW_MAJOR, 'L', 2, a, 2));
}
std::string lu_of_small() {
  float a[] = {0x1.47e624p-122F,  -0x1.6a9352p-123F, 0x1.76b4c4p-125F,
               -0x1.9fd6acp-126F, 0x1.18366ep-122F,  -0x1.35b89ep-123F,
               -0x1.afa6ecp-124F, 0x1.dced9cp-125F,  -0x1.e3ee9p-126F,
               0x1.0a288cp-126F};
  MKL_INT pivots[2];
  LAPACKE_sgetrf(LAPACK_ROW_MAJOR, 5, 2, a, 2, pivots);
  for (const float element : a)
    if (!std::isfinite(element)) return "not finite";
  return "finite";
}

constexpr reproduce::Finding kFindings[] = {
    {"vcPow(0, 0)", complex_power, "1.000000", "NaN"},
    {"vsSqrt is not correctly rounded", square_root, "0x1.c290fp-1",
     "0x1.c290f2p-1"},
    {"sgesv of small numbers", solution_of_small, "finite", "not finite"},
    {"sgetrf of small numbers", lu_of_small, "finite", "not finite"},
    {"spotrf of small numbers", factor_of_small, "0", "2"},
};

}  // namespace

int main() {
  mkl_set_threading_layer(MKL_THREADING_SEQUENTIAL);
  return reproduce::reproduce(kFindings);
}
