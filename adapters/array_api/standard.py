# Maps ops to the names of the Python array API standard. A library that has a
# name gets the op, and the probe tries which dtypes it takes. Libraries that
# need more than the names have a module in libraries/.
import numpy as np

import assay_arrays
import assay_wire
from assay_arrays import number, scalar


class Library:
    """Turns tensors of the wire into a library's arrays, and back.

    This is the form for any namespace of the standard: asarray takes what NumPy
    shows, and NumPy takes what the library returns, by __array__ or by DLPack.
    """

    names = assay_arrays.NATIVE
    layouts = None  # all
    compiles = False  # for each shape
    limits = {}  # op -> further keys of its claim
    other = {}  # op -> dtypes for which the function of that name is another

    def __init__(self, namespace, name, version):
        self.xp = namespace
        self.name, self.version = name, version
        self.claims_name = name
        self.dtypes = {}
        for dtype in self.names:
            found = first(namespace, dtype + (" bool_" if dtype == "bool" else ""))
            if found is not None:
                self.dtypes[dtype] = found
        self.wire_names = {
            np.dtype(dtype): dtype for dtype in assay_arrays.NATIVE
        }
        self.immutable = not self.shares_memory()

    def shares_memory(self):
        """True if an array is on the memory that it was made of."""
        sample = np.zeros(1, np.int32)
        array = self.from_storage(sample, "int32")
        back = self.to_storage(array)[0]
        return assay_arrays.address(back) == assay_arrays.address(sample)

    def from_storage(self, storage, dtype):
        return self.xp.asarray(storage)

    def to_storage(self, array):
        """Returns the elements as a NumPy array of storage, and the dtype.

        A lazy library computes here, within the call.
        """
        if isinstance(array, (np.ndarray, np.generic)):
            storage = np.asarray(array)
        elif hasattr(array, "__array__"):
            storage = np.asarray(array)
        else:
            storage = np.from_dlpack(array)
        return storage, self.wire_names[storage.dtype]

    def array_of(self, tensor):
        if tensor.dtype not in self.dtypes:
            text = "%s has no %s" % (self.name, tensor.dtype)
            raise assay_wire.Refusal("unsupported", text, "dtype")
        return self.from_storage(assay_arrays.array_of(tensor), tensor.dtype)

    def index_array(self, values):
        """Returns a NumPy array of int64 as an array of the library."""
        return self.from_storage(values, "int64")

    def assign(self, destination, source):
        destination[...] = source

    def table(self):
        return table(self)


def first(namespace, names):
    """Returns the first of several names that a namespace has, or None."""
    for name in names.split():
        found = getattr(namespace, name, None)
        if found is not None:
            return found
    return None


# op -> names of functions that take the operands and nothing else. The second
# name is NumPy's before 2.0.
PLAIN = {
    "add": "add", "sub": "subtract", "mul": "multiply", "pow": "pow power",
    "mod": "remainder", "atan2": "atan2 arctan2", "max": "maximum",
    "min": "minimum", "cmpeq": "equal", "cmpne": "not_equal",
    "cmplt": "less", "cmple": "less_equal", "xor": "bitwise_xor",
    "or": "bitwise_or", "and": "bitwise_and", "neg": "negative",
    "recip": "reciprocal", "abs": "abs", "sign": "sign", "where": "where",
    "trunc": "trunc", "ceil": "ceil", "floor": "floor", "round": "round",
    "sqrt": "sqrt", "exp": "exp", "log": "log", "sin": "sin", "cos": "cos",
    "tan": "tan", "asin": "asin arcsin", "acos": "acos arccos",
    "atan": "atan arctan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
    "matmul": "matmul",
    # set nn
    "log1p": "log1p", "asinh": "asinh arcsinh", "acosh": "acosh arccosh",
    "atanh": "atanh arctanh", "hypot": "hypot",
    "bitwise_not": "bitwise_invert invert",
    "shift_left": "bitwise_left_shift left_shift",
    "shift_right": "bitwise_right_shift right_shift",
    "is_nan": "isnan", "is_inf": "isinf",
}


def plain(function):
    return lambda x, a: function(*x)


def places(library, indices, axis):
    """Returns the index that selects a place along axis for each element."""
    grid = []
    for one, extent in enumerate(indices.shape):
        shape = [1] * indices.ndim
        shape[one] = extent
        along = np.arange(extent, dtype=np.int64).reshape(shape)
        grid.append(library.index_array(along))
    grid[axis] = indices
    return tuple(grid)


def ranges(a):
    """Returns the slices of `shrink`, and of `slice` with its steps."""
    steps = a.get("steps", [1] * len(a["ranges"]))
    slices = []
    for (start, stop), step in zip(a["ranges"], steps):
        if step < 0:
            before = start - 1 if start > 0 else None
            slices.append(slice(stop - 1, before, step))
        else:
            slices.append(slice(start, stop, step))
    # The ellipsis keeps a result of rank 0 an array.
    return (*slices, ...)


def is_integer(tensor_dtype):
    return tensor_dtype in assay_arrays.INTEGERS + assay_arrays.PACKED


def table(library):
    """Returns op -> function(operands, attributes) for what the library has.

    attributes["of"] is the wire's dtype of the first operand, and
    attributes["to"] that of the first out, if there is one.
    """
    xp = library.xp
    rows = {}
    for op, names in PLAIN.items():
        function = first(xp, names)
        if function is not None:
            rows[op] = plain(function)
    rows.update(arithmetic(library))
    rows.update(movement(library))
    rows.update(algebra(library))
    rows.update(frontend(library))
    return rows


