import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createAddressPolicy } from "#bridge/outbound/address-policy.ts";
import { createTxtLookup } from "#bridge/outbound/txt-records.ts";
import { startZoneServer } from "#test/support/fakes/zone-server.ts";
import { type ClaimTown, publish, startClaimTown } from "#test/support/records/claims.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown();
});
afterAll(() => town.stop());

let made = 0;
async function claimed(method: "dns" | "meta" | "file") {
  const slug = `acme-${++made}`;
  await town.list(slug);
  const ada = await town.person(`ada-${made}@example.test`);
  const { status, body } = await ada.call("claim_listing", { slug, method });
  expect([status, body.status, body.method]).toEqual([201, "pending", method]);
  const verify = async () => (await ada.over("REST", "verify_claim", { claim_id: body.claim_id })).body;
  return { slug, ada, claim: body, verify, host: `${slug}.test` };
}

type Proof = Record<"domain" | "name" | "path" | "value", string>;
type Fault = [prepare: (proof: Proof) => void, code: string, message: RegExp];

function testFault(method: "dns" | "meta" | "file", what: string, [prepare, code, message]: Fault): void {
  test(what, async () => {
    const { claim, verify, host } = await claimed(method);
    const { name, value } = claim.instructions;
    prepare({ domain: host, name, path: `${host}${name}`, value });
    const { status, last_error, next_actions } = await verify();
    expect([status, last_error.code]).toEqual(["pending", code]);
    expect(last_error.message).toMatch(message);
    const isUnpublished = ["no_record", "not_found", "no_tag"].includes(code);
    expect(next_actions[0].why.startsWith("Publish the value")).toBe(isUnpublished);
    expect(town.hits).not.toContain("evil.test/proof.txt");
  });
}

describe.each(["dns", "meta", "file"] as const)("by %s", (method) => {
  test("publishing what the instructions say: the next call verifies the claim", async () => {
    const { slug, claim, ada, verify } = await claimed(method);
    const missing = await verify();
    expect(missing).toMatchObject({ status: "pending", attempts: 1, poll_after_ms: null });
    expect(missing.last_error.message).toBeString();
    publish(town, claim);
    const verified = await verify();
    expect(verified).toMatchObject({ status: "verified", attempts: 2, last_error: null });
    const [{ tool, arguments: input, why }] = verified.next_actions;
    expect([tool, why]).toEqual(["get_my_listing", expect.stringContaining("you can edit the listing")]);
    // The owner of an imported listing has not chosen the free plan.
    expect((await ada.call(tool, input)).body).toMatchObject({ slug, plan: "none" });
    const { body: listing } = await town.server.call("get_listing", { slug });
    expect(listing.verified).toEqual({ status: "verified", method, verified_until: "2027-02-16T12:00:00.000Z" });
    const { body: own } = await ada.call("list_my_listings", {});
    expect(own.items).toMatchObject([{ slug, plan: "none" }]);
    const { body: search } = await town.server.call("search_listings", { q: slug, verified: true });
    expect(search.items[0].slug).toBe(slug);
  });
});

test("a repeat with the same idempotency key: the first response, even if the proof was published since", async () => {
  const { claim, ada } = await claimed("file");
  const verify = (idempotency_key: string) =>
    ada.over("MCP", "verify_claim", { claim_id: claim.claim_id, idempotency_key });
  const missing = await verify("one");
  expect(missing.body).toMatchObject({ status: "pending", poll_after_ms: null, last_error: { code: "not_found" } });
  publish(town, claim);
  expect((await verify("one")).body).toEqual(missing.body);
  const verified = await verify("two");
  expect(verified.body.status).toBe("verified");
  expect((await verify("two")).body).toEqual(verified.body);
  expect((await verify("one")).body).toEqual(missing.body);
});

test.each(["REST", "MCP"] as const)(
  "%s: a domain that does not exist: the advice names it and both ways out",
  async (over) => {
    const { claim, ada, host } = await claimed("dns");
    town.dns.zones.delete(host);
    const { body } = await ada.over(over, "verify_claim", { claim_id: claim.claim_id });
    expect(body.next_actions.map(({ why }: { why: string }) => why)).toEqual([
      `The domain ${host} was not found. Check the listing's website, or claim by another method.`,
      "Check again after the user has fixed the website, or call claim_listing with another method.",
    ]);
  },
);

