import type { RequestId } from "./plain-request.ts";

/** A 200 in JSON that has no headers yet, or an answer of the SDK's making. */
export type McpAnswer = string | Uint8Array<ArrayBuffer> | Response;

/** How the SDK begins and ends the answer to a request. */
export const opening = '{"result":';
export const ending = (id: RequestId) => `,"id":${JSON.stringify(id)}}`;

export const isJsonAnswer = (response: Response) =>
  response.status === 200 && response.headers.get("content-type") === "application/json";
