#!/usr/bin/env python3
"""Prints optimized/functions/double_tables.h: tables of 16 doubles for exp, log and tanh.

All of them have factors whose logarithms are nearly numbers of few bits, so that
they need no second part (Gal, "Computing elementary functions: a new approach for
achieving high accuracy and good performance", 1985).
"""

import math
from decimal import Decimal

from fit_polynomials import declaration, log_of_2


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


HEAD = """\
// Tables of exp, log and tanh for vectors of eight doubles, which hold 16 entries in
// two registers. Written by scripts/fit_double_tables.py.
#pragma once

namespace assay::optimized {
"""


def main():
    print(HEAD)
    entries, worst = wide_log_table()
    print("// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to 3/2.\n"
          f"// -log(c) is within 2^{math.log2(worst):.1f}.")
    print(declaration("kLogFactor", [c for c, _ in entries]))
    print(declaration("kLogBase", [base for _, base in entries]))
    entries, worst = power_table()
    print(f"\n// Powers of {POWER_BITS} bits near 2^(-j / 16), and -log(power) - j "
          "log(2) / 16, which\n// is within "
          f"2^{math.log2(worst):.1f}.")
    print(declaration("kPowerSixteenth", [power for power, _ in entries]))
    print(declaration("kPowerShift", [shift for _, shift in entries]))
    print("\n}  // namespace assay::optimized")


if __name__ == "__main__":
    main()
