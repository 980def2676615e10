# Makes a PJRT plugin a subject. Each call is a StableHLO module, compiled for
# its dtypes, shapes and attributes and kept in one bounded cache. Nothing is
# emulated, and what the plugin refuses is not claimed. README.md lists the
# mappings, the options and what was found.
# Run: assay check "exec:PYTHON adapters/pjrt/backend.py --plugin PATH"
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "python"))
sys.dont_write_bytecode = True
import assay_wire  # noqa: E402

STREAMS = assay_wire.take_stdio()  # before anything that may print

# One thread, unless the caller asks for more. XLA CPU reads it when it starts.
os.environ.setdefault("NPROC", "1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import argparse  # noqa: E402
import importlib.metadata  # noqa: E402
import importlib.util  # noqa: E402
import pathlib  # noqa: E402

import numpy as np  # noqa: E402

import assay_arrays  # noqa: E402
import assay_probe  # noqa: E402
import elementwise  # noqa: E402
import indexing  # noqa: E402, F401  (adds its ops to TABLE)
import lax  # noqa: E402, F401  (adds its ops to TABLE)
import options  # noqa: E402
import reductions  # noqa: E402, F401  (adds its ops to TABLE)
import windows  # noqa: E402, F401  (adds its ops to TABLE)
from modules import Module  # noqa: E402
from plugin import Plugin, PluginError  # noqa: E402

# Each worker keeps this many executables. XLA CPU takes about 100 KB for one.
EXECUTABLES = 512

# op -> dtypes for which there is no mapping, or another one than is asked for
OTHER = {
    # StableHLO has these for floats alone; the sum of integers is truncated
    # and its count may not be a number of the dtype.
    "mean": assay_arrays.INTEGERS,
    # Its epsilon is an attribute of float32.
    "batch_norm": ["float64"],
}
# Ops that take several operations for some shapes, though not for the probe's:
# other extents of indices, other axes than the last, a bias, groups, ceilings.
COMPOSED = {
    "scatter", "scatter_reduce", "fft", "ifft", "rfft", "irfft", "conv",
    "conv_transpose", "conv_x_backward", "linear", "slice", "unfold_view",
}
# A reduce over nothing returns its initial values, which are no answer of these.
FILLED = {"min_extent": 1}
LIMITS = {op: FILLED for op in (
    "argmax", "argmin", "max_with_index", "min_with_index", "max_abs")}
STATUSES = {
    "UNIMPLEMENTED": ("unsupported", "op"),
    "RESOURCE_EXHAUSTED": ("out_of_memory", None),
}


def status_of(error):
    """Maps what a plugin returns to a status of the interface."""
    if isinstance(error, PluginError):
        status, kind = STATUSES.get(error.code, ("invalid", None))
        return assay_wire.Refusal(status, str(error)[:2000], kind)
    return assay_wire.status_of(error)


class Subject:
    """Runs ops by a plugin; what assay_probe asks for is here."""

    immutable = True
    layouts = None
    limits = LIMITS
    other = OTHER
    compiles = True

    def __init__(self, plugin, name, release, strict, flags, folder):
        self.plugin, self.name, self.release = plugin, name, release
        self.claims_name = name
        remark = " (strided operands copied in%s)"
        self.version = release + remark % (", strict" if strict else "")
        self.dtypes = list(assay_arrays.EVERY)
        self.flags = options.compile_options(flags)
        self.folder = folder
        self.executables = {}  # text -> handle, least recently used first
        self.counted = 0  # operations of the last call
        self.composed = set()  # (op, dtype) whose claims say so
        self.claimed = set()  # (op, dtype)

    # --- Calls

    def has(self, op):
        return op in elementwise.TABLE

    def executable(self, text):
        handle = self.executables.pop(text, None)
        if handle is None:
            handle = self.plugin.compile(text, self.flags)
            if len(self.executables) >= EXECUTABLES:
                oldest = next(iter(self.executables))
                self.plugin.release(self.executables.pop(oldest))
        self.executables[text] = handle
        return handle

    def run(self, op, arrays, attributes, outs):
        """Returns the results of an op as pairs of an array and a dtype."""
        module, results = build(op, arrays, attributes, outs)
        self.counted = module.count
        handle = self.executable(module.text(results))
        return self.plugin.execute(
            handle, arrays, len(results), assay_arrays.STORAGE
        )

    def call(self, op, operands, attributes, outs):
        """Carries out an op, whether it is claimed or not."""
        arrays = [(row_major(one), one.dtype) for one in operands]
        arrays = apart(op, arrays)
        if op == "gather":
            arrays[0] = cut(*arrays, attributes["axis"])
        is_vector = op == "triangular_solve" and (
            arrays[1][0].ndim < arrays[0][0].ndim
        )
        if is_vector:
            arrays[1] = (arrays[1][0][..., None], arrays[1][1])
        arrays += [
            (scalar(attributes[name], op, operands, attributes),
             attributes.get("dtype") or operands[0].dtype)
            for name in elementwise.ELEMENTS_OF.get(op, ())
            if name in attributes
        ]
        results = self.run(
            op, arrays, attributes, [(one.dtype, one.shape) for one in outs]
        )
        if is_vector:
            results = [(one[..., 0], dtype) for one, dtype in results]
        if not outs:
            return [assay_arrays.tensor_of(one, dtype, [])
                    for one, dtype in results]
        for (array, dtype), out in zip(results, outs, strict=True):
            if dtype != out.dtype or array.size != np.prod(out.shape):
                raise assay_wire.Refusal(
                    "invalid", "%s returned %s %s" % (op, dtype, array.shape)
                )
            # Kept axes of extent 1 and repeated axes are how the host reads
            # the same row-major elements.
            assay_arrays.store(array.reshape(out.shape), out)
        return outs if op in ("fft", "ifft", "rfft", "irfft") else []

    def invoke(self, op, operands, attributes, outs):
        """Carries out an op, if it is claimed for some variant."""
        if not self.has(op):
            raise assay_wire.Refusal("unsupported", "no " + op, "op")
        arrays = [(None, one.dtype) for one in operands]
        dtype = cell_dtype(op, arrays, attributes)
        if (op, dtype) not in self.claimed:
            text = "no %s of %s" % (op, dtype)
            raise assay_wire.Refusal("unsupported", text, "dtype")
        results = self.call(op, operands, attributes, outs)
        if self.counted > 1 and (op, dtype) not in self.composed:
            raise AssertionError("%s is claimed as one operation" % op)
        return results

    # --- Claims

    def claims(self):
        assay_probe.self_test(self)
        return self.annotated(assay_probe.claims_of(self, self.folder))

    def write_claims(self):
        assay_probe.self_test(self)
        assay_probe.claims_of(self, self.folder, write=True)

    def annotated(self, claims):
        """Splits claims by whether the op is composed for a dtype."""
        found = []
        for claim in claims:
            op = claim["op"]
            key = "pairs" if "pairs" in claim else "dtypes"
            for cell in claim[key]:
                dtype = cell[0] if key == "pairs" else cell
                self.claimed.add((op, dtype))
                if op in COMPOSED or count_of(op, dtype, claim) > 1:
                    self.composed.add((op, dtype))
            for is_composed in (False, True):
                cells = [
                    cell for cell in claim[key]
                    if is_composed == ((op, cell[0] if key == "pairs" else cell)
                                       in self.composed)
                ]
                if cells:
                    more = {"composed": True} if is_composed else {}
                    found.append({**claim, key: cells, **more})
        return found

    def round_trip(self, tensor):
        """Passes a tensor through a device buffer, for the self-test."""
        array = row_major(tensor).reshape(tensor.shape)
        handle = self.plugin.to_device(array, tensor.dtype)
        try:
            found = self.plugin.to_host(handle, assay_arrays.STORAGE)
        finally:
            self.plugin.drop(handle)
        return assay_arrays.tensor_of(*found, [])


def build(op, arrays, attributes, outs):
    """Returns the module of a call and the Values of its results."""
    module = Module([(dtype, array.shape) for array, dtype in arrays])
    results = elementwise.TABLE[op](module, module.operands, attributes, outs)
    return module, results if isinstance(results, (list, tuple)) else [results]


def count_of(op, dtype, claim):
    """Returns the operations of the probe's call of a cell, the most of all."""
    return max((
        build(op, *arguments)[0].count
        for arguments in sample_calls(op, dtype, claim)
    ), default=1)


def sample_calls(op, dtype, claim):
    """Yields arrays, attributes and outs of the calls that the probe makes."""
    for name, variant, cells, make in assay_probe.candidates():
        if name != op or variant != claim.get("variant", ""):
            continue
        for cell in cells:
            if cell[0] != dtype:
                continue
            for call in make(*cell, [64]):
                tensors = [assay_probe.tensor(*one) for one in call.operands]
                arrays = [(row_major(one), one.dtype) for one in tensors]
                arrays = apart(op, arrays)
                arrays += [
                    (np.zeros(()), dtype)
                    for key in elementwise.ELEMENTS_OF.get(op, ())
                    if key in call.attributes
                ]
                outs = call.results if call.writes else []
                yield arrays, call.attributes, outs


def cell_dtype(op, arrays, attributes):
    """Returns the dtype by which a call is claimed."""
    if op in ("full", "arange"):
        return attributes["dtype"]
    return arrays[1 if op in ("where", "select_general") else 0][1]


def row_major(tensor):
    """Returns a tensor's elements of storage, copied if they are strided."""
    array = assay_arrays.array_of(tensor)
    return array if array.flags.c_contiguous else np.array(array, order="C")


def apart(op, arrays):
    """Splits starts, the last operand, into one of rank 0 for each axis."""
    if op not in ("dynamic_slice", "dynamic_update_slice"):
        return arrays
    starts, dtype = arrays[-1]
    return arrays[:-1] + [(np.array(one), dtype) for one in starts]


def cut(data, indices, axis):
    """Returns data, with the indices' extents on all axes but one."""
    array, dtype = data
    extents = tuple(
        slice(None) if i == axis else slice(extent)
        for i, extent in enumerate(indices[0].shape)
    )
    return np.array(array[extents], order="C"), dtype


def scalar(text, op, operands, attributes):
    """Returns the storage of an attribute that is an element."""
    name = attributes.get("dtype") or operands[0].dtype
    dtype = EXTENDED.get(name) or assay_arrays.STORAGE[name]
    return assay_arrays.element(text, dtype).view(assay_arrays.STORAGE[name])


EXTENDED = assay_arrays.extended_dtypes()


def library_of(plugin):
    """Returns the shared library of a plugin, and its version if it is known.

    `plugin` is the library's path, or an installed package that holds one.
    """
    if os.path.isfile(plugin):
        return plugin, "0.0"
    spec = importlib.util.find_spec(plugin)
    folders = spec.submodule_search_locations if spec else []
    found = [path for folder in folders
             for path in pathlib.Path(folder).rglob("*.so")]
    if len(found) != 1:
        raise SystemExit(
            "%s is no file, and no package with one shared library" % plugin
        )
    return str(found[0]), importlib.metadata.version(plugin.split(".")[-1])


def main():
    words = argparse.ArgumentParser(description="A PJRT plugin as a subject")
    words.add_argument("--plugin", required=True,
                       help="the shared library, or a package that holds it")
    words.add_argument("--name", help="of the subject; default: its platform")
    words.add_argument("--release",
                       help="its version, for reports and the file of claims")
    words.add_argument("--option", action="append", default=[],
                       metavar="KEY=VALUE", help="of PJRT_Client_Create")
    words.add_argument("--flag", action="append", default=[],
                       metavar="XLA_FLAG=VALUE", help="of every compilation")
    words.add_argument("--strict", action="store_true",
                       help="the flags of options.py that XLA CPU needs to "
                            "compute as StableHLO says")
    words.add_argument("--probe", action="store_true",
                       help="write the file of claims, and exit")
    words.add_argument("--claims", default=os.path.join(FOLDER, "claims"),
                       help="the folder of claims files")
    given = words.parse_args()
    pairs = [one.partition("=")[::2] for one in given.option]
    path, release = library_of(given.plugin)
    plugin = Plugin(
        path, [(key, options.value_of(text)) for key, text in pairs]
    )
    flags = dict(options.STRICT) if given.strict else {}
    for key, text in (one.partition("=")[::2] for one in given.flag):
        flags[key.lstrip("-")] = options.value_of(text or "true")
    if given.strict:
        windows.PRECISION[0] = "HIGHEST"
    name = given.name or "pjrt_" + plugin.platform
    subject = Subject(
        plugin, name, given.release or release, given.strict, flags,
        given.claims,
    )
    if given.probe:
        subject.write_claims()
        return
    assay_wire.Session(STREAMS, subject, status_of).serve()


if __name__ == "__main__":
    main()
