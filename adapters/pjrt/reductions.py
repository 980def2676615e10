# Maps reductions, scans and orders to operations of StableHLO. Their regions
# say what is compared and combined. Tested by tests/scripts/pjrt_adapter_test.py.
from elementwise import row, widened
from modules import PARTS, i64s, pairs

FOLDS = {"reduce_sum": ("add", 0), "reduce_prod": ("multiply", 1),
         "reduce_max": ("maximum", "least"),
         "reduce_min": ("minimum", "greatest")}
SCANS = {"sum": "reduce_sum", "prod": "reduce_prod", "max": "reduce_max",
         "min": "reduce_min"}


def identity(m, what, dtype):
    """Returns the constant with which a fold begins."""
    if isinstance(what, str):
        return getattr(m, what)(dtype)
    return m.number(what, dtype)


def fold(op):
    operation, init = FOLDS[op]

    def build(m, x, a, outs):
        start = identity(m, init, x[0].dtype)
        return m.reduce(operation, x[0], a["axes"], start)

    row(op)(build)
    return build


for _op in FOLDS:
    fold(_op)


@row("any")
def any_true(m, x, a, outs):
    return truth(m, x[0], a["axes"], "or", 0)


@row("all")
def all_true(m, x, a, outs):
    return truth(m, x[0], a["axes"], "and", 1)


def truth(m, x, axes, operation, init):
    if x.dtype != "bool":
        x = m.compare("NE", x, m.number(0, x.dtype, x.shape))
    return m.reduce(operation, x, axes, m.number(init, "bool"))


@row("mean")
def mean(m, x, a, outs):
    """Counts above 256 are not numbers of 16 bits, so those are widened."""
    count = 1
    for axis in a["axes"]:
        count *= x[0][axis]

    def divided(m, x):
        total = m.reduce("add", x, a["axes"], m.number(0, x.dtype))
        return m.same("divide", total, m.number(count, x.dtype, total.shape))

    return widened(m, x[:1], divided)


@row("max_abs")
def max_abs(m, x, a, outs):
    least = m.number(0, x[0].dtype)
    return m.reduce("maximum", m.same("abs", x[0]), a["axes"], least)


@row("bias_backward")
def bias_backward(m, x, a, outs):
    axes = [i for i in range(len(x[0].shape)) if i != a["axis"]]
    return m.reduce("add", x[0], axes, m.number(0, x[0].dtype))


# --- Extremes with their places


def extreme(m, x, axis, index, is_max):
    """Returns the extreme and its first place, by one reduce of two operands.

    A NaN wins over numbers, and the lower place wins between equals.
    """
    start = (m.least if is_max else m.greatest)(x.dtype)
    value, place = (x.dtype, ()), (index, ())

    def body(v, i, w, j):
        better = m.compare("GT" if is_max else "LT", v, w)
        nan = m.compare("NE", v, v)
        better = m.same("or", better, nan)
        equal = m.compare("EQ", v, w)
        other = m.same("and", nan, m.compare("NE", w, w))
        tie = m.same("or", equal, other)
        sooner = m.same("and", tie, m.compare("LT", i, j))
        # If both are NaN, only the place decides.
        first = m.same("or", sooner, m.same(
            "and", better, m.same("not", tie)))
        return m.select(first, v, w), m.select(first, i, j)

    shape = [e for i, e in enumerate(x.shape) if i != axis]
    # The initial place is beyond all others, so that it wins no tie.
    last = m.greatest(index)
    return m.op(
        "reduce", [x, m.iota(index, x.shape, axis), start, last],
        [(x.dtype, shape), (index, shape)],
        [([value, place, value, place], body)], dimensions=i64s([axis]),
    )


@row("argmax")
def argmax(m, x, a, outs):
    return extreme(m, x[0], a["axis"], "int32", True)[1]


@row("argmin")
def argmin(m, x, a, outs):
    return extreme(m, x[0], a["axis"], "int32", False)[1]


@row("max_with_index")
def max_with_index(m, x, a, outs):
    return extreme(m, x[0], a["axis"], a["index_dtype"], True)


@row("min_with_index")
def min_with_index(m, x, a, outs):
    return extreme(m, x[0], a["axis"], a["index_dtype"], False)


# --- Scans


@row("associative_scan")
def scan(m, x, a, outs):
    """One reduce_window: each window ends at its element."""
    operation, init = FOLDS[SCANS[a["op"]]]
    extents = [1] * len(x[0].shape)
    padding = [[0, 0] for _ in extents]
    extent = x[0][a["axis"]]
    if extent:  # a window of no elements is not allowed
        extents[a["axis"]] = extent
        padding[a["axis"]][0] = extent - 1
    return m.op(
        "reduce_window", [x[0], identity(m, init, x[0].dtype)], x[0].like(),
        [m.binary_region(operation, x[0].dtype)],
        window_dimensions=i64s(extents), padding=pairs(padding),
    )


# --- Orders


def is_before(m, x, y, descending):
    """Returns whether x precedes y; what holds a NaN comes last."""
    direction = "GT" if descending else "LT"
    part = PARTS.get(x.dtype)
    if part is None:
        before = m.compare(direction, x, y)
    else:
        kind = (part, ())
        re, im = ([m.op(name, [one], kind) for one in (x, y)]
                  for name in ("real", "imag"))
        later = m.same("and", m.compare("EQ", *re), m.compare(direction, *im))
        before = m.same("or", m.compare(direction, *re), later)
    if part is None and "float" not in x.dtype:
        return before
    is_number = m.compare("EQ", x, x)
    if part:
        both = m.same("and", is_number, m.compare("EQ", y, y))
        before = m.same("and", before, both)
    past = m.same("and", m.compare("NE", y, y), is_number)
    return m.same("or", before, past)


def sorted_by(m, x, axis, descending, index=None):
    """Returns the sorted operand, and with an index dtype the places too."""
    value = (x.dtype, ())
    operands, types = [x], [value, value]
    if index:
        operands.append(m.iota(index, x.shape, axis))
        types += [(index, ())] * 2

    def body(v, w, *places):
        return is_before(m, v, w, descending)

    return m.op(
        "sort", operands, [one.like() for one in operands], [(types, body)],
        dimension="%d : i64" % axis, is_stable="true",
    )


@row("sort")
def sort(m, x, a, outs):
    return sorted_by(m, x[0], a["axis"], a["descending"])


@row("argsort")
def argsort(m, x, a, outs):
    return sorted_by(m, x[0], a["axis"], a["descending"], "int32")[1]


@row("sort_with_indices")
def sort_with_indices(m, x, a, outs):
    return sorted_by(m, x[0], a["axis"], a["descending"], a["index_dtype"])


@row("topk")
def topk(m, x, a, outs):
    """A sort, then the first k places of both results."""
    both = sorted_by(m, x[0], a["axis"], True, a["index_dtype"])
    limits = list(x[0].shape)
    limits[a["axis"]] = a["k"]
    return [m.slice(one, [0] * len(limits), limits) for one in both]
