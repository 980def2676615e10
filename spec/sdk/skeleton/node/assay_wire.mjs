// Implements Assay's protocol for backends in JavaScript: frames, numbered
// buffers, and the loop that answers requests. docs/protocol.md of Assay defines
// it. A backend passes serve() a table of ops.
import fs from "node:fs";

const PROTOCOL = 1;
const SPEC_VERSION = "0.1.0";
// The ops that the messages alloc, write and read carry out, and the accessors.
const HOSTED = ["buffer", "from_host", "to_host", "view", "dtype", "context"];

// The typed array of each dtype, and one of its bits. Moving elements as bits
// keeps NaN payloads. Other dtypes need code of their own.
export const ARRAYS = {
  bool: [Uint8Array, Uint8Array],
  int8: [Int8Array, Uint8Array],
  uint8: [Uint8Array, Uint8Array],
  int16: [Int16Array, Uint16Array],
  uint16: [Uint16Array, Uint16Array],
  int32: [Int32Array, Uint32Array],
  uint32: [Uint32Array, Uint32Array],
  int64: [BigInt64Array, BigUint64Array],
  uint64: [BigUint64Array, BigUint64Array],
  float32: [Float32Array, Uint32Array],
  float64: [Float64Array, BigUint64Array],
};

// Ends a call with a status other than ok.
export class Refusal extends Error {
  constructor(status, message, kind) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}
export const invalid = (message) => new Refusal("invalid", message);

// Shows elements of a buffer, which is an ArrayBuffer. Strides and offset count
// elements.
export class Tensor {
  constructor(buffer, dtype, shape, strides = rowMajor(shape), offset = 0) {
    Object.assign(this, { buffer, dtype, shape, strides, offset });
  }

  get count() {
    return this.shape.reduce((product, extent) => product * extent, 1);
  }
  // Returns the elements of the whole buffer as numbers, or as bits.
  get elements() {
    return arrayOn(this.buffer, ARRAYS[this.dtype][0]);
  }
  get bits() {
    return arrayOn(this.buffer, ARRAYS[this.dtype][1]);
  }

  // Returns the place in the buffer of the element at an index.
  place(index) {
    return index.reduce((at, i, axis) => at + i * this.strides[axis],
                        this.offset);
  }
  // Lists the places of all elements in row-major order.
  *places() {
    for (const index of indices(this.shape)) yield this.place(index);
  }
}

// Lists the indices of a shape in row-major order, always in the same array.
export function* indices(shape) {
  const index = shape.map(() => 0);
  if (shape.includes(0)) return;
  for (;;) {
    yield index;
    let axis = shape.length - 1;
    while (axis >= 0 && ++index[axis] === shape[axis]) index[axis--] = 0;
    if (axis < 0) return;
  }
}

// Bytes after the last whole element are left out.
function arrayOn(buffer, Type) {
  const { BYTES_PER_ELEMENT: size } = Type;
  return new Type(buffer, 0, Math.floor(buffer.byteLength / size));
}

function rowMajor(shape) {
  let step = 1;
  return shape.map((_, i) => shape.length - 1 - i).map((axis) => {
    const stride = step;
    step *= shape[axis];
    return stride;
  }).reverse();
}

// Reads a number of an attribute, such as "0x1.8p+0" or "-128". "nan" is any
// NaN, and "nan:7fc01234" is the one with these bits.
export function number(dtype, text) {
  if (text.startsWith("nan:")) {
    const bits = BigInt("0x" + text.slice(4));
    return new ARRAYS[dtype][0](BigUint64Array.of(bits).buffer)[0];
  }
  if (dtype.endsWith("int64")) return BigInt(text);
  const match = /^(-?)0x([0-9a-f]+)\.?([0-9a-f]*)p([+-]\d+)$/.exec(text);
  if (!match) return Number(text.replace("inf", "Infinity"));
  const [, sign, whole, fraction, exponent] = match;
  // Scales in two steps, because 2^power may leave the range of a double.
  const power = Number(exponent) - 4 * fraction.length;
  const half = Math.trunc(power / 2);
  const scaled = parseInt(whole + fraction, 16) * 2 ** half * 2 ** (power - half);
  return sign ? -scaled : scaled;
}

// Returns the status of an error. A library that gives no reason refuses the
// call; errors of the language are faults of the backend.
function statusOf(error) {
  if (error instanceof Refusal) return error;
  const message = `${error.name}: ${error.message}`;
  if (error instanceof RangeError && message.includes("allocation"))
    return new Refusal("out_of_memory", message);
  const isOwnFault = error instanceof TypeError ||
    error instanceof ReferenceError || error instanceof RangeError;
  return new Refusal(isOwnFault ? "internal" : "invalid", message);
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

// Repeats a call until the descriptor is ready, in case it does not block.
function whenReady(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(sleeper, 0, 0, 1);
    }
  }
}

