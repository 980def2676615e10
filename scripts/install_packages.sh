#!/usr/bin/env bash
# Installs the missing Debian packages of one list, and says so in one line. If
# none is missing, it is fast and prints nothing.
# Usage: scripts/install_packages.sh build|bench|test|browser|deb|deb_test|slurm
set -euo pipefail

# Packages that compile the command and run the NumPy adapter.
build_packages=(
  cmake ninja-build g++ pkg-config
  librapidcheck-dev nlohmann-json3-dev libmpfr-dev libmpc-dev libcli11-dev
  libfmt-dev libeigen3-dev
  python3 python3-numpy
)
# Packages that `assay bench` and the optimized backend need in addition.
bench_packages=(libbenchmark-dev libhwy-dev libopenblas0)
# Packages that the tests and the checks need in addition to both.
# libfftw3-dev has a second opinion on transforms, and libclang-rt-dev has the libraries of the sanitizers and of libFuzzer; clang
# only recommends it.
test_packages=(
  clang libclang-rt-dev clang-format ccache libgtest-dev libfftw3-dev
  python3-jsonschema
  python3-pytest python3-yaml
)
# Packages that make Debian packages.
deb_packages=(dpkg-dev file)
# Packages that install them on a clean Debian.
deb_test_packages=(mmdebstrap)
# A cluster on one machine and GNU parallel, for scripts/test_slurm.sh.
slurm_packages=(slurm-wlm munge parallel)
# The browser that tests the HTML page. Without it, that test is skipped.
browser_packages=(chromium)

case "${1-}" in
  build) packages=("${build_packages[@]}") ;;
  bench) packages=("${build_packages[@]}" "${bench_packages[@]}") ;;
  test)
    packages=(
      "${build_packages[@]}" "${bench_packages[@]}" "${test_packages[@]}"
    )
    ;;
  deb)
    packages=(
      "${build_packages[@]}" "${bench_packages[@]}" "${deb_packages[@]}"
    )
    ;;
  deb_test) packages=("${deb_test_packages[@]}") ;;
  slurm) packages=("${slurm_packages[@]}") ;;
  browser) packages=("${browser_packages[@]}") ;;
  *)
    echo "usage: $0 build|bench|test|browser|deb|deb_test|slurm" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query > /dev/null; then
  echo "These scripts install Debian packages; elsewhere, install the" \
    "counterparts of: ${packages[*]}, and build with CMake." >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2> /dev/null) ||
    status=unknown
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]} > 0)) || exit 0

as_root=(env DEBIAN_FRONTEND=noninteractive)
if ((EUID != 0)); then
  if ! command -v sudo > /dev/null; then
    echo "Missing packages need root or sudo:" \
      "apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo "${as_root[@]}")
fi

echo "Installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! {
  "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" apt-get install -q -y --no-install-recommends \
      "${missing[@]}"
} > "$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "apt could not install: ${missing[*]}" >&2
  exit 1
fi
