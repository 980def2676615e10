#!/usr/bin/env bash
# Writes docs/generated/ from the op table and the mutants, and the number of
# cases of each level from the plans, with the release build of the command. With
# --check, writes nothing and fails if a file is stale. With --full, also writes
# the table of every case that fires for a mutant.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

assay=build/release/assay
sizes=conformance/plan_sizes.inc

build() { cmake --build --preset release --target assay > /dev/null; }

if [[ ${1-} != --check ]]; then
  CXX="${CXX-g++}" cmake --preset release > /dev/null
  build
elif [[ ! -x $assay ]]; then
  echo "$assay is not built, so generated files cannot be compared." >&2
  exit 1
fi

# Files are written below $fresh under their paths in the tree.
fresh=$(mktemp -d)
scratch=$(mktemp)
trap 'rm -rf "$fresh" "$scratch"' EXIT
target=$fresh/docs/generated
mkdir -p "$target" "$fresh/conformance"
"$assay" list plan-sizes > "$fresh/$sizes"
"$assay" spec --json > "$target/spec.json"
"$assay" spec --markdown > "$target/spec.md"
"$assay" spec --clauses > "$target/clauses.md"
{
  echo "# Who vouches for each operation"
  echo
  echo "Written by scripts/generate_docs.sh out of the op table;"
  echo "../second_opinions.md says where each source is tested. Golden vectors"
  echo "name the same."
  echo
  "$assay" list sources
} > "$target/second_sources.md"
if ! "$assay" mutants --markdown > "$target/mutants.md"; then
  echo "Mutants survive: \`$assay mutants\` names them." >&2
  exit 1
fi
pages="spec clauses mutants"
# Takes minutes, so it is written on demand and not compared.
if [[ ${1-} == --full ]]; then
  "$assay" mutants --full --markdown > "$target/mutants_full.md"
  pages+=" mutants_full"
fi
for page in $pages; do
  scripts/split_pages.py "$target/spec.json" "$target/$page.md" "$target/$page"
done
mapfile -t files < <(cd "$fresh" && find conformance docs -type f | sort)

if [[ ${1-} == --check ]]; then
  stale=0
  for file in "${files[@]}"; do
    if ! diff -u "$file" "$fresh/$file" > "$scratch" 2>&1; then
      head -n 20 "$scratch" >&2
      echo "$file is stale: run scripts/generate_docs.sh" >&2
      stale=1
    fi
  done
  exit "$stale"
fi

for file in "${files[@]}"; do
  mkdir -p "$(dirname "$file")"
  if ! cmp -s "$fresh/$file" "$file"; then
    cp "$fresh/$file" "$file"
    echo "Wrote $file"
    # The command contains these numbers, and compares the plans of runs with them.
    if [[ $file == "$sizes" ]]; then build; fi
  fi
done
