# Calls a PJRT plugin by its C API: loads the shared library, makes a client on
# its first device, compiles programs, and moves arrays there and back.
#
# Every argument struct of the API is a row of 8-byte words: its size, a chain of
# extensions (0 here), then the fields in order. A field of 4 bytes is padded to
# 8. So a struct is passed as an array of words, and results are read out of it.
# The words are those of version 0.114 of the API. An older plugin ignores words
# that it does not know, as the API's rules for struct_size say.
# Tested by tests/scripts/pjrt_adapter_test.py.
import ctypes

import numpy as np

WORD = ctypes.c_uint64

# Places of functions in the table of the API, which only grows at its end.
FUNCTIONS = {
    "Error_Destroy": 0,
    "Error_Message": 1,
    "Error_GetCode": 2,
    "Plugin_Initialize": 3,
    "Plugin_Attributes": 4,
    "Event_Destroy": 5,
    "Event_Await": 8,
    "Client_Create": 10,
    "Client_PlatformName": 12,
    "Client_PlatformVersion": 14,
    "Client_AddressableDevices": 16,
    "Client_Compile": 20,
    "Client_BufferFromHostBuffer": 22,
    "LoadedExecutable_Destroy": 50,
    "LoadedExecutable_Execute": 55,
    "Buffer_Destroy": 58,
    "Buffer_ElementType": 59,
    "Buffer_Dimensions": 60,
    "Buffer_ToHostBuffer": 70,
}
TABLE_AT = 5  # the word of the API struct at which the functions begin
EXECUTE_OPTIONS = 18  # words of PJRT_ExecuteOptions, all 0 but the first

# dtype -> PJRT_Buffer_Type
TYPES = {
    "bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6,
    "uint16": 7, "uint32": 8, "uint64": 9, "float16": 10, "float32": 11,
    "float64": 12, "bfloat16": 13, "complex64": 14, "complex128": 15,
    "float8_e5m2": 16, "float8_e4m3fn": 17, "int4": 21, "uint4": 22,
}
DTYPES = {number: name for name, number in TYPES.items()}

CODES = {
    1: "CANCELLED", 2: "UNKNOWN", 3: "INVALID_ARGUMENT",
    4: "DEADLINE_EXCEEDED", 5: "NOT_FOUND", 8: "RESOURCE_EXHAUSTED",
    9: "FAILED_PRECONDITION", 11: "OUT_OF_RANGE", 12: "UNIMPLEMENTED",
    13: "INTERNAL", 14: "UNAVAILABLE",
}


class PluginError(Exception):
    """An error that the plugin returned, with the name of its code."""

    def __init__(self, code, message):
        super().__init__("%s: %s" % (code, message))
        self.code = code


def words(*fields):
    """Returns a struct of the API: its size, no extension, and the fields."""
    row = (WORD * (2 + len(fields)))(0, 0, *fields)
    row[0] = ctypes.sizeof(row)
    return row


def address(of):
    return ctypes.addressof(of)


def text_at(place, size):
    return ctypes.string_at(place, size).decode("utf-8", "replace")


def named_values(options):
    """Returns PJRT_NamedValues of client options, and what must outlive them.

    Options are (name, value) with a str, bool, int or float as the value.
    """
    row, kept = [], []
    for name, value in options:
        kept.append(ctypes.create_string_buffer(name.encode()))
        fields = [address(kept[-1]), len(name.encode())]
        if isinstance(value, str):
            kept.append(ctypes.create_string_buffer(value.encode()))
            fields += [0, address(kept[-1]), len(value.encode())]
        elif isinstance(value, bool):
            fields += [4, int(value), 1]
        elif isinstance(value, int):
            fields += [1, value & (1 << 64) - 1, 1]
        else:
            fields += [3, int(np.float32(value).view(np.uint32)), 1]
        row += [56, 0, *fields]
    return (WORD * len(row))(*row), kept


