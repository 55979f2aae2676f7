import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { changesOf, type Subject } from "#db/queries/common/audit-log.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { sendTool } from "../clients/tool-caller.ts";
import { startTestServer, testNow } from "../server/harness.ts";
import { temporary } from "../server/temporary.ts";
import { keyFor } from "./account.ts";

/** Live listings of the demo account: one paid, one free. */
export const paid = { listing_id: 3, slug: "tidepad" };
export const free = { listing_id: 11, slug: "harbourlist" };

/** A server with the demo directory, its owner, and callers without the owner's rights. */
export async function startOwnerServer(now: () => Date = () => testNow) {
  const server = await startTestServer({ now });
  const { key } = (await demoSignIn(server.store, temporary, testNow))!;
  const others = {
    stranger: await keyFor(server.store, { email: "eve@example.test", scopes: ["account:read", "listings:write"] }),
    reader: await keyFor(server.store, { email: "reader@example.test" }),
  };
  return {
    ...server,
    owner: server.as(key),
    /** Calls a tool over REST as the owner and returns the headers too. */
    send: (tool: AnyTool, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
      sendTool(server, tool, input, { authorization: `Bearer ${key}`, ...headers }),
    /** The public view of a listing, and its tag. */
    async shown({ slug }: { slug: string }) {
      const response = await server.get(`/listings/${slug}`);
      return { etag: response.headers.get("etag"), listing: (await response.json()) as any };
    },
    /** Statuses of a call without a sign-in, without the scope, and by another account. */
    async refusals(name: string, input: Record<string, unknown>): Promise<number[]> {
      const callers = [server, server.as(others.reader.key), server.as(others.stranger.key)];
      return Promise.all(callers.map(async (caller) => (await caller.call(name, input)).status));
    },
    run: (sql: string) => server.store.write(async (tx) => void tx.$client.run(sql)),
    latestChange: async (subject: Subject) => (await changesOf(server.store.read, subject, 1))[0]!,
  };
}

export type OwnerServer = Awaited<ReturnType<typeof startOwnerServer>>;
