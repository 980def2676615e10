// Provides the kernels on tiles of scores. The weights of a tile are those of
// an online softmax, as in Dao et al., "FlashAttention" (2022).
// Tested by tests/optimized/attention_test.cc, and the suite on every target.
#include "optimized/attention/score_kernels.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/attention/score_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/functions/quick-inl.h"
#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
constexpr T kHidden = -std::numeric_limits<T>::infinity();

// Returns by what the scores are still multiplied when their exponentials are
// computed: the factor of the tile if nothing else is done to them, and 1
// otherwise, because prepare_row() has multiplied them. A factor above 1 could
// make a score overflow.
template <typename T>
T late_factor(const ScoreTile<T>& tile) {
  const bool is_plain =
      tile.softcap == T(0) && tile.mask == nullptr && tile.bias == nullptr;
  return is_plain && tile.factor > T(0) && tile.factor < T(1) ? tile.factor
                                                              : T(1);
}

// Multiplies, limits, hides and biases `count` scores of a row, unless they are
// only multiplied, and that later.
template <typename T>
void prepare_row(const ScoreTile<T>& tile, std::int64_t r, std::int64_t count) {
  const hn::ScalableTag<T> d;
  if (late_factor(tile) != T(1)) return;
  T* scores = tile.scores + r * tile.row;
  if (tile.factor != T(1) || tile.softcap != T(0)) {
    const auto factor = hn::Set(d, tile.factor);
    const auto cap = hn::Set(d, tile.softcap);
    const auto limited = [&](auto x) HWY_ATTR {
      const auto score = hn::Mul(x, factor);
      if (tile.softcap == T(0)) return score;
      return hn::Mul(cap, quick_tanh(d, hn::Div(score, cap)));
    };
    for_vectors(
        d, count,
        [&](std::int64_t i) HWY_ATTR {
          hn::StoreU(limited(hn::LoadU(d, scores + i)), d, scores + i);
        },
        [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
          store_first(d, limited(load_first(d, scores + i, rest)), scores + i,
                      rest);
        });
  }
  // The compiler turns these loops into vectors.
  if (tile.mask != nullptr) {
    const std::uint8_t* mask = tile.mask + r * tile.mask_row;
    for (std::int64_t i = 0; i < count; ++i)
      scores[i] = mask[i] != 0 ? kHidden<T> : scores[i];
  }
  if (tile.bias != nullptr) {
    const T* bias = tile.bias + r * tile.bias_row;
    for (std::int64_t i = 0; i < count; ++i)
      scores[i] = bias[i] == kHidden<T> ? kHidden<T> : scores[i] + bias[i];
  }
}

// Returns the largest of `count` elements, in four chains.
template <typename T>
T largest_of(const T* x, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto hidden = hn::Set(d, kHidden<T>);
  auto a = hidden, b = hidden, c = hidden, e = hidden;
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    a = hn::Max(a, hn::LoadU(d, x + i));
    b = hn::Max(b, hn::LoadU(d, x + i + lanes));
    c = hn::Max(c, hn::LoadU(d, x + i + 2 * lanes));
    e = hn::Max(e, hn::LoadU(d, x + i + 3 * lanes));
  }
  for (; i + lanes <= count; i += lanes) a = hn::Max(a, hn::LoadU(d, x + i));
  if (i < count)
    b = hn::Max(
        b, hn::IfThenElse(hn::FirstN(d, static_cast<std::size_t>(count - i)),
                          load_first(d, x + i, count - i), hidden));
  return hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(a, b), hn::Max(c, e))));
}

