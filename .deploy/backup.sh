#!/bin/sh
# Backs up DATA_DIR to BACKUP_DIR while the server runs, restores the backup to a temporary folder and checks it. Deletes
# backups older than KEEP_DAYS only if the check succeeds; otherwise it fails and renames the new backup to .unsound.
set -eu
umask 077
cd "$(dirname "$0")/.."
: "${DATA_DIR:?}" "${BACKUP_DIR:?}"
file=$BACKUP_DIR/slipway-$(date -u +%Y-%m-%dT%H%M%SZ).db
tried=$(mktemp -d)
trap 'rm -rf "$tried"' EXIT
bun=${BUN:-bun}
"$bun" bridge/commands/main.ts backup "$file"
# A backup of a node is also one file, so the test restore ignores sqld.
try() { env -u DATABASE_URL -u DATABASE_FILE -u NODE_ROLE DATA_DIR="$tried" "$bun" bridge/commands/main.ts "$@"; }
if ! { try restore "$file" && try db check; }; then
  mv "$file" "$file.unsound"
  exit 1
fi
find "$BACKUP_DIR" -name 'slipway-*.db' -mtime "+${KEEP_DAYS:-14}" -delete
