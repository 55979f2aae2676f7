import { actionLines } from "../../core/errors/next-action.ts";
import { faultLines } from "../../core/errors/problem-text.ts";
import { day, facts, lines, linksText, questionLines, quoted } from "../../core/text/text.ts";
import { isEmpty } from "../../listings/shared/fields.ts";
import type { DraftRecord } from "./records.ts";

type Fields = DraftRecord["fields"];

const writerWords = { claude: "written by an AI model", extractive: "taken from the website" };

export function draftText(draft: DraftRecord): string {
  const { id, url, status, progress, error, missing, poll_after_ms } = draft;
  return lines(
    facts(
      `Draft ${id} for ${url} is ${missing.length > 0 ? "written but incomplete" : status}`,
      missing.length > 0 && `status ${status}`,
      `version ${draft.version}`,
      draft.listing_id !== null && `listing ${draft.listing_id}`,
      draft.written_by && `text ${writerWords[draft.written_by]} (${draft.written_by})`,
      `created ${day(draft.created_at)}, expires ${day(draft.expires_at)}`,
    ),
    poll_after_ms !== null &&
      status !== "ready" &&
      `Step ${progress.step} of ${progress.of}: ${progress.note} Call get_draft again in ${poll_after_ms / 1000} s.`,
    error && `${error.code}: ${error.message}`,
    fieldLines(draft),
    missing.length > 0 && "Fields still needed before the draft can be submitted:",
    faultLines(missing),
    draft.warnings.map(({ code, message }) => `Note (${code}): ${message}`),
    draft.invites.map((invite) => `Invited: ${invite.email}, ${invite.status}, until ${day(invite.expires_at)}`),
    actionLines(draft.next_actions),
  );
}

function fieldLines({ fields, edited_fields, evidence }: DraftRecord): string[] {
  const names = Object.keys(fields) as (keyof Fields)[];
  const filled = names.filter((name) => !isEmpty(fields[name]));
  if (filled.length === 0) return [];
  // Most fields cite the same few pages, so each page is named once.
  const read = new Map(names.flatMap((name) => evidence[name] ?? []).map(({ url, fetched_at }) => [url, fetched_at]));
  const pages = [...read.keys()];
  const empty = names.filter((name) => isEmpty(fields[name]));
  return [
    pages.length > 0 ? "Fields, each followed by the website passages that support it, with page numbers:" : "Fields:",
    ...filled.flatMap((name) => [
      ...valueLines(name, fields[name]),
      ...(evidence[name] ?? []).map(
        ({ url, quote }) => `  [${pages.indexOf(url) + 1}] ${quote === fields[name] ? "same words" : quote}`,
      ),
    ]),
    ...[...read].map(([page, at], i) => `[${i + 1}] ${page} (${day(at)})`),
    ...(empty.length > 0 ? [`Empty: ${empty.join(", ")}`] : []),
    ...(edited_fields.length > 0 ? [`Edited fields: ${edited_fields.join(", ")}`] : []),
  ];
}

function valueLines(name: string, value: Fields[keyof Fields]): string[] {
  if (typeof value === "string") return value.includes("\n") ? [`${name}:`, ...quoted(value)] : [`${name}: ${value}`];
  if (!Array.isArray(value)) return [`${name}: ${linksText(value ?? {})}`];
  return typeof value[0] === "string"
    ? [`${name}: ${value.join(", ")}`]
    : [`${name}:`, ...questionLines(value as Fields["faqs"])];
}
