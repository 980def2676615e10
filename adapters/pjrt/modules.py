# Builds StableHLO modules as text, in the generic form of MLIR, which all
# versions of StableHLO read. Counts the operations of a call: an op of the
# interface that takes several is claimed as `composed`.
# Tested by tests/scripts/pjrt_adapter_test.py.
ELEMENTS = {
    "bool": "i1", "int4": "i4", "int8": "i8", "int16": "i16", "int32": "i32",
    "int64": "i64", "uint4": "ui4", "uint8": "ui8", "uint16": "ui16",
    "uint32": "ui32", "uint64": "ui64", "float16": "f16", "float32": "f32",
    "float64": "f64", "bfloat16": "bf16", "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2", "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}
# Bits of the greatest value: infinity, or the largest number without one.
GREATEST = {
    "float16": 0x7C00, "bfloat16": 0x7F80, "float32": 0x7F800000,
    "float64": 0x7FF0000000000000, "float8_e4m3fn": 0x7E,
    "float8_e5m2": 0x7C,
}
WIDTHS = {
    "float16": 16, "bfloat16": 16, "float32": 32, "float64": 64,
    "float8_e4m3fn": 8, "float8_e5m2": 8,
}
PARTS = {"complex64": "float32", "complex128": "float64"}
# Operations that hold no values of operands, only what the call says.
FREE = {"constant", "iota"}


class Value:
    """A result of an operation or an operand: its name, dtype and shape."""

    def __init__(self, name, dtype, shape):
        self.name, self.dtype, self.shape = name, dtype, tuple(shape)

    @property
    def type(self):
        extents = "".join("%dx" % extent for extent in self.shape)
        return "tensor<%s%s>" % (extents, ELEMENTS[self.dtype])

    def like(self, shape=None, dtype=None):
        """Returns a type: this one's, with what is given in its place."""
        shape = self.shape if shape is None else shape
        return (dtype or self.dtype, tuple(shape))

    def __getitem__(self, axis):
        return self.shape[axis]


def extreme(dtype, is_least):
    """Returns the text of the least or greatest element of a dtype."""
    if dtype == "bool":
        return "false" if is_least else "true"
    if dtype in GREATEST:
        sign = 1 << (WIDTHS[dtype] - 1) if is_least else 0
        digits = WIDTHS[dtype] // 4
        return "0x%0*X" % (digits, GREATEST[dtype] | sign)
    bits = int(dtype.lstrip("uint"))
    if dtype.startswith("u"):
        return "0" if is_least else str(2**bits - 1)
    return str(-(2 ** (bits - 1)) if is_least else 2 ** (bits - 1) - 1)


def small(number, dtype):
    """Returns the text of an element that is a small number."""
    if dtype == "bool":
        return "true" if number else "false"
    if dtype in PARTS:
        return "(%s, 0.0)" % float(number)
    return repr(float(number) if "float" in dtype else int(number))


def i64s(numbers):
    return "array<i64: %s>" % ", ".join(map(str, numbers)) if len(numbers) else (
        "array<i64>"
    )


def flags(values):
    if not len(values):
        return "array<i1>"
    return "array<i1: %s>" % ", ".join("true" if v else "false" for v in values)


def pairs(rows):
    """Returns padding: [before, after] per axis."""
    if not len(rows):
        return "dense<> : tensor<0x2xi64>"
    text = ", ".join("[%d, %d]" % tuple(row) for row in rows)
    return "dense<[%s]> : tensor<%dx2xi64>" % (text, len(rows))


class Module:
    """One function under construction; operations append lines to it."""

    def __init__(self, operands):
        """`operands` are pairs of a dtype and a shape."""
        self.lines, self.made, self.count, self.depth = [], 0, 0, 0
        self.operands = [
            Value("%%x%d" % i, dtype, shape)
            for i, (dtype, shape) in enumerate(operands)
        ]

    def value(self, kind):
        self.made += 1
        return Value("%%v%d" % self.made, *kind)

    def op(self, name, operands, results, regions=(), **attributes):
        """Appends an operation; returns its Value, or a list of several.

        `results` is one type or a list. A region is (types, function); the
        function gets Values and returns those that the region returns.
        """
        name = name if "." in name else "stablehlo." + name
        several = isinstance(results, list)
        kinds = results if several else [results]
        if not self.depth and name.split(".")[1] not in FREE:
            self.count += 1
        texts = [self.region(types, body) for types, body in regions]
        values = [self.value(kind) for kind in kinds]
        line = "%s = \"%s\"(%s)" % (
            ", ".join(one.name for one in values), name,
            ", ".join(one.name for one in operands),
        )
        if texts:
            line += " (%s)" % ", ".join(texts)
        if attributes:
            line += " {%s}" % ", ".join(
                "%s = %s" % (key, text) for key, text in attributes.items()
            )
        line += " : (%s) -> " % ", ".join(one.type for one in operands)
        line += "(%s)" % ", ".join(one.type for one in values)
        self.lines.append(line)
        return values if several else values[0]

    def region(self, types, body):
        """Returns the text of a region. Its constants stand inside it."""
        outer, self.lines = self.lines, []
        self.depth += 1
        arguments = [self.value(kind) for kind in types]
        results = body(*arguments)
        results = results if isinstance(results, (list, tuple)) else [results]
        heads = ", ".join("%s: %s" % (one.name, one.type) for one in arguments)
        lines = ["^bb0(%s):" % heads, *self.lines]
        lines.append("\"stablehlo.return\"(%s) : (%s) -> ()" % (
            ", ".join(one.name for one in results),
            ", ".join(one.type for one in results),
        ))
        self.depth -= 1
        self.lines = outer
        return "{ %s }" % "\n".join(lines)

    # --- Constants

    def splat(self, text, dtype, shape=()):
        """Returns a constant with one element everywhere."""
        kind = Value("", dtype, shape).type
        return self.op(
            "constant", [], (dtype, shape), value="dense<%s> : %s" % (text, kind)
        )

    def number(self, number, dtype, shape=()):
        return self.splat(small(number, dtype), dtype, shape)

    def least(self, dtype, shape=()):
        return self.splat(extreme(dtype, True), dtype, shape)

    def greatest(self, dtype, shape=()):
        return self.splat(extreme(dtype, False), dtype, shape)

    def iota(self, dtype, shape, axis):
        return self.op(
            "iota", [], (dtype, shape), iota_dimension="%d : i64" % axis
        )

    # --- Short forms

    def same(self, name, *operands, **attributes):
        """An operation whose result has the type of its first operand."""
        return self.op(name, operands, operands[0].like(), **attributes)

    def compare(self, direction, x, y):
        return self.op(
            "compare", [x, y], x.like(dtype="bool"),
            comparison_direction=(
                "#stablehlo<comparison_direction %s>" % direction
            ),
        )

    def select(self, condition, x, y):
        return self.op("select", [condition, x, y], x.like())

    def broadcast(self, x, shape, axes):
        return self.op(
            "broadcast_in_dim", [x], x.like(shape),
            broadcast_dimensions=i64s(axes),
        )

    def reshape(self, x, shape):
        return self.op("reshape", [x], x.like(shape))

    def transpose(self, x, axes):
        shape = [x[axis] for axis in axes]
        return self.op(
            "transpose", [x], x.like(shape), permutation=i64s(axes)
        )

    def slice(self, x, starts, limits, strides=None):
        strides = strides or [1] * len(starts)
        shape = [
            -(-(limit - start) // stride)
            for start, limit, stride in zip(starts, limits, strides)
        ]
        return self.op(
            "slice", [x], x.like(shape), start_indices=i64s(starts),
            limit_indices=i64s(limits), strides=i64s(strides),
        )

    def binary_region(self, name, dtype):
        """Returns a region of two scalars with one operation."""
        kind = (dtype, ())
        return [kind, kind], lambda x, y: self.op(name, [x, y], kind)

    def reduce(self, name, x, axes, init):
        shape = [e for axis, e in enumerate(x.shape) if axis not in axes]
        return self.op(
            "reduce", [x, init], x.like(shape),
            [self.binary_region(name, x.dtype)], dimensions=i64s(axes),
        )

    def text(self, results):
        """Returns the module, whose function returns the Values."""
        heads = ", ".join("%s: %s" % (one.name, one.type)
                          for one in self.operands)
        types = ", ".join(one.type for one in results)
        lines = ["module @call {",
                 "func.func public @main(%s) -> (%s) {" % (heads, types)]
        lines += self.lines
        lines.append("return %s : %s" % (
            ", ".join(one.name for one in results), types))
        return "\n".join(lines + ["} }", ""])
