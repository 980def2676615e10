# Finds out which cells a runtime has, by trying each on one element and on 64.
# A cell is claimed if both calls return results of the right dtype and shape.
# The values are not looked at: that is what the kit is for. The list is kept in
# claims/, because runtimes take up to minutes to try everything.
import os

import numpy as np

from elements import DTYPES, INTEGERS, PACKED, check

FLOATS = ("float16", "bfloat16", "float32", "float64")
NARROW = ("float8_e4m3fn", "float8_e5m2")
COMPLEXES = ("complex64", "complex128")
EVERY = tuple(DTYPES)
NUMBERS = tuple(name for name in EVERY if name != "bool")
ORDERED = tuple(name for name in NUMBERS if name not in COMPLEXES)
WHOLE = INTEGERS + PACKED
REAL = INTEGERS + FLOATS

# Attributes of ONNX are float32, so for float64 the scalars of these ops have
# fewer digits than the contract gives them.
SCALAR_FLOATS = ("float16", "bfloat16", "float32")


def one(dtype):
    """Returns the text of the element 1."""
    if dtype in COMPLEXES:
        return ["0x1p+0", "0x0p+0"]
    return "1" if dtype in WHOLE + ("bool",) else "0x1p+0"


def ones(dtype, *shape):
    return np.ones(shape, np.float32).astype(DTYPES[dtype])


def zeros(dtype, *shape):
    return np.zeros(shape, DTYPES[dtype])


EXAMPLES = {}  # op, variant -> dtypes, function(dtype, n) -> call


def example(op, dtypes, function, *variants):
    """Adds the example of an op: operands, attributes, results of a call."""
    for variant in variants or ("",):
        EXAMPLES[op, variant] = (
            dtypes,
            lambda d, n, v=variant: function(d, n, v),
        )


def elementwise(ops, dtypes, count, result=None):
    for op in ops.split():
        example(
            op, dtypes,
            lambda d, n, v: (
                [ones(d, n)] * count, {}, [(result or d, (n,))]
            ),
        )


elementwise("add sub mul div pow", NUMBERS, 2)
elementwise("max min", ORDERED + ("bool",), 2)
elementwise("mod", ORDERED, 2)
elementwise("cmpeq", EVERY, 2, "bool")
elementwise("cmplt cmple", ORDERED + ("bool",), 2, "bool")
elementwise("and or xor", WHOLE + ("bool",), 2)
elementwise("neg abs recip", NUMBERS, 1)
elementwise("sign", NUMBERS, 1)
elementwise("ceil floor round", ORDERED, 1)
elementwise("sqrt exp log sin cos tan asin acos atan sinh cosh tanh",
            FLOATS + NARROW + COMPLEXES, 1)
elementwise("erf", FLOATS + NARROW, 1)
elementwise("asinh acosh atanh sigmoid gelu", FLOATS, 1)
elementwise("relu", REAL, 1)
elementwise("prelu", FLOATS, 2)
elementwise("is_nan is_inf", FLOATS, 1, "bool")
elementwise("bitwise_not", INTEGERS + ("bool",), 1)
elementwise("shift_left shift_right", INTEGERS, 2)
elementwise("copy", EVERY, 1)
example("where", EVERY, lambda d, n, v: (
    [ones("bool", n), ones(d, n), ones(d, n)], {}, [(d, (n,))]))
example("clamp", REAL, lambda d, n, v: (
    [ones(d, n)], {"low": one(d), "high": one(d)}, [(d, (n,))]))

REDUCED = {"axes": [0], "keepdims": False}
for _op, _dtypes in {
    "reduce_sum": NUMBERS, "reduce_prod": NUMBERS,
    "reduce_max": ORDERED + ("bool",), "reduce_min": ORDERED + ("bool",),
    "mean": REAL, "any": ("bool",), "all": ("bool",),
}.items():
    example(_op, _dtypes, lambda d, n, v: (
        [ones(d, n, 2)], REDUCED, [(d, (2,))]))
example("bias_backward", REAL, lambda d, n, v: (
    [ones(d, n, 2)], {"axis": 1}, [(d, (2,))]))
for _op in ("argmax", "argmin"):
    example(_op, ORDERED + ("bool",), lambda d, n, v: (
        [ones(d, n)], {"axis": 0, "keepdims": True}, [("int32", (1,))]))
example("associative_scan", NUMBERS, lambda d, n, v: (
    [ones(d, n)], {"axis": 0, "op": v}, [(d, (n,))]), "sum", "prod")


def ordered(d, n, v, results):
    attributes = {"axis": 0, "descending": v == "descending", "k": n}
    attributes["index_dtype"] = "int32"
    return [ones(d, n)], attributes, [(one, (n,)) for one in results(d)]


for _op, _results, _variants, _dtypes in (
    ("sort", lambda d: [d], ("", "descending"), EVERY),
    ("argsort", lambda d: ["int32"], ("", "descending"), EVERY),
    ("sort_with_indices", lambda d: [d, "int32"], ("",), REAL),
    ("topk", lambda d: [d, "int32"], ("",), REAL),
):
    example(_op, _dtypes,
            lambda d, n, v, r=_results: ordered(d, n, v, r), *_variants)

