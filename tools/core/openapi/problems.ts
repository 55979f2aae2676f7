import { approvalCategoryOf } from "../calls/approval-policy.ts";
import { Problem, type ProblemCode, problemBody, problems } from "../errors/errors.ts";
import type { SiteUrls } from "../operations/context.ts";
import { type AnyTool, takesKey } from "../operations/define.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Answer, Examples } from "./types.ts";

// Public operations also reject an invalid token.
const always: ProblemCode[] = [
  "bad_request",
  "unauthenticated",
  "not_acceptable",
  "validation_failed",
  "rate_limited",
  "internal",
];

export function problemsOf(tool: AnyTool): ProblemCode[] {
  const codes = new Set<ProblemCode>([...always, "unavailable", ...tool.errors]);
  const add = (applies: boolean, ...more: ProblemCode[]) => applies && more.forEach((code) => void codes.add(code));
  add(tool.scopes.length > 0, "insufficient_scope");
  add(tool.rest.method !== "GET", "invalid_json", "payload_too_large", "unsupported_media_type");
  add(tool.effect !== "read", "storage_full");
  add(approvalCategoryOf(tool) !== null, "approval_required", "approval_refused");
  add(takesKey(tool), "idempotency_in_progress", "idempotency_mismatch");
  return (Object.keys(problems) as ProblemCode[]).filter((code) => codes.has(code));
}

export function problemAnswer(codes: ProblemCode[], urls: Pick<SiteUrls, "docs">): { name: string; answer: Answer } {
  const [first] = codes;
  const retries = codes.some((code) => code === "rate_limited" || code === "unavailable");
  const examples: Examples = Object.fromEntries(
    codes.map((code) => [code, { summary: problems[code].title, value: example(code, urls) }]),
  );
  return {
    name: codes.join("."),
    answer: {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}. ${problems[code].advice}`).join("\n\n"),
      headers: {
        "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
        ...(retries && { "Retry-After": { $ref: "#/components/headers/Retry-After" } }),
        ...(first === "rate_limited" && {
          RateLimit: { $ref: "#/components/headers/RateLimit" },
          "RateLimit-Policy": { $ref: "#/components/headers/RateLimit-Policy" },
        }),
      },
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, examples } },
    },
  };
}

function example(code: ProblemCode, { docs }: Pick<SiteUrls, "docs">) {
  const fault = { field: "per_page", code: "too_big", message: "must be at most 100", limit: 100, actual: 500 };
  const problem =
    code === "validation_failed"
      ? new Problem(code, `${fault.field} ${fault.message}.`, { errors: [fault] })
      : new Problem(
          code,
          problems[code].advice,
          code === "rate_limited" || code === "unavailable" ? { retryAfter: 30 } : {},
        );
  return problemBody(problem, { docsUrl: docs, instance: "/api/v1/listings", requestId: "req-7f3a" });
}

const strings = { type: "string" };

export const warningsSchema: JsonSchema = {
  type: "array",
  description: "Present if part of the query was ignored",
  items: {
    type: "object",
    properties: {
      field: { ...strings, description: "Name of the parameter" },
      code: { ...strings, description: "unknown_parameter" },
      message: strings,
      fix: { ...strings, description: "Suggested name" },
    },
    required: ["code", "message"],
  },
};

/** RFC 9457, extended with our own fields (errors.ts, `ProblemBody`). */
export const problemSchema: JsonSchema = {
  type: "object",
  description: "Problem details: what went wrong and how to fix it (RFC 9457).",
  properties: {
    type: { ...strings, format: "uri", description: "URL of the documentation for this problem code" },
    title: { ...strings, description: "Title shared by all problems with this code" },
    status: { type: "integer" },
    detail: { ...strings, description: "Describes this occurrence" },
    instance: { ...strings, format: "uri-reference", description: "Path of the request" },
    code: { ...strings, enum: Object.keys(problems), description: "Stable code for error handling" },
    request_id: { ...strings, description: "Include this id when you report an error" },
    errors: {
      type: "array",
      description: "Every error in the input",
      items: {
        type: "object",
        properties: {
          field: { ...strings, description: "Path such as faqs.0.question; empty for the whole input" },
          code: strings,
          message: strings,
          limit: { type: "number", description: "The limit that was exceeded" },
          actual: { type: "number", description: "The actual value or length" },
          fix: strings,
        },
        required: ["field", "code", "message"],
      },
    },
    next_actions: {
      type: "array",
      description: "Suggested next steps for an assistant or a person",
      items: {
        type: "object",
        properties: {
          tool: { ...strings, description: "Operation to call" },
          arguments: { type: "object", description: "Input of the operation", additionalProperties: true },
          why: strings,
          who: { ...strings, enum: ["agent", "human"] },
          url: { ...strings, format: "uri", description: "Page that the person should open" },
        },
        required: ["why", "who"],
      },
    },
    retry_after: {
      type: "integer",
      description: "Seconds after which repeating the request may succeed, as in Retry-After",
    },
  },
  required: ["type", "title", "status", "detail", "instance", "code", "request_id", "errors", "next_actions"],
};