// Replaces `count` scores by exp(score · factor - shift) and returns the sum.
template <typename T>
T exponentials(T* scores, std::int64_t count, T factor, T shift) {
  const hn::ScalableTag<T> d;
  const auto by = hn::Set(d, factor);
  const auto less = hn::Set(d, shift);
  auto sum = hn::Zero(d);
  for_vectors(
      d, count,
      [&](std::int64_t i) HWY_ATTR {
        const auto e =
            quick_exp(d, hn::MulSub(hn::LoadU(d, scores + i), by, less));
        hn::StoreU(e, d, scores + i);
        sum = hn::Add(sum, e);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        const auto e =
            quick_exp(d, hn::MulSub(load_first(d, scores + i, rest), by, less));
        store_first(d, e, scores + i, rest);
        sum =
            hn::Add(sum, hn::IfThenElseZero(
                             hn::FirstN(d, static_cast<std::size_t>(rest)), e));
      });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <typename T>
std::int64_t visible_of(const ScoreTile<T>& tile, std::int64_t r) {
  return std::clamp<std::int64_t>(tile.visible + r, 0, tile.columns);
}

template <typename T>
T largest_score(const ScoreTile<T>& tile, std::int64_t r) {
  return late_factor(tile) *
         largest_of(tile.scores + r * tile.row, visible_of(tile, r));
}

template <typename T>
void find(const ScoreTile<T>& tile, const QueryState<T>& state) {
  for (std::int64_t r = 0; r < tile.rows; ++r) {
    prepare_row(tile, r, visible_of(tile, r));
    state.largest[r] = std::max(state.largest[r], largest_score(tile, r));
  }
}

// Updates the largest scores and finds what earlier results lack: 1 where the
// largest score stays, also if a query has no key so far.
template <typename T>
void raise_largest(const ScoreTile<T>& tile, const QueryState<T>& state) {
  const hn::ScalableTag<T> d;
  for (std::int64_t r = 0; r < tile.rows; ++r)
    state.rescale[r] = std::max(state.largest[r], largest_score(tile, r));
  const auto factor = [&](auto before, auto largest) HWY_ATTR {
    const auto power = quick_exp(d, hn::Sub(before, largest));
    return hn::IfThenElse(hn::Eq(before, largest), hn::Set(d, T(1)), power);
  };
  for_vectors(
      d, tile.rows,
      [&](std::int64_t i) HWY_ATTR {
        const auto largest = hn::LoadU(d, state.rescale + i);
        const auto before = hn::LoadU(d, state.largest + i);
        hn::StoreU(largest, d, state.largest + i);
        hn::StoreU(factor(before, largest), d, state.rescale + i);
      },
      [&](std::int64_t i, std::int64_t rest) HWY_ATTR {
        const auto largest = load_first(d, state.rescale + i, rest);
        const auto before = load_first(d, state.largest + i, rest);
        store_first(d, largest, state.largest + i, rest);
        store_first(d, factor(before, largest), state.rescale + i, rest);
      });
}

template <typename T>
void weigh_rows(const ScoreTile<T>& tile, const QueryState<T>& state,
                bool keeps_largest) {
  for (std::int64_t r = 0; r < tile.rows; ++r)
    prepare_row(tile, r, visible_of(tile, r));
  if (keeps_largest)
    std::fill_n(state.rescale, tile.rows, T(1));
  else
    raise_largest(tile, state);
  for (std::int64_t r = 0; r < tile.rows; ++r) {
    const std::int64_t count = visible_of(tile, r);
    T* scores = tile.scores + r * tile.row;
    // A row without a key so far is shifted by 0, so that its weights are 0.
    const T largest = state.largest[r];
    const T shift = largest == kHidden<T> ? T(0) : largest;
    state.sum[r] = state.sum[r] * state.rescale[r] +
                   exponentials(scores, count, late_factor(tile), shift);
    std::fill(scores + count, scores + tile.columns, T(0));
  }
}

template <typename T>
void multiply_rows(const T* x, T* to, std::int64_t rows, std::int64_t columns,
                   const T* factors) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const T factor = factors[r];
    if (x == to && factor == T(1)) continue;
    for (std::int64_t i = r * columns; i < (r + 1) * columns; ++i)
      to[i] = x[i] * factor;
  }
}

void weigh_floats(const ScoreTile<float>& tile, const QueryState<float>& state,
                  bool keeps_largest) {
  weigh_rows(tile, state, keeps_largest);
}
void weigh_doubles(const ScoreTile<double>& tile,
                   const QueryState<double>& state, bool keeps_largest) {
  weigh_rows(tile, state, keeps_largest);
}
void find_in_floats(const ScoreTile<float>& tile,
                    const QueryState<float>& state) {
  find(tile, state);
}
void find_in_doubles(const ScoreTile<double>& tile,
                     const QueryState<double>& state) {
  find(tile, state);
}
void rescale_floats(const float* x, float* to, std::int64_t rows,
                    std::int64_t columns, const float* factors) {
  multiply_rows(x, to, rows, columns, factors);
}
void rescale_doubles(const double* x, double* to, std::int64_t rows,
                     std::int64_t columns, const double* factors) {
  multiply_rows(x, to, rows, columns, factors);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(weigh_floats);
HWY_EXPORT(weigh_doubles);
HWY_EXPORT(find_in_floats);
HWY_EXPORT(find_in_doubles);
HWY_EXPORT(rescale_floats);
HWY_EXPORT(rescale_doubles);

void weigh(const ScoreTile<float>& tile, const QueryState<float>& state,
           bool keeps_largest) {
  HWY_DYNAMIC_DISPATCH(weigh_floats)(tile, state, keeps_largest);
}
void weigh(const ScoreTile<double>& tile, const QueryState<double>& state,
           bool keeps_largest) {
  HWY_DYNAMIC_DISPATCH(weigh_doubles)(tile, state, keeps_largest);
}
void find_largest(const ScoreTile<float>& tile,
                  const QueryState<float>& state) {
  HWY_DYNAMIC_DISPATCH(find_in_floats)(tile, state);
}
void find_largest(const ScoreTile<double>& tile,
                  const QueryState<double>& state) {
  HWY_DYNAMIC_DISPATCH(find_in_doubles)(tile, state);
}
void rescale_rows(const float* x, float* to, std::int64_t rows,
                  std::int64_t columns, const float* factors) {
  HWY_DYNAMIC_DISPATCH(rescale_floats)(x, to, rows, columns, factors);
}
void rescale_rows(const double* x, double* to, std::int64_t rows,
                  std::int64_t columns, const double* factors) {
  HWY_DYNAMIC_DISPATCH(rescale_doubles)(x, to, rows, columns, factors);
}

}  // namespace assay::optimized
#endif
