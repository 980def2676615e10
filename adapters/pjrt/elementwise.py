# Maps elementwise ops, casts and movement to operations of StableHLO. A row of
# TABLE takes the module, the Values of the operands, the attributes and the
# types of the outs, and returns the Values of the results. README.md lists the
# mappings with their reasons. Tested by tests/scripts/pjrt_adapter_test.py.
from modules import PARTS, i64s

TABLE = {}

# op -> attributes whose elements are passed as operands of rank 0, so that one
# module serves all values and every bit of them is kept
ELEMENTS_OF = {
    "pad": ["value"], "full": ["value"], "clamp": ["low", "high"],
    "leaky_relu": ["negative_slope"], "hard_sigmoid": ["alpha", "beta"],
    "layer_norm": ["epsilon"],
}


def row(*ops):
    def keep(function):
        for op in ops:
            TABLE[op] = function
        return function

    return keep


def plain(op, operation):
    """Maps an op to one operation whose result is like its first operand."""
    TABLE[op] = lambda m, x, a, outs: m.same(operation, *x)


def widened(m, operands, function):
    """Applies a function of several operations in float32 to 16-bit floats."""
    dtype = operands[0].dtype
    if dtype not in ("float16", "bfloat16"):
        return function(m, *operands)
    wide = [m.op("convert", [x], x.like(dtype="float32")) for x in operands]
    result = function(m, *wide)
    return m.op("convert", [result], result.like(dtype=dtype))


for _op, _operation in {
    "add": "add", "sub": "subtract", "mul": "multiply", "div": "divide",
    "mod": "remainder", "pow": "power", "atan2": "atan2", "max": "maximum",
    "min": "minimum", "xor": "xor", "or": "or", "and": "and",
    "neg": "negate", "sign": "sign", "ceil": "ceil", "floor": "floor",
    "round": "round_nearest_afz", "sqrt": "sqrt", "exp": "exponential",
    "log": "log", "sin": "sine", "cos": "cosine", "tan": "tan",
    "tanh": "tanh", "log1p": "log_plus_one", "bitwise_not": "not",
    "shift_left": "shift_left", "sigmoid": "logistic",
    # CHLO is the dialect of StableHLO for functions that a plugin may expand.
    "asin": "chlo.asin", "acos": "chlo.acos", "atan": "chlo.atan",
    "sinh": "chlo.sinh", "cosh": "chlo.cosh", "erf": "chlo.erf",
    "asinh": "chlo.asinh", "acosh": "chlo.acosh", "atanh": "chlo.atanh",
}.items():
    plain(_op, _operation)

for _op, _direction in {
    "cmpeq": "EQ", "cmpne": "NE", "cmplt": "LT", "cmple": "LE",
}.items():
    TABLE[_op] = lambda m, x, a, outs, d=_direction: m.compare(d, *x)


@row("is_inf")
def is_inf(m, x, a, outs):
    return m.op("chlo.is_inf", x, x[0].like(dtype="bool"))


@row("is_nan")
def is_nan(m, x, a, outs):
    return m.compare("NE", x[0], x[0])


@row("shift_right")
def shift_right(m, x, a, outs):
    kind = "logical" if x[0].dtype.startswith("u") else "arithmetic"
    return m.same("shift_right_" + kind, *x)


@row("recip")
def recip(m, x, a, outs):
    return m.same("divide", m.number(1, x[0].dtype, x[0].shape), x[0])


@row("abs")
def absolute(m, x, a, outs):
    part = PARTS.get(x[0].dtype)
    if not part:
        return m.same("abs", x[0])
    modulus = m.op("abs", x, x[0].like(dtype=part))
    zero = m.number(0, part, x[0].shape)
    return m.op("complex", [modulus, zero], x[0].like())


@row("trunc")
def trunc(m, x, a, outs):
    """StableHLO has none: the ceiling below zero, and the floor elsewhere."""
    below = m.compare("LT", x[0], m.number(0, x[0].dtype, x[0].shape))
    return m.select(below, m.same("ceil", x[0]), m.same("floor", x[0]))


@row("where")
def where(m, x, a, outs):
    return m.select(*x)


@row("cast")
def cast(m, x, a, outs):
    return m.op("convert", x, x[0].like(dtype=outs[0][0]))


@row("clamp")
def clamp(m, x, a, outs):
    """Bounds are operands of rank 0; with one bound it is an extremum."""
    if "low" in a and "high" in a:
        return m.op("clamp", [x[1], x[0], x[2]], x[0].like())
    bound = m.broadcast(x[1], x[0].shape, [])
    return m.same("maximum" if "low" in a else "minimum", x[0], bound)


