# Implements the ops of set lax that NumPy has, and LU with partial pivoting
# where SciPy is installed. Each is one call of the function of that name.
import numpy as np

try:
    import scipy
    import scipy.linalg
except ImportError:
    scipy = None


def diagonal(x, a, outs):
    """Puts the axis of the diagonal, which NumPy returns last, where axis_a is."""
    result = np.diagonal(x[0], axis1=a["axis_a"], axis2=a["axis_b"])
    place = a["axis_a"] - (a["axis_a"] > a["axis_b"])
    return [np.moveaxis(result, -1, place)]


def sliced(x, a, outs):
    """Slices by three lists. The ellipsis keeps a result of rank 0 an array."""
    ranges = zip(a["starts"], a["limits"], a["strides"])
    return [x[0][(*(slice(*each) for each in ranges), ...)]]


def einsum(x, a, outs):
    arguments = []
    for operand, labels in zip(x, a["subscripts"]["inputs"]):
        arguments += [operand, labels]
    return [np.einsum(*arguments, a["subscripts"]["output"])]


def solve(x, a, outs):
    """Hands vectors over as matrices of one column.

    Which b is a vector and which a matrix differs between NumPy 1 and 2.
    """
    if x[1].ndim == x[0].ndim:
        return [np.linalg.solve(x[0], x[1])]
    return [np.linalg.solve(x[0], x[1][..., None])[..., 0]]


def lu(x, a, outs):
    """SciPy has A = P·L·U, and its P is the transpose of the contract's."""
    permutation, lower, upper = scipy.linalg.lu(x[0])
    inverse = np.swapaxes(permutation, -1, -2)
    parity = np.rint(np.linalg.det(permutation.real))
    return [inverse, lower, upper, parity.astype(lower.real.dtype)]


def lu_factor(x, a, outs):
    packed, pivots = scipy.linalg.lu_factor(x[0])
    return [packed, pivots.astype(np.int32)]


# The dtypes of cells that are pairs.
PAIRS = {"abs_real": [["complex64", "float32"], ["complex128", "float64"]]}
# Further keys of claims.
LIMITS = {
    "extract_diagonal": {"composed": True},
    "einsum": {"max_rank": 26},
}
if scipy is not None:
    # Before 1.15 SciPy takes one matrix and refuses one without elements.
    ONE_MATRIX = {} if scipy.__version__ >= "1.15" else {
        "max_rank": 2, "min_extent": 1}
    LIMITS["lu"] = {"composed": True, **ONE_MATRIX}
    LIMITS["lu_factor"] = dict(ONE_MATRIX)


def claim_all(dtypes, claim, ufunc, written, returned):
    """Adds the ops to the adapter's table, by its own functions.

    `dtypes` has the lists "every", "ordered", "numbers", "functions" (floats
    and complex), "complex" and "matrix".
    """
    ufunc("conj", dtypes["complex"], np.conjugate)
    ufunc("abs_real", dtypes["complex"], np.absolute)
    ufunc("expm1", dtypes["functions"], np.expm1)
    ufunc("cmpgt", dtypes["ordered"], np.greater)
    ufunc("cmpge", dtypes["ordered"], np.greater_equal)
    for variant in ("", "scalar"):
        written("clamp_general", dtypes["ordered"],
                lambda x, a: np.clip(x[0], x[1], x[2]), variant)
        written("select_general", dtypes["every"],
                lambda x, a: np.where(*x), variant)
    claim("slice_general", dtypes["every"], sliced)
    claim("extract_diagonal", dtypes["every"], diagonal)
    returned("tril", dtypes["every"], lambda x, a: np.tril(x[0], a["k"]))
    returned("triu", dtypes["every"], lambda x, a: np.triu(x[0], a["k"]))
    claim("einsum", dtypes["numbers"], einsum)
    claim("solve", dtypes["matrix"], solve)
    if scipy is not None:
        claim("lu", dtypes["matrix"], lu)
        claim("lu_factor", dtypes["matrix"], lu_factor)
