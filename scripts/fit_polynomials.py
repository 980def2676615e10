#!/usr/bin/env python3
"""Prints optimized/vectors/polynomials.h: polynomials, and constants in several parts.

Each polynomial is fitted by least squares at Chebyshev nodes. Errors are
weighted relative to the function of which the polynomial is a part.
Coefficients are rounded one after the other, beginning with the constant one,
and the fit of the rest compensates what a rounding changed. The largest error
printed with them is that of the rounded polynomial, on 200 points. Tables of
logarithms follow them.
"""

import decimal
import math
import struct
from decimal import Decimal
from fractions import Fraction

decimal.getcontext().prec = 90  # of which 2 / pi takes 77

TERMS = 100  # of a series; all of them converge like powers of 1/2 or faster
NODES = 80


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


def tangents():
    """The coefficients of tan(r) / r in t = r^2, from tan cos = sin."""
    coefficients = []
    for n in range(TERMS + 1):
        coefficients.append(Fraction((-1) ** n, math.factorial(2 * n + 1)) - sum(
            Fraction((-1) ** k, math.factorial(2 * k)) * coefficients[n - k]
            for k in range(1, n + 1)))
    return coefficients


TWO_OVER_ROOT_PI = 2 / pi().sqrt()
TANGENTS = tangents()


def series(coefficient):
    """Returns the function whose power series has these coefficients."""
    coefficients = [decimal_of(coefficient(n)) for n in range(TERMS)]
    return lambda t: value_at(coefficients, t)


def atan_tail(t):
    """(atan(r) / r - 1) / t for t = r^2, by Euler's series."""
    term = 1 / (1 + t)
    total = term
    for n in range(1, 2 * TERMS):
        term *= t / (1 + t) * (2 * n) / (2 * n + 1)
        total += term
    return (total - 1) / t


def beside(function):
    """The weight of an error of P in r + r t P(t), t = r^2."""
    def weight(t):
        r = math.sqrt(t)
        return t * Decimal(r / function(r))
    return weight


