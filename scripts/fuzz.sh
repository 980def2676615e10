#!/usr/bin/env bash
# Runs the targets of libFuzzer, one after the other or some by name, each for
# so many seconds or runs:
#   fuzz.sh [--seconds N] [--runs N] [--build DIR] [TARGET…]
# DIR is a build with ASSAY_FUZZ; without it, that of the preset fuzz is made.
# The exit code is 0 if none of them ended early, and 77 without clang.
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

# Where memory came from is not noted: it costs a quarter of the time, and the
# input that is kept tells it when it is run by itself.
export ASAN_OPTIONS=${ASAN_OPTIONS-malloc_context_size=0:quarantine_size_mb=16}
# A crash leaves its input in findings/.
failed=0
for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target" "$build/findings/$target"
  dictionary=$PWD/fuzz/dictionaries/$target.dict
  # The schedule "entropic" takes half of the time where inputs are quick.
  options=(-max_total_time="$seconds" -runs="$runs" -timeout=60
    -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0 -entropic=0
    -artifact_prefix="$build/findings/$target/")
  [[ ! -f $dictionary ]] || options+=(-dict="$dictionary")
  log=$build/$target.log
  start=$SECONDS
  # A failing program is written where the target runs.
  if (cd "$build/findings/$target" && "$build/fuzz_$target" "${options[@]}" \
    "$build/corpus/$target" "$build/seeds/$target") > "$log" 2>&1; then
    verdict="no crash, hang or report"
  else
    failed=1
    verdict="FAILED, see $log and $build/findings/$target"
    tail -n 40 "$log"
  fi
  took=$((SECONDS - start))
  count=$(grep -o 'number_of_executed_units: *[0-9]*' "$log" | grep -o '[0-9]*$' ||
    echo '?')
  echo "$target: $count executions, $took s, $verdict"
done
exit $failed
