"""The functions of PyTorch nearest to the ops of set nn that Nx leaves to its frontend.

Used by torch_opinion.py. COMPUTED get floats in float64; MOVED get elements as they
are. A LookupError says that PyTorch has no such call.
"""
import torch
from torch.nn import functional as F


def wide(x):
    return x.double() if x.dtype.is_floating_point else x


def as_index(a):
    return lambda y: y.to(getattr(torch, a["index_dtype"]))


def pair(f):
    """Returns values and indices, the latter in the dtype asked for."""
    def g(x, a):
        values, indices = f(x, a)
        return values, as_index(a)(indices)
    return g


def over_axes(f):
    def g(x, a):
        if not a["axes"]:
            raise LookupError("an empty dim means all axes")
        return f(x, a["axes"], a["keepdims"])
    return g


def clamp(x, *limits, a):
    number = lambda t: float(t) if "n" in t else float.fromhex(t)
    read = number if x.dtype.is_floating_point else int
    return torch.clamp(x, *(read(a[k]) if k in a else None for k in ("low", "high")))


def topk(x, a):
    along = torch.movedim(x, a["axis"], -1)
    ordered = along.sort(-1).values
    if (ordered[..., 1:] == ordered[..., :-1]).any() or (x != x).any():
        raise LookupError("equal elements come in any order, and NaN first")
    return torch.topk(x, a["k"], a["axis"])


def region(a):
    if min(a["steps"], default=1) < 1:
        raise LookupError("steps are positive")
    return tuple(slice(start, stop, step)
                 for (start, stop), step in zip(a["ranges"], a["steps"]))


def slice_assign(x, value, a):
    y = x.clone()
    y[region(a)] = value
    return y


def accumulated(into, place, values, a):
    if a["update"] not in ("add", "assign"):
        raise LookupError("index_put adds or assigns")
    adds = a["update"] == "add"
    into, values = (wide(into), wide(values)) if adds else (into, values)
    return into.index_put(place, values, accumulate=adds)


def rows(index):
    return tuple(index.long().movedim(-1, 0))


def select_update(x, index, values, a):
    if a["update"] != "add":
        raise LookupError("index_add adds")
    return wide(x).index_add(a["axis"], index, wide(values))


def repeat(x, a):
    times = [1] * x.dim()
    times[a["axis"]] = a["times"]
    return x.repeat(times)


def quantize(x, scale, a):
    if a["block_size"]:
        raise LookupError("scales are of a tensor or of an axis")
    q = torch.quantize_per_tensor(x.float(), scale.float(), 0, torch.qint8)
    return q.int_repr().clamp(a["qmin"], a["qmax"])


def dequantize(q, scale, a):
    if a["block_size"]:
        raise LookupError("scales are of a tensor or of an axis")
    made = torch._make_per_tensor_quantized_tensor(q, float(scale), 0)
    return made.dequantize().to(getattr(torch, a["dtype"]))


COMPUTED = {
    **{op: (lambda f: lambda *x, a: f(*x))(f) for op, f in dict(
        log1p=torch.log1p, asinh=torch.asinh, acosh=torch.acosh, atanh=torch.atanh,
        hypot=torch.hypot).items()},
    "mean": over_axes(torch.mean),
    "cross": lambda x, y, a: torch.linalg.cross(x, y, dim=a["axis"]),
    "embedding_backward": lambda w, g, i, a: torch.ops.aten.embedding_dense_backward(
        g, i.long(), w.shape[0], -1, False),
    "quantize": quantize,
}
MOVED = {
    **{op: (lambda f: lambda *x, a: f(*x))(f) for op, f in dict(
        bitwise_not=torch.bitwise_not, shift_left=torch.bitwise_left_shift,
        shift_right=torch.bitwise_right_shift, is_nan=torch.isnan,
        is_inf=torch.isinf).items()},
    "clamp": clamp,
    "any": over_axes(lambda x, axes, keeps: torch.any(x != 0, axes, keeps)),
    "all": over_axes(lambda x, axes, keeps: torch.all(x != 0, axes, keeps)),
    "max_abs": over_axes(lambda x, axes, keeps: torch.amax(x.abs(), axes, keeps)),
    "max_with_index": pair(lambda x, a: torch.max(x, a["axis"], a["keepdims"])),
    "min_with_index": pair(lambda x, a: torch.min(x, a["axis"], a["keepdims"])),
    "sort_with_indices": pair(lambda x, a: torch.sort(x, a["axis"], stable=True)),
    "topk": pair(topk),
    "select": lambda x, i, a: torch.index_select(x, a["axis"], i),
    "select_update": select_update,
    "scatter_nd": lambda x, i, v, a: accumulated(x, rows(i), v, a),
    "gather_nd": lambda x, i, a: x[rows(i)],
    "slice": lambda x, a: x[(*region(a), ...)],
    "slice_assign": slice_assign,
    "mask_select": lambda x, mask, a: torch.masked_select(x, mask),
    "argwhere": lambda x, a: as_index(a)(torch.argwhere(x)),
    "embedding": lambda w, i, a: F.embedding(i, w),
    "repeat": repeat,
    "unfold_view": lambda x, a: x.unfold(a["axis"], a["size"], a["step"]),
    "arange": lambda a: torch.arange(a["start"], a["stop"], a["step"],
                                     dtype=getattr(torch, a["dtype"])),
    "dequantize": dequantize,
}
