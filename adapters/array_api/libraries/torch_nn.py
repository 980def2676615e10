# The functions of PyTorch for the ops of set nn: those of torch.nn.functional,
# the derivatives that PyTorch itself calls for them, and those of torch.
import torch
from torch.nn import functional as F

import assay_wire
import standard
from assay_arrays import number, scalar

aten = torch.ops.aten


def functions(library):
    return {**windows(), **gradients(), **activations(), **reductions(),
            **selections(library)}


def by_rank(*choices):
    """Returns the function for 1, 2 or 3 spatial axes of x."""
    return lambda x: choices[x.dim() - 3]


def alike(a):
    """Returns the padding, where it is the same before and after."""
    if any(before != after for before, after in a["padding"]):
        raise assay_wire.Refusal(
            "unsupported", "PyTorch pads both sides alike", "op"
        )
    return [before for before, _ in a["padding"]]


def geometry(a):
    return {"stride": a["stride"], "padding": alike(a),
            "dilation": a["dilation"], "groups": a["groups"]}


def windows():
    convs = by_rank(F.conv1d, F.conv2d, F.conv3d)
    transposed = by_rank(
        F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d
    )
    maxima = by_rank(F.max_pool1d, F.max_pool2d, F.max_pool3d)
    averages = by_rank(F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)
    adaptive = by_rank(
        F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d
    )

    def bias_of(x):
        return x[2] if len(x) > 2 else None

    def max_pool(x, a):
        return maxima(x[0])(
            x[0], a["kernel_size"], a["stride"], alike(a), a["dilation"],
            a["ceil_mode"], return_indices="index_dtype" in a,
        )

    def attention(x, a):
        if a["masked"] or "softcap" in a or (a["biased"] and a["causal"]):
            raise assay_wire.Refusal("unsupported", "no such variant", "op")
        return F.scaled_dot_product_attention(
            *x[:3], attn_mask=x[3] if a["biased"] else None,
            is_causal=a["causal"],
            scale=number(a["scale"]) if "scale" in a else None,
        )

    return {
        "linear": lambda x, a: F.linear(x[0], x[1].T, bias_of(x)),
        "conv": lambda x, a: convs(x[0])(
            x[0], x[1], bias_of(x), **geometry(a)),
        "conv_transpose": lambda x, a: transposed(x[0])(
            x[0], x[1], bias_of(x), output_padding=a["output_padding"],
            **geometry(a)),
        "max_pool": max_pool,
        "max_pool_with_indices": lambda x, a: list(max_pool(x, a)),
        "avg_pool": lambda x, a: averages(x[0])(
            x[0], a["kernel_size"], a["stride"], alike(a), a["ceil_mode"],
            a["count_include_pad"]),
        "adaptive_avg_pool": lambda x, a: adaptive(x[0])(
            x[0], a["output_size"]),
        "interpolate": lambda x, a: F.interpolate(
            x[0], tuple(a["output_size"]),
            mode=a["interpolation"].replace("_", "-"),
            align_corners=None if a["interpolation"].startswith("nearest")
            else a["align_corners"]),
        "grid_sample_2d": lambda x, a: F.grid_sample(
            x[0], x[1], a["interpolation"], a["padding_mode"],
            a["align_corners"]),
        "attention": attention,
    }


def gradients():
    from torch.nn import grad

    inputs = by_rank(grad.conv1d_input, grad.conv2d_input, grad.conv3d_input)
    weights = by_rank(
        grad.conv1d_weight, grad.conv2d_weight, grad.conv3d_weight
    )
    letters = "abcdefghijklmnopqrstuvwxyzABCDEF"

    def bias_backward(x, a):
        axes = letters[: x[0].dim()]
        return torch.einsum("%s->%s" % (axes, axes[a["axis"]]), x[0])

    def linear_weight_backward(x, a):
        leading = list(range(x[0].dim() - 1))
        return torch.tensordot(x[0], x[1], dims=(leading, leading))

    def planar(x):
        if x.dim() != 4:
            raise assay_wire.Refusal("unsupported", "no such variant", "op")

    def max_pool_backward(x, a):
        planar(x[0])
        return aten.max_pool2d_with_indices_backward(
            x[1], x[0], a["kernel_size"], a["stride"], alike(a),
            a["dilation"], a["ceil_mode"], x[2].long(),
        )

    def avg_pool_backward(x, a):
        function = {4: aten.avg_pool2d_backward, 5: aten.avg_pool3d_backward}
        return function[x[0].dim()](
            x[1], x[0], a["kernel_size"], a["stride"], alike(a),
            a["ceil_mode"], a["count_include_pad"], None,
        )

    def adaptive_backward(x, a):
        function = {4: aten._adaptive_avg_pool2d_backward,
                    5: aten._adaptive_avg_pool3d_backward}
        return function[x[0].dim()](x[1], x[0])

    def interpolate_backward(x, a):
        mode = a["interpolation"]
        function = {
            "nearest": aten.upsample_nearest2d_backward,
            "nearest_exact": aten._upsample_nearest_exact2d_backward,
            "bilinear": aten.upsample_bilinear2d_backward,
            "bicubic": aten.upsample_bicubic2d_backward,
        }[mode]
        corners = [] if mode.startswith("nearest") else [a["align_corners"]]
        return function(x[1], a["output_size"], list(x[0].shape), *corners)

    return {
        "linear_x_backward": lambda x, a: torch.matmul(x[1], x[0].T),
        "linear_weight_backward": linear_weight_backward,
        "bias_backward": bias_backward,
        "conv_x_backward": lambda x, a: inputs(x[0])(
            x[0].shape, x[1], x[2], **geometry(a)),
        "conv_weight_backward": lambda x, a: weights(x[0])(
            x[0], x[1].shape, x[2], **geometry(a)),
        "max_pool_backward": max_pool_backward,
        "avg_pool_backward": avg_pool_backward,
        "adaptive_avg_pool_backward": adaptive_backward,
        "interpolate_backward": interpolate_backward,
        "relu_backward": lambda x, a: aten.threshold_backward(x[1], x[0], 0),
        "gelu_backward": lambda x, a: aten.gelu_backward(x[1], x[0]),
        "sigmoid_backward": lambda x, a: aten.sigmoid_backward(x[1], x[0]),
        "embedding_backward": lambda x, a: aten.embedding_dense_backward(
            x[1], x[2].long(), x[0].shape[0], -1, False),
    }


