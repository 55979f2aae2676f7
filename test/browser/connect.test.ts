import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { allScopes, scopes } from "#auth/scopes.ts";
import { tools as ownTools } from "#tools/registry.ts";
import { type DocumentHost, startDocumentHost } from "../auth/oauth-matrix/documents-host.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { deleteNote } from "../support/fakes/fixture-tools.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { type Assistant, type Callback, startAssistant, startCallback, type Version, versions } from "./assistant.ts";
import { hasChromium, startChromium } from "./chromium.ts";

// `delete_note` needs more than the read scope.
const tools = [...ownTools, { ...deleteNote, scopes: ["account:read", "listings:write"] as const }];
const email = "nia@example.org";
const password = "four unrelated words";

describe.skipIf(!hasChromium).each(versions)(
  "an assistant with MCP %s that knows only the server's URL",
  (version: Version) => {
    let server: TestServer;
    let browser: Browser;
    let callback: Callback;
    let documents: DocumentHost;
    let page: Page;
    let now = testNow;
    const opened: Assistant[] = [];

    beforeAll(async () => {
      callback = startCallback();
      documents = startDocumentHost(callback.url);
      const outbound = { allowNetworks: ["127.0.0.1/32"], ca: documents.ca };
      server = await startTestServer({ tools, outbound, now: () => now });
      const person = await signUpAs(server, email);
      await person.post("/account", { do: "password", new_password: password });
      browser = await startChromium();
      page = await (await browser.createBrowserContext()).newPage();
      await page.setJavaScriptEnabled(false);
    });
    afterAll(async () => {
      await Promise.all(opened.map((assistant) => assistant.close()));
      await browser?.close();
      await server.stop();
      documents.stop();
      callback.stop();
    });

    async function assistant(clientMetadataUrl?: string): Promise<Assistant> {
      const started = await startAssistant(version, `${server.url}/mcp`, callback, {
        clientMetadataUrl,
        forgetsRefreshToken: version === "2025-11-25",
      });
      opened.push(started);
      return started;
    }
    async function press(selector: string): Promise<void> {
      await Promise.all([page.waitForNavigation(), page.click(selector)]);
    }
    const pathOf = () => new URL(page.url()).pathname;
    const titles = (name: string) =>
      page.$$eval(`.choice:has(input[name=${name}]) label`, (labels) => labels.map((label) => label.textContent));

    /** Allows access without the scopes in `without`. */
    async function allow(asking: Assistant, without: string[] = []): Promise<void> {
      await page.goto(String(asking.asksAt()));
      expect(pathOf()).toBe("/oauth/authorize");
      for (const scope of without) await page.click(`input[value="${scope}"]`);
      await press('button[value="allow"]');
      expect(page.url()).toStartWith(callback.url);
      expect(Object.fromEntries(callback.arrived())).toMatchObject({ state: "kept by the assistant", iss: server.url });
      await asking.finish();
    }

    let first: Assistant;

    test("public tools need no sign-in", async () => {
      first = await assistant();
      expect(await first.call("get_listing", { slug: "lumenroll" })).toMatchObject({ slug: "lumenroll" });
      expect(first.clientId()).toBeUndefined();
      expect(new Set(first.answers())).toEqual(new Set(version === "2025-11-25" ? ["200", "202"] : ["200"]));
    });

    test("the assistant registers, the person signs in and allows access, and the tool call succeeds", async () => {
      expect(await first.call("get_account")).toBeNull();
      expect(first.answers()).toEqual([
        `401 Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="account:read listings:write orders:write"`,
      ]);
      expect(first.clientId()).toBeString();

      await page.goto(String(first.asksAt()));
      expect(pathOf()).toBe("/sign-in");
      await page.type("#field-email", email);
      await page.type("#field-password", password);
      await press("main .primary");
      expect(pathOf()).toBe("/oauth/authorize");
      expect(await page.$eval("h1", (heading) => heading.textContent)).toContain(`Assistant ${version}`);
      expect(await titles("scope")).toEqual(allScopes.map((scope) => scopes[scope]));
      await press('button[value="allow"]');
      await first.finish();
      expect(await first.call("get_account")).toMatchObject({ email });
      expect(await first.call("get_account")).toMatchObject({ email });
      expect(first.answers()).toEqual(["200", "200"]);
    });

    test("a missing scope: the assistant asks for it, and the call succeeds", async () => {
      const second = await assistant();
      expect(await second.call("delete_note", { note_id: 7 })).toBeNull();
      await allow(second, ["listings:write", "orders:write"]);
      expect(second.scope()).toBe("account:read");
      expect(await second.call("get_account")).toMatchObject({ email });

      second.answers();
      expect(await second.call("delete_note", { note_id: 7 })).toBeNull();
      const [refused, ...more] = second.answers();
      expect(refused).toStartWith('403 Bearer error="insufficient_scope"');
      expect(refused).toContain('scope="account:read listings:write"');
      expect(more).toEqual([]);
      // 2.x repeats every scope that it has ever requested.
      await allow(second, version === "2026-07-28" ? ["orders:write"] : []);
      expect(second.scope()).toBe("account:read listings:write");
      expect(await second.call("delete_note", { note_id: 7 })).toEqual({ deleted: 7 });
    });

    test("an assistant with a metadata document does not register", async () => {
      const address = documents.serve("/assistant.json", { client_name: "Quay Assistant" });
      const third = await assistant(address);
      expect(await third.call("get_account")).toBeNull();
      expect(third.clientId()).toBe(address);
      await allow(third);
      expect(await third.call("get_account")).toMatchObject({ email });
      expect(documents.asked("/assistant.json")).toBe(1);
    });

    // The assistant with 1.x stores no refresh token.
    if (version === "2026-07-28")
      test("an expired token is refreshed automatically", async () => {
        now = new Date(now.getTime() + 2 * 3_600_000);
        first.answers();
        expect(await first.call("get_account")).toMatchObject({ email });
        expect(first.answers().map((answer) => answer.slice(0, 3))).toEqual(["401", "200"]);
      });

    test("a disconnected assistant has to ask again", async () => {
      await page.goto(`${server.url}/account/apps`);
      const named = `button[aria-label="Disconnect Assistant ${version}"]`;
      while (await page.$(named)) await press(named);
      expect(await page.$$eval(".rows strong", (names) => names.map((name) => name.textContent))).toEqual([
        "Quay Assistant",
      ]);
      first.answers();
      expect(await first.call("get_account")).toBeNull();
      const [refused] = first.answers();
      expect(refused).toStartWith('401 Bearer error="invalid_token"');
      await allow(first);
      expect(await first.call("get_account")).toMatchObject({ email });
    });
  },
);
