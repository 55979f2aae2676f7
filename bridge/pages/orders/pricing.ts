import { maxPerPage } from "#tools/core/lists/pagination.ts";
import listProducts from "#tools/orders/list-products.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";

/** `/pricing`: the products that owners can buy. A listing is free. */
export const pricingPage = definePage({
  path: "/pricing",
  name: "pricing",
  audience: "everyone",
  menu: { in: "footer", label: "Prices", place: 4 },
  indexed: true,
  maxAge: 300,
  async get(ask, { site, urls }) {
    const { items } = await ask(listProducts, { per_page: maxPerPage });
    return {
      title: "Prices",
      canonical: `${urls.base}/pricing`,
      description: `What a listing on ${site.name} costs, and what can be bought for it.`,
      layout: "wide",
      body: html`<h1>Prices</h1>
<p class="lead">A listing is free: it launches in the first free week, with our badge on its website and a founder profile. What is sold below changes no organic rank.</p>
<ul class="prices" role="list">
<li class="price"><h2>Free launch</h2><p class="total">Free</p><p>A place in the free queue, some weeks ahead, for a listing whose website shows our badge and whose founder has a profile.</p><p><a class="button" href="/account/listings">Choose it</a></p></li>
${items.map(
  ({ name, description, price, currency }) => html`<li class="price"><h2>${name}</h2>
<p class="total">${priceText(price, currency)} <span class="hint">net</span></p>
<p>${description}</p>
<p><a class="button" href="/account/listings">Choose a listing</a></p></li>
`,
)}</ul>
<p class="hint">VAT comes on top where it is due; the page before the order shows it to the cent. Businesses in the EU give their VAT id. Or ask your assistant: quote_order has the exact price, create_checkout a link at which you pay.</p>`,
    };
  },
});
