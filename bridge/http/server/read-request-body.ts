import { Problem } from "#tools/core/errors/errors.ts";
import { readLimitedBytes } from "./limited-body.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

export async function readRequestBody(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readLimitedBytes(request, maxBytes);
  if (bytes === null) throw new Problem("payload_too_large", `The body is larger than the limit of ${maxBytes} bytes.`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem("invalid_json", "The body is not valid UTF-8.");
  }
}
