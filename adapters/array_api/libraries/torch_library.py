# Makes PyTorch a library of the array API adapter, on the CPU. Its functions
# are called by PyTorch's own names, because it takes `dim` where the standard
# has `axis`. Functions of torch.nn are in torch_nn.py.
import functools
import warnings

import torch

import assay_arrays
import assay_wire
import standard
from assay_arrays import scalar
from libraries import torch_nn

DTYPES = {name: getattr(torch, name) for name in assay_arrays.NATIVE}
DTYPES.update(
    bfloat16=torch.bfloat16, float8_e4m3fn=torch.float8_e4m3fn,
    float8_e5m2=torch.float8_e5m2,
)
STORAGE = {torch.bfloat16: torch.uint16, torch.float8_e4m3fn: torch.uint8,
           torch.float8_e5m2: torch.uint8}
WIRE_NAMES = {dtype: name for name, dtype in DTYPES.items()}
ONE_AXIS = {"min_axes": 1, "max_axes": 1}
SOME_AXES = {"min_axes": 1}
FEW_AXES = {"max_axes": 7}  # that of MKL's transforms


class Torch(standard.Library):
    names = list(DTYPES)
    # PyTorch's arrays have no negative strides.
    layouts = ["contiguous", "transpose", "slice", "broadcast", "offset"]
    # An empty list of axes means all axes; torch.prod takes one axis.
    limits = {"reduce_prod": ONE_AXIS}
    limits.update(dict.fromkeys(("fft", "ifft", "rfft", "irfft"), FEW_AXES))
    # Sums of integers without a dtype become int64.
    other = {"bias_backward": assay_arrays.INTEGERS}
    limits.update({op: SOME_AXES for op in (
        "reduce_sum", "reduce_max", "reduce_min", "mean", "any", "all",
        "max_abs",
    )})

    def __init__(self):
        super().__init__(torch, "torch", torch.__version__.split("+")[0])

    def from_storage(self, storage, dtype):
        array = torch.from_numpy(storage)
        if DTYPES[dtype] in STORAGE:
            return array.view(DTYPES[dtype])
        return array

    def to_storage(self, array):
        dtype = WIRE_NAMES[array.dtype]
        # Some results are conjugated when they are read; NumPy has no such.
        array = array.detach().resolve_conj().resolve_neg()
        if array.dtype in STORAGE:
            array = array.view(STORAGE[array.dtype])
        return array.numpy(), dtype

    def assign(self, destination, source):
        destination.copy_(source)

    def table(self):
        rows = {op: standard.plain(function) for op, function in PLAIN.items()}
        rows.update(own_functions(self))
        rows.update(torch_nn.functions(self))
        return rows


PLAIN = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "mod": torch.fmod,
    "pow": torch.pow, "atan2": torch.atan2, "max": torch.maximum,
    "min": torch.minimum, "cmpeq": torch.eq, "cmpne": torch.ne,
    "cmplt": torch.lt, "cmple": torch.le, "xor": torch.bitwise_xor,
    "or": torch.bitwise_or, "and": torch.bitwise_and, "neg": torch.neg,
    "recip": torch.reciprocal, "abs": torch.abs, "where": torch.where,
    # torch.sign refuses complex numbers; torch.sgn is its extension to them.
    "sign": torch.sgn,
    "trunc": torch.trunc, "ceil": torch.ceil, "floor": torch.floor,
    "round": torch.round, "sqrt": torch.sqrt, "exp": torch.exp,
    "log": torch.log, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan,
    "asin": torch.asin, "acos": torch.acos, "atan": torch.atan,
    "sinh": torch.sinh, "cosh": torch.cosh, "tanh": torch.tanh,
    "erf": torch.erf, "matmul": torch.matmul, "copy": torch.clone,
    "log1p": torch.log1p, "asinh": torch.asinh, "acosh": torch.acosh,
    "atanh": torch.atanh, "hypot": torch.hypot,
    "bitwise_not": torch.bitwise_not,
    "shift_left": torch.bitwise_left_shift,
    "shift_right": torch.bitwise_right_shift,
    "is_nan": torch.isnan, "is_inf": torch.isinf,
}


