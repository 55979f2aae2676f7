import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { OpenApiDocument } from "#tools/core/openapi/types.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";

const formats = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
  email: /^[^@\s]+@[^@\s]+$/,
  "uri-reference": true,
} as const;

/** Checks a response like a client generated from the document. Returns the errors. */
export function checker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, formats });
  ajv.addVocabulary(["components", "example"]);
  ajv.addSchema({ $id: "doc", components: { schemas: document.components.schemas } });
  const compiled = new Map<string, ValidateFunction>();
  return (tool: AnyTool, status: number, contentType: string | null, body: unknown): string[] => {
    const operation = document.paths[tool.rest.path]![tool.rest.method.toLowerCase()]!;
    const entry = operation.responses[status];
    if (!entry) return [`${tool.name} does not declare the status ${status}`];
    const answer = "$ref" in entry ? document.components.responses[entry.$ref.split("/").at(-1)!]! : entry;
    const media = answer.content?.[contentType ?? ""];
    if (!media) return [`${tool.name} does not declare ${contentType} for ${status}`];
    const ref = `doc${media.schema.$ref}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate(body) ? [] : ajv.errorsText(validate.errors).split(", ");
  };
}
