// Loads OpenBLAS or MKL, and prepares workloads through the C interface for
// BLAS and the Fortran interface for LAPACK, which both libraries have.
// Tested by tests/bench/peers_test.cc.
#include <complex>
#include <cstring>
#include <vector>

#include "bench/peers/blas_functions.h"
#include "bench/peers/library_peers.h"
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

// Says how a matrix is stored, by its transposition and leading dimension as in
// BLAS.
struct Lie {
  int transposition = kNoTrans;
  std::int64_t leading = 1;
};
// Returns nothing if neither axis is contiguous.
std::optional<Lie> lie_of(const View& view) {
  const std::size_t rank = view.rank();
  const std::int64_t rows = view.strides()[rank - 2];
  const std::int64_t columns = view.strides()[rank - 1];
  if (columns == 1 && rows >= view.shape()[rank - 1])
    return Lie{kNoTrans, rows};
  if (rows == 1 && columns >= view.shape()[rank - 2])
    return Lie{kTrans, columns};
  return std::nullopt;
}

Status blas_has_no(const char* what) {
  return Status::unsupported("op", std::string("BLAS has no ") + what);
}

template <typename Int>
class Blas : public Contender {
 public:
  Blas(std::string name, std::string version, BlasFunctions<Int> functions,
       Clock clock)
      : name_(std::move(name)),
        version_(std::move(version)),
        functions_(functions),
        clock_(clock) {}

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }

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
      return blas_has_no("product of the dtype");
    }
    if (!is_double && workload.dtype != DType::kFloat32)
      return blas_has_no("dtype");
    if (workload.op == "cholesky"_op)
      return is_double ? factor<double>(workload, arena, functions_.dpotrf)
                       : factor<float>(workload, arena, functions_.spotrf);
    if (workload.op == "triangular_solve"_op)
      return is_double ? solve<double>(workload, arena, functions_.dtrsm)
                       : solve<float>(workload, arena, functions_.strsm);
    return blas_has_no("such op");
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
      return blas_has_no("matrices of this layout");
    const Shape& out = workload.outs[0].shape;
    const Int m = static_cast<Int>(out[out.size() - 2]);
    const Int n = static_cast<Int>(out.back());
    const Int k = static_cast<Int>(a.shape().back());
    const int how_a = lie_a->transposition, how_b = lie_b->transposition;
    const Int leading_a = static_cast<Int>(lie_a->leading);
    const Int leading_b = static_cast<Int>(lie_b->leading);
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
              gemm(kRowMajor, how_a, how_b, m, n, k, one, xi, leading_a, yi,
                   leading_b, zero, zi, n);
            else
              gemm(kRowMajor, how_a, how_b, m, n, k, &one, xi, leading_a, yi,
                   leading_b, &zero, zi, n);
          }
        },
        workload, arena, clock_);
  }

  // Factors in memory of its own, as the op returns a new tensor. The lower
  // triangle in row-major order is the upper one in Fortran's order.
  template <typename T, typename Potrf>
  Result<std::unique_ptr<Timed>> factor(const Workload& workload,
                                        const Arena& arena, Potrf* potrf) {
    const Operand& a = workload.operands[0];
    if (workload.attributes.flag(AttributeKey::kUpper) ||
        !a.view.is_c_contiguous())
      return blas_has_no("factor of this form");
    const Int n = static_cast<Int>(a.view.shape().back());
    const std::int64_t size = std::int64_t{n} * n;
    const std::int64_t count = a.count / size;
    const T* from = reinterpret_cast<const T*>(arena.operand(0).data());
    return timed_result<T>(a.count, [=](T* to) {
      std::memcpy(to, from, static_cast<std::size_t>(count * size) * sizeof(T));
      for (std::int64_t i = 0; i < count; ++i) {
        T* matrix = to + i * size;
        Int status = 0;
        potrf("U", &n, matrix, &n, &status, 1);
        for (Int row = 0; row < n; ++row)
          std::fill(matrix + row * n + row + 1, matrix + (row + 1) * n, T(0));
      }
    });
  }

  template <typename T, typename Trsm>
  Result<std::unique_ptr<Timed>> solve(const Workload& workload,
                                       const Arena& arena, Trsm* trsm) {
    const Operand& a = workload.operands[0];
    const Operand& b = workload.operands[1];
    if (a.view.rank() != 2 || b.view.rank() != 2 || !a.view.is_c_contiguous() ||
        !b.view.is_c_contiguous())
      return blas_has_no("system of this form");
    const Int n = static_cast<Int>(a.view.shape()[0]);
    const Int columns = static_cast<Int>(b.view.shape()[1]);
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

  std::string name_;
  std::string version_;
  BlasFunctions<Int> functions_;
  Clock clock_;
};

