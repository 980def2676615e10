# Findings of JAX 0.10 on a CPU without Assay: each is a few lines of JAX, with
# what is right, and what JAX answers. They are those of one eighth of level quick.
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
]
