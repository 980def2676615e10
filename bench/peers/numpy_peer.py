"""NumPy as a peer of `assay bench`. peer_loop.py follows it and calls it.

An op is a function below that gets the operands, the outs and the attributes
and returns a function without arguments that carries it out once; what that
returns, or else the outs, are the results. Expert code is what is wanted: the
outs that the caller provides, and no more passes than needed.
Tested by tests/bench/peers_test.cc.
"""

import functools

import numpy as np

partial = functools.partial


UNARY = {
    "neg": np.negative, "abs": np.absolute, "trunc": np.trunc,
    "ceil": np.ceil, "floor": np.floor, "sqrt": np.sqrt, "exp": np.exp,
    "log": np.log, "sin": np.sin, "cos": np.cos, "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "recip": np.reciprocal, "sign": np.sign}
BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply,
    "div": np.true_divide, "mod": np.fmod, "pow": np.power,
    "max": np.maximum, "min": np.minimum, "xor": np.bitwise_xor,
    "or": np.bitwise_or, "and": np.bitwise_and, "atan2": np.arctan2,
    "cmpeq": np.equal, "cmpne": np.not_equal, "cmplt": np.less,
    "cmple": np.less_equal}
REDUCTIONS = {"reduce_sum": np.add, "reduce_prod": np.multiply,
              "reduce_max": np.maximum, "reduce_min": np.minimum}
SCANS = {"sum": np.add, "prod": np.multiply, "max": np.maximum,
         "min": np.minimum}


def where(xs, outs, attributes):
    return partial(np.where, *xs)


def cast(xs, outs, attributes):
    return partial(np.copyto, outs[0], xs[0], casting="unsafe")


def reduction(ufunc, xs, outs, attributes):
    # Integers wrap in their own dtype; by default NumPy would widen them.
    return partial(ufunc.reduce, xs[0], axis=tuple(attributes["axes"]),
                   dtype=xs[0].dtype, out=outs[0],
                   keepdims=attributes["keepdims"])


def arg_reduction(function, xs, outs, attributes):
    # NumPy's indices have 64 bits.
    wide = np.empty(outs[0].shape, np.intp)
    return partial(function, xs[0], axis=attributes["axis"], out=wide,
                   keepdims=attributes["keepdims"])


def scan(xs, outs, attributes):
    return partial(SCANS[attributes["op"]].accumulate, xs[0],
                   axis=attributes["axis"], dtype=xs[0].dtype, out=outs[0])


def sort(xs, outs, attributes):
    if attributes["descending"]:
        raise Unsupported("NumPy sorts upwards alone")
    x, out, axis = xs[0], outs[0], attributes["axis"]

    def run():
        np.copyto(out, x)
        out.sort(axis=axis)
    return run


def argsort(xs, outs, attributes):
    if attributes["descending"]:
        raise Unsupported("NumPy sorts upwards alone")
    return partial(np.argsort, xs[0], axis=attributes["axis"], kind="stable")


def pad(xs, outs, attributes):
    x, padding = xs[0], attributes["padding"]
    shape = [extent + before + after
             for extent, (before, after) in zip(x.shape, padding)]
    inside = tuple(slice(before, before + extent)
                   for extent, (before, _) in zip(x.shape, padding))

    def run():  # np.pad is several times as slow
        y = np.zeros(shape, x.dtype)
        y[inside] = x
        return y
    return run


def cat(xs, outs, attributes):
    return partial(np.concatenate, xs, axis=attributes["axis"], out=outs[0])


def assign(xs, outs, attributes):
    return partial(np.copyto, outs[0], xs[0])


def copy(xs, outs, attributes):
    return partial(xs[0].copy, order="C")


def gather(xs, outs, attributes):
    data, indices = xs
    axis = attributes["axis"]
    # Indexing converts to 64-bit indices, so that is done once in advance.
    indices = indices.astype(np.intp)
    return partial(np.take_along_axis, data, indices, axis)


def scatter(xs, outs, attributes):
    template, indices, updates = xs
    axis = attributes["axis"]
    indices = indices.astype(np.intp)
    if indices.shape[:axis] + indices.shape[axis + 1:] != (
            template.shape[:axis] + template.shape[axis + 1:]):
        raise Unsupported("indices reach less far than the template")
    if attributes["mode"] == "set":
        def run():
            y = template.copy()
            np.put_along_axis(y, indices, updates, axis)
            return y
        return run
    others = list(np.ogrid[tuple(slice(n) for n in indices.shape)])
    others[axis] = indices
    places = tuple(others)

    def run():
        y = template.copy()
        np.add.at(y, places, updates)
        return y
    return run


