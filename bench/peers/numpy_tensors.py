"""Tensor ops of the sets nn and lax in NumPy. numpy_peer.py comes before this text.

Indexing converts to 64-bit indices, so that is done once in advance.
Tested by tests/bench/peers_test.cc.
"""

UNARY.update({
    "log1p": np.log1p, "expm1": np.expm1, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "is_nan": np.isnan,
    "is_inf": np.isinf, "bitwise_not": np.invert})
BINARY.update({
    "hypot": np.hypot, "cmpgt": np.greater, "cmpge": np.greater_equal,
    "shift_left": np.left_shift, "shift_right": np.right_shift})


def over_axes(function, xs, outs, attributes):
    return partial(function, xs[0], axis=tuple(attributes["axes"]),
                   keepdims=attributes["keepdims"])


def einsum(xs, outs, attributes):
    subscripts = attributes["subscripts"]
    operands = [part for pair in zip(xs, subscripts["inputs"]) for part in pair]
    path, _ = np.einsum_path(*operands, subscripts["output"],
                             optimize="optimal")
    return partial(np.einsum, *operands, subscripts["output"], optimize=path)


def select(xs, outs, attributes):
    return partial(np.take, xs[0], xs[1].astype(np.intp),
                   axis=attributes.get("axis", 0))


def gather_nd(xs, outs, attributes):
    places = tuple(np.moveaxis(xs[1].astype(np.intp), -1, 0))
    if len(places) == 1:
        return partial(np.take, xs[0], places[0], axis=0)
    return lambda: xs[0][places]


def slice_assign(xs, outs, attributes):
    x, value = xs
    region = tuple(slice(start, stop, step) for (start, stop), step in zip(
        attributes["ranges"], attributes["steps"]))

    def run():
        y = x.copy()
        y[region] = value
        return y
    return run


def repeat(xs, outs, attributes):
    times = [1] * xs[0].ndim
    times[attributes["axis"]] = attributes["times"]
    return partial(np.tile, xs[0], times)


def arange(xs, outs, attributes):
    return partial(np.arange, attributes["start"], attributes["stop"],
                   attributes["step"], dtype_of(attributes["dtype"]))


def dynamic_slice(xs, outs, attributes):
    x, starts = xs
    region = tuple(slice(start, start + size) for start, size in zip(
        starts.tolist(), attributes["slice_sizes"]))
    return lambda: x[region].copy()


def dynamic_update_slice(xs, outs, attributes):
    x, update, starts = xs
    region = tuple(
        slice(start, start + size) for start, size in zip(
            (min(start, n - m) for start, n, m in zip(
                starts.tolist(), x.shape, update.shape)), update.shape))

    def run():
        y = x.copy()
        y[region] = update
        return y
    return run


def triangle(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["k"])


OPS.update({
    "mean": partial(over_axes, np.mean), "any": partial(over_axes, np.any),
    "all": partial(over_axes, np.all), "einsum": einsum, "select": select,
    "embedding": select, "gather_nd": gather_nd, "slice_assign": slice_assign,
    "repeat": repeat, "arange": arange, "dynamic_slice": dynamic_slice,
    "dynamic_update_slice": dynamic_update_slice,
    "mask_select": lambda xs, outs, attributes: partial(
        np.compress, xs[1].ravel(), xs[0].ravel()),
    "argwhere": lambda xs, outs, attributes: partial(np.argwhere, xs[0]),
    "cross": lambda xs, outs, attributes: partial(
        np.cross, *xs, axis=attributes["axis"]),
    "tril": partial(triangle, np.tril), "triu": partial(triangle, np.triu),
    "solve": lambda xs, outs, attributes: partial(np.linalg.solve, *xs)})
