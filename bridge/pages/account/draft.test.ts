import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type Draft, draftById } from "#db/queries/drafts/drafts.ts";
import { formOf } from "#test/support/clients/page-form.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let people = 0;
async function withDraft(changes: Partial<Draft> = {}) {
  const email = `drafter${++people}@example.test`;
  const browser = await signUpAs(server, email);
  const account = (await accountByEmail(server.store.read, email))!;
  const { id } = await draftFor(server.store, account.id, { url: `https://n${people}.example/`, ...changes });
  const path = `/account/drafts/${id}`;
  return { browser, account, id, path, form: async () => formOf((await browser.get(path)).html, path) };
}
const stored = async (id: number) => (await draftById(server.store.read, id))!;
const send = (
  browser: Visitor,
  path: string,
  form: Record<string, string[]>,
  more: Record<string, string | string[]>,
) => browser.post(path, { ...form, ...more });

test("every field can be edited, and only changed fields are sent", async () => {
  const { browser, id, path, form } = await withDraft();
  const unchanged = await send(browser, path, await form(), { do: "save" });
  expect(unchanged.location).toBe(`${path}?done=saved`);
  expect((await stored(id)).editedFields).toEqual([]);
  const fields = {
    name: "Quay Ledger",
    headline: "Books for small harbours",
    summary: "Keeps the books of small harbours: berths, dues and the diesel pump.",
    description: "Every berth.\r\n\r\nEvery night.",
    categories: ["note-taking", "invoicing"],
    pricing: "",
    platforms: ["Linux"],
    "platforms.other": "Amiga, BeOS",
    "socials.0.network": "",
    "socials.0.address": "",
    "socials.1.network": "GitHub",
    "socials.1.address": "https://github.com/quay",
    "faqs.1.question": "And invoices?",
    "faqs.1.answer": "Those too.",
    "plans.0.name": "Team",
    "plans.0.price": "12.50",
    "plans.0.currency": "eur",
    "plans.0.per": "seat_month",
    "languages.other": "de, pt-br",
    self_hosted: "yes",
    seo_title: "Quay Ledger",
    seo_description: "",
  };
  const saved = await send(browser, path, await form(), { do: "save", ...fields });
  expect([/role="alert".*?<\/ul>/s.exec(saved.html)?.[0], saved.location]).toEqual([undefined, `${path}?done=saved`]);
  expect((await stored(id)).fields).toMatchObject({
    name: "Quay Ledger",
    headline: "Books for small harbours",
    summary: "Keeps the books of small harbours: berths, dues and the diesel pump.",
    description: "Every berth.\n\nEvery night.",
    categories: ["invoicing", "note-taking"],
    pricing: null,
    platforms: ["Linux", "Amiga", "BeOS"],
    socials: { github: "https://github.com/quay" },
    faqs: [
      { question: "Does it print receipts?", answer: "Yes, on any printer." },
      { question: "And invoices?", answer: "Those too." },
    ],
    plans: [{ name: "Team", price: 1250, currency: "EUR", per: "seat_month", free_limits: null, url: null }],
    languages: ["de", "pt-BR"],
    self_hosted: "yes",
    seo_title: "Quay Ledger",
    seo_description: "",
  });
});

test("invalid input: errors at the fields, and all input is kept", async () => {
  const { browser, id, path, form } = await withDraft();
  const typed = {
    headline: "x".repeat(161),
    summary: "A summary that is fine and long enough for the listing.",
    categories: ["invoicing", "nonesuch"],
    "socials.0.network": "mastodon",
    "socials.0.address": "javascript:alert(1)",
    "socials.1.network": "mastodon",
    "socials.1.address": "https://social.example/@two",
    "faqs.1.question": "A question without an answer?",
    logo_url: "http://127.0.0.1/logo.png",
  };
  for (const network of ["__proto__", ""]) {
    const nameless = await send(browser, path, await form(), { do: "save", ...typed, "socials.1.network": network });
    expect(nameless.html).toContain("Link 2 needs a short name, such as “github”.");
    expect((await formOf(nameless.html, path))["socials.1.network"]).toEqual([network]);
  }
  const twice = await send(browser, path, await form(), { do: "save", ...typed });
  expect(twice.status).toBe(422);
  expect(twice.html).toContain("Link 2 has the same name as another link.");
  const { status, html } = await send(browser, path, await form(), {
    do: "save",
    ...typed,
    "socials.1.network": "a link",
  });
  expect(status).toBe(422);
  for (const error of [
    "Headline must have at most 160 characters.",
    "Link 1 must be an http or https URL",
    "Answer 2 is required",
    "Link 2 must have a lower-case name of at most 40 letters, digits, hyphens or underscores",
  ])
    expect(html).toContain(error);
  const again = await formOf(html, path);
  expect(again.headline).toEqual([typed.headline]);
  expect(again.summary).toEqual([typed.summary]);
  expect(again["socials.0.address"]).toEqual([typed["socials.0.address"]]);
  expect(again["socials.1.network"]).toEqual(["a link"]);
  expect(again["faqs.1.question"]).toEqual([typed["faqs.1.question"]]);
  expect(again.logo_url).toEqual([typed.logo_url]);
  expect(again.categories).toEqual(typed.categories);
  expect((await stored(id)).editedFields).toEqual([]);
  for (const [field, error] of [
    [{ logo_url: typed.logo_url }, "Logo "],
    [{ categories: typed.categories }, "Categories "],
    [{ pricing: "gratis" }, "Pricing "],
  ] as const) {
    const refused = await send(browser, path, await form(), { do: "save", ...field });
    expect([refused.status, /class="summary".*?<li><a[^>]*>([^<]*)/s.exec(refused.html)?.[1]]).toEqual([
      422,
      expect.stringContaining(error),
    ]);
  }
});

