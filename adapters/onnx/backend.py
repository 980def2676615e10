# Makes the runtimes of ONNX subjects. Each call is a model of one node, so each
# op of the interface is one operator of ONNX. Nothing is emulated, and what a
# runtime lacks is not claimed. README.md lists every mapping with its reason.
# Run: assay check "exec:PYTHON adapters/onnx/backend.py --runtime onnxruntime"
import os
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python")
)
import assay_wire  # noqa: E402

STREAMS = assay_wire.take_stdio()  # before anything that may print

import argparse  # noqa: E402
import warnings  # noqa: E402

import numpy as np  # noqa: E402

import layers  # noqa: E402, F401  (adds its ops to TABLE)
import movement  # noqa: E402, F401  (adds its ops to TABLE)
import probe  # noqa: E402
from elements import DTYPES, array_of, check, store, tensor_of  # noqa: E402
from nodes import TABLE  # noqa: E402
from runtimes import RUNTIMES  # noqa: E402

# Carried out by the host, with alloc, write and read.
HOSTED = ["buffer", "from_host", "to_host", "view", "dtype", "context"]

# Limits of claims. DFT works along one axis.
ONE_AXIS = {"min_axes": 1, "max_axes": 1}
LIMITS = {op: ONE_AXIS for op in ("fft", "ifft", "rfft", "irfft")}

# Ops whose cells are pairs of dtypes, from and to.
PAIRED = {"rfft": probe.RFFT, "irfft": probe.IRFFT}

# Each worker keeps this many compiled models. A suite has some thousand.
MODELS = 256


class Adapter:
    """Runs ops by one-node models. Results are never in an operand's memory."""

    immutable = True

    def __init__(self, runtime):
        self.runtime = runtime
        self.name = runtime.name
        self.version = runtime.version + " (strided operands copied in)"
        self.models = {}

    def run(self, op, arrays, attributes, dtypes):
        """Returns the results of an op as arrays."""
        node = TABLE[op](arrays, attributes, dtypes)
        return node.finish(self.run_node(node))

    def tried(self, op, arrays, attributes, dtypes):
        """Runs an op if ONNX has the operator for these dtypes."""
        node = TABLE[op](arrays, attributes, dtypes)
        if not node.is_standard(self.runtime.opset):
            raise TypeError("ONNX does not have this operator")
        return node.finish(self.run_node(node))

    def run_node(self, node):
        key = node.key(node.operator in self.runtime.fixed)
        model = self.models.pop(key, None) or self.runtime.compile(node)
        results = model(node.arrays())  # a model that raises is not kept
        self.models[key] = model  # last, as the one used most recently
        if len(self.models) > MODELS:
            del self.models[next(iter(self.models))]
        return results

    def claim(self, found):
        """Takes the cells that work. The host holds the dtypes of any."""
        self.found = found
        self.ops = {key.partition(":")[0] for key in found}
        held = {name for cells in found.values() for name in cells}
        self.names = [name for name in DTYPES if name in held]

    def claims(self):
        rows = [{"op": op, "dtypes": list(self.names)} for op in HOSTED]
        for key, cells in self.found.items():
            op, _, variant = key.partition(":")
            if op == "cast":
                pairs = [[variant, cell] for cell in cells]
                rows.append({"op": op, "pairs": pairs})
            elif op in PAIRED:
                pairs = [[one, PAIRED[op][one]] for one in cells]
                rows.append({"op": op, "pairs": pairs})
            else:
                rows.append({"op": op, "variant": variant, "dtypes": cells})
            rows[-1].update(LIMITS.get(op, {}))
            rows[-1]["max_rank"] = self.runtime.max_rank
        return rows

    def invoke(self, op, operands, attributes, outs):
        if op not in self.ops:
            raise assay_wire.Refusal("unsupported", "no " + op, "op")
        for tensor in operands + outs:
            if tensor.dtype not in self.names:
                text = "no " + tensor.dtype
                raise assay_wire.Refusal("unsupported", text, "dtype")
        arrays = [array_of(tensor) for tensor in operands]
        dtypes = [tensor.dtype for tensor in outs]
        results = self.run(op, arrays, attributes, dtypes)
        if not outs:
            return [tensor_of(result) for result in results]
        for result, out in zip(results, outs, strict=True):
            store(result, out)
        if "fft" in op:
            return outs
        return []


def awkward(name):
    """Returns elements of a dtype that are easily lost: all bytes, NaNs too."""
    size = DTYPES[name].itemsize
    if name == "bool":
        return np.array([True, False] * 128)
    if name in ("int4", "uint4"):
        return np.arange(16).astype(np.int8).astype(DTYPES[name])
    octets = np.arange(256 * size, dtype=np.uint32) * 37 + 1
    return octets.astype(np.uint8).view(DTYPES[name])


def self_test(adapter):
    """Passes the bits of every dtype through Identity, or ends the process."""
    for name in DTYPES:
        if name in adapter.runtime.untested + adapter.runtime.narrowed:
            continue
        sample = awkward(name)
        arrays = [sample, sample[:0]]  # the same model for both
        if name == "float32":
            arrays.append(sample[:1].reshape(()))
        for array in arrays:
            try:
                (back,) = adapter.run("copy", [array], {}, [])
                check(back, name, array.shape)
                found, sent = back.tobytes(), array.tobytes()
                fault = found != sent and "its bits changed"
            except Exception as error:  # any failure means the same here
                fault = str(error)
            if fault:
                shape = list(array.shape)
                sys.exit(
                    "%s %s: Identity does not return %s %s: %s"
                    % (adapter.name, adapter.version, name, shape, fault)
                )


def status_of(error):
    """Maps what runtimes raise to a status of the interface."""
    text = str(error)
    if "NOT_IMPLEMENTED" in text or "Unsupported data type" in text:
        first = text.splitlines()[0]
        return assay_wire.Refusal("unsupported", first, "op")
    return assay_wire.status_of(error)


def main():
    parser = argparse.ArgumentParser(description="An ONNX runtime as a subject")
    parser.add_argument("--runtime", choices=sorted(RUNTIMES), required=True)
    parser.add_argument(
        "--probe", action="store_true", help="write the file of claims and end"
    )
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    adapter = Adapter(RUNTIMES[options.runtime]())
    self_test(adapter)
    found = None if options.probe else probe.read(adapter.runtime)
    if found is None:
        found = probe.probe(adapter.tried, adapter.runtime.narrowed)
    if options.probe:
        probe.write(adapter.runtime, found)
        return
    adapter.claim(found)
    assay_wire.Session(STREAMS, adapter, status_of).serve()


if __name__ == "__main__":
    main()
