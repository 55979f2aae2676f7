import { factNames, fieldOf, type ListingValues } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { vetUrl } from "../../core/calls/vet-url.ts";
import { invalid } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { letters } from "../../core/text/closest-match.ts";

/** Throws 422 for a fact with a URL that is not public, or for a product that is an alternative to itself. */
export function checkFacts(
  context: Pick<CallContext, "outbound">,
  fields: Readonly<Partial<ListingValues>>,
  product: string,
): void {
  for (const name of factNames) {
    const field = fieldOf[name];
    const value = fields[name];
    if (field.kind === "line" && field.format === "url") vetFact(context, `fields.${name}`, value);
    if (field.kind === "rows")
      for (const [i, row] of ((value ?? []) as object[]).entries())
        vetFact(context, `fields.${name}.${i}.url`, lookup(row as Record<string, unknown>, "url"));
  }
  const own = letters(fields.name ?? product);
  const at = fields.alternative_to?.findIndex((name) => letters(name) === own) ?? -1;
  if (at >= 0) invalid(`fields.alternative_to.${at}`, "own_name", "must be another product", { fix: "Remove it." });
}

/** The rule for the product's own URL, except that we send no requests to these, so they may have any port. */
function vetFact(context: Pick<CallContext, "outbound">, field: string, value: unknown): void {
  if (typeof value !== "string" || value === "") return;
  const url = new URL(value);
  url.port = "";
  vetUrl(context, field, url.href);
}
