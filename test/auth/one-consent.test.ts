import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type AskPerson, type Host, hosts } from "../browser/hosts.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { newPerson, type Person } from "../support/clients/person.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

// One of the hosts is a separate process.
setDefaultTimeout(30_000);

const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ outbound });
});
afterAll(() => server.stop());

describe.each(Object.keys(hosts))("%s", (name) => {
  let person: Person;
  let site: ServedSite;
  const asked: string[] = [];
  const opened: Host[] = [];

  /** Allows the request, or only the given scopes of it. */
  const allowing =
    (scopes?: string[]): AskPerson =>
    async (url) => {
      asked.push(url.searchParams.get("scope")!);
      return new URL(await person.decide(url, "allow", scopes));
    };
  async function open(ask: AskPerson): Promise<Host> {
    asked.length = 0;
    const host = await hosts[name]!(`${server.url}/mcp`, ask);
    opened.push(host);
    return host;
  }
  beforeAll(async () => {
    site = await serveSite(plainSaas);
    person = await newPerson(server, `${name.replaceAll(" ", "-").toLowerCase()}@example.test`);
  });
  afterAll(async () => {
    await Promise.all(opened.map((host) => host.close()));
    await site.stop();
  });

  test("one consent is enough to submit a URL, edit the draft and create the listing", async () => {
    const host = await open(allowing());
    expect(await host.call("get_site_info", {})).toContain("Slipway");
    expect(asked).toEqual([]);

    const submitted = await host.call("submit_listing", { url: site.url });
    const id = Number(/"id":(\d+)|[Dd]raft (\d+)/.exec(submitted)!.slice(1).find(Boolean));
    await server.drainJobs();
    expect(await host.call("get_draft", { id })).toContain("Loafledger");
    const headline = `Bread orders for bakeries, by ${name}`;
    const fields = { headline, categories: ["invoicing"] };
    expect(await host.call("update_draft", { id, fields })).toContain("headline");
    expect(await host.call("get_draft", { id })).toContain(headline);
    expect(await host.call("list_my_drafts", {})).toContain("Loafledger");
    expect(await host.call("submit_draft", { id })).toMatch(/"listing_id":|listing \d+/);
    expect(asked).toEqual(["account:read listings:write orders:write"]);
  });

  test("only account:read allowed: reading works without another consent", async () => {
    const host = await open(allowing(["account:read"]));
    expect(await host.call("get_account", {})).toContain("account:read");
    expect(await host.call("list_my_drafts", {})).toContain("Loafledger");
    expect(asked).toHaveLength(1);
  });
});
