import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import type { Elysia } from "elysia";
import { acceptedEncodings } from "../../http/server/encoding.ts";
import { everyAnswer } from "../../http/server/plain-answer.ts";
import { type Endpoint, mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { immutable } from "../frame/assets.ts";

/** Returns a path that contains a hash of the content, so that caches may keep the file. */
export function storedFilePath(file: string): string {
  const plain = basename(file, ".gz");
  const hash = Bun.hash(readFileSync(file)).toString(36);
  return `/assets/docs-${basename(plain, extname(plain))}.${hash}${extname(plain)}`;
}

/** Serves a file. A `.gz` file is served as its uncompressed content. */
export function mountFile(app: Elysia, path: string, file: string, runtime: Runtime): void {
  const handle: Endpoint["handle"] = async ({ request, requestId }) => {
    const stored = Bun.file(file);
    const headers: Record<string, string> = {
      ...everyAnswer,
      "content-type": Bun.file(path).type,
      "cache-control": immutable,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      vary: "Accept-Encoding",
      "x-request-id": requestId,
    };
    if (!file.endsWith(".gz")) return new Response(stored, { headers });
    if (!acceptedEncodings(request).has("gzip")) return new Response(Bun.gunzipSync(await stored.bytes()), { headers });
    return new Response(stored, { headers: { ...headers, "content-encoding": "gzip" } });
  };
  mountPath(app, path, { GET: { operation: "asset", handle } }, runtime);
}
