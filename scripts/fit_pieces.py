#!/usr/bin/env python3
"""Prints optimized/functions/pieces.h: functions as 16 or 32 polynomials each.

Piece j of tanh and erf is base + t (s[0] + s[1] t + ... + s[4] t^4), where t is the distance from
a center. The center of a piece of tanh is a float at which tanh is nearly a
float, so the base needs no second part (Gal, "Computing elementary functions: a
new approach for achieving high accuracy and good performance", 1985). Centers
of erf are multiples of 1/8, and a second part of the base is s[-1]. In the first
piece the center is 0 and the base is t. atan is its argument plus a polynomial. The
tail of the normal distribution is the polynomials alone, with an absolute error. So
is the derivative of gelu. Powers of two follow them.
"""

import math
import struct
from decimal import Decimal

from fit_polynomials import (atan_tail, declaration, fitted, log_of_2, pi, single,
                             TWO_OVER_ROOT_PI)

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


def atan(t):
    """atan by Euler's series, which converges for all t."""
    return t + t ** 3 * atan_tail(t * t) if t else t


def atan_pieces():
    """By the nearest multiple of 1/15 up to 1: center, rest, far base and rest, series.

    atan(c + t) is c + t + rest + t (s[0] + s[1] t + ...), where centers are multiples
    of 1/512. It is pi / 2 less than that with the far base and the far rest instead
    of c and the rest.
    """
    rows = []
    worst = Decimal(0)
    for j in range(16):
        center = round(j * Decimal(512) / 15) / Decimal(512)
        rest = Decimal(single(float(atan(center) - center)))
        turned = atan(center) - pi() / 2
        base = single(float(turned))
        low = (j - Decimal("0.5")) / 15 if j > 0 else Decimal("1e-9")
        high = min((j + Decimal("0.5")) / 15, Decimal("1.0001"))
        s, error = fitted(lambda t: (atan(center + t) - center - t - rest) / t,
                          (low - center, high - center),
                          lambda t: t / atan(center + t), 3, single)
        rows.append((float(center), float(rest), base,
                     single(float(turned - Decimal(base))), *s))
        worst = max(worst, error)
    return rows, worst


def normal_tail(a):
    """1 - the normal distribution."""
    return (1 - erf(a / Decimal(2).sqrt())) / 2


def gelu_slope(a):
    """The derivative of gelu at -a."""
    root = Decimal(2).sqrt()
    return normal_tail(a) - a * (-a * a / 2).exp() * TWO_OVER_ROOT_PI / (2 * root)


def register_pieces(function, width, terms):
    """By the nearest multiple of `width`, up to 15.5 of them."""
    rows = []
    worst = Decimal(0)
    for j in range(16):
        center = j * Decimal(width)
        half = Decimal(width) / 2
        s, error = fitted(lambda t: function(center + t),
                          (Decimal(0) if j == 0 else -half, half),
                          lambda t: Decimal(1), terms - 1, single)
        rows.append(s)
        worst = max(worst, error)
    return rows, worst


def with_bits_added(value, bits, whole="I", number="f"):
    """The float, or with "Q" and "d" the double, whose bits are those of `value` + bits."""
    of_value = struct.unpack(whole, struct.pack(number, value))[0]
    return struct.unpack(number, struct.pack(whole, of_value + bits))[0]


def roots():
    """2^(j / 16), with j subtracted from the bits from 2^19 on."""
    return [with_bits_added(single(float((log_of_2() * j / 16).exp())), -(j << 19))
            for j in range(16)]


def exp_powers(offset, terms, rounded, bits):
    """Returns 2^(j / 16) (1 + offset), and exp(r) / (1 + offset) - 1 as a series.

    Also returns the largest error of a power, in ulp, and that of the series.
    """
    ratio = 1 + offset
    powers = [(log_of_2() * j / 16).exp() * ratio for j in range(16)]
    worst = max(abs(power - Decimal(rounded(power))) for power in powers)
    series, error = fitted(lambda r: r.exp() / ratio - 1,
                           (-log_of_2() / 32, log_of_2() / 32),
                           lambda r: Decimal(1), terms - 1, rounded)
    return [rounded(power) for power in powers], worst * 2 ** bits, series, error


def cosh_powers(powers, place=19, *layout):
    """Returns 2^(j / 16) / 4 and 2^(-j / 16) / 2, with j in the bits from 2^place on.

    It is subtracted from the first and added to the others.
    """
    grown = [with_bits_added(power / 4, -(j << place), *layout)
             for j, power in enumerate(powers)]
    shrunk = [with_bits_added(powers[-j % 16] / (4 if j else 2), j << place, *layout)
              for j in range(16)]
    return grown, shrunk


def cosh_series(offset):
    """Returns 2 cosh(r) / (1 + offset) - 2 by r^2, and 2 sinh(r) / r / (1 + offset).

    They are cut off. What is left of 2 cosh(r) is below 2^-41, and of 2 sinh(r)
    below 2^-33.
    """
    ratio = 1 + offset
    return ([single(term) for term in (2 / ratio - 2, 1 / ratio, 1 / ratio / 12)],
            [single(term) for term in (2 / ratio, 1 / ratio / 3)])


