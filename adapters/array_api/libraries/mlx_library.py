# Makes MLX a library of the array API adapter, on the CPU. MLX is lazy and its
# arrays own their memory: results are computed when they are read, within the
# call, and copied into the memory of outs.
import importlib.metadata

import mlx.core as mx
import numpy as np

import assay_arrays
import assay_wire
import standard
from assay_arrays import number, scalar

# MLX stores complex64 and has no complex128; bool is its bool_.
NAMES = [name for name in assay_arrays.NATIVE if name != "complex128"]
DTYPES = {name: getattr(mx, "bool_" if name == "bool" else name)
          for name in NAMES + ["bfloat16"]}
WIRE_NAMES = {dtype: name for name, dtype in DTYPES.items()}


class Mlx(standard.Library):
    # MLX takes no array with negative strides.
    layouts = ["contiguous", "transpose", "slice", "broadcast", "offset"]

    def __init__(self):
        super().__init__(mx, "mlx", importlib.metadata.version("mlx"))
        self.dtypes = DTYPES
        self.immutable = True

    def shares_memory(self):
        return False

    def from_storage(self, storage, dtype):
        if dtype == "bfloat16":
            return mx.array(storage).view(mx.bfloat16)
        if dtype == "float64":
            return mx.array(storage, dtype=mx.float64)
        return mx.array(storage)

    def to_storage(self, array):
        dtype = WIRE_NAMES[array.dtype]
        if dtype == "bfloat16":
            array = array.view(mx.uint16)
        mx.eval(array)
        return np.array(array, copy=True), dtype

    def table(self):
        rows = super().table()
        rows.update(own_functions(self))
        return rows


def own_functions(library):
    def axes(function):
        return lambda x, a: function(
            x[0], axis=a["axes"], keepdims=a["keepdims"])

    def scan(x, a):
        function = {"sum": mx.cumsum, "prod": mx.cumprod,
                    "max": mx.cummax, "min": mx.cummin}[a["op"]]
        return function(x[0], axis=a["axis"])

    def ordered(function):
        def call(x, a):
            if a["descending"]:
                raise assay_wire.Refusal("unsupported", "ascending only", "op")
            return function(x[0], axis=a["axis"])

        return call

    def pad(x, a):
        widths = [tuple(pair) for pair in a["padding"]]
        value = mx.array(scalar(a["value"], a["of"]), dtype=x[0].dtype)
        return mx.pad(x[0], widths, constant_values=value)

    def limit(a, side):
        if side not in a:
            return None
        return scalar(a[side], a["of"])

    def scatter(x, a):
        where = standard.places(library, x[1], a["axis"])
        if a["mode"] == "add":
            return x[0].at[where].add(x[2])
        result = mx.array(x[0])
        result[where] = x[2]
        return result

    on_cpu = {"stream": mx.cpu}
    return {
        # mx.divide of integers is of floats; floor_divide is of integers.
        "recip": lambda x, a: mx.reciprocal(x[0]),
        "erf": lambda x, a: mx.erf(x[0]),
        "round": lambda x, a: mx.round(x[0]),
        "asin": lambda x, a: mx.arcsin(x[0]),
        "reduce_sum": axes(mx.sum), "reduce_prod": axes(mx.prod),
        "reduce_max": axes(mx.max), "reduce_min": axes(mx.min),
        "associative_scan": scan,
        "sort": ordered(mx.sort), "argsort": ordered(mx.argsort),
        "pad": pad,
        "full": lambda x, a: mx.full(
            a["shape"], scalar(a["value"], a["dtype"]),
            dtype=DTYPES[a["dtype"]]),
        "cast": lambda x, a: x[0].astype(DTYPES[a["to"]]),
        "copy": lambda x, a: mx.array(x[0]),
        "contiguous": lambda x, a: mx.contiguous(x[0]),
        "scatter": scatter,
        "cholesky": lambda x, a: mx.linalg.cholesky(
            x[0], upper=a["upper"], **on_cpu),
        "qr": lambda x, a: list(mx.linalg.qr(x[0], **on_cpu))
        if a["reduced"] else None,
        "svd": lambda x, a: list(mx.linalg.svd(x[0], **on_cpu))
        if a["full_matrices"] else None,
        "clamp": lambda x, a: mx.clip(x[0], limit(a, "low"), limit(a, "high")),
        "softmax": lambda x, a: mx.softmax(x[0], axis=a["axis"]),
        "sigmoid": lambda x, a: mx.sigmoid(x[0]),
    }


def library():
    mx.set_default_device(mx.cpu)
    return Mlx()