# --- Movement


@row("expand")
def expand(m, x, a, outs):
    first = len(a["shape"]) - len(x[0].shape)
    return m.broadcast(x[0], a["shape"], range(first, len(a["shape"])))


@row("reshape")
def reshape(m, x, a, outs):
    return m.reshape(x[0], a["shape"])


@row("permute")
def permute(m, x, a, outs):
    return m.transpose(x[0], a["axes"])


@row("shrink")
def shrink(m, x, a, outs):
    return m.slice(x[0], [r[0] for r in a["ranges"]],
                   [r[1] for r in a["ranges"]])


@row("flip")
def flip(m, x, a, outs):
    axes = [axis for axis, is_asked in enumerate(a["axes"]) if is_asked]
    return m.same("reverse", x[0], dimensions=i64s(axes))


@row("slice")
def stepped_slice(m, x, a, outs):
    """A negative step takes a reverse after the slice."""
    starts, limits, steps = [], [], []
    for (start, stop), step in zip(a["ranges"], a["steps"]):
        if step < 0:
            start = stop - 1 - (stop - 1 - start) // -step * -step
        starts.append(start)
        limits.append(stop)
        steps.append(abs(step))
    result = m.slice(x[0], starts, limits, steps)
    axes = [axis for axis, step in enumerate(a["steps"]) if step < 0]
    if axes:
        result = m.same("reverse", result, dimensions=i64s(axes))
    return result


def padded(m, x, value, rows):
    shape = [extent + sum(pair) for extent, pair in zip(x.shape, rows)]
    return m.op(
        "pad", [x, value], x.like(shape),
        edge_padding_low=i64s([pair[0] for pair in rows]),
        edge_padding_high=i64s([pair[1] for pair in rows]),
        interior_padding=i64s([0] * len(rows)),
    )


@row("pad")
def pad(m, x, a, outs):
    return padded(m, x[0], x[1], a["padding"])


@row("cat")
def cat(m, x, a, outs):
    shape = list(x[0].shape)
    shape[a["axis"]] = sum(one[a["axis"]] for one in x)
    return m.op("concatenate", x, x[0].like(shape),
                dimension="%d : i64" % a["axis"])


@row("full")
def full(m, x, a, outs):
    return m.broadcast(x[0], a["shape"], [])


@row("copy", "contiguous", "assign")
def copy(m, x, a, outs):
    """A program that returns its operand."""
    return x[0]


@row("repeat")
def repeat(m, x, a, outs):
    """Repeats on a new axis; the host reads the result with the axes joined."""
    axis = a["axis"]
    shape = list(x[0].shape)
    shape.insert(axis, a["times"])
    axes = [i for i in range(len(shape)) if i != axis]
    return m.broadcast(x[0], shape, axes)


@row("arange")
def arange(m, x, a, outs):
    dtype, shape = outs[0]
    count = m.iota(dtype, shape, 0)
    step = m.number(a["step"], dtype, shape)
    start = m.number(a["start"], dtype, shape)
    return m.same("add", m.same("multiply", count, step), start)


# --- Activations


@row("relu")
def relu(m, x, a, outs):
    return m.same("maximum", x[0], m.number(0, x[0].dtype, x[0].shape))


@row("relu_backward")
def relu_backward(m, x, a, outs):
    zero = m.number(0, x[0].dtype, x[0].shape)
    return m.select(m.compare("LE", x[0], zero), zero, x[1])


@row("leaky_relu")
def leaky_relu(m, x, a, outs):
    slope = m.broadcast(x[1], x[0].shape, [])
    return prelu(m, [x[0], slope], a, outs)


@row("prelu")
def prelu(m, x, a, outs):
    zero = m.number(0, x[0].dtype, x[0].shape)
    return m.select(m.compare("GE", x[0], zero), x[0],
                    m.same("multiply", x[0], x[1]))


@row("sigmoid_backward")
def sigmoid_backward(m, x, a, outs):
    def product(m, output, grad):
        one = m.number(1, output.dtype, output.shape)
        slope = m.same("multiply", output, m.same("subtract", one, output))
        return m.same("multiply", grad, slope)

    return widened(m, x, product)


@row("hard_sigmoid")
def hard_sigmoid(m, x, a, outs):
    def line(m, x, alpha, beta):
        alpha, beta = (m.broadcast(one, x.shape, []) for one in (alpha, beta))
        y = m.same("add", m.same("multiply", alpha, x), beta)
        low, high = m.number(0, x.dtype), m.number(1, x.dtype)
        return m.op("clamp", [low, y, high], x.like())

    return widened(m, x, line)
