# An adapter that claims neg and abs of float32 and computes abs for both. It
# ignores its arguments. Used by the tests of the command.
import itertools
import os
import struct
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))
import assay_wire  # noqa: E402


def places(tensor):
    """Byte positions of the elements in row-major order."""
    for index in itertools.product(*map(range, tensor.shape)):
        steps = sum(i * s for i, s in zip(index, tensor.strides))
        yield 4 * (tensor.offset + steps)


class Confused:
    name, version = "confused", "1.0"

    def claims(self):
        return [{"op": op, "dtypes": ["float32"]} for op in ("neg", "abs")]

    def invoke(self, op, operands, attributes, outs):
        if op not in ("neg", "abs"):
            raise assay_wire.Refusal("unsupported", "no " + op, "op")
        for source, target in zip(places(operands[0]), places(outs[0])):
            bits = struct.unpack_from("<I", operands[0].buffer, source)[0]
            struct.pack_into("<I", outs[0].buffer, target, bits & 0x7FFFFFFF)
        return []


def status_of(error):
    if isinstance(error, assay_wire.Refusal):
        return error
    return assay_wire.Refusal("internal", repr(error))


assay_wire.Session(assay_wire.take_stdio(), Confused(), status_of).serve()
