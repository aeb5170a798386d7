#!/usr/bin/env bash
# Plays the release build for a while on a virtual display with software GL: title, play, overlay, storage switch, resize, pause, quit.
# Fails on panic text, a wrong exit code, a blank picture, or a picture that does not change where it should.
# Pictures are left in target/smoke. Skips, and says why, where no virtual display can be had.
set -euo pipefail
cd "$(dirname "$0")/.."
game=${TAMAFUBUKI:-target/release/tamafubuki}
pictures=${SMOKE_PICTURES:-target/smoke}

skip() { echo "smoke test skipped: $1"; exit 0; }
fail() { echo "smoke test failed: $1" >&2; [ -s "$log" ] && sed 's/^/    game: /' "$log" >&2; exit 1; }

install_missing() {
  command -v Xvfb >/dev/null && command -v xdotool >/dev/null && command -v import >/dev/null && return
  command -v apt-get >/dev/null || skip "Xvfb, xdotool or import is missing and there is no apt-get"
  [ "$(id -u)" = 0 ] || skip "Xvfb, xdotool or import is missing and only root can install them"
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    xvfb xdotool imagemagick libgl1-mesa-dri libgl1 libx11-6 libxi6 libxkbcommon0; } >/dev/null 2>&1 \
    || skip "apt-get could not install xvfb, xdotool and imagemagick"
}

[ -x "$game" ] || { echo "smoke test failed: $game is not built" >&2; exit 1; }
install_missing
mkdir -p "$pictures"
data=$(mktemp -d)
log=$data/log
: >"$log"
trap 'kill ${pid:-} ${xvfb:-} 2>/dev/null || true; rm -rf "$data"' EXIT

no_panic() { ! grep -qiE 'panick|RUST_BACKTRACE|stack backtrace' "$log" || fail "panic text"; }

# Without a display: one line, exit code 4.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$game" --windowed-only --data-dir "$data" >"$log" 2>&1 || code=$?
no_panic
[ "$code" = 4 ] || fail "without a display the exit code is $code, not 4"
[ "$(wc -l <"$log")" = 1 ] || fail "without a display more than one line is printed"

mkfifo "$data/display"
exec 3<>"$data/display"
Xvfb -displayfd 3 -screen 0 1280x960x24 +extension GLX >/dev/null 2>&1 &
xvfb=$!
read -r -t 20 number <&3 || skip "Xvfb does not start here"
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1

# Opens the game and waits for its window.
open_game() {
  "$game" "$@" --data-dir "$data" --seed 7 >"$log" 2>&1 &
  pid=$!
  window=
  for _ in $(seq 150); do
    window=$(xdotool search --pid "$pid" --name Tamafubuki 2>/dev/null | head -1) && [ -n "$window" ] && break
    kill -0 "$pid" 2>/dev/null || fail "the game ended before its window came"
    sleep 0.1
  done
  [ -n "$window" ] || fail "no window after 15 s"
  sleep 1.6
  xdotool windowfocus --sync "$window"
}

press() { for key in "$@"; do xdotool key --delay 60 "$key"; sleep 0.25; done; }

# Takes a picture and refuses one without content: few colours, or all of one brightness.
picture() {
  kill -0 "$pid" 2>/dev/null || fail "the game ended before the picture $1"
  import -window root "$pictures/$1.png"
  local colors spread
  read -r colors spread < <(identify -format '%k %[fx:round(1000*standard_deviation)]\n' "$pictures/$1.png")
  [ "$colors" -gt 500 ] && [ "$spread" -gt 40 ] || fail "the picture $1 is blank ($colors colours, spread $spread/1000)"
}

