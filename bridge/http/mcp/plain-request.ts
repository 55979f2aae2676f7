import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
} from "@modelcontextprotocol/server";
import { initializeVersions } from "#tools/core/mcp/protocol-versions.ts";

/** Longer requests go to the SDK. This limits the memory that cached envelopes use and the depth of a message. */
const maxCharacters = 8192;
const maxEnvelopes = 256;
const modernVersion = "2026-07-28";

/** The protocol era of a request, the only property that changes how the SDK writes the response. */
export type Era = "modern" | "initialize-based";

export type RequestId = string | number;

/** A request that the SDK will certainly accept, reduced to the parts that the response depends on. */
export interface PlainRequest {
  era: Era;
  id: RequestId;
  call: { name: string; input: Record<string, unknown> } | null;
}

type JsonObject = Record<string, unknown>;

/**
 * Returns null for requests with unexpected fields or headers, which the SDK must validate. Unknown fields of `_meta`
 * are allowed, because our handlers do not read them. `test/mcp/direct.test.ts` compares the results with the SDK's.
 */
export function createPlainRequestReader(): (request: Request, message: unknown, size: number) => PlainRequest | null {
  const isEnvelope = envelopeCheck();
  return ({ headers }, message, size) => {
    if (size > maxCharacters || !isObjectOf(messageFields, message)) return null;
    const { jsonrpc, id, method, params = {} } = message;
    if (jsonrpc !== "2.0" || !isRequestId(id)) return null;
    const fields = paramsFields.get(method);
    if (!fields || !isObjectOf(fields, params)) return null;
    const { _meta: meta = {}, name, arguments: input = {} } = params;
    if (!isObject(meta) || !isReadableMeta(meta) || !isObject(input)) return null;
    const isCall = fields === callFields;
    if (isCall && typeof name !== "string") return null;

    const version = headers.get("mcp-protocol-version");
    const claimed = meta[PROTOCOL_VERSION_META_KEY];
    if (claimed === undefined) {
      const accept = headers.get("accept") ?? "";
      if (!accept.includes("application/json") || !accept.includes("text/event-stream")) return null;
      if (version !== null && !initializeVersions.includes(version)) return null;
    } else {
      if (claimed !== modernVersion || version !== modernVersion || headers.get("mcp-method") !== method) return null;
      if ((isCall && headers.get("mcp-name") !== name) || !isEnvelope(meta, message)) return null;
    }
    const era = claimed === undefined ? "initialize-based" : "modern";
    return { era, id, call: isCall ? { name: name as string, input } : null };
  };
}

const messageFields = new Set(["jsonrpc", "id", "method", "params"]);
const callFields = new Set(["name", "arguments", "_meta"]);
const paramsFields = new Map<unknown, Set<string>>([
  ["tools/call", callFields],
  ["tools/list", new Set(["_meta"])],
]);

// Excludes objects with a field named `__proto__`. They go to the SDK, whose schemas drop the field.
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__");

const isObjectOf = (fields: Set<string>, value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every((field) => fields.has(field));

const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

const isReadableMeta = ({ progressToken, [RELATED_TASK_META_KEY]: task }: JsonObject) =>
  (progressToken === undefined || isRequestId(progressToken)) && task === undefined;

/** Lets the SDK validate the client's envelope, and caches accepted envelopes. A cache miss costs microseconds. */
function envelopeCheck() {
  const passed = new Set<string>();
  return (meta: JsonObject, message: JsonObject): boolean => {
    const envelope = JSON.stringify({
      info: meta[CLIENT_INFO_META_KEY],
      capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
      level: meta[LOG_LEVEL_META_KEY],
    });
    if (passed.has(envelope)) return true;
    if (classifyInboundRequest({ httpMethod: "POST", body: message }).kind !== "modern") return false;
    if (passed.size >= maxEnvelopes) passed.clear();
    passed.add(envelope);
    return true;
  };
}
