# Describes one-node models and maps the ops of the interface to them. Each op
# is one operator of ONNX. README.md lists every mapping with its reason.
# Tested by tests/scripts/onnx_adapter_test.py.
import numpy as np
import onnx
from onnx import helper

from elements import DTYPES, ELEMENTS, PACKED, element, name_of, packed


class Constant:
    """An operand of a node that is part of the model: axes, shapes, limits."""

    def __init__(self, array):
        self.array = np.asarray(array, order="C")
        self.key = (self.array.dtype, self.array.shape, self.array.tobytes())


def type_name(dtype):
    """Returns the name of a tensor's type in the schemas of ONNX."""
    name = helper.tensor_dtype_to_string(ELEMENTS[dtype][1]).partition(".")[2]
    return "tensor(%s)" % name.lower()


def int64(values):
    return Constant(np.array(values, np.int64))


class Node:
    """One call of one operator.

    `operands` has an array, a Constant or None (left out) for each operand.
    `results` has the dtype of each result.
    `finish` turns the list of results into what the op returns.
    """

    def __init__(self, operator, operands, results, finish=None, **attributes):
        self.operator = operator
        self.operands = operands
        self.results = results
        self.finish = finish or (lambda results: results)
        # helper.make_node cannot tell the type of an empty list.
        self.attributes = {k: v for k, v in attributes.items() if v != []}

    def arrays(self):
        """Returns the operands that are not part of the model."""
        return [one for one in self.operands if isinstance(one, np.ndarray)]

    def is_standard(self, opset):
        """Returns whether ONNX has the operator for the operands' dtypes."""
        if not onnx.defs.has(self.operator):
            return False
        try:
            formal = onnx.defs.get_schema(self.operator, opset).inputs
        except onnx.defs.SchemaError:  # newer than the opset
            return False
        for place, one in enumerate(self.operands):
            if one is None:
                continue
            array = one.array if isinstance(one, Constant) else one
            # The last formal operand stands for all that follow.
            types = formal[min(place, len(formal) - 1)].types
            if type_name(name_of(array)) not in types:
                return False
        return True

    def key(self, fixed_shapes=False):
        """Returns what decides the model: nodes with one key share it."""
        parts = [
            None if one is None
            else one.key if isinstance(one, Constant)
            else (one.dtype, one.shape if fixed_shapes else one.ndim)
            for one in self.operands
        ]
        attributes = sorted(self.attributes.items())
        return repr((self.operator, parts, self.results, attributes))

    def model(self, opset, fixed_shapes=False):
        """Returns the model. Its operands have a rank, and extents if fixed."""
        names, inputs, initializers = [], [], []
        for place, one in enumerate(self.operands):
            name = "" if one is None else "x%d" % place
            names.append(name)
            if isinstance(one, Constant):
                initializers.append(tensor_proto(name, one.array))
            elif one is not None:
                kind = ELEMENTS[name_of(one)][1]
                shape = one.shape if fixed_shapes else [None] * one.ndim
                inputs.append(helper.make_tensor_value_info(name, kind, shape))
        while names and not names[-1]:
            names.pop()
        ys = ["y%d" % place for place in range(len(self.results))]
        outputs = [
            helper.make_tensor_value_info(y, ELEMENTS[result][1], None)
            for y, result in zip(ys, self.results)
        ]
        node = helper.make_node(self.operator, names, ys, **self.attributes)
        graph = helper.make_graph(
            [node], self.operator, inputs, outputs, initializers
        )
        return helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10
        )


def tensor_proto(name, array):
    dtype = name_of(array)
    octets = packed(array) if dtype in PACKED else array.tobytes()
    return onnx.TensorProto(
        name=name,
        data_type=ELEMENTS[dtype][1],
        dims=array.shape,
        raw_data=octets,
    )


def tensor_attribute(array):
    return tensor_proto("value", array)


TABLE = {}  # op -> function(operands, attributes, dtypes of outs) -> Node


def row(*ops):
    def claim(function):
        for op in ops:
            TABLE[op] = function
        return function

    return claim


def plain(op, operator, **fixed):
    """Maps an op without attributes that takes the operator's operands."""
    TABLE[op] = lambda x, a, outs: Node(operator, x, outs, **fixed)


def same(x):
    return [name_of(x[0])]


def sides(a):
    """Returns padding as ONNX has it: all befores, then all afters."""
    return [one[0] for one in a["padding"]] + [one[1] for one in a["padding"]]


# --- Elementwise

