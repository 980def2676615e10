#!/usr/bin/env bash
# Writes docs/generated/ from the op table and the mutants, with the release
# build of the command. With --check, writes nothing and fails if a file is
# stale. With --full, also writes the table of every case that fires for a
# mutant.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

assay=build/release/assay
target=docs/generated

if [[ ${1-} != --check ]]; then
  CXX="${CXX-g++}" cmake --preset release > /dev/null
  cmake --build --preset release --target assay > /dev/null
elif [[ ! -x $assay ]]; then
  echo "$assay is not built, so docs/generated cannot be compared." >&2
  exit 1
fi

fresh=$(mktemp -d)
scratch=$(mktemp)
trap 'rm -rf "$fresh" "$scratch"' EXIT
"$assay" spec --json > "$fresh/spec.json"
"$assay" spec --markdown > "$fresh/spec.md"
"$assay" spec --clauses > "$fresh/clauses.md"
{
  echo "# Who vouches for each operation"
  echo
  echo "Written by scripts/generate_docs.sh out of the op table;"
  echo "../second_opinions.md says where each source is tested. Golden vectors"
  echo "name the same."
  echo
  "$assay" list sources
} > "$fresh/second_sources.md"
if ! "$assay" mutants --markdown > "$fresh/mutants.md"; then
  echo "Mutants survive: \`$assay mutants\` names them." >&2
  exit 1
fi
pages="spec clauses mutants"
# Takes minutes, so it is written on demand and not compared.
if [[ ${1-} == --full ]]; then
  "$assay" mutants --full --markdown > "$fresh/mutants_full.md"
  pages+=" mutants_full"
fi
for page in $pages; do
  scripts/split_pages.py "$fresh/spec.json" "$fresh/$page.md" "$fresh/$page"
done
mapfile -t files < <(cd "$fresh" && find . -type f | sort)

if [[ ${1-} == --check ]]; then
  stale=0
  for file in "${files[@]}"; do
    if ! diff -u "$target/$file" "$fresh/$file" > "$scratch" 2>&1; then
      head -n 20 "$scratch" >&2
      echo "$target/$file is stale: run scripts/generate_docs.sh" >&2
      stale=1
    fi
  done
  exit "$stale"
fi

mkdir -p "$target"
for file in "${files[@]}"; do
  mkdir -p "$(dirname "$target/$file")"
  if ! cmp -s "$fresh/$file" "$target/$file"; then
    cp "$fresh/$file" "$target/$file"
    echo "Wrote $target/$file"
  fi
done