def own_functions(library):
    is_integer = standard.is_integer

    def div(x, a):
        mode = "trunc" if is_integer(a["of"]) else None
        return torch.div(*x, rounding_mode=mode)

    def folded(function, x, a):
        return function(x[0], a["axes"], a["keepdims"])

    def typed(x, a):
        """Integers keep their dtype; floats get PyTorch's accumulator."""
        return {"dtype": x[0].dtype} if is_integer(a["of"]) else {}

    def reduce_sum(x, a):
        return torch.sum(x[0], a["axes"], a["keepdims"], **typed(x, a))

    def reduce_prod(x, a):
        (axis,) = a["axes"]
        return torch.prod(x[0], axis, a["keepdims"], **typed(x, a))

    def scan(x, a):
        if a["op"] in ("max", "min"):
            function = {"max": torch.cummax, "min": torch.cummin}[a["op"]]
            return function(x[0], a["axis"]).values
        function = {"sum": torch.cumsum, "prod": torch.cumprod}[a["op"]]
        return function(x[0], a["axis"], **typed(x, a))

    def scatter(x, a):
        function = torch.scatter_add if a["mode"] == "add" else torch.scatter
        return function(x[0], a["axis"], x[1].long(), x[2])

    def pad(x, a):
        widths = [n for pair in reversed(a["padding"]) for n in pair]
        value = scalar(a["value"], a["of"])
        return torch.nn.functional.pad(x[0], widths, value=value)

    def full(x, a):
        value = scalar(a["value"], a["dtype"])
        return torch.full(a["shape"], value, dtype=DTYPES[a["dtype"]])

    def spectrum(with_vectors, without):
        def call(x, a):
            function = with_vectors if a["vectors"] else without
            result = function(x[0])
            return list(result) if a["vectors"] else [result]

        return call

    def solve(x, a):
        # The transpose of a triangle is a view, and the other triangle.
        matrix = x[0].mT if a["transpose"] else x[0]
        sides = x[1]
        is_vector = sides.ndim < matrix.ndim
        result = torch.linalg.solve_triangular(
            matrix, sides[..., None] if is_vector else sides,
            upper=a["upper"] != a["transpose"], unitriangular=a["unit_diag"],
        )
        return result[..., 0] if is_vector else result

    linalg, fft = torch.linalg, torch.fft
    return {
        "div": div,
        "reduce_sum": reduce_sum,
        "reduce_prod": reduce_prod,
        "reduce_max": functools.partial(folded, torch.amax),
        "reduce_min": functools.partial(folded, torch.amin),
        "argmax": lambda x, a: torch.argmax(x[0], a["axis"], a["keepdims"]),
        "argmin": lambda x, a: torch.argmin(x[0], a["axis"], a["keepdims"]),
        "associative_scan": scan,
        "sort": lambda x, a: torch.sort(
            x[0], dim=a["axis"], descending=a["descending"]).values,
        "argsort": lambda x, a: torch.argsort(
            x[0], dim=a["axis"], descending=a["descending"]),
        "expand": lambda x, a: torch.broadcast_to(x[0], a["shape"]),
        "reshape": lambda x, a: torch.reshape(x[0], a["shape"]),
        "permute": lambda x, a: torch.permute(x[0], a["axes"]),
        "shrink": lambda x, a: x[0][standard.ranges(a)],
        "flip": lambda x, a: torch.flip(
            x[0], [axis for axis, flag in enumerate(a["axes"]) if flag]),
        "pad": pad,
        "cat": lambda x, a: torch.cat(x, a["axis"]),
        "full": full,
        "contiguous": lambda x, a: x[0].contiguous(),
        "cast": lambda x, a: x[0].to(DTYPES[a["to"]]),
        "assign": lambda x, a: x[0],
        "gather": lambda x, a: torch.gather(x[0], a["axis"], x[1].long()),
        "scatter": scatter,
        "fft": lambda x, a: fft.fftn(x[0], dim=a["axes"]),
        "ifft": lambda x, a: fft.ifftn(x[0], dim=a["axes"]),
        "rfft": lambda x, a: fft.rfftn(x[0], dim=a["axes"]),
        "irfft": lambda x, a: fft.irfftn(x[0], a.get("s"), a["axes"]),
        "cholesky": lambda x, a: linalg.cholesky(x[0], upper=a["upper"]),
        "qr": lambda x, a: list(linalg.qr(
            x[0], "reduced" if a["reduced"] else "complete")),
        "svd": lambda x, a: list(linalg.svd(x[0], a["full_matrices"])),
        "eig": spectrum(linalg.eig, linalg.eigvals),
        "eigh": spectrum(linalg.eigh, linalg.eigvalsh),
        "triangular_solve": solve,
    }


def status_of(error):
    """Maps what PyTorch raises to a status of the interface."""
    message = "%s: %s" % (type(error).__name__, error)
    if isinstance(error, RuntimeError) and "not implemented for" in message:
        return assay_wire.Refusal("unsupported", message, "dtype")
    if "torch.linalg" in message and "infs or NaNs" in message:
        return assay_wire.Refusal("numeric", message, "no_convergence")
    return assay_wire.status_of(error)


def library():
    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    torch.set_grad_enabled(False)
    warnings.simplefilter("ignore")
    made = Torch()
    made.status_of = status_of
    return made
