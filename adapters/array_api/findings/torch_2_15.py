# The findings of torch-2.15.expect without Assay: each is a few lines of PyTorch,
# with what the mathematics or the documentation says, and what PyTorch answers.
# Run: PYTHON adapters/array_api/findings/reproduce.py torch_2_15
HEAD = """
import math, torch
from torch.nn import functional as F
torch.set_num_threads(1)
inf, nan, at = math.inf, math.nan, float.fromhex
"""

# title, lines that print one answer, what is right, what PyTorch 2.15 prints
FINDINGS = [
    ("div of the lowest integer by -1 ends the process", """
low = torch.iinfo(torch.int32).min
x, y = torch.tensor([low], dtype=torch.int32), torch.tensor([-1], dtype=torch.int32)
print(torch.div(x, y, rounding_mode="trunc").item())
""", "-2147483648", "killed by SIGFPE"),
    ("fmod of many elements is NaN where the quotient overflows", """
x = torch.full((16,), 1e300, dtype=torch.float64)
y = torch.full((16,), 1e-300, dtype=torch.float64)
print(torch.fmod(x, y)[0].item())
""", "4.891554850853602e-301", "nan"),
    ("sinh of many elements overflows too soon", """
x = at("0x1.633ce8fb9f87bp+9")
print(torch.sinh(torch.full((16,), x, dtype=torch.float64))[0].item())
""", "1.7976931348617659e+308", "inf"),
    ("cosh of many elements overflows too soon", """
x = at("0x1.633ce8fb9f87bp+9")
print(torch.cosh(torch.full((16,), x, dtype=torch.float64))[0].item())
""", "1.7976931348617659e+308", "inf"),
    ("gelu of +inf is NaN for two elements", """
print(F.gelu(torch.tensor([inf, 0.0]))[0].item())
""", "inf", "nan"),
    ("abs of many float8 keeps the sign of zero", """
x = torch.full((64,), -0.0).to(torch.float8_e5m2)
print(torch.abs(x).view(torch.uint8)[0].item())
""", "0", "128"),
    ("a finite complex plus an infinite one is NaN", """
x, y = torch.tensor([0j]), torch.tensor([complex(inf, inf)])
print(torch.add(x, y).item())
""", "(inf+infj)", "(nan+nanj)"),
    ("a finite complex minus an infinite one is NaN", """
x, y = torch.tensor([0j]), torch.tensor([complex(-inf, -inf)])
print(torch.sub(x, y).item())
""", "(inf+infj)", "(nan+nanj)"),
    ("complex 0 to the power 0 is NaN", """
x = torch.tensor([0j])
print(torch.pow(x, x).item())
""", "(1+0j)", "(nan+nanj)"),
    ("acos of complex128 near 1 loses half of its digits", """
x = torch.tensor([complex(1 - 2.0**-53, 2.0**-52)], dtype=torch.complex128)
print("%.13g" % torch.acos(x).real.item())
""", "1.895456983915e-08", "1.895456969159e-08"),
    ("a small complex64 divided into 0 is NaN", """
x = torch.tensor([complex(2.0**-149, 2.0**-149)], dtype=torch.complex64)
print(torch.div(torch.zeros_like(x), x).item())
""", "0j", "(nan+nanj)"),
    ("the sign of a small complex64 is infinite", """
x = torch.tensor([complex(2.0**-149, 2.0**-149)], dtype=torch.complex64)
print(torch.sgn(x).abs().item())
""", "1.0", "inf"),
    ("gather changes a NaN of bfloat16", """
x = torch.tensor([[0x7FC3]], dtype=torch.int16).view(torch.bfloat16)
y = torch.gather(x, 1, torch.tensor([[0]]))
print(hex(y.view(torch.int16).item() & 0xFFFF))
""", "0x7fc3", "0xffff"),
    ("scatter changes a NaN of float16", """
x = torch.tensor([0x7C57], dtype=torch.int16).view(torch.float16)
y = torch.scatter(torch.zeros_like(x), 0, torch.tensor([0]), x)
print(hex(y.view(torch.int16).item()))
""", "0x7c57", "0x7e57"),
    ("sqrt is not correctly rounded", """
x = torch.tensor([at("0x1.8c80fp-1")])
print(torch.sqrt(x).item().hex())
""", "0x1.c290f00000000p-1", "0x1.c290f20000000p-1"),
    ("float64 to float16 rounds twice, by way of float32", """
x = torch.tensor([at("0x1.002001p+0")], dtype=torch.float64)
print(x.to(torch.float16).item().hex())
""", "0x1.0040000000000p+0", "0x1.0000000000000p+0"),
    ("int32 to bfloat16 rounds twice, by way of float32", """
print(torch.tensor([16842753], dtype=torch.int32).to(torch.bfloat16).item())
""", "16908288.0", "16777216.0"),
    ("float8_e4m3fn saturates, also infinities", """
print(torch.tensor([inf]).to(torch.float8_e4m3fn).float().item())
""", "nan", "448.0"),
    ("erf of float16 flushes subnormals", """
print(torch.erf(torch.tensor([-(2.0**-24)], dtype=torch.float16)).item())
""", "-5.960464477539063e-08", "-0.0"),
    ("pad of integers goes through float64", """
x = torch.zeros(1, dtype=torch.int64)
print(F.pad(x, [0, 1], value=2**53 + 1)[1].item())
""", "9007199254740993", "9007199254740992"),
    ("pad of uint64 refuses the largest value", """
print(F.pad(torch.zeros(1, dtype=torch.uint64), [0, 1], value=2**64 - 1)[1].item())
""", "18446744073709551615", "RuntimeError"),
    ("clamp of uint64 refuses the largest value", """
print(torch.clamp(torch.zeros(1, dtype=torch.uint64), 0, 2**64 - 1).item())
""", "0", "RuntimeError"),
    ("avg_pool3d ignores padding when it checks the kernel's size", """
x = torch.zeros(1, 1, 1, 1, 1)
print(F.avg_pool3d(x, (1, 1, 4), 1, (0, 0, 2)).shape[-1])
""", "2", "RuntimeError"),
    ("interpolate bicubic of equal float16 is not that value", """
x = torch.full((1, 1, 1, 1), -26.0, dtype=torch.float16)
print(F.interpolate(x, (5, 5), mode="bicubic").min().item())
""", "-26.0", "-26.015625"),
    ("log_softmax of bfloat16 is off by many units", """
x = torch.tensor([0.0, 2.0], dtype=torch.bfloat16)
print(F.log_softmax(x, 0)[1].item())
""", "-0.126953125", "-0.12451171875"),
    ("max_pool has an index for a window without elements", """
x = torch.tensor([[[1.0, 2.0]]])
print(F.max_pool1d(x, 2, 1, 1, 3, return_indices=True)[1].tolist())
""", "no index", "[[[2]]]"),
    ("attention of a NaN query is 0", """
x = torch.ones(1, 1, 5, 1)
print(F.scaled_dot_product_attention(x[:, :, :1] * nan, x, x).item())
""", "nan", "0.0"),
    ("max_pool3d of -inf in channels_last_3d has indices of the first plane", """
x = torch.full((1, 1, 2, 1, 1), -inf).to(memory_format=torch.channels_last_3d)
print(F.max_pool3d(x, 1, 1, return_indices=True)[1].flatten().tolist())
""", "[0, 1]", "[0, 0]"),
]