# In how many pixels of the playfield two pictures differ; the count may be written as 1.2e+06.
difference() {
  { compare -metric AE -fuzz 5% -extract 768x896+38+32 "$pictures/$1.png" "$pictures/$2.png" null: 2>&1 || true; } | awk '{ printf "%d", $1 }'
}
differ() { [ "$(difference "$1" "$2")" -gt "$3" ] || fail "the pictures $1 and $2 are alike"; }
alike() { [ "$(difference "$1" "$2")" -le "$3" ] || fail "the pictures $1 and $2 differ"; }

ends_well() {
  for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$pid" 2>/dev/null && fail "the game does not quit"
  code=0
  wait "$pid" || code=$?
  pid=
  no_panic
  [ "$code" = 0 ] || fail "exit code $code"
}

open_game --difficulty Easy
picture 1-title
press z
picture 2-difficulty
press z
xdotool keydown z
sleep 1.5
picture 3-begins
for _ in 1 2 3; do
  for move in Left Right; do
    xdotool keydown "$move"; sleep 0.7; xdotool keyup "$move"
    xdotool keydown "$move" keydown shift; sleep 0.4; xdotool keyup "$move" keyup shift
  done
done
press c
picture 4-playing
differ 3-begins 4-playing 2000
press x
sleep 0.4
picture 5-bomb
# A thousand bullets more; a crane under load cannot be hit, so the rest of the script meets no game over.
press F9
sleep 1
picture 5-load
differ 5-bomb 5-load 20000
for layer in compact full compare off; do
  press F3
  sleep 0.3
  picture "6-overlay-$layer"
done
press F4
sleep 0.5
picture 7-boxed
press F4
xdotool windowsize "$window" 1000 600
sleep 0.8
picture 8-wide
xdotool windowsize "$window" 1280 960
sleep 0.5
press F12
shot() { find "$data/screenshots" -name '*.png' -size +20k 2>/dev/null; }
for _ in $(seq 50); do [ -z "$(shot)" ] || break; sleep 0.1; done
[ -n "$(shot)" ] || fail "F12 writes no picture"
xdotool keyup z
# Without the focus the game pauses, and no key sticks.
xdotool keydown Left
xdotool windowunmap --sync "$window"
xdotool keyup Left windowmap --sync "$window" windowfocus --sync "$window"
sleep 2
picture 9-pause
sleep 2
picture 9-still-pause
differ 8-wide 9-pause 20000
alike 9-pause 9-still-pause 6000
press Escape
sleep 1
picture 9-resumed
differ 9-pause 9-resumed 20000
press Escape Up z
ends_well

# The lab: a card runs, is stopped, goes back by the mouse on its timeline, shows what lies over it, is played and left.
open_game lab fox_2_wheel
sleep 2
picture 10-lab
press space
sleep 0.7
picture 10-lab-stopped
sleep 0.5
picture 10-lab-still
alike 10-lab-stopped 10-lab-still 500
xdotool mousemove --window "$window" 500 860 click 1
sleep 1
picture 10-lab-elsewhere
differ 10-lab-stopped 10-lab-elsewhere 5000
press t v h d
sleep 0.7
picture 10-lab-over
differ 10-lab-elsewhere 10-lab-over 20000
press p
sleep 1
picture 10-lab-play
press Escape
sleep 1
picture 10-lab-back
alike 10-lab-over 10-lab-back 20000
press Escape
ends_well
# The overlay over 10,000 bullets: it and the drawing take nothing from the heap, and the run comes to the same without a window.
code=0
"$game" tour fox_2_wheel --bullets 10000 --frames 140 --size 800,600 --pictures "$pictures/tour" --data-dir "$data" >"$log" 2>&1 || code=$?
no_panic
[ "$code" = 0 ] || fail "the tour's exit code is $code"
grep -q 'overlay 0, draw 0' "$log" && grep -q ': equal$' "$log" || fail "the tour does not say that nothing changed"
for layer in compact full compare; do
  for mode in pooled boxed; do [ -s "$pictures/tour/$layer-$mode.png" ] || fail "the tour has no picture $layer-$mode"; done
done
echo "smoke test passed; pictures in $pictures"
