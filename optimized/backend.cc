// Gives the optimized backend one member function per op, named after the op.
// Each calls the function of its family in one line, so this file shows where
// every op is computed.
// Tested by tests/cli/optimized_test.cc.
#include <array>
#include <new>
#include <string_view>

#include "optimized/arrays/donation.h"
#include "optimized/arrays/indexing.h"
#include "optimized/arrays/memory.h"
#include "optimized/arrays/movement.h"
#include "optimized/arrays/random.h"
#include "optimized/arrays/windows.h"
#include "optimized/backend_activations.h"
#include "optimized/backend_general.h"
#include "optimized/backend_layers.h"
#include "optimized/backend_selections.h"
#include "optimized/backend_windows.h"
#include "optimized/elementwise/cast.h"
#include "optimized/elementwise/elementwise.h"
#include "optimized/fourier/fourier.h"
#include "optimized/fourier/plain_transform.h"
#include "optimized/fusion/fusion.h"
#include "optimized/linalg/linalg.h"
#include "optimized/optimized.h"
#include "optimized/product/contraction.h"
#include "optimized/product/plain_product.h"
#include "optimized/reduction/plain_reduction.h"
#include "optimized/reduction/reduction.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting.h"
#include "spec/op_table.h"
#include "spec/plain_calls.h"
#include "spec/sdk/typed_backend.h"
#include "spec/version.h"

namespace assay {
namespace {

using AxisList = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// The functions that carry out plain calls of ops, or null.
constexpr auto kPlainRuns = [] {
  std::array<bool (*)(const Call& call), kOps.size()> runs{};
  for (std::size_t i = 0; i < kOps.size(); ++i)
    if (kOps[i]->signature.is_lifted()) runs[i] = optimized::lift_plain;
  runs[static_cast<std::size_t>("matmul"_op)] = optimized::multiply_plain;
  for (const Op op : {"fft"_op, "ifft"_op, "rfft"_op, "irfft"_op})
    runs[static_cast<std::size_t>(op)] = optimized::transform_plain;
  for (const Op op :
       {"reduce_sum"_op, "reduce_prod"_op, "reduce_max"_op, "reduce_min"_op})
    runs[static_cast<std::size_t>(op)] = optimized::reduce_plain;
  return runs;
}();

class Optimized : public TypedBackend<Optimized, optimized::Memory>,
                  public optimized::Layers<Optimized>,
                  public optimized::Windows<Optimized>,
                  public optimized::Activations<Optimized>,
                  public optimized::Selections<Optimized>,
                  public optimized::General<Optimized> {
 public:
  static constexpr std::string_view kName = "optimized";
  static constexpr std::string_view kVersion = assay::kVersion;

  bool keeps_threads() const override {
    return optimized::settings().threads > 1;
  }

  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.op == "donation"_op && cell.dtype == DType::kUint8) return Claim{};
    const Signature& signature = spec_of(cell.op).signature;
    if (signature.is_lifted() &&
        optimized::elementwise_kernel(cell.op, cell.dtype) == nullptr)
      return std::nullopt;
    return TypedBackend::claim(cell);
  }

  // Around calls. The arena keeps memory in sessions and outside of them, and
  // takes back what is reclaimed like what is released.
  Status session_begin() override { return programs_.begin(); }
  Status session_end() override { return programs_.end(); }
  Status reclaim(Tensor) override { return {}; }
  Result<Tensors> execute_plan(const Plan& plan) override {
    return optimized::execute_plan(*this, programs_, plan);
  }
  Result<Tensors> execute(const Call& call) override {
    if (call.donated != 0)
      if (auto made = optimized::execute_in_donated(call)) return *made;
    if (run_plain(call))
      return spec_of(call.op).signature.returns_tensor() ? call.outs
                                                         : Tensors();
    return TypedBackend::execute(call);
  }

