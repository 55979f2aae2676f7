import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readServerConfig } from "#bridge/start/config.ts";
import { newAdmin } from "../support/server/admin.ts";
import { documents } from "./documents.ts";

const root = join(import.meta.dir, "../..");
const deploy = join(root, ".deploy");
const textOf = (name: string) => readFileSync(join(deploy, name), "utf8");
const hasSystemd = Bun.which("systemd-analyze") !== null;

test.skipIf(!hasSystemd)("systemd-analyze verify: no fault in the units", async () => {
  const { dataDir } = newAdmin();
  const names = readdirSync(deploy).filter((name) => /\.(service|timer)$/.test(name));
  expect(names.sort()).toEqual(["slipway.service"]);
  for (const name of names) writeFileSync(join(dataDir, name), textOf(name));
  const child = Bun.spawn(["systemd-analyze", "verify", "--man=no", ...names.map((name) => join(dataDir, name))], {
    stderr: "pipe",
  });
  const output = await new Response(child.stderr).text();
  expect(output.split("\n").filter((line) => line.includes("slipway"))).toEqual([]);
  expect(await child.exited).toBe(0);
});

test.skipIf(!hasSystemd)("systemd-analyze security: the exposure of the server is at most 3.0", () => {
  const unit = join(deploy, "slipway.service");
  const threshold = ["--threshold=30", "--offline=true", "--no-pager"];
  const { exitCode, stdout } = Bun.spawnSync(["systemd-analyze", "security", ...threshold, unit]);
  expect([exitCode, exitCode === 0 ? "" : stdout.toString()]).toEqual([0, ""]);
});

test("the documents for operators name every file", () => {
  const text = documents.map(({ path, text }) => (/^docs\/(?!changelog)/.test(path) ? text : "")).join("\n");
  expect(readdirSync(deploy).filter((name) => !text.includes(`.deploy/${name}`))).toEqual([]);
});

test("the image: it copies files that exist, and its command is among them", () => {
  const dockerfile = textOf("Dockerfile");
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(dockerfile).toStartWith(`FROM oven/${packageManager.replace("@", ":")}-debian\n`);
  const kept = textOf("Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"));
  const paths = kept.map((line) => line.slice(1));
  for (const path of paths) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  const copied = /^COPY (.+) \.\/$/m.exec(dockerfile)![1]!.split(" ");
  const [, entry] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)![1]!);
  for (const path of [...copied, entry.split("/")[0]]) expect(paths).toContain(path);
});

test("compose.yaml and Caddyfile: ports, folders and names match the image", () => {
  const compose = Bun.YAML.parse(textOf("compose.yaml")) as any;
  const { slipway, caddy } = compose.services;
  expect(existsSync(join(deploy, slipway.build.context, slipway.build.dockerfile))).toBe(true);
  expect(slipway.volumes).toEqual(["data:/data"]);
  expect(textOf("Dockerfile")).toMatch(/DATA_DIR=\/data\b/);
  expect(slipway).toMatchObject({ environment: { TRUST_PROXY: "1" }, env_file: ".env" });
  const port = /PORT=(\d+)/.exec(textOf("Dockerfile"))![1];
  expect(textOf("Caddyfile")).toContain(`reverse_proxy slipway:${port} `);
  expect(caddy.environment).toHaveProperty("DOMAINS");
  expect(textOf("Caddyfile")).toStartWith("{$DOMAINS} {");
  expect(Object.keys(compose.volumes)).toEqual(["data", "certificates"]);
});

test("nodes.compose.yaml: a node has its required settings and reads the file of its own sqld", () => {
  const { services, volumes } = Bun.YAML.parse(textOf("nodes.compose.yaml")) as any;
  const { sqld, slipway } = services;
  const folder = /--db-path (\S+)/.exec(sqld.command)![1];
  expect(slipway.environment.DATABASE_FILE).toBe(`${folder}/dbs/default/data`);
  expect(sqld.command).toContain(`--http-listen-addr ${new URL(slipway.environment.DATABASE_URL).host} `);
  expect([sqld.user, ...sqld.volumes]).toEqual([slipway.user, slipway.volumes[1]]);
  expect(Object.keys(volumes)).toEqual(["data", "sqld"]);
  const { NODE_ROLE: _, ...given } = slipway.environment;
  const urls = { BASE_URL: "https://directory.example.org", WRITER_URL: "http://10.0.0.1:3000" };
  expect(
    readServerConfig({ ...given, ...urls, NODE_ROLE: "reader", NODE_ENV: "production", SMTP_URL: "", MAIL_FROM: "" }),
  ).toMatchObject(urls);
});
