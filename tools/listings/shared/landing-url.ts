import { isLandingUrl, queueDomain } from "#db/queries/listings/company-key.ts";
import { vetUrl, withScheme } from "../../core/calls/vet-url.ts";
import { invalid } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";

/** Returns the fields of an edit with the landing URL in its standard form. Throws 422 if it leaves the product's site. */
export function withLandingUrl<Fields extends { landing_url?: string }>(
  context: Pick<CallContext, "outbound">,
  fields: Fields,
  product: string,
): Fields {
  if (!fields.landing_url) return fields;
  const field = "fields.landing_url";
  const landing = vetUrl(context, field, withScheme(fields.landing_url)).href;
  const place = queueDomain(product);
  if (!isLandingUrl(product, landing))
    invalid(field, "other_site", `must be an https URL on ${place}, like the product's URL, not ${landing}`, {
      fix: `Send a URL that begins with https://${place}, or empty text to link to ${product}.`,
    });
  return { ...fields, landing_url: landing };
}
