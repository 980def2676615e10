#!/usr/bin/env bash
# Installs the Assay of this checkout into a folder, unless a cache has put the
# same version there.
# Usage: ci/install.sh PREFIX
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
prefix=${1:?expected the folder to install into}

"$source/scripts/install_packages.sh" bench
version=$(sed -n 's/.* kVersion = "\(.*\)";/\1/p' "$source/spec/version.h")
installed=$("$prefix/bin/assay" --version 2> /dev/null || true)
if [[ $installed != "assay $version "* ]]; then
  cmake -S "$source" -B "$source/build/ci" -G Ninja \
    -DCMAKE_BUILD_TYPE=Release -DASSAY_BUILD_TESTS=OFF \
    -DASSAY_BUILD_EXAMPLES=OFF -DASSAY_MUTANTS=OFF -DASSAY_OPTIMIZED=OFF
  cmake --build "$source/build/ci"
  cmake --install "$source/build/ci" --prefix "$prefix"
fi
"$prefix/bin/assay" --version
