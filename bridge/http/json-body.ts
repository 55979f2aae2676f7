import { Problem } from "../../tools/core/errors.ts";

const maxBytes = 1_048_576;

/** The JSON object a request brings; no body at all counts as an empty object. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) tooLarge();
  if (request.body === null) return {};
  requireJson(request.headers);
  const bytes = await readBytes(request.body);
  if (bytes.length === 0) return {};
  const value = parse(decode(bytes));
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  const message = "must be an object";
  throw new Problem("validation_failed", `The body ${message}.`, {
    errors: [{ field: "", code: "invalid_type", message, fix: "Send a JSON object such as {}." }],
  });
}

function requireJson(headers: Headers): void {
  const [type, ...parameters] = (headers.get("content-type") ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const isUtf8 = parameters.every(
    (parameter) => !/^charset=/.test(parameter) || /^charset="?utf-?8"?$/.test(parameter),
  );
  if (type !== "application/json" || !isUtf8)
    throw new Problem("unsupported_media_type", "Send the body as Content-Type: application/json, in UTF-8.");
  if (!["", "identity"].includes(headers.get("content-encoding")?.toLowerCase() ?? ""))
    throw new Problem("unsupported_media_type", "Send the body uncompressed, without Content-Encoding.");
}

// Content-Length may be absent or wrong, so what arrives is counted as well.
async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function tooLarge(): never {
  throw new Problem("payload_too_large", `The body is larger than ${maxBytes} bytes.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem("invalid_json", "The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("invalid_json", `The body is not valid JSON. ${(error as Error).message}`);
  }
}