describe("errors of a DNS record", () => {
  const faults: Record<string, Fault> = {
    "no record": [() => {}, "no_record", /There is no TXT record at _slipway\.\S+ yet/],
    "no such domain": [({ domain }) => town.dns.zones.delete(domain), "no_domain", /does not exist in the DNS/],
    "servers that fail": [({ name }) => town.dns.zones.set(name, "servfail"), "server_failure", /SERVFAIL/],
    "servers that are silent": [({ name }) => town.dns.zones.set(name, "silence"), "timeout", /did not respond/],
    "another value": [({ name }) => town.dns.zones.set(name, { txt: ["hello"] }), "wrong_value", /is "hello"/],
    "a value in quotes": [
      ({ name, value }) => town.dns.zones.set(name, { txt: [`"${value}"`] }),
      "wrong_value",
      /without quotes/,
    ],
    "several other records": [
      ({ name }) => town.dns.zones.set(name, { txt: ["a", "b", "c"] }),
      "wrong_value",
      /The 3 TXT records .+ the first is "a"/,
    ],
    "a record of another claim": [
      ({ name }) => town.dns.zones.set(name, { txt: ["slipway-verification=other"] }),
      "other_claim",
      /belongs to another claim/,
    ],
    "a name with the domain twice": [
      ({ name, domain, value }) => town.dns.zones.set(`${name}.${domain}`, { txt: [value] }),
      "wrong_name",
      /Enter only _slipway/,
    ],
    "a response of 60 kB": [
      ({ name }) => town.dns.zones.set(name, { txt: Array.from({ length: 250 }, (_, i) => "x".repeat(235) + i) }),
      "wrong_value",
      /do not include this claim's value/,
    ],
  };
  for (const [what, fault] of Object.entries(faults)) testFault("dns", what, fault);

  test("verified: the record among others, and at the domain itself", async () => {
    const first = await claimed("dns");
    const { name, value } = first.claim.instructions;
    town.dns.zones.set(name, { txt: ["v=spf1 -all", value, "slipway-verification=other"] });
    expect((await first.verify()).status).toBe("verified");
    const second = await claimed("dns");
    town.dns.zones.set(second.host, {
      a: ["127.0.0.1"],
      ns: [`ns.${second.host}`],
      txt: [second.claim.instructions.value],
    });
    expect((await second.verify()).status).toBe("verified");
  });
});

test("name servers at private IP addresses: queried only if they are allowed", async () => {
  const zone = await startZoneServer();
  zone.zones.set("inside.test", { ns: ["ns.inside.test"] });
  zone.zones.set("ns.inside.test", { a: ["127.0.0.1"] });
  zone.zones.set("_slipway.inside.test", { txt: ["known by the zone alone"] });
  town.dns.zones.set("inside.test", { ns: ["ns.inside.test"], a: ["127.0.0.1"] });
  town.dns.zones.set("ns.inside.test", { a: ["127.0.0.1"] });
  const ask = (allowed: string[]) =>
    createTxtLookup({ policy: createAddressPolicy(allowed), dnsServers: [town.dns.address], zonePort: zone.port }).txt(
      "_slipway.inside.test",
      "inside.test",
      AbortSignal.timeout(10_000),
    );
  expect(await ask([])).toEqual({ failure: "no_record" });
  expect(zone.questions).toEqual([]);
  expect(await ask(["127.0.0.0/8"])).toEqual({ records: ["known by the zone alone"] });
  await zone.stop();
});

