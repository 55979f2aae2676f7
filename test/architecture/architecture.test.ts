import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporary } from "../support/server/temporary.ts";
import { brokenWrites, directWrites } from "./direct-writes.ts";
import { brokenLookups, textAsKey } from "./lookups.ts";
import { readCode, root } from "./program.ts";
import { brokenAccess, brokenStatements, declaredStatements, misfits, prepareAll, soundAccess } from "./statements.ts";

async function run(command: string[], cwd = root): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn([process.execPath, "--bun", ...command], { stdout: "pipe", stderr: "pipe", cwd });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, output: out + err };
}

test("dependency-cruiser: finds an import that the layer forbids", async () => {
  const folder = mkdtempSync(join(temporary, "layers-"));
  await Bun.write(join(folder, "tsconfig.json"), Bun.file(join(root, "tsconfig.json")));
  await Bun.write(join(folder, "tools/core/calls/call.ts"), "export const call = 1;");
  await Bun.write(join(folder, "db/queries/rates.ts"), 'export { call } from "../../tools/core/calls/call.ts";');
  const command = [join(root, "node_modules/.bin/depcruise"), "--config", join(root, ".dependency-cruiser.cjs")];
  const { exitCode, output } = await run([...command, "tools", "db"], folder);
  expect(output).toContain("error db-stands-alone: db/queries/rates.ts → tools/core/calls/call.ts");
  expect(exitCode).toBe(1);
});

test("knip: no unused exports, declarations or dependencies", async () => {
  const { exitCode, output } = await run(["node_modules/.bin/knip", "--config", ".knip.json", "--no-progress"]);
  expect(output.trim()).toBe("");
  expect(exitCode).toBe(0);
});

test("folders: at most 40 production files, except in the crawler", () => {
  const files = new Bun.Glob("{auth,bridge,db,tools}/**/*.ts").scanSync(root);
  const sizes = new Map<string, number>();
  for (const file of files)
    if (!file.endsWith(".test.ts")) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  const large = [...sizes].filter(([, size]) => size > 40).map(([folder]) => folder);
  expect(large.sort()).toEqual(["tools/drafts/crawl"]);
});

test("query style: each file uses either Drizzle's builder or preparedSql", async () => {
  const usesBuilder = /\b(?:db|tx)\s*\.(?:select|insert|update|delete)\(/;
  const usesBoth = (text: string) => usesBuilder.test(text) && text.includes("preparedSql");
  expect(usesBoth('const q = preparedSql("SELECT 1");\nawait tx\n  .insert(jobs)')).toBe(true);
  const files = [...new Bun.Glob("{auth,db}/**/*.ts").scanSync(root)].filter((path) => !path.endsWith(".test.ts"));
  const mixed = await Array.fromAsync(files, async (path) =>
    usesBoth(await Bun.file(join(root, path)).text()) ? path : [],
  );
  expect(files.length).toBeGreaterThan(150);
  expect(mixed.flat()).toEqual([]);
});

/** Type-checks all production code once, including the violations that the checks must find. */
const code = readCode({ ...brokenWrites, ...brokenLookups, ...(await brokenStatements()) });

describe("code outside operations changes the directory only through operations", () => {
  // Files that may write to the database directly, with the reason.
  const mayWrite = new Map([
    ["bridge/start/call-context.ts", "queues the mail of operations"],
    ["bridge/start/serve.ts", "passes callTool the transaction of operations"],
    ["bridge/commands/session.ts", "passes callTool the transaction of operations"],
    ["bridge/commands/import.ts", "merges the search index, which changes no record"],
    ["bridge/commands/everything.ts", "imports a whole directory, with its audit log, into an empty database"],
    ["bridge/start/demo-sign-in.ts", "creates the demo account of a new database"],
    ["bridge/http/server/last-used.ts", "saves the last use of keys for many requests at once"],
    ["bridge/http/server/insights.ts", "saves counted events of many requests at once"],
    ["bridge/outbound/mail.ts", "marks a mail as sent"],
    ["bridge/jobs/runner.ts", "manages the job queue"],
    ["bridge/jobs/mailed-link-job.ts", "calls auth/, whose functions write their own audit entries"],
    ["bridge/backups/jobs.ts", "queues a mail to the team"],
    ["bridge/jobs/vat-rates-watch.ts", "queues a mail to the team"],
    ["tools/account/run-jobs.ts", "housekeeping: deletes expired sessions, links, codes, tokens and approval requests"],
    ["tools/claims/run-jobs.ts", "queues jobs"],
    [
      "tools/data/run-jobs.ts",
      "adds entries of the change feed for posts whose date has come; saves how far search engines were notified",
    ],
    ["tools/drafts/run-jobs.ts", "saves pages and progress of a draft; housekeeping: deletes pages"],
    ["tools/followers/run-jobs.ts", "queues jobs"],
    ["tools/insights/run-jobs.ts", "housekeeping: folds counts and deletes the hashes of callers"],
    ["tools/jobs/run-jobs.ts", "housekeeping: deletes stored responses, old mails and old jobs"],
    ["tools/launches/run-jobs.ts", "saves the result of a badge check; queues jobs"],
    ["tools/listings/run-jobs.ts", "stores images and cards; housekeeping: deletes unused images"],
    ["tools/moderation/run-jobs.ts", "saves the progress of text checks"],
    ["tools/orders/run-jobs.ts", "queues jobs; housekeeping: deletes expired quotes"],
    ["tools/webhooks/run-jobs.ts", "saves the results of deliveries; housekeeping: deletes old events"],
  ]);

  test("direct writes: only in the listed files and the deliberate violations", () => {
    const files = code.files.filter((file) => /^bridge\/|^tools\/[^/]+\/run-jobs\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) =>
      [...directWrites(code, file)].map((what) => [file, what] as [string, string]),
    );
    expect(found.filter(([file]) => !mayWrite.has(file)).sort()).toEqual([
      ["bridge/pages/calls.ts", "opens a write transaction"],
      ["bridge/pages/imports.ts", "imports change"],
      ["bridge/pages/passes.ts", "passes a write transaction on"],
    ]);
    const writing = new Set(found.map(([file]) => file));
    expect([...mayWrite.keys()].filter((file) => !writing.has(file))).toEqual([]);
  }, 300_000);
});

test("plain objects: never indexed by text, which would find inherited properties (db/values/lookup.ts)", () => {
  const files = code.files.filter((file) => file !== "db/values/lookup.ts");
  expect(files.length).toBeGreaterThan(200);
  const isBroken = (found: string) => found.startsWith("tools/core/broken-lookups.ts:");
  const found = files.flatMap((file) => textAsKey(code, file));
  expect(found.filter((one) => !isBroken(one))).toEqual([]);
  expect(found.filter(isBroken)).toHaveLength(5);
}, 300_000);

test("SQL statements: match the schema and the declared rows and parameters", async () => {
  const statements = await prepareAll();
  expect(statements.length).toBeGreaterThan(400);
  const files = code.files.filter((file) => file.startsWith("db/") && file !== brokenAccess);
  const declared = new Map(files.flatMap((file) => [...declaredStatements(code, file)]));
  expect(misfits(statements, declared)).toEqual([]);
  const seen = new Set(statements.map(({ site }) => site));
  expect([...declared.keys()].filter((site) => !seen.has(site))).toEqual([]);
  const copied = statements.filter(({ site }) => site.startsWith(`${soundAccess}:`));
  const broken = copied.map((statement) => ({ ...statement, site: statement.site.replace(soundAccess, brokenAccess) }));
  expect(misfits(broken, declaredStatements(code, brokenAccess))).toHaveLength(2);
}, 300_000);
