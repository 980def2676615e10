# Adapters that each break the protocol in one way; the argument names the way.
# Up to the break they are right: a toy with add and flip of float32.
# Used by tests/harness/subject/process_subject_test.cc.
import os
import signal
import subprocess
import sys
import time
import traceback

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "adapters", "python"))
import assay_wire  # noqa: E402

WAY = sys.argv[1]
CLAIMS = [
    {
        "op": "add",
        "dtypes": ["float32"],
        "max_rank": 4,
        "layouts": ["contiguous", "flip"],
    },
    {"op": "sort", "variant": "descending", "dtypes": ["float32"]},
    {"op": "flip", "dtypes": ["float32"]},
    {"op": "cast", "pairs": [["float32", "int32"]]},
]


class Toy:
    name, version = "toy", "1.0"

    def claims(self):
        return CLAIMS

    def invoke(self, op, operands, attributes, outs):
        if op == "flip":
            x = operands[0]
            last = x.offset + (x.shape[0] - 1) * x.strides[0]
            strides = [-x.strides[0]]
            return [
                assay_wire.Tensor(x.buffer, x.dtype, x.shape, strides, last)
            ]
        if op == "copy":
            x = operands[0]
            copy = bytearray(x.buffer)
            return [
                assay_wire.Tensor(copy, x.dtype, x.shape, x.strides, x.offset)
            ]
        if op == "add":
            a, b = (memoryview(x.buffer).cast("f") for x in operands)
            out = memoryview(outs[0].buffer).cast("f")
            for i in range(len(out)):
                out[i] = a[i] + b[i]
            return []
        raise assay_wire.Refusal("unsupported", "the toy has no " + op, "op")


def frame(header, payload=b"", header_bytes=None, payload_bytes=None):
    """Returns a frame whose lengths may be wrong."""
    header_bytes = len(header) if header_bytes is None else header_bytes
    payload_bytes = len(payload) if payload_bytes is None else payload_bytes
    prefix = header_bytes.to_bytes(4, "little")
    return prefix + payload_bytes.to_bytes(8, "little") + header + payload


def stay():
    time.sleep(60)


def die_of(number):
    os.kill(os.getpid(), number)
    stay()


class Broken(assay_wire.Session):
    """Does what the way says before it replies to a type of request."""

    def send(self, reply, payload):
        change = WAYS.get(WAY)
        at, action = change if change else ("", None)
        if at != self.asked:
            return super().send(reply, payload)
        done = action(self, reply)
        if isinstance(done, bytes):
            self.write_all(done)
            stay()
        super().send(reply, payload if done is None else done[0])

    def serve(self):
        for name, answer in self.answers.items():

            def noted(request, name=name, answer=answer):
                self.asked = name  # what send() is about
                return answer(request)

            self.answers[name] = noted
        super().serve()


def put(key, value):
    return lambda session, reply: reply.__setitem__(key, value)


def lack(key):
    def act(session, reply):
        del reply[key]

    return act


def raw(data):
    return lambda session, reply: data


def claim(**row):
    return put("claims", [row])


def tensor(**change):
    """Changes the tensor of a reply that has one."""

    def act(session, reply):
        for entry in reply["tensors"]:
            entry.update(change)

    return act


def new(**change):
    """Returns a buffer not seen before, with keys changed or left out (None)."""

    def act(session, reply):
        if not reply["tensors"]:
            return
        entry = {"buffer": -7, "bytes": 16, "dtype": "float32"}
        entry.update(shape=[4], strides=[1], offset=0)
        entry.update(change)
        reply["tensors"] = [
            {key: value for key, value in entry.items() if value is not None}
        ]

    return act


def needless(reply):
    """Returns a tensor where the op writes into its out."""
    entry = {"buffer": 1, "dtype": "float32"}
    entry.update(shape=[4], strides=[1], offset=0)
    reply["tensors"] = [entry]


def act(function, *arguments):
    return lambda session, reply: function(*arguments)


def hang_up(session, reply):
    session.writer.close()
    os.close(1)
    stay()


def die_with_traceback(session, reply):
    """As an uncaught exception, and the farewell of a runtime after it."""
    print("about to compute", flush=True)  # stdout is stderr by then
    try:
        raise ValueError("out of toys")
    except ValueError:
        traceback.print_exc()
    sys.stderr.write("releasing devices\nbye\n")
    sys.stderr.flush()
    os._exit(1)


def print_and_die(session, reply):
    session.write_all(b"Loading libfoo 1.2 ...\nno license found\n")
    os._exit(2)


def leave_child(session, reply):
    """A grandchild keeps stdout open and outlives this process."""
    child = subprocess.Popen(
        ["/bin/sleep", "60"], stdout=session.writer.fileno()
    )
    sys.stderr.write("grandchild %d\n" % child.pid)
    sys.stderr.flush()
    os._exit(5)


def late_exit(session, reply, count=[0]):
    count[0] += 1
    if count[0] == 3:
        os._exit(0)


def complain_early(session, reply, count=[0]):
    count[0] += 1
    if count[0] == 1:
        sys.stderr.write("RuntimeError: harmless\n")
        sys.stderr.flush()
    if count[0] == 5:
        os._exit(3)


