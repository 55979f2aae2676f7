import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { SMTPServer } from "smtp-server";
import { startClaudeServer, structured } from "#test/support/fakes/claude-server.ts";
import { startMailServer } from "#test/support/fakes/mail-server.ts";
import { startStripeServer } from "#test/support/fakes/stripe-server.ts";
import { failed, newAdmin } from "#test/support/server/admin.ts";

let smtp: Awaited<ReturnType<typeof startMailServer>>;
let claude: Awaited<ReturnType<typeof startClaudeServer>>;
const stripe = startStripeServer();
let environment: Record<string, string>;

beforeAll(async () => {
  smtp = await startMailServer();
  claude = await startClaudeServer();
  claude.script(structured({ capital: "Paris" }));
  environment = {
    BASE_URL: "http://localhost:3000",
    SMTP_URL: smtp.url,
    MAIL_FROM: "Slipway <hello@slipway.example>",
    ANTHROPIC_API_KEY: claude.apiKey,
    ANTHROPIC_BASE_URL: claude.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    SELLER_NAME: "Ada",
    SELLER_ADDRESS: "1 High Street, Hull",
    SELLER_TAX_NUMBER: "12/345",
  };
});
afterAll(async () => {
  await smtp.stop();
  claude.stop();
  await stripe.stop();
});

const check = async (changes: Record<string, string> = {}) => {
  const { exitCode, json } = await newAdmin({ ...environment, ...changes }).run("config", "check", "--json");
  const results = (json.checks as { check: string; result: string; message: string }[]).map(
    ({ check: name, result, message }) => [name, result, message] as const,
  );
  return { exitCode, ok: json.ok, results };
};

test("config check: tests every service that is configured", async () => {
  const { exitCode, ok, results } = await check();
  expect(results.map(([name, result]) => [name, result])).toEqual([
    ...["mail", "payments", "model", "dns", "disk", "database"].map((name) => [name, "ok"]),
    ["keys", "warning"],
  ]);
  expect([exitCode, ok]).toEqual([0, true]);
});

test("config check: every failing service, with the variable to check; no secret is shown", async () => {
  const { exitCode, ok, results } = await check({
    SMTP_URL: "smtp://user:canary@127.0.0.1:1",
    STRIPE_SECRET_KEY: "sk_test_canary",
    ANTHROPIC_API_KEY: "canary-key",
    BASE_URL: "https://no-such-host.invalid",
    DATA_DIR: "/proc/nothing/here",
  });
  const failures = results.filter(([, result]) => result === "failed");
  expect(failures.map(([name]) => name)).toEqual(["mail", "payments", "model", "dns"]);
  const named = ["SMTP_URL", "STRIPE_SECRET_KEY", "ANTHROPIC_API_KEY", "BASE_URL"];
  for (const [i, name] of named.entries()) expect(failures[i]![2]).toContain(name);
  expect([exitCode, ok]).toEqual([1, false]);
  expect(JSON.stringify(results)).not.toContain("canary");
});

test("config check: invalid and misspelt variables, and what is not configured, in one list for people", async () => {
  const admin = newAdmin({ PORT: "many", SEED: "x", METRIC_TOKEN: "canary" });
  const { exitCode, out } = await admin.run("config", "check");
  expect(exitCode).toBe(1);
  for (const line of [
    /^failed {2}variables PORT: must be/m,
    /^failed {2}variables SEED: must be/m,
    /^warning variables METRIC_TOKEN: is unknown .* METRICS_TOKEN\?$/m,
    /^skipped mail {6}SMTP_URL is not set\.$/m,
  ])
    expect(out).toMatch(line);
  expect(out).not.toContain("canary");
});

test("config check: before the first start, nothing is created", async () => {
  const admin = newAdmin();
  rmSync(admin.dataDir, { recursive: true });
  expect((await admin.run("config", "check")).exitCode).toBe(0);
  expect(existsSync(admin.dataDir)).toBe(false);
});

test("config check in production: names the legal pages that are not published", async () => {
  const production = { NODE_ENV: "production", BASE_URL: "https://localhost" };
  const admin = newAdmin(production);
  await admin.run("site", "create", "main", "--name", "Main");
  const { out } = await admin.run("config", "check");
  expect(out).toContain(
    "/terms of main does not exist. Accept the default texts with: site update main --accept terms",
  );
});

test("config check: a mail server that refuses the password", async () => {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error("wrong password")),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  const { results } = await check({ SMTP_URL: `smtp://user:canary@127.0.0.1:${port}` });
  expect(results[0]).toEqual(["mail", "failed", expect.stringMatching(/Invalid login: 535.*check SMTP_URL/)]);
  await new Promise<void>((resolve) => server.close(resolve));
});

test("mail test: sends one email and prints the server's response", async () => {
  const admin = newAdmin(environment);
  const { exitCode, out } = await admin.run("mail", "test", "ops@example.org");
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/^The mail server accepted the email: 250 /)]);
  expect(smtp.received.splice(0)).toMatchObject([
    { recipient: "ops@example.org", mail: { subject: "Test email from Slipway" } },
  ]);
  smtp.refusals.set("nobody@example.org", { code: 550, message: "no such mailbox" });
  expect(await admin.run("mail", "test", "nobody@example.org")).toMatchObject(failed("550 no such mailbox"));
  expect(await admin.run("mail", "test", "a@b.example, c@d.example")).toMatchObject(
    failed("not a single email address"),
  );
  expect(await newAdmin().run("mail", "test", "ops@example.org")).toMatchObject(failed("Set SMTP_URL and MAIL_FROM."));
  expect(smtp.received).toEqual([]);
});
