import type { RequestId } from "./plain-request.ts";

/** The body of a 200 in JSON without headers yet, or a response of the SDK. */
export type McpResponse = string | Uint8Array<ArrayBuffer> | Response;

/** The start and end of the SDK's JSON responses. */
export const responseStart = '{"result":';
export const responseEnd = (id: RequestId) => `,"id":${JSON.stringify(id)}}`;

export const isJsonResponse = (response: Response) =>
  response.status === 200 && response.headers.get("content-type") === "application/json";
