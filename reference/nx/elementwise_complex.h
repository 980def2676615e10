// Defines the scalar evaluators of the elementwise ops on complex numbers. + -
// and neg compute each component in float64. The others return both components
// before they are rounded. elementwise.cc then decides whether the contract
// accepts any value, because an operand or the exact value is near the ends of
// the range. Tested by tests/reference/elementwise_complex_test.cc.
#pragma once

#include "reference/exact_complex.h"
#include "reference/scalar.h"
#include "spec/op_name.h"
#include "spec/profile.h"

namespace assay {

inline Complex evaluate(OpTag<"add">, Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
inline Complex evaluate(OpTag<"sub">, Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
inline Complex evaluate(OpTag<"neg">, Complex z) { return {-z.re, -z.im}; }

// Returns (a.re·b.re - a.im·b.im) + (a.re·b.im + a.im·b.re)i.
ExactComplex evaluate(OpTag<"mul">, Complex a, Complex b);
ExactComplex evaluate(OpTag<"div">, const Profile&, Complex a, Complex b);
ExactComplex evaluate(OpTag<"recip">, const Profile&, Complex z);
// Returns e^(w·log z), or 1 if w = 0.
ExactComplex evaluate(OpTag<"pow">, const Profile&, Complex z, Complex w);
// Returns (|z|, 0).
ExactComplex evaluate(OpTag<"abs">, Complex z);
// Returns z / |z|, or 0 if z = 0.
ExactComplex evaluate(OpTag<"sign">, const Profile&, Complex z);

ExactComplex evaluate(OpTag<"sqrt">, Complex z);
ExactComplex evaluate(OpTag<"exp">, Complex z);
ExactComplex evaluate(OpTag<"log">, Complex z);
ExactComplex evaluate(OpTag<"sin">, Complex z);
ExactComplex evaluate(OpTag<"cos">, Complex z);
ExactComplex evaluate(OpTag<"tan">, Complex z);
ExactComplex evaluate(OpTag<"asin">, Complex z);
ExactComplex evaluate(OpTag<"acos">, Complex z);
ExactComplex evaluate(OpTag<"atan">, Complex z);
ExactComplex evaluate(OpTag<"sinh">, Complex z);
ExactComplex evaluate(OpTag<"cosh">, Complex z);
ExactComplex evaluate(OpTag<"tanh">, Complex z);

}  // namespace assay
