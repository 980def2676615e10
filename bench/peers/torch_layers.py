"""The layers of neural networks in PyTorch. torch_peer.py comes before this text.

Where a gradient is wanted, the operator that autograd would call is called.
Tested by tests/bench/peers_test.cc.
"""

F, aten = torch.nn.functional, torch.ops.aten
CONVOLUTIONS = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}


def alike(attributes):
    """Returns the padding before each axis, if it is that behind it, too."""
    if any(a != b for a, b in attributes["padding"]):
        raise Unsupported("PyTorch pads an axis alike on both sides")
    return [a for a, _ in attributes["padding"]]


def conv(xs, outs, attributes):
    bias = xs[2] if attributes["biased"] else None
    return partial(CONVOLUTIONS[xs[0].dim() - 2], xs[0], xs[1], bias,
                   attributes["stride"], alike(attributes),
                   attributes["dilation"], attributes["groups"])


def conv_transpose(xs, outs, attributes):
    bias = xs[2] if attributes["biased"] else None
    return partial(F.conv_transpose2d, xs[0], xs[1], bias,
                   attributes["stride"], alike(attributes),
                   attributes["output_padding"], attributes["groups"],
                   attributes["dilation"])


def conv_gradient(wanted, xs, outs, attributes):
    x, weight, grad = xs
    mask = [wanted == 0, wanted == 1, False]
    backward = partial(
        aten.convolution_backward, grad, x, weight, None, attributes["stride"],
        alike(attributes), attributes["dilation"],
        "output_padding" in attributes,
        attributes.get("output_padding", [0] * (x.dim() - 2)),
        attributes["groups"], mask)
    return lambda: backward()[wanted]


def conv_transpose_x_backward(xs, outs, attributes):
    weight, grad = xs
    return partial(CONVOLUTIONS[grad.dim() - 2], grad, weight, None,
                   attributes["stride"], alike(attributes),
                   attributes["dilation"], attributes["groups"])


def linear(xs, outs, attributes):
    if attributes["biased"]:
        return partial(torch.addmm, xs[2], xs[0], xs[1])
    return partial(torch.mm, *xs)


def bias_backward(xs, outs, attributes):
    others = [i for i in range(xs[0].dim()) if i != attributes["axis"]]
    return partial(torch.sum, xs[0], others)


def pool_arguments(attributes):
    named = [attributes["kernel_size"], attributes["stride"], alike(attributes)]
    if "dilation" in attributes:
        return named + [attributes["dilation"], attributes["ceil_mode"]]
    return named + [attributes["ceil_mode"], attributes["count_include_pad"]]


def max_pool(xs, outs, attributes):
    return partial(F.max_pool2d, xs[0], *pool_arguments(attributes),
                   "index_dtype" in attributes)


def max_pool_backward(xs, outs, attributes):
    x, grad, places = xs
    return partial(aten.max_pool2d_with_indices_backward, grad, x,
                   *pool_arguments(attributes), places.long())


def interpolate(xs, outs, attributes):
    mode = MODES[attributes["interpolation"]]
    corners = None if "nearest" in mode else attributes["align_corners"]
    return partial(F.interpolate, xs[0], attributes["output_size"], None, mode,
                   corners)


def interpolate_backward(xs, outs, attributes):
    x, grad = xs
    sizes = [grad, attributes["output_size"], list(x.shape)]
    mode = MODES[attributes["interpolation"]]
    if mode == "nearest":
        return partial(aten.upsample_nearest2d_backward, *sizes, None, None)
    function = getattr(aten, f"upsample_{mode}2d_backward")
    return partial(function, *sizes, attributes["align_corners"], None, None)


def grid_sample(xs, outs, attributes):
    return partial(F.grid_sample, *xs, attributes["interpolation"],
                   attributes["padding_mode"], attributes["align_corners"])


def attention(xs, outs, attributes):
    query, key, value = xs[:3]
    if attributes["biased"] or "softcap" in attributes:
        raise Unsupported("only masks are known here")
    if attributes["causal"] and query.shape[2] != key.shape[2]:
        raise Unsupported("PyTorch aligns causal masks with the first key")
    # True keeps a key in PyTorch, so that the mask is inverted in advance.
    mask = ~xs[3] if attributes["masked"] else None
    return partial(F.scaled_dot_product_attention, query, key, value, mask, 0.0,
                   attributes["causal"])


