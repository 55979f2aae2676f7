import { Problem } from "../../tools/core/errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The body as text. Throws 413 as soon as more than `maxBytes` have come, and 400 where the bytes are not UTF-8. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const declared = request.headers.get("content-length");
  const tooLarge = () => new Problem("payload_too_large", `The body is larger than ${maxBytes} bytes.`);
  if (Number(declared) > maxBytes) throw tooLarge();
  // A declared length bounds what the HTTP parser takes in; without one the bytes are counted as they come.
  const bytes = declared === null ? await countedBytes(request, maxBytes, tooLarge) : await request.bytes();
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem("invalid_json", "The body is not valid UTF-8.");
  }
}

async function countedBytes(request: Request, maxBytes: number, tooLarge: () => Problem): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
