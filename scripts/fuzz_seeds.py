#!/usr/bin/env python3
"""Writes seed inputs for the targets of libFuzzer.

Usage: fuzz_seeds.py ROOT OUT
OUT gets one folder per target. The seeds come from golden vectors, regressions
and inputs that once ended a target (fuzz/found). Frames and plain bytes are
generated here. scripts/fuzz.sh runs this script.
"""

import json
import pathlib
import random
import struct
import sys

# A case in format 2, with a sequence of each form.
LONG = {
    "format": 2, "id": "elementwise/add:value:case=0", "clause": "add.value",
    "seed": "1f", "profile": "nx",
    "sequences": [
        {"count": 300, "runs": [[200, 0, 1], [100, -5, 0]]},
        {"count": 300, "bits": 1, "packed": "qqqq" * 12 + "qqo=",
         "first": 0},
        {"count": 300, "seed": "1f", "shift": 32, "modulo": 2, "first": 0,
         "except": [[0, 1], [299, 1]]}],
    "tensors": {
        "a": {"dtype": "float32", "shape": [300], "storage": {"sequence": 0}},
        "b": {"dtype": "float32", "shape": [300],
              "storage": {"sequence": 1, "table": ["0x1p+0", "-inf"]}},
        "out": {"dtype": "float32", "shape": [300]}},
    "steps": [{"op": "add", "operands": ["a", "b"], "outs": ["out"]}],
    "expect": [{"tensor": "out", "values": {"sequence": 2,
                                            "table": ["nan", "0x1p+1"]},
                "judge": {"class": "ulp", "accept": {
                    "sequence": 1, "table": ["any", ["-inf", "0x1p+0"]]}}}]}

MOST_BYTES = 4096  # of a case: small seeds are mutated faster


def smallest_cases(root):
    """The smallest case of every aspect in the vectors, and regressions."""
    kept = {}
    for file in sorted((root / "conformance" / "vectors").rglob("*.json")):
        if file.name.endswith(".schema.json"):
            continue
        for case in json.loads(file.read_text()).get("cases", []):
            text = json.dumps(case)
            aspect = ":".join(case["id"].split(":")[:-1])
            if len(text) <= len(kept.get(aspect, " " * MOST_BYTES)):
                kept[aspect] = text
    for file in sorted((root / "conformance" / "regressions").glob("*.json")):
        kept[file.name] = file.read_text()
    return list(kept.values()) + [json.dumps(LONG)]


def frame(header, payload=b""):
    text = json.dumps(header).encode()
    return struct.pack("<IQ", len(text), len(payload)) + text + payload


def conversations(cases):
    """Returns what a host sends and an adapter answers, for one-step cases."""
    hello = frame({"id": 1, "type": "hello", "protocol": 1})
    claims = [{"op": "add", "dtypes": ["float32"], "max_rank": 8},
              {"op": "cast", "pairs": [["int8", "bool"]],
               "layouts": ["contiguous", "flip"]},
              {"op": "sort", "variant": "descending", "dtypes": ["int32"]}]
    yield hello + frame({"id": 1, "protocol": 1, "name": "n", "version": "1",
                         "spec_version": "1", "claims": claims})
    for text in cases:
        case = json.loads(text)
        if "tensors" not in case or len(case["steps"]) != 1:
            continue
        frames, numbers = b"", {}
        for number, (name, tensor) in enumerate(case["tensors"].items(), 1):
            storage = tensor.get("storage", [])
            count = len(storage) if isinstance(storage, list) else 8
            count = count or 8
            size = count * 4
            numbers[name] = {
                "buffer": number, "dtype": tensor["dtype"],
                "shape": tensor["shape"], "offset": tensor.get("offset", 0),
                "strides": tensor.get("strides", [1] * len(tensor["shape"]))}
            frames += frame({"id": number, "type": "alloc", "buffer": number,
                             "bytes": size})
            frames += frame({"id": number, "type": "write", "buffer": number},
                            bytes(range(size % 256)) + bytes(size - size % 256))
        step = case["steps"][0]
        frames += frame({
            "id": 9, "type": "invoke", "op": step["op"],
            "operands": [numbers[name] for name in step["operands"]],
            "attributes": step.get("attributes", {}),
            "outs": [numbers[name] for name in step["outs"]
                     if name in numbers]})
        frames += frame({"id": 10, "type": "read", "buffer": 1})
        frames += frame({"id": 9, "status": "ok", "tensors": [
            dict(entry, bytes=64) for entry in numbers.values()]})
        frames += frame({"id": 9, "status": "unsupported", "kind": "dtype",
                         "message": "no"})
        yield frames


EXPECTATIONS = [
    "# a comment\n\nxfail neg:* reason=\"it is wrong\" bug=T-1\n",
    "unsupported elementwise/neg:*:dtype=int8,* reason=no until=2030-01-31\n",
    "flaky sort:descending:* reason=\"a \\\"race\\\"\"\n",
    "ulp cast:value:* limit=2.5 reason=rounding # so far\n",
]


def main():
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    cases = smallest_cases(root)
    stream = random.Random(1)
    made = [stream.randbytes(stream.randrange(8, 200)) for _ in range(200)]
    small = [bytes(stream.randrange(8) for _ in range(stream.randrange(8, 200)))
             for _ in range(200)]
    seeds = {
        "case_json": [text.encode() for text in cases],
        "wire": list(conversations(cases))[:400],
        "expectations": [text.encode() for text in EXPECTATIONS],
        "plugin": made + small,
        "view": made + small,
        "program": made + small,
    }
    for target, inputs in seeds.items():
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        found = root / "fuzz" / "found" / target
        inputs = inputs + [file.read_bytes() for file in sorted(found.glob("*"))]
        for number, seed in enumerate(inputs):
            (folder / f"seed-{number:04}").write_bytes(seed)


if __name__ == "__main__":
    main()
