# The findings of xla_cpu-0.11*.expect without Assay: StableHLO text, operands,
# what the mathematics or StableHLO says, and what XLA CPU answers.
# Run: PYTHON adapters/pjrt/findings/reproduce.py xla_cpu_0_11 PLUGIN
import numpy as np

PROGRAM = """func.func @main(%s) -> %s {
  %%r = "%s"(%s) : (%s) -> %s
  return %%r : %s
}"""


def program(operation, result, *operands):
    """Returns a program of one operation of these types."""
    names = ["%%x%d" % place for place in range(len(operands))]
    heads = ", ".join(
        "%s: tensor<%s>" % pair for pair in zip(names, operands))
    types = ", ".join("tensor<%s>" % one for one in operands)
    result = "tensor<%s>" % result
    return PROGRAM % (
        heads, result, operation, ", ".join(names), types, result, result)


def one(value):
    return str(value.ravel()[0])


def distinct(value):
    return str(sorted(set(value.ravel().tolist())))


at = float.fromhex
c64, c128, f16, f32, f64 = (
    np.complex64, np.complex128, np.float16, np.float32, np.float64)

SOLVE = """func.func @main(%a: tensor<2x2xf64>, %b: tensor<2x1xf64>)
    -> tensor<2x1xf64> {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true,
    unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  return %r : tensor<2x1xf64>
}"""

GROUPS = """func.func @main(%x: tensor<1x2x1x1xf64>, %w: tensor<4x1x1x1xf64>)
    -> tensor<1x4x1x1xf64> {
  %r = "stablehlo.convolution"(%x, %w) {window_strides = array<i64: 1, 1>,
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64}
    : (tensor<1x2x1x1xf64>, tensor<4x1x1x1xf64>) -> tensor<1x4x1x1xf64>
  return %r : tensor<1x4x1x1xf64>
}"""

