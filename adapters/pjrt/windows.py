# Maps products, convolutions, pools and normalizations to operations of
# StableHLO. Tested by tests/scripts/pjrt_adapter_test.py.
import struct

import assay_wire
from elementwise import row, widened
from modules import flags, i64s, pairs

PRECISION = ["DEFAULT"]  # of products; --strict asks for HIGHEST


def precision():
    one = "#stablehlo<precision %s>" % PRECISION[0]
    return "[%s, %s]" % (one, one)


def dot(m, x, y, result, batch=((), ()), contracted=((), ())):
    fields = []
    for name, (left, right) in (("batching", batch),
                                ("contracting", contracted)):
        for side, axes in (("lhs", left), ("rhs", right)):
            if len(axes):
                fields.append("%s_%s_dimensions = [%s]" % (
                    side, name, ", ".join(map(str, axes))))
    return m.op(
        "dot_general", [x, y], x.like(result),
        dot_dimension_numbers="#stablehlo.dot<%s>" % ", ".join(fields),
        precision_config=precision(),
    )


@row("matmul")
def matmul(m, x, a, outs):
    rank = len(x[0].shape)
    lead = list(range(rank - 2))
    return dot(m, *x, [*x[0].shape[:-1], x[1][rank - 1]], (lead, lead),
               ([rank - 1], [rank - 2]))


def biased(m, result, bias, axis):
    spread = m.broadcast(bias, result.shape, [axis])
    return m.same("add", result, spread)


@row("linear")
def linear(m, x, a, outs):
    last = len(x[0].shape) - 1
    y = dot(m, x[0], x[1], [*x[0].shape[:-1], x[1][1]],
            contracted=([last], [0]))
    return biased(m, y, x[2], last) if a["biased"] else y


@row("linear_x_backward")
def linear_x_backward(m, x, a, outs):
    weight, grad = x
    last = len(grad.shape) - 1
    return dot(m, grad, weight, [*grad.shape[:-1], weight[0]],
               contracted=([last], [1]))


@row("linear_weight_backward")
def linear_weight_backward(m, x, a, outs):
    lead = list(range(len(x[0].shape) - 1))
    return dot(m, *x, [x[0].shape[-1], x[1].shape[-1]],
               contracted=(lead, lead))


# --- Convolutions


def labels(first, second, axes):
    spatial = ", ".join(map(str, range(axes)))
    return "[%s, %s%s]" % (first, second, ", " + spatial if axes else "")


def convolve(m, x, w, padding, stride=None, x_dilation=None,
             w_dilation=None, groups=1, batches=1,
             numbers=("bf", "oi", "bf"), reversed_=False, result=None):
    """One convolution; `numbers` name the first two axes of each tensor."""
    axes = len(x.shape) - 2
    ones = [1] * axes
    forms = [labels(*form, axes) for form in numbers]
    return m.op(
        "convolution", [x, w], result, window_strides=i64s(stride or ones),
        padding=pairs(padding), lhs_dilation=i64s(x_dilation or ones),
        rhs_dilation=i64s(w_dilation or ones),
        window_reversal=flags([reversed_] * axes),
        dimension_numbers="#stablehlo.conv<%sx%s->%s>" % tuple(forms),
        feature_group_count="%d : i64" % groups,
        batch_group_count="%d : i64" % batches, precision_config=precision(),
    )


@row("conv")
def conv(m, x, a, outs):
    y = convolve(m, x[0], x[1], a["padding"], a["stride"], None,
                 a["dilation"], a["groups"], result=outs[0])
    return biased(m, y, x[2], 1) if a["biased"] else y


def grouped(m, w, groups):
    """Turns (g*i, o, k…) into (i, g*o, k…), as grouped kernels are stored."""
    if groups == 1:
        return w
    i, o, rest = w[0] // groups, w[1], list(w.shape[2:])
    apart = m.reshape(w, [groups, i, o, *rest])
    order = [1, 0, 2, *range(3, 3 + len(rest))]
    return m.reshape(m.transpose(apart, order), [i, groups * o, *rest])


def spread(m, x, w, a, result):
    """The adjoint of a convolution: x is dilated, the kernel reversed.

    w is (g*i, o, k…), where x has g*i channels and the result g*o.
    """
    padding = []
    for axis, (before, _) in enumerate(a["padding"]):
        reach = a["dilation"][axis] * (w[axis + 2] - 1)
        inner = (x[axis + 2] - 1) * a["stride"][axis] + 1
        low = reach - before
        padding.append([low, result[1][axis + 2] + reach - inner - low])
    return convolve(
        m, x, grouped(m, w, a["groups"]), padding, None, a["stride"],
        a["dilation"], a["groups"], numbers=("bf", "io", "bf"),
        reversed_=True, result=result,
    )


