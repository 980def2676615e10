"""ONNX Runtime on the CPU as a peer of `assay bench`. The modules of
adapters/onnx/ come before this text, and peer_loop.py follows it and calls it.

An op is the one operator of ONNX that the adapter maps it to. Its model has the
extents of the operands and is compiled before the clock runs. Operands and results
are bound once, in memory that stays. Weights are operands like any other, so the
runtime cannot bring them into an order of its own in advance.
Tested by tests/bench/peers_test.cc.
"""

import os
import warnings

warnings.simplefilter("ignore")

import layers  # noqa: E402, F401  (adds its ops to TABLE)
import movement  # noqa: E402, F401  (adds its ops to TABLE)
import numpy as np  # noqa: E402
from assay_wire import Refusal  # noqa: E402
from elements import DTYPES  # noqa: E402
from nodes import TABLE  # noqa: E402
from runtimes import OnnxRuntime  # noqa: E402

THREADS = int(os.environ["OMP_NUM_THREADS"])
runtime = OnnxRuntime()
runtime.options.intra_op_num_threads = THREADS
runtime.options.enable_cpu_mem_arena = True


def version():
    return runtime.version


def dtype_of(name):
    if name not in DTYPES:
        raise Unsupported(f"ONNX has no {name}")
    return DTYPES[name]


def operand(buffer, at, given):
    dtype = dtype_of(given["dtype"])
    size = given["count"] * dtype.itemsize
    storage = np.frombuffer(buffer, dtype, given["count"], at)
    view = np.lib.stride_tricks.as_strided(
        storage[given["offset"]:], given["shape"],
        [step * dtype.itemsize for step in given["strides"]])
    if not view.flags.c_contiguous:
        raise Unsupported("tensors of ONNX have no strides")
    return view.copy(), size  # aligned


def out(given):
    dtype_of(given["dtype"])
    return given["dtype"]


def node_of(op, xs, outs, attributes):
    if op not in TABLE:
        raise Unsupported(f"ONNX has no operator for {op}")
    if op.endswith("fft"):
        raise Unsupported("DFT scales inverses, and its lengths that are not a "
                          "power of 2 have an error of 2e-4 in ONNX Runtime")
    if not xs:
        raise Unsupported("the runtime computes constants before the clock runs")
    try:
        node = TABLE[op](xs, attributes, outs)
    except Refusal as refusal:
        raise Unsupported(refusal.message) from None
    except (LookupError, ValueError) as error:
        raise Unsupported(f"ONNX has no such {op}: {error!r}") from None
    if not node.is_standard(runtime.opset):
        raise Unsupported(f"{node.operator} of ONNX does not take these dtypes")
    return node


def function_of(op, xs, outs, attributes):
    node = node_of(op, xs, outs, attributes)
    try:
        session = runtime.library.InferenceSession(
            node.model(runtime.opset, True).SerializeToString(),
            runtime.options, providers=["CPUExecutionProvider"])
    except Exception as error:  # it has a class for each of its codes
        raise Unsupported(str(error).splitlines()[0]) from None
    binding = session.io_binding()
    values = [runtime.value_of(array) for array in node.arrays()]
    for given, value in zip(session.get_inputs(), values):
        binding.bind_ortvalue_input(given.name, value)
    names = [result.name for result in session.get_outputs()]
    for name in names:
        binding.bind_output(name)
    session.run_with_iobinding(binding)
    results = binding.get_outputs()
    for name, result in zip(names, results):
        binding.bind_ortvalue_output(name, result)

    def arrays():
        return node.finish([runtime.array_of(one) for one in results])
    later = [lambda place=place: arrays()[place] for place in range(len(arrays()))]

    def run(held=values):  # a value of the runtime only refers to the memory
        session.run_with_iobinding(binding)
        return later
    return run


def stored(later, dtype):
    return np.ascontiguousarray(later().astype(DTYPES[dtype])).tobytes()
