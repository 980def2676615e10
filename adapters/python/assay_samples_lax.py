# Lists sample calls, as assay_samples does, for the ops of set lax.
from assay_samples import (BOOL, COMPLEXES, EVERY, FLOATS, MATRIX, NUMBERS,
                           REALS, Call, moved, ones, pointwise, real, square,
                           text_of, whole)

CELLS = {}
# op -> pairs of dtypes, and a function of both and of the shape
PAIRS = {
    "abs_real": ([[one, real(one)] for one in COMPLEXES],
                 lambda one, two, shape: Call(ones(one, shape),
                                              [(two, shape)])),
}


def cells(names, dtypes, make, *variants):
    for name in names.split():
        for variant in variants or ("",):
            CELLS[name, variant] = (dtypes, make)


def index_dtype(variant):
    return "int64" if variant.endswith("int64") else "int32"


# --- Elementwise ops and structure


def clamp(bounds):
    """Clamps with bounds of the operand's shape, or of rank 0."""

    def make(dtype, shape):
        limits = ones(dtype, [] if bounds else shape)
        return [Call(ones(dtype, shape) + 2 * limits, [(dtype, shape)])]

    return make


def select(scalar):
    def make(dtype, shape):
        flags = ones("bool", [] if scalar else shape)
        return [Call(flags + ones(dtype, shape, 2), [(dtype, shape)])]

    return make


def padded(dtype, shape):
    rank = len(shape)
    attributes = {"edge_low": [1] * min(rank, 1) + [0] * (rank - 1),
                  "edge_high": [0] * rank, "interior": [0] * rank,
                  "value": text_of(dtype)}
    result = [extent + (axis == 0) for axis, extent in enumerate(shape)]
    return [Call(ones(dtype, shape), [(dtype, result)], attributes, False)]


def diagonal(dtype, shape):
    """The diagonal of a square that is put in front."""
    attributes = {"axis_a": 0, "axis_b": 1}
    operand = [2, 2] + shape[2:]
    results = [(dtype, [2] + shape[2:])]
    return [Call(ones(dtype, operand), results, attributes, False)]


def triangle(dtype, shape):
    shape = square(shape)
    return [Call(ones(dtype, shape), [(dtype, shape)], {"k": 0}, False)]


cells("conj", COMPLEXES, pointwise(1))
cells("rsqrt expm1", FLOATS + COMPLEXES, pointwise(1))
cells("cmpgt cmpge", REALS + BOOL, pointwise(2, "bool"))
for _variant, _scalar in {"": False, "scalar": True}.items():
    cells("clamp_general", REALS + BOOL, clamp(_scalar), _variant)
    cells("select_general", EVERY, select(_scalar), _variant)
cells("broadcast_in_dim", EVERY, moved(whole, lambda shape: {
    "shape": shape, "broadcast_dims": list(range(len(shape)))}))
cells("slice_general", EVERY, moved(whole, lambda shape: {
    "starts": [0] * len(shape), "limits": shape, "strides": [1] * len(shape)}))
cells("pad_general", EVERY, padded, "zero", "value")
cells("extract_diagonal", EVERY, diagonal)
cells("tril triu", EVERY, triangle)

# --- Indexing


def started(variant, shape):
    return [(index_dtype(variant), [len(shape)], "zero")]


def dynamic_slice(variant):
    def make(dtype, shape):
        operands = ones(dtype, shape) + started(variant, shape)
        attributes = {"slice_sizes": shape}
        return [Call(operands, [(dtype, shape)], attributes, False)]

    return make


def dynamic_update(variant):
    def make(dtype, shape):
        operands = ones(dtype, shape, 2) + started(variant, shape)
        return [Call(operands, [(dtype, shape)], {}, False)]

    return make


def batched(variant, shape):
    """The dimension numbers of one index for each row, or for the batch."""
    rest = list(range(1, len(shape)))
    if "batching" in variant:
        batches = {"operand_batching_dims": [0],
                   "start_indices_batching_dims": [0]}
        return batches, [0], [], rest, [1], [shape[0], 0]
    batches = {"operand_batching_dims": [], "start_indices_batching_dims": []}
    return batches, [], [0], rest, [1], [1, 1]


