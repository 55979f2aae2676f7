import importListings from "#tools/listings/shared/import-listings.ts";
import startBulkAction from "#tools/moderation/inbox/start-bulk-action.ts";
import { AdminError } from "../../commands/admin-error.ts";
import { type ImportLine, type RecordOf, readBatches } from "../../commands/import-batches.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, fileField, hiddenField } from "../frame/fields.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";

const path = "/team/import";
const maxBytes = 2_000_000;
// The preview imports all records in one transaction, which is then rolled back. Other writers wait for it.
const maxRecords = 2000;
const recordsPerStep = 100;
const maxRefusals = 50;
const maxExamples = 10;

type Listing = RecordOf<"listings">;

interface Preview {
  text: string;
  isStrict: boolean;
  lines: Exclude<ImportLine<Listing>, { refused: string }>[];
  counts: Record<"created" | "updated" | "unchanged", number>;
  refusals: { line: number; reason: string }[];
  categories: string[];
  ignored: string[];
  unknownLicenses: string[];
}

/** Imports the files of `admin import listings`. The form keeps the file's text between the preview and the import. */
export const importPage = definePage({
  path,
  name: "team_import",
  audience: "team",
  scopes: ["team:content"],
  maxFileBytes: 2 * maxBytes,
  get: async (visit) => render(visit, {}),

  async post(visit, form) {
    const file = await form.file("file");
    const bytes = file ?? new TextEncoder().encode(form.raw("text"));
    if (bytes.length === 0) return render(visit, { error: "Choose a file." });
    if (bytes.length > maxBytes)
      return render(visit, { error: `The file is larger than ${maxBytes / 1e6} MB. Split it, or use the command.` });
    const isStrict = form.text("strict") === "yes";
    const preview = await previewOf(visit, bytes, isStrict).catch((error: unknown) => {
      if (error instanceof AdminError) return error.message;
      throw error;
    });
    if (typeof preview === "string") return render(visit, { error: preview });
    const { lines, refusals } = preview;
    if (form.text("do") !== "import" || refusals.length > 0 || lines.length === 0) return render(visit, { preview });
    const records = lines.map(({ record }) => record);
    const items = Array.from({ length: Math.ceil(records.length / recordsPerStep) }, (_, i) => ({
      records: JSON.stringify(records.slice(i * recordsPerStep, (i + 1) * recordsPerStep)),
    }));
    const shared = { is_strict: `${isStrict}`, is_all_or_nothing: "true" };
    const call = visit.call(startBulkAction, { operation: "import_listings", items, shared }, onceKey(form));
    const { output, refusal } = await attempt(call, { items: { in: "file", label: "The file" } });
    if (!output) return render(visit, { preview, refusal });
    return answerRedirect(visit, `/team/bulk/${output.bulk_action_id}`);
  },
});

async function previewOf(visit: SignedInVisit, bytes: Uint8Array, isStrict: boolean): Promise<Preview> {
  const text = new TextDecoder().decode(bytes);
  const format = /^\s*\{/.test(text) ? "ndjson" : "csv";
  const source = { path: new Blob([new Uint8Array(bytes)]), format, kind: "listings", size: maxRecords } as const;
  const all: ImportLine<Listing>[] = [];
  for await (const batch of readBatches(source)) {
    all.push(...batch);
    if (all.length > maxRecords)
      throw new AdminError(`The file has more than ${maxRecords} records. Split it, or use the command.`);
  }
  const lines = all.filter((one) => "record" in one);
  const refusals = all.flatMap((one) => ("refused" in one ? [{ line: one.line, reason: one.refused }] : []));
  const records = lines.map(({ record }) => record);
  const input = { records, is_strict: isStrict };
  const { outcomes, categories_made } = await visit.call(importListings, input, { isDryRun: true });
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const [i, outcome] of outcomes.entries())
    if (typeof outcome === "string") counts[outcome]++;
    else refusals.push({ line: lines[i]!.line, reason: outcome.refused });
  refusals.sort((a, b) => a.line - b.line);
  const ignored = [...new Set(lines.flatMap((one) => one.ignored))].slice(0, maxExamples);
  const unknownLicenses = [...new Set(lines.flatMap((one) => one.unknownLicenses ?? []))].slice(0, maxExamples);
  return { text, isStrict, lines, counts, refusals, categories: categories_made, ignored, unknownLicenses };
}

