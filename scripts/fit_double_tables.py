#!/usr/bin/env python3
"""Prints optimized/functions/double_tables.h: tables of 16 doubles for exp, log, cosh,
tanh and erf.

Those of log and tanh have factors whose logarithms are nearly numbers of few bits,
so that they need no second part (Gal, "Computing elementary functions: a new
approach for achieving high accuracy and good performance", 1985). Those of exp and cosh are
nearly doubles for the same reason. erf has a polynomial for each entry.
"""

import math
from decimal import Decimal

from fit_pieces import cosh_powers, erf, exp_powers, print_series
from fit_polynomials import declaration, fitted, log_of_2


def nearest_exponential(middle, grid, reach):
    """Returns the multiple x of 1 / grid whose exp(-x) is nearest to a double.

    It is at most `reach` steps from -log(1 / middle). Returns that double, x, and
    the distance of -log of the double from x.
    """
    near = round(math.log(middle) * grid)
    def row(step):
        x = Decimal(step) / grid
        c = float((-x).exp())
        return abs(Decimal(c).ln() + x), c, step / grid
    error, c, x = min(row(step) for step in range(near - reach, near + reach + 1))
    return c, x, error


def wide_log_table():
    """Returns a factor c near 1 / m by the first four bits of m, and -log(c).

    The logarithm is a multiple of 2^-42, as the first part of log(2) is. Their
    largest error is returned, too.
    """
    entries = []
    worst = Decimal(0)
    for j in range(16):
        low = 1 + j / 16 if j < 8 else (16 + j) / 32
        if j in (0, 15):  # log has to be exact next to 1
            entries.append((1.0, 0.0))
            continue
        # Slightly off the middle, because near a simple fraction the candidates
        # are all at similar distances from doubles.
        middle = low + (1 / 32 if j < 8 else 1 / 64) + 0.00011
        c, base, error = nearest_exponential(middle, 2 ** 42, 2000)
        entries.append((c, base))
        worst = max(worst, error)
    return entries, worst


# The powers 2^(-j / 16) of tanh have 20 bits, and are chosen so that what their
# logarithms lack is nearly a multiple of 2^-58.
POWER_BITS = 20


# The width of erf's pieces, whose centers are multiples of 1/256.
ERF_WIDTH = Decimal(5) / 13
ERF_END = Decimal("5.95")
ERF_TERMS = 12


def erf_pieces():
    """By the nearest multiple of ERF_WIDTH: center, base, rest, series.

    erf(c + t) is base + rest + t (s[0] + s[1] t + ...), where the base is c + t in
    the first two pieces, and otherwise a double.
    """
    rows = []
    worst = Decimal(0)
    for j in range(16):
        center = round(j * ERF_WIDTH * 256) / Decimal(256)
        low = (j - Decimal("0.5")) * ERF_WIDTH if j > 0 else Decimal("1e-9")
        high = min((j + Decimal("0.5")) * ERF_WIDTH, ERF_END)
        value = erf(center)
        base = Decimal(float(value)) if j > 1 else Decimal(0)
        line = 0 if j > 1 else 1
        rest = Decimal(float(value - base - line * center))
        s, error = fitted(
            lambda t: (erf(center + t) - base - line * (center + t) - rest) / t,
            (low - center, high - center), lambda t: t / erf(center + t),
            ERF_TERMS - 1, float)
        rows.append((float(center), float(base), float(rest), *s))
        worst = max(worst, error)
    return rows, worst


def power_table():
    """Returns powers p near 2^(-j / 16), -log(p) - j log(2) / 16, and its error."""
    entries = [(1.0, 0.0)]
    worst = Decimal(0)
    for j in range(1, 16):
        exact = (-log_of_2() * j / 16).exp() * 2 ** POWER_BITS
        def row(n):
            shift = -(Decimal(n) / 2 ** POWER_BITS).ln() - log_of_2() * j / 16
            whole = round(shift * 2 ** 58)
            return abs(shift - Decimal(whole) / 2 ** 58), n, whole
        error, n, whole = min(row(n) for n in range(int(exact) - 60,
                                                    int(exact) + 61))
        entries.append((n / 2 ** POWER_BITS, whole / 2 ** 58))
        worst = max(worst, error)
    return entries, worst


