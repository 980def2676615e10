# Makes NumPy a subject. Each op of the interface is one call of the NumPy
# function whose documentation comes nearest to it. Nothing is emulated, and
# what NumPy lacks is not claimed. README.md lists every mapping with its
# reason.
# Run: assay check "exec:/usr/bin/python3 adapters/numpy/backend.py"
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python")
)
import assay_wire  # noqa: E402

STREAMS = assay_wire.take_stdio()  # before anything that may print

import warnings  # noqa: E402

import numpy as np  # noqa: E402

import algebra  # noqa: E402
import assay_arrays  # noqa: E402
import lax  # noqa: E402
from assay_arrays import element  # noqa: E402

VERSION = tuple(int(part) for part in np.__version__.split(".")[:2])

INTEGERS = ["int8", "uint8", "int16", "uint16"]
INTEGERS += ["int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEXES = ["complex64", "complex128"]
BOOL = ["bool"]
ORDERED = INTEGERS + FLOATS + BOOL
NUMBERS = INTEGERS + FLOATS + COMPLEXES
EVERY = NUMBERS + BOOL
DTYPES = {name: np.dtype(name) for name in EVERY}


# --- The table: op, variant -> dtypes, function(operands, attributes, outs)

TABLE = {}


def claim(op, dtypes, function, variant=""):
    TABLE[op, variant] = (dtypes, function)


def ufunc(op, dtypes, function):
    """Claims an op that is a ufunc and writes into `out` itself."""
    claim(op, dtypes, lambda x, a, outs: function(*x, out=outs[0]))


def written(op, dtypes, function, variant=""):
    """Claims an op whose function has no suitable `out`; copies its result."""

    def call(x, a, outs):
        np.copyto(outs[0], function(x, a))

    claim(op, dtypes, call, variant)


def returned(op, dtypes, function):
    """Claims an op that returns a view of the operand or a new array."""
    claim(op, dtypes, lambda x, a, outs: [function(x, a)])


ufunc("add", NUMBERS, np.add)
ufunc("sub", NUMBERS, np.subtract)
ufunc("mul", NUMBERS, np.multiply)


def div(x, a, outs):
    integers = outs[0].dtype.kind in "iu"
    (np.floor_divide if integers else np.divide)(*x, out=outs[0])


claim("div", NUMBERS, div)
ufunc("mod", INTEGERS + FLOATS, np.fmod)
ufunc("pow", NUMBERS, np.power)
ufunc("atan2", FLOATS, np.arctan2)
ufunc("max", ORDERED, np.maximum)
ufunc("min", ORDERED, np.minimum)
ufunc("neg", NUMBERS, np.negative)
ufunc("recip", NUMBERS, np.reciprocal)
ufunc("abs", INTEGERS + FLOATS, np.absolute)
# np.absolute of complex is real; it is copied into the real part.
TABLE["abs", ""] = (
    NUMBERS,
    lambda x, a, outs: np.copyto(outs[0], np.absolute(x[0])),
)
# NumPy 1 defines the sign of a complex by its real part, NumPy 2 as z/|z|.
ufunc("sign", NUMBERS if VERSION >= (2, 0) else INTEGERS + FLOATS, np.sign)

ufunc("cmpeq", EVERY, np.equal)
ufunc("cmpne", EVERY, np.not_equal)
ufunc("cmplt", ORDERED, np.less)
ufunc("cmple", ORDERED, np.less_equal)
ufunc("xor", INTEGERS + BOOL, np.bitwise_xor)
ufunc("or", INTEGERS + BOOL, np.bitwise_or)
ufunc("and", INTEGERS + BOOL, np.bitwise_and)
written("where", EVERY, lambda x, a: np.where(*x))

for _op, _function in {
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
}.items():
    ufunc(_op, FLOATS + COMPLEXES, _function)

# Before 2.1 these turn integers into float64, which cannot be written back.
_whole = INTEGERS + FLOATS if VERSION >= (2, 1) else FLOATS
ufunc("trunc", _whole, np.trunc)
ufunc("ceil", _whole, np.ceil)
ufunc("floor", _whole, np.floor)
ufunc("round", INTEGERS + FLOATS, np.round)


def reduction(op, dtypes, function, **fixed):
    def call(x, a, outs):
        axes = tuple(a["axes"])
        function(x[0], axis=axes, keepdims=a["keepdims"], out=outs[0], **fixed)

    claim(op, dtypes, call)


def typed(function):
    """Passes the dtype: without it np.sum and np.prod widen small integers."""
    return lambda x, out, **more: function(x, dtype=out.dtype, out=out, **more)


reduction("reduce_sum", NUMBERS, typed(np.sum))
reduction("reduce_prod", NUMBERS, typed(np.prod))
reduction("reduce_max", ORDERED, np.max)
reduction("reduce_min", ORDERED, np.min)
# Their `out` must be intp, but the out of the interface is int32.
for _op, _function in {"argmax": np.argmax, "argmin": np.argmin}.items():
    claim(
        _op,
        ORDERED,
        lambda x, a, outs, f=_function: np.copyto(
            outs[0],
            f(x[0], axis=a["axis"], keepdims=a["keepdims"]),
            casting="same_kind",
        ),
    )


def scan(variant, dtypes, function):
    claim(
        "associative_scan",
        dtypes,
        lambda x, a, outs: function(
            x[0], axis=a["axis"], dtype=outs[0].dtype, out=outs[0]
        ),
        variant,
    )


scan("sum", NUMBERS, np.cumsum)
scan("prod", NUMBERS, np.cumprod)
scan("max", ORDERED, np.maximum.accumulate)
scan("min", ORDERED, np.minimum.accumulate)

# NumPy sorts ascending only; "descending" is not claimed.
written("sort", EVERY, lambda x, a: np.sort(x[0], axis=a["axis"]))
claim(
    "argsort",
    EVERY,
    lambda x, a, outs: np.copyto(
        outs[0], np.argsort(x[0], axis=a["axis"]), casting="same_kind"
    ),
)


def shrink(x, a):
    # The ellipsis keeps rank 0 an array; x[()] would be a scalar.
    return x[0][(*(slice(*pair) for pair in a["ranges"]), ...)]


def flip(x, a):
    return np.flip(x[0], [i for i, flag in enumerate(a["axes"]) if flag])


def pad(x, a):
    # np.pad refuses an empty list of widths; one number stands for all axes.
    widths = np.array(a["padding"], int).reshape(-1, 2) if x[0].ndim else 0
    value = element(a["value"], x[0].dtype)
    return np.pad(x[0], widths, mode="constant", constant_values=value)


returned("expand", EVERY, lambda x, a: np.broadcast_to(x[0], a["shape"]))
returned("reshape", EVERY, lambda x, a: np.reshape(x[0], a["shape"]))
returned("permute", EVERY, lambda x, a: np.transpose(x[0], a["axes"]))
returned("shrink", EVERY, shrink)
returned("flip", EVERY, flip)
returned("pad", EVERY, pad)
claim(
    "cat",
    EVERY,
    lambda x, a, outs: np.concatenate(x, axis=a["axis"], out=outs[0]),
)
claim(
    "cast",
    EVERY,
    lambda x, a, outs: np.copyto(outs[0], x[0], casting="unsafe"),
)


def full(x, a):
    dtype = DTYPES[a["dtype"]]
    return np.full(a["shape"], element(a["value"], dtype), dtype)


returned("full", EVERY, full)
returned("contiguous", EVERY, lambda x, a: np.asarray(x[0], order="C"))
returned("copy", EVERY, lambda x, a: np.copy(x[0]))
written("assign", EVERY, lambda x, a: x[0])

claim("gather", EVERY, algebra.gather)
claim("scatter", EVERY, algebra.scatter_set, "set")
claim("scatter", NUMBERS, algebra.scatter_add, "add")
ufunc("matmul", NUMBERS, np.matmul)
claim("fft", COMPLEXES, algebra.fft)
claim("ifft", COMPLEXES, algebra.ifft)
claim("rfft", ["float32", "float64"], algebra.rfft)
claim("irfft", COMPLEXES, algebra.irfft)
for _name in ["cholesky", "qr", "svd", "eig", "eigh"]:
    claim(_name, ["float32", "float64"] + COMPLEXES, getattr(algebra, _name))

MATRIX = ["float32", "float64"] + COMPLEXES
lax.claim_all(
    {
        "every": EVERY,
        "ordered": ORDERED,
        "numbers": NUMBERS,
        "functions": FLOATS + COMPLEXES,
        "complex": COMPLEXES,
        "matrix": MATRIX,
    },
    claim, ufunc, written, returned,
)

# The dtypes of results, for ops whose cells are pairs.
RESULTS = {"cast": EVERY, "rfft": COMPLEXES, "irfft": ["float32", "float64"]}

# The most index arrays that NumPy accepts.
MAX_RANKS = {"gather": 31, "scatter": 31}

# Never invoked: the host carries them out by alloc, write and read, or itself.
HOSTED = ["buffer", "from_host", "to_host", "view", "dtype", "context"]


# --- Between the wire and ndarrays


def array_of(tensor):
    """Returns the ndarray that a wire tensor describes, without a copy."""
    if tensor.dtype not in DTYPES:
        raise assay_wire.Refusal(
            "unsupported", "NumPy has no " + tensor.dtype, "dtype"
        )
    return assay_arrays.array_of(tensor)


def tensor_of(array, operands):
    """Describes a result, on an operand's buffer if its memory is in it."""
    array = np.asanyarray(array)
    return assay_arrays.tensor_of(array, array.dtype.name, operands)


class NumPy:
    name = "numpy"
    version = np.__version__

    def claims(self):
        rows = [{"op": op, "dtypes": EVERY} for op in HOSTED]
        for (op, variant), (dtypes, _) in TABLE.items():
            if op in lax.PAIRS:
                rows.append({"op": op, "pairs": lax.PAIRS[op]})
            elif op in RESULTS:
                results = RESULTS[op]
                pairs = [[one, two] for one in dtypes for two in results]
                rows.append({"op": op, "pairs": pairs})
            else:
                rows.append({"op": op, "variant": variant, "dtypes": dtypes})
            if op in MAX_RANKS:
                rows[-1]["max_rank"] = MAX_RANKS[op]
            rows[-1].update(lax.LIMITS.get(op, {}))
        return rows

    def invoke(self, op, operands, attributes, outs):
        variant = attributes.get("op", attributes.get("mode", ""))
        if attributes.get("descending"):
            variant = "descending"
        dtypes, function = TABLE.get((op, variant), (None, None))
        if dtypes is None:
            what = op + (":" + variant if variant else "")
            raise assay_wire.Refusal("unsupported", "no " + what, "op")
        rank = len(operands[0].shape) if operands else 0
        if rank > MAX_RANKS.get(op, 32):
            text = "no %s of rank %d" % (op, rank)
            raise assay_wire.Refusal("unsupported", text, "rank")
        arrays = [array_of(tensor) for tensor in operands]
        outputs = [array_of(tensor) for tensor in outs]
        if op == "full":
            dtype = attributes["dtype"]
        else:
            at = 1 if op in ("where", "select_general") else 0
            dtype = operands[at].dtype
        if dtype not in dtypes:
            text = "no %s of %s" % (op, dtype)
            raise assay_wire.Refusal("unsupported", text, "dtype")
        results = function(arrays, attributes, outputs)
        if not isinstance(results, list):
            return []
        return [tensor_of(result, operands + outs) for result in results]


if __name__ == "__main__":
    np.seterr(all="ignore")  # only the values are judged, not IEEE statuses
    warnings.simplefilter("ignore")
    assay_wire.Session(
        STREAMS, NumPy(), assay_arrays.numpy_status_of
    ).serve()
