#!/usr/bin/env bash
# Builds the Debian packages of Assay into a folder.
# Usage: scripts/build_deb.sh [FOLDER]     (default: build/deb/packages)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=$(realpath -m "${1:-build/deb/packages}")
scripts/install_packages.sh deb
cmake --preset release -B build/deb -DASSAY_BUILD_TESTS=OFF \
  -DASSAY_BUILD_EXAMPLES=OFF -DASSAY_MUTANTS=OFF
cmake --build build/deb
# dpkg-shlibdeps finds the packages of the libraries that the command loads.
(cd build/deb && cpack -B "$out")
rm -rf "$out/_CPack_Packages"
echo "Built in $out:"
(cd "$out" && ls -1sh ./*.deb)
