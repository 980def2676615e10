"""Tensor ops of neural networks in PyTorch. torch_layers.py comes before this text.

PyTorch's indices have 64 bits, so they are converted once in advance.
Tested by tests/bench/peers_test.cc.
"""

UNARY.update({
    "log1p": torch.log1p, "asinh": torch.asinh, "acosh": torch.acosh,
    "atanh": torch.atanh, "bitwise_not": torch.bitwise_not,
    "rsqrt": torch.rsqrt, "expm1": torch.expm1})
BINARY.update({
    "hypot": torch.hypot, "shift_left": torch.bitwise_left_shift,
    "shift_right": torch.bitwise_right_shift, "cmpgt": torch.gt,
    "cmpge": torch.ge})


def clamp(xs, outs, attributes):
    return partial(torch.clamp, xs[0], number(attributes, "low"),
                   number(attributes, "high"))


def over_axes(function, xs, outs, attributes):
    return partial(function, xs[0], dim=attributes["axes"],
                   keepdim=attributes["keepdims"])


def extremum_with_index(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["axis"], attributes["keepdims"])


def sort_with_indices(xs, outs, attributes):
    return partial(torch.sort, xs[0], dim=attributes["axis"], stable=True,
                   descending=attributes["descending"])


def topk(xs, outs, attributes):
    return partial(torch.topk, xs[0], attributes["k"], attributes["axis"])


def places_of(indices):
    return tuple(indices.long().unbind(-1))


def gather_nd(xs, outs, attributes):
    places = places_of(xs[1])
    if len(places) == 1:
        return partial(torch.index_select, xs[0], 0, places[0])
    return lambda: xs[0][places]


def select_update(xs, outs, attributes):
    x, indices, value = xs
    return partial(torch.index_add, x, attributes["axis"], indices.long(),
                   value)


def scatter_nd(xs, outs, attributes):
    x, indices, values = xs
    return partial(torch.index_put, x, places_of(indices), values,
                   attributes["update"] == "add")


def embedding_backward(xs, outs, attributes):
    weights, grad, indices = xs
    return partial(aten.embedding_dense_backward, grad, indices.long(),
                   weights.shape[0], -1, False)


def slice_assign(xs, outs, attributes):
    x, value = xs
    region = tuple(slice(start, stop, step) for (start, stop), step in zip(
        attributes["ranges"], attributes["steps"]))

    def run():
        y = x.clone()
        y[region] = value
        return y
    return run


def repeat(xs, outs, attributes):
    times = [1] * xs[0].dim()
    times[attributes["axis"]] = attributes["times"]
    return partial(xs[0].repeat, times)


def arange(xs, outs, attributes):
    return partial(torch.arange, attributes["start"], attributes["stop"],
                   attributes["step"], dtype=dtype_of(attributes["dtype"]))


def triangle(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["k"])


OPS.update({
    "clamp": clamp, "is_nan": partial(by_element, torch.isnan),
    "is_inf": partial(by_element, torch.isinf),
    "mean": partial(over_axes, torch.mean),
    "any": partial(over_axes, torch.any), "all": partial(over_axes, torch.all),
    "max_abs": partial(over_axes, partial(torch.linalg.vector_norm,
                                          ord=math.inf)),
    "cross": lambda xs, outs, attributes: partial(
        torch.linalg.cross, *xs, dim=attributes["axis"]),
    "max_with_index": partial(extremum_with_index, torch.max),
    "min_with_index": partial(extremum_with_index, torch.min),
    "sort_with_indices": sort_with_indices, "topk": topk,
    "select": lambda xs, outs, attributes: partial(
        torch.index_select, xs[0], attributes["axis"], xs[1].long()),
    "embedding": lambda xs, outs, attributes: partial(
        F.embedding, xs[1].long(), xs[0]),
    "embedding_backward": embedding_backward, "gather_nd": gather_nd,
    "select_update": select_update, "scatter_nd": scatter_nd,
    "slice_assign": slice_assign, "repeat": repeat, "arange": arange,
    "mask_select": partial(by_element, torch.masked_select),
    "argwhere": partial(by_element, torch.nonzero),
    "tril": partial(triangle, torch.tril),
    "triu": partial(triangle, torch.triu),
    "lu": lambda xs, outs, attributes: partial(torch.linalg.lu, xs[0]),
    "lu_factor": lambda xs, outs, attributes: partial(
        torch.linalg.lu_factor, xs[0]),
    "solve": lambda xs, outs, attributes: partial(torch.linalg.solve, *xs)})
