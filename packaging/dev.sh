#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh clone on Debian 12 or Ubuntu 24.04 to a running window, tested code or pictures: one command each.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

# Everything that any of the commands below needs.
packages=(
  g++ cmake ninja-build ccache git pkg-config
  qt6-base-dev qt6-base-dev-tools qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqt6svg6-dev
  libgl-dev libopengl-dev libqcustomplot-dev
  libcli11-dev libeigen3-dev libexpected-dev libfmt-dev libonnx-dev libprotobuf-dev libqpdf-dev libsqlite3-dev libssl-dev
  libtbb-dev libvalijson-dev libyaml-cpp-dev nlohmann-json3-dev protobuf-compiler
  libbenchmark-dev libgmock-dev libgtest-dev
  fonts-dejavu-core poppler-utils python3 qpdf xvfb
)

# What run and screenshots show.
sample=(resnet50 --batch 64 --accelerator a100-80-sxm --accelerator h100-sxm --accelerator jetson-agx-orin)

usage() {
  cat >&2 <<'TEXT'
Usage: packaging/dev.sh COMMAND
  run          build a release and open the window with the sample; without a display, render it into build/sample
  test         build the release, then everything with checks on, and run the tests
  bench        build a release and run the benchmarks
  asan         build with the sanitizers and run the tests
  screenshots  render every mode of the window, light and dark, into build/screenshots
Packages that are missing are installed with apt first.
TEXT
  exit 2
}

# Names of what is installed, those that a package only provides within: some have another name in each distribution.
installed_names() {
  dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' 2>/dev/null |
    sed -n -e 's/ *([^)]*)//g' -e 's/^installed //p' | tr ',' '\n' | tr -d ' '
}

install_missing() {
  local missing=() package installed
  installed="$(installed_names || true)"
  for package in "${packages[@]}"; do
    grep -qxF -e "$package" <<<"$installed" || missing+=("$package")
  done
  ((${#missing[@]} == 0)) && return
  echo "Installing ${missing[*]}"
  local as_root=()
  [[ "$(id -u)" -eq 0 ]] || as_root=(sudo)
  "${as_root[@]}" apt-get update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

# configure PRESET FOLDER [CMAKE ARGUMENT ...]
configure() {
  local preset="$1" folder="$2"
  shift 2
  cmake --preset "$preset" -B "$folder" "$@"
}

# build FOLDER [TARGET ...]
build() {
  local folder="$1"
  shift
  ninja -C "$folder" -j "$(nproc)" "$@"
}

# Most files of a room at once, as most of a build from nothing goes into reading the same headers again.
together=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=25)

# The release without tests: what run and screenshots need.
build_program() {
  configure release build/release -DNESTWRIGHT_BUILD_TESTS=OFF "${together[@]}"
  build build/release nestwright nestwright-cli
}

has_display() {
  [[ -n "${DISPLAY:-}" || -n "${WAYLAND_DISPLAY:-}" ]]
}

# run_tests FOLDER: the whole suite, then one plain line with the figures.
run_tests() {
  local folder="$1" log="$1/test.log" status=0
  QT_QPA_PLATFORM=offscreen ctest --test-dir "$folder" -j 2 --output-on-failure 2>&1 | tee "$log" || status=$?
  summarise "$log"
  return "$status"
}

# summarise LOG: "N passed, N failed, N skipped" from what ctest printed of each test.
summarise() {
  awk '
    /^ *[0-9]+\/[0-9]+ Test +#/ {
      if (/ Passed +[0-9.]+ sec/) passed++
      else if (/\*\*\*Skipped/ || /\(Disabled\)/ || /\*\*\*Not Run \(Disabled\)/) skipped++
      else failed++
    }
    END {
      printf "%d passed, %d failed", passed, failed
      if (skipped) printf ", %d skipped", skipped
      print ""
    }' "$1"
}

command_run() {
  build_program
  if has_display; then
    exec build/release/bin/nestwright "${sample[@]}"
  fi
  local folder="$root/build/sample"
  mkdir -p "$folder"
  build/release/bin/nestwright "${sample[@]}" --screenshots "$folder" --size 1280x800 --theme light
  build/release/bin/nestwright-cli report "${sample[@]//--accelerator/--arch}" -o "$folder/report.pdf"
  echo "There is no display. The sample's screenshots and its report are in $folder:"
  ls -1 "$folder"
}

command_test() {
  # First what run builds, as its files are compiled in other groups and with other warnings.
  build_program
  configure dev build/dev
  build build/dev
  run_tests build/dev
}

command_asan() {
  configure asan build/asan "${together[@]}"
  build build/asan
  run_tests build/asan
}

command_bench() {
  configure release build/bench
  build build/bench tests/bench/all
  local program
  for program in build/bench/tests/bench/bench_*; do
    [[ -f "$program" && -x "$program" ]] || continue
    echo "== ${program##*/}"
    "$program"
  done
}

command_screenshots() {
  build_program
  local folder="$root/build/screenshots" size theme
  mkdir -p "$folder"
  for size in 1280x800 2560x1440; do
    for theme in light dark; do
      build/release/bin/nestwright "${sample[@]}" --screenshots "$folder" --size "$size" --theme "$theme"
    done
  done
  echo "Screenshots in $folder:"
  ls -1 "$folder"
}

(($# == 1)) || usage
case "$1" in
  run | test | bench | asan | screenshots)
    install_missing
    "command_$1"
    ;;
  *) usage ;;
esac