  // Elementwise.
#define ASSAY_UNARY(function, name)                      \
  Status function(const Tensor& out, const Tensor& x) {  \
    return optimized::elementwise(name##_op, out, {&x}); \
  }
#define ASSAY_BINARY(function, name)                                     \
  Status function(const Tensor& out, const Tensor& a, const Tensor& b) { \
    return optimized::elementwise(name##_op, out, {&a, &b});             \
  }
  ASSAY_BINARY(add, "add")
  ASSAY_BINARY(sub, "sub")
  ASSAY_BINARY(mul, "mul")
  ASSAY_BINARY(div, "div")
  ASSAY_BINARY(mod, "mod")
  ASSAY_BINARY(pow, "pow")
  ASSAY_BINARY(max, "max")
  ASSAY_BINARY(min, "min")
  ASSAY_BINARY(xor_, "xor")
  ASSAY_BINARY(or_, "or")
  ASSAY_BINARY(and_, "and")
  ASSAY_BINARY(atan2, "atan2")
  ASSAY_BINARY(cmpeq, "cmpeq")
  ASSAY_BINARY(cmpne, "cmpne")
  ASSAY_BINARY(cmplt, "cmplt")
  ASSAY_BINARY(cmple, "cmple")
  ASSAY_UNARY(neg, "neg")
  ASSAY_UNARY(recip, "recip")
  ASSAY_UNARY(abs, "abs")
  ASSAY_UNARY(sign, "sign")
  ASSAY_UNARY(trunc, "trunc")
  ASSAY_UNARY(ceil, "ceil")
  ASSAY_UNARY(floor, "floor")
  ASSAY_UNARY(round, "round")
  ASSAY_UNARY(sqrt, "sqrt")
  ASSAY_UNARY(exp, "exp")
  ASSAY_UNARY(log, "log")
  ASSAY_UNARY(sin, "sin")
  ASSAY_UNARY(cos, "cos")
  ASSAY_UNARY(tan, "tan")
  ASSAY_UNARY(asin, "asin")
  ASSAY_UNARY(acos, "acos")
  ASSAY_UNARY(atan, "atan")
  ASSAY_UNARY(sinh, "sinh")
  ASSAY_UNARY(cosh, "cosh")
  ASSAY_UNARY(tanh, "tanh")
  ASSAY_UNARY(erf, "erf")
  Status where(const Tensor& out, const Tensor& condition, const Tensor& a,
               const Tensor& b) {
    return optimized::where(out, condition, a, b);
  }
#undef ASSAY_UNARY
#undef ASSAY_BINARY

  void cast(const Tensor& out, const Tensor& x) { optimized::cast(out, x); }

  // Reductions, scans and sorts.
  Status reduce_sum(const Tensor& out, const Tensor& x, const AxisList& axes,
                    bool) {
    return optimized::reduce(Scan::kSum, out, x, axes);
  }
  Status reduce_prod(const Tensor& out, const Tensor& x, const AxisList& axes,
                     bool) {
    return optimized::reduce(Scan::kProd, out, x, axes);
  }
  Status reduce_max(const Tensor& out, const Tensor& x, const AxisList& axes,
                    bool) {
    return optimized::reduce(Scan::kMax, out, x, axes);
  }
  Status reduce_min(const Tensor& out, const Tensor& x, const AxisList& axes,
                    bool) {
    return optimized::reduce(Scan::kMin, out, x, axes);
  }
  Status argmax(const Tensor& out, const Tensor& x, std::int64_t axis, bool) {
    return optimized::arg_reduce(Scan::kMax, out, x, axis);
  }
  Status argmin(const Tensor& out, const Tensor& x, std::int64_t axis, bool) {
    return optimized::arg_reduce(Scan::kMin, out, x, axis);
  }
  Status associative_scan(const Tensor& out, const Tensor& x, std::int64_t axis,
                          Scan op) {
    return optimized::scan(op, out, x, axis);
  }
  Status sort(const Tensor& out, const Tensor& x, std::int64_t axis,
              bool descending) {
    return optimized::sort(out, x, axis, descending);
  }
  Status argsort(const Tensor& out, const Tensor& x, std::int64_t axis,
                 bool descending) {
    return optimized::argsort(out, x, axis, descending);
  }

  // Contractions, transforms and linear algebra.
  void matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
    optimized::matmul(out, a, b);
  }
  Status fft(const Tensor& out, const Tensor& x, const AxisList& axes) {
    return optimized::fft(out, x, axes, false);
  }
  Status ifft(const Tensor& out, const Tensor& x, const AxisList& axes) {
    return optimized::fft(out, x, axes, true);
  }
  Status rfft(const Tensor& out, const Tensor& x, const AxisList& axes, DType) {
    return optimized::rfft(out, x, axes);
  }
  Status irfft(const Tensor& out, const Tensor& x, const AxisList& axes, DType,
               const std::optional<AxisList>&) {
    return optimized::irfft(out, x, axes);
  }
  Result<Tensors> cholesky(const Tensor& a, bool upper) {
    return optimized::cholesky(*this, a, upper);
  }
  Result<Tensors> qr(const Tensor& a, bool reduced) {
    return optimized::qr(*this, a, reduced);
  }
  Result<Tensors> svd(const Tensor& a, bool full_matrices) {
    return optimized::svd(*this, a, full_matrices);
  }
  Result<Tensors> eig(const Tensor& a, bool vectors) {
    return optimized::eig(*this, a, vectors);
  }
  Result<Tensors> eigh(const Tensor& a, bool vectors) {
    return optimized::eigh(*this, a, vectors);
  }
  Status triangular_solve(const Tensor& out, const Tensor& a, const Tensor& b,
                          bool upper, bool transpose, bool unit_diag) {
    return optimized::triangular_solve(out, a, b, upper, transpose, unit_diag);
  }

  // Indexing, windows and random numbers.
  void pad(const Tensor& out, const Tensor& x, const Pairs& padding,
           ElementBits value) {
    optimized::pad(out, x, padding, value);
  }
  void cat(const Tensor& out, const Tensors& members, std::int64_t axis) {
    optimized::cat(out, members, axis);
  }
  Status gather(const Tensor& out, const Tensor& data, const Tensor& indices,
                std::int64_t axis) {
    return optimized::gather(out, data, indices, axis);
  }
  Status scatter(const Tensor& out, const Tensor& into, const Tensor& indices,
                 const Tensor& updates, std::int64_t axis, ScatterMode mode,
                 bool) {
    return optimized::scatter(out, into, indices, updates, axis, mode);
  }
  void unfold(const Tensor& out, const Tensor& x, const Pairs& padding,
              const AxisList& kernel, const AxisList& stride,
              const AxisList& dilation) {
    optimized::unfold(out, x, {padding, kernel, stride, dilation});
  }
  void fold(const Tensor& out, const Tensor& x, const Pairs& padding,
            const AxisList& kernel, const AxisList& stride,
            const AxisList& dilation, const AxisList& output) {
    optimized::fold(out, x, {padding, kernel, stride, dilation}, output);
  }
  void threefry(const Tensor& out, const Tensor& key, const Tensor& counter) {
    optimized::threefry(out, key, counter);
  }

 private:
  // Carries out a call that breaks no precondition and may take less time than
  // finding the function of its op. Returns false if it did not.
  bool run_plain(const Call& call) try {
    const bool is_assign = call.op == "assign"_op;
    const auto run_op = kPlainRuns[static_cast<std::size_t>(call.op)];
    if ((run_op == nullptr && !is_assign) || !is_plain_call(call)) return false;
    return is_assign ? assign(call.outs[0], call.operands[0]).ok()
                     : run_op(call);
  } catch (const std::bad_alloc&) {
    return false;  // execute() meets it again and returns a status
  }

  optimized::SessionPrograms programs_;
};

}  // namespace

std::unique_ptr<Backend> make_optimized() {
  return std::make_unique<Optimized>();
}

}  // namespace assay
