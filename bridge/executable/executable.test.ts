import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { isNightly } from "#test/support/server/nightly.ts";
import { temporary } from "#test/support/server/temporary.ts";
import packageJson from "../../package.json";

const empty = () => mkdtempSync(join(temporary, "executable-"));

test.skipIf(!isNightly)(
  "executable: works without Node, node_modules and a checkout",
  async () => {
    const out = empty();
    const build = Bun.spawn([process.execPath, join(import.meta.dir, "build.ts"), out], { stdout: "ignore" });
    expect(await build.exited).toBe(0);
    const slipway = (env: Record<string, string>, ...args: string[]) =>
      Bun.spawn([join(out, "slipway"), ...args], { cwd: empty(), env, stdout: "pipe", stderr: "pipe" });

    // Both processes unpack at the same time.
    const env = { DATA_DIR: join(empty(), "data"), SEED: "none" };
    const create = ["admin", "site", "create", "--name", "Tools"];
    const both = [["main"], ["dev", "--host", "dev.localhost"]].map((site) => slipway(env, ...create, ...site));
    expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0]);
    expect(readdirSync(join(env.DATA_DIR, "program"))).toHaveLength(1);

    const logo = join(empty(), "logo.png");
    await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } }).toFile(logo);
    const update = slipway(env, "admin", "site", "update", "main", "--logo", logo);
    expect([await update.exited, await update.stderr.text()]).toEqual([0, ""]);

    const server = slipway({ ...env, PORT: "0", WORKERS: "2" });
    const reader = server.stdout.getReader();
    const decoder = new TextDecoder();
    let said = "";
    async function until(pattern: RegExp): Promise<RegExpExecArray> {
      while (!pattern.test(said)) said += decoder.decode((await reader.read()).value);
      return pattern.exec(said)!;
    }
    const [, url] = await until(/Pages\s+(\S+)\/\n/);
    for (const path of ["/", "/docs", "/docs/deployment", "/api/v1/openapi.json", "/share.png"])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);

    // A newer executable takes the place of the running one.
    const programs = join(env.DATA_DIR, "program");
    cpSync(join(programs, readdirSync(programs)[0]!), join(programs, "newer"), { recursive: true });
    renameSync(join(out, "slipway"), join(out, "former"));
    const script = `#!/bin/sh\n[ "$1" = program ] && echo ${programs}/newer && exit\nexec ${join(out, "former")} "$@"\n`;
    writeFileSync(join(out, "slipway"), script, { mode: 0o755 });
    server.kill("SIGHUP");
    await until(/workers reloaded/);
    const workers = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ");
    expect(workers).toHaveLength(2);
    for (const pid of workers) expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain("program/newer/");
    renameSync(join(out, "former"), join(out, "slipway"));
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);

    const refused = slipway({ DATA_DIR: "/proc/slipway" });
    expect(await refused.exited).toBe(1);
    expect(await refused.stderr.text()).toContain("Set DATA_DIR to a folder");
    expect(existsSync("/proc/slipway")).toBe(false);

    const { components } = await Bun.file(join(out, "slipway.cdx.json")).json();
    const named = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
    for (const [name, version] of Object.entries(packageJson.dependencies))
      expect(named).toContain(`${name}@${version}`);
    const sums = Bun.spawnSync(["sha256sum", "--check", "--quiet", "SHA256SUMS"], { cwd: out });
    expect(sums.exitCode).toBe(0);
  },
  180_000,
);
