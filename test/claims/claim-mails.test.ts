import { afterAll, beforeAll, expect, test } from "bun:test";
import { smtpSender } from "#bridge/outbound/mail.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import decideDispute from "#tools/claims/decide-dispute.ts";
import listDisputes from "#tools/claims/list-disputes.ts";
import { teamCaller } from "../support/clients/team.ts";
import { visitor } from "../support/clients/visitor.ts";
import { startMailServer } from "../support/fakes/mail-server.ts";
import { type ClaimTown, publish, startClaimTown } from "../support/records/claims.ts";

let town: ClaimTown;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  smtp = await startMailServer();
  town = await startClaimTown({ sendMail: smtpSender(smtp.url, "Slipway <hello@slipway.example>") });
});
afterAll(async () => {
  await town.stop();
  await smtp.stop();
});

type Person = Awaited<ReturnType<ClaimTown["person"]>>;
/** Emails to a mailbox, oldest first, after all jobs have run. */
async function received(address: string) {
  await town.server.drainJobs();
  return smtp.received.filter(({ recipient }) => recipient === address).map(({ mail }) => mail);
}
const subjectsOf = async ({ email }: Person) => (await received(email)).map(({ subject }) => subject);
const claim = async (who: Person, slug: string, method: string, more = {}) =>
  (await who.over("REST", "claim_listing", { slug, method, ...more })).body;
const verify = async (who: Person, claim_id: number) => (await who.over("REST", "verify_claim", { claim_id })).body;

test("method email: only the given mailbox gets the link, the link proves the claim, and the loser is notified", async () => {
  await town.list("harbour");
  const [ada, bob] = [await town.person("ada@people.test"), await town.person("bob@people.test")];
  await claim(bob, "harbour", "file");
  const { claim_id } = await claim(ada, "harbour", "email", { email: "Office+claims@harbour.test" });
  const [mail, ...more] = await received("office+claims@harbour.test");
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    subject: expect.stringContaining("Confirm the claim to harbour.test"),
    to: [{ name: "" }],
  });
  expect(mail!.text).toContain("Ada has claimed the listing for harbour.test");
  expect(mail!.text).not.toContain(ada.email);
  const [address] = /http:\/\/localhost:\d+\/claim\?token=[\w-]+/.exec(mail!.text!)!;
  expect(mail!.html).toContain(address);
  expect(await subjectsOf(ada)).toEqual([]);

  const { pathname, search, searchParams } = new URL(address);
  const reader = visitor(town.server);
  expect((await reader.get(pathname + search)).html).toContain("Confirm claim");
  expect((await town.claim(claim_id))!.status).toBe("pending");
  expect((await reader.post("/claim", { token: searchParams.get("token")! })).html).toContain("harbour is verified");
  expect(await subjectsOf(ada)).toEqual([expect.stringContaining("You are now a verified owner of harbour")]);
  expect(await subjectsOf(bob)).toEqual([expect.stringContaining("Your claim to harbour has ended")]);
  const [lost] = await received(bob.email);
  expect(lost!.text).toContain(
    "claim the listing again. Once you have also proved your ownership, the team will decide",
  );
});

test("a dispute: both sides get an email when it opens, and one with the decision and its reason", async () => {
  await town.list("pier");
  const [eve, dan] = [await town.person("eve@people.test"), await town.person("dan@people.test")];
  const first = await claim(eve, "pier", "file");
  publish(town, first);
  expect((await verify(eve, first.claim_id)).status).toBe("verified");
  const second = await claim(dan, "pier", "dns");
  publish(town, second);
  expect((await verify(dan, second.claim_id)).dispute.status).toBe("open");
  expect(await subjectsOf(dan)).toEqual([expect.stringContaining("We found your proof for pier")]);
  expect((await subjectsOf(eve)).slice(1)).toEqual([expect.stringContaining("Someone else has claimed pier")]);

  const { accountId } = await town.person("tess@people.test");
  const team = teamCaller(town.server.store, (await siteById(town.server.store.read, 1))!, { accountId });
  const { items } = await team(listDisputes, {});
  const { dispute_id } = items.find(({ slug }) => slug === "pier")!;
  await team(decideDispute, { dispute_id, decision: "grant", reason: "The domain was sold in May." });
  for (const [who, subject, result] of [
    [dan, "Dispute decided: pier is yours", "You are now the verified owner."],
    [eve, "Dispute decided: pier is not yours", "You can still view the listing."],
  ] as const) {
    const mails = (await received(who.email)).filter(({ subject }) => subject!.includes("decided"));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toContain(subject);
    for (const text of [result, "Reason: The domain was sold in May."]) expect(mails[0]!.text).toContain(text);
  }
  for (const [who, other] of [
    [dan, eve],
    [eve, dan],
  ] as const)
    for (const { text, html, subject, headers } of await received(who.email))
      expect(text! + html! + subject! + JSON.stringify(headers)).not.toContain(other.email);
});
