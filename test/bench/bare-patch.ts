import type { SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { connect } from "#db/store/connect.ts";
import type { Repeated } from "./patch.ts";
import { keyOf } from "./rows.ts";

/**
 * The baseline for an edit by Slipway: the smallest program that runs the same SQL. The statements of one edit are
 * prepared once and run in one transaction with the same database settings, without checks, versions, limits, headers
 * or logs.
 */

const [folder, port] = process.argv.slice(2) as [string, string];
const { statements, listingId, sent, answer } = (await Bun.file(join(folder, "edit.json")).json()) as Repeated;
const db = connect(join(folder, "slipway.db"), {});
const votesOf = db.prepare<{ votes: number }, [number]>("SELECT votes FROM listings WHERE id = ?");

type Fill = (id: number, text: string, lastId: number) => SQLQueryBindings;

function filled(param: Repeated["statements"][number]["params"][number]): Fill {
  if (param === listingId) return (id) => id;
  if (typeof param === "string") return inText(param);
  if (param === null || typeof param === "number") return () => param;
  if ("lastId" in param) return (_id, _text, lastId) => lastId;
  return (id) => keyOf({ id, votes: votesOf.get(id)!.votes });
}

/** Replaces listing and text in a parameter of the recorded edit. */
function inText(text: string): (id: number, sent: string) => string {
  const parts = text.split(new RegExp(`\\b(${listingId}|${sent})\\b`));
  if (parts.length === 1) return () => text;
  return (id, other) => parts.map((part) => (part === sent ? other : part === String(listingId) ? id : part)).join("");
}

const prepared = statements.map(({ sql, params }) => ({
  statement: db.prepare<{ id?: number }, SQLQueryBindings[]>(sql),
  params: params.map(filled),
}));
const answered = inText(answer);
const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");

function edit(id: number, text: string): string {
  begin.run();
  let lastId = 0;
  for (const { statement, params } of prepared) {
    const [row] = statement.all(...params.map((fill) => fill(id, text, lastId)));
    lastId = row?.id ?? 0;
  }
  commit.run();
  return answered(id, text);
}

Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/me/listings/:id": {
      async PATCH(request) {
        await request.json();
        const text = request.headers.get("idempotency-key")!;
        return new Response(edit(Number(request.params.id), text), { headers: { "content-type": "application/json" } });
      },
    },
  },
});
