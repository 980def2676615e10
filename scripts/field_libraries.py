"""Lists the libraries that scripts/judge_field.py judges: their versions, how each
becomes a subject, the profile that it is judged by, and the findings that are known.

Tested by tests/scripts/judge_field_test.py.
"""


class Library:
    """A library and how it becomes a subject.

    In `subject`, {python} is that of an environment with these packages, or that of
    Debian without packages. `build` has commands that make a plugin or a program.
    `findings` is a file of expectations, or None if no case may fail. `options` are
    more of `assay check`.
    """

    def __init__(self, subject, profile, findings=None, packages=(), build=(),
                 options=("--timeout", "20")):
        self.subject = subject
        self.profile = profile
        self.findings = findings and "adapters/" + findings
        self.packages = packages
        self.build = build
        self.options = list(options)


def python(packages, command, profile, findings, *options):
    return Library("exec:{python} adapters/" + command, profile, findings, packages,
                   (), *options)


def array_api(packages, module, profile, findings, *options):
    return python(packages, "array_api/backend.py --module " + module, profile,
                  "array_api/findings/%s.expect" % findings, *options)


def onnx(packages, runtime, findings, *options):
    return python(("onnx==1.23.2", *NUMPY, *packages),
                  "onnx/backend.py --runtime " + runtime, "onnx",
                  "onnx/findings/%s.expect" % findings, *options)


def pjrt(findings, *more):
    """The plugin's package asks for JAX, which nothing here needs."""
    command = "pjrt/backend.py --plugin lammps_jax_pjrt_cpu --name xla_cpu"
    return python(("--no-deps", "lammps-jax-pjrt-cpu==0.11.2", *NUMPY),
                  " ".join([command, *more]), "adapters/pjrt/profile.json",
                  "pjrt/findings/%s.expect" % findings, COMPILES)


def cargo(folder, product, profile, findings, *more):
    """Builds a crate below adapters/. Its products are stored in build/field/FOLDER."""
    target = "build/field/" + folder
    return Library("%s/release/%s" % (target, product), profile,
                   "%s/findings/%s.expect" % (folder, findings), build=(
                       ("cargo", "build", "--release", "--locked", "--manifest-path",
                        "adapters/%s/Cargo.toml" % folder, "--target-dir", target,
                        *more),))


def plugin(name, profile, findings=None, packages=()):
    """Builds a plugin in C++. It is configured again, for packages just installed."""
    return Library("build/release/libassay_%s.so" % name, profile,
                   findings and "%s/findings/%s.expect" % (name, findings), packages,
                   build=(
                       ("cmake", "build/release"),
                       ("cmake", "--build", "build/release", "--target",
                        "assay_%s_plugin" % name)))


# For libraries that compile for every new shape.
COMPILES = ("--shapes", "few", "--timeout", "60")
NUMPY = ("numpy==2.4.6", "ml_dtypes==0.6.0")
LIBRARIES = {
    "reference": Library("reference", "nx"),
    "optimized": Library("optimized", "nx"),
    "libm": plugin("libm", "nx"),
    "numpy-1.24": array_api((), "numpy", "numpy", "numpy-1.24"),
    "numpy": array_api(NUMPY, "numpy", "numpy", "numpy_ml_dtypes-2.4"),
    "array-api-strict": array_api(
        ("array-api-strict==2.6.1", NUMPY[0]), "array_api_strict", "array_api",
        "array-api-strict-2.6"),
    "torch": array_api(("torch==2.15.0", *NUMPY), "torch", "torch", "torch-2.15"),
    "jax": array_api(("jax==0.10.2", "jaxlib==0.10.2", *NUMPY), "jax.numpy", "jax",
                     "jax-0.10", COMPILES),
    "mlx": array_api(("mlx==0.32.4", "mlx-cpu==0.32.4", *NUMPY), "mlx.core",
                     "adapters/array_api/profiles/mlx_cpu.json", "mlx-0.32"),
    "onnxruntime": onnx(("onnxruntime==1.32.0",), "onnxruntime",
                        "onnxruntime-1.32.0"),
    "openvino": onnx(("openvino==2026.4.1",), "openvino", "openvino-2026.4.1",
                     COMPILES),
    "xla": pjrt("xla_cpu-0.11"),
    "xla-strict": pjrt("xla_cpu_strict-0.11", "--strict"),
    "onnx-reference": onnx((), "reference", "reference-1.23.2"),
    "burn-flex": cargo("burn", "libassay_burn_flex.so", "burn", "burn-flex-0.22.1",
                       "--workspace"),
    "burn-ndarray": cargo("burn", "libassay_burn_ndarray.so",
                          "adapters/burn/profiles/burn_ndarray.json",
                          "burn-ndarray-0.22.1", "--workspace"),
    "tenferro": cargo("tenferro", "libassay_tenferro.so", "tenferro", "tenferro-0.9.0",
                      "--ignore-rust-version"),
    "eigen": plugin("eigen", "adapters/eigen/profile.json", "eigen-3.4.0"),
    "xtensor": plugin("xtensor", "adapters/xtensor/profile.json", "xtensor-0.24.3"),
    "mkl": plugin("mkl", "adapters/mkl/profile.json", "mkl-2026.0",
                  ("mkl==2026.2.0", "mkl-include==2026.2.0")),
    "onednn": plugin("onednn", "adapters/onednn/profile.json", "onednn-2.6.3"),
    "ggml": plugin("ggml", "adapters/ggml/profile.json", "ggml-0.20.2",
                   ("--no-deps", "libggml-python==0.20.2.post1")),
}
