#!/usr/bin/env python3
"""Prints optimized/functions/sides.h: tanh and erf near 0 and further out.

Near 0 a function is its argument plus a polynomial. Further out tanh(a) is
1 - 2 / (2^h + 1) with h = 2a / log(2), and erf(a) is 1 - 2^h, where h is a
polynomial. The errors printed are relative to the functions, and those of 2^t
relative to 1.
"""

import math
from decimal import Decimal

from fit_pieces import erf, tanh
from fit_polynomials import (beside, decimal_of, declaration, fact, fitted, log_of_2,
                             parts_of, series, single)

HEAD = """\
// Polynomials of tanh and erf near 0 and further out; P(t) is the sum of its
// coefficients times 1, t, t^2, ... Written by scripts/fit_sides.py.
#pragma once

namespace assay::optimized {
"""

# Where erf changes from one polynomial to the other.
BORDER = 0.9375


def tanh_near(t):
    r = t.sqrt()
    return (tanh(r) / r - 1) / t


def erf_near(t):
    r = t.sqrt()
    return erf(r) / r - 1


def erfc_log2(t):
    return (1 - erf(t)).ln() / log_of_2() / t


def erfc_weight(t):
    return t * Decimal(math.erfc(t) / math.erf(t))


# (name, function that P is, intervals of t for doubles and for floats, weight of an
#  error of P, degrees for both, text)
SIDES = [
    ("TanhNear", tanh_near, (1e-12, 1), (1e-12, 1), beside(math.tanh), (15, 6),
     "tanh(r) = r + r t P(t), t = r^2"),
    ("ErfNear", erf_near, (1e-40, BORDER ** 2), (1e-40, BORDER ** 2),
     lambda t: 1 / (1 + erf_near(t)), (12, 6), "erf(r) = r + r P(t), t = r^2"),
    ("ErfcLog2", erfc_log2, (BORDER, 5.95), (BORDER, 3.93), erfc_weight, (18, 6),
     "erf(t) = 1 - 2^(t P(t))"),
    ("PowerOfTwo", series(lambda n: log_of_2() ** (n + 1) * decimal_of(fact(n + 1))),
     (-0.5, 0.5), (-0.5, 0.5), lambda t: t, (10, 5), "2^t = 1 + t P(t)"),
]


def main():
    print(HEAD)
    print("// 2 / log(2) in two parts.")
    print(declaration("kTwoOverLog2", parts_of(2 / log_of_2(), [53, 53])))
    print(declaration("kTwoOverLog2InFloat", parts_of(2 / log_of_2(), [24, 24]),
                      "float"))
    for name, function, wide, narrow, weight, degrees, text in SIDES:
        for use, interval, degree, rounded, kind in (
                ("", wide, degrees[0], float, "double"),
                ("InFloat", narrow, degrees[1], single, "float")):
            coefficients, worst = fitted(function, interval, weight, degree, rounded)
            print(f"\n// {text}; within 2^{math.log2(worst):.1f}.")
            print(declaration(f"k{name}{use}", coefficients, kind))
    print("\n}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
