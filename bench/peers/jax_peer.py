"""JAX on the CPU as a peer of `assay bench`. peer_loop.py follows it and calls it.

An op is a function below that gets the attributes and returns a function of the
operands, or raises Unsupported. It is compiled once for each workload, before the
clock runs. A repetition runs it and waits for its results. JAX's arrays have no
strides. An operand that is not row-major is therefore an array with the same
storage, and the compiled function takes the view of it, as a user of JAX would.
Tested by tests/bench/peers_test.cc.
"""

import functools
import os
import time

# JAX reads these when it is loaded. NPROC sets the size of its pool of threads.
THREADS = int(os.environ["OMP_NUM_THREADS"])
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["NPROC"] = str(THREADS)
if THREADS == 1:
    os.environ["XLA_FLAGS"] = " ".join([
        os.environ.get("XLA_FLAGS", ""), "--xla_cpu_multi_thread_eigen=false"])

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.extend.random import threefry2x32_p  # noqa: E402

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_cpu_enable_async_dispatch", False)

# XLA may compute on threads of its own, so the time of the whole process counts.
THREAD_CLOCK = time.process_time
partial = functools.partial

DTYPES = {name: getattr(jnp, name) for name in (
    "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16",
    "float32", "float64", "complex64", "complex128")}
DTYPES["bool"] = jnp.bool_
UNARY = {
    "neg": jnp.negative, "abs": jnp.abs, "trunc": jnp.trunc,
    "ceil": jnp.ceil, "floor": jnp.floor, "round": lax.round,
    "sqrt": jnp.sqrt, "exp": jnp.exp, "log": jnp.log, "sin": jnp.sin,
    "cos": jnp.cos, "tan": jnp.tan, "asin": jnp.arcsin, "acos": jnp.arccos,
    "atan": jnp.arctan, "sinh": jnp.sinh, "cosh": jnp.cosh, "tanh": jnp.tanh,
    "recip": jnp.reciprocal, "sign": jnp.sign, "erf": lax.erf}
BINARY = {
    "add": jnp.add, "sub": jnp.subtract, "mul": jnp.multiply,
    "div": jnp.true_divide, "mod": jnp.fmod, "pow": jnp.power,
    "max": jnp.maximum, "min": jnp.minimum, "xor": jnp.bitwise_xor,
    "or": jnp.bitwise_or, "and": jnp.bitwise_and, "atan2": jnp.arctan2,
    "cmpeq": jnp.equal, "cmpne": jnp.not_equal, "cmplt": jnp.less,
    "cmple": jnp.less_equal}
REDUCTIONS = {"reduce_sum": jnp.sum, "reduce_prod": jnp.prod,
              "reduce_max": jnp.max, "reduce_min": jnp.min}
SCANS = {"sum": lax.cumsum, "prod": lax.cumprod, "max": lax.cummax,
         "min": lax.cummin}


def cast(attributes, outs):
    return lambda x: x.astype(outs[0])


def reduction(function, attributes, outs):
    # Integers wrap in their own dtype; by default JAX would widen them.
    named = {"axis": tuple(attributes["axes"]), "keepdims": attributes["keepdims"]}
    if function in (jnp.sum, jnp.prod):
        return lambda x: function(x, dtype=x.dtype, **named)
    return partial(function, **named)


def arg_reduction(function, attributes, outs):
    return partial(function, axis=attributes["axis"],
                   keepdims=attributes["keepdims"])


def scan(attributes, outs):
    return partial(SCANS[attributes["op"]], axis=attributes["axis"])


def sort(attributes, outs):
    return partial(jnp.sort, axis=attributes["axis"], stable=False,
                   descending=attributes["descending"])


def argsort(attributes, outs):
    return partial(jnp.argsort, axis=attributes["axis"], stable=True,
                   descending=attributes["descending"])


def pad(attributes, outs):
    if any(n < 0 for pair in attributes["padding"] for n in pair):
        raise Unsupported("only padding that adds elements is known here")
    return partial(jnp.pad, pad_width=attributes["padding"])


def cat(attributes, outs):
    return lambda *xs: jnp.concatenate(xs, axis=attributes["axis"])


def copy(attributes, outs):
    return partial(jnp.array, copy=True)


def gather(attributes, outs):
    return partial(jnp.take_along_axis, axis=attributes["axis"],
                   mode="promise_in_bounds")


