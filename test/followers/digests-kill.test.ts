import { expect, test } from "bun:test";
import { createAccount } from "#db/queries/accounts/accounts.ts";
import { jobCounts } from "#db/queries/common/jobs.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { addUpdate } from "#db/queries/moderation/owner-voice.ts";
import { between, randomFrom } from "../bench/random.ts";
import { startMailServer } from "../support/fakes/mail-server.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { emptyStore } from "../support/server/harness.ts";
import { lastAttempts } from "../support/server/jobs.ts";
import { run } from "../support/server/process.ts";

const followers = 60;
const rounds = 12;
const yesterday = new Date("2026-11-17T12:00:00.000Z");
const today = "2026-11-18T12:00:00.000Z";

test("killed at any moment, two processes: each follower gets one email, and a repeat keeps its Message-ID", async () => {
  const store = emptyStore();
  const smtp = await startMailServer();
  await store.write(async (tx) => {
    const siteId = await addSite(tx);
    const listings = [await addListing(tx, siteId, "first"), await addListing(tx, siteId, "second")];
    for (let i = 0; i < followers; i++) {
      const person = { email: `person-${i}@example.test`, name: "", isVerified: true };
      const { id } = await createAccount(tx, person, yesterday);
      for (const listing of listings) await addFollow(tx, id, listing, yesterday);
    }
    for (const listing of listings) await addUpdate(tx, listing, { title: "News", body: "Of the day." }, yesterday);
  });
  const start = () =>
    run("test/followers/digests-kill-child.ts", {
      DATABASE: store.read.$client.filename,
      SMTP_URL: smtp.url,
      NOW: today,
    });
  const isOver = async () => {
    const counts = await jobCounts(store.read);
    return counts.length === 1 && counts[0]!.state === "done" && counts[0]!.count === 2 * followers + 1;
  };

  const random = randomFrom(20_261_118);
  for (let round = 0; round < rounds && !(await isOver()); round++) {
    const children = [start(), start()];
    const ready = () => children.every(({ out, child }) => out.includes("ready") || child.exitCode !== null);
    while (!ready()) await Bun.sleep(5);
    // Every second kill is just after an email was received but before its sender knows.
    let mailsToCome = between(random, 1, 8);
    const mailed = new Promise<void>((resolve) => {
      smtp.hooks.onMail = () => void (--mailsToCome === 0 && resolve());
    });
    await (round % 2 === 0 ? Promise.race([mailed, Bun.sleep(1000)]) : Bun.sleep(random() * 200));
    // On a slow machine, the same emails are in progress at each kill.
    while (lastAttempts(store) > 0) await Bun.sleep(5);
    for (const { child } of children) child.kill("SIGKILL");
    for (const { ended } of children) expect(await ended()).toMatchObject({ err: "" });
  }
  const last = start();
  while (!(await isOver()) && last.child.exitCode === null) await Bun.sleep(20);
  last.child.kill("SIGKILL");
  expect(await last.ended()).toMatchObject({ err: "" });

  const idsOf = new Map<string, Set<string>>();
  for (const { recipient, mail } of smtp.received)
    idsOf.set(recipient, (idsOf.get(recipient) ?? new Set()).add(mail.messageId!));
  expect(idsOf.size).toBe(followers);
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  for (const { mail } of smtp.received) {
    expect(mail.text).toContain("first: News");
    expect(mail.text).toContain("second: News");
  }
  const told = "SELECT after FROM changes WHERE action = 'send_digest'";
  expect(store.read.$client.query(told).all()).toHaveLength(followers);
  await smtp.stop();
  await store.close();
}, 120_000);
