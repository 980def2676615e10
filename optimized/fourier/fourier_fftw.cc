// Implements the transforms with FFTW. FFTW is licensed under the GPL, so the
// option ASSAY_FFTW can leave this file out. Plans are made without measuring,
// each from the same state of the planner, so that equal calls always use the
// same plan.
// Tested by tests/optimized/fourier_test.cc.
#include <fftw3.h>

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimized/fourier/fourier_plans.h"

namespace assay::optimized {
namespace {

// FFTW has the same functions for each precision, distinguished by prefix.
template <typename T>
struct Fftw;
#define ASSAY_FFTW_NAMES(real, name)                                    \
  template <>                                                           \
  struct Fftw<real> {                                                   \
    using Plan = name(plan);                                            \
    using Complex = name(complex);                                      \
    using Axis = name(iodim64);                                         \
    static constexpr auto complex_plan = &name(plan_guru64_dft);        \
    static constexpr auto to_complex_plan = &name(plan_guru64_dft_r2c); \
    static constexpr auto to_real_plan = &name(plan_guru64_dft_c2r);    \
    static constexpr auto run = &name(execute_dft);                     \
    static constexpr auto run_to_complex = &name(execute_dft_r2c);      \
    static constexpr auto run_to_real = &name(execute_dft_c2r);         \
    static constexpr auto destroy = &name(destroy_plan);                \
    static constexpr auto forget = &name(forget_wisdom);                \
  }
#define ASSAY_FLOAT(name) fftwf_##name
#define ASSAY_DOUBLE(name) fftw_##name
ASSAY_FFTW_NAMES(float, ASSAY_FLOAT);
ASSAY_FFTW_NAMES(double, ASSAY_DOUBLE);
#undef ASSAY_FLOAT
#undef ASSAY_DOUBLE
#undef ASSAY_FFTW_NAMES

enum class Kind : std::int64_t {
  kForward,
  kInverse,
  kForwardInPlace,
  kInverseInPlace,
  kToComplex,
  kToReal
};

// Returns the lock of the planner, of which a process has one.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

// Keeps the plans that were used last, by key. A plan is kept while it is in
// use.
template <typename T>
class Plans {
 public:
  using Handle = std::shared_ptr<std::remove_pointer_t<typename Fftw<T>::Plan>>;
  using Key = std::vector<std::int64_t>;

  static Plans& process() {
    static Plans plans;
    return plans;
  }

  // Returns the plan of the key. If there is none, make() makes it.
  template <typename Make>
  Handle find(const Key& key, Make make) {
    const std::lock_guard lock(planner());
    if (const auto found = places_.find(key); found != places_.end()) {
      plans_.splice(plans_.begin(), plans_, found->second);
      return plans_.front().second;
    }
    Fftw<T>::forget();
    const typename Fftw<T>::Plan plan = make();
    if (plan == nullptr) throw std::runtime_error("FFTW has no plan");
    if (plans_.size() == kMaxPlans) {
      places_.erase(plans_.back().first);
      plans_.pop_back();
    }
    plans_.emplace_front(key, Handle(plan, Fftw<T>::destroy));
    places_[key] = plans_.begin();
    return plans_.front().second;
  }

 private:
  static constexpr std::size_t kMaxPlans = 64;
  using Entries = std::list<std::pair<Key, Handle>>;
  Entries plans_;
  std::map<Key, typename Entries::iterator> places_;
};

template <typename T>
typename Fftw<T>::Complex* pointer(const std::complex<T>* x) {
  return reinterpret_cast<typename Fftw<T>::Complex*>(
      const_cast<std::complex<T>*>(x));
}

// Makes a plan from one line and the distance between lines.
template <typename T, typename Make>
typename Plans<T>::Handle plan_of(Kind kind, const Lines& lines, Make make) {
  const typename Plans<T>::Key key = {static_cast<std::int64_t>(kind), lines.n,
                                      lines.count, lines.x_pitch,
                                      lines.y_pitch};
  return Plans<T>::process().find(key, [&] {
    const typename Fftw<T>::Axis line{lines.n, 1, 1};
    const typename Fftw<T>::Axis all{lines.count, lines.x_pitch, lines.y_pitch};
    return make(&line, &all);
  });
}

template <typename T>
void complex_lines(const std::complex<T>* x, std::complex<T>* y,
                   const Lines& lines, bool inverse) {
  const Kind kind =
      x == y ? (inverse ? Kind::kInverseInPlace : Kind::kForwardInPlace)
             : (inverse ? Kind::kInverse : Kind::kForward);
  const auto plan = plan_of<T>(kind, lines, [&](auto* line, auto* all) {
    return Fftw<T>::complex_plan(1, line, 1, all, pointer(x), pointer(y),
                                 inverse ? FFTW_BACKWARD : FFTW_FORWARD,
                                 FFTW_ESTIMATE);
  });
  Fftw<T>::run(plan.get(), pointer(x), pointer(y));
}

template <typename T>
void lines_to_bins(const T* x, std::complex<T>* y, const Lines& lines) {
  T* from = const_cast<T*>(x);
  const auto plan =
      plan_of<T>(Kind::kToComplex, lines, [&](auto* line, auto* all) {
        return Fftw<T>::to_complex_plan(1, line, 1, all, from, pointer(y),
                                        FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
      });
  Fftw<T>::run_to_complex(plan.get(), from, pointer(y));
}

template <typename T>
void bins_to_lines(std::complex<T>* x, T* y, const Lines& lines) {
  const auto plan =
      plan_of<T>(Kind::kToReal, lines, [&](auto* line, auto* all) {
        return Fftw<T>::to_real_plan(1, line, 1, all, pointer(x), y,
                                     FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
      });
  Fftw<T>::run_to_real(plan.get(), pointer(x), y);
}

}  // namespace

bool is_aligned_for_plans(const void* array) {
  auto* place = static_cast<double*>(const_cast<void*>(array));
  return fftw_alignment_of(place) == 0 &&
         fftwf_alignment_of(reinterpret_cast<float*>(place)) == 0;
}

void transform_lines(const std::complex<float>* x, std::complex<float>* y,
                     const Lines& lines, bool inverse) {
  complex_lines(x, y, lines, inverse);
}
void transform_lines(const std::complex<double>* x, std::complex<double>* y,
                     const Lines& lines, bool inverse) {
  complex_lines(x, y, lines, inverse);
}

void transform_lines(const float* x, std::complex<float>* y,
                     const Lines& lines) {
  lines_to_bins(x, y, lines);
}
void transform_lines(const double* x, std::complex<double>* y,
                     const Lines& lines) {
  lines_to_bins(x, y, lines);
}
void transform_lines(std::complex<float>* x, float* y, const Lines& lines) {
  bins_to_lines(x, y, lines);
}
void transform_lines(std::complex<double>* x, double* y, const Lines& lines) {
  bins_to_lines(x, y, lines);
}

}  // namespace assay::optimized
