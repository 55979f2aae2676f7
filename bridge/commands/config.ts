import { randomUUID } from "node:crypto";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import pino from "pino";
import * as z from "zod";
import { missingKeys } from "#db/keys/missing-keys.ts";
import { publicKeyOf } from "#db/keys/signing-key.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { createClaude } from "../outbound/claude.ts";
import { smtpSender, verifyMailServer } from "../outbound/mail.ts";
import { createResolve } from "../outbound/resolve.ts";
import { createStripe } from "../outbound/stripe.ts";
import { type Config, inspectConfig, misspeltVariables, readConfig } from "../start/config.ts";
import { combinationFaults, serverFaults } from "../start/config-checks.ts";
import { redacted } from "../start/log.ts";
import { databasePath, openDatabase } from "../start/open-database.ts";
import { textFaults } from "../start/text-facts.ts";
import { type Admin, AdminError } from "./command.ts";

type Finding = [check: string, result: "ok" | "failed" | "warning" | "skipped", message: string];

const timeoutMs = 5000;
const log = pino({ level: "silent" });

/** The tests of services, each with the variables without which it is skipped. They use the server's own clients. */
const tests: [name: string, variables: (keyof Config)[], run: (config: Config) => Promise<string>][] = [
  [
    "mail",
    ["SMTP_URL"],
    async ({ SMTP_URL }) => {
      await verifyMailServer(SMTP_URL!, timeoutMs);
      return `Connected to ${new URL(SMTP_URL!).host} and signed in. Send an email with: mail test ADDRESS`;
    },
  ],
  [
    "payments",
    ["STRIPE_SECRET_KEY"],
    async ({ STRIPE_SECRET_KEY: secretKey = "", STRIPE_API_BASE: apiBase }) => {
      // Stripe says that a payment is unknown only if the key may read payments.
      await createStripe({ secretKey, webhookSecret: "", apiBase, log, timeoutMs }).ask("cs_test_config_check");
      return "Stripe accepts the key. The first payment tests STRIPE_WEBHOOK_SECRET.";
    },
  ],
  [
    "model",
    ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
    async ({ ANTHROPIC_API_KEY: apiKey = "no-key", ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_MODEL: model }) => {
      const spending = { reserve: async () => ({ settle: async () => {} }) };
      const claude = createClaude({ apiKey, baseUrl, model, spending, log, totalTimeoutMs: 2 * timeoutMs });
      const schema = z.object({ capital: z.string() });
      await claude.answer({ system: "Answer in one word.", prompt: "Capital of France?", schema, maxTokens: 200 });
      return `${model} responded to a short question.`;
    },
  ],
  ["dns", ["BASE_URL"], ({ BASE_URL, DNS_SERVERS }) => resolved(new URL(BASE_URL!).hostname, DNS_SERVERS)],
  [
    "disk",
    ["DATA_DIR"],
    async ({ DATA_DIR }) => {
      if (!existsSync(DATA_DIR)) return `${DATA_DIR} does not exist yet. The first start creates it.`;
      const path = join(DATA_DIR, `config-check-${randomUUID()}`);
      writeFileSync(path, Buffer.alloc(2 ** 20), { mode: 0o600 });
      rmSync(path);
      const { bavail, bsize } = statfsSync(DATA_DIR);
      return `${DATA_DIR} can be written and has ${Math.floor((bavail * bsize) / 2 ** 20)} MiB free.`;
    },
  ],
];

async function resolved(host: string, dnsServers: string[]): Promise<string> {
  const target = { url: new URL(`http://${host}`), host, isLiteral: false };
  await createResolve(() => "let_through", { dnsServers, timeoutMs })(target, AbortSignal.timeout(timeoutMs));
  return `${host} has an IP address.`;
}

