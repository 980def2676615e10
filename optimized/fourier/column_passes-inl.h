// Transforms columns side by side, one per lane, by Stockham's algorithm with
// decimation in frequency: no pass reorders the rows, because each stores them
// where the next one reads them in order. Van Loan, "Computational Frameworks
// for the Fast Fourier Transform" (1992), section 1.7. Included once per
// target.
#if defined(ASSAY_OPTIMIZED_COLUMN_PASSES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_COLUMN_PASSES_INL_H_
#undef ASSAY_OPTIMIZED_COLUMN_PASSES_INL_H_
#else
#define ASSAY_OPTIMIZED_COLUMN_PASSES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "optimized/fourier/line_plan.h"
#include "optimized/fourier/tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Exchanges real and imaginary parts. The inverse transform of x is that of the
// exchanged x, exchanged.
template <class V>
HWY_INLINE Complexes<V> exchanged_if(bool swaps, Complexes<V> z) {
  return swaps ? Complexes<V>{z.im, z.re} : z;
}

// Reads rows of interleaved complex numbers that begin `step` elements apart.
template <typename T, typename Swaps = bool>
struct FromMemory {
  const T* from;
  std::int64_t step;
  Swaps swaps;

  template <class D>
  HWY_INLINE Complexes<hn::Vec<D>> operator()(D d, std::int64_t row) const {
    return exchanged_if(swaps, load_complex(d, from + row * step));
  }
};

// Reads rows of a pair buffer.
template <typename T>
struct FromPairs {
  const T* from;

  template <class D>
  HWY_INLINE Complexes<hn::Vec<D>> operator()(D d, std::int64_t row) const {
    return load_pair(d, from + row * (2 * kLanes<D>));
  }
};

template <typename T, typename Swaps = bool>
struct ToMemory {
  T* to;
  std::int64_t step;
  Swaps swaps;

  template <class D>
  HWY_INLINE void operator()(D d, std::int64_t row,
                             Complexes<hn::Vec<D>> z) const {
    store_complex(d, exchanged_if(swaps, z), to + row * step);
  }
};

template <typename T>
struct ToPairs {
  T* to;

  template <class D>
  HWY_INLINE void operator()(D d, std::int64_t row,
                             Complexes<hn::Vec<D>> z) const {
    store_pair(d, z, to + row * (2 * kLanes<D>));
  }
};

// Multiplies row k by a vector of roots, and if there are `steps`, by root k of
// these, before it stores the row in a pair buffer.
template <typename T, typename Steps = const T*>
struct ToTurned {
  T* to;
  const T* turns;
  Steps steps;

  template <class D>
  HWY_INLINE void operator()(D d, std::int64_t row,
                             Complexes<hn::Vec<D>> z) const {
    auto root = load_pair(d, turns + row * (2 * kLanes<D>));
    if constexpr (!std::is_null_pointer_v<Steps>)
      if (steps != nullptr)
        root = mul(
            root, {hn::Set(d, steps[2 * row]), hn::Set(d, steps[2 * row + 1])});
    store_pair(d, mul(z, root), to + row * (2 * kLanes<D>));
  }
};

// Call f with a reader or writer whose flags the compiler knows.
template <typename T, typename F>
HWY_INLINE void with_known_flags(FromMemory<T> read, F f) {
  if (read.swaps)
    f(FromMemory<T, std::true_type>{read.from, read.step, {}});
  else
    f(FromMemory<T, std::false_type>{read.from, read.step, {}});
}
template <typename T, typename F>
HWY_INLINE void with_known_flags(ToMemory<T> write, F f) {
  if (write.swaps)
    f(ToMemory<T, std::true_type>{write.to, write.step, {}});
  else
    f(ToMemory<T, std::false_type>{write.to, write.step, {}});
}
template <typename T, typename F>
HWY_INLINE void with_known_flags(ToTurned<T> write, F f) {
  if (write.steps != nullptr)
    f(write);
  else
    f(ToTurned<T, std::nullptr_t>{write.to, write.turns, nullptr});
}
template <typename Access, typename F>
HWY_INLINE void with_known_flags(Access access, F f) {
  f(access);
}

