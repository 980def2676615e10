# Maps the ops that move, select and make elements to operators of ONNX, as
# nodes.py does for the other ops.
# Tested by tests/scripts/onnx_adapter_test.py.
import numpy as np

from elements import DTYPES, element, name_of
from nodes import Constant, Node, int64, row, same, sides, tensor_attribute


@row("copy")
def copy(x, a, outs):
    return Node("Identity", x, same(x))


@row("expand")
def expand(x, a, outs):
    return Node("Expand", [x[0], int64(a["shape"])], same(x))


@row("reshape")
def reshape(x, a, outs):
    return Node("Reshape", [x[0], int64(a["shape"])], same(x), allowzero=1)


@row("permute")
def permute(x, a, outs):
    return Node("Transpose", x, same(x), perm=list(a["axes"]))


BEFORE_FIRST = -(2**63) + 1  # a stop that Slice clamps to before the first


def cut(x, ranges, steps):
    """Slices. A negative step walks its range from stop - 1 down to start."""
    starts, stops = [], []
    for (start, stop), step in zip(ranges, steps):
        starts.append(start if step > 0 else stop - 1)
        stops.append(
            stop if step > 0 else start - 1 if start > 0 else BEFORE_FIRST
        )
    axes = list(range(len(steps)))
    limits = [int64(one) for one in (starts, stops, axes, steps)]
    return Node("Slice", [x[0], *limits], same(x))


@row("shrink")
def shrink(x, a, outs):
    return cut(x, a["ranges"], [1] * x[0].ndim)


@row("slice")
def slice_steps(x, a, outs):
    return cut(x, a["ranges"], a["steps"])


@row("flip")
def flip(x, a, outs):
    ranges = [[0, extent] for extent in x[0].shape]
    return cut(x, ranges, [-1 if one else 1 for one in a["axes"]])


@row("pad")
def pad(x, a, outs):
    value = Constant(element(a["value"], name_of(x[0])))
    return Node("Pad", [x[0], int64(sides(a)), value], same(x), mode="constant")


@row("cat")
def cat(x, a, outs):
    return Node("Concat", x, outs, axis=a["axis"])


@row("full")
def full(x, a, outs):
    value = tensor_attribute(element(a["value"], a["dtype"]).reshape(1))
    shape = np.array(a["shape"], np.int64)
    return Node("ConstantOfShape", [shape], [a["dtype"]], value=value)


@row("gather")
def gather(x, a, outs):
    return Node("GatherElements", x, outs, axis=a["axis"])


@row("scatter")
def scatter(x, a, outs):
    reduction = {"set": "none", "add": "add"}[a["mode"]]
    return Node(
        "ScatterElements", x, same(x), axis=a["axis"], reduction=reduction
    )


@row("select")
def select(x, a, outs):
    return Node("Gather", x, outs, axis=a["axis"])


@row("embedding")
def embedding(x, a, outs):
    return Node("Gather", x, outs, axis=0)


@row("gather_nd")
def gather_nd(x, a, outs):
    return Node("GatherND", [x[0], x[1].astype(np.int64)], outs)


@row("scatter_nd")
def scatter_nd(x, a, outs):
    reduction = {"assign": "none"}.get(a["update"], a["update"])
    places = x[1].astype(np.int64)
    return Node("ScatterND", [x[0], places, x[2]], outs, reduction=reduction)


@row("mask_select")
def mask_select(x, a, outs):
    return Node("Compress", [x[0], x[1].reshape(-1)], same(x))


@row("argwhere")
def argwhere(x, a, outs):
    def finish(results):
        return [results[0].T.astype(DTYPES[a["index_dtype"]])]

    return Node("NonZero", x, ["int64"], finish)


@row("repeat")
def repeat(x, a, outs):
    times = [1] * x[0].ndim
    times[a["axis"]] = a["times"]
    return Node("Tile", [x[0], int64(times)], outs)


@row("arange")
def arange(x, a, outs):
    dtype = DTYPES[a["dtype"]]
    ends = [np.array(a[key], dtype) for key in ("start", "stop", "step")]
    return Node("Range", ends, [a["dtype"]])
