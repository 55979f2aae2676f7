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
"$bun" bridge/commands/main.ts backup "$file"
# Also where sqld keeps the database, a backup is tried as one of a file.
try() { env -u DATABASE_URL -u DATABASE_FILE -u NODE_ROLE DATA_DIR="$tried" "$bun" bridge/commands/main.ts "$@"; }
if ! { try restore "$file" && try db check; }; then
  mv "$file" "$file.unsound"
  exit 1
fi
find "$BACKUP_DIR" -name 'slipway-*.db' -mtime "+${KEEP_DAYS:-14}" -delete
