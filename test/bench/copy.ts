import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A copy of a kept directory, for what writes. */
export function copyOf(data: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `slipway-bench-${name}-`));
  copyFileSync(join(data, "slipway.db"), join(folder, "slipway.db"));
  return folder;
}