example("expand", EVERY, lambda d, n, v: (
    [ones(d, 1)], {"shape": [n]}, [(d, (n,))]))
example("reshape", EVERY, lambda d, n, v: (
    [ones(d, n)], {"shape": [n, 1]}, [(d, (n, 1))]))
example("permute", EVERY, lambda d, n, v: (
    [ones(d, n, 2)], {"axes": [1, 0]}, [(d, (2, n))]))
example("shrink", EVERY, lambda d, n, v: (
    [ones(d, n + 1)], {"ranges": [[1, n + 1]]}, [(d, (n,))]))
example("flip", EVERY, lambda d, n, v: (
    [ones(d, n)], {"axes": [True]}, [(d, (n,))]))
example("slice", REAL + ("bool",), lambda d, n, v: (
    [ones(d, 2 * n)], {"ranges": [[0, 2 * n]], "steps": [-2]}, [(d, (n,))]))
example("pad", EVERY, lambda d, n, v: (
    [ones(d, n)], {"padding": [[1, 1]], "value": one(d)}, [(d, (n + 2,))]))
example("cat", EVERY, lambda d, n, v: (
    [ones(d, n)] * 2, {"axis": 0}, [(d, (2 * n,))]))
example("full", EVERY, lambda d, n, v: (
    [], {"shape": [n], "value": one(d), "dtype": d}, [(d, (n,))]))
example("gather", EVERY, lambda d, n, v: (
    [ones(d, n), zeros("int32", n)], {"axis": 0}, [(d, (n,))]))
example("scatter", EVERY, lambda d, n, v: (
    [ones(d, n), zeros("int32", n), ones(d, n)],
    {"axis": 0, "mode": v, "unique_indices": False}, [(d, (n,))]),
    "set", "add")
example("select", REAL + ("bool",), lambda d, n, v: (
    [ones(d, n), zeros("int32", n)], {"axis": 0}, [(d, (n,))]))
example("embedding", FLOATS, lambda d, n, v: (
    [ones(d, 2, 1), zeros("int32", n)], {}, [(d, (n, 1))]))
example("gather_nd", REAL + ("bool",), lambda d, n, v: (
    [ones(d, n), zeros("int32", n, 1)], {}, [(d, (n,))]))
example("scatter_nd", REAL, lambda d, n, v: (
    [ones(d, n), zeros("int32", n, 1), ones(d, n)], {"update": v},
    [(d, (n,))]), "assign", "add")
example("mask_select", REAL + ("bool",), lambda d, n, v: (
    [ones(d, n), ones("bool", n)], {}, [(d, (n,))]))
example("argwhere", ("bool",), lambda d, n, v: (
    [ones(d, n)], {"index_dtype": "int32"}, [("int32", (n, 1))]))
example("repeat", REAL + ("bool",), lambda d, n, v: (
    [ones(d, n)], {"axis": 0, "times": 2}, [(d, (2 * n,))]))
example("arange", INTEGERS, lambda d, n, v: (
    [], {"dtype": d, "start": 0, "stop": n, "step": 1}, [(d, (n,))]))

example("matmul", NUMBERS, lambda d, n, v: (
    [ones(d, 2, n), ones(d, n, 3)], {}, [(d, (2, 3))]))
example("linear", REAL, lambda d, n, v: (
    [ones(d, 2, n), ones(d, n, 3), ones(d, 3)], {"biased": True},
    [(d, (2, 3))]))
example("linear_x_backward", REAL, lambda d, n, v: (
    [ones(d, n, 3), ones(d, 2, 3)], {}, [(d, (2, n))]))
example("linear_weight_backward", REAL, lambda d, n, v: (
    [ones(d, 2, n), ones(d, 2, 3)], {}, [(d, (n, 3))]))


RANKS = {"1d": 1, "2d": 2, "3d": 3, "asymmetric": 2}


def windows(d, n, v, operands, **more):
    rank = RANKS[v]
    attributes = {"stride": [1] * rank, "padding": [[0, 0]] * rank, **more}
    shape = (1, 1) + (1,) * (rank - 1) + (n,)
    return [ones(d, *shape), *operands], attributes, [(d, shape)]


def convolved(d, n, v):
    each = [1] * RANKS[v]
    weight = [ones(d, 1, 1, *each), ones(d, 1)]
    return windows(
        d, n, v, weight, dilation=each, groups=1, biased=True,
        output_padding=[0] * RANKS[v],
    )


def max_pooled(d, n, v):
    each = [1] * RANKS[v]
    return windows(
        d, n, v, [], kernel_size=each, dilation=each, ceil_mode=False
    )


def mean_pooled(d, n, v):
    return windows(
        d, n, v, [], kernel_size=[1] * RANKS[v], ceil_mode=False,
        count_include_pad=False,
    )


example("conv", REAL, convolved, *RANKS)
example("conv_transpose", REAL, convolved, "1d", "2d", "3d")
example("max_pool", REAL, max_pooled, *RANKS)
example("avg_pool", FLOATS, mean_pooled, *RANKS)
example("fold", NUMBERS, lambda d, n, v: (
    [ones(d, 1, n)],
    {"kernel_size": [1], "stride": [1], "dilation": [1], "padding": [[0, 0]],
     "output_size": [n]}, [(d, (n,))]))

