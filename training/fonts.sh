#!/usr/bin/env bash
# Downloads the fonts of fonts.txt (Debian and Ubuntu) and unpacks them into FOLDER/learn and FOLDER/test, each package into a
# folder of its own. Nothing is installed. Packages that this release does not have are left out.
set -euo pipefail
[ $# = 1 ] || { echo "usage: fonts.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/packages"
cd "$1"
while read -r set package; do
  case $set in '' | '#'*) continue ;; esac
  [ ! -d "$set/$package" ] || continue
  if ! (cd packages && apt-get download -qq "$package" 2>/dev/null); then
    echo "fonts.sh: no package $package here" >&2
    continue
  fi
  mkdir -p "$set/$package"
  dpkg-deb -x packages/"$package"_*.deb "$set/$package"
  rm packages/"$package"_*.deb
done <"$here/fonts.txt"
rmdir packages
