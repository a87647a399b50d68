#!/bin/sh
# Builds a Debian package of what `npm pack` makes, with its dependencies and Node: deploy/debian/build.sh [folder]
# Needs npm, tar and dpkg-deb. Prints the path of the package.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$root/dist}" && cd "${1:-$root/dist}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(node -p "require('$root/package.json').version")
architecture=$(dpkg --print-architecture)
tree=$work/tree

(cd "$root" && npm pack --silent --pack-destination "$work" >&2)
mkdir -p "$tree/usr/lib/millrace" "$tree/usr/bin" "$tree/usr/share/doc/millrace" "$tree/usr/share/lintian/overrides" \
  "$tree/etc/millrace" "$tree/usr/lib/systemd/system" "$tree/DEBIAN"
printf '{"private": true}\n' >"$tree/usr/lib/millrace/package.json"
(cd "$tree/usr/lib/millrace" && npm install --no-audit --no-fund --loglevel=error --fetch-timeout=30000 --fetch-retries=4 --ignore-scripts "$work"/millrace-*.tgz >&2)
# npm leaves out an optional package that it cannot get, such as the engine.
"$root/node_modules/.bin/node" "$root/scripts/compare-installation.ts" "$tree/usr/lib/millrace" >&2
rm -f "$tree/usr/lib/millrace/package.json" "$tree/usr/lib/millrace/package-lock.json"

cat >"$tree/usr/bin/millrace" <<'PROGRAM'
#!/bin/sh
# Commands work on the data folder of the service, with its settings, unless they are told others.
: "${MILLRACE_DATA_DIR=/var/lib/millrace}" "${MILLRACE_CONFIG=/etc/millrace/millrace.yaml}"
export MILLRACE_DATA_DIR MILLRACE_CONFIG
for node in /usr/lib/millrace/node_modules/node-linux-*/bin/node; do
  [ -x "$node" ] && exec "$node" /usr/lib/millrace/node_modules/millrace/bin/millrace.mjs "$@"
done
echo 'millrace: its Node is missing: install the package again' >&2
exit 1
PROGRAM
chmod 755 "$tree/usr/bin/millrace"
cp "$root/deploy/systemd/millrace.service" "$tree/usr/lib/systemd/system/"
cp "$root/deploy/systemd/millrace.yaml" "$tree/etc/millrace/"
cp -R "$root"/docs/*.md "$root/docs/evidence" "$root/SECURITY.md" "$tree/usr/share/doc/millrace/"
gzip -9cn "$root/CHANGELOG.md" >"$tree/usr/share/doc/millrace/changelog.gz"
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: millrace\n\n'
  printf 'Files: *\nCopyright: the authors of Millrace\nLicense: Apache-2.0\n'
  printf ' On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.\n'
  printf 'Comment: the packages below /usr/lib/millrace/node_modules have licenses of their own, beside each.\n'
  printf ' THIRD-PARTY-LICENSES in millrace/ there has the licenses of the packages whose code is in its files.\n'
} >"$tree/usr/share/doc/millrace/copyright"
# They come with the Node and the engine of the registry.
cat >"$tree/usr/share/lintian/overrides/millrace" <<'OVERRIDES'
millrace: embedded-library *
millrace: unstripped-binary-or-object *
millrace: package-contains-documentation-outside-usr-share-doc *
OVERRIDES

cat >"$tree/DEBIAN/control" <<CONTROL
Package: millrace
Version: $version
Architecture: $architecture
Maintainer: Millrace <millrace@localhost>
Depends: adduser, libc6, libstdc++6
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f1)
Section: admin
Priority: optional
Description: log service: search, counts, live dashboards, reports and alerts
 Millrace takes in syslog and what log shippers send, stores it in an embedded
 column store, and answers searches, counts, live dashboards and reports. It
 alerts people and programs when events match.
CONTROL
echo /etc/millrace/millrace.yaml >"$tree/DEBIAN/conffiles"
cat >"$tree/DEBIAN/postinst" <<'POSTINST'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd millrace >/dev/null; then
    adduser --system --group --quiet --home /var/lib/millrace --no-create-home millrace
  fi
  # For a restore before the first start; its parent is root's.
  [ -d /var/lib/millrace ] || install -d -o millrace -g millrace -m 0700 /var/lib/millrace
  # It may hold passwords.
  chgrp millrace /etc/millrace /etc/millrace/millrace.yaml
  chmod 0750 /etc/millrace
  chmod 0640 /etc/millrace/millrace.yaml
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # After an upgrade; a first start is up to the administrator.
    systemctl try-restart millrace.service
  fi
fi
POSTINST
cat >"$tree/DEBIAN/prerm" <<'PRERM'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl --quiet disable --now millrace.service
fi
PRERM
# Logs are records: a purge leaves /var/lib/millrace and its user.
cat >"$tree/DEBIAN/postrm" <<'POSTRM'
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ] && [ -d /var/lib/millrace ]; then
  echo 'millrace: the logs in /var/lib/millrace are left; remove them by hand' >&2
fi
POSTRM
chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/prerm" "$tree/DEBIAN/postrm"
find "$tree" -path "$tree/DEBIAN" -prune -o -type d -exec chmod 755 {} +
find "$tree" -path "$tree/DEBIAN" -prune -o -type f -perm /022 -exec chmod go-w {} +
(cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
file=$out/millrace_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zzstd --build "$tree" "$file" >&2
echo "$file"