@row("conv_transpose")
def conv_transpose(m, x, a, outs):
    y = spread(m, x[0], x[1], a, outs[0])
    return biased(m, y, x[2], 1) if a["biased"] else y


@row("conv_x_backward")
def conv_x_backward(m, x, a, outs):
    return spread(m, x[2], x[1], a, outs[0])


@row("conv_weight_backward")
def conv_weight_backward(m, x, a, outs):
    """Channels of x are the batch, and grad is the kernel."""
    operand, grad = x[0], x[2]
    padding = []
    for axis, (before, _) in enumerate(a["padding"]):
        inner = (grad[axis + 2] - 1) * a["stride"][axis] + 1
        extent = (outs[0][1][axis + 2] - 1) * a["dilation"][axis] + 1
        room = extent + inner - 1
        padding.append([before, room - operand[axis + 2] - before])
    return convolve(
        m, operand, grad, padding, a["dilation"], None, a["stride"],
        batches=a["groups"], numbers=("fb", "io", "fb"), result=outs[0],
    )


# --- Pools


def ceil_padding(a, shape, result):
    """Returns the padding at which a window op has the result's extents."""
    padding = []
    for axis, (before, after) in enumerate(a["padding"]):
        dilation = a.get("dilation", [1] * 3)[axis]
        extent = dilation * (a["kernel_size"][axis] - 1) + 1
        reach = (result[axis + 2] - 1) * a["stride"][axis] + extent
        short = reach - shape[axis + 2] - before
        padding.append([before, max(after, short)])
    return [[0, 0], [0, 0], *padding]


def pooled(m, x, a, operation, init, result):
    return m.op(
        "reduce_window", [x, init], (x.dtype, result),
        [m.binary_region(operation, x.dtype)],
        window_dimensions=i64s([1, 1, *a["kernel_size"]]),
        window_strides=i64s([1, 1, *a["stride"]]),
        window_dilations=i64s(
            [1, 1, *a.get("dilation", [1] * len(a["stride"]))]),
        padding=pairs(ceil_padding(a, x.shape, result)),
    )


def check_window(a):
    """Refuses what reduce_window does not define, as StableHLO demands."""
    if 0 in a["kernel_size"] or 0 in a["stride"]:
        raise ValueError("a window or stride of 0")


@row("max_pool")
def max_pool(m, x, a, outs):
    check_window(a)
    return pooled(m, x[0], a, "maximum", m.least(x[0].dtype), outs[0][1])


# --- Normalizations


@row("batch_norm")
def batch_norm(m, x, a, outs):
    """epsilon is an attribute of float32; a number that is not one is refused."""
    epsilon = float.fromhex(a["epsilon"])
    if struct.unpack("f", struct.pack("f", epsilon))[0] != epsilon:
        raise assay_wire.Refusal(
            "unsupported", "epsilon of batch_norm_inference is float32", "dtype"
        )
    return m.op(
        "batch_norm_inference", x, x[0].like(),
        epsilon="%.17e : f32" % epsilon, feature_index="1 : i64",
    )


def along(m, x, reduced, axis):
    others = [i for i in range(len(x.shape)) if i != axis]
    return m.broadcast(reduced, x.shape, others)


def shifted(m, x, axis):
    """Returns x minus its greatest element along an axis."""
    peak = m.reduce("maximum", x, [axis], m.least(x.dtype))
    return m.same("subtract", x, along(m, x, peak, axis))


def softmax_of(m, x, axis):
    powers = m.same("exponential", shifted(m, x, axis))
    total = m.reduce("add", powers, [axis], m.number(0, x.dtype))
    return m.same("divide", powers, along(m, x, total, axis))


def log_softmax_of(m, x, axis):
    low = shifted(m, x, axis)
    powers = m.same("exponential", low)
    total = m.reduce("add", powers, [axis], m.number(0, x.dtype))
    return m.same("subtract", low, along(m, x, m.same("log", total), axis))


@row("softmax")
def softmax(m, x, a, outs):
    return widened(m, x[:1], lambda m, x: softmax_of(m, x, a["axis"]))


@row("softmin")
def softmin(m, x, a, outs):
    return widened(m, x[:1], lambda m, x: softmax_of(
        m, m.same("negate", x), a["axis"]))


@row("log_softmax")
def log_softmax(m, x, a, outs):
    return widened(m, x[:1], lambda m, x: log_softmax_of(m, x, a["axis"]))
