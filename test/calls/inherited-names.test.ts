import { afterAll, beforeAll, expect, test } from "bun:test";
import { inputJsonSchema } from "#tools/core/schema/json-schema.ts";
import { tools } from "#tools/registry.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { linkIn, signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { draftFor } from "../support/records/draft.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";

// Names that every object inherits, sent wherever input is accepted. None may find anything.
const inherited = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"];
const metricsToken = "metrics-token-that-nobody-sees";
const email = "ada@example.org";

let server: TestServer;
let person: Visitor;
let draftId: number;

beforeAll(async () => {
  server = await startTestServer({ metricsToken });
  person = await signUpAs(server, email);
  draftId = (await draftFor(server.store, (await newKey()).account.id)).id;
});
afterAll(() => server.stop());

/** One per test, because the forms revoke keys. */
const newKey = () => keyFor(server.store, { email, scopes: ["account:read", "listings:write", "orders:write"] });

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

function faultsOf({ status, headers, text }: Answer): string[] {
  const isPage = headers.get("content-type")?.startsWith("text/html");
  return [
    status >= 500 && `status ${status}`,
    /native code|\[object |\bundefined\b|\bat \S+\.ts:\d/.test(text) && "shows what is inside",
    text.includes(metricsToken) && "shows a secret",
    headers.get("x-content-type-options") !== "nosniff" && "lets browsers guess its type",
    !headers.get("x-request-id") && "has no request id",
    text !== "" && !headers.get("content-type") && "has no type",
    isPage && !headers.get("content-security-policy") && "is a page without a policy",
    isPage && !headers.get("cache-control") && "is a page without Cache-Control",
  ].filter((fault) => fault !== false && fault !== undefined);
}

function collector() {
  const faults: string[] = [];
  let asked = 0;
  return {
    note(what: string, answer: Answer) {
      asked++;
      for (const fault of faultsOf(answer)) faults.push(`${what}: ${fault}`);
    },
    expectNone(least: number) {
      expect(faults).toEqual([]);
      expect(asked).toBeGreaterThan(least);
    },
  };
}

const asAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});
const visited = async (visit: ReturnType<Visitor["get"]>): Promise<Answer> => {
  const { status, headers, html } = await visit;
  return { status, headers, text: html };
};

const consent = () =>
  `/oauth/authorize?${new URLSearchParams({ client_id: "app", redirect_uri: "https://app.example/", state: "s" })}`;
const paths = () => [
  ..."/ /docs /favicon.svg /badges/site.svg /sign-in /sign-up /check-mail /reset-password /link?token=x /invite?token=x".split(
    " ",
  ),
  ..."/sign-in/provider /sign-in/provider/callback /account /account/profile /account/drafts /account/keys".split(" "),
  ..."/account/apps /dev/mailbox /nothing-here".split(" "),
  `/account/drafts/${draftId}`,
  consent(),
];

/** Every query parameter that our code reads, including those of OAuth and other sign-in providers. */
async function queryNames(): Promise<string[]> {
  const found = new Set("client_id redirect_uri response_type scope state resource code error iss".split(" "));
  for await (const path of new Bun.Glob("bridge/**/*.ts").scan(`${import.meta.dir}/../..`))
    for (const [, name] of (await Bun.file(`${import.meta.dir}/../../${path}`).text()).matchAll(
      /(?:searchParams|queryOf\([\w.]+\))\.get\("(\w+)"\)/g,
    ))
      found.add(name!);
  expect([...found]).toEqual(expect.arrayContaining(["done", "return_to", "token", "mail", "theme"]));
  return [...found];
}

test("inherited names in page queries: no page fails, signed in or not", async () => {
  const { note, expectNone } = collector();
  const names = await queryNames();
  for (const browser of [visitor(server), person])
    for (const path of paths())
      for (const text of inherited)
        for (const query of [
          new URLSearchParams({ [text]: text }),
          new URLSearchParams(names.map((name): [string, string] => [name, text])),
        ]) {
          const url = new URL(path, server.url);
          for (const [name, value] of query) url.searchParams.set(name, value);
          note(`${path} ${text}`, await visited(browser.get(url.pathname + url.search)));
        }
  expectNone(400);
});

interface PageForm {
  action: string;
  fields: [string, string][];
}

