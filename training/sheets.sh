#!/usr/bin/env bash
# Draws COUNT sheets of forty controls each (sheet.html) with a headless Chromium and the fonts of the test set, into FOLDER: a
# picture and a text of what it shows where.
set -euo pipefail
[ $# = 3 ] || { echo "usage: sheets.sh FONTS COUNT FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
fonts=$(cd "$1/test" && pwd)
count=$2
mkdir -p "$3"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# Every sheet has twelve of the fonts. Those of icons have no letters.
mapfile -t files < <(find "$fonts" -type f \( -name '*.ttf' -o -name '*.otf' \) | grep -v -e icon -e glyph | sort)
draw() {
  "$browser" --headless=new --no-sandbox --disable-gpu --allow-file-access-from-files --hide-scrollbars \
    --window-size=800,800 --virtual-time-budget=3000 "$@" 2>/dev/null
}
for ((seed = 1; seed <= count; seed++)); do
  page="file://$here/sheet.html?$seed"
  for ((one = 0; one < 12; one++)); do
    page+="&file://${files[(seed * 12 + one) * 7 % ${#files[@]}]}"
  done
  draw --screenshot="$3/sheet$seed.png" "$page" >/dev/null
  draw --dump-dom "$page" | sed -n '/<pre id="truth">/,/<\/pre>/p' |
    sed -n 's/<pre id="truth">//; s/<\/pre>.*//; s/&gt;/>/; s/&lt;/</; /^[0-9]* [0-9]* ./p' >"$3/sheet$seed.controls"
done
