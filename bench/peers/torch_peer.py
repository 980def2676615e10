"""PyTorch as a peer of `assay bench`. peer_loop.py follows it and calls it.

An op is a function below that gets the operands, the outs and the attributes
and returns a function without arguments that carries it out once; what that
returns, or else the outs, are the results.
Tested by tests/bench/peers_test.cc.
"""

import functools
import math
import os

import torch

partial = functools.partial

DTYPES = {name: getattr(torch, name) for name in (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16",
    "float32", "float64", "complex64", "complex128")}
UNARY = {
    "neg": torch.neg, "abs": torch.abs, "trunc": torch.trunc,
    "ceil": torch.ceil, "floor": torch.floor, "sqrt": torch.sqrt,
    "exp": torch.exp, "log": torch.log, "sin": torch.sin, "cos": torch.cos,
    "tan": torch.tan, "asin": torch.asin, "acos": torch.acos,
    "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh,
    "tanh": torch.tanh, "recip": torch.reciprocal, "sign": torch.sign,
    "erf": torch.erf}
BINARY = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul,
    "div": torch.div, "mod": torch.fmod, "pow": torch.pow,
    "max": torch.maximum, "min": torch.minimum, "xor": torch.bitwise_xor,
    "or": torch.bitwise_or, "and": torch.bitwise_and, "atan2": torch.atan2,
    "cmpeq": torch.eq, "cmpne": torch.ne, "cmplt": torch.lt,
    "cmple": torch.le}
EXTREMA = {"reduce_max": torch.amax, "reduce_min": torch.amin}
SCANS = {"sum": torch.cumsum, "prod": torch.cumprod}


def where(xs, outs, attributes):
    return partial(torch.where, *xs, out=outs[0])


def cast(xs, outs, attributes):
    return partial(outs[0].copy_, xs[0])


def reduce_sum(xs, outs, attributes):
    # Integers wrap in their own dtype; by default PyTorch would widen them.
    return partial(torch.sum, xs[0], attributes["axes"], attributes["keepdims"],
                   dtype=xs[0].dtype, out=outs[0])


def reduce_prod(xs, outs, attributes):
    if len(attributes["axes"]) != 1:
        raise Unsupported("PyTorch multiplies along one axis")
    return partial(torch.prod, xs[0], attributes["axes"][0],
                   attributes["keepdims"], dtype=xs[0].dtype, out=outs[0])


def extremum(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["axes"], attributes["keepdims"],
                   out=outs[0])


def arg_reduction(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["axis"], attributes["keepdims"])


def scan(xs, outs, attributes):
    op, axis = attributes["op"], attributes["axis"]
    if op in SCANS:
        return partial(SCANS[op], xs[0], axis, dtype=xs[0].dtype, out=outs[0])
    positions = torch.empty(outs[0].shape, dtype=torch.int64)
    function = torch.cummax if op == "max" else torch.cummin
    return partial(first, function, xs[0], axis, out=(outs[0], positions))


def first(function, *arguments, **named):
    return function(*arguments, **named)[0]


def sort(xs, outs, attributes):
    positions = torch.empty(outs[0].shape, dtype=torch.int64)
    return partial(first, torch.sort, xs[0], dim=attributes["axis"],
                   descending=attributes["descending"],
                   out=(outs[0], positions))


def argsort(xs, outs, attributes):
    return partial(torch.argsort, xs[0], dim=attributes["axis"],
                   descending=attributes["descending"], stable=True)


def pad(xs, outs, attributes):
    if any(n < 0 for pair in attributes["padding"] for n in pair):
        raise Unsupported("only padding that adds elements is known here")
    sizes = [n for pair in reversed(attributes["padding"]) for n in pair]
    return partial(torch.nn.functional.pad, xs[0], sizes)


def cat(xs, outs, attributes):
    return partial(torch.cat, xs, attributes["axis"], out=outs[0])


def copy(xs, outs, attributes):
    return partial(xs[0].clone, memory_format=torch.contiguous_format)


def gather(xs, outs, attributes):
    # PyTorch's indices have 64 bits, so they are converted once in advance.
    return partial(torch.gather, xs[0], attributes["axis"], xs[1].long())


def scatter(xs, outs, attributes):
    template, indices, updates = xs
    function = (template.scatter if attributes["mode"] == "set"
                else template.scatter_add)
    return partial(function, attributes["axis"], indices.long(), updates)


def windows(attributes):
    padding = attributes["padding"]
    if len(padding) != 2 or any(a != b for a, b in padding):
        raise Unsupported("PyTorch has windows over two axes, padded alike")
    return {"kernel_size": attributes["kernel_size"],
            "dilation": attributes["dilation"], "stride": attributes["stride"],
            "padding": [a for a, _ in padding]}


