import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { queueMail } from "#db/queries/common/mail.ts";
import { openStore } from "#db/store/file-store.ts";
import { demoDataDir } from "#test/support/server/demo-data-dir.ts";
import { freePort } from "#test/support/server/free-port.ts";
import { newDataDir, type Process, run, runServer } from "#test/support/server/process.ts";

const running: (Process & { url?: string })[] = [];
async function start(environment: Record<string, string>) {
  const server = await runServer(environment);
  running.push(server);
  return server;
}
afterEach(async () => {
  for (const { child } of running.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
});

const oneLine = /^[^\n]+\n$/;

describe("start", () => {
  test("prints the URLs of pages, API, docs and MCP, and serves there", async () => {
    const server = await start({ DATA_DIR: newDataDir() });
    for (const path of ["/\n", "/api/v1", "/docs", "/mcp"]) expect(server.out).toContain(`${server.url}${path}`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const { total } = (await (await fetch(`${server.url}/api/v1/listings`)).json()) as { total: number };
    expect(total).toBeGreaterThan(0);
  });

  test("a port in use: stops with one line that names PORT", async () => {
    const first = await start({ DATA_DIR: newDataDir(), SEED: "none" });
    const second = run("bridge/start/main.ts", { DATA_DIR: newDataDir(), SEED: "none", PORT: new URL(first.url).port });
    const { exitCode, err } = await second.ended();
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(oneLine) });
    expect(err).toContain("PORT");
  });

  test("a folder that cannot be created: stops with one line that names DATA_DIR", async () => {
    const path = newDataDir();
    writeFileSync(path, "a file where the folder should be");
    const { exitCode, err } = await run("bridge/start/main.ts", { DATA_DIR: path, SEED: "none", PORT: "0" }).ended();
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(oneLine) });
    expect(err).toStartWith("DATA_DIR: ");
  });

  test("a file that is not a database: stops with one line", async () => {
    const path = newDataDir();
    mkdirSync(path);
    writeFileSync(join(path, "slipway.db"), "no database ".repeat(1000));
    const { exitCode, err } = await run("bridge/start/main.ts", { DATA_DIR: path, SEED: "none", PORT: "0" }).ended();
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(oneLine) });
  });

  test("a database of a newer build: stops with one line", async () => {
    const path = newDataDir();
    await openStore(join(path, "slipway.db")).close();
    const database = new Database(join(path, "slipway.db"));
    database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 4000000000000)");
    database.close();
    const { exitCode, err } = await run("bridge/start/main.ts", { DATA_DIR: path, SEED: "none", PORT: "0" }).ended();
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(oneLine) });
    expect(err).toContain("newer build");
  });

  test("an invalid variable: stops with one line that names it", async () => {
    const { exitCode, err } = await run("bridge/start/main.ts", { DATA_DIR: newDataDir(), PORT: "many" }).ended();
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(/^PORT: [^\n]+\n$/) });
  });

  test("several invalid variables: one line for each; a misspelt variable: a warning with the real name", async () => {
    const invalid = { DATA_DIR: newDataDir(), PORT: "many", METRICS_TOKEN: "short", NODE_ENV: "production" };
    const { err } = await run("bridge/start/main.ts", invalid).ended();
    expect(err.split("\n").map((line) => line.split(":")[0])).toEqual(["PORT", "METRICS_TOKEN", "BASE_URL", ""]);
    const server = await start({ DATA_DIR: newDataDir(), SEED: "none", LOG_LEVEL: "warn", METRIC_TOKEN: "canary" });
    server.child.kill("SIGTERM");
    const { out } = await server.ended();
    expect(out).toContain("METRIC_TOKEN: is unknown and has no effect; did you mean METRICS_TOKEN?");
    expect(out).not.toContain("canary");
  });

  test("the first start: both keys exist, for the owner only", async () => {
    const path = newDataDir();
    await start({ DATA_DIR: path, SEED: "none" });
    for (const name of ["slipway.db.key", "slipway.db.signing.pem"])
      expect([name, statSync(join(path, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  test("308: a former host redirects to the same path of BASE_URL, except for health checks", async () => {
    const port = freePort();
    const base = `http://localhost:${port}`;
    const server = await start({
      DATA_DIR: newDataDir(),
      PORT: String(port),
      BASE_URL: base,
      NODE_ENV: "production",
      FORMER_HOSTS: "old.example.org",
      LOG_FORMAT: "pretty",
      LOG_LEVEL: "info",
    });
    const at = (path: string, method = "GET") =>
      fetch(server.url + path, { method, headers: { host: "OLD.example.org:8080" }, redirect: "manual" });
    for (const [path, method] of [
      ["/listings/tidepad?a=%2F&b", "GET"],
      ["/api/v1/drafts", "POST"],
    ] as const) {
      const { status, headers } = await at(path, method);
      expect([status, headers.get("location")]).toEqual([308, base + path]);
    }
    expect((await at("/healthz")).status).toBe(200);
    expect((await fetch(`${base}/api/v1/listings`)).status).toBe(503);
    server.child.kill("SIGTERM");
    expect((await server.ended()).out).toMatch(
      /^\S+Z INFO {2}request completed .*method=GET path=\/listings\/tidepad operation=former_host route=\* status=308/m,
    );
  });

  test("two servers start on one new folder: one serves, the other stops with one line", async () => {
    const path = newDataDir();
    const outcomes = await Promise.allSettled([start({ DATA_DIR: path }), start({ DATA_DIR: path })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected")!;
    expect(String(refused.reason)).toContain("DATA_DIR: another server is already running with this folder");
    const [server] = running;
    const { total } = (await (await fetch(`${server!.url}/api/v1/listings`)).json()) as { total: number };
    expect(total).toBeGreaterThan(0);
  });

  test("a second server on a folder: refused until the first ends; admin commands work meanwhile", async () => {
    const path = newDataDir();
    const first = await start({ DATA_DIR: path, SEED: "none" });
    const second = await run("bridge/start/main.ts", { DATA_DIR: path, PORT: "0" }).ended();
    expect(second).toEqual({ exitCode: 1, out: "", err: expect.stringMatching(oneLine) });
    const admin = run("bridge/commands/main.ts", { DATA_DIR: path }, "site", "create", "main", "--name", "Main");
    expect((await admin.ended()).exitCode).toBe(0);
    first.child.kill("SIGKILL");
    await first.child.exited;
    const third = await start({ DATA_DIR: path, SEED: "none" });
    third.child.kill("SIGTERM");
    await third.ended();
    await start({ DATA_DIR: path, SEED: "none" });
  }, 120_000);

  test("--help: lists the variables and serves nothing; other arguments are refused", async () => {
    const path = newDataDir();
    const help = await run("bridge/start/main.ts", { DATA_DIR: path }, "--help").ended();
    expect(help).toMatchObject({ exitCode: 0, err: "" });
    for (const name of ["DATA_DIR", "BASE_URL", "SMTP_URL"]) expect(help.out).toMatch(new RegExp(`^  ${name} `, "m"));
    const other = await run("bridge/start/main.ts", { DATA_DIR: path }, "--port=4000").ended();
    expect(other).toEqual({ exitCode: 1, out: "", err: expect.stringMatching(oneLine) });
    expect(existsSync(path)).toBe(false);
  });

  test("no site: prints the command that creates one", async () => {
    const { out } = await start({ DATA_DIR: newDataDir(), SEED: "none" });
    expect(out).toContain("npx -y bun run admin site create main");
  });
});

describe("production", () => {
  const production = { NODE_ENV: "production", BASE_URL: "https://directory.example.org" };

  test.each([
    [{ BASE_URL: "" }, "BASE_URL: is required"],
    [{ BASE_URL: "http://directory.example.org" }, "BASE_URL: must be https"],
  ])("%p: stops with one line and creates no database", async (environment, reason) => {
    const path = newDataDir();
    const ended = await run("bridge/start/main.ts", {
      ...production,
      ...environment,
      DATA_DIR: path,
      PORT: "0",
    }).ended();
    expect(ended).toEqual({ exitCode: 1, out: "", err: expect.stringMatching(oneLine) });
    expect(ended.err).toStartWith(reason);
    expect(existsSync(path)).toBe(false);
  });

  test("an https BASE_URL, or http on loopback: starts", async () => {
    for (const BASE_URL of [production.BASE_URL, "http://localhost:3000", "http://127.0.0.1:3000"]) {
      // It prints BASE_URL instead of its own port, so the test cannot send requests.
      const server = run("bridge/start/main.ts", { ...production, BASE_URL, DATA_DIR: newDataDir(), PORT: "0" });
      while (!server.out.includes(BASE_URL) && server.child.exitCode === null) await Bun.sleep(20);
      server.child.kill("SIGTERM");
      expect((await server.ended()).exitCode).toBe(0);
    }
  });

  test("a missing key that the database needs: one warning at the start that names it", async () => {
    const folder = newDataDir();
    const store = openStore(join(folder, "slipway.db"));
    const mail = { recipient: "ada@example.test", subject: "Hello", textBody: "Plain", htmlBody: "<p>Rich" };
    await store.write((tx) => queueMail(tx, mail, new Date()));
    await store.close();
    rmSync(join(folder, "slipway.db.key"));
    const server = await start({ DATA_DIR: folder, SEED: "none", LOG_LEVEL: "warn" });
    server.child.kill("SIGTERM");
    const { out } = await server.ended();
    const warnings = out.split("\n").filter((line) => line.includes("a key file is missing"));
    expect(warnings.map((line) => JSON.parse(line).file)).toEqual([join(folder, "slipway.db.key")]);
  });

  test("legal pages that are not accepted: one warning that names them, until they are", async () => {
    const settings = { SELLER_NAME: "Harbour GmbH", SELLER_ADDRESS: "1 Quay", TEAM_EMAIL: "hi@harbour.test" };
    const environment = { ...production, ...settings, DATA_DIR: newDataDir(), PORT: "0" };
    const admin = async (...args: string[]) =>
      expect((await run("bridge/commands/main.ts", environment, "site", ...args).ended()).exitCode).toBe(0);
    const warnings = async (changes: Record<string, string> = {}) => {
      const server = run("bridge/start/main.ts", { ...environment, ...changes });
      while (!server.out.includes("is ready") && server.child.exitCode === null) await Bun.sleep(20);
      server.child.kill("SIGTERM");
      const lines = (await server.ended()).out.split("\n").filter((line) => line.startsWith("{"));
      return lines.map((line) => JSON.parse(line)).filter(({ site }) => site !== undefined);
    };
    await admin("create", "main", "--name", "Harbour Tools");
    expect(await warnings()).toEqual([
      expect.objectContaining({ site: "main", pages: ["terms", "privacy", "imprint"], level: 40 }),
    ]);
    await admin("update", "main", "--accept", "terms,privacy,imprint");
    expect(await warnings()).toEqual([]);
    expect(await warnings({ TEAM_EMAIL: "" })).toEqual([
      expect.objectContaining({ site: "main", variables: ["TEAM_EMAIL"], level: 40 }),
    ]);
  });

  test("a database with the demo account, even with another email: refused until the account is deleted", async () => {
    const path = await demoDataDir();
    const environment = { ...production, BASE_URL: "http://localhost:3000", DATA_DIR: path, PORT: "0" };
    const refused = { exitCode: 1, err: expect.stringMatching(/^DATA_DIR: [^\n]*demo account[^\n]*\n$/) };
    expect(await run("bridge/start/main.ts", environment).ended()).toMatchObject(refused);
    const rename = (from: string, to: string) => {
      const database = new Database(join(path, "slipway.db"));
      database.run("UPDATE accounts SET email = ? WHERE email = ?", [to, from]);
      database.close();
    };
    rename("founder@demo.test", "me@example.org");
    expect(await run("bridge/start/main.ts", environment).ended()).toMatchObject(refused);
    const admin = run("bridge/commands/main.ts", { DATA_DIR: path }, "user", "delete", "me@example.org");
    expect((await admin.ended()).exitCode).toBe(0);
    const server = run("bridge/start/main.ts", environment);
    running.push(server);
    while (!server.out.includes("is ready") && server.child.exitCode === null) await Bun.sleep(20);
    expect(server.child.exitCode).toBeNull();
  });
});

/** Sends half of a request, so that it is in flight. */
async function halfRequest(url: string): Promise<{ socket: Socket; rest: string }> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  const head = [
    "POST /mcp HTTP/1.1",
    `Host: ${hostname}:${port}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2025-11-25",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  return { socket, rest: body.slice(10) };
}

const refuses = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );

describe("stop", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    test(`${signal}: finishes requests in flight, accepts no new ones, closes the database and exits with 0`, async () => {
      const path = newDataDir();
      const server = await start({ DATA_DIR: path, SEED: "none" });
      const { socket, rest } = await halfRequest(server.url);
      // The server has received the first half once it answers a later request.
      await fetch(`${server.url}/healthz`);
      server.child.kill(signal);
      while (!(await refuses(server.url))) await Bun.sleep(10);
      let answer = "";
      socket.setEncoding("utf8").on("data", (text) => {
        answer += text;
      });
      socket.write(rest);
      await once(socket, "close");
      expect(answer).toStartWith("HTTP/1.1 ");
      expect(answer).toContain('"jsonrpc":"2.0"');
      expect((await server.ended()).exitCode).toBe(0);
      // The write-ahead log has been checkpointed.
      expect(Bun.file(join(path, "slipway.db-wal")).size).toBe(0);
    });

  test("SIGKILL: the next start serves the intact database", async () => {
    const path = await demoDataDir();
    const server = await start({ DATA_DIR: path });
    server.child.kill("SIGKILL");
    await server.child.exited;
    const again = await start({ DATA_DIR: path });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    const database = new Database(join(path, "slipway.db"), { readonly: true });
    expect(database.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    database.close();
  });
});

test("each request: one log line with its request ID", async () => {
  const server = await start({ DATA_DIR: await demoDataDir(), LOG_LEVEL: "info" });
  const withId = await fetch(`${server.url}/api/v1/listings`, { headers: { "x-request-id": "mine-1" } });
  const withoutId = await fetch(`${server.url}/api/v1/listings/nothing-here`);
  expect(withId.headers.get("x-request-id")).toBe("mine-1");
  server.child.kill("SIGTERM");
  const { out } = await server.ended();
  const lines = out
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === "request completed");
  expect(lines).toEqual([
    expect.objectContaining({ request_id: "mine-1", operation: "search_listings", status: 200 }),
    expect.objectContaining({
      request_id: withoutId.headers.get("x-request-id"),
      operation: "get_listing",
      status: 404,
    }),
  ]);
});
