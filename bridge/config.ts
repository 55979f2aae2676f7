import * as z from "zod";

const flag = z
  .enum(["on", "off"])
  .transform((value) => value === "on")
  .meta({ values: "on, off" });
const integer = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).meta({ values: values.join(", ") });
const nonBlank = z.string().refine((value) => value.trim() !== "", { message: "must not be blank" });
const origin = z
  .string()
  .refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    },
    { message: "must be an http or https origin without a path, such as https://example.org" },
  )
  .transform((value) => new URL(value).origin);

/** Every variable of the environment with its check, default and meaning; the README's table is made from it. */
const variables = {
  NODE_ENV: choice(["production", "development", "test"])
    .default("development")
    .describe("`production` turns off what is only for trying things out"),
  PORT: integer(0, 65_535).default(3000).describe("Port to listen on; 0 takes a free one"),
  HOST: nonBlank.default("127.0.0.1").describe("Address to listen on"),
  BASE_URL: origin
    .optional()
    .meta({ fallback: "`http://localhost:PORT`" })
    .describe("Public origin, for links and tokens"),
  DATA_DIR: nonBlank.default("./data").describe("Folder of the database"),
  SEED: choice(["demo", "none"])
    .optional()
    .meta({ fallback: "`demo`; in production `none`" })
    .describe("What a new database starts with"),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least level that is logged"),
  RATE_LIMITS: flag.default(true).meta({ fallback: "`on`" }).describe("Rate limits; `off` is refused in production"),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe("Number of reverse proxies in front whose `X-Forwarded-For` is believed"),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .meta({ isSecret: true })
    .describe("Bearer token that opens `/metrics` to callers that are not on loopback"),
};

const environmentSchema = z.object(variables);

export interface Config extends Omit<z.output<typeof environmentSchema>, "BASE_URL" | "SEED"> {
  SEED: "demo" | "none";
  /** Set explicitly, or undefined until the port is known. */
  BASE_URL?: string;
  isProduction: boolean;
}

/** A start that cannot go on; the message names the variable. */
export class ConfigError extends Error {}

/** Reads and checks the environment once. Throws ConfigError with one line that names what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as absent, as in most .env files.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => faultOf(issue, given)).join("; "));
  const isProduction = parsed.data.NODE_ENV === "production";
  if (isProduction && !parsed.data.RATE_LIMITS)
    throw new ConfigError("RATE_LIMITS: off is refused when NODE_ENV=production");
  return { ...parsed.data, SEED: parsed.data.SEED ?? (isProduction ? "none" : "demo"), isProduction };
}

function faultOf(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]) as keyof typeof variables;
  const message = issue.code === "invalid_value" ? `must be one of ${issue.values.join(", ")}` : issue.message;
  // What was meant as a secret must not end up in a log.
  const value = variables[name].meta()?.isSecret ? "" : ` (it is ${JSON.stringify(given[name])})`;
  return `${name}: ${message}${value}`;
}

/** The table of all variables for the README, in Markdown. */
export function configurationTable(): string {
  const rows = Object.entries(variables).map(([name, schema]) => {
    const { description, fallback } = schema.meta() as { description: string; fallback?: string };
    return `| \`${name}\` | ${fallback ?? defaultOf(schema)} | ${description}${valuesOf(schema)} |`;
  });
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

const defaultOf = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault ? `\`${(schema as z.ZodDefault).parse(undefined)}\`` : "none";

function valuesOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const values = (inner as z.ZodType).meta()?.values as string | undefined;
  return values ? ` (\`${values.replaceAll(", ", "`, `")}\`)` : "";
}