async function formsOf(html: string): Promise<PageForm[]> {
  const forms: PageForm[] = [];
  const buttons: [string, string][][] = [];
  const add = (element: HTMLRewriterTypes.Element) => {
    const name = element.getAttribute("name");
    const entry: [string, string] = [name ?? "", element.getAttribute("value") ?? ""];
    if (name !== null) (element.tagName === "button" ? buttons : forms.map(({ fields }) => fields)).at(-1)!.push(entry);
  };
  const reader = new HTMLRewriter()
    .on("form[method=post]", {
      element(form) {
        forms.push({ action: form.getAttribute("action")!, fields: [] });
        buttons.push([]);
      },
    })
    .on("form[method=post] input, form[method=post] textarea, form[method=post] button", { element: add });
  await reader.transform(new Response(html)).text();
  return forms.flatMap((form, i) =>
    (buttons[i]!.length > 0 ? buttons[i]! : [null]).map((button) => ({
      ...form,
      fields: button ? [...form.fields, button] : form.fields,
    })),
  );
}

test("inherited names in form fields: no form fails", async () => {
  const { note, expectNone } = collector();
  await visitor(server).post("/reset-password", { email });
  const link = linkIn((await server.mails()).find(({ recipient }) => recipient === email)!);
  const tried = new Set<string>();
  // The mailed link comes last because it sets a password, which ends the session.
  for (const [browser, path] of [
    ...paths().map((path) => [person, path] as const),
    ...["/sign-in", "/sign-up", "/reset-password", link].map((path) => [visitor(server), path] as const),
  ])
    for (const { action, fields } of await formsOf((await browser.get(path)).html)) {
      const shape = `${action} ${fields.map(([name, value]) => (name === "do" ? `do=${value}` : name))}`;
      // This form would end the session.
      if (action === "/sign-out" || tried.has(shape)) continue;
      tried.add(shape);
      const token = await browser.token();
      for (const text of inherited)
        for (const field of [...new Set(fields.map(([name]) => name)), text]) {
          if (field === "form_token") continue;
          const sent = Object.fromEntries([...fields, [field, text], ["form_token", token]]);
          note(`POST ${shape} ${field}=${text}`, await visited(browser.post(action, sent)));
        }
    }
  expectNone(200);
});

test("inherited names as arguments, values and keys of any operation: REST and MCP do not fail", async () => {
  const { note, expectNone } = collector();
  const authorization = `Bearer ${(await newKey()).key}`;
  const json = { authorization, "content-type": "application/json" };
  let id = 0;
  const overMcp = (name: string, args: string, version: string) => {
    const meta = version === "2026-07-28" ? `,"_meta":${JSON.stringify(modernMeta)}` : "";
    const method = { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": name };
    return fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...json, accept: "application/json, text/event-stream", ...method },
      body: `{"jsonrpc":"2.0","id":${++id},"method":"tools/call","params":{"name":"${name}","arguments":${args}${meta}}}`,
    });
  };
  const overRest = ({ rest }: (typeof tools)[number], field: string, text: string, args: string) => {
    const at = (name: string) => encodeURIComponent(name === field ? text : name === "id" ? String(draftId) : "x");
    const path = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => at(name));
    const isRead = rest.method === "GET";
    const query = isRead ? `?${new URLSearchParams({ [field]: text })}` : "";
    return server.get(path + query, { method: rest.method, headers: json, ...(!isRead && { body: args }) });
  };
  let nth = 0;
  // As text, so that parsing creates __proto__ as an own property.
  for (const tool of tools)
    for (const text of inherited)
      for (const field of [...Object.keys(inputJsonSchema(tool.input).properties ?? {}), text])
        for (const value of [
          `"${text}"`,
          `{"${text}":"https://a.example"}`,
          `{"socials":{"${text}":"https://a.example"}}`,
        ]) {
          const args = `{"${field}":${value}}`;
          const ways = [
            () => overRest(tool, field, text, args),
            () => overMcp(tool.name, args, "2025-11-25"),
            () => overMcp(tool.name, args, "2026-07-28"),
          ];
          // Nightly runs send every kind of value in every way, others take turns.
          const turn = (nth + Math.floor(nth / 3)) % 3;
          nth++;
          for (const [i, send] of ways.entries())
            if (isNightly || i === turn) note(`${tool.name} ${args} ${i}`, await asAnswer(await send()));
        }
  expectNone(1000);
});

test("422: __proto__ as a key in an object with arbitrary keys", async () => {
  const body = '{"fields":{"socials":{"__proto__":"https://a.example"}}}';
  const headers = { authorization: `Bearer ${(await newKey()).key}`, "content-type": "application/json" };
  const answer = await server.get(`/drafts/${draftId}`, { method: "PATCH", headers, body });
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as any).errors).toMatchObject([
    { field: "fields.socials.__proto__", code: "unknown_field" },
  ]);
});
