// Implements ops with Eigen's expressions, as its documentation writes them. It
// is compiled once for each level of the instruction set and loaded by
// eigen_peer.cc.
// Tested by tests/bench/peers_test.cc.
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <string_view>

#include "bench/peers/eigen_kernel.h"

namespace assay::bench {
namespace {

using Eigen::Dynamic;
using Eigen::Index;
using Strides = Eigen::Stride<Dynamic, Dynamic>;

template <typename T>
using Rows = Eigen::Matrix<T, Dynamic, Dynamic, Eigen::RowMajor>;
template <typename T>
using Columns = Eigen::Matrix<T, Dynamic, Dynamic, Eigen::ColMajor>;
template <typename T>
using Line = Eigen::Array<T, Dynamic, 1>;

template <typename T>
const T* a_of(const EigenCall& call) {
  return static_cast<const T*>(call.a);
}
template <typename T>
const T* b_of(const EigenCall& call) {
  return static_cast<const T*>(call.b);
}
template <typename T>
T* out_of(const EigenCall& call) {
  return static_cast<T*>(call.out);
}

// Elementwise ops treat all elements as one line.
template <typename T, typename F>
void binary(const EigenCall& call) {
  const Index n = call.rows * call.columns;
  const Eigen::Map<const Line<T>> a(a_of<T>(call), n), b(b_of<T>(call), n);
  Eigen::Map<Line<T>>(out_of<T>(call), n) = F()(a, b);
}
template <typename T, typename F>
void unary(const EigenCall& call) {
  const Index n = call.rows * call.columns;
  const Eigen::Map<const Line<T>> a(a_of<T>(call), n);
  Eigen::Map<Line<T>>(out_of<T>(call), n) = F()(a);
}
#define ASSAY_BINARY(name, expression)              \
  struct name {                                     \
    template <typename A, typename B>               \
    auto operator()(const A& a, const B& b) const { \
      return expression;                            \
    }                                               \
  }
#define ASSAY_UNARY(name, expression)   \
  struct name {                         \
    template <typename A>               \
    auto operator()(const A& a) const { \
      return expression;                \
    }                                   \
  }
ASSAY_BINARY(Sum, a + b);
ASSAY_BINARY(Product, a* b);
ASSAY_BINARY(Quotient, a / b);
ASSAY_UNARY(Root, a.sqrt());
ASSAY_UNARY(Exponential, a.exp());
ASSAY_UNARY(Logarithm, a.log());
ASSAY_UNARY(Sine, a.sin());
ASSAY_UNARY(Tangent, a.tanh());
#undef ASSAY_BINARY
#undef ASSAY_UNARY

// For matrices with any strides.
template <typename T>
void strided_sum(const EigenCall& call) {
  const Eigen::Map<const Rows<T>, 0, Strides> a(
      a_of<T>(call), call.rows, call.columns,
      Strides(call.a_strides[0], call.a_strides[1]));
  const Eigen::Map<const Rows<T>, 0, Strides> b(
      b_of<T>(call), call.rows, call.columns,
      Strides(call.b_strides[0], call.b_strides[1]));
  Eigen::Map<Rows<T>>(out_of<T>(call), call.rows, call.columns) = a + b;
}
template <typename T>
void strided_copy(const EigenCall& call) {
  Eigen::Map<Rows<T>>(out_of<T>(call), call.rows, call.columns) =
      Eigen::Map<const Rows<T>, 0, Strides>(
          a_of<T>(call), call.rows, call.columns,
          Strides(call.a_strides[0], call.a_strides[1]));
}
template <typename T>
void transpose(const EigenCall& call) {
  const Eigen::Map<const Columns<T>> a(a_of<T>(call), call.rows, call.columns);
  Eigen::Map<Rows<T>>(out_of<T>(call), call.rows, call.columns) = a;
}

template <typename T>
void reduce_sum(const EigenCall& call) {
  const Eigen::Map<const Rows<T>> a(a_of<T>(call), call.rows, call.columns);
  T* out = out_of<T>(call);
  if (call.axis < 0)
    *out = a.sum();
  else if (call.axis == 0)
    Eigen::Map<Eigen::Matrix<T, 1, Dynamic>>(out, call.columns) =
        a.colwise().sum();
  else
    Eigen::Map<Eigen::Matrix<T, Dynamic, 1>>(out, call.rows) =
        a.rowwise().sum();
}
// Along one axis, Eigen has no maximum that keeps NaN, so only the maximum of
// all elements is here.
template <typename T>
void reduce_max(const EigenCall& call) {
  const Eigen::Map<const Rows<T>> a(a_of<T>(call), call.rows, call.columns);
  *out_of<T>(call) = a.template maxCoeff<Eigen::PropagateNaN>();
}

template <typename T>
void multiply(const EigenCall& call) {
  for (std::int64_t i = 0; i < call.batch; ++i) {
    const Eigen::Map<const Rows<T>> a(
        a_of<T>(call) + i * call.rows * call.inner, call.rows, call.inner);
    const Eigen::Map<const Rows<T>> b(
        b_of<T>(call) + i * call.inner * call.columns, call.inner,
        call.columns);
    Eigen::Map<Rows<T>>(out_of<T>(call) + i * call.rows * call.columns,
                        call.rows, call.columns)
        .noalias() = a * b;
  }
}
template <typename T>
void multiply_transposed(const EigenCall& call) {
  const Eigen::Map<const Columns<T>> a(a_of<T>(call), call.rows, call.inner);
  const Eigen::Map<const Rows<T>> b(b_of<T>(call), call.inner, call.columns);
  Eigen::Map<Rows<T>>(out_of<T>(call), call.rows, call.columns).noalias() =
      a * b;
}

template <typename T>
void cholesky(const EigenCall& call) {
  const Index n = call.columns;
  for (std::int64_t i = 0; i < call.batch; ++i) {
    const Eigen::Map<const Rows<T>> a(a_of<T>(call) + i * n * n, n, n);
    Eigen::Map<Rows<T>> out(out_of<T>(call) + i * n * n, n, n);
    out = a;
    Eigen::LLT<Eigen::Ref<Rows<T>>> in_place(out);
    out.template triangularView<Eigen::StrictlyUpper>().setZero();
  }
}
template <typename T>
void solve_lower(const EigenCall& call) {
  const Index n = call.rows;
  const Eigen::Map<const Rows<T>> a(a_of<T>(call), n, n);
  Eigen::Map<Rows<T>> out(out_of<T>(call), n, call.inner);
  out = Eigen::Map<const Rows<T>>(b_of<T>(call), n, call.inner);
  a.template triangularView<Eigen::Lower>().solveInPlace(out);
}

bool is_contiguous(const EigenCall& call, const std::int64_t (&strides)[2]) {
  return strides[1] == 1 && (strides[0] == call.columns || call.rows == 1);
}

template <typename T>
EigenKernel real_kernel(const EigenCall& call) {
  const std::string_view op = call.op;
  const bool is_plain =
      is_contiguous(call, call.a_strides) &&
      (call.b == nullptr || is_contiguous(call, call.b_strides));
  if (op == "add") return is_plain ? binary<T, Sum> : strided_sum<T>;
  if (op == "assign" && !is_plain)
    return call.a_strides[0] == 1 && call.a_strides[1] == call.rows
               ? transpose<T>
               : strided_copy<T>;
  if (op == "matmul")
    return call.a_strides[1] == 1 ? multiply<T> : multiply_transposed<T>;
  if (op == "cholesky") return cholesky<T>;
  if (op == "triangular_solve") return solve_lower<T>;
  if (!is_plain) return nullptr;
  if (op == "mul") return binary<T, Product>;
  if (op == "div") return binary<T, Quotient>;
  if (op == "sqrt") return unary<T, Root>;
  if (op == "exp") return unary<T, Exponential>;
  if (op == "log") return unary<T, Logarithm>;
  if (op == "sin") return unary<T, Sine>;
  if (op == "tanh") return unary<T, Tangent>;
  if (op == "reduce_sum") return reduce_sum<T>;
  if (op == "reduce_max" && call.axis < 0) return reduce_max<T>;
  return nullptr;
}

}  // namespace
}  // namespace assay::bench

#define ASSAY_EXPORTED extern "C" __attribute__((visibility("default")))

ASSAY_EXPORTED assay::bench::EigenKernel assay_eigen_kernel(
    const assay::bench::EigenCall& call) {
  using namespace assay::bench;
  const std::string_view dtype = call.dtype;
  const std::string_view op = call.op;
  if (dtype == "float32") return real_kernel<float>(call);
  if (dtype == "float64") return real_kernel<double>(call);
  if (op != "matmul" || call.a_strides[1] != 1) return nullptr;
  if (dtype == "int32") return multiply<std::int32_t>;
  if (dtype == "complex64") return multiply<std::complex<float>>;
  return nullptr;
}

#define ASSAY_TEXT_OF(x) #x
#define ASSAY_TEXT(x) ASSAY_TEXT_OF(x)
ASSAY_EXPORTED const char* assay_eigen_version() {
  return ASSAY_TEXT(EIGEN_WORLD_VERSION) "." ASSAY_TEXT(
      EIGEN_MAJOR_VERSION) "." ASSAY_TEXT(EIGEN_MINOR_VERSION);
}
