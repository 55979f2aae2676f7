import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const packages = join(root, "node_modules/@scalar");

/** The browser bundle of the pinned @scalar/api-reference and the licence of its repository, by the paths of their copies. */
export const referenceCopies = async (): Promise<Record<string, Uint8Array<ArrayBuffer>>> => ({
  "bridge/pages/docs/reference/scalar.js.gz": Bun.gzipSync(
    await Bun.file(join(packages, "api-reference/dist/browser/standalone.js")).bytes(),
    { level: 9 },
  ),
  // The package names the MIT licence but has no file with its text; its siblings from the same repository do.
  "bridge/pages/docs/reference/LICENSE": await Bun.file(join(packages, "api-client/LICENSE")).bytes(),
});

if (import.meta.main)
  for (const [path, bytes] of Object.entries(await referenceCopies())) await Bun.write(join(root, path), bytes);
