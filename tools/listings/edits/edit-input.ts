import * as z from "zod";
import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import {
  type FieldName,
  fieldNames,
  fieldOf,
  isText,
  type ListingValues,
  listingFields,
} from "#db/schema/listing-fields.ts";
import { type FieldError, invalid, Problem, requireValid } from "../../core/errors/errors.ts";
import { visibleLength } from "../../core/input/fields.ts";
import { closestMatch } from "../../core/text/closest-match.ts";
import { fieldChanges, filledText } from "../shared/fields.ts";
import { copiedFields } from "../shared/listing-values.ts";
import { listingId, readMyListing } from "../shared/own-listing.ts";
import { picturesInput } from "./pictures.ts";

const { socials, faqs } = fieldChanges.shape;
const { question } = listingFields.faqs.columns;

export const editInput = z.strictObject({
  listing_id: listingId,
  fields: fieldChanges
    .omit({ socials: true, faqs: true })
    .extend({ pictures: picturesInput.optional() })
    .optional()
    .describe("Changed fields"),
  socials,
  socials_add: socials.unwrap().optional().describe("One URL per platform"),
  socials_remove: z.array(z.string().trim().max(40)).max(50).optional().describe("Platforms"),
  faqs,
  faqs_add: faqs.unwrap().optional().describe("Adds or changes entries"),
  faqs_remove: z.array(filledText(question)).max(50).optional().describe("Exact questions"),
  apply_to: z
    .array(z.string().trim().max(80))
    .max(50)
    .optional()
    .meta({ description: `Copies ${copiedFields} to these sites (or all)`, example: ["all"] }),
  if_version: z.int().min(1).optional().meta({ description: "Version you read; protects newer edits", example: 4 }),
  revert_to: z.int().min(1).optional().meta({ description: "Version to restore", example: 3 }),
});

export type EditInput = z.output<typeof editInput>;

/** Pictures are named by their URLs, so `keptPictures` must look them up. */
type SentFields = Partial<ListingValues> & Pick<NonNullable<EditInput["fields"]>, "pictures">;

/**
 * Returns the fields that a call sends. Throws 422 if it sends none, or `revert_to` together with other changes. For
 * lists that change by entries, the result has the `current` values with these changes, or else empty lists.
 */
export function sentFields(input: EditInput, current?: ListingValues): SentFields {
  const { fields = {}, socials, faqs, revert_to } = input;
  const sent = { ...fields, ...(socials && { socials }), ...(faqs && { faqs }), ...changedLists(input, current) };
  const isEmpty = Object.keys(sent).length === 0;
  if (revert_to !== undefined && !isEmpty)
    invalid("revert_to", "not_alone", "must be sent without other changes", {
      fix: "Send revert_to first, then the other changes in a second call.",
    });
  if (isEmpty && revert_to === undefined)
    invalid("fields", "required", "must contain at least one field to change", {
      fix: "For example, send fields.headline, socials_add, faqs_add or revert_to.",
    });
  requireValid(tooShort(sent));
  return { ...sent, ...(sent.categories && { categories: [...new Set(sent.categories)] }) } as SentFields;
}

function changedLists(input: EditInput, current?: ListingValues): Partial<ListingValues> {
  const { faqs_add = [], faqs_remove = [], socials_add, socials_remove = [] } = input;
  const { faqs = [], socials = {} } = current ?? {};
  const changed: Partial<ListingValues> = {};
  for (const name of ["faqs", "socials"] as const) {
    const [added, removed] = [input[`${name}_add`], input[`${name}_remove`]];
    if (!added && !removed) continue;
    if (input[name])
      invalid(`${name}_${added ? "add" : "remove"}`, "not_alone", `must be sent without ${name}`, {
        fix: `Send ${name} to replace the whole list, or ${name}_add and ${name}_remove to change entries.`,
      });
    const known = name === "faqs" ? faqs.map(({ question }) => question) : Object.keys(socials);
    if (current) requireEntries(`${name}_remove`, removed ?? [], known);
    if (name === "faqs") {
      const answers = new Map(faqs_add.map(({ question, answer }) => [question, answer]));
      const kept = faqs.filter(({ question }) => !faqs_remove.includes(question));
      const fresh = faqs_add.filter((one) => !kept.some(({ question }) => question === one.question));
      changed.faqs = [...kept.map((one) => ({ ...one, answer: answers.get(one.question) ?? one.answer })), ...fresh];
    } else {
      const kept = Object.entries(socials).filter(([platform]) => !socials_remove.includes(platform));
      changed.socials = { ...Object.fromEntries(kept), ...socials_add };
    }
    const [actual, limit] = [Object.keys(changed[name]!).length, fieldOf[name].max];
    const fix = `Remove entries with ${name}_remove.`;
    if (actual > limit)
      invalid(`${name}_add`, "too_big", `must leave at most ${limit} entries`, { limit, actual, fix });
  }
  return changed;
}

