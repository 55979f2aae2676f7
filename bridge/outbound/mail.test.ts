import { afterEach, beforeEach, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { listJobs } from "#db/queries/common/job-records.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import type { Store } from "#db/store/store.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import type { JobRunner } from "../jobs/runner.ts";
import { mailJob, smtpSender } from "./mail.ts";

interface Received {
  from: string;
  to: string[];
  raw: string;
}

let store: Store;
let smtp: SMTPServer;
let port: number;
let received: Received[];
/** What the server answers to the next recipients, one each. */
let refusals: { code: number; message: string }[];
const runners: JobRunner[] = [];
let clock: Date;

beforeEach(async () => {
  store = emptyStore();
  clock = new Date(testNow);
  received = [];
  refusals = [];
  smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo(_address, _session, callback) {
      const refusal = refusals.shift();
      callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : undefined);
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  port = (smtp.server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await store.close();
});

async function deliver(): Promise<void> {
  const delivery = mailJob(smtpSender(`smtp://127.0.0.1:${port}`, "Slipway <hello@slipway.example>"));
  const jobs = startTestJobs({ store, now: () => clock, jobs: [delivery] });
  runners.push(jobs);
  await jobs.drain();
}

const queue = (recipient: string, subject = "Grüße & <more>") =>
  store.write((tx) =>
    queueMail(tx, { recipient, subject, textBody: "Plain text", htmlBody: "<p>Rich text</p>" }, clock),
  );

test("mail: sent once, with both bodies and its fixed Message-ID", async () => {
  await queue("ada@example.test");
  await deliver();
  await deliver();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: "hello@slipway.example", to: ["ada@example.test"] });
  const mail = await PostalMime.parse(received[0]!.raw);
  const [stored] = await latestMails(store.read, 1);
  expect(mail).toMatchObject({ subject: "Grüße & <more>", messageId: `<${stored!.messageId}>` });
  expect([mail.text?.trim(), mail.html?.trim()]).toEqual(["Plain text", "<p>Rich text</p>"]);
  expect(stored!.sentAt).toBe(clock.toISOString());
});

test("commas and line breaks in a recipient: no additional recipient", async () => {
  await queue("ada@example.test, eve@example.test");
  await queue("bob@example.test\r\nRCPT TO:<eve@example.test>");
  await deliver();
  expect(received.flatMap(({ to }) => to)).not.toContain("eve@example.test");
});

test("mail sealed with another key: the job dies at once, and its error names the key file and the fix", async () => {
  await queue("ada@example.test");
  await store.write(async (tx) => void (await tx.$client.run("UPDATE mails SET message_id = 'other@slipway'")));
  await deliver();
  const [job] = await listJobs(store.read, "dead", 1);
  expect(job!.attempts).toBe(1);
  expect(job!.lastError).toContain(`${store.read.path}.key is missing or was replaced. Copy the key file`);
});

test("busy server: retried later; refusal: final", async () => {
  await queue("ada@example.test");
  refusals.push({ code: 451, message: "come back later" });
  await deliver();
  expect(received).toEqual([]);
  clock = new Date(clock.getTime() + 10_000);
  await deliver();
  expect(received).toHaveLength(1);

  await queue("nobody@example.test");
  refusals.push({ code: 550, message: "no such mailbox" });
  await deliver();
  expect(await listJobs(store.read, "dead", 10)).toMatchObject([{ attempts: 1 }]);
});
