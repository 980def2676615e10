# Makes a library of Python that speaks the array API standard a subject. Each
# op is one call of the library. Nothing is emulated, and what the library lacks
# is not claimed. README.md lists the mappings and what was found.
# Run: assay check "exec:PYTHON adapters/array_api/backend.py --module torch"
import argparse
import importlib
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "python"))
sys.dont_write_bytecode = True
import assay_wire  # noqa: E402

# One thread, unless the caller asks for more. Libraries read these at import.
for _name in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(_name + "_NUM_THREADS", "1")

# module -> name of the module in libraries/ that knows it
KNOWN = {
    "numpy": "numpy_library",
    "torch": "torch_library",
    "jax.numpy": "jax_library",
    "mlx.core": "mlx_library",
    "array_api_strict": "strict_library",
}
# Ops whose results are indices, in the library's own integer dtype.
INDEX_OPS = {"argmax", "argmin", "argsort"}


class Subject:
    """Answers the wire with one library; what assay_probe asks for is here."""

    def __init__(self, library, claims_folder):
        self.library = library
        self.name, self.claims_name = library.name, library.claims_name
        self.release = library.version
        self.version = library.version + getattr(library, "remark", "")
        self.immutable = library.immutable
        self.dtypes = list(library.dtypes)
        self.layouts, self.limits = library.layouts, library.limits
        self.other, self.compiles = library.other, library.compiles
        self.table = library.table()
        self.folder = claims_folder
        self.claimed = set()  # (op, dtype) and (op, dtype, dtype)

    def has(self, op):
        return op in self.table

    def claims(self):
        import assay_probe

        assay_probe.self_test(self)
        if hasattr(self.library, "claims"):
            claims = self.library.claims(self)
        else:
            claims = assay_probe.claims_of(self, self.folder)
        for claim in claims:
            for dtype in claim.get("dtypes", ()):
                self.claimed.add((claim["op"], dtype))
            for pair in claim.get("pairs", ()):
                self.claimed.add((claim["op"], *pair))
        return claims

    def invoke(self, op, operands, attributes, outs):
        """Carries out an op, unless it is claimed for no variant."""
        if op not in self.table:
            raise assay_wire.Refusal("unsupported", "no " + op, "op")
        if op in ("full", "arange"):
            cell = (op, attributes["dtype"])
        else:
            at = 1 if op in ("where", "select_general") else 0
            cell = (op, operands[at].dtype)
        if op in ("cast", "abs_real"):
            cell += (outs[0].dtype,)
        elif op in ("rfft", "irfft"):
            cell += (attributes["dtype"],)
        if cell not in self.claimed:
            text = "no %s of %s" % (op, " to ".join(cell[1:]))
            raise assay_wire.Refusal("unsupported", text, "dtype")
        return self.call(op, operands, attributes, outs)

    def call(self, op, operands, attributes, outs):
        """Carries out an op, whether it is claimed or not."""
        import assay_arrays

        library = self.library
        arrays = [library.array_of(tensor) for tensor in operands]
        a = dict(attributes)
        a["of"] = operands[0].dtype if operands else None
        a["to"] = outs[0].dtype if outs else None
        packed = outs and outs[0].dtype in assay_arrays.PACKED
        if op == "assign" and not self.immutable and not packed:
            library.assign(library.array_of(outs[0]), arrays[0])
            return []
        results = self.table[op](arrays, a)
        if not isinstance(results, list):
            results = [results]
        if not outs:
            return [
                assay_arrays.tensor_of(*library.to_storage(result), operands)
                for result in results
            ]
        if len(results) != len(outs):
            raise assay_wire.Refusal(
                "invalid", "%s returned %d results" % (op, len(results))
            )
        for result, out in zip(results, outs):
            self.write(op, result, out, "index_dtype" in a)
        return outs if op in ("fft", "ifft", "rfft", "irfft") else []

    def write(self, op, result, out, has_indices):
        """Copies a result into the caller's memory, if it has the out's form."""
        import assay_arrays

        storage, dtype = self.library.to_storage(result)
        integers = dtype in assay_arrays.INTEGERS
        indices = (op in INDEX_OPS or has_indices) and integers
        part = op == "abs" and out.dtype.startswith("complex")
        if dtype != out.dtype and not indices and not part:
            text = "%s returned %s, not %s" % (op, dtype, out.dtype)
            raise assay_wire.Refusal("invalid", text)
        if storage.shape != out.shape:
            text = "%s returned the shape %s" % (op, list(storage.shape))
            raise assay_wire.Refusal("invalid", text)
        assay_arrays.store(storage, out)

    def round_trip(self, tensor):
        """Passes a tensor through an array of the library, for the self-test."""
        import assay_arrays

        array = self.library.array_of(tensor)
        return assay_arrays.tensor_of(*self.library.to_storage(array), [tensor])


def library_of(module):
    """Imports a module and returns the Library for it."""
    name = KNOWN.get(module)
    if name is not None:
        return importlib.import_module("libraries." + name).library()
    import assay_subjects

    owner = assay_subjects.import_outside(module.split(":")[0].split(".")[0])
    version = getattr(owner, "__version__", "unknown")
    return library_over(assay_subjects.named(module), module, version)


def library_over(subject, name, version):
    """Returns the Library for an object: a namespace if it has asarray."""
    if not isinstance(subject, dict) and hasattr(subject, "asarray"):
        import standard

        return standard.Library(subject, name, version)
    from libraries import functions_library

    return functions_library.library(subject, name, version)


def serve(streams, subject):
    """Answers the host on a pair of streams until it closes them."""
    status_of = getattr(subject.library, "status_of", assay_wire.status_of)
    assay_wire.Session(streams, subject, status_of).serve()


def main(streams):
    words = argparse.ArgumentParser()
    words.add_argument("--module", required=True, help="what to import")
    words.add_argument("--probe", action="store_true",
                       help="write the file of claims, and exit")
    words.add_argument("--claims", default=os.path.join(FOLDER, "claims"),
                       help="the folder of claims files")
    options = words.parse_args()
    subject = Subject(library_of(options.module), options.claims)
    if options.probe:
        import assay_probe

        assay_probe.self_test(subject)
        assay_probe.claims_of(subject, subject.folder, write=True)
        return
    serve(streams, subject)


if __name__ == "__main__":
    main(assay_wire.take_stdio())
