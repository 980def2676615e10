#!/usr/bin/env python3
"""Finds the floats that are nearest to multiples of pi/2.

Prints the table of harness/operands/near_multiples.h. For each format it has
the floats whose distance from a multiple of pi/2 is smallest, found with
continued fractions, and the floats on either side of small multiples. sin, cos
and tan of these floats lose all their digits if the argument is reduced with
too few bits of pi.
"""

from fractions import Fraction

BITS = 2400  # more than 1024 + 53 + 1100


def pi_scaled(bits):
    """Returns floor(pi * 2^bits), by Machin's formula."""
    guard = 64
    one = 1 << (bits + guard)

    def arctan_of_inverse(n):
        term = one // n
        total = term
        k = 1
        while term:
            term //= n * n
            k += 2
            total += -(term // k) if k % 4 == 3 else term // k
        return total

    pi = 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))
    return pi >> guard


HALF_PI = Fraction(pi_scaled(BITS), 1 << (BITS + 1))


def best_significand(exponent, precision):
    """Returns (distance, m): the m of `precision` bits for which m 2^exponent
    is nearest to a multiple of pi/2, relative to pi/2.

    The denominators of the convergents of 2^exponent / (pi/2), and of the
    fractions between two convergents, are the m with the smallest distances.
    """
    ratio = Fraction(2) ** exponent / HALF_PI
    low, high = 1 << (precision - 1), 1 << precision
    best = None

    def consider(m):
        nonlocal best
        if m < 1:
            return
        # Small denominators reach the range by a factor, and so does the
        # distance that they have.
        factor = max(1, -(-low // m))
        m *= factor
        if not low <= m < high:
            return
        product = m * ratio
        distance = abs(product - round(product))
        if best is None or distance < best[0]:
            best = (distance, m)

    before, now = 0, 1  # denominators
    rest = ratio
    while True:
        whole = rest.numerator // rest.denominator
        rest -= whole
        if now >= high or rest == 0:
            return best
        consider(now)
        term = rest.denominator // rest.numerator
        # The last fraction between two convergents that is small enough.
        reachable = min(term, (high - 1 - before) // now)
        for steps in {reachable, reachable - 1, term}:
            if 0 < steps <= term:
                consider(before + steps * now)
        before, now = now, before + term * now
        rest = 1 / rest


def bits_of(m, exponent, precision, bias):
    """Returns the pattern of m 2^exponent, m of `precision` bits."""
    return (exponent + precision - 1 + bias) << (precision - 1) | (
        m & ((1 << (precision - 1)) - 1)
    )


def nearest(value, precision):
    """Returns (m, exponent) of the float nearest to a positive value."""
    exponent = 0
    while value >= 1 << precision:
        value /= 2
        exponent += 1
    while value < 1 << (precision - 1):
        value *= 2
        exponent -= 1
    return round(value), exponent


def rows(precision, bias, digits):
    largest_exponent = bias - precision + 1
    found = []
    for exponent in range(-precision + 1, largest_exponent + 1):
        best = best_significand(exponent, precision)
        if best is not None:
            found.append((best[0], best[1], exponent))
    found.sort()
    patterns = [bits_of(m, e, precision, bias) for _, m, e in found[:16]]
    # Add the worst of each part of the range.
    part = (largest_exponent + precision) // 8
    for k in range(8):
        inside = [f for f in found if k * part <= f[2] + precision - 1 < (k + 1) * part]
        patterns += [bits_of(m, e, precision, bias) for _, m, e in inside[:2]]
    for k in (1, 2, 3, 4, 5, 6, 7, 8, 10, 1 << 10, (1 << 19) - 1, 1 << 19):
        patterns.append(bits_of(*nearest(k * HALF_PI, precision), precision, bias))
    unique = list(dict.fromkeys(patterns))
    width = digits + 2
    for at in range(0, len(unique), 3 if digits == 16 else 6):
        line = unique[at : at + (3 if digits == 16 else 6)]
        print("    " + " ".join(f"{p:#0{width}x}," for p in line))


if __name__ == "__main__":
    print("constexpr std::uint64_t kNearMultiplesOfFloat64[] = {")
    rows(53, 1023, 16)
    print("};")
    print("constexpr std::uint64_t kNearMultiplesOfFloat32[] = {")
    rows(24, 127, 8)
    print("};")
