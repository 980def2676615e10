#!/usr/bin/env bash
# Writes conformance/vectors/ with the release build of the command. With
# --check [PRESET], compares with the build of that preset instead: writes
# nothing, and fails if a file is stale, missing or superfluous.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

assay=build/${2-release}/assay
target=conformance/vectors

if [[ ${1-} != --check ]]; then
  CXX="${CXX-g++}" cmake --preset release > /dev/null
  cmake --build --preset release --target assay > /dev/null
elif [[ ! -x $assay ]]; then
  echo "$assay is not built, so $target cannot be compared." >&2
  exit 1
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$assay" vectors --out "$fresh" > /dev/null
python3 scripts/vector_schema.py > "$fresh/vectors.schema.json"
# The only file in that folder that is written by hand.
[[ ! -f $target/README.md ]] || cp "$target/README.md" "$fresh/"

if [[ ${1-} == --check ]]; then
  # The lines are long, but their beginnings show which case differs.
  if ! diff -r "$target" "$fresh" > "$fresh.diff" 2>&1; then
    cut -c 1-160 "$fresh.diff" | head -n 20 >&2
    rm -f "$fresh.diff"
    echo "$target is stale: run scripts/generate_vectors.sh" >&2
    exit 1
  fi
  rm -f "$fresh.diff"
  exit 0
fi

mkdir -p "$target"
find "$target" -name '*.json' -print0 | while IFS= read -r -d '' file; do
  if [[ ! -f $fresh/${file#"$target"/} ]]; then
    rm "$file"
    echo "Removed $file"
  fi
done
while IFS= read -r name; do
  if ! cmp -s "$fresh/$name" "$target/$name"; then
    mkdir -p "$(dirname "$target/$name")"
    cp "$fresh/$name" "$target/$name"
    echo "Wrote $target/$name"
  fi
done < <(cd "$fresh" && find . -type f -printf '%P\n' | sort)