def unfold(xs, outs, attributes):
    x, named = xs[0], windows(attributes)
    images = x.reshape(1, -1, *x.shape[-2:])
    kernel = math.prod(attributes["kernel_size"])
    return lambda: torch.nn.functional.unfold(images, **named).reshape(
        *x.shape[:-2], kernel, -1)


def fold(xs, outs, attributes):
    x, named = xs[0], windows(attributes)
    columns = x.reshape(1, -1, x.shape[-1])
    size = attributes["output_size"]
    return lambda: torch.nn.functional.fold(columns, size, **named).reshape(
        *x.shape[:-2], *size)


def matmul(xs, outs, attributes):
    return partial(torch.matmul, *xs, out=outs[0])


def transform(one, several, norm, xs, outs, attributes):
    axes, sizes = attributes["axes"], attributes.get("s")
    if len(axes) == 1:
        return partial(one, xs[0], sizes[0] if sizes else None, axes[0], norm)
    return partial(several, xs[0], sizes, axes, norm)


def full(xs, outs, attributes):
    dtype = dtype_of(attributes["dtype"])
    if not dtype.is_floating_point:
        raise Unsupported("only fills with floats are known here")
    return partial(torch.full, attributes["shape"],
                   float.fromhex(attributes["value"]), dtype=dtype)


def cholesky(xs, outs, attributes):
    return partial(torch.linalg.cholesky, xs[0], upper=attributes["upper"])


def qr(xs, outs, attributes):
    return partial(torch.linalg.qr, xs[0],
                   "reduced" if attributes["reduced"] else "complete")


def svd(xs, outs, attributes):
    return partial(torch.linalg.svd, xs[0], attributes["full_matrices"])


def triangular_solve(xs, outs, attributes):
    a, b = xs
    if attributes["transpose"]:
        a = a.mT
    return partial(torch.linalg.solve_triangular, a, b,
                   upper=attributes["upper"] != attributes["transpose"],
                   unitriangular=attributes["unit_diag"])


FORWARD = "forward"  # the contract does not scale inverse transforms
OPS = {
    "where": where, "cast": cast, "associative_scan": scan,
    "reduce_sum": reduce_sum, "reduce_prod": reduce_prod,
    "argmax": partial(arg_reduction, torch.argmax),
    "argmin": partial(arg_reduction, torch.argmin), "sort": sort,
    "argsort": argsort, "pad": pad, "cat": cat, "assign": cast,
    "copy": copy, "contiguous": copy, "gather": gather, "scatter": scatter,
    "unfold": unfold, "fold": fold, "matmul": matmul, "full": full,
    "fft": partial(transform, torch.fft.fft, torch.fft.fftn, None),
    "rfft": partial(transform, torch.fft.rfft, torch.fft.rfftn, None),
    "ifft": partial(transform, torch.fft.ifft, torch.fft.ifftn, FORWARD),
    "irfft": partial(transform, torch.fft.irfft, torch.fft.irfftn, FORWARD),
    "cholesky": cholesky, "qr": qr, "svd": svd,
    "triangular_solve": triangular_solve,
    "eigh": lambda xs, outs, attributes: partial(torch.linalg.eigh, xs[0]),
    "eig": lambda xs, outs, attributes: partial(torch.linalg.eig, xs[0])}


def function_of(op, xs, outs, attributes):
    if op in ("div", "recip") and not (
            xs[0].is_floating_point() or xs[0].is_complex()):
        raise Unsupported("quotients of integers are floats in PyTorch")
    if op in UNARY:
        return partial(UNARY[op], *xs, out=outs[0])
    if op in BINARY:
        return partial(BINARY[op], *xs, out=outs[0])
    if op in EXTREMA:
        return extremum(EXTREMA[op], xs, outs, attributes)
    if op in OPS:
        return OPS[op](xs, outs, attributes)
    raise Unsupported(f"PyTorch has no {op}")


def dtype_of(name):
    if name not in DTYPES:
        raise Unsupported(f"PyTorch has no {name}")
    return DTYPES[name]


def version():
    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    torch.set_grad_enabled(False)
    return torch.__version__


def operand(buffer, at, given):
    dtype = dtype_of(given["dtype"])
    if any(stride < 0 for stride in given["strides"]):
        raise Unsupported("PyTorch has no negative strides")
    size = given["count"] * dtype.itemsize
    given_bytes = bytearray(buffer[at:at + size])
    # The clone is aligned as PyTorch aligns.
    storage = torch.frombuffer(given_bytes, dtype=dtype).clone()
    x = storage.as_strided(given["shape"], given["strides"], given["offset"])
    return x, size


def out(given):
    return torch.zeros(given["shape"], dtype=dtype_of(given["dtype"]))


def stored(result, dtype):
    # If PyTorch has no result in the dtype asked for, it is converted here.
    plain = result.to(DTYPES.get(dtype, result.dtype)).contiguous()
    return plain.reshape(-1).view(torch.uint8).numpy().tobytes()
