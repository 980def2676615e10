#!/usr/bin/env bash
# Joins the parts of a check in assay-results/, and exits with its verdict.
# Usage: ci/verdict.sh [OPTIONS of `assay merge`]
set -euo pipefail
assay merge assay-results/part-* --out assay-results/whole \
  --junit assay-results/conformance.xml "$@"
