# An array library without negative strides, as PyTorch is one, and its adapter
# in a few lines: whatever is reversed it refuses, and notes in a file.
#
#   forward_only.py NOTES [CLAIM [immutable|untold]]
#
# CLAIM is a JSON object of further keys for every claim. With the last argument
# only the host's write replaces what results hold, which the claims tell or not.
# Used by tests/cli/claims_test.cc.
import itertools
import json
import os
import struct
import sys

sys.path.insert(
    0, os.path.join(os.path.dirname(__file__), "..", "..", "adapters", "python")
)
import assay_wire

STREAMS = assay_wire.take_stdio()
NOTES = sys.argv[1]
CLAIM = {"layouts": ["contiguous", "transpose", "slice", "broadcast", "offset"]}
if len(sys.argv) > 2:
    CLAIM = json.loads(sys.argv[2])
RESULTS = sys.argv[3] if len(sys.argv) > 3 else "writable"

BYTES = {"float32": 4, "int32": 4, "bool": 1}


def places(tensor):
    """Numbers of the elements, in row-major order."""
    for index in itertools.product(*map(range, tensor.shape)):
        yield tensor.offset + sum(i * s for i, s in zip(index, tensor.strides))


def elements(tensor):
    size = BYTES[tensor.dtype]
    data = bytes(tensor.buffer)
    return [data[size * at : size * at + size] for at in places(tensor)]


def strides_of(shape):
    strides = []
    for extent in reversed(shape):
        strides.insert(0, strides[0] * last if strides else 1)
        last = max(extent, 1)
    return strides


def fresh(dtype, shape, values):
    data = b"".join(values)
    buffer = bytearray(data) if RESULTS == "writable" else data
    return assay_wire.Tensor(buffer, dtype, shape, strides_of(shape), 0)


def store(out, values):
    size = BYTES[out.dtype]
    for at, value in zip(places(out), values):
        out.buffer[size * at : size * at + size] = value


def view(x, shape, strides, offset):
    return assay_wire.Tensor(x.buffer, x.dtype, shape, strides, offset)


def float32(value):
    try:
        return struct.pack("<f", value)
    except OverflowError:  # struct does not round to infinity
        return struct.pack("<f", float("inf") if value > 0 else float("-inf"))


def lifted(function):
    def call(operands, attributes, outs):
        dtype = operands[-1].dtype
        code = "<f" if dtype == "float32" else "<i"
        pack = float32
        if dtype == "int32":
            pack = lambda n: struct.pack("<I", n & 0xFFFFFFFF)
        rows = zip(*map(elements, operands))
        read = lambda row: (struct.unpack(code, item)[0] for item in row)
        store(outs[0], [pack(function(*read(row))) for row in rows])

    return call


def where(operands, attributes, outs):
    rows = zip(*map(elements, operands))
    store(outs[0], [one if flag != b"\0" else two for flag, one, two in rows])


def cat(operands, attributes, outs):
    axis = attributes["axis"]
    start = 0
    for member in operands:
        extent = member.shape[axis]
        part = list(outs[0].shape)
        part[axis] = extent
        offset = outs[0].offset + start * outs[0].strides[axis]
        store(view(outs[0], part, outs[0].strides, offset), elements(member))
        start += extent


def reduce_sum(operands, attributes, outs):
    x, axes = operands[0], attributes["axes"]
    sums = {}
    for index, item in zip(
        itertools.product(*map(range, x.shape)), elements(x)
    ):
        kept = tuple(0 if a in axes else i for a, i in enumerate(index))
        sums[kept] = sums.get(kept, 0) + struct.unpack("<i", item)[0]
    shape = [1 if a in axes else n for a, n in enumerate(x.shape)]
    store(
        outs[0],
        [
            struct.pack("<I", sums.get(index, 0) & 0xFFFFFFFF)
            for index in itertools.product(*map(range, shape))
        ],
    )


def copy(operands, attributes, outs):
    x = operands[0]
    return [fresh(x.dtype, x.shape, elements(x))]


def permute(operands, attributes, outs):
    x, axes = operands[0], attributes["axes"]
    shape, strides = ([row[a] for a in axes] for row in (x.shape, x.strides))
    return [view(x, shape, strides, x.offset)]


def shrink(operands, attributes, outs):
    x, ranges = operands[0], attributes["ranges"]
    starts = sum(row[0] * stride for row, stride in zip(ranges, x.strides))
    shape = [stop - start for start, stop in ranges]
    return [view(x, shape, x.strides, x.offset + starts)]


def expand(operands, attributes, outs):
    x, shape = operands[0], attributes["shape"]
    old = list(zip(x.shape, x.strides)) or [(1, 0)] * len(shape)
    strides = [s if n == m else 0 for (n, s), m in zip(old, shape)]
    return [view(x, shape, strides, x.offset)]


def assign(operands, attributes, outs):
    store(outs[0], elements(operands[0]))


TABLE = {
    "add": (["float32", "int32"], lifted(lambda a, b: a + b)),
    "neg": (["float32", "int32"], lifted(lambda a: -a)),
    "where": (list(BYTES), where),
    "cat": (list(BYTES), cat),
    "reduce_sum": (["int32"], reduce_sum),
    "copy": (list(BYTES), copy),
    "contiguous": (list(BYTES), copy),
    "permute": (list(BYTES), permute),
    "shrink": (list(BYTES), shrink),
    "expand": (list(BYTES), expand),
    "assign": (list(BYTES), assign),
}
HOSTED = ["buffer", "from_host", "to_host", "view", "dtype", "context"]


class ForwardOnly:
    name = "forward_only"
    version = "1"
    immutable = RESULTS == "immutable"

    def claims(self):
        rows = [{"op": op, "dtypes": list(BYTES)} for op in HOSTED]
        rows += [{"op": op, "dtypes": row[0]} for op, row in TABLE.items()]
        return [row | CLAIM for row in rows]

    def invoke(self, op, operands, attributes, outs):
        if op not in TABLE:
            raise assay_wire.Refusal("unsupported", "no " + op, "op")
        for tensor in operands + outs:
            moved = zip(tensor.shape, tensor.strides)
            if 0 not in tensor.shape and any(
                n > 1 and stride < 0 for n, stride in moved
            ):
                with open(NOTES, "a") as notes:
                    notes.write(op + "\n")
                raise assay_wire.Refusal("unsupported", "reversed", "layout")
        return TABLE[op][1](operands, attributes, outs)


def status_of(error):
    if isinstance(error, assay_wire.Refusal):
        return error
    return assay_wire.Refusal("internal", repr(error))


assay_wire.Session(STREAMS, ForwardOnly(), status_of).serve()
