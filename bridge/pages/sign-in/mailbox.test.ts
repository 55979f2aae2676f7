import { expect, test } from "bun:test";
import { composeMail } from "#auth/mails.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import { visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, testNow } from "#test/support/server/harness.ts";

test("mailbox: shows the text of a mail, in which only URLs are links and nothing is markup", async () => {
  const server = await startTestServer();
  const hostile = '<script>alert(1)</script><img src=x onerror="alert(1)"> https://ok.example/"onclick=x';
  const mail = composeMail(
    { name: "Slipway", base: server.url },
    { subject: hostile, greeting: hostile, paragraphs: [hostile] },
  );
  await server.store.write((tx) => queueMail(tx, { recipient: "ada@example.test", ...mail }, testNow));
  const [stored] = await server.mails();
  for (const path of ["/dev/mailbox", `/dev/mailbox?mail=${stored!.id}`]) {
    const { status, html } = await visitor(server).get(path);
    expect([status, html.includes("&lt;script&gt;alert(1)")]).toEqual([200, true]);
    expect(html).not.toMatch(/<script>alert|<img src=x|" ?onclick|<iframe/);
  }
  await server.stop();
});