describe("errors of a file", () => {
  const page = (path: string, type: string, body: string) =>
    town.pages.set(path, () => new Response(body, { headers: { "content-type": type } }));
  const faults: Record<string, Fault> = {
    "no file": [() => {}, "not_found", /There is nothing at/],
    "its line in a web page": [
      ({ path, value }) => page(path, "text/html", `Guest book\n${value}\n`),
      "not_a_file",
      /is a web page/,
    ],
    "its line in a page of XHTML": [
      ({ path, value }) => page(path, "Application/XHTML+XML; charset=utf-8", `Feed\n${value}\n`),
      "not_a_file",
      /is a web page/,
    ],
    "its line in a page served as text": [
      ({ path, value }) => page(path, "text/plain", `\uFEFF\n <!-- Hi -->\n<pre>\n${value}\n</pre>`),
      "not_a_file",
      /is a web page/,
    ],
    "a page instead of the file": [
      ({ path }) => town.pages.set(path, "<!DOCTYPE html><p>Hi"),
      "not_a_file",
      /is a web page/,
    ],
    "other content": [({ path }) => town.pages.set(path, "hello"), "wrong_value", /starts with "hello"/],
    "another claim": [
      ({ path }) => town.pages.set(path, "slipway-verification=x"),
      "other_claim",
      /belongs to another claim/,
    ],
    "a refusal": [
      ({ path }) => town.pages.set(path, () => new Response("", { status: 403 })),
      "refused",
      /refuses our requests/,
    ],
    "a server error": [
      ({ path }) => town.pages.set(path, () => new Response("", { status: 500 })),
      "http_status",
      /500/,
    ],
    "a redirect to another domain": [
      ({ path }) => town.pages.set(path, () => Response.redirect("http://evil.test/proof.txt")),
      "redirect",
      /"evil\.test", which is another domain/,
    ],
    "an endless body": [
      ({ path }) =>
        town.pages.set(
          path,
          () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536).fill(97)) })),
        ),
      "wrong_value",
      /starts with "aaa/,
    ],
  };
  for (const [what, fault] of Object.entries(faults)) testFault("file", what, fault);

  test("verified: its line among those of others, with other line ends", async () => {
    const { claim, verify, host } = await claimed("file");
    const { name, value } = claim.instructions;
    town.pages.set(`${host}${name}`, `\uFEFFslipway-verification=other\r\n  ${value}  \r\n`);
    expect((await verify()).status).toBe("verified");
  });
});

describe("errors of a tag", () => {
  const tag = (value: string) => `<meta name="slipway-verification" content="${value}">`;
  const faults: Record<string, [(value: string) => string | (() => Response), string, RegExp]> = {
    "no tag": [() => "<html><head></head><p>Hi", "no_tag", /There is no slipway-verification tag in the head/],
    "another content": [() => `<head>${tag("x")}</head>`, "wrong_value", /has the content "x"/],
    "tags of others": [() => `<head>${tag("x")}${tag("y")}</head>`, "wrong_value", /The 2 tags/],
    "a tag in the body": [(value) => `<head></head><body><p>${tag(value)}`, "not_in_head", /is in the body/],
    "a tag after an element that ends the head": [(value) => `<p>Hi</p>${tag(value)}`, "not_in_head", /body/],
    "a tag in a comment": [(value) => `<head><!-- ${tag(value)} --></head>`, "no_tag", /no slipway-verification tag/],
    "an endless page": [
      () => () =>
        new Response(new ReadableStream({ pull: (c) => c.enqueue(new TextEncoder().encode("<p>x".repeat(9999))) })),
      "no_tag",
      /no slipway-verification tag/,
    ],
    "scripts that we cannot run": [
      () => "<head><script>1</script></head>",
      "no_tag",
      /could not run the page's scripts/,
    ],
    "a redirect to a look-alike": [
      () => () => Response.redirect("http://evil-acme.test/"),
      "redirect",
      /"evil-acme\.test"/,
    ],
  };
  for (const [what, [page, ...error]] of Object.entries(faults))
    testFault("meta", what, [({ domain, value }) => town.pages.set(`${domain}/`, page(value)), ...error]);

  test("verified: a redirect within the domain is followed", async () => {
    const { claim, verify, host } = await claimed("meta");
    town.dns.zones.set(`www.${host}`, { a: ["127.0.0.1"] });
    town.pages.set(`${host}/`, () => Response.redirect(`${town.at(`www.${host}`)}/`));
    town.pages.set(`www.${host}/`, `<title>Hi</title>${tag(claim.instructions.value)}`);
    expect((await verify()).status).toBe("verified");
  });
});

test("a domain that resolves to a private IP address: no request", async () => {
  const guarded = await startClaimTown({ outbound: { allowNetworks: [], dnsServers: [town.dns.address] } });
  town.dns.zones.set("inside.test", { a: ["10.0.0.1"] });
  await guarded.list("inside", { url: "http://inside.test/" });
  const ada = await guarded.person("ada@example.test");
  const { body } = await ada.call("claim_listing", { slug: "inside", method: "file" });
  const { body: checked } = await ada.over("REST", "verify_claim", { claim_id: body.claim_id });
  expect(checked).toMatchObject({ status: "pending", last_error: { code: "forbidden_address" } });
  await guarded.stop();
});