def number(attributes, name):
    return float.fromhex(attributes[name])


def hard_sigmoid(xs, outs, attributes):
    if abs(number(attributes, "alpha") - 1 / 6) > 1e-6 or (
            number(attributes, "beta") != 0.5):
        raise Unsupported("PyTorch's constants are 1/6 and 1/2")
    return partial(F.hardsigmoid, xs[0])


def log_sigmoid_backward(xs, outs, attributes):
    x, grad = xs
    _, kept = aten.log_sigmoid_forward(x)
    return partial(aten.log_sigmoid_backward, grad, x, kept)


def layer_norm(xs, outs, attributes):
    beta = xs[2] if attributes["biased"] else None
    return partial(F.layer_norm, xs[0], xs[0].shape[-1:], xs[1], beta,
                   number(attributes, "epsilon"))


def batch_norm(xs, outs, attributes):
    x, gamma, beta, mean, variance = xs
    return partial(F.batch_norm, x, mean, variance, gamma, beta, False, 0.0,
                   number(attributes, "epsilon"))


def along_axis(function, xs, outs, attributes):
    return partial(function, xs[0], attributes["axis"])


def by_element(function, xs, outs, attributes):
    return partial(function, *xs)


MODES = {"nearest": "nearest", "nearest_exact": "nearest-exact",
         "bilinear": "bilinear", "bicubic": "bicubic"}
OPS.update({
    "conv": conv, "conv_transpose": conv_transpose,
    "conv_x_backward": partial(conv_gradient, 0),
    "conv_weight_backward": partial(conv_gradient, 1),
    "conv_transpose_x_backward": conv_transpose_x_backward,
    "conv_transpose_weight_backward": partial(conv_gradient, 1),
    "linear": linear, "bias_backward": bias_backward,
    "linear_x_backward": lambda xs, outs, attributes: partial(
        torch.mm, xs[1], xs[0].T),
    "linear_weight_backward": lambda xs, outs, attributes: partial(
        torch.mm, xs[0].T, xs[1]),
    "max_pool": max_pool, "max_pool_with_indices": max_pool,
    "max_pool_backward": max_pool_backward,
    "avg_pool": lambda xs, outs, attributes: partial(
        F.avg_pool2d, xs[0], *pool_arguments(attributes)),
    "avg_pool_backward": lambda xs, outs, attributes: partial(
        aten.avg_pool2d_backward, xs[1], xs[0], *pool_arguments(attributes),
        None),
    "adaptive_avg_pool": lambda xs, outs, attributes: partial(
        F.adaptive_avg_pool2d, xs[0], attributes["output_size"]),
    "adaptive_avg_pool_backward": lambda xs, outs, attributes: partial(
        aten._adaptive_avg_pool2d_backward, xs[1], xs[0]),
    "interpolate": interpolate, "interpolate_backward": interpolate_backward,
    "grid_sample_2d": grid_sample, "attention": attention,
    "relu": partial(by_element, torch.relu),
    "relu_backward": lambda xs, outs, attributes: partial(
        aten.threshold_backward, xs[1], xs[0], 0),
    "leaky_relu": lambda xs, outs, attributes: partial(
        F.leaky_relu, xs[0], number(attributes, "negative_slope")),
    "gelu": partial(by_element, F.gelu),
    "gelu_backward": lambda xs, outs, attributes: partial(
        aten.gelu_backward, xs[1], xs[0]),
    "sigmoid": partial(by_element, torch.sigmoid),
    "sigmoid_backward": lambda xs, outs, attributes: partial(
        aten.sigmoid_backward, xs[1], xs[0]),
    "hard_sigmoid": hard_sigmoid,
    "log_sigmoid": partial(by_element, F.logsigmoid),
    "log_sigmoid_backward": log_sigmoid_backward,
    "softmax": partial(along_axis, torch.softmax),
    "softmin": partial(along_axis, F.softmin),
    "log_softmax": partial(along_axis, torch.log_softmax),
    "layer_norm": layer_norm, "batch_norm": batch_norm})