test("two tabs change one field: the second one gets a conflict with both values", async () => {
  const { browser, id, path, form } = await withDraft();
  const [one, other] = [await form(), await form()];
  await send(browser, path, one, { do: "save", headline: "Books for small harbours", seo_title: "Harbours" });
  const clash = await send(browser, path, other, {
    do: "submit",
    headline: "Books for tiny harbours",
    seo_description: "Berths.",
  });
  expect(clash.status).toBe(409);
  expect(clash.html).toContain("Headline</a>: changed both by you and elsewhere.");
  expect(clash.html).toContain("<blockquote>Books for small harbours</blockquote>");
  expect((await stored(id)).fields).toMatchObject({ headline: "Books for small harbours", seo_title: "Harbours" });
  const answered = await formOf(clash.html, path);
  expect(answered.headline).toEqual(["Books for tiny harbours"]);
  expect((await send(browser, path, answered, { do: "save" })).location).toBe(`${path}?done=saved`);
  expect(await stored(id)).toMatchObject({
    status: "ready",
    fields: { headline: "Books for tiny harbours", seo_title: "Harbours", seo_description: "Berths." },
  });
});

test("two tabs change different fields: both changes are saved", async () => {
  const { browser, id, path, form } = await withDraft();
  const [one, other] = [await form(), await form()];
  await send(browser, path, one, { do: "save", name: "Quay Ledger" });
  await send(browser, path, other, { do: "save", seo_title: "Quay" });
  expect((await stored(id)).fields).toMatchObject({ name: "Quay Ledger", seo_title: "Quay" });
});

test("edited field: no longer shown as text of the website", async () => {
  const quote = { url: "https://reads.example/", quote: "Books for marinas", fetched_at: testNow.toISOString() };
  const { browser, path, form } = await withDraft({ evidence: { headline: [quote] } });
  expect((await browser.get(path)).html).toContain("From the website");
  await send(browser, path, await form(), { do: "save", headline: "Books for small harbours" });
  const { html } = await browser.get(path);
  expect(html).not.toContain("From the website");
  expect(html).toContain("Written by the owner.");
});

