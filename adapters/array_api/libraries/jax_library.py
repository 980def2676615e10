# Makes JAX a library of the array API adapter, on the CPU: jax.numpy, and
# jax.lax where jax.numpy has no function or takes several. Arrays of JAX are
# immutable, so results are copied into the memory of outs.
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault(
    "XLA_FLAGS",
    "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
)

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import assay_arrays  # noqa: E402
import assay_wire  # noqa: E402
import libraries.jax_lax as jax_lax  # noqa: E402
import standard  # noqa: E402
from assay_arrays import scalar  # noqa: E402


class Jax(standard.Library):
    names = assay_arrays.EVERY
    compiles = True
    limits = {"extract_diagonal": {"composed": True}}

    def __init__(self):
        super().__init__(jnp, "jax", jax.__version__)
        self.extended = assay_arrays.extended_dtypes()
        for name, dtype in self.extended.items():
            self.wire_names[dtype] = name
        self.immutable = True

    def shares_memory(self):
        return False

    def from_storage(self, storage, dtype):
        extended = assay_arrays.extended_dtypes()
        if dtype in assay_arrays.PACKED:
            return jnp.array(storage.astype(extended[dtype]))
        if dtype in extended:
            storage = storage.view(extended[dtype])
        return jnp.array(storage)

    def to_storage(self, array):
        array = np.asarray(array)  # waits for the result
        dtype = self.wire_names[array.dtype]
        storage = assay_arrays.STORAGE[dtype]
        if dtype in assay_arrays.PACKED:
            return array.astype(storage), dtype
        return array.view(storage), dtype

    def table(self):
        rows = super().table()
        rows.update(own_functions(self))
        rows.update(jax_lax.table(self))
        return rows


def own_functions(library):
    lax = jax.lax

    def pad(x, a):
        value = assay_arrays.element(
            a["value"], np.dtype(library.dtypes[a["of"]]))
        # jnp.pad refuses an empty list of widths; one number is for all axes.
        widths = [tuple(pair) for pair in a["padding"]] or 0
        return jnp.pad(x[0], widths, constant_values=jnp.asarray(value))

    def full(x, a):
        dtype = library.dtypes[a["dtype"]]
        value = assay_arrays.element(a["value"], np.dtype(dtype))
        return jnp.full(tuple(a["shape"]), jnp.asarray(value), dtype=dtype)

    def div(x, a):
        # lax.div truncates quotients of integers.
        return (lax.div if standard.is_integer(a["of"]) else jnp.divide)(*x)

    def scan(x, a):
        function = {"sum": lax.cumsum, "prod": lax.cumprod,
                    "max": lax.cummax, "min": lax.cummin}[a["op"]]
        return function(x[0], axis=a["axis"])

    def scatter(x, a):
        place = x[0].at[standard.places(library, x[1], a["axis"])]
        more = {"unique_indices": a["unique_indices"]}
        if a["mode"] == "add":
            return place.add(x[2], **more)
        return place.set(x[2], **more)

    def solve(x, a):
        return jax.scipy.linalg.solve_triangular(
            x[0], x[1], lower=not a["upper"], unit_diagonal=a["unit_diag"],
            trans="C" if a["transpose"] else "N")

    def eigh(x, a):
        # Unless told otherwise, JAX averages both triangles.
        if a["vectors"]:
            return list(jnp.linalg.eigh(x[0], symmetrize_input=False))
        return [jnp.linalg.eigvalsh(x[0], symmetrize_input=False)]

    def update(x, a):
        place = (slice(None),) * a["axis"] + (x[1],)
        if a["update"] != "add":
            raise assay_wire.Refusal("unsupported", "no such update", "op")
        return x[0].at[place].add(x[2])

    def scatter_nd(x, a):
        place = x[0].at[tuple(jnp.moveaxis(x[1], -1, 0))]
        return place.add(x[2]) if a["update"] == "add" else place.set(x[2])

    def along(function):
        return lambda x, a: function(x[0], axis=a["axis"])

    def number(a, key):
        return scalar(a[key], a["of"])

    return {
        "div": div,
        "mod": lambda x, a: lax.rem(*x),
        "erf": lambda x, a: lax.erf(x[0]),
        "associative_scan": scan,
        "pad": pad,
        "full": full,
        "copy": lambda x, a: jnp.copy(x[0]),
        "contiguous": lambda x, a: jnp.asarray(x[0], order="C"),
        "scatter": scatter,
        "cholesky": lambda x, a: jnp.linalg.cholesky(
            x[0], upper=a["upper"], symmetrize_input=False),
        "eigh": eigh,
        "triangular_solve": solve,
        "select_update": update,
        "scatter_nd": scatter_nd,
        "gather_nd": lambda x, a: x[0][tuple(jnp.moveaxis(x[1], -1, 0))],
        "embedding": lambda x, a: x[0][x[1]],
        "slice_assign": lambda x, a: x[0].at[standard.ranges(a)].set(x[1]),
        "argwhere": lambda x, a: jnp.argwhere(x[0]).astype(
            library.dtypes[a["index_dtype"]]),
        "relu": lambda x, a: jax.nn.relu(x[0]),
        "leaky_relu": lambda x, a: jax.nn.leaky_relu(
            x[0], number(a, "negative_slope")),
        "gelu": lambda x, a: jax.nn.gelu(x[0], approximate=False),
        "sigmoid": lambda x, a: jax.nn.sigmoid(x[0]),
        "log_sigmoid": lambda x, a: jax.nn.log_sigmoid(x[0]),
        "softmax": along(jax.nn.softmax),
        "log_softmax": along(jax.nn.log_softmax),
    }


def status_of(error):
    """Maps what JAX raises; a TypeError is about dtypes."""
    message = "%s: %s" % (type(error).__name__, str(error).split("\n")[0])
    if isinstance(error, TypeError) and "dtype" in message:
        return assay_wire.Refusal("unsupported", message, "dtype")
    return assay_wire.status_of(error)


def library():
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_matmul_precision", "highest")
    folder = os.environ.get("JAX_COMPILATION_CACHE_DIR")
    if folder:
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    made = Jax()
    made.status_of = status_of
    return made
