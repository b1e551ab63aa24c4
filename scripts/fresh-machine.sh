#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries the README on a machine that has nothing: makes a bare Debian 12 root with debootstrap, puts a clone of this
# repository in (what is committed, nothing else), and runs ./run and ./test there.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

usage() {
  cat <<'HELP'
usage: scripts/fresh-machine.sh [--keep] [--help]

Makes a bare Debian 12 root in a temporary folder (TMPDIR, else /var/tmp; 4 GB) from the mirror that this machine's
own apt sources name, clones this repository into it and there, in a chroot:

  - runs ./run as a user who may not install: it must print the line to type and stop with status 2
  - runs ./run as root: casebook, casebook-script, casebook-editor, three reports and the page must be there
  - runs ./run again from another folder and without a network: it must take seconds and make the same page
  - runs ./test as root: its last line must say that tests passed and none failed

  --keep   leave the root there at the end, and say where it is

Needs root, debootstrap and the mirror. Exit status: 0 all as it must be, 1 it is not, 77 it cannot be tried here.
HELP
}

keep=no
case ${1-} in
  '') ;;
  --keep) keep=yes ;;
  --help | -h) usage; exit 0 ;;
  *) echo "fresh-machine: unknown argument '$1'; try --help" >&2; exit 1 ;;
esac
cannot() { echo "fresh-machine cannot be tried here: $1" >&2; exit 77; }
say() { printf '\n== %s\n' "$1"; }

[ "$(id -u)" = 0 ] || cannot "it needs root (debootstrap and chroot)"
PATH=$PATH:/usr/sbin:/sbin
for tool in debootstrap git unshare chroot apt-get; do
  command -v $tool >/dev/null 2>&1 || cannot "there is no $tool"
done
git -C "$root" rev-parse HEAD >/dev/null 2>&1 || cannot "$root is not a git work tree"

release=bookworm
# Every line: address of the archive, code name, component. The address is only ever read, never written in a file of ours.
archives=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
  grep -E " $release(-updates|-security)? main\$" | sort -u)
mirror=$(echo "$archives" | sed -n "s/ $release main\$//p" | head -n 1)
[ -n "$mirror" ] || cannot "this machine's apt sources name no mirror of $release"
proxy=$(apt-config dump --format '%v' Acquire::http::Proxy)

fresh=$(mktemp -d "${TMPDIR:-/var/tmp}/casebook-fresh-XXXXXX")
chmod 755 "$fresh"  # the root folder of a machine is one that every user may enter
finish() {
  status=$?
  if [ $keep = yes ]; then
    echo "The root is kept in $fresh"
  else
    rm -rf --one-file-system "$fresh"
  fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

say "A bare Debian 12 ($release)"
started=$(date +%s)
# In a mount namespace of its own: what is mounted vanishes with it, whatever happens.
http_proxy=${proxy:-${http_proxy-}} unshare --mount --propagation private \
  debootstrap --variant=minbase $release "$fresh" "$mirror" >"$fresh.log" 2>&1 || {
  tail -n 20 "$fresh.log"
  rm -f "$fresh.log"
  cannot "debootstrap did not succeed; its last lines are above"
}
rm -f "$fresh.log"
echo "$archives" | while read -r address name component; do
  case $name in
    "$release" | "$release-updates" | "$release-security") echo "deb $address $name $component" ;;
  esac
done >"$fresh/etc/apt/sources.list"
[ -z "$proxy" ] || echo "Acquire::http::Proxy \"$proxy\";" >"$fresh/etc/apt/apt.conf.d/proxy"
cp /etc/resolv.conf "$fresh/etc/resolv.conf"
echo "made in $(($(date +%s) - started)) seconds"

say "A clone of $(git -C "$root" log -1 --format='%h %s')"
git clone --quiet --no-hardlinks "$root" "$fresh/srv/casebook"
[ -z "$(git -C "$root" status --porcelain)" ] || echo "(what is not committed is not in it)"

cat >"$fresh/srv/try.sh" <<'E2'
set -eu
say() { printf '\n== %s\n' "$1"; }
fail() { echo "FAILED: $1"; exit 1; }
cd /srv/casebook

say "./run as a user who may not install"
status=0
su -s /bin/sh nobody -c ./run >/srv/said.txt 2>&1 || status=$?
cat /srv/said.txt
[ $status = 2 ] || fail "./run ended with status $status where 2 was expected"
[ "$(grep -c 'apt-get update && apt-get install' /srv/said.txt)" = 1 ] || fail "the line to type is not there"

say "./run"
started=$(date +%s)
./run >/srv/run.txt 2>&1 || { tail -n 60 /srv/run.txt; fail "./run ended with a status other than 0"; }
grep -v '^\[[0-9]* of [0-9]*, ' /srv/run.txt
echo "(took $(($(date +%s) - started)) seconds)"
for program in casebook casebook-script casebook-editor; do
  build/bin/$program --version | grep -E '(^| )[0-9]+\.[0-9]+' || fail "build/bin/$program does not say its version"
done
[ "$(tail -n 3 /srv/run.txt | cut -d: -f1 | tr '\n' ' ')" = 'Made Look at Try next ' ] || fail "the last three lines of ./run"
page=build/showcase/index.html
[ -s $page ] || fail "$page is not there"
for link in report-across-suez-spi-1980.html report-across-suez-decision-games-1.html report-across-suez-decision-games-2.html; do
  grep -qF "href=\"$link\"" $page && [ -s build/showcase/$link ] || fail "$page does not lead to $link"
done
grep -qF 'The editor drew this picture of its window itself.' $page || fail "$page does not show the editor"
cp $page /srv/page.html

say "./run a second time, from another folder, without a network"
cd /
started=$(date +%s)
unshare --net /srv/casebook/run || fail "the second ./run ended with status $?"
took=$(($(date +%s) - started))
echo "(took $took seconds)"
[ $took -le 60 ] || fail "the second ./run took $took seconds"
cd /srv/casebook
cmp $page /srv/page.html || fail "the second ./run made another page"

say "./test"
started=$(date +%s)
status=0
./test >/srv/test.txt 2>&1 || status=$?
grep -vE "^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed )" /srv/test.txt | tail -n 200
echo "(took $(($(date +%s) - started)) seconds)"
[ $status = 0 ] || fail "./test ended with status $status"
tail -n 1 /srv/test.txt | grep -qxE '[1-9][0-9]* passed, 0 failed' || fail "the last line of ./test is not as promised"
[ -z "$(git status --porcelain)" ] || fail "./run and ./test left files in the tree: $(git status --porcelain)"
say "All as README says"
E2

# Again in a mount namespace of its own.
unshare --mount --propagation private sh -c '
  set -eu
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec chroot "$1" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh /srv/try.sh
' sh "$fresh"
