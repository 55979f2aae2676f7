import { maxPerPage } from "#tools/core/lists/pagination.ts";
import { leadTimeSentence } from "#tools/launches/shared/free-rules.ts";
import listProducts from "#tools/orders/list-products.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";

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
      description: `Prices for listings and products on ${site.name}.`,
      layout: "wide",
      body: html`<h1>Prices</h1>
<p class="lead">A listing is free. It will launch in the next available week if the website shows our badge and the founder profile is complete. Nothing that you buy affects the vote rankings.</p>
<ul class="prices" role="list">
<li class="price"><h2>Free launch</h2><p class="total">Free</p><p>A launch in the next available week. It requires our badge on the website and a complete founder profile. ${leadTimeSentence(siteRules(site.settings).freeQueue.firstWeekOffset)}</p><p><a class="button" href="/account/listings">Choose free launch</a></p></li>
${items.map(
  ({ name, description, price, currency }) => html`<li class="price"><h2>${name}</h2>
<p class="total">${priceText(price, currency)} <span class="hint">net</span></p>
<p>${description}</p>
<p><a class="button" href="/account/listings">Choose a listing</a></p></li>
`,
)}</ul>
<p class="hint">VAT is added where applicable. You will see the exact total before you order. Businesses in the EU can enter their VAT ID.</p>`,
    };
  },
});