WAYS = {
    "exits_at_hello": ("hello", act(os._exit, 3)),
    "aborts_at_hello": ("hello", act(die_of, signal.SIGABRT)),
    "hangs_at_hello": ("hello", act(stay)),
    "hangs_up_at_hello": ("hello", hang_up),
    "prints_and_dies": ("hello", print_and_die),
    "raises": ("invoke", die_with_traceback),
    "prints_banner": ("hello", raw(b"Loading libfoo 1.2 ...\n")),
    "huge_header": ("hello", raw(frame(b"", header_bytes=1 << 30))),
    "huge_payload": ("hello", raw(frame(b"{}", payload_bytes=1 << 40))),
    "some_payload": ("hello", raw(frame(b'{"id":1}', payload_bytes=8))),
    "no_json": ("hello", raw(frame(b"{'id': 1}"))),
    "no_object": ("hello", raw(frame(b"[1]"))),
    "no_utf8": ("hello", raw(frame(b'{"id":1,"name":"\xff"}'))),
    "deep_json": ("hello", raw(frame(b"[" * 100000))),
    "wrong_version": ("hello", put("protocol", 2)),
    "text_version": ("hello", put("protocol", "1")),
    "no_name": ("hello", lack("name")),
    "claims_object": ("hello", put("claims", {"add": "float32"})),
    "claims_text": ("hello", put("claims", ["add"])),
    "unknown_op": ("hello", claim(op="frobnicate", dtypes=[])),
    "unknown_dtype": ("hello", claim(op="add", dtypes=["float12"])),
    "unknown_variant": (
        "hello",
        claim(op="add", variant="fast", dtypes=["float32"]),
    ),
    "no_pairs": ("hello", claim(op="cast", dtypes=["float32"])),
    "unknown_layout": (
        "hello",
        claim(op="add", dtypes=[], layouts=["diagonal"]),
    ),
    "bad_rank": ("hello", claim(op="add", dtypes=[], max_rank=40)),
    "bad_axes": ("hello", claim(op="fft", dtypes=[], min_axes=2, max_axes=1)),
    "bad_extent": ("hello", claim(op="add", dtypes=[], min_extent=-1)),
    "bad_operands": ("hello", claim(op="cat", dtypes=[], max_operands=0)),
    "bad_composed": ("hello", claim(op="add", dtypes=[], composed="yes")),
    "bad_immutable": ("hello", put("immutable", 1)),
    "wrong_id": ("invoke", put("id", 77)),
    "no_id": ("invoke", lack("id")),
    "truncated": ("invoke", lambda s, r: s.write_all(b"\x40") or os._exit(0)),
    "half_header": (
        "invoke",
        lambda s, r: s.write_all(frame(b'{"id"', header_bytes=40))
        or os._exit(0),
    ),
    "no_status": ("invoke", lack("status")),
    "unknown_status": ("invoke", put("status", "fine")),
    "no_kind": ("invoke", put("status", "unsupported")),
    "odd_kind": (
        "invoke",
        lambda s, r: r.update(status="numeric", kind="awkward"),
    ),
    "needless_tensor": ("invoke", lambda s, r: needless(r)),
    "invoke_payload": ("invoke", lambda s, r: (b"more",)),
    "short_read": ("read", lambda s, r: (b"\0" * 15,)),
    "long_read": ("read", lambda s, r: (b"\0" * 17,)),
    "past_end": ("invoke", tensor(offset=4)),
    "before_start": ("invoke", tensor(offset=2)),
    "far_stride": ("invoke", tensor(shape=[4], strides=[1 << 62], offset=0)),
    "negative_extent": ("invoke", tensor(shape=[-4])),
    "huge_extents": (
        "invoke",
        tensor(shape=[1 << 40, 1 << 40], strides=[0, 0]),
    ),
    "rank_33": ("invoke", tensor(shape=[1] * 33, strides=[1] * 33)),
    "short_strides": ("invoke", tensor(strides=[])),
    "fraction": ("invoke", tensor(offset=0.5)),
    "big_integer": ("invoke", tensor(offset=1 << 63)),
    "odd_dtype": ("invoke", tensor(dtype="float12")),
    "foreign_buffer": ("invoke", tensor(buffer=99)),
    "new_without_bytes": ("invoke", new(bytes=None)),
    "new_too_small": ("invoke", new(bytes=15)),
    "negative_bytes": ("invoke", new(bytes=-1)),
    "no_tensors": ("invoke", put("tensors", [])),
    "two_texts": ("invoke", put("tensors", ["x"])),
    "tensors_number": ("invoke", put("tensors", 3)),
    "release_fails": ("release", put("status", "invalid")),
    "segfaults": ("invoke", act(die_of, signal.SIGSEGV)),
    "exits": ("invoke", act(os._exit, 4)),
    "hangs": ("invoke", act(stay)),
    "hangs_up": ("invoke", hang_up),
    "leaves_child": ("invoke", leave_child),
    "complains_early": ("invoke", complain_early),
    "exits_later": ("invoke", late_exit),
}

if WAY == "lacks_module":
    import no_such_module  # noqa: F401
if WAY == "stops_reading":
    streams = assay_wire.take_stdio()
    session = assay_wire.Session(streams, Toy(), None)
    session.answers["write"] = lambda request: stay()
    session.serve()


def status_of(error):
    if isinstance(error, assay_wire.Refusal):
        return error
    return assay_wire.Refusal("internal", repr(error))


STREAMS = assay_wire.take_stdio()
if WAY == "noisy":  # harmless: stdout is not the wire any more
    print("printed to stdout", flush=True)
    sys.stderr.write("x" * 1000000)
if WAY == "says_why":
    sys.stderr.write("first line\nthe reason: out of toys\n\n")
    sys.stderr.flush()
    os._exit(1)
Broken(STREAMS, Toy(), status_of).serve()
