import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import deleteOwnAccount from "#tools/account/delete-own-account.ts";
import applyProofResult from "#tools/claims/apply-proof-result.ts";
import { operationCaller } from "../support/clients/operation-caller.ts";
import { teamVisitor } from "../support/clients/team.ts";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { type ClaimTown, publish, startClaimTown } from "../support/records/claims.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";

let town: ClaimTown;
let team: Visitor;
beforeAll(async () => {
  town = await startClaimTown();
  team = await teamVisitor(town.server);
});
afterAll(() => town.stop());

type Person = Awaited<ReturnType<ClaimTown["person"]>> & { browser: Visitor };

async function person(email: string, name: string): Promise<Person> {
  const browser = await signUpAs(town.server, email, name);
  return { ...(await town.person(email)), browser };
}

/** Submits a listing with a website that can hold proofs. */
async function submitted(who: Person, slug: string) {
  const host = `${slug}.test`;
  town.dns.zones.set(host, { a: ["127.0.0.1"], ns: [`ns.${host}`] });
  town.dns.zones.set(`ns.${host}`, { a: ["127.0.0.1"] });
  const key = new URL(town.at(host)).host;
  const fields = { ...completeFields, name: slug };
  const draft = await draftFor(town.server.store, who.accountId, {
    url: `${town.at(host)}/`,
    urlKey: key,
    arrivedKey: key,
    fields,
  });
  const { body } = (await who.over("REST", "submit_draft", { id: draft.id })) as any;
  return { draft: draft.id, id: body.listing_id as number, slug: body.slug as string, host };
}

async function prove(who: Person, slug: string, host: string, method = "dns"): Promise<any> {
  const { body } = (await who.over("REST", "claim_listing", { slug, method, url: `${town.at(host)}/` })) as any;
  publish(town, body, host);
  return ((await who.over("REST", "verify_claim", { claim_id: body.claim_id })) as any).body;
}

const edit = async (who: Person, listing_id: number) =>
  (await who.over("REST", "update_my_listing", { listing_id, fields: { headline: "Pay your berth by the night" } }))
    .status;

const mailsTo = async (email: string) => (await town.server.mails()).filter(({ recipient }) => recipient === email);

async function invite(who: Person, draft: number, whom: Person) {
  const { status } = await who.over("REST", "invite_cofounder", { id: draft, email: whom.email });
  if (status !== 201) return { status, token: "" };
  const [mail] = await mailsTo(whom.email);
  return { status, token: /\/invite\?token=(\S+)/.exec(mail!.textBody)![1]! };
}

const accept = (who: Person, token: string) => who.browser.post("/invite", { token });

test("a submitter without a proof: read-only as soon as another account proves the company, and notified", async () => {
  const [mallory, victim] = [await person("m1@people.test", "Mallory"), await person("v1@people.test", "Vic Tim")];
  const { id, slug, host } = await submitted(mallory, "boatvictim");
  expect(await edit(mallory, id)).toBe(200);
  expect((await prove(victim, slug, host)).status).toBe("verified");
  expect(await edit(mallory, id)).toBe(409);
  expect(await edit(victim, id)).toBe(200);
  const archive = await mallory.browser.post(`/account/listings/${id}/archive`, {});
  expect([archive.status, archive.location]).toEqual([409, null]);
  const [mail] = await mailsTo(mallory.email);
  expect(mail!.subject).toStartWith("boatvictim has a verified owner");
  expect(mail!.textBody).toContain("from now on you can only view the listing");
  expect(mail!.textBody).toContain("Vic Tim");
  expect(mail!.textBody).not.toContain(victim.email);
  const { body } = (await mallory.call("get_my_listing", { listing_id: id })) as any;
  expect(body.people).toMatchObject([
    { name: "Mallory", role: "owner", access: "read", via: "submitted", method: null },
    { name: "Vic Tim", role: "owner", access: "edit", via: "claim", method: "dns" },
  ]);
  expect(JSON.stringify(body.people)).not.toContain("@");
});

