#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: install_missing_test.sh DEV_SCRIPT. A copy of the script runs with stand-ins for dpkg, apt and the build:
# what is installed under another name needs no apt, what is missing is installed by name.
set -euo pipefail

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/packaging" "$folder/bin"
cp "$1" "$folder/packaging/dev.sh"

stand_in() {
  printf '#!/bin/sh\n%s\n' "$2" >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
stand_in cmake true
stand_in ninja true
stand_in sudo 'exec "$@"'
stand_in apt-get "echo \"\$@\" >>'$folder/apt.log'"
stand_in dpkg-query "cat '$folder/status'"

# Everything that the script asks for, in the form of dpkg-query, less the packages named.
status_without() {
  sed -n '/^packages=(/,/^)/p' "$1" | tr -d '()' | sed 's/packages=//' | tr -s ' ' '\n' | sed '/^$/d' |
    grep -vxF -f <(printf '%s\n' "${@:2}") | sed 's/.*/installed &, /'
}

# expect_apt WHAT PATTERN: whether apt was called with PATTERN; no PATTERN: not at all.
expect_apt() {
  : >"$folder/apt.log"
  PATH="$folder/bin:$PATH" bash "$folder/packaging/dev.sh" bench >/dev/null
  if [[ -z "$2" ]]; then
    [[ ! -s "$folder/apt.log" ]] || { echo "$1: apt was called: $(cat "$folder/apt.log")"; exit 1; }
  else
    grep -qE -e "$2" "$folder/apt.log" || { echo "$1: no '$2' in: $(cat "$folder/apt.log")"; exit 1; }
  fi
}

status_without "$1" >"$folder/status"
expect_apt "all installed" ""

{
  status_without "$1" libqt6svg6-dev
  echo "installed qt6-svg-dev, other-name, libqt6svg6-dev (= 6.4.2-2)"
} >"$folder/status"
expect_apt "one provided by another" ""

{
  status_without "$1" libqt6svg6-dev qpdf
  echo "config-files qt6-svg-dev, libqt6svg6-dev (= 6.4.2-2)"
  echo "installed qpdf-doc, "
} >"$folder/status"
expect_apt "the provider was removed" 'install .*libqt6svg6-dev qpdf$'
