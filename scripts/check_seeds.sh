#!/usr/bin/env bash
# Runs `check` and `fuzz` with several seeds on backends that are right. Each
# run must end with exit code 0. Some faults of the kit itself show only with a
# few seeds. Without SEED, the script draws fresh ones.
#
# Usage: scripts/check_seeds.sh [OPTION...] [SEED...]
#   --build DIR       the build with the command (build/release)
#   --fresh N         how many seeds are drawn (5)
#   --backends LIST   the backends, in quotes ("reference optimized")
#   --level LEVEL     of check (quick)
#   --count N         programs of fuzz for each seed (5000)
#   --without-metamorphic   leaves `check --metamorphic` out
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$folder/build/release
fresh=5
backends="reference optimized"
level=quick
count=5000
metamorphic=(--metamorphic)
seeds=()

usage() {
  echo "check_seeds.sh: $1; see the first lines of $0" >&2
  exit 2
}

while (($# > 0)); do
  case $1 in
    --without-metamorphic)
      metamorphic=()
      shift
      continue
      ;;
    --build | --fresh | --backends | --level | --count)
      (($# > 1)) || usage "$1 needs a value"
      ;;&
    --build) build=$(realpath "$2") ;;
    --fresh) fresh=$2 ;;
    --backends) backends=$2 ;;
    --level) level=$2 ;;
    --count) count=$2 ;;
    -*) usage "there is no option $1" ;;
    *)
      [[ $1 =~ ^[0-9]+$ ]] || usage "\"$1\" is not a seed"
      seeds+=("$1")
      shift
      continue
      ;;
  esac
  shift 2
done
[[ -x $build/assay ]] || usage "there is no command in $build"
if ((${#seeds[@]} == 0)); then
  [[ $fresh =~ ^[1-9][0-9]*$ ]] || usage "--fresh $fresh is not a number above 0"
  for ((i = 0; i < fresh; ++i)); do
    seeds+=("$(od -An -N8 -tu8 /dev/urandom | tr -d ' ')")
  done
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# Runs one command; a failure shows its end, its seed and the line to repeat it.
run() {
  local seed=$1 code=0
  shift
  "$build/assay" "$@" --seed "$seed" --out "$scratch/out" \
    > "$scratch/log" 2>&1 || code=$?
  rm -rf "$scratch/out" "$scratch/out-metamorphic"
  if ((code == 0)); then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  tail -n 20 "$scratch/log"
  echo "seed $seed: exit code $code, expected 0; again: $build/assay $* --seed $seed"
}

for seed in "${seeds[@]}"; do
  for backend in $backends; do
    run "$seed" check "$backend" --level "$level" "${metamorphic[@]}"
    # Programs by number, so that the time does not decide which are run.
    run "$seed" fuzz "$backend" --count "$count" --time 3600
  done
done
echo "seeds ${seeds[*]}: $passed runs passed, $failed failed"
((failed == 0))