def cosh_series(offset):
    """Returns 2 cosh(r) / (1 + offset) - 2 by r^2, and 2 sinh(r) / r / (1 + offset).

    The errors of both are relative to 2.
    """
    ratio = 1 + offset
    def sum_and_difference(t):
        e = t.sqrt().exp()
        return e + 1 / e, (e - 1 / e) / t.sqrt()
    ends = Decimal("1e-9"), (log_of_2() / 32) ** 2
    cosh, off = fitted(lambda t: sum_and_difference(t)[0] / ratio - 2, ends,
                       lambda t: Decimal("0.5"), 3, float)
    sinh, sinh_off = fitted(lambda t: sum_and_difference(t)[1] / ratio, ends,
                            lambda t: t.sqrt() / 2, 2, float)
    return cosh, off, sinh, sinh_off


# The multiple of 2^-46 up to 2^-21 for which all powers are nearest to doubles.
EXP_OFFSET = Decimal(28075370) / 2 ** 46


def table(name, values):
    """A declaration in whole cache lines, as registers are loaded from."""
    return "alignas(64) " + declaration(name, values)


HEAD = """\
// Tables of exp, log, cosh, tanh and erf for vectors of eight doubles, which hold 16 entries
// in two registers. Written by scripts/fit_double_tables.py.
#pragma once

namespace assay::optimized {
"""


def main():
    print(HEAD)
    entries, worst = wide_log_table()
    print("// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to 3/2.\n"
          f"// -log(c) is within 2^{math.log2(worst):.1f}.")
    print(table("kLogFactor", [c for c, _ in entries]))
    print(table("kLogBase", [base for _, base in entries]))
    entries, worst = power_table()
    print(f"\n// Powers of {POWER_BITS} bits near 2^(-j / 16), and -log(power) - j "
          "log(2) / 16, which\n// is within "
          f"2^{math.log2(worst):.1f}.")
    print(table("kPowerSixteenth", [power for power, _ in entries]))
    print(table("kPowerShift", [shift for _, shift in entries]))
    powers, ulps, series, worst = exp_powers(EXP_OFFSET, 7, float, 52)
    print("\n// Powers next to 2^(j / 16), within "
          f"{ulps:.2f} ulp, and exp(r) as 1 plus a polynomial\n// over what the powers are "
          f"off by; within 2^{math.log2(worst):.1f}.")
    print(table("kExpPower", powers))
    print(declaration("kExpBesidePower", series))
    grown, shrunk = cosh_powers(powers, 48, "Q", "d")
    cosh, worst, sinh, sinh_worst = cosh_series(EXP_OFFSET)
    print("\n// The bits of these powers over 4, less j in the places from 2^48 on, and those\n"
          "// of 2^(-j / 16) next to them over 2, plus j there. The bits of j + 16k are added\n"
          "// to the first and subtracted from the others. The series of r^2 are those of\n"
          "// 2 cosh(r) - 2 and 2 sinh(r) / r, where both functions are divided by what the\n"
          f"// powers are off by; within 2^{math.log2(worst):.1f} and "
          f"2^{math.log2(sinh_worst):.1f} of cosh.")
    print(table("kCoshGrown", grown))
    print(table("kCoshShrunk", shrunk))
    print(declaration("kCoshBeside", cosh))
    print(declaration("kSinhBeside", sinh))
    rows, worst = erf_pieces()
    columns = list(zip(*rows))
    print("\n// erf by the nearest multiple of 5/13: base + rest + t (s[0] + s[1] t + ...), where\n"
          "// t is the distance from a center. In the first two pieces the base is the\n"
          f"// operand. Within 2^{math.log2(worst):.1f}.")
    for name, column in zip(("Center", "Base", "Rest"), columns):
        print(table(f"kErf{name}InDouble", column))
    print_series("ErfInDouble", columns[3:], 16, "double")
    print("}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
