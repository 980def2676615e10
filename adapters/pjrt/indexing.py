# Maps selections and updates by indices to stablehlo.gather and scatter, and
# matrix factorizations and transforms to their operations.
# Tested by tests/scripts/pjrt_adapter_test.py.
import itertools
import math

from elementwise import padded, row
from modules import i64s


def numbers_of(**fields):
    """Returns the fields of a dimension attribute that are not empty."""
    parts = []
    for name, value in fields.items():
        if isinstance(value, int):
            parts.append("%s = %d" % (name, value))
        elif len(value):
            text = ", ".join(map(str, value))
            parts.append("%s = [%s]" % (name, text))
    return ", ".join(parts)


def ones(extents):
    """Returns slice sizes of one element, or none where there is none."""
    return [min(1, extent) for extent in extents]


def gather(m, x, indices, sizes, result, **places):
    """`places` are the fields of StableHLO's gather dimension numbers."""
    return m.op(
        "gather", [x, indices], x.like(result),
        dimension_numbers="#stablehlo.gather<%s>" % numbers_of(**places),
        slice_sizes=i64s(sizes), indices_are_sorted="false",
    )


def scatter(m, x, indices, updates, update, unique=False, **places):
    """`update` is an operation of two scalars, or None to replace."""
    if update:
        region = m.binary_region(update, x.dtype)
    else:
        region = ([(x.dtype, ())] * 2, lambda before, after: after)
    return m.op(
        "scatter", [x, indices, updates], x.like(), [region],
        scatter_dimension_numbers=(
            "#stablehlo.scatter<%s>" % numbers_of(**places)
        ),
        indices_are_sorted="false", unique_indices=str(unique).lower(),
    )


@row("gather")
def gather_along(m, x, a, outs):
    """The other axes are batch axes; the host cuts x to the indices' extents."""
    axis, rank = a["axis"], len(x[0].shape)
    others = [i for i in range(rank) if i != axis]
    return gather(
        m, x[0], x[1], ones(x[0].shape), x[1].shape,
        collapsed_slice_dims=[axis], operand_batching_dims=others,
        start_indices_batching_dims=others, start_index_map=[axis],
        index_vector_dim=rank,
    )


UPDATES = {"add": "add", "set": None, "assign": None, "mul": "multiply",
           "min": "minimum", "max": "maximum", "or": "or"}


@row("scatter", "scatter_reduce")
def scatter_along(m, x, a, outs):
    """Batch axes, or coordinates of all axes if the indices have fewer."""
    axis, rank = a["axis"], len(x[0].shape)
    update = UPDATES[a.get("mode") or a["update"]]
    unique = a.get("unique_indices", False)
    others = [i for i in range(rank) if i != axis]
    if all(x[0][i] == x[1][i] for i in others):
        return scatter(
            m, *x, update, unique,
            inserted_window_dims=[axis], input_batching_dims=others,
            scatter_indices_batching_dims=others,
            scatter_dims_to_operand_dims=[axis], index_vector_dim=rank,
        )
    deep = [*x[1].shape, 1]
    columns = [m.iota("int32", deep, i) for i in range(rank)]
    columns[axis] = m.reshape(x[1], deep)
    coordinates = m.op("concatenate", columns, x[1].like([*x[1].shape, rank]),
                       dimension="%d : i64" % rank)
    every = list(range(rank))
    return scatter(
        m, x[0], coordinates, x[2], update, unique,
        inserted_window_dims=every, scatter_dims_to_operand_dims=every,
        index_vector_dim=rank,
    )


@row("select")
def select(m, x, a, outs):
    axis, shape = a["axis"], list(x[0].shape)
    sizes, result = list(shape), list(shape)
    sizes[axis], result[axis] = min(1, shape[axis]), x[1][0]
    return gather(
        m, x[0], x[1], sizes, result,
        offset_dims=[i for i in range(len(shape)) if i != axis],
        collapsed_slice_dims=[axis], start_index_map=[axis],
        index_vector_dim=1,
    )


@row("select_update")
def select_update(m, x, a, outs):
    axis, rank = a["axis"], len(x[0].shape)
    return scatter(
        m, *x, UPDATES[a["update"]],
        update_window_dims=[i for i in range(rank) if i != axis],
        inserted_window_dims=[axis], scatter_dims_to_operand_dims=[axis],
        index_vector_dim=1,
    )


@row("embedding")
def embedding(m, x, a, outs):
    rank = len(x[1].shape)
    return gather(
        m, x[0], x[1], [*ones(x[0].shape[:1]), x[0][1]], [*x[1].shape, x[0][1]],
        offset_dims=[rank], collapsed_slice_dims=[0], start_index_map=[0],
        index_vector_dim=rank,
    )


