// Computes the discrete Fourier transform by its defining sum, in long double
// with compensated sums. A fast algorithm would add errors of its own to the
// answer.
// Tested by tests/reference/dft_test.cc.
#include "reference/dft.h"

#include <mpc.h>

#include <cmath>
#include <map>

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
  const std::size_t n = x.size();
  const Samples& roots = roots_of_unity(n);
  const long double side = sign == Exponent::kNegative ? 1 : -1;
  // A sample of zero adds nothing to any sum.
  std::vector<std::size_t> terms;
  for (std::size_t j = 0; j < n; ++j)
    if (x[j].re != 0 || x[j].im != 0) terms.push_back(j);
  Samples y(n);
  for (std::size_t k = 0; k < n; ++k) {
    CompensatedSum re;
    CompensatedSum im;
    for (const std::size_t j : terms) {
      const Sample root = roots[j * k % n];
      const Sample w{root.re, side * root.im};
      re.add(x[j].re * w.re);
      re.add(-x[j].im * w.im);
      im.add(x[j].re * w.im);
      im.add(x[j].im * w.re);
    }
    y[k] = {re.value(), im.value()};
  }
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
