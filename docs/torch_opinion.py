#!/usr/bin/env python3
"""Asks PyTorch for a second opinion on the golden vectors of op set nn.

Usage: docs/torch_opinion.py [FOLDER], with a Python that has torch and numpy.
Every case whose op and dtype both libraries have is computed by torch in float64,
rounded to the dtype of the case, and held to what the vector accepts. Prints a
line for each op and a line for each case on which the two disagree; the exit code
is 1 if there is a case that EXPLAINED does not list.
"""
import math
import sys

import hold_vectors
import numpy as np
import torch
from torch.nn import functional as F

from torch_frontend import COMPUTED, MOVED

# The cases on which PyTorch answers otherwise, by the start of a clause, and why.
EXPLAINED = {
    "conv.padding_is_no_term": "explicit zeros are multiplied by the weight",
    "conv.isolated_nan": "explicit zeros are multiplied by the weight",
    "conv_weight_backward.nonfinite": "explicit zeros are multiplied",
    "conv_transpose_weight_backward.nonfinite": "explicit zeros are multiplied",
    "max_pool_with_indices.no_element": "an empty window has an index",
    "interpolate_backward.zero_weight":
        "where extents are equal, 0 times the element itself is added",
}


def number(text):
    return float(text) if "n" in text else float.fromhex(text)


def gradient(forward, of, grad, others):
    """Returns the gradient of forward(of, *others) with respect to `of`."""
    leaf = of.detach().clone().requires_grad_(True)
    return torch.autograd.grad(forward(leaf, *others), leaf, grad)[0]


def padded(x, a):
    """Returns x with explicit padding, which may differ on both sides."""
    sides = [n for pair in reversed(a["padding"]) for n in pair]
    return F.pad(x, sides)


def conv(x, weight, bias, a):
    f = (F.conv1d, F.conv2d, F.conv3d)[x.dim() - 3]
    before, after = zip(*a["padding"])
    options = dict(stride=a["stride"], dilation=a["dilation"], groups=a["groups"])
    if before == after:
        return f(x, weight, bias, padding=list(before), **options)
    return f(padded(x, a), weight, bias, **options)


def conv_transpose(x, weight, bias, a):
    f = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[x.dim() - 3]
    return f(x, weight, bias, stride=a["stride"], dilation=a["dilation"],
             groups=a["groups"], padding=[before for before, _ in a["padding"]],
             output_padding=a.get("output_padding", 0))


def symmetric(a):
    if any(before != after for before, after in a.get("padding", [])):
        raise LookupError("pools of torch pad both sides alike")
    return [before for before, _ in a["padding"]]


def max_pool(x, a):
    f = (F.max_pool1d, F.max_pool2d, F.max_pool3d)[x.dim() - 3]
    return f(x, a["kernel_size"], a["stride"], symmetric(a), a["dilation"],
             a["ceil_mode"], return_indices=True)


def avg_pool(x, a):
    f = (F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)[x.dim() - 3]
    return f(x, a["kernel_size"], a["stride"], symmetric(a), a["ceil_mode"],
             a["count_include_pad"])


def adaptive(x, a):
    f = (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d)
    return f[x.dim() - 3](x, a["output_size"])


def max_pool_backward(x, grad, index, a):
    planes = x.shape[0] * x.shape[1]
    gx = torch.zeros(planes, math.prod(x.shape[2:]), dtype=grad.dtype)
    keep = (index >= 0).reshape(planes, -1)
    gx.scatter_add_(1, index.reshape(planes, -1).clamp(min=0).long(),
                    torch.where(keep, grad.reshape(planes, -1), 0.0))
    return gx.reshape(x.shape)


def interpolate(x, a):
    mode = a["interpolation"].replace("_", "-")
    if mode == "lanczos3":
        raise LookupError("torch has lanczos with antialias alone")
    corners = None if mode.startswith("nearest") else a["align_corners"]
    return F.interpolate(x, tuple(a["output_size"]), mode=mode,
                         align_corners=corners)


def attention(q, k, v, *rest, a):
    if "softcap" in a:
        raise LookupError("torch has no softcap")
    queries, keys = q.shape[2], k.shape[2]
    mask = torch.zeros(q.shape[0], q.shape[1], queries, keys, dtype=q.dtype)
    rest = list(rest)
    if a["masked"]:
        mask.masked_fill_(rest.pop(0).bool(), -math.inf)
    if a["biased"]:
        mask = mask + rest.pop(0)
    if a["causal"]:
        seen = torch.ones(queries, keys).tril(keys - queries).bool()
        mask.masked_fill_(~seen, -math.inf)
    scale = number(a["scale"]) if "scale" in a else None
    return F.scaled_dot_product_attention(q, k, v, mask, scale=scale)


def biased(f):
    return lambda x, w, *bias, a: f(x, w, bias[0] if bias else None, a)


