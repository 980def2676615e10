#!/usr/bin/env python3
"""Asks NumPy for a second opinion on ops of set nn that Nx leaves to its frontend.

Usage: docs/numpy_opinion.py [FOLDER]. Every golden vector of these ops whose dtype
NumPy has is computed by the NumPy function nearest to the op, floats in float64, and
held to what the vector accepts. Prints a line for each op and one for each case on
which the two disagree; the exit code is 1 if there is one.
"""
import sys

import hold_vectors
import numpy as np
import read_vectors as vectors
from numpy.lib.stride_tricks import sliding_window_view


def wide(x):
    """Returns floats in float64, so that NumPy rounds once, when it stores."""
    return x.astype(np.float64) if x.dtype.kind == "f" else x


def function(f):
    return lambda x, a, d: f(*map(wide, x)).astype(d)


def region(a):
    """Returns the slices of Python for ranges and steps."""
    return tuple(
        slice(start, stop, step) if step > 0 else
        slice(stop - 1, start - 1 if start > 0 else None, step)
        for (start, stop), step in zip(a["ranges"], a["steps"]))


def slice_assign(x, a, d):
    y = x[0].copy()
    y[region(a)] = x[1]
    return y


def repeat(x, a, d):
    return np.take(np.concatenate([x[0]] * max(a["times"], 1), a["axis"]),
                   range(x[0].shape[a["axis"]] * a["times"]), a["axis"])


def windows(x, a, d):
    shown = sliding_window_view(x[0], a["size"], a["axis"], writeable=True)
    return shown[(slice(None),) * a["axis"] + (slice(None, None, a["step"]),)]


def indices_as(a):
    return lambda y: y.astype(a["index_dtype"])


def topk(x, a, d):
    largest = -x[0] if d.kind == "f" else -x[0].astype(object)
    order = np.argsort(largest, a["axis"], kind="stable").take(
        range(a["k"]), a["axis"])
    return np.take_along_axis(x[0], order, a["axis"]), indices_as(a)(order)


def sort_with_indices(x, a, d):
    order = np.argsort(x[0], a["axis"], kind="stable")
    return np.take_along_axis(x[0], order, a["axis"]), indices_as(a)(order)


def extremum(place):
    """Takes the element at the index, as min and max return either zero."""
    def f(x, a, d):
        if x[0].ndim == 32:
            raise LookupError("NumPy 1 takes no index of so many axes")
        index = place(x[0], axis=a["axis"], keepdims=True)
        value = np.take_along_axis(x[0], index, a["axis"])
        if not a["keepdims"]:
            index, value = index.squeeze(a["axis"]), value.squeeze(a["axis"])
        return value, indices_as(a)(index)
    return f


def over_axes(f):
    return lambda x, a, d: f(wide(x[0]), axis=tuple(a["axes"]),
                             keepdims=a["keepdims"])


def mean(x, a, d):
    if d.kind != "f":
        raise LookupError("NumPy has no integer mean")
    return over_axes(np.mean)(x, a, d).astype(d)


def clamp(x, a, d):
    ends = [vectors.decode(a[key], d) if key in a else None
            for key in ("low", "high")]
    return np.clip(x[0], *ends)


COMBINE = {"add": np.add, "or": np.logical_or}


def update(into, place, values, how):
    """Combines values with the elements at a place, and rounds once."""
    if how == "assign":
        y = into.copy()
        y[place] = values
        return y
    y = wide(into).copy()
    COMBINE[how].at(y, place, wide(values))
    return y.astype(into.dtype)


def select_update(x, a, d):
    axis = a["axis"]
    front = [np.moveaxis(z, axis, 0) for z in (x[0], x[2])]
    return np.moveaxis(update(front[0], x[1], front[1], a["update"]), 0, axis)


def scatter_reduce(x, a, d):
    place = list(np.indices(x[1].shape, sparse=True))
    place[a["axis"]] = x[1]
    return update(x[0], tuple(place), x[2], a["update"])


def rows(index):
    return tuple(np.moveaxis(index, -1, 0))


def to_integers(x, scale, a):
    """Quantizes x, given one scale for all elements or one for each block."""
    for axis, size in enumerate(a["block_size"]):
        scale = np.repeat(scale, size, axis)
    with np.errstate(invalid="ignore", over="ignore"):
        q = np.clip(np.rint(wide(x) / wide(scale)), a["qmin"], a["qmax"])
    return np.nan_to_num(q).astype(np.int8)


def dequantize(x, a, d):
    scale = wide(x[1])
    for axis, size in enumerate(a["block_size"]):
        scale = np.repeat(scale, size, axis)
    with np.errstate(over="ignore"):
        return (x[0] * scale).astype(a["dtype"])


def quantize_dynamic(x, a, d):
    most = np.abs(wide(x[0]))
    for axis, size in enumerate(a["block_size"]):
        starts = range(0, most.shape[axis], size)
        most = np.maximum.reduceat(most, starts, axis) if starts else most
    if not a["block_size"]:
        most = np.max(most, initial=0)
    scale = 2 * most / (a["qmax"] - a["qmin"])
    scale = np.where(scale == 0, 1, scale)
    return to_integers(x[0], scale, a), scale.astype(np.float32)


OPS = {
    **{op: function(f) for op, f in dict(
        log1p=np.log1p, asinh=np.arcsinh, acosh=np.arccosh, atanh=np.arctanh,
        hypot=np.hypot, bitwise_not=np.invert, shift_left=np.left_shift,
        shift_right=np.right_shift, is_nan=np.isnan, is_inf=np.isinf).items()},
    "clamp": clamp,
    "mean": mean,
    "any": over_axes(np.any),
    "all": over_axes(np.all),
    "max_abs": lambda x, a, d: over_axes(np.max)([np.abs(x[0])], a, d).astype(d),
    "cross": lambda x, a, d: np.cross(*map(wide, x), axis=a["axis"]).astype(d),
    "max_with_index": extremum(np.argmax),
    "min_with_index": extremum(np.argmin),
    "sort_with_indices": sort_with_indices,
    "topk": topk,
    "select": lambda x, a, d: np.take(x[0], x[1], a["axis"]),
    "select_update": select_update,
    "gather_nd": lambda x, a, d: x[0][rows(x[1])],
    "scatter_nd": lambda x, a, d: update(x[0], rows(x[1]), x[2], a["update"]),
    "scatter_reduce": scatter_reduce,
    "slice": lambda x, a, d: x[0][(*region(a), ...)],
    "slice_assign": slice_assign,
    "mask_select": lambda x, a, d: x[0][x[1]],
    "argwhere": lambda x, a, d: indices_as(a)(np.argwhere(x[0])),
    "embedding": lambda x, a, d: x[0][x[1]],
    "embedding_backward": lambda x, a, d: update(
        np.zeros(x[0].shape, d), (x[2],), x[1], "add"),
    "repeat": repeat,
    "unfold_view": windows,
    "arange": lambda x, a, d: np.array(
        range(a["start"], a["stop"], a["step"]), d),
    "quantize": lambda x, a, d: to_integers(*x, a),
    "dequantize": dequantize,
    "quantize_dynamic": quantize_dynamic,
}


if __name__ == "__main__":
    sys.exit(hold_vectors.hold(OPS, explained={}))
