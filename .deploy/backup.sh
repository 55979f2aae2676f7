#!/bin/sh
# Backs up DATA_DIR to BACKUP_DIR while the server runs, tries a restore of it in a folder of its own, and deletes
# backups older than KEEP_DAYS. Ends with an error, and keeps the old ones, where the new one is not sound.
set -eu
umask 077
cd "$(dirname "$0")/.."
: "${DATA_DIR:?}" "${BACKUP_DIR:?}"
file=$BACKUP_DIR/slipway-$(date -u +%Y-%m-%dT%H%M%SZ).db
tried=$(mktemp -d)
trap 'rm -rf "$tried"' EXIT
bun=${BUN:-bun}
"$bun" bridge/admin/main.ts backup "$file"
if ! { DATA_DIR=$tried "$bun" bridge/admin/main.ts restore "$file" && DATA_DIR=$tried "$bun" bridge/admin/main.ts db check; }; then
  mv "$file" "$file.unsound"
  exit 1
fi
find "$BACKUP_DIR" -name 'slipway-*.db' -mtime "+${KEEP_DAYS:-14}" -delete
