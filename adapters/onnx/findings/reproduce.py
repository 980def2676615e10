# Shows each finding about an ONNX runtime without the kit: one node, plain
# operands, what ONNX or arithmetic demands, and what the runtime returns. Each
# runs in a process of its own, because some of them crash.
# Run: PYTHON adapters/onnx/findings/reproduce.py onnxruntime [NAME ...]
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper

f2, f4, f8, i4, i8 = np.float16, np.float32, np.float64, np.int32, np.int64
u4 = np.uint32
INF, NAN = np.inf, np.nan


def array(values, dtype):
    return np.array(values, dtype)


def axes(*values):
    return np.array(values, i8)


def zeros(dtype, *shape):
    return np.zeros(shape, dtype)


def image(values, dtype=f4):
    return np.array([[values]], dtype)


# runtimes, name, operator, operands, result that is due, attributes.
# O, V, R: onnxruntime, openvino, reference. `then` converts the result.
CASES = [
    ("O", "div-int64-min", "Div", [array([-(2**63)], i8), array([-1], i8)],
     "any integer, and no SIGFPE", {}),
    ("O", "div-int32-min", "Div", [array([-(2**31)], i4), array([-1], i4)],
     "any integer, and no SIGFPE", {}),
    ("O", "reduce-sum-int64", "ReduceSum",
     [array([2**53 + 1], i8), axes(0)], [2**53 + 1], {"keepdims": 1}),
    ("O", "reduce-sum-int32-wrap", "ReduceSum",
     [array([2**31 - 1, 1], i4), axes(0)], [-(2**31)], {"keepdims": 1}),
    ("O", "reduce-prod-int64", "ReduceProd",
     [array([2**53 + 1], i8), axes(0)], [2**53 + 1], {"keepdims": 1}),
    ("OR", "reduce-mean-int64", "ReduceMean",
     [array([2**53 + 1], i8), axes(0)], [2**53 + 1], {"keepdims": 1}),
    ("O", "pow-int64", "Pow", [array([17], i8), array([15], i8)],
     [17**15], {}),
    ("O", "where-minus-zero", "Where",
     [array([True], bool), array([-0.0], f4), array([0.0], f4)], [-0.0], {}),
    ("O", "log-softmax-float64-nan", "LogSoftmax", [array([0, NAN], f8)],
     [NAN, NAN], {"axis": 0}),
    ("O", "sign-float16-nan", "Sign", [array([NAN], f2)],
     "NaN, as for float32", {}),
    ("O", "argmax-nan", "ArgMax", [array([0, NAN], f4)],
     "1, as [1, NaN, 2] depends on the order", {"axis": 0}),
    ("O", "sigmoid-float64", "Sigmoid", [array([-3.3443], f8)],
     [1 / (1 + np.exp(3.3443))], {}),
    ("O", "sigmoid-float32", "Sigmoid", [array([-8.946] * 8, f4)],
     [1 / (1 + np.exp(8.946))], {}),
    ("O", "cos-float64-packet", "Cos",
     [array([float.fromhex("-0x1.3ad693d10ba22p+2")] * 2, f8)],
     "0.20548355972832072 twice; one element is right", {}),
    ("O", "sin-float64-pi", "Sin", [array([np.pi] * 2, f8)],
     [np.sin(np.pi)] * 2, {}),
    ("O", "tanh-float64", "Tanh", [array([17.884], f8)], [np.tanh(17.884)],
     {}),
    ("O", "tanh-float32-small", "Tanh", [array([-(2.0**-126)], f4)],
     [-(2.0**-126)], {}),
    ("OR", "cast-float64-twice", "Cast",
     [array([float.fromhex("-0x1.feffff8p+1")], f8)], [-3.984375],
     {"to": T.BFLOAT16, "then": T.FLOAT}),
    ("OR", "cast-int32-bfloat16", "Cast", [array([16842753], i4)], [16908288],
     {"to": T.BFLOAT16, "then": T.FLOAT}),
    ("O", "cast-int4-truncate", "Cast", [array([3.5, 0.5], f4)], [3, 0],
     {"to": T.INT4, "then": T.INT8}),
    ("O", "cast-float8-minus-zero", "Cast", [array([0x80], np.uint8)],
     "false", {"bits": T.FLOAT8E5M2, "to": T.BOOL}),
    ("O", "dft-length-1009", "DFT",
     [np.stack([np.arange(1009.0) % 7, zeros(f8, 1009)], -1)[None], None,
      array(1, i8)],
     "np.fft.fft within 20 units of the norm", {"dft": 20}),
    ("O", "matmul-uint32-empty", "MatMul",
     [zeros(np.uint32, 1, 0), zeros(np.uint32, 0, 1)], [[0]], {}),
    ("O", "slice-rank-0", "Slice", [array(1, f4), axes(), axes()], 1.0, {}),
    ("OR", "pad-rank-0", "Pad", [array(1, f4), axes(), array(0, f4)], 1.0, {}),
    ("O", "pad-float16-payload", "Pad",
     [array([0x7CA7], np.uint16).view(f2), axes(0, 0)], [0x7CA7],
     {"show": np.uint16}),
    ("O", "tile-float16-payload", "Tile",
     [array([0x7CA7], np.uint16).view(f2), axes(1)], [0x7CA7],
     {"show": np.uint16}),
    ("OR", "max-pool-no-element", "MaxPool", [image([-9.0, -9.0])],
     [[[-INF]]], {"kernel_shape": [2], "pads": [1, 1], "dilations": [3]}),
    ("O", "reduce-max-bool-empty", "ReduceMax", [zeros(bool, 0), axes(0)],
     [False], {"keepdims": 1}),
    ("O", "layer-norm-empty", "LayerNormalization",
     [zeros(f4, 1, 0), zeros(f4, 0)], "an empty result", {}),
    ("O", "attention-no-keys", "Attention",
     [image([[1.0]]), zeros(f4, 1, 1, 0, 1), zeros(f4, 1, 1, 0, 1)],
     [[[[0.0]]]], {}),
    ("R", "attention-no-keys", "Attention",
     [image([[1.0]]), zeros(f4, 1, 1, 0, 1), zeros(f4, 1, 1, 0, 1)],
     [[[[0.0]]]], {}),
    ("OR", "attention-negative-scale", "Attention",
     [image([[1.0]]), image([[1.0]]), image([[1.0]])], [[[[1.0]]]],
     {"scale": -1.0}),
    ("O", "clip-lower-default", "Clip",
     [array([-INF], f4), None, array(1, f4)],
     "-inf; ONNX documents lowest() as the default", {}),
    ("V", "add-uint8-wrap", "Add",
     [array([254], np.uint8), array([85], np.uint8)], [83], {}),
    ("V", "div-uint8-truncate", "Div",
     [array([255], np.uint8), array([129], np.uint8)], [1], {}),
    ("V", "div-int32-exact", "Div", [array([1431655765], i4), array([1], i4)],
     [1431655765], {}),
    ("V", "equal-int32", "Equal",
     [array([-2147483645], i4), array([-2147483644], i4)], "false",
     {"boolean": 1}),
    ("V", "pow-int32", "Pow", [array([7], i4), array([10], i4)], [282475249],
     {}),
    ("V", "mod-int32", "Mod", [array([16777217], i4), array([-2147483647], i4)],
     [16777217], {"fmod": 1}),
    ("V", "mod-infinity", "Mod", [array([0], f4), array([-INF], f4)], [0],
     {"fmod": 1}),
    ("V", "matmul-int32", "MatMul",
     [array([[1]], i4), array([[-1954258850]], i4)], [[-1954258850]], {}),
    ("V", "neg-zero", "Neg", [array([0], f4)], [-0.0], {}),
    ("V", "cast-float32-uint32", "Cast", [array([4294967040], f4)],
     [4294967040], {"to": T.UINT32}),
    ("V", "cast-nan-bool", "Cast", [array([NAN], f4)], "true",
     {"to": T.BOOL}),
    ("V", "identity-int64", "Identity", [array([2**40 + 1], i8)],
     [2**40 + 1], {}),
    ("V", "gather-smaller", "GatherElements",
     [array([[1, 2, 3]], f4), array([[0, 0]], i4)], [[1, 2]], {"axis": 0}),
    ("V", "heap-no-op", "Cast", [], "200 turns, and no abort of malloc", {}),
    ("V", "hard-sigmoid-zero-alpha", "HardSigmoid", [array([1], f4)], [0.5],
     {"alpha": 0.0, "beta": 0.5}),
    ("V", "relu-nan", "Relu", [array([NAN], f4)], [NAN], {}),
    ("V", "softmax-nan", "Softmax", [array([NAN, 0], f4)], [NAN, NAN],
     {"axis": 0}),
    ("V", "gelu-infinity", "Gelu", [array([INF], f4)], [INF], {}),
    ("V", "exp-nan", "Exp", [array([0x7F800001], np.uint32).view(f4)], [NAN],
     {}),
    ("V", "max-pool-infinity", "MaxPool", [image([-INF])], [[[-INF]]],
     {"kernel_shape": [1]}),
    ("V", "max-pool-ceil", "MaxPool", [image([0.0, 0.0])], [[[0.0]]],
     {"kernel_shape": [1], "strides": [2], "ceil_mode": 1}),
    ("V", "topk-tie", "TopK", [array([1, 1, 1, 1], f4), axes(2)], [0, 1],
     {"axis": 0}),
    ("V", "concat-float16-signaling", "Concat",
     [array([0x7C01], np.uint16).view(f2)] * 2, [0x7C01, 0x7C01],
     {"axis": 0, "show": np.uint16}),
    ("V", "max-uint32", "Max", [array([0], u4), array([2**31 + 1], u4)],
     [2**31 + 1], {}),
    ("V", "min-uint32", "Min", [array([2**31], u4), array([0], u4)], [0], {}),
    ("V", "sign-uint32", "Sign", [array([2**32 - 1], u4)], [1], {}),
    ("V", "abs-int8-min", "Abs", [array([-128], np.int8)], [-128], {}),
    ("V", "sub-uint8-wrap", "Sub",
     [array([0], np.uint8), array([1], np.uint8)], [255], {}),
    ("V", "where-float16-signaling", "Where",
     [array([False], bool), zeros(f2, 1), array([0x7C01], np.uint16).view(f2)],
     [0x7C01], {"show": np.uint16}),
    ("V", "arg-min-empty", "ArgMin", [zeros(np.int8, 0)],
     "an error: there is no element", {"axis": 0}),
    ("V", "erf-small", "Erf", [array([-2e-34], f4)], [-2.2567583e-34], {}),
    ("R", "erf-float64", "Erf", [array([1], f8)], [0.8427007929497149], {}),
    ("R", "gelu-float64", "Gelu", [array([1], f8)], [0.8413447460685429], {}),
    ("R", "log-softmax-large", "LogSoftmax", [array([0, -1024], f4)],
     [0, -1024], {"axis": 0}),
    ("R", "gemm-int64", "Gemm", [array([[2**53 + 1]], i8),
     array([[1]], i8)], [[2**53 + 1]], {}),
    ("R", "expand-minus-zero", "Expand",
     [array([complex(1, -0.0)], np.complex64), axes(1)], [complex(1, -0.0)],
     {}),
    ("R", "resize-nearest-infinity", "Resize",
     [image([[-INF]]), None, None, axes(1, 1, 1, 2)], [[[[-INF, -INF]]]],
     {"mode": "nearest"}),
    ("R", "resize-cubic-constant", "Resize",
     [image([[1.0]], f8), None, None, axes(1, 1, 1, 3)], [[[[1.0] * 3]]],
     {"mode": "cubic"}),
    ("R", "conv-dilated-nan", "Conv",
     [image([1, NAN, 1, 1]), image([1.0, 1.0])], [[[2, NAN]]],
     {"dilations": [2]}),
    ("R", "conv-transpose-groups", "ConvTranspose",
     [np.ones((1, 4, 1), f4), np.ones((4, 1, 1), f4)], [[[2], [2]]],
     {"group": 2}),
    ("R", "conv-transpose-empty", "ConvTranspose",
     [zeros(f4, 0, 1, 2), np.ones((1, 1, 1), f4)], "an empty result", {}),
    ("R", "max-pool-padding", "MaxPool", [image([5.0])], [[[5.0, 5.0]]],
     {"kernel_shape": [2], "pads": [1, 1]}),
    ("R", "average-pool-ceil", "AveragePool", [image([0.0, 0, 0, 1])],
     [[[0, 1]]],
     {"kernel_shape": [3], "strides": [3], "ceil_mode": 1,
      "count_include_pad": 1}),
    ("R", "col2im-empty", "Col2Im",
     [zeros(f4, 0, 1, 1), axes(1), axes(1)], "an empty result", {}),
    ("R", "grid-sample-empty", "GridSample",
     [zeros(f4, 0, 1, 1, 1), zeros(f4, 0, 1, 1, 2)], "an empty result", {}),
]
LETTERS = {"onnxruntime": "O", "openvino": "V", "reference": "R"}


