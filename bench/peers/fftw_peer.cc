// Loads FFTW in single and double precision, and prepares workloads through its
// interface for many transforms. FFTW is under the GPL, so only builds with
// ASSAY_FFTW have this peer, and it is loaded at run time and only on request.
// Tested by tests/bench/peers_test.cc.
#include <vector>

#include "bench/peers/library_peers.h"
#include "bench/peers/shared_library.h"
#include "spec/op_table.h"

namespace assay::bench {

#ifdef ASSAY_FFTW

namespace {

// The constants of fftw3.h.
constexpr int kForward = -1, kBackward = 1;
constexpr unsigned kMeasure = 0;
constexpr unsigned kPreserveInput = 1u << 4;

// The functions of one precision; all their pointers to elements are void.
struct FftwFunctions {
  SharedLibrary library;
  using Plan = void*;
  Plan (*plan_dft)(int, const int*, int, void*, const int*, int, int, void*,
                   const int*, int, int, int, unsigned) = nullptr;
  Plan (*plan_r2c)(int, const int*, int, void*, const int*, int, int, void*,
                   const int*, int, int, unsigned) = nullptr;
  Plan (*plan_c2r)(int, const int*, int, void*, const int*, int, int, void*,
                   const int*, int, int, unsigned) = nullptr;
  void (*execute_dft)(Plan, void*, void*) = nullptr;
  void (*execute_r2c)(Plan, void*, void*) = nullptr;
  void (*execute_c2r)(Plan, void*, void*) = nullptr;
  void (*destroy)(Plan) = nullptr;
  void* (*allocate)(std::size_t) = nullptr;
  void (*release)(void*) = nullptr;
  void (*set_timelimit)(double) = nullptr;
  const char* version = nullptr;

  bool find(const std::string& prefix) {
    const auto function = [&](const char* name, auto*& pointer) {
      return library.find((prefix + name).c_str(), pointer);
    };
    return function("_plan_many_dft", plan_dft) &&
           function("_plan_many_dft_r2c", plan_r2c) &&
           function("_plan_many_dft_c2r", plan_c2r) &&
           function("_execute_dft", execute_dft) &&
           function("_execute_dft_r2c", execute_r2c) &&
           function("_execute_dft_c2r", execute_c2r) &&
           function("_destroy_plan", destroy) &&
           function("_malloc", allocate) && function("_free", release) &&
           function("_set_timelimit", set_timelimit) &&
           library.find((prefix + "_version").c_str(), version);
  }
};

// Says which part of the operand is transformed, and how often. The extents are
// those of the real numbers, if there are any.
struct Layout {
  std::vector<int> extents;
  int count = 1;
  int stride = 1;       // of the operand and of the result
  int distance_in = 0;  // from one transform to the next
  int distance_out = 0;
};

std::optional<Layout> layout_of(const Workload& workload) {
  const View& x = workload.operands[0].view;
  const auto& axes = workload.attributes.axes();
  const Shape& out = workload.outs[0].shape;
  if (!x.is_c_contiguous() || x.rank() > 2) return std::nullopt;
  const auto extent = [](const Shape& shape, std::size_t axis) {
    return static_cast<int>(shape[axis]);
  };
  const Shape& shape = x.shape();
  const bool is_to_real = workload.op == "irfft"_op;
  if (is_to_real && axes.size() != 1) return std::nullopt;
  const Shape& lengths = is_to_real ? out : shape;
  if (axes.size() == x.rank()) {
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i] != static_cast<std::int64_t>(i)) return std::nullopt;
    return Layout{.extents = std::vector<int>(lengths.begin(), lengths.end())};
  }
  if (axes[0] == 1)
    return Layout{{extent(lengths, 1)},
                  extent(shape, 0),
                  1,
                  extent(shape, 1),
                  extent(out, 1)};
  return Layout{{extent(lengths, 0)}, extent(shape, 1), extent(shape, 1), 1, 1};
}

