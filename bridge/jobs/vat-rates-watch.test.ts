import { afterEach, expect, test } from "bun:test";
import pino from "pino";
import { latestMails } from "#db/queries/common/mail-records.ts";
import type { Store } from "#db/store/store.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import { ratesCheckedOn } from "#tools/orders/vat/rates.ts";
import type { JobRunner } from "./runner.ts";
import { vatRatesWatch } from "./vat-rates-watch.ts";

const after = (days: number) => new Date(Date.parse(ratesCheckedOn) + days * 86_400_000);
const urlsOf = () => ({ base: "https://slipway.example", api: "", mcp: "", docs: "" });

let jobs: JobRunner;
let store: Store;
afterEach(async () => {
  await jobs.stop();
  await store.close();
});

/** Starts the job with a clock that the test sets, and collects its log. */
async function watch(teamEmail: string | null) {
  store = emptyStore();
  await store.write((tx) => addSite(tx));
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(line) });
  const clock = { now: after(0) };
  jobs = startTestJobs({ store, log, now: () => clock.now, jobs: [vatRatesWatch({ teamEmail, urlsOf })] });
  const runAt = async (days: number) => {
    clock.now = after(days);
    await jobs.drain();
    return { logged, mails: await latestMails(store.read, 10) };
  };
  return { runAt };
}

test("rates checked within a year: no warning; older rates: one warning a month to the team", async () => {
  const { runAt } = await watch("team@example.test");
  expect(await runAt(365)).toEqual({ logged: [], mails: [] });
  const first = await runAt(400);
  expect(first.logged[0]).toContain(`"checked_on":"${ratesCheckedOn}","age_days":400`);
  expect(first.mails).toMatchObject([
    { recipient: "team@example.test", subject: "The VAT rates may be out of date (main)" },
  ]);
  expect((await runAt(401)).mails).toHaveLength(1);
  expect((await runAt(435)).mails).toHaveLength(2);
});

test("no team email: the warning is only logged", async () => {
  const { runAt } = await watch(null);
  const { logged, mails } = await runAt(400);
  expect([logged.length, mails.length]).toEqual([1, 0]);
});