def scatter(attributes, outs):
    def run(template, indices, updates):
        places = list(jnp.ogrid[tuple(slice(n) for n in indices.shape)])
        places[attributes["axis"]] = indices
        at = template.at[tuple(places)]
        function = at.set if attributes["mode"] == "set" else at.add
        return function(updates, mode="promise_in_bounds")
    return run


def unfold(attributes, outs):
    kernel, stride = attributes["kernel_size"], attributes["stride"]
    dilation, padding = attributes["dilation"], attributes["padding"]

    def run(x):
        rank = len(kernel)
        leading = x.shape[:-rank]
        y = jnp.pad(x, [(0, 0)] * len(leading) + [tuple(p) for p in padding])
        counts = [(n - (k - 1) * d - 1) // s + 1 for n, k, d, s in zip(
            y.shape[-rank:], kernel, dilation, stride)]
        windows = [y[(...,) + tuple(
            slice(at * d, at * d + (n - 1) * s + 1, s)
            for at, d, n, s in zip(place, dilation, counts, stride))]
            for place in np.ndindex(*kernel)]
        return jnp.stack(windows, len(leading)).reshape(
            *leading, len(windows), -1)
    return run


def matmul(attributes, outs):
    return lambda a, b: jnp.matmul(a, b, preferred_element_type=outs[0])


def transform(one, several, norm, attributes, outs):
    axes, sizes = attributes["axes"], attributes.get("s")
    if len(axes) == 1:
        return partial(one, n=sizes[0] if sizes else None, axis=axes[0],
                       norm=norm)
    return partial(several, s=sizes, axes=axes, norm=norm)


def full(attributes, outs):
    dtype = jnp.dtype(dtype_of(attributes["dtype"]))
    if not jnp.issubdtype(dtype, jnp.floating):
        raise Unsupported("only fills with floats are known here")
    # The value is an operand. Otherwise XLA would compute the result in advance.
    value = float.fromhex(attributes["value"])
    compiled = jax.jit(lambda x: jnp.full(attributes["shape"], x, dtype))
    return partial(compiled, value)


def cholesky(attributes, outs):
    return partial(jnp.linalg.cholesky, upper=attributes["upper"],
                   symmetrize_input=False)


def qr(attributes, outs):
    return partial(jnp.linalg.qr,
                   mode="reduced" if attributes["reduced"] else "complete")


def svd(attributes, outs):
    return partial(jnp.linalg.svd, full_matrices=attributes["full_matrices"])


def triangular_solve(attributes, outs):
    return partial(jax.scipy.linalg.solve_triangular,
                   trans=1 if attributes["transpose"] else 0,
                   lower=not attributes["upper"],
                   unit_diagonal=attributes["unit_diag"])


def threefry(attributes, outs):
    def run(keys, counters):
        words = [lax.bitcast_convert_type(x[..., i], jnp.uint32)
                 for x in (keys, counters) for i in (0, 1)]
        return lax.bitcast_convert_type(
            jnp.stack(threefry2x32_p.bind(*words), -1), jnp.int32)
    return run


FORWARD = "forward"  # the contract does not scale inverse transforms
OPS = {
    "where": lambda attributes, outs: jnp.where, "cast": cast,
    "associative_scan": scan, "argmax": partial(arg_reduction, jnp.argmax),
    "argmin": partial(arg_reduction, jnp.argmin), "sort": sort,
    "argsort": argsort, "pad": pad, "cat": cat, "assign": copy, "copy": copy,
    "contiguous": copy, "gather": gather, "scatter": scatter,
    "unfold": unfold, "matmul": matmul,
    "fft": partial(transform, jnp.fft.fft, jnp.fft.fftn, None),
    "rfft": partial(transform, jnp.fft.rfft, jnp.fft.rfftn, None),
    "ifft": partial(transform, jnp.fft.ifft, jnp.fft.ifftn, FORWARD),
    "irfft": partial(transform, jnp.fft.irfft, jnp.fft.irfftn, FORWARD),
    "cholesky": cholesky, "qr": qr, "svd": svd,
    "eigh": lambda attributes, outs: partial(jnp.linalg.eigh,
                                             symmetrize_input=False),
    "eig": lambda attributes, outs: jnp.linalg.eig,
    "triangular_solve": triangular_solve, "threefry": threefry}


