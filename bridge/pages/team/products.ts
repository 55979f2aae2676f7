import { decimalText, digitsOf } from "#tools/core/text/currency.ts";
import findAwards from "#tools/launches/find-awards.ts";
import listProducts from "#tools/orders/list-products.ts";
import updateProduct from "#tools/orders/update-product.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, foldedPart, hiddenField, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/products";
const awardsPath = "/team/awards";

export const teamProductsPage = definePage({
  path,
  name: "team_products",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Products", place: 2.6 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const product = form.text("product");
    const price = minorUnits(form.text("price"), visit.site.currency);
    const texts = { name: form.text("name"), description: form.text("description") };
    const fields = {
      price: { in: `price-${product}`, says: `Enter the price as a number such as ${example(visit)}.` },
      name: { in: `name-${product}`, label: "Name" },
      description: { in: `description-${product}`, label: "Description" },
    };
    const { errors } = await submit(visit.call(updateProduct, { product, price, ...texts }), fields);
    return errors ? render(visit, form, errors) : answerRedirect(visit, `${path}?done=saved`);
  },
});

const example = ({ site }: SignedInVisit) => decimalText(9900, site.currency);

/** Returns NaN, which the operation refuses, if the text is not an amount of the currency. */
function minorUnits(text: string, currency: string): number {
  const digits = digitsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > digits) return Number.NaN;
  return Number(whole + fraction.padEnd(digits, "0"));
}

async function render(visit: SignedInVisit, form?: Form, errors: FieldErrors = {}): Promise<Response> {
  const { items } = await visit.call(listProducts, { per_page: 100 });
  return answerPage(visit, {
    title: "Products and prices",
    layout: "team",
    notice: noticeOf(visit, { saved: "Product saved. Orders that were already quoted keep their prices." }),
    errors,
    body: html`<h1>Products and prices</h1>
<p class="lead">Changes apply to new orders immediately. Prices do not include VAT.</p>
${items.length === 0 && html`<p class="empty">This site sells no products.</p>`}
<section class="card" aria-label="Products"><ul class="rows" role="list">${items.map(
      ({ product, name, description, price, currency }) => {
        const sent = form?.text("product") === product ? form : undefined;
        const field = (key: string, present: string) => ({
          ...{ id: `${key}-${product}`, name: key, value: sent ? sent.text(key) : present },
          error: errors[`${key}-${product}`],
        });
        return html`<li><div><strong><bdi>${name}</bdi></strong> <span class="tag">${decimalText(price, currency)} ${currency}</span>
<p class="hint">${description}</p>
${foldedPart(
  html`Edit <span class="hidden">${name}</span>`,
  sent !== undefined,
  pageForm(
    visit,
    path,
    html`${hiddenField("product", product)}
${textField({ ...field("name", name), label: "Name", maxlength: 200 })}
${textField({ ...field("price", decimalText(price, currency)), label: `Net price in ${currency}`, keyboard: "decimal", maxlength: 15 })}
${textArea({ ...field("description", description), label: "Description", rows: 3, maxlength: 5000 })}
<div class="actions"><button class="primary" aria-label="Save ${name}">Save</button></div>`,
  ),
)}</div></li>
`;
      },
    )}</ul></section>`,
  });
}

export const teamAwardsPage = definePage({
  path: awardsPath,
  name: "team_awards",
  audience: "team",
  scopes: ["team:content"],
  menu: { in: "team", label: "Awards", place: 2.5 },
  async get(visit) {
    const page = pageOf(visit);
    const period = (visit.url.searchParams.get("period") ?? "").trim().slice(0, 20);
    const { items, has_more } = await visit.call(findAwards, { period: period || undefined, page });
    return answerPage(visit, {
      title: "Awards",
      layout: "team",
      body: html`<h1>Awards</h1>
<form class="filter" method="get" action="${awardsPath}">
${textField({ name: "period", label: "Week or month, such as 2026-W47", value: period, maxlength: 20 })}
<button>Show</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No awards match. <a href="${awardsPath}">Show all awards</a></p>`
    : html`<section class="card" aria-label="Awards"><ul class="rows" role="list">${items.map(
        ({ label, period, rank, listing }) =>
          html`<li><div><strong>${label}</strong>, number ${rank} of ${period}: <a href="/team/listings/${listing}">${listing}</a></div></li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
    });
  },
});
