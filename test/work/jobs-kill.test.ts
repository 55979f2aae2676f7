import { afterAll, beforeAll, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { listJobs } from "#db/queries/common/job-records.ts";
import { enqueue, jobCounts } from "#db/queries/common/jobs.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import type { Store } from "#db/store/store.ts";
import { between, randomFrom } from "../bench/random.ts";
import { emptyStore } from "../support/server/harness.ts";
import { run } from "../support/server/process.ts";

const seed = 20_261_118;
const rounds = 20;
const leaseMs = 400;
const effectNames = Array.from({ length: 150 }, (_, i) => `effect-${i}`);
const recipients = Array.from({ length: 100 }, (_, i) => `person-${i}@example.test`);

let store: Store;
let smtp: SMTPServer;
const received: { recipient: string; raw: string }[] = [];
/** Called when an email was received, before its sender knows. */
let onMail = () => {};

beforeAll(async () => {
  store = emptyStore();
  smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {});
      stream.on("end", () => {
        received.push({ recipient: envelope.rcptTo[0]!.address, raw: Buffer.concat(chunks).toString() });
        onMail();
        setTimeout(callback, 10);
      });
    },
  });
  // A killed sender aborts its connection.
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await store.close();
});

const startChild = async () => {
  const { port } = smtp.server.address() as { port: number };
  const worker = run("test/work/jobs-kill-child.ts", {
    DATABASE: store.read.$client.filename,
    SMTP_PORT: String(port),
    LEASE_MS: String(leaseMs),
  });
  while (!worker.out.includes("ready") && worker.child.exitCode === null) await Bun.sleep(5);
  return worker;
};
const countOf = async (...states: string[]) =>
  (await jobCounts(store.read)).filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.count, 0);
const isOver = async () => (await countOf("queued", "leased")) === 0;

test("killed at any moment: each job takes effect exactly once, and a repeated email keeps its Message-ID", async () => {
  const random = randomFrom(seed);
  await store.write(async (tx) => {
    const now = new Date();
    tx.$client.run("CREATE TABLE effects (name TEXT)");
    for (const name of effectNames) await enqueue(tx, { kind: "effect", key: name, payload: { name } }, now);
    for (const recipient of recipients)
      await queueMail(tx, { recipient, subject: "Hello", textBody: "Hello", htmlBody: "<p>Hello</p>" }, now);
    // On a slow machine, many kills can interrupt the same job, or its lease ends before it has finished.
    tx.$client.run("UPDATE jobs SET max_attempts = 1000");
  });

  for (let round = 0; round < rounds && !(await isOver()); round++) {
    const { child, ended } = await startChild();
    // Every second kill is just after an email was received but before the child knows, so the child has to resend it.
    let mailsToCome = between(random, 1, 6);
    const mailed = new Promise<void>((resolve) => {
      onMail = () => void (--mailsToCome === 0 && resolve());
    });
    await (round % 2 === 0 ? Promise.race([mailed, Bun.sleep(1000)]) : Bun.sleep(random() * 300));
    child.kill("SIGKILL");
    expect(await ended()).toMatchObject({ err: "" });
    expect(child.signalCode).toBe("SIGKILL");
  }
  const last = await startChild();
  while (!(await isOver()) && last.child.exitCode === null) await Bun.sleep(20);
  last.child.kill("SIGKILL");
  expect(await last.ended()).toMatchObject({ err: "" });

  const total = effectNames.length + recipients.length;
  expect(await jobCounts(store.read)).toEqual([{ state: "done", count: total }]);
  const attempts = (await listJobs(store.read, "done", total)).reduce((sum, job) => sum + job.attempts, 0);
  expect(attempts).toBeGreaterThan(total);

  const done = store.read.$client.query<{ name: string }, []>("SELECT name FROM effects").all();
  expect(done.map(({ name }) => name).sort()).toEqual([...effectNames].sort());

  const mails = await latestMails(store.read, total);
  expect(mails.filter(({ sentAt }) => sentAt === null)).toEqual([]);
  const idsOf = new Map<string, Set<string>>();
  for (const { recipient, raw } of received)
    idsOf.set(recipient, (idsOf.get(recipient) ?? new Set()).add((await PostalMime.parse(raw)).messageId!));
  expect(new Map([...idsOf].sort())).toEqual(
    new Map(mails.map((mail) => [mail.recipient, new Set([`<${mail.messageId}>`])] as const).sort()),
  );
  expect(received.length).toBeGreaterThan(recipients.length);
}, 90_000);
