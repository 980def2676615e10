// my_backend is a tensor backend in JavaScript, which Assay judges as a process.
// Its ops are rows of `ops`, and it claims the dtypes of these rows.
import { indices, invalid, serve, Tensor } from "./assay_wire.mjs";

const NUMBERS = ["float32", "float64", "int8", "uint8", "int16", "uint16",
                 "int32", "uint32", "int64", "uint64"];
const LOWEST = { float32: -Infinity, float64: -Infinity, int8: -128,
                 int16: -32768, int32: -2147483648, int64: -(2n ** 63n),
                 uint8: 0, uint16: 0, uint32: 0, uint64: 0n };

const isNan = (x) => x !== x;

function requireEqualShapes(tensors) {
  const [first, ...others] = tensors.map(({ shape }) => String(shape));
  if (others.some((shape) => shape !== first))
    throw invalid(`the shapes ${[first, ...others].join(" and ")} differ`);
}

// Checks what every op here needs: the number of its operands, and one out that
// is row-major from the start of its buffer.
function requireCall(outs, operands, count, dtype) {
  if (operands.length !== count || outs.length !== 1)
    throw invalid(`${operands.length} operands and ${outs.length} outs`);
  const [out] = outs;
  const whole = new Tensor(out.buffer, out.dtype, out.shape);
  const isRowMajor = out.offset === 0 && out.shape.every((extent, axis) =>
    extent === 1 || out.strides[axis] === whole.strides[axis]);
  if (out.count > 0 && !isRowMajor) throw invalid("the out is strided");
  if (out.dtype !== dtype) throw invalid(`the out is ${out.dtype}`);
}

// Checks that no operand shares a part of the out's memory only.
function requireNoOverlap(out, operands) {
  for (const x of operands) {
    if (x.buffer !== out.buffer) continue;
    const isSame = String([x.strides, x.offset]) ===
      String([out.strides, out.offset]);
    if (isSame && x.dtype === out.dtype) continue;
    for (const place of x.places())
      if (place < out.count) throw invalid("the out overlaps an operand");
  }
}

// Returns the row of an op that works element by element. Storing into a typed
// array wraps integers and rounds to float32. `view` says how elements are read.
function elementwise(count, f, { result, view = "elements" } = {}) {
  return {
    dtypes: NUMBERS,
    run(outs, operands) {
      requireCall(outs, operands, count, result ?? operands.at(-1)?.dtype);
      requireEqualShapes([...outs, ...operands]);
      requireNoOverlap(outs[0], operands);
      const dtypes = new Set(operands.slice(-2).map(({ dtype }) => dtype));
      if (dtypes.size > 1) throw invalid("the operands have two dtypes");
      const to = outs[0][view];
      const from = operands.map((x) => x[view]);
      const places = operands.map((x) => x.places());
      for (let at = 0; at < to.length && at < outs[0].count; ++at)
        to[at] = f(...places.map((x, i) => from[i][x.next().value]));
    },
  };
}

function where(outs, operands) {
  const [condition] = operands;
  if (condition?.dtype !== "bool") throw invalid("the condition is no bool");
  const row = elementwise(3, (chosen, x, y) => (chosen ? x : y),
                          { view: "bits" });
  row.run(outs, operands);
}

// Finds the largest element over the axes, or NaN if one element is NaN.
function reduceMax(outs, operands, { axes, keepdims }) {
  requireCall(outs, operands, 1, operands[0]?.dtype);
  const [x] = operands;
  const [out] = outs;
  for (const axis of axes) {
    if (!(axis in x.shape) || axes.indexOf(axis) !== axes.lastIndexOf(axis))
      throw invalid(`the axes ${axes} do not fit rank ${x.shape.length}`);
    if (x.shape[axis] === 0) throw invalid("the maximum of no elements");
  }
  const reduced = (list, one) => list.flatMap((value, axis) =>
    !axes.includes(axis) ? [value] : keepdims ? [one] : []);
  requireEqualShapes([out, { shape: reduced(x.shape, 1) }]);
  const to = out.elements.fill(LOWEST[x.dtype], 0, out.count);
  const from = x.elements;
  for (const at of indices(x.shape)) {
    const element = from[x.place(at)];
    const place = out.place(reduced(at, 0));
    if (element > to[place] || isNan(element)) to[place] = element;
  }
}

// Sorts along the axis. NaN comes last in both directions.
function sort(outs, operands, { axis, descending }) {
  requireCall(outs, operands, 1, operands[0]?.dtype);
  requireEqualShapes([outs[0], operands[0]]);
  const [x] = operands;
  const [out] = outs;
  if (!(axis in x.shape)) throw invalid(`there is no axis ${axis}`);
  const compare = (a, b) => {
    if (isNan(a) || isNan(b)) return isNan(a) - isNan(b);
    return (descending ? -1 : 1) * ((a > b) - (a < b));
  };
  const from = x.elements;
  const to = out.elements;
  const extent = x.shape[axis];
  const starts = x.shape.map((length, i) => (i === axis ? 1 : length));
  for (const start of extent > 0 ? indices(starts) : []) {
    const first = x.place(start);
    const slice = Array.from({ length: extent },
                             (_, i) => from[first + i * x.strides[axis]]);
    const place = out.place(start);
    slice.sort(compare).forEach((element, i) => {
      to[place + i * out.strides[axis]] = element;
    });
  }
}

const ops = {
  add: elementwise(2, (x, y) => x + y),
  neg: elementwise(1, (x) => -x),
  cmplt: elementwise(2, (x, y) => x < y, { result: "bool" }),
  where: { dtypes: NUMBERS, run: where },
  reduce_max: { dtypes: NUMBERS, run: reduceMax },
  sort: { dtypes: NUMBERS, variants: ["", "descending"], run: sort },
};

serve({ name: "my_backend", version: "0.1.0", ops });
