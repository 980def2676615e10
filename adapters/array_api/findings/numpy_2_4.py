# The findings of numpy-2.4.expect without Assay, with ml_dtypes 0.6: each is a few
# lines, with what is right, and what NumPy 2.4 answers.
# Run: PYTHON adapters/array_api/findings/reproduce.py numpy_2_4
HEAD = """
import numpy as np, ml_dtypes
np.seterr(all="ignore")
at, bfloat16 = float.fromhex, ml_dtypes.bfloat16
"""

FINDINGS = [
    ("flip of rank 0 is a copy, and documented to be a view", """
x = np.array(1)
print(np.shares_memory(x, np.flip(x)))
""", "True", "False"),
    ("a small complex64 divided into 0 is NaN", """
x = np.array([complex(2.0**-149, 2.0**-149)], np.complex64)
print((np.zeros_like(x) / x)[0])
""", "0j", "(nan+nanj)"),
    ("the sign of a small complex64 has the modulus 1.4", """
x = np.array([complex(2.0**-149, 2.0**-149)], np.complex64)
print("%.2f" % abs(np.sign(x)[0]))
""", "1.00", "1.41"),
    ("sorting makes several -0 of one", """
x = np.array([0.0] * 8 + [-0.0])
print(np.signbit(np.sort(x)).sum())
""", "1", "5"),
    ("ml_dtypes: sorting leaves NaN first", """
print(np.sort(np.array([np.nan, 0], bfloat16)).astype(float)[1])
""", "nan", "0.0"),
    ("ml_dtypes: argsort leaves NaN first", """
print(np.argsort(np.array([np.nan, 0], bfloat16)).tolist())
""", "[1, 0]", "[0, 1]"),
    ("ml_dtypes: the sign of -0 is -0", """
print(float(np.sign(np.array(-0.0, bfloat16))))
""", "0.0", "-0.0"),
    ("ml_dtypes: float64 rounds twice, by way of float32", """
x = np.float64(at("0x1.200001p+0"))
print(float(x.astype(ml_dtypes.float8_e5m2)))
""", "1.25", "1.0"),
    ("ml_dtypes: int32 rounds twice, by way of float32", """
print(float(np.int32(16842753).astype(bfloat16)))
""", "16908288.0", "16777216.0"),
]
