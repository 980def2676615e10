#!/usr/bin/env python3
"""Runs Assay's golden vectors against NumPy, without Assay: read_vectors.py DIR

A case whose op or dtype OPS or NumPy lacks is skipped. See vectors.md."""
import base64, collections, json, math, pathlib, sys, warnings
import numpy as np
np.seterr(all="ignore"); warnings.simplefilter("ignore")
NAMES = """abs sign where sqrt exp log sin cos tan sinh cosh tanh trunc ceil
floor round matmul copy add sub:subtract mul:multiply mod:fmod pow:power
atan2:arctan2 max:maximum min:minimum neg:negative recip:reciprocal asin:arcsin
acos:arccos atan:arctan cmpeq:equal cmpne:not_equal cmplt:less cmple:less_equal
xor:bitwise_xor or:bitwise_or and:bitwise_and"""
def reduction(f, **typed):  # np.sum and np.prod widen small integers otherwise
    return lambda x, a, d: f(x[0], tuple(a["axes"]), keepdims=a["keepdims"],
                             **{key: d for key in typed})
# Each op as a function of operands, attributes and the dtype of its out.
OPS = {op: lambda x, a, d, f=getattr(np, name or op): f(*x) for op, _, name in
       (word.partition(":") for word in NAMES.split())}
OPS |= dict(
    div=lambda x, a, d: np.floor_divide(*x) if d.kind in "iu" else x[0] / x[1],
    reduce_sum=reduction(np.sum, dtype=0), reduce_prod=reduction(np.prod, dtype=0),
    reduce_max=reduction(np.max), reduce_min=reduction(np.min),
    argmax=lambda x, a, d: np.argmax(x[0], a["axis"], keepdims=a["keepdims"]),
    argmin=lambda x, a, d: np.argmin(x[0], a["axis"], keepdims=a["keepdims"]),
    sort=lambda x, a, d: np.sort(x[0], a["axis"]),
    expand=lambda x, a, d: np.broadcast_to(x[0], a["shape"]),
    reshape=lambda x, a, d: x[0].reshape(a["shape"]),
    permute=lambda x, a, d: x[0].transpose(a["axes"]),
    shrink=lambda x, a, d: x[0][(*(slice(*r) for r in a["ranges"]), ...)],
    flip=lambda x, a, d: np.flip(x[0], np.flatnonzero(a["axes"]).tolist()),
    cat=lambda x, a, d: np.concatenate(x, a["axis"]),
    cast=lambda x, a, d: x[0].astype(d), assign=lambda x, a, d: x[0])
SEQUENCES = []  # those of the case at hand, expanded
def expand(s):  # a sequence: runs, packed bits, or draws of SplitMix64
    n, first = s["count"], s.get("first", 0)
    if "runs" in s:
        terms = np.concatenate([first + step * np.arange(count) for
                                count, first, step in s["runs"]] or [[]]).astype(int)
    elif "packed" in s:
        raw = np.frombuffer(base64.b64decode(s["packed"]), "u1")
        bits = np.unpackbits(raw, bitorder="little")[:n * s["bits"]]
        terms = first + bits.reshape(n, s["bits"]) @ (1 << np.arange(s["bits"]))
    else:
        z = np.arange(1, n + 1, dtype="u8") * np.uint64(0x9e3779b97f4a7c15)
        z += np.uint64(int(s["seed"], 16))
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
        z = (z ^ z >> np.uint64(31)) >> np.uint64(s.get("shift", 0))
        terms = first + (z % np.uint64(s["modulo"])).astype(int)
    for at, term in s.get("except", []): terms[at] = term
    return terms
def entry(entries, i):  # of a list that may be in short form
    return (entries[i] if isinstance(entries, list) else
            entries["table"][SEQUENCES[entries["sequence"]][i]])
