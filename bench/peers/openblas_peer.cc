// Loads OpenBLAS, and prepares workloads through its C interface for BLAS and
// its Fortran interface for LAPACK.
// Tested by tests/bench/peers_test.cc.
#include <complex>
#include <cstring>
#include <vector>

#include "bench/peers/library_peers.h"
#include "bench/peers/shared_library.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

// The enumerators of cblas.h.
enum Cblas : int {
  kRowMajor = 101,
  kNoTrans = 111,
  kTrans = 112,
  kUpper = 121,
  kLower = 122,
  kNonUnit = 131,
  kUnit = 132,
  kLeft = 141,
};

template <typename T>
using Gemm = void(int, int, int, int, int, int, T, const T*, int, const T*, int,
                  T, T*, int);
using ComplexGemm = void(int, int, int, int, int, int, const void*, const void*,
                         int, const void*, int, const void*, void*, int);
template <typename T>
using Trsm = void(int, int, int, int, int, int, int, T, const T*, int, T*, int);
template <typename T>
using Potrf = void(const char*, const int*, T*, const int*, int*, std::size_t);

struct OpenblasFunctions {
  SharedLibrary library;
  Gemm<float>* sgemm = nullptr;
  Gemm<double>* dgemm = nullptr;
  ComplexGemm* cgemm = nullptr;
  ComplexGemm* zgemm = nullptr;
  Trsm<float>* strsm = nullptr;
  Trsm<double>* dtrsm = nullptr;
  Potrf<float>* spotrf = nullptr;
  Potrf<double>* dpotrf = nullptr;
  char* (*get_config)() = nullptr;
  void (*set_num_threads)(int) = nullptr;

  bool find() {
    return library.find("cblas_sgemm", sgemm) &&
           library.find("cblas_dgemm", dgemm) &&
           library.find("cblas_cgemm", cgemm) &&
           library.find("cblas_zgemm", zgemm) &&
           library.find("cblas_strsm", strsm) &&
           library.find("cblas_dtrsm", dtrsm) &&
           library.find("spotrf_", spotrf) && library.find("dpotrf_", dpotrf) &&
           library.find("openblas_get_config", get_config) &&
           library.find("openblas_set_num_threads", set_num_threads);
  }
};

// Says how a matrix is stored, by its transposition and leading dimension as in
// BLAS.
struct Lie {
  int transposition = kNoTrans;
  int leading = 1;
};
// Returns nothing if neither axis is contiguous.
std::optional<Lie> lie_of(const View& view) {
  const std::size_t rank = view.rank();
  const std::int64_t rows = view.strides()[rank - 2];
  const std::int64_t columns = view.strides()[rank - 1];
  if (columns == 1 && rows >= view.shape()[rank - 1])
    return Lie{kNoTrans, static_cast<int>(rows)};
  if (rows == 1 && columns >= view.shape()[rank - 2])
    return Lie{kTrans, static_cast<int>(columns)};
  return std::nullopt;
}

Status openblas_has_no(const char* what) {
  return Status::unsupported("op", std::string("OpenBLAS has no ") + what);
}

class Openblas : public Contender {
 public:
  Openblas(OpenblasFunctions functions, Clock clock)
      : functions_(functions), clock_(clock) {}

