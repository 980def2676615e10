// Loads the Eigen plugin that fits the processor, and prepares workloads for
// it.
// Tested by tests/bench/peers_test.cc.
#include "bench/peers/eigen_kernel.h"
#include "bench/peers/library_peers.h"
#include "bench/peers/shared_library.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

Status eigen_has_no(const char* what) {
  return Status::unsupported("op", std::string("Eigen has no ") + what);
}

// The last two axes of an operand; `rows` is 1 for rank 1.
struct Matrix {
  std::int64_t rows = 1, columns = 1;
  std::int64_t strides[2] = {0, 1};
};
Matrix matrix_of(const View& view) {
  const std::size_t rank = view.rank();
  if (rank == 1)
    return {1, view.shape()[0], {view.shape()[0], view.strides()[0]}};
  return {view.shape()[rank - 2],
          view.shape()[rank - 1],
          {view.strides()[rank - 2], view.strides()[rank - 1]}};
}

// Fills in shapes and strides. Fails with `unsupported` if Eigen has no such
// call.
Status describe(const Workload& workload, EigenCall& call) {
  if (workload.operands.empty() || workload.operands.size() > 2)
    return eigen_has_no("calls with this number of operands");
  for (const Operand& operand : workload.operands)
    if (operand.view.rank() == 0 || operand.view.rank() > 3)
      return eigen_has_no("operands of this form");
  const View& a = workload.operands[0].view;
  const Matrix first = matrix_of(a);
  call.rows = first.rows;
  call.columns = first.columns;
  std::copy_n(first.strides, 2, call.a_strides);
  const bool multiplies = workload.op == "matmul"_op;
  if (workload.operands.size() == 2) {
    const View& b = workload.operands[1].view;
    const Matrix second = matrix_of(b);
    std::copy_n(second.strides, 2, call.b_strides);
    if (multiplies) {
      call.inner = first.columns;
      call.columns = second.columns;
    } else if (is_judged_by_residual(workload.op)) {
      call.inner = second.columns;
    }
  }
  const bool has_batches = multiplies || workload.op == "cholesky"_op;
  if (a.rank() == 3) {
    if (!has_batches || !a.is_c_contiguous())
      return eigen_has_no("operands of three axes here");
    call.batch = a.shape()[0];
  }
  if (spec_of(workload.op).has(Law::kConcatenates)) {
    const auto& axes = workload.attributes.axes();
    call.axis = axes.size() == a.rank() ? -1 : static_cast<int>(axes[0]);
  }
  for (const AttributeKey key : {AttributeKey::kUpper, AttributeKey::kTranspose,
                                 AttributeKey::kUnitDiag})
    if (const auto* value = workload.attributes.find(key);
        value != nullptr && (*value)[0] != 0)
      return eigen_has_no("triangle of this form");
  return {};
}

class EigenPeer : public Contender {
 public:
  EigenPeer(SharedLibrary library, FindEigenKernel* find, std::string version,
            Clock clock)
      : library_(std::move(library)),
        find_(find),
        version_(std::move(version)),
        clock_(clock) {}

  std::string name() const override { return "eigen"; }
  std::string version() const override { return version_; }

  Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                         const Arena& arena) override {
    EigenCall call;
    call.op = name_of(workload.op).data();  // of a literal, with a final zero
    call.dtype = name_of(workload.dtype).data();
    if (Status s = describe(workload, call); !s.ok()) return s;
    const auto address = [&](std::size_t i) {
      return arena.operand(i).data() +
             storage_bytes(workload.operands[i].dtype,
                           workload.operands[i].view.offset());
    };
    call.a = address(0);
    if (workload.operands.size() == 2) call.b = address(1);
    const EigenKernel kernel = find_(call);
    if (kernel == nullptr) return eigen_has_no("such op");
    if (!workload.outs.empty()) {
      call.out = arena.out(0).data();
      return timed([=] { kernel(call); }, workload, arena, clock_);
    }
    // The result has the size of the last operand and is allocated for each
    // call.
    const std::size_t bytes =
        arena.operand(workload.operands.size() - 1).size();
    auto last = std::make_shared<std::unique_ptr<std::byte[]>>();
    return timed_with_results(
        [=]() mutable {
          last->reset();
          last->reset(new std::byte[bytes]);
          call.out = last->get();
          kernel(call);
        },
        [=] {
          return std::vector<Bytes>{Bytes(last->get(), last->get() + bytes)};
        },
        clock_);
  }

 private:
  SharedLibrary library_;
  FindEigenKernel* find_;
  std::string version_;
  Clock clock_;
};

}  // namespace

Result<std::unique_ptr<Contender>> load_eigen(const std::string& folder,
                                              Clock clock) {
  const char* level = "v1";
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return Status::unsupported(
        "eigen",
        "the peer with Eigen needs AVX2 and FMA, which this processor lacks");
  level = "v3";
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
    level = "v4";
#endif
  const std::string file =
      fmt::format("{}/libassay_eigen_{}.so", folder, level);
  auto library = SharedLibrary::open(file);
  if (!library) return library.status();
  FindEigenKernel* find = nullptr;
  const char* (*version)() = nullptr;
  if (!library->find("assay_eigen_kernel", find) ||
      !library->find("assay_eigen_version", version))
    return Status::internal(file + " is not a plugin with Eigen");
  return std::unique_ptr<Contender>(std::make_unique<EigenPeer>(
      *std::move(library), find, fmt::format("{} ({})", version(), level),
      clock));
}

}  // namespace assay::bench