def decode(text, dtype):  # one element, bit for bit; or a list of them
    if isinstance(text, dict) and "table" in text:
        return decode(text["table"], dtype)[SEQUENCES[text["sequence"]]]
    if isinstance(text, dict):  # the terms themselves, of two for complex
        terms = [SEQUENCES[i] for i in np.atleast_1d(text["sequence"])]
        return (terms[0] if len(terms) < 2 else terms[0] + 1j * terms[1]).astype(dtype)
    if dtype.kind == "c" and text and isinstance(text[0], str):
        part = np.dtype("f%d" % (dtype.itemsize // 2))
        return np.array([decode(t, part) for t in text]).view(dtype)[0]
    if isinstance(text, list):
        return np.array([decode(t, dtype) for t in text], dtype)
    if text[:4] == "nan:":
        return np.array(int(text[4:], 16), "u%d" % dtype.itemsize).view(dtype)[()]
    return dtype.type(int(text) if dtype.kind in "iub" else float(text)
                      if "n" in text else float.fromhex(text))
def same(v, w, bits):  # the very bits, or NaN for NaN
    return v.tobytes() == w.tobytes() or not bits and all(
        p.tobytes() == q.tobytes() or p != p and q != q
        for p, q in ((v.real, w.real), (v.imag, w.imag)))
def within(v, ends):  # a NaN end lets NaN in, two of them it alone; -0 < +0
    if ends == "any" or v != v:
        return ends == "any" or "nan" in (ends[0][:3], ends[1][:3])
    low, high = (decode(end, v.dtype) for end in ends)
    key = lambda x: (x, not np.signbit(x))
    return ((low == low or high == high) and (low != low or key(low) <= key(v))
            and (high != high or key(v) <= key(high)))
def accepts(judge, i, v, w):  # whether v may be element i, which is w
    if "interchangeable" in judge: raise LookupError("a judge not read here")
    for other in judge.get("alternatives", []):
        values = decode(other["values"], v.dtype)
        if other["position"] == i and any(same(v, o, False) for o in values): return True
    if "bound" in judge:  # on the modulus of the difference
        bound = entry(judge["bound"], i)
        return bound == "any" or abs(v - w) <= float.fromhex(bound)
    if "accept" not in judge: return same(v, w, judge["class"] == "bits")
    ends = entry(judge["accept"], i)
    return (all(map(within, (v.real, v.imag), ends)) if v.dtype.kind == "c"
            else within(v, ends))
def meets(e, t, bases):  # whether an expectation is met
    got, whole = t[e["tensor"]], "whole_storage" in e
    if got.dtype != e["dtype"] or list(got.shape) != e["shape"]: return False
    if "contiguous" in e and not got.flags.c_contiguous: return False
    if "same_bits_as" in e: return same(got, t[e["same_bits_as"]], True)
    if "metadata_only" in e: return True
    got = bases[e["tensor"]] if whole else got.ravel()
    for one in e.get("any_of", [e]):  # each pair of elements is judged once
        judge, pairs = one["judge"], {}
        judged_by = judge.get("accept", judge.get("bound", []))
        for i, (v, w) in enumerate(zip(got, decode(one["values"], got.dtype))):
            how = id(entry(judged_by, i)) if judged_by else 0
            pairs.setdefault((v.tobytes(), w.tobytes(), how), (i, v, w))
        if all(accepts(judge, *pair) for pair in pairs.values()): return True
    return False
def run(case):  # whether the case passes; LookupError, TypeError: skipped
    t, bases = {}, {}
    SEQUENCES[:] = map(expand, case.get("sequences", []))
    for name, e in case["tensors"].items():
        d, count = np.dtype(e["dtype"]), math.prod(e["shape"])
        base = bases[name] = (decode(e["storage"], d) if "storage" in e else
                              np.full(count, 85).astype(d))
        t[name] = np.lib.stride_tricks.as_strided(base[e["offset"]:], e["shape"], [
            d.itemsize * s for s in e["strides"]]) if "strides" in e else (
            base[:count].reshape(e["shape"]))
    for step in case["steps"]:
        op, a, outs = OPS[step["op"]], step.get("attributes", {}), step["outs"]
        out = outs[0]
        if a.get("descending") or "call=broken" in case["id"]:
            raise LookupError("np.sort ascends only; bad calls are left out")
        try:
            y = op([t[o] for o in step["operands"]], a, t[out].dtype if out in t else 0)
        except (ValueError, IndexError):  # what NumPy raises of bad calls
            return "status" in step or "kind" in step
        for out, y in zip(outs, y if isinstance(y, tuple) else (y,)):
            np.copyto(t[out], y) if out in t else t.update({out: y})
    return "status" not in step and all(meets(e, t, bases) for e in case["expect"])
if __name__ == "__main__":
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*/*.json")):
        counts = collections.Counter()
        for case in json.loads(path.read_text())["cases"]:
            try:
                outcome = "passed" if run(case) else "FAILED"
            except (LookupError, TypeError): outcome = "skipped"
            counts[outcome] += 1
            if outcome == "FAILED": print("FAILED", case["id"])
        print("%s/%s:" % (path.parent.name, path.stem), dict(counts))
