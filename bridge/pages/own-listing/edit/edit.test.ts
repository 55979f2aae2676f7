import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { pageForm } from "#test/support/clients/page-form.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct, productTexts } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let browser: Visitor;
let key: string;
let accountId: number;
let id: number;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  const email = "editor@example.test";
  browser = await signUpAs(server, email);
  const made = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  key = made.key;
  accountId = made.account.id;
});
beforeEach(async () => {
  id = (await ownedProduct(server.store, accountId)).main;
  path = `/account/listings/${id}/edit`;
});
afterAll(() => server.stop());

const read = async () => (await server.as(key).call("get_my_listing", { listing_id: id })).body;
const byAssistant = (fields: Record<string, unknown>) =>
  server.as(key).over("MCP", "update_my_listing", { listing_id: id, fields });
const form = async (changes: Record<string, string | string[]>) => ({
  ...(await pageForm(await browser.get(path), path)),
  ...changes,
});

test("unchanged form: nothing is saved", async () => {
  const shown = await form({ do: "save" });
  expect(shown).toMatchObject({ name: productTexts.name, headline: productTexts.headline });
  expect((await browser.post(path, shown)).location).toBe(`${path}?done=nothing`);
  expect((await read()).version).toBe(1);
});

test("names with commas stay whole", async () => {
  await byAssistant({ alternative_to: ["Acme, Inc.", "Jotpad"] });
  const shown = await form({ do: "save" });
  expect(shown).toMatchObject({ "alternative_to.other": "Acme, Inc., Jotpad" });
  expect((await browser.post(path, shown)).location).toBe(`${path}?done=nothing`);
  await browser.post(path, { ...shown, "alternative_to.other": "Acme, Inc., Jotpad, Nagbird" });
  expect((await read()).alternative_to).toEqual(["Acme, Inc.", "Jotpad", "Nagbird"]);
});

test("fact whose quote is gone: confirmed with a box, without other changes", async () => {
  await byAssistant({ license: "MIT" });
  const source = { url: "https://kelp.example/", quote: "MIT license", by: "site", confirmed: false };
  await server.store.write(async (tx) =>
    tx.$client.run(
      "UPDATE companies SET fact_sources = json_patch(fact_sources, ?) WHERE id = (SELECT company_id FROM listings WHERE id = ?)",
      [JSON.stringify({ license: source }), id],
    ),
  );
  expect((await browser.get(path)).html).toContain("Licence: still correct");
  await browser.post(path, await form({ confirm: "license", do: "save" }));
  expect((await read()).fact_sources.license).toMatchObject({ by: "owner", quote: null, confirmed: true });
  expect((await browser.get(path)).html).not.toContain("still correct");
});

test("links, questions, choices and texts are saved in one edit", async () => {
  const changes = {
    headline: "Kelp farming by the numbers",
    categories: ["budgeting", "invoicing"],
    platforms: ["Web", "CLI"],
    "platforms.other": "Watch",
    pricing: "freemium",
    "socials.0.network": "GitHub",
    "socials.0.address": "https://github.com/kelpworks",
    "faqs.1.question": "Does it float?",
    "faqs.1.answer": "Yes.",
  };
  const { location } = await browser.post(path, await form({ ...changes, do: "save" }));
  // The other site shares the company's fields, so the page lists the changes of each site.
  expect(location).toBeNull();
  const listing = await read();
  expect(listing).toMatchObject({
    version: 2,
    headline: changes.headline,
    platforms: ["Web", "CLI", "Watch"],
    pricing: "freemium",
    socials: { github: "https://github.com/kelpworks" },
    faqs: [{ question: "Does it float?", answer: "Yes." }],
  });
  // The first category stays first.
  expect(listing.categories.map(({ slug }: { slug: string }) => slug)).toEqual(["invoicing", "budgeting"]);
});

