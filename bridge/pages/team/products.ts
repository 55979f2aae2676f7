import { decimalText, minorUnits } from "#tools/core/text/currency.ts";
import findAwards from "#tools/launches/find-awards.ts";
import listProducts from "#tools/orders/list-products.ts";
import updateProduct from "#tools/orders/update-product.ts";
import { html } from "../frame/html.ts";
import { listPage } from "./list-page.ts";

export const teamProductsPage = listPage({
  path: "/team/products",
  name: "team_products",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Products", place: 2.6 },
  title: "Products and prices",
  lead: () => "Changes apply to new orders immediately. Prices do not include VAT.",
  records: "products",
  operation: listProducts,
  acts: ({ site: { currency } }) => ({
    saved: {
      operation: updateProduct,
      label: "Edit",
      button: "Save",
      record: "product",
      fields: {
        name: { label: "Name" },
        price: {
          label: `Net price in ${currency}`,
          keyboard: "decimal",
          says: `Enter the price as a number such as ${decimalText(9900, currency)}.`,
          read: (text) => minorUnits(text, currency),
        },
        description: { label: "Description", rows: 3 },
      },
      done: "Product saved. Orders that were already quoted keep their prices.",
    },
  }),
  row({ product, name, description, price, currency }, { form }) {
    const amount = decimalText(price, currency);
    return html`<li><div><strong><bdi>${name}</bdi></strong> <span class="tag">${amount} ${currency}</span>
<p class="hint">${description}</p>
${form("saved", { record: product, of: name, values: { name, description, price: amount } })}</div></li>
`;
  },
});

export const teamAwardsPage = listPage({
  path: "/team/awards",
  name: "team_awards",
  scopes: ["team:content"],
  menu: { in: "team", label: "Awards", place: 2.5 },
  title: "Awards",
  records: "awards",
  operation: findAwards,
  filters: { period: { label: "Week or month, such as 2026-W47" } },
  row: ({ label, period, rank, listing }) =>
    html`<li><div><strong>${label}</strong>, number ${rank} of ${period}: <a href="/team/listings/${listing}">${listing}</a></div></li>
`,
});
