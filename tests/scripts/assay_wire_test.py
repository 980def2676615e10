#!/usr/bin/env python3
"""Which status of docs/protocol.md an adapter in Python answers for what its
library raises: `invalid` where nothing else is known, since no case expects
`internal`."""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "adapters" / "python"))
sys.dont_write_bytecode = True
import assay_wire  # noqa: E402


class LinAlgError(ValueError):
    """As numpy.linalg and scipy.linalg have it."""


class _LinAlgError(RuntimeError):
    """As torch.linalg has it."""


STATUSES = (
    (ValueError("zero-size array to reduction operation"), "invalid", None),
    (IndexError("axis 3 is out of bounds"), "invalid", None),
    (ZeroDivisionError("integer division by zero"), "invalid", None),
    (OverflowError("too large"), "invalid", None),
    # PyTorch raises this for everything, including singular operands of others.
    (RuntimeError("amax(): Expected reduction dim 0"), "invalid", None),
    (RuntimeError("this index set is singular"), "invalid", None),
    (type("LibraryError", (Exception,), {})("no reason"), "invalid", None),
    (LinAlgError("Matrix is not positive definite"), "numeric",
     "not_positive_definite"),
    (_LinAlgError("The input is not positive-definite"), "numeric",
     "not_positive_definite"),
    (LinAlgError("Singular matrix"), "numeric", "singular"),
    (_LinAlgError("the input matrix is singular."), "numeric", "singular"),
    (LinAlgError("SVD did not converge"), "numeric", "no_convergence"),
    (LinAlgError("Last 2 dimensions must be square"), "invalid", None),
    (NotImplementedError("no kernel"), "unsupported", "op"),
    (MemoryError(), "out_of_memory", None),
    (KeyError("axes"), "internal", None),
    (AttributeError("no such name"), "internal", None),
    (NameError("x"), "internal", None),
    (AssertionError(), "internal", None),
)


class StatusTest(unittest.TestCase):
    def test_exceptions(self):
        for error, status, kind in STATUSES:
            refusal = assay_wire.status_of(error)
            self.assertEqual((status, kind), (refusal.status, refusal.kind),
                             repr(error))
            self.assertIn(type(error).__name__, refusal.message)

    def test_a_refusal_stays_what_it_is(self):
        refusal = assay_wire.Refusal("unsupported", "no view", "view")
        self.assertIs(refusal, assay_wire.status_of(refusal))

    def test_the_page_lists_each_status_and_kind(self):
        page = (ROOT / "docs/protocol.md").read_text()
        section = page.split("### What to answer when the library raises", 1)[1]
        table = section.split("\n\n")[2]
        listed = set(re.findall(r"`(\w+)`", table))
        for _, status, kind in STATUSES:
            self.assertIn(status, listed)
            if kind:
                self.assertIn(kind, listed)
        self.assertIn("| **it does not say why** | `invalid` |", table)


class Streams:
    """A host that asks one thing, and keeps what is answered."""

    def __init__(self, request):
        header = request.encode()
        self.data = (len(header).to_bytes(4, "little") + bytes(8) + header)
        self.written = b""

    def read(self, count):
        part, self.data = self.data[:count], self.data[count:]
        return part

    def write(self, data):
        self.written += bytes(data)
        return len(data)


class SessionTest(unittest.TestCase):
    def test_an_exception_of_the_library_is_answered_invalid(self):
        class Adapter:
            def invoke(self, op, operands, attributes, outs):
                raise RuntimeError("the library says no")

        streams = Streams('{"id":7,"type":"invoke","op":"neg","operands":[],'
                          '"attributes":{},"outs":[]}')
        assay_wire.Session((streams, streams), Adapter()).serve()
        self.assertIn(b'"status":"invalid"', streams.written)
        self.assertIn(b"RuntimeError: the library says no", streams.written)


if __name__ == "__main__":
    unittest.main()