class Plugin:
    """A loaded plugin with one client; raises PluginError for its errors."""

    def __init__(self, path, options=()):
        library = ctypes.CDLL(path)
        library.GetPjrtApi.restype = ctypes.c_void_p
        api = library.GetPjrtApi()
        if not api:
            raise OSError("GetPjrtApi of %s returned no API" % path)
        size = WORD.from_address(api).value // 8
        self.table = (WORD * size).from_address(api)
        versions = ctypes.c_int32 * 2
        self.api_version = tuple(versions.from_address(api + 32))
        if self.api_version[0] != 0:
            raise OSError("PJRT API %d.%d is not known" % self.api_version)
        prototype = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
        self.functions = {
            name: prototype(self.table[TABLE_AT + place])
            for name, place in FUNCTIONS.items()
        }
        self.call("Plugin_Initialize", words())
        rows, kept = named_values(options)
        count = len(rows) // 7
        create = words(address(rows), count, 0, 0, 0, 0, 0, 0, 0)
        self.call("Client_Create", create)
        del kept
        self.client = create[8]
        found = self.call(
            "Client_AddressableDevices", words(self.client, 0, 0)
        )
        self.device = WORD.from_address(found[3]).value
        self.platform = self.text("Client_PlatformName")
        self.platform_version = self.text("Client_PlatformVersion")
        self.options = words(*[0] * (EXECUTE_OPTIONS - 2))

    def call(self, name, row):
        """Calls a function with a struct; returns the struct."""
        error = self.functions[name](address(row))
        if error:
            raise self.error(error)
        return row

    def error(self, place):
        """Returns a PluginError for a PJRT_Error, which it frees."""
        message = words(place, 0, 0)
        self.functions["Error_Message"](address(message))
        text = text_at(message[3], message[4])
        code = words(place, 0)
        self.functions["Error_GetCode"](address(code))
        self.functions["Error_Destroy"](address(words(place)))
        number = code[3] & 0xFFFFFFFF
        return PluginError(CODES.get(number, "code %d" % number), text)

    def text(self, name):
        row = self.call(name, words(self.client, 0, 0))
        return text_at(row[3], row[4])

    def attributes(self):
        """Returns what the plugin says of itself, its texts and numbers."""
        row = self.call("Plugin_Attributes", words(0, 0))
        found = {}
        for i in range(row[3]):
            at = (WORD * 7).from_address(row[2] + 56 * i)
            name, kind = text_at(at[2], at[3]), at[4] & 0xFFFFFFFF
            if kind == 0:
                found[name] = text_at(at[5], at[6])
            elif kind == 1:
                found[name] = ctypes.c_int64(at[5]).value
            elif kind == 2:
                numbers = ctypes.c_int64 * at[6]
                found[name] = list(numbers.from_address(at[5]))
        return found

    def wait(self, event):
        """Waits for an event and frees it; raises its error."""
        if event:
            try:
                self.call("Event_Await", words(event))
            finally:
                self.call("Event_Destroy", words(event))

    def compile(self, text, options):
        """Returns the handle of an executable of a program in MLIR's text."""
        code = text.encode()
        code_bytes = ctypes.create_string_buffer(code)
        form = ctypes.create_string_buffer(b"mlir")
        given = ctypes.create_string_buffer(options, len(options))
        program = words(address(code_bytes), len(code), address(form), 4)
        row = words(
            self.client, address(program), address(given), len(options), 0
        )
        return self.call("Client_Compile", row)[6]

    def release(self, executable):
        self.call("LoadedExecutable_Destroy", words(executable))

    def drop(self, buffer):
        self.call("Buffer_Destroy", words(buffer))

    def to_device(self, array, dtype):
        """Returns the handle of a device buffer with a row-major array.

        The array is one of storage, a byte for each 4-bit element.
        """
        dims = (ctypes.c_int64 * max(1, array.ndim))(*array.shape)
        row = words(
            self.client, array.ctypes.data, TYPES[dtype], address(dims),
            array.ndim, 0, 0, 0, self.device, 0, 0, 0, 0,
        )
        self.call("Client_BufferFromHostBuffer", row)
        self.wait(row[13])
        return row[14]

    def to_host(self, buffer, storage):
        """Returns a device buffer as a row-major array, and its dtype.

        `storage` maps dtypes to those of arrays.
        """
        kind = self.call("Buffer_ElementType", words(buffer, 0))[3]
        dtype = DTYPES.get(kind & 0xFFFFFFFF)
        if dtype is None:
            raise PluginError("UNIMPLEMENTED", "element type %d" % kind)
        found = self.call("Buffer_Dimensions", words(buffer, 0, 0))
        rank = found[4]
        shape = list((ctypes.c_int64 * rank).from_address(found[3])) * (rank > 0)
        array = np.empty(shape, storage[dtype])
        # Asks for a row-major copy, whatever layout the device has chosen.
        minor = (ctypes.c_int64 * max(1, rank))(*reversed(range(rank)))
        layout = words(56, 0, address(minor), rank, 0, 0, 0, 0)
        row = words(
            buffer, address(layout), array.ctypes.data, array.nbytes, 0
        )
        self.call("Buffer_ToHostBuffer", row)
        self.wait(row[6])
        return array, dtype

    def execute(self, executable, arrays, result_count, storage):
        """Runs an executable on (array, dtype) pairs; returns such pairs."""
        given, made = [], (WORD * max(1, result_count))()
        try:
            for array, dtype in arrays:
                given.append(self.to_device(array, dtype))
            arguments = (WORD * max(1, len(given)))(*given)
            lists = (WORD * 1)(address(arguments))
            results = (WORD * 1)(address(made))
            row = words(
                executable, address(self.options), address(lists), 1,
                len(given), address(results), 0, 0,
            )
            self.call("LoadedExecutable_Execute", row)
            return [self.to_host(one, storage) for one in made[:result_count]]
        finally:
            for buffer in [*given, *made]:
                if buffer:
                    self.drop(buffer)
