import { join } from "node:path";
import { tools } from "../../tools/core/registry.ts";
import { type AskPerson, type Host, hosts } from "../browser/hosts.ts";
import { startTestServer } from "../support/harness.ts";
import { newPerson } from "../support/person.ts";

// Clients that people use, each given the address of a directory on this machine: they list tools, call a public one,
// sign in for a private one with the least there is, and ask the person for more where a tool needs it.

const installed = Bun.spawnSync(["bun", "install", "--frozen-lockfile", "--silent"], { cwd: import.meta.dir });
if (!installed.success) throw new Error(String(installed.stderr));
const { heavyHosts } = await import(join(import.meta.dir, "hosts.mjs"));

const only = process.argv.slice(2);
const all: [string, (address: string, askPerson: AskPerson) => Promise<Host>][] = Object.entries({
  ...hosts,
  ...heavyHosts,
});
const server = await startTestServer();
const steps = ["list", "call", "sign in", "step up"] as const;
const rows: Record<string, Partial<Record<(typeof steps)[number], string>>> = {};

for (const [name, open] of all) {
  if (only.length > 0 && !only.includes(name)) continue;
  const person = await newPerson(server, `${name.replace(/\W+/g, "-").toLowerCase()}@example.test`);
  const asked: string[] = [];
  let allowed = ["account:read"];
  const row: (typeof rows)[string] = {};
  rows[name] = row;
  const host = await open(`${server.url}/mcp`, async (url) => {
    asked.push(url.searchParams.get("scope")!);
    return new URL(await person.decide(url, "allow", allowed));
  });
  const step = async (what: (typeof steps)[number], run: () => Promise<boolean>) => {
    const wrong = await Promise.race([
      run().then(
        (isRight) => (isRight ? null : "another answer"),
        (error: Error) => error.message.trim().split("\n").at(-1)!,
      ),
      Bun.sleep(60_000).then(() => "no answer within a minute"),
    ]);
    row[what] = wrong === null ? "yes" : `no: ${wrong.slice(0, 150)}`;
  };
  await step("list", async () => (await host.list()).length === tools.length);
  await step("call", async () => (await host.call("get_site_info", {})).includes("Slipway") && asked.length === 0);
  await step(
    "sign in",
    async () => (await host.call("get_account", {})).includes("account:read") && asked.length === 1,
  );
  allowed = ["account:read", "listings:write"];
  await step(
    "step up",
    async () =>
      /_slipway|TXT|dns/i.test(await host.call("claim_listing", { slug: "lumenroll", method: "dns" })) &&
      asked.length === 2,
  );
  await host.close().catch(() => undefined);
}
await server.stop();
console.table(rows, [...steps]);
process.exit(Object.values(rows).every((row) => steps.every((step) => row[step] === "yes")) ? 0 : 1);
