import type * as z from "zod";
import { scopes } from "#auth/scopes.ts";
import { dryRunArgument } from "../calls/dry-run.ts";
import { keySchema } from "../calls/idempotency.ts";
import { answerJsonSchema, type JsonSchema } from "../schema/json-schema.ts";
import type { OpenApiDocument, Parameter } from "./types.ts";

/** The same name must mean the same schema. */
export function schemaCollection(fixed: Record<string, JsonSchema>) {
  const named = new Map<string, JsonSchema>(Object.entries(fixed));

  function use(schema: z.ZodType, name: string): JsonSchema {
    const { $defs = {}, ...root } = answerJsonSchema(schema) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const isNamed = typeof root.$ref === "string";
    for (const [key, definition] of Object.entries(isNamed ? $defs : { ...$defs, [name]: root })) {
      const written = relinked(definition) as JsonSchema;
      const known = named.get(key);
      if (known && !Bun.deepEquals(known, written)) throw new Error(`two different schemas have the name ${key}`);
      named.set(key, written);
    }
    return isNamed ? (relinked(root) as JsonSchema) : { $ref: `#/components/schemas/${name}` };
  }

  return { use, all: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function relinked(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(relinked);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, value.replace("#/$defs/", "#/components/schemas/")]
        : [key, relinked(value)],
    ),
  );
}

export const headers: OpenApiDocument["components"]["headers"] = {
  Deprecation: {
    description: "Date since which something in the request has been deprecated (RFC 9745)",
    schema: { type: "string" },
    example: "@1795219200",
  },
  ETag: {
    description: "Strong entity tag of this response. Send it in If-None-Match",
    schema: { type: "string" },
    example: '"1x9k2m"',
  },
  "Idempotency-Replayed": {
    description: "true if this is the stored response to an earlier request with the same key",
    schema: { type: "string", enum: ["true"] },
  },
  Link: {
    description: "URLs of the first, prev, next and last page (RFC 8288)",
    schema: { type: "string" },
  },
  Location: {
    description: "URL of the record that was created or is being created",
    schema: { type: "string", format: "uri" },
  },
  RateLimit: {
    description: "Remaining calls (r) and seconds until the quota is full again (t)",
    schema: { type: "string" },
    example: '"anonymous";r=59;t=60',
  },
  "RateLimit-Policy": {
    description: "The quota: calls (q) in seconds (w)",
    schema: { type: "string" },
    example: '"anonymous";q=60;w=60',
  },
  "Retry-After": {
    description: "Seconds to wait before repeating the request",
    schema: { type: "integer" },
    example: 30,
  },
  "X-Request-Id": {
    description: "Your own X-Request-Id, or one that the server generated",
    schema: { type: "string" },
    example: "req-7f3a",
  },
};

export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes a repeat safe: for 24 hours, the same key and input return the first response again",
  schema: keySchema,
};

export const dryRun: Parameter = {
  name: dryRunArgument,
  in: "query",
  required: false,
  description: "Runs the call without changing anything and returns what it would return",
  schema: { type: "boolean", default: false },
};

export const securitySchemes = (issuer: string) => ({
  api_key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lk_…",
    description:
      "An API key, created under API keys in your account. It starts with lk_ and has the scopes you selected.",
  },
  oauth2: {
    type: "oauth2",
    description: "Authorization code with PKCE (S256).",
    flows: {
      authorizationCode: {
        authorizationUrl: `${issuer}/oauth/authorize`,
        tokenUrl: `${issuer}/oauth/token`,
        refreshUrl: `${issuer}/oauth/token`,
        scopes: { ...scopes },
      },
    },
  },
});
