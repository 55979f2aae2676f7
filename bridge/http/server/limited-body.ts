/** Returns the body, or null as soon as more than `most` bytes have been declared or received. */
export async function readLimitedBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared) > most) return null;
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readLimited(request: Request, most: number): Promise<string | null> {
  const bytes = await readLimitedBytes(request, most);
  return bytes && new TextDecoder().decode(bytes);
}
