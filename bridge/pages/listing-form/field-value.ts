import { type FieldName, fieldOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { periods } from "#tools/core/text/plan-text.ts";
import { prices } from "../directory/listing/prices.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";
import type { TypedListing } from "./typed.ts";

export function fieldValue(typed: TypedListing, name: FieldName): HtmlValue {
  switch (name) {
    case "categories":
    case "platforms":
    case "data_regions":
    case "languages":
    case "alternative_to":
      return typed[name].join(", ");
    case "plans":
      return list(
        typed.plans.map(
          ({ name, price, currency, per }) => `${name}: ${price} ${currency} ${lookup(periods, per ?? "") ?? per}`,
        ),
      );
    case "certifications":
      return list(typed.certifications.map(({ name, url }) => [name, url].filter(Boolean).join(": ")));
    case "pricing":
      return lookup(prices, typed.pricing) ?? typed.pricing;
    case "socials":
      return list(typed.socials.map(({ network, address }) => `${network}: ${address}`));
    case "faqs":
      return list(typed.faqs.map(({ question, answer }) => html`<strong>${question}</strong><br>${answer}`));
    case "logo_url":
      return (
        typed.logo_url && html`<img class="logo logo-96" src="${typed.logo_url}" alt="Logo" width="96" height="96">`
      );
    default:
      return fieldOf[name].kind === "paragraphs" ? prose(typed[name]) : typed[name];
  }
}

const list = (items: HtmlValue[]): HtmlValue =>
  items.length > 0 && html`<ul class="plain-list">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
