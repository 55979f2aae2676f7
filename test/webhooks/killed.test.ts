import { expect, test } from "bun:test";
import { join } from "node:path";
import { insertWebhook } from "#db/queries/webhooks/webhooks.ts";
import { openStore } from "#db/store/file-store.ts";
import { newWebhookSecret } from "#tools/webhooks/create-webhook.ts";
import { demoDataDir } from "../support/server/demo-data-dir.ts";
import { runServer } from "../support/server/process.ts";
import { startReceiver, verify } from "./receiver.ts";

const events = 30;

test("a server that is killed and stopped during deliveries: every event arrives, and a repeated one has the same id", async () => {
  const receiver = startReceiver();
  receiver.respondWith(async () => {
    await Bun.sleep(20);
    return new Response();
  });
  const folder = await demoDataDir();
  const secret = newWebhookSecret();
  const store = openStore(join(folder, "slipway.db"));
  const ids = store.read.$client.query<{ id: number }, []>("SELECT id FROM listings WHERE status = 'live'").all();
  await store.write(async (tx) => {
    const facts = { siteId: 1, accountId: null, shownUrl: receiver.url, format: "standard", secret } as const;
    await insertWebhook(tx, { ...facts, url: receiver.url, events: ["listing.changed"] }, new Date());
    const edit = "UPDATE listings SET version = version + 1, updated_at = ? WHERE id = ?";
    for (const { id } of ids.slice(0, events)) tx.$client.run(edit, [new Date().toISOString(), id]);
  });
  await store.close();

  const signals = ["SIGKILL", "SIGTERM", "SIGKILL"] as const;
  for (const [round, signal] of signals.entries()) {
    const server = await runServer({ DATA_DIR: folder, ALLOW_NETWORKS: "127.0.0.0/8" });
    while (receiver.received.length < (round + 1) * 5) await Bun.sleep(2);
    server.child.kill(signal);
    await server.ended();
  }
  const server = await runServer({ DATA_DIR: folder, ALLOW_NETWORKS: "127.0.0.0/8" });
  const arrived = () => Map.groupBy(receiver.received, ({ headers }) => headers.get("webhook-id")!);
  while (arrived().size < events) await Bun.sleep(20);
  server.child.kill();
  await server.ended();

  for (const requests of arrived().values()) {
    for (const request of requests) verify(request, secret, new Date());
    expect(new Set(requests.map(({ event }) => event.data.id)).size).toBe(1);
  }
  expect(new Set(receiver.received.map(({ event }) => event.data.id)).size).toBe(events);
  await receiver.stop();
});
