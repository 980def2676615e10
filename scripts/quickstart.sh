#!/usr/bin/env bash
# Builds the command from a bare checkout and judges NumPy with it. Exits with 0
# if the report was written, whatever the verdict.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=build/quickstart
out=assay-results/numpy

scripts/install_packages.sh build

log=$(mktemp)
start=$(mktemp)
trap 'rm -f "$log" "$start"' EXIT

echo "Building the command in $build"
if ! {
  cmake --preset release -B "$build" -DASSAY_BUILD_TESTS=OFF \
    -DASSAY_BUILD_BENCH=OFF -DASSAY_MUTANTS=OFF -DASSAY_OPTIMIZED=OFF &&
    cmake --build "$build" --target assay
} > "$log" 2>&1; then
  tail -n 60 "$log" >&2
  echo "The build failed." >&2
  exit 3
fi

# Exit codes 0 (conforms) and 1 (does not conform) are both results.
status=0
"$build/assay" check "exec:/usr/bin/python3 adapters/numpy/backend.py" \
  --profile nx --set nx --out "$out" "$@" || status=$?
if ((status > 1)); then
  echo "The check ended with exit code $status and is no verdict." >&2
  exit "$status"
fi

written=$(find "$out" -maxdepth 1 -type f -newer "$start" | sort)
if [[ -z $written ]]; then
  echo "The check wrote nothing in $out." >&2
  exit 3
fi
echo
echo "Written in $PWD/$out:"
while read -r file; do echo "  ${file#"$out"/}"; done <<< "$written"
