"""Carries out workloads of `assay bench` with a library, one at a time.

The script of the library comes before this text. It has version(),
operand(buffer, at, given), which also returns how many bytes it read,
out(given), function_of(op, xs, outs, attributes) and stored(result, dtype).
THREAD_CLOCK, if it has one, measures one thread instead of time.thread_time.

Frames come in on stdin and go out on stdout as on the wire of subjects (u32
header length, u64 payload length, a JSON header, a payload):

    hello                               -> version
    prepare: op, dtypes, attributes,
      operands, outs; their storage     -> ok, or unsupported with a reason
    time: repetitions                   -> seconds
    results                             -> the results, row-major

Tested by tests/bench/peers_test.cc.
"""

import itertools
import json
import os
import struct
import sys
import time


class Unsupported(Exception):
    """The library does not have the op, or not with this meaning."""


class Peer:
    def __init__(self, clock):
        self.clock = clock
        self.function, self.xs, self.outs, self.dtypes = None, [], [], []

    def prepare(self, header, payload):
        self.function, self.xs, self.outs = None, [], []
        at = 0
        for given in header["operands"]:
            x, size = operand(payload, at, given)
            at += size
            self.xs.append(x)
        self.outs = [out(given) for given in header["outs"]]
        self.function = function_of(header["op"], self.xs, self.outs,
                                    header["attributes"])
        self.dtypes = header["results"]
        try:
            self.function()
        except TypeError as error:
            self.function = None
            raise Unsupported(str(error)) from None

    def time(self, repetitions):
        function, clock = self.function, self.clock
        turns = itertools.repeat(None, repetitions)
        start = clock()
        for _ in turns:
            function()
        return clock() - start

    def results(self):
        returned = self.function()
        if returned is None:
            returned = self.outs
        if not isinstance(returned, (tuple, list)):
            returned = [returned]
        return b"".join(stored(result, dtype)
                        for result, dtype in zip(returned, self.dtypes))


def main():
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints of a library must not break a frame
    clock = time.perf_counter
    if sys.argv[1] == "thread":
        clock = globals().get("THREAD_CLOCK", time.thread_time)
    peer = Peer(clock)
    while prefix := incoming.read(12):
        header_bytes, payload_bytes = struct.unpack("<IQ", prefix)
        header = json.loads(incoming.read(header_bytes))
        payload = incoming.read(payload_bytes)
        reply, answer = {"ok": True}, b""
        try:
            if header["type"] == "hello":
                reply["version"] = version()
            elif header["type"] == "prepare":
                peer.prepare(header, payload)
            elif header["type"] == "time":
                reply["seconds"] = peer.time(header["repetitions"])
            else:
                answer = peer.results()
        except Unsupported as error:
            reply = {"unsupported": str(error)}
        except Exception as error:  # what it is goes back to the caller
            reply = {"error": f"{type(error).__name__}: {error}"}
        text = json.dumps(reply).encode()
        outgoing.write(struct.pack("<IQ", len(text), len(answer)) + text)
        outgoing.write(answer)
        outgoing.flush()


if __name__ == "__main__":
    main()