def formula_of(op, xs, attributes, outs):
    if op in ("div", "recip") and jnp.issubdtype(xs[0].array.dtype, jnp.integer):
        raise Unsupported("quotients of integers are floats in JAX")
    if op in UNARY:
        return UNARY[op]
    if op in BINARY:
        return BINARY[op]
    if op in REDUCTIONS:
        return reduction(REDUCTIONS[op], attributes, outs)
    if op in OPS:
        return OPS[op](attributes, outs)
    raise Unsupported(f"JAX has no {op}")


def function_of(op, xs, outs, attributes):
    if op == "full":
        run = full(attributes, outs)
        return lambda: run().block_until_ready()
    formula = formula_of(op, xs, attributes, outs)
    views = [x.view for x in xs]
    compiled = jax.jit(lambda *arrays: formula(
        *(view(array) for view, array in zip(views, arrays))))
    arrays = [x.array for x in xs]
    if not isinstance(compiled(*arrays), jax.Array):
        return lambda: jax.block_until_ready(compiled(*arrays))
    if len(arrays) == 1:  # a call with a fixed number of arguments is faster
        x, = arrays
        return lambda: compiled(x).block_until_ready()
    if len(arrays) == 2:
        x, y = arrays
        return lambda: compiled(x, y).block_until_ready()
    return lambda: compiled(*arrays).block_until_ready()


def dtype_of(name):
    if name not in DTYPES:
        raise Unsupported(f"JAX has no {name}")
    return DTYPES[name]


def version():
    device = jax.devices()[0]
    threads = "1 thread" if THREADS == 1 else f"{THREADS} threads"
    return (f"{jax.__version__} (jaxlib {jax.lib.__version__}, "
            f"{device.device_kind}, {threads})")


class Viewed:
    """An array in the order of its storage, and a function that takes the view."""

    def __init__(self, storage, given):
        shape, strides = given["shape"], given["strides"]
        self.flipped = [axis for axis, n in enumerate(strides) if n < 0]
        start = given["offset"] + sum(
            strides[axis] * (shape[axis] - 1) for axis in self.flipped)
        # The axes of the storage, from the slowest to the fastest.
        self.order = sorted(
            (axis for axis, n in enumerate(strides) if n and shape[axis] > 1),
            key=lambda axis: -abs(strides[axis]))
        steps = [abs(strides[axis]) for axis in self.order]
        if any(above % below for above, below in zip(steps, steps[1:])) or any(
                shape[axis] > above // below for above, below, axis in zip(
                    steps, steps[1:], self.order[1:])):
            raise Unsupported("JAX has no view of this form")
        extents = [above // below for above, below in zip(steps, steps[1:])]
        if steps:
            extents = [shape[self.order[0]]] + extents
        self.is_sparse = bool(steps) and steps[-1] > 1
        if self.is_sparse:  # one more axis holds what a step passes over
            extents.append(steps[-1])
        count = int(np.prod(extents, dtype=np.int64))
        seen = np.zeros(count, storage.dtype)
        part = storage[start:start + count]
        seen[:part.size] = part
        self.array = jnp.asarray(seen.reshape(extents))
        self.shape = shape

    def view(self, array):
        limits = [self.shape[axis] for axis in self.order]
        if self.is_sparse:
            array = lax.index_in_dim(array, 0, -1, keepdims=False)
        if list(array.shape) != limits:
            array = lax.slice(array, [0] * len(limits), limits)
        if self.order != sorted(self.order):
            array = jnp.transpose(array, np.argsort(self.order))
        if list(array.shape) != self.shape:
            thin = [self.shape[axis] if axis in self.order else 1
                    for axis in range(len(self.shape))]
            array = jnp.broadcast_to(array.reshape(thin), self.shape)
        return jnp.flip(array, self.flipped) if self.flipped else array


def operand(buffer, at, given):
    dtype = np.dtype(dtype_of(given["dtype"]))
    size = given["count"] * dtype.itemsize
    storage = np.frombuffer(buffer, dtype, given["count"], at)
    return Viewed(storage, given), size


def out(given):
    return dtype_of(given["dtype"])  # JAX makes the arrays itself


def stored(result, dtype):
    # If JAX has no result in the dtype asked for, it is converted here.
    plain = np.asarray(result)
    return np.ascontiguousarray(
        plain.astype(DTYPES.get(dtype, plain.dtype))).tobytes()
