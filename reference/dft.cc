// Computes the discrete Fourier transform by its defining sum, in long double
// with compensated sums. A fast algorithm would add errors of its own to the
// answer.
// Tested by tests/reference/dft_test.cc.
#include "reference/dft.h"

#include <mpc.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>

namespace assay {
namespace {

// Sums terms and adds up the rounding errors separately (Ogita, Rump and Oishi,
// "Accurate Sum and Dot Product"). The result is as if computed in twice the
// precision and rounded once.
class CompensatedSum {
 public:
  void add(long double term) {
    const long double sum = sum_ + term;
    const long double part = sum - sum_;
    error_ += (sum_ - (sum - part)) + (term - part);
    sum_ = sum;
  }
  long double value() const { return sum_ + error_; }

 private:
  long double sum_ = 0;
  long double error_ = 0;
};

// Returns the n roots of unity, which are computed once per thread and length.
const Samples& roots_of_unity(std::size_t n) {
  thread_local std::map<std::size_t, Samples> known;
  Samples& roots = known[n];
  while (roots.size() < n) roots.push_back(root_of_unity(roots.size(), n));
  return roots;
}

// Holds a sample x_j, and j·k mod n as k grows.
struct Term {
  std::size_t j = 0;
  Sample x;
  std::size_t turn = 0;
};

// Keeps transforms, because one case needs the same ones several times: for the
// answer, for the result, and for results in other layouts. If they become too
// many it forgets all.
class KeptTransforms {
 public:
  // Returns the transform of x, or null if it is not kept. Samples that are
  // equal have the same transform, also if their zeros differ in sign.
  const Samples* find(const Samples& x, Exponent sign) const {
    const auto [begin, end] = kept_.equal_range(hash_of(x, sign));
    for (auto one = begin; one != end; ++one)
      if (one->second.sign == sign && are_equal(one->second.x, x))
        return &one->second.y;
    return nullptr;
  }
  void keep(const Samples& x, Exponent sign, const Samples& y) {
    count_ += x.size();
    if (count_ > kMostSamples) {
      kept_.clear();
      count_ = x.size();
    }
    kept_.emplace(hash_of(x, sign), Kept{sign, x, y});
  }

 private:
  static constexpr std::size_t kMostSamples = 1 << 16;

  struct Kept {
    Exponent sign = Exponent::kNegative;
    Samples x;
    Samples y;
  };

  static std::size_t hash_of(const Samples& x, Exponent sign) {
    std::size_t hash = x.size() + static_cast<std::size_t>(sign);
    for (const Sample& sample : x)
      for (const long double part : {sample.re, sample.im})
        hash = 31 * hash + std::hash<double>{}(static_cast<double>(part));
    return hash;
  }
  static bool are_equal(const Samples& a, const Samples& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Sample& one, const Sample& other) {
                        return one.re == other.re && one.im == other.im;
                      });
  }

  std::unordered_multimap<std::size_t, Kept> kept_;
  std::size_t count_ = 0;  // of all samples kept
};

}  // namespace

Sample root_of_unity(std::size_t j, std::size_t n) {
  mpc_t root;
  mpc_init2(root, std::numeric_limits<long double>::digits);
  mpc_rootofunity(root, n, (n - j) % n, MPC_RNDNN);
  const Sample w{mpfr_get_ld(mpc_realref(root), MPFR_RNDN),
                 mpfr_get_ld(mpc_imagref(root), MPFR_RNDN)};
  mpc_clear(root);
  return w;
}

Samples dft(const Samples& x, Exponent sign) {
  thread_local KeptTransforms kept;
  if (const Samples* known = kept.find(x, sign)) return *known;
  const std::size_t n = x.size();
  const Samples& roots = roots_of_unity(n);
  const long double side = sign == Exponent::kNegative ? 1 : -1;
  // A sample of zero adds nothing to any sum.
  std::vector<Term> terms;
  for (std::size_t j = 0; j < n; ++j)
    if (x[j].re != 0 || x[j].im != 0) terms.push_back({j, x[j]});
  Samples y(n);
  for (std::size_t k = 0; k < n; ++k) {
    CompensatedSum re;
    CompensatedSum im;
    for (Term& term : terms) {
      const Sample root = roots[term.turn];
      const Sample w{root.re, side * root.im};
      re.add(term.x.re * w.re);
      re.add(-term.x.im * w.im);
      im.add(term.x.re * w.im);
      im.add(term.x.im * w.re);
      term.turn += term.j;
      if (term.turn >= n) term.turn -= n;
    }
    y[k] = {re.value(), im.value()};
  }
  kept.keep(x, sign, y);
  return y;
}

ExactReal exact(long double value) {
  ExactReal exact;
  exact.negative = std::signbit(value);
  if (std::isnan(value)) {
    exact.kind = ExactReal::Kind::kNaN;
  } else if (std::isinf(value)) {
    exact.kind = ExactReal::Kind::kInfinite;
  } else if (value != 0) {
    exact.kind = ExactReal::Kind::kFinite;
    int exponent = 0;
    // In [2^63, 2^64): 64 bits, and what a wider long double has beyond.
    const long double leading =
        std::ldexp(std::frexp(std::fabs(value), &exponent), 64);
    exact.high = static_cast<std::uint64_t>(leading);
    exact.low = static_cast<std::uint64_t>(
        std::ldexp(leading - static_cast<long double>(exact.high), 64));
    exact.exponent = exponent - 64;
  }
  return exact;
}

}  // namespace assay
