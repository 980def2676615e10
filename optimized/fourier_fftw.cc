// The plans of FFTW, which is licensed under the GPL: the option ASSAY_FFTW
// leaves this file out. Plans are made without measuring, each from the same
// state of the planner, so that a call is always answered by the same one.
// Tested by tests/optimized/fourier_test.cc.
#include <fftw3.h>

#include <array>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

#include "optimized/dense.h"
#include "optimized/fourier_plans.h"

namespace assay::optimized {
namespace {

// FFTW has the same functions for each precision, by prefix.
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

// The planner is one for the process.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

// The axes of a plan: extents with the strides of both arrays.
template <typename T>
struct PlanAxes {
  std::vector<typename Fftw<T>::Axis> transformed, repeated;

  // Axes in row-major order with the shapes of both arrays, which differ in the
  // halved axis alone; extents are those of `full`.
  PlanAxes(const Shape& full, const Shape& x, const Shape& y,
           const std::vector<std::int64_t>& axes) {
    const Strides from = row_major_strides(x);
    const Strides to = row_major_strides(y);
    std::vector<bool> is_along(full.size(), false);
    for (std::int64_t axis : axes)
      is_along[static_cast<std::size_t>(axis)] = true;
    for (std::size_t i = 0; i < full.size(); ++i) {
      if (full[i] == 1 && x[i] == 1 && y[i] == 1 && !is_along[i]) continue;
      const auto add = [&](auto& list, bool merges) {
        if (merges && !list.empty() && list.back().is == from[i] * full[i] &&
            list.back().os == to[i] * full[i]) {
          list.back().n *= full[i];
          list.back().is = from[i];
          list.back().os = to[i];
        } else {
          list.push_back({full[i], from[i], to[i]});
        }
      };
      if (is_along[i])
        add(transformed, false);
      else
        add(repeated, true);
    }
  }

  std::vector<std::int64_t> key(Kind kind) const {
    std::vector<std::int64_t> key{static_cast<std::int64_t>(kind),
                                  std::ssize(transformed)};
    for (const auto* list : {&transformed, &repeated})
      for (const auto& axis : *list)
        key.insert(key.end(), {axis.n, axis.is, axis.os});
    return key;
  }
};

// Plans that were used lately, by key. A plan stays while it is used.
template <typename T>
class Plans {
 public:
  using Handle = std::shared_ptr<std::remove_pointer_t<typename Fftw<T>::Plan>>;
  using Key = std::vector<std::int64_t>;

  static Plans& process() {
    static Plans plans;
    return plans;
  }

  // Returns the plan of the key, made by make() if there is none.
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

template <typename T>
void transform_any(const std::complex<T>* x, std::complex<T>* y,
                   const Shape& shape, const std::vector<std::int64_t>& axes,
                   bool inverse) {
  const PlanAxes<T> list(shape, shape, shape, axes);
  const Kind kind =
      x == y ? (inverse ? Kind::kInverseInPlace : Kind::kForwardInPlace)
             : (inverse ? Kind::kInverse : Kind::kForward);
  const auto plan = Plans<T>::process().find(list.key(kind), [&] {
    return Fftw<T>::complex_plan(
        static_cast<int>(list.transformed.size()), list.transformed.data(),
        static_cast<int>(list.repeated.size()), list.repeated.data(),
        pointer(x), pointer(y), inverse ? FFTW_BACKWARD : FFTW_FORWARD,
        FFTW_ESTIMATE);
  });
  Fftw<T>::run(plan.get(), pointer(x), pointer(y));
}

// The shape of the bins of a real array.
Shape halved(Shape shape, std::int64_t axis) {
  auto& extent = shape[static_cast<std::size_t>(axis)];
  extent = extent / 2 + 1;
  return shape;
}

template <typename T>
void to_complex(const T* x, std::complex<T>* y, const Shape& shape,
                std::int64_t axis) {
  const PlanAxes<T> list(shape, shape, halved(shape, axis), {axis});
  const auto plan = Plans<T>::process().find(list.key(Kind::kToComplex), [&] {
    return Fftw<T>::to_complex_plan(
        1, list.transformed.data(), static_cast<int>(list.repeated.size()),
        list.repeated.data(), const_cast<T*>(x), pointer(y),
        FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  });
  Fftw<T>::run_to_complex(plan.get(), const_cast<T*>(x), pointer(y));
}

template <typename T>
void to_real(std::complex<T>* x, T* y, const Shape& shape, std::int64_t axis) {
  const PlanAxes<T> list(shape, halved(shape, axis), shape, {axis});
  const auto plan = Plans<T>::process().find(list.key(Kind::kToReal), [&] {
    return Fftw<T>::to_real_plan(1, list.transformed.data(),
                                 static_cast<int>(list.repeated.size()),
                                 list.repeated.data(), pointer(x), y,
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

void transform_complex(const std::complex<float>* x, std::complex<float>* y,
                       const Shape& shape,
                       const std::vector<std::int64_t>& axes, bool inverse) {
  transform_any(x, y, shape, axes, inverse);
}
void transform_complex(const std::complex<double>* x, std::complex<double>* y,
                       const Shape& shape,
                       const std::vector<std::int64_t>& axes, bool inverse) {
  transform_any(x, y, shape, axes, inverse);
}

void transform_real(const float* x, std::complex<float>* y, const Shape& shape,
                    std::int64_t axis) {
  to_complex(x, y, shape, axis);
}
void transform_real(const double* x, std::complex<double>* y,
                    const Shape& shape, std::int64_t axis) {
  to_complex(x, y, shape, axis);
}
void transform_to_real(std::complex<float>* x, float* y, const Shape& shape,
                       std::int64_t axis) {
  to_real(x, y, shape, axis);
}
void transform_to_real(std::complex<double>* x, double* y, const Shape& shape,
                       std::int64_t axis) {
  to_real(x, y, shape, axis);
}

}  // namespace assay::optimized
