import { expect, test } from "bun:test";
import { join } from "node:path";
import pino from "pino";
import { prettyLine, redacted, writeInfo } from "./log.ts";

const timestamp = () => ',"time":"2026-11-21T10:00:00.000Z"';

test.each([
  ["the logger", {}],
  ["a child of it", { job: 7, kind: "mail" }],
])("writeInfo: writes the same line as %s", (_, bindings) => {
  const lines: string[] = [];
  const root = pino({ base: null, timestamp }, { write: (line: string) => void lines.push(line) });
  const log = root.child(bindings);
  const fields = { operation: 'a "quoted" name', status: 200, ms: 0.25 };
  log.info(fields, "request completed");
  writeInfo(log, JSON.stringify({ ...fields, msg: "request completed" }).slice(1, -1));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(lines[0]!);
});

test("log.info and writeInfo: all lines in order, even if the process exits immediately", async () => {
  const script = `
    import { createLogger, writeInfo } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const log = createLogger({ LOG_LEVEL: "info", LOG_FORMAT: "json" });
    for (let i = 0; i < 500; i++) i % 2 ? log.info({ i }, "x") : writeInfo(log, \`"i":\${i},"msg":"x"\`);
    process.exit(0);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).i)).toEqual(Array.from({ length: 500 }, (_, i) => i));
});

test("a single line: written without waiting for a full batch", async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    createLogger({ LOG_LEVEL: "info", LOG_FORMAT: "json" }).info("first");
    await Bun.sleep(20_000);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  child.kill();
  expect(JSON.parse(new TextDecoder().decode(value)).msg).toBe("first");
});

test("several processes on one pipe: lines stay complete and have their worker's number", async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const log = createLogger({ LOG_LEVEL: "info", LOG_FORMAT: "json" }, Number(process.argv[1]));
    for (let i = 0; i < 500; i++) log.info({ i, text: "ö".repeat(i % 700) }, "x");`;
  // Both processes write to one pipe, which the shell reads so slowly that it is always full.
  const both = `{ "$0" -e "$1" 1 & "$0" -e "$1" 2 & wait; } | while read -r line; do printf '%s\\n' "$line"; done`;
  const child = Bun.spawn(["sh", "-c", both, process.execPath, script], { stdout: "pipe", stderr: "inherit" });
  const lines = (await new Response(child.stdout).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const worker of [1, 2])
    expect(lines.filter((line) => line.worker === worker).map(({ i }) => i)).toEqual(
      Array.from({ length: 500 }, (_, i) => i),
    );
});

test("an error in the log: without the values, the addresses and the secrets in its text and properties", async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dir, "log.ts"))};
    const err = Object.assign(new Error("550 no mailbox <canary@mail.example>; https://x.example/a?code=canary"), {
      code: "EENVELOPE", rejected: ["canary@mail.example"], params: ["canary"],
    });
    createLogger({ LOG_LEVEL: "info", LOG_FORMAT: process.argv[1] }).warn({ err, job: 7 }, "job failed");`;
  for (const format of ["json", "pretty"]) {
    const child = Bun.spawn([process.execPath, "-e", script, format], { stdout: "pipe", stderr: "inherit" });
    const line = await new Response(child.stdout).text();
    expect(line).not.toContain("canary");
    for (const kept of ["job failed", "550 no mailbox <…@…>; https://x.example/a?…"]) expect(line).toContain(kept);
  }
});

test.each([
  ["Failed query: select ?\nparams: ada,canary", "Failed query: select ?\nparams: …"],
  ["smtp://user:canary@mail.example:587", "smtp://…@mail.example:587"],
  ["Bearer Zq3v0Yw8PbX1sT5uK7mN2cR4dF6gH9jL", "Bearer …"],
  ["at run (/srv/bridge/commands/import-record.ts:10:5)", "at run (/srv/bridge/commands/import-record.ts:10:5)"],
])("redacted: %s", (text, safe) => {
  expect(redacted(text)).toBe(safe);
});

test("LOG_FORMAT=pretty: one readable line, with the stack of an error below it", () => {
  const line = { level: 40, time: "2026-11-21T10:00:00.000Z", job: 7, reason: "no reply", msg: "job failed" };
  expect(prettyLine(JSON.stringify(line))).toBe('2026-11-21T10:00:00.000Z WARN  job failed job=7 reason="no reply"');
  expect(prettyLine(JSON.stringify({ ...line, err: { stack: "Error: x\n  at y" } }))).toEndWith("\nError: x\n  at y");
});
