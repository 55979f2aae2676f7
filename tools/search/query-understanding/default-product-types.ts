import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "kinds");

/**
 * The default kinds of product: their names in many languages, well-known products, and the everyday words that suggest
 * them. The files have the format of an operator's own file (tools/search/shared/product-types.ts).
 */
export const defaultKinds = (): string =>
  readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
