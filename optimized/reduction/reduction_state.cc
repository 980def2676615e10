// Implements the states in which the results of blocks are gathered, with more
// precision than the dtype where sums need it.
// Tested by tests/optimized/reduction_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction_folds.h"

namespace assay::optimized {
namespace {

// Returns x if it is a float, and otherwise the neighbour whose last bit is
// set.
float rounded_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  if (back == x || std::isnan(x)) return nearest;
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  if (std::fabs(back) > std::fabs(x)) --bits;
  return std::bit_cast<float>(bits | 1u);
}

template <typename T>
T rounded(double x, bool to_odd) {
  if constexpr (std::is_same_v<T, float>)
    if (to_odd) return rounded_to_odd(x);
  return static_cast<T>(x);
}

// A sum in float64 and the errors of its additions (Neumaier's variant of
// Kahan's summation).
struct LongSum {
  double sum = 0;
  double lost = 0;
  void add(double x) {
    const double next = sum + x;
    lost +=
        std::fabs(sum) >= std::fabs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
  }
  double value() const { return std::isfinite(sum) ? sum + lost : sum; }
};

// Gathers the block results of a type. Part is what one result consists of.
template <typename T>
struct SumState {
  using State = LongSum;
  static void merge(State& state, T x) { state.add(x); }
  static T value(const State& state, bool to_odd) {
    return rounded<T>(state.value(), to_odd);
  }
};
template <>
struct SumState<float> {
  struct State {
    double sum = 0;
  };
  static void merge(State& state, float x) { state.sum += x; }
  static float value(const State& state, bool to_odd) {
    return rounded<float>(state.sum, to_odd);
  }
};
template <std::integral T>
struct SumState<T> {
  struct State {
    T sum = 0;
  };
  static void merge(State& state, T x) {
    state.sum = static_cast<T>(static_cast<std::uint64_t>(state.sum) +
                               static_cast<std::uint64_t>(x));
  }
  static T value(const State& state, bool) { return state.sum; }
};

template <typename T>
struct ProductState {
  struct State {
    T product{1};
  };
  static void merge(State& state, T x) {
    if constexpr (std::is_integral_v<T>)
      state.product = static_cast<T>(static_cast<std::uint64_t>(state.product) *
                                     static_cast<std::uint64_t>(x));
    else if constexpr (kIsComplex<T>)
      state.product = {
          state.product.real() * x.real() - state.product.imag() * x.imag(),
          state.product.real() * x.imag() + state.product.imag() * x.real()};
    else
      state.product *= x;
  }
  static T value(const State& state, bool) { return state.product; }
};
template <>
struct ProductState<float> {
  struct State {
    double product = 1;
  };
  static void merge(State& state, float x) { state.product *= x; }
  static float value(const State& state, bool to_odd) {
    return rounded<float>(state.product, to_odd);
  }
};

// Keeps the extremum so far. A NaN stays. If values are equal, as zeros are,
// the earlier one stays.
template <typename T, bool is_max>
struct ExtremumState {
  struct State {
    T best = std::numeric_limits<T>::has_infinity
                 ? (is_max ? -std::numeric_limits<T>::infinity()
                           : std::numeric_limits<T>::infinity())
                 : (is_max ? std::numeric_limits<T>::lowest()
                           : std::numeric_limits<T>::max());
  };
  static void merge(State& state, T x) {
    const bool stays = state.best != state.best ||
                       (is_max ? state.best >= x : state.best <= x);
    if (!stays) state.best = x;
  }
  static T value(const State& state, bool) { return state.best; }
};

template <typename Kind, typename T>
FoldState table() {
  using State = typename Kind::State;
  FoldState functions;
  functions.bytes = sizeof(State);
  functions.start = [](std::byte* state, std::int64_t count) {
    std::fill_n(reinterpret_cast<State*>(state), count, State());
  };
  functions.merge = [](std::byte* state, const std::byte* block,
                       std::int64_t count) {
    auto* to = reinterpret_cast<State*>(state);
    const auto* from = reinterpret_cast<const T*>(block);
    for (std::int64_t i = 0; i < count; ++i) Kind::merge(to[i], from[i]);
  };
  functions.finish = [](const std::byte* state, std::byte* out,
                        std::int64_t count, bool to_odd) {
    const auto* from = reinterpret_cast<const State*>(state);
    auto* to = reinterpret_cast<T*>(out);
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = Kind::value(from[i], to_odd);
  };
  return functions;
}

// The parts of a complex sum are two sums side by side.
template <typename T>
FoldState complex_sums() {
  FoldState functions;
  static constexpr auto parts = table<SumState<T>, T>;
  functions.bytes = 2 * parts().bytes;
  functions.start = [](std::byte* state, std::int64_t count) {
    parts().start(state, 2 * count);
  };
  functions.merge = [](std::byte* state, const std::byte* block,
                       std::int64_t count) {
    parts().merge(state, block, 2 * count);
  };
  functions.finish = [](const std::byte* state, std::byte* out,
                        std::int64_t count, bool to_odd) {
    parts().finish(state, out, 2 * count, to_odd);
  };
  return functions;
}

}  // namespace

FoldState fold_state(Scan op, DType compute) {
  return with_compute_type(
      compute, [op]<typename T>(std::type_identity<T>) -> FoldState {
        if constexpr (kIsComplex<T>) {
          if (op == Scan::kSum) return complex_sums<typename T::value_type>();
          return table<ProductState<T>, T>();
        } else {
          switch (op) {
            case Scan::kSum:
              return table<SumState<T>, T>();
            case Scan::kProd:
              return table<ProductState<T>, T>();
            case Scan::kMax:
              return table<ExtremumState<T, true>, T>();
            case Scan::kMin:
              break;
          }
          return table<ExtremumState<T, false>, T>();
        }
      });
}

}  // namespace assay::optimized
