/** The body, or null where it is larger than `most` bytes; Content-Length may be absent or wrong, so both count. */
export async function readLimitedBytes(request: Request, most: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same as text. */
export const readLimited = async (request: Request, most: number): Promise<string | null> =>
  (await readLimitedBytes(request, most))?.toString() ?? null;
