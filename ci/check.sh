#!/usr/bin/env bash
# Judges one part of the cases. A part in which the subject does not conform is
# a finished part: ci/verdict.sh decides about all of them.
# Usage: ci/check.sh I/N SUBJECT [OPTIONS of `assay check`]
set -euo pipefail
shard=${1:?expected the part, as I/N}
subject=${2:?expected the subject}
shift 2

code=0
assay check "$subject" --shard "$shard" \
  --out "assay-results/part-${shard%/*}" "$@" || code=$?
((code <= 1)) || exit "$code"