// Reads a number of bytes, or returns null if the stream ends before the first.
function read(count) {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count;) {
    const got = whenReady(() => fs.readSync(0, bytes, at, count - at, null));
    if (got === 0 && at === 0) return null;
    if (got === 0) throw new Error("the host hung up within a frame");
    at += got;
  }
  return bytes;
}

function write(bytes) {
  for (let at = 0; at < bytes.length;)
    at += whenReady(() => fs.writeSync(1, bytes, at));
}

class Session {
  constructor(backend) {
    this.backend = backend;
    this.buffers = new Map();
    this.made = 0; // how many buffers this side has numbered: -1, -2, ...
  }

  // Returns the members of a reply, and its payload.
  answer(request, payload) {
    const { buffers } = this;
    switch (request.type) {
      case "hello":
        return [this.hello()];
      case "alloc":
        buffers.set(request.buffer, new ArrayBuffer(request.bytes));
        return [{}];
      case "write":
        new Uint8Array(this.buffer(request.buffer)).set(payload);
        return [{}];
      case "read":
        return [{}, new Uint8Array(this.buffer(request.buffer))];
      case "release":
        this.buffer(request.buffer);
        buffers.delete(request.buffer);
        return [{}];
      case "invoke":
        return [this.invoke(request)];
      default:
        throw new Refusal("internal", `there is no request ${request.type}`);
    }
  }

  buffer(number) {
    const buffer = this.buffers.get(number);
    if (!buffer) throw new Refusal("internal", `there is no buffer ${number}`);
    return buffer;
  }

  hello() {
    const every = Object.keys(ARRAYS);
    const claims = HOSTED.map((op) => ({ op, dtypes: every }));
    for (const [op, { variants = [""], dtypes }] of
         Object.entries(this.backend.ops))
      for (const variant of variants) claims.push({ op, variant, dtypes });
    const { name, version } = this.backend;
    return { protocol: PROTOCOL, name, version, spec_version: SPEC_VERSION,
             claims };
  }

  invoke({ op, operands, attributes, outs }) {
    const row = this.backend.ops[op];
    if (!row) throw new Refusal("unsupported", `there is no ${op}`, "op");
    const tensors = (list) => list.map((entry) => new Tensor(
      this.buffer(entry.buffer), entry.dtype, entry.shape, entry.strides,
      entry.offset));
    // The last operand has the dtype of the cell, also that of where.
    const dtype = operands.at(-1)?.dtype ?? attributes.dtype;
    if (!row.dtypes.includes(dtype))
      throw new Refusal("unsupported", `${op} is not there for ${dtype}`,
                        "dtype");
    const results = row.run(tensors(outs), tensors(operands), attributes) ?? [];
    return { tensors: results.map((tensor) => this.entry(tensor)) };
  }

  // Describes a result. One in the memory of a known buffer is a view and has
  // its number, and any other gets a number of its own.
  entry({ buffer, dtype, shape, strides, offset }) {
    const described = { dtype, shape, strides, offset };
    for (const [number, known] of this.buffers)
      if (known === buffer) return { buffer: number, ...described };
    this.buffers.set(--this.made, buffer);
    return { buffer: this.made, bytes: buffer.byteLength, ...described };
  }
}

// Answers requests on stdin until it ends. `backend` has a name, a version and
// `ops`, a table of {dtypes, variants, run(outs, operands, attributes)}. A
// function writes to its outs, or returns a list of Tensors. What it prints goes
// to stderr.
export function serve(backend) {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const session = new Session(backend);
  for (let prefix = read(12); prefix; prefix = read(12)) {
    const request = JSON.parse(read(prefix.readUInt32LE(0)));
    const incoming = read(Number(prefix.readBigUInt64LE(4))) ?? Buffer.alloc(0);
    let reply;
    let payload = new Uint8Array(0);
    try {
      [reply, payload = payload] = session.answer(request, incoming);
      reply.status = "ok";
    } catch (error) { // every failure is an answer
      const { status, kind, message } = statusOf(error);
      reply = { status, kind, message };
    }
    const header = Buffer.from(JSON.stringify({ ...reply, id: request.id }));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(header.length, 0);
    sizes.writeBigUInt64LE(BigInt(payload.length), 4);
    write(Buffer.concat([sizes, header, payload]));
  }
}
