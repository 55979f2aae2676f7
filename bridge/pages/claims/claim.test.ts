import { afterAll, beforeAll, expect, test } from "bun:test";
import { pageForm } from "#test/support/clients/page-form.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { type ClaimTown, publish, startClaimTown } from "#test/support/records/claims.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown();
});
afterAll(() => town.stop());

const hide = (slug: string) =>
  town.server.store.write(async (tx) => {
    tx.$client.run("UPDATE listings SET status = 'draft' WHERE slug = ?", [slug]);
  });

test("listing that is not public: same page as an unknown slug until the product's URL is given", async () => {
  await town.list("secret");
  await hide("secret");
  const ada = await signUpAs(town.server, "ada@people.test");
  const masked = ({ status, html }: { status: number; html: string }) => [
    status,
    html
      .replaceAll("unknown", "SLUG")
      .replaceAll("secret", "SLUG")
      .replace(/name="form_token" value="[^"]*"/g, ""),
  ];
  for (const query of ["", `?url=${encodeURIComponent("https://other.test")}`]) {
    const hidden = await ada.get(`/listings/secret/claim${query}`);
    expect(hidden.status).toBe(404);
    expect(masked(hidden)).toEqual(masked(await ada.get(`/listings/unknown/claim${query}`)));
    expect(hidden.html).toContain("product&#39;s URL");
  }

  const url = town.at("secret.test");
  const path = `/listings/secret/claim?url=${encodeURIComponent(url)}`;
  const stranger = visitor(town.server);
  for (const slug of ["secret", "unknown"]) {
    const sent = await stranger.get(path.replace("secret", slug));
    expect(new URL(sent.location!, url).searchParams.get("return_to")).toBe(path.replace("secret", slug));
  }

  const found = await ada.get(path);
  expect(found.status).toBe(200);
  const form = await pageForm(found, "/listings/secret/claim");
  expect((await ada.post("/listings/secret/claim", { ...form, method: "fax" })).status).toBe(422);
  expect(
    (await ada.post("/listings/secret/claim", { ...form, url: "https://other.test", method: "file" })).status,
  ).toBe(404);
  const done = await ada.post("/listings/secret/claim", { ...form, method: "file" });
  expect([done.status, done.location]).toEqual([303, "/listings/secret/claim"]);
  expect((await ada.get("/listings/secret/claim")).html).toContain("slipway-verification=");
});

test("disputed claim: its page does not reveal the other party", async () => {
  await town.list("shared");
  const pages = [];
  for (const [email, method] of [
    ["first@people.test", "file"],
    ["second@people.test", "dns"],
  ] as const) {
    const person = await signUpAs(town.server, email);
    const caller = await town.person(email);
    const { body } = await caller.over("REST", "claim_listing", { slug: "shared", method });
    publish(town, body);
    await caller.over("REST", "verify_claim", { claim_id: body.claim_id });
    pages.push({ person, email });
  }
  const [first, second] = pages as [(typeof pages)[0], (typeof pages)[0]];
  for (const path of ["/listings/shared/claim", "/account/claims"]) {
    const { html } = await second.person.get(path);
    expect(html).toContain("The team will decide");
    expect(html).not.toContain(first.email);
    expect((await first.person.get(path)).html).not.toContain(second.email);
  }
});