/** Throws 422 for an entry to remove that the list does not have, with the most similar one. */
function requireEntries(field: string, removed: readonly string[], known: readonly string[]): void {
  const errors = removed.flatMap((entry, position) => {
    if (known.includes(entry)) return [];
    const near = closestMatch(entry, known);
    const fix = near === null ? `The listing has: ${known.join("; ") || "none"}.` : `Did you mean "${near}"?`;
    return { field: `${field}.${position}`, code: "unknown_entry", message: `"${entry}" is not in the list`, fix };
  });
  if (errors.length > 0) throw new Problem("validation_failed", `${errors[0]!.message}. ${errors[0]!.fix}`, { errors });
}

function tooShort(sent: Partial<Record<FieldName, unknown>>): FieldError[] {
  return fieldNames.flatMap((name) => {
    const value = sent[name];
    const { min } = fieldOf[name];
    if (typeof value !== "string" && !Array.isArray(value)) return [];
    const actual = typeof value === "string" ? visibleLength(value) : value.length;
    const unit = typeof value === "string" ? "characters" : min === 1 ? "entry" : "entries";
    if (actual >= min) return [];
    const message = `must have at least ${min} ${unit}`;
    return [{ field: `fields.${name}`, code: "too_small", message, limit: min, actual }];
  });
}

/**
 * Returns the IDs of the listings that fields are copied to. Throws 422 for a site on which the company has no listing.
 */
export function copyTargets({ id, listings }: CompanyWithListings, own: OwnListing, applyTo: string[]): Set<number> {
  if (id !== own.companyId) throw new Error("a listing of another company");
  const others = listings.filter((listing) => listing.id !== own.id);
  const keys = others.map(({ site }) => site);
  const known =
    keys.length > 0 ? `The company's other sites are ${keys.join(", ")}.` : "The company has no other sites.";
  const errors = applyTo.flatMap((key, position) => {
    if (key === "all" || key === own.site || keys.includes(key)) return [];
    const suggestion = closestMatch(key, keys);
    return {
      field: `apply_to.${position}`,
      code: "unknown_site",
      message: `"${key}" is not a site on which this company has a listing`,
      fix: `${suggestion === null ? "" : `Did you mean ${suggestion}? `}${known}`,
    };
  });
  if (errors.length > 0)
    throw new Problem("validation_failed", `${errors[0]!.field}: ${errors[0]!.message}. ${known}`, { errors });
  return new Set(others.filter(({ site }) => applyTo.includes("all") || applyTo.includes(site)).map(({ id }) => id));
}

/** Throws 409 if an edit changes anything in a suspended listing except its text and pictures, which owners may fix. */
export function requireEditable({ id, name, status }: OwnListing, sent: object): void {
  if (status !== "suspended") return;
  const locked = Object.keys(sent).filter((field) => !fixable.has(field));
  if (locked.length === 0) return;
  throw new Problem(
    "state_conflict",
    `${name} is suspended. You can change its text and remove pictures, but not change ${locked.join(", ")}. The team decides when the listing becomes public again.`,
    { nextActions: [readMyListing(id, "See why the listing is suspended.")] },
  );
}

const fixable = new Set<string>([...fieldNames.filter((name) => name === "faqs" || isText(fieldOf[name])), "pictures"]);