test("invalid input: errors at the fields and rows, and all input is kept", async () => {
  const { status, html } = await browser.post(
    path,
    await form({
      headline: "short",
      "socials.1.network": "x",
      "socials.1.address": "nowhere",
      "faqs.1.question": "And?",
      do: "save",
    }),
  );
  expect(status).toBe(422);
  expect(html).toContain('value="short"');
  for (const field of ["socials.0.address", "faqs.0.answer"]) expect(html).toContain(`href="#field-${field}"`);
  const twice = await form({
    "socials.0.network": "x",
    "socials.0.address": "https://x.com/a",
    "socials.1.network": "X",
    "socials.1.address": "https://x.com/b",
    do: "save",
  });
  expect((await browser.post(path, twice)).html).toContain("Link 2 has the same name as another link.");
  expect((await browser.post(path, await form({ headline: "short", do: "save" }))).html).toContain(
    'href="#field-headline"',
  );
  expect((await read()).version).toBe(1);
});

test("preview: shows the public page and saves nothing", async () => {
  const { html } = await browser.post(
    path,
    await form({ summary: "Plans lines of kelp, <em>all</em> of them, for a season.", do: "preview" }),
  );
  expect(html).toContain("Preview of your changes");
  expect(html).toContain('</strong> Changed: Summary. <a href="#preview">');
  expect(html).toContain("Plans lines of kelp, &lt;em&gt;all&lt;/em&gt; of them, for a season.</p>");
  expect((await read()).version).toBe(1);
});

test("edit that empties a public field: warns before it is saved", async () => {
  await byAssistant({ description: "Lines, harvests and sales." });
  const emptied = await form({ description: "", do: "save" });
  const warned = await browser.post(path, emptied);
  expect(warned.html).toContain("Saving will remove Description from the public page.");
  expect((await read()).description).toBe("Lines, harvests and sales.");
  await browser.post(path, { ...emptied, do: "unpublish" });
  expect((await read()).description).toBe("");
});

test("one changed question: the versions show only that question", async () => {
  const faqs = [1, 2].map((n) => ({ question: `Question ${n}?`, answer: `Answer ${n}.` }));
  const send = (list: typeof faqs) => server.as(key).over("MCP", "update_my_listing", { listing_id: id, faqs: list });
  const sides = async () => {
    const { html } = await browser.get(`/account/listings/${id}/versions`);
    const [latest] = html.match(/<article.*?<\/article>/s)!;
    return [...latest.matchAll(/class="said">(.*?)<\/p>/gs)].map(([, text]) => text!.replace(/<[^>]+>/g, ""));
  };
  await send(faqs);
  expect(await sides()).toEqual(["Empty", "Question 1?\nAnswer 1.\nQuestion 2?\nAnswer 2."]);
  await send([faqs[0]!, { question: "Question 2?", answer: "Nothing." }]);
  expect(await sides()).toEqual(["Question 2?\nAnswer 2.", "Question 2?\nNothing."]);
  await send([faqs[0]!]);
  expect(await sides()).toEqual(["Question 2?\nNothing.", "Not included"]);
});

test("saved: the notice says whether the changes are public", async () => {
  const saved = async (listing: number) => (await browser.get(`/account/listings/${listing}/edit?done=saved`)).html;
  expect(await saved(id)).toContain("Changes saved. The changes are public now.");
  const { main } = await ownedProduct(server.store, accountId, "draft");
  expect(await saved(main)).toContain("Changes saved. The listing is not public at the moment.");
});

test("copy to other sites: the page lists what changed or was skipped on each site", async () => {
  const { html } = await browser.post(
    path,
    await form({ headline: "Kelp for every site at once", categories: ["budgeting"], apply_to: ["dev"], do: "save" }),
  );
  expect(html).toContain("Slipway: Headline, Categories.");
  expect(html).toContain("Slipway Dev: Headline.");
  expect(html).toContain("Categories: Only headline, summary and SEO texts are copied");
});

