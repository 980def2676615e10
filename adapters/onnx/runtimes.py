# Runs one-node models with one of the runtimes. To add a runtime, write a class
# with `name`, `version`, `opset` and `compile`, and put it into RUNTIMES.
# `untested` lists the dtypes that Identity, which the self-test uses, lacks or
# whose bits it changes. `narrowed` lists those that it computes in other dtypes.
# `fixed` lists the operators whose models need the extents of their operands.
# `max_rank` is the highest rank that the runtime takes.
# Tested by tests/scripts/onnx_adapter_test.py.
import ctypes
import math

import numpy as np
import onnx

from elements import DTYPES, ELEMENTS, PACKED, name_of, packed, raw, unpacked
from nodes import type_name


class OnnxRuntime:
    """ONNX Runtime on the CPU, with its default optimizations, one thread."""

    name = "onnxruntime"
    opset = 26
    untested = ("int4", "uint4", "complex64", "complex128")
    narrowed = ()
    fixed = ()
    max_rank = 32

    def __init__(self):
        import onnxruntime

        self.library = onnxruntime
        self.version = onnxruntime.__version__
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = 1
        self.options.inter_op_num_threads = 1
        self.options.enable_cpu_mem_arena = False
        self.options.log_severity_level = 4

    def compile(self, node):
        session = self.library.InferenceSession(
            node.model(self.opset).SerializeToString(),
            self.options,
            providers=["CPUExecutionProvider"],
        )
        names = [one.name for one in session.get_inputs()]
        results = [(one.name, one.type) for one in session.get_outputs()]

        def run(arrays):
            binding = session.io_binding()
            held = [self.value_of(array) for array in arrays]  # own the memory
            for name, value in zip(names, held):
                binding.bind_ortvalue_input(name, value)
            for name, _ in results:
                binding.bind_output(name)
            session.run_with_iobinding(binding)
            return [self.array_of(one) for one in binding.get_outputs()]

        return run

    def value_of(self, array):
        """Passes raw bits: the binding knows only the dtypes of NumPy."""
        value = self.library.OrtValue
        if array.dtype.isbuiltin == 1:
            return value.ortvalue_from_numpy(array)
        name = name_of(array)
        bits = raw(array)
        if name in PACKED:  # the binding wants a byte for each, and reads half
            bits = np.zeros_like(bits)
            octets = np.frombuffer(packed(array), np.uint8)
            bits.reshape(-1)[: octets.size] = octets
        kind = ELEMENTS[name][1]
        return value.ortvalue_from_numpy_with_onnx_type(bits, kind)

    def array_of(self, value):
        name, shape = ONNX_NAMES[value.data_type()], value.shape()
        count = math.prod(shape)
        size = DTYPES[name].itemsize * count
        if name in PACKED:
            size = (count + 1) // 2
        octets = ctypes.string_at(value.data_ptr(), size) if size else b""
        if name in PACKED:
            return unpacked(octets, name)[:count].reshape(shape)
        return np.frombuffer(octets, DTYPES[name]).reshape(shape)


# The names that ONNX Runtime gives to element types.
ONNX_NAMES = {type_name(name): name for name in ELEMENTS}


class OpenVino:
    """OpenVINO's CPU plugin at the precision float32, one thread."""

    name = "openvino"
    opset = 26
    untested = ("int4", "uint4", "complex64", "complex128", "float16")
    narrowed = ("int64", "uint64", "float64", "complex128")
    fixed = ("Conv", "ConvTranspose", "DFT", "Col2Im")
    max_rank = 12  # some kernels have no more

    def __init__(self):
        import openvino

        self.library = openvino
        self.version = openvino.__version__.split("-")[0]
        self.core = openvino.Core()
        self.settings = {
            "INFERENCE_PRECISION_HINT": "f32",
            "INFERENCE_NUM_THREADS": 1,
            "NUM_STREAMS": 1,
        }
        kinds = openvino.Type
        self.names = {  # of those that NumPy does not have
            str(kinds.bf16): "bfloat16",
            str(kinds.f8e4m3): "float8_e4m3fn",
            str(kinds.f8e5m2): "float8_e5m2",
        }

    def compile(self, node):
        proto = node.model(self.opset, node.operator in self.fixed)
        model = self.core.read_model(proto.SerializeToString())
        compiled = self.core.compile_model(model, "CPU", self.settings)
        request = compiled.create_infer_request()

        def run(arrays):
            for place, array in enumerate(arrays):
                self.fill(request.get_input_tensor(place), array)
            request.infer()
            return [
                self.array_of(request.get_output_tensor(place))
                for place in range(len(compiled.outputs))
            ]

        return run

    def fill(self, tensor, array):
        """Copies the bits of an array into an operand of the request.

        Tensors given to set_input_tensor corrupt the heap if their extents vary
        and the model returns its operand.
        """
        tensor.set_shape(list(array.shape))
        if array.size:
            raw(np.asarray(tensor.data))[...] = raw(array)

    def array_of(self, tensor):
        data = np.array(tensor.data, order="C")
        name = self.names.get(str(tensor.element_type))
        return data.view(DTYPES[name]) if name else data


class Reference:
    """onnx.reference, the evaluator of the onnx package, in NumPy."""

    name = "reference"
    opset = 26
    untested = ()
    narrowed = ()
    fixed = ()
    max_rank = 32

    def __init__(self):
        from onnx import reference

        self.evaluator = reference.ReferenceEvaluator
        self.version = onnx.__version__

    def compile(self, node):
        evaluator = self.evaluator(node.model(self.opset))

        def run(arrays):
            feeds = dict(zip(evaluator.input_names, arrays))
            return [np.asarray(one) for one in evaluator.run(None, feeds)]

        return run


RUNTIMES = {one.name: one for one in (OnnxRuntime, OpenVino, Reference)}
