import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { keyFor } from "../../../../../test/support/account.ts";
import { startTestServer, type TestServer } from "../../../../../test/support/harness.ts";
import { ownedProduct, productTexts } from "../../../../../test/support/owned-product.ts";
import { pageForm } from "../../../../../test/support/page-form.ts";
import { signUpAs, type Visitor } from "../../../../../test/support/visitor.ts";

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
/** The form as the page shows it, with some of it written over. */
const form = async (changes: Record<string, string | string[]>) => ({
  ...(await pageForm(await browser.get(path), path)),
  ...changes,
});

test("the form shows every field, and saved unchanged it changes nothing", async () => {
  const shown = await form({ do: "save" });
  expect(shown).toMatchObject({ name: productTexts.name, headline: productTexts.headline, if_version: "1" });
  expect((await browser.post(path, shown)).location).toBe(`${path}?done=nothing`);
  expect((await read()).version).toBe(1);
});

test("rows of links and questions, ticked boxes and texts are saved in one edit", async () => {
  const changes = {
    headline: "Kelp farming by the numbers",
    categories: ["budgeting", "invoicing"],
    platforms: ["Web", "CLI"],
    platforms_other: "Watch",
    pricing: "freemium",
    "social.0.name": "GitHub",
    "social.0.url": "https://github.com/kelpworks",
    "faq.1.question": "Does it float?",
    "faq.1.answer": "Yes.",
  };
  const { location } = await browser.post(path, await form({ ...changes, do: "save" }));
  // The other site shares what is the company's, so the answer says what changed where.
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
  // The first of the categories stays the first.
  expect(listing.categories.map(({ slug }: { slug: string }) => slug)).toEqual(["invoicing", "budgeting"]);
});

test("faults stand at their fields, in the rows they are in, and nothing typed is lost", async () => {
  const { status, html } = await browser.post(
    path,
    await form({
      headline: "short",
      "social.1.name": "x",
      "social.1.url": "nowhere",
      "faq.1.question": "And?",
      do: "save",
    }),
  );
  expect(status).toBe(422);
  expect(html).toContain('value="short"');
  for (const field of ["social.1.name", "faq.1.answer"]) expect(html).toContain(`href="#field-${field}"`);
  const twice = await form({
    "social.0.name": "x",
    "social.0.url": "https://x.com/a",
    "social.1.name": "X",
    "social.1.url": "https://x.com/b",
    do: "save",
  });
  expect((await browser.post(path, twice)).html).toContain("There is a link named x above already.");
  expect((await browser.post(path, await form({ headline: "short", do: "save" }))).html).toContain(
    'href="#field-headline"',
  );
  expect((await read()).version).toBe(1);
});

test("a preview shows what the public will see and changes nothing", async () => {
  const { html } = await browser.post(
    path,
    await form({ summary: "Plans lines of kelp, <em>all</em> of them, for a season.", do: "preview" }),
  );
  expect(html).toContain("What the public will see");
  expect(html).toContain("<p>Plans lines of kelp, &lt;em&gt;all&lt;/em&gt; of them, for a season.</p>");
  expect((await read()).version).toBe(1);
});

test("what an edit takes off the public page is said before it is saved", async () => {
  await byAssistant({ description: "Lines, harvests and sales." });
  const emptied = await form({ description: "", do: "save" });
  const warned = await browser.post(path, emptied);
  expect(warned.html).toContain("Saving this takes Description off the public page.");
  expect((await read()).description).toBe("Lines, harvests and sales.");
  await browser.post(path, { ...emptied, do: "unpublish" });
  expect((await read()).description).toBe("");
});

test("texts are copied to the company's other sites, and the answer says per site what was left out and why", async () => {
  const { html } = await browser.post(
    path,
    await form({ headline: "Kelp for every site at once", categories: ["budgeting"], apply_to: ["dev"], do: "save" }),
  );
  expect(html).toContain("main: Headline, Categories.");
  expect(html).toContain("dev: Headline.");
  expect(html).toContain("Categories: Only headline, summary and the texts for search engines are copied");
});

test("where both changed a field the person chooses, and what only the other changed stays", async () => {
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
  expect(back).toMatchObject({ if_version: "2", seo_title: "Kelp, said by an assistant" });

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

test("a version that no listing has yet, and a form without one, are refused", async () => {
  for (const if_version of ["", "x", "0", "1.5"])
    expect((await browser.post(path, await form({ if_version, do: "save" }))).status).toBe(400);
  const ahead = await browser.post(
    path,
    await form({ if_version: "99", headline: "Kelp from the future", do: "save" }),
  );
  expect(ahead.status).toBe(409);
  expect((await read()).version).toBe(1);
});

test("of a suspended listing texts can be mended, and the rest says why not", async () => {
  await server.store.write(
    async (tx) => void tx.$client.run("UPDATE listings SET status = 'suspended' WHERE id = ?", [id]),
  );
  const refused = await browser.post(path, await form({ categories: ["budgeting"], do: "save" }));
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining("its texts can be changed, but not categories"),
  ]);
  const mended = await browser.post(path, await form({ headline: "Kelp, mended as the team asked", do: "save" }));
  expect(mended.location).toBe(`${path}?done=saved`);
});
