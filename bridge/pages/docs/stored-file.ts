import { readFileSync } from "node:fs";
import type { Elysia } from "elysia";
import { acceptedEncodings } from "../../http/server/encoding.ts";
import { everyAnswer } from "../../http/server/plain-answer.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { immutable } from "../frame/assets.ts";

const contentTypes = new Map([
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["svg", "image/svg+xml"],
  ["js", "text/javascript; charset=utf-8"],
]);

/** A file that is served from the disk, under a path made of its content. */
export interface StoredFile {
  path: string;
  file: string;
  contentType: string;
  isGzipped: boolean;
}

/** Throws if files of this kind are not served. */
export function storedFile(file: string): StoredFile {
  const [, name, extension, gz] = /([^/]+?)\.(\w+)(\.gz)?$/.exec(file)!;
  const contentType = contentTypes.get(extension!);
  if (contentType === undefined)
    throw new Error(`${file}: only ${[...contentTypes.keys()].join(", ")} files are served`);
  const hash = Bun.hash(readFileSync(file)).toString(36);
  return { path: `/assets/docs-${name}.${hash}.${extension}`, file, contentType, isGzipped: gz !== undefined };
}

export function mountFile(app: Elysia, { path, file, contentType, isGzipped }: StoredFile, runtime: Runtime): void {
  const headers = {
    ...everyAnswer,
    "content-type": contentType,
    "cache-control": immutable,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    vary: "Accept-Encoding",
  };
  const handle = async ({ request, requestId }: { request: Request; requestId: string }) => {
    const stored = Bun.file(file);
    const fields = { ...headers, "x-request-id": requestId };
    if (!isGzipped) return new Response(stored, { headers: fields });
    if (acceptedEncodings(request).has("gzip"))
      return new Response(stored, { headers: { ...fields, "content-encoding": "gzip" } });
    return new Response(Bun.gunzipSync(await stored.bytes()), { headers: fields });
  };
  mountPath(app, path, { GET: { operation: "asset", handle } }, runtime);
}