def model(runtime, operator, operands, attributes):
    """Returns a model in which axes, shapes and the like are constants.

    OpenVINO takes other kernels if extents are known, so there they are not.
    """
    attributes = dict(attributes)
    then = attributes.pop("then", None)
    bits = attributes.pop("bits", None)
    attributes.pop("show", None)
    attributes.pop("dft", None)
    boolean = attributes.pop("boolean", None)
    names = ["" if one is None else "x%d" % place
             for place, one in enumerate(operands)]
    inputs, fixed = [], []
    for name, one in zip(names, operands):
        if one is None:
            continue
        kind = bits or helper.np_dtype_to_tensor_dtype(one.dtype)
        if name == "x0" or one.dtype != i8 or operands[0].dtype == i8 and (
            operator in ("Div", "Pow", "Gemm")
        ):
            is_open = runtime == "openvino"
            shape = [None] * one.ndim if is_open else one.shape
            inputs.append(helper.make_tensor_value_info(name, kind, shape))
        else:
            fixed.append(onnx.numpy_helper.from_array(one, name))
    results = ["values", "y"] if operator == "TopK" else ["y"]
    nodes = [helper.make_node(operator, names, results, **attributes)]
    result = "y"
    if then:
        nodes.append(helper.make_node("Cast", ["y"], ["z"], to=then))
        result = "z"
    kind = then or attributes.get("to") or boolean and T.BOOL
    if kind is None:
        kind = helper.np_dtype_to_tensor_dtype(operands[-1 if operator ==
                                               "Where" else 0].dtype)
        if operator.startswith("Arg") or operator == "TopK":
            kind = T.INT64
    graph = helper.make_graph(
        nodes, "g", inputs,
        [helper.make_tensor_value_info(result, kind, None)], fixed,
    )
    opsets = [helper.make_opsetid("", 26)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def run(runtime, proto, operands):
    names = [one.name for one in proto.graph.input]
    feeds = {name: operands[int(name[1:])] for name in names}
    if runtime == "reference":
        from onnx.reference import ReferenceEvaluator

        return ReferenceEvaluator(proto).run(None, feeds)[0]
    if runtime == "onnxruntime":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(
            proto.SerializeToString(), options
        )
        value = onnxruntime.OrtValue
        kinds = {
            one.name: one.type.tensor_type.elem_type
            for one in proto.graph.input
        }
        feeds = {
            name: value.ortvalue_from_numpy_with_onnx_type(one, kinds[name])
            for name, one in feeds.items()
        }
        return session.run_with_ort_values(None, feeds)[0].numpy()
    import openvino

    core = openvino.Core()
    compiled = core.compile_model(
        core.read_model(proto.SerializeToString()), "CPU",
        {"INFERENCE_PRECISION_HINT": "f32"},
    )
    request = compiled.create_infer_request()
    request.infer({place: feeds[name] for place, name in enumerate(names)})
    return request.get_output_tensor(0).data


def heap_no_op():
    """Gives OpenVINO tensors of varying extents, for a model without work."""
    import openvino

    proto = model("openvino", "Cast", [array([0], i4)], {"to": T.INT32})
    core = openvino.Core()
    compiled = core.compile_model(
        core.read_model(proto.SerializeToString()), "CPU"
    )
    request = compiled.create_infer_request()
    for turn in range(200):
        extent = (17, 1, 64, 5)[turn % 4]
        operand = openvino.Tensor(np.arange(extent, dtype=i4))
        request.set_input_tensor(0, operand)
        request.infer()
        request.get_output_tensor(0).data.copy()
    print("200 turns")


def show(runtime, name):
    if name == "heap-no-op":
        return heap_no_op()
    for letters, case, operator, operands, due, attributes in CASES:
        if case == name and LETTERS[runtime] in letters:
            break
    proto = model(runtime, operator, operands, attributes)
    result = run(runtime, proto, operands)
    if "show" in attributes:
        result = result.view(attributes["show"])
    if "dft" in attributes:
        z = operands[0][0, :, 0] + 1j * operands[0][0, :, 1]
        found = result[0, :, 0] + 1j * result[0, :, 1]
        error = np.abs(found - np.fft.fft(z)).max() / np.linalg.norm(z)
        result = "%.0f units" % (error / 2**-53)
    print(repr(result))


def main():
    runtime, names = sys.argv[1], sys.argv[2:]
    if names[:1] == ["--one"]:
        return show(runtime, names[1])
    for letters, name, operator, operands, due, attributes in CASES:
        if LETTERS[runtime] not in letters or names and name not in names:
            continue
        command = [sys.executable, __file__, runtime, "--one", name]
        done = subprocess.run(command, capture_output=True, text=True)
        got = done.stdout.strip()
        if done.returncode < 0:
            got = "signal %d" % -done.returncode
        elif done.returncode:
            got = done.stderr.strip().splitlines()[-1][:300]
        print("%s: %s\n  due: %s\n  got: %s" % (name, operator, due, got))


if __name__ == "__main__":
    main()
