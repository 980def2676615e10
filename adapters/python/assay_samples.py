# Lists, for every op of the interface, a call that any library with the op can
# carry out: operands of ones, at a size that the caller picks. The probe makes
# these calls to find out which cells a library has.
import struct

INTEGERS = ["int8", "uint8", "int16", "uint16"]
INTEGERS += ["int32", "uint32", "int64", "uint64"]
WIDE = ["float16", "bfloat16", "float32", "float64"]
FLOATS = WIDE + ["float8_e4m3fn", "float8_e5m2"]
COMPLEXES = ["complex64", "complex128"]
PACKED = ["int4", "uint4"]
WHOLE = INTEGERS + PACKED
REALS = WHOLE + FLOATS
NUMBERS = REALS + COMPLEXES
EVERY = NUMBERS + ["bool"]
BOOL = ["bool"]
ORDINARY = INTEGERS + WIDE  # what most ops of set nn have
MATRIX = WIDE + COMPLEXES

# The bytes of the number one.
ONES = {name: b"\1" for name in ["bool", "int8", "uint8"]}
for _bytes in (2, 4, 8):
    ONES["int%d" % (8 * _bytes)] = (1).to_bytes(_bytes, "little")
    ONES["uint%d" % (8 * _bytes)] = (1).to_bytes(_bytes, "little")
ONES.update(float16=struct.pack("<e", 1), float32=struct.pack("<f", 1))
ONES.update(float64=struct.pack("<d", 1), bfloat16=b"\x80\x3f")
ONES.update(float8_e4m3fn=b"\x38", float8_e5m2=b"\x3c")
ONES.update(complex64=struct.pack("<ff", 1, 0))
ONES.update(complex128=struct.pack("<dd", 1, 0))