test("the loser of a dispute: co-founders and pending invitations lose access too, and new ones cannot be sent", async () => {
  const mallory = await person("m2@people.test", "Mallory");
  const [accomplice, third] = [await person("a2@people.test", "Accomplice"), await person("t2@people.test", "Third")];
  const victim = await person("v2@people.test", "Vic Tim");
  const { id, slug, host, draft } = await submitted(mallory, "shipfight");
  await accept(accomplice, (await invite(mallory, draft, accomplice)).token);
  expect((await prove(mallory, slug, host, "file")).status).toBe("verified");
  expect(await edit(accomplice, id)).toBe(200);
  const pending = await invite(mallory, draft, third);
  expect((await prove(victim, slug, host)).dispute.status).toBe("open");

  const { html } = await team.get("/team/claims");
  const [, dispute_id] = /name="dispute_id" value="(\d+)"/.exec(html)!;
  const granted = { dispute_id: dispute_id!, decision: "grant", reason: "The domain is theirs." };
  expect((await team.post("/team/claims", granted)).location).toBe("/team/claims?done=decided");
  expect([await edit(mallory, id), await edit(accomplice, id), await edit(victim, id)]).toEqual([409, 409, 200]);
  const [mail] = await mailsTo(accomplice.email);
  expect(mail!.subject).toStartWith("You can no longer edit shipfight");

  expect((await third.browser.get(`/invite?token=${pending.token}`)).status).toBe(410);
  expect((await accept(third, pending.token)).status).toBe(410);
  expect((await third.call("get_my_listing", { listing_id: id })).status).toBe(404);
  expect((await invite(mallory, draft, third)).status).toBe(409);
});

test("invitations of a verified owner: they restore access, which ends with the sender's last proof", async () => {
  const [owner, friend, loser] = [
    await person("o3@people.test", "Olga"),
    await person("f3@people.test", "Frida"),
    await person("l3@people.test", "Lou"),
  ];
  const { id, slug, host, draft } = await submitted(owner, "teamwork");
  await accept(loser, (await invite(owner, draft, loser)).token);
  const { claim_id } = await prove(friend, slug, host);
  expect([await edit(owner, id), await edit(loser, id), await edit(friend, id)]).toEqual([409, 409, 200]);

  // Olga proves it too, and the team grants it, so that her invitations restore access.
  await prove(owner, slug, host, "file");
  const { html } = await team.get("/team/claims");
  const [, dispute_id] = /name="dispute_id" value="(\d+)"/.exec(html)!;
  await team.post("/team/claims", { dispute_id: dispute_id!, decision: "grant", reason: "Both work there." });
  expect((await town.claim(claim_id))!.status).toBe("revoked");
  expect([await edit(owner, id), await edit(friend, id)]).toEqual([200, 409]);
  expect((await accept(friend, (await invite(owner, draft, friend)).token)).location).toBe(
    "/account/profile?done=joined",
  );
  expect(await edit(friend, id)).toBe(200);

  const site = (await siteById(town.server.store.read, 1))!;
  const call = operationCaller(town.server);
  const claims = (await owner.call("list_my_claims", {})).body as any;
  const verified = claims.items.find(({ status }: { status: string }) => status === "verified").claim_id;
  const outcome = { isFound: false as const, code: "no_file", message: "The file is gone." };
  for (let miss = 0; miss < 3; miss++) await call("job", site, applyProofResult, { claim_id: verified, outcome });
  expect([await edit(owner, id), await edit(friend, id)]).toEqual([409, 409]);
  expect((await mailsTo(friend.email))[0]!.subject).toStartWith("You can no longer edit teamwork");

  // Access does not return with the proof of somebody else.
  expect((await prove(owner, slug, host, "meta")).status).toBe("verified");
  expect([await edit(owner, id), await edit(friend, id)]).toEqual([200, 409]);
});

test("a verified owner deletes the account: another owner's proof still verifies the company", async () => {
  const owner = await person("o4@people.test", "Olga");
  const { id, slug, host, draft } = await submitted(owner, "leaving");
  const prover = await person("p4@people.test", "Pia");
  await accept(prover, (await invite(owner, draft, prover)).token);
  expect((await prove(owner, slug, host)).status).toBe("verified");
  const { claim_id } = await prove(prover, slug, host, "file");
  const site = (await siteById(town.server.store.read, 1))!;
  const call = operationCaller(town.server);
  const shown = async () => ((await prover.call("get_my_listing", { listing_id: id })) as any).body.verified.method;
  expect(await shown()).toBe("dns");
  await call("job", site, applyProofResult, { claim_id, outcome: { isFound: true } });
  expect(await shown()).toBe("dns");
  await call({ accountId: owner.accountId }, site, deleteOwnAccount, {});
  expect(await accountByEmail(town.server.store.read, owner.email)).toBeUndefined();
  expect(await shown()).toBe("file");
  expect(await edit(prover, id)).toBe(200);
});