example("interpolate", FLOATS, lambda d, n, v: (
    [ones(d, 1, 1, 1, n)],
    {"interpolation": v, "output_size": [1, 2 * n], "align_corners": False},
    [(d, (1, 1, 1, 2 * n))]),
    "nearest", "nearest_exact", "bilinear", "bicubic")
example("grid_sample_2d", FLOATS, lambda d, n, v: (
    [ones(d, 1, 1, 1, n), zeros(d, 1, 1, n, 2)],
    {"interpolation": v, "padding_mode": "zeros", "align_corners": False},
    [(d, (1, 1, 1, n))]), "nearest", "bilinear")

for _op in ("fft", "ifft"):
    example(_op, COMPLEXES, lambda d, n, v: (
        [ones(d, n)], {"axes": [0]}, [(d, (n,))]))
example("rfft", ("float32", "float64"), lambda d, n, v: (
    [ones(d, n)], {"axes": [0]}, [(RFFT[d], (n // 2 + 1,))]))
RFFT = {"float32": "complex64", "float64": "complex128"}
IRFFT = {"complex64": "float32", "complex128": "float64"}
example("irfft", COMPLEXES, lambda d, n, v: (
    [ones(d, n + 1)], {"axes": [0]}, [(IRFFT[d], (2 * n,))]))

example("leaky_relu", SCALAR_FLOATS, lambda d, n, v: (
    [ones(d, n)], {"negative_slope": one(d)}, [(d, (n,))]))
example("hard_sigmoid", SCALAR_FLOATS, lambda d, n, v: (
    [ones(d, n)], {"alpha": one(d), "beta": one(d)}, [(d, (n,))]))
for _op in ("softmax", "log_softmax"):
    example(_op, FLOATS, lambda d, n, v: (
        [ones(d, n)], {"axis": 0}, [(d, (n,))]))
example("layer_norm", SCALAR_FLOATS, lambda d, n, v: (
    [ones(d, 2, n), ones(d, n), ones(d, n)],
    {"biased": True, "epsilon": one(d)}, [(d, (2, n))]))
example("batch_norm", SCALAR_FLOATS, lambda d, n, v: (
    [ones(d, 1, n)] + [ones(d, n)] * 4, {"epsilon": one(d)},
    [(d, (1, n))]))


def attended(d, n, v):
    operands = [ones(d, 1, 1, n, 2)] * 3
    attributes = {"causal": False, "masked": v == "mask",
                  "biased": v == "bias", "scale": one(d)}
    if v == "mask":
        operands.append(zeros("bool", 1, 1, n, n))
    if v == "bias":
        operands.append(ones(d, 1, 1, n, n))
    if v == "softcap":
        attributes["softcap"] = one(d)
    return operands, attributes, [(d, (1, 1, n, 2))]


example("attention", SCALAR_FLOATS, attended, "", "mask", "bias", "softcap")


# --- Trying


def works(run, op, call):
    """Returns whether a call gives results of the right dtype and shape."""
    operands, attributes, results = call
    try:
        found = run(op, operands, attributes, [name for name, _ in results])
        for array, (name, shape) in zip(found, results, strict=True):
            check(array, name, shape)
    except Exception:  # whatever the runtime raises: it does not have the cell
        return False
    return True


def cast_call(source, target, n):
    return [ones(source, n)], {}, [(target, (n,))]


def probe(run, narrowed):
    """Returns {"op" or "op:variant": [dtype, ...]} of what works.

    Cells of the dtypes in `narrowed` are left out.

    The variants of cast are the dtypes that it converts from.
    """
    examples = dict(EXAMPLES)
    for source in EVERY:
        examples["cast", source] = (
            EVERY, lambda d, n, s=source: cast_call(s, d, n),
        )
    found = {}
    for (op, variant), (dtypes, call) in examples.items():
        cells = [
            name for name in dtypes
            if name not in narrowed and variant not in narrowed
            and all(works(run, op, call(name, n)) for n in (1, 64))
        ]
        if cells:
            found[op + (":" + variant if variant else "")] = cells
    return found


# --- The files


def path_of(runtime):
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "claims")
    return os.path.join(folder, "%s-%s.txt" % (runtime.name, runtime.version))


def read(runtime):
    """Returns the kept claims of this version, or None."""
    try:
        with open(path_of(runtime)) as file:
            lines = [line.split() for line in file if line[0] != "#"]
    except FileNotFoundError:
        return None
    return {line[0]: line[1:] for line in lines if line}


def write(runtime, found):
    with open(path_of(runtime), "w") as file:
        file.write(
            "# Cells of %s %s that work on 1 and on 64 elements, at opset %d.\n"
            "# Written by backend.py --runtime %s --probe.\n"
            % (runtime.name, runtime.version, runtime.opset, runtime.name)
        )
        for key, cells in found.items():
            file.write(" ".join([key, *cells]) + "\n")