# name -> (function of t that P is, interval of t, weight of an error of P,
#          its degree for each use, text). Uses are "" for doubles, "ViaDouble"
#          for floats on vectors of double, "InFloat" for vectors of float.
POLYNOMIALS = {
    "Exp": (series(lambda n: fact(n + 2)), (-0.3466, 0.3466),
            lambda t: t * t, {"": 9, "ViaDouble": 7, "InFloat": 4},
            "exp(t) = 1 + t + t^2 P(t)"),
    "ExpShifted": (series(lambda n: fact(n + 2)), (-0.289, 0.4056),
                   lambda t: t * t, {"": 9, "InFloat": 5},
                   "exp(t) = 1 + t + t^2 P(t)"),
    "ExpSixteenth": (series(lambda n: fact(n + 2)), (-0.0218, 0.0218),
                     lambda t: t, {"": 5}, "exp(t) = 1 + t + t^2 P(t)"),
    "Sinh": (series(lambda n: fact(2 * n + 3)), (0, 0.12014),
             beside(math.sinh), {"": 4, "ViaDouble": 3, "InFloat": 2},
             "sinh(r) = r + r t P(t), t = r^2"),
    "Cosh": (series(lambda n: fact(2 * n + 2)), (0, 0.12014),
             lambda t: t, {"": 4, "ViaDouble": 3, "InFloat": 2},
             "cosh(r) = 1 + t P(t), t = r^2"),
    "Log": (series(lambda n: Fraction(2, 2 * n + 3)), (0, 0.02945),
            lambda t: t, {"": 6, "ViaDouble": 4},
            "log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2"),
    "LogOneMore": (series(lambda n: Fraction(2, 2 * n + 3)), (0, 0.11112),
                   lambda t: t, {"InFloat": 4},
                   "log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2"),
    "LogNear": (series(lambda n: Fraction((-1) ** (n + 1), n + 2)),
                (-0.0625, 0.125), lambda t: t, {"InFloat": 4},
                "log(1 + t) = t + t^2 P(t)"),
    "LogWide": (series(lambda n: Fraction((-1) ** (n + 1), n + 2)),
                (-0.03125, 0.0625), lambda t: t, {"": 9},
                "log(1 + t) = t + t^2 P(t)"),
    "LogCube": (series(lambda n: Fraction((-1) ** n, n + 3)), (-0.021, 0.0313),
                lambda t: t * t, {"InFloat": 3},
                "log(1 + t) = t - t^2 / 2 + t^3 P(t)"),
    "LogNearCube": (series(lambda n: Fraction((-1) ** n, n + 3)),
                    (-0.0157, 0.0157), lambda t: t * t, {"": 7},
                    "log(1 + t) = t - t^2 / 2 + t^3 P(t)"),
    "LogTail": (series(lambda n: Fraction(1, 2 * n + 5)), (0, 0.02945),
                lambda t: t * t, {"": 6},
                "log((1 + s) / (1 - s)) = 2s + 2s t (1/3 + t P(t)), t = s^2"),
    "Sin": (series(lambda n: (-1) ** (n + 1) * fact(2 * n + 3)), (0, 0.6170),
            beside(math.sin), {"": 5, "ViaDouble": 4, "InFloat": 3},
            "sin(r) = r + r t P(t), t = r^2"),
    "Cos": (series(lambda n: (-1) ** n * fact(2 * n + 4)), (0, 0.6170),
            lambda t: t * t, {"": 5, "ViaDouble": 4},
            "cos(r) = 1 - t/2 + t^2 P(t), t = r^2"),
    "CosWhole": (series(lambda n: (-1) ** (n + 1) * fact(2 * n + 2)), (0, 0.6170),
                 lambda t: t, {"InFloat": 3}, "cos(r) = 1 + t P(t), t = r^2"),
    "Tan": (series(lambda n: TANGENTS[n + 1]), (0, 0.6170),
            beside(math.tan), {"": 13, "InFloat": 6},
            "tan(r) = r + r t P(t), t = r^2"),
    "Atan": (atan_tail, (0, 0.25),
             beside(math.atan), {"": 11, "ViaDouble": 8},
             "atan(r) = r + r t P(t), t = r^2"),
    "AtanLonger": (atan_tail, (0, 0.2986), beside(math.atan), {"": 12},
                   "atan(r) = r + r t P(t), t = r^2"),
    "AtanWide": (atan_tail, (0, 1), beside(math.atan), {"InFloat": 8},
                 "atan(r) = r + r t P(t), t = r^2"),
    "Asin": (series(lambda n: double_factorials(n + 1) / (2 * n + 3)),
             (0, 0.25), beside(math.asin),
             {"": 12, "ViaDouble": 9, "InFloat": 4},
             "asin(r) = r + r t P(t), t = r^2"),
    "Erf": (series(lambda n: TWO_OVER_ROOT_PI * (-1) ** n
                   * decimal_of(fact(n)) / (2 * n + 1) - (1 if n == 0 else 0)),
            (0, 0.25), lambda t: Decimal(1), {"": 9},
            "erf(r) = r + r P(t), t = r^2"),
}


def log_of_2():
    """Returns log(2) = sum of 1 / (n 2^n)."""
    return sum(1 / (n * Decimal(2) ** n) for n in range(1, 310))


# name -> (value, significand bits of each part; the last part is a double)
CONSTANTS = {
    # 42 bits times an exponent of 11 bits is exact.
    "Log2": (log_of_2(), [42, 53]),
    "Log2Sixteenth": (log_of_2() / 16, [42, 53]),
    "InverseLog2": (1 / log_of_2(), [53]),
    # 33 bits times a quotient of 20 bits is exact.
    "HalfPiViaDouble": (pi() / 2, [33, 33, 53]),
    "HalfPiParts": (pi() / 2, [53, 33, 53]),
    "TwoOverPi": (2 / pi(), [53]),
    "HalfPi": (pi() / 2, [53, 53]),
    # 16 bits times an exponent of 8 bits is exact, and so is the difference of
    # a number near pi / 2 and all of pi / 2. Next come 14 bits times a quotient
    # of 10 bits.
    "Log2InFloat": (log_of_2(), [16, 24]),
    "HalfPiInFloat": (pi() / 2, [24, 14, 24]),
    "Log2WholeInFloat": (log_of_2(), [24, 24]),
    "Third": (Decimal(1) / 3, [53, 53]),
}


