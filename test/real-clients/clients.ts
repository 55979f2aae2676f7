import { join } from "node:path";
import { allScopes } from "../../auth/scopes.ts";
import { tools } from "../../tools/registry.ts";
import { type AskPerson, type Host, hosts } from "../browser/hosts.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { serveSite } from "../drafts/sites/serve.ts";
import { newPerson } from "../support/clients/person.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer } from "../support/server/harness.ts";

// Clients that people use, each given the address of a directory on this machine: they list tools, call a public one,
// sign in for a private one with the least there is, and ask the person for more where a tool needs it. The official
// client of tasks submits a product as one. Arguments are names of clients. main.ts runs this file.

const { heavyHosts, submitAsTask } = await import(join(import.meta.dir, "hosts.mjs"));

const only = process.argv.slice(2);
const isChosen = (name: string) => only.length === 0 || only.includes(name);
const outbound = { allowNetworks: ["127.0.0.0/8"] };
const server = await startTestServer({ outbound, isWorking: true });
const address = `${server.url}/mcp`;
const rows: Record<string, Record<string, string>> = {};

/** Notes in the row of a client whether a step went well. */
async function step(name: string, what: string, run: () => Promise<boolean>): Promise<void> {
  const wrong = await Promise.race([
    run().then(
      (isRight) => (isRight ? null : "another answer"),
      (error: Error) => error.message.trim().split("\n").at(-1)!,
    ),
    Bun.sleep(60_000).then(() => "no answer within a minute"),
  ]);
  rows[name] = { ...rows[name], [what]: wrong === null ? "yes" : `no: ${wrong.slice(0, 150)}` };
}

async function tryHost(name: string, open: (address: string, askPerson: AskPerson) => Promise<Host>): Promise<void> {
  const person = await newPerson(server, `${name.replace(/\W+/g, "-").toLowerCase()}@example.test`);
  const asked: URL[] = [];
  let allowed = ["account:read"];
  const host = await open(address, async (url) => {
    asked.push(url);
    return new URL(await person.decide(url, "allow", allowed));
  });
  const says = async (tool: string, input: object, words: string) =>
    (await host.call(tool, { ...input })).includes(words);
  await step(name, "list", async () => (await host.list()).length === tools.length);
  await step(name, "call", async () => (await says("get_site_info", {}, "Slipway")) && asked.length === 0);
  await step(name, "sign in", async () => (await says("get_account", {}, "account:read")) && asked.length === 1);
  allowed = ["account:read", "listings:write"];
  const claim = { slug: "lumenroll", method: "dns" };
  await step(name, "step up", async () => (await says("claim_listing", claim, "TXT")) && asked.length === 2);
  await host.close().catch(() => undefined);
}

for (const [name, open] of Object.entries({ ...hosts, ...heavyHosts }))
  if (isChosen(name)) await tryHost(name, open as (typeof hosts)[string]);

if (isChosen("ext-tasks")) {
  const site = await serveSite(plainSaas);
  const { key } = await keyFor(server.store, { scopes: [...allScopes] });
  await step("ext-tasks", "task", async () => (await submitAsTask(address, key, site.url)).status === "ready");
  await site.stop();
}
await server.stop();
console.table(rows);
process.exit(Object.values(rows).every((row) => Object.values(row).every((went) => went === "yes")) ? 0 : 1);