  std::string name() const override { return "openblas"; }
  std::string version() const override { return functions_.get_config(); }

  Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                         const Arena& arena) override {
    const bool is_double = workload.dtype == DType::kFloat64;
    if (workload.op == "matmul"_op) {
      if (workload.dtype == DType::kFloat32)
        return product<float>(workload, arena, functions_.sgemm);
      if (is_double) return product<double>(workload, arena, functions_.dgemm);
      if (workload.dtype == DType::kComplex64)
        return product<std::complex<float>>(workload, arena, functions_.cgemm);
      if (workload.dtype == DType::kComplex128)
        return product<std::complex<double>>(workload, arena, functions_.zgemm);
      return openblas_has_no("product of the dtype");
    }
    if (!is_double && workload.dtype != DType::kFloat32)
      return openblas_has_no("dtype");
    if (workload.op == "cholesky"_op)
      return is_double ? factor<double>(workload, arena, functions_.dpotrf)
                       : factor<float>(workload, arena, functions_.spotrf);
    if (workload.op == "triangular_solve"_op)
      return is_double ? solve<double>(workload, arena, functions_.dtrsm)
                       : solve<float>(workload, arena, functions_.strsm);
    return openblas_has_no("such op");
  }

 private:
  template <typename T, typename Function>
  Result<std::unique_ptr<Timed>> product(const Workload& workload,
                                         const Arena& arena, Function* gemm) {
    const View& a = workload.operands[0].view;
    const View& b = workload.operands[1].view;
    const auto lie_a = lie_of(a), lie_b = lie_of(b);
    if (!lie_a || !lie_b || a.rank() != b.rank() || a.rank() < 2 ||
        (a.rank() > 2 && !(a.is_c_contiguous() && b.is_c_contiguous())))
      return openblas_has_no("matrices of this layout");
    const Shape& out = workload.outs[0].shape;
    const int m = static_cast<int>(out[out.size() - 2]);
    const int n = static_cast<int>(out.back());
    const int k = static_cast<int>(a.shape().back());
    const std::int64_t count = element_count(out) / (std::int64_t{m} * n);
    const T* x = reinterpret_cast<const T*>(arena.operand(0).data());
    const T* y = reinterpret_cast<const T*>(arena.operand(1).data());
    T* z = reinterpret_cast<T*>(arena.out(0).data());
    return timed(
        [=] {
          const T one(1), zero(0);
          for (std::int64_t i = 0; i < count; ++i) {
            const T* xi = x + i * m * k;
            const T* yi = y + i * k * n;
            T* zi = z + i * m * n;
            if constexpr (std::is_floating_point_v<T>)
              gemm(kRowMajor, lie_a->transposition, lie_b->transposition, m, n,
                   k, one, xi, lie_a->leading, yi, lie_b->leading, zero, zi, n);
            else
              gemm(kRowMajor, lie_a->transposition, lie_b->transposition, m, n,
                   k, &one, xi, lie_a->leading, yi, lie_b->leading, &zero, zi,
                   n);
          }
        },
        workload, arena, clock_);
  }

  // Factors in memory of its own, as the op returns a new tensor. The lower
  // triangle in row-major order is the upper one in Fortran's order.
  template <typename T>
  Result<std::unique_ptr<Timed>> factor(const Workload& workload,
                                        const Arena& arena, Potrf<T>* potrf) {
    const Operand& a = workload.operands[0];
    if (workload.attributes.flag(AttributeKey::kUpper) ||
        !a.view.is_c_contiguous())
      return openblas_has_no("factor of this form");
    const int n = static_cast<int>(a.view.shape().back());
    const std::int64_t size = std::int64_t{n} * n;
    const std::int64_t count = a.count / size;
    const T* from = reinterpret_cast<const T*>(arena.operand(0).data());
    return timed_result<T>(a.count, [=](T* to) {
      std::memcpy(to, from, static_cast<std::size_t>(count * size) * sizeof(T));
      for (std::int64_t i = 0; i < count; ++i) {
        T* matrix = to + i * size;
        int status = 0;
        potrf("U", &n, matrix, &n, &status, 1);
        for (int row = 0; row < n; ++row)
          std::fill(matrix + row * n + row + 1, matrix + (row + 1) * n, T(0));
      }
    });
  }

  template <typename T>
  Result<std::unique_ptr<Timed>> solve(const Workload& workload,
                                       const Arena& arena, Trsm<T>* trsm) {
    const Operand& a = workload.operands[0];
    const Operand& b = workload.operands[1];
    if (a.view.rank() != 2 || b.view.rank() != 2 || !a.view.is_c_contiguous() ||
        !b.view.is_c_contiguous())
      return openblas_has_no("system of this form");
    const int n = static_cast<int>(a.view.shape()[0]);
    const int columns = static_cast<int>(b.view.shape()[1]);
    const auto flag = [&](AttributeKey key) {
      return workload.attributes.flag(key);
    };
    const int triangle = flag(AttributeKey::kUpper) ? kUpper : kLower;
    const int transposition =
        flag(AttributeKey::kTranspose) ? kTrans : kNoTrans;
    const int diagonal = flag(AttributeKey::kUnitDiag) ? kUnit : kNonUnit;
    const T* matrix = reinterpret_cast<const T*>(arena.operand(0).data());
    const T* right = reinterpret_cast<const T*>(arena.operand(1).data());
    return timed_result<T>(b.count, [=, count = b.count](T* to) {
      std::memcpy(to, right, static_cast<std::size_t>(count) * sizeof(T));
      trsm(kRowMajor, kLeft, triangle, transposition, diagonal, n, columns,
           T(1), matrix, n, to, columns);
    });
  }

  // Returns a Timed of a function that writes into memory allocated for each
  // call.
  template <typename T, typename F>
  Result<std::unique_ptr<Timed>> timed_result(std::int64_t count, F write) {
    auto last = std::make_shared<std::unique_ptr<T[]>>();
    const auto size = static_cast<std::size_t>(count);
    return timed_with_results(
        [=] {
          last->reset();
          last->reset(new T[size]);
          write(last->get());
        },
        [=] {
          const auto* bytes = reinterpret_cast<const std::byte*>(last->get());
          return std::vector<Bytes>{Bytes(bytes, bytes + size * sizeof(T))};
        },
        clock_);
  }

  OpenblasFunctions functions_;
  Clock clock_;
};

}  // namespace

Result<std::unique_ptr<Contender>> load_openblas(int threads, Clock clock) {
  auto library = SharedLibrary::open("libopenblas.so.0");
  if (!library) return library.status();
  OpenblasFunctions functions{.library = *std::move(library)};
  if (!functions.find())
    return Status::internal("libopenblas.so.0 lacks a function of LAPACK");
  functions.set_num_threads(threads);
  return std::unique_ptr<Contender>(
      std::make_unique<Openblas>(std::move(functions), clock));
}

}  // namespace assay::bench