test("conflict: the user chooses a value, and other changes made elsewhere are kept", async () => {
  const mine = await form({
    headline: "Kelp as the person puts it",
    summary: "What the person says of kelp, in some forty characters.",
    do: "save",
  });
  await byAssistant({ headline: "Kelp as the assistant puts it", seo_title: "Kelp, said by an assistant" });
  const conflict = await browser.post(path, mine);
  expect(conflict.status).toBe(409);
  expect(await read()).toMatchObject({ version: 2, headline: "Kelp as the assistant puts it" });
  for (const text of ["Kelp as the person puts it", "Kelp as the assistant puts it", "What the person says of kelp"])
    expect(conflict.html).toContain(text);
  const back = await pageForm(conflict, path);
  expect(back).toMatchObject({ seo_title: "Kelp, said by an assistant" });

  await browser.post(path, { ...back, do: "save" });
  expect(await read()).toMatchObject({
    headline: "Kelp as the person puts it",
    summary: "What the person says of kelp, in some forty characters.",
    seo_title: "Kelp, said by an assistant",
  });

  const again = await form({ headline: "Kelp once more, by the person", do: "save" });
  await byAssistant({ headline: "Kelp once more, by the assistant" });
  const second = await pageForm(await browser.post(path, again), path);
  await browser.post(path, { ...second, taken: "headline", do: "save" });
  expect((await read()).headline).toBe("Kelp once more, by the assistant");
});

test("400: form without the hashes of the shown values", async () => {
  for (const hash of ["shown.name", "shown.logo_url"]) {
    const incomplete = await form({ [hash]: "", headline: "Kelp from nowhere", do: "save" });
    expect((await browser.post(path, incomplete)).status).toBe(400);
  }
  expect((await read()).version).toBe(1);
});

test("concurrent edits of different fields: both are saved", async () => {
  const mine = await form({ headline: "Kelp as the person puts it", do: "save" });
  await byAssistant({ seo_title: "Kelp, said by an assistant", categories: ["budgeting", "invoicing"] });
  await browser.post(path, mine);
  const listing = await read();
  expect(listing).toMatchObject({
    headline: "Kelp as the person puts it",
    seo_title: "Kelp, said by an assistant",
  });
  expect(listing.categories.map(({ slug }: { slug: string }) => slug)).toEqual(["budgeting", "invoicing"]);
});

test("logo added in the meantime: the user chooses between it and their own", async () => {
  const mine = await form({ logo_url: "http://10.0.0.1/mine.png", do: "save" });
  await server.store.write(async (tx) => {
    const hash = await saveAsset(tx, "image/svg+xml", Buffer.from("<svg/>"), testNow.toISOString());
    tx.$client.run("UPDATE companies SET logo_hash = ? WHERE id = (SELECT company_id FROM listings WHERE id = ?)", [
      hash,
      id,
    ]);
  });
  const conflict = await browser.post(path, mine);
  expect(conflict.status).toBe(409);
  const back = await pageForm(conflict, path);
  expect(back).toMatchObject({ logo_url: "http://10.0.0.1/mine.png" });
  expect(conflict.html).toContain('name="taken" value="logo_url"');
  expect((await browser.post(path, { ...back, taken: "logo_url", do: "save" })).location).toBe(`${path}?done=nothing`);
  // If the user keeps it, the URL is checked as usual and refused.
  expect((await browser.post(path, { ...back, do: "save" })).html).toContain('href="#field-logo_url"');
});

test("more rows: all input is kept", async () => {
  const typed = await form({ headline: "short", "faqs.1.question": "And?", do: "rows" });
  const more = await pageForm(await browser.post(path, typed), path);
  expect(more).toMatchObject({ headline: "short", "faqs.0.question": "And?", "faqs.9.answer": "" });
  expect(more).toMatchObject({ "socials.11.address": "" });
  expect((await read()).version).toBe(1);
});

test("suspended listing: texts can be edited, other fields are refused with the reason", async () => {
  await server.store.write(
    async (tx) => void tx.$client.run("UPDATE listings SET status = 'suspended' WHERE id = ?", [id]),
  );
  const refused = await browser.post(path, await form({ categories: ["budgeting"], do: "save" }));
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining("You can change its text and remove pictures, but not change categories"),
  ]);
  const fixed = await browser.post(path, await form({ headline: "Kelp, fixed as the team asked", do: "save" }));
  expect(fixed.location).toBe(`${path}?done=saved`);
});