for _op, _operator in {
    "add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "pow": "Pow",
    "max": "Max", "min": "Min", "neg": "Neg", "recip": "Reciprocal",
    "abs": "Abs", "sign": "Sign", "cmpeq": "Equal", "cmplt": "Less",
    "cmple": "LessOrEqual", "where": "Where", "ceil": "Ceil",
    "floor": "Floor", "round": "Round", "sqrt": "Sqrt", "exp": "Exp",
    "log": "Log", "sin": "Sin", "cos": "Cos", "tan": "Tan", "asin": "Asin",
    "acos": "Acos", "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh",
    "tanh": "Tanh", "erf": "Erf", "asinh": "Asinh", "acosh": "Acosh",
    "atanh": "Atanh", "is_nan": "IsNaN", "is_inf": "IsInf", "relu": "Relu",
    "prelu": "PRelu", "sigmoid": "Sigmoid", "matmul": "MatMul",
}.items():
    plain(_op, _operator)
plain("mod", "Mod", fmod=1)
plain("gelu", "Gelu", approximate="none")
plain("shift_left", "BitShift", direction="LEFT")
plain("shift_right", "BitShift", direction="RIGHT")


def logical(op, of_bool, of_integers):
    def build(x, a, outs):
        is_bool = name_of(x[0]) == "bool"
        return Node(of_bool if is_bool else of_integers, x, outs)

    TABLE[op] = build


logical("and", "And", "BitwiseAnd")
logical("or", "Or", "BitwiseOr")
logical("xor", "Xor", "BitwiseXor")
logical("bitwise_not", "Not", "BitwiseNot")


@row("clamp")
def clamp(x, a, outs):
    limits = [
        Constant(element(a[key], name_of(x[0]))) if key in a else None
        for key in ("low", "high")
    ]
    return Node("Clip", [x[0], *limits], outs)


@row("cast")
def cast(x, a, outs):
    return Node("Cast", x, outs, to=ELEMENTS[outs[0]][1])


# --- Reductions, scans and orders


def reduction(op, operator):
    def build(x, a, outs):
        axes = int64(a["axes"])
        return Node(
            operator, [x[0], axes], outs,
            keepdims=int(a["keepdims"]), noop_with_empty_axes=1,
        )

    TABLE[op] = build


reduction("reduce_sum", "ReduceSum")
reduction("reduce_prod", "ReduceProd")
reduction("reduce_max", "ReduceMax")
reduction("reduce_min", "ReduceMin")
reduction("mean", "ReduceMean")
reduction("any", "ReduceMax")  # of bool, where false < true
reduction("all", "ReduceMin")


@row("bias_backward")
def bias_backward(x, a, outs):
    axes = [axis for axis in range(x[0].ndim) if axis != a["axis"]]
    return Node(
        "ReduceSum", [x[0], int64(axes)], outs,
        keepdims=0, noop_with_empty_axes=1,
    )


def converted(outs):
    """Converts indices, which are int64 in ONNX, to the dtypes of the outs."""
    return lambda results: [
        result.astype(DTYPES[out], copy=False)
        for result, out in zip(results, outs)
    ]


def extreme_index(op, operator):
    TABLE[op] = lambda x, a, outs: Node(
        operator, x, ["int64"], converted(outs),
        axis=a["axis"], keepdims=int(a["keepdims"]),
    )


extreme_index("argmax", "ArgMax")
extreme_index("argmin", "ArgMin")


@row("associative_scan")
def associative_scan(x, a, outs):
    operator = {"sum": "CumSum", "prod": "CumProd"}[a["op"]]
    return Node(operator, [x[0], int64(a["axis"])], outs)


def top(x, axis, k, descending, finish):
    """Returns the node of TopK, whose results are values and indices."""
    return Node(
        "TopK", [x, int64([k])], [name_of(x), "int64"], finish,
        axis=axis, largest=int(descending), sorted=1,
    )


def whole(x, a, finish):
    """Sorts: the first k of all k elements along an axis."""
    extent = x[0].shape[a["axis"]]
    return top(x[0], a["axis"], extent, a["descending"], finish)


@row("sort")
def sort(x, a, outs):
    return whole(x, a, lambda results: results[:1])


@row("argsort")
def argsort(x, a, outs):
    finish = converted(outs)
    return whole(x, a, lambda results: finish(results[1:]))


@row("sort_with_indices")
def sort_with_indices(x, a, outs):
    return whole(x, a, converted(outs))


@row("topk")
def topk(x, a, outs):
    return top(x[0], a["axis"], a["k"], True, converted(outs))