async function outcome(name: string, fix: string, run: () => Promise<string>): Promise<Finding> {
  return run().then(
    (message) => [name, "ok", message],
    (error: Error) => [name, "failed", redacted(`${error.message.replace(/\s+/g, " ")} (check ${fix})`)],
  );
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  const path = databasePath(config);
  if (!config.DATABASE_URL && !existsSync(path))
    return [["database", "skipped", `${path} does not exist. Create it with: site create KEY --name NAME`]];
  const store = await openDatabase(config);
  try {
    const sites = await allSites(store.read);
    const missing = missingKeys(path).map(({ file }) => file);
    if (missing.length === 0) publicKeyOf(store.read);
    const hosts = sites.flatMap(({ host }) => host ?? []);
    const dns = hosts.map((host) => outcome("dns", `the host of the site`, () => resolved(host, config.DNS_SERVERS)));
    const texts = (config.isProduction ? sites : []).flatMap((site): Finding[] => {
      const { pages, variables } = textFaults(config, site);
      const accept = `Accept the default texts with: site update ${site.key} --accept ${pages.join(",")}`;
      return [
        ...pages.map((page): Finding => ["texts", "warning", `/${page} of ${site.key} does not exist. ${accept}`]),
        ...variables.map((name): Finding => ["texts", "warning", `Pages of ${site.key} are incomplete. Set ${name}.`]),
      ];
    });
    return [
      ["database", "ok", `The database opens. Sites: ${sites.length}.`],
      missing.length === 0
        ? ["keys", "ok", "Both keys beside the database can be read."]
        : [
            "keys",
            "warning",
            `Missing: ${missing.join(", ")}. Restore them; only a new server's first start creates them.`,
          ],
      ...(await Promise.all(dns)),
      ...texts,
    ];
  } finally {
    await store.close();
  }
}

export function addConfig(program: Command, admin: Admin): void {
  program
    .command("config")
    .description("Check the configuration")
    .command("check")
    .description("Check all variables, and test mail, payments, language model, DNS, disk, database and keys")
    .action(
      admin.withoutStore(async ({ io: { environment } }) => {
        const { config, faults } = inspectConfig(environment, [combinationFaults, serverFaults]);
        const live = tests.map(([name, variables, run]): Promise<Finding> | Finding =>
          variables.some((variable) => config[variable] !== undefined)
            ? outcome(name, variables.join(", "), () => run(config))
            : [name, "skipped", `${variables.join(" or ")} is not set.`],
        );
        const database = databaseFindings(config).catch((error: Error): Finding[] => [
          ["database", "failed", redacted(error.message)],
        ]);
        const findings: Finding[] = [
          ...faults.map((fault): Finding => ["variables", "failed", fault]),
          ...misspeltVariables(environment).map((fault): Finding => ["variables", "warning", fault]),
          ...(await Promise.all(live)),
          ...(await database),
        ];
        const isOk = findings.every(([, result]) => result !== "failed");
        return {
          data: { ok: isOk, checks: findings.map(([check, result, message]) => ({ check, result, message })) },
          text: findings
            .map(([check, result, message]) => `${result.padEnd(8)}${check.padEnd(10)}${message}`)
            .join("\n"),
          exitCode: isOk ? 0 : 1,
        };
      }),
    );
  program
    .command("mail")
    .description("Test the mail server")
    .command("test <address>")
    .description("Send one email to the address and print the mail server's response")
    .action(
      admin.withoutStore(async ({ io }, _options, recipient = "") => {
        const { SMTP_URL, MAIL_FROM } = readConfig(io.environment);
        if (!SMTP_URL) throw new AdminError("Set SMTP_URL and MAIL_FROM. Without them, no email is sent.");
        const textBody = "This email shows that your Slipway server can send emails.";
        const body = { textBody, htmlBody: `<p>${textBody}</p>`, replyTo: null, unsubscribeUrl: null };
        const mail = { ...body, recipient, subject: "Test email from Slipway", messageId: `${randomUUID()}@slipway` };
        const response = await smtpSender(
          SMTP_URL,
          MAIL_FROM!,
          timeoutMs,
        )(mail).catch(({ message }: Error) => {
          throw new AdminError(
            `The email was not sent: ${message.replace(/\s+/g, " ")}. Check SMTP_URL and MAIL_FROM.`,
          );
        });
        return { data: { recipient, response }, text: `The mail server accepted the email: ${response}` };
      }),
    );
}
