// Finds the functions of BLAS and LAPACK in a shared library, whose build
// decides how the names are spelled and how wide its integers are.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <cstddef>
#include <string>

#include "bench/peers/shared_library.h"

namespace assay::bench {

// The prefix and the suffix that a build adds to the names of functions.
// OpenBLAS in the packages of SciPy has scipy_cblas_sgemm64_ and
// scipy_spotrf_64_, for example.
struct Spelling {
  const char* before;
  const char* after;
  bool has_wide_integers;  // 64 bits instead of 32
};
inline constexpr Spelling kSpellings[] = {{"", "", false},
                                          {"scipy_", "", false},
                                          {"scipy_", "64_", true},
                                          {"", "64_", true}};

// The C interface of BLAS and the Fortran interface of LAPACK. The first
// arguments are the enumerators of cblas.h.
template <typename Int>
struct BlasFunctions {
  template <typename T>
  using Gemm = void(int, int, int, Int, Int, Int, T, const T*, Int, const T*,
                    Int, T, T*, Int);
  using ComplexGemm = void(int, int, int, Int, Int, Int, const void*,
                           const void*, Int, const void*, Int, const void*,
                           void*, Int);
  template <typename T>
  using Trsm = void(int, int, int, int, int, Int, Int, T, const T*, Int, T*,
                    Int);
  template <typename T>
  using Potrf = void(const char*, const Int*, T*, const Int*, Int*,
                     std::size_t);

  Gemm<float>* sgemm = nullptr;
  Gemm<double>* dgemm = nullptr;
  ComplexGemm* cgemm = nullptr;
  ComplexGemm* zgemm = nullptr;
  Trsm<float>* strsm = nullptr;
  Trsm<double>* dtrsm = nullptr;
  Potrf<float>* spotrf = nullptr;
  Potrf<double>* dpotrf = nullptr;

  // Returns whether the library has all of them in a spelling.
  bool find(const SharedLibrary& library, const Spelling& spelling) {
    const auto one = [&](const char* name, auto*& function) {
      return library.find(
          (spelling.before + std::string(name) + spelling.after).c_str(),
          function);
    };
    return one("cblas_sgemm", sgemm) && one("cblas_dgemm", dgemm) &&
           one("cblas_cgemm", cgemm) && one("cblas_zgemm", zgemm) &&
           one("cblas_strsm", strsm) && one("cblas_dtrsm", dtrsm) &&
           one("spotrf_", spotrf) && one("dpotrf_", dpotrf);
  }
};

}  // namespace assay::bench
