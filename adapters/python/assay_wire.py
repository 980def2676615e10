# Implements the protocol of docs/protocol.md for adapters in Python: frames,
# numbered buffers, and the loop that answers requests. An adapter adds a table
# of ops. It must import this module before anything that may print, and call
# take_stdio() first.
import json
import os
import sys

PROTOCOL = 1
SPEC_VERSION = "0.1.0"

_encode = json.JSONEncoder(separators=(",", ":")).encode


def report_uncaught(kind, error, trace):
    if issubclass(kind, ModuleNotFoundError):
        text = "%s has no module %s" % (sys.executable, error.name)
        print(text, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


def take_stdio():
    """Returns streams on fds 0 and 1; redirects 1 to 2, and 0 to nothing.

    Whatever a library prints then goes to stderr and cannot break a frame. From
    then on one sentence names a module that is missing.
    """
    sys.excepthook = report_uncaught
    reader = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    writer = os.fdopen(os.dup(1), "wb", buffering=0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return reader, writer


class Refusal(Exception):
    """Ends a call with a status other than ok."""

    def __init__(self, status, message, kind=None):
        super().__init__(message)
        self.status, self.message, self.kind = status, message, kind


# Exceptions that Python raises if the adapter's own code is wrong.
OWN_FAULTS = (
    AssertionError, AttributeError, ImportError, KeyError, NameError, OSError,
)


def numeric_kind(message):
    """Returns the kind of numeric error that a message of a library means."""
    text = message.lower()
    if "positive" in text and "definite" in text:
        return "not_positive_definite"
    if "singular" in text:
        return "singular"
    if "converge" in text:
        return "no_convergence"
    return None


def status_of(error):
    """Maps an exception to a status, as section 4 of docs/protocol.md says.

    An exception of the library is `invalid` unless it says more. Some cases
    expect that status. None expects `internal`, which means a fault of the
    adapter.
    """
    if isinstance(error, Refusal):
        return error
    message = "%s: %s" % (type(error).__name__, error)
    if isinstance(error, MemoryError):
        return Refusal("out_of_memory", message)
    if isinstance(error, NotImplementedError):
        return Refusal("unsupported", message, "op")
    if isinstance(error, OWN_FAULTS):
        return Refusal("internal", message)
    kind = numeric_kind(str(error))
    if kind and "LinAlg" in type(error).__name__:
        return Refusal("numeric", message, kind)
    return Refusal("invalid", message)


class Tensor:
    """Elements of a buffer; strides and offset count elements."""

    __slots__ = ("buffer", "dtype", "shape", "strides", "offset")

    def __init__(self, buffer, dtype, shape, strides, offset):
        self.buffer = buffer  # any writable object with the buffer protocol
        self.dtype = dtype
        self.shape = tuple(shape)
        self.strides = tuple(strides)
        self.offset = offset


class Session:
    """Answers the requests of one host.

    `adapter` has name, version, claims() and invoke(op, operands, attributes,
    outs), which returns a list of Tensors. Each is on the buffer of an operand
    or on a buffer of its own. status_of turns exceptions of invoke into
    statuses; the adapter may pass its own function. If the adapter has a true
    attribute `immutable`, the reply to hello has that key, which applies to
    every claim.
    """

    def __init__(self, streams, adapter, status_of=status_of):
        self.reader, self.writer = streams
        self.adapter = adapter
        self.status_of = status_of
        self.buffers = {}  # number -> object with the buffer protocol
        self.made = 0  # how many buffers this side has numbered: -1, -2, ...
        self.answers = {
            "hello": self.hello,
            "alloc": self.alloc,
            "write": self.write,
            "read": self.read,
            "release": self.release,
            "invoke": self.invoke,
        }

    def serve(self):
        """Answers until the host closes the wire."""
        while True:
            prefix = self.reader.read(12)
            if len(prefix) < 12:
                return
            header_bytes = int.from_bytes(prefix[:4], "little")
            self.incoming = int.from_bytes(prefix[4:], "little")
            request = json.loads(self.reader.read(header_bytes).decode())
            payload = b""
            try:
                reply = self.answers[request["type"]](request)
                if not isinstance(reply, dict):
                    reply, payload = {}, reply
                reply["status"] = "ok"
            except Exception as error:  # every failure is an answer
                refusal = self.status_of(error)
                reply = {"status": refusal.status, "message": refusal.message}
                if refusal.kind:
                    reply["kind"] = refusal.kind
            self.reader.read(self.incoming)  # the rest of a write that failed
            reply["id"] = request["id"]
            self.send(reply, payload)

    def send(self, reply, payload):
        header = _encode(reply).encode()
        frame = (
            len(header).to_bytes(4, "little")
            + len(payload).to_bytes(8, "little")
            + header
        )
        if len(payload) < 1 << 16:
            self.write_all(frame + payload)
        else:
            self.write_all(frame)
            self.write_all(payload)

    def write_all(self, data):
        rest = memoryview(data)
        while rest:
            rest = rest[self.writer.write(rest) :]

    def hello(self, request):
        reply = {
            "protocol": PROTOCOL,
            "name": self.adapter.name,
            "version": self.adapter.version,
            "spec_version": SPEC_VERSION,
            "claims": self.adapter.claims(),
        }
        if getattr(self.adapter, "immutable", False):
            reply["immutable"] = True
        return reply

    def alloc(self, request):
        self.buffers[request["buffer"]] = bytearray(request["bytes"])
        return {}

    def write(self, request):
        room = memoryview(self.buffers[request["buffer"]]).cast("B")
        if self.incoming != len(room):
            raise Refusal("invalid", "the payload does not fill the buffer")
        if room.readonly:  # an immutable result gets a new buffer
            self.buffers[request["buffer"]] = bytearray(len(room))
            room = memoryview(self.buffers[request["buffer"]])
        while room:
            got = self.reader.readinto(room)
            if got == 0:
                raise EOFError("the host hung up within a payload")
            self.incoming -= got
            room = room[got:]
        return {}

    def read(self, request):
        return bytes(self.buffers[request["buffer"]])

    def release(self, request):
        del self.buffers[request["buffer"]]
        return {}

    def invoke(self, request):
        results = self.adapter.invoke(
            request["op"],
            [self.tensor(entry) for entry in request["operands"]],
            request["attributes"],
            [self.tensor(entry) for entry in request["outs"]],
        )
        return {"tensors": [self.entry(result) for result in results or ()]}

    def tensor(self, entry):
        return Tensor(
            self.buffers[entry["buffer"]],
            entry["dtype"],
            entry["shape"],
            entry["strides"],
            entry["offset"],
        )

    def entry(self, tensor):
        """Describes a result, and numbers its buffer if it is new."""
        entry = {
            "dtype": tensor.dtype,
            "shape": tensor.shape,
            "strides": tensor.strides,
            "offset": tensor.offset,
        }
        for number, buffer in self.buffers.items():
            if buffer is tensor.buffer:
                entry["buffer"] = number
                return entry
        self.made += 1
        self.buffers[-self.made] = tensor.buffer
        entry["buffer"] = -self.made
        entry["bytes"] = memoryview(tensor.buffer).nbytes
        return entry
