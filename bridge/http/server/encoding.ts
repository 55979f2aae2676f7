export type Encoding = "zstd" | "gzip";

const smallestToEncode = 1024;

/** Returns the best encoding that `Accept-Encoding` allows (RFC 9110, 12.5.3). */
export function chooseEncoding(request: Request, body: string): Encoding | null {
  if (body.length < smallestToEncode) return null;
  const accepted = acceptedEncodings(request);
  return accepted.has("zstd") ? "zstd" : accepted.has("gzip") ? "gzip" : null;
}

/** The encodings that `Accept-Encoding` names and does not reject. */
export function acceptedEncodings(request: Request): ReadonlySet<string> {
  return new Set(
    (request.headers.get("accept-encoding") ?? "")
      .toLowerCase()
      .split(",")
      .map((entry) => entry.split(";").map((part) => part.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)))
      .map(([name]) => name!),
  );
}

/** Compresses a body. Level 9 is for bodies that are compressed once and sent often. */
export function encode(body: string, encoding: Encoding | null, level: 4 | 9 = 4): string | Uint8Array<ArrayBuffer> {
  if (encoding === null) return body;
  return encoding === "zstd" ? new Uint8Array(Bun.zstdCompressSync(body)) : Bun.gzipSync(body, { level });
}