Status fftw_has_no(const char* what) {
  return Status::unsupported("op", std::string("FFTW has no ") + what);
}

class Fftw : public Contender {
 public:
  Fftw(FftwFunctions single, FftwFunctions twice, Clock clock)
      : single_(std::move(single)), twice_(std::move(twice)), clock_(clock) {}

  std::string name() const override { return "fftw"; }
  std::string version() const override {
    return std::string(twice_.version) + " with FFTW_MEASURE";
  }

  Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                         const Arena& arena) override {
    const bool is_to_real = workload.op == "irfft"_op;
    const bool is_real = workload.op == "rfft"_op || is_to_real;
    const bool is_inverse = workload.op == "ifft"_op;
    if (workload.op != "fft"_op && !is_inverse && !is_real)
      return fftw_has_no("such op");
    const auto layout = layout_of(workload);
    if (!layout) return fftw_has_no("operand of this layout");
    const auto is_of_floats = [](DType dtype) {
      return dtype == DType::kComplex64 || dtype == DType::kFloat32;
    };
    const bool is_single = is_of_floats(workload.result);
    if (is_single != is_of_floats(workload.dtype))
      return fftw_has_no("transform of two precisions");
    const FftwFunctions& own = is_single ? single_ : twice_;
    void* in = arena.operand(0).data();
    void* out = arena.out(0).data();
    // Measuring a plan overwrites its arrays, so it gets memory of its own.
    void* trial_in = own.allocate(arena.operand(0).size());
    void* trial_out = own.allocate(arena.out(0).size());
    const int rank = static_cast<int>(layout->extents.size());
    const int* n = layout->extents.data();
    constexpr unsigned kFlags = kMeasure | kPreserveInput;
    const auto plan_real = is_to_real ? own.plan_c2r : own.plan_r2c;
    void* plan =
        is_real
            ? plan_real(rank, n, layout->count, trial_in, nullptr,
                        layout->stride, layout->distance_in, trial_out, nullptr,
                        layout->stride, layout->distance_out, kFlags)
            : own.plan_dft(rank, n, layout->count, trial_in, nullptr,
                           layout->stride, layout->distance_in, trial_out,
                           nullptr, layout->stride, layout->distance_out,
                           is_inverse ? kBackward : kForward, kFlags);
    own.release(trial_in);
    own.release(trial_out);
    if (plan == nullptr) return fftw_has_no("plan for it");
    const std::shared_ptr<void> kept(plan, own.destroy);
    const auto execute = is_to_real ? own.execute_c2r
                         : is_real  ? own.execute_r2c
                                    : own.execute_dft;
    return timed([=] { execute(kept.get(), in, out); }, workload, arena,
                 clock_);
  }

 private:
  FftwFunctions single_, twice_;
  Clock clock_;
};

}  // namespace

Result<std::unique_ptr<Contender>> load_fftw(Clock clock) {
  FftwFunctions precisions[2];
  const char* const files[] = {"libfftw3f.so.3", "libfftw3.so.3"};
  const char* const prefixes[] = {"fftwf", "fftw"};
  for (int i = 0; i < 2; ++i) {
    auto library = SharedLibrary::open(files[i]);
    if (!library) return library.status();
    precisions[i].library = *std::move(library);
    if (!precisions[i].find(prefixes[i]))
      return Status::internal(std::string(files[i]) + " lacks a function");
    // In seconds: the longest time that one plan may take.
    precisions[i].set_timelimit(3);
  }
  return std::unique_ptr<Contender>(std::make_unique<Fftw>(
      std::move(precisions[0]), std::move(precisions[1]), clock));
}

#else

Result<std::unique_ptr<Contender>> load_fftw(Clock) {
  return Status::unsupported(
      "op", "this build has no peer fftw; configure it with -DASSAY_FFTW=ON");
}

#endif

}  // namespace assay::bench