@row("embedding_backward")
def embedding_backward(m, x, a, outs):
    rank = len(x[2].shape)
    zeros = m.number(0, x[0].dtype, x[0].shape)
    return scatter(
        m, zeros, x[2], x[1], "add", update_window_dims=[rank],
        inserted_window_dims=[0], scatter_dims_to_operand_dims=[0],
        index_vector_dim=rank,
    )


@row("gather_nd")
def gather_nd(m, x, a, outs):
    lead, k = x[1].shape[:-1], x[1].shape[-1]
    rest = x[0].shape[k:]
    return gather(
        m, x[0], x[1], ones(x[0].shape[:k]) + list(rest), [*lead, *rest],
        offset_dims=range(len(lead), len(lead) + len(rest)),
        collapsed_slice_dims=range(k), start_index_map=range(k),
        index_vector_dim=len(lead),
    )


@row("scatter_nd")
def scatter_nd(m, x, a, outs):
    lead, k = x[1].shape[:-1], x[1].shape[-1]
    rest = len(x[0].shape) - k
    return scatter(
        m, *x, UPDATES[a["update"]],
        update_window_dims=range(len(lead), len(lead) + rest),
        inserted_window_dims=range(k), scatter_dims_to_operand_dims=range(k),
        index_vector_dim=len(lead),
    )


@row("unfold_view")
def unfold_view(m, x, a, outs):
    """Windows of one axis by one gather; the elements become the last axis."""
    axis, rank, shape = a["axis"], len(x[0].shape), list(x[0].shape)
    count = (shape[axis] - a["size"]) // a["step"] + 1
    starts = ", ".join(str(i * a["step"]) for i in range(count))
    starts = m.splat("[%s]" % starts, "int64", [count])
    sizes = list(shape)
    sizes[axis] = a["size"]
    others = [i for i in range(rank) if i != axis]
    result = [shape[i] if i != axis else count for i in range(rank)]
    # The axes of a slice keep their order, so the window's elements stand in
    # the place of the axis if it is not the last.
    if axis == rank - 1:
        return gather(
            m, x[0], starts, sizes, result + [a["size"]],
            offset_dims=others + [rank], start_index_map=[axis],
            index_vector_dim=1,
        )
    inner = result[:axis + 1] + [a["size"]] + result[axis + 1:]
    found = gather(
        m, x[0], starts, sizes, inner,
        offset_dims=[i for i in range(rank + 1) if i != axis],
        start_index_map=[axis], index_vector_dim=1,
    )
    axes = [i for i in range(rank + 1) if i != axis + 1] + [axis + 1]
    return m.transpose(found, axes)


# --- Windows of several axes


def places(a, extents):
    """Returns the text of each window element's place, and their count.

    The places are those in the padded operand, whose extents are given: kernel
    positions first, then windows, both in row-major order.
    """
    kernels = [range(extent) for extent in a["kernel_size"]]
    counts = [
        (extent - dilation * (kernel - 1) - 1) // stride + 1
        for extent, kernel, stride, dilation in zip(
            extents, a["kernel_size"], a["stride"], a["dilation"])
    ]
    rows = [
        "[%s]" % ", ".join(
            str(w * stride + k * dilation) for k, w, stride, dilation in zip(
                kernel, window, a["stride"], a["dilation"]))
        for kernel in itertools.product(*kernels)
        for window in itertools.product(*map(range, counts))
    ]
    return "[%s]" % ", ".join(rows), math.prod(a["kernel_size"]), math.prod(counts)


def outer(shape, padding):
    return [extent + sum(pair) for extent, pair in zip(shape, padding)]


@row("unfold")
def unfold(m, x, a, outs):
    """A pad, and one gather of all elements of all windows."""
    axes = len(a["kernel_size"])
    lead = x[0].shape[:-axes]
    source = x[0]
    if any(map(any, a["padding"])):
        rows = [[0, 0]] * len(lead) + a["padding"]
        source = padded(m, source, m.number(0, source.dtype), rows)
    text, kernel, windows = places(a, source.shape[-axes:])
    indices = m.splat(text, "int64", [kernel * windows, axes])
    spatial = range(len(lead), len(lead) + axes)
    found = gather(
        m, source, indices, [*lead, *[1] * axes], [*lead, kernel * windows],
        offset_dims=range(len(lead)), collapsed_slice_dims=spatial,
        start_index_map=spatial, index_vector_dim=1,
    )
    return m.reshape(found, [*lead, kernel, windows])