// Transforms the numbers of a butterfly. Those of the primes 11 and 13 do not
// fit into registers and take thousands of bytes of code, so that all passes of
// a radix share them.
template <int r, class D, class V>
HWY_NOINLINE void transform_in_memory(D d, Complexes<V>* a) {
  transform<r>(d, a);
}
template <int r, class D, class V>
HWY_INLINE void transform_row(D d, Complexes<V>* a) {
  if constexpr (r == 11 || r == 13)
    transform_in_memory<r>(d, a);
  else
    transform<r>(d, a);
}

// Runs a pass that is not the last one. The inner loop runs over rows that
// share their roots; in the first pass each row has its own. `count` and
// `stride` are those of the pass, as numbers or as constants.
template <int r, class D, class Count, class Stride, class Read, typename T>
HWY_NOINLINE void run_early(D d, Count count, Stride stride, const T* roots,
                            Read read, ToPairs<T> write) {
  using V = hn::Vec<D>;
  const std::int64_t apart = count * stride;
  for (std::int64_t p = 0; p < count; ++p) {
    Complexes<V> w[r];
    for (int k = 1; k < r; ++k)
      w[k] = {hn::Set(d, roots[2 * k - 2]), hn::Set(d, roots[2 * k - 1])};
    roots += 2 * (r - 1);
    for (std::int64_t q = 0; q < stride; ++q) {
      const std::int64_t in = q + stride * p;
      const std::int64_t out = q + stride * r * p;
      if constexpr (kIsOfTwo<r>) {
        transform_through<r>(
            d, [&](int k) HWY_ATTR { return read(d, in + k * apart); },
            [&](int k, Complexes<V> y) HWY_ATTR {
              write(d, out + k * stride, k == 0 ? y : mul(y, w[k]));
            });
      } else {
        Complexes<V> a[r];
        for (int k = 0; k < r; ++k) a[k] = read(d, in + k * apart);
        transform_row<r>(d, a);
        write(d, out, a[0]);
        for (int k = 1; k < r; ++k) write(d, out + k * stride, mul(a[k], w[k]));
      }
    }
  }
}

// Runs the last pass.
template <int r, class D, class Stride, class Read, class Write>
HWY_NOINLINE void run_last(D d, Stride stride, Read read, Write write) {
  using V = hn::Vec<D>;
  for (std::int64_t q = 0; q < stride; ++q) {
    if constexpr (kIsOfTwo<r>) {
      transform_through<r>(
          d, [&](int k) HWY_ATTR { return read(d, q + k * stride); },
          [&](int k, Complexes<V> y) HWY_ATTR { write(d, q + k * stride, y); });
    } else {
      Complexes<V> a[r];
      for (int k = 0; k < r; ++k) a[k] = read(d, q + k * stride);
      transform_row<r>(d, a);
      for (int k = 0; k < r; ++k) write(d, q + k * stride, a[k]);
    }
  }
}

// Calls f with the radix as a constant.
template <typename F>
HWY_INLINE void with_radix(int radix, F f) {
  switch (radix) {
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    case 4:
      return f(std::integral_constant<int, 4>());
    case 5:
      return f(std::integral_constant<int, 5>());
    case 7:
      return f(std::integral_constant<int, 7>());
    case 8:
      return f(std::integral_constant<int, 8>());
    case 11:
      return f(std::integral_constant<int, 11>());
    case 12:
      return f(std::integral_constant<int, 12>());
    case 13:
      return f(std::integral_constant<int, 13>());
    default:
      return f(std::integral_constant<int, 16>());
  }
}

// A number that the compiler knows.
template <int value>
using Known = std::integral_constant<std::int64_t, value>;

// Says that the most frequent passes run with known counts and strides, which
// takes up to a fifth less time. They are passes over 16, 32, 64, 128 and 256
// rows in the widest vectors, if there are vectors.
template <class D>
inline constexpr bool kHasKnownPasses =
    kLanes<D> != 1 && kLanes<D> == kLanes<hn::ScalableTag<hn::TFromD<D>>>;

