# Lists sample calls, as assay_samples does, for the ops of set nn.
import assay_samples
from assay_samples import (BOOL, INTEGERS, ORDINARY, WIDE, Call, folded,
                           lowered, ones, pointwise, ranked, square)

CELLS = {}
FIXED_RANK = set()  # ops whose rank is given, so that none is tried


def cells(names, dtypes, make, variant="", fixed=False):
    for name in names.split():
        CELLS[name, variant] = (dtypes, make)
        if fixed:
            FIXED_RANK.add(name)


def calls(operands, result, attributes=None, writes=True):
    """Makes one call; operands and result are functions of dtype and shape."""

    def make(dtype, shape):
        results = [(dtype, result(shape))]
        given = dict(attributes(shape)) if callable(attributes) else attributes
        return [Call(operands(dtype, shape), results, given, writes)]

    return make


def along(shape):
    return {"axis": len(shape) - 1}


# --- Pointwise, statistics, orders

LOWS = {"low": "0x0p+0", "high": "0x1p+0"}


def clamp(dtype, shape):
    limits = LOWS if dtype in WIDE else {"low": "0", "high": "1"}
    made = []
    for keys in (["low"], ["high"], ["low", "high"]):
        attributes = {key: limits[key] for key in keys}
        made.append(Call(ones(dtype, shape), [(dtype, shape)], attributes))
    return made


def cross(dtype, shape):
    shape = shape[:-1] + [3]
    return [Call(ones(dtype, shape, 2), [(dtype, shape)], along(shape))]


def topk(dtype, shape):
    attributes = {**along(shape), "k": shape[-1], "index_dtype": "int32"}
    results = [(dtype, shape), ("int32", shape)]
    return [Call(ones(dtype, shape), results, attributes)]


cells("log1p asinh acosh atanh", WIDE, pointwise(1))
cells("hypot", WIDE, pointwise(2))
cells("clamp", ORDINARY, clamp)
cells("bitwise_not", INTEGERS + BOOL, pointwise(1))
cells("shift_left shift_right", INTEGERS, pointwise(2))
cells("is_nan is_inf", WIDE, pointwise(1, "bool"))
cells("mean", ORDINARY, folded())
cells("any all", ORDINARY + BOOL, folded("bool"))
cells("max_abs", ORDINARY, folded())
cells("cross", ORDINARY, cross)
cells("max_with_index min_with_index", ORDINARY,
      lowered([None, "int32"], index_dtype="int32"))
cells("sort_with_indices", ORDINARY, assay_samples.both(
    "descending", ranked([None, "int32"], index_dtype="int32")))
cells("topk", ORDINARY, topk)

# --- Activations and normalizations

cells("relu", ORDINARY, pointwise(1))
cells("gelu sigmoid log_sigmoid", WIDE, pointwise(1))
cells("leaky_relu", WIDE, pointwise(1, negative_slope="0x1p-3"))
cells("hard_sigmoid", WIDE, pointwise(1, alpha="0x1p-3", beta="0x1p-1"))
cells("prelu relu_backward gelu_backward sigmoid_backward", WIDE,
      pointwise(2))
cells("log_sigmoid_backward", WIDE, pointwise(2))
cells("softmax softmin log_softmax", WIDE, ranked([None]))


def layer_norm(dtype, shape):
    made = []
    for biased in (False, True):
        operands = ones(dtype, shape)
        operands += ones(dtype, shape[-1:], 2 if biased else 1)
        attributes = {"biased": biased, "epsilon": "0x1p-17"}
        made.append(Call(operands, [(dtype, shape)], attributes))
    return made


def batch_norm(dtype, shape):
    shape = square(shape)
    operands = ones(dtype, shape) + ones(dtype, shape[1:2], 4)
    return [Call(operands, [(dtype, shape)], {"epsilon": "0x1p-17"})]


cells("layer_norm", WIDE, layer_norm)
cells("batch_norm", WIDE, batch_norm)

# --- Selections


def indices(*shape):
    return [("int32", list(shape), "zero")]


def select_update(update):
    return calls(
        lambda dtype, shape: ones(dtype, shape) + indices(shape[-1])
        + ones(dtype, shape),
        lambda shape: shape, lambda shape: {**along(shape), "update": update})


