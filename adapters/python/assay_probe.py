# Finds out which cells a library has, by trying each of them, and keeps the
# answer in a file beside the adapter. Also tests that elements pass through the
# library's arrays bit for bit. An adapter that uses this module has:
#
#   dtypes       the wire's names of the dtypes that the library has
#   layouts      the layouts that it takes, or None for all
#   limits       op -> further keys of its claim, such as {"max_axes": 1}
#   other        op -> dtypes for which the library's function is another one
#   claims_name  what the file is called, before the version
#   release      the library's version
#   compiles     true if each shape costs time
#   has(op)      true if its table has the op
#   call(op, operands, attributes, outs)   carries it out, on Tensors
#   round_trip(tensor)                     a Tensor, through the library's array
#   declines(error)  optional: true if an error of call() means that the library
#                    lacks the cell; without it, every error means that
import json
import os
import random
import sys

import assay_samples
import assay_samples_lax
import assay_samples_nn
import assay_wire
from assay_samples import ONES, PACKED, count_of, memory

# Never invoked: the host carries them out by alloc, write and read, or itself.
HOSTED = ["buffer", "from_host", "to_host", "view", "dtype", "context"]
VIEWS = {"expand", "reshape", "permute", "shrink", "flip", "contiguous"}
ROUND_TRIP_SHAPES = ([], [1], [64], [3, 5], [0], [2, 0, 3])


def strides_of(shape):
    strides = []
    step = 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= extent
    return strides


def tensor(dtype, shape, fill="zero"):
    buffer = memory(dtype, shape, fill)
    return assay_wire.Tensor(buffer, dtype, shape, strides_of(shape), 0)


# --- One cell


def refusal_of(adapter, op, call):
    """Makes a call; returns None, or why the library does not have it."""
    operands = [tensor(*operand) for operand in call.operands]
    outs = []
    if call.writes:
        outs = [tensor(dtype, shape) for dtype, shape in call.results]
    try:
        results = adapter.call(op, operands, call.attributes, outs)
        if not call.writes:
            check_results(results, call.results)
    except Exception as error:  # whatever a library raises for a lack
        if getattr(adapter, "declines", lambda error: True)(error):
            return "%s: %s" % (type(error).__name__, str(error).split("\n")[0])
    return None


def check_results(results, expected):
    """Raises ValueError if returned tensors have other dtypes or shapes."""
    if len(results) != len(expected):
        raise ValueError("%d results" % len(results))
    for result, (dtype, shape) in zip(results, expected):
        dtypes = dtype if isinstance(dtype, tuple) else (dtype,)
        if result.dtype not in dtypes or tuple(shape) != result.shape:
            raise ValueError("a result %s%s" % (result.dtype, list(result.shape)))


def has_cell(adapter, op, make, dtype):
    """True if every call on one element and on 64 is carried out."""
    if any(one not in adapter.dtypes for one in dtype):
        return False
    if dtype[0] in adapter.other.get(op, ()):
        return False
    for shape in ([1], [64]):
        for call in make(*dtype, shape):
            if refusal_of(adapter, op, call) is not None:
                return False
    return True


def max_rank(adapter, op, make, dtype, least):
    """Returns the highest rank at which a cell works, at most 32."""
    low, high = least, 32
    while low < high:
        middle = high if low == least and high == 32 else (low + high + 1) // 2
        calls = make(*dtype, [1] * middle)
        calls += make(*dtype, [1] * (middle - 2) + [2, 2])
        if any(refusal_of(adapter, op, call) for call in calls):
            high = middle - 1
        else:
            low = middle
    return low


# --- All cells


def candidates():
    """Yields (op, variant, dtypes as tuples, make, least rank)."""
    tables = (assay_samples, assay_samples_nn, assay_samples_lax)
    for table in (module.CELLS for module in tables):
        for (op, variant), (dtypes, make) in table.items():
            yield op, variant, [(dtype,) for dtype in dtypes], make
    for op, (ones, twos) in assay_samples.PAIRS.items():
        pairs = [(one, two) for one in ones for two in twos]
        yield op, "", pairs, lambda one, two, shape, op=op: [
            assay_samples.pair_call(op, one, two, list(shape))
        ]
    for op, (pairs, make) in assay_samples_lax.PAIRS.items():
        yield op, "", pairs, lambda one, two, shape, make=make: [
            make(one, two, list(shape))
        ]


