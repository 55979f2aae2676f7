import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { selfSigned } from "#test/support/fakes/certificate.ts";
import { type ClaimTown, publish, startClaimTown } from "#test/support/records/claims.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown({ secureHosts: ["file.test", "meta.test", "www.meta.test"] });
});
afterAll(() => town.stop());

async function claimed(method: "file" | "meta", slug: string, url = town.secureAt(`${slug}.test`)) {
  await town.list(slug, { url });
  const ada = await town.person(`ada-${slug}@people.test`);
  const { body } = await ada.call("claim_listing", { slug, method });
  return {
    claim: body,
    verify: async () => (await ada.over("REST", "verify_claim", { claim_id: body.claim_id })).body,
  };
}

describe.each(["file", "meta"] as const)("by %s over HTTPS", (method) => {
  test("publishing what the instructions say verifies the claim", async () => {
    const { claim, verify } = await claimed(method, method);
    expect(claim.instructions.where).toContain(`${town.secureAt(`${method}.test`)}/`);
    expect(await verify()).toMatchObject({ status: "pending", last_error: { code: expect.stringMatching(/^no/) } });
    publish(town, claim);
    expect((await verify()).status).toBe("verified");
  });
});

test("a redirect from http to https of the same domain is followed", async () => {
  const { claim, verify } = await claimed("meta", "plain", town.at("meta.test"));
  town.pages.set("meta.test/", ({ url }) =>
    url.startsWith("https:")
      ? new Response(`<meta name="${claim.instructions.name}" content="${claim.instructions.value}">`)
      : Response.redirect(`${town.secureAt("www.meta.test")}/`),
  );
  town.pages.set(
    "www.meta.test/",
    `<head><meta name="${claim.instructions.name}" content="${claim.instructions.value}">`,
  );
  expect((await verify()).status).toBe("verified");
});

describe("an invalid certificate: the error says why and what to do", () => {
  test.each(["file", "meta"] as const)("for another name, by %s", async (method) => {
    const { claim, verify } = await claimed(method, `other-${method}`);
    publish(town, claim);
    const { status, last_error } = await verify();
    expect([status, last_error]).toEqual([
      "pending",
      {
        code: "tls",
        message: `"other-${method}.test" has a certificate for another name. Fix the certificate, or choose another method.`,
      },
    ]);
    expect(town.hits.filter((hit) => hit.startsWith(`other-${method}.test`))).toEqual([]);
  });

  test.each([
    ["that has expired", -1, /has expired\. Fix the certificate/],
    ["that is self-signed", 10, /browsers do not trust its certificate.+ Fix the certificate/],
  ])("%s", async (what, daysLeft, message) => {
    const slug = daysLeft < 0 ? "expired" : "unknown";
    const { key, cert } = selfSigned([`${slug}.test`], daysLeft);
    const site = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { key, cert }, fetch: () => new Response(what) });
    const { verify } = await claimed("file", slug, `https://${slug}.test:${site.port}`);
    const { status, last_error } = await verify();
    expect([status, last_error.code]).toEqual(["pending", "tls"]);
    expect(last_error.message).toMatch(message);
    await site.stop(true);
  });
});
