#!/usr/bin/env python3
"""Prints src/base/powers_of_ten.h: 10^e as 128-bit significands, rounded up.

For each e the pair (high, low) is G = ceil(10^e / 2^(b-127)) with b = floor(log2(10^e)), so
2^127 <= G < 2^128. number.c reads (decimal -> double) and prints (double -> decimal) with it.
"""
FIRST, LAST = -343, 324


def significand(e):
    if e >= 0:
        v = 10**e
        shift = v.bit_length() - 128
        return (v >> shift) + (v % (1 << shift) != 0) if shift > 0 else v << -shift
    d = 10**-e
    # 10^e = 1/d; floor(log2) is -bit_length(d) unless d is a power of two, which it never is
    return -((-1 << (d.bit_length() + 127)) // d)


print("/* powers_of_ten.h - made by scripts/powers_of_ten.py; see there. */")
print(f"enum {{ POWER_FIRST = {FIRST}, POWER_LAST = {LAST} }};")
print("static const uint64_t power_of_ten[POWER_LAST - POWER_FIRST + 1][2] = {")
for e in range(FIRST, LAST + 1):
    g = significand(e)
    assert g.bit_length() == 128, e
    print(f"    {{0x{g >> 64:016x}u, 0x{g & (2**64 - 1):016x}u}}, /* 10^{e} */")
print("};")