def activations():
    def softmax(function):
        return lambda x, a: function(x[0], a["axis"])

    return {
        "relu": lambda x, a: F.relu(x[0]),
        "leaky_relu": lambda x, a: F.leaky_relu(
            x[0], number(a["negative_slope"])),
        "gelu": lambda x, a: F.gelu(x[0]),
        "sigmoid": lambda x, a: torch.sigmoid(x[0]),
        "log_sigmoid": lambda x, a: F.logsigmoid(x[0]),
        "softmax": softmax(F.softmax),
        "softmin": softmax(F.softmin),
        "log_softmax": softmax(F.log_softmax),
        "layer_norm": lambda x, a: F.layer_norm(
            x[0], x[0].shape[-1:], *x[1:], eps=number(a["epsilon"])),
        "batch_norm": lambda x, a: F.batch_norm(
            x[0], x[3], x[4], x[1], x[2], eps=number(a["epsilon"])),
    }


def reductions():
    def limit(a, side):
        return scalar(a[side], a["of"]) if side in a else None

    def pair(function):
        return lambda x, a: list(function(x[0], a["axis"], a["keepdims"]))

    def over(function):
        return lambda x, a: function(x[0], a["axes"], a["keepdims"])

    return {
        "clamp": lambda x, a: torch.clamp(
            x[0], limit(a, "low"), limit(a, "high")),
        "mean": over(torch.mean),
        "any": over(torch.any),
        "all": over(torch.all),
        "max_abs": lambda x, a: torch.linalg.vector_norm(
            x[0], float("inf"), a["axes"], a["keepdims"]),
        "cross": lambda x, a: torch.linalg.cross(*x, dim=a["axis"]),
        "max_with_index": pair(torch.max),
        "min_with_index": pair(torch.min),
        "sort_with_indices": lambda x, a: list(torch.sort(
            x[0], dim=a["axis"], descending=a["descending"])),
        "topk": lambda x, a: list(torch.topk(x[0], a["k"], a["axis"])),
    }


def selections(library):
    def rows(indices):
        return tuple(indices.long().unbind(-1))

    def update(x, a):
        if a["update"] != "add":
            raise assay_wire.Refusal("unsupported", "index_add adds", "op")
        return torch.index_add(x[0], a["axis"], x[1], x[2])

    def repeat(x, a):
        times = [1] * x[0].dim()
        times[a["axis"]] = a["times"]
        return x[0].repeat(times)

    return {
        "select": lambda x, a: torch.index_select(x[0], a["axis"], x[1]),
        "gather_nd": lambda x, a: x[0][rows(x[1])],
        "embedding": lambda x, a: F.embedding(x[1], x[0]),
        "select_update": update,
        "scatter_nd": lambda x, a: x[0].index_put(
            rows(x[1]), x[2], accumulate=a["update"] == "add"),
        "mask_select": lambda x, a: torch.masked_select(x[0], x[1]),
        "argwhere": lambda x, a: torch.argwhere(x[0]).to(
            library.dtypes[a["index_dtype"]]),
        "repeat": repeat,
        "unfold_view": lambda x, a: x[0].unfold(
            a["axis"], a["size"], a["step"]),
        "arange": lambda x, a: torch.arange(
            a["start"], a["stop"], a["step"],
            dtype=library.dtypes[a["dtype"]]),
    }