def probe(adapter):
    """Returns the claims of a library, cell by cell."""
    return hosted_claims(adapter) + probe_table(adapter)


def hosted_claims(adapter):
    return [{"op": op, "dtypes": list(adapter.dtypes)} for op in HOSTED]


def claim_of(op, variant, cells):
    claim = {"op": op}
    if variant:
        claim["variant"] = variant
    if op in assay_samples.PAIRS or op in assay_samples_lax.PAIRS:
        claim["pairs"] = [list(cell) for cell in cells]
    else:
        claim["dtypes"] = [cell[0] for cell in cells]
    return claim


def all_cells(adapter):
    """Returns claims of every cell of the adapter's ops, without a call."""
    claims = []
    for op, variant, cells, _ in candidates():
        held = [cell for cell in cells
                if all(one in adapter.dtypes for one in cell)]
        if adapter.has(op) and held:
            claims.append(claim_of(op, variant, held))
    return claims


def probe_table(adapter):
    """Returns the claims of the ops that the adapter's table has."""
    claims = []
    for op, variant, cells, make in candidates():
        if not adapter.has(op):
            continue
        found = [cell for cell in cells if has_cell(adapter, op, make, cell)]
        if not found:
            continue
        for rank, group in by_rank(adapter, op, make, found):
            claim = claim_of(op, variant, group)
            if rank < 32:
                claim["max_rank"] = rank
            claim.update(adapter.limits.get(op, {}))
            claims += copied_apart(claim)
    return claims


def by_rank(adapter, op, make, cells):
    """Returns pairs of a highest rank and the cells that have it."""
    if op in assay_samples_nn.FIXED_RANK:
        return [(32, cells)]
    if adapter.compiles:  # each rank is compiled, so one dtype is for all
        return [(max_rank(adapter, op, make, cells[0], 1), cells)]
    groups = {}
    for cell in cells:
        rank = max_rank(adapter, op, make, cell, 1)
        groups.setdefault(rank, []).append(cell)
    return sorted(groups.items(), reverse=True)


def copied_apart(claim):
    """Returns a claim of its own for 4-bit dtypes, which are copied in.

    Their results never share memory with an operand, as `immutable` says, so
    that ops that return views are not claimed.
    """
    packed = [dtype for dtype in claim.get("dtypes", ()) if dtype in PACKED]
    if not packed:
        return [claim]
    wide = [dtype for dtype in claim["dtypes"] if dtype not in PACKED]
    claims = [{**claim, "dtypes": wide}] if wide else []
    if claim["op"] in VIEWS:
        return claims
    return claims + [{**claim, "dtypes": packed, "immutable": True}]


def cells_of(claims):
    """Returns the cells of claims as a set of texts."""
    found = set()
    for claim in claims:
        name = claim["op"] + (":" + claim.get("variant", "")).rstrip(":")
        for pair in claim.get("pairs", []):
            found.add("%s %s to %s" % (name, *pair))
        for dtype in claim.get("dtypes", []):
            found.add("%s %s" % (name, dtype))
    return found


# --- The file


def write_claims(path, library, version, claims):
    lines = ",\n".join(" " + json.dumps(claim) for claim in claims)
    head = '{"library": %s, "version": %s, "claims": [\n'
    with open(path, "w") as file:
        file.write(head % (json.dumps(library), json.dumps(version)))
        file.write(lines + "\n]}\n")


def read_claims(path):
    with open(path) as file:
        return json.load(file)


def release_of(version):
    """Returns the first two numbers of a version, which name its file."""
    return ".".join(version.split("+")[0].split(".")[:2])


def numbers_of(path):
    release = os.path.basename(path)[: -len(".json")].rsplit("-", 1)[1]
    return [int(part) for part in release.split(".") if part.isdigit()]


