import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { startWorkers } from "../support/server/workers.ts";
import { clientsOf, countsOf } from "./traffic.ts";

test("two workers: their counts add up, and a graceful stop saves the rest", async () => {
  const pool = await startWorkers({ RATE_LIMITS: "off" });
  const path = "/api/v1/listings/fernleaf";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "agent", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "get_listing", arguments: { slug: "fernleaf" }, _meta };
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "get_listing",
  };
  for (const [worker, reads] of [
    [1, 7],
    [2, 5],
  ] as const) {
    const line = await pool.lineTo(worker);
    for (let i = 0; i < reads; i++) expect((await line.ask("GET", path)).status).toBe(200);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    expect((await line.ask("POST", "/mcp", { headers, body })).status).toBe(200);
    line.close();
  }
  pool.child.kill("SIGTERM");
  await pool.child.exited;
  const db = { $client: new Database(join(pool.dataDir, "slipway.db"), { readonly: true }) } as any;
  const counts = countsOf(db, "fernleaf").map((line) => line.replace(/ \d+:/, ":"));
  expect(counts).toEqual(["profile_reads mcp: 2", "profile_reads rest: 12"]);
  expect(clientsOf(db, "fernleaf")).toEqual(["agent: 2"]);
  db.$client.close();
});