OPS = {
    "linear": lambda x, w, *b, a: F.linear(x, w.T, *b),
    "linear_x_backward": lambda w, g, a: g @ w.T,
    "linear_weight_backward": lambda x, g, a: (
        x.reshape(-1, x.shape[-1]).T @ g.reshape(-1, g.shape[-1])),
    "bias_backward": lambda g, a: g.sum(
        [i for i in range(g.dim()) if i != a["axis"]]),
    "conv": biased(conv),
    "conv_transpose": biased(conv_transpose),
    "conv_x_backward": lambda x, w, g, a: gradient(
        lambda z: conv(z, w, None, a), torch.zeros(x.shape, dtype=g.dtype), g, ()),
    "conv_weight_backward": lambda x, w, g, a: gradient(
        lambda z: conv(x, z, None, a), torch.zeros(w.shape, dtype=g.dtype), g, ()),
    "conv_transpose_weight_backward": lambda x, w, g, a: gradient(
        lambda z: conv_transpose(x, z, None, a),
        torch.zeros(w.shape, dtype=g.dtype), g, ()),
    "max_pool": lambda x, a: max_pool(x, a)[0],
    "max_pool_with_indices": lambda x, a: max_pool(x, a),
    "max_pool_backward": lambda x, g, i, a: max_pool_backward(x, g, i, a),
    "avg_pool": lambda x, a: avg_pool(x, a),
    "avg_pool_backward": lambda x, g, a: gradient(
        lambda z: avg_pool(z, a), torch.zeros(x.shape, dtype=g.dtype), g, ()),
    "adaptive_avg_pool": lambda x, a: adaptive(x, a),
    "adaptive_avg_pool_backward": lambda x, g, a: gradient(
        lambda z: adaptive(z, a), torch.zeros(x.shape, dtype=g.dtype), g, ()),
    "interpolate": lambda x, a: interpolate(x, a),
    "interpolate_backward": lambda x, g, a: gradient(
        lambda z: interpolate(z, a), torch.zeros(x.shape, dtype=g.dtype), g, ()),
    "grid_sample_2d": lambda x, g, a: F.grid_sample(
        x, g, a["interpolation"], a["padding_mode"], a["align_corners"]),
    "attention": attention,
    "relu": lambda x, a: F.relu(x),
    "relu_backward": lambda y, g, a: torch.ops.aten.threshold_backward(g, y, 0),
    "leaky_relu": lambda x, a: F.leaky_relu(x, number(a["negative_slope"])),
    "prelu": lambda x, s, a: torch.where(x >= 0, x, s * x),
    "gelu": lambda x, a: F.gelu(x),
    "gelu_backward": lambda x, g, a: gradient(F.gelu, x, g, ()),
    "sigmoid": lambda x, a: torch.sigmoid(x),
    "sigmoid_backward": lambda y, g, a: torch.ops.aten.sigmoid_backward(g, y),
    "log_sigmoid": lambda x, a: F.logsigmoid(x),
    "log_sigmoid_backward": lambda x, g, a: gradient(F.logsigmoid, x, g, ()),
    "softmax": lambda x, a: F.softmax(x, a["axis"]),
    "softmin": lambda x, a: F.softmin(x, a["axis"]),
    "log_softmax": lambda x, a: F.log_softmax(x, a["axis"]),
    "layer_norm": lambda x, g, *b, a: F.layer_norm(
        x, x.shape[-1:], g, b[0] if b else None, number(a["epsilon"])),
    "batch_norm": lambda x, g, b, m, v, a: F.batch_norm(
        x, m, v, g, b, eps=number(a["epsilon"])),
}


def answer_of(f, widens=True, is_of_floats=True):
    """Returns a function of PyTorch as one of NumPy arrays.

    If it widens, floats are computed in float64. If it is of floats, calls without
    them are skipped.
    """
    def answer(operands, a, dtype):
        kinds = "fbi" if is_of_floats else "fbiu"
        if any(x.dtype.kind not in kinds for x in operands) or (
                is_of_floats and dtype.kind != "f"):
            raise LookupError("floats alone")
        # Where it can, PyTorch sees the operand's own memory, so that views show.
        given = [torch.from_numpy(
            x.astype(np.float64) if widens and x.dtype.kind == "f" else
            x if x.flags.c_contiguous else x.copy()) for x in operands]
        try:
            results = f(*given, a=a)
        except (RuntimeError, NotImplementedError) as error:
            raise LookupError(str(error)) from error
        results = results if isinstance(results, tuple) else (results,)
        with np.errstate(all="ignore"):
            return tuple(y.detach().numpy().astype(dtype)
                         if y.dtype.is_floating_point and dtype != 0
                         else y.numpy() for y in results)
    return answer


if __name__ == "__main__":
    sys.exit(hold_vectors.hold(
        {op: answer_of(f) for op, f in OPS.items()} |
        {op: answer_of(f, is_of_floats=False) for op, f in COMPUTED.items()} |
        {op: answer_of(f, widens=False, is_of_floats=False)
         for op, f in MOVED.items()}, EXPLAINED))
