import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
} from "@modelcontextprotocol/server";
import { initializeVersions } from "#tools/core/mcp/protocol-versions.ts";

/** Longer requests are never plain: this bounds what is remembered of envelopes, and how deep one can nest. */
const maxCharacters = 8192;
const maxEnvelopes = 256;
const modernVersion = "2026-07-28";

/** How the SDK writes an answer depends on which of these a request belongs to, and on nothing else of it. */
export type Era = "modern" | "initialize-based";

export type RequestId = string | number;

/** A request that the SDK certainly accepts, reduced to what its answer depends on. */
export interface PlainRequest {
  era: Era;
  id: RequestId;
  /** Null for `tools/list`. */
  call: { name: string; input: Record<string, unknown> } | null;
}

type JsonObject = Record<string, unknown>;

/**
 * Makes the reader of plain requests. It answers null for every request whose fields or headers are not those below,
 * whether or not the SDK would accept it: that is the SDK's to decide. What it lets pass unread (other fields of
 * `_meta`, such as traces or the id of a tool use, and which token progress is asked for) the SDK only hands to
 * handlers, and ours read neither. `test/mcp/direct.test.ts` holds all of this against the SDK.
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

// The SDK's schemas lose a field of this name on their way.
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__");

const isObjectOf = (fields: Set<string>, value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every((field) => fields.has(field));

const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id);

const isReadableMeta = ({ progressToken, [RELATED_TASK_META_KEY]: task }: JsonObject) =>
  (progressToken === undefined || isRequestId(progressToken)) && task === undefined;

/**
 * Has the SDK judge what clients say of themselves, and remembers what passed. Forgetting it costs a client's next
 * request a few microseconds, so nothing is gained by flooding this with others.
 */
function envelopeCheck() {
  const passed = new Set<string>();
  return (meta: JsonObject, message: JsonObject): boolean => {
    const said = JSON.stringify({
      info: meta[CLIENT_INFO_META_KEY],
      capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
      level: meta[LOG_LEVEL_META_KEY],
    });
    if (passed.has(said)) return true;
    if (classifyInboundRequest({ httpMethod: "POST", body: message }).kind !== "modern") return false;
    if (passed.size >= maxEnvelopes) passed.clear();
    passed.add(said);
    return true;
  };
}
