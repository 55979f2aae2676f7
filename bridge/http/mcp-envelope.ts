/** Longest request that is remembered. */
export const maxEnvelopeCharacters = 2048;

// All that the SDK reads of a request besides its body.
const readHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** What makes two requests the same to the SDK, but for those parts of the message that `rest` leaves out. */
export const envelopeKey = (request: Request, rest: unknown): string =>
  JSON.stringify([rest, ...readHeaders.map((name) => request.headers.get(name))]);

export type RequestId = string | number;

export const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

/** A 200 in JSON that has no headers yet, or an answer of the SDK's making. */
export type McpAnswer = string | Uint8Array<ArrayBuffer> | Response;

export const isJsonAnswer = (response: Response) =>
  response.status === 200 && response.headers.get("content-type") === "application/json";
