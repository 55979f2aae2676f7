import { Problem } from "#tools/core/errors/errors.ts";
import { readRequestBody } from "../server/read-request-body.ts";

const maxBytes = 1_048_576;

/** Reads a JSON body. An absent body counts as an empty object. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (request.body === null) return {};
  requireJson(request.headers);
  const text = await readRequestBody(request, maxBytes);
  if (text === "") return {};
  const value = parse(text);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("invalid_json", `The body is not valid JSON. ${(error as Error).message}`);
  }
}
