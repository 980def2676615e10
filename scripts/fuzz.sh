#!/usr/bin/env bash
# Runs the targets of libFuzzer, all or some by name, each for N seconds or N
# runs. As many run at once as there are processors.
#   fuzz.sh [--seconds N] [--runs N] [--build DIR] [TARGET…]
# DIR is a build with ASSAY_FUZZ. Without it, the script makes that of the
# preset fuzz. The exit code is 0 if no target ended early, and 77 if clang is
# missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=10
runs=-1
build=build/fuzz
targets=()
while (($# > 0)); do
  case $1 in
    --seconds) seconds=$2; shift 2 ;;
    --runs) runs=$2; shift 2 ;;
    --build) build=$2; shift 2 ;;
    -*) echo "fuzz.sh: there is no option $1" >&2; exit 2 ;;
    *) targets+=("$1"); shift ;;
  esac
done
if ! command -v clang++ > /dev/null; then
  echo "fuzz.sh: there is no clang++, which has libFuzzer"
  exit 77
fi
((${#targets[@]} > 0)) ||
  targets=(case_json wire expectations plugin view program)

build=$(realpath -m "$build")
[[ -f $build/build.ninja ]] || cmake --preset fuzz -B "$build" > /dev/null
if ! output=$(cmake --build "$build" --target "${targets[@]/#/fuzz_}" 2>&1); then
  tail -n 40 <<< "$output"
  echo "fuzz.sh: the targets cannot be built in $build; ASSAY_FUZZ is needed"
  exit 1
fi
python3 scripts/fuzz_seeds.py . "$build/seeds"

# The sanitizer does not note where memory was allocated, because that costs a
# quarter of the time. Running the kept input alone shows it.
export ASAN_OPTIONS=${ASAN_OPTIONS-malloc_context_size=0:quarantine_size_mb=16}

# Runs one target; a crash leaves its input in findings/.
run_target() {
  local target=$1 start=$SECONDS verdict="no crash, hang or report" failed=0
  local findings=$build/findings/$target log=$build/$target.log
  mkdir -p "$build/corpus/$target" "$findings"
  # The schedule "entropic" takes half of the time where inputs are quick.
  local options=(-max_total_time="$seconds" -runs="$runs" -timeout=60
    -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0 -entropic=0
    -artifact_prefix="$findings/")
  local dictionary=$PWD/fuzz/dictionaries/$target.dict
  [[ ! -f $dictionary ]] || options+=(-dict="$dictionary")
  # A failing program is written where the target runs.
  if ! (cd "$findings" && "$build/fuzz_$target" "${options[@]}" \
    "$build/corpus/$target" "$build/seeds/$target") > "$log" 2>&1; then
    failed=1
    verdict="FAILED, see $log and $findings"
    tail -n 40 "$log"
  fi
  local took=$((SECONDS - start)) count
  count=$(grep -o 'number_of_executed_units: *[0-9]*' "$log" | grep -o '[0-9]*$' ||
    echo '?')
  echo "$target: $count executions, $took s, $verdict"
  return $failed
}
export -f run_target
export build seconds runs
printf '%s\n' "${targets[@]}" |
  xargs -P "$(nproc)" -I '{}' bash -c 'run_target "{}"' || exit 1
