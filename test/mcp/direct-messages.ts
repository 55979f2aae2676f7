import fc from "fast-check";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { json, modernHeaders } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import type { Sent } from "./sdk-alone.ts";

type Fields = Record<string, unknown>;

/** A message. Undefined leaves a field out, and a field named `$proto` is sent as `__proto__`. */
export interface Message {
  version: Version;
  message?: Fields;
  params?: Fields;
  meta?: Fields;
  headers?: Record<string, string | undefined>;
}

/** The last version is the default, because its clients need not send a header. */
export const versions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;
export type Version = (typeof versions)[number];

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** A call of `get_site_info`, changed by the arguments. */
export function sent({ version, message, params, meta, headers }: Message): Sent {
  const isModern = version === versions[0];
  const { method = "tools/call" } = { ...message };
  const { name = "get_site_info" } = { ...params };
  const ownMeta = isModern || meta ? { _meta: { ...(isModern && modernMeta), ...meta } } : {};
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...(method === "tools/call" && { name, arguments: {} }), ...ownMeta, ...params },
    ...message,
  };
  const standard = isModern
    ? modernHeaders(String(method), typeof name === "string" ? name : undefined)
    : { ...json, ...(version !== "2025-03-26" && { "mcp-protocol-version": version }) };
  const all = Object.entries({ "x-request-id": "same", ...standard, ...headers });
  return {
    body: JSON.stringify(body).replaceAll('"$proto"', '"__proto__"'),
    headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>,
  };
}

/** Mostly no field, else one of them: if everything is unusual at once, one fault hides the others. */
const rarely = <T>(record: Record<string, fc.Arbitrary<T>>): fc.Arbitrary<Record<string, T>> => {
  const odd = Object.entries(record).map(([field, arbitrary]) => arbitrary.map((value) => ({ [field]: value })));
  return fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.oneof(...odd));
};

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u2028", "\ud800", "🦊", '"},"id":1'),
);
const id = fc.oneof(fc.integer(), text, fc.constantFrom(-0, 2 ** 53 - 1, 2 ** 53, 1.5, 1e300, null, {}, [], true));
const clientInfo = fc.oneof(
  fc.record({ name: text, version: text }),
  fc.constantFrom(null, {}, { name: "x" }, { name: 1, version: "1" }, { name: "x", version: "1", icons: [{}] }),
);
const capabilities = fc.constantFrom(
  {},
  null,
  undefined,
  [],
  { roots: {}, elicitation: { form: {}, url: {} }, sampling: { tools: {} } },
  { extensions: { "example.test/x": {} }, unknown: 1 },
  { elicitation: 1 },
  { extensions: { $proto: {} } },
);

/** Metadata that clients add to `_meta` in each call. */
export const perCall: fc.Arbitrary<Fields> = fc.record(
  {
    progressToken: fc.oneof(fc.uuid(), fc.integer()),
    traceparent: text,
    tracestate: text,
    baggage: text,
    "claudecode/toolUseId": fc.uuid(),
    "example.test/anything": fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

const oddMeta = rarely<unknown>({
  progressToken: fc.constantFrom(null, 1.5, {}, 2 ** 53, true),
  $proto: fc.constantFrom(null, {}, { [versionKey]: "2026-07-28" }),
  constructor: fc.constantFrom(1, {}),
  [versionKey]: fc.constantFrom(undefined, null, 5, "2025-11-25", "2026-07-28", "2027-01-01"),
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
  "io.modelcontextprotocol/logLevel": fc.constantFrom("debug", "loud", null),
  "io.modelcontextprotocol/related-task": fc.constantFrom({ taskId: "1" }, { taskId: 1 }, null),
});

const oddHeaders = rarely<string | undefined>({
  accept: fc.constantFrom(undefined, "application/json", "*/*", "text/event-stream, application/json;q=0.1"),
  "content-type": fc.constantFrom("application/json; charset=utf-8", "APPLICATION/JSON"),
  "mcp-protocol-version": fc.constantFrom(undefined, "", ...versions, "1999-01-01", "2026-07-28, 2026-07-28"),
  "mcp-method": fc.constantFrom(undefined, "", "tools/list", "tools/call", "TOOLS/CALL"),
  "mcp-name": fc.constantFrom(undefined, "", "get_listing", "get_site_info", " get_site_info ", "=?base64?eA==?="),
  "mcp-session-id": fc.constantFrom("", "x"),
});

const oddInput = fc.oneof(
  fc.dictionary(fc.constantFrom("slug", "q", "page", "$proto", "constructor", "toString", "x"), fc.jsonValue()),
  fc.constantFrom(null, [], "x", 1),
);

const oddParams = rarely<unknown>({
  name: fc.constantFrom("no_such_tool", "constructor", "$proto", "", 5, null, " get_site_info"),
  requestState: fc.constantFrom("x", 5),
  inputResponses: fc.constantFrom({}, { a: 1 }, 5),
  task: fc.constantFrom({ ttl: 1 }, { ttl: "x" }, 5),
  cursor: fc.constantFrom("x", null),
  unknown: fc.jsonValue(),
  $proto: fc.constantFrom({}, { name: "x" }),
  _meta: fc.constantFrom(null, [], "x"),
});

const oddMessage = rarely<unknown>({
  id,
  jsonrpc: fc.constantFrom("1.0", undefined, 2),
  method: fc.constantFrom("tools/list", "ping", "initialize", "server/discover", "notifications/initialized", "x", 5),
  params: fc.oneof(fc.constantFrom(null, [], "x", undefined), fc.jsonValue()),
  unknown: fc.jsonValue(),
  $proto: fc.constantFrom({}, null),
});

/** Requests around a plain call. */
export function anySent(tools: readonly AnyTool[]): fc.Arbitrary<Sent> {
  const examples = tools.flatMap(({ name, examples }) =>
    examples.map((input) => ({ name, arguments: input as unknown })),
  );
  const call = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...examples) },
    fc.record({ name: fc.constantFrom(...tools.map(({ name }) => name)), arguments: oddInput }),
  );
  const version = fc.constantFrom(...versions);
  const list = fc.constant({ method: "tools/list" });
  const single = fc
    .record({
      version,
      call,
      message: fc.oneof({ weight: 3, arbitrary: fc.record({ id }) }, list, oddMessage),
      params: oddParams,
      perCall,
      meta: oddMeta,
      headers: oddHeaders,
    })
    .map(({ version, call, message, params, perCall, meta, headers }) =>
      sent({
        version,
        message,
        params: "method" in message ? params : { ...call, ...params },
        meta: { ...perCall, ...meta },
        headers,
      }),
    );
  const batch = fc.array(single, { maxLength: 3 }).map((items) => ({
    body: JSON.stringify(items.map(({ body }, i) => withOwnId(JSON.parse(body), i))),
    headers: items[0]?.headers ?? json,
  }));
  return fc.oneof({ weight: 12, arbitrary: single }, batch);
}

// Two messages with one id would make it unclear which response belongs to which.
const withOwnId = (message: Fields, i: number) => (message.id === undefined ? message : { ...message, id: i });
