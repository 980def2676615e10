#!/usr/bin/env bash
# Runs every check and every test from a bare checkout: layout, format, two
# builds (g++, and clang++ with sanitizers) with their tests, the generated docs
# and vectors, and the HTML page in a browser.
# The last line is "N passed, N failed"; the exit code is 0 if none failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
passed=0
failed=0
skipped=0
scratch=$(mktemp -d)
log=$scratch/log
trap 'rm -rf "$scratch"' EXIT

# Starts a command as one check, in parallel to those that run already.
started=()
start() {
  local name=$1 files=$scratch/${#started[@]}
  shift
  started+=("$name")
  {
    local begin=$SECONDS
    if "$@" > "$files.log" 2>&1; then
      echo "$((SECONDS - begin))" > "$files.seconds"
    fi
  } &
}

# Waits for the checks that were started, and shows the output of those that
# failed.
finish() {
  wait
  local i
  for i in "${!started[@]}"; do
    if [[ -s $scratch/$i.seconds ]]; then
      passed=$((passed + 1))
      echo "${started[i]}: ok, $(< "$scratch/$i.seconds") s"
    else
      failed=$((failed + 1))
      cat "$scratch/$i.log"
      echo "${started[i]}: FAILED"
    fi
    rm -f "$scratch/$i".*
  done
  started=()
}

check() {
  start "$@"
  finish
}

check_format() {
  local files
  mapfile -t files < <(git ls-files '*.h' '*.cc' 2> /dev/null ||
    find . -path ./build -prune -o -name '*.h' -print -o -name '*.cc' -print)
  local present=()
  for file in "${files[@]}"; do [[ ! -f $file ]] || present+=("$file"); done
  ((${#present[@]} > 0)) && clang-format --dry-run -Werror "${present[@]}"
}

# Configures and builds build/NAME, or some TARGETS of it with blanks between
# them; a failure counts as one.
build() {
  local name=$1 targets start=$SECONDS
  read -ra targets <<< "$2"
  shift 2
  echo "$name: building"
  if "$@" > "$log" 2>&1 &&
    cmake --build "build/$name" --parallel "$jobs" --target "${targets[@]}" \
      > "$log" 2>&1; then
    echo "$name: built, $((SECONDS - start)) s"
    return 0
  fi
  failed=$((failed + 1))
  tail -n 80 "$log"
  echo "$name: the build FAILED"
  return 1
}

# Runs the test programs of build/NAME, or some of them by ctest's options, and
# adds up their tests.
run_tests() {
  local name=$1 start=$SECONDS
  shift
  local results=build/$name/results
  rm -rf "$results"
  mkdir -p "$results"
  GTEST_OUTPUT="json:$PWD/$results/" ctest --test-dir "build/$name" \
    --parallel "$jobs" --timeout 1200 --output-on-failure \
    --output-junit "$PWD/$results/ctest.xml" "$@" > "$log" 2>&1 ||
    tail -n 200 "$log"
  local counts
  if ! counts=$(scripts/count_results.py "$results/ctest.xml" "$results"); then
    failed=$((failed + 1))
    echo "$name: the results cannot be read"
    return
  fi
  read -r good bad left_out <<< "$counts"
  passed=$((passed + good))
  failed=$((failed + bad))
  skipped=$((skipped + left_out))
  if ((good + bad == 0)); then
    failed=$((failed + 1))
    echo "$name: no test ran"
  fi
  echo "$name: $good passed, $bad failed, $left_out skipped," \
    "$((SECONDS - start)) s"
}

# Clicks through the HTML page and the site of runs, where there is a browser to be had.
start_page() {
  if scripts/install_packages.sh browser &&
    command -v chromium > /dev/null; then
    start "HTML page in Chromium" \
      python3 tests/reports/browser_test.py build/release/assay
    start "site of runs in Chromium" \
      python3 tests/reports/site_browser_test.py build/release/assay
  else
    skipped=$((skipped + 2))
    echo "HTML page and site in Chromium: skipped, there is no Chromium"
  fi
}

# Judges two libraries, if their packages can be installed. Prints new and gone
# findings, which do not fail, because some depend on the processor.
judge_libraries() {
  local begin=$SECONDS code=0
  scripts/judge_field.py array-api-strict numpy > "$log" 2>&1 || code=$?
  cat "$log"
  skipped=$((skipped + $(grep -c ": skipped," "$log" || true)))
  if ((code > 1)); then
    failed=$((failed + 1))
    echo "libraries: FAILED"
  else
    passed=$((passed + 1))
    echo "libraries: ok, $((SECONDS - begin)) s"
  fi
}

scripts/install_packages.sh test

start "layout" scripts/check_layout.py
for script_test in tests/scripts/*_test.py; do
  # To build the command once more, with the set, takes minutes: TOY_SET=full.
  options=()
  [[ $script_test != */toy_set_test.py || ${TOY_SET-quick} == full ]] ||
    options=(--quick)
  start "$script_test" python3 "$script_test" "${options[@]}"
done
start "format" check_format
finish

if build release all env CXX=g++ cmake --preset release; then
  start_page
  start "generated docs" scripts/generate_docs.sh --check
  start "golden vectors" scripts/generate_vectors.sh --check
  start "adapter of the array API" python3 tests/scripts/array_api_test.py
  start "short names of subjects" python3 tests/scripts/short_subject_test.py
  # The Python of the system has the packages of Debian.
  start "package for Python" /usr/bin/python3 tests/scripts/assay_kit_test.py
  start "plugin for pytest" /usr/bin/python3 tests/scripts/pytest_plugin_test.py
  start "regressions" build/release/assay replay conformance/regressions \
    reference
  finish
  judge_libraries
  # Some faults of the kit show with few seeds; without SEED fresh ones are drawn.
  check "fixed seeds" scripts/check_seeds.sh --without-metamorphic --count 2500 \
    1 3 4
  run_tests release
  # Rules of the judge, broken one by one; without --quick, all of them.
  check "judge mutants" scripts/judge_mutants.py --quick build/release
fi
# The second compiler and the sanitizers share a build: two builds are what fits
# into half an hour from a cold start, and one with the mutants. Commits take
# turns: the first has one half of the test programs, the second the other one.
# The next two have the next target of kernels of this processor, and after all
# targets comes the next quarter of the tests.
commits=$(git rev-list --count HEAD 2> /dev/null || echo 0)
halves=("spec harness conformance sweep fuzz" "reference optimized reports cli")
read -ra programs <<< "${SANITIZED_TESTS-${halves[commits % 2]}}"
turn=$((commits / 2))
targets=(sse4)
for pair in avx2=avx2 avx512bw=avx512; do
  ! grep -qsw "${pair%=*}" /proc/cpuinfo || targets+=("${pair#*=}")
done
target=${SANITIZED_TARGETS-${targets[turn % ${#targets[@]}]}}
shards=${SANITIZED_SHARDS-4}
shard=$((turn / ${#targets[@]} % shards))
test_targets=("${programs[@]/#/assay_}")
test_targets=("${test_targets[@]/%/_test}")
# On a machine that was slow so far the sanitizers would take longer than a run
# may, and then nothing of it would count.
latest=${SANITIZED_BEFORE-2700}
if ((SECONDS > latest)); then
  skipped=$((skipped + 1))
  echo "sanitizers: skipped after $SECONDS s, because they have to begin before" \
    "$latest s (SANITIZED_BEFORE)"
elif build asan "${test_targets[*]}" \
  env CC=clang CXX=clang++ cmake --preset asan \
  -DASSAY_BUILD_BENCH=OFF -DASSAY_MUTANTS=OFF -DASSAY_FUZZ=ON \
  -DASSAY_FUZZ_COVERAGE=OFF -DASSAY_TARGETS="$target" \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1; then
  # To note where memory was allocated is a sixth of the time, and to keep 256 MiB
  # of what was freed another; a test that fails says more when it is run again
  # without the options. All tests would take a quarter of an hour, and the build
  # before has run each. SANITIZED_SHARDS=1 runs all of SANITIZED_TESTS.
  GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard \
    ASAN_OPTIONS=${ASAN_OPTIONS-malloc_context_size=0:quarantine_size_mb=16} \
    run_tests asan --tests-regex "^($(IFS="|"; echo "${programs[*]}"))\$"
  if [[ " ${programs[*]} " == *" fuzz "* ]]; then
    check "fuzz targets" scripts/fuzz.sh --build build/asan --seconds 5
  fi
fi

if ((skipped > 0)); then echo "$skipped skipped"; fi
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
