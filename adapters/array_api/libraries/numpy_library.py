# Makes NumPy a library of the array API adapter, with what NumPy has beyond the
# standard. Where ml_dtypes is installed its dtypes are tried as well.
import warnings

import numpy as np

import assay_arrays
import standard


class NumPy(standard.Library):
    names = assay_arrays.EVERY

    def __init__(self):
        self.extended = assay_arrays.extended_dtypes()
        super().__init__(np, "numpy", np.__version__)
        self.dtypes = {
            name: np.dtype(name) for name in assay_arrays.NATIVE
        }
        self.dtypes.update(self.extended)
        # They are computed in float64 there, and return float64.
        narrow = assay_arrays.NARROW
        self.other = {"eig": narrow, "eigh": narrow}
        for name, dtype in self.extended.items():
            self.wire_names[dtype] = name
        if np.lib.NumpyVersion(np.__version__) < "2.0.0":
            # NumPy 1 defines the sign of a complex by its real part.
            self.other["sign"] = assay_arrays.COMPLEXES
        if self.extended:
            import ml_dtypes

            self.claims_name = "numpy_ml_dtypes"
            self.remark = " with ml_dtypes " + ml_dtypes.__version__

    def from_storage(self, storage, dtype):
        if dtype in self.extended:
            return storage.view(self.extended[dtype])
        return storage

    def to_storage(self, array):
        array = np.asanyarray(array)
        dtype = self.wire_names[array.dtype]
        return array.view(assay_arrays.STORAGE[dtype]), dtype

    def assign(self, destination, source):
        np.copyto(destination, source)

    def table(self):
        rows = super().table()
        rows.update(own_functions(self))
        return rows


def own_functions(library):
    def element(a, dtype):
        return assay_arrays.element(a["value"], library.dtypes[dtype])

    def pad(x, a):
        # np.pad refuses an empty list of widths; one number is for all axes.
        widths = np.array(a["padding"], int).reshape(-1, 2) if x[0].ndim else 0
        value = element(a, a["of"])
        return np.pad(x[0], widths, mode="constant", constant_values=value)

    def scatter(x, a):
        result = np.copy(x[0])
        where = standard.places(library, x[1], a["axis"])
        if a["mode"] == "add":
            np.add.at(result, where, x[2])
        else:
            result[where] = x[2]
        return result

    def scan(x, a):
        function = {
            "sum": np.cumsum, "prod": np.cumprod,
            "max": np.maximum.accumulate, "min": np.minimum.accumulate,
        }[a["op"]]
        return function(x[0], axis=a["axis"], dtype=x[0].dtype)

    def converted(function):
        """Converts the result: np.fft works in float64 before NumPy 2."""

        def call(x, a):
            dtype = library.dtypes[a.get("dtype", a["of"])]
            return function(x[0], a).astype(dtype, copy=False)

        return call

    def full(x, a):
        dtype = library.dtypes[a["dtype"]]
        return np.full(a["shape"], element(a, a["dtype"]), dtype)

    def flip(x, a):
        return np.flip(x[0], [i for i, flag in enumerate(a["axes"]) if flag])

    def complexes(parts):
        """NumPy returns reals if every eigenvalue is real."""
        return [
            part.astype(np.result_type(part.dtype, np.complex64))
            for part in parts
        ]

    def eig(x, a):
        if a["vectors"]:
            return complexes(np.linalg.eig(x[0]))
        return complexes([np.linalg.eigvals(x[0])])

    def slice_assign(x, a):
        result = np.copy(x[0])
        result[standard.ranges(a)] = x[1]
        return result

    return {
        "mod": lambda x, a: np.fmod(*x),
        "abs": lambda x, a: np.absolute(x[0]),
        "reduce_sum": lambda x, a: np.sum(
            x[0], axis=tuple(a["axes"]), keepdims=a["keepdims"],
            dtype=x[0].dtype
        ),
        "reduce_prod": lambda x, a: np.prod(
            x[0], axis=tuple(a["axes"]), keepdims=a["keepdims"],
            dtype=x[0].dtype
        ),
        "reduce_max": lambda x, a: np.max(
            x[0], axis=tuple(a["axes"]), keepdims=a["keepdims"]
        ),
        "reduce_min": lambda x, a: np.min(
            x[0], axis=tuple(a["axes"]), keepdims=a["keepdims"]
        ),
        "round": lambda x, a: np.round(x[0]),
        "associative_scan": scan,
        "pad": pad,
        "full": full,
        "flip": flip,
        "copy": lambda x, a: np.copy(x[0]),
        "contiguous": lambda x, a: np.asarray(x[0], order="C"),
        "cast": lambda x, a: x[0].astype(library.dtypes[a["to"]]),
        "scatter": scatter,
        "fft": converted(lambda x, a: np.fft.fftn(x, axes=a["axes"])),
        "ifft": converted(lambda x, a: np.fft.ifftn(x, axes=a["axes"])),
        "rfft": converted(lambda x, a: np.fft.rfftn(x, axes=a["axes"])),
        "irfft": converted(
            lambda x, a: np.fft.irfftn(x, s=a.get("s"), axes=a["axes"])
        ),
        "eig": eig,
        "slice_assign": slice_assign,
    }


def library():
    np.seterr(all="ignore")  # only the values are judged, not IEEE statuses
    warnings.simplefilter("ignore")
    made = NumPy()
    made.status_of = assay_arrays.numpy_status_of
    return made
