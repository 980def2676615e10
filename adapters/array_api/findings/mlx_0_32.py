# The findings of mlx-0.32.expect without Assay: each is a few lines of MLX, with
# what is right, and what MLX 0.32 on a CPU answers.
# Run: PYTHON adapters/array_api/findings/reproduce.py mlx_0_32
HEAD = """
import mlx.core as mx
import numpy as np
mx.set_default_device(mx.cpu)
"""

FINDINGS = [
    ("floor_divide of the lowest integer by -1 ends the process", """
x = mx.array([-(2**31)], dtype=mx.int32)
print(mx.floor_divide(x, mx.array([-1], dtype=mx.int32)).item())
""", "-2147483648", "killed by SIGFPE"),
    ("remainder of the lowest integer by -1 ends the process", """
x = mx.array([-(2**31)], dtype=mx.int32)
print(mx.remainder(x, mx.array([-1], dtype=mx.int32)).item())
""", "0", "killed by SIGFPE"),
    ("eig of NaN ends the process with exit code 0", """
w, v = mx.linalg.eig(mx.full((2, 2), float("nan")), stream=mx.cpu)
print("done" if np.isnan(np.array(w)).all() else "")
""", "done", "** On entry to SGEBAL parameter number  3 had an illegal value"),
    ("reductions without terms answer what is in memory: all", """
x = [mx.array(np.ones((2, 0, 2), bool)) for _ in range(9)]
print({bool(b) for y in x for b in np.array(mx.all(y, axis=[1, 2]))})
""", "{True}", "{False, True}"),
    ("reductions without terms answer what is in memory: prod", """
x = [mx.array(np.ones((2, 0, 1))) for _ in range(9)]
print({float(np.array(mx.prod(y, axis=[1, 0]))[0]) for y in x} == {1.0})
""", "True", "False"),
    ("erf of +0 is -0", """
print(mx.erf(mx.array([0.0])).item())
""", "0.0", "-0.0"),
    ("sin of -0 is +0", """
print(mx.sin(mx.array([-0.0])).item())
""", "-0.0", "0.0"),
    ("exp of float64 is computed in float32", """
print(mx.exp(mx.array([1.0], dtype=mx.float64)).item())
""", "2.718281828459045", "2.7182817459106445"),
    ("sin of float64 is computed in float32", """
print(mx.sin(mx.array([1.0], dtype=mx.float64)).item())
""", "0.8414709848078965", "0.8414709568023682"),
    ("cos of float64 is computed in float32", """
print(mx.cos(mx.array([1.0], dtype=mx.float64)).item())
""", "0.5403023058681398", "0.5403022766113281"),
    ("complex 0 to the power 0 is NaN", """
x = mx.array([0j])
print(mx.power(x, x).item())
""", "(1+0j)", "(nan+nanj)"),
    ("cummax of float16 loses a NaN", """
x = mx.array([0.0, float("nan")], dtype=mx.float16)
print(mx.cummax(x, axis=0)[1].item())
""", "nan", "0.0"),
    ("int32 to bfloat16 rounds twice, by way of float32", """
print(mx.array([16842753], dtype=mx.int32).astype(mx.bfloat16).item())
""", "16908288.0", "16777216.0"),
    ("clip of uint64 refuses large limits", """
print(mx.clip(mx.zeros((1,), dtype=mx.uint64), None, 2**64 - 2).item())
""", "0", "RuntimeError"),
    ("argmax refuses a result without elements", """
print(mx.argmax(mx.zeros((1, 0)), axis=0).shape)
""", "(0,)", "ValueError"),
    ("eig of a complex matrix is wrong", """
a = np.array([[1 + 2j, 3 - 1j], [0.5j, 2 - 1j]], np.complex64)
w, v = (np.array(x) for x in mx.linalg.eig(mx.array(a), stream=mx.cpu))
print(bool(abs(a @ v - w * v).max() < 1e-4))
""", "True", "False"),
]
