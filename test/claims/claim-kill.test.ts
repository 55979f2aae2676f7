import { afterAll, beforeAll, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { type ClaimTown, publish, startClaimTown } from "../support/records/claims.ts";
import { testNow } from "../support/server/harness.ts";
import { run } from "../support/server/process.ts";

let town: ClaimTown;
beforeAll(async () => {
  town = await startClaimTown({ isWorking: false });
});
afterAll(() => town.stop());

const work = (dieAt = "") =>
  run("test/claims/claim-kill-child.ts", {
    DATABASE: town.server.store.read.$client.filename,
    DNS: town.dns.address,
    NOW: testNow.toISOString(),
    DIE_AT: dieAt,
  });

async function effects(claimId: number) {
  const { store } = town.server;
  const owners = store.read.$client.query("SELECT 1 FROM company_owners WHERE via = ?").all(`claim:${claimId}`);
  const entries = await changesOf(store.read, `claim:${claimId}`, 50);
  return {
    status: (await town.claim(claimId))!.status,
    owners: owners.length,
    entries: entries.filter(({ action }) => action === "apply_proof_result").length,
  };
}

test.each(["proof found", "ownership written", "ownership committed"])(
  "killed after %s: the check has its whole effect exactly once, with one email to each side",
  async (moment) => {
    const slug = moment.replace(" ", "-");
    await town.list(slug);
    const [ada, bob] = [await town.person(`ada-${slug}@people.test`), await town.person(`bob-${slug}@people.test`)];
    const { body: lost } = await bob.over("REST", "claim_listing", { slug, method: "dns" });
    const { body: claim } = await ada.over("REST", "claim_listing", { slug, method: "file" });
    publish(town, claim);
    const ask = async () => (await ada.over("REST", "verify_claim", { claim_id: claim.claim_id })).body;
    expect(await ask()).toMatchObject({ status: "pending", poll_after_ms: 1000 });
    const mailsTo = async (who: { email: string }) =>
      (await town.server.mails()).filter(({ recipient }) => recipient === who.email).map(({ subject }) => subject);

    const killed = await work(moment).ended();
    expect(killed).toMatchObject({ exitCode: 137, err: "" });
    const isDone = moment === "ownership committed";
    expect(await effects(claim.claim_id)).toEqual(
      isDone ? { status: "verified", owners: 1, entries: 1 } : { status: "pending", owners: 0, entries: 0 },
    );
    expect(await mailsTo(ada)).toHaveLength(isDone ? 1 : 0);
    expect(await ask()).toMatchObject(
      isDone ? { status: "verified", poll_after_ms: null } : { status: "pending", poll_after_ms: 1000, attempts: 1 },
    );

    const next = work();
    const isOver = async () => (await town.claim(claim.claim_id))!.status === "verified";
    while (!(await isOver()) && next.child.exitCode === null) await Bun.sleep(20);
    next.child.kill("SIGKILL");
    expect(await next.ended()).toMatchObject({ err: "" });

    expect(await effects(claim.claim_id)).toEqual({ status: "verified", owners: 1, entries: 1 });
    expect(await effects(lost.claim_id)).toEqual({ status: "failed", owners: 0, entries: 0 });
    expect(await mailsTo(ada)).toEqual([expect.stringContaining(`You are now a verified owner of ${slug}`)]);
    expect(await mailsTo(bob)).toEqual([expect.stringContaining(`Your claim to ${slug} has ended`)]);
    expect((await ada.call("list_my_listings", {})).body.items).toMatchObject([{ slug }]);
    expect((await bob.call("list_my_listings", {})).body.items).toEqual([]);
    expect((await town.server.call("get_listing", { slug })).body.verified.method).toBe("file");
  },
  60_000,
);