def count_of(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


def memory(dtype, shape, fill):
    """Returns a buffer of ones ("one"), zeros ("zero") or matrices of units."""
    count = count_of(shape)
    if dtype in PACKED:
        return bytearray((b"\x11" if fill == "one" else b"\0") * -(-count // 2))
    one = ONES[dtype]
    if fill != "unit":
        return bytearray((one if fill == "one" else bytes(len(one))) * count)
    rows, columns = shape[-2:]
    zero = bytes(len(one))
    matrix = b"".join(
        one if i == j else zero for i in range(rows) for j in range(columns)
    )
    return bytearray(matrix * count_of(shape[:-2]))


class Call:
    """One call: operands and results as (dtype, shape, fill) and (dtype, shape).

    `writes` is true if the results are the caller's outs.
    """

    def __init__(self, operands, results, attributes=None, writes=True):
        self.operands = operands
        self.results = results
        self.attributes = attributes or {}
        self.writes = writes


def ones(dtype, shape, count=1):
    return [(dtype, shape, "one")] * count


def pointwise(count, out=None, **attributes):
    def make(dtype, shape):
        results = [(out or dtype, shape)]
        return [Call(ones(dtype, shape, count), results, attributes)]

    return make


def folded(out=None):
    """Reduces the last axis."""

    def make(dtype, shape):
        attributes = {"axes": [len(shape) - 1], "keepdims": False}
        results = [(out or dtype, shape[:-1])]
        return [Call(ones(dtype, shape), results, attributes)]

    return make


def ranked(outs, **more):
    """Works along the last axis; `outs` are the dtypes of results."""

    def make(dtype, shape):
        attributes = {"axis": len(shape) - 1, **more}
        results = [(out or dtype, shape) for out in outs]
        return [Call(ones(dtype, shape), results, attributes)]

    return make


def lowered(outs, **more):
    def make(dtype, shape):
        attributes = {"axis": len(shape) - 1, "keepdims": False, **more}
        results = [(out or dtype, shape[:-1]) for out in outs]
        return [Call(ones(dtype, shape), results, attributes)]

    return make


def moved(result, attributes):
    """Returns a tensor; result and attributes depend on the shape."""

    def make(dtype, shape):
        results = [(dtype, result(shape))]
        call = Call(ones(dtype, shape), results, attributes(shape), False)
        return [call]

    return make


def text_of(dtype, zero=True):
    if dtype in WHOLE + BOOL:
        return "0" if zero else "1"
    part = "0x0p+0" if zero else "0x1p+0"
    return [part, part] if dtype in COMPLEXES else part


def pad(dtype, shape):
    attributes = {"padding": [[0, 1]] * len(shape), "value": text_of(dtype)}
    results = [(dtype, [extent + 1 for extent in shape])]
    if count_of(results[0][1]) > 4096:
        attributes["padding"] = [[0, 0]] * len(shape)
        results = [(dtype, shape)]
    return [Call(ones(dtype, shape), results, attributes, False)]


def full(dtype, shape):
    attributes = {"shape": shape, "dtype": dtype, "value": text_of(dtype)}
    return [Call([], [(dtype, shape)], attributes, False)]


def matrices(*results, fill="unit", **attributes):
    """A square matrix; results(shape) per attribute in turn, both values."""

    def make(dtype, shape):
        shape = square(shape)
        named = [(kind(dtype), form(shape)) for kind, form in results]
        return [
            Call([(dtype, shape, fill)], named, dict(attributes), False)
        ]

    return make


def square(shape):
    if len(shape) == 1:
        side = 8 if shape[0] == 64 else 1
        return [side, side]
    return list(shape)


def both(attribute, make):
    """Makes each call with the attribute false and true."""

    def calls(dtype, shape):
        made = []
        for value in (False, True):
            for call in make(dtype, shape):
                call.attributes[attribute] = value
                made.append(call)
        return made

    return calls


def same(dtype):
    return dtype


def real(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


def real_or_wide(dtype):
    return (real(dtype), "float64")  # profiles differ in the dtype


def complexes(dtype):
    wide = dtype in ("float64", "complex128")
    return ("complex128",) if wide else ("complex64", "complex128")


def whole(shape):
    return shape


def row(shape):
    return shape[:-1]


def spectrum(values, vectors_of):
    """Eigenvalues, and with `vectors` eigenvectors too, of these dtypes."""

    def calls(dtype, shape):
        shape = square(shape)
        made = []
        for vectors in (False, True):
            results = [(values(dtype), shape[:-1])]
            results += [(vectors_of(dtype), shape)] * vectors
            operand = [(dtype, shape, "unit")]
            made.append(Call(operand, results, {"vectors": vectors}, False))
        return made

    return calls


def matmul(dtype, shape):
    shape = square(shape)
    forms = [shape, [2] + shape] if len(shape) == 2 else [shape]
    return [Call(ones(dtype, form, 2), [(dtype, form)]) for form in forms]


def solve(dtype, shape):
    shape = square(shape)
    operands = [(dtype, shape, "unit")] * 2
    made = []
    for bits in range(8):
        attributes = {
            "upper": bool(bits & 1),
            "transpose": bool(bits & 2),
            "unit_diag": bool(bits & 4),
        }
        made.append(Call(operands, [(dtype, shape)], attributes, False))
    return made


def gather(dtype, shape):
    operands = ones(dtype, shape) + [("int32", shape, "zero")]
    return [Call(operands, [(dtype, shape)], {"axis": len(shape) - 1})]


def scatter(mode):
    def make(dtype, shape):
        operands = ones(dtype, shape) + [("int32", shape, "zero")]
        operands += ones(dtype, shape)
        made = []
        for unique in (False, True) if shape[-1] == 1 else (False,):
            attributes = {"axis": len(shape) - 1, "mode": mode}
            attributes["unique_indices"] = unique
            call = Call(operands, [(dtype, shape)], attributes, False)
            made.append(call)
        return made

    return make


def fourier(dtype, shape):
    attributes = {"axes": [len(shape) - 1]}
    return [Call(ones(dtype, shape), [(dtype, shape)], attributes, False)]


def cat(dtype, shape):
    doubled = shape[:-1] + [2 * shape[-1]]
    axis = {"axis": len(shape) - 1}
    return [Call(ones(dtype, shape, 2), [(dtype, doubled)], axis)]


def pair_call(op, one, two, shape):
    """Returns the call of a cell that is a pair of dtypes."""
    if op == "cast":
        return Call(ones(one, shape), [(two, shape)])
    half = shape[:-1] + [shape[-1] // 2 + 1]
    if op == "rfft":
        attributes = {"axes": [len(shape) - 1], "dtype": two}
        return Call(ones(one, shape), [(two, half)], attributes, False)
    attributes = {"axes": [len(shape) - 1], "dtype": two, "s": [shape[-1]]}
    return Call(ones(one, half), [(two, shape)], attributes, False)


WINDOW = {"kernel_size": [1], "stride": [1], "dilation": [1],
          "padding": [[0, 0]]}


def unfold(dtype, shape):
    results = [(dtype, shape[:-1] + [1, shape[-1]])]
    return [Call(ones(dtype, shape), results, dict(WINDOW), False)]


def fold(dtype, shape):
    operands = ones(dtype, shape[:-1] + [1, shape[-1]])
    attributes = {**WINDOW, "output_size": shape[-1:]}
    return [Call(operands, [(dtype, shape)], attributes, False)]


PAIRS = {
    "cast": (EVERY, EVERY),
    "rfft": (["float32", "float64"], COMPLEXES),
    "irfft": (COMPLEXES, ["float32", "float64"]),
}

# (op, variant) -> (dtypes, function(dtype, shape) that returns Calls)
CELLS = {}


def cells(names, dtypes, make, variant=""):
    for name in names.split():
        CELLS[name, variant] = (dtypes, make)


cells("add sub mul div pow", NUMBERS, pointwise(2))
cells("mod max min", REALS, pointwise(2))
cells("max min", REALS + BOOL, pointwise(2))
cells("neg recip abs sign", NUMBERS, pointwise(1))
cells("cmpeq cmpne", EVERY, pointwise(2, "bool"))
cells("cmplt cmple", REALS + BOOL, pointwise(2, "bool"))
cells("xor or and", WHOLE + BOOL, pointwise(2))
cells("where", EVERY, lambda dtype, shape: [
    Call(ones("bool", shape) + ones(dtype, shape, 2), [(dtype, shape)])
])
cells("trunc ceil floor round", REALS, pointwise(1))
cells("sqrt exp log sin cos tan asin acos atan sinh cosh tanh",
      FLOATS + COMPLEXES, pointwise(1))
cells("erf", FLOATS, pointwise(1))
cells("atan2", FLOATS, pointwise(2))
cells("reduce_sum reduce_prod", NUMBERS, folded())
cells("reduce_max reduce_min", REALS + BOOL, folded())
cells("argmax argmin", REALS + BOOL, lowered(["int32"]))
for _variant, _dtypes in {"sum": NUMBERS, "prod": NUMBERS,
                          "max": REALS + BOOL, "min": REALS + BOOL}.items():
    cells("associative_scan", _dtypes, ranked([None], op=_variant), _variant)
for _variant, _flag in {"": False, "descending": True}.items():
    cells("sort", EVERY, ranked([None], descending=_flag), _variant)
    cells("argsort", EVERY, ranked(["int32"], descending=_flag), _variant)
cells("expand", EVERY, moved(whole, lambda shape: {"shape": shape}))
cells("reshape", EVERY, moved(whole, lambda shape: {"shape": shape}))
cells("permute", EVERY, moved(
    lambda shape: shape[::-1],
    lambda shape: {"axes": list(range(len(shape)))[::-1]}))
cells("shrink", EVERY, moved(
    whole, lambda shape: {"ranges": [[0, extent] for extent in shape]}))
cells("flip", EVERY, moved(whole, lambda shape: {"axes": [True] * len(shape)}))
cells("pad", EVERY, pad)
cells("cat", EVERY, cat)
cells("full", EVERY, full)
cells("contiguous copy", EVERY, moved(whole, lambda shape: {}))
cells("assign", EVERY, pointwise(1))
cells("gather", EVERY, gather)
cells("scatter", EVERY, scatter("set"), "set")
cells("scatter", NUMBERS, scatter("add"), "add")
cells("unfold", EVERY, unfold)
cells("fold", NUMBERS, fold)
cells("matmul", NUMBERS, matmul)
cells("fft ifft", COMPLEXES, fourier)
cells("cholesky", MATRIX, both("upper", matrices((same, whole))))
cells("qr", MATRIX, both("reduced", matrices((same, whole), (same, whole))))
cells("svd", MATRIX, both("full_matrices", matrices(
    (same, whole), (real_or_wide, row), (same, whole))))
cells("eig", MATRIX, spectrum(complexes, complexes))
cells("eigh", MATRIX, spectrum(real_or_wide, same))
cells("triangular_solve", MATRIX, solve)
