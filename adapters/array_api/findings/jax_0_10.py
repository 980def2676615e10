# Findings of JAX 0.10 on a CPU without Assay: each is a few lines of JAX, with
# what is right, and what JAX answers.
# Run: PYTHON adapters/array_api/findings/reproduce.py jax_0_10
HEAD = """
import jax, jax.numpy as jnp, numpy as np
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)
at = float.fromhex
"""

FINDINGS = [
    ("any of a subnormal is false (flushing is documented)", """
print(jnp.any(jnp.array([2.0**-149], np.float32)).item())
""", "True", "False"),
    ("arctan2 of subnormals is NaN (flushing is documented)", """
x, y = (jnp.array(v, np.float32) for v in (2.0**-149, -1.5 * 2.0**-148))
print(round(jnp.arctan2(x, y).item(), 6))
""", "2.819842", "nan"),
    ("arctan2 of a positive subnormal is -pi", """
print(jnp.arctan2(jnp.array(3 * 2.0**-1074), jnp.array(-2.0)).item())
""", "3.141592653589793", "-3.141592653589793"),
    ("arctan of complex128 takes the other side of the cut", """
print(jnp.arctan(jnp.array(complex(-0.0, -(2.0**341)))).real.item())
""", "-1.5707963267948966", "1.5707963267948966"),
    ("float64 to float16 rounds twice, by way of float32", """
x = jnp.array(at("-0x1.005fffp-5"))
print(float(x.astype(jnp.float16)))
""", "-0.031280517578125", "-0.03131103515625"),
    ("clip of uint64 refuses large limits", """
print(jnp.clip(jnp.zeros(1, jnp.uint64), None, 2**64 - 2).item())
""", "0", "OverflowError"),
    ("sort descending puts NaN first, sort ascending last", """
print(jnp.sort(jnp.array([jnp.nan, 0.0]), descending=True)[1].item())
""", "nan", "0.0"),
    ("where makes a signaling NaN of bfloat16 quiet", """
x = jax.lax.bitcast_convert_type(jnp.array([0x7F81], np.uint16), jnp.bfloat16)
y = jnp.where(jnp.array([False]), jnp.zeros_like(x), x)
print(hex(jax.lax.bitcast_convert_type(y, np.uint16)[0].item()))
""", "0x7f81", "0x7fc0"),
    ("sinh of a small complex64 has the real part 0", """
x = jnp.array(complex(at("0x1.5c2b6p-41"), at("-0x1.d7b226p-63")), np.complex64)
print("%.6e" % jnp.sinh(x).real.item())
""", "6.184732e-13", "0.000000e+00"),
    ("pow of large complex64 numbers is NaN", """
x = jnp.array(complex(at("-0x1.fffffep+127"), at("-0x1.fffffep+127")), np.complex64)
print("%.4e" % jnp.power(x, jnp.array(-0.5 - 0.5j, np.complex64)).real.item())
""", "1.1375e-20", "nan"),
    ("arccos of 0.77 in float16 is wrong in the last bit", """
print(jnp.arccos(jnp.array(at("0x1.8acp-1"), jnp.float16)).item())
""", "0.6904296875", "0.69091796875"),
    ("arcsin of complex128 takes the other side of the cut", """
print(jnp.arcsin(jnp.array(complex(2.0, -0.0))).imag.item())
""", "-1.3169578969248166", "1.3169578969248166"),
    ("sqrt of complex64 takes the other side of the cut", """
print(jnp.sqrt(jnp.array(complex(-0.25, -0.0), np.complex64)).imag.item())
""", "-0.5", "0.5"),
    ("log of complex128 with a subnormal part takes the other side (flushing)", """
print("%.4f" % jnp.log(jnp.array(complex(-4.0, 2.0**-1074))).imag.item())
""", "3.1416", "-3.1416"),
    ("arctan of a complex64 beside i is infinite", """
x = jnp.array(complex(-(2.0**-63), 1.0), np.complex64)
print("%.4f" % jnp.arctan(x).imag.item())
""", "22.1807", "inf"),
    ("sinh and cosh of 16 in float32 lose three bits", """
print(jnp.sinh(jnp.array(-16.0, np.float32)).item(),
      jnp.cosh(jnp.array(16.0, np.float32)).item())
""", "-4443055.5 4443055.5", "-4443053.0 4443053.0"),
    ("arctanh of 0.45 in bfloat16 is wrong in the last bit", """
print(jnp.arctanh(jnp.array(at("-0x1.cep-2"), jnp.bfloat16)).item())
""", "-0.486328125", "-0.48828125"),
    ("arctanh of 0.38 in float64 is 9 ULP off", """
print(jnp.arctanh(jnp.array(at("-0x1.811fe87fac062p-2"))).item().hex())
""", "-0x1.94ffdd49a1af9p-2", "-0x1.94ffdd49a1af0p-2"),
    ("log1p of float64 loses four bits", """
print("%.15f" % jnp.log1p(jnp.array(at("-0x1.964b4f021666ap-2"))).item())
""", "-0.505459471695127", "-0.505459471695122"),
    ("arcsin of a normal bfloat16 is 0", """
print(jnp.arcsin(jnp.array(at("0x1.02p-126"), jnp.bfloat16)).item().hex())
""", "0x1.0200000000000p-126", "0x0.0p+0"),
    ("leaky_relu of a subnormal bfloat16 does not multiply it", """
x = jnp.array(at("-0x1.54p-127"), jnp.bfloat16)
print(jax.nn.leaky_relu(x, at("0x1.48p-7")).item().hex())
""", "-0x1.a800000000000p-134", "-0x1.5400000000000p-127"),
    ("eig of a large number is another number", """
print(jnp.linalg.eig(jnp.array([[at("0x1.cp+1018")]]))[0].real.item().hex())
""", "0x1.c000000000000p+1018", "0x1.0000000000000p+459"),
    ("qr of large complex128 numbers has no orthogonal Q", """
a = np.random.default_rng(0).standard_normal((7, 12)).view(complex) * 2.0**1016
q = np.asarray(jnp.linalg.qr(jnp.array(a))[0])
print(abs(q.conj().T @ q - np.eye(6)).max() < 1e-12)
""", "True", "False"),
    ("solve_triangular of one large complex64 loses the quotient", """
a = jnp.array([[complex(at("0x1.22d354p+122"), at("-0x1.1383eap+113"))]], np.complex64)
b = jnp.array([complex(at("0x1.152cdcp+116"), at("-0x1.ff3e1cp+118"))], np.complex64)
x = jax.scipy.linalg.solve_triangular(a, b)[0]
print("%.4f %.4f" % (x.real.item(), x.imag.item()))
""", "0.0151 -0.1098", "0.0149 -0.1099"),
    ("log_softmax of float16 is wrong in the 12th bit", """
print(jax.nn.log_softmax(jnp.array([0.0, 2.0], jnp.float16))[1].item())
""", "-0.126953125", "-0.1273193359375"),
    ("concatenate makes a signaling NaN of bfloat16 quiet", """
x = jax.lax.bitcast_convert_type(jnp.array([0x7F81], np.uint16), jnp.bfloat16)
y = jnp.concatenate([jnp.zeros(1, jnp.bfloat16), x])
print(hex(jax.lax.bitcast_convert_type(y, np.uint16)[1].item()))
""", "0x7f81", "0x7fc0"),
    ("take makes a signaling NaN of bfloat16 quiet", """
x = jax.lax.bitcast_convert_type(jnp.array([0x7F87], np.uint16), jnp.bfloat16)
y = jnp.take(x, jnp.array([0]), axis=0)
print(hex(jax.lax.bitcast_convert_type(y, np.uint16)[0].item()))
""", "0x7f87", "0x7fc0"),
    ("pad makes a signaling NaN of bfloat16 quiet", """
x = jax.lax.bitcast_convert_type(np.uint16(0x7F81), jnp.bfloat16)
y = jnp.pad(jnp.zeros(1, jnp.bfloat16), (0, 1), constant_values=x)
print(hex(jax.lax.bitcast_convert_type(y, np.uint16)[1].item()))
""", "0x7f81", "0x7fc0"),
    ("at[].set changes a NaN of float8_e5m2", """
x = jax.lax.bitcast_convert_type(jnp.array([0x7D], np.uint8), jnp.float8_e5m2)
y = jnp.zeros(1, jnp.float8_e5m2).at[0].set(x[0])
print(hex(jax.lax.bitcast_convert_type(y, np.uint8)[0].item()))
""", "0x7d", "0x7f"),
]
