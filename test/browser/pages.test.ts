import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "puppeteer";
import type { AnyPage } from "#bridge/pages/frame/define-page.ts";
import { pages } from "#bridge/pages/pages.ts";
import { setKeyApprovalPolicy } from "#db/queries/accounts/accounts.ts";
import { registerClient } from "#db/queries/accounts/oauth.ts";
import { unsubscribeToken } from "#db/queries/accounts/unsubscribe.ts";
import { addBulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { addDecision, saveAnswer, standingDecision } from "#db/queries/moderation/decisions.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag } from "#db/queries/moderation/text-flags.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { linkIn, signUpAs, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { editAs } from "../support/records/edits.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { addVoters, voting } from "../support/records/voters.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, openContext, press, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("pages in a browser", () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startTestServer({ shop: { dailyOrderLimit: 0 } });
    browser = await startChromium();
    const metadata = {
      client_name: "Quay Assistant",
      redirect_uris: [`${server.url}/healthz`],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none" as const,
    };
    await server.store.write((tx) => registerClient(tx, { id: "quay", secretHash: null, metadata }, testNow));
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const pathOf = (page: Page) => page.url().replace(server.url, "");
  const consentPath = (more: Record<string, string> = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: "quay",
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
      ...more,
    })}`;

  test("without scripts: sign up, confirm the emailed link, set a password, sign out and in, create a key", async () => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${server.url}/sign-up`);
    await page.type("#field-name", "Nia Harbour");
    await page.type("#field-email", "nia@example.org");
    await press(page, "main .primary");
    expect(pathOf(page)).toBe("/check-mail");

    await server.mails();
    await press(page, 'a[href="/dev/mailbox"]');
    await press(page, ".rows a");
    await press(page, '.mail a[href*="/link?token="]');
    await press(page, "main .primary");
    expect(pathOf(page)).toBe("/account?done=welcome");

    await page.type("#field-new_password", "four unrelated words");
    await press(page, 'button[value="password"]');
    expect(pathOf(page)).toBe("/account?done=password");
    await page.click(".menu-button");
    await press(page, ".person button");
    await page.type("#field-email", "nia@example.org");
    await page.type("#field-password", "four unrelated words");
    await press(page, "main .primary");
    expect(pathOf(page)).toBe("/account");

    await press(page, '.side a[href="/account/keys"]');
    await page.type("#field-name", "Script");
    await press(page, "main .primary");
    expect(await page.$eval(".made pre", (element) => element.textContent)).toMatch(/^lk_[\w-]{43}$/);
    await context.close();
  });

  test("allowing an app redirects to the app, and the page's policy permits it", async () => {
    const context = await signedIn("allow@example.org");
    const page = await context.newPage();
    await page.goto(server.url + consentPath());
    await press(page, 'button[value="allow"]');
    expect(pathOf(page)).toStartWith("/healthz?code=");
    await context.close();
  });

  const signedIn = async (email: string) => openContext(browser, await signUpAs(server, email));

  // `act` brings the page into the state to check, for example a form with errors.
  const publicPages: { name: string; path(): string; act?(page: Page): Promise<void> }[] = [
    { name: "home", path: () => "/" },
    { name: "search", path: () => "/search?q=photo&category=media" },
    { name: "search without a result", path: () => "/search?q=zzzz&pricing=free" },
    { name: "alternatives", path: () => "/alternatives/lumenroll" },
    { name: "comparison", path: () => "/compare?slugs=lumenroll,framevault,tidepad&must=sso:is:yes" },
    { name: "comparison of one product", path: () => "/compare?slugs=lumenroll&add=fra" },
    { name: "pair", path: () => "/compare/framevault-vs-lumenroll" },
    { name: "about", path: () => "/about" },
    { name: "rules", path: () => "/rules" },
    { name: "ranking", path: () => "/ranking" },
    { name: "pricing", path: () => "/pricing" },
    { name: "contact", path: () => "/contact" },
    { name: "imprint", path: () => "/imprint" },
    { name: "own page", path: () => "/pages/faq" },
    { name: "privacy", path: () => "/privacy" },
    { name: "terms", path: () => "/terms" },
    { name: "listing", path: () => "/listings/tidepad" },
    { name: "listing without a launch", path: () => "/listings/harbourlist" },
    { name: "unknown listing", path: () => "/listings/tidepat" },
    { name: "report", path: () => "/listings/tidepad/report" },
    { name: "report with errors", path: () => "/listings/tidepad/report", act: (page) => press(page, "main .primary") },
    { name: "story", path: () => "/listings/lumenroll/story" },
    { name: "updates", path: () => "/updates" },
    { name: "categories", path: () => "/categories" },
    { name: "category", path: () => "/categories/media" },
    { name: "leaderboards", path: () => "/leaderboards" },
    { name: "leaderboard", path: () => "/leaderboards/community-weekly" },
    { name: "billboard", path: () => "/leaderboards/billboard" },
    { name: "launches", path: () => "/launches" },
    { name: "current week", path: () => "/launches/current" },
    { name: "upcoming week", path: () => "/launches/next" },
    { name: "closed week", path: () => "/launches/2026-W46" },
    { name: "awards", path: () => "/awards" },
    { name: "founders", path: () => "/founders" },
    { name: "founder", path: () => "/founders/demo-founder" },
    { name: "blog", path: () => "/blog" },
    { name: "blog post", path: () => "/blog/how-launch-weeks-work" },
    { name: "unknown period", path: () => "/leaderboards/community-weekly?period=soon" },
    { name: "unsubscribe", path: () => links.unsubscribe },
    { name: "invalid unsubscribe link", path: () => "/unsubscribe?token=x" },
    // The interactive reference is Scalar's own markup, whose contrast fails here. reference.test.ts covers it.
    { name: "docs", path: () => "/docs" },
    { name: "document", path: () => "/docs/testing" },
    { name: "search in the docs", path: () => "/docs/search?q=test" },
    { name: "search in the docs without results", path: () => "/docs/search?q=zzzz" },
    { name: "API basics", path: () => "/docs/api" },
    { name: "operations", path: () => "/docs/api/my-listings" },
    { name: "records", path: () => "/docs/records" },
    { name: "problems", path: () => "/docs/problems" },
    { name: "connect", path: () => "/mcp?profile=read" },
    { name: "unknown page", path: () => "/nowhere" },
    { name: "sign-in", path: () => "/sign-in?return_to=/oauth/authorize" },
    { name: "sign-in with errors", path: () => "/sign-in", act: (page) => press(page, "main .primary") },
    { name: "sign-up with errors", path: () => "/sign-up", act: (page) => press(page, "main .primary") },
    { name: "submit without an account", path: () => "/submit", act: (page) => press(page, "main .primary") },
    { name: "check-mail", path: () => "/check-mail" },
    { name: "reset-password", path: () => "/reset-password" },
    { name: "link", path: () => links.confirm },
    { name: "link to set a password", path: () => links.reset },
    { name: "invalid link", path: () => "/link?token=x" },
    { name: "invitation without a session", path: () => links.invite },
    { name: "invalid invitation", path: () => "/invite?token=x" },
    { name: "consent without a redirect", path: () => "/oauth/authorize?client_id=nobody" },
    { name: "mailbox", path: () => "/dev/mailbox" },
    { name: "mail", path: () => "/dev/mailbox?mail=1" },
  ];
  const accountPages: typeof publicPages = [
    { name: "account", path: () => "/account?done=name" },
    { name: "account with errors", path: () => "/account", act: (page) => press(page, 'button[value="password"]') },
    { name: "deletion", path: () => "/account/delete" },
    { name: "profile", path: () => "/account/profile" },
    { name: "interview", path: () => "/account/interview" },
    { name: "a new key", path: () => "/account/keys", act: createKey },
    { name: "a new webhook", path: () => "/account/webhooks", act: createWebhook },
    { name: "apps", path: () => "/account/apps" },
    { name: "approvals", path: () => "/account/approvals" },
    { name: "an approval request", path: () => links.approval },
    { name: "submit with errors", path: () => "/submit", act: (page) => press(page, "main .primary") },
    { name: "drafts", path: () => "/account/drafts?done=discarded" },
    { name: "a ready draft", path: () => `/account/drafts/${links.draft}` },
    { name: "a draft with errors", path: () => `/account/drafts/${links.draft}`, act: submitWithErrors },
    { name: "a draft in progress", path: () => `/account/drafts/${links.draft + 1}?look=off` },
    { name: "a failed draft", path: () => `/account/drafts/${links.draft + 2}` },
    { name: "a draft to write", path: () => `/account/drafts/${links.draft + 3}`, act: unfoldAll },
    { name: "a draft with a used text", path: () => `/account/drafts/${links.draft + 3}`, act: useText },
    { name: "listings", path: () => "/account/listings" },
    { name: "listing with a decision", path: () => `/account/listings/${links.suspended}` },
    { name: "an order to approve", path: () => links.order },
    { name: "listing of another owner", path: () => "/account/listings/0" },
    { name: "listing, followed", path: () => "/listings/tidepad?done=followed", act: follow },
    { name: "following", path: () => "/account/following?done=off-awards" },
    { name: "votes", path: () => "/account/votes" },
    { name: "invitation", path: () => links.invite },
    { name: "consent", path: () => consentPath() },
    { name: "consent without scopes", path: () => consentPath({ scope: "account:read" }), act: chooseNothing },
  ];
  async function submitWithErrors(page: Page): Promise<void> {
    await page.$eval("#field-faqs\\.0\\.answer", (answer: any) => (answer.value = ""));
    await press(page, 'button[value="submit"]');
  }
  async function unfoldAll(page: Page): Promise<void> {
    for (const part of await page.$$("main details")) await part.evaluate((each) => each.setAttribute("open", ""));
  }
  async function useText(page: Page): Promise<void> {
    await page.type("#field-headline", "Books of mine");
    await press(page, 'button[name="use"]');
  }
  const teamPages: typeof publicPages = [
    { name: "team inbox", path: () => "/team" },
    { name: "insights of the site", path: () => "/team/insights" },
    { name: "edits", path: () => "/team/edits" },
    { name: "an edit that was not reverted", path: () => "/team/edits", act: revertWithoutReason },
    { name: "team listings", path: () => "/team/listings" },
    { name: "team adds a listing", path: () => "/team/edit-listing" },
    { name: "team imports listings", path: () => "/team/import" },
    { name: "team edits a listing", path: () => "/team/edit-listing?slug=tidepad" },
    { name: "people with access", path: () => "/team/listings/tidepad/people" },
    { name: "merging listings", path: () => "/team/listings/slumberline/merge?into=tidepad" },
    { name: "team listing", path: () => "/team/listings/tidepad?done=restore" },
    {
      name: "suspending without a reason",
      path: () => "/team/listings/tidepad",
      act: (page) => press(page, "main .danger"),
    },
    { name: "reports", path: () => "/team/reports" },
    { name: "rules", path: () => "/team/rules" },
    { name: "webhooks", path: () => "/team/webhooks", act: createWebhook },
    {
      name: "a decision with errors",
      path: () => "/team/reports",
      async act(page) {
        await unfoldAll(page);
        await press(page, "main details .primary");
      },
    },
    { name: "review", path: () => "/team/review" },
    { name: "decisions", path: () => "/team/review/decisions" },
    { name: "near-duplicates", path: () => "/team/review/duplicates" },
    { name: "flagged texts", path: () => "/team/reports/flags" },
    { name: "ballots", path: () => "/team/ballots" },
    {
      name: "a vote excluded without a reason",
      path: () => "/team/ballots?standing=counted",
      act: submitWithoutReason,
    },
    { name: "team categories", path: () => "/team/categories" },
    { name: "team posts", path: () => "/team/posts" },
    { name: "team post", path: () => "/team/posts/edit?slug=how-launch-weeks-work" },
    { name: "team products", path: () => "/team/products" },
    { name: "team awards", path: () => "/team/awards" },
    { name: "team subjects", path: () => "/team/subjects" },
    { name: "accounts", path: () => "/team/accounts" },
    { name: "an account", path: () => "/team/accounts/1", act: unfoldAll },
    { name: "settings", path: () => "/team/settings?page=a-new-page", act: unfoldAll },
    { name: "audit log", path: () => "/team/audit", act: unfoldAll },
    { name: "a bulk action", path: () => `/team/bulk/${links.bulk}` },
    { name: "jobs", path: () => "/team/jobs" },
    { name: "outbox", path: () => "/team/mail" },
  ];
  async function submitWithoutReason(page: Page): Promise<void> {
    await page.click("main summary");
    await press(page, "main .danger");
  }
  async function revertWithoutReason(page: Page): Promise<void> {
    await page.click("main .more > summary");
    await press(page, "main .more .danger");
  }
  async function createKey(page: Page): Promise<void> {
    await page.type("#field-name", "Script");
    await press(page, "main .primary");
  }
  async function createWebhook(page: Page): Promise<void> {
    await page.type("#field-url", "https://hooks.example/events");
    await page.click('.card[aria-labelledby="new"] input[name="events"]');
    await press(page, 'button[value="add"]');
    await unfoldAll(page);
  }
  async function follow(page: Page): Promise<void> {
    const button = 'form[action$="/follow"] button[value="follow"]';
    if (await page.$(button)) await press(page, button);
  }
  async function chooseNothing(page: Page): Promise<void> {
    await page.click('input[name="scope"]');
    await press(page, 'button[value="allow"]');
  }
  const links = {
    confirm: "",
    reset: "",
    invite: "",
    unsubscribe: "",
    draft: 0,
    approval: "",
    order: "",
    suspended: 0,
    bulk: 0,
  };

  /** Adds drafts in several states and an invitation to one of them. */
  async function addDrafts(email: string): Promise<void> {
    const { key, account } = await keyFor(server.store, { email, scopes: ["listings:write"] });
    const { id } = await draftFor(server.store, account.id);
    links.draft = id;
    links.unsubscribe = `/unsubscribe?token=${unsubscribeToken(server.store.read, account)}`;
    await draftFor(server.store, account.id, { url: "https://wrack.example/", status: "crawling", fields: {} });
    const failure = {
      errorCode: "refused",
      errorMessage: "The site refuses our crawler. Allow SlipwayBot, or try again.",
    };
    await draftFor(server.store, account.id, {
      url: "https://kelp.example/",
      status: "failed",
      fields: {},
      ...failure,
    });
    const fetched_at = testNow.toISOString();
    const passages = ["Books for small harbours.", `Dues of ${"w".repeat(90)}.`, "كتب للموانئ الصغيرة"].map(
      (quote, i) => ({
        ...{ id: `p${i + 1}`, url: `https://dues.example/${"w".repeat(80)}`, quote, fetched_at },
        for: ["headline", "description", "categories"],
      }),
    );
    await draftFor(server.store, account.id, {
      url: "https://dues.example/",
      fields: { ...completeFields, headline: "", description: "", categories: [] },
      passages,
      suggestedCategories: ["invoicing", "note-taking"],
    });
    await server.as(key).over("REST", "invite_cofounder", { id, email: "sam@example.org" });
    links.invite = /(\/invite\?token=\S+)/.exec((await server.mails())[0]!.textBody)![1]!;
  }

  /** Adds two suspended listings, one with a response, a flagged text, and an order above the limit of its key. */
  async function addDecisions(email: string): Promise<void> {
    const { key, account } = await keyFor(server.store, { email, scopes: ["orders:write"] });
    const [open, answered] = [
      (await ownedProduct(server.store, account.id, "suspended")).main,
      (await ownedProduct(server.store, account.id, "suspended")).main,
    ];
    links.suspended = open;
    const live = await ownedProduct(server.store, account.id);
    const facts = `The site has answered 404 since ${"w".repeat(80)}.`;
    const decision = { status: "suspended", ground: "dead", clause: "Terms, 4", facts, origin: "team" } as const;
    await server.store.write(async (tx) => {
      for (const listingId of [open, answered])
        await addDecision(tx, { ...decision, listingId, decidedBy: null }, testNow);
      await saveAnswer(tx, (await standingDecision(tx, answered))!.id, "It is back.", account.id, testNow);
      const flag = {
        kind: "votes",
        field: "Headline",
        sentence: `Vote ${"w".repeat(80)}.`,
        siteId: 1,
        sourceId: 4,
      } as const;
      await addFlag(tx, "listing", flag, testNow);
    });
    const items = [{ product: "billboard", listing_id: live.main }];
    const { body } = await server.as(key).over("REST", "create_checkout", { items });
    links.order = new URL(body.next_actions[0].url).pathname;
  }

  async function addBulk(email: string): Promise<number> {
    const { account } = await keyFor(server.store, { email });
    const shared = { ground: "dead", reason: "It is gone." };
    const bulk = { siteId: 1, accountId: account.id, operation: "suspend_listing", shared, items: [{ slug: "x" }] };
    return server.store.write((tx) => addBulkAction(tx, bulk, testNow));
  }

  /** Sets the operator's texts, with all kinds of Markdown, and as many links as are allowed. */
  const setSiteTexts = (): Promise<unknown> =>
    server.store.write(async (tx) => {
      const text = `## Who we are\n\nQuay 1\n20457 Hamburg\n\n- [Write](mailto:a@example.org)\n\n| What | How long |\n|---|---|\n| ${"w".repeat(80)} | Years |\n\n> Said.\n\n\`code\``;
      const own = { "pages/faq": `# Questions about ${"w".repeat(80)}\n\n${text}` };
      const links = (count: number) =>
        `FAQ > /pages/faq\n${`${"w".repeat(40)} > https://w.example/\n`.repeat(count - 1)}`;
      return tx.$client.run(
        "UPDATE sites SET settings = json_set(settings, '$.texts', json(?), '$.navigation', json(?)) WHERE id = 1",
        [
          JSON.stringify({ about: text, imprint: text, privacy: text, terms: text, ...own }),
          JSON.stringify({ header: links(10), footer: links(30) }),
        ],
      );
    });

  const useDefaultLinks = (): Promise<unknown> =>
    server.store.write(async (tx) =>
      tx.$client.run("UPDATE sites SET settings = json_remove(settings, '$.navigation') WHERE id = 1"),
    );

  /** Gives a product the longest possible URL. */
  const setLongUrl = (): Promise<unknown> =>
    server.store.write(async (tx) =>
      tx.$client.run(
        "UPDATE companies SET url = ? WHERE id = (SELECT company_id FROM listings WHERE slug = 'harbourlist')",
        [`https://${"w".repeat(63)}.${"w".repeat(63)}.example/`],
      ),
    );

  /** Adds short and long reports of two listings. */
  const addReports = (): Promise<unknown> =>
    server.store.write(async (tx) => {
      const long = `It is not a tide table, it is ${"w".repeat(80)}. `.repeat(3);
      await addReport(tx, { listingId: 3, kind: "not_as_said", sentence: long }, testNow);
      await addReport(tx, { listingId: 3, kind: "dead", sentence: "" }, testNow);
      return addReport(tx, { listingId: 4, kind: "other", sentence: "Its logo is ours." }, testNow);
    });

  /** Adds a vote that counts, one that waits, and one of a voter with a long email. */
  async function addVotes(): Promise<void> {
    const [site] = await allSites(server.store.read);
    const { vote } = voting(server.store, site!, () => testNow);
    const [young] = await addVoters(server.store, 1, { name: "young", createdAt: testNow });
    for (const voter of [young!, ...(await addVoters(server.store, 2, { name: "w".repeat(60) }))]) await vote(voter, 3);
  }

  /** Returns the path of the approval request for an edit with a key. */
  async function requestEdit(email: string, listing_id: number): Promise<string> {
    const { key, id } = await keyFor(server.store, { email, scopes: ["listings:write"] });
    const asks = { allowed: [], listings: null, monthly: null, until: null };
    await server.store.write((tx) => setKeyApprovalPolicy(tx, id, asks));
    const fields = { headline: `Kelp farming for ${"w".repeat(80)}`, platforms: ["Web"] };
    const { body } = await server.as(key).over("REST", "update_my_listing", { listing_id, fields });
    return new URL(body.next_actions[0].url).pathname;
  }

  /** Adds edits of short and long texts and of lists, one without a previous value. */
  async function addEdits(email: string): Promise<void> {
    const { account } = await keyFor(server.store, { email, scopes: ["listings:write"] });
    const { main } = await ownedProduct(server.store, account.id);
    links.approval = await requestEdit(email, main);
    const [site] = await allSites(server.store.read);
    const edit = (fields: object, more: object = {}) =>
      editAs(server.store, account.id, site!, { listing_id: main, fields, ...more });
    const description = "Every line has a plan. Every harvest has its day, and sales follow the tide. ".repeat(8);
    await edit({ description });
    await edit({
      headline: `Kelp farming for ${"w".repeat(80)}`,
      description: description.replace("harvest", "crop"),
      platforms: ["Web", "iOS"],
    });
    await edit({ name: "كيلب Works" }, { faqs: [{ question: "Salt?", answer: "Yes." }] });
  }

  test("every page: axe finds no serious faults, light and dark, narrow and wide, and no page is too wide", async () => {
    const people = await signedIn("look@example.org");
    const stranger = visitor(server);
    await stranger.post("/sign-up", { name: "Eve", email: "eve@example.org" });
    links.confirm = linkIn((await server.mails())[0]!);
    await stranger.post("/reset-password", { email: "look@example.org" });
    links.reset = linkIn((await server.mails())[0]!);
    await addDrafts("look@example.org");
    const strangers = await browser.createBrowserContext();
    const team = await signedIn("team@example.org");
    await server.store.write(async (tx) =>
      tx.$client.run("UPDATE accounts SET role = 'admin' WHERE email = 'team@example.org'"),
    );
    links.bulk = await addBulk("team@example.org");
    await addEdits("editor@example.org");
    await addDecisions("look@example.org");
    await addReports();
    await setLongUrl();
    await addVotes();
    await setSiteTexts();
    // Dark and narrow is not needed: a narrow page has no colours that a wide one does not have.
    const variants = [
      { scheme: "light", width: 320 },
      // A screen of 1280 pixels at a zoom of 200 %.
      { scheme: "light", width: 640 },
      { scheme: "light", width: 1440 },
      { scheme: "dark", width: 1440 },
    ];
    const shown = new Set<string | undefined>();
    const found: string[] = [];
    async function sweep(context: BrowserContext, pages: typeof publicPages): Promise<void> {
      const page = await context.newPage();
      for (const { name, path, act } of pages) {
        await page.goto(server.url + path());
        await act?.(page);
        shown.add(pageAt(page)?.name);
        for (const { scheme, width } of variants) {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
          await page.setViewport({ width, height: 844 });
          const faults = await pageFaults(page, { ofColour: scheme === "dark", ofWidth: width === 640 });
          found.push(...faults.map((fault) => `${name}, ${scheme}, ${width}: ${fault}`));
        }
      }
    }
    await Promise.all([sweep(strangers, publicPages), sweep(people, accountPages), sweep(team, teamPages)]);
    await Promise.all([people.close(), strangers.close(), team.close()]);
    expect(found).toEqual([]);
    const left = pages.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(left.sort()).toEqual([...testedElsewhere, ...withoutPage].sort());
  }, 300_000);

  const testedElsewhere = [
    // listing-pages.test.ts
    ...["archive-listing", "edit-listing", "listing-milestones", "listing-people", "listing-pictures"],
    ...["listing-insights", "listing-preview", "listing-updates", "listing-versions", "story"],
    // claims.test.ts and checkout.test.ts
    ...["claim", "confirm_claim", "claims", "team_claims"],
    ...["billing", "launch-listing", "quote", "checkout", "invoice", "order", "orders", "withdraw"],
  ];
  /** These send files or redirect. */
  const withoutPage = [
    ...["account_data", "structured_invoice", "sign_out", "vote", "follow", "follow_search"],
    ...["provider_begin", "provider_callback", "team_decisions_moved", "team_marks_moved"],
  ];
  function pageAt(page: Page) {
    const { pathname } = new URL(page.url());
    const isThere = ({ path }: AnyPage) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname);
    return pages.find(({ path }) => path === pathname) ?? pages.find(isThere);
  }

  test("phone without scripts: menus and filters open and close by keyboard, and the first result is in view", async () => {
    await useDefaultLinks();
    const people = await signedIn("phone@example.org");
    const page = await people.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 390, height: 844 });
    const isShown = (selector: string) => page.$eval(selector, (element) => element.checkVisibility());
    const { account } = await keyFor(server.store, { email: "phone@example.org" });
    const { main } = await ownedProduct(server.store, account.id);
    const sheets = [
      ["/", ".menu-button", '.site a[href="/launches"]'],
      ["/", ".menu-button", ".person button"],
      ["/account/listings", ".side .sheet-button", '.side a[href="/account/keys"]'],
      [`/account/listings/${main}/edit`, ".tabs .sheet-button", ".tabs a"],
      ["/search?q=photo&category=media", ".sheet-button", ".facet a"],
    ];
    for (const [path, button, content] of sheets as [string, string, string][]) {
      await page.goto(server.url + path);
      const shown = [await isShown(content)];
      await page.focus(button);
      await page.keyboard.press("Enter");
      shown.push(await isShown(content));
      await page.keyboard.press("Tab");
      shown.push(await page.$eval(":focus", (element) => element.closest("[popover]") !== null));
      await page.keyboard.press("Escape");
      shown.push(await isShown(content));
      expect([path, content, shown]).toEqual([path, content, [false, true, true, false]]);
    }
    expect(await page.$eval("#results .launch", (row) => row.getBoundingClientRect().bottom)).toBeLessThan(844);
    expect(await isShown('.sheet-head a[aria-current="true"]')).toBe(true);
    await people.close();
  });

  test("buttons stay in their card at every width, and the header in one row with the whole name", async () => {
    await useDefaultLinks();
    const name = "Margarethe Harbour-Wintherstone von der Quay";
    const people = await openContext(
      browser,
      await signUpAs(server, "margarethe.harbour-wintherstone@example.org", name),
    );
    const { account } = await keyFor(server.store, { email: "margarethe.harbour-wintherstone@example.org" });
    await draftFor(server.store, account.id, { url: "https://sandbar.example/" });
    const page = await people.newPage();
    for (const path of ["/account", "/account/keys", "/account/drafts", "/account/following"]) {
      await page.goto(server.url + path);
      for (const width of [320, 390, 719, 721, 768, 900, 1024, 1057, 1280, 1440]) {
        await page.setViewport({ width, height: 844 });
        expect([path, width, await page.evaluate(layoutFaults)]).toEqual([path, width, []]);
      }
    }
    await people.close();
  }, 180_000);

  test("wide screens: lists and texts have a right column, forms begin at the left, and the editor fits", async () => {
    const people = await signedIn("wide@example.org");
    const { account } = await keyFor(server.store, { email: "wide@example.org" });
    const { main } = await ownedProduct(server.store, account.id);
    const page = await people.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    const edges = async (path: string, selector: string) => {
      await page.goto(server.url + path);
      return page.$eval(selector, (element) => {
        const { left, right } = element.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
    };
    const lists = ["/search", "/categories/media", "/launches/2026-W46", "/leaderboards/dr-top", "/awards"];
    for (const path of [...lists, "/blog", "/blog/how-launch-weeks-work", "/updates", "/rules", "/ranking"])
      expect([path, await edges(path, ".margin")]).toEqual([path, [900, 1220]]);
    for (const path of ["/nowhere", "/submit", "/categories", "/rules"])
      expect([path, (await edges(path, "h1"))[0]]).toEqual([path, 60]);
    for (const part of [".editor", ".tabs", ".top .button"])
      expect([part, (await edges(`/account/listings/${main}/edit`, part))[1]]).toEqual([part, 1220]);
    await people.close();
  });

  test("the feed of updates is valid XML with the titles of the page", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/updates`);
    const shown = await page.$$eval(".feed h2", (titles) => titles.map((title) => title.textContent));
    const feed = await (await fetch(`${server.url}/updates.atom`)).text();
    const read = (await page.evaluate(`(() => {
      const atom = "http://www.w3.org/2005/Atom";
      const feed = new DOMParser().parseFromString(${JSON.stringify(feed)}, "application/xml");
      const entries = [...feed.getElementsByTagNameNS(atom, "entry")];
      const part = (entry, name) => entry.getElementsByTagNameNS(atom, name)[0];
      const needed = ["id", "updated", "author", "link", "content"];
      return {
        isBroken: feed.querySelector("parsererror") !== null,
        titles: entries.map((entry) => part(entry, "title").textContent),
        incomplete: entries.filter((entry) => needed.some((name) => !part(entry, name))).length,
      };
    })()`)) as { isBroken: boolean; titles: string[]; incomplete: number };
    expect([read.isBroken, read.incomplete]).toEqual([false, 0]);
    expect(read.titles.slice(0, shown.length).map((title) => title.replace(/^[^:]+: /, ""))).toEqual(shown as string[]);
    await page.close();
  });

  test("feeds of lists are valid XML with complete entries", async () => {
    const page = await browser.newPage();
    const lists = ["/categories/media", "/leaderboards/dr-top", "/launches", "/launches/2026-W46", "/awards", "/blog"];
    for (const list of lists) {
      const feed = await (await fetch(`${server.url}${list}.atom`)).text();
      const read = await page.evaluate(`(() => {
        const atom = "http://www.w3.org/2005/Atom";
        const feed = new DOMParser().parseFromString(${JSON.stringify(feed)}, "application/xml");
        const entries = [...feed.getElementsByTagNameNS(atom, "entry")];
        const needed = ["id", "title", "updated", "author", "link", "content"];
        const isWhole = (entry) => needed.every((name) => entry.getElementsByTagNameNS(atom, name)[0]?.outerHTML);
        const ids = entries.map((entry) => entry.getElementsByTagNameNS(atom, "id")[0]?.textContent);
        return {
          isBroken: feed.querySelector("parsererror") !== null,
          isEmpty: entries.length === 0,
          isWhole: entries.every(isWhole),
          hasTwice: new Set(ids).size < ids.length,
        };
      })()`);
      const right = { isBroken: false, isEmpty: false, isWhole: true, hasTwice: false };
      expect({ list, ...(read as object) }).toEqual({ list, ...right });
    }
    await page.close();
  });

  // The vote button stays because it is printed as a number.
  test("printed pages have no navigation and no buttons", async () => {
    const people = await signedIn("paper@example.org");
    const page = await people.newPage();
    await page.emulateMediaType("print");
    for (const path of ["/", "/docs", "/account/keys", "/listings/tallyglass", "/launches/current"]) {
      await page.goto(server.url + path);
      const shown = await page.evaluate(
        `[...document.querySelectorAll("nav, footer, button:not(.vote button), .skip")].filter((each) => each.checkVisibility()).length`,
      );
      expect([path, shown]).toEqual([path, 0]);
    }
    await people.close();
  });

  /** Buttons outside their card, a header of several rows, or a cut name. */
  const layoutFaults = `(() => {
    const box = (element) => element.getBoundingClientRect();
    const isOutside = (button) => {
      const [inner, outer] = [box(button), box(button.closest(".card"))];
      return inner.left < outer.left || inner.right > outer.right;
    };
    const outside = [...document.querySelectorAll(".card button")].filter(isOutside).map((each) => each.textContent);
    const name = document.querySelector(".brand span");
    return [
      ...outside,
      ...(box(document.querySelector(".top")).height > 72 ? ["a header of several rows"] : []),
      ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
      ...(name.scrollWidth > name.clientWidth ? ["the name is cut"] : []),
    ];
  })()`;
});
