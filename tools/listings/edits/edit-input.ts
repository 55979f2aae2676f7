import * as z from "zod";
import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { type FieldName, fieldNames, fieldOf, isText, type ListingValues } from "#db/schema/listing-fields.ts";
import { type FieldError, invalid, Problem } from "../../core/errors/errors.ts";
import { visibleLength } from "../../core/input/fields.ts";
import { nearest } from "../../core/text/nearest.ts";
import { fieldChanges } from "../shared/fields.ts";
import { copiedFields } from "../shared/listing-values.ts";
import { listingId } from "../shared/own-listing.ts";

const { socials, faqs } = fieldChanges.shape;

export const editInput = z.strictObject({
  listing_id: listingId,
  fields: fieldChanges.omit({ socials: true, faqs: true }).optional().describe("The changed fields"),
  socials,
  faqs,
  apply_to: z
    .array(z.string().trim().max(80))
    .max(50)
    .optional()
    .meta({
      description: `Sites that take ${copiedFields} too, or all`,
      example: ["all"],
    }),
  if_version: z.int().min(1).optional().meta({
    description: "As read; 409 if changed since",
    example: 4,
  }),
  revert_to: z.int().min(1).optional().meta({
    description: "Version to go back to",
    example: 3,
  }),
});

export type EditInput = z.output<typeof editInput>;

/** The fields that a call sends. Throws 422 where it asks for nothing, or for a version back and more. */
export function sentFields({ fields = {}, socials, faqs, apply_to, revert_to }: EditInput): Partial<ListingValues> {
  const sent = { ...fields, ...(socials && { socials }), ...(faqs && { faqs }) };
  const isEmpty = Object.keys(sent).length === 0;
  if (revert_to !== undefined && (!isEmpty || apply_to !== undefined))
    invalid("revert_to", "not_alone", "must come without other changes", {
      fix: "Go back to the version first, then send the rest in another call.",
    });
  if (isEmpty && revert_to === undefined)
    invalid("fields", "required", "must name at least one field to change", {
      fix: "Send fields.headline, say, or socials, faqs or revert_to.",
    });
  const short = tooShort(sent);
  if (short.length > 0)
    throw new Problem("validation_failed", `${short[0]!.field} ${short[0]!.message}.`, { errors: short });
  return { ...sent, ...(sent.categories && { categories: [...new Set(sent.categories)] }) } as Partial<ListingValues>;
}

/** Faults of fields that a listing cannot do without. */
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

/** Ids of the listings that take what is copied. Throws 422 for a site where the company has none. */
export function copiedTo({ id, listings }: CompanyWithListings, own: OwnListing, applyTo: string[]): Set<number> {
  if (id !== own.companyId) throw new Error("a listing of another company");
  const others = listings.filter((listing) => listing.id !== own.id);
  const keys = others.map(({ site }) => site);
  const there = keys.length > 0 ? `It is listed on ${keys.join(", ")}.` : "It is listed on no other site.";
  const errors = applyTo.flatMap((key, position) => {
    if (key === "all" || key === own.site || keys.includes(key)) return [];
    const meant = nearest(key, keys);
    return {
      field: `apply_to.${position}`,
      code: "unknown_site",
      message: `"${key}" is no site where this company is listed`,
      fix: `${meant === null ? "" : `Did you mean ${meant}? `}${there}`,
    };
  });
  if (errors.length > 0)
    throw new Problem("validation_failed", `${errors[0]!.field}: ${errors[0]!.message}. ${there}`, { errors });
  return new Set(others.filter(({ site }) => applyTo.includes("all") || applyTo.includes(site)).map(({ id }) => id));
}

/** Throws 409 for what may not be changed of a listing that the team has suspended: its texts may be mended. */
export function requireOpen({ id, name, status }: OwnListing, sent: Partial<ListingValues>): void {
  if (status !== "suspended") return;
  const closed = Object.keys(sent).filter((field) => !texts.has(field));
  if (closed.length === 0) return;
  throw new Problem(
    "state_conflict",
    `${name} is suspended: its texts can be changed, but not ${closed.join(", ")}. The team decides when it is shown again.`,
    {
      nextActions: [
        { tool: "get_my_listing", arguments: { listing_id: id }, why: "See why it is suspended.", who: "agent" },
      ],
    },
  );
}

const texts = new Set<string>(fieldNames.filter((name) => name === "faqs" || isText(fieldOf[name])));