def gather(variant):
    def make(dtype, shape):
        batches, _, collapsed, rest, vector, indices = batched(variant, shape)
        attributes = {
            **batches, "offset_dims": rest, "collapsed_slice_dims": collapsed,
            "start_index_map": collapsed, "index_vector_dim": vector[0],
            "slice_sizes": [1] + shape[1:], "indices_are_sorted": False,
        }
        operands = ones(dtype, shape)
        operands += [(index_dtype(variant), indices, "zero")]
        results = [(dtype, [indices[0]] + shape[1:])]
        return [Call(operands, results, attributes, False)]

    return make


def scatter(variant):
    def make(dtype, shape):
        batches, _, inserted, rest, vector, indices = batched(variant, shape)
        attributes = {
            **batches, "mode": variant.split("_")[0],
            "update_window_dims": rest, "inserted_window_dims": inserted,
            "scatter_dims_to_operand_dims": inserted,
            "index_vector_dim": vector[0], "indices_are_sorted": False,
            "unique_indices": False,
        }
        operands = ones(dtype, shape)
        operands += [(index_dtype(variant), indices, "zero")]
        operands += ones(dtype, [indices[0]] + shape[1:])
        return [Call(operands, [(dtype, shape)], attributes, False)]

    return make


for _variant in ("", "int64"):
    cells("dynamic_slice", EVERY, dynamic_slice(_variant), _variant)
    cells("dynamic_update_slice", EVERY, dynamic_update(_variant), _variant)
for _variant in ("", "int64", "batching", "batching_int64"):
    cells("gather_general", EVERY, gather(_variant), _variant)
for _variant in ("add", "add_int64", "add_batching"):
    cells("scatter_general", NUMBERS, scatter(_variant), _variant)
for _variant in ("set", "set_int64", "set_batching"):
    cells("scatter_general", EVERY, scatter(_variant), _variant)
for _variant in ("min", "max"):
    cells("scatter_general", REALS + BOOL, scatter(_variant), _variant)

# --- Contractions and linear algebra


def dot_general(dtype, shape):
    """Contracts the last axes and batches the first, if there are two."""
    last, batch = len(shape) - 1, [0] if len(shape) > 1 else []
    attributes = {"lhs_contracting": [last], "rhs_contracting": [last],
                  "lhs_batch": batch, "rhs_batch": batch}
    middle = shape[1:-1] if batch else []
    results = [(dtype, shape[:len(batch)] + middle + middle)]
    return [Call(ones(dtype, shape, 2), results, attributes, False)]


def einsum(dtype, shape):
    """An elementwise product, which keeps every label."""
    labels = list(range(len(shape)))
    attributes = {"subscripts": {"inputs": [labels, labels], "output": labels}}
    return [Call(ones(dtype, shape, 2), [(dtype, shape)], attributes, False)]


def linear_system(**attributes):
    def make(dtype, shape):
        shape = square(shape)
        operands = [(dtype, shape, "unit")] * 2
        return [Call(operands, [(dtype, shape)], dict(attributes), False)]

    return make


def packed(dtype, shape):
    shape = square(shape)
    results = [(dtype, shape), ("int32", shape[:-1])]
    return [Call([(dtype, shape, "unit")], results, {}, False)]


def factors(dtype, shape):
    shape = square(shape)
    parity = (real(dtype), dtype)  # profiles differ in the dtype
    results = [(dtype, shape)] * 3 + [(parity, shape[:-2])]
    return [Call([(dtype, shape, "unit")], results, {}, False)]


def triangular(kind):
    def make(dtype, shape):
        made = []
        for bits in range(8):
            made += linear_system(
                left_side=bool(bits & 1), lower=bool(bits & 2),
                unit_diag=bool(bits & 4), transpose_a=kind)(dtype, shape)
        return made

    return make


cells("dot_general", NUMBERS, dot_general)
cells("einsum", NUMBERS, einsum)
cells("lu", MATRIX, factors)
cells("lu_factor", MATRIX, packed)
cells("solve", MATRIX, linear_system())
for _variant in ("none", "transpose", "adjoint"):
    cells("triangular_solve_general", MATRIX, triangular(_variant), _variant)
