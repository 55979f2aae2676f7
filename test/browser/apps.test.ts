import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Frame } from "puppeteer";
import { listingFields } from "#db/schema/listing-fields.ts";
import { isEmpty } from "#tools/listings/shared/fields.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { press, startStage, textOf, waitForText } from "./app-stage.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, startChromium } from "./chromium.ts";

const attack = `'"></title></script><img data-attack src=x onerror="window.attacked=1"><script data-attack>window.attacked=1</script>\u202e`;
const attackUrl = "javascript:window.attacked=1//";

/** Returns a copy with an attack in place of every text except fixed values such as statuses and dates. */
function attacked(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => attacked(inner, key));
  if (typeof value === "string")
    return /(^|_)(status|currency|board|at|who|treatment|launch_week|plan_label|week)$/.test(key)
      ? value
      : /url$/.test(key)
        ? attackUrl
        : attack;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, attacked(inner, name)]));
}

describe.skipIf(!hasChromium)("apps in a host", () => {
  let server: TestServer;
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof startStage>>;
  let draftId: number;

  beforeAll(async () => {
    server = await startTestServer();
    const { key, accountId } = await demoFounder(server.store);
    const quote = (text: string) => [
      { url: "https://harbour-ledger.example/about", quote: text, fetched_at: testNow.toISOString() },
    ];
    const draft = await draftFor(server.store, accountId, {
      evidence: { name: quote("Harbour Ledger"), headline: quote("We do the books of small marinas.") },
      editedFields: ["headline", "summary"],
    });
    draftId = draft.id;
    browser = await startChromium();
    stage = await startStage(browser, server, key, testNow);
  });
  afterAll(async () => {
    await stage?.stop();
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => {
    expect(stage.faults.splice(0)).toEqual([]);
  });

  const launch = { items: [{ product: "launch", listing_id: 95 }], billing: { country: "FR" } };
  const board = { board: "community-weekly", period: "2026-W47" };
  const shown: [tool: string, input: () => Record<string, unknown>][] = [
    ["get_draft", () => ({ id: draftId })],
    ["quote_order", () => launch],
    ["get_order", () => ({ number: "SW-2026-000001" })],
    ["get_leaderboard", () => board],
    ["get_launch_week", () => ({ week: "2026-W47" })],
  ];

  test.each(shown)("%s: axe finds no faults, light and narrow, dark and wide", async (tool, input) => {
    for (const look of [{ theme: "light", width: 360 } as const, { theme: "dark", width: 900 } as const]) {
      const frame = await stage.show(tool, input(), look);
      expect([look, await pageFaults(frame, { isStrict: true })]).toEqual([look, []]);
      expect(await textOf(frame)).not.toContain("undefined");
    }
  });

  test.each(shown)("%s: texts from strangers are escaped", async (tool, input) => {
    const result = attacked(await stage.callTool(tool, input())) as Record<string, unknown>;
    for (const variant of [result, { ...result, structuredContent: undefined }, { ...result, isError: true }]) {
      const frame = await stage.show(tool, input(), {}, variant);
      expect(await textOf(frame)).toContain(attack.replace("\u202e", ""));
      expect(await frame.evaluate("document.querySelectorAll('[data-attack], main a, main img').length")).toBe(0);
      expect(await frame.evaluate("window.attacked")).toBeUndefined();
      for (const button of await frame.$$("main button")) await button.evaluate((one) => (one as any).click());
      // The app answers this after all its other requests.
      await stage.endApp();
      for (const { url } of await stage.requests()) expect(url ?? "https://").toMatch(/^https?:\/\//);
    }
  });

  test("a draft shows each text with its source, and the submit button sends a message to the model", async () => {
    const frame = await stage.show("get_draft", { id: draftId });
    const text = await textOf(frame);
    for (const [name, value] of Object.entries(completeFields)) {
      if (isEmpty(value)) continue;
      expect(text).toContain(listingFields[name as keyof typeof completeFields].label);
      if (typeof value === "string") expect(text).toContain(value);
    }
    expect(text).toContain("The same words as on the website.");
    expect(text).not.toContain("We do the books of small marinas.");
    expect(text).toContain("Written by the owner.");
    expect(text).toContain("Check this text carefully");
    await press(frame, "Approve and submit draft");
    await press(frame, "Edit draft on the website");
    await press(frame, "https://harbour-ledger.example/about");
    const [message, opened, source] = await stage.requests(3);
    expect(message).toMatchObject({ kind: "message", content: [{ text: expect.stringContaining("submit_draft") }] });
    expect(opened).toMatchObject({ kind: "open", url: `${server.url}/account/drafts/${draftId}` });
    expect(source).toMatchObject({ kind: "open", url: "https://harbour-ledger.example/about" });
  });

  test("an incomplete draft cannot be submitted, and the app can reload it", async () => {
    const result = await stage.callTool("get_draft", { id: draftId });
    const draft = result.structuredContent as Record<string, any>;
    const missing = [{ field: "summary", code: "required", message: "is required", fix: "Say what it does." }];
    const warnings = [{ code: "thin", message: "The site says little." }];
    const frame = await stage.show(
      "get_draft",
      { id: draftId },
      {},
      {
        ...result,
        structuredContent: { ...draft, status: "crawling", poll_after_ms: 2000, missing, warnings },
      },
    );
    const text = await textOf(frame);
    for (const part of ["Say what it does.", "The site says little.", "Slipway is reading the website."])
      expect(text).toContain(part);
    expect(text).not.toContain("Approve and submit");
    await press(frame, "Check again");
    await waitForText(frame, "The draft is ready for your review.");
    expect(await frame.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  test("a quote creates one order at its price, and the host opens the payment page", async () => {
    const frame = await stage.show("quote_order", launch);
    const text = await textOf(frame);
    for (const part of ["€99.00", "20%", "€118.80", "Reason for this VAT", "France", "Nothing has been ordered yet"])
      expect(text).toContain(part);
    // A double click creates one order.
    await frame.evaluate("const [act] = document.querySelectorAll('button'); act.click(); act.click();");
    await waitForText(frame, "Go to payment page");
    await stage.requests(2);
    await stage.endApp();
    const requests = await stage.requests();
    expect(requests).toHaveLength(2);
    const { items } = (await stage.callTool("list_my_orders", {})).structuredContent as any;
    const [order] = items;
    expect(requests).toContainEqual(expect.objectContaining({ kind: "open", url: order.checkout_url }));
    expect(requests).toContainEqual(
      expect.objectContaining({
        kind: "context",
        content: [expect.objectContaining({ text: expect.stringContaining(order.number) })],
      }),
    );
    expect(await textOf(frame)).toContain(`Order ${order.number}`);
  });

  test("a host without tool calls: the app sends a message; if the host refuses it, the app says what to write", async () => {
    const frame = await stage.show("quote_order", { ...launch, billing: { country: "DE" } }, { canCall: false });
    await press(frame, "Accept quote and request payment page");
    await waitForText(frame, "Sent to the chat.");
    expect((await stage.requests())[0]!.content![0]!.text).toContain("create_checkout");
    await stage.refuseAll();
    await press(frame, "Accept quote and request payment page");
    await waitForText(frame, "Write this message in the chat: I accept quote");
  });

  test("a refused call shows the reason and a button to the page of the next action", async () => {
    const problem = {
      detail: "The person has to approve it first.",
      next_actions: [{ who: "human", why: "Approve it.", url: `${server.url}/account/approvals/1` }],
    };
    const result = { content: [{ type: "text", text: "no" }], structuredContent: problem, isError: true };
    const frame = await stage.show("quote_order", launch, {}, result);
    expect(await textOf(frame)).toContain("The person has to approve it first.");
    await press(frame, "Open page");
    expect(await stage.requests(1)).toEqual([
      expect.objectContaining({ kind: "open", url: problem.next_actions[0]!.url }),
    ]);
  });

  test("a leaderboard shows ranks and votes in order and works with the keyboard", async () => {
    const frame = await stage.show("get_leaderboard", board);
    const { items } = (await stage.callTool("get_leaderboard", board)).structuredContent as any;
    const ranks = await frame.$$eval(".rank", (found) => found.map((one) => one.textContent));
    expect(ranks).toEqual(items.map(({ rank }: any) => String(rank)));
    const text = await textOf(frame);
    for (const { listing, score } of items) {
      expect(text).toContain(listing.name);
      expect(text).toContain(score === 1 ? "1 vote" : `${score} votes`);
    }
    await frame.focus("main button");
    await stage.page.keyboard.press("Enter");
    await stage.page.keyboard.press("Tab");
    await stage.page.keyboard.press("Space");
    const opened = (await stage.requests(2)).map(({ url }) => url);
    expect(opened).toEqual(items.slice(0, 2).map(({ listing }: any) => `${server.url}/listings/${listing.slug}`));
  });

  const backgroundOf = (frame: Frame) => frame.evaluate("getComputedStyle(document.body).backgroundColor");
  const colours = {
    "--color-background-primary": "light-dark(#fafafa, #202020)",
    "--color-background-secondary": "light-dark(#eeeeee, #303030)",
    "--color-background-inverse": "light-dark(#141414, #fafafa)",
    "--color-text-primary": "light-dark(#141414, #fafafa)",
    "--color-text-secondary": "light-dark(#4a4a4a, #c0c0c0)",
    "--color-text-inverse": "light-dark(#fafafa, #141414)",
    "--color-text-warning": "light-dark(#7a3b00, #f0b070)",
    "--color-text-danger": "light-dark(#a01010, #ff9a90)",
    "--color-border-primary": "light-dark(#c0c0c0, #505050)",
  };

  test("an app follows the host's theme, uses its colours only if all are given, and ends on teardown", async () => {
    const week = { week: "2026-W47" };
    const plain = await stage.show("get_launch_week", week, { theme: "dark" });
    const own = await backgroundOf(plain);
    await stage.changeContext({ theme: "light" });
    await plain.waitForFunction("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    const part = { "--color-background-primary": "#123456" };
    expect(await backgroundOf(await stage.show("get_launch_week", week, { theme: "dark", variables: part }))).toBe(own);
    const coloured = await stage.show("get_launch_week", week, { theme: "dark", variables: colours });
    expect(await backgroundOf(coloured)).toBe("rgb(32, 32, 32)");
    expect(await pageFaults(coloured, { isStrict: true })).toEqual([]);
    await stage.endApp();
  });
});
