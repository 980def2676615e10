# Maps the ops of set lax to operations of StableHLO, from which most of them
# come. Tested by tests/scripts/pjrt_adapter_test.py.
from elementwise import ELEMENTS_OF, TABLE, plain, row
from indexing import UPDATES, numbers_of
from modules import PARTS, i64s
from windows import dot

ELEMENTS_OF["pad_general"] = ["value"]

plain("rsqrt", "rsqrt")
plain("expm1", "exponential_minus_one")
for _op, _direction in {"cmpgt": "GT", "cmpge": "GE"}.items():
    TABLE[_op] = lambda m, x, a, outs, d=_direction: m.compare(d, *x)


@row("abs_real")
def abs_real(m, x, a, outs):
    return m.op("abs", x, x[0].like(dtype=PARTS[x[0].dtype]))


@row("clamp_general")
def clamp_general(m, x, a, outs):
    return m.op("clamp", [x[1], x[0], x[2]], x[0].like())


@row("select_general")
def select_general(m, x, a, outs):
    return m.select(*x)


@row("broadcast_in_dim")
def broadcast_in_dim(m, x, a, outs):
    return m.broadcast(x[0], a["shape"], a["broadcast_dims"])


@row("slice_general")
def slice_general(m, x, a, outs):
    return m.slice(x[0], a["starts"], a["limits"], a["strides"])


@row("pad_general")
def pad_general(m, x, a, outs):
    rows = zip(x[0].shape, a["edge_low"], a["edge_high"], a["interior"])
    shape = [
        low + high + extent + max(extent - 1, 0) * interior
        for extent, low, high, interior in rows
    ]
    return m.op(
        "pad", x, x[0].like(shape), edge_padding_low=i64s(a["edge_low"]),
        edge_padding_high=i64s(a["edge_high"]),
        interior_padding=i64s(a["interior"]),
    )


# --- Indexing. Starts are operands of rank 0, into which the host splits them.


@row("dynamic_slice")
def dynamic_slice(m, x, a, outs):
    return m.op("dynamic_slice", x, x[0].like(a["slice_sizes"]),
                slice_sizes=i64s(a["slice_sizes"]))


@row("dynamic_update_slice")
def dynamic_update_slice(m, x, a, outs):
    return m.same("dynamic_update_slice", *x)


def flag(value):
    return str(value).lower()


def index_axes(indices, a):
    """Returns the extents of indices without the axis of index vectors."""
    vector = a["index_vector_dim"]
    return [e for axis, e in enumerate(indices.shape) if axis != vector]


@row("gather_general")
def gather_general(m, x, a, outs):
    batch = iter(index_axes(x[1], a))
    left_out = a["collapsed_slice_dims"] + a["operand_batching_dims"]
    window = iter(
        [e for axis, e in enumerate(a["slice_sizes"]) if axis not in left_out])
    rank = len(index_axes(x[1], a)) + len(a["offset_dims"])
    shape = [next(window if axis in a["offset_dims"] else batch)
             for axis in range(rank)]
    names = ("offset_dims", "collapsed_slice_dims", "operand_batching_dims",
             "start_indices_batching_dims", "start_index_map",
             "index_vector_dim")
    fields = numbers_of(**{name: a[name] for name in names})
    return m.op(
        "gather", x, x[0].like(shape),
        dimension_numbers="#stablehlo.gather<%s>" % fields,
        slice_sizes=i64s(a["slice_sizes"]),
        indices_are_sorted=flag(a["indices_are_sorted"]),
    )


@row("scatter_general")
def scatter_general(m, x, a, outs):
    update = UPDATES[a["mode"]]
    region = m.binary_region(update, x[0].dtype) if update else (
        [(x[0].dtype, ())] * 2, lambda before, after: after)
    fields = numbers_of(
        update_window_dims=a["update_window_dims"],
        inserted_window_dims=a["inserted_window_dims"],
        input_batching_dims=a["operand_batching_dims"],
        scatter_indices_batching_dims=a["start_indices_batching_dims"],
        scatter_dims_to_operand_dims=a["scatter_dims_to_operand_dims"],
        index_vector_dim=a["index_vector_dim"],
    )
    return m.op(
        "scatter", x, x[0].like(), [region],
        scatter_dimension_numbers="#stablehlo.scatter<%s>" % fields,
        indices_are_sorted=flag(a["indices_are_sorted"]),
        unique_indices=flag(a["unique_indices"]),
    )


# --- Contractions and solves


@row("dot_general")
def dot_general(m, x, a, outs):
    taken = [set(a["lhs_contracting"]) | set(a["lhs_batch"]),
             set(a["rhs_contracting"]) | set(a["rhs_batch"])]
    shape = [x[0][axis] for axis in a["lhs_batch"]]
    for operand, axes in zip(x, taken):
        shape += [e for i, e in enumerate(operand.shape) if i not in axes]
    return dot(m, *x, shape, (a["lhs_batch"], a["rhs_batch"]),
               (a["lhs_contracting"], a["rhs_contracting"]))


SIDES = {"none": "NO_TRANSPOSE", "transpose": "TRANSPOSE",
         "adjoint": "ADJOINT"}


@row("triangular_solve_general")
def triangular_solve_general(m, x, a, outs):
    return m.op(
        "triangular_solve", x, x[1].like(), left_side=flag(a["left_side"]),
        lower=flag(a["lower"]), unit_diagonal=flag(a["unit_diag"]),
        transpose_a="#stablehlo<transpose %s>" % SIDES[a["transpose_a"]],
    )
