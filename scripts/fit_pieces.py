#!/usr/bin/env python3
"""Prints optimized/functions/pieces.h: functions as 16 or 32 polynomials each.

Piece j of tanh and erf is base + t (s[0] + s[1] t + ... + s[4] t^4), where t is the distance from
a center. The center of a piece of tanh is a float at which tanh is nearly a
float, so the base needs no second part (Gal, "Computing elementary functions: a
new approach for achieving high accuracy and good performance", 1985). Centers
of erf are multiples of 1/8, and a second part of the base is s[-1]. In the first
piece the center is 0 and the base is t. The tail of the normal distribution is
the polynomials alone, with an absolute error.
"""

import math
from decimal import Decimal

from fit_polynomials import declaration, fitted, single, TWO_OVER_ROOT_PI

TERMS = 5  # s[0] to s[4]


def tanh(x):
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


def erf(x):
    """erf by its power series, which converges for all x."""
    term = x
    total = Decimal(0)
    for n in range(160):
        total += term / (2 * n + 1)
        term *= -x * x / (n + 1)
    return TWO_OVER_ROOT_PI * total


def piece(function, center, base, low, high):
    """Returns s, and the largest error relative to the function."""
    at = Decimal(center)
    def slope(t):
        value = t if base is None else Decimal(base)
        return (function(at + t) - value) / t
    def weight(t):
        return t / function(at + t)
    bounds = Decimal(low) - at, Decimal(high) - at
    return fitted(slope, bounds, weight, TERMS - 1, single)


def first_piece(function, high):
    """Returns s of the first piece; s[0] of an odd function t + c t^3 is 0."""
    tiny = Decimal(2) ** -60
    start = function(tiny) / tiny - 1
    if abs(start) > Decimal(2) ** -50:
        return piece(function, 0.0, None, 1e-9, high)
    def slope(t):
        return (function(t) - t) / (t * t)
    def weight(t):
        return t * t / function(t)
    s, worst = fitted(slope, (Decimal("1e-9"), Decimal(high)), weight, TERMS - 2,
                      single)
    return [0.0] + s, worst


def next_to_floats(function, middle, width):
    """Returns a float near `middle` at which the function is nearly a float."""
    step = 2.0 ** (math.frexp(middle)[1] - 24)
    reach = int(width / 64 / step)
    candidates = range(-reach, reach + 1, max(1, reach // 150))
    def distance(k):
        value = function(Decimal(middle + k * step))
        return abs(value - Decimal(single(float(value))))
    best = min(candidates, key=distance)
    return middle + best * step


def tanh_pieces():
    """By the exponent and two bits of the significand, from 1/8 to 9.02."""
    # The code of a float is its bits without the last 21.
    rows = [None] * 32
    worst = Decimal(0)
    first = (127 - 3) * 4
    for code in range(first - 1, first + 25):
        if code < first:
            row = (0.0, 0.0, *(found := first_piece(tanh, 0.125))[0])
        else:
            low = 2.0 ** (code // 4 - 127) * (1 + code % 4 / 4)
            high = min(low + 2.0 ** (code // 4 - 129), 9.02)
            center = next_to_floats(tanh, single((low + high) / 2), high - low)
            base = single(float(tanh(Decimal(center))))
            row = (center, base,
                   *(found := piece(tanh, center, base, low, high))[0])
        rows[code % 32] = row
        worst = max(worst, found[1])
    return rows, worst


def erf_pieces():
    """By the nearest multiple of 1/8, up to 31/8 + 1/16."""
    rows = []
    first, worst = first_piece(erf, 0.1875)
    for j in range(32):
        if j < 2:
            rows.append((0.0, 0.0, *first))
            continue
        center = j / 8
        value = erf(Decimal(center))
        base = single(float(value))
        rest = single(float(value - Decimal(base)))
        s, error = piece(lambda x: erf(x) - Decimal(rest), center, base,
                         center - 0.0625, center + 0.0625)
        rows.append((rest, base, *s))
        worst = max(worst, error)
    return rows, worst


def tail_pieces():
    """1 - the normal distribution, by the nearest multiple of 3/8."""
    rows = []
    worst = Decimal(0)
    for j in range(16):
        center = Decimal(j) * 3 / 8
        def tail(t):
            return (1 - erf((center + t) / Decimal(2).sqrt())) / 2
        low = Decimal(0) if j == 0 else Decimal("-0.1875")
        s, error = fitted(tail, (low, Decimal("0.1875")),
                          lambda t: Decimal(1), TERMS - 1, single)
        rows.append(s)
        worst = max(worst, error)
    return rows, worst


def print_series(name, columns, length):
    lines = ",\n".join(
        "{" + declaration("", column, "float").split("{")[1].split("}")[0] + "}"
        for column in columns)
    print(f"inline constexpr float k{name}Series[][{length}] = {{\n{lines}}};\n")


HEAD = """\
// Pieces of tanh and erf: base + t (s[0] + s[1] t + ... + s[4] t^4), where t is
// the distance from a center. Written by scripts/fit_pieces.py.
#pragma once

namespace assay::optimized {
"""


def main():
    print(HEAD)
    for name, text, start, (rows, worst) in (
            ("Tanh", "tanh by the low five bits of bits >> 21, from 1/8 on",
             "Center", tanh_pieces()),
            ("Erf", "erf by the nearest multiple of 1/8", "Rest",
             erf_pieces())):
        print(f"// {text}; within 2^{math.log2(worst):.1f}.")
        rows = [row or (0.0,) * (TERMS + 2) for row in rows]
        columns = list(zip(*rows))
        print(declaration(f"k{name}{start}", columns[0], "float"))
        print(declaration(f"k{name}Base", columns[1], "float"))
        print_series(name, columns[2:], 32)
    rows, worst = tail_pieces()
    print("// 1 - the normal distribution by the nearest multiple of 3/8, as s[0] + s[1] t")
    print(f"// + ...; within 2^{math.log2(worst):.1f} of 1.")
    print_series("NormalTail", list(zip(*rows)), 16)
    print("}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