FINDINGS = [
    {"title": "atan of 64 ones has three values",
     "text": program("chlo.atan", "64xf32", "64xf32"),
     "operands": [(np.ones(64, f32), "float32")], "show": distinct,
     "right": "[0.7853981852531433]",
     "wrong": "[0.6657737493515015, 0.7853981852531433, 1.0]"},
    {"title": "atan of a complex number near i is infinite",
     "text": program("chlo.atan", "complex<f32>", "complex<f32>"),
     "operands": [(np.array(complex(-(2.0**-63), 1), c64), "complex64")],
     "show": lambda z: str(np.isinf(z.imag)), "right": "False",
     "wrong": "True"},
    {"title": "sin of a small complex number loses its imaginary part",
     "text": program("stablehlo.sine", "complex<f64>", "complex<f64>"),
     "operands": [(np.array(complex(at("-0x1.32321a5cb32b9p-699"),
                                    at("0x1.5b2297e57af61p-375")), c128),
                   "complex128")],
     "show": lambda z: str(float(z.imag)),
     "right": "1.7620175405535882e-113", "wrong": "0.0"},
    {"title": "cast of float64 to bfloat16 flushes what rounds to a normal",
     "text": program("stablehlo.convert", "bf16", "f64"),
     "operands": [(np.array(at("0x1.fe00020000001p-127"), f64), "float64")],
     "show": lambda z: hex(int(z)), "right": "0x80", "wrong": "0x0"},
    {"title": "cast of complex128 to float16 rounds twice",
     "text": program("stablehlo.convert", "f16", "complex<f64>"),
     "operands": [(np.array(complex(at("-0x1.7fffff8p-24"), 3), c128),
                   "complex128")],
     "show": one, "right": "-6e-08", "wrong": "-1e-07"},
    {"title": "atan2 of two equal subnormals is NaN",
     "text": program("stablehlo.atan2", "bf16", "bf16", "bf16"),
     "operands": [(np.array(1, np.uint16), "bfloat16")] * 2,
     "show": lambda z: hex(int(z)), "right": "0x3f49", "wrong": "0x7fc0"},
    {"title": "max drops a NaN by default, of float8",
     "text": program("stablehlo.maximum", "f8E5M2", "f8E5M2", "f8E5M2"),
     "operands": [(np.array(0, np.uint8), "float8_e5m2"),
                  (np.array(0x7E, np.uint8), "float8_e5m2")],
     "show": lambda z: hex(int(z)), "right": "0x7e", "wrong": "0x0"},
    {"title": "clamp drops a NaN by default, of float16",
     "text": program("stablehlo.clamp", "f16", "f16", "f16", "f16"),
     "operands": [(np.array(value, f16), "float16")
                  for value in (-1.5, np.nan, 2)],
     "show": one, "right": "nan", "wrong": "-1.5"},
    {"title": "log of a complex number on the cut has the sign of the other side",
     "text": program("stablehlo.log", "complex<f64>", "complex<f64>"),
     "operands": [(np.array(complex(at("-0x1.fffffffffffffp+51"),
                                    at("0x0.fffffffffffffp-1022")), c128),
                   "complex128")],
     "show": lambda z: str(float(z.imag)),
     "right": "3.141592653589793", "wrong": "-3.141592653589793"},
    {"title": "asin of a complex number near the cut has the sign of the other side",
     "text": program("chlo.asin", "complex<f64>", "complex<f64>"),
     "operands": [(np.array(complex(-128, at("-0x0.fffffffffffffp-1022")),
                            c128), "complex128")],
     "show": lambda z: str(bool(z.imag < 0)), "right": "True",
     "wrong": "False"},
    {"title": "triangular_solve of large elements loses those off the diagonal",
     "text": SOLVE,
     "operands": [(np.array([[1.5, 0], [0.5, 1.5]]) * 2.0**1020, "float64"),
                  (np.array([[1.0], [2.0]]) * 2.0**1020, "float64")],
     "show": lambda x: str(round(float(x[1, 0]), 6)),
     "right": "1.111111", "wrong": "1.333333"},
    {"title": "sqrt of a negative number with the imaginary part -0 is on the other side",
     "text": program("stablehlo.sqrt", "complex<f32>", "complex<f32>"),
     "operands": [(np.array(complex(-0.5, -0.0), c64), "complex64")],
     "show": lambda z: str(bool(z.imag < 0)), "right": "True",
     "wrong": "False"},
    {"title": "cast of int64 to bfloat16 rounds twice",
     "text": program("stablehlo.convert", "bf16", "i64"),
     "operands": [(np.array(4311744513, np.int64), "int64")],
     "show": lambda z: hex(int(z)), "right": "0x4f81", "wrong": "0x4f80"},
    {"title": "cos of a complex number loses a small imaginary part",
     "text": program("stablehlo.cosine", "complex<f32>", "complex<f32>"),
     "operands": [(np.array(complex(at("0x1.47d0fep+34"), 2.0**-46), c64),
                   "complex64")],
     "show": lambda z: str(float(z.imag)),
     "right": "-1.4210854715202004e-14", "wrong": "0.0"},
    {"title": "a NaN of one group of a convolution reaches the other group",
     "text": GROUPS,
     "operands": [(np.array([np.nan, 3]).reshape(1, 2, 1, 1), "float64"),
                  (np.ones((4, 1, 1, 1)), "float64")],
     "show": lambda y: str(y.ravel().tolist()),
     "right": "[nan, nan, 3.0, 3.0]", "wrong": "[nan, nan, nan, nan]"},
    {"title": "sinh of -16 in float32 loses three bits",
     "text": program("chlo.sinh", "f32", "f32"),
     "operands": [(np.array(-16, f32), "float32")],
     "show": lambda z: str(float(z)),
     "right": "-4443055.5", "wrong": "-4443053.0"},
    {"title": "cosh of 16 in float32 loses three bits",
     "text": program("chlo.cosh", "f32", "f32"),
     "operands": [(np.array(16, f32), "float32")],
     "show": lambda z: str(float(z)),
     "right": "4443055.5", "wrong": "4443053.0"},
    {"title": "acos of 0.77 in float16 is wrong in the last bit",
     "text": program("chlo.acos", "f16", "f16"),
     "operands": [(np.array(at("0x1.8acp-1"), f16), "float16")],
     "show": lambda z: str(float(z)), "right": "0.6904296875",
     "wrong": "0.69091796875"},
    {"title": "asin of a normal bfloat16 is 0",
     "text": program("chlo.asin", "bf16", "bf16"),
     "operands": [(np.array(0x81, np.uint16), "bfloat16")],
     "show": lambda z: hex(int(z)), "right": "0x81", "wrong": "0x0"},
    {"title": "power of large complex numbers is NaN",
     "text": program("stablehlo.power", "complex<f32>", "complex<f32>",
                     "complex<f32>"),
     "operands": [(np.array(complex(f32(3.4e38), f32(3.4e38)), c64), "complex64"),
                  (np.array(complex(0.5, 0.5), c64), "complex64")],
     "show": lambda z: str(bool(np.isnan(z.real))), "right": "False",
     "wrong": "True"},
    {"title": "select changes a NaN of float8_e5m2",
     "text": program("stablehlo.select", "f8E5M2", "i1", "f8E5M2", "f8E5M2"),
     "operands": [(np.array(False), "bool"),
                  (np.array(0, np.uint8), "float8_e5m2"),
                  (np.array(0x7D, np.uint8), "float8_e5m2")],
     "show": lambda z: hex(int(z)), "right": "0x7d", "wrong": "0x7f"},
]