# The logarithm's table splits [3/4, 3/2) at the first four bits of a significand.
# An entry is a float c near 1 / m, and a multiple of 2^-17 that is -log(c).
LOG_GRID = 2 ** 17


def log_table():
    """Returns the entries by those four bits, and their largest error."""
    entries = []
    worst = Decimal(0)
    for j in range(16):
        low = 1 + j / 16 if j < 8 else (16 + j) / 32
        if low >= 0.9375 and low < 1.125:  # log has to be exact next to 1
            entries.append((1.0, 0.0))
            continue
        middle = low + (1 / 32 if j < 8 else 1 / 64)
        near = round(math.log(middle) * LOG_GRID)
        error, c, step = min(
            (abs(Decimal(single(math.exp(-step / LOG_GRID))).ln()
                 + Decimal(step) / LOG_GRID),
             single(math.exp(-step / LOG_GRID)), step)
            for step in range(near - 256, near + 257))
        entries.append((c, step / LOG_GRID))
        worst = max(worst, error)
    return entries, worst


def power_log_table():
    """Returns a factor by the first five bits of m, and parts of its -log.

    A factor has six bits after the point, with which m c - 1 is exact. The first
    part of -log(c) is a multiple of 2^-17, and the second one is a float.
    """
    entries = []
    for j in range(32):
        low = 1 + j / 32 if j < 16 else (32 + j) / 64
        high = low + (1 / 32 if j < 16 else 1 / 64)
        if j in (0, 31):  # log has to be exact next to 1
            entries.append((1.0, 0.0, 0.0))
            continue
        c = min((n / 64 for n in range(32, 97)),
                key=lambda c: max(abs(low * c - 1), abs(high * c - 1)))
        value = -Decimal(c).ln()
        first = round(value * LOG_GRID) / LOG_GRID
        entries.append((c, first, single(value - Decimal(first))))
    return entries


def log_pair_table():
    """Returns a factor c, a multiple of 2^-42 near -log(c), and what it lacks.

    A row serves the numbers nearest to (48 + i) / 64 below 1 and to multiples of
    1/32 from 1 on.
    """
    entries = []
    for i in range(32):
        c = single(64 / (48 + i) if i < 16 else 32 / (16 + i))
        value = -Decimal(c).ln()
        first = float(round(value * 2 ** 42)) / 2 ** 42
        entries.append((c, first, float(value - Decimal(first))))
    return entries


def single(value):
    """Returns the float nearest to a value."""
    return struct.unpack("f", struct.pack("f", value))[0]


def parts_of(value, widths):
    """Cuts off a part of each width; the last one and whole ones are rounded."""
    parts = []
    for i, width in enumerate(widths):
        exponent = math.frexp(float(value))[1]
        scaled = value * Decimal(2) ** (width - exponent)
        is_rounded = i == len(widths) - 1 or width in (24, 53)
        whole = round(scaled) if is_rounded else int(scaled)
        part = math.ldexp(float(whole), exponent - width)
        parts.append(part)
        value -= Decimal(part)
    return parts


def value_at(coefficients, t):
    total = Decimal(0)
    for c in reversed(coefficients):
        total = total * t + Decimal(c)
    return total


def solved(matrix, right):
    """Gaussian elimination; the matrix is positive definite."""
    n = len(right)
    rows = [row + [y] for row, y in zip(matrix, right)]
    for i in range(n):
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    x = [Decimal(0)] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j]
                                 for j in range(i + 1, n))) / rows[i][i]
    return x


