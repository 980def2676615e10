// Tests the bound of dot_general_update: honest ways to place alpha and beta
// keep it, and a lost term, a forgotten factor and narrow operands break it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

#include "harness/judge/acceptance.h"
#include "harness/judge/tolerance.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "tests/harness/lax/oracle_calls.h"

namespace assay {
namespace {

using Single = std::complex<float>;

// Multiplies as a kernel does, without the checks for infinities of C++.
Single product(Single a, Single b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

// Holds alpha · a · b + beta · c, where a has one row and b one column.
struct UpdateProblem {
  Single alpha;
  Single beta;
  Single old;
  std::vector<Single> a;
  std::vector<Single> b;
};

Single factor_after(const UpdateProblem& p) {
  Single sum = 0;
  for (std::size_t k = 0; k < p.a.size(); ++k) sum += product(p.a[k], p.b[k]);
  return product(p.alpha, sum) + product(p.beta, p.old);
}
Single factor_on_lhs(const UpdateProblem& p) {
  Single sum = 0;
  for (std::size_t k = 0; k < p.a.size(); ++k)
    sum += product(product(p.alpha, p.a[k]), p.b[k]);
  return sum + product(p.beta, p.old);
}
Single onto_old(const UpdateProblem& p) {
  Single sum = product(p.beta, p.old);
  for (std::size_t k = 0; k < p.a.size(); ++k)
    sum += product(p.a[k], product(p.alpha, p.b[k]));
  return sum;
}
Single forgetting_alpha(const UpdateProblem& p) {
  UpdateProblem other = p;
  other.alpha = 1;
  return factor_after(other);
}
Single losing_the_last(const UpdateProblem& p) {
  UpdateProblem other = p;
  other.a.pop_back();
  return factor_after(other);
}
Single with_halves(const UpdateProblem& p) {
  UpdateProblem other = p;
  for (Single& z : other.a) {
    const auto half = [](float x) {
      return static_cast<float>(decode_real(
          kFormatFloat16, encode_real(kFormatFloat16, static_cast<double>(x))));
    };
    z = {half(z.real()), half(z.imag())};
  }
  return factor_after(other);
}

// Returns the error of a way to compute as a share of what is allowed.
double share_of_update(DType dtype, const UpdateProblem& p, Single got) {
  const auto bits = [&](Single z) {
    const Complex wide{static_cast<double>(z.real()),
                       static_cast<double>(z.imag())};
    return is_complex(dtype) ? encode(dtype, wide) : encode(dtype, wide.re);
  };
  const auto tensor = [&](const std::vector<Single>& values,
                          const Shape& shape) {
    std::vector<ElementBits> elements;
    for (const Single z : values) elements.push_back(bits(z));
    return test::oracle_tensor(dtype, elements, shape);
  };
  const auto k = static_cast<std::int64_t>(p.a.size());
  const auto set = [&](AttributeKey key, Single z, Attributes& attributes) {
    const ElementBits element = bits(z);
    attributes.set(key, {static_cast<std::int64_t>(element.re),
                         static_cast<std::int64_t>(element.im)});
  };
  Attributes attributes;
  attributes.set(AttributeKey::kLhsContracting, {1})
      .set(AttributeKey::kRhsContracting, {0})
      .set(AttributeKey::kLhsBatch, {})
      .set(AttributeKey::kRhsBatch, {})
      .flag(AttributeKey::kLhsConj, false)
      .flag(AttributeKey::kRhsConj, false);
  set(AttributeKey::kAlpha, p.alpha, attributes);
  set(AttributeKey::kBeta, p.beta, attributes);
  const Call call{"dot_general_update"_op,
                  {tensor(p.a, {1, k}), tensor(p.b, {k, 1})},
                  attributes,
                  {tensor({p.old}, {1, 1})}};
  const Answer answer = test::oracle_answer(call);
  const auto exact = test::oracle_elements(answer.tensors[0]);
  const Permitted permitted =
      permitted_answer(call, dtype, exact, answer, {}, kNx);
  double share = 0;
  for (std::size_t part = 0; part < (is_complex(dtype) ? 2u : 1u); ++part) {
    EXPECT_FALSE(permitted.accept[part].any);
    const long double right =
        exact_value(format_of(dtype), part == 0 ? exact[0].re : exact[0].im,
                    answer.residue.empty() ? 0 : answer.residue[part]);
    const float value = part == 0 ? got.real() : got.imag();
    share = std::max(share, static_cast<double>(std::fabs(value - right) /
                                                permitted.allowed[part]));
  }
  return share;
}

UpdateProblem drawn_update(DType dtype, std::mt19937& random, std::size_t k) {
  std::uniform_real_distribution<float> number(-2, 2);
  const auto draw = [&] {
    const float re = number(random);
    return Single(re, is_complex(dtype) ? number(random) : 0.0f);
  };
  UpdateProblem p{draw(), draw(), draw(), {}, {}};
  for (std::size_t i = 0; i < k; ++i) {
    p.a.push_back(draw());
    p.b.push_back(draw());
  }
  return p;
}

TEST(UpdateBound, IsKeptWhereverTheFactorsStand) {
  for (const DType dtype : {DType::kFloat32, DType::kComplex64}) {
    std::mt19937 random(3);
    double largest = 0;
    for (int i = 0; i < 600; ++i) {
      const std::size_t terms = 1 + static_cast<std::size_t>(i) % 40;
      const UpdateProblem p = drawn_update(dtype, random, terms);
      for (const auto way : {factor_after, factor_on_lhs, onto_old})
        largest = std::max(largest, share_of_update(dtype, p, way(p)));
    }
    std::printf("largest share of the bound of updates in %s: %.3f\n",
                std::string(name_of(dtype)).c_str(), largest);
    EXPECT_LT(largest, 1);
    EXPECT_GT(largest, 0.02);
  }
}

TEST(UpdateBound, SeesWhatIsLost) {
  for (const DType dtype : {DType::kFloat32, DType::kComplex64}) {
    std::mt19937 random(5);
    for (const auto way : {forgetting_alpha, losing_the_last, with_halves}) {
      int seen = 0;
      for (int i = 0; i < 100; ++i) {
        const UpdateProblem p = drawn_update(dtype, random, 8);
        seen += share_of_update(dtype, p, way(p)) > 1;
      }
      EXPECT_GT(seen, 95);
    }
  }
}

}  // namespace
}  // namespace assay