template <class D, class Read, typename T>
HWY_INLINE void early_pass(D d, const Pass& pass, const T* roots, Read read,
                           ToPairs<T> write) {
  if constexpr (kHasKnownPasses<D>) {
    const auto run = [&](auto r, auto count, auto stride) HWY_ATTR {
      with_known_flags(read, [&](auto known) HWY_ATTR {
        run_early<decltype(r)::value>(d, count, stride, roots, known, write);
      });
    };
    if (pass.stride == 1) {
      if (pass.radix == 4 && pass.count == 8)
        return run(Known<4>(), Known<8>(), Known<1>());
      if (pass.radix == 4 && pass.count == 64)
        return run(Known<4>(), Known<64>(), Known<1>());
      if (pass.radix == 8 && pass.count == 8)
        return run(Known<8>(), Known<8>(), Known<1>());
      if (pass.radix == 8 && pass.count == 16)
        return run(Known<8>(), Known<16>(), Known<1>());
    }
    if constexpr (std::is_same_v<Read, FromPairs<T>>)  // not the first pass
      if (pass.radix == 8 && pass.count == 8 && pass.stride == 4)
        return run(Known<8>(), Known<8>(), Known<4>());
  }
  with_radix(pass.radix, [&](auto r) HWY_ATTR {
    run_early<decltype(r)::value>(d, pass.count, pass.stride, roots, read,
                                  write);
  });
}

template <class D, class Read, class Write>
HWY_INLINE void last_pass(D d, const Pass& pass, Read read, Write write) {
  if constexpr (kHasKnownPasses<D>) {
    const auto run = [&](auto r, auto stride) HWY_ATTR {
      with_known_flags(write, [&](auto known) HWY_ATTR {
        run_last<decltype(r)::value>(d, stride, read, known);
      });
    };
    if (pass.radix == 16 && pass.stride == 1)
      return run(Known<16>(), Known<1>());
    // A pass that reads memory is the first one, and so has a stride of 1.
    if constexpr (std::is_same_v<Read, FromPairs<hn::TFromD<D>>>) {
      if (pass.radix == 8 && pass.stride == 4)
        return run(Known<8>(), Known<4>());
      if (pass.radix == 8 && pass.stride == 8)
        return run(Known<8>(), Known<8>());
      if (pass.radix == 8 && pass.stride == 32)
        return run(Known<8>(), Known<32>());
      if (pass.radix == 16 && pass.stride == 8)
        return run(Known<16>(), Known<8>());
    }
  }
  with_radix(pass.radix, [&](auto r) HWY_ATTR {
    run_last<decltype(r)::value>(d, pass.stride, read, write);
  });
}

// Runs the passes after the first one, whose results are in `a`. The last pass
// stores each row where it read one, so it may write to the buffer that it
// reads; which one that is says last_buffer().
template <class D, typename T, class Write>
HWY_INLINE void run_later_passes(D d, const ColumnPlan<T>& plan, Write write,
                                 T* a, T* b) {
  const auto& passes = plan.passes;
  const std::size_t last = passes.size() - 1;
  for (std::size_t i = 1; i < last; ++i) {
    early_pass(d, passes[i], plan.roots.data() + passes[i].roots,
               FromPairs<T>{a}, ToPairs<T>{b});
    std::swap(a, b);
  }
  last_pass(d, passes[last], FromPairs<T>{a}, write);
}

// Transforms the columns that `read` provides and hands the rows to `write`.
// `a` and `b` are pair buffers of plan.n rows.
template <class D, typename T, class Read, class Write>
HWY_INLINE void transform_rows(D d, const ColumnPlan<T>& plan, Read read,
                               Write write, T* a, T* b) {
  const Pass& first = plan.passes[0];
  if (plan.passes.size() == 1) return last_pass(d, first, read, write);
  early_pass(d, first, plan.roots.data() + first.roots, read, ToPairs<T>{a});
  run_later_passes(d, plan, write, a, b);
}

// Returns the buffer that the last pass reads, a if it is the only one.
template <typename T>
HWY_INLINE T* last_buffer(const ColumnPlan<T>& plan, T* a, T* b) {
  return plan.passes.size() <= 2 || plan.passes.size() % 2 == 0 ? a : b;
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