def unfold(xs, outs, attributes):
    x = xs[0]
    kernel = attributes["kernel_size"]
    stride, dilation = attributes["stride"], attributes["dilation"]
    padding = attributes["padding"]
    rank = len(kernel)
    leading = x.shape[:-rank]
    spatial = [n + before + after
               for n, (before, after) in zip(x.shape[-rank:], padding)]
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    inside = (...,) + tuple(slice(before, before + n)
                            for n, (before, _) in zip(x.shape[-rank:], padding))

    def run():
        y = x
        if any(map(any, padding)):
            y = np.zeros(leading + tuple(spatial), x.dtype)
            y[inside] = x
        windows = np.lib.stride_tricks.sliding_window_view(
            y, reach, axis=tuple(range(-rank, 0)))
        windows = windows[(...,) + tuple(slice(None, None, s) for s in stride)
                          + tuple(slice(None, None, d) for d in dilation)]
        n = len(leading)
        order = (list(range(n)) + list(range(n + rank, n + 2 * rank))
                 + list(range(n, n + rank)))
        return windows.transpose(order).reshape(
            *leading, int(np.prod(kernel)), -1)
    return run


def matmul(xs, outs, attributes):
    return partial(np.matmul, *xs, out=outs[0])


def fft(xs, outs, attributes):  # NumPy 1 computes in double precision
    axes = attributes["axes"]
    if len(axes) == 1:
        return partial(np.fft.fft, xs[0], axis=axes[0])
    return partial(np.fft.fftn, xs[0], axes=axes)


def rfft(xs, outs, attributes):
    axes = attributes["axes"]
    if len(axes) == 1:
        return partial(np.fft.rfft, xs[0], axis=axes[0])
    return partial(np.fft.rfftn, xs[0], axes=axes)


def ifft(xs, outs, attributes):  # the contract does not scale
    axes = attributes["axes"]
    if len(axes) == 1:
        return partial(np.fft.ifft, xs[0], axis=axes[0], norm="forward")
    return partial(np.fft.ifftn, xs[0], axes=axes, norm="forward")


def irfft(xs, outs, attributes):
    axes, sizes = attributes["axes"], attributes.get("s")
    if len(axes) == 1:
        return partial(np.fft.irfft, xs[0], sizes[0] if sizes else None,
                       axis=axes[0], norm="forward")
    return partial(np.fft.irfftn, xs[0], sizes, axes=axes, norm="forward")


def full(xs, outs, attributes):
    dtype = dtype_of(attributes["dtype"])
    if dtype.kind != "f":
        raise Unsupported("only fills with floats are known here")
    value = float.fromhex(attributes["value"])
    return partial(np.full, attributes["shape"], value, dtype)


def cholesky(xs, outs, attributes):
    if attributes["upper"]:
        raise Unsupported("NumPy gives the lower factor alone")
    return partial(np.linalg.cholesky, xs[0])


def qr(xs, outs, attributes):
    return partial(np.linalg.qr, xs[0],
                   "reduced" if attributes["reduced"] else "complete")


def svd(xs, outs, attributes):
    return partial(np.linalg.svd, xs[0],
                   full_matrices=attributes["full_matrices"])


def eigh(xs, outs, attributes):
    return partial(np.linalg.eigh, xs[0])


def eig(xs, outs, attributes):
    return partial(np.linalg.eig, xs[0])


OPS = {
    "where": where, "cast": cast, "associative_scan": scan,
    "argmax": partial(arg_reduction, np.argmax),
    "argmin": partial(arg_reduction, np.argmin), "sort": sort,
    "argsort": argsort, "pad": pad, "cat": cat, "assign": assign,
    "copy": copy, "contiguous": copy, "gather": gather, "scatter": scatter,
    "unfold": unfold, "matmul": matmul, "fft": fft, "rfft": rfft,
    "ifft": ifft, "irfft": irfft, "full": full,
    "cholesky": cholesky, "qr": qr, "svd": svd, "eigh": eigh,
    "eig": eig}


def function_of(op, xs, outs, attributes):
    if op == "div" and xs[0].dtype.kind in "iu":
        raise Unsupported("NumPy rounds quotients of integers down")
    if op == "recip" and xs[0].dtype.kind in "iu":
        raise Unsupported("reciprocals of integers differ")
    if op in UNARY:
        return partial(UNARY[op], *xs, out=outs[0])
    if op in BINARY:
        return partial(BINARY[op], *xs, out=outs[0])
    if op in REDUCTIONS:
        return reduction(REDUCTIONS[op], xs, outs, attributes)
    if op in OPS:
        return OPS[op](xs, outs, attributes)
    raise Unsupported(f"NumPy has no {op}")


def dtype_of(name):
    try:
        return np.dtype(name)
    except TypeError:
        raise Unsupported(f"NumPy has no {name}") from None


def version():
    np.seterr(all="ignore")
    try:
        blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
        return f"{np.__version__} ({blas['name']} {blas['version']})"
    except (TypeError, KeyError):  # earlier versions only print it
        return np.__version__


def operand(buffer, at, given):
    dtype = dtype_of(given["dtype"])
    storage = np.frombuffer(buffer, dtype, given["count"], at).copy()
    return np.lib.stride_tricks.as_strided(
        storage[given["offset"]:], given["shape"],
        [stride * dtype.itemsize for stride in given["strides"]]), storage.nbytes


def out(given):
    # Unlike zeros(), empty() asks the system for large pages.
    array = np.empty(given["shape"], dtype_of(given["dtype"]))
    array.fill(0)
    return array


def stored(result, dtype):
    # If NumPy has no result in the dtype asked for, it is converted here.
    return np.ascontiguousarray(result).astype(dtype).tobytes()
