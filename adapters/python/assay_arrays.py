# Shows tensors of the wire as NumPy arrays, and arrays as tensors, without a
# copy. A dtype that NumPy lacks is shown as unsigned integers of its size, its
# storage; ml_dtypes, where it is installed, has most of them as dtypes. Two
# 4-bit elements share a byte, so those alone are copied.
import numpy as np

import assay_wire

INTEGERS = ["int8", "uint8", "int16", "uint16"]
INTEGERS += ["int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEXES = ["complex64", "complex128"]
NARROW = ["bfloat16", "float8_e4m3fn", "float8_e5m2"]
PACKED = ["int4", "uint4"]
NATIVE = INTEGERS + FLOATS + COMPLEXES + ["bool"]
EVERY = NATIVE + NARROW + PACKED

STORAGE = {name: np.dtype(name) for name in NATIVE}
STORAGE.update(bfloat16=np.dtype("uint16"), float8_e4m3fn=np.dtype("uint8"))
STORAGE.update(float8_e5m2=np.dtype("uint8"))
STORAGE.update(int4=np.dtype("int8"), uint4=np.dtype("uint8"))


def extended_dtypes():
    """Returns the dtypes of ml_dtypes by name, or none if it is missing."""
    try:
        import ml_dtypes
    except ImportError:
        return {}
    names = NARROW + PACKED
    return {name: np.dtype(getattr(ml_dtypes, name)) for name in names}


# --- Elements out of the text of an attribute


def component(text, dtype):
    """Returns one part of an element from its text, bit for bit."""
    if dtype.kind == "b":
        return text == "1"
    if dtype.kind in "iu" or dtype.name in PACKED:
        return dtype.type(int(text))
    if text.startswith("nan:"):
        bits = np.dtype("uint%d" % (8 * dtype.itemsize))
        return np.array(int(text[4:], 16), bits).view(dtype)[()]
    return dtype.type(number(text))


def element(text, dtype):
    """Returns a 0-d array with an attribute value."""
    if dtype.kind != "c":
        return np.array(component(text, dtype), dtype)
    part = np.dtype("float%d" % (4 * dtype.itemsize))
    parts = [component(one, part) for one in text]
    return np.array(parts, part).view(dtype).reshape(())


def number(text):
    """Returns a float from its text; every NaN becomes Python's."""
    if text.startswith("nan"):
        return float("nan")
    return float(text) if "n" in text else float.fromhex(text)


def scalar(text, dtype):
    """Returns an attribute value as Python's bool, int, float or complex."""
    if dtype == "bool":
        return text == "1"
    if dtype in INTEGERS + PACKED:
        return int(text)
    if dtype in COMPLEXES:
        return complex(number(text[0]), number(text[1]))
    return number(text)


# --- Arrays over buffers


def strided(tensor, memory, dtype):
    """Returns the array that a tensor's shape and strides show in memory."""
    if 0 in tensor.shape:
        return np.ndarray(tensor.shape, dtype, memory)
    size = dtype.itemsize
    # Strides of axes of extent 1 mean nothing. They may be negative, which
    # PyTorch refuses.
    strides = tuple(
        size if extent == 1 and stride < 0 else stride * size
        for extent, stride in zip(tensor.shape, tensor.strides)
    )
    return np.ndarray(
        tensor.shape, dtype, memory, tensor.offset * size, strides
    )


def unpacked(tensor):
    """Returns all 4-bit elements of a tensor's buffer, a byte each."""
    pairs = np.frombuffer(tensor.buffer, np.uint8)
    nibbles = np.stack([pairs & 15, pairs >> 4], axis=-1).reshape(-1)
    if tensor.dtype == "uint4":
        return nibbles
    return ((nibbles ^ 8).astype(np.int8) - 8).astype(np.int8)


def packed(nibbles):
    """Returns bytes with two 4-bit elements each, out of a flat array."""
    halves = np.zeros(len(nibbles) + len(nibbles) % 2, np.uint8)
    halves[: len(nibbles)] = nibbles.view(np.uint8) & 15
    return halves[::2] | halves[1::2] << 4


def array_of(tensor):
    """Returns a tensor's elements as an array of their storage.

    The array is over the tensor's own memory, except that 4-bit elements are
    copied out of it.
    """
    storage = STORAGE[tensor.dtype]
    if tensor.dtype in PACKED:
        return strided(tensor, unpacked(tensor), storage)
    return strided(tensor, tensor.buffer, storage)


def store(array, out):
    """Copies an array of storage into the elements of a tensor of the wire."""
    if out.dtype not in PACKED:
        np.copyto(array_of(out), array, casting="unsafe")
        return
    whole = unpacked(out)
    np.copyto(strided(out, whole, STORAGE[out.dtype]), array)
    np.frombuffer(out.buffer, np.uint8)[:] = packed(whole)


def address(array):
    return array.__array_interface__["data"][0]


def tensor_of(array, dtype, operands):
    """Describes a result of storage, on an operand's buffer if it is in it."""
    array = np.asanyarray(array)
    if dtype in PACKED:
        flat = np.array(array, order="C").reshape(-1)
        strides = [1]
        for extent in array.shape[:0:-1]:
            strides.insert(0, strides[0] * extent)
        strides = strides[: array.ndim]
        return assay_wire.Tensor(packed(flat), dtype, array.shape, strides, 0)
    size = array.itemsize
    for operand in operands:
        whole = np.ndarray((len(operand.buffer),), np.uint8, operand.buffer)
        place = address(array) - address(whole)
        if 0 <= place and place + (size if array.size else 0) <= len(whole):
            strides = (stride // size for stride in array.strides)
            return assay_wire.Tensor(
                operand.buffer, dtype, array.shape, strides, place // size
            )
    # The result has memory of its own. It is passed as one run of bytes, in the
    # order that it has in memory.
    flat = array.ravel(order="K")
    if address(flat) != address(array):
        array = np.array(array, order="C")
        flat = array.ravel()
    strides = (stride // size for stride in array.strides)
    return assay_wire.Tensor(
        flat.view(np.uint8), dtype, array.shape, strides, 0
    )


def numpy_status_of(error):
    """Maps what NumPy raises to a status of the interface."""
    message = "%s: %s" % (type(error).__name__, error)
    is_linalg = isinstance(error, np.linalg.LinAlgError)
    if is_linalg and "infs or NaNs" in message:
        return assay_wire.Refusal("numeric", message, "no_convergence")
    if isinstance(error, TypeError) and "not supported" in message:
        return assay_wire.Refusal("unsupported", message, "dtype")
    return assay_wire.status_of(error)