def scatter_nd(update):
    return calls(
        lambda dtype, shape: ones(dtype, square(shape)) + indices(1, 1)
        + ones(dtype, [1] + square(shape)[1:]),
        square, {"update": update})


def part(shape):
    return {"ranges": [[0, extent] for extent in shape],
            "steps": [-1] * len(shape)}


def windows_of(dtype, shape):
    attributes = {**along(shape), "size": 1, "step": 1}
    return [Call(ones(dtype, shape), [(dtype, shape + [1])], attributes, False)]


def arange(dtype, shape):
    attributes = {"dtype": dtype, "start": 0, "stop": shape[-1], "step": 1}
    return [Call([], [(dtype, shape[-1:])], attributes)]


SELECTED = ORDINARY + BOOL
cells("select", SELECTED, calls(
    lambda dtype, shape: ones(dtype, shape) + indices(shape[-1]),
    lambda shape: shape, along))
cells("gather_nd", SELECTED, calls(
    lambda dtype, shape: ones(dtype, square(shape)) + indices(4, 1),
    lambda shape: [4] + square(shape)[1:]))
cells("embedding", WIDE, calls(
    lambda dtype, shape: ones(dtype, square(shape)) + indices(5),
    lambda shape: [5, square(shape)[-1]]), fixed=True)
cells("select_update", ORDINARY, select_update("add"), "add")
cells("scatter_nd", ORDINARY, scatter_nd("assign"), "assign")
cells("scatter_nd", ORDINARY, scatter_nd("add"), "add")
cells("embedding_backward", WIDE, calls(
    lambda dtype, shape: ones(dtype, square(shape))
    + ones(dtype, [5, square(shape)[-1]]) + indices(5),
    square), fixed=True)
cells("slice", SELECTED, calls(
    ones, lambda shape: shape, part, writes=False))
cells("slice_assign", SELECTED, calls(
    lambda dtype, shape: ones(dtype, shape, 2), lambda shape: shape, part))
cells("mask_select", SELECTED, calls(
    lambda dtype, shape: ones(dtype, shape) + ones("bool", shape),
    lambda shape: [assay_samples.count_of(shape)], writes=False))
cells("argwhere", BOOL, lambda dtype, shape: [Call(
    ones(dtype, shape),
    [(index, [assay_samples.count_of(shape), len(shape)])],
    {"index_dtype": index}, False) for index in ("int32", "int64")])
cells("repeat", SELECTED, calls(
    ones, lambda shape: shape[:-1] + [2 * shape[-1]],
    lambda shape: {**along(shape), "times": 2}))
cells("unfold_view", SELECTED, windows_of)
cells("arange", INTEGERS, arange, fixed=True)

# --- Linear maps, windows, resampling, attention


def linear(dtype, shape):
    shape = square(shape)
    made = []
    for biased in (False, True):
        operands = ones(dtype, shape) + ones(dtype, [shape[-1], 2])
        operands += ones(dtype, [2]) if biased else []
        results = [(dtype, shape[:-1] + [2])]
        made.append(Call(operands, results, {"biased": biased}))
    return made


cells("linear", ORDINARY, linear)
cells("linear_x_backward", ORDINARY, calls(
    lambda dtype, shape: ones(dtype, [square(shape)[-1], 2])
    + ones(dtype, square(shape)[:-1] + [2]), square))
cells("linear_weight_backward", ORDINARY, calls(
    lambda dtype, shape: ones(dtype, square(shape))
    + ones(dtype, square(shape)[:-1] + [2]),
    lambda shape: [square(shape)[-1], 2]))
cells("bias_backward", ORDINARY, calls(
    ones, lambda shape: shape[-1:], along))


def sides(axes, shape):
    """Returns x's shape: one image, one channel, one extent on each axis."""
    return [1, 1] + [4 if shape[-1] == 64 else 1] * axes


def conv_attributes(axes, **more):
    return {"padding": [[0, 0]] * axes, "stride": [1] * axes,
            "dilation": [1] * axes, "groups": 1, **more}


