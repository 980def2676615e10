# Maps the ops of set lax to functions of jax.lax, one call each. JAX has no
# counterpart of convert, embed_diagonal, dot_general_update and of LU with
# complete pivoting, and the protocol's rows are not claimed: each call makes
# new arrays.
import jax
import jax.numpy as jnp
import numpy as np

import assay_arrays

lax = jax.lax


def element(library, a):
    """Returns the fill value as an array of rank 0."""
    dtype = np.dtype(library.dtypes[a["of"]])
    return jnp.asarray(assay_arrays.element(a["value"], dtype))


def pad(library, x, a):
    sizes = zip(a["edge_low"], a["edge_high"], a["interior"])
    return lax.pad(x[0], element(library, a), [tuple(size) for size in sizes])


def starts_of(x):
    """Returns the starts as a list of arrays, whose values JAX does not see."""
    return [x[index] for index in range(x.shape[0])]


def gather(x, a):
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(a["offset_dims"]),
        collapsed_slice_dims=tuple(a["collapsed_slice_dims"]),
        start_index_map=tuple(a["start_index_map"]),
        operand_batching_dims=tuple(a["operand_batching_dims"]),
        start_indices_batching_dims=tuple(a["start_indices_batching_dims"]),
    )
    return lax.gather(
        x[0], vectors_last(x[1], a), numbers, tuple(a["slice_sizes"]),
        indices_are_sorted=a["indices_are_sorted"],
        mode=lax.GatherScatterMode.CLIP,
    )


def vectors_last(indices, a):
    """Moves the axis of index vectors to the end, where jax.lax wants it."""
    if a["index_vector_dim"] == indices.ndim:
        return indices[..., None]
    return jnp.moveaxis(indices, a["index_vector_dim"], -1)


SCATTERS = {"add": lax.scatter_add, "set": lax.scatter,
            "min": lax.scatter_min, "max": lax.scatter_max}


def scatter(x, a):
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(a["update_window_dims"]),
        inserted_window_dims=tuple(a["inserted_window_dims"]),
        scatter_dims_to_operand_dims=tuple(a["scatter_dims_to_operand_dims"]),
        operand_batching_dims=tuple(a["operand_batching_dims"]),
        scatter_indices_batching_dims=tuple(a["start_indices_batching_dims"]),
    )
    return SCATTERS[a["mode"]](
        x[0], vectors_last(x[1], a), x[2], numbers,
        indices_are_sorted=a["indices_are_sorted"],
        unique_indices=a["unique_indices"],
        mode=lax.GatherScatterMode.FILL_OR_DROP,
    )


def dot_general(x, a):
    contracting = (a["lhs_contracting"], a["rhs_contracting"])
    batch = (a["lhs_batch"], a["rhs_batch"])
    return lax.dot_general(x[0], x[1], (contracting, batch))


def einsum(x, a):
    arguments = []
    for operand, labels in zip(x, a["subscripts"]["inputs"]):
        arguments += [operand, labels]
    return jnp.einsum(*arguments, a["subscripts"]["output"])


def solve(x, a):
    """Hands vectors over as matrices of one column, as jnp.linalg.solve asks."""
    if x[1].ndim == x[0].ndim:
        return jnp.linalg.solve(x[0], x[1])
    return jnp.linalg.solve(x[0], x[1][..., None])[..., 0]


def triangular_solve(x, a):
    return lax.linalg.triangular_solve(
        x[0], x[1], left_side=a["left_side"], lower=a["lower"],
        transpose_a=a["transpose_a"] != "none",
        conjugate_a=a["transpose_a"] == "adjoint",
        unit_diagonal=a["unit_diag"],
    )


def table(library):
    return {
        "conj": lambda x, a: lax.conj(x[0]),
        "abs_real": lambda x, a: lax.abs(x[0]),
        "rsqrt": lambda x, a: lax.rsqrt(x[0]),
        "expm1": lambda x, a: lax.expm1(x[0]),
        "cmpgt": lambda x, a: lax.gt(*x),
        "cmpge": lambda x, a: lax.ge(*x),
        "clamp_general": lambda x, a: lax.clamp(x[1], x[0], x[2]),
        "select_general": lambda x, a: lax.select(*x),
        "broadcast_in_dim": lambda x, a: lax.broadcast_in_dim(
            x[0], tuple(a["shape"]), tuple(a["broadcast_dims"])),
        "slice_general": lambda x, a: lax.slice(
            x[0], a["starts"], a["limits"], a["strides"]),
        "pad_general": lambda x, a: pad(library, x, a),
        "extract_diagonal": lambda x, a: jnp.moveaxis(
            jnp.diagonal(x[0], axis1=a["axis_a"], axis2=a["axis_b"]), -1,
            a["axis_a"] - (a["axis_a"] > a["axis_b"])),
        "tril": lambda x, a: jnp.tril(x[0], a["k"]),
        "triu": lambda x, a: jnp.triu(x[0], a["k"]),
        "dynamic_slice": lambda x, a: lax.dynamic_slice(
            x[0], starts_of(x[1]), a["slice_sizes"]),
        "dynamic_update_slice": lambda x, a: lax.dynamic_update_slice(
            x[0], x[1], starts_of(x[2])),
        "gather_general": gather,
        "scatter_general": scatter,
        "dot_general": dot_general,
        "einsum": einsum,
        "lu_factor": lambda x, a: list(lax.linalg.lu(x[0])[:2]),
        "solve": solve,
        "triangular_solve_general": triangular_solve,
    }
