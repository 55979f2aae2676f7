import { afterAll, beforeAll, expect, test } from "bun:test";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { signUpAs } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { type ClaimTown, publish, startClaimTown } from "#test/support/records/claims.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown();
});
afterAll(() => town.stop());

test("ownership dispute: only the team sees it and decides it with a reason", async () => {
  await town.list("shared");
  const [ada, bob] = [await town.person("ada@people.test"), await town.person("bob@people.test")];
  const claim = async (who: typeof ada, method: string) => {
    const { body } = (await who.over("REST", "claim_listing", { slug: "shared", method })) as any;
    publish(town, body);
    await who.over("REST", "verify_claim", { claim_id: body.claim_id });
  };
  await claim(ada, "file");
  await claim(bob, "dns");

  const member = await signUpAs(town.server, "tess@people.test");
  expect((await member.get("/team/claims")).status).toBe(404);
  const { account } = await keyFor(town.server.store, { email: "tess@people.test" });
  await town.server.store.write((tx) => updateAccount(tx, account.id, { role: "admin" }, new Date()));

  const { html } = await member.get("/team/claims");
  for (const text of ["bob@people.test", "ada@people.test", "DNS record: found"]) expect(html).toContain(text);
  const [, dispute_id] = /name="dispute_id" value="(\d+)"/.exec(html)!;
  for (const [act, done] of [
    ["seen", "seen"],
    ["assign", "assigned"],
  ] as const)
    expect((await member.post("/team/claims", { do: act, item: dispute_id! })).location).toBe(
      `/team/claims?done=${done}`,
    );
  expect((await member.get("/team/claims?show=unseen")).html).toContain("No cases match.");
  expect((await member.get("/team/claims?show=mine&kind=dns&slug=shared")).html).toContain("1 open dispute");
  expect((await member.get("/team/claims?kind=file")).html).toContain("0 open disputes");
  const faulty = await member.post("/team/claims", { dispute_id: dispute_id!, decision: "grant", reason: "" });
  expect(faulty.status).toBe(422);
  const done = await member.post("/team/claims", {
    dispute_id: dispute_id!,
    decision: "grant",
    reason: "It was sold.",
  });
  expect(done.location).toBe("/team/claims?done=decided");
  expect((await member.get("/team/claims")).html).toContain(
    "There are no open disputes. A dispute appears here when two people verify ownership of the same listing.",
  );
  const decided = (await member.get("/team/claims?status=decided")).html;
  for (const text of ["1 decided dispute", "Granted", "It was sold."]) expect(decided).toContain(text);
  expect(decided).not.toContain('name="dispute_id"');
  expect((await town.server.call("get_listing", { slug: "shared" })).body.verified.method).toBe("dns");
});