// Returns the peer, or nothing if the library lacks a function in the spelling.
template <typename Int>
std::unique_ptr<Contender> contender_in(const SharedLibrary& library,
                                        const Spelling& spelling,
                                        const std::string& name,
                                        const std::string& version,
                                        Clock clock) {
  BlasFunctions<Int> functions;
  if (!functions.find(library, spelling)) return nullptr;
  return std::make_unique<Blas<Int>>(name, version, functions, clock);
}

// Sets the number of threads of OpenBLAS and returns its version, or "" if the
// library does not have its functions in the spelling.
std::string start_openblas(const SharedLibrary& library,
                           const Spelling& spelling, int threads) {
  char* (*config)() = nullptr;
  void (*set_threads)(int) = nullptr;
  const auto spelled = [&](const char* name) {
    return spelling.before + std::string(name) + spelling.after;
  };
  if (!library.find(spelled("openblas_get_config").c_str(), config) ||
      !library.find(spelled("openblas_set_num_threads").c_str(), set_threads))
    return "";
  set_threads(threads);
  return config();
}

// Does the same for MKL. With one thread MKL does not load OpenMP.
std::string start_mkl(const SharedLibrary& library, int threads) {
  constexpr int kIntel = 0, kSequential = 1;
  int (*set_layer)(int) = nullptr;
  void (*set_threads)(int) = nullptr;
  void (*version)(char*, int) = nullptr;
  if (!library.find("MKL_Set_Threading_Layer", set_layer) ||
      !library.find("MKL_Set_Num_Threads", set_threads) ||
      !library.find("MKL_Get_Version_String", version))
    return "";
  set_layer(threads == 1 ? kSequential : kIntel);
  set_threads(threads);
  char text[200] = {};
  version(text, sizeof text - 1);
  std::string said(text);
  return said.substr(0, said.find_last_not_of(' ') + 1);
}

// Opens the first of the files that can be opened. The error is that of the
// last one.
Result<SharedLibrary> open_first(const std::vector<std::string>& files) {
  Status last = Status::internal("no file is named");
  for (const std::string& file : files) {
    auto library = SharedLibrary::open(file);
    if (library) return library;
    last = library.status();
  }
  return last;
}

}  // namespace

Result<std::unique_ptr<Contender>> load_openblas(
    const std::vector<std::string>& files, int threads, Clock clock) {
  const auto library = open_first(files);
  if (!library) return library.status();
  for (const Spelling& spelling : kSpellings) {
    const std::string version = start_openblas(*library, spelling, threads);
    if (version.empty()) continue;
    auto peer =
        spelling.has_wide_integers
            ? contender_in<std::int64_t>(*library, spelling, "openblas",
                                         version, clock)
            : contender_in<int>(*library, spelling, "openblas", version, clock);
    if (peer != nullptr) return peer;
  }
  return Status::internal(library->file() +
                          " is not OpenBLAS, or lacks a function of LAPACK");
}

Result<std::unique_ptr<Contender>> load_mkl(
    const std::vector<std::string>& files, int threads, Clock clock) {
  const auto library = open_first(files);
  if (!library) return library.status();
  const std::string version = start_mkl(*library, threads);
  if (version.empty())
    return Status::internal(library->file() + " is not the MKL runtime");
  auto peer = contender_in<int>(*library, kSpellings[0], "mkl", version, clock);
  if (peer != nullptr) return peer;
  return Status::internal(library->file() + " lacks a function of LAPACK");
}

}  // namespace assay::bench
