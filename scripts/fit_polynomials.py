#!/usr/bin/env python3
"""Prints optimized/polynomials.h: polynomials, and constants in several parts.

A polynomial is the polynomial through the power series' values at the Chebyshev nodes
of an interval, which is close to the best one, computed to 90 digits. The
largest error beside the coefficients is that of the rounded ones, on 400
points, relative to the function that the polynomial is a part of.
"""

import decimal
import math
from decimal import Decimal
from fractions import Fraction

decimal.getcontext().prec = 90

TERMS = 160  # of a series; the slowest one, asin's on [0, 1/4], needs 100


def pi():
    """Returns pi by Machin's formula."""
    def atan_inverse(n):
        return sum(Decimal((-1) ** k) / ((2 * k + 1) * Decimal(n) ** (2 * k + 1))
                   for k in range(70))
    return 4 * (4 * atan_inverse(5) - atan_inverse(239))


def double_factorials(n):
    """(2n)! / (4^n n!^2), the coefficients of asin without 1 / (2n + 1)."""
    return Fraction(math.factorial(2 * n),
                    4 ** n * math.factorial(n) ** 2)


def decimal_of(value):
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(value)


def fact(n):
    return Fraction(1, math.factorial(n))


TWO_OVER_ROOT_PI = 2 / pi().sqrt()

# name -> (coefficient of t^n in the series, interval of t,
#          weight of an error of the polynomial relative to the function,
#          degree for double, degree for float, text)
POLYNOMIALS = {
    "Exp": (lambda n: fact(n + 2), (-0.3466, 0.3466),
            lambda t: t * t, 10, 7, "exp(t) = 1 + t + t^2 P(t)"),
    "Sinh": (lambda n: fact(2 * n + 3), (0, 0.12014),
             lambda t: t, 5, 3, "sinh(r) = r + r t P(t), t = r^2"),
    "Cosh": (lambda n: fact(2 * n + 2), (0, 0.12014),
             lambda t: t, 5, 3, "cosh(r) = 1 + t P(t), t = r^2"),
    "Log": (lambda n: Fraction(2, 2 * n + 3), (0, 0.02945),
            lambda t: t, 7, 4, "log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2"),
    "LogTail": (lambda n: Fraction(1, 2 * n + 5), (0, 0.02945),
                lambda t: t * t, 7, None,
                "log((1 + s) / (1 - s)) = 2s + 2s t (1/3 + t P(t)), t = s^2"),
    "Sin": (lambda n: (-1) ** (n + 1) * fact(2 * n + 3), (0, 0.6170),
            lambda t: t, 6, 4, "sin(r) = r + r t P(t), t = r^2"),
    "Cos": (lambda n: (-1) ** n * fact(2 * n + 4), (0, 0.6170),
            lambda t: t * t, 6, 4, "cos(r) = 1 - t/2 + t^2 P(t), t = r^2"),
    "Atan": (lambda n: Fraction((-1) ** (n + 1), 2 * n + 3), (0, 0.17158),
             lambda t: t, 11, 7, "atan(r) = r + r t P(t), t = r^2"),
    "Asin": (lambda n: double_factorials(n + 1) / (2 * n + 3), (0, 0.25),
             lambda t: t, 13, 9, "asin(r) = r + r t P(t), t = r^2"),
    "Erf": (lambda n: TWO_OVER_ROOT_PI * (-1) ** n
            * decimal_of(fact(n)) / (2 * n + 1) - (1 if n == 0 else 0),
            (0, 0.25), lambda t: Decimal(1), 9, None,
            "erf(r) = r + r P(t), t = r^2"),
}


def log_of_2():
    """Returns log(2) = sum of 1 / (n 2^n)."""
    return sum(1 / (n * Decimal(2) ** n) for n in range(1, 310))


# name -> (value, significand bits of each part; the last part is a double)
CONSTANTS = {
    # 42 bits times an exponent of 11 bits is exact.
    "Log2": (log_of_2(), [42, 53]),
    "InverseLog2": (1 / log_of_2(), [53]),
    # 33 bits times a quotient of 20 bits is exact.
    "HalfPiParts": (pi() / 2, [33, 33, 33, 53]),
    "TwoOverPi": (2 / pi(), [53]),
    "HalfPi": (pi() / 2, [53, 53]),
    "Third": (Decimal(1) / 3, [53, 53]),
}


def parts_of(value, widths):
    """Cuts off a part of each width; the last one is rounded."""
    parts = []
    for width in widths:
        exponent = math.frexp(float(value))[1]
        scaled = value * Decimal(2) ** (width - exponent)
        whole = round(scaled) if width == 53 else int(scaled)
        part = math.ldexp(float(whole), exponent - width)
        parts.append(part)
        value -= Decimal(part)
    return parts


def value_at(series, t):
    total = Decimal(0)
    for c in reversed(series):
        total = total * t + c
    return total


def fitted(series, interval, degree):
    """Returns the monomial coefficients of the interpolating polynomial."""
    low, high = map(Decimal, map(str, interval))
    nodes = [(low + high) / 2 + (high - low) / 2
             * Decimal(math.cos(math.pi * (i + 0.5) / (degree + 1)))
             for i in range(degree + 1)]
    divided = [value_at(series, t) for t in nodes]
    for j in range(1, degree + 1):
        for i in range(degree, j - 1, -1):
            divided[i] = ((divided[i] - divided[i - 1])
                          / (nodes[i] - nodes[i - j]))
    result = [Decimal(0)]
    for i in range(degree, -1, -1):
        times_t = [Decimal(0)] + result
        result = [a - nodes[i] * b
                  for a, b in zip(times_t, result + [Decimal(0)])]
        result[0] += divided[i]
    return result[:degree + 1]


HEAD = """\
// Polynomials of the functions' main ranges, and constants in parts whose sum
// is closer than one double. Written by scripts/fit_polynomials.py; P(t) is the
// sum of its coefficients times 1, t, t^2, ... The bound is on the error
// relative to the function, rounding of the coefficients included.
#pragma once

#include <cstdint>

namespace assay::optimized {
"""


def declaration(name, values):
    lines = ",\n".join("    " + value.hex() for value in values)
    return f"inline constexpr double {name}[] = {{\n{lines}}};"


def main():
    print(HEAD)
    for name, (value, widths) in CONSTANTS.items():
        parts = parts_of(value, widths)
        if len(parts) == 1:
            print(f"inline constexpr double k{name} = {parts[0].hex()};")
        else:
            print(declaration("k" + name, parts))
    words = int(2 / pi() * Decimal(2) ** 256)
    hexes = ", ".join(f"0x{words >> (192 - 64 * i) & (2 ** 64 - 1):016x}"
                      for i in range(4))
    print("// The first 256 bits of 2 / pi.")
    print("inline constexpr std::uint64_t kTwoOverPiBits[] = {" + hexes + "};")
    print()
    for name, row in POLYNOMIALS.items():
        coefficient, interval, weight, for_double, for_float, text = row
        series = [decimal_of(coefficient(n)) for n in range(TERMS)]
        for degree, suffix in ((for_double, ""), (for_float, "Short")):
            if degree is None:
                continue
            rounded = [float(c) for c in fitted(series, interval, degree)]
            low, high = map(Decimal, map(str, interval))
            worst = max(
                abs(value_at([Decimal(c) for c in rounded], t)
                    - value_at(series, t)) * abs(weight(t))
                for t in (low + (high - low) * i / 400 for i in range(401)))
            bits = math.log2(worst)
            print(f"// {text}; within 2^{bits:.1f}.")
            print(declaration(f"k{name}{suffix}", rounded) + "\n")
    print("}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