test("missing fields are linked, and submitting is refused until they are filled in", async () => {
  const fields = { name: "Quay", headline: "Books", summary: "", categories: [] };
  const { browser, path, form, id } = await withDraft({ fields });
  const { html } = await browser.get(path);
  for (const field of ["headline", "summary", "categories"]) expect(html).toContain(`<a href="#field-${field}">`);
  expect(html).toContain('<span class="tag">Incomplete</span>');
  const refused = await send(browser, path, await form(), { do: "submit", seo_title: "Quay Ledger" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Headline must have at least 10 characters.");
  expect(await stored(id)).toMatchObject({ status: "ready", fields: { seo_title: "Quay Ledger" } });
});

const origin = "https://reads.example";
const longQuote = `${"Every berth has its own account and ledger. ".repeat(5)}Made for harbours.`;
const passageOf = (id: string, quote: string, fields: string[]) => ({
  ...{ id, url: `${origin}/about`, quote, fetched_at: testNow.toISOString(), for: fields },
});
/** A draft without headline, description and categories, with passages and suggestions for them. */
const toWrite = () =>
  withDraft({
    fields: { ...completeFields, headline: "", description: "", categories: [] },
    passages: [
      passageOf("p1", longQuote, ["headline"]),
      passageOf("p2", '<b title="x">Bookkeeping</b> for small marinas', ["headline", "description"]),
      passageOf("p3", "Dues are billed by the night.", ["description"]),
    ],
    suggestedCategories: ["note-taking", "invoicing"],
  });

test("fields to write: each shows its passages as escaped text of the website, with the page and a button", async () => {
  const { browser, path } = await toWrite();
  const { html } = await browser.get(path);
  expect(html).toContain("&lt;b title=&quot;x&quot;&gt;Bookkeeping&lt;/b&gt; for small marinas");
  expect(html).not.toContain("<b title");
  expect(html).toContain(`<a href="${origin}/about" rel="nofollow noopener">reads.example/about</a>`);
  const below = html.slice(html.indexOf('id="field-headline"'), html.indexOf('id="field-summary"'));
  expect(below).toContain("From the website:");
  expect([...below.matchAll(/name="use" value="([^"]+)"/g)].map(([, use]) => use)).toEqual([
    "headline p1",
    "headline p2",
  ]);
});

test("Use this: fills in the field, keeps all other input and saves nothing", async () => {
  const { browser, path, form, id } = await toWrite();
  const typed = {
    summary: "Too short",
    description: "My own first paragraph.",
    categories: ["invoicing", "note-taking"],
    "platforms.other": "Amiga",
    "faqs.1.question": "And invoices?",
    email: "sam@example.org",
  };
  const headline = await send(browser, path, await form(), { ...typed, use: "headline p1" });
  expect([headline.status, headline.html]).toEqual([200, expect.stringContaining("It has not been saved yet.")]);
  const filled = await formOf(headline.html, path);
  expect(filled).toMatchObject({
    headline: [`${"Every berth has its own account and ledger. ".repeat(3)}Every berth has its own`],
    summary: [typed.summary],
    description: [typed.description],
    categories: typed.categories,
    "platforms.other": ["Amiga"],
    "faqs.1.question": ["And invoices?"],
    email: [typed.email],
  });
  const description = await send(browser, path, filled, { use: "description p3" });
  const appended = "My own first paragraph.\r\n\r\nDues are billed by the night.";
  const both = await formOf(description.html, path);
  expect(both).toMatchObject({ headline: filled.headline!, description: [appended] });
  const again = await send(browser, path, both, { use: "description p3" });
  expect(await formOf(again.html, path)).toMatchObject({ description: [appended] });
  expect((await stored(id)).editedFields).toEqual([]);
  await send(browser, path, both, { do: "save", summary: completeFields.summary, "faqs.1.question": "", email: "" });
  expect((await stored(id)).fields).toMatchObject({
    headline: filled.headline![0]!,
    description: "My own first paragraph.\n\nDues are billed by the night.",
    platforms: ["Web", "Amiga"],
  });
});

test("Use this in a line that has text: the user's own text can be put back, even after other buttons", async () => {
  const { browser, path, form } = await toWrite();
  const own = { headline: "My own headline" };
  let shown = await send(browser, path, await form(), { ...own, use: "headline p2" });
  for (const [name, value] of [
    ["use", "headline p1"],
    ["do", "rows"],
    ["do", "preview"],
  ] as const)
    shown = await send(browser, path, await formOf(shown.html, path), { [name]: value });
  expect(shown.html).toContain("The text you typed before:");
  const back = await send(browser, path, await formOf(shown.html, path), { use: "headline own" });
  expect(await formOf(back.html, path)).toMatchObject({ headline: ["My own headline"] });
});

test("Use this for an unknown passage or field: an explanation, and all input is kept", async () => {
  const { browser, path, form } = await toWrite();
  for (const use of ["headline p9", "headline own", "constructor p1", "pricing p1", "__proto__"]) {
    const { status, html } = await send(browser, path, await form(), { use, name: "Quay" });
    expect([use, status, html]).toEqual([use, 200, expect.stringContaining("The text is no longer available.")]);
    expect(await formOf(html, path)).toMatchObject({ name: ["Quay"], headline: [""] });
  }
});

test("Use this after a change elsewhere: other fields get the new values, and a conflict keeps both texts", async () => {
  const { browser, path, form, id } = await toWrite();
  const [one, other] = [await form(), await form()];
  await send(browser, path, one, { do: "save", name: "Quay Ledger", headline: "Books for small harbours" });
  const clash = await send(browser, path, other, { headline: "Books of mine", use: "description p3" });
  expect(clash.status).toBe(409);
  const kept = await formOf(clash.html, path);
  expect(kept).toMatchObject({
    name: ["Quay Ledger"],
    headline: ["Books of mine"],
    description: ["Dues are billed by the night."],
  });
  await send(browser, path, kept, { do: "save", taken: "headline" });
  expect((await stored(id)).fields).toMatchObject({
    name: "Quay Ledger",
    headline: "Books for small harbours",
    description: "Dues are billed by the night.",
  });
});

test("suggested categories come first, unticked, in their order", async () => {
  const { browser, path, form } = await toWrite();
  expect((await form()).categories).toBeUndefined();
  const { html } = await browser.get(path);
  const slugs = [...html.matchAll(/name="categories" value="([^"]+)"/g)].map(([, slug]) => slug);
  expect(slugs.slice(0, 2)).toEqual(["note-taking", "invoicing"]);
  expect(html).toContain("The ones shown first fit the website&#39;s text.");
});

test("checklist: links to required and optional fields, and counts unsaved input as written", async () => {
  const { browser, path, form } = await toWrite();
  const listOf = (html: string) => /aria-labelledby="checklist".*?<\/section>/s.exec(html)?.[0];
  const before = (await browser.get(path)).html;
  expect(listOf(before)).toContain('<a href="#field-headline">Headline</a> must have at least 10 characters.');
  expect(listOf(before)).toContain('<a href="#field-description">Description</a> is empty (optional).');
  expect(before).toContain("2 required fields are missing");
  const used = await send(browser, path, await form(), { use: "headline p2", categories: ["invoicing"] });
  expect(listOf(used.html)).not.toContain("#field-headline");
  expect(listOf(used.html)).toContain("#field-description");
  expect(used.html).toContain("Ready to submit");
});

test("preview: shows unsaved input and saves nothing", async () => {
  const { browser, path, form, id } = await toWrite();
  const { html } = await send(browser, path, await form(), {
    do: "preview",
    headline: "Books <i>of</i> mine",
    categories: ["invoicing"],
  });
  const preview = html.slice(html.indexOf('class="preview"'));
  expect(preview).toContain("<bdi>Books &lt;i&gt;of&lt;/i&gt; mine</bdi>");
  expect(preview).toContain("<dt>Categories</dt><dd>Invoicing</dd>");
  expect((await stored(id)).editedFields).toEqual([]);
});

test("submit: saves and creates the listing; an older tab keeps its input but cannot save", async () => {
  const { browser, path, form, id } = await withDraft();
  const late = await form();
  const { location } = await send(browser, path, await form(), { do: "submit", headline: "Books for small harbours" });
  const { listingId, fields } = await stored(id);
  expect(location).toBe(`/account/listings/${listingId}/launch?done=submitted`);
  expect(fields).toMatchObject({ headline: "Books for small harbours" });
  expect((await browser.get(location!)).html).toContain("Choose how to launch it.");
  const after = await send(browser, path, late, { do: "save", name: "Too Late Ledger" });
  expect(after.status).toBe(409);
  expect(after.html).toContain("Too Late Ledger");
  expect(after.html).toContain(`href="/account/listings/${listingId}"`);
  expect((await browser.get(path)).html).not.toContain('value="submit"');
});

test("unfinished draft: the page shows the progress and refreshes itself a limited number of times", async () => {
  const { browser, path } = await withDraft({
    status: "crawling",
    step: 3,
    note: "3 pages of the site are read.",
    fields: {},
  });
  const first = await browser.get(path);
  expect(first.html).toContain("Step 3 of 10: 3 pages of the site are read.");
  expect(first.html).not.toContain('name="email"');
  expect(first.headers.get("refresh")).toBe(`2; url=${path}?look=1`);
  expect((await browser.get(`${path}?look=9`)).headers.get("refresh")).toBe(`11; url=${path}?look=10`);
  for (const look of ["40", "off", "-1", "1e9"]) {
    const stopped = await browser.get(`${path}?look=${look}`);
    expect([look, stopped.status, stopped.headers.get("refresh")]).toEqual([look, 200, null]);
  }
});

test("failed draft: can be retried or filled in by hand; a duplicate links to the other draft", async () => {
  const failure = { status: "failed", fields: {}, writtenBy: null, errorMessage: "The site refuses us." } as const;
  const { browser, path, form, id } = await withDraft({ ...failure, errorCode: "refused" });
  const { html } = await browser.get(path);
  expect(html).toContain("The site refuses us.");
  expect(html).toContain("Read the website again");
  expect(html).not.toContain("Ready to submit");
  const empty = await send(browser, path, await form(), { do: "submit" });
  expect(empty.status).toBe(422);
  expect(empty.html).toContain('href="#field-headline">Headline must have at least');
  expect(empty.html).not.toContain("status failed");
  await send(browser, path, await form(), { do: "save", name: "Kelp" });
  expect(await stored(id)).toMatchObject({ status: "ready", fields: { name: "Kelp" } });
  const elsewhere = await withDraft({ ...failure, errorCode: "duplicate_draft" });
  const settled = await elsewhere.browser.get(elsewhere.path);
  expect(settled.html).not.toContain("Read the website again");
  expect(settled.html).toContain('<a href="/account/drafts">Find the existing draft.</a>');
});

test("invitation: sent to a valid email and shown with its status", async () => {
  const { browser, path, account } = await withDraft();
  for (const [email, error] of [
    ["sam", "The email address must be"],
    [account.email, "The email address must be another person"],
  ] as const) {
    const refused = await browser.post(path, { do: "invite", email });
    expect([refused.status, refused.html.includes(error)]).toEqual([422, true]);
  }
  expect((await browser.post(path, { do: "invite", email: "sam@example.org" })).location).toBe(`${path}?done=invited`);
  expect((await browser.get(path)).html).toContain("sam@example.org: invited, invitation expires on");
});

test("unsaved fields are kept when inviting, and an unsent email is kept when saving", async () => {
  const { browser, path, form, id } = await withDraft();
  const typed = { name: "Quay Ledger", email: "lou@example.org" };
  const invited = await send(browser, path, await form(), { ...typed, do: "invite" });
  expect(invited.html).toContain("Your changes below have not been saved yet.");
  expect(invited.html).toContain("lou@example.org: invited, invitation expires on");
  const kept = await formOf(invited.html, path);
  expect(kept).toMatchObject({ name: ["Quay Ledger"], email: [""] });
  expect((await stored(id)).editedFields).toEqual([]);
  const refused = await send(browser, path, kept, { email: "sam", do: "invite" });
  expect(await formOf(refused.html, path)).toMatchObject({ name: ["Quay Ledger"], email: ["sam"] });

  const saved = await send(browser, path, kept, { email: "sam@example.org", do: "save" });
  expect(saved.html).toContain("Changes saved. The co-founder has not been invited yet.");
  expect(await formOf(saved.html, path)).toMatchObject({ name: ["Quay Ledger"], email: ["sam@example.org"] });
  expect((await stored(id)).fields).toMatchObject({ name: "Quay Ledger" });
  const submitted = await send(browser, path, await form(), { email: "sam@example.org", do: "submit" });
  expect(await formOf(submitted.html, path)).toMatchObject({ email: ["sam@example.org"] });
  expect((await stored(id)).status).toBe("submitted");
});

test("conflict: the current value can be chosen; more rows keep all input", async () => {
  const { browser, id, path, form } = await withDraft();
  const [one, other] = [await form(), await form()];
  await send(browser, path, one, { do: "save", headline: "Books for small harbours" });
  const rows = await send(browser, path, await form(), { do: "rows", name: "Quay", "faqs.1.question": "And?" });
  expect(await formOf(rows.html, path)).toMatchObject({
    name: ["Quay"],
    "faqs.1.question": ["And?"],
    "faqs.9.answer": [""],
  });
  const clash = await send(browser, path, other, { do: "invite", email: "kim@example.org", headline: "Books of mine" });
  const answered = await formOf(clash.html, path);
  expect(answered.headline).toEqual(["Books of mine"]);
  await send(browser, path, answered, { do: "save", taken: "headline", seo_title: "Harbours" });
  expect((await stored(id)).fields).toMatchObject({ headline: "Books for small harbours", seo_title: "Harbours" });
});

test("404: draft of another account; a draft of a sandbox key is read-only", async () => {
  const { path, id } = await withDraft();
  const intruder = await signUpAs(server, "intruder@example.test");
  for (const act of ["save", "submit", "invite", "constructor"])
    expect((await intruder.post(path, { do: act, name: "Mine" })).status).toBe(404);
  expect((await stored(id)).editedFields).toEqual([]);
  const { key } = await keyFor(server.store, {
    email: "intruder@example.test",
    scopes: ["listings:write"],
    isTest: true,
  });
  const { body } = await server.as(key).over("REST", "submit_listing", { url: "https://sand.example/" });
  const page = await intruder.get(`/account/drafts/${body.id}`);
  expect(page.html).toContain("This draft was created with a sandbox key");
  expect(page.html).not.toContain('value="submit"');
  expect((await intruder.post(`/account/drafts/${body.id}`, { do: "submit" })).status).toBe(404);
});
