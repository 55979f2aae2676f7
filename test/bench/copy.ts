import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Copies a kept directory for benchmarks that write. */
export function copyOf(data: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `slipway-bench-${name}-`));
  copyFileSync(join(data, "slipway.db"), join(folder, "slipway.db"));
  return folder;
}
