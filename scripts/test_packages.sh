#!/usr/bin/env bash
# Builds the packages of Assay, installs each in an empty environment, uses it
# there as a stranger would, and prints sizes and times. Takes some minutes, and
# uses the registries of Python, so it is not part of scripts/test.sh.
# Usage: scripts/test_packages.sh [deb] [image] [wheel] [crate]  (default: all)
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
skipped=0
count() {
  local name=$1 begin=$SECONDS
  shift
  if "$@"; then
    passed=$((passed + 1))
    echo "$name: ok, $((SECONDS - begin)) s"
  else
    failed=$((failed + 1))
    echo "$name: FAILED"
  fi
}

test_deb() {
  scripts/install_packages.sh deb_test &&
    scripts/build_deb.sh build/deb/packages > build/deb.log 2>&1 &&
    tail -n 3 build/deb.log &&
    python3 tests/packages/deb_test.py build/deb/packages
}

# The crate is judged by the command of the Debian package.
test_crate() {
  scripts/build_deb.sh > build/deb.log 2>&1 &&
    python3 tests/packages/crate_test.py build/deb/assay
}

# An image is built where a daemon runs.
test_image() {
  docker build -q -t assay . && docker run --rm assay check reference \
    --filter elementwise/add
}

mkdir -p build
(($# > 0)) || set -- deb image wheel crate
for name; do
  case $name in
    deb) count "Debian packages" test_deb ;;
    image)
      if docker info > /dev/null 2>&1; then
        count "image" test_image
      else
        skipped=$((skipped + 1))
        echo "image: skipped, there is no daemon"
      fi
      ;;
    wheel) count "wheel" python3 tests/packages/wheel_test.py ;;
    crate) count "crate" test_crate ;;
    *)
      echo "usage: $0 [deb] [image] [wheel] [crate]" >&2
      exit 2
      ;;
  esac
done
((skipped == 0)) || echo "$skipped skipped"
echo "$passed passed, $failed failed"
((failed == 0))