def convolution(axes, kernels, results, **more):
    """Kernels of extent 1; `kernels` are the operands with x's shape."""

    def make(dtype, shape):
        x, unit = sides(axes, shape), [1, 1] + [1] * axes
        operands = []
        for kind in kernels:
            operands += ones(dtype, unit if kind == "w" else x)
        out = unit if results == "w" else x
        attributes = conv_attributes(axes, **more)
        made = [Call(operands, [(dtype, out)], attributes)]
        dilated = {**attributes, "dilation": [2] * axes}
        made.append(Call(operands, [(dtype, out)], dilated))
        if "biased" in more:
            made.append(Call(operands + ones(dtype, [1]), [(dtype, out)],
                             {**attributes, "biased": True}))
        return made

    return make


def pooling(axes, kernels, results, **more):
    def make(dtype, shape):
        x = sides(axes, shape)
        operands = [("int32" if kind == "i" else dtype, x,
                     "zero" if kind == "i" else "one") for kind in kernels]
        attributes = {"kernel_size": [1] * axes, "stride": [1] * axes,
                      "padding": [[0, 0]] * axes, "ceil_mode": False, **more}
        if more.get("adaptive"):
            attributes = {"output_size": x[2:]}
        made = [(kind or dtype, x) for kind in results]
        return [Call(operands, made, attributes)]

    return make


for _axes in (1, 2, 3):
    _name = "%dd" % _axes
    _out = {"output_padding": [0] * _axes}
    for _op, _kernels, _result, _more in (
        ("conv", "xw", "x", {"biased": False}),
        ("conv_transpose", "xw", "x", {"biased": False, **_out}),
        ("conv_x_backward", "xwx", "x", {}),
        ("conv_weight_backward", "xwx", "w", {}),
    ):
        cells(_op, ORDINARY, convolution(_axes, _kernels, _result, **_more),
              _name, fixed=True)
    _dilated = {"dilation": [1] * _axes}
    _counts = {"count_include_pad": True}
    for _op, _kernels, _results, _more, _dtypes in (
        ("max_pool", "x", [None], _dilated, ORDINARY),
        ("max_pool_with_indices", "x", [None, "int32"],
         {**_dilated, "index_dtype": "int32"}, ORDINARY),
        ("max_pool_backward", "xxi", [None], _dilated, ORDINARY),
        ("avg_pool", "x", [None], _counts, WIDE),
        ("avg_pool_backward", "xx", [None], _counts, WIDE),
        ("adaptive_avg_pool", "x", [None], {"adaptive": True}, WIDE),
        ("adaptive_avg_pool_backward", "xx", [None], {"adaptive": True}, WIDE),
    ):
        cells(_op, _dtypes, pooling(_axes, _kernels, _results, **_more),
              _name, fixed=True)


def resampled(mode, count):
    return calls(
        lambda dtype, shape: ones(dtype, sides(2, shape), count),
        lambda shape: sides(2, shape),
        lambda shape: {"interpolation": mode, "align_corners": False,
                       "output_size": sides(2, shape)[2:]})


for _mode in ("nearest", "nearest_exact", "bilinear", "bicubic"):
    cells("interpolate", WIDE, resampled(_mode, 1), _mode, fixed=True)
    cells("interpolate_backward", WIDE, resampled(_mode, 2), _mode, fixed=True)
for _mode in ("nearest", "bilinear"):
    cells("grid_sample_2d", WIDE, calls(
        lambda dtype, shape: ones(dtype, sides(2, shape))
        + ones(dtype, [1] + sides(2, shape)[2:] + [2]),
        lambda shape: sides(2, shape),
        {"interpolation": _mode, "padding_mode": "zeros",
         "align_corners": False}), _mode, fixed=True)


def attention(biased):
    def make(dtype, shape):
        form = [1, 1] + square(shape)
        scores = [1, 1, form[2], form[2]]
        operands = ones(dtype, form, 3)
        operands += ones(dtype, scores) if biased else []
        return [
            Call(operands, [(dtype, form)],
                 {"biased": biased, "causal": causal, "masked": False})
            for causal in (False, True)
        ]

    return make


cells("attention", WIDE, attention(False), fixed=True)
cells("attention", WIDE, attention(True), "bias", fixed=True)
