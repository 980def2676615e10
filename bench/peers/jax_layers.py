"""Layers and op set lax in JAX. jax_peer.py comes before this text.

Layers are written as users of JAX write them, and XLA joins their steps.
Tested by tests/bench/peers_test.cc.
"""

UNARY.update({
    "log1p": jnp.log1p, "expm1": jnp.expm1, "rsqrt": lax.rsqrt,
    "asinh": jnp.arcsinh, "acosh": jnp.arccosh, "atanh": jnp.arctanh,
    "conj": jnp.conj, "abs_real": jnp.abs, "is_nan": jnp.isnan,
    "is_inf": jnp.isinf, "bitwise_not": jnp.invert, "relu": jax.nn.relu,
    "gelu": partial(jax.nn.gelu, approximate=False),
    "sigmoid": jax.nn.sigmoid, "log_sigmoid": jax.nn.log_sigmoid})
BINARY.update({
    "hypot": jnp.hypot, "cmpgt": jnp.greater, "cmpge": jnp.greater_equal,
    "shift_left": jnp.left_shift, "shift_right": jnp.right_shift,
    "relu_backward": lambda y, grad: jnp.where(y > 0, grad, 0),
    "prelu": lambda x, alpha: jnp.where(x >= 0, x, alpha * x),
    "sigmoid_backward": lambda y, grad: grad * y * (1 - y)})


def number(attributes, name):
    return float.fromhex(attributes[name])


def conv(attributes, outs):
    if attributes["biased"]:
        raise Unsupported("only layers without a bias are known here")
    return lambda x, weight: lax.conv_general_dilated(
        x, weight, attributes["stride"], attributes["padding"],
        rhs_dilation=attributes["dilation"],
        feature_group_count=attributes["groups"])


def conv_gradient(wanted, attributes, outs):
    forward = conv(attributes | {"biased": False}, outs)

    def run(x, weight, grad):
        return jax.vjp(forward, x, weight)[1](grad)[wanted]
    return run


def linear(attributes, outs):
    if attributes["biased"]:
        return lambda x, weight, bias: x @ weight + bias
    return lambda x, weight: x @ weight


def pool(kind, attributes, outs):
    if attributes["ceil_mode"]:
        raise Unsupported("only whole windows are known here")
    window = [1, 1] + attributes["kernel_size"]
    stride = [1, 1] + attributes["stride"]
    padding = [(0, 0)] * 2 + [tuple(p) for p in attributes["padding"]]
    count = np.prod(window)
    if kind == "max":
        return lambda x: lax.reduce_window(
            x, -jnp.inf, lax.max, window, stride, padding)
    return lambda x: lax.reduce_window(
        x, 0.0, lax.add, window, stride, padding) / count


def adaptive_avg_pool(attributes, outs):
    if any(n != 1 for n in attributes["output_size"]):
        raise Unsupported("only pools of whole images are known here")
    return lambda x: jnp.mean(x, axis=(2, 3), keepdims=True)


def softmax(function, attributes, outs):
    return partial(function, axis=attributes["axis"])


def layer_norm(attributes, outs):
    epsilon = number(attributes, "epsilon")

    def run(x, gamma, beta):
        mean = jnp.mean(x, -1, keepdims=True)
        variance = jnp.mean(jnp.square(x - mean), -1, keepdims=True)
        return (x - mean) * lax.rsqrt(variance + epsilon) * gamma + beta
    return run


def batch_norm(attributes, outs):
    epsilon = number(attributes, "epsilon")

    def run(x, *parameters):
        gamma, beta, mean, variance = (
            p.reshape([-1] + [1] * (x.ndim - 2)) for p in parameters)
        return (x - mean) * (lax.rsqrt(variance + epsilon) * gamma) + beta
    return run


def attention(attributes, outs):
    if attributes["biased"] or "softcap" in attributes:
        raise Unsupported("only masks are known here")

    def run(query, key, value, mask=None):
        scores = jnp.einsum("bhqd,bhkd->bhqk", query, key)
        scores = scores / np.sqrt(query.shape[-1]).astype(query.dtype)
        if attributes["causal"]:
            rows, columns = scores.shape[-2:]
            seen = jnp.tri(rows, columns, columns - rows, dtype=bool)
            scores = jnp.where(seen, scores, -jnp.inf)
        if mask is not None:
            scores = jnp.where(mask, -jnp.inf, scores)
        return jax.nn.softmax(scores) @ value
    return run


def over_axes(function, attributes, outs):
    return partial(function, axis=tuple(attributes["axes"]),
                   keepdims=attributes["keepdims"])


def take(attributes, outs):
    return lambda x, indices: jnp.take(
        x, indices, axis=attributes.get("axis", 0), mode="clip")


def gather_nd(attributes, outs):
    return lambda x, indices: x.at[
        tuple(jnp.moveaxis(indices, -1, 0))].get(mode="promise_in_bounds")


def scatter_nd(attributes, outs):
    def run(x, indices, values):
        at = x.at[tuple(jnp.moveaxis(indices, -1, 0))]
        function = at.add if attributes["update"] == "add" else at.set
        return function(values, mode="promise_in_bounds")
    return run


def select_update(attributes, outs):
    def run(x, indices, value):
        at = x.at[(slice(None),) * attributes["axis"] + (indices,)]
        return at.add(value, mode="promise_in_bounds")
    return run


def topk(attributes, outs):
    return lambda x: lax.top_k(x, attributes["k"])


def box_scales(attributes, x, scale):
    """Returns the scale of each element."""
    for axis, extent in enumerate(attributes["block_size"]):
        scale = jnp.repeat(scale, extent, axis, total_repeat_length=x.shape[axis])
    return scale


