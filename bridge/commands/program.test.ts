import { beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { newDataDir, run } from "#test/support/server/process.ts";

let admin: TestAdmin;
beforeEach(() => {
  admin = newAdmin();
});

const nouns =
  "site category post product listing founder award user key jobs import export ratings backup restore db seed".split(
    " ",
  );

test("--help: exit code 0 for the program and every noun and verb", async () => {
  const help = await admin.run("--help");
  expect(help.exitCode).toBe(0);
  for (const noun of nouns) {
    expect(help.out).toMatch(new RegExp(`^  ${noun} `, "m"));
    const { exitCode, out } = await admin.run(noun, "--help");
    expect(exitCode).toBe(0);
    const verbs = /Commands:\n([\s\S]*)/.exec(out)?.[1]?.matchAll(/^ {2}(\w+)/gm) ?? [];
    for (const [, verb] of verbs) {
      if (verb === "help") continue;
      const verbHelp = await admin.run(noun, verb!, "--help");
      expect(verbHelp).toMatchObject({ exitCode: 0, out: expect.stringContaining("--json") });
    }
  }
});

test.each([
  [["nonsense"]],
  [["site"]],
  [["site", "nonsense"]],
  [["site", "list", "--nonsense"]],
  [["listing", "suspend", "some-slug"]],
  [["product", "set", "launch", "--price", "cheap"]],
  [["listing", "list", "--status", "gone"]],
  [["user", "create"]],
  [["user", "role", "ada@example.test", "owner"]],
  [["user", "create", "--email", "ada@example.test", "--password", "x", "--generate-password"]],
  [["key", "revoke", "seven"]],
  [["jobs", "list", "--state", "lost"]],
])("wrong usage %p: exit code 2 and a message on standard error only", async (args) => {
  const { exitCode, out, err } = await admin.run(...args);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(err).not.toBe("");
});

test("a command that fails: exit code 1 and one line on standard error", async () => {
  for (const args of [
    ["category", "list"],
    ["category", "list", "--site", "none"],
    ["restore", "/nowhere/file"],
  ]) {
    const { exitCode, out, err } = await admin.run(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(/^error: [^\n]+\n$/);
  }
});

test("as a process: exits with the code and writes to the right streams", async () => {
  const folder = newDataDir();
  const admin = (...args: string[]) => run("bridge/commands/main.ts", { DATA_DIR: folder }, ...args).ended();
  expect((await admin("site", "create", "main", "--name", "Main")).exitCode).toBe(0);
  expect(await admin("category", "list", "--json")).toEqual({ exitCode: 0, out: "[]\n", err: "" });
  expect(await admin("category", "list", "--site", "none")).toMatchObject({
    exitCode: 1,
    out: "",
    err: expect.stringMatching(/^error: /),
  });
  expect(await admin("nonsense")).toMatchObject({ exitCode: 2, out: "", err: expect.stringMatching(/^error: /) });
});

test("closed output or a full disk: no stack trace", async () => {
  const admin = (to: string) =>
    Bun.spawnSync(["sh", "-c", `"${process.execPath}" bridge/commands/main.ts --help ${to}`], { stderr: "pipe" });
  expect(admin("| true").stderr.toString()).toBe("");
  if (!existsSync("/dev/full")) return;
  const { exitCode, stderr } = admin("> /dev/full");
  expect({ exitCode, err: stderr.toString() }).toEqual({
    exitCode: 1,
    err: expect.stringMatching(/^error: Cannot write the output: ENOSPC[^\n]*\n$/),
  });
});

test.each([
  [["listing", "list"]],
  [["backup", "today.db"]],
  [["db", "check"]],
  [["user", "create", "--email", "ada@example.test"]],
  [["import", "listings", "listings.ndjson"]],
  [["export", "listings", "listings.ndjson"]],
  [["jobs", "list"]],
])("a folder without a database: %p is refused and creates nothing", async (args) => {
  const folder = newDataDir();
  const { exitCode, out, err } = await run("bridge/commands/main.ts", { DATA_DIR: folder }, ...args).ended();
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  expect(err).toMatch(/^error: There is no database [^\n]+\n$/);
  expect(existsSync(folder)).toBe(false);
});
