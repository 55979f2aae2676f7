import type { JsonSchema } from "../schema/json-schema.ts";

export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, unknown>;
  };
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, readonly string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Answer | Reference>;
}

export function successOf({ responses }: Operation): Answer {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2"))!;
  return answer as Answer;
}

/** Examples with the same name belong to the same request. */
export type Examples = Record<string, { summary?: string; value: unknown }>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  style?: "form";
  explode?: boolean;
  examples?: Examples;
}

interface Header {
  description: string;
  schema: JsonSchema;
  example?: string | number;
}

export interface MediaType {
  schema: JsonSchema;
  examples?: Examples;
}

export interface Answer {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
}
