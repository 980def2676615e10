//! Reads the texts of elements in attributes, such as "0x1.8p+0", so that no bit
//! is lost. Tested by the module at the end.
use super::json::Json;
use crate::dtype::{Complex, DType, Scalar};
use crate::floats::{Bf16, F8E4m3fn, F8E5m2, F16};

/// Returns the element of a dtype, or nothing if the text is not one.
pub(crate) fn scalar(dtype: DType, json: &Json) -> Option<Scalar> {
    Some(match dtype {
        DType::Complex64 => {
            let (re, im) = parts(DType::Float32, json)?;
            Scalar::of(Complex { re: re.get::<f32>()?, im: im.get::<f32>()? })
        }
        DType::Complex128 => {
            let (re, im) = parts(DType::Float64, json)?;
            Scalar::of(Complex { re: re.get::<f64>()?, im: im.get::<f64>()? })
        }
        _ => real(dtype, json.text()?)?,
    })
}

fn parts(dtype: DType, json: &Json) -> Option<(Scalar, Scalar)> {
    match json.list()? {
        [re, im] => Some((real(dtype, re.text()?)?, real(dtype, im.text()?)?)),
        _ => None,
    }
}

fn real(dtype: DType, text: &str) -> Option<Scalar> {
    if let Some(bits) = text.strip_prefix("nan:") {
        let bits = u64::from_str_radix(bits, 16).ok()?;
        return Some(Scalar::from_storage(dtype, &bits.to_le_bytes()));
    }
    // The value is a number of the dtype, so conversions below are exact.
    Some(match dtype {
        DType::Float64 => Scalar::of(float(text)?),
        DType::Float32 => Scalar::of(float(text)? as f32),
        DType::Float16 => Scalar::of(F16::from_f32(float(text)? as f32)),
        DType::Bfloat16 => Scalar::of(Bf16::from_f32(float(text)? as f32)),
        DType::Float8E4m3fn => {
            Scalar::of(F8E4m3fn::from_f32(float(text)? as f32))
        }
        DType::Float8E5m2 => Scalar::of(F8E5m2::from_f32(float(text)? as f32)),
        DType::Bool => Scalar::of(match text {
            "0" => false,
            "1" => true,
            _ => return None,
        }),
        // The low bytes of a wider integer are those of a narrower one.
        _ => {
            let wide: i128 = text.parse().ok()?;
            Scalar::from_storage(dtype, &wide.to_le_bytes())
        }
    })
}

// Reads a hexadecimal float of C99. The result is exact if f64 has the value.
fn float(text: &str) -> Option<f64> {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text),
    };
    match magnitude {
        "inf" => return Some(sign * f64::INFINITY),
        "nan" => return Some(f64::NAN),
        _ => {}
    }
    let digits = magnitude.strip_prefix("0x")?;
    let (significand, exponent) = digits.split_once('p')?;
    let (whole, fraction) =
        significand.split_once('.').unwrap_or((significand, ""));
    let integer =
        u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let power = exponent.checked_sub(4 * fraction.len() as i32)?;
    // Scales in two steps, because 2^power alone may leave the range of f64.
    let half = power / 2;
    Some(sign * (integer as f64 * 2f64.powi(half)) * 2f64.powi(power - half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::Element;

    fn bits<T: Element>(dtype: DType, text: &str) -> T {
        scalar(dtype, &Json::from(text)).unwrap().get().unwrap()
    }

    #[test]
    fn hexadecimal_floats_are_exact() {
        for (text, value) in [
            ("0x1.8p+0", 1.5),
            ("0x0p+0", 0.0),
            ("-0x1.921fb54442d18p+1", -std::f64::consts::PI),
            ("0x1.fffffffffffffp+1023", f64::MAX),
            ("0x1p-1022", f64::MIN_POSITIVE),
            ("0x0.0000000000001p-1022", 5e-324),
            ("0x1p-1074", 5e-324),
            ("-inf", f64::NEG_INFINITY),
        ] {
            assert_eq!(bits::<f64>(DType::Float64, text), value, "{text}");
        }
        assert!(bits::<f64>(DType::Float64, "-0x0p+0").is_sign_negative());
        assert_eq!(bits::<f32>(DType::Float32, "0x1p-149"), f32::from_bits(1));
        assert_eq!(bits::<F16>(DType::Float16, "0x1p-24").0, 1);
        assert_eq!(bits::<F8E4m3fn>(DType::Float8E4m3fn, "0x1.cp+8").0, 0x7e);
        assert!(bits::<f32>(DType::Float32, "nan").is_nan());
        assert_eq!(
            bits::<f32>(DType::Float32, "nan:7fc01234").to_bits(),
            0x7fc0_1234
        );
    }

    #[test]
    fn integers_are_decimal() {
        assert_eq!(bits::<i8>(DType::Int8, "-128"), -128);
        assert_eq!(
            bits::<u64>(DType::Uint64, "18446744073709551615"),
            u64::MAX
        );
        assert_eq!(bits::<crate::Int4>(DType::Int4, "-8").0, -8);
        assert!(bits::<bool>(DType::Bool, "1"));
        assert_eq!(scalar(DType::Bool, &Json::from("2")), None);
        assert_eq!(scalar(DType::Float32, &Json::from("1.5")), None);
        assert_eq!(scalar(DType::Float32, &Json::Integer(1)), None);
    }

    #[test]
    fn complex_numbers_are_two_texts() {
        let json = Json::parse(r#"["0x1.8p+0","nan:7fc00000"]"#).unwrap();
        let found: Complex<f32> =
            scalar(DType::Complex64, &json).unwrap().get().unwrap();
        assert_eq!(found.re, 1.5);
        assert_eq!(found.im.to_bits(), 0x7fc0_0000);
    }
}
