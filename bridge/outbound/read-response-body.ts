import type { IncomingMessage } from "node:http";
import { pipeline, Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { OutboundError } from "#tools/core/ports/outbound.ts";

/**
 * The list omits deflate, which some servers send in a format of their own (RFC 9110 section 8.4.1.2). We still decode
 * it.
 */
export const acceptedCodings = "gzip, br, zstd";

/**
 * The compressed data may exceed `maxBytes` by this many bytes, to allow for the coding's headers and buffered data.
 */
const codingOverhead = 1024 * 1024;

export interface Body {
  bytes: Uint8Array;
  isTruncated: boolean;
}

/** Reads and decompresses the body of a response. Throws OutboundError or the stream's own error. */
export async function readResponseBody(
  response: IncomingMessage,
  { maxBytes, whenTooLarge }: { maxBytes: number; whenTooLarge: "throw" | "truncate" },
): Promise<Body> {
  const tooLarge = () => new OutboundError("too_large", `The page is larger than ${describeBytes(maxBytes)}.`);
  const decoder = decoderOf(response);
  if (whenTooLarge === "throw" && !decoder && Number(response.headers["content-length"]) > maxBytes) throw tooLarge();

  let received = 0;
  // Compressed data can be endless without producing a single byte, so incoming bytes are counted too.
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes + codingOverhead) done(tooLarge());
      else done(null, chunk);
    },
  });
  const decoded = decoder ? pipeline(response, meter, decoder, () => {}) : response;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(size > maxBytes ? chunk.subarray(0, chunk.length - (size - maxBytes)) : chunk);
      if (size > maxBytes) break;
    }
  } catch (error) {
    // Some servers declare a content coding but send no body.
    if (!(decoder && response.complete && received === 0)) throw error;
  }
  if (size > maxBytes && whenTooLarge === "throw") throw tooLarge();
  return { bytes: Buffer.concat(chunks), isTruncated: size > maxBytes };
}

function decoderOf(response: IncomingMessage): Transform | null {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  switch (coding) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      // RFC 9659: a client must support windows of up to 8 MB. By default, the library would use up to 128 MB.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      throw new OutboundError("protocol", "The page uses a compression format that we did not request.");
  }
}

function describeBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [unit, name] = bytes < 1024 * 1024 ? [1024, "KiB"] : [1024 * 1024, "MiB"];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
