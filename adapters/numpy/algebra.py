# Implements indexing, transforms and linear algebra for the NumPy adapter. Each
# function calls the NumPy function of that name, and converts arguments and
# results between NumPy and the interface.
import numpy as np


def places(indices, axis):
    """Returns the index that selects a place along axis for each element."""
    grid = list(np.ogrid[tuple(slice(extent) for extent in indices.shape)])
    grid[axis] = indices
    return tuple(grid)


def gather(x, a, outs):
    np.copyto(outs[0], x[0][places(x[1], a["axis"])])


def scatter_set(x, a, outs):
    result = np.copy(x[0])
    result[places(x[1], a["axis"])] = x[2]
    return [result]


def scatter_add(x, a, outs):
    result = np.copy(x[0])
    np.add.at(result, places(x[1], a["axis"]), x[2])
    return [result]


def transform(function):
    """Converts the result, because np.fft works in float64 before NumPy 2."""

    def call(x, a, outs):
        dtype = np.dtype(a["dtype"]) if "dtype" in a else x[0].dtype
        result = function(x[0], a).astype(dtype, copy=False)
        if not outs:
            return [result]
        np.copyto(outs[0], result)
        return [outs[0]]

    return call


fft = transform(lambda x, a: np.fft.fftn(x, axes=a["axes"]))
ifft = transform(lambda x, a: np.fft.ifftn(x, axes=a["axes"]))
rfft = transform(lambda x, a: np.fft.rfftn(x, axes=a["axes"]))
irfft = transform(lambda x, a: np.fft.irfftn(x, s=a.get("s"), axes=a["axes"]))


def cholesky(x, a, outs):
    lower = np.linalg.cholesky(x[0])
    return [np.conj(np.swapaxes(lower, -1, -2)) if a["upper"] else lower]


def qr(x, a, outs):
    return list(np.linalg.qr(x[0], "reduced" if a["reduced"] else "complete"))


def svd(x, a, outs):
    return list(np.linalg.svd(x[0], full_matrices=a["full_matrices"]))


def eig(x, a, outs):
    """Converts to complex: NumPy returns reals if every eigenvalue is real."""
    parts = (
        np.linalg.eig(x[0]) if a["vectors"] else [np.linalg.eigvals(x[0])]
    )
    return [
        part.astype(np.result_type(part.dtype, np.complex64)) for part in parts
    ]


def eigh(x, a, outs):
    if a["vectors"]:
        return list(np.linalg.eigh(x[0]))
    return [np.linalg.eigvalsh(x[0])]
