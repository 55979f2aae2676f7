import type { RequestId } from "./plain-request.ts";

export type McpResponse = string | Uint8Array<ArrayBuffer> | Response;

export const responseStart = '{"result":';
export const responseEnd = (id: RequestId) => `,"id":${JSON.stringify(id)}}`;

export const isJsonResponse = (response: Response) =>
  response.status === 200 && response.headers.get("content-type") === "application/json";
