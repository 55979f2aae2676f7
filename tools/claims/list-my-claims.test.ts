import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ClaimTown, startClaimTown } from "#test/support/records/claims.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown();
});
afterAll(() => town.stop());

test("only the account's claims, newest first, each with what to publish", async () => {
  const [ada, bob] = [await town.person("ada@people.test"), await town.person("bob@people.test")];
  await town.list("first");
  await town.list("second");
  const made: number[] = [];
  for (const slug of ["first", "second"])
    made.push((await ada.over("REST", "claim_listing", { slug, method: "file" })).body.claim_id as number);
  const { body } = await ada.call("list_my_claims", {});
  expect(body).toMatchObject({ total: 2, has_more: false });
  expect(body.items.map(({ claim_id }: { claim_id: number }) => claim_id)).toEqual(made.toReversed());
  expect(body.items[0].instructions).toEqual({
    type: "file",
    name: "/.well-known/slipway-verification.txt",
    value: expect.stringMatching(/^slipway-verification=[\w-]{43}$/),
    where: expect.stringContaining("/.well-known/slipway-verification.txt"),
  });
  const { body: second } = await ada.call("list_my_claims", { per_page: 1, page: 2 });
  expect(second.items).toMatchObject([{ claim_id: made[0] }]);
  expect((await bob.call("list_my_claims", {})).body.items).toEqual([]);
  const { body: account } = await ada.call("get_account", {});
  expect(account.unfinished.filter(({ kind }: { kind: string }) => kind === "claim")).toMatchObject([
    { id: made[1], next_action: { tool: "verify_claim", arguments: { claim_id: made[1] } } },
    { id: made[0] },
  ]);
});
