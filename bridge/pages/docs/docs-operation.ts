import { lookup } from "#db/values/lookup.ts";
import { type ProblemCode, problems } from "#tools/core/errors/errors.ts";
import { type OpenApiDocument, type Operation, type Reference, successOf } from "#tools/core/openapi/types.ts";
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
  /** Names of the records that the Records page explains. */
  shared: ReadonlySet<string>;
}

export function operationSection(entry: Entry, context: ApiContext): Html {
  const { method, path, operation } = entry;
  const id = operation.operationId;
  const scopes = operation.security[0]?.api_key ?? [];
  const access = scopes.length === 0 ? "No sign-in required." : ["Required scope: ", codeList(scopes), "."];
  return html`
<article id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${operation.summary}</a></h2>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p>${inline(operation.description, context.links)}</p>
<p class="hint">MCP tool: <code>${id}</code>. ${access}</p>
${parameterTable(entry, context)}
${examples(entry, context.document)}
${response(operation, context)}
${problemList(operation, context.document)}
</article>`;
}

const codeList = (names: readonly string[]): HtmlValue =>
  names.map((name, i) => [i > 0 && ", ", html`<code>${name}</code>`]);

function resolved<T extends object>(value: T | Reference, components: Record<string, T>): T {
  return "$ref" in value ? lookup(components, (value as Reference).$ref.split("/").at(-1)!)! : value;
}

const parametersOf = ({ parameters }: Operation, { components }: OpenApiDocument) =>
  parameters.map((parameter) => resolved(parameter, components.parameters));

const bodyOf = ({ requestBody }: Operation) => requestBody?.content["application/json"];

function parameterTable({ operation }: Entry, { document, links }: ApiContext): Html {
  const { properties = {}, required = [] } = (bodyOf(operation)?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const inBody = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "body",
    required: required.includes(name),
    schema,
    description: schema.description,
  }));
  const parameters = [...parametersOf(operation, document), ...inBody];
  if (parameters.length === 0) return html`<p>No parameters.</p>`;
  const rows = parameters.map(({ name, in: place, required, schema, description }) => ({
    cells: [
      html`<code>${name}</code> <span class="place">${place}</span>`,
      typeOf(schema),
      required ? "yes" : "no",
      schema.default === undefined ? "none" : html`<code>${plain(schema.default)}</code>`,
      [typeof description === "string" && inline(description, links), place === "body" && fieldList(schema)],
    ],
  }));
  const caption = html`Parameters<span class="hidden"> of ${operation.operationId}</span>`;
  return table(caption, ["Name", "Type", "Required", "Default", "Description"], rows);
}

const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function examples(entry: Entry, document: OpenApiDocument): Html {
  const examples = [...parametersOf(entry.operation, document), bodyOf(entry.operation)].map((part) => part?.examples);
  const found = new Set(examples.flatMap((examples = {}) => Object.keys(examples)));
  const names = found.size === 0 ? ["example_1"] : [...found].sort();
  const shown = names.map((name) => {
    const command = curl(entry, name, document);
    return html`<pre class="copied" tabindex="0" role="group" aria-label="Request with curl"><code>${command}</code></pre>
`;
  });
  return html`<h3>Example request</h3>
${shown}`;
}

function curl({ method, path, operation }: Entry, name: string, document: OpenApiDocument): string {
  const given = parametersOf(operation, document).flatMap((parameter) => {
    const example = lookup(parameter.examples ?? {}, name);
    if (!example) return [];
    const values = [example.value].flat().map((item) => encodeURIComponent(String(item)));
    return [{ ...parameter, value: values.join(",") }];
  });
  const filled = path.replace(
    /\{(\w+)\}/g,
    (whole, field: string) => given.find((parameter) => parameter.name === field)?.value ?? whole,
  );
  const query = given.filter((parameter) => parameter.in === "query").map(({ name, value }) => `${name}=${value}`);
  const body = lookup(bodyOf(operation)?.examples ?? {}, name)?.value;
  const url = `${document.servers[0]!.url}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    ...(operation.security.length > 0 ? [`-H 'Authorization: Bearer lk_…'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** If a response has more fields than this, they are collapsed to keep the page short. */
const maxOpenFields = 30;

function response(operation: Operation, { document, shared }: ApiContext): Html {
  const success = successOf(operation);
  const { schema, examples } = success.content!["application/json"]!;
  const name = refName(schema)!;
  const record = lookup(document.components.schemas, name)!;
  const fieldCount = Object.keys(record.properties ?? {}).length;
  const fields =
    fieldCount > maxOpenFields
      ? html`<details><summary>Show the ${fieldCount} fields</summary>${fieldList(record)}</details>`
      : fieldList(record);
  return html`<h3>Response</h3>
${shared.has(name) ? html`<p>${recordLink(name)}</p>` : fields}
${
  examples &&
  html`<p><a href="${answerExamplePath(operation.operationId)}">Example response<span class="hidden"> of ${operation.operationId}</span></a></p>`
}
<p class="hint">Headers: ${codeList(Object.keys(success.headers ?? {}))}.</p>`;
}

function problemList({ responses }: Operation, { components }: OpenApiDocument): Html {
  const codes = Object.values(responses).flatMap((response) => {
    const { content } = resolved(response, components.responses);
    return Object.keys(content?.["application/problem+json"]?.examples ?? {}) as ProblemCode[];
  });
  return html`<h3>Problems</h3>
<ul class="codes" role="list">${codes.map((code) => html`<li>${problems[code].status} <a href="/docs/problems#${code}">${code}</a></li>`)}</ul>`;
}
