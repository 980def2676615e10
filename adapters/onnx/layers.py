# Maps matrix products, windows, transforms, activations, normalizations and
# attention to operators of ONNX, as nodes.py does for the other ops.
# Tested by tests/scripts/onnx_adapter_test.py.
import numpy as np

from elements import name_of, number
from nodes import Node, int64, row, same, sides

# --- Matrix products: leading axes are joined, because Gemm has two.


def rows_of(x):
    return x.reshape(int(np.prod(x.shape[:-1])), x.shape[-1])


@row("linear")
def linear(x, a, outs):
    shape = x[0].shape[:-1] + x[1].shape[1:]
    return Node(
        "Gemm", [rows_of(x[0]), *x[1:]], outs,
        lambda results: [results[0].reshape(shape)],
    )


@row("linear_x_backward")
def linear_x_backward(x, a, outs):
    weight, grad = x
    shape = grad.shape[:-1] + weight.shape[:1]
    return Node(
        "Gemm", [rows_of(grad), weight], outs,
        lambda results: [results[0].reshape(shape)],
        transB=1,
    )


@row("linear_weight_backward")
def linear_weight_backward(x, a, outs):
    return Node("Gemm", [rows_of(x[0]), rows_of(x[1])], outs, transA=1)


# --- Windows


def window(a, **more):
    """Returns the attributes that operators with windows share."""
    found = {"strides": list(a["stride"]), "pads": sides(a)}
    if "dilation" in a:
        found["dilations"] = list(a["dilation"])
    if "kernel_size" in a:
        found["kernel_shape"] = list(a["kernel_size"])
    if "ceil_mode" in a:
        found["ceil_mode"] = int(a["ceil_mode"])
    return {**found, **more}


@row("conv")
def conv(x, a, outs):
    return Node("Conv", x, outs, **window(a, group=a["groups"]))


@row("conv_transpose")
def conv_transpose(x, a, outs):
    more = {"group": a["groups"], "output_padding": list(a["output_padding"])}
    return Node("ConvTranspose", x, outs, **window(a, **more))


@row("max_pool")
def max_pool(x, a, outs):
    return Node("MaxPool", x, outs, **window(a))


@row("avg_pool")
def avg_pool(x, a, outs):
    counted = {"count_include_pad": int(a["count_include_pad"])}
    return Node("AveragePool", x, outs, **window(a, **counted))


@row("fold")
def fold(x, a, outs):
    """Joins all leading axes to one image each, because Col2Im has two."""
    lead, output_size = x[0].shape[:-2], tuple(a["output_size"])
    kernel, count = x[0].shape[-2:]
    images = x[0].reshape(int(np.prod(lead)), kernel, count)
    return Node(
        "Col2Im",
        [images, int64(output_size), int64(a["kernel_size"])],
        same(x),
        lambda results: [results[0].reshape(lead + output_size)],
        strides=list(a["stride"]),
        dilations=list(a["dilation"]),
        pads=sides(a),
    )


# --- Resampling

MODES = {
    "nearest": {
        "mode": "nearest",
        "coordinate_transformation_mode": "asymmetric",
        "nearest_mode": "floor",
    },
    "nearest_exact": {
        "mode": "nearest",
        "coordinate_transformation_mode": "half_pixel",
        "nearest_mode": "round_prefer_ceil",
    },
    "bilinear": {"mode": "linear"},
    "bicubic": {"mode": "cubic", "cubic_coeff_a": -0.75},
}


@row("interpolate")
def interpolate(x, a, outs):
    attributes = dict(MODES[a["interpolation"]])
    corners = "align_corners" if a["align_corners"] else "half_pixel"
    attributes.setdefault("coordinate_transformation_mode", corners)
    sizes = int64([*x[0].shape[:2], *a["output_size"]])
    return Node("Resize", [x[0], None, None, sizes], outs, **attributes)


@row("grid_sample_2d")
def grid_sample_2d(x, a, outs):
    mode = {"bilinear": "linear"}.get(a["interpolation"], a["interpolation"])
    return Node(
        "GridSample", x, outs,
        mode=mode,
        padding_mode=a["padding_mode"],
        align_corners=int(a["align_corners"]),
    )


# --- Transforms: a complex array is a real one with a last axis of extent 2.


def parts(x):
    real = np.dtype("float%d" % (4 * x.dtype.itemsize))
    return x.reshape(x.shape + (1,)).view(real)


def joined(results):
    result = np.ascontiguousarray(results[0])
    dtype = np.dtype("complex%d" % (16 * result.dtype.itemsize))
    return [result.view(dtype).reshape(result.shape[:-1])]


def transform(op, **fixed):
    def build(x, a, outs):
        operand = parts(x[0])
        axis = int64(a["axes"][0])
        return Node(
            "DFT", [operand, None, axis], [name_of(operand)], joined, **fixed
        )

    return row(op)(build)


transform("fft")
transform("ifft", inverse=1)


@row("rfft")
def rfft(x, a, outs):
    operand = x[0].reshape(x[0].shape + (1,))
    axis = int64(a["axes"][0])
    return Node("DFT", [operand, None, axis], same(x), joined, onesided=1)


@row("irfft")
def irfft(x, a, outs):
    operand, axis = parts(x[0]), a["axes"][0]
    length = a["s"][0] if a.get("s") else 2 * (x[0].shape[axis] - 1)
    return Node(
        "DFT", [operand, int64(length), int64(axis)], [name_of(operand)],
        lambda results: [results[0].reshape(results[0].shape[:-1])],
        inverse=1, onesided=1,
    )


# --- Activations, normalizations, attention


@row("leaky_relu")
def leaky_relu(x, a, outs):
    return Node("LeakyRelu", x, outs, alpha=number(a["negative_slope"]))


@row("hard_sigmoid")
def hard_sigmoid(x, a, outs):
    return Node(
        "HardSigmoid", x, outs,
        alpha=number(a["alpha"]), beta=number(a["beta"]),
    )


@row("softmax")
def softmax(x, a, outs):
    return Node("Softmax", x, outs, axis=a["axis"])


@row("log_softmax")
def log_softmax(x, a, outs):
    return Node("LogSoftmax", x, outs, axis=a["axis"])


@row("layer_norm")
def layer_norm(x, a, outs):
    return Node(
        "LayerNormalization", x, outs, axis=-1, epsilon=number(a["epsilon"])
    )


@row("batch_norm")
def batch_norm(x, a, outs):
    return Node("BatchNormalization", x, outs, epsilon=number(a["epsilon"]))


@row("attention")
def attention(x, a, outs):
    """Inverts the mask, which in ONNX is true for the keys that take part."""
    attributes = {"is_causal": int(a["causal"])}
    for key in ("scale", "softcap"):
        if key in a:
            attributes[key] = number(a[key])
    mask = x[3:]
    if a["masked"]:
        mask[0] = np.logical_not(mask[0])
    return Node("Attention", [*x[:3], *mask], outs, **attributes)
