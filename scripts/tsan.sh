#!/usr/bin/env bash
# Runs tests of the optimized backend under ThreadSanitizer (preset tsan): every
# call that is split over threads, with the smallest possible thresholds. It
# builds spec/, optimized/ and what their tests need, which takes about five
# minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cmake --preset tsan > /dev/null
cmake --build build/tsan --target assay_optimized_test
build/tsan/tests/assay_optimized_test --gtest_filter='*Thread*:Ranges.*:Arena.*'