test("a verified owner deletes the account: people whose access came from that proof become read-only, and notified", async () => {
  const [submitter, owner] = [await person("s8@people.test", "Sid"), await person("o8@people.test", "Olga")];
  const { id, slug, host } = await submitted(submitter, "orphaned");
  await prove(owner, slug, host);
  const friend = await person("f8@people.test", "Frida");
  const { companyId } = (await listingToClaim(town.server.store.read, 1, slug))!;
  const access = { companyId, accountId: friend.accountId, via: "invite:1", invitedBy: owner.accountId };
  await town.server.store.write((tx) => addOwner(tx, access, new Date()));
  expect(await edit(friend, id)).toBe(200);
  const site = (await siteById(town.server.store.read, 1))!;
  await operationCaller(town.server)({ accountId: owner.accountId }, site, deleteOwnAccount, {});
  expect([await edit(friend, id), await edit(submitter, id)]).toEqual([409, 409]);
  expect((await mailsTo(friend.email))[0]!.subject).toStartWith("You can no longer edit orphaned");
  const notices = (await mailsTo(submitter.email)).filter(({ subject }) =>
    subject.startsWith("You can no longer edit"),
  );
  expect(notices).toEqual([]);
});

test("an open dispute: further proofs of the other side do not end it, and the team can still decide it", async () => {
  const [mallory, accomplice] = [
    await person("m9@people.test", "Mallory"),
    await person("a9@people.test", "Accomplice"),
  ];
  const victim = await person("v9@people.test", "Vic Tim");
  const { id, slug, host, draft } = await submitted(mallory, "wharf");
  await accept(accomplice, (await invite(mallory, draft, accomplice)).token);
  await prove(mallory, slug, host, "file");
  const { claim_id, dispute } = await prove(victim, slug, host);
  expect(dispute.status).toBe("open");
  expect((await prove(mallory, slug, host, "meta")).status).toBe("verified");
  expect((await prove(accomplice, slug, host)).status).toBe("verified");
  expect((await town.claim(claim_id))!.status).toBe("pending");

  const { html } = await team.get("/team/claims");
  const [, dispute_id] = /name="dispute_id" value="(\d+)"/.exec(html)!;
  await team.post("/team/claims", { dispute_id: dispute_id!, decision: "grant", reason: "The domain is theirs." });
  expect([await edit(mallory, id), await edit(accomplice, id), await edit(victim, id)]).toEqual([409, 409, 200]);
});

test("a suspended account's proof: the next proof of the company opens no dispute with owners without a proof", async () => {
  const [squatter, guest] = [await person("q1@people.test", "Quill"), await person("g1@people.test", "Gus")];
  const { id, slug, host, draft } = await submitted(squatter, "towline");
  await accept(guest, (await invite(squatter, draft, guest)).token);
  await prove(squatter, slug, host);
  const suspendedAt = new Date().toISOString();
  await town.server.store.write((tx) => updateAccount(tx, squatter.accountId, { suspendedAt }, new Date()));
  const owner = await person("o1@people.test", "Olga");
  expect(await prove(owner, slug, host, "file")).toMatchObject({ status: "verified", dispute: null });
  expect(await edit(owner, id)).toBe(200);
});

test("the people page: a verified owner removes those without a proof, other owners cannot, and anyone can leave", async () => {
  const [mallory, owner] = [await person("m5@people.test", "Mallory"), await person("o5@people.test", "Olga <b>")];
  const { id, slug, host, draft } = await submitted(mallory, "crewlist");
  const path = `/account/listings/${id}/people`;
  const page = await mallory.browser.get(path);
  expect(page.html).toContain("Mallory (you)");
  expect(page.html).not.toContain('value="owner"');
  const leave = { kind: "owner", id: String(mallory.accountId) };
  expect((await mallory.browser.post(path, leave)).status).toBe(409);

  const stranger = await person("s5@people.test", "Sid");
  const open = await invite(mallory, draft, stranger);
  expect((await mallory.browser.get(path)).html).toContain("s5@people.test");
  expect((await stranger.browser.get(path)).status).toBe(404);
  expect((await stranger.browser.post(path, leave)).status).toBe(404);
  await accept(stranger, open.token);
  expect((await mallory.browser.post(path, { kind: "owner", id: String(stranger.accountId) })).status).toBe(409);

  await prove(owner, slug, host);
  const seen = (await owner.browser.get(path)).html;
  expect(seen).toContain("Olga &lt;b&gt; (you)");
  expect(seen).not.toContain(mallory.email);
  expect((await mallory.browser.post(path, { kind: "owner", id: String(owner.accountId) })).status).toBe(409);
  const removal = { kind: "owner", id: String(mallory.accountId) };
  expect((await owner.browser.post(path, removal)).location).toBe(`${path}?done=removed`);
  expect((await mallory.browser.get(path)).status).toBe(404);
  expect((await mallory.call("get_my_listing", { listing_id: id })).status).toBe(404);
  expect((await mailsTo(mallory.email))[0]!.subject).toStartWith("Your access to crewlist has ended");
  expect((await owner.browser.post(path, removal)).status).toBe(404);
  expect((await owner.browser.post(path, { kind: "owner", id: "x" })).status).toBe(422);
  // Read-only people can leave too; the last verified owner cannot.
  const left = await stranger.browser.post(path, { kind: "owner", id: String(stranger.accountId) });
  expect(left.location).toBe("/account/listings?done=left");
  const last = await owner.browser.post(path, { kind: "owner", id: String(owner.accountId) });
  expect([last.status, last.html.includes("only the team can remove you")]).toEqual([409, true]);
});