def quantize(attributes, outs):
    return lambda x, scale: jnp.clip(
        jnp.round(x / box_scales(attributes, x, scale)), attributes["qmin"],
        attributes["qmax"]).astype(jnp.int8)


def dequantize(attributes, outs):
    return lambda q, scale: q.astype(outs[0]) * box_scales(attributes, q, scale)


def slice_general(attributes, outs):
    return partial(lax.slice, start_indices=attributes["starts"],
                   limit_indices=attributes["limits"],
                   strides=attributes["strides"])


def pad_general(attributes, outs):
    config = list(zip(attributes["edge_low"], attributes["edge_high"],
                      attributes["interior"]))
    value = number(attributes, "value")
    return lambda x: lax.pad(x, jnp.asarray(value, x.dtype), config)


def dynamic_slice(attributes, outs):
    return lambda x, starts: lax.dynamic_slice(
        x, list(starts), attributes["slice_sizes"])


def gather_general(attributes, outs):
    if attributes["operand_batching_dims"]:
        raise Unsupported("only gathers without batching axes are known here")
    numbers = lax.GatherDimensionNumbers(
        tuple(attributes["offset_dims"]),
        tuple(attributes["collapsed_slice_dims"]),
        tuple(attributes["start_index_map"]))
    return lambda x, starts: lax.gather(
        x, starts, numbers, attributes["slice_sizes"], mode="clip")


def scatter_general(attributes, outs):
    if attributes["operand_batching_dims"]:
        raise Unsupported("only scatters without batching axes are known here")
    numbers = lax.ScatterDimensionNumbers(
        tuple(attributes["update_window_dims"]),
        tuple(attributes["inserted_window_dims"]),
        tuple(attributes["scatter_dims_to_operand_dims"]))
    function = {"add": lax.scatter_add, "set": lax.scatter,
                "min": lax.scatter_min, "max": lax.scatter_max}[
                    attributes["mode"]]
    return lambda x, indices, updates: function(
        x, indices, updates, numbers, mode=lax.GatherScatterMode.FILL_OR_DROP)


def dot_general(attributes, outs):
    numbers = ((attributes["lhs_contracting"], attributes["rhs_contracting"]),
               (attributes["lhs_batch"], attributes["rhs_batch"]))
    return lambda lhs, rhs: lax.dot_general(
        lhs, rhs, numbers, precision=lax.Precision.HIGHEST)


def einsum(attributes, outs):
    subscripts = attributes["subscripts"]

    def run(*xs):
        parts = [part for pair in zip(xs, subscripts["inputs"])
                 for part in pair]
        return jnp.einsum(*parts, subscripts["output"], optimize="optimal",
                          precision=lax.Precision.HIGHEST)
    return run


def diagonal(attributes, outs):
    return partial(jnp.diagonal, axis1=attributes["axis_a"],
                   axis2=attributes["axis_b"])


def triangle(function, attributes, outs):
    return partial(function, k=attributes["k"])


def triangular_solve_general(attributes, outs):
    if attributes["transpose_a"] == "adjoint":
        raise Unsupported("adjoints are not known here")
    return partial(lax.linalg.triangular_solve,
                   left_side=attributes["left_side"],
                   lower=attributes["lower"],
                   transpose_a=attributes["transpose_a"] == "transpose",
                   unit_diagonal=attributes["unit_diag"])


def lu(attributes, outs):
    def run(a):  # JAX factors one matrix
        function = jax.scipy.linalg.lu
        for _ in a.shape[:-2]:
            function = jax.vmap(function)
        return function(a)
    return run


OPS.update({
    "conv": conv, "conv_x_backward": partial(conv_gradient, 0),
    "conv_weight_backward": partial(conv_gradient, 1), "linear": linear,
    "max_pool": partial(pool, "max"), "avg_pool": partial(pool, "average"),
    "adaptive_avg_pool": adaptive_avg_pool, "attention": attention,
    "softmax": partial(softmax, jax.nn.softmax),
    "log_softmax": partial(softmax, jax.nn.log_softmax),
    "layer_norm": layer_norm, "batch_norm": batch_norm,
    "mean": partial(over_axes, jnp.mean), "any": partial(over_axes, jnp.any),
    "all": partial(over_axes, jnp.all),
    "max_abs": partial(over_axes, lambda x, **named: jnp.max(
        jnp.abs(x), **named)),
    "select": take, "embedding": lambda attributes, outs: take({}, outs),
    "gather_nd": gather_nd, "scatter_nd": scatter_nd,
    "select_update": select_update, "topk": topk, "quantize": quantize,
    "dequantize": dequantize,
    "clamp": lambda attributes, outs: lambda x: jnp.clip(
        x, number(attributes, "low"), number(attributes, "high")),
    "clamp_general": lambda attributes, outs: lambda x, low, high: lax.clamp(
        low, x, high),
    "select_general": lambda attributes, outs: lax.select,
    "convert": cast, "slice_general": slice_general,
    "broadcast_in_dim": lambda attributes, outs: partial(
        lax.broadcast_in_dim, shape=attributes["shape"],
        broadcast_dimensions=attributes["broadcast_dims"]),
    "pad_general": pad_general, "extract_diagonal": diagonal,
    "tril": partial(triangle, jnp.tril), "triu": partial(triangle, jnp.triu),
    "dynamic_slice": dynamic_slice,
    "dynamic_update_slice": lambda attributes, outs: (
        lambda x, update, starts: lax.dynamic_update_slice(
            x, update, list(starts))),
    "gather_general": gather_general, "scatter_general": scatter_general,
    "dot_general": dot_general, "einsum": einsum,
    "lu_factor": lambda attributes, outs: lambda a: lax.linalg.lu(a)[:2],
    "lu": lu, "solve": lambda attributes, outs: jnp.linalg.solve,
    "triangular_solve_general": triangular_solve_general})
