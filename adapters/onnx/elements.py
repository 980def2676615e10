# Converts between the tensors of the wire and NumPy arrays, which all Python
# bindings of ONNX runtimes take, and parses the elements that attributes hold.
# Tested by tests/scripts/onnx_adapter_test.py.
import ml_dtypes
import numpy as np
import onnx

import assay_wire

TYPE = onnx.TensorProto

# Name of the interface -> dtype of the array, element type of ONNX.
ELEMENTS = {
    "bool": (np.bool_, TYPE.BOOL),
    "int8": (np.int8, TYPE.INT8),
    "uint8": (np.uint8, TYPE.UINT8),
    "int16": (np.int16, TYPE.INT16),
    "uint16": (np.uint16, TYPE.UINT16),
    "int32": (np.int32, TYPE.INT32),
    "uint32": (np.uint32, TYPE.UINT32),
    "int64": (np.int64, TYPE.INT64),
    "uint64": (np.uint64, TYPE.UINT64),
    "int4": (ml_dtypes.int4, TYPE.INT4),
    "uint4": (ml_dtypes.uint4, TYPE.UINT4),
    "float16": (np.float16, TYPE.FLOAT16),
    "bfloat16": (ml_dtypes.bfloat16, TYPE.BFLOAT16),
    "float32": (np.float32, TYPE.FLOAT),
    "float64": (np.float64, TYPE.DOUBLE),
    "float8_e4m3fn": (ml_dtypes.float8_e4m3fn, TYPE.FLOAT8E4M3FN),
    "float8_e5m2": (ml_dtypes.float8_e5m2, TYPE.FLOAT8E5M2),
    "complex64": (np.complex64, TYPE.COMPLEX64),
    "complex128": (np.complex128, TYPE.COMPLEX128),
}
DTYPES = {name: np.dtype(pair[0]) for name, pair in ELEMENTS.items()}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
PACKED = ("int4", "uint4")
INTEGERS = ("int8", "int16", "int32", "int64")
INTEGERS += ("uint8", "uint16", "uint32", "uint64")


def name_of(array):
    """Returns the interface's name of an array's dtype."""
    return NAMES[array.dtype]


def raw(array):
    """Shows an array of numbers as unsigned integers of the same size."""
    return array.view("u%d" % array.dtype.itemsize)


def nibbles(buffer):
    """Returns the 4-bit elements of a buffer, one per byte."""
    octets = np.frombuffer(buffer, np.uint8)
    return np.stack([octets & 15, octets >> 4], axis=-1).reshape(-1)


def unpacked(buffer, name):
    """Returns the elements of a buffer of int4 or uint4 as an array."""
    ones = nibbles(buffer).astype(np.int8)
    if name == "int4":
        ones = np.where(ones > 7, ones - 16, ones).astype(np.int8)
    return ones.astype(DTYPES[name])


def packed(array):
    """Returns bytes with two 4-bit elements each, the first in the low half."""
    ones = array.reshape(-1).view(np.uint8) & 15
    ones = np.append(ones, np.zeros(ones.size % 2, np.uint8))
    return (ones[0::2] | ones[1::2] << 4).tobytes()


def array_of(tensor):
    """Returns the elements of a wire tensor as a row-major array.

    A row-major tensor is passed without a copy. Any other is copied, because
    tensors of ONNX have no strides.
    """
    dtype = DTYPES[tensor.dtype]
    if 0 in tensor.shape:
        return np.empty(tensor.shape, dtype)
    if tensor.dtype in PACKED:
        source, size = unpacked(tensor.buffer, tensor.dtype), 1
    else:
        source, size = tensor.buffer, dtype.itemsize
    view = np.ndarray(
        tensor.shape,
        dtype,
        source,
        tensor.offset * size,
        tuple(stride * size for stride in tensor.strides),
    )
    return view if view.flags.c_contiguous else np.array(view, order="C")


def check(array, name, shape):
    """Refuses a result that has not the dtype or the shape of the contract."""
    if name_of(array) != name or tuple(array.shape) != tuple(shape):
        raise assay_wire.Refusal(
            "invalid",
            "the runtime returned %s %s instead of %s %s"
            % (name_of(array), list(array.shape), name, list(shape)),
        )


def store(array, out):
    """Copies a result into an out, which is row-major."""
    check(array, out.dtype, out.shape)
    if not array.size:
        return
    target = np.frombuffer(out.buffer, np.uint8)
    if out.dtype in PACKED:
        octets = np.frombuffer(packed(np.ascontiguousarray(array)), np.uint8)
        octets = octets.copy()
        if array.size % 2:  # the last byte has half of its bits in the out
            octets[-1] |= target[octets.size - 1] & 0xF0
    else:  # row-major, whatever the array's strides
        octets = np.frombuffer(array.tobytes(), np.uint8)
    target[: octets.size] = octets


def tensor_of(array):
    """Describes a result in memory of its own."""
    name, strides, step = name_of(array), [], 1
    for extent in reversed(array.shape):
        strides.insert(0, step)
        step *= extent
    octets = packed(array) if name in PACKED else array.tobytes()
    return assay_wire.Tensor(bytearray(octets), name, array.shape, strides, 0)


def component(text, dtype):
    """Returns one part of an element from its text, bit for bit."""
    if dtype.kind == "b":
        return np.array(text == "1", dtype)
    if NAMES[dtype] in INTEGERS + PACKED:
        return np.array(int(text)).astype(dtype)
    if text.startswith("nan:"):
        bits = np.array(int(text[4:], 16), "u%d" % dtype.itemsize)
        return bits.view(dtype)
    value = float(text) if "n" in text else float.fromhex(text)
    return np.array(value).astype(dtype)


def element(text, name):
    """Returns an array of rank 0 with the value of an attribute."""
    dtype = DTYPES[name]
    if dtype.kind != "c":
        return component(text, dtype)
    part = np.dtype("float%d" % (4 * dtype.itemsize))
    parts = np.array([component(one, part) for one in text], part)
    return parts.view(dtype).reshape(())


def number(text):
    """Returns an attribute that ONNX stores as a float32, if it is one."""
    value = float(text) if "n" in text else float.fromhex(text)
    if value == value and float(np.float32(value)) != value:
        raise assay_wire.Refusal(
            "unsupported", "attributes of ONNX are float32", "dtype"
        )
    return value