def known_claims(folder, library, version):
    """Returns the file for a version, and the newest that is not later."""
    exact = os.path.join(
        folder, "%s-%s.json" % (library, release_of(version))
    )
    others = []
    if os.path.isdir(folder):
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name.endswith(".json") and name.rsplit("-", 1)[0] == library:
                if numbers_of(path) <= numbers_of(exact):
                    others.append(path)
    newest = max(others, key=numbers_of, default=None)
    return exact, newest


def report_vanished(known, claims):
    """Says on stderr which cells of a file a library lacks, a line each."""
    vanished = cells_of(known["claims"]) - cells_of(claims)
    for cell in sorted(vanished):
        print(
            "vanished since %s: %s" % (known["version"], cell), file=sys.stderr
        )
    return vanished


def claims_of(adapter, folder, write=False):
    """Returns the claims of the file for this version, or probes for them."""
    path, newest = known_claims(folder, adapter.claims_name, adapter.release)
    if os.path.exists(path) and not write:
        return laid_out(adapter, read_claims(path)["claims"])
    claims = probe(adapter)
    if newest:
        report_vanished(read_claims(newest), claims)
    if write:
        os.makedirs(folder, exist_ok=True)
        write_claims(path, adapter.name, adapter.release, claims)
    return laid_out(adapter, claims)


def laid_out(adapter, claims):
    """Adds the layouts that the library takes to every claim."""
    if not adapter.layouts:
        return claims
    return [{**claim, "layouts": adapter.layouts} for claim in claims]


# --- The self-test


def patterns(dtype, count):
    """Returns bytes with NaN payloads among them, or 0 and 1 for bool."""
    source = random.Random(dtype)
    if dtype == "bool":
        return bytearray(source.randrange(2) for _ in range(count))
    if dtype in PACKED:
        data = bytearray(source.randrange(256) for _ in range((count + 1) // 2))
        if count % 2:
            data[-1] &= 15  # the rest of the last byte is no element
        return data
    size = len(ONES[dtype])
    data = bytearray(source.randrange(256) for _ in range(size * count))
    part = size // 2 if dtype.startswith("complex") else size
    if dtype in assay_samples.FLOATS + assay_samples.COMPLEXES:
        # Every second part is a NaN: signaling or quiet, with a payload.
        for place in range(0, len(data), 2 * part):
            data[place + part - 1] |= 0x7F
            if part > 1:
                data[place + part - 2] |= 0xF0
                data[place + part - 2] |= 0x80 if part == 2 else 0
    return data


def bytes_of(result):
    """Returns the elements of a tensor in row-major order."""
    if result.dtype in PACKED:
        return bytes(result.buffer)
    size = len(ONES[result.dtype])
    data = bytes(result.buffer)
    parts = []
    for at in range(count_of(result.shape)):
        place = result.offset
        for extent, stride in zip(result.shape[::-1], result.strides[::-1]):
            at, index = divmod(at, extent)
            place += index * stride
        parts.append(data[place * size : (place + 1) * size])
    return b"".join(parts)


def self_test(adapter):
    """Raises SystemExit with one sentence if an element changes on its way."""
    for dtype in adapter.dtypes:
        for shape in ROUND_TRIP_SHAPES:
            given = patterns(dtype, count_of(shape))
            sent = assay_wire.Tensor(
                bytearray(given), dtype, shape, strides_of(shape), 0
            )
            what = "%s %s" % (dtype, shape)
            try:
                got = adapter.round_trip(sent)
            except Exception as error:
                raise SystemExit(
                    "self-test: %s does not pass through %s: %s"
                    % (what, adapter.name, error)
                )
            if got.dtype != dtype or list(got.shape) != list(shape):
                raise SystemExit(
                    "self-test: %s comes back from %s as %s %s"
                    % (what, adapter.name, got.dtype, list(got.shape))
                )
            if bytes_of(got) != bytes(given):
                raise SystemExit(
                    "self-test: bits of %s change in %s" % (what, adapter.name)
                )
