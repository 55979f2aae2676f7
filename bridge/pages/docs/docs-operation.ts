import { lookup } from "#db/values/lookup.ts";
import { type ProblemCode, problems } from "#tools/core/errors/errors.ts";
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Reference,
  successOf,
} from "#tools/core/openapi/types.ts";
import type { JsonSchema } from "#tools/core/schema/json-schema.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { table } from "../frame/table.ts";
import { answerExamplePath } from "./answer-examples.ts";
import { fieldList, recordLink, refName, typeOf } from "./docs-schema.ts";
import { inline, type OperationLinks } from "./docs-text.ts";

export interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

export interface ApiContext {
  document: OpenApiDocument;
  entries: readonly Entry[];
  links: OperationLinks;
  /** Names of the records that the page of records explains. */
  shared: ReadonlySet<string>;
}

/** The section of one operation. */
export function operationSection(entry: Entry, context: ApiContext): Html {
  const { method, path, operation } = entry;
  const id = operation.operationId;
  const scopes = operation.security[0]?.api_key ?? [];
  return html`
<article id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${operation.summary}</a></h2>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p>${inline(operation.description, context.links)}</p>
<p class="hint">MCP tool: <code>${id}</code>. ${
    scopes.length === 0
      ? "No sign-in needed."
      : ["Required scope: ", scopes.map((scope, i) => [i > 0 && ", ", html`<code>${scope}</code>`]), "."]
  }</p>
${parameterTable(entry, context)}
${examples(entry, context.document)}
${response(operation, context)}
${problemList(operation, context.document)}
</article>`;
}

/** Where a problem is explained; the `type` of a problem is its absolute URL. */
export const problemPath = (code: ProblemCode) => `/docs/problems#${code}`;

const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const resolved = (parameter: Parameter | Reference, { components }: OpenApiDocument): Parameter =>
  "$ref" in parameter ? lookup(components.parameters, parameter.$ref.split("/").at(-1)!)! : parameter;

function parameterTable({ operation }: Entry, { document, links }: ApiContext): HtmlValue {
  const row = (name: string, place: string, required: boolean, schema: JsonSchema, description: unknown) => ({
    cells: [
      html`<code>${name}</code> <span class="place">${place}</span>`,
      typeOf(schema),
      required ? "yes" : "no",
      schema.default === undefined ? "none" : html`<code>${plain(schema.default)}</code>`,
      [typeof description === "string" && inline(description, links), place === "body" && fieldList(schema)],
    ] satisfies HtmlValue[],
  });
  const { properties = {}, required = [] } = (operation.requestBody?.content["application/json"]?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const rows = [
    ...operation.parameters
      .map((parameter) => resolved(parameter, document))
      .map((parameter) =>
        row(parameter.name, parameter.in, parameter.required, parameter.schema, parameter.description),
      ),
    ...Object.entries(properties).map(([name, schema]) =>
      row(name, "body", required.includes(name), schema, schema.description),
    ),
  ];
  if (rows.length === 0) return html`<p>No parameters.</p>`;
  const caption = html`Parameters<span class="hidden"> of ${operation.operationId}</span>`;
  return table(caption, ["Name", "Type", "Required", "Default", "Description"], rows);
}

function examples(entry: Entry, document: OpenApiDocument): Html {
  const { operation } = entry;
  const body = operation.requestBody?.content["application/json"]?.examples ?? {};
  const parts = operation.parameters.map((parameter) => resolved(parameter, document));
  const found = new Set([...parts.flatMap(({ examples = {} }) => Object.keys(examples)), ...Object.keys(body)]);
  const names = found.size === 0 ? ["example_1"] : [...found].sort();
  return html`<h3>Example request</h3>
${names.map(
  (
    name,
  ) => html`<pre class="copied" tabindex="0" role="group" aria-label="Request with curl"><code>${curl(entry, parts, name, document)}</code></pre>
`,
)}`;
}

function curl({ method, path, operation }: Entry, parts: Parameter[], name: string, document: OpenApiDocument): string {
  const text = (value: unknown) =>
    [value]
      .flat()
      .map((item) => encodeURIComponent(String(item)))
      .join(",");
  const given = parts.flatMap((parameter) => {
    const example = lookup(parameter.examples ?? {}, name);
    return example ? [{ ...parameter, value: text(example.value) }] : [];
  });
  const filled = path.replace(/\{(\w+)\}/g, (whole, field: string) => {
    const parameter = given.find((candidate) => candidate.name === field);
    return parameter ? parameter.value : whole;
  });
  const query = given
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}=${parameter.value}`);
  const body = lookup(operation.requestBody?.content["application/json"]?.examples ?? {}, name)?.value;
  const url = `${document.servers[0]!.url}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    ...(operation.security.length > 0 ? [`-H 'Authorization: Bearer lk_…'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

// In single quotes, a shell treats only the quote itself specially.
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A response with more fields shows them on request, because a page of such operations would have no end. */
const maxOpenFields = 30;

function response(operation: Operation, { document, shared }: ApiContext): Html {
  const success = successOf(operation);
  const { schema, examples } = success.content!["application/json"]!;
  const name = refName(schema)!;
  const record = lookup(document.components.schemas, name)!;
  const fieldCount = Object.keys((record.properties ?? {}) as object).length;
  const fields =
    fieldCount > maxOpenFields
      ? html`<details><summary>Show the ${fieldCount} fields</summary>${fieldList(record)}</details>`
      : fieldList(record);
  const headers = Object.keys(success.headers ?? {});
  const headerNote = html`<p class="hint">Headers: ${headers.map((header, i) => [i > 0 && ", ", html`<code>${header}</code>`])}.</p>`;
  return html`<h3>Response</h3>
${shared.has(name) ? html`<p>${recordLink(name)}</p>` : fields}
${
  examples &&
  html`<p><a href="${answerExamplePath(operation.operationId)}">Example response<span class="hidden"> of ${operation.operationId}</span></a></p>`
}
${headerNote}`;
}

function problemList(operation: Operation, { components }: OpenApiDocument): Html {
  const codes = Object.values(operation.responses).flatMap((response) => {
    const shared = "$ref" in response ? lookup(components.responses, response.$ref.split("/").at(-1)!) : response;
    return Object.keys(shared?.content?.["application/problem+json"]?.examples ?? {}) as ProblemCode[];
  });
  return html`<h3>Problems</h3>
<ul class="codes" role="list">${codes.map((code) => html`<li>${problems[code].status} <a href="${problemPath(code)}">${code}</a></li>`)}</ul>`;
}