interface State {
  error?: string;
  preview?: Preview;
  refusal?: { status: number; detail: string };
}

const render = (visit: SignedInVisit, { error, preview, refusal }: State): Response =>
  answerPage(visit, {
    title: "Import listings",
    layout: "team",
    errors: error ? { file: error } : {},
    refusal,
    status: preview && preview.refusals.length > 0 ? 422 : undefined,
    body: html`<p><a href="/team/listings">All listings</a></p>
<h1>Import listings</h1>
<p class="lead">New listings go live immediately. Existing listings without an owner are updated.</p>
${preview && previewSection(visit, preview)}
${pageForm(
  visit,
  path,
  html`${fileField({ name: "file", label: "File", accept: ".ndjson,.jsonl,.csv", hint: `NDJSON, or CSV with a header, up to ${maxBytes / 1e6} MB and ${maxRecords.toLocaleString("en")} records.`, error })}
${choices({ name: "strict", type: "checkbox", label: "Categories", options: [{ value: "yes", label: "Refuse listings with unknown categories instead of creating the categories" }], chosen: preview?.isStrict ? ["yes"] : [] })}
<div class="actions"><button${!preview && html` class="primary"`} name="do" value="preview">Preview file</button></div>`,
  { multipart: true },
)}`,
  });

function previewSection(visit: SignedInVisit, preview: Preview): HtmlValue {
  const { text, isStrict, lines, counts, refusals, categories, ignored, unknownLicenses } = preview;
  const { created, updated, unchanged } = counts;
  return html`<section class="card" aria-labelledby="preview"><h2 id="preview">Preview, nothing imported yet</h2>
<p>${created} new, ${updated} changed, ${unchanged} unchanged, ${refusals.length} refused.</p>
${categories.length > 0 && html`<p>New categories: <bdi>${categories.slice(0, maxRefusals).join(", ")}</bdi>${categories.length > maxRefusals && ` and ${categories.length - maxRefusals} more`}.</p>`}
${ignored.length > 0 && html`<p>Ignored fields: <bdi>${ignored.join(", ")}</bdi>.</p>`}
${unknownLicenses.length > 0 && html`<p>Licences that stay tags: <bdi>${unknownLicenses.join(", ")}</bdi>.</p>`}
${
  refusals.length > 0 &&
  html`<p>Nothing can be imported until you fix these lines:</p>
<ul class="plain-list">${refusals.slice(0, maxRefusals).map(({ line, reason }) => html`<li>Line ${line}: <bdi>${reason.slice(0, 500)}</bdi></li>`)}</ul>
${refusals.length > maxRefusals && html`<p class="hint">Showing the first ${maxRefusals} of ${refusals.length} lines.</p>`}`
}
${lines.length === 0 && refusals.length === 0 && html`<p class="empty">The file has no records.</p>`}
<ul class="plain-list">${lines.slice(0, maxExamples).map(({ record: { name, url, headline } }) => html`<li><strong><bdi>${name}</bdi></strong>: <bdi>${headline}</bdi> <span class="hint">${url}</span></li>`)}</ul>
${
  refusals.length === 0 &&
  lines.length > 0 &&
  pageForm(
    visit,
    path,
    html`${onceToken()}${hiddenField("text", text)}${isStrict && hiddenField("strict", "yes")}
<button class="primary" name="do" value="import">Import ${lines.length} listings</button>`,
    { multipart: true },
  )
}</section>`;
}