def arithmetic(library):
    xp = library.xp

    def div(x, a):
        # The standard has no quotient of integers that truncates.
        return (xp.floor_divide if is_integer(a["of"]) else xp.divide)(*x)

    def folded(function, typed):
        """Integers keep their dtype; floats get the library's accumulator."""

        def call(x, a):
            more = {"dtype": x[0].dtype} if typed(a["of"]) else {}
            axes = tuple(a["axes"])
            return function(x[0], axis=axes, keepdims=a["keepdims"], **more)

        return call

    rows = {"div": div}
    never = lambda dtype: False  # noqa: E731
    for op, name, typed in (
        ("reduce_sum", "sum", is_integer), ("reduce_prod", "prod", is_integer),
        ("reduce_max", "max", never), ("reduce_min", "min", never),
        ("mean", "mean", never), ("any", "any", never), ("all", "all", never),
    ):
        rows[op] = folded(getattr(xp, name), typed)
    for op in ("argmax", "argmin"):
        rows[op] = lambda x, a, f=getattr(xp, op): f(
            x[0], axis=a["axis"], keepdims=a["keepdims"]
        )
    scans = {
        "sum": first(xp, "cumulative_sum cumsum"),
        "prod": first(xp, "cumulative_prod cumprod"),
    }

    def scan(x, a):
        function = scans.get(a["op"])
        if function is None:
            raise assay_wire.Refusal("unsupported", "no such scan", "op")
        more = {"dtype": x[0].dtype} if is_integer(a["of"]) else {}
        return function(x[0], axis=a["axis"], **more)

    def ordered(function):
        def call(x, a):
            more = {"descending": True} if a["descending"] else {}
            return function(x[0], axis=a["axis"], **more)

        return call

    rows["associative_scan"] = scan
    rows["sort"] = ordered(xp.sort)
    rows["argsort"] = ordered(xp.argsort)
    return rows


def movement(library):
    xp = library.xp
    permute = first(xp, "permute_dims transpose")
    concat = first(xp, "concat concatenate")

    def flip(x, a):
        axes = tuple(i for i, flag in enumerate(a["axes"]) if flag)
        return xp.flip(x[0], axis=axes)

    def full(x, a):
        value = scalar(a["value"], a["dtype"])
        return xp.full(
            tuple(a["shape"]), value, dtype=library.dtypes[a["dtype"]]
        )

    def cast(x, a):
        dtype = library.dtypes[a["to"]]
        if hasattr(xp, "astype"):
            return xp.astype(x[0], dtype)
        return x[0].astype(dtype)

    return {
        "expand": lambda x, a: xp.broadcast_to(x[0], tuple(a["shape"])),
        "reshape": lambda x, a: xp.reshape(x[0], tuple(a["shape"])),
        "permute": lambda x, a: permute(x[0], tuple(a["axes"])),
        "shrink": lambda x, a: x[0][ranges(a)],
        "flip": flip,
        "cat": lambda x, a: concat(x, axis=a["axis"]),
        "full": full,
        "cast": cast,
        "copy": lambda x, a: xp.asarray(x[0], copy=True),
        "assign": lambda x, a: x[0],
        "gather": lambda x, a: x[0][places(library, x[1], a["axis"])],
    }


def algebra(library):
    rows = {}
    linalg = getattr(library.xp, "linalg", None)
    fft = getattr(library.xp, "fft", None)

    def spectrum(with_vectors, without):
        def call(x, a):
            if a["vectors"]:
                return list(with_vectors(x[0]))
            return [without(x[0])]

        return call

    if linalg is not None:
        rows["cholesky"] = lambda x, a: linalg.cholesky(
            x[0], upper=a["upper"]
        )
        rows["qr"] = lambda x, a: list(
            linalg.qr(x[0], mode="reduced" if a["reduced"] else "complete")
        )
        rows["svd"] = lambda x, a: list(
            linalg.svd(x[0], full_matrices=a["full_matrices"])
        )
        rows["eigh"] = spectrum(linalg.eigh, linalg.eigvalsh)
        if hasattr(linalg, "eig"):
            rows["eig"] = spectrum(linalg.eig, linalg.eigvals)
    if fft is not None:
        for op, name in {"fft": "fftn", "ifft": "ifftn", "rfft": "rfftn"}.items():
            rows[op] = lambda x, a, f=getattr(fft, name): f(
                x[0], axes=tuple(a["axes"])
            )
        rows["irfft"] = lambda x, a: fft.irfftn(
            x[0], s=a.get("s"), axes=tuple(a["axes"])
        )
    return rows


def frontend(library):
    """The ops of set nn for which the standard has one function."""
    xp = library.xp
    rows = {}

    def limit(a, side):
        if side not in a:
            return None
        return int(a[side]) if is_integer(a["of"]) else number(a[side])

    if hasattr(xp, "clip"):
        rows["clamp"] = lambda x, a: xp.clip(
            x[0], limit(a, "low"), limit(a, "high")
        )
    if hasattr(xp, "take"):
        rows["select"] = lambda x, a: xp.take(x[0], x[1], axis=a["axis"])
    if hasattr(xp, "tile"):
        rows["repeat"] = lambda x, a: xp.tile(x[0], tuple(
            a["times"] if axis == a["axis"] else 1 for axis in range(x[0].ndim)
        ))
    cross = first(getattr(xp, "linalg", xp), "cross") or first(xp, "cross")
    if cross is not None:
        rows["cross"] = lambda x, a: cross(*x, axis=a["axis"])
    rows["arange"] = lambda x, a: xp.arange(
        a["start"], a["stop"], a["step"], dtype=library.dtypes[a["dtype"]]
    )
    rows["mask_select"] = lambda x, a: x[0][x[1]]
    rows["slice"] = lambda x, a: x[0][ranges(a)]
    if hasattr(xp, "argwhere"):
        rows["argwhere"] = lambda x, a: xp.argwhere(x[0])
    return rows