@row("fold")
def fold(m, x, a, outs):
    """One scatter that adds into zeros, and a slice that drops the padding."""
    axes, lead = len(a["kernel_size"]), x[0].shape[:-2]
    extents = outer(a["output_size"], a["padding"])
    text, kernel, windows = places(a, extents)
    indices = m.splat(text, "int64", [kernel * windows, axes])
    zeros = m.number(0, x[0].dtype, [*lead, *extents])
    spatial = range(len(lead), len(lead) + axes)
    total = scatter(
        m, zeros, indices, m.reshape(x[0], [*lead, kernel * windows]), "add",
        update_window_dims=range(len(lead)), inserted_window_dims=spatial,
        scatter_dims_to_operand_dims=spatial, index_vector_dim=1,
    )
    starts = [0] * len(lead) + [pair[0] for pair in a["padding"]]
    limits = list(lead) + [
        start + extent
        for start, extent in zip(starts[len(lead):], a["output_size"])
    ]
    return m.slice(total, starts, limits)


# --- Matrices


@row("triangular_solve")
def triangular_solve(m, x, a, outs):
    """The host reads a vector b as a matrix of one column."""
    complex_ = x[0].dtype.startswith("complex")
    turned = "ADJOINT" if complex_ else "TRANSPOSE"
    kind = turned if a["transpose"] else "NO_TRANSPOSE"
    b = x[1]
    return m.op(
        "triangular_solve", [x[0], b], b.like(), left_side="true",
        lower=str(not a["upper"]).lower(),
        unit_diagonal=str(a["unit_diag"]).lower(),
        transpose_a="#stablehlo<transpose %s>" % kind,
    )


@row("cholesky")
def cholesky(m, x, a, outs):
    """StableHLO leaves the other triangle open, so zeros are selected there."""
    factor = m.same("cholesky", x[0], lower=str(not a["upper"]).lower())
    shape, rank = x[0].shape, len(x[0].shape)
    rows = m.iota("int32", shape, rank - 2)
    columns = m.iota("int32", shape, rank - 1)
    kept = m.compare("LE" if a["upper"] else "GE", rows, columns)
    return m.select(kept, factor, m.number(0, x[0].dtype, shape))


# --- Transforms


def transform(m, x, kind, extents, result):
    return m.op("fft", [x], result, fft_length=i64s(extents),
                fft_type="#stablehlo<fft_type %s>" % kind)


def transformed(m, x, axes, kind):
    """Transforms complex values along any axes, three at most in a call."""
    rank = len(x.shape)
    for at in range(0, len(axes), 3):
        group = axes[at : at + 3]
        order = [i for i in range(rank) if i not in group] + group
        turned = x if order == sorted(order) else m.transpose(x, order)
        extents = [x[axis] for axis in group]
        turned = transform(m, turned, kind, extents, turned.like())
        x = turned if order == sorted(order) else m.transpose(
            turned, [order.index(i) for i in range(rank)])
    return x


@row("fft")
def fft(m, x, a, outs):
    return transformed(m, x[0], list(a["axes"]), "FFT")


@row("ifft")
def ifft(m, x, a, outs):
    return transformed(m, x[0], list(a["axes"]), "IFFT")


def swapped(m, x, axis):
    """Exchanges an axis with the last one."""
    axes = list(range(len(x.shape)))
    axes[axis], axes[-1] = axes[-1], axes[axis]
    return x if axis == len(axes) - 1 else m.transpose(x, axes)


@row("rfft")
def rfft(m, x, a, outs):
    *rest, last = a["axes"]
    turned = swapped(m, x[0], last)
    extent = turned[-1]
    kind = (a["dtype"], [*turned.shape[:-1], extent // 2 + 1])
    half = transform(m, turned, "RFFT", [extent], kind)
    return transformed(m, swapped(m, half, last), rest, "FFT")


@row("irfft")
def irfft(m, x, a, outs):
    *rest, last = a["axes"]
    extents = a.get("s")
    extent = extents[-1] if extents else 2 * (x[0][last] - 1)
    turned = swapped(m, transformed(m, x[0], rest, "IFFT"), last)
    need, have = extent // 2 + 1, turned[-1]
    rank = len(turned.shape)
    if have > need:
        turned = m.slice(turned, [0] * rank, [*turned.shape[:-1], need])
    elif have < need:
        rows = [[0, 0]] * (rank - 1) + [[0, need - have]]
        turned = padded(m, turned, m.number(0, turned.dtype), rows)
    kind = (a["dtype"], [*turned.shape[:-1], extent])
    return swapped(m, transform(m, turned, "IRFFT", [extent], kind), last)