def expm1_powers():
    """Returns powers of 16 bits near 2^(j / 16), their shifts, and the worst shift.

    A shift is log(power) - j log(2) / 16, which is nearly a multiple of 2^-29. The
    powers next to 1 are nearer to it than 2^(1 / 16) and 2^(-1 / 16), because
    results are smallest next to 1.
    """
    rows = [(1.0, 0.0)]
    worst = Decimal(0)
    for j in range(1, 16):
        place = log_of_2() * j / 16
        aim = place + {1: -EXPM1_NEARER, 15: EXPM1_NEARER}.get(j, 0)
        middle = round(aim.exp() * 2 ** 15)
        def row(n):
            shift = (Decimal(n) / 2 ** 15).ln() - place
            whole = round(shift * 2 ** 29)
            return abs(shift - Decimal(whole) / 2 ** 29), n, whole
        error, n, whole = min(row(n) for n in range(middle - 40, middle + 41))
        rows.append((n / 2 ** 15, whole / 2 ** 29))
        worst = max(worst, error)
    powers, shifts = zip(*rows)
    return ([with_bits_added(power, -(j << 19)) for j, power in enumerate(powers)],
            shifts, worst)


def expm1_series():
    """Returns (exp(r) - 1 - r) / r^2 times 2^24, and its error relative to r."""
    series, worst = fitted(lambda r: (r.exp() - 1 - r) / (r * r),
                           (Decimal("-0.0297"), Decimal("0.0298")), abs, 2, single)
    return [term * 2 ** 24 for term in series], worst


# How much nearer to 0 the logarithms of the powers next to 1 are.
EXPM1_NEARER = Decimal("0.007")

# The multiple of 2^-34 up to 2^-10 for which all powers are nearest to floats.
EXP_OFFSET_IN_FLOAT = Decimal(10613120) / 2 ** 34


def table(name, values):
    """A declaration in whole cache lines, as registers are loaded from."""
    return "alignas(64) " + declaration(name, values, "float")


def print_series(name, columns, length, kind="float"):
    lines = ",\n".join(
        "{" + declaration("", column, kind).split("{")[1].split("}")[0] + "}"
        for column in columns)
    print(f"alignas(64) inline constexpr {kind} k{name}Series[][{length}] = {{\n{lines}}};\n")


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
        print(table(f"k{name}{start}", columns[0]))
        print(table(f"k{name}Base", columns[1]))
        print_series(name, columns[2:], 32)
    for name, text, (rows, worst) in (
            ("NormalTail", "1 - the normal distribution by the nearest multiple of 3/8",
             register_pieces(normal_tail, 3 / 8, TERMS)),
            ("GeluSlope", "The derivative of gelu at -a by the multiple of 13/32 "
             "nearest to a", register_pieces(gelu_slope, 13 / 32, TERMS + 1))):
        print(f"// {text}, as s[0] + s[1] t + ...;\n"
              f"// within 2^{math.log2(worst):.1f} of 1.")
        print_series(name, list(zip(*rows)), 16)
    rows, worst = atan_pieces()
    columns = list(zip(*rows))
    print("// atan less its argument, by the nearest multiple of 1/15 up to 1, as rest +\n"
          "// t (s[0] + s[1] t + ...), where t is the distance from a center; within\n"
          f"// 2^{math.log2(worst):.1f} of atan. The far tables are those of atan(c) - pi / 2.")
    print(table("kAtanCenter", columns[0]))
    print(table("kAtanRest", columns[1]))
    print(table("kAtanFarBase", columns[2]))
    print(table("kAtanFarRest", columns[3]))
    print_series("Atan", columns[4:], 16)
    print("// The bits of 2^(j / 16), less j in the places from 2^19 on. The bits of j +\n"
          "// 16k there, added to them, give those of 2^(k + j / 16).")
    print(table("kRootSixteenthInFloat", roots()))
    powers, ulps, series, worst = exp_powers(EXP_OFFSET_IN_FLOAT, 4, single, 23)
    print("\n// Powers next to 2^(j / 16), within "
          f"{ulps:.2f} ulp, and exp(r) as 1 plus a polynomial\n// over what the powers are "
          f"off by; within 2^{math.log2(worst):.1f}.")
    print(table("kExpPowerInFloat", powers))
    print(declaration("kExpBesidePowerInFloat", series, "float"))
    grown, shrunk = cosh_powers(powers)
    cosh, sinh = cosh_series(EXP_OFFSET_IN_FLOAT)
    print("\n// The bits of these powers over 4, less j in the places from 2^19 on, and those\n"
          "// of 2^(-j / 16) next to them over 2, plus j there. The bits of j + 16k are added\n"
          "// to the first and subtracted from the others. The series of r^2 are those of\n"
          "// 2 cosh(r) - 2 and 2 sinh(r) / r, where both functions are divided by what the\n"
          "// powers are off by.")
    print(table("kCoshGrownInFloat", grown))
    print(table("kCoshShrunkInFloat", shrunk))
    print(declaration("kCoshBesideInFloat", cosh, "float"))
    print(declaration("kSinhBesideInFloat", sinh, "float"))
    powers, shifts, off = expm1_powers()
    series, worst = expm1_series()
    print("\n// The bits of powers of 16 bits near 2^(j / 16), less j in the places from 2^19\n"
          "// on, what their logarithms have more than j log(2) / 16, which is within\n"
          f"// 2^{math.log2(off):.1f}, and (exp(r) - 1 - r) / r^2 times 2^24; within "
          f"2^{math.log2(worst):.1f} of r.")
    print(table("kExpm1PowerInFloat", powers))
    print(table("kExpm1ShiftInFloat", shifts))
    print(declaration("kExpm1BesideInFloat", series, "float"))
    print()
    print("}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
