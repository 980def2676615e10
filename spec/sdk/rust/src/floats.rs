//! Defines the floats that Rust lacks: float16, bfloat16 and two of 8 bits. They
//! convert from f32 with rounding to nearest, ties to even, and to f32 exactly.
//! Tested by the module at the end.

// How a format stores numbers: its bits of significand without the hidden one,
// its exponents, and whether the largest exponent has infinities.
struct Format {
    fraction_bits: u32,
    exponent_bits: u32,
    has_infinity: bool,
}

impl Format {
    const fn bias(&self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }
    const fn exponent_mask(&self) -> u32 {
        (1 << self.exponent_bits) - 1
    }
    // The bits of the largest finite number.
    const fn largest(&self) -> u32 {
        let top = self.exponent_mask() << self.fraction_bits;
        if self.has_infinity {
            top - 1
        } else {
            top | ((1 << self.fraction_bits) - 2)
        }
    }
    // The bits of a NaN, and those of infinity where there is one.
    const fn nan(&self) -> u32 {
        let top = self.exponent_mask() << self.fraction_bits;
        if self.has_infinity {
            top | 1 << (self.fraction_bits - 1)
        } else {
            top | ((1 << self.fraction_bits) - 1)
        }
    }

    fn widened(&self, bits: u32) -> f32 {
        let sign = if bits >> (self.fraction_bits + self.exponent_bits) == 0 {
            1.0
        } else {
            -1.0
        };
        let fraction = bits & ((1 << self.fraction_bits) - 1);
        let exponent = bits >> self.fraction_bits & self.exponent_mask();
        let magnitude =
            bits & ((1 << (self.fraction_bits + self.exponent_bits)) - 1);
        if magnitude > self.largest() {
            let is_infinity = self.has_infinity && fraction == 0;
            return if is_infinity { f32::INFINITY * sign } else { f32::NAN };
        }
        let (significand, power) = match exponent {
            0 => (fraction, 1 - self.bias()), // subnormal
            _ => (
                fraction | 1 << self.fraction_bits,
                exponent as i32 - self.bias(),
            ),
        };
        // Both factors are exact in f64, and so is the product in f32.
        let scale = power_of_two(power - self.fraction_bits as i32);
        (f64::from(significand) * scale) as f32 * sign
    }

    fn narrowed(&self, x: f32) -> u32 {
        let sign =
            (x.to_bits() >> 31) << (self.fraction_bits + self.exponent_bits);
        if x.is_nan() {
            return sign | self.nan();
        }
        let magnitude = f64::from(x.abs());
        let lowest = 1 - self.bias();
        let exponent =
            (((magnitude.to_bits() >> 52) as i32) - 1023).max(lowest);
        // Counts units of the last place of the result. Adding and subtracting
        // 2^52 would round as well; rounding by hand needs no such trick.
        let units =
            magnitude * power_of_two(self.fraction_bits as i32 - exponent);
        if !units.is_finite() || exponent > self.bias() + 1 {
            return sign | self.overflowed();
        }
        let floor = units.floor();
        let rest = units - floor;
        let is_odd = floor as u64 % 2 == 1;
        let rounded =
            floor as u32 + u32::from(rest > 0.5 || rest == 0.5 && is_odd);
        // A significand that grows to the next power of two carries into the
        // exponent, and a subnormal one has the exponent 0.
        let bits =
            rounded + ((exponent - lowest) as u32) * (1 << self.fraction_bits);
        sign | if bits > self.largest() { self.overflowed() } else { bits }
    }

    fn overflowed(&self) -> u32 {
        if self.has_infinity {
            self.exponent_mask() << self.fraction_bits
        } else {
            self.nan()
        }
    }
}

// Returns 2^power for powers of normal f64.
fn power_of_two(power: i32) -> f64 {
    f64::from_bits(((power + 1023) as u64) << 52)
}

macro_rules! narrow_float {
    ($name:ident, $bits:ty, $exponent:literal, $fraction:literal, $infinity:literal, $about:literal) => {
        #[doc = $about]
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name(pub $bits);

        impl $name {
            const FORMAT: Format = Format {
                fraction_bits: $fraction,
                exponent_bits: $exponent,
                has_infinity: $infinity,
            };
            /// Rounds to nearest, ties to even. A number that is too large
            /// becomes infinite, or NaN if there is no infinity.
            pub fn from_f32(x: f32) -> Self {
                $name(Self::FORMAT.narrowed(x) as $bits)
            }
            /// Returns the same number as an f32.
            pub fn to_f32(self) -> f32 {
                Self::FORMAT.widened(u32::from(self.0))
            }
        }
        // Compares numbers, so that a NaN differs from itself.
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.to_f32() == other.to_f32()
            }
        }
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }
    };
}
narrow_float!(F16, u16, 5, 10, true, "The element of dtype float16.");
narrow_float!(Bf16, u16, 8, 7, true, "The element of dtype bfloat16.");
narrow_float!(F8E4m3fn, u8, 4, 3, false, "The element of dtype float8_e4m3fn.");
narrow_float!(F8E5m2, u8, 5, 2, true, "The element of dtype float8_e5m2.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_survives_the_way_through_f32() {
        macro_rules! check {
            ($type:ident, $bits:ty) => {
                for bits in 0..=<$bits>::MAX {
                    let x = $type(bits).to_f32();
                    if !x.is_nan() {
                        assert_eq!(
                            $type::from_f32(x).0,
                            bits,
                            "{}",
                            stringify!($type)
                        );
                    }
                }
            };
        }
        check!(F16, u16);
        check!(Bf16, u16);
        check!(F8E4m3fn, u8);
        check!(F8E5m2, u8);
    }

    #[test]
    fn rounds_to_nearest_with_ties_to_even() {
        let half_step = 1.0 + 1.0 / 2048.0; // between 1 and the next float16
        assert_eq!(F16::from_f32(half_step).0, 0x3c00);
        assert_eq!(F16::from_f32(half_step + 1e-6).0, 0x3c01);
        assert_eq!(F16::from_f32(1.0 + 3.0 / 2048.0).0, 0x3c02);
        assert_eq!(F16::from_f32(65519.9).0, 0x7bff);
        assert_eq!(F16::from_f32(65520.0).0, 0x7c00);
        assert_eq!(F16::from_f32(-f32::MAX).0, 0xfc00);
        assert_eq!(F16::from_f32(2f32.powi(-25)).0, 0); // half of the lowest
        assert_eq!(F16::from_f32(1.5 * 2f32.powi(-25)).0, 1);
        assert_eq!(F16::from_f32(-0.0).0, 0x8000);
        assert_eq!(F8E4m3fn::from_f32(448.0).0, 0x7e);
        assert_eq!(F8E4m3fn::from_f32(464.0).0, 0x7e);
        assert_eq!(F8E4m3fn::from_f32(480.0).0, 0x7f);
        assert!(F8E4m3fn::from_f32(f32::INFINITY).to_f32().is_nan());
        assert_eq!(F8E5m2::from_f32(f32::INFINITY).to_f32(), f32::INFINITY);
        assert_eq!(Bf16::from_f32(f32::MAX).0, 0x7f80);
        assert!(Bf16::from_f32(f32::NAN).to_f32().is_nan());
    }
}