test("an invitation is withdrawn by its sender or a verified owner, and its link stops working", async () => {
  const [owner, guest] = [await person("o6@people.test", "Olga"), await person("g6@people.test", "Gus")];
  const { id, draft } = await submitted(owner, "openhouse");
  const { token } = await invite(owner, draft, guest);
  const path = `/account/listings/${id}/people`;
  const { html } = await owner.browser.get(path);
  expect(html).toContain("unless they choose not to");
  expect(html).not.toContain("every site");
  const [, invite_id] = /value="invited">\s*<input type="hidden" name="id" value="(\d+)"/.exec(html)!;
  expect((await owner.browser.post(path, { kind: "invited", id: invite_id! })).location).toBe(`${path}?done=withdrawn`);
  expect((await guest.browser.get(`/invite?token=${token}`)).status).toBe(410);
  expect((await owner.browser.post(path, { kind: "invited", id: invite_id! })).status).toBe(404);
});

test("an invitation from an account that is suspended stops working until the account is restored", async () => {
  const [owner, guest] = [await person("o10@people.test", "Olga"), await person("g10@people.test", "Gus")];
  const { id, draft } = await submitted(owner, "closedhouse");
  const { token } = await invite(owner, draft, guest);
  const suspend = (suspendedAt: string | null) =>
    town.server.store.write((tx) => updateAccount(tx, owner.accountId, { suspendedAt }, new Date()));
  await suspend(new Date().toISOString());
  expect((await guest.browser.get(`/invite?token=${token}`)).status).toBe(410);
  expect((await accept(guest, token)).status).toBe(410);
  await suspend(null);
  expect((await accept(guest, token)).location).toBe("/account/profile?done=joined");
  expect(await edit(guest, id)).toBe(200);
});

test("the team sees everyone with access, removes anyone with a reason, and restores a read-only owner", async () => {
  const [mallory, owner] = [await person("m7@people.test", "Mallory"), await person("o7@people.test", "Olga")];
  const { id, slug, host } = await submitted(mallory, "register");
  await prove(owner, slug, host);
  const path = `/team/listings/${slug}/people`;
  expect((await owner.browser.get(path)).status).toBe(404);
  const { html } = await team.get(path);
  for (const text of [mallory.email, owner.email, "Read-only", "Verified ownership with a DNS record"])
    expect(html).toContain(text);
  const act = (whom: Person, access: string, reason: string) =>
    team.post(path, { do: "access", account_id: String(whom.accountId), access, reason });
  expect((await act(mallory, "edit", "")).status).toBe(422);
  expect((await act(mallory, "edit", "She works there.")).location).toBe(`${path}?done=access`);
  expect(await edit(mallory, id)).toBe(200);
  expect((await mailsTo(mallory.email))[0]!.textBody).toContain("Reason: She works there.");
  // Access that the team gave outlasts a later proof.
  const next = await person("n7@people.test", "Nia");
  await prove(next, slug, host, "file");
  const disputes = await team.get("/team/claims");
  const [, dispute_id] = /name="dispute_id" value="(\d+)"/.exec(disputes.html)!;
  await team.post("/team/claims", { dispute_id: dispute_id!, decision: "grant", reason: "It was sold." });
  expect([await edit(mallory, id), await edit(owner, id), await edit(next, id)]).toEqual([200, 409, 200]);

  expect((await act(next, "none", "The company asked us to.")).location).toBe(`${path}?done=access`);
  expect((await next.call("get_my_listing", { listing_id: id })).status).toBe(404);
  expect(((await mallory.call("get_my_listing", { listing_id: id })) as any).body.verified.status).toBe("unverified");
  expect((await mailsTo(next.email))[0]!.textBody).toContain("Reason: The company asked us to.");
});
