import { beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { isNightly } from "#test/support/server/nightly.ts";
import { temporary } from "#test/support/server/temporary.ts";
import { patched, stepsOf } from "./contributing.ts";

const root = join(import.meta.dir, "../..");
const copy = join(temporary, "contributed");

/** Runs Bun in the copy. Returns its output if it fails. */
async function faultsOf(...words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...words], { cwd: copy, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return (await child.exited) === 0 ? "" : out + err;
}

let changed: string[];

/** Copies the project and applies the steps of the guide to the copy. */
beforeAll(async () => {
  for (const folder of ["auth", "bridge", "db", "docs", "test", "tools"])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const file of ["package.json", "tsconfig.json", "bunfig.toml", ".biome.json", ".dependency-cruiser.cjs"])
    cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const steps = stepsOf(await Bun.file(join(root, "CONTRIBUTING.md")).text());
  for (const { path, isDiff, text } of steps) {
    const file = Bun.file(join(copy, path));
    expect([path, await file.exists()]).toEqual([path, isDiff]);
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    await Bun.write(file, isDiff ? patched(await file.text(), text) : text);
  }
  changed = [...new Set(steps.map(({ path }) => path))];
}, 60_000);

test("the steps of CONTRIBUTING.md: the project type-checks", async () => {
  expect(changed.length).toBeGreaterThan(15);
  expect(await faultsOf("run", "migration", "--name=motto")).toBe("");
  expect(await faultsOf("run", "typecheck")).toBe("");
}, 300_000);

test.skipIf(!isNightly)(
  "the steps of CONTRIBUTING.md: lint and tests pass, and the new command and field appear everywhere",
  async () => {
    const lint = ["biome", "check", "--config-path=.biome.json", "--error-on-warnings", ...changed];
    expect(await faultsOf("x", ...lint)).toBe("");
    expect(await faultsOf("run", "imports")).toBe("");
    const tests = changed.filter((path) => path.endsWith(".test.ts") && !path.startsWith("test/browser/"));
    expect(await faultsOf("test", "--timeout", "90000", ...tests)).toBe("");
    expect(await faultsOf("test", "test/calls/one-entry.test.ts", "-t", "retitle_post")).toBe("");
    const help = await Bun.$`${process.execPath} bridge/commands/main.ts post retitle --help`.cwd(copy).text();
    expect(help).toContain("--title <text>");

    expect(await faultsOf("test/architecture/with-motto.ts", "Books that float")).toBe("");
    const { openApi, sites, ...found } = await Bun.file(join(copy, "test/architecture/found.json")).json();
    expect(Object.entries(found).filter(([, isFound]) => isFound !== true)).toEqual([]);
    expect([openApi > 3, sites > 1]).toEqual([true, true]);
  },
  300_000,
);

test("patched: changes the lines of the diff, and throws if they are missing", () => {
  const text = "one\ntwo\nthree\nfour\n";
  expect(patched(text, " one\n-two\n+2\n@@\n four\n+five\n")).toBe("one\n2\nthree\nfour\nfive\n");
  expect(() => patched(text, " two\n four\n")).toThrow("the file lacks these lines");
});
