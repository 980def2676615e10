#!/usr/bin/env bash
# Sweeps every float32 input of glibc's functions and prints the table of
# docs/sweeps.md. Totals are kept in a folder. A sweep that is complete there is
# not run again.
# Usage: scripts/sweep_libm.sh BUILD FOLDER [OP…]
set -euo pipefail

build=$1
folder=$2
shift 2
ops=("$@")
if ((${#ops[@]} == 0)); then
  ops=(sqrt exp log sin cos tan asin acos atan sinh cosh tanh erf)
fi
mkdir -p "$folder"
files=()
for op in "${ops[@]}"; do
  file=$folder/$op-float32.jsonl
  # Exit code 1 is a finding: results that the contract does not permit.
  [[ -e $file ]] ||
    nice "$build/assay" sweep "$build/libassay_libm.so" --op "$op" --jobs 0 \
      --resume --out "$file" >&2 || (($? == 1))
  files+=("$file")
done
"$build/assay" sweeps --markdown "${files[@]}"