def fitted(function, interval, weight, degree, rounded):
    """Returns rounded coefficients, and the largest weighted error."""
    low, high = map(Decimal, map(str, interval))
    nodes = [(low + high) / 2 + (high - low) / 2
             * Decimal(math.cos(math.pi * (i + 0.5) / NODES))
             for i in range(NODES)]
    wanted = [function(t) for t in nodes]
    squares = [weight(t) ** 2 for t in nodes]
    # Sums of w^2 t^k, and of w^2 t^k f(t).
    moments = [sum(w * t ** k for w, t in zip(squares, nodes))
               for k in range(2 * degree + 1)]
    right = [sum(w * t ** k * f for w, t, f in zip(squares, nodes, wanted))
             for k in range(degree + 1)]
    result = []
    for first in range(degree + 1):
        rest = range(first, degree + 1)
        best = solved([[moments[i + j] for j in rest] for i in rest],
                      [right[i] - sum(Decimal(c) * moments[i + j]
                                      for j, c in enumerate(result))
                       for i in rest])
        result.append(rounded(best[0]))
    points = [low + (high - low) * (i + Decimal("0.5")) / 200
              for i in range(200)]
    worst = max(abs(value_at(result, t) - function(t)) * abs(weight(t))
                for t in points + [high])
    return result, worst


HEAD = """\
// Polynomials of the functions' main ranges, and constants in parts whose sum
// is closer than one double. Written by scripts/fit_polynomials.py; P(t) is the
// sum of its coefficients times 1, t, t^2, ... The bound is on the error
// relative to the function, rounding of the coefficients included.
#pragma once

#include <cstdint>

namespace assay::optimized {
"""


def hex_of(value, kind):
    """Returns a literal; a float has few digits before its zeros."""
    text = value.hex()
    if kind == "double":
        return text
    digits, exponent = text.split("p")
    return digits.rstrip("0").rstrip(".") + "p" + exponent + "f"


def declaration(name, values, kind="double"):
    lines = ",\n".join("    " + hex_of(value, kind) for value in values)
    return f"inline constexpr {kind} {name}[] = {{\n{lines}}};"


def main():
    print(HEAD)
    for name, (value, widths) in CONSTANTS.items():
        parts = parts_of(value, widths)
        if len(parts) == 1:
            print(f"inline constexpr double k{name} = {parts[0].hex()};")
        else:
            print(declaration("k" + name, parts,
                              "float" if widths[-1] == 24 else "double"))
    words = int(2 / pi() * Decimal(2) ** 256)
    hexes = ", ".join(f"0x{words >> (192 - 64 * i) & (2 ** 64 - 1):016x}"
                      for i in range(4))
    print("// The first 256 bits of 2 / pi.")
    print("inline constexpr std::uint64_t kTwoOverPiBits[] = {" + hexes + "};")
    print()
    for name, (function, interval, weight, degrees, text) in POLYNOMIALS.items():
        for use, degree in degrees.items():
            is_float = use == "InFloat"
            coefficients, worst = fitted(function, interval, weight, degree,
                                         single if is_float else float)
            print(f"// {text}; within 2^{math.log2(worst):.1f}.")
            print(declaration(f"k{name}{use}", coefficients,
                              "float" if is_float else "double") + "\n")
    entries, worst = log_table()
    print(f"// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to "
          f"3/2.\n// -log(c) is within 2^{math.log2(worst):.1f}.")
    print(declaration("kLogFactorInFloat", [c for c, _ in entries], "float"))
    print(declaration("kLogBaseInFloat", [g for _, g in entries], "float") + "\n")
    print("// log(m) = log(m c) - log(c), by the first five bits of m, for powers. The\n"
          "// last table is what the second one lacks.")
    for name, column in zip(("Factor", "Base", "Rest"), zip(*power_log_table())):
        print(declaration(f"kPowerLog{name}InFloat", column, "float"))
    print("\n// log(m) = log(m c) - log(c), for powers of doubles. The tables begin at "
          "m = 3/4,\n// and the last one is what the second one lacks.")
    for name, column in zip(("Factor", "Base", "Rest"), zip(*log_pair_table())):
        print(declaration(f"kPowerLog{name}", column))
    print("\n}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
