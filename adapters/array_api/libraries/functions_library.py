# Makes an object whose functions are named as ops a library of this adapter: a
# module, a class, a dict or any other object. Each function takes NumPy arrays,
# takes the attributes of its op as keyword arguments of the same names, and
# returns an array or a tuple of arrays. docs/python.md has the rules.
# Tested by tests/scripts/short_subject_test.py.
import inspect
import json
import os
import signal

import numpy as np

import assay_arrays
import assay_probe
import assay_wire
from libraries import numpy_library

# Attributes that are one element: of the result's dtype, else the operand's.
ELEMENTS = {"value", "alpha", "beta", "epsilon", "scale", "softcap",
            "negative_slope", "low", "high"}
# Seconds that the probe gives to all calls of one op.
PROBE_LIMIT = 10


class Functions(numpy_library.NumPy):
    """The functions of one object, on NumPy arrays."""

    def __init__(self, subject, name, version):
        super().__init__()
        self.claims_name = self.name = name
        self.version, self.remark = version, ""
        self.functions = functions_of(subject)
        if not self.functions:
            raise SystemExit(
                "%s has no function that is named as an op, such as add" % name
            )

    def table(self):
        return {
            op: lambda x, a, op=op: self.called(op, x, a) for op in self.functions
        }

    def called(self, op, operands, attributes):
        more = self.keywords(attributes)
        if op == "cast":  # the dtype of its out says what is wanted
            more["dtype"] = self.dtypes[attributes["to"]]
        function = self.functions[op]
        fault = signature_fault(function, operands, more)
        if fault:
            raise assay_wire.Refusal("invalid", op + fault)
        result = function(*operands, **more)
        return list(result) if isinstance(result, (tuple, list)) else result

    def keywords(self, attributes):
        """Returns attributes of the wire as Python and NumPy have them."""
        of = attributes.get("dtype") or attributes["of"]
        found = {}
        for name, value in attributes.items():
            if name in ("of", "to"):
                continue
            if name.endswith("dtype"):
                value = self.dtypes[value]
            elif name in ELEMENTS:
                value = assay_arrays.element(value, self.dtypes[of])[()]
            elif isinstance(value, list):
                value = tuple(
                    tuple(one) if isinstance(one, list) else one for one in value
                )
            found[name] = value
        return found

    def to_storage(self, array):
        dtype = np.asanyarray(array).dtype
        if dtype not in self.wire_names:
            raise TypeError("the result has the dtype %s" % dtype)
        return super().to_storage(array)

    def claims(self, subject):
        """Returns the claims: every cell that its function does not decline.

        Only TypeError and NotImplementedError decline a dtype. Any other error,
        a wrong dtype and the end of the process are mistakes of the function:
        the cell is claimed, so that the report shows them.
        """
        subject.declines = lambda error: isinstance(
            error, (TypeError, NotImplementedError)
        )
        table = subject.table
        claims = assay_probe.hosted_claims(subject)
        for op in table:
            subject.table = {op: table[op]}
            found = in_a_child(lambda: assay_probe.probe_table(subject))
            claims += assay_probe.all_cells(subject) if found is None else found
        subject.table = table
        return claims


def functions_of(subject):
    """Returns op -> function for what is named as an op.

    Functions of a class are those of an instance, so that they may have a self.
    """
    ops = {op for op, *_ in assay_probe.candidates()}
    if isinstance(subject, dict):
        return {op: f for op, f in subject.items() if op in ops and callable(f)}
    if isinstance(subject, type):
        subject = subject()
    # Python has no names `or` and `and`, so that or_ and and_ serve as well.
    found = {
        op: getattr(subject, op, getattr(subject, op + "_", None)) for op in ops
    }
    return {op: f for op, f in sorted(found.items()) if callable(f)}


def signature_fault(function, operands, attributes):
    """Returns why a function cannot be called like its op, or None.

    Without this, a misspelt parameter would raise TypeError, and look as if the
    function declined the dtype.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # one of C, such as a ufunc
        return None
    try:
        signature.bind(*operands, **attributes)
    except TypeError:
        return "%s is called with %d operand%s%s" % (
            signature, len(operands), "" if len(operands) == 1 else "s",
            "".join(", " + name for name in attributes))
    return None


def in_a_child(compute):
    """Returns what a function computes in a child process, or None.

    It is None if the child died, was killed for its time, or raised.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(PROBE_LIMIT)
            with os.fdopen(writer, "w") as out:
                json.dump(compute(), out)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if status == 0 else None


def library(subject, name, version):
    np.seterr(all="ignore")  # only the values are judged, not IEEE statuses
    made = Functions(subject, name, version)
    made.status_of = assay_arrays.numpy_status_of
    return made
